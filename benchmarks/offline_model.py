"""How long the offline model takes for one turn over 200 messages.

Run by hand: `.venv/bin/python -m benchmarks.offline_model`.
"""

import statistics
import subprocess
import sys
import time

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from helpers.offline import OfflineChat
from helpers.offline.embeddings import OfflineEmbeddings

MESSAGES = 200
TURNS = 50
TOLD = (
    "My friend {n} works as a teacher in Leeds and likes chess.",
    "I bought {n} red apples yesterday, because I love apples.",
    "今天我去公园跑了{n}公里,天气很好。",
    "What do I like, and where do I live?",
    "My favourite number is {n}, and my sister Anna prefers seven.",
)


def history(messages: int, start: int = 0) -> list[BaseMessage]:
    """A conversation of that many messages that ends with a question.

    `start` makes its texts differ from those of another.
    """
    talk: list[BaseMessage] = [
        HumanMessage("Hi, I'm Bob and I live in Oslo."),
        AIMessage("Nice to meet you, Bob!"),
    ]
    while len(talk) < messages - 1:
        number = start + len(talk)
        text = TOLD[(len(talk) // 2) % len(TOLD)].format(n=number)
        talk += [HumanMessage(text), AIMessage("Noted. " * 10)]
    return [*talk[: messages - 1], HumanMessage("What's my name?")]


def timed(call) -> float:
    """Milliseconds of one call."""
    start = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    model = OfflineChat(context_window=100_000)
    # Patterns are compiled once; the texts of this history are others.
    model.invoke(history(30, start=1000))
    talk = history(MESSAGES)
    first = timed(lambda: model.invoke(talk))
    turns = [timed(lambda: model.invoke(talk)) for _ in range(TURNS)]
    growing = []
    for _ in range(TURNS):
        talk = [
            *talk,
            AIMessage("Your name is Bob."),
            HumanMessage(f"I like number {len(talk)}."),
        ]
        growing.append(timed(lambda talk=talk: model.invoke(talk)))
    print(f"one turn over {MESSAGES} messages, ms")
    print(f"  nothing read before    {first:7.1f}")
    print(f"  all read before        {statistics.median(turns):7.1f}")
    print(f"  one new message a turn {statistics.median(growing):7.1f}")

    code = "import time; t = time.perf_counter(); import helpers.offline; "
    code += "print(1000 * (time.perf_counter() - t))"
    light = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True
    )
    print(f"import helpers.offline   {float(light.stdout):7.1f}")
    embeddings = OfflineEmbeddings()
    load = timed(lambda: embeddings.embed_query("Hello"))
    one = [
        timed(lambda n=n: embeddings.embed_query(f"I like number {n}."))
        for n in range(20)
    ]
    print(f"first embedding          {load:7.1f}")
    print(f"one embedding            {statistics.median(one):7.1f}")


if __name__ == "__main__":
    main()
