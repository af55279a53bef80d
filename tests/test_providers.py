"""Every route over real HTTP to a server on this machine, faults included."""

import asyncio
import itertools
import os
import socket
import subprocess
import sys
from functools import reduce
from operator import add

import pytest
from langchain_core import exceptions as lc
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage
from pydantic import BaseModel

from helpers import models
from helpers.errors import CourseError
from helpers.models import chat_model, embeddings
from helpers.settings import ROOT, settings
from tests.choices import choose, forget, settings_room
from tests.servers import dashscope_server, openai_server

KEY = "test-key-123"
OPENAI_ROUTES = ["dashscope", "openai", "compatible", "ollama", "azure_openai"]
ROUTES = [*OPENAI_ROUTES, "tongyi"]
KEY_OF = {
    "dashscope": "DASHSCOPE_API_KEY",
    "tongyi": "DASHSCOPE_API_KEY",
    "openai": "OPENAI_API_KEY",
    "compatible": "COURSE_API_KEY",
    "ollama": "COURSE_API_KEY",
    "azure_openai": "AZURE_OPENAI_API_KEY",
}
ADDRESS_OF = {
    "dashscope": "DASHSCOPE_COMPATIBLE_BASE_URL",
    "tongyi": "DASHSCOPE_HTTP_BASE_URL",
    "openai": "OPENAI_BASE_URL",
    "compatible": "COURSE_BASE_URL",
    "ollama": "COURSE_BASE_URL",
    "azure_openai": "AZURE_OPENAI_ENDPOINT",
}


class Person(BaseModel):
    """A person."""

    name: str


class get_weather(BaseModel):
    """The weather in a city."""

    city: str


@pytest.fixture(scope="module")
def openai():
    with openai_server.serve() as server:
        yield server


@pytest.fixture(scope="module")
def dashscope():
    with dashscope_server.serve() as server:
        yield server


@pytest.fixture(autouse=True)
def addresses(monkeypatch, tmp_path, openai, dashscope):
    """Every route leads to this machine; no retries, no waiting."""
    forget(monkeypatch, tmp_path)
    monkeypatch.delenv("NO_PROXY")
    variables = dict.fromkeys(ADDRESS_OF.values(), f"{openai.url}/v1")
    variables |= dict.fromkeys(KEY_OF.values(), KEY)
    variables["DASHSCOPE_HTTP_BASE_URL"] = f"{dashscope.url}/api/v1"
    variables["OPENAI_API_VERSION"] = "2024-10-21"
    # No certificates: reading them is what a client's making takes, and
    # here it speaks plain HTTP.
    variables |= {"SSL_CERT_FILE": "", "SSL_CERT_DIR": str(tmp_path)}
    choose(monkeypatch, **variables)
    monkeypatch.setattr(models, "RETRIES", 0)
    monkeypatch.setattr(models, "WAIT", 0)
    monkeypatch.setattr(models, "TIMEOUT", 5.0)
    yield
    settings.cache_clear()


@pytest.fixture
def model(monkeypatch):
    def make(route: str, name: str = "offline") -> BaseChatModel:
        choose(monkeypatch, COURSE_MODEL=f"{route}:{name}")
        return chat_model()

    return make


@pytest.fixture
def embedder(monkeypatch):
    def make(route: str, name: str = "offline") -> Embeddings:
        choose(monkeypatch, COURSE_EMBEDDINGS=f"{route}:{name}")
        return embeddings()

    return make


async def astream(model, text):
    return [chunk async for chunk in model.astream(text)]


@pytest.mark.parametrize("route", ROUTES)
def test_an_answer_is_the_same_plain_streamed_and_async(model, route):
    bot = model(route)
    answer = bot.invoke("Hi, I am Bob")
    assert "Bob" in answer.text
    assert answer.usage_metadata["input_tokens"] > 0
    assert answer.usage_metadata["output_tokens"] > 0
    chunks = list(bot.stream("Hi, I am Bob"))
    assert len([chunk for chunk in chunks if chunk.text]) > 2
    whole = reduce(add, chunks)
    assert whole.text == answer.text
    assert whole.usage_metadata == answer.usage_metadata
    assert asyncio.run(bot.ainvoke("Hi, I am Bob")).text == answer.text
    achunks = asyncio.run(astream(bot, "Hi, I am Bob"))
    assert reduce(add, achunks).text == answer.text


@pytest.mark.parametrize("route", ROUTES)
def test_tools_are_called_plain_and_streamed(model, route):
    bot = model(route).bind_tools([get_weather])
    question = "What is the weather in Paris?"
    for answer in (
        bot.invoke(question),
        reduce(add, bot.stream(question)),
        asyncio.run(bot.ainvoke(question)),
    ):
        call = answer.tool_calls[0]
        assert (call["name"], call["args"]) == (
            "get_weather",
            {"city": "Paris"},
        )


