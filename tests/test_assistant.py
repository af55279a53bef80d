"""The assistant of lesson 12, on real files: remembers, survives, forgets."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.messages import AIMessage, HumanMessage
from pydantic import Field

from assistant import (
    Assistant,
    Forgotten,
    forget,
    forgetting,
    open_assistant,
    threads_of,
)
from assistant.facts import AttributeList, extract
from assistant.messages import count_tokens, old_turns
from helpers import CourseError, chat_model, embeddings, find_traces
from helpers.offline import OfflineChat
from helpers.offline.reply import Reply
from tests import rules


@pytest.fixture
def open_it(tmp_path):
    """Opens the assistant of this test, again and again if asked to."""
    with ExitStack() as stack:

        def opened(model=None, **options):
            stack.close()
            model = model or chat_model()
            return stack.enter_context(
                open_assistant(tmp_path, model, embeddings(), **options)
            )

        yield opened


def facts_of(assistant, user_id):
    return {m["name"]: m["value"] for m in assistant.memories(user_id)}


def learned(assistant, user_id, thread):
    values = assistant.thread(user_id, thread).values
    return {fact["name"]: fact["value"] for fact in values["learned"]}


def texts(assistant, user_id, thread):
    return [
        m.text for m in assistant.thread(user_id, thread).values["messages"]
    ]


class Model(OfflineChat):
    """An offline model that fails, or says something else, when told to."""

    fail_on: list[str] = Field(default_factory=list)
    instead: dict[str, str] = Field(default_factory=dict)
    seen: list = Field(default_factory=list)

    def _reply(self, messages, stop, kwargs):
        last = messages[-1].text
        self.seen.append(messages)
        if any(part in last for part in self.fail_on):
            raise TimeoutError("the model is overloaded")
        reply, *rest = super()._reply(messages, stop, kwargs)
        for part, text in self.instead.items():
            if part in last and not kwargs.get("tools"):
                reply = Reply(text, [])
        return reply, *rest


# -- remembering --------------------------------------------------------------


def test_two_users_with_two_threads_each_in_english_and_chinese(open_it):
    assistant = open_it()
    assistant.say("bob", "monday", "Hi, I'm Bob. My hobbies are chess and go.")
    assistant.say("小明", "周一", "你好,我叫小明,我的爱好是打羽毛球。")
    assert "chess" in assistant.say("bob", "tuesday", "What are my hobbies?")
    assert "羽毛球" in assistant.say("小明", "周二", "我的爱好是什么?")
    assert "Bob" in assistant.say("bob", "monday", "What's my name?")
    assert "小明" in assistant.say("小明", "周一", "我叫什么名字?")
    assert threads_of(assistant, "bob") == ["monday", "tuesday"]
    assert set(threads_of(assistant, "小明")) == {"周一", "周二"}
    assert len(texts(assistant, "bob", "monday")) == 4
    assert len(texts(assistant, "bob", "tuesday")) == 2


def test_another_user_learns_nothing(open_it):
    assistant = open_it()
    assistant.say("bob", "monday", "I'm Bob and I live in Oslo.")
    for user_id in ("bobby", "bo", "ann"):
        answer = assistant.say(user_id, "monday", "Where do I live?")
        assert "Oslo" not in answer
        assert assistant.memories(user_id) == []
    assert assistant.search("bobby", "Where do I live?") == []


def test_it_recalls_the_two_closest_and_says_what_it_learned(open_it):
    assistant = open_it()
    assistant.say(
        "bob", "a", "I'm Bob, I'm a nurse, I live in Oslo and I like chess."
    )
    assert learned(assistant, "bob", "a") == {
        "name": "Bob", "job": "nurse", "home": "Oslo", "likes": "chess",
    }  # fmt: skip
    assistant.say("bob", "b", "What do I do for a living?")
    values = assistant.thread("bob", "b").values
    assert learned(assistant, "bob", "b") == {}
    assert len(values["recalled"]) == 2
    assert values["recalled"][0]["name"] == "job"
    first, second = (memory["score"] for memory in values["recalled"])
    assert 0 < second < first < 1


def test_the_prompt_is_one_system_message_and_the_thread(open_it):
    model = Model()
    assistant = open_it(model)
    assistant.say("bob", "a", "I live in Oslo.")
    assistant.say("bob", "b", "Where do I live?")
    (prompt,) = [m for m in model.seen if "User info" in m[0].text]
    assert [m.type for m in prompt] == ["system", "human"]
    assert "\n- home: Oslo" in prompt[0].text
    assert "Summary" not in prompt[0].text


def test_a_fact_that_changes_is_replaced_and_one_more_is_added(open_it):
    assistant = open_it()
    for text in ("I live in Paris.", "I like chess.", "我喜欢下围棋。"):
        assistant.say("bob", "a", text)
    for text in ("I moved to Lyon.", "I like climbing.", "我喜欢打羽毛球。"):
        assistant.say("bob", "b", text)
    facts = facts_of(assistant, "bob")
    assert facts["home"] == "Lyon"
    assert "chess" in facts["likes"] and "climbing" in facts["likes"]
    assert len(facts) == 3
    assistant.say("bob", "b", "I live in Lyon.")
    assert learned(assistant, "bob", "b") == {}


def test_only_the_users_own_words_become_facts(open_it):
    model = Model(instead={"Who are you": "I'm Max. I live in the cloud."})
    assistant = open_it(model)
    assistant.say("bob", "a", "Who are you?")
    assert "Max" in texts(assistant, "bob", "a")[1]
    assistant.say("bob", "a", "I love climbing.")
    assert list(facts_of(assistant, "bob").values()) == ["climbing"]


def test_an_answer_that_is_no_list_of_facts_is_none():
    class Silent:
        def with_structured_output(self, schema):
            return self

        def invoke(self, messages, config):
            return self.answer()

    silent = Silent()
    silent.answer = lambda: None
    assert extract(silent, ["I live in Oslo."]) == {}
    silent.answer = lambda: AttributeList.model_validate({"attributes": 1})
    assert extract(silent, ["I live in Oslo."]) == {}
    blank = [{"name": " ", "value": "x"}, {"name": "Home ", "value": " Oslo"}]
    silent.answer = lambda: AttributeList.model_validate({"attributes": blank})
    assert extract(silent, ["I live in Oslo."]) == {"home": "Oslo"}


# -- the window ---------------------------------------------------------------

POEMS = [f"Write a short poem about {topic}." for topic in ("rain", "tea")]


def test_a_long_thread_is_summarised_and_still_knows(open_it):
    assistant = open_it(window=240)
    assistant.say("bob", "a", "I'm Bob, and my password is orchid.")
    for text in POEMS * 3:
        assistant.say("bob", "a", text)
    values = assistant.thread("bob", "a").values
    assert len(values["messages"]) <= 4
    assert "Bob" in values["summary"] and "orchid" in values["summary"]
    assistant.store.delete(("bob", "memories"), "name")
    assert "Bob" in assistant.say("bob", "a", "What's my name?")


def test_a_failing_summary_loses_nothing(open_it):
    model = Model(fail_on=["ummary"])
    assistant = open_it(model, window=240)
    said = ["I'm Bob, and my password is orchid.", *POEMS * 4]
    for text in said:
        assert assistant.say("bob", "a", text)
    assert texts(assistant, "bob", "a")[::2] == said
    assert not assistant.thread("bob", "a").values.get("summary")
    # Nor is more than a window sent, though nothing was shortened.
    assert max(count_tokens(m[1:]) for m in model.seen) <= 240
    model.fail_on.clear()
    for _ in range(9):
        assistant.say("bob", "a", "Thank you!")
    values = assistant.thread("bob", "a").values
    assert "orchid" in values["summary"]
    assert count_tokens(values["messages"]) < 240


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_summary_replaces_nothing(open_it, text):
    assistant = open_it(Model(instead={"ummary": text}), window=240)
    for poem in POEMS * 2:
        assistant.say("bob", "a", poem)
    assert len(texts(assistant, "bob", "a")) == 8
    assert not assistant.thread("bob", "a").values.get("summary")


def test_only_the_answer_is_streamed(open_it):
    assistant = open_it(window=120)
    assistant.say("bob", "a", "I'm Bob.")
    pieces = list(assistant.stream("bob", "a", POEMS[0]))
    assert len(pieces) > 3
    assert "".join(pieces) == texts(assistant, "bob", "a")[-1]
    assert assistant.thread("bob", "a").values["summary"]


def test_old_turns_are_whole():
    kinds = [HumanMessage, HumanMessage, AIMessage, HumanMessage, AIMessage]
    messages = [kind("Hi") for kind in kinds]
    assert old_turns(messages, 2) == messages[:3]
    assert old_turns(messages, 3) == messages[:1]
    assert old_turns(messages, 9) == []


def test_a_message_that_is_too_long_is_refused_before_it_is_saved(open_it):
    assistant = open_it(window=240)
    for text, reason in (("word " * 200, "too long"), (" \n", "nothing")):
        with pytest.raises(CourseError, match=reason):
            assistant.say("bob", "a", text)
    assert assistant.thread("bob", "a").values == {}


# -- failures -----------------------------------------------------------------


def test_a_message_without_an_answer_does_not_stay(open_it):
    model = Model()
    assistant = open_it(model)
    assistant.say("bob", "a", "I'm Bob.")
    model.fail_on.append("poem")
    with pytest.raises(TimeoutError):
        assistant.say("bob", "a", POEMS[0])
    assert not assistant.is_cut_off("bob", "a")
    assert len(texts(assistant, "bob", "a")) == 2
    assert "Bob" in assistant.say("bob", "a", "What's my name?")
    with pytest.raises(TimeoutError):
        assistant.say("bob", "new", POEMS[0])
    assert texts(assistant, "bob", "new") == []


CHILD = """
import os, sys
from langgraph.runtime import Runtime
from assistant import Assistant, Context, open_assistant
from helpers import chat_model, embeddings

