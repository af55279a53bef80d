"""An assistant that remembers its users: the application of lesson 12.

    with open_assistant(folder, chat_model(), embeddings()) as assistant:
        for piece in assistant.stream("bob", "monday", "Hi, I'm Bob."):
            print(piece, end="")

Names are looked up on first use, so that `python -m assistant --help` need
not wait for LangGraph.
"""

from helpers.lazy import lazy

_MODULE_OF = {
    "Assistant": "app",
    "Context": "graph",
    "Forgotten": "forgetting",
    "State": "graph",
    "forget": "forgetting",
    "open_assistant": "storage",
    "threads_of": "storage",
}

__all__ = sorted(_MODULE_OF)
__getattr__ = lazy(__name__, _MODULE_OF)
