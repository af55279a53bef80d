# %% 8.1 right: dims from a document, the index in one expression
def memory_store(embedder):
    return InMemoryStore(
        index={
            "fields": ["text"],
            "embed": embedder.embed_documents,
            "dims": len(embedder.embed_documents(["pizza"])[0]),
        }
    )


# %% 8.1 right: with the names of both stores
def memory_store(embedder):
    index = {"embed": embedder, "dims": len(embedder.embed_query("x"))}
    index["fields"] = index["text_fields"] = ["text"]
    return InMemoryStore(index=index)


# %% 8.1 wrong: no index -> the store has no index
def memory_store(embedder):
    return InMemoryStore()


# %% 8.1 wrong: the whole value is embedded -> wanted only the texts
def memory_store(embedder):
    dims = len(embedder.embed_query("a"))
    return InMemoryStore(index={"embed": embedder, "dims": dims})


# %% 8.1 wrong: dims copied from a page -> the model's vectors have 7 numbers, the index says 1536
def memory_store(embedder):
    index = {"embed": embedder, "dims": 1536, "fields": ["text"]}
    return InMemoryStore(index=index)


# %% 8.1 wrong: the name that SqliteStore reads -> wanted only the texts
def memory_store(embedder):
    dims = len(embedder.embed_query("a"))
    index = {"embed": embedder, "dims": dims, "text_fields": ["text"]}
    return InMemoryStore(index=index)


# %% 8.1 wrong: the index is returned -> return an InMemoryStore
def memory_store(embedder):
    dims = len(embedder.embed_query("a"))
    return {"embed": embedder, "dims": dims, "fields": ["text"]}


# %% 8.2 right: a loop
def relevant(store, namespace, query, cut, limit=2):
    found = []
    for item in store.search(namespace, query=query, limit=limit):
        if item.score is None or item.score < cut:
            continue
        found.append(item.value["text"])
    return found


# %% 8.2 right: more is searched, then sorted and cut
def relevant(store, namespace, query, cut, limit=2):
    items = store.search(namespace, query=query, limit=10 * limit)
    scored = [(i.score, i.value["text"]) for i in items if i.score is not None]
    best = sorted((pair for pair in scored if pair[0] >= cut), reverse=True)
    return [text for _, text in best[:limit]]


# %% 8.2 wrong: no cut-off -> only the pizza reaches the cut-off
def relevant(store, namespace, query, cut, limit=2):
    items = store.search(namespace, query=query, limit=4)
    return [item.value["text"] for item in items]


# %% 8.2 wrong: the query is not used -> nothing was found for
def relevant(store, namespace, query, cut, limit=2):
    items = store.search(namespace, limit=limit)
    return [i.value["text"] for i in items if i.score and i.score >= cut]


# %% 8.2 wrong: None is compared -> not supported between instances of 'NoneType' and 'float'
def relevant(store, namespace, query, cut, limit=2):
    items = store.search(namespace, query=query, limit=limit)
    return [item.value["text"] for item in items if item.score >= cut]


# %% 8.2 wrong: None counts as relevant -> an item without a vector was returned
def relevant(store, namespace, query, cut, limit=2):
    items = store.search(namespace, query=query, limit=limit)
    return [
        item.value["text"]
        for item in items
        if item.score is None or item.score >= cut
    ]


# %% 8.2 wrong: None for nothing -> wanted []
def relevant(store, namespace, query, cut, limit=2):
    items = store.search(namespace, query=query, limit=limit)
    texts = [i.value["text"] for i in items if (i.score or -2) >= cut]
    return texts or None


# %% 8.2 wrong: items instead of texts -> the list should have texts, not items
def relevant(store, namespace, query, cut, limit=2):
    items = store.search(namespace, query=query, limit=limit)
    return [item for item in items if item.score and item.score >= cut]


# %% 8.3 right: just above the highest that must not reach it
def choose_cut(right, others):
    allowed = len(others) // 10
    ranked = sorted(others, reverse=True)
    if len(ranked) <= allowed:
        return 0.0
    barrier = ranked[allowed]
    return min([score for score in right if score > barrier], default=2)


