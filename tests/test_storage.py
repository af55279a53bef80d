"""The data folder: a file without yesterday's contents."""

import os
from pathlib import Path

import pytest

from helpers.errors import CourseError
from helpers.settings import settings
from helpers.storage import fresh_path


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_DATA", str(tmp_path / "new" / "data"))
    settings.cache_clear()
    yield tmp_path / "new" / "data"
    settings.cache_clear()


def test_the_folder_is_made_and_the_file_is_not(data):
    path = fresh_path("chat.sqlite")
    assert isinstance(path, str)
    assert Path(path) == data / "chat.sqlite"
    assert list(data.iterdir()) == []


def test_an_earlier_run_is_gone_and_others_stay(data):
    data.mkdir(parents=True)
    for end in ("", "-wal", "-shm", "-journal"):
        (data / f"chat.sqlite{end}").write_text("old")
    (data / "chat.sqlite2").write_text("other")
    fresh_path("chat.sqlite")
    assert [path.name for path in data.iterdir()] == ["chat.sqlite2"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "a\\b",
        "/etc/x",
        "C:x",
        "a..b",
        "a\n",
        "~",
    ],
)
def test_a_name_is_no_way_out_of_the_folder(data, name):
    with pytest.raises(CourseError, match="plain file name") as caught:
        fresh_path(name)
    assert "\n" not in str(caught.value)
    assert not data.exists()


def test_chinese_and_ordinary_names_are_fine(data):
    for name in ("记忆.sqlite", "a b-c_1.db"):
        assert Path(fresh_path(name)).parent == data


def failure():
    with pytest.raises(CourseError, match="COURSE_DATA") as caught:
        fresh_path("chat.sqlite")
    message = str(caught.value)
    assert "\n" not in message
    assert str(Path.cwd()) not in message
    return message


def test_a_folder_that_cannot_be_made(data):
    data.parent.write_text("a file where the folder should be")
    assert "chat.sqlite" in failure()


def test_a_file_that_cannot_be_removed(data):
    (data / "chat.sqlite").mkdir(parents=True)
    assert "Close what uses it" in failure()


def test_a_file_in_use_as_on_windows(data, monkeypatch):
    def unlink(self, missing_ok=False):
        raise PermissionError(13, "used by another process", str(self))

    monkeypatch.setattr(Path, "unlink", unlink)
    message = failure()
    assert "used by another process" in message
    assert os.sep not in message
