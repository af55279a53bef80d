# %% 6.1 right: message objects, joined with a line of its own
def prompt(state, instructions):
    from langchain_core.messages import SystemMessage

    summary = state.get("summary", "")
    parts = [instructions, f"Summary: {summary}" if summary else ""]
    return [SystemMessage("\n".join(filter(None, parts)))] + state["messages"]


# %% 6.1 right: dictionaries, and the summary before the instructions
def prompt(state, instructions):
    if "summary" in state:
        instructions = f"What you know:\n{state['summary']}\n\n{instructions}"
    sent = [{"role": "system", "content": instructions}]
    sent.extend(state["messages"])
    return sent


# %% 6.1 wrong: the key is taken to be there -> KeyError
def prompt(state, instructions):
    text = f"{instructions}\n\nSummary: {state['summary']}"
    return [("system", text), *state["messages"]]


# %% 6.1 wrong: an f-string of what is missing -> without a summary you send 'None'
def prompt(state, instructions):
    text = f"{instructions}\n\nSummary: {state.get('summary')}"
    return [("system", text), *state["messages"]]


# %% 6.1 wrong: a header with nothing under it -> wanted the instructions alone
def prompt(state, instructions):
    text = f"{instructions}\n\nSummary: {state.get('summary', '')}"
    return [("system", text), *state["messages"]]


# %% 6.1 wrong: at the end -> the system message comes last
def prompt(state, instructions):
    text = f"{instructions}\n\n{state.get('summary', '')}".strip()
    return [*state["messages"], ("system", text)]


# %% 6.1 wrong: two system messages -> wanted one system message
def prompt(state, instructions):
    sent = [("system", instructions)]
    if state.get("summary"):
        sent.append(("system", state["summary"]))
    return [*sent, *state["messages"]]


# %% 6.1 wrong: inserted into the state's own list -> have been changed
def prompt(state, instructions):
    text = f"{instructions}\n\n{state.get('summary', '')}".strip()
    state["messages"].insert(0, ("system", text))
    return state["messages"]


# %% 6.1 wrong: the summary instead of the instructions -> the instructions are missing
def prompt(state, instructions):
    text = state.get("summary") or instructions
    return [("system", text), *state["messages"]]


# %% 6.2 right: the beginnings of turns, listed
def split(messages, keep):
    starts = [n for n, m in enumerate(messages) if m.type == "human"]
    fitting = [n for n in starts if len(messages) - n >= keep]
    cut = fitting[-1] if fitting else 0
    return messages[:cut], messages[cut:]


# %% 6.2 right: whole turns are taken from the end
def split(messages, keep):
    old, kept = list(messages), []
    while old and not (
        len(kept) >= keep and isinstance(kept[0], HumanMessage)
    ):
        kept.insert(0, old.pop())
    return old, kept


# %% 6.2 wrong: the last messages, wherever a turn begins -> not whole turns
def split(messages, keep):
    return messages[:-keep], messages[-keep:]


# %% 6.2 wrong: forward to the next turn -> messages, too few
def split(messages, keep):
    cut = max(len(messages) - keep, 0)
    while cut < len(messages) - 1 and messages[cut].type != "human":
        cut += 1
    while messages[cut].type != "human":
        cut -= 1
    return messages[:cut], messages[cut:]


# %% 6.2 wrong: never below zero forgotten -> IndexError
def split(messages, keep):
    cut = len(messages) - keep
    while messages[cut].type != "human":
        cut -= 1
    return messages[:cut], messages[cut:]


# %% 6.2 wrong: everything is kept -> fewer turns would do
def split(messages, keep):
    return [], messages


# %% 6.2 wrong: tool messages are dropped -> some messages are lost or there twice
def split(messages, keep):
    plain = [m for m in messages if m.type in ("human", "ai")]
    cut = max(len(plain) - keep, 0)
    while cut > 0 and plain[cut].type != "human":
        cut -= 1
    return plain[:cut], plain[cut:]


# %% 6.2 wrong: only a tool result is moved -> not whole turns
def split(messages, keep):
    cut = max(len(messages) - keep, 0)
    while cut > 0 and messages[cut].type == "tool":
        cut -= 1
    return messages[:cut], messages[cut:]


# %% 6.3 right: the conversation as text in one message
def summarize(state, ask, keep=4):
    count = max(len(state["messages"]) - keep, 0)
    if count == 0:
        return None
    old = state["messages"][:count]
    lines = [f"{m.type}: {m.text}" for m in old]
    earlier = state.get("summary", "none yet")
    request = "\n".join([f"Earlier summary: {earlier}", *lines])
    try:
        answer = ask([("system", "Summarise."), ("human", request)])
    except (TimeoutError, ConnectionError, ValueError):
        return None
    if answer.text.isspace() or not answer.text:
        return None
    return {
        "messages": [RemoveMessage(m.id) for m in old],
        "summary": answer.text,
    }


