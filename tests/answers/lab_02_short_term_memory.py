# %% 2.1 right: streamed, and the id checked by its length
def reply(graph, session_id, text):
    if session_id is None or len(session_id) == 0:
        raise ValueError("no session")
    config = {"configurable": {"thread_id": f"web-{session_id}"}}
    config["configurable"]["thread_id"] = session_id
    *_, last = graph.stream(
        {"messages": {"role": "user", "content": text}},
        config,
        stream_mode="values",
    )
    return last["messages"][-1].content


# %% 2.1 wrong: the message instead of its text -> return its text
def reply(graph, session_id, text):
    config = {"configurable": {"thread_id": session_id}}
    result = graph.invoke({"messages": [("human", text)]}, config)
    return result["messages"][-1]


# %% 2.1 wrong: one thread for everybody -> session s2 knows what was said in s1
def reply(graph, session_id, text):
    config = {"configurable": {"thread_id": "s1"}}
    result = graph.invoke({"messages": [("human", text)]}, config)
    return result["messages"][-1].text


# %% 2.1 wrong: a missing session id is accepted -> session id None was accepted
def reply(graph, session_id, text):
    config = {"configurable": {"thread_id": session_id}}
    result = graph.invoke({"messages": [("human", text)]}, config)
    return result["messages"][-1].text


# %% 2.1 wrong: only None is refused -> session id '' was accepted
def reply(graph, session_id, text):
    if session_id is None:
        raise ValueError("no session")
    config = {"configurable": {"thread_id": session_id}}
    result = graph.invoke({"messages": [("human", text)]}, config)
    return result["messages"][-1].text


# %% 2.1 wrong: the history is sent again -> send only what is new
def reply(graph, session_id, text):
    config = {"configurable": {"thread_id": session_id}}
    saved = graph.get_state(config).values.get("messages", [])
    history = [(m.type, m.text) for m in saved]
    result = graph.invoke({"messages": [*history, ("human", text)]}, config)
    return result["messages"][-1].text


# %% 2.1 wrong: a new thread for each request -> does not remember its own first turn
def reply(graph, session_id, text):
    config = {"configurable": {"thread_id": f"{session_id}-{text}"}}
    result = graph.invoke({"messages": [("human", text)]}, config)
    return result["messages"][-1].text


# %% 2.2 right: from the newest snapshot of the history
def transcript(graph, session_id):
    config = {"configurable": {"thread_id": session_id}}
    for snapshot in graph.get_state_history(config, limit=1):
        return [(m.type, m.content) for m in snapshot.values["messages"]]
    return []


# %% 2.2 wrong: an unknown session fails -> KeyError
def transcript(graph, session_id):
    config = {"configurable": {"thread_id": session_id}}
    state = graph.get_state(config).values
    return [(m.type, m.text) for m in state["messages"]]


# %% 2.2 wrong: the texts only -> the first line is Hi, I'm Bob.
def transcript(graph, session_id):
    config = {"configurable": {"thread_id": session_id}}
    state = graph.get_state(config).values
    return [m.text for m in state.get("messages", [])]


# %% 2.2 wrong: the graph is run -> not 4
def transcript(graph, session_id):
    config = {"configurable": {"thread_id": session_id}}
    result = graph.invoke({"messages": [("human", "Hello?")]}, config)
    return [(m.type, m.text) for m in result["messages"]]


# %% 2.2 wrong: newest first -> the first line is ('ai',
def transcript(graph, session_id):
    config = {"configurable": {"thread_id": session_id}}
    state = graph.get_state(config).values
    return [(m.type, m.text) for m in state.get("messages", [])][::-1]


# %% 2.2 wrong: the run comes back with the answer to an unknown session -> has an empty transcript
def transcript(graph, session_id):
    config = {"configurable": {"thread_id": session_id}}
    state = graph.get_state(config).values
    return [(m.type, m.text) for m in state.get("messages", [])] or None


# %% 2.3 right: both modes at once
def stream_reply(graph, session_id, text):
    config = {"configurable": {"thread_id": session_id}}
    question = {"messages": [("human", text)]}
    modes = ["values", "messages"]
    for mode, part in graph.stream(question, config, stream_mode=modes):
        if mode == "messages":
            yield part[0].content


# %% 2.3 right: pieces without text are left out
def stream_reply(graph, session_id, text):
    parts = graph.stream(
        {"messages": [{"role": "user", "content": text}]},
        config={"configurable": {"thread_id": session_id}},
        stream_mode=["messages"],
        durability="sync",
    )
    yield from (part[0].text for _, part in parts if part[0].text)


# %% 2.3 right: letter by letter, but while the model writes
def stream_reply(graph, session_id, text):
    config = {"configurable": {"thread_id": session_id}}
    question = {"messages": [("human", text)]}
    for piece, _ in graph.stream(question, config, stream_mode="messages"):
        yield from piece.text


# %% 2.3 wrong: a finished answer, cut into letters -> complete before you yielded its first piece
def stream_reply(graph, session_id, text):
    config = {"configurable": {"thread_id": session_id}}
    question = {"messages": [("human", text)]}
    yield from graph.invoke(question, config)["messages"][-1].text


