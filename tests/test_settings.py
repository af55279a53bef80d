"""Settings: where they come from, and what a wrong one says."""

import os
from dataclasses import astuple
from pathlib import Path

import pytest

from helpers.errors import CourseError
from helpers.settings import ROOT, settings, variable, without_keys
from tests.choices import choose, forget
from tests.choices import settings_room as room

KEY = "sk-0123456789abcdef"


@pytest.fixture(autouse=True)
def no_choices(monkeypatch, tmp_path):
    forget(monkeypatch, tmp_path)
    yield
    settings.cache_clear()


def env_file(text: str | bytes) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    room.ENV_FILE.write_bytes(data)


def complaint() -> str:
    with pytest.raises(CourseError) as caught:
        settings()
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_offline_is_the_default_even_with_keys(monkeypatch):
    choose(monkeypatch, DASHSCOPE_API_KEY=KEY, OPENAI_API_KEY=KEY)
    chosen = settings()
    assert (chosen.model, chosen.embeddings) == ("offline", "offline")
    assert chosen.base_url is None
    assert chosen.data == ROOT / "data"


def test_env_file_is_read():
    env_file(
        "# mine\nexport COURSE_MODEL='dashscope:qwen-plus'  # paid\n"
        "COURSE_EMBEDDINGS = openai:text-embedding-3-small\n"
        "COURSE_DATA=~/lessons\n"
    )
    assert settings().model == "dashscope:qwen-plus"
    assert settings().embeddings == "openai:text-embedding-3-small"
    assert settings().data == Path.home() / "lessons"


def test_environment_wins_over_env_file(monkeypatch):
    env_file("COURSE_MODEL=openai:from-file\nCOURSE_DATA=from_file\n")
    choose(monkeypatch, COURSE_MODEL="openai:from-environment")
    assert settings().model == "openai:from-environment"
    assert settings().data == ROOT / "from_file"


def test_settings_are_read_once():
    env_file("COURSE_MODEL=openai:first\n")
    first = settings()
    env_file("COURSE_MODEL=openai:second\n")
    assert settings() is first


@pytest.mark.parametrize(
    ("written", "model"),
    [
        (b"COURSE_MODEL=", "offline"),
        (b"COURSE_MODEL", "offline"),
        (b"COURSE_MODEL=offline   ", "offline"),
        (b"COURSE_MODEL=Offline", "offline"),
        (b"\xef\xbb\xbfCOURSE_MODEL=openai:a", "openai:a"),
        (b'COURSE_MODEL="openai:a"\r\n', "openai:a"),
        (b"COURSE_MODEL= OpenAI : a ", "openai:a"),
        (b"COURSE_MODEL=ollama:qwen3:4b", "ollama:qwen3:4b"),
        (b"COURSE_MODEL=openai:${HOME}", "openai:${HOME}"),
    ],
)
def test_forms_a_value_may_have(written, model):
    env_file(written)
    assert settings().model == model


def test_quotes_left_by_a_shell_are_dropped(monkeypatch):
    choose(monkeypatch, COURSE_MODEL=" 'openai:a' ")
    assert settings().model == "openai:a"


@pytest.mark.parametrize("name", ["COURSE_MODEL", "COURSE_EMBEDDINGS"])
@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("qwen-plus", "names no provider"),
        (":qwen-plus", "names no model"),
        ("dashscope:", "names no model"),
        ("openai: ''", "has a space or a quote"),
        ("openai:gpt 4", "has a space or a quote"),
        ("offline:small", "takes no model name"),
        ("http://localhost:8000/v1 x", "has a space or a quote"),
    ],
)
def test_wrong_route_is_named_with_an_example(
    monkeypatch, name, value, reason
):
    choose(monkeypatch, **{name: value})
    message = complaint()
    assert message.startswith(f"{name} is {value!r}")
    assert reason in message
    assert f"{name}=dashscope:" in message


@pytest.mark.parametrize("value", ["localhost:8000/v1", "ftp://x", "http://"])
def test_base_url_must_be_a_web_address(monkeypatch, value):
    choose(monkeypatch, COURSE_BASE_URL=value)
    message = complaint()
    assert message.startswith(f"COURSE_BASE_URL is {value!r}")
    assert "COURSE_BASE_URL=http://localhost:8000/v1" in message