# %% 6.3 right: on failure everything is written back as it was
def summarize(state, ask, keep=4):
    old = state["messages"][:-keep]
    summary = state.get("summary", "")
    try:
        new = ""
        if old:
            new = ask([("system", f"So far: {summary}"), *old]).text.strip()
    except Exception:
        new = ""
    gone = [RemoveMessage(id=m.id) for m in old] if new else []
    return {"summary": new or summary, "messages": gone}


# %% 6.3 wrong: no exception is caught -> TimeoutError
def summarize(state, ask, keep=4):
    old = state["messages"][:-keep]
    if not old:
        return {}
    answer = ask([*old, ("human", f"Extend: {state.get('summary', '')}")])
    removed = [RemoveMessage(id=m.id) for m in old]
    return {"summary": answer.text, "messages": removed}


# %% 6.3 wrong: the error text becomes the summary -> the model failed, and the summary is now 'Error
def summarize(state, ask, keep=4):
    old = state["messages"][:-keep]
    if not old:
        return {}
    try:
        text = ask([*old, ("human", state.get("summary", ""))]).text
    except Exception as error:
        text = f"Error: {error}"
    removed = [RemoveMessage(id=m.id) for m in old]
    return {"summary": text, "messages": removed}


# %% 6.3 wrong: on failure the messages go all the same -> the model failed, and messages are removed
def summarize(state, ask, keep=4):
    old = state["messages"][:-keep]
    if not old:
        return {}
    update = {"messages": [RemoveMessage(id=m.id) for m in old]}
    try:
        answer = ask([*old, ("human", f"Extend: {state.get('summary', '')}")])
        update["summary"] = answer.text
    except Exception:
        return update
    return update


# %% 6.3 wrong: an empty answer replaces the summary -> the answer was empty, and the summary is now
def summarize(state, ask, keep=4):
    old = state["messages"][:-keep]
    if not old:
        return {}
    try:
        text = ask([*old, ("human", state.get("summary", ""))]).text
    except Exception:
        return {}
    removed = [RemoveMessage(id=m.id) for m in old]
    return {"summary": text, "messages": removed}


# %% 6.3 wrong: each summary begins anew -> was not given the earlier summary
def summarize(state, ask, keep=4):
    old = state["messages"][:-keep]
    if not old:
        return {}
    try:
        text = ask([*old, ("human", "Summarise the above:")]).text.strip()
    except Exception:
        return {}
    if not text:
        return {}
    removed = [RemoveMessage(id=m.id) for m in old]
    return {"summary": text, "messages": removed}


# %% 6.3 wrong: the whole conversation is summarised -> messages that stay
def summarize(state, ask, keep=4):
    old = state["messages"][:-keep]
    request = ("human", f"Extend: {state.get('summary', '')}")
    try:
        text = ask([*state["messages"], request]).text.strip()
    except Exception:
        return {}
    removed = [RemoveMessage(id=m.id) for m in old]
    return {"summary": text, "messages": removed} if text else {}


# %% 6.3 wrong: nothing is removed -> you remove []
def summarize(state, ask, keep=4):
    old = state["messages"][:-keep]
    if not old:
        return {}
    return {"summary": ask([*old, ("human", "Summarise:")]).text}


# %% 6.3 wrong: the new ones are removed -> you remove ['4', '5']
def summarize(state, ask, keep=4):
    old = state["messages"][:-keep]
    text = ask([*old, ("human", "Summarise:")]).text
    new = state["messages"][keep:]
    return {"summary": text, "messages": [RemoveMessage(m.id) for m in new]}


# %% 6.4 right: Command instead of a conditional edge
def summarizing_graph(model, past, keep):
    from typing import Literal

    from langgraph.types import Command

    def chatbot(state: State) -> Command[Literal["tidy", "__end__"]]:
        notes = state.get("summary")
        front = [("system", f"Summary so far: {notes}")] if notes else []
        answer = model.invoke(front + state["messages"])
        long = len(state["messages"]) + 1 > past
        return Command(
            update={"messages": [answer]}, goto="tidy" if long else END
        )

    def tidy(state: State):
        *old, request = [*state["messages"][:-keep], ("human", "Summarise:")]
        if state.get("summary"):
            request = (
                "human",
                f"This is the summary so far: {state['summary']}\n\nExtend "
                "the summary with the messages above:",
            )
        else:
            request = ("human", "Create a summary of the conversation above:")
        text = model.invoke([*old, request], {"tags": ["nostream"]}).text
        gone = [RemoveMessage(id=m.id) for m in old]
        return {"summary": text, "messages": gone}

    builder = StateGraph(State)
    builder.add_node("chat", chatbot)
    builder.add_node("tidy", tidy)
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=InMemorySaver())


