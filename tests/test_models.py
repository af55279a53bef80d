"""From a setting to a model: the default, and what is missing otherwise."""

import os
import subprocess
import sys

import pytest

from helpers.errors import CourseError
from helpers.models import chat_model, embeddings
from helpers.offline import OfflineChat, OfflineEmbeddings
from helpers.settings import ROOT, settings
from tests.choices import choose, forget

KEY = "test-key-123"


@pytest.fixture(autouse=True)
def no_choices(monkeypatch, tmp_path):
    forget(monkeypatch, tmp_path)
    yield
    settings.cache_clear()


def complaint(make) -> str:
    with pytest.raises(CourseError) as caught:
        make()
    message = str(caught.value)
    assert "\n" not in message
    assert KEY not in message
    return message


def test_offline_by_default_even_with_keys(monkeypatch):
    choose(monkeypatch, DASHSCOPE_API_KEY=KEY, OPENAI_API_KEY=KEY)
    assert isinstance(chat_model(), OfflineChat)
    assert isinstance(embeddings(), OfflineEmbeddings)


def test_offline_imports_no_provider():
    code = (
        "import sys\n"
        "from helpers import chat_model, embeddings\n"
        "chat_model(), embeddings()\n"
        "print({name.partition('.')[0] for name in sys.modules}\n"
        "      & {'openai', 'dashscope', 'langchain_openai', 'langgraph',\n"
        "         'langchain_community', 'langchain', 'numpy'})"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={
            **os.environ,
            "COURSE_MODEL": "offline",
            "COURSE_EMBEDDINGS": "offline",
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.stdout, done.stderr) == ("set()\n", "")


@pytest.mark.parametrize(
    ("route", "key"),
    [
        ("dashscope:qwen-plus", "DASHSCOPE_API_KEY"),
        ("tongyi:qwen-plus", "DASHSCOPE_API_KEY"),
        ("openai:gpt-4.1-mini", "OPENAI_API_KEY"),
    ],
)
@pytest.mark.parametrize(
    ("setting", "make"),
    [("COURSE_MODEL", chat_model), ("COURSE_EMBEDDINGS", embeddings)],
)
def test_missing_key_is_named(monkeypatch, setting, make, route, key):
    choose(monkeypatch, **{setting: route})
    message = complaint(make)
    assert f"{setting} is {route}" in message
    assert f"{key}=<your key>" in message
    assert f"{setting}=offline" in message


@pytest.mark.parametrize(
    ("setting", "make"),
    [("COURSE_MODEL", chat_model), ("COURSE_EMBEDDINGS", embeddings)],
)
def test_compatible_needs_an_address(monkeypatch, setting, make):
    choose(monkeypatch, **{setting: "compatible:any"})
    assert "COURSE_BASE_URL=http" in complaint(make)


@pytest.mark.parametrize(
    ("route", "module", "package"),
    [
        ("openai:a", "langchain_openai", "langchain-openai"),
        ("dashscope:a", "langchain_openai", "langchain-openai"),
        ("ollama:a", "langchain_openai", "langchain-openai"),
        ("tongyi:a", "dashscope", "dashscope"),
        ("anthropic:a", "langchain_anthropic", "langchain-anthropic"),
        ("google_genai:a", "langchain_google_genai", "langchain-google-genai"),
    ],
)
def test_missing_package_is_named(monkeypatch, route, module, package):
    monkeypatch.setitem(sys.modules, module, None)
    choose(
        monkeypatch,
        COURSE_MODEL=route,
        DASHSCOPE_API_KEY=KEY,
        OPENAI_API_KEY=KEY,
    )
    message = complaint(chat_model)
    assert message.startswith(f"COURSE_MODEL is {route}")
    assert message.endswith(f"pip install {package}")


def test_missing_package_for_embeddings_is_named(monkeypatch):
    choose(monkeypatch, COURSE_EMBEDDINGS="cohere:embed-v4.0")
    message = complaint(embeddings)
    assert "COURSE_EMBEDDINGS is cohere:embed-v4.0" in message
    assert message.endswith("pip install langchain-cohere")


@pytest.mark.parametrize(
    ("setting", "make"),
    [("COURSE_MODEL", chat_model), ("COURSE_EMBEDDINGS", embeddings)],
)
def test_unknown_provider_is_named_with_the_known(monkeypatch, setting, make):
    choose(monkeypatch, **{setting: "nobody:a"})
    message = complaint(make)
    assert f"{setting} is nobody:a" in message
    assert "dashscope" in message
    assert "ollama" in message


def test_missing_key_of_any_other_provider_is_one_line(monkeypatch):
    monkeypatch.delenv("AZURE_OPENAI_API_KEY", raising=False)
    choose(monkeypatch, COURSE_MODEL="azure_openai:a")
    message = complaint(chat_model)
    assert "COURSE_MODEL is azure_openai:a" in message
    assert "AZURE_OPENAI_API_KEY" in message


def test_key_with_a_line_break_is_refused(monkeypatch):
    choose(
        monkeypatch, COURSE_MODEL="openai:a", OPENAI_API_KEY=f"{KEY}\n{KEY}"
    )
    assert "OPENAI_API_KEY contains" in complaint(chat_model)
