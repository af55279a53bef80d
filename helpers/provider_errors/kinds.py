"""The kinds of failure, each with its line."""

from dataclasses import dataclass

from langchain_core.exceptions import (
    ContextOverflowError,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelInvalidRequestError,
    ModelNotFoundError,
    ModelPermissionDeniedError,
    ModelRateLimitError,
    ModelTimeoutError,
    OutputParserException,
)

from helpers.errors import CourseError


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
    def provider(self) -> str:
        return self.value.partition(":")[0]

    @property
    def model(self) -> str:
        return self.value.partition(":")[2]


class KeyRefused(CourseError, ModelAuthenticationError):
    line = "{place} does not accept the key (401). Check {key} in .env."


class NotAllowed(CourseError, ModelPermissionDeniedError):
    line = (
        "{place} does not let this key use {model} (403){said}. "
        "Check the account behind {key}, or change {setting}.{proxy}"
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
        "check {address}, or change {setting}.{proxy}"
    )


class NoConnection(CourseError, ModelConnectionError):
    line = (
        "{place} cannot be reached. Check the network, that {server} "
        "runs, and {address}; or change {setting}.{proxy}"
    )


class ProxyRefused(CourseError, ModelConnectionError):
    line = (
        "{place} cannot be reached through this kind of proxy.{proxy} For a "
        'SOCKS proxy: pip install "httpx[socks]" "requests[socks]".'
    )


class CutOff(CourseError, ModelConnectionError):
    line = (
        "{place} closed the connection before the answer was complete. "
        "Try again, check {address}, or change {setting}.{proxy}"
    )


class ServerFailed(CourseError, ModelAPIError):
    line = (
        "{place} has a failure of its own (5xx){said}. "
        "Try again later, or change {setting}.{proxy}"
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