# %% 6.4 wrong: a new summary replaces the earlier one -> the first summary had it, and the second has lost it
def summarizing_graph(model, past, keep):
    quiet = model.with_config(tags=["nostream"])

    def chatbot(state: State):
        messages = state["messages"]
        if state.get("summary"):
            notes = f"Summary of the conversation so far: {state['summary']}"
            messages = [("system", notes), *messages]
        return {"messages": [model.invoke(messages)]}

    def shorten(state: State):
        old = state["messages"][:-keep]
        request = "Create a summary of the conversation above:"
        text = quiet.invoke([*old, ("human", request)]).text
        gone = [RemoveMessage(id=m.id) for m in old]
        return {"summary": text, "messages": gone}

    builder = StateGraph(State)
    builder.add_node(chatbot)
    builder.add_node(shorten)
    builder.add_edge(START, "chatbot")
    builder.add_conditional_edges(
        "chatbot",
        lambda s: "shorten" if len(s["messages"]) > past else END,
        ["shorten", END],
    )
    return builder.compile(checkpointer=InMemorySaver())


# %% 6.4 right: the earlier summary in front, as the chatbot sees it
def summarizing_graph(model, past, keep):
    quiet = model.with_config(tags=["nostream"])

    def seen(state, messages):
        notes = state.get("summary")
        front = [("system", f"Summary of the conversation: {notes}")]
        return [*front, *messages] if notes else messages

    def chatbot(state: State):
        return {"messages": [model.invoke(seen(state, state["messages"]))]}

    def shorten(state: State):
        old = state["messages"][:-keep]
        ask = ("human", "Summarise our conversation, all of it:")
        text = quiet.invoke([*seen(state, old), ask]).text
        gone = [RemoveMessage(id=m.id) for m in old]
        return {"summary": text, "messages": gone}

    def is_long(state: State):
        return len(state["messages"]) > past

    builder = StateGraph(State)
    builder.add_sequence([("chat", chatbot)])
    builder.add_node(shorten)
    builder.add_edge(START, "chat")
    builder.add_conditional_edges(
        "chat", is_long, {True: "shorten", False: END}
    )
    return builder.compile(checkpointer=InMemorySaver())


# %% 6.4 wrong: in every turn -> wanted [2, 4, 6, 2, 4, 6, 2]
def summarizing_graph(model, past, keep):
    quiet = model.with_config(tags=["nostream"])

    def chatbot(state: State):
        front = [("system", f"Summary so far: {state.get('summary', '')}")]
        return {"messages": [model.invoke([*front, *state["messages"]])]}

    def shorten(state: State):
        old = state["messages"][:-keep]
        request = f"Extend the summary: {state.get('summary', '')}"
        text = quiet.invoke([*old, ("human", request)]).text
        gone = [RemoveMessage(id=m.id) for m in old]
        return {"summary": text, "messages": gone}

    builder = StateGraph(State)
    builder.add_sequence([chatbot, shorten])
    builder.add_edge(START, "chatbot")
    return builder.compile(checkpointer=InMemorySaver())


# %% 6.4 wrong: at the threshold instead of past it -> the turns leave [2, 4, 2,
def summarizing_graph(model, past, keep):
    quiet = model.with_config(tags=["nostream"])

    def chatbot(state: State):
        front = [("system", f"Summary so far: {state.get('summary', '')}")]
        return {"messages": [model.invoke([*front, *state["messages"]])]}

    def shorten(state: State):
        old = state["messages"][:-keep]
        request = f"Extend the summary: {state.get('summary', '')}"
        text = quiet.invoke([*old, ("human", request)]).text
        gone = [RemoveMessage(id=m.id) for m in old]
        return {"summary": text, "messages": gone}

    builder = StateGraph(State)
    builder.add_node(chatbot)
    builder.add_node(shorten)
    builder.add_edge(START, "chatbot")
    builder.add_conditional_edges(
        "chatbot",
        lambda s: "shorten" if len(s["messages"]) >= past else END,
        ["shorten", END],
    )
    return builder.compile(checkpointer=InMemorySaver())


# %% 6.4 wrong: the summary is written for nobody -> the model is not given the summary
def summarizing_graph(model, past, keep):
    quiet = model.with_config(tags=["nostream"])

    def chatbot(state: State):
        return {"messages": [model.invoke(state["messages"])]}

    def shorten(state: State):
        old = state["messages"][:-keep]
        request = f"Extend the summary: {state.get('summary', '')}"
        text = quiet.invoke([*old, ("human", request)]).text
        gone = [RemoveMessage(id=m.id) for m in old]
        return {"summary": text, "messages": gone}

    builder = StateGraph(State)
    builder.add_node(chatbot)
    builder.add_node(shorten)
    builder.add_edge(START, "chatbot")
    builder.add_conditional_edges(
        "chatbot",
        lambda s: "shorten" if len(s["messages"]) > past else END,
        ["shorten", END],
    )
    return builder.compile(checkpointer=InMemorySaver())


