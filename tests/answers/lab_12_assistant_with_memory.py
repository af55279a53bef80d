# %% 12.1 right: the names as JSON
class Threads(Assistant):
    def config(self, user_id, thread):
        import json

        thread_id = json.dumps([user_id, thread])
        return {"configurable": {"thread_id": thread_id}}


# %% 12.1 right: a character that no name has, and the user beside it
class Threads(Assistant):
    def config(self, user_id, thread):
        names = {"thread_id": ":".join([user_id, thread]), "user_id": user_id}
        return {"configurable": names}


# %% 12.1 wrong: the thread's name alone -> ann's thread monday has the messages of bob's monday
class Threads(Assistant):
    def config(self, user_id, thread):
        return {"configurable": {"thread_id": thread}}


# %% 12.1 wrong: one thread for all -> bob's thread tuesday has the messages of bob's monday
class Threads(Assistant):
    def config(self, user_id, thread):
        return {"configurable": {"thread_id": "1"}}


# %% 12.1 wrong: a user has one thread -> bob's thread tuesday has
class Threads(Assistant):
    def config(self, user_id, thread):
        return {"configurable": {"thread_id": user_id}}


# %% 12.1 wrong: a new id each time -> the thread does not have four messages
class Threads(Assistant):
    def config(self, user_id, thread):
        from uuid import uuid4

        return {"configurable": {"thread_id": str(uuid4())}}


# %% 12.1 wrong: joined by a hyphen -> five threads have only these ids
class Threads(Assistant):
    def config(self, user_id, thread):
        return {"configurable": {"thread_id": f"{user_id}-{thread}"}}


# %% 12.2 right: more of them, then the first two
class Searches(Assistant):
    def search(self, user_id, text):
        found = self.store.search((user_id, "memories"), query=text, limit=50)
        return sorted(found, key=lambda item: -item.score)[:2]


# %% 12.2 wrong: everybody's memories -> a search for bob finds memories of ['bobby'
class Searches(Assistant):
    def search(self, user_id, text):
        return self.store.search((), query=text, limit=2)


# %% 12.2 wrong: by the beginning of the name -> a search for bob finds memories of ['bobby']
class Searches(Assistant):
    def search(self, user_id, text):
        found = self.store.search((), query=text, limit=100)
        own = [i for i in found if i.namespace[0].startswith(user_id)]
        return own[:2]


# %% 12.2 wrong: labels in the other order -> 0 memories were found
class Searches(Assistant):
    def search(self, user_id, text):
        return self.store.search(("memories", user_id), query=text, limit=2)


# %% 12.2 wrong: the default limit -> 4 memories were found
class Searches(Assistant):
    def search(self, user_id, text):
        return self.store.search((user_id, "memories"), query=text)


# %% 12.2 wrong: no query -> they were not searched by meaning
class Searches(Assistant):
    def search(self, user_id, text):
        return self.store.search((user_id, "memories"), limit=2)


# %% 12.2 wrong: the worst two -> the best memory is
class Searches(Assistant):
    def search(self, user_id, text):
        found = self.store.search((user_id, "memories"), query=text, limit=50)
        return found[::-1][:2]


# %% 12.3 right: the last message, the whole value
class Recalls(Assistant):
    def recall(self, state, runtime: Runtime[Context]):
        text = state["messages"][-1].text
        recalled = []
        for item in self.search(runtime.context.user_id, text):
            recalled.append(
                {"name": item.key, "score": item.score, **item.value}
            )
        return {"recalled": recalled}


# %% 12.3 right: through the store of the runtime
class Recalls(Assistant):
    def recall(self, state, runtime: Runtime[Context]):
        namespace = (runtime.context.user_id, "memories")
        text = "\n".join(unanswered(state["messages"]))
        items = runtime.store.search(namespace, query=text, limit=2)
        return {
            "recalled": [
                {**i.value, "name": i.key, "score": i.score} for i in items
            ]
        }


# %% 12.3 wrong: nothing is returned -> the state has nothing under the key
class Recalls(Assistant):
    def recall(self, state, runtime: Runtime[Context]):
        self.recalled = self.search(
            runtime.context.user_id, state["messages"][-1].text
        )


