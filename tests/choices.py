"""Settings for one test: none at all, or the ones it names."""

from importlib import import_module
from pathlib import Path

import pytest

# The package has a function of the same name.
settings_room = import_module("helpers.settings")


def forget(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """No setting from this machine counts; `.env` would be in the folder."""
    for name in (
        "COURSE_MODEL",
        "COURSE_EMBEDDINGS",
        "COURSE_BASE_URL",
        "COURSE_API_KEY",
        "COURSE_DATA",
        "DASHSCOPE_API_KEY",
        "DASHSCOPE_HTTP_BASE_URL",
        "DASHSCOPE_COMPATIBLE_BASE_URL",
        "OPENAI_API_KEY",
        "OPENAI_API_BASE",
        "OPENAI_BASE_URL",
        "OPENAI_ORG_ID",
        "OPENAI_PROXY",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(settings_room, "ENV_FILE", folder / ".env")
    settings_room.settings.cache_clear()


def choose(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    """Put variables into the environment and have the settings read anew."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    settings_room.settings.cache_clear()