@pytest.mark.parametrize("streamed", [False, True])
def test_tongyi_keeps_two_tool_calls_apart(model, streamed):
    bot = model("tongyi").bind_tools([get_weather])
    answer = reduce(add, bot.stream("?")) if streamed else bot.invoke("?")
    cities = [call["args"]["city"] for call in answer.tool_calls]
    assert cities == ["Paris", "Rome"]


@pytest.mark.parametrize("route", OPENAI_ROUTES)
def test_structured_output(model, route):
    form = model(route).with_structured_output(Person)
    assert form.invoke("Hi, I am Bob") == Person(name="Bob")
    assert asyncio.run(form.ainvoke("Hi, I am Bob")) == Person(name="Bob")


def test_structured_output_of_tongyi(model):
    form = model("tongyi").with_structured_output(get_weather)
    assert form.invoke("?") == get_weather(city="Paris")
    assert asyncio.run(form.ainvoke("?")) == get_weather(city="Paris")


def test_dashscope_fills_a_schema_by_a_tool_call(model, openai):
    model("dashscope").with_structured_output(Person).invoke("I am Bob")
    request = openai.requests[-1]
    assert request["tools"][0]["function"]["name"] == "Person"
    assert "response_format" not in request


def test_server_without_json_schemas_fills_a_schema_by_a_tool_call(model):
    bot = model("compatible", "no-schema")
    answer = bot.with_structured_output(Person).invoke("Hi, I am Bob")
    assert answer == Person(name="Bob")


@pytest.mark.parametrize("route", ["tongyi", "dashscope"])
def test_answer_in_text_instead_of_a_schema_is_an_error(model, route):
    bot = model(route, "text-only")
    with pytest.raises(lc.OutputParserException) as caught:
        bot.with_structured_output(Person).invoke("Hi, I am Bob")
    check_line(caught.value, "COURSE_MODEL")
    raw = bot.with_structured_output(Person, include_raw=True).invoke("Hi")
    assert raw["parsed"] is None
    assert raw["raw"].text


def check_line(error: Exception, *names: str) -> None:
    """One line that names the settings, on one screen line in Jupyter."""
    line = str(error)
    assert isinstance(error, CourseError)
    assert error._render_traceback_() == [line]
    assert "\n" not in line
    assert KEY not in line
    for name in names:
        assert name in line


FAULTS = {
    "400": (lc.ModelInvalidRequestError, "COURSE_MODEL"),
    "401": (lc.ModelAuthenticationError, "key"),
    "403": (lc.ModelPermissionDeniedError, "COURSE_MODEL"),
    "404": (lc.ModelNotFoundError, "COURSE_MODEL"),
    "429": (lc.ModelRateLimitError, "COURSE_MODEL"),
    "500": (lc.ModelAPIError, "COURSE_MODEL"),
    "overflow": (lc.ContextOverflowError, "COURSE_MODEL"),
    "cut": (lc.ModelConnectionError, "address"),
    "timeout": (lc.ModelTimeoutError, "address"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("route", ["compatible", "tongyi"])
def test_fault_is_one_line(monkeypatch, model, route, fault):
    kind, named = FAULTS[fault]
    named = {"key": KEY_OF[route], "address": ADDRESS_OF[route]}.get(
        named, named
    )
    if fault == "timeout":
        monkeypatch.setattr(models, "TIMEOUT", 0.02)
    bot = model(route, f"fault-{fault}")
    ways = (
        lambda: bot.invoke("hi"),
        lambda: list(bot.stream("hi")),
        lambda: asyncio.run(bot.ainvoke("hi")),
        lambda: asyncio.run(astream(bot, "hi")),
        lambda: bot.bind_tools([get_weather]).invoke("hi"),
    )
    for way in ways:
        with pytest.raises(kind) as caught:
            way()
        check_line(caught.value, named)
        assert caught.value.__cause__ is not None


@pytest.mark.parametrize("fault", ["401", "404", "429"])
@pytest.mark.parametrize("route", ["dashscope", "openai", "ollama"])
def test_fault_names_the_settings_of_its_route(model, route, fault):
    kind, named = FAULTS[fault]
    with pytest.raises(kind) as caught:
        model(route, f"fault-{fault}").invoke("hi")
    check_line(caught.value, KEY_OF[route] if named == "key" else named)


def test_fault_of_any_other_provider_is_one_line(model):
    with pytest.raises(lc.ModelAuthenticationError) as caught:
        model("azure_openai", "fault-401").invoke("hi")
    check_line(caught.value, "AZURE_OPENAI_API_KEY")


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("cut-quietly", lc.ModelConnectionError),
        ("500-in-stream", lc.ModelAPIError),
    ],
)
@pytest.mark.parametrize("route", ["compatible", "tongyi"])
def test_stream_that_fails_half_way(model, route, fault, kind):
    bot = model(route, f"fault-{fault}")
    ways = (
        lambda: list(bot.stream("hi")),
        lambda: asyncio.run(astream(bot, "hi")),
    )
    for way in ways:
        with pytest.raises(kind) as caught:
            way()
        check_line(caught.value, "COURSE_MODEL")