# %% 8.3 right: in small steps
def choose_cut(right, others):
    cut = -1.0
    while sum(score >= cut for score in others) * 10 > len(others):
        cut += 0.0004
    return cut


# %% 8.3 wrong: the highest of the others -> others reach
def choose_cut(right, others):
    return max(others, default=0.0)


# %% 8.3 wrong: above all others -> keeps 33 right hits; 40 could be kept
def choose_cut(right, others):
    return max(others, default=0.0) + 1e-6


# %% 8.3 wrong: the lowest right hit -> others reach
def choose_cut(right, others):
    return min(right)


# %% 8.3 wrong: half way between the means -> keeps 1 right hits; 2 could be kept
def choose_cut(right, others):
    if not others:
        return 0.3
    return (sum(right) / len(right) + max(others)) / 2 + 0.1


# %% 8.3 wrong: nothing is returned -> return a number, not None
def choose_cut(right, others):
    sorted(right + others)


# %% 8.4 right: two nodes, what was recalled is in the state
def recall_graph(model, store, cut):
    class Recalling(MessagesState):
        recalled: list[str]

    def recall(state, runtime: Runtime[Context]):
        place = (runtime.context.user_id, "memories")
        question = state["messages"][-1].text
        items = runtime.store.search(place, query=question, limit=2)
        good = [i for i in items if i.score is not None and i.score >= cut]
        return {"recalled": [i.value["text"] for i in good]}

    def answer(state):
        known = [("system", f"You know: {text}") for text in state["recalled"]]
        if len(known) > 1:
            known = [("system", "\n".join(text for _, text in known))]
        return {"messages": model.invoke([*known, *state["messages"]])}

    builder = StateGraph(Recalling, context_schema=Context)
    builder.add_sequence([recall, answer])
    builder.set_entry_point("recall")
    return builder.compile(store=store)


