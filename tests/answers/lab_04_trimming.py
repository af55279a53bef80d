# %% 4.1 right: four bytes a token
def count(messages):
    return sum(4 + len(m.text.encode()) // 4 for m in messages)


# %% 4.1 right: LangChain's counter, and what it misses of each character
def count(messages):
    from langchain_core.messages.utils import count_tokens_approximately

    text = "".join(m.text for m in messages)
    chinese = [c for c in text if not c.isascii()]
    return count_tokens_approximately(messages) + len(chinese) * 5 // 12


# %% 4.1 wrong: four characters a token -> a Chinese text of 100 tokens was counted as 40
def count(messages):
    from langchain_core.messages.utils import count_tokens_approximately

    return count_tokens_approximately(messages)


# %% 4.1 wrong: three halves for everything -> an English text of 65 tokens was counted as
def count(messages):
    return sum(4 + len(m.text) / 1.5 for m in messages)


# %% 4.1 wrong: the messages themselves cost nothing -> short messages of 108 tokens was counted as 36
def count(messages):
    total = 0
    for message in messages:
        chinese = sum(c > "\u2e7f" for c in message.text)
        total += round(chinese / 1.5 + (len(message.text) - chinese) / 4)
    return total


# %% 4.1 wrong: one language a text -> a mixed text of
def count(messages):
    total = 0
    for message in messages:
        rate = 4 if message.text[0].isascii() else 1.5
        total += 4 + round(len(message.text) / rate)
    return total


# %% 4.1 wrong: nothing is returned -> count returned nothing
def count(messages):
    sum(len(m.text) for m in messages)


# %% 4.2 right: slices between the human messages
def turns(messages):
    starts = [n for n, m in enumerate(messages) if m.type == "human"]
    ends = [*starts[1:], len(messages)]
    return [messages[a:b] for a, b in zip(starts, ends, strict=True)]


# %% 4.2 right: from the end
def turns(messages):
    found, turn = [], []
    for message in reversed(messages):
        turn.insert(0, message)
        if message.type == "human":
            found.insert(0, turn)
            turn = []
    return found


# %% 4.2 wrong: the system message is in the first turn -> a turn does not begin with a human message
def turns(messages):
    found = [[]]
    for message in messages:
        if message.type == "human" and any(
            m.type == "human" for m in found[0]
        ):
            found.append([])
        found[-1].append(message)
    return found


# %% 4.2 wrong: two messages a turn -> wanted turns: 2, found: 1
def turns(messages):
    messages = [m for m in messages if m.type != "system"]
    return [messages[n : n + 2] for n in range(0, len(messages), 2)]


# %% 4.2 wrong: the tool exchanges are dropped -> the turns have the types human
def turns(messages):
    found = []
    for message in messages:
        if message.type == "human":
            found.append([message])
        elif message.type == "ai" and not message.tool_calls:
            found[-1].append(message)
    return found


# %% 4.2 wrong: a turn is over at the answer -> wanted turns: 2, found: 1
def turns(messages):
    found, turn = [], []
    for message in messages:
        if message.type != "system":
            turn.append(message)
        if message.type == "ai" and not message.tool_calls:
            found.append(turn)
            turn = []
    return [*found, turn]


# %% 4.2 wrong: the newest turn is forgotten -> turns returned []
def turns(messages):
    found, turn = [], []
    for message in messages:
        if message.type == "human" and turn:
            found.append(turn)
            turn = []
        if message.type != "system":
            turn.append(message)
    return found


# %% 4.3 right: turns added from the newest backwards
def fit(messages, budget):
    system = [m for m in messages if m.type == "system"]
    kept, turn = [], []
    for message in reversed(messages[len(system) :]):
        turn = [message, *turn]
        if message.type == "human":
            if count_tokens(system + turn + kept) > budget:
                break
            kept, turn = turn + kept, []
    if not kept:
        raise ContextOverflowError("too long")
    return system + kept


# %% 4.3 right: the longest end that begins with a human message
def fit(messages, budget):
    system = messages[:1] if messages[0].type == "system" else []
    for n, message in enumerate(messages):
        end = system + messages[n:]
        if message.type == "human" and count_tokens(end) <= budget:
            return end
    raise ContextOverflowError(f"more than {budget} tokens")


# %% 4.3 right: a turn that is too long is skipped
def fit(messages, budget):
    system = [m for m in messages if m.type == "system"]
    room = budget - count_tokens(system)
    found = []
    for message in messages[len(system) :]:
        if message.type == "human":
            found.append([])
        found[-1].append(message)
    kept = []
    for turn in reversed(found):
        if count_tokens(turn) <= room:
            room -= count_tokens(turn)
            kept = turn + kept
        elif turn is found[-1]:
            raise ContextOverflowError("too long")
    return system + kept


# %% 4.3 wrong: the naive slice -> tokens;
def fit(messages, budget):
    return messages[-4:]


# %% 4.3 wrong: a bare last -> Message 0 is a tool result without its call
def fit(messages, budget):
    return trim_messages(
        messages,
        strategy="last",
        max_tokens=budget,
        token_counter=count_tokens,
    )


# %% 4.3 wrong: no system message -> the system message was left out
def fit(messages, budget):
    kept = trim_messages(
        messages,
        max_tokens=budget,
        token_counter=count_tokens,
        start_on="human",
    )
    if not kept:
        raise ContextOverflowError("too long")
    return kept


# %% 4.3 wrong: an empty list instead of a refusal -> raise ContextOverflowError
def fit(messages, budget):
    return trim_messages(
        messages,
        max_tokens=budget,
        token_counter=count_tokens,
        start_on="human",
        include_system=True,
    )


# %% 4.3 wrong: the approximate counter -> are allowed
def fit(messages, budget):
    kept = trim_messages(
        messages,
        max_tokens=budget,
        token_counter="approximate",
        start_on="human",
        include_system=True,
    )
    if not any(m.type == "human" for m in kept):
        raise ContextOverflowError("too long")
    return kept


# %% 4.3 wrong: without tool exchanges -> the newest turn is not whole
def fit(messages, budget):
    for n, message in enumerate(messages):
        end = messages[:1] if n and messages[0].type == "system" else []
        end += [m for m in messages[n:] if m.type in ("human", "ai")]
        end = [m for m in end if not getattr(m, "tool_calls", [])]
        if message.type == "human" and count_tokens(end) <= budget:
            return end
    raise ContextOverflowError("too long")


# %% 4.3 wrong: the first messages are popped -> it changed the messages that it was given
def fit(messages, budget):
    while count_tokens(messages) > budget:
        messages.pop(0)
    return messages


# %% 4.3 wrong: long results are cut -> is new, changed, twice, or not in its place
def fit(messages, budget):
    return [
        m.model_copy(update={"content": m.text[:40]})
        if m.type == "tool"
        else m
        for m in messages
    ]


# %% 4.3 wrong: the newest turn and no more -> everything fits, but it left out
def fit(messages, budget):
    system = [m for m in messages if m.type == "system"]
    newest = max(n for n, m in enumerate(messages) if m.type == "human")
    kept = system + messages[newest:]
    if count_tokens(kept) > budget:
        raise ContextOverflowError("too long")
    return kept


# %% 4.3 wrong: less than the budget -> it refused, but the newest turn needs
def fit(messages, budget):
    system = messages[:1] if messages[0].type == "system" else []
    for n, message in enumerate(messages):
        end = system + messages[n:]
        if message.type == "human" and count_tokens(end) < budget:
            return end
    raise ContextOverflowError("too long")


# %% 4.3 wrong: an error of its own -> all 1 message 6 1 over the limit of 5
def fit(messages, budget):
    kept = trim_messages(
        messages,
        max_tokens=budget,
        token_counter=count_tokens,
        start_on="human",
        include_system=True,
    )
    newest = max(n for n, m in enumerate(kept) if m.type == "human")
    if newest < 0:
        raise ContextOverflowError("too long")
    return kept


# %% 4.3 wrong: an error after it has emptied the list -> IndexError: pop from empty list
def fit(messages, budget):
    while count_tokens(messages) > budget or messages[0].type != "human":
        messages.pop(0)
        if not messages:
            messages.pop(0)
    return messages


# %% 4.3 wrong: another exception -> ValueError: too long
def fit(messages, budget):
    if count_tokens(messages) > budget:
        raise ValueError("too long")
    return messages


# %% 4.4 right: turns dropped from the front, another entry point
def build_chat(model, budget):
    def node(state):
        kept = list(state["messages"])
        while kept and (
            count_tokens(kept) > budget or kept[0].type != "human"
        ):
            kept = kept[1:]
        if kept:
            return {"messages": model.invoke(kept)}
        return {"messages": AIMessage("Please write less.")}

    builder = StateGraph(MessagesState)
    builder.add_node("chat", node)
    builder.set_entry_point("chat")
    return builder.compile(InMemorySaver())


# %% 4.4 right: a node of its own for what is too long
def build_chat(model, budget):
    def is_long(state):
        return count_tokens(state["messages"][-1:]) > budget

    def refuse(state):
        return {"messages": [("ai", f"At most {budget} tokens, please.")]}

    def answer(state):
        limit = {"max_tokens": budget, "token_counter": count_tokens}
        trim = trim_messages(**limit, start_on="human")
        return {"messages": (trim | model).invoke(state["messages"])}

    builder = StateGraph(MessagesState)
    builder.add_node(refuse)
    builder.add_node(answer)
    builder.add_conditional_edges(
        START, is_long, {True: "refuse", False: "answer"}
    )
    return builder.compile(checkpointer=InMemorySaver())


# %% 4.4 wrong: everything is sent, the refusal caught -> tokens; 128 are allowed
def build_chat(model, budget):
    def node(state):
        try:
            return {"messages": model.invoke(state["messages"])}
        except ContextOverflowError as error:
            return {"messages": AIMessage(f"Too long: {error}")}

    builder = StateGraph(MessagesState)
    builder.add_node("chat", node)
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=InMemorySaver())


