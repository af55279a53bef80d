# %% 3.1 right: the longest finished state that ends with this turn
def end_of_turn(graph, config, text):
    ended = {}
    for snapshot in graph.get_state_history(config):
        texts = [m.text for m in snapshot.values.get("messages", [])]
        if not snapshot.tasks and texts[-2:-1] == [text]:
            ended[len(texts)] = snapshot.config
    return ended[max(ended)] if ended else None


# %% 3.1 right: through the checkpointer, step by step
def end_of_turn(graph, config, text):
    found = None
    for saved in reversed(list(graph.checkpointer.list(config))):
        messages = saved.checkpoint["channel_values"].get("messages", [])
        began = saved.metadata["source"] == "input"
        if messages and messages[-1].type == "ai" and not began:
            *_, human, _ = messages
            found = saved.config if human.text == text else found
    return found


# %% 3.1 wrong: the newest checkpoint that has the text somewhere -> a later turn is in this checkpoint
def end_of_turn(graph, config, text):
    for snapshot in graph.get_state_history(config):
        messages = snapshot.values.get("messages", [])
        if any(m.text == text for m in messages):
            return snapshot.config
    return None


# %% 3.1 wrong: the checkpoint in which the answer is due -> chatbot is still due
def end_of_turn(graph, config, text):
    for snapshot in graph.get_state_history(config):
        messages = snapshot.values.get("messages", [])
        if messages and messages[-1].text == text:
            return snapshot.config
    return None


# %% 3.1 wrong: the oldest turn with the text -> wanted the newer turn
def end_of_turn(graph, config, text):
    for snapshot in reversed(list(graph.get_state_history(config))):
        messages = snapshot.values.get("messages", [])
        if not snapshot.next and messages and messages[-2].text == text:
            return snapshot.config
    return None


# %% 3.1 wrong: the next turn has already begun -> __start__ is still due
def end_of_turn(graph, config, text):
    for snapshot in graph.get_state_history(config):
        messages = snapshot.values["messages"]
        if messages[-2:-1] and messages[-2].text == text:
            return snapshot.config
    return None


# %% 3.1 wrong: the config of the thread -> the config has no checkpoint_id
def end_of_turn(graph, config, text):
    return config


# %% 3.1 wrong: something is always found -> 'Goodbye.' was never said
def end_of_turn(graph, config, text):
    for snapshot in graph.get_state_history(config):
        messages = snapshot.values.get("messages", [])
        if not snapshot.next and messages and messages[-2].text == text:
            break
    return snapshot.config


# %% 3.2 right: a new message of the same class
def correct(graph, config, old, new):
    messages = graph.get_state(config).values["messages"]
    changed = [type(m)(new, id=m.id) for m in messages if m.text == old]
    if changed:
        graph.update_state(config, {"messages": changed})


# %% 3.2 right: the whole list replaced
def correct(graph, config, old, new):
    from langgraph.types import Overwrite

    messages = graph.get_state(config).values["messages"]
    for message in messages:
        if message.text == old:
            message.content = new
            graph.update_state(config, {"messages": Overwrite(messages)})


# %% 3.2 wrong: without the id -> a message is replaced only by one with the same id
def correct(graph, config, old, new):
    for message in graph.get_state(config).values["messages"]:
        if message.text == old:
            graph.update_state(config, {"messages": [(message.type, new)]})


# %% 3.2 wrong: changed, but not saved -> the newest state does not have the new text
def correct(graph, config, old, new):
    for message in graph.get_state(config).values["messages"]:
        if message.text == old:
            message.content = new


# %% 3.2 wrong: removed and added -> the message has lost its place
def correct(graph, config, old, new):
    from langchain_core.messages import HumanMessage, RemoveMessage

    for message in graph.get_state(config).values["messages"]:
        if message.text == old:
            update = [RemoveMessage(message.id), HumanMessage(new)]
            graph.update_state(config, {"messages": update})


# %% 3.2 wrong: always from the assistant -> the corrected message is now from 'ai'
def correct(graph, config, old, new):
    from langchain_core.messages import AIMessage

    for message in graph.get_state(config).values["messages"]:
        if message.text == old:
            fixed = AIMessage(new, id=message.id)
            graph.update_state(config, {"messages": [fixed]})