# %% 12.3 wrong: the thread's first message -> search for what is said in this turn
class Recalls(Assistant):
    def recall(self, state, runtime: Runtime[Context]):
        items = self.search(runtime.context.user_id, state["messages"][0].text)
        return {
            "recalled": [
                {"name": i.key, "value": i.value["value"], "score": i.score}
                for i in items
            ]
        }


# %% 12.3 wrong: always the same user -> ann recalls
class Recalls(Assistant):
    def recall(self, state, runtime: Runtime[Context]):
        items = self.search("bob", state["messages"][-1].text)
        return {
            "recalled": [
                {"name": i.key, "value": i.value["value"], "score": i.score}
                for i in items
            ]
        }


# %% 12.3 wrong: no score -> the score is missing
class Recalls(Assistant):
    def recall(self, state, runtime: Runtime[Context]):
        items = self.search(
            runtime.context.user_id, state["messages"][-1].text
        )
        return {
            "recalled": [
                {"name": i.key, "value": i.value["value"]} for i in items
            ]
        }


# %% 12.3 wrong: the value is a dictionary -> the best memory is {'name': 'job', 'value': {
class Recalls(Assistant):
    def recall(self, state, runtime: Runtime[Context]):
        items = self.search(
            runtime.context.user_id, state["messages"][-1].text
        )
        return {
            "recalled": [
                {"name": i.key, "value": i.value, "score": i.score}
                for i in items
            ]
        }


# %% 12.4 right: all old values first
class Learns(Assistant):
    def learn(self, state, runtime: Runtime[Context]):
        namespace = (runtime.context.user_id, "memories")
        items = runtime.store.search(namespace, limit=1000)
        known = {item.key: item.value for item in items}
        texts = unanswered(state["messages"])
        new = {
            name: self.revise(name, value, texts, known.get(name))
            for name, value in extract(self.quiet, texts, known).items()
        }
        new = {n: f for n, f in new.items() if known.get(n) != f}
        for name, fact in new.items():
            runtime.store.put(namespace, name, fact)
        return {"learned": [{"name": n, **fact} for n, fact in new.items()]}


# %% 12.4 right: the last message
class Learns(Assistant):
    def learn(self, state, runtime: Runtime[Context]):
        user_id = runtime.context.user_id
        text = state["messages"][-1].text
        learned = []
        for name, value in extract(self.model, [text]).items():
            item = self.store.get((user_id, "memories"), name)
            if item and item.value["value"] == value:
                continue
            fact = self.revise(name, value, [text], item and item.value)
            self.store.put((user_id, "memories"), name, fact)
            learned.append({"name": name, "value": fact["value"]})
        return {"learned": learned}


# %% 12.4 wrong: the assistant's words too -> the assistant's own words have become facts
class Learns(Assistant):
    def learn(self, state, runtime: Runtime[Context]):
        texts = [message.text for message in state["messages"]]
        learned = []
        for name, value in extract(self.quiet, texts).items():
            fact = self.revise(name, value, texts, None)
            namespace = (runtime.context.user_id, "memories")
            self.store.put(namespace, name, fact)
            learned.append({"name": name, **fact})
        return {"learned": learned}


# %% 12.4 wrong: every turn again -> an old turn of the thread brought back an old age
class Learns(Assistant):
    def learn(self, state, runtime: Runtime[Context]):
        texts = [m.text for m in state["messages"] if m.type == "human"]
        learned = []
        for name, value in extract(self.quiet, texts).items():
            fact = self.revise(name, value, texts, None)
            namespace = (runtime.context.user_id, "memories")
            self.store.put(namespace, name, fact)
            learned.append({"name": name, **fact})
        return {"learned": learned}


# %% 12.4 wrong: one namespace for all -> nothing is stored below ('bob', 'memories')
class Learns(Assistant):
    def learn(self, state, runtime: Runtime[Context]):
        texts = unanswered(state["messages"])
        learned = []
        for name, value in extract(self.quiet, texts).items():
            fact = self.revise(name, value, texts, None)
            self.store.put(("memories",), name, fact)
            learned.append({"name": name, **fact})
        return {"learned": learned}


# %% 12.4 wrong: all of bob's -> `learned` is
class Learns(Assistant):
    def learn(self, state, runtime: Runtime[Context]):
        texts = unanswered(state["messages"])
        for name, value in extract(self.quiet, texts).items():
            fact = self.revise(name, value, texts, None)
            namespace = (runtime.context.user_id, "memories")
            self.store.put(namespace, name, fact)
        return {"learned": []}