# %% 8.4 right: the store as a parameter of the node
def recall_graph(model, store, cut):
    def chatbot(state: MessagesState, runtime: Runtime, *, store: BaseStore):
        *_, newest = state["messages"]
        hits = store.search(
            (runtime.context.user_id, "memories"), query=newest.text, limit=2
        )
        lines = [h.value["text"] for h in hits if (h.score or -1) >= cut]
        info = [("system", "\n".join(lines))] if lines else []
        return {"messages": [model.invoke(info + state["messages"])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node(chatbot)
    builder.set_entry_point("chatbot")
    return builder.compile(store=store)


# %% 8.4 wrong: no cut-off -> is the cut-off used?
def recall_graph(model, store, cut):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        items = runtime.store.search(
            (runtime.context.user_id, "memories"),
            query=state["messages"][-1].text,
            limit=2,
        )
        info = [("system", "\n".join(i.value["text"] for i in items))]
        messages = (info if items else []) + state["messages"]
        return {"messages": [model.invoke(messages)]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 8.4 wrong: everybody's memories -> Bob has no memories, and was told
def recall_graph(model, store, cut):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        items = runtime.store.search(
            (), query=state["messages"][-1].text, limit=2
        )
        lines = [i.value["text"] for i in items if i.score >= cut]
        info = [("system", "\n".join(lines))] if lines else []
        return {"messages": [model.invoke(info + state["messages"])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 8.4 wrong: the first message is searched for -> search for the newest message
def recall_graph(model, store, cut):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        items = runtime.store.search(
            (runtime.context.user_id, "memories"),
            query=state["messages"][0].text,
            limit=2,
        )
        lines = [i.value["text"] for i in items if i.score and i.score >= cut]
        info = [("system", "\n".join(lines))] if lines else []
        return {"messages": [model.invoke(info + state["messages"])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 8.4 wrong: all that reach the cut-off -> memories in one prompt; at most two
def recall_graph(model, store, cut):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        items = runtime.store.search(
            (runtime.context.user_id, "memories"),
            query=state["messages"][-1].text,
        )
        lines = [i.value["text"] for i in items if i.score and i.score >= cut]
        info = [("system", "\n".join(lines))] if lines else []
        return {"messages": [model.invoke(info + state["messages"])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 8.4 wrong: a cut-off of its own -> with a cut-off of 0.99 nothing is close enough
def recall_graph(model, store, cut):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        items = runtime.store.search(
            (runtime.context.user_id, "memories"),
            query=state["messages"][-1].text,
            limit=2,
        )
        lines = [i.value["text"] for i in items if i.score and i.score >= 0.28]
        info = [("system", "\n".join(lines))] if lines else []
        return {"messages": [model.invoke(info + state["messages"])]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 8.4 wrong: recalled after the question -> the model's last message is not what the user said
def recall_graph(model, store, cut):
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        items = runtime.store.search(
            (runtime.context.user_id, "memories"),
            query=state["messages"][-1].text,
            limit=2,
        )
        lines = [i.value["text"] for i in items if i.score and i.score >= cut]
        info = [("human", "\n".join(lines))] if lines else []
        return {"messages": [model.invoke(state["messages"] + info)]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)


# %% 8.5 right: in pages, namespace by namespace
def re_embed(old_path, new_path, embedder):
    with open_sqlite(old_path) as old:
        source = SqliteStore(old)
        with open_sqlite(new_path) as new:
            index = checked_index(new, {"embed": embedder, "fields": ["text"]})
            target = SqliteStore(new, index=index)
            for namespace in source.list_namespaces(limit=10_000):
                offset = 0
                while page := source.search(namespace, limit=5, offset=offset):
                    for item in page:
                        target.put(item.namespace, item.key, item.value)
                    offset += len(page)


# %% 8.5 right: all items in a list first
def re_embed(old_path, new_path, embedder):
    with open_sqlite(old_path) as connection:
        items = SqliteStore(connection).search((), limit=10**6)
    with open_sqlite(new_path) as connection:
        index = {"embed": embedder, "fields": ["text"]}
        store = SqliteStore(connection, index=checked_index(connection, index))
        for item in items:
            store.put(item.namespace, item.key, item.value, index=["text"])


# %% 8.5 wrong: the file is copied as it is -> checked_index refuses the new model for the new file
def re_embed(old_path, new_path, embedder):
    import shutil

    shutil.copyfile(old_path, new_path)


# %% 8.5 wrong: ten items -> 10 of 15 items are in the new file
def re_embed(old_path, new_path, embedder):
    with open_sqlite(old_path) as old, open_sqlite(new_path) as new:
        index = checked_index(new, {"embed": embedder, "fields": ["text"]})
        store = SqliteStore(new, index=index)
        for item in SqliteStore(old).search(()):
            store.put(item.namespace, item.key, item.value)


# %% 8.5 wrong: only the old file is opened -> the new file has no items
def re_embed(old_path, new_path, embedder):
    with open_sqlite(old_path) as old:
        store = SqliteStore(old)
        for item in store.search((), limit=1000):
            store.put(item.namespace, item.key, item.value)


# %% 8.5 wrong: without vectors -> a search by meaning finds nothing
def re_embed(old_path, new_path, embedder):
    with open_sqlite(old_path) as old, open_sqlite(new_path) as new:
        checked_index(new, {"embed": embedder, "fields": ["text"]})
        store = SqliteStore(new)
        for item in SqliteStore(old).search((), limit=1000):
            store.put(item.namespace, item.key, item.value)


# %% 8.5 wrong: no note of the model -> checked_index refuses the new model for the new file
def re_embed(old_path, new_path, embedder):
    dims = len(embedder.embed_query("a"))
    index = {"embed": embedder, "dims": dims, "text_fields": ["text"]}
    with open_sqlite(old_path) as old, open_sqlite(new_path) as new:
        store = SqliteStore(new, index=index)
        for item in SqliteStore(old).search((), limit=1000):
            store.put(item.namespace, item.key, item.value)


# %% 8.5 wrong: the whole value is embedded -> the fields with vectors are ['$']
def re_embed(old_path, new_path, embedder):
    with open_sqlite(old_path) as old, open_sqlite(new_path) as new:
        index = checked_index(new, {"embed": embedder})
        store = SqliteStore(new, index=index)
        for item in SqliteStore(old).search((), limit=1000):
            store.put(item.namespace, item.key, item.value)