# %% 4.4 wrong: trimmed, but what is too long is sent and the refusal caught -> tokens; 128 are allowed
def build_chat(model, budget):
    def node(state):
        kept = list(state["messages"])
        while count_tokens(kept) > budget and len(kept) > 1:
            kept = kept[1:]
        try:
            return {"messages": model.invoke(kept)}
        except ContextOverflowError as error:
            return {"messages": AIMessage(f"Too long: {error}")}

    builder = StateGraph(MessagesState)
    builder.add_node("chat", node)
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=InMemorySaver())


# %% 4.4 wrong: a full conversation gets no answers any more -> the model was not asked
def build_chat(model, budget):
    def node(state):
        if count_tokens(state["messages"]) > budget:
            return {"messages": AIMessage("Too long.")}
        return {"messages": model.invoke(state["messages"])}

    builder = StateGraph(MessagesState)
    builder.add_node("chat", node)
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=InMemorySaver())


# %% 4.4 wrong: nothing is trimmed -> tokens; 128 are allowed
def build_chat(model, budget):
    builder = StateGraph(MessagesState)
    builder.add_node(
        "chat", lambda state: {"messages": [model.invoke(state["messages"])]}
    )
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=InMemorySaver())


# %% 4.4 wrong: Chinese is counted like English -> tokens; 128 are allowed
def build_chat(model, budget):
    def node(state):
        kept = trim_messages(
            state["messages"],
            max_tokens=budget,
            token_counter="approximate",
            start_on="human",
        )
        return {"messages": [model.invoke(kept)]}

    builder = StateGraph(MessagesState)
    builder.add_node("chat", node)
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=InMemorySaver())