# %% 12.4 wrong: also what is known -> nothing was new, and `learned` is
class Learns(Assistant):
    def learn(self, state, runtime: Runtime[Context]):
        texts = unanswered(state["messages"])
        learned = []
        for name, value in extract(self.quiet, texts).items():
            fact = self.revise(name, value, texts, None)
            namespace = (runtime.context.user_id, "memories")
            self.store.put(namespace, name, fact)
            learned.append({"name": name, **fact})
        return {"learned": learned}


# %% 12.5 right: case by case
class Revises(Assistant):
    def revise(self, name, value, said, old):
        if old is None:
            return self.fact(name, value, said)
        if old["value"] == value:
            return old
        words = [*old["said"].split("\n"), *said]
        merged = extract(self.quiet, words, [name])
        if merged.get(name) == old["value"]:
            return old
        return self.fact(name, merged.get(name) or value, words)

    def fact(self, name, value, words):
        said = "\n".join(words)
        return {"value": value, "text": sentence(name, value), "said": said}


# %% 12.5 wrong: the new value replaces -> he likes chess and climbing; what is kept is 'climbing'
class Revises(Assistant):
    def revise(self, name, value, said, old):
        if old and value == old["value"]:
            return old
        words = "\n".join([*([old["said"]] if old else []), *said])
        return {"value": value, "text": sentence(name, value), "said": words}


# %% 12.5 wrong: the new value joins -> bob moved to Lyon, and his home is 'Paris, Lyon'
class Revises(Assistant):
    def revise(self, name, value, said, old):
        if old and value == old["value"]:
            return old
        if old:
            value = f"{old['value']}, {value}"
            said = [old["said"], *said]
        words = "\n".join(said)
        return {"value": value, "text": sentence(name, value), "said": words}


# %% 12.5 wrong: the old value stays -> bob moved to Lyon, and his home is 'Paris'
class Revises(Assistant):
    def revise(self, name, value, said, old):
        if old:
            return old
        words = "\n".join(said)
        return {"value": value, "text": sentence(name, value), "said": words}


# %% 12.5 wrong: the old sentence stays -> it would be found for the old value
class Revises(Assistant):
    def revise(self, name, value, said, old):
        if old and value == old["value"]:
            return old
        if old:
            words = [old["said"], *said]
            value = extract(self.quiet, words).get(name, value)
            return {**old, "value": value, "said": "\n".join(words)}
        words = "\n".join(said)
        return {"value": value, "text": sentence(name, value), "said": words}


# %% 12.5 wrong: only the new words are kept -> wanted the old words and the new ones
class Revises(Assistant):
    def revise(self, name, value, said, old):
        if old and value == old["value"]:
            return old
        if old:
            value = extract(self.quiet, [old["said"], *said])[name]
        words = "\n".join(said)
        return {"value": value, "text": sentence(name, value), "said": words}


# %% 12.6 right: a list of its own, cut by hand
class Prompts(Assistant):
    def prompt(self, state):
        lines = ["Answer the user."]
        lines.append(state.get("summary") or "")
        lines.append("User info:")
        for memory in state["recalled"]:
            lines.append("- {name}: {value}".format(**memory))
        recent = list(state["messages"])
        while count_tokens(recent) > self.window or recent[0].type != "human":
            del recent[0]
        return [("system", "\n".join(lines)), *recent]


# %% 12.6 wrong: the memories as a message of their own -> wanted one, in place 0
class Prompts(Assistant):
    def prompt(self, state):
        facts = [f"- {m['name']}: {m['value']}" for m in state["recalled"]]
        recent = trim_messages(
            state["messages"],
            max_tokens=self.window,
            token_counter=count_tokens,
            start_on="human",
        )
        return [
            SystemMessage("You are friendly."),
            SystemMessage("\n".join(facts)),
            *recent,
        ]


# %% 12.6 wrong: the whole thread -> tokens of the thread are sent; at most 400
class Prompts(Assistant):
    def prompt(self, state):
        facts = [f"- {m['name']}: {m['value']}" for m in state["recalled"]]
        text = "\n".join(["User info:", *facts, state.get("summary", "")])
        return [SystemMessage(text), *state["messages"]]