# %% 6.4 wrong: the summary is streamed -> the stream shows the tokens of ['chatbot', 'shorten']
def summarizing_graph(model, past, keep):
    def chatbot(state: State):
        front = [("system", f"Summary so far: {state.get('summary', '')}")]
        return {"messages": [model.invoke([*front, *state["messages"]])]}

    def shorten(state: State):
        old = state["messages"][:-keep]
        request = (
            f"The summary so far: {state.get('summary', '')}\n\n"
            "Extend the summary with the messages above:"
        )
        text = model.invoke([*old, ("human", request)]).text
        gone = [RemoveMessage(id=m.id) for m in old]
        return {"summary": text, "messages": gone}

    builder = StateGraph(State)
    builder.add_node(chatbot)
    builder.add_node(shorten)
    builder.add_edge(START, "chatbot")
    builder.add_conditional_edges(
        "chatbot",
        lambda s: "shorten" if len(s["messages"]) > past else END,
        ["shorten", END],
    )
    return builder.compile(checkpointer=InMemorySaver())


# %% 6.4 wrong: deleted without a summary -> wanted one, and two where the conversation is summarised
def summarizing_graph(model, past, keep):
    def chatbot(state: State):
        return {"messages": [model.invoke(state["messages"])]}

    def shorten(state: State):
        old = state["messages"][:-keep]
        return {"messages": [RemoveMessage(id=m.id) for m in old]}

    builder = StateGraph(State)
    builder.add_node(chatbot)
    builder.add_node(shorten)
    builder.add_edge(START, "chatbot")
    builder.add_conditional_edges(
        "chatbot",
        lambda s: "shorten" if len(s["messages"]) > past else END,
        ["shorten", END],
    )
    return builder.compile(checkpointer=InMemorySaver())


# %% 6.4 wrong: what is summarised stays in the list -> more than six stay
def summarizing_graph(model, past, keep):
    def chatbot(state: State):
        return {"messages": [model.invoke(state["messages"])]}

    def shorten(state: State):
        request = ("human", "Create a summary of the conversation above:")
        old = state["messages"][:-keep]
        return {"summary": model.invoke([*old, request]).text}

    builder = StateGraph(State)
    builder.add_node(chatbot)
    builder.add_node(shorten)
    builder.add_edge(START, "chatbot")
    builder.add_conditional_edges(
        "chatbot",
        lambda s: "shorten" if len(s["messages"]) > past else END,
        ["shorten", END],
    )
    return builder.compile(checkpointer=InMemorySaver())


# %% 6.5 right: a clause of conditions, and the model's own summary prompt
def summarizing_agent(model, limit, keep):
    return create_agent(
        model=model,
        middleware=[
            SummarizationMiddleware(
                model,
                trigger=[{"messages": limit}],
                keep=("messages", keep),
                summary_prompt=(
                    "Create a summary of this conversation:\n{messages}"
                ),
            )
        ],
        checkpointer=InMemorySaver(),
    )


# %% 6.5 wrong: a misspelt keyword is swallowed -> look at each keyword's spelling
def summarizing_agent(model, limit, keep):
    middleware = SummarizationMiddleware(
        model, triggers=("messages", limit), keep=("messages", keep)
    )
    return create_agent(
        model, tools=[], middleware=[middleware], checkpointer=InMemorySaver()
    )


# %% 6.5 wrong: a number instead of a pair -> TypeError: Unsupported trigger type
def summarizing_agent(model, limit, keep):
    middleware = SummarizationMiddleware(model, trigger=limit, keep=keep)
    return create_agent(
        model, tools=[], middleware=[middleware], checkpointer=InMemorySaver()
    )


# %% 6.5 wrong: twenty messages are kept, the default -> at how many messages it keeps
def summarizing_agent(model, limit, keep):
    middleware = SummarizationMiddleware(model, trigger=("messages", limit))
    return create_agent(
        model, tools=[], middleware=[middleware], checkpointer=InMemorySaver()
    )


# %% 6.5 wrong: limit and keep exchanged -> wanted [2, 4, 6, 5, 7, 5, 7]
def summarizing_agent(model, limit, keep):
    middleware = SummarizationMiddleware(
        model, trigger=("messages", keep), keep=("messages", limit)
    )
    return create_agent(
        model, tools=[], middleware=[middleware], checkpointer=InMemorySaver()
    )


# %% 6.5 wrong: no checkpointer -> the agent has no memory
def summarizing_agent(model, limit, keep):
    middleware = SummarizationMiddleware(
        model, trigger=("messages", limit), keep=("messages", keep)
    )
    return create_agent(model, tools=[], middleware=[middleware])
