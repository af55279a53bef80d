"""What goes wrong with a provider, in one line that says what to change.

Every error here is two things at once: LangChain's type for the failure, so
that `except ModelRateLimitError` and the like work, and a `CourseError`, so
that Jupyter shows one line. The provider's own error is its `__cause__`.
"""

import functools
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from langchain_core.embeddings import Embeddings
from langchain_core.exceptions import (
    ContextOverflowError,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelError,
    ModelInvalidRequestError,
    ModelNotFoundError,
    ModelPermissionDeniedError,
    ModelRateLimitError,
    ModelTimeoutError,
    OutputParserException,
)
from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import (
    Runnable,
    RunnableConfig,
    RunnableLambda,
)
from pydantic import ValidationError

from helpers.errors import CourseError
from helpers.settings import without_keys


@dataclass(frozen=True)
class Route:
    """Where requests go and which settings lead there."""

    setting: str
    """COURSE_MODEL or COURSE_EMBEDDINGS."""
    value: str
    """Its value, such as dashscope:qwen-plus."""
    place: str
    """Who answers, as a sentence names them."""
    key: str
    """The variable with the key."""
    address: str
    """The variable with the address."""

    @property
    def model(self) -> str:
        return self.value.partition(":")[2]


class KeyRefused(CourseError, ModelAuthenticationError):
    line = "{place} does not accept the key (401). Check {key} in .env."


class NotAllowed(CourseError, ModelPermissionDeniedError):
    line = (
        "{place} does not let this key use {model} (403){said}. "
        "Check the account behind {key}, or change {setting}."
    )


class UnknownModel(CourseError, ModelNotFoundError):
    line = (
        "{place} knows no model {model}{said}. "
        "Change {setting}, or {address} if the address is wrong."
    )


class TooManyRequests(CourseError, ModelRateLimitError):
    line = (
        "{place} takes no more requests for now (429){said}. Wait a minute "
        "and check the quota behind {key}, or change {setting}."
    )


class TimedOut(CourseError, ModelTimeoutError):
    line = (
        "{place} did not answer in time. Try again, "
        "check {address}, or change {setting}."
    )


class NoConnection(CourseError, ModelConnectionError):
    line = (
        "{place} cannot be reached. Check the network, that the server "
        "runs, and {address}; or change {setting}."
    )


class CutOff(CourseError, ModelConnectionError):
    line = (
        "{place} closed the connection before the answer was complete. "
        "Try again, check {address}, or change {setting}."
    )


class ServerFailed(CourseError, ModelAPIError):
    line = (
        "{place} has a failure of its own (5xx){said}. "
        "Try again later, or change {setting}."
    )


class TooLong(CourseError, ContextOverflowError):
    line = (
        "The messages do not fit into the context window of {model}{said}. "
        "Send fewer or shorter ones, or change {setting}."
    )


class RequestRefused(CourseError, ModelInvalidRequestError):
    line = (
        "{place} refused the request (400){said}. "
        "Change the request, or {setting} if it is about the model."
    )


class NotStructured(CourseError, OutputParserException):
    line = (
        "The model {model} did not fill in the schema. "
        "Ask again in other words, or change {setting}."
    )


_ERRORS = (
    KeyRefused,
    NotAllowed,
    UnknownModel,
    TooManyRequests,
    TimedOut,
    NoConnection,
    ServerFailed,
    TooLong,
    RequestRefused,
)
_BY_STATUS = {
    400: RequestRefused,
    401: KeyRefused,
    403: NotAllowed,
    404: UnknownModel,
    408: TimedOut,
    413: TooLong,
    422: RequestRefused,
    429: TooManyRequests,
}
# Each provider uses an HTTP library of its own (httpx, httpx2, requests), and
# none is imported unless it is chosen: so their errors are known by name.
_BY_NAME = {
    "Timeout": TimedOut,
    "TimeoutException": TimedOut,
    "TimeoutError": TimedOut,
    "APITimeoutError": TimedOut,
    "TransportError": NoConnection,
    "ConnectionError": NoConnection,
    "APIConnectionError": NoConnection,
    "APIError": ServerFailed,  # openai: an error that arrives in a stream
}
_CUT = ("RemoteProtocolError", "ReadError", "ChunkedEncodingError")
# What parsers raise when an answer is no JSON or does not fit the schema.
_NO_FORM = (OutputParserException, ValidationError, json.JSONDecodeError)
# Providers report a full context window as a bad request, in these words.
_FULL_WINDOW = re.compile(
    r"context.?(length|window|size)|input length should be|prompt is too long",
    re.IGNORECASE,
)


