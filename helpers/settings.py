"""What the learner chose: which model, which embeddings, where data goes.

Every setting is an environment variable or a line of the file `.env` beside
the README; the environment wins. `.env.example` lists them all.
"""

from __future__ import annotations

import difflib
import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from helpers.errors import CourseError

ROOT = Path(__file__).resolve().parent.parent
ENV_FILE = ROOT / ".env"

_COURSE_SETTINGS = (
    "COURSE_MODEL",
    "COURSE_EMBEDDINGS",
    "COURSE_BASE_URL",
    "COURSE_API_KEY",
    "COURSE_DATA",
)


@dataclass(frozen=True)
class Settings:
    """The choices in force. API keys are not among them."""

    model: str
    """`offline` or `provider:model`."""
    embeddings: str
    """`offline` or `provider:model`."""
    base_url: str | None
    """Address of an OpenAI-compatible server, such as http://host/v1."""
    data: Path
    """Folder of the databases that lessons write; it may not exist yet."""


@lru_cache(maxsize=1)
def settings() -> Settings:
    """Read the settings, once; restart the kernel after changing them.

    Raises:
        CourseError: A setting makes no sense; the message names it.
    """
    return Settings(
        model=_route("COURSE_MODEL", "dashscope:qwen-plus"),
        embeddings=_route("COURSE_EMBEDDINGS", "dashscope:text-embedding-v4"),
        base_url=url("COURSE_BASE_URL"),
        data=_folder("COURSE_DATA", "data"),
    )


def variable(name: str) -> str | None:
    """One variable from the environment, or else from `.env`.

    Spaces and a pair of quotes around the value are dropped, since a shell
    or an editor may have left them there. Empty means not set: None. The
    value is read anew each time, so that no key is kept in memory.
    """
    for source in (os.environ, _env_file()):
        value = (source.get(name) or "").strip().lstrip("\ufeff")
        if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
            value = value[1:-1].strip()
        if value:
            return value
    return None


def url(name: str) -> str | None:
    """A variable that must be a web address."""
    value = variable(name)
    if value and not re.fullmatch(r"https?://[^\s/]+\S*", value):
        raise CourseError(
            f"{name} is {shown(value)}, which is not a web address. "
            f"Example: {name}=http://localhost:8000/v1"
        )
    return value


def api_key(name: str) -> str | None:
    """A variable that must look like a key; its value is never shown."""
    value = variable(name)
    if value and not re.fullmatch(r"[!-~]+", value):
        raise CourseError(
            f"{name} contains a space or a character that no key has. "
            "Copy the key again and paste nothing else."
        )
    return value


def shown(value: str) -> str:
    """A setting's value for a message, unless it could be a key."""
    if re.search(
        r"\b(sk|key|pk)-|[A-Za-z0-9_]{24,}|(key|token)=|//[^/\s]+@", value
    ):
        return "something that looks like a key (not shown here)"
    return repr(value if len(value) <= 60 else value[:57] + "...")


def without_keys(text: str) -> str:
    """The text with every key, token and secret that is set blotted out."""
    for name, value in {**_env_file(), **os.environ}.items():
        secret = re.search("KEY|TOKEN|SECRET|PASSWORD", name)
        if secret and value and len(value.strip()) > 5:
            text = text.replace(value.strip(), "***")
    return re.sub(r"\bsk-[\w*-]+", "***", text)


def _env_file() -> dict[str, str | None]:
    """The names and values in `.env`; nothing when there is no such file.

    They are not copied into `os.environ`: a key would then reach every
    library and every child process, chosen or not.
    """
    if not ENV_FILE.exists():
        return {}
    try:
        # utf-8-sig: Windows editors put a byte-order mark at the start.
        text = ENV_FILE.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise CourseError(
            ".env is not a UTF-8 text file. "
            "Save it again with the encoding UTF-8."
        ) from None
    except OSError as error:
        raise CourseError(
            f".env cannot be read ({error.strerror}). It must be a text "
            "file: start from a copy of .env.example."
        ) from None
    try:
        from dotenv.parser import parse_stream
    except ImportError:
        raise CourseError(
            "There is a .env file, but the package that reads it is "
            "missing: pip install python-dotenv"
        ) from None
    from io import StringIO

    values: dict[str, str | None] = {}
    for line in parse_stream(StringIO(text)):
        if line.error:
            raise CourseError(
                f".env, line {line.original.line}: this is not NAME=value. "
                "Example: COURSE_MODEL=offline"
            )
        if line.key:
            _refuse_misspelt(line.key)
            values[line.key] = line.value
    return values


def _refuse_misspelt(name: str) -> None:
    if not name.upper().startswith("COURSE_") or name in _COURSE_SETTINGS:
        return
    near = difflib.get_close_matches(name.upper(), _COURSE_SETTINGS, 1, 0.0)
    raise CourseError(
        f".env: {name} is not a setting. Did you mean {near[0]}?"
    )


def _route(name: str, example: str) -> str:
    value = variable(name)
    if value is None:
        return "offline"
    provider, colon, model = (part.strip() for part in value.partition(":"))
    provider = provider.lower()
    if (provider, colon, model) == ("offline", "", ""):
        return "offline"
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", provider) or not model:
        wrong = "names no model" if colon else "names no provider"
    elif provider == "offline":
        wrong = "is not a choice: offline takes no model name"
    elif re.search(r"[\s'\"]", model):
        wrong = "has a space or a quote in it"
    elif re.search(r"\b(sk|pk)-|[0-9A-Fa-f]{32}", value):
        wrong = "is no model; a key has a variable of its own"
    else:
        return f"{provider}:{model}"
    raise CourseError(
        f"{name} is {shown(value)}, which {wrong}. "
        f"Write {name}=offline or, for example, {name}={example}"
    )


def _folder(name: str, default: str) -> Path:
    value = variable(name) or default
    wrong = "which is a file"
    try:
        # A relative path means the same in every notebook's working folder.
        folder = ROOT / Path(value).expanduser()
        if folder.is_dir() or not folder.exists():
            return folder
    except (OSError, RuntimeError, ValueError):  # ~nobody, too long, ...
        wrong = "which no folder can be called"
    raise CourseError(
        f"{name} is {shown(value)}, {wrong}. "
        f"Name a folder, for example {name}=data"
    )
