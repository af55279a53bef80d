"""From one setting to a chat model, and from another to embeddings.

A provider's package is imported only when that provider is chosen. What the
routes are, and what each needs, is in `.env.example`.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel

from helpers.errors import CourseError
from helpers.settings import ENV_FILE, api_key, settings, url

if TYPE_CHECKING:
    from helpers.provider_errors import Route

TIMEOUT = 120.0
"""Seconds without a sign of life after which a request counts as failed."""
RETRIES = 2
"""How often a request is repeated when the provider is busy or silent."""
WAIT = 1.0
"""Seconds before the first repetition on the `tongyi:` route."""
BATCH = 10
"""The most texts that DashScope embeds in one request."""


@dataclass(frozen=True)
class _Provider:
    place: str
    key: str
    address: str
    default_url: str | None = None
    key_needed: bool = True


_PROVIDERS = {
    "dashscope": _Provider(
        "DashScope",
        "DASHSCOPE_API_KEY",
        "DASHSCOPE_COMPATIBLE_BASE_URL",
        "https://dashscope.aliyuncs.com/compatible-mode/v1",
    ),
    "tongyi": _Provider(
        "DashScope", "DASHSCOPE_API_KEY", "DASHSCOPE_HTTP_BASE_URL"
    ),
    "openai": _Provider("OpenAI", "OPENAI_API_KEY", "OPENAI_BASE_URL"),
    "compatible": _Provider(
        "the server", "COURSE_API_KEY", "COURSE_BASE_URL", key_needed=False
    ),
    "ollama": _Provider(
        "Ollama",
        "COURSE_API_KEY",
        "COURSE_BASE_URL",
        "http://localhost:11434/v1",
        key_needed=False,
    ),
}


def chat_model() -> BaseChatModel:
    """The chat model named by COURSE_MODEL; the offline one by default.

    `tongyi:` is langchain-community's ChatTongyi, which that package's
    makers are retiring; prefer `dashscope:`. It streams and retries here.
    Its limits: it forgets tool calls in messages that another model wrote,
    has no async client of its own (threads stand in), does not take
    `tool_choice`, and `with_structured_output` takes no `method`.

    Raises:
        CourseError: A key, an address or a package is missing.
    """
    if settings().model == "offline":
        from helpers.offline import OfflineChat

        return OfflineChat()
    from helpers.provider_errors import guarded_model

    route = _route("COURSE_MODEL", settings().model)
    provider, model = route.provider, route.model
    with _package(route):
        if provider not in _PROVIDERS:
            from langchain.chat_models import init_chat_model

            _keys_from_env_file()
            return guarded_model(init_chat_model(route.value), route)
        key, address = _access(route)
        if provider == "tongyi":
            from helpers import tongyi

            made = tongyi.chat(
                model,
                key,
                address,
                timeout=TIMEOUT,
                retries=RETRIES,
                wait=WAIT,
            )
            return guarded_model(made, route, whole=True)
        return guarded_model(
            _openai(provider, model, key, address),
            route,
            whole=True,
            structured=_STRUCTURED.get(provider),
        )


def embeddings() -> Embeddings:
    """The embeddings named by COURSE_EMBEDDINGS; the offline by default.

    Raises:
        CourseError: A key, an address or a package is missing.
    """
    if settings().embeddings == "offline":
        from helpers.offline import OfflineEmbeddings

        return OfflineEmbeddings()
    from helpers.provider_errors import GuardedEmbeddings

    route = _route("COURSE_EMBEDDINGS", settings().embeddings)
    provider, model = route.provider, route.model
    with _package(route):
        if provider not in _PROVIDERS:
            from langchain.embeddings import init_embeddings

            _keys_from_env_file()
            return GuardedEmbeddings(init_embeddings(route.value), route)
        key, address = _access(route)
        if provider == "tongyi":
            from helpers import tongyi

            inner = tongyi.embeddings(
                model, key, address, timeout=TIMEOUT, retries=RETRIES
            )
            return GuardedEmbeddings(inner, route, BATCH)
        from langchain_openai import OpenAIEmbeddings

        inner = OpenAIEmbeddings(
            model=model,
            api_key=key,
            base_url=address,
            timeout=TIMEOUT,
            max_retries=RETRIES,
            # Otherwise texts are sent as token numbers of OpenAI's own
            # tokenizer: only OpenAI takes those, and it is a download.
            check_embedding_ctx_length=False,
        )
        few = provider == "dashscope"
        return GuardedEmbeddings(inner, route, BATCH if few else 1000)


def _route(setting: str, value: str) -> "Route":
    from helpers.provider_errors import Route

    provider = value.partition(":")[0]
    known = _PROVIDERS.get(provider)
    if known is None:
        words = provider.replace("-", "_").split("_")
        key = "_".join([*words, "api", "key"]).upper()
        return Route(setting, value, " ".join(words), key, "its base URL")
    place = known.place
    if known.default_url is None and settings().base_url:
        # Only scheme and host: an address may hold a password.
        host = re.sub(r"(//)([^/@]*@)?([^/]+).*", r"\1\3", settings().base_url)
        place = f"{place} at {host}" if provider == "compatible" else place
    return Route(setting, value, place, known.key, known.address)


def _access(route: "Route") -> tuple[str, str | None]:
    """Key and address for a provider, or the line that says what to set."""
    known = _PROVIDERS[route.provider]
    key = api_key(known.key)
    if key is None and known.key_needed:
        raise CourseError(
            f"{route.setting} is {route.value}, but there is no key: put "
            f"{known.key}=<your key> into .env, or set "
            f"{route.setting}=offline"
        )
    address = url(known.address) or known.default_url
    if address is None and route.provider == "compatible":
        raise CourseError(
            f"{route.setting} is {route.value}, but {known.address} is not "
            f"set. Example: {known.address}=http://localhost:8000/v1"
        )
    # The OpenAI client insists on a key, whatever the server needs.
    return key or "no-key-needed", address


def _openai(
    provider: str, model: str, key: str, address: str | None
) -> BaseChatModel:
    from langchain_openai import ChatOpenAI

    options: dict[str, Any] = {"temperature": 0}
    if provider == "openai" and re.match(r"o\d|gpt-5(?!-chat)", model):
        options = {}  # reasoning models refuse every temperature but their own
    if provider == "dashscope":
        # Open Qwen3 models think unless told not to, and then refuse every
        # call that is not streamed.
        options["extra_body"] = {"enable_thinking": False}
    return ChatOpenAI(
        model=model,
        api_key=key,
        base_url=address,
        timeout=TIMEOUT,
        max_retries=RETRIES,
        stream_usage=True,
        **options,
    )


def _by_tool(model: Any, schema: Any, **options: Any) -> Any:
    """Structured output by a tool call: DashScope's way."""
    from langchain_openai import ChatOpenAI

    options = {"method": "function_calling", **options}
    return ChatOpenAI.with_structured_output(model, schema, **options)