# %% 12.6 wrong: the summary of nothing -> you send 'None'
class Prompts(Assistant):
    def prompt(self, state):
        facts = [f"- {m['name']}: {m['value']}" for m in state["recalled"]]
        text = "\n".join(["User info:", *facts])
        text += f"\nSummary: {state.get('summary')}"
        return [SystemMessage(text), *state["messages"]]


# %% 12.6 wrong: without the summary -> the summary is missing
class Prompts(Assistant):
    def prompt(self, state):
        facts = [f"- {m['name']}: {m['value']}" for m in state["recalled"]]
        text = "\n".join(["User info:", *facts])
        return [SystemMessage(text), *state["messages"]]


# %% 12.6 wrong: the oldest messages -> the newest message is missing
class Prompts(Assistant):
    def prompt(self, state):
        facts = [f"- {m['name']}: {m['value']}" for m in state["recalled"]]
        text = "\n".join(["User info:", *facts, state.get("summary", "")])
        recent = trim_messages(
            state["messages"],
            max_tokens=self.window,
            token_counter=count_tokens,
            strategy="first",
        )
        return [SystemMessage(text), *recent]


# %% 12.6 wrong: it begins anywhere -> what is left must begin with the user
class Prompts(Assistant):
    def prompt(self, state):
        facts = [f"- {m['name']}: {m['value']}" for m in state["recalled"]]
        text = "\n".join(["User info:", *facts, state.get("summary", "")])
        recent = list(state["messages"])
        while count_tokens(recent) > self.window or recent[0].type == "human":
            if count_tokens(recent) <= self.window and len(recent) == 41:
                break
            del recent[0]
        return [SystemMessage(text), *recent]


# %% 12.6 wrong: no memories -> the memory is not in the prompt
class Prompts(Assistant):
    def prompt(self, state):
        recent = trim_messages(
            state["messages"],
            max_tokens=self.window,
            token_counter=count_tokens,
            start_on="human",
        )
        return [SystemMessage(state.get("summary") or "Be kind."), *recent]


# %% 12.7 right: a sequence, and a function for the way
class Builds(Assistant):
    def build(self):
        def way(state):
            return "summarize" if self.is_long(state) else END

        builder = StateGraph(State, context_schema=Context)
        builder.add_sequence([self.recall, self.learn, self.answer])
        builder.add_node("summarize", self.summarize)
        builder.add_edge(START, "recall")
        builder.add_conditional_edges("answer", way, ["summarize", END])
        builder.add_edge("summarize", END)
        return builder.compile(self.checkpointer, store=self.store)


# %% 12.7 wrong: no checkpointer -> No checkpointer set
class Builds(Assistant):
    def build(self):
        builder = StateGraph(State, context_schema=Context)
        builder.add_sequence([self.recall, self.learn, self.answer])
        builder.add_node(self.summarize)
        builder.add_edge(START, "recall")
        builder.add_conditional_edges(
            "answer", self.is_long, {True: "summarize", False: END}
        )
        return builder.compile(store=self.store)


# %% 12.7 wrong: no store -> 'NoneType' object has no attribute 'search'
class Builds(Assistant):
    def build(self):
        builder = StateGraph(State, context_schema=Context)
        builder.add_sequence([self.recall, self.learn, self.answer])
        builder.add_node(self.summarize)
        builder.add_edge(START, "recall")
        builder.add_conditional_edges(
            "answer", self.is_long, {True: "summarize", False: END}
        )
        return builder.compile(checkpointer=self.checkpointer)


# %% 12.7 wrong: always a summary -> the nodes ran as ['recall', 'learn', 'answer', 'summarize']
class Builds(Assistant):
    def build(self):
        builder = StateGraph(State, context_schema=Context)
        builder.add_sequence(
            [self.recall, self.learn, self.answer, self.summarize]
        )
        builder.add_edge(START, "recall")
        return builder.compile(
            checkpointer=self.checkpointer, store=self.store
        )


# %% 12.7 wrong: never a summary -> the summary comes last
class Builds(Assistant):
    def build(self):
        builder = StateGraph(State, context_schema=Context)
        builder.add_sequence([self.recall, self.learn, self.answer])
        builder.add_edge(START, "recall")
        return builder.compile(
            checkpointer=self.checkpointer, store=self.store
        )