@pytest.mark.parametrize("way", ["invoke", "stream"])
@pytest.mark.parametrize("route", ["compatible", "tongyi"])
def test_too_many_requests_once_is_repeated(
    monkeypatch, model, openai, dashscope, route, way
):
    monkeypatch.setattr(models, "RETRIES", 1)
    server = dashscope if route == "tongyi" else openai
    server.busy.clear()
    before = len(server.requests)
    bot = model(route, "fault-429-once")
    answer = (
        bot.invoke("hi") if way == "invoke" else reduce(add, bot.stream("hi"))
    )
    assert answer.text
    assert len(server.requests) == before + 2


def nobody() -> str:
    """Host and port where nobody listens."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{unused.getsockname()[1]}"


@pytest.fixture
def unreachable(model, embedder, capfd):
    """The lines of a route's model and embeddings that reach nobody."""

    def lines(route: str) -> list[str]:
        found = []
        for setting, ask in (
            ("COURSE_MODEL", lambda: model(route).invoke("hi")),
            ("COURSE_EMBEDDINGS", lambda: embedder(route).embed_query("hi")),
        ):
            with pytest.raises(lc.ModelConnectionError) as caught:
                ask()
            check_line(caught.value, setting)
            found.append(str(caught.value))
        assert capfd.readouterr().err == ""
        return found

    return lines


@pytest.mark.parametrize("route", ["compatible", "ollama", "tongyi"])
def test_refused_connection_names_the_address(monkeypatch, unreachable, route):
    choose(monkeypatch, **{ADDRESS_OF[route]: f"http://{nobody()}"})
    for line in unreachable(route):
        assert ADDRESS_OF[route] in line
        assert "PROXY" not in line
        assert ("`ollama serve` runs" in line) == (route == "ollama")


def elsewhere() -> str:
    """A host that only a proxy could reach; LangChain keeps its clients."""
    return f"model-{next(NUMBERS)}.invalid"


NUMBERS = itertools.count()
PROXIES = {
    "HTTP_PROXY": "http",
    "HTTPS_PROXY": "https",
    "ALL_PROXY": "https",
    "https_proxy": "https",
}


@pytest.mark.parametrize("variable", PROXIES)
@pytest.mark.parametrize("route", ["compatible", "ollama", "tongyi"])
def test_a_proxy_that_is_not_there_is_named(
    monkeypatch, unreachable, route, variable
):
    address = f"{PROXIES[variable]}://{elsewhere()}/v1"
    proxy = f"http://me:hunter2@{nobody()}"
    choose(monkeypatch, **{ADDRESS_OF[route]: address, variable: proxy})
    for line in unreachable(route):
        assert f"The proxy in {variable} " in line
        assert "NO_PROXY" in line
        assert "hunter2" not in line


@pytest.mark.parametrize("proxy", ["socks5://{}", "foo://{}", "http://{}x"])
@pytest.mark.parametrize("route", ["compatible", "tongyi"])
def test_a_proxy_that_no_client_can_use_is_named(
    monkeypatch, model, embedder, route, proxy
):
    address = {ADDRESS_OF[route]: f"http://{elsewhere()}/v1"}
    choose(monkeypatch, ALL_PROXY=proxy.format(nobody()), **address)
    for ask in (
        lambda: model(route).invoke("hi"),
        lambda: embedder(route).embed_query("hi"),
    ):
        with pytest.raises(lc.ModelConnectionError) as caught:
            ask()
        check_line(caught.value, "The proxy in ALL_PROXY ")
        assert ("httpx[socks]" in str(caught.value)) == ("http:" not in proxy)


@pytest.mark.parametrize("fault", ["403", "407", "500", "cut", "timeout"])
@pytest.mark.parametrize("route", ["compatible", "tongyi"])
def test_a_proxy_is_named_whatever_it_answers(
    monkeypatch, model, openai, dashscope, route, fault
):
    server = dashscope if route == "tongyi" else openai
    path = "api/v1" if route == "tongyi" else "v1"
    address = {ADDRESS_OF[route]: f"http://{elsewhere()}/{path}"}
    choose(monkeypatch, HTTP_PROXY=server.url, **address)
    assert model(route).invoke("hi").text  # through the proxy
    if fault == "timeout":
        monkeypatch.setattr(models, "TIMEOUT", 0.02)
    with pytest.raises(CourseError) as caught:
        model(route, f"fault-{fault}").invoke("hi")
    check_line(caught.value, "The proxy in HTTP_PROXY ")


