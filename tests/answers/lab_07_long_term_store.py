# %% 7.1 right: a copy of the value, updated
def change(store, namespace, key, fields):
    item = store.get(namespace, key)
    value = dict(item.value) if item is not None else {}
    value.update(fields)
    store.put(namespace, key, value)


# %% 7.1 right: found by a search
def change(store, namespace, key, fields):
    values = [
        item.value
        for item in store.search(namespace, limit=10_000)
        if item.key == key and item.namespace == namespace
    ]
    store.put(namespace, key, (values or [{}])[0] | fields)


# %% 7.1 wrong: only the new fields are put -> has lost the field `since`
def change(store, namespace, key, fields):
    store.put(namespace, key, fields)


# %% 7.1 wrong: the value is changed in place -> the city in the SqliteStore is 'Paris', as before
def change(store, namespace, key, fields):
    item = store.get(namespace, key)
    if item is None:
        store.put(namespace, key, fields)
    else:
        item.value.update(fields)


# %% 7.1 wrong: a new item fails -> 'NoneType' object has no attribute 'value'
def change(store, namespace, key, fields):
    store.put(namespace, key, {**store.get(namespace, key).value, **fields})


# %% 7.1 wrong: the old value wins -> is 'Paris', as before
def change(store, namespace, key, fields):
    item = store.get(namespace, key)
    store.put(namespace, key, {**fields, **(item.value if item else {})})


# %% 7.1 wrong: a new item is not made -> the InMemoryStore has None
def change(store, namespace, key, fields):
    item = store.get(namespace, key)
    if item:
        store.put(namespace, key, {**item.value, **fields})


# %% 7.1 wrong: a second item for the history -> leave no second one beside it
def change(store, namespace, key, fields):
    item = store.get(namespace, key)
    before = item.value if item else {}
    store.put(namespace, key, {**before, **fields})
    store.put(namespace, f"{key} before", before)


# %% 7.2 right: namespace by namespace, in pages
def forget(store, user_id):
    number = 0
    for namespace in store.list_namespaces(prefix=(user_id,), limit=1000):
        while items := store.search(namespace):
            for item in items:
                store.put(item.namespace, item.key, None)
                number += 1
    return number


# %% 7.2 right: all items of the store, and the first label compared
def forget(store, user_id):
    mine = [
        item
        for item in store.search((), limit=10**6)
        if item.namespace[0] == user_id
    ]
    for item in mine:
        store.delete(item.namespace, item.key)
    return len(mine)


# %% 7.2 wrong: the default limit -> 4 of 14 items are left
def forget(store, user_id):
    items = store.search((user_id,))
    for item in items:
        store.delete(item.namespace, item.key)
    return len(items)


# %% 7.2 wrong: deleted under the user's label alone -> 14 of 14 items are left
def forget(store, user_id):
    items = store.search((user_id,), limit=1000)
    for item in items:
        store.delete((user_id,), item.key)
    return len(items)


# %% 7.2 wrong: the beginning of a label is compared -> bobby has been forgotten too
def forget(store, user_id):
    items = [
        item
        for item in store.search((), limit=1000)
        if item.namespace[0].startswith(user_id)
    ]
    for item in items:
        store.delete(item.namespace, item.key)
    return len(items)


# %% 7.2 wrong: the name anywhere in the namespace -> even where a label has his name
def forget(store, user_id):
    items = [
        item
        for item in store.search((), limit=1000)
        if user_id in item.namespace
    ]
    for item in items:
        store.delete(item.namespace, item.key)
    return len(items)


# %% 7.2 wrong: nothing is returned -> forget returned None
def forget(store, user_id):
    for item in store.search((user_id,), limit=1000):
        store.delete(item.namespace, item.key)


# %% 7.2 wrong: only the two namespaces of the example -> 1 of 14 items are left
def forget(store, user_id):
    number = 0
    for kind in ("profile", "memories"):
        for item in store.search((user_id, kind), limit=1000):
            if item.namespace == (user_id, kind):
                store.delete(item.namespace, item.key)
                number += 1
    return number