# %% 12.7 wrong: it answers first -> wanted ['recall', 'learn', 'answer']
class Builds(Assistant):
    def build(self):
        builder = StateGraph(State, context_schema=Context)
        builder.add_sequence([self.recall, self.answer, self.learn])
        builder.add_node(self.summarize)
        builder.add_edge(START, "recall")
        builder.add_conditional_edges(
            "learn", self.is_long, {True: "summarize", False: END}
        )
        return builder.compile(
            checkpointer=self.checkpointer, store=self.store
        )


# %% 12.8 right: one condition for all
class Shortens(Assistant):
    def summarize(self, state):
        earlier = state.get("summary") or ""
        old = old_turns(state["messages"], 2)
        if old and (summary := self.write_summary(old, earlier)):
            removed = [RemoveMessage(id=m.id) for m in old]
            return {"messages": removed, "summary": summary}
        return {}


# %% 12.8 wrong: removed whatever comes -> there is no new summary, and the update is
class Shortens(Assistant):
    def summarize(self, state):
        old = old_turns(state["messages"], keep=2)
        if not old:
            return {}
        summary = self.write_summary(old, state.get("summary", ""))
        removed = [RemoveMessage(id=message.id) for message in old]
        return {"summary": summary, "messages": removed}


# %% 12.8 wrong: the failure replaces the summary -> there is no new summary, and the update is {'summary': ''
class Shortens(Assistant):
    def summarize(self, state):
        old = old_turns(state["messages"], keep=2)
        if not old:
            return {}
        summary = self.write_summary(old, state.get("summary", ""))
        removed = [RemoveMessage(id=message.id) for message in old]
        return {"summary": summary, "messages": removed if summary else []}


# %% 12.8 wrong: nothing is removed -> of six messages you remove []
class Shortens(Assistant):
    def summarize(self, state):
        old = old_turns(state["messages"], keep=2)
        summary = self.write_summary(old, state.get("summary", ""))
        return {"summary": summary}


# %% 12.8 wrong: all are removed -> of six messages you remove ['0', '1', '2', '3', '4', '5']
class Shortens(Assistant):
    def summarize(self, state):
        old = state["messages"]
        summary = self.write_summary(old, state.get("summary", ""))
        if not summary:
            return {}
        removed = [RemoveMessage(id=message.id) for message in old]
        return {"summary": summary, "messages": removed}


# %% 12.8 wrong: the earlier summary is left out -> and the earlier summary
class Shortens(Assistant):
    def summarize(self, state):
        old = old_turns(state["messages"], keep=2)
        summary = self.write_summary(old, "")
        if not old or not summary:
            return {}
        removed = [RemoveMessage(id=message.id) for message in old]
        return {"summary": summary, "messages": removed}


# %% 12.8 wrong: a summary of nothing -> a single turn was summarised
class Shortens(Assistant):
    def summarize(self, state):
        old = old_turns(state["messages"], keep=2)
        summary = self.write_summary(old, state.get("summary", ""))
        if not summary:
            return {}
        removed = [RemoveMessage(id=message.id) for message in old]
        return {"summary": summary, "messages": removed}


# %% 12.9 right: a tagged model, and the earlier summary in front
class Writes(Assistant):
    def write_summary(self, old, earlier):
        messages = list(old)
        request = "Create a summary of the conversation above:"
        if earlier:
            request = f"The summary so far: {earlier}\n\n" + (
                "Extend the summary with the messages above:"
            )
        messages.append(("human", request))
        text = ""
        try:
            quiet = self.quiet.with_config(tags=["nostream"])
            text = quiet.invoke(messages).text
        except Exception:
            pass
        return text.strip()


# %% 12.9 wrong: the error becomes the summary -> the model failed, and the summary is 'Error: the model is overloaded'
class Writes(Assistant):
    def write_summary(self, old, earlier):
        request = f"So far: {earlier}\nExtend the summary with the above:"
        try:
            return self.quiet.invoke(
                [*old, HumanMessage(request)]
            ).text.strip()
        except Exception as error:
            return f"Error: {error}"


# %% 12.9 wrong: the error is passed on -> TimeoutError: the model is overloaded
class Writes(Assistant):
    def write_summary(self, old, earlier):
        request = f"So far: {earlier}\nExtend the summary with the above:"
        return self.quiet.invoke([*old, HumanMessage(request)]).text.strip()


# %% 12.9 wrong: one kind of error only -> TimeoutError
class Writes(Assistant):
    def write_summary(self, old, earlier):
        request = f"So far: {earlier}\nExtend the summary with the above:"
        try:
            return self.quiet.invoke(
                [*old, HumanMessage(request)]
            ).text.strip()
        except ValueError:
            return ""


