"""From what a provider or its HTTP library raises to the kind of failure."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from langchain_core.exceptions import ModelError

from helpers.errors import CourseError
from helpers.provider_errors.kinds import (
    CutOff,
    KeyRefused,
    NoConnection,
    NotAllowed,
    ProxyRefused,
    RequestRefused,
    Route,
    ServerFailed,
    TimedOut,
    TooLong,
    TooManyRequests,
    UnknownModel,
)
from helpers.settings import without_keys

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
    407: NoConnection,
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
    "InvalidURL": NoConnection,  # the address's, or a proxy's
    "APIError": ServerFailed,  # openai: an error that arrives in a stream
}
_CUT = ("RemoteProtocolError", "ReadError", "ChunkedEncodingError")
# What httpx and requests say of a proxy that they cannot use.
_BAD_PROXY = re.compile("SOCKS proxy, but|for SOCKS|[Pp]roxy URL")
# Providers report a full context window as a bad request, in these words.
_FULL_WINDOW = re.compile(
    r"context.?(length|window|size)|input length should be|prompt is too long",
    re.IGNORECASE,
)


def explained(error: Exception, route: Route) -> Exception:
    """The error in one line, or the error itself if no provider raised it."""
    kind = _kind(error)
    return error if kind is None else made(kind, route, _said(error))


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


def made(kind: Any, route: Route, said: str = "") -> Exception:
    """An error of that kind whose line names the route's settings."""
    local = route.provider == "ollama"
    line = kind.line.format(
        place=route.place,
        model=route.model,
        setting=route.setting,
        key=route.key,
        address=route.address,
        server="`ollama serve`" if local else "the server",
        proxy=_proxy(),
        said=f": {said}" if said else "",
    )
    error = kind(line[0].upper() + line[1:])
    # LangChain's parser errors append a link to their message.
    error.args = (line[0].upper() + line[1:],)
    return error


def _proxy() -> str:
    """Which variables lead to a proxy; its address may hold a password."""
    names = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
    found = [n for n in os.environ if n.upper() in names and os.environ[n]]
    if not found:
        return ""
    return (
        f" The proxy in {' and '.join(sorted(found))} may be in the way: "
        "check it, or put the host into NO_PROXY."
    )


def _kind(error: Exception) -> type | None:
    said = _said(error)
    status = _status(error)
    if any(_BAD_PROXY.search(str(cause)) for cause in _causes(error)):
        return ProxyRefused
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
