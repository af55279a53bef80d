# %% [markdown]
# # Build an assistant with memory
#
# Each lesson so far gave a chatbot one ability. At the end of this one they
# work together in a small assistant, which remembers its users across
# conversations and restarts, and forgets them when they ask.
#
# **You will learn** to
#
# - compose a graph that recalls, learns, answers and summarises;
# - look at what it learned, what it recalled, and what the model was sent;
# - let it go on after a restart, and after a kill in the middle of a turn;
# - prove that a user has been forgotten.
#
# **You need** [lesson 08](08_semantic_recall.ipynb).
#
# **Time** 25 minutes

# %%
import subprocess
import sys
from contextlib import ExitStack
from inspect import getsource
from pathlib import Path
from tempfile import TemporaryDirectory

from assistant import Assistant, forget, open_assistant, threads_of
from helpers import (
    CourseError,
    chat_model,
    embeddings,
    find_traces,
    show_graph,
    show_hits,
    show_messages,
    show_store,
    show_traces,
)

# %% [markdown]
# In lesson 08 a store found memories by their meaning. Together with threads,
# trimming, deletion, summaries and fact extraction, that is all you need.
#
# ## Compose the parts
#
# The model alone knows nobody:

# %%
model = chat_model()
print(model.invoke("What are my hobbies?").text)

# %% [markdown]
# The package `assistant` of this course puts a memory around it. It keeps two
# SQLite files in one folder: `checkpoints.sqlite` for the threads, and
# `memories.sqlite` for the store. An `ExitStack` keeps both open from cell to
# cell.

# %%
folder = TemporaryDirectory()
files = ExitStack()
assistant = files.enter_context(
    open_assistant(folder.name, model, embeddings())
)
show_graph(assistant.graph)

# %% [markdown]
# A turn has three steps, and sometimes a fourth:
#
# | node | what it does | lessons |
# |---|---|---|
# | `recall` | finds the two memories that are closest to the message | 07, 08 |
# | `learn` | extracts facts from the message, and stores them | 07 |
# | `answer` | sends memories, summary and recent messages to the model | 02, 04 |
# | `summarize` | replaces old turns by a summary, in a long thread | 05, 06 |
#
# Nodes are methods of one class, which holds the model. The graph is the one
# you know:

# %%
print(getsource(Assistant.build))

# %% [markdown]
# ## Follow two conversations
#
# Bob introduces himself. `say` runs the graph and returns the answer:

# %%
for text in (
    "Hi, I'm Bob. My hobbies are chess and climbing.",
    "I'm a nurse and I live in Paris.",
):
    print(assistant.say("bob", "monday", text))

# %% [markdown]
# `learn` wrote what he said into the store. Each fact has its name as the key.
# The state of the thread notes what the latest turn has added:

# %%
show_store(assistant.store, ("bob",))
state = assistant.thread("bob", "monday").values
for fact in state["learned"]:
    print("learned:", fact["name"], "=", fact["value"])

# %% [markdown]
# `text` is the sentence that is embedded, and `said` are Bob's own words. The
# second conversation is a new thread, so its list of messages is empty:

# %%
print(assistant.say("bob", "tuesday", "What are my hobbies?"))

# %% [markdown]
# The answer came from the store. This is what `recall` found:

# %%
show_hits(assistant.search("bob", "What are my hobbies?"))

# %% [markdown]
# The best one is far ahead. The second is only the next best, and does no
# harm. The method `prompt` makes the list that the model was sent:

# %%
state = assistant.thread("bob", "tuesday").values
question = {**state, "messages": state["messages"][:-1]}
for message in assistant.prompt(question):
    print(f"[{message.type}] {message.text}")

# %% [markdown]
# One system message in front, with two of Bob's four facts, and then the
# thread.
#
# A fact that changes replaces the old one. But a second thing that Bob likes
# should not replace the first:

# %%
for text in ("I like pizza.", "I moved to Lyon.", "I like soup."):
    assistant.say("bob", "tuesday", text)
for memory in assistant.memories("bob"):
    print(f"{memory['name']}: {memory['value']}")

# %% [markdown]
# He lives in one town, and likes two things. `learn` does not decide this
# itself. Where a fact is known with another value, it extracts it once more,
# from the words behind the old value followed by the new ones.
#
# ## Keep users and threads apart
#
# Ann asks the same question, and 小明 has two conversations in Chinese:

# %%
for user_id, thread, text in (
    ("ann", "monday", "What are my hobbies?"),
    ("小明", "周一", "你好,我叫小明,我的爱好是打羽毛球。"),
    ("小明", "周二", "我的爱好是什么?"),
    ("ann", "tuesday", "I'm Ann and I love sailing."),
):
    print(f"{user_id}: {assistant.say(user_id, thread, text)}")

# %%
for user_id in ("bob", "ann", "小明"):
    names = [memory["name"] for memory in assistant.memories(user_id)]
    print(user_id, threads_of(assistant, user_id), names)