def _by_schema_or_tool(model: Any, schema: Any, **options: Any) -> Any:
    """By JSON schema; by a tool call where the server knows no schemas."""
    from langchain_core.exceptions import ModelInvalidRequestError
    from langchain_openai import ChatOpenAI
    from pydantic import ValidationError

    first = ChatOpenAI.with_structured_output(model, schema, **options)
    if "method" in options:
        return first
    return first.with_fallbacks(
        [_by_tool(model, schema, **options)],
        # Refused, or answered in text as if there were no schema.
        exceptions_to_handle=(ModelInvalidRequestError, ValidationError),
    )


_STRUCTURED = {"dashscope": _by_tool, "compatible": _by_schema_or_tool}


def _keys_from_env_file() -> None:
    """Put `.env` into the environment, where other packages look for keys.

    Only these routes need it: the course does not know how each of their
    packages calls its key.
    """
    if ENV_FILE.exists():
        from dotenv import load_dotenv

        load_dotenv(ENV_FILE, encoding="utf-8-sig", interpolate=False)


@contextmanager
def _package(route: "Route") -> Iterator[None]:
    """Say in one line why a provider's class cannot be made."""
    try:
        yield
    except CourseError:
        raise
    except Exception as error:
        from helpers.provider_errors import explained

        clear = explained(error, route)
        if clear is error:
            clear = _unmade(error, route)
        raise clear from error


def _unmade(error: Exception, route: "Route") -> CourseError:
    if isinstance(error, ImportError):
        found = re.search(r"pip install ([\w-]+)", str(error))
        top = (error.name or "").partition(".")[0].replace("_", "-")
        name = found[1] if found else top
        return CourseError(
            f"{route.setting} is {route.value}, which needs a package that "
            f"is not installed: pip install {name}"
        )
    if "upported" in str(error):
        return CourseError(
            f"{route.setting} is {route.value}, and nobody knows the "
            f"provider {route.place}. Write offline, or provider:model "
            f"with one of {', '.join(_PROVIDERS)}, anthropic, ..."
        )
    return CourseError(
        f"{route.setting} is {route.value}, which could not be set up. "
        f"Is its key in .env ({route.key})? [{type(error).__name__}]"
    )