# %% 12.9 wrong: without the earlier summary -> what it holds is lost
class Writes(Assistant):
    def write_summary(self, old, earlier):
        request = "Create a summary of the conversation above:"
        try:
            return self.quiet.invoke(
                [*old, HumanMessage(request)]
            ).text.strip()
        except Exception:
            return ""


# %% 12.9 wrong: the request first -> the request must come last
class Writes(Assistant):
    def write_summary(self, old, earlier):
        request = f"So far: {earlier}\nExtend the summary with these:"
        try:
            return self.quiet.invoke(
                [HumanMessage(request), *old]
            ).text.strip()
        except Exception:
            return ""


# %% 12.9 wrong: the messages are not sent -> the model was not given the old messages
class Writes(Assistant):
    def write_summary(self, old, earlier):
        try:
            return self.quiet.invoke([HumanMessage(earlier)]).text.strip()
        except Exception:
            return ""


# %% 12.10 right: all keywords at once, the condition turned round
class Runs(Assistant):
    def run(self, turn, config, context):
        options = {"durability": "sync", "stream_mode": "messages"}
        stream = self.graph.stream(turn, config, context=context, **options)
        for message, metadata in stream:
            if metadata["langgraph_node"] != "answer":
                continue
            yield message.text


# %% 12.10 right: a generator expression
class Runs(Assistant):
    def run(self, turn, config, context):
        return (
            piece.text
            for piece, about in self.graph.stream(
                turn,
                config,
                context=context,
                stream_mode="messages",
                durability="sync",
            )
            if about.get("langgraph_node") == "answer"
        )


# %% 12.10 wrong: saved at the end -> its message was not saved in time
class Runs(Assistant):
    def run(self, turn, config, context):
        for piece, about in self.graph.stream(
            turn,
            config,
            context=context,
            stream_mode="messages",
            durability="exit",
        ):
            if about["langgraph_node"] == "answer":
                yield piece.text


# %% 12.10 wrong: one piece at the end -> the answer came in 1 piece(s)
class Runs(Assistant):
    def run(self, turn, config, context):
        result = self.graph.invoke(
            turn, config, context=context, durability="sync"
        )
        yield result["messages"][-1].text


# %% 12.10 wrong: without the user -> 'NoneType' object has no attribute 'user_id'
class Runs(Assistant):
    def run(self, turn, config, context):
        for piece, about in self.graph.stream(
            turn, config, stream_mode="messages", durability="sync"
        ):
            if about["langgraph_node"] == "answer":
                yield piece.text


# %% 12.10 wrong: a turn is always new -> going on, it answered ''
class Runs(Assistant):
    def run(self, turn, config, context):
        if turn is None:
            return
        yield from super().run(turn, config, context)


# %% 12.10 wrong: whole states -> object has no attribute 'text'
class Runs(Assistant):
    def run(self, turn, config, context):
        for state in self.graph.stream(
            turn, config, context=context, durability="sync"
        ):
            yield state.text


# %% 12.11 right: looked up in the state
class Undoes(Assistant):
    def undo(self, config, message):
        state = self.graph.get_state(config).values
        removed = [
            RemoveMessage(id=m.id)
            for m in state["messages"]
            if m.id == message.id
        ]
        self.graph.update_state(
            config, {"messages": removed}, as_node="summarize"
        )


# %% 12.11 wrong: nothing is done -> the message is still in the thread
class Undoes(Assistant):
    def undo(self, config, message):
        message.content = ""


# %% 12.11 wrong: the turn does not end -> the turn has not ended: ('
class Undoes(Assistant):
    def undo(self, config, message):
        removed = {"messages": [RemoveMessage(id=message.id)]}
        self.graph.update_state(config, removed, as_node="learn")


# %% 12.11 wrong: the whole thread goes -> the thread was
class Undoes(Assistant):
    def undo(self, config, message):
        state = self.graph.get_state(config).values
        removed = [RemoveMessage(id=m.id) for m in state["messages"]]
        self.graph.update_state(
            config, {"messages": removed}, as_node="summarize"
        )


# %% 12.11 wrong: the thread is deleted -> and is now []
class Undoes(Assistant):
    def undo(self, config, message):
        thread_id = config["configurable"]["thread_id"]
        self.checkpointer.delete_thread(thread_id)