def explained(error: Exception, route: Route) -> Exception:
    """The error in one line, or the error itself if no provider raised it."""
    kind = _kind(error)
    return error if kind is None else _made(kind, route, _said(error))


@contextmanager
def explaining(route: Route) -> Iterator[None]:
    """Raise what providers raise as one of this module's errors."""
    try:
        yield
    except CourseError:
        raise
    except Exception as error:
        clear = explained(error, route)
        if clear is error:
            raise
        raise clear from error


def _made(kind: Any, route: Route, said: str = "") -> Exception:
    line = kind.line.format(
        place=route.place,
        model=route.model,
        setting=route.setting,
        key=route.key,
        address=route.address,
        said=f": {said}" if said else "",
    )
    error = kind(line[0].upper() + line[1:])
    # LangChain's parser errors append a link to their message.
    error.args = (line[0].upper() + line[1:],)
    return error


def _kind(error: Exception) -> type | None:
    said = _said(error)
    status = _status(error)
    if status == 400 and _FULL_WINDOW.search(said):
        return TooLong
    if status == 400 and re.search(r"model.* not exist", said, re.I):
        return UnknownModel
    if "Read timed out" in str(error):
        return TimedOut  # requests says ConnectionError inside a stream
    if any(_named(cause, _CUT) for cause in _causes(error)):
        return CutOff  # openai says the same for no connection and a cut one
    for kind in _ERRORS:
        if isinstance(error, kind.__bases__[1]):
            return kind
    if status is not None:
        other = ServerFailed if status >= 500 else RequestRefused
        return _BY_STATUS.get(status, other)
    for name, kind in _BY_NAME.items():
        if _named(error, (name,)):
            return kind
    return None


def _named(error: BaseException, names: tuple[str, ...]) -> bool:
    return any(base.__name__ in names for base in type(error).__mro__)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _status(error: Exception) -> int | None:
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return status
    # langchain-community puts the status into the text.
    found = re.search(r"status_code: (\d{3})", str(error))
    return int(found[1]) if found else None


def _said(error: Exception) -> str:
    """The provider's own words, short, on one line, without a key."""
    body = getattr(error, "body", None)
    if isinstance(body, dict):
        inner = body.get("error")
        words = (inner if isinstance(inner, dict) else body).get("message")
    elif isinstance(error, ModelError) and body is None:
        words = str(error)
    else:
        found = re.search(r"status_code: .*message: (.*)", str(error), re.S)
        words = found and found[1]
    words = " ".join(without_keys(str(words or "")).split()).rstrip(".")
    return words if len(words) <= 200 else words[:197] + "..."


def guarded_model(
    model: BaseChatModel,
    route: Route,
    *,
    structured: Callable[..., Runnable] | None = None,
    whole: bool = False,
) -> BaseChatModel:
    """The same model, but its failures are this module's errors.

    The model gets a subclass of its own class, so that `bind_tools`,
    `with_structured_output` and `isinstance` work as before.

    Args:
        model: Any chat model; it is changed and returned.
        route: What the messages name.
        structured: What to call for `with_structured_output`, if not the
            class's own method.
        whole: A stream must end with a finish reason; without it, it was
            cut off, though no error says so.
    """
    base = type(model)
    wrappers = {
        "_generate": _call,
        "_agenerate": _acall,
        "_stream": functools.partial(_iterate, whole=whole),
        "_astream": functools.partial(_aiterate, whole=whole),
    }
    # A method that the class does not have must stay missing:
    # BaseChatModel decides by that whether the model can stream.
    methods = {
        name: wrap(getattr(base, name), route)
        for name, wrap in wrappers.items()
        if getattr(base, name) is not getattr(BaseChatModel, name)
    }
    make = structured or base.with_structured_output

    def with_structured_output(self, schema, *, include_raw=False, **options):
        chain = make(self, schema, include_raw=include_raw, **options)
        return chain if include_raw else _filled(chain, route)

    members = {
        **methods,
        "with_structured_output": with_structured_output,
        "__module__": base.__module__,
        "__qualname__": base.__qualname__,
        "__doc__": base.__doc__,
    }
    # Not model.__class__ = …: Pydantic guards attributes of its models.
    object.__setattr__(
        model, "__class__", type(base)(base.__name__, (base,), members)
    )
    return model