# %% 2.3 wrong: the last of the values, cut into words -> complete before you yielded its first piece
def stream_reply(graph, session_id, text):
    config = {"configurable": {"thread_id": session_id}}
    question = {"messages": [("human", text)]}
    for state in graph.stream(question, config, stream_mode="values"):
        answer = state["messages"][-1].text
    for word in answer.splitlines(keepends=True):
        yield from (word[:4], word[4:])


# %% 2.3 wrong: the pieces are collected first -> complete before you yielded its first piece
def stream_reply(graph, session_id, text):
    config = {"configurable": {"thread_id": session_id}}
    question = {"messages": [("human", text)]}
    pieces = graph.stream(question, config, stream_mode="messages")
    return [piece.text for piece, _ in pieces]


# %% 2.3 wrong: values instead of messages -> yield the text of each message piece
def stream_reply(graph, session_id, text):
    config = {"configurable": {"thread_id": session_id}}
    question = {"messages": [("human", text)]}
    yield from graph.stream(question, config, stream_mode="values")


# %% 2.3 wrong: the whole answer at once -> it was not streamed word by word
def stream_reply(graph, session_id, text):
    config = {"configurable": {"thread_id": session_id}}
    question = {"messages": [("human", text)]}
    yield graph.invoke(question, config)["messages"][-1].text


# %% 2.3 wrong: pieces of the question too -> are not the answer that was saved
def stream_reply(graph, session_id, text):
    config = {"configurable": {"thread_id": session_id}}
    question = {"messages": [("human", text)]}
    yield text
    for piece, _ in graph.stream(question, config, stream_mode="messages"):
        yield piece.text


# %% 2.3 wrong: the model is asked, not the graph -> nothing was saved
def stream_reply(graph, session_id, text):
    for piece in model.stream(text):
        yield piece.text


# %% 2.4 wrong: no memory, the whole list instead -> was given 2 messages of a turn
def chat_with_subgraph(subgraph_builder):
    inner = subgraph_builder.compile()

    def ask(state):
        result = inner.invoke({"messages": state["messages"]})
        return {"messages": [result["messages"][-1]]}

    outer = StateGraph(MessagesState)
    outer.add_node("ask", ask)
    outer.add_edge(START, "ask")
    return outer.compile(checkpointer=InMemorySaver())


# %% 2.4 right: the subgraph adapted by a function elsewhere
def chat_with_subgraph(subgraph_builder):
    inner = subgraph_builder.compile(checkpointer=True)
    return (
        StateGraph(MessagesState)
        .add_node(
            "inner",
            lambda s: {
                "messages": inner.invoke({"messages": s["messages"][-1:]})[
                    "messages"
                ][-1:]
            },
        )
        .set_entry_point("inner")
        .compile(InMemorySaver())
    )


# %% 2.4 wrong: the subgraph inherits -> the subgraph begins each call anew
def chat_with_subgraph(subgraph_builder):
    inner = subgraph_builder.compile()

    def ask(state):
        result = inner.invoke({"messages": [state["messages"][-1]]})
        return {"messages": [result["messages"][-1]]}

    outer = StateGraph(MessagesState)
    outer.add_node("ask", ask)
    outer.add_edge(START, "ask")
    return outer.compile(checkpointer=InMemorySaver())


# %% 2.4 wrong: the whole conversation is handed over -> give it only the newest message
def chat_with_subgraph(subgraph_builder):
    inner = subgraph_builder.compile()

    def ask(state):
        history = [(m.type, m.text) for m in state["messages"]]
        result = inner.invoke({"messages": [*history, ("human", "?")]})
        return {"messages": [result["messages"][-1]]}

    outer = StateGraph(MessagesState)
    outer.add_node("ask", ask)
    outer.add_edge(START, "ask")
    return outer.compile(checkpointer=InMemorySaver())


# %% 2.4 wrong: the outer graph has no memory -> No checkpointer set
def chat_with_subgraph(subgraph_builder):
    inner = subgraph_builder.compile(checkpointer=True)

    def ask(state):
        result = inner.invoke({"messages": [state["messages"][-1]]})
        return {"messages": [result["messages"][-1]]}

    outer = StateGraph(MessagesState)
    outer.add_node("ask", ask)
    outer.add_edge(START, "ask")
    return outer.compile()


# %% 2.4 wrong: a saver of its own, one thread for all -> the subgraph remembers another thread
def chat_with_subgraph(subgraph_builder):
    inner = subgraph_builder.compile(checkpointer=InMemorySaver())
    own = {"configurable": {"thread_id": "inner"}}

    def ask(state):
        newest = {"messages": [state["messages"][-1]]}
        result = inner.invoke(newest, own)
        return {"messages": [result["messages"][-1]]}

    outer = StateGraph(MessagesState)
    outer.add_node("ask", ask)
    outer.add_edge(START, "ask")
    return outer.compile(checkpointer=InMemorySaver())
