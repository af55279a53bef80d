"""DashScope through langchain-community, repaired where it matters here.

Imported only for the route `tongyi:`, since dashscope takes seconds to load.
Sources: langchain-community 0.4.2, dashscope 2.0.2.
"""

import logging
import warnings
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import dashscope
from langchain_core.exceptions import ModelInvalidRequestError
from requests.exceptions import HTTPError
from tenacity import (
    retry,
    retry_if_exception_type,
    stop_after_attempt,
    wait_exponential,
)

with warnings.catch_warnings():
    # Said once for the whole package at import. The course says it too, where
    # the learner chooses: in .env.example and in `chat_model`.
    warnings.filterwarnings(
        "ignore", "`langchain-community` is being sunset", DeprecationWarning
    )
    from langchain_community.chat_models.tongyi import ChatTongyi
    from langchain_community.embeddings.dashscope import DashScopeEmbeddings

# dashscope logs a traceback for each failed request and then raises it too.
# The error says it in one line.
logging.getLogger("dashscope").addFilter(
    lambda record: record.msg != "Request failed"
)


class Tongyi(ChatTongyi):
    """ChatTongyi that repeats requests and reports its usage."""

    wait: float
    """Seconds before the first repetition."""

    def stream_completion_with_retry(self, **kwargs: Any) -> Iterator[Any]:
        # ChatTongyi's retry covers the making of the generator, which sends
        # nothing yet; the request goes out with the first item.
        @retry(
            reraise=True,
            stop=stop_after_attempt(self.max_retries),
            wait=wait_exponential(self.wait, max=4),
            retry=retry_if_exception_type(HTTPError),
        )
        def begin() -> tuple[Any, Iterator[Any]]:
            items = ChatTongyi.stream_completion_with_retry(self, **kwargs)
            return next(items, None), items

        first, rest = begin()
        if first is not None:
            yield first
            yield from rest

    def _invocation_params(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        try:
            return super()._invocation_params(*args, **kwargs)
        except ValueError as error:  # a system message that is not first
            raise ModelInvalidRequestError(str(error)) from error

    @staticmethod
    def _chat_generation_from_qwen_resp(
        resp: Any, is_chunk: bool = False, is_last_chunk: bool = True
    ) -> dict[str, Any]:
        parts = ChatTongyi._chat_generation_from_qwen_resp(
            resp, is_chunk, is_last_chunk
        )
        usage = resp.get("usage")
        if is_last_chunk and usage:
            names = ("input_tokens", "output_tokens", "total_tokens")
            parts["message"].usage_metadata = {n: usage[n] for n in names}
        return parts


def chat(
    model: str,
    key: str,
    address: str | None,
    *,
    timeout: float,
    retries: int,
    wait: float,
) -> Tongyi:
    """The chat model; `timeout` and `wait` in seconds."""
    options = {
        # ChatTongyi ignores these as arguments of its own.
        "temperature": 0,
        "enable_thinking": False,
        # Without it two tool calls in one streamed answer end in IndexError.
        "incremental_output": True,
        **_connection(timeout, address),
    }
    return Tongyi(
        model=model,
        api_key=key,
        streaming=True,
        max_retries=retries + 1,
        model_kwargs=options,
        wait=wait,
    )


def embeddings(
    model: str,
    key: str,
    address: str | None,
    *,
    timeout: float,
    retries: int,
) -> DashScopeEmbeddings:
    """The embeddings; `timeout` in seconds, at most 10 texts at a time."""
    made = DashScopeEmbeddings(
        model=model, dashscope_api_key=key, max_retries=retries + 1
    )
    # DashScopeEmbeddings has no arguments for these.
    made.client = SimpleNamespace(
        call=partial(
            dashscope.TextEmbedding.call,
            api_key=key,
            **_connection(timeout, address),
        )
    )
    return made


def _connection(timeout: float, address: str | None) -> dict[str, Any]:
    options: dict[str, Any] = {"request_timeout": timeout}
    return {**options, "base_address": address} if address else options