def test_data_must_not_be_a_file(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    choose(monkeypatch, COURSE_DATA=str(tmp_path / "file"))
    assert "COURSE_DATA" in complaint()


@pytest.mark.parametrize("folder", ["~nosuchuser", "~nosuchuser/data"])
def test_data_must_be_a_name_that_a_folder_can_have(monkeypatch, folder):
    if os.name == "nt":  # which takes any name for a user's

        def unknown(path):
            raise RuntimeError("Could not determine home directory.")

        monkeypatch.setattr(Path, "expanduser", unknown)
    env_file(f"COURSE_DATA={folder}\n")
    message = complaint()
    assert message.startswith(f"COURSE_DATA is {folder!r}, which no folder")
    assert "COURSE_DATA=data" in message


def test_env_file_that_is_a_folder():
    room.ENV_FILE.mkdir()
    assert ".env cannot be read" in complaint()


def test_env_file_that_is_not_utf8():
    env_file("COURSE_MODEL=offline # für mich".encode("utf-16"))
    assert ".env is not a UTF-8 text file" in complaint()


def test_line_that_is_no_setting():
    env_file("# first\nCOURSE_DATA=data\nCOURSE_MODEL openai:a\n")
    assert ".env, line 3" in complaint()


def test_misspelt_setting_gets_a_suggestion():
    env_file("COURSE_MODLE=openai:a\n")
    message = complaint()
    assert "COURSE_MODLE is not a setting" in message
    assert "COURSE_MODEL?" in message


def test_every_setting_of_the_example_is_known():
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    lines = [line.removeprefix("# ") for line in example.splitlines()]
    values = [line for line in lines if line.startswith("COURSE_")]
    assert {value.partition("=")[0] for value in values} == set(
        room._COURSE_SETTINGS
    )
    for value in values:
        env_file(value)
        settings.cache_clear()
        settings()


def test_example_as_it_is_changes_nothing():
    env_file((ROOT / ".env.example").read_bytes())
    assert settings().model == "offline"
    assert room._env_file() == {}


def test_key_is_found_but_kept_nowhere():
    env_file(f"COURSE_MODEL=openai:a\nOPENAI_API_KEY={KEY}\n")
    assert room.api_key("OPENAI_API_KEY") == KEY
    assert KEY not in repr(settings())
    assert KEY not in astuple(settings())
    assert "OPENAI_API_KEY" not in os.environ


def test_key_with_a_stray_character_is_refused_without_showing_it(
    monkeypatch,
):
    choose(monkeypatch, OPENAI_API_KEY=f"{KEY} “copied”")
    with pytest.raises(CourseError, match="OPENAI_API_KEY contains") as caught:
        room.api_key("OPENAI_API_KEY")
    assert KEY not in str(caught.value)


def test_key_in_the_wrong_place_is_not_shown(monkeypatch):
    choose(monkeypatch, COURSE_MODEL=KEY)
    message = complaint()
    assert KEY not in message
    assert "looks like a key" in message


def test_keys_are_blotted_out_of_a_text(monkeypatch):
    choose(monkeypatch, SOME_API_KEY="abcdef-123456")
    env_file("OTHER_TOKEN=ghijkl-7890\n")
    text = without_keys("abcdef-123456, ghijkl-7890, sk-12ab*****, a skill")
    assert text == "***, ***, ***, a skill"


def test_variable_is_none_when_empty(monkeypatch):
    choose(monkeypatch, OPENAI_API_KEY="  ")
    assert variable("OPENAI_API_KEY") is None


@pytest.mark.parametrize("name", ["COURSE_MODEL", "COURSE_EMBEDDINGS"])
@pytest.mark.parametrize(
    "key", ["sk-proj-abcdef1234", "0123456789abcdef0123456789abcdef"]
)
@pytest.mark.parametrize("form", ["openai:{}", "{}", "{}:gpt"])
def test_a_key_in_the_models_place_is_not_shown(monkeypatch, name, key, form):
    choose(monkeypatch, **{name: form.format(key)})
    with pytest.raises(CourseError, match=rf"^{name} is something") as caught:
        settings()
    assert key not in str(caught.value)


@pytest.mark.parametrize(
    "address", ["localhost/v1?api_key=hunter2", "ftp://me:hunter2@host/v1"]
)
def test_a_secret_in_an_address_is_not_shown(monkeypatch, address):
    choose(monkeypatch, COURSE_BASE_URL=address)
    with pytest.raises(CourseError, match=r"^COURSE_BASE_URL is") as caught:
        settings()
    assert "hunter2" not in str(caught.value)
