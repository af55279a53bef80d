"""Models and embeddings whose failures are explained."""

import functools
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from langchain_core.embeddings import Embeddings
from langchain_core.exceptions import OutputParserException
from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import (
    Runnable,
    RunnableConfig,
    RunnableLambda,
)
from pydantic import ValidationError

from helpers.errors import CourseError
from helpers.provider_errors.explain import explaining, made
from helpers.provider_errors.kinds import CutOff, NotStructured, Route

# What parsers raise when an answer is no JSON or does not fit the schema.
_NO_FORM = (OutputParserException, ValidationError, json.JSONDecodeError)


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
            raise made(CutOff, route)

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
            raise made(CutOff, route)

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
            raise made(NotStructured, route) from error
        if answers == [None]:
            raise made(NotStructured, route)

    def fill(value: Any, config: RunnableConfig) -> Any:
        with checking() as answers:
            answers.append(chain.invoke(value, config))
        return answers[0]

    async def afill(value: Any, config: RunnableConfig) -> Any:
        with checking() as answers:
            answers.append(await chain.ainvoke(value, config))
        return answers[0]

    return RunnableLambda(fill, afill)
