"""A chat model and embeddings that answer without network or key.

Names are looked up on first use; numpy is loaded with the first embedding.
"""

from helpers.lazy import lazy

_ROOM_OF = {
    "OfflineChat": "chat",
    "OfflineEmbeddings": "embeddings",
    "check_messages": "protocol",
    "count_tokens": "tokens",
}

__all__ = sorted(_ROOM_OF)
__getattr__ = lazy(__name__, _ROOM_OF)
