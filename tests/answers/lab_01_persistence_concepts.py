# %% 1.1 right: a reducer of one's own, and the functional syntax
def diary_state():
    def append(old, new):
        return [*old, *new]

    return TypedDict("Diary", {"cities": Annotated[list, append], "mood": str})


# %% 1.1 wrong: no reducer -> the second city replaced the first
def diary_state():
    class Diary(TypedDict):
        cities: list[str]
        mood: str

    return Diary


# %% 1.1 wrong: a reducer on both -> the mood is 'nonesunnycalm'
def diary_state():
    class Diary(TypedDict):
        cities: Annotated[list[str], add]
        mood: Annotated[str, add]

    return Diary


# %% 1.1 wrong: the newest first -> the cities are ['Oslo', 'Rome']
def diary_state():
    class Diary(TypedDict):
        cities: Annotated[list[str], lambda old, new: new + old]
        mood: str

    return Diary


# %% 1.1 wrong: nothing returned -> diary_state returned None; return the class
def diary_state():
    class Diary(TypedDict):
        cities: Annotated[list[str], add]
        mood: str


# %% 1.2 right: a lambda, and chained calls
def remembering_graph(model):
    return (
        StateGraph(MessagesState)
        .add_node("bot", lambda s: {"messages": model.invoke(s["messages"])})
        .set_entry_point("bot")
        .compile(InMemorySaver())
    )


# %% 1.2 right: a ready-made agent
def remembering_graph(model):
    from langchain.agents import create_agent

    return create_agent(model, tools=[], checkpointer=InMemorySaver())


# %% 1.2 wrong: no checkpointer -> the graph has no checkpointer
def remembering_graph(model):
    builder = StateGraph(MessagesState)
    builder.add_node(
        "bot", lambda s: {"messages": [model.invoke(s["messages"])]}
    )
    builder.add_edge(START, "bot")
    return builder.compile()


# %% 1.2 wrong: the node returns the text, not a message of the model -> the graph's last message is no answer
def remembering_graph(model):
    builder = StateGraph(MessagesState)
    builder.add_node(
        "bot", lambda s: {"messages": [model.invoke(s["messages"]).text]}
    )
    builder.add_edge(START, "bot")
    return builder.compile(checkpointer=InMemorySaver())


# %% 1.2 wrong: the answer twice -> two turns left 6 messages; wanted four
def remembering_graph(model):
    def bot(state):
        text = model.invoke(state["messages"]).text
        return {"messages": [("ai", text), ("ai", text)]}

    builder = StateGraph(MessagesState)
    builder.add_node("bot", bot)
    builder.add_edge(START, "bot")
    return builder.compile(checkpointer=InMemorySaver())


# %% 1.2 wrong: the model sees the newest message only -> the answer was
def remembering_graph(model):
    builder = StateGraph(MessagesState)
    builder.add_node(
        "bot", lambda s: {"messages": [model.invoke(s["messages"][-1:])]}
    )
    builder.add_edge(START, "bot")
    return builder.compile(checkpointer=InMemorySaver())


# %% 1.3 right: sorted by step
def story(graph, config):
    metadata = [s.metadata for s in graph.get_state_history(config)]
    return sorted((m["step"], m["source"]) for m in metadata)


# %% 1.3 right: through the checkpointer
def story(graph, config):
    found = [t.metadata for t in graph.checkpointer.list(config)]
    return [(m["step"], m["source"]) for m in found[::-1]]


# %% 1.3 wrong: the newest first -> the oldest checkpoint, (-1, 'input'), comes first
def story(graph, config):
    return [
        (s.metadata["step"], s.metadata["source"])
        for s in graph.get_state_history(config)
    ]


# %% 1.3 wrong: only the newest checkpoint of each run -> the story begins with (1, 'loop')
def story(graph, config):
    return [
        (s.metadata["step"], s.metadata["source"])
        for s in graph.get_state_history(config)
        if not s.next
    ][::-1]


# %% 1.3 wrong: the sources only -> the story begins with input
def story(graph, config):
    return [s.metadata["source"] for s in graph.get_state_history(config)][
        ::-1
    ]


# %% 1.3 wrong: every thread of the checkpointer -> another thread is not part of it
def story(graph, config):
    found = [t.metadata for t in graph.checkpointer.list(None)]
    return sorted((m["step"], m["source"]) for m in found)


# %% 1.3 wrong: an empty list -> the story is empty
def story(graph, config):
    return []


# %% 1.3 wrong: the first turn repeated -> after two turns the story is
def story(graph, config):
    count = len(list(graph.get_state_history(config)))
    return [(-1, "input"), (0, "loop"), (1, "loop")] * (count // 3)


# %% 1.4 wrong: one thread for everything -> a note of another thread is in it
def note(path, thread_id, text):
    builder = StateGraph(MessagesState)
    builder.add_node("n", lambda _: {"messages": [("ai", "Noted.")]})
    builder.add_edge(START, "n")
    with SqliteSaver.from_conn_string(path) as checkpointer:
        graph = builder.compile(checkpointer=checkpointer)
        config = {"configurable": {"thread_id": "diary"}}
        graph.invoke({"messages": [("human", text)]}, config)


# %% 1.4 right: a connection of one's own, update_state instead of a run
def note(path, thread_id, text):
    import sqlite3

    connection = sqlite3.connect(path, check_same_thread=False)
    builder = StateGraph(MessagesState)
    builder.add_node("n", lambda _: {})
    builder.add_edge(START, "n")
    graph = builder.compile(checkpointer=SqliteSaver(connection))
    config = {"configurable": {"thread_id": thread_id}}
    graph.update_state(config, {"messages": [("human", text)]})
    connection.close()


# %% 1.4 wrong: in memory -> finds nothing in the thread 'diary'
def note(path, thread_id, text):
    builder = StateGraph(MessagesState)
    builder.add_node("n", lambda _: {"messages": [("ai", "Noted.")]})
    builder.add_edge(START, "n")
    graph = builder.compile(checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": thread_id}}
    graph.invoke({"messages": [("human", text)]}, config)


# %% 1.4 wrong: from_conn_string without with -> TypeError
def note(path, thread_id, text):
    builder = StateGraph(MessagesState)
    builder.add_node("n", lambda _: {"messages": [("ai", "Noted.")]})
    builder.add_edge(START, "n")
    graph = builder.compile(checkpointer=SqliteSaver.from_conn_string(path))
    config = {"configurable": {"thread_id": thread_id}}
    graph.invoke({"messages": [("human", text)]}, config)


# %% 1.4 wrong: a new file each time -> the first note is lost
def note(path, thread_id, text):
    from pathlib import Path

    Path(path).unlink(missing_ok=True)
    builder = StateGraph(MessagesState)
    builder.add_node("n", lambda _: {"messages": [("ai", "Noted.")]})
    builder.add_edge(START, "n")
    with SqliteSaver.from_conn_string(path) as checkpointer:
        graph = builder.compile(checkpointer=checkpointer)
        config = {"configurable": {"thread_id": thread_id}}
        graph.invoke({"messages": [("human", text)]}, config)


# %% 1.4 wrong: used after it was closed -> closed database
def note(path, thread_id, text):
    builder = StateGraph(MessagesState)
    builder.add_node("n", lambda _: {"messages": [("ai", "Noted.")]})
    builder.add_edge(START, "n")
    with SqliteSaver.from_conn_string(path) as checkpointer:
        graph = builder.compile(checkpointer=checkpointer)
    config = {"configurable": {"thread_id": thread_id}}
    graph.invoke({"messages": [("human", text)]}, config)