# %% 4.4 wrong: an empty list is sent -> The list of messages is empty
def build_chat(model, budget):
    def node(state):
        kept = trim_messages(
            state["messages"],
            max_tokens=budget,
            token_counter=model,
            start_on="human",
        )
        return {"messages": [model.invoke(kept)]}

    builder = StateGraph(MessagesState)
    builder.add_node("chat", node)
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=InMemorySaver())


# %% 4.4 wrong: only the newest message is sent -> forgets what there is room for
def build_chat(model, budget):
    builder = StateGraph(MessagesState)
    builder.add_node(
        "chat",
        lambda state: {"messages": [model.invoke(state["messages"][-1:])]},
    )
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=InMemorySaver())


# %% 4.4 wrong: the state is cut as well -> wanted all 24
def build_chat(model, budget):
    from langgraph.types import Overwrite

    def node(state):
        kept = trim_messages(
            state["messages"],
            max_tokens=budget,
            token_counter=model,
            start_on="human",
        )
        return {"messages": Overwrite([*kept, model.invoke(kept)])}

    builder = StateGraph(MessagesState)
    builder.add_node("chat", node)
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=InMemorySaver())


# %% 4.4 wrong: no answer to what is too long -> there is no answer
def build_chat(model, budget):
    def node(state):
        kept = trim_messages(
            state["messages"],
            max_tokens=budget,
            token_counter=model,
            start_on="human",
        )
        return {"messages": [model.invoke(kept)] if kept else []}

    builder = StateGraph(MessagesState)
    builder.add_node("chat", node)
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=InMemorySaver())