# %% 3.2 wrong: said in a new turn -> four messages became 6
def correct(graph, config, old, new):
    graph.invoke({"messages": [("human", new)]}, config)


# %% 3.2 wrong: written as an input -> chatbot is due: nobody asked it
def correct(graph, config, old, new):
    for message in graph.get_state(config).values["messages"]:
        if message.text == old:
            fixed = message.model_copy(update={"content": new})
            update = {"messages": [fixed]}
            graph.update_state(config, update, as_node="__start__")


# %% 3.2 wrong: an update even if there is nothing to correct -> but a checkpoint was written
def correct(graph, config, old, new):
    messages = graph.get_state(config).values["messages"]
    fixed = [
        m.model_copy(update={"content": new})
        for m in messages
        if m.text == old
    ]
    graph.update_state(config, {"messages": fixed})


# %% 3.2 wrong: every message of this kind -> another message has changed too
def correct(graph, config, old, new):
    messages = graph.get_state(config).values["messages"]
    if old in [m.text for m in messages]:
        fixed = [
            m.model_copy(update={"content": new})
            for m in messages
            if m.type == "human"
        ]
        graph.update_state(config, {"messages": fixed})


# %% 3.3 right: summed in Python
def usage(connection):
    queries = (
        "SELECT thread_id, checkpoint, metadata FROM checkpoints",
        "SELECT thread_id, value FROM writes",
    )
    costs = {}
    for query in queries:
        for thread_id, *found in connection.execute(query):
            rows, size = costs.get(thread_id, (0, 0))
            costs[thread_id] = rows + 1, size + sum(map(len, found))
    return costs


# %% 3.3 right: a left join of two sums
def usage(connection):
    found = connection.execute("""
        SELECT c.thread_id, c.n + ifnull(w.n, 0), c.size + ifnull(w.size, 0)
        FROM (SELECT thread_id, count(*) AS n,
                     sum(length(checkpoint) + length(metadata)) AS size
              FROM checkpoints GROUP BY 1) AS c
        LEFT JOIN (SELECT thread_id, count(*) AS n, sum(length(value)) AS size
                   FROM writes GROUP BY 1) AS w USING (thread_id)
    """)
    return {row[0]: row[1:] for row in found.fetchall()}


# %% 3.3 wrong: the checkpoints only -> 6 rows are the checkpoints only
def usage(connection):
    found = connection.execute(
        "SELECT thread_id, count(*), sum(length(checkpoint)"
        " + length(metadata)) FROM checkpoints GROUP BY thread_id"
    )
    return {row[0]: row[1:] for row in found}


# %% 3.3 wrong: the tables joined -> the thread 'short' is missing: it has no writes
def usage(connection):
    found = connection.execute(
        "SELECT c.thread_id, count(*), sum(length(checkpoint)"
        " + length(metadata) + length(value))"
        " FROM checkpoints c JOIN writes w ON c.thread_id = w.thread_id"
        " GROUP BY c.thread_id"
    )
    return {row[0]: row[1:] for row in found}


# %% 3.3 wrong: each checkpoint meets each write -> the thread 'long' has 36 rows
def usage(connection):
    found = connection.execute(
        "SELECT c.thread_id, count(*), sum(length(checkpoint)"
        " + length(metadata) + ifnull(length(value), 0))"
        " FROM checkpoints c LEFT JOIN writes w ON c.thread_id = w.thread_id"
        " GROUP BY c.thread_id"
    )
    return {row[0]: row[1:] for row in found}


# %% 3.3 wrong: without the metadata -> its BLOBs have
def usage(connection):
    costs = {}
    for table, column in (("checkpoints", "checkpoint"), ("writes", "value")):
        for thread_id, blob in connection.execute(
            f"SELECT thread_id, {column} FROM {table}"
        ):
            rows, size = costs.get(thread_id, (0, 0))
            costs[thread_id] = rows + 1, size + len(blob)
    return costs


