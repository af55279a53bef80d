"""What a learner should not have to think about.

Names are looked up on first use, so `import helpers` costs next to nothing and
a notebook pays only for the rooms it enters.
"""

from __future__ import annotations

from helpers.lazy import lazy

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
__getattr__ = lazy(__name__, _ROOM_OF)


def __dir__() -> list[str]:
    return __all__
