"""An assistant that remembers its users: the application of lesson 12.

    with open_assistant(folder, chat_model(), embeddings()) as assistant:
        for piece in assistant.stream("bob", "monday", "Hi, I'm Bob."):
            print(piece, end="")

Names are looked up on first use, so that `python -m assistant --help` need
not wait for LangGraph.
"""

from importlib import import_module

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


def __getattr__(name: str):
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'assistant' has no attribute {name!r}")
    value = getattr(import_module(f"assistant.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