# %% 3.3 wrong: one number for the whole file -> the thread 'long' is missing
def usage(connection):
    rows, size = connection.execute(
        "SELECT count(*), sum(length(checkpoint)) FROM checkpoints"
    ).fetchone()
    return {"all": (rows, size)}


# %% 3.4 wrong: a transaction for each table -> when DELETE ON writes failed, checkpoints and writes were left with [1, 3] rows
def retain(connection, thread_id, pinned):
    newest = connection.execute(
        "SELECT max(checkpoint_id) FROM checkpoints"
        " WHERE thread_id = ? GROUP BY checkpoint_ns",
        (thread_id,),
    ).fetchall()
    keep = [*pinned, *(row[0] for row in newest)]
    marks = ", ".join("?" * len(keep))
    for table in ("checkpoints", "writes"):
        with connection:
            connection.execute(
                f"DELETE FROM {table} WHERE thread_id = ?"
                f" AND checkpoint_id NOT IN ({marks})",
                (thread_id, *keep),
            )


# %% 3.4 wrong: two commits, the writes first -> when DELETE ON checkpoints failed, checkpoints and writes were left with [3, 0] rows
def retain(connection, thread_id, pinned):
    newest = connection.execute(
        "SELECT max(checkpoint_id) FROM checkpoints"
        " WHERE thread_id = ? GROUP BY checkpoint_ns",
        (thread_id,),
    ).fetchall()
    keep = [*pinned, *(row[0] for row in newest)]
    marks = ", ".join("?" * len(keep))
    for table in ("writes", "checkpoints"):
        connection.execute(
            f"DELETE FROM {table} WHERE thread_id = ?"
            f" AND checkpoint_id NOT IN ({marks})",
            (thread_id, *keep),
        )
        connection.commit()


# %% 3.4 wrong: emptied, and what stays put back afterwards -> when INSERT ON checkpoints failed
def retain(connection, thread_id, pinned):
    where = "WHERE thread_id = ? AND checkpoint_id IN"
    kept = {}
    newest = connection.execute(
        "SELECT max(checkpoint_id) FROM checkpoints"
        " WHERE thread_id = ? GROUP BY checkpoint_ns",
        (thread_id,),
    ).fetchall()
    keep = [*pinned, *(row[0] for row in newest)]
    marks = ", ".join("?" * len(keep))
    for table in ("checkpoints", "writes"):
        kept[table] = connection.execute(
            f"SELECT * FROM {table} {where} ({marks})", (thread_id, *keep)
        ).fetchall()
    with connection:
        for table in kept:
            connection.execute(
                f"DELETE FROM {table} WHERE thread_id = ?", (thread_id,)
            )
    with connection:
        for table, rows in kept.items():
            for row in rows:
                marks = ", ".join("?" * len(row))
                connection.execute(
                    f"INSERT INTO {table} VALUES ({marks})", row
                )


# %% 3.4 right: emptied and refilled, all in one transaction
def retain(connection, thread_id, pinned):
    kept = {}
    with connection:
        for table in ("writes", "checkpoints"):
            kept[table] = connection.execute(
                f"SELECT * FROM {table} WHERE thread_id = ?", (thread_id,)
            ).fetchall()
            connection.execute(
                f"DELETE FROM {table} WHERE thread_id = ?", (thread_id,)
            )
        newest = {row[1]: row[2] for row in sorted(kept["checkpoints"])}
        keep = {*pinned, *newest.values()}
        for table, rows in kept.items():
            for row in rows:
                marks = ", ".join("?" * len(row))
                if row[2] in keep:
                    connection.execute(
                        f"INSERT INTO {table} VALUES ({marks})", row
                    )


# %% 3.4 right: the transaction begun and ended by hand
def retain(connection, thread_id, pinned):
    cursor = connection.cursor()
    cursor.execute("BEGIN")
    try:
        cursor.execute(
            "SELECT max(checkpoint_id) FROM checkpoints"
            " WHERE thread_id = ? GROUP BY checkpoint_ns",
            (thread_id,),
        )
        keep = {*pinned, *(row[0] for row in cursor.fetchall())}
        for table in ("writes", "checkpoints"):
            cursor.execute(
                f"SELECT DISTINCT checkpoint_id FROM {table}"
                " WHERE thread_id = ?",
                (thread_id,),
            )
            gone = {row[0] for row in cursor.fetchall()} - keep
            cursor.executemany(
                f"DELETE FROM {table} WHERE thread_id = ?"
                " AND checkpoint_id = ?",
                [(thread_id, found) for found in gone],
            )
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


