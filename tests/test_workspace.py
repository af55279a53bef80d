"""A learner's copies: updated while untouched, kept once changed."""

import json

import pytest

from helpers import CourseError, workspace
from helpers.__main__ import main


@pytest.fixture
def course(tmp_path):
    """A course of one notebook; returns its folder."""
    (tmp_path / "labs").mkdir()
    (tmp_path / "labs" / "lab_01.ipynb").write_text("first edition")
    return tmp_path


def copy_of(course):
    return course / "my_work" / "labs" / "lab_01.ipynb"


def test_copies_once_and_then_says_nothing(course):
    assert workspace.update_copies(course) == [
        "copied labs/lab_01.ipynb to my_work/"
    ]
    assert copy_of(course).read_text() == "first edition"
    assert workspace.update_copies(course) == []


def test_an_untouched_copy_follows_the_course(course):
    workspace.update_copies(course)
    (course / "labs" / "lab_01.ipynb").write_text("second edition")
    workspace.update_copies(course)
    assert copy_of(course).read_text() == "second edition"


def test_a_changed_copy_is_kept_and_said_once(course):
    workspace.update_copies(course)
    copy_of(course).write_text("my answers")
    assert workspace.update_copies(course) == []
    (course / "labs" / "lab_01.ipynb").write_text("second edition")
    assert workspace.update_copies(course) == [
        "kept your my_work/labs/lab_01.ipynb; labs/lab_01.ipynb is newer"
        " (rename yours and start again to get it)"
    ]
    assert workspace.update_copies(course) == []
    assert copy_of(course).read_text() == "my answers"


def test_a_deleted_copy_comes_back(course):
    workspace.update_copies(course)
    copy_of(course).unlink()
    assert workspace.update_copies(course)
    assert copy_of(course).read_text() == "first edition"


@pytest.mark.parametrize("record", ["", "{", "[]", '{"labs/lab_01.ipynb": 3}'])
def test_a_broken_record_loses_nothing(course, record):
    workspace.update_copies(course)
    copy_of(course).write_text("my answers")
    (course / "my_work" / ".copied.json").write_text(record)
    (course / "labs" / "lab_01.ipynb").write_text("second edition")
    workspace.update_copies(course)
    assert copy_of(course).read_text() == "my answers"
    record = (course / "my_work" / ".copied.json").read_text()
    assert "labs/lab_01.ipynb" in json.loads(record)


def test_a_folder_that_cannot_be_written_is_one_line(course, monkeypatch):
    (course / "my_work").write_text("a file in the way")
    monkeypatch.setattr(workspace, "ROOT", course)
    with pytest.raises(CourseError, match=r"^Cannot write to my_work: "):
        workspace.main()


def test_as_root_and_without_a_browser_the_address_is_printed(monkeypatch):
    import webbrowser

    def no_browser():
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr("webbrowser.get", no_browser)
    monkeypatch.setattr("os.geteuid", lambda: 0, raising=False)
    assert {"--allow-root", "--no-browser"} <= set(workspace.lab_arguments())
    monkeypatch.setattr("webbrowser.get", lambda: object())
    monkeypatch.setattr("os.geteuid", lambda: 1000, raising=False)
    assert not {"--allow-root", "--no-browser"} & set(
        workspace.lab_arguments()
    )


def test_further_arguments_reach_jupyterlab(course, monkeypatch):
    started = []
    monkeypatch.setattr(workspace, "ROOT", course)
    monkeypatch.setattr(
        "jupyterlab.labapp.LabApp.launch_instance", started.append
    )
    assert main(["lab", "--no-browser", "--port=9000"]) == 0
    (arguments,) = started
    assert arguments[: len(workspace.lab_arguments())] == (
        workspace.lab_arguments()
    )
    assert arguments[-2:] == ["--no-browser", "--port=9000"]
    assert copy_of(course).exists()


def test_a_copy_that_fails_halfway_leaves_no_half_file(course, monkeypatch):
    workspace.update_copies(course)
    (course / "labs" / "lab_01.ipynb").write_text("second edition")

    def full(self, content):
        with self.open("wb") as file:
            file.write(content[:3])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="space"):
        patch.setattr("pathlib.Path.write_bytes", full)
        workspace.update_copies(course)
    assert copy_of(course).read_text() == "first edition"
    assert not list(course.rglob("*.part"))
    workspace.update_copies(course)
    assert copy_of(course).read_text() == "second edition"
