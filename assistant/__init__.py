"""An assistant that remembers its users: the application of lesson 12.

with open_assistant(folder, chat_model(), embeddings()) as assistant:
    for piece in assistant.stream("bob", "monday", "Hi, I'm Bob."):
        print(piece, end="")
"""

from assistant.app import Assistant
from assistant.forgetting import Forgotten, forget
from assistant.graph import Context, State
from assistant.storage import open_assistant, threads_of

__all__ = [
    "Assistant",
    "Context",
    "Forgotten",
    "State",
    "forget",
    "open_assistant",
    "threads_of",
]