def test_no_proxy_of_the_machine_reaches_a_test(tmp_path):
    """The conftest of all tests forgets them, however they are written."""
    code = "import conftest, os; print(*os.environ)"
    proxies = {"ALL_PROXY": "socks5://a", "https_proxy": "b", "no_proxy": "c"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        # Its data folder too goes where pytest clears up.
        env={**os.environ, **proxies, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert "COURSE_DATA" in done.stdout
    assert "proxy" not in done.stdout.lower()


def test_model_that_dashscope_calls_a_bad_request(model):
    with pytest.raises(lc.ModelNotFoundError) as caught:
        model("tongyi", "fault-404-as-400").invoke("hi")
    check_line(caught.value, "COURSE_MODEL")


def test_dashscope_gets_the_options_it_needs(model, openai):
    list(model("dashscope").stream("hi"))
    request = openai.requests[-1]
    assert request["enable_thinking"] is False
    assert request["temperature"] == 0
    assert request["stream_options"] == {"include_usage": True}


@pytest.mark.parametrize("name", ["o3-mini", "gpt-5-mini", "gpt-4.1-mini"])
def test_only_reasoning_models_are_sent_no_temperature(model, openai, name):
    model("openai", name).invoke("hi")
    assert ("temperature" in openai.requests[-1]) == (name == "gpt-4.1-mini")


def test_tongyi_gets_the_options_it_needs(model, dashscope):
    model("tongyi", "qwen3-open").invoke("hi")
    options = dashscope.requests[-1]["parameters"]
    assert options["enable_thinking"] is False
    assert options["incremental_output"] is True
    assert options["temperature"] == 0


def test_strict_list_of_messages_is_refused_the_same(model):
    messages = [HumanMessage("hi"), SystemMessage("Be kind.")]
    for route in ("compatible", "tongyi"):
        with pytest.raises(lc.ModelInvalidRequestError) as caught:
            model(route).invoke(messages)
        check_line(caught.value, "COURSE_MODEL")


def test_key_from_env_file_reaches_the_provider(monkeypatch, model):
    monkeypatch.setattr(os, "environ", os.environ.copy())
    del os.environ["AZURE_OPENAI_API_KEY"]
    settings_room.ENV_FILE.write_text(f"AZURE_OPENAI_API_KEY={KEY}\n")
    assert model("azure_openai").invoke("hi").text


@pytest.mark.parametrize(
    "route", ["dashscope", "openai", "compatible", "ollama"]
)
def test_embeddings(embedder, openai, route):
    before = len(openai.requests)
    inner = embedder(route)
    vectors = inner.embed_documents([f"text {i}" for i in range(23)])
    assert len(vectors) == 23
    sizes = [len(r["input"]) for r in openai.requests[before:]]
    assert sizes == ([10, 10, 3] if route == "dashscope" else [23])
    assert inner.embed_query("text 7") == pytest.approx(vectors[7], abs=1e-4)
    one = asyncio.run(inner.aembed_query("text 7"))
    assert one == pytest.approx(vectors[7], abs=1e-4)
    assert len(asyncio.run(inner.aembed_documents(["a", "b"]))) == 2


def test_embeddings_of_tongyi(embedder):
    inner = embedder("tongyi", "text-embedding-v9")
    texts = ["x" * length for length in range(23)]
    sizes = [vector[0] for vector in inner.embed_documents(texts)]
    assert sizes == list(range(23))
    assert inner.embed_query("four") == [4, 1]
    assert asyncio.run(inner.aembed_query("four")) == [4, 1]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("route", ["compatible", "tongyi"])
def test_fault_of_embeddings_is_one_line(monkeypatch, embedder, route, fault):
    kind, named = FAULTS[fault]
    if fault == "timeout":
        monkeypatch.setattr(models, "TIMEOUT", 0.02)
    inner = embedder(route, f"fault-{fault}")
    ways = (
        lambda: inner.embed_query("hi"),
        lambda: inner.embed_documents(["hi"]),
        lambda: asyncio.run(inner.aembed_query("hi")),
        lambda: asyncio.run(inner.aembed_documents(["hi"])),
    )
    for way in ways:
        with pytest.raises(kind) as caught:
            way()
        check_line(
            caught.value,
            KEY_OF[route] if named == "key" else "COURSE_EMBEDDINGS",
        )