# %% 7.2 wrong: namespaces are counted -> forget returned 3
def forget(store, user_id):
    namespaces = store.list_namespaces(prefix=(user_id,))
    for namespace in namespaces:
        for item in store.search(namespace, limit=1000):
            store.delete(item.namespace, item.key)
    return len(namespaces)


# %% 7.3 right: two nodes, the store as a parameter, the text as the key
def memory_chat(model, store):
    def remember(
        state: MessagesState, runtime: Runtime[Context], *, store: BaseStore
    ):
        text = state["messages"][-1].text
        if text.startswith("Remember"):
            store.put((runtime.context.user_id,), text, {"said": text})

    def chatbot(
        state: MessagesState, runtime: Runtime[Context], *, store: BaseStore
    ):
        found = store.search((runtime.context.user_id,), limit=99)
        known = "User info: " + " ".join(item.key for item in found)
        return {
            "messages": model.invoke([("system", known), *state["messages"]])
        }

    return (
        StateGraph(MessagesState, context_schema=Context)
        .add_sequence([remember, chatbot])
        .add_edge(START, "remember")
        .compile(store=store)
    )


# %% 7.3 right: with a checkpointer beside the store
def memory_chat(model, store):
    from langgraph.checkpoint.memory import InMemorySaver

    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        place = (runtime.context.user_id, "notes")
        notes = runtime.store.search(place, limit=10_000)
        text = state["messages"][-1].text
        lines = ["User info:", *(note.value["note"] for note in notes)]
        if text.lower().startswith("remember "):
            runtime.store.put(place, f"{len(notes):06}", {"note": text})
        info = SystemMessage("\n- ".join(lines))
        return {"messages": [model.invoke([info, *state["messages"]])]}

    builder = StateGraph(MessagesState, Context)
    builder.add_node("chatbot", chatbot)
    builder.set_entry_point("chatbot")
    return builder.compile(checkpointer=InMemorySaver(), store=store)