class GuardedEmbeddings(Embeddings):
    """Embeddings whose failures are this module's errors.

    Args:
        inner: The provider's embeddings.
        route: What the messages name.
        batch: The most texts the provider takes in one request.
    """

    def __init__(
        self, inner: Embeddings, route: Route, batch: int = 1000
    ) -> None:
        self.inner = inner
        self.route = route
        self.batch = batch
        self.model = route.value

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        with explaining(self.route):
            return [
                vector
                for part in self._batches(texts)
                for vector in self.inner.embed_documents(part)
            ]

    def embed_query(self, text: str) -> list[float]:
        with explaining(self.route):
            return self.inner.embed_query(text)

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        with explaining(self.route):
            return [
                vector
                for part in self._batches(texts)
                for vector in await self.inner.aembed_documents(part)
            ]

    async def aembed_query(self, text: str) -> list[float]:
        with explaining(self.route):
            return await self.inner.aembed_query(text)

    def _batches(self, texts: list[str]) -> list[list[str]]:
        starts = range(0, len(texts), self.batch)
        return [texts[start : start + self.batch] for start in starts]


# functools.wraps keeps the signatures: BaseChatModel looks into them.


def _call(method: Callable, route: Route) -> Callable:
    @functools.wraps(method)
    def call(self, *args: Any, **kwargs: Any) -> Any:
        with explaining(route):
            return method(self, *args, **kwargs)

    return call


def _acall(method: Callable, route: Route) -> Callable:
    @functools.wraps(method)
    async def acall(self, *args: Any, **kwargs: Any) -> Any:
        with explaining(route):
            return await method(self, *args, **kwargs)

    return acall


def _iterate(method: Callable, route: Route, *, whole: bool) -> Callable:
    @functools.wraps(method)
    def iterate(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        ended = not whole
        with explaining(route):
            for chunk in method(self, *args, **kwargs):
                ended = ended or _is_last(chunk)
                yield chunk
        if not ended:
            raise _made(CutOff, route)

    return iterate


def _aiterate(method: Callable, route: Route, *, whole: bool) -> Callable:
    @functools.wraps(method)
    async def aiterate(self, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        ended = not whole
        with explaining(route):
            async for chunk in method(self, *args, **kwargs):
                ended = ended or _is_last(chunk)
                yield chunk
        if not ended:
            raise _made(CutOff, route)

    return aiterate


def _is_last(chunk: Any) -> bool:
    info = chunk.generation_info or {}
    # DashScope writes "null" while it is not finished. OpenAI's newer
    # Responses protocol has a status instead.
    return info.get("finish_reason") not in (None, "null") or (
        "status" in chunk.message.response_metadata
    )


def _filled(chain: Runnable, route: Route) -> Runnable:
    """The chain, but an answer that is not in the schema is an error."""

    @contextmanager
    def checking() -> Iterator[list]:
        answers: list[Any] = []
        try:
            yield answers
        except CourseError:
            raise
        except _NO_FORM as error:
            raise _made(NotStructured, route) from error
        if answers == [None]:
            raise _made(NotStructured, route)

    def fill(value: Any, config: RunnableConfig) -> Any:
        with checking() as answers:
            answers.append(chain.invoke(value, config))
        return answers[0]

    async def afill(value: Any, config: RunnableConfig) -> Any:
        with checking() as answers:
            answers.append(await chain.ainvoke(value, config))
        return answers[0]

    return RunnableLambda(fill, afill)
