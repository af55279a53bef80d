# %% 5.1 right: cut at the starts of turns, REMOVE_ALL_MESSAGES and what stays
def forget(graph, config, text):
    messages = graph.get_state(config).values["messages"]
    starts = [n for n, m in enumerate(messages) if m.type == "human"]
    ends = [*starts[1:], len(messages)]
    kept = []
    for start, end in zip(starts, ends, strict=True):
        turn = messages[start:end]
        if not any(text in m.text for m in turn):
            kept += turn
    everything = RemoveMessage(id=REMOVE_ALL_MESSAGES)
    graph.update_state(config, {"messages": [everything, *kept]})
    return len(messages) - len(kept)


# %% 5.1 right: turns numbered, and Overwrite
def forget(graph, config, text):
    from itertools import accumulate

    from langgraph.types import Overwrite

    messages = graph.get_state(config).values["messages"]
    turn_of = list(accumulate(int(m.type == "human") for m in messages))
    hit = {
        n for n, m in zip(turn_of, messages, strict=True) if text in m.content
    }
    kept = [m for n, m in zip(turn_of, messages, strict=True) if n not in hit]
    graph.update_state(config, {"messages": Overwrite(kept)})
    return len(messages) - len(kept)


# %% 5.1 wrong: only the messages with the text -> remove a turn as a whole
def forget(graph, config, text):
    messages = graph.get_state(config).values["messages"]
    old = [m for m in messages if text in m.text]
    removals = [RemoveMessage(id=m.id) for m in old]
    graph.update_state(config, {"messages": removals})
    return len(old)


# %% 5.1 wrong: what stays is sent back, and merged by id -> the thread is as it was: nothing was removed
def forget(graph, config, text):
    messages = graph.get_state(config).values["messages"]
    kept = [m for m in messages if text not in m.text]
    graph.update_state(config, {"messages": kept})
    return len(messages) - len(kept)


# %% 5.1 wrong: only turns that ask about it -> these texts are still there
def forget(graph, config, text):
    messages = graph.get_state(config).values["messages"]
    old, hit = [], False
    for message in messages:
        if message.type == "human":
            hit = text in message.text
        if hit:
            old.append(message)
    removals = [RemoveMessage(id=m.id) for m in old]
    graph.update_state(config, {"messages": removals})
    return len(old)