print(assistant.config("ann", "monday"))

# %% [markdown]
# Bob and Ann both have a thread `monday`. The `thread_id` begins with the
# user, as the namespace of the memories does. With the name of the thread
# alone, Ann would have gone on with Bob's conversation.
#
# > **Pitfall:** the user is a label in the store, and a label cannot contain a
# > dot. The assistant says so before it saves anything:

# %%
try:
    assistant.say("ann@example.com", "monday", "Hello!")
except CourseError as error:
    print(error)

# %% [markdown]
# ## Stay inside the window, and survive
#
# The model is sent 4,000 tokens of a thread at most, and past half of that the
# thread is summarised. With a smaller window it happens sooner:

# %%
assistant.window = 240
for text in (
    "Please remember that my flight leaves at noon.",
    "Write a short poem about rain.",
    "Write a short poem about tea.",
    "Thank you!",
):
    assistant.say("ann", "wednesday", text)

state = assistant.thread("ann", "wednesday").values
print(state["summary"])
show_messages(state)

# %% [markdown]
# If the summary fails, `summarize` returns no update, and `prompt` trims until
# a later turn succeeds.
#
# A second process opens the same folder. It answers a question, and is then
# killed in the middle of a turn, at the first piece of an answer:

# %%
program = """
import os, sys
from langchain_core.callbacks import BaseCallbackHandler
from assistant import open_assistant
from helpers import chat_model, embeddings

class Kill(BaseCallbackHandler):
    def on_llm_new_token(self, *args, **kwargs):
        os._exit(9)

model = chat_model()
with open_assistant(sys.argv[1], model, embeddings()) as assistant:
    print(assistant.say("bob", "friday", "Where do I live?"), flush=True)
    model.callbacks = [Kill()]
    assistant.say("bob", "friday", "I have a dog called Rex.")
"""

# %%
files.close()
second = subprocess.run(
    [sys.executable, "-X", "utf8", "-c", program, folder.name],
    capture_output=True, encoding="utf-8",
)  # fmt: skip
print(second.stdout.strip())
print("exit code:", second.returncode)

# %% [markdown]
# Here is what that left:

# %%
assistant = files.enter_context(
    open_assistant(folder.name, model, embeddings())
)
snapshot = assistant.thread("bob", "friday")
show_messages(snapshot.values)
print("next:", snapshot.next)

# %% [markdown]
# The message is saved, and the answer is missing. `durability="sync"` saves
# each step before the next one begins. Run the thread again without a new
# message, and it goes on with the node that was cut off:

# %%
print("".join(assistant.stream("bob", "friday")))
print("next:", assistant.thread("bob", "friday").next)

# %% [markdown]
# ## Forget a user, and prove it
#
# Bob's hobby is in his thread, in the store, and in the bytes of both files:


# %%
def look(text):
    for path in sorted(Path(folder.name).glob("*.sqlite")):
        print(path.name)
        show_traces(find_traces(text, path=str(path)))


look("climbing")

# %% [markdown]
# `forget` deletes all threads of a user and all items below the user's label.
# Then it writes both files anew, as in lesson 05, and searches them for the
# longest texts that the user had written or been told:

# %%
print(forget(assistant, "bob"))
look("climbing")

# %% [markdown]
# Five texts were looked for, and no trace was found. Bob is a stranger now,
# and nobody else has lost anything:

# %%
print("bob:", assistant.say("bob", "monday", "What are my hobbies?"))
print("小明:", assistant.say("小明", "周三", "我的爱好是什么?"))
files.close()
folder.cleanup()

# %% [markdown]
# > **Note:** the assistant runs outside the notebook too, with the model of
# > your `.env`. `python -m assistant` is a chat in the terminal, and
# > `python -m assistant web` a page in the browser that shows the memory
# > beside the talk.
#
# ## Summary
#
# - A turn is `recall`, `learn`, `answer`, and `summarize` in a long thread.
# - The state notes what was learned and recalled. `prompt` shows what the
#   model is sent.
# - A restart loses nothing, since everything is in two files. A turn that was
#   cut off goes on when the thread is run without new input.
# - A user is forgotten when threads, items and the bytes of both files are
#   gone.
#
# ## Check yourself
#
# 1. Why does `recall` come before `learn`?
# 2. The process is killed while `summarize` runs. What is lost?
# 3. Bob tells the assistant to forget him, and it answers "Done!". Is he
#    forgotten?
#
# <details><summary>Answers</summary>
#
# 1. Otherwise the facts of the message itself would be found, and leave less
#    room for older ones. They are in view anyway.
# 2. Nothing. The answer is saved, the old turns are still there, and the
#    summary is made when the thread goes on.
# 3. No. A model's answer deletes nothing. Your application has to call
#    `forget`.
#
# </details>
#
# ## Next
#
# In [lab 12](../labs/lab_12_assistant_with_memory.ipynb) you write the
# assistant yourself, piece by piece, until it passes its acceptance tests.
