"""A chat model and embeddings that answer without network or key.

Names are looked up on first use; numpy is loaded with the first embedding.
"""

from importlib import import_module

_ROOM_OF = {
    "OfflineChat": "chat",
    "OfflineEmbeddings": "embeddings",
    "check_messages": "protocol",
    "count_tokens": "tokens",
}

__all__ = [
    "OfflineChat",
    "OfflineEmbeddings",
    "check_messages",
    "count_tokens",
]


def __getattr__(name: str):
    if name not in _ROOM_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_ROOM_OF[name]}")
    return getattr(module, name)