def is_time(state):
    return "Oslo" in state["messages"][-1].text

class Killed(Assistant):
    {method}

with open_assistant(sys.argv[1], chat_model(), embeddings(), kind=Killed) as a:
    a.say("bob", "a", "Hi, I'm Bob.")
    a.say("bob", "a", "I'm a nurse and I live in Oslo.")
print("still alive")
"""
# After facts were stored, and in the middle of an answer.
KILLS = {
    "learn": """
    def learn(self, state, runtime: Runtime[Context]):
        update = super().learn(state, runtime)
        is_time(state) and os._exit(9)
        return update
""",
    "answer": """
    def answer(self, state):
        for piece in self.model.stream(self.prompt(state)):
            is_time(state) and os._exit(9)
        return super().answer(state)
""",
}


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """A folder for each node in which a process was killed."""
    folders = {node: tmp_path_factory.mktemp(node) for node in KILLS}
    running = {}
    for node, method in KILLS.items():
        code = CHILD.format(method=method)
        running[node] = subprocess.Popen(
            [sys.executable, "-c", code, folders[node]],
            cwd=rules.ROOT,
            stdout=subprocess.PIPE,
        )
    ended = {
        node: (process.communicate(timeout=100)[0], process.returncode)
        for node, process in running.items()
    }
    assert ended == dict.fromkeys(KILLS, (b"", 9))
    return folders


@pytest.mark.parametrize("node", KILLS)
def test_a_turn_goes_on_after_a_kill(killed, node):
    opened = open_assistant(killed[node], chat_model(), embeddings())
    with opened as assistant:
        assert assistant.is_cut_off("bob", "a")
        assert texts(assistant, "bob", "a")[-1].endswith("Oslo.")
        assert "Oslo" in "".join(assistant.stream("bob", "a"))
        assert not assistant.is_cut_off("bob", "a")
        assert len(texts(assistant, "bob", "a")) == 4
        facts = {"name": "Bob", "job": "nurse", "home": "Oslo"}
        assert facts_of(assistant, "bob") == facts
        assert "Oslo" in assistant.say("bob", "new", "Where do I live?")


def test_after_a_kill_another_message_loses_nothing(open_it):
    class Killed(Assistant):
        def answer(self, state):
            raise KeyboardInterrupt

    assistant = open_it(kind=Killed)
    with pytest.raises(KeyboardInterrupt):
        assistant.say("bob", "a", "I live in Oslo.")
    assistant = open_it()
    assert assistant.is_cut_off("bob", "a")
    assistant.say("bob", "a", "I'm a nurse.")
    assert texts(assistant, "bob", "a")[:2] == [
        "I live in Oslo.", "I'm a nurse.",
    ]  # fmt: skip
    assert facts_of(assistant, "bob") == {"home": "Oslo", "job": "nurse"}


def test_it_goes_on_after_a_restart(open_it):
    open_it().say("bob", "a", "I'm Bob and I like chess.")
    assistant = open_it()
    assert "Bob" in assistant.say("bob", "a", "What's my name?")
    assert len(texts(assistant, "bob", "a")) == 4


def test_users_talk_at_the_same_time(open_it):
    assistant = open_it()
    towns = ["Oslo", "Rome", "Lima", "Cairo"]

    def talk(town):
        for _ in range(2):
            assistant.say(f"from-{town}", "a", f"I live in {town}.")
        return assistant.say(f"from-{town}", "b", "Where do I live?")

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(talk, towns))
    for town, answer in zip(towns, answers, strict=True):
        assert town in answer


# -- forgetting ---------------------------------------------------------------


def traces(folder, text):
    """Every place in both files that holds a text."""
    return {
        f"{path.name} {place}": count
        for path in sorted(folder.glob("*.sqlite"))
        for place, count in find_traces(text, path=str(path)).items()
        if count
    }


def test_forget_me_leaves_no_trace_of_bob_and_all_of_ann(open_it, tmp_path):
    assistant = open_it()
    assistant.say("bob", "a", "My password is orchid.")
    assistant.say("bob", "a", "My password is tulip now.")
    assistant.say("bob", "b", "What's my password?")
    assistant.say("小明", "a", "请记住我的门锁密码是四七一一。")
    assistant.say("ann", "a", "My password is lavender.")
    assert len(traces(tmp_path, "orchid")) > 3
    assert len(traces(tmp_path, "四七一一")) > 3

    assert forget(assistant, "bob") == Forgotten(2, 1, 5, 0)
    assert forget(assistant, "小明") == Forgotten(1, 1, 2, 0)
    for text in ("orchid", "tulip", "四七一一", "bob/", "bob.memories"):
        assert traces(tmp_path, text) == {}
    assert threads_of(assistant, "bob") == []
    assert "don't know" in assistant.say("bob", "a", "What's my password?")
    assert "lavender" in assistant.say("ann", "b", "What's my password?")
    assert len(texts(assistant, "ann", "a")) == 2
    assert forget(assistant, "nobody") == Forgotten(0, 0, 0, 0)


def test_a_forgotten_fact_takes_its_vector_along(open_it):
    assistant = open_it()
    assistant.say("bob", "a", "I live in Oslo.")
    count = "SELECT count(*) FROM store_vectors WHERE prefix LIKE 'bob%'"
    assert assistant.store.conn.execute(count).fetchone()[0] == 1
    forget(assistant, "bob")
    assert assistant.store.conn.execute(count).fetchone()[0] == 0


def test_what_somebody_else_said_too_is_no_trace(open_it):
    assistant = open_it()
    for user_id in ("bob", "ann"):
        assistant.say(user_id, "a", "I live in a little town.")
    assert forget(assistant, "bob").traces == 0
    assert len(assistant.memories("ann")) == 1


def test_the_proof_finds_what_a_plain_delete_leaves(open_it, monkeypatch):
    assistant = open_it()
    for database in (assistant.checkpointer, assistant.store):
        database.conn.execute("PRAGMA secure_delete = OFF")
    assistant.say("bob", "a", "My password is orchid.")

    def only_the_path(database):
        files = database.conn.execute("PRAGMA database_list")
        return Path(files.fetchone()[2])

    monkeypatch.setattr(forgetting, "_rewrite", only_the_path)
    assert forget(assistant, "bob").traces > 0


def test_forgetting_with_a_second_process_at_the_files(open_it, tmp_path):
    assistant = open_it()
    assistant.say("bob", "a", "My password is orchid.")
    with open_assistant(tmp_path, chat_model(), embeddings()) as other:
        other.say("bob", "b", "What's my password?")
        assert forget(assistant, "bob").traces == 0
        assert traces(tmp_path, "orchid") == {}
        assert other.memories("bob") == []


# -- names, folders, embeddings -----------------------------------------------


@pytest.mark.parametrize("name", ["", "a.b", "a/b", "langgraph", "x" * 65])
def test_names_that_cannot_be(open_it, name):
    assistant = open_it()
    with pytest.raises(CourseError, match="name of a user"):
        assistant.say(name, "a", "Hello!")
    with pytest.raises(CourseError, match="name of a user"):
        forget(assistant, name)
    with pytest.raises(CourseError, match="name of a"):
        assistant.say("bob", name, "Hello!")


def test_a_folder_that_cannot_be_used(tmp_path):
    file = tmp_path / "file"
    file.write_text("no folder")
    other = tmp_path / "other"
    other.mkdir()
    (other / "checkpoints.sqlite").write_text("no database, " * 100)
    third = tmp_path / "third"
    third.mkdir()
    (third / "memories.sqlite").write_text("no database, " * 100)
    for folder in (file, file / "inside", other, third):
        with (
            pytest.raises(CourseError) as caught,
            open_assistant(folder, chat_model(), embeddings()),
        ):
            pass
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("size", [512, 100])
def test_memories_of_other_embeddings_are_refused(open_it, tmp_path, size):
    open_it().say("bob", "a", "I live in Oslo.")
    other = DeterministicFakeEmbedding(size=size)
    with (
        pytest.raises(CourseError, match="cannot be compared"),
        open_assistant(tmp_path, chat_model(), other),
    ):
        pass
    assert "Oslo" in open_it().say("bob", "b", "Where do I live?")


def test_the_module_is_small_and_knows_no_notebook():
    for path in (rules.ROOT / "assistant").glob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert len(source.splitlines()) < 200, path.name
        for word in ("IPython", "ipywidgets", "get_ipython"):
            assert word not in source, path.name