# %% 3.4 wrong: the saver empties the thread, and puts back what stays -> use one transaction
def retain(connection, thread_id, pinned):
    saver = SqliteSaver(connection)
    kept, seen = [], set()
    for saved in list(saver.list({"configurable": {"thread_id": thread_id}})):
        place = saved.config["configurable"]
        pin = place["checkpoint_id"] in pinned
        if pin or place["checkpoint_ns"] not in seen:
            kept.append(saved)
        seen.add(place["checkpoint_ns"])
    saver.delete_thread(thread_id)
    for saved in kept:
        config = {"configurable": {**saved.config["configurable"]}}
        del config["configurable"]["checkpoint_id"]
        saver.put(config, saved.checkpoint, saved.metadata, {})
        for task_id, channel, value in saved.pending_writes:
            saver.put_writes(saved.config, [(channel, value)], task_id)


# %% 3.4 right: row by row, with the namespace compared
def retain(connection, thread_id, pinned):
    rows = connection.execute(
        "SELECT checkpoint_ns, checkpoint_id FROM checkpoints"
        " WHERE thread_id = ? ORDER BY checkpoint_id",
        (thread_id,),
    ).fetchall()
    newest = dict(rows)
    gone = [
        (thread_id, ns, found)
        for ns, found in rows
        if found not in (newest[ns], *pinned)
    ]
    where = "WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?"
    connection.executemany(f"DELETE FROM writes {where}", gone)
    connection.executemany(f"DELETE FROM checkpoints {where}", gone)
    connection.commit()


# %% 3.4 right: the newest before each pin stays in every namespace too
def retain(connection, thread_id, pinned):
    keep = "SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = ? AND checkpoint_id <= ? GROUP BY checkpoint_ns"
    with connection:
        connection.execute("CREATE TEMP TABLE keep (id TEXT)")
        for point in [*pinned, "~"]:
            connection.execute(f"INSERT INTO keep {keep}", (thread_id, point))
        for table in ("writes", "checkpoints"):
            connection.execute(
                f"DELETE FROM {table} WHERE thread_id = ? AND NOT EXISTS"
                " (SELECT 1 FROM keep WHERE id = checkpoint_id)",
                (thread_id,),
            )
        connection.execute("DROP TABLE keep")


# %% 3.4 wrong: the newest by its step -> its id is the largest, its step need not be
def retain(connection, thread_id, pinned):
    rows = connection.execute(
        "SELECT max(json_extract(CAST(metadata AS TEXT), '$.step')),"
        " checkpoint_id FROM checkpoints WHERE thread_id = ?"
        " GROUP BY checkpoint_ns",
        (thread_id,),
    ).fetchall()
    keep = [*pinned, *(row[1] for row in rows)]
    marks = ", ".join("?" * len(keep))
    with connection:
        for table in ("checkpoints", "writes"):
            connection.execute(
                f"DELETE FROM {table} WHERE thread_id = ?"
                f" AND checkpoint_id NOT IN ({marks})",
                (thread_id, *keep),
            )


# %% 3.4 wrong: the pinned ones go as well -> the pinned checkpoint is gone
def retain(connection, thread_id, pinned):
    newest = (
        "SELECT max(checkpoint_id) FROM checkpoints"
        " WHERE thread_id = ? GROUP BY checkpoint_ns"
    )
    found = connection.execute(newest, (thread_id,)).fetchall()
    keep = [row[0] for row in found]
    marks = ", ".join("?" * len(keep))
    with connection:
        for table in ("checkpoints", "writes"):
            connection.execute(
                f"DELETE FROM {table} WHERE thread_id = ?"
                f" AND checkpoint_id NOT IN ({marks})",
                (thread_id, *keep),
            )