# %% 7.3 wrong: the store is not compiled in -> 'NoneType' object has no attribute
def memory_chat(model, store):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        namespace = (runtime.context.user_id, "memories")
        text = state["messages"][-1].text
        if text.startswith("Remember"):
            runtime.store.put(namespace, str(uuid4()), {"text": text})
        items = runtime.store.search(namespace, limit=1000)
        memories = [item.value["text"] for item in items]
        info = SystemMessage("\n".join(["User info:", *memories]))
        return {"messages": [model.invoke([info, *state["messages"]])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile()


# %% 7.3 wrong: one namespace for everybody -> Ann is told what only Bob has said
def memory_chat(model, store):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        text = state["messages"][-1].text
        if text.startswith("Remember"):
            store.put(("memories",), str(uuid4()), {"text": text})
        items = store.search(("memories",), limit=1000)
        memories = [item.value["text"] for item in items]
        info = SystemMessage("\n".join(["User info:", *memories]))
        return {"messages": [model.invoke([info, *state["messages"]])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 7.3 wrong: the user as the second label -> are not below the label 'bob'
def memory_chat(model, store):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        namespace = ("memories", runtime.context.user_id)
        text = state["messages"][-1].text
        if text.startswith("Remember"):
            runtime.store.put(namespace, str(uuid4()), {"text": text})
        items = runtime.store.search(namespace, limit=1000)
        memories = [item.value["text"] for item in items]
        info = SystemMessage("\n".join(["User info:", *memories]))
        return {"messages": [model.invoke([info, *state["messages"]])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 7.3 wrong: one key for all memories -> 13 memories, and 1 are kept
def memory_chat(model, store):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        namespace = (runtime.context.user_id, "memories")
        text = state["messages"][-1].text
        if text.startswith("Remember"):
            runtime.store.put(namespace, "memory", {"text": text})
        items = runtime.store.search(namespace, limit=1000)
        memories = [item.value["text"] for item in items]
        info = SystemMessage("\n".join(["User info:", *memories]))
        return {"messages": [model.invoke([info, *state["messages"]])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 7.3 wrong: the default limit -> the newest of 13 memories is not used
def memory_chat(model, store):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        namespace = (runtime.context.user_id, "memories")
        text = state["messages"][-1].text
        if text.startswith("Remember"):
            runtime.store.put(namespace, str(uuid4()), {"text": text})
        items = runtime.store.search(namespace)
        memories = [item.value["text"] for item in items]
        info = SystemMessage("\n".join(["User info:", *memories]))
        return {"messages": [model.invoke([info, *state["messages"]])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 7.3 wrong: everything is stored -> 13 memories, and 14 are kept
def memory_chat(model, store):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        namespace = (runtime.context.user_id, "memories")
        text = state["messages"][-1].text
        runtime.store.put(namespace, str(uuid4()), {"text": text})
        items = runtime.store.search(namespace, limit=1000)
        memories = [item.value["text"] for item in items]
        info = SystemMessage("\n".join(["User info:", *memories]))
        return {"messages": [model.invoke([info, *state["messages"]])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 7.3 wrong: written, but never read -> a new thread does not use it
def memory_chat(model, store):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        namespace = (runtime.context.user_id, "memories")
        text = state["messages"][-1].text
        if text.startswith("Remember"):
            runtime.store.put(namespace, str(uuid4()), {"text": text})
        return {"messages": [model.invoke(state["messages"])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 7.3 wrong: a checkpointer instead of the store -> nothing was written to the store
def memory_chat(model, store):
    from langgraph.checkpoint.memory import InMemorySaver

    def chatbot(state: MessagesState):
        return {"messages": [model.invoke(state["messages"])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(checkpointer=InMemorySaver())


# %% 7.3 wrong: the user is looked for in the config -> KeyError: 'user_id'
def memory_chat(model, store):
    def chatbot(state: MessagesState, config):
        namespace = (config["configurable"]["user_id"], "memories")
        text = state["messages"][-1].text
        if text.startswith("Remember"):
            store.put(namespace, str(uuid4()), {"text": text})
        return {"messages": [model.invoke(state["messages"])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 7.4 right: the last of the human messages
def learn_from_turn(model, store, user_id, messages):
    said = [m for m in messages if isinstance(m, HumanMessage)][-1]
    found = model.with_structured_output(AttributeList).invoke(said.text)
    for name, value in [(a.name, a.value) for a in found.attributes]:
        store.put((user_id, "profile"), key=name, value={"value": value})


# %% 7.4 right: from the end, with an instruction in front
def learn_from_turn(model, store, user_id, messages):
    turn = []
    for message in reversed(messages):
        turn.insert(0, message)
        if message.type == "human":
            break
    wish = SystemMessage("List what the user says about themselves.")
    extractor = model.with_structured_output(AttributeList)
    for attribute in extractor.invoke([wish, turn[0]]).attributes:
        namespace = (user_id, "profile")
        store.put(namespace, attribute.name, {"value": attribute.value})


# %% 7.4 wrong: all texts in one -> the name in Bob's profile is 'Max'
def learn_from_turn(model, store, user_id, messages):
    text = "\n".join(m.text for m in messages)
    extractor = model.with_structured_output(AttributeList)
    for attribute in extractor.invoke(text).attributes:
        value = {"value": attribute.value}
        store.put((user_id, "profile"), attribute.name, value)


# %% 7.4 wrong: all human messages -> the old thread brought an old age back
def learn_from_turn(model, store, user_id, messages):
    said = [m for m in messages if m.type == "human"]
    extractor = model.with_structured_output(AttributeList)
    for attribute in extractor.invoke(said).attributes:
        value = {"value": attribute.value}
        store.put((user_id, "profile"), attribute.name, value)


# %% 7.4 wrong: the last message, whoever wrote it -> it was Bob who spoke
def learn_from_turn(model, store, user_id, messages):
    extractor = model.with_structured_output(AttributeList)
    for attribute in extractor.invoke(messages[-1:]).attributes:
        value = {"value": attribute.value}
        store.put((user_id, "profile"), attribute.name, value)


# %% 7.4 wrong: the first human message -> a new age replaces the old one
def learn_from_turn(model, store, user_id, messages):
    first = next(m for m in messages if m.type == "human")
    if profile_of(store, user_id):
        return
    extractor = model.with_structured_output(AttributeList)
    for attribute in extractor.invoke([first]).attributes:
        value = {"value": attribute.value}
        store.put((user_id, "profile"), attribute.name, value)


# %% 7.4 wrong: keys of their own -> the name in Bob's profile is None
def learn_from_turn(model, store, user_id, messages):
    newest = [m for m in messages if m.type == "human"][-1]
    extractor = model.with_structured_output(AttributeList)
    for attribute in extractor.invoke([newest]).attributes:
        value = {"value": f"{attribute.name}: {attribute.value}"}
        store.put((user_id, "profile"), str(uuid4()), value)


# %% 7.4 wrong: one profile for all -> the name in Bob's profile is None
def learn_from_turn(model, store, user_id, messages):
    newest = [m for m in messages if m.type == "human"][-1]
    extractor = model.with_structured_output(AttributeList)
    for attribute in extractor.invoke([newest]).attributes:
        value = {"value": attribute.value}
        store.put(("profile",), attribute.name, value)


# %% 7.4 wrong: the value as a text -> dictionary update sequence
def learn_from_turn(model, store, user_id, messages):
    newest = [m for m in messages if m.type == "human"][-1]
    extractor = model.with_structured_output(AttributeList)
    for attribute in extractor.invoke([newest]).attributes:
        store.put((user_id, "profile"), attribute.name, attribute.value)


# %% 7.5 right: one connection of its own, one namespace after the other
def move(store, path):
    import sqlite3

    connection = sqlite3.connect(path, isolation_level=None)
    target = SqliteStore(connection)
    for namespace in store.list_namespaces():
        for item in store.search(namespace, limit=1000):
            if item.namespace == namespace:
                target.put(namespace, item.key, dict(item.value))
    connection.close()


# %% 7.5 right: page by page
def move(store, path):
    with SqliteStore.from_conn_string(path) as target:
        offset = 0
        while page := store.search((), offset=offset):
            for item in page:
                target.put(item.namespace, item.key, item.value)
            offset += len(page)


# %% 7.5 wrong: the default limit -> 10 of 15 items were found
def move(store, path):
    with SqliteStore.from_conn_string(path) as target:
        for item in store.search(()):
            target.put(item.namespace, item.key, item.value)


# %% 7.5 wrong: the user's label alone -> no item in ('bob', 'profile') under 'home'
def move(store, path):
    with SqliteStore.from_conn_string(path) as target:
        for item in store.search((), limit=100):
            target.put(item.namespace[:1], item.key, item.value)


# %% 7.5 wrong: another file -> the file has no items
def move(store, path):
    with SqliteStore.from_conn_string(":memory:") as target:
        for item in store.search((), limit=100):
            target.put(item.namespace, item.key, item.value)


# %% 7.5 wrong: values as texts -> the value of 'home' was
def move(store, path):
    with SqliteStore.from_conn_string(path) as target:
        for item in store.search((), limit=100):
            target.put(item.namespace, item.key, {"value": str(item.value)})


# %% 7.5 wrong: moved, not copied -> copy them
def move(store, path):
    with SqliteStore.from_conn_string(path) as target:
        for item in store.search((), limit=100):
            target.put(item.namespace, item.key, item.value)
            store.delete(item.namespace, item.key)


# %% 7.5 wrong: not in autocommit mode -> cannot start a transaction
def move(store, path):
    import sqlite3

    connection = sqlite3.connect(path)
    target = SqliteStore(connection)
    try:
        for item in store.search((), limit=100):
            target.put(item.namespace, item.key, item.value)
    finally:
        connection.close()
