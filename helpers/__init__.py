"""What a learner should not have to think about.

Names are looked up on first use, so `import helpers` costs next to nothing and
a notebook pays only for the rooms it enters.
"""

from __future__ import annotations

from importlib import import_module

_ROOM_OF = {
    "CourseError": "errors",
    "chat_model": "models",
    "check_setup": "doctor",
    "checked_index": "vectors",
    "embeddings": "models",
    "exercise": "exercises",
    "find_traces": "traces",
    "fresh_path": "storage",
    "open_sqlite": "storage",
    "show_budget": "display",
    "show_chart": "display",
    "show_distributions": "display",
    "show_graph": "display",
    "show_history": "display",
    "show_hits": "display",
    "show_messages": "display",
    "show_similarities": "display",
    "show_state": "display",
    "show_store": "display",
    "show_traces": "traces",
}

__all__ = sorted(_ROOM_OF)


def __getattr__(name: str):
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'helpers' has no attribute {name!r}")
    value = getattr(import_module(f"helpers.{_ROOM_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