# %% 12.11 wrong: an answer in its place -> the message is still in the thread
class Undoes(Assistant):
    def undo(self, config, message):
        sorry = {"messages": [AIMessage("Sorry.")]}
        self.graph.update_state(config, sorry, as_node="summarize")


# %% 12.12 right: by namespace, and overwritten bytes
def forget_user(assistant, user_id):
    for thread in threads_of(assistant, user_id):
        config = assistant.config(user_id, thread)
        thread_id = config["configurable"]["thread_id"]
        assistant.checkpointer.delete_thread(thread_id)
    for namespace in assistant.store.list_namespaces(prefix=(user_id,)):
        for item in assistant.store.search(namespace, limit=10_000):
            assistant.store.put(item.namespace, item.key, None)
    for connection in (assistant.checkpointer.conn, assistant.store.conn):
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


# %% 12.12 wrong: the first ten facts -> of bob's facts are in the store
def forget_user(assistant, user_id):
    for thread in threads_of(assistant, user_id):
        assistant.checkpointer.delete_thread(f"{user_id}/{thread}")
    for item in assistant.store.search((user_id,)):
        assistant.store.delete(item.namespace, item.key)
    for database in (assistant.checkpointer, assistant.store):
        database.conn.execute("VACUUM")
        database.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


# %% 12.12 wrong: the store alone -> 'orchid' is left in checkpoints: table checkpoints
def forget_user(assistant, user_id):
    for item in assistant.store.search((user_id,), limit=1_000_000):
        assistant.store.delete(item.namespace, item.key)
    for database in (assistant.checkpointer, assistant.store):
        database.conn.execute("VACUUM")
        database.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


# %% 12.12 wrong: one thread -> is left in checkpoints: table checkpoints
def forget_user(assistant, user_id):
    assistant.checkpointer.delete_thread(f"{user_id}/a")
    for item in assistant.store.search((user_id,), limit=1_000_000):
        assistant.store.delete(item.namespace, item.key)
    for database in (assistant.checkpointer, assistant.store):
        database.conn.execute("VACUUM")
        database.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


# %% 12.12 wrong: the rows, not the bytes -> 'orchid' is left in checkpoints: file
def forget_user(assistant, user_id):
    for thread in threads_of(assistant, user_id):
        assistant.checkpointer.delete_thread(f"{user_id}/{thread}")
    for item in assistant.store.search((user_id,), limit=1_000_000):
        assistant.store.delete(item.namespace, item.key)
    for database in (assistant.checkpointer, assistant.store):
        database.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


# %% 12.12 wrong: the journal stays -> 'orchid' is left in checkpoints: file, memories: journal
def forget_user(assistant, user_id):
    for thread in threads_of(assistant, user_id):
        assistant.checkpointer.delete_thread(f"{user_id}/{thread}")
    for item in assistant.store.search((user_id,), limit=1_000_000):
        assistant.store.delete(item.namespace, item.key)
    assistant.checkpointer.conn.execute(
        "PRAGMA wal_checkpoint(TRUNCATE)"
    ).fetchall()
    for database in (assistant.checkpointer, assistant.store):
        database.conn.execute("VACUUM")


# %% 12.12 wrong: everybody is forgotten -> ann has lost the password
def forget_user(assistant, user_id):
    assistant.checkpointer.conn.execute("DELETE FROM checkpoints")
    assistant.checkpointer.conn.execute("DELETE FROM writes")
    assistant.checkpointer.conn.commit()
    for item in assistant.store.search((), limit=1_000_000):
        assistant.store.delete(item.namespace, item.key)
    for database in (assistant.checkpointer, assistant.store):
        database.conn.execute("VACUUM")
        database.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


# %% 12.12 wrong: bobby too -> bobby has lost the password
def forget_user(assistant, user_id):
    saved = list(assistant.checkpointer.list(None))
    ids = {c.config["configurable"]["thread_id"] for c in saved}
    for thread_id in ids:
        if thread_id.startswith(user_id):
            assistant.checkpointer.delete_thread(thread_id)
    for item in assistant.store.search((), limit=1_000_000):
        if item.namespace[0].startswith(user_id):
            assistant.store.delete(item.namespace, item.key)
    for database in (assistant.checkpointer, assistant.store):
        database.conn.execute("VACUUM")
        database.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