# %% 5.1 wrong: the text hides the rest of the thread -> other turns have to stay
def forget(graph, config, text):
    messages = graph.get_state(config).values["messages"]
    graph.update_state(
        config, {"messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES)]}
    )
    return len(messages)


# %% 5.1 wrong: written anew, with new ids -> are not the same messages as before
def forget(graph, config, text):
    messages = graph.get_state(config).values["messages"]
    turns = []
    for message in messages:
        if message.type == "human":
            turns.append([])
        turns[-1].append(message)
    kept = [t for t in turns if not any(text in m.text for m in t)]
    new = [(m.type, m.text) for turn in kept for m in turn]
    everything = RemoveMessage(id=REMOVE_ALL_MESSAGES)
    graph.update_state(config, {"messages": [everything, *new]})
    return len(messages) - len(new)


# %% 5.1 wrong: counts turns -> eight messages went; you returned 2
def forget(graph, config, text):
    messages = graph.get_state(config).values["messages"]
    turns = []
    for message in messages:
        if message.type == "human":
            turns.append([])
        turns[-1].append(message)
    old = [t for t in turns if any(text in m.text for m in t)]
    removals = [RemoveMessage(id=m.id) for turn in old for m in turn]
    graph.update_state(config, {"messages": removals})
    return len(old)


# %% 5.1 wrong: removals made and not sent -> nothing was removed
def forget(graph, config, text):
    messages = graph.get_state(config).values["messages"]
    return len([RemoveMessage(id=m.id) for m in messages if text in m.text])


# %% 5.2 right: turn after turn, until it fits
def make_room(state):
    messages = list(state["messages"])
    old = []
    while len(messages) > 6:
        later = [n for n, m in enumerate(messages) if n and m.type == "human"]
        if not later:
            break
        old += messages[: later[0]]
        del messages[: later[0]]
    return {"messages": [RemoveMessage(id=m.id) for m in old]}


# %% 5.2 right: trim_messages chooses, and Overwrite replaces
def make_room(state):
    from langchain_core.messages import trim_messages
    from langgraph.types import Overwrite

    messages = state["messages"]
    kept = trim_messages(
        messages,
        strategy="last",
        max_tokens=6,
        token_counter=len,
        start_on="human",
    )
    if not kept:
        newest = max(n for n, m in enumerate(messages) if m.type == "human")
        kept = messages[newest:]
    return {"messages": Overwrite(kept)}


# %% 5.2 wrong: the newest six, whatever they are -> it does not start with a human message
def make_room(state):
    old = state["messages"][:-6]
    return {"messages": [RemoveMessage(id=m.id) for m in old]}


# %% 5.2 wrong: the kept list is returned -> that is more than 'hahah'
def make_room(state):
    messages = state["messages"]
    starts = [n for n, m in enumerate(messages) if m.type == "human"]
    start = next(n for n in starts if len(messages) - n <= 6)
    return {"messages": messages[start:]}


# %% 5.2 wrong: back to the question, so more than six stay -> that is more than
def make_room(state):
    messages = state["messages"]
    start = max(len(messages) - 6, 0)
    while start and messages[start].type != "human":
        start -= 1
    return {"messages": [RemoveMessage(id=m.id) for m in messages[:start]]}


# %% 5.2 wrong: only the newest turn stays -> 'hahah' would fit
def make_room(state):
    messages = state["messages"]
    if len(messages) > 6:
        start = max(n for n, m in enumerate(messages) if m.type == "human")
    else:
        start = 0
    return {"messages": [RemoveMessage(id=m.id) for m in messages[:start]]}


# %% 5.2 wrong: everything goes when the newest turn is too long -> of 'ha ha hctctcta' nothing is left
def make_room(state):
    messages = state["messages"]
    while messages and (len(messages) > 6 or messages[0].type != "human"):
        messages = messages[1:]
    kept = {m.id for m in messages}
    old = [m for m in state["messages"] if m.id not in kept]
    return {"messages": [RemoveMessage(id=m.id) for m in old]}


# %% 5.2 wrong: counts turns, not messages -> of 'hcta ha h' you keep 'hctahah'; that is more than 'hah'
def make_room(state):
    messages = state["messages"]
    starts = [n for n, m in enumerate(messages) if m.type == "human"]
    start = starts[-3] if len(messages) > 6 and len(starts) > 3 else 0
    return {"messages": [RemoveMessage(id=m.id) for m in messages[:start]]}


# %% 5.3 right: one removal for each message
def chatbot(state):
    *old, newest = state["messages"]
    if newest.content == "/clear":
        answer = {"role": "assistant", "content": "Done."}
        return {"messages": [*(RemoveMessage(id=m.id) for m in old), answer]}
    return {"messages": model.invoke([*old, newest])}


# %% 5.3 right: Overwrite
def chatbot(state):
    from langgraph.types import Overwrite

    newest = state["messages"][-1]
    if newest.text.strip() == "/clear":
        done = Overwrite([newest, AIMessage("Gone.")])
        return {"messages": done}
    return {"messages": [model.invoke(state["messages"])]}


# %% 5.3 wrong: the removal alone -> nothing is left, not even an answer
def chatbot(state):
    if state["messages"][-1].text == "/clear":
        return {"messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES)]}
    return {"messages": [model.invoke(state["messages"])]}


# %% 5.3 wrong: the removal last -> nothing is left, not even an answer
def chatbot(state):
    everything = RemoveMessage(id=REMOVE_ALL_MESSAGES)
    newest = state["messages"][-1]
    if newest.text == "/clear":
        return {"messages": [newest, AIMessage("Done."), everything]}
    return {"messages": [model.invoke(state["messages"])]}


# %% 5.3 wrong: only the old messages go -> the turn with /clear has no answer
def chatbot(state):
    *old, newest = state["messages"]
    if newest.text == "/clear":
        return {"messages": [RemoveMessage(id=m.id) for m in old]}
    return {"messages": [model.invoke(state["messages"])]}


# %% 5.3 wrong: only says so -> after /clear 6 messages are left; wanted two
def chatbot(state):
    if state["messages"][-1].text == "/clear":
        return {"messages": [AIMessage("I have cleared everything.")]}
    return {"messages": [model.invoke(state["messages"])]}


# %% 5.3 wrong: the answer alone stays -> has to start with the human message /clear
def chatbot(state):
    if state["messages"][-1].text == "/clear":
        everything = RemoveMessage(id=REMOVE_ALL_MESSAGES)
        return {"messages": [everything, AIMessage("Done.")]}
    return {"messages": [model.invoke(state["messages"])]}


# %% 5.3 wrong: every turn is cleared -> without /clear the chatbot has to remember
def chatbot(state):
    everything = RemoveMessage(id=REMOVE_ALL_MESSAGES)
    newest = state["messages"][-1]
    return {"messages": [everything, newest, model.invoke([newest])]}


# %% 5.4 right: the service's own connection, and a limit
def forget_user(user_id, checkpointer, store, path):
    threads = {
        c.config["configurable"]["thread_id"]
        for c in list(checkpointer.list(None))
        if c.metadata.get("user_id") == user_id
    }
    for thread_id in threads:
        checkpointer.delete_thread(thread_id)
    for item in store.search(("users", user_id), limit=1000):
        store.delete(item.namespace, item.key)
    checkpointer.conn.execute("VACUUM")
    checkpointer.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")


# %% 5.4 right: plain SQL
def forget_user(user_id, checkpointer, store, path):
    database = sqlite3.connect(path)
    owned = (
        "SELECT thread_id FROM checkpoints"
        " WHERE json_extract(CAST(metadata AS TEXT), '$.user_id') = ?"
    )
    with database:
        database.execute(
            f"DELETE FROM writes WHERE thread_id IN ({owned})", (user_id,)
        )
        database.execute(
            f"DELETE FROM checkpoints WHERE thread_id IN ({owned})", (user_id,)
        )
        mine = f"users.{user_id}"
        database.execute(
            "DELETE FROM store WHERE prefix = ? OR prefix LIKE ?",
            (mine, f"{mine}.%"),
        )
    database.execute("VACUUM")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


# %% 5.4 right: every namespace by its name, and SQLite's answer checked
def forget_user(user_id, checkpointer, store, path):
    saved = list(checkpointer.list(None, filter={"user_id": user_id}))
    for found in saved:
        checkpointer.delete_thread(found.config["configurable"]["thread_id"])
    for namespace in store.list_namespaces(prefix=("users", user_id)):
        for item in store.search(namespace, limit=100):
            store.delete(item.namespace, item.key)
    with closing(sqlite3.connect(path)) as database:
        for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            busy = database.execute(statement).fetchone()
            assert not busy or busy[0] == 0


# %% 5.4 wrong: threads by the start of their name -> somebody else's rows in checkpoints are gone or changed
def forget_user(user_id, checkpointer, store, path):
    saved = list(checkpointer.list(None))
    for thread_id in {c.config["configurable"]["thread_id"] for c in saved}:
        if thread_id.startswith(user_id):
            checkpointer.delete_thread(thread_id)
    for item in store.search(("users", user_id), limit=1000):
        store.delete(item.namespace, item.key)
    with closing(sqlite3.connect(path)) as database:
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


# %% 5.4 wrong: threads of that name pattern only -> still in: table checkpoints, table writes, file
def forget_user(user_id, checkpointer, store, path):
    for thread_id in (f"{user_id}-1", f"{user_id}-2"):
        checkpointer.delete_thread(thread_id)
    for item in store.search(("users", user_id), limit=1000):
        store.delete(item.namespace, item.key)
    with closing(sqlite3.connect(path)) as database:
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


# %% 5.4 wrong: ten memories, the default limit -> still in: store, table store, file
def forget_user(user_id, checkpointer, store, path):
    saved = list(checkpointer.list(None, filter={"user_id": user_id}))
    for thread_id in {c.config["configurable"]["thread_id"] for c in saved}:
        checkpointer.delete_thread(thread_id)
    for item in store.search(("users", user_id)):
        store.delete(item.namespace, item.key)
    with closing(sqlite3.connect(path)) as database:
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


# %% 5.4 wrong: the namespace below is missed -> still in: store, table store, file
def forget_user(user_id, checkpointer, store, path):
    saved = list(checkpointer.list(None, filter={"user_id": user_id}))
    for thread_id in {c.config["configurable"]["thread_id"] for c in saved}:
        checkpointer.delete_thread(thread_id)
    for item in store.search(("users", user_id), limit=1000):
        store.delete(("users", user_id), item.key)
    with closing(sqlite3.connect(path)) as database:
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


# %% 5.4 wrong: everybody's memories -> somebody else's rows in store are gone or changed
def forget_user(user_id, checkpointer, store, path):
    saved = list(checkpointer.list(None, filter={"user_id": user_id}))
    for thread_id in {c.config["configurable"]["thread_id"] for c in saved}:
        checkpointer.delete_thread(thread_id)
    for item in store.search(("users",), limit=1000):
        store.delete(item.namespace, item.key)
    with closing(sqlite3.connect(path)) as database:
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


# %% 5.4 wrong: deleted, not erased -> the user's words are still in: journal
def forget_user(user_id, checkpointer, store, path):
    saved = list(checkpointer.list(None, filter={"user_id": user_id}))
    for thread_id in {c.config["configurable"]["thread_id"] for c in saved}:
        checkpointer.delete_thread(thread_id)
    for item in store.search(("users", user_id), limit=1000):
        store.delete(item.namespace, item.key)


# %% 5.4 wrong: the journal is emptied into the file -> the user's words are still in: file
def forget_user(user_id, checkpointer, store, path):
    saved = list(checkpointer.list(None, filter={"user_id": user_id}))
    for thread_id in {c.config["configurable"]["thread_id"] for c in saved}:
        checkpointer.delete_thread(thread_id)
    for item in store.search(("users", user_id), limit=1000):
        store.delete(item.namespace, item.key)
    checkpointer.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")


# %% 5.4 wrong: VACUUM alone -> the user's words are still in: journal
def forget_user(user_id, checkpointer, store, path):
    saved = list(checkpointer.list(None, filter={"user_id": user_id}))
    for thread_id in {c.config["configurable"]["thread_id"] for c in saved}:
        checkpointer.delete_thread(thread_id)
    for item in store.search(("users", user_id), limit=1000):
        store.delete(item.namespace, item.key)
    checkpointer.conn.execute("VACUUM")


# %% 5.4 wrong: only the messages of the live state -> still in: table checkpoints, table writes
def forget_user(user_id, checkpointer, store, path):
    builder = StateGraph(MessagesState)
    builder.add_node("chatbot", lambda _: {})
    builder.add_edge(START, "chatbot")
    graph = builder.compile(checkpointer=checkpointer)
    saved = list(checkpointer.list(None, filter={"user_id": user_id}))
    for thread_id in {c.config["configurable"]["thread_id"] for c in saved}:
        config = {"configurable": {"thread_id": thread_id}}
        everything = RemoveMessage(id=REMOVE_ALL_MESSAGES)
        graph.update_state(config, {"messages": [everything]})
    for item in store.search(("users", user_id), limit=1000):
        store.delete(item.namespace, item.key)
    with closing(sqlite3.connect(path)) as database:
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