# %% 3.4 wrong: the writes are forgotten -> rows of deleted checkpoints are left in writes
def retain(connection, thread_id, pinned):
    newest = connection.execute(
        "SELECT max(checkpoint_id) FROM checkpoints"
        " WHERE thread_id = ? GROUP BY checkpoint_ns",
        (thread_id,),
    ).fetchall()
    keep = [*pinned, *(row[0] for row in newest)]
    marks = ", ".join("?" * len(keep))
    with connection:
        connection.execute(
            "DELETE FROM checkpoints WHERE thread_id = ?"
            f" AND checkpoint_id NOT IN ({marks})",
            (thread_id, *keep),
        )


# %% 3.4 wrong: all writes of the thread go -> the question 'Book it?' that waited for an answer is lost
def retain(connection, thread_id, pinned):
    newest = connection.execute(
        "SELECT max(checkpoint_id) FROM checkpoints"
        " WHERE thread_id = ? GROUP BY checkpoint_ns",
        (thread_id,),
    ).fetchall()
    keep = [*pinned, *(row[0] for row in newest)]
    marks = ", ".join("?" * len(keep))
    with connection:
        connection.execute(
            "DELETE FROM checkpoints WHERE thread_id = ?"
            f" AND checkpoint_id NOT IN ({marks})",
            (thread_id, *keep),
        )
        connection.execute(
            "DELETE FROM writes WHERE thread_id = ?", (thread_id,)
        )


# %% 3.4 wrong: not committed -> the deletion is not committed
def retain(connection, thread_id, pinned):
    newest = connection.execute(
        "SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = ?",
        (thread_id,),
    ).fetchone()
    keep = [*pinned, *newest]
    marks = ", ".join("?" * len(keep))
    for table in ("checkpoints", "writes"):
        connection.execute(
            f"DELETE FROM {table} WHERE thread_id = ?"
            f" AND checkpoint_id NOT IN ({marks})",
            (thread_id, *keep),
        )


# %% 3.4 wrong: every thread is cut -> another thread has lost rows
def retain(connection, thread_id, pinned):
    newest = connection.execute(
        "SELECT max(checkpoint_id) FROM checkpoints"
        " WHERE thread_id = ? GROUP BY checkpoint_ns",
        (thread_id,),
    ).fetchall()
    keep = [*pinned, *(row[0] for row in newest)]
    marks = ", ".join("?" * len(keep))
    with connection:
        for table in ("checkpoints", "writes"):
            connection.execute(
                f"DELETE FROM {table} WHERE checkpoint_id NOT IN ({marks})",
                keep,
            )


# %% 3.4 wrong: one newest for all namespaces -> it has a checkpoint_ns of its own
def retain(connection, thread_id, pinned):
    newest = connection.execute(
        "SELECT max(checkpoint_id) FROM checkpoints"
        " WHERE thread_id = ? AND checkpoint_ns = ''",
        (thread_id,),
    ).fetchone()
    keep = [*pinned, *newest]
    marks = ", ".join("?" * len(keep))
    with connection:
        for table in ("checkpoints", "writes"):
            connection.execute(
                f"DELETE FROM {table} WHERE thread_id = ?"
                f" AND checkpoint_id NOT IN ({marks})",
                (thread_id, *keep),
            )


# %% 3.4 wrong: the parents of what stays are kept too -> 6 checkpoints are left
def retain(connection, thread_id, pinned):
    parents = dict(
        connection.execute(
            "SELECT checkpoint_id, parent_checkpoint_id FROM checkpoints"
            " WHERE thread_id = ?",
            (thread_id,),
        ).fetchall()
    )
    keep = set()
    for found in (max(parents), *pinned):
        while found:
            keep.add(found)
            found = parents[found]
    marks = ", ".join("?" * len(keep))
    with connection:
        for table in ("checkpoints", "writes"):
            connection.execute(
                f"DELETE FROM {table} WHERE thread_id = ?"
                f" AND checkpoint_id NOT IN ({marks})",
                (thread_id, *keep),
            )


# %% 3.4 wrong: nothing is deleted -> 12 checkpoints are left
def retain(connection, thread_id, pinned):
    return None
