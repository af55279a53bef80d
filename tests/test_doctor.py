"""The doctor says what is right, or the one thing to do."""

import json
import shutil
import subprocess
import sys
from collections import namedtuple
from importlib import metadata

import pytest

from helpers import doctor
from helpers.__main__ import main
from helpers.doctor import check_setup
from helpers.settings import ROOT, settings
from tests.choices import choose, forget

KEY = "test-key-123"
HEALTHY = [
    "Python",
    "packages",
    "kernel",
    "SQLite",
    "my_work",
    "data folder",
    "model",
    "embeddings",
]


@pytest.fixture(autouse=True)
def no_choices(monkeypatch, tmp_path):
    forget(monkeypatch, tmp_path)
    yield
    settings.cache_clear()


def test_all_is_well(capsys):
    assert main([]) == 0
    *lines, blank, last = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        f"ok   {subject}" for subject in HEALTHY
    ]
    assert (blank, last) == ("", "All is ready.")


def test_short_form_is_the_same_everywhere(capsys):
    check_setup()
    assert capsys.readouterr().out == (
        "Python: ok\npackages: ok\nkernel: ok\ndata folder: ok\n"
        "model: offline answers\n"
    )


def test_one_thing_to_do_is_said_and_the_exit_code_is_1(monkeypatch, capsys):
    choose(monkeypatch, COURSE_MODEL="openai:gpt-4.1-mini")
    assert main([]) == 1
    out = capsys.readouterr().out
    line = next(line for line in out.splitlines() if "model:" in line)
    assert line.startswith("FIX  model:")
    assert "OPENAI_API_KEY=<your key>" in line
    assert out.endswith("To do: 1, marked FIX.\n")


@pytest.mark.parametrize("examine", [check_setup, doctor.main])
def test_wrong_setting_is_said_once(monkeypatch, capsys, examine):
    choose(monkeypatch, COURSE_MODEL="qwen-plus")
    examine()
    out = capsys.readouterr().out
    assert out.count("COURSE_MODEL is 'qwen-plus', which names no") == 1
    assert "model:" not in out


def test_short_form_says_what_to_do(monkeypatch, capsys):
    choose(monkeypatch, COURSE_MODEL="openai:gpt-4.1-mini")
    check_setup()
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith("model: COURSE_MODEL is openai:gpt-4.1-mini")
    assert "OPENAI_API_KEY=<your key>" in line


def test_old_python_is_all_that_is_checked(monkeypatch, capsys):
    version = namedtuple("version", "major minor micro")(3, 9, 1)
    monkeypatch.setattr(doctor.sys, "version_info", version)
    assert main([]) == 1
    out = capsys.readouterr().out
    assert "this is 3.9.1; the course needs 3.11 or newer" in out
    assert "packages" not in out


def installed_but(monkeypatch, **versions):
    real = metadata.version

    def version(name):
        found = versions.get(name, "real")
        if found is None:
            raise metadata.PackageNotFoundError(name)
        return real(name) if found == "real" else found

    monkeypatch.setattr(doctor.metadata, "version", version)


def test_missing_package(monkeypatch):
    installed_but(monkeypatch, langgraph=None)
    finding = doctor.check_packages()
    assert not finding.fine
    assert finding.text.startswith("langgraph missing: run `make lab`")


def test_older_package(monkeypatch):
    installed_but(monkeypatch, langgraph="1.2.9")
    finding = doctor.check_packages()
    assert not finding.fine
    assert "too old: langgraph 1.2.9 (needed: " in finding.text


def test_newer_package_is_said_but_no_fault(monkeypatch):
    installed_but(monkeypatch, langgraph="99.0")
    finding = doctor.check_packages()
    assert finding.fine
    assert "newer than tested: langgraph 99.0" in finding.text
    assert finding.short == "ok"


def test_kernel_of_another_python(monkeypatch, tmp_path):
    folder = tmp_path / "kernels" / "python3"
    folder.mkdir(parents=True)
    spec = {"argv": ["/opt/other/python", "-m"], "display_name": "Python 3"}
    (folder / "kernel.json").write_text(json.dumps(spec))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    finding = doctor.check_kernel()
    assert not finding.fine
    assert "/opt/other/python" in finding.text


def test_jupyter_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "jupyter_client.kernelspec", None)
    finding = doctor.check_kernel()
    assert not finding.fine
    assert "JupyterLab is missing" in finding.text


def test_data_folder_that_cannot_be_made(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    choose(monkeypatch, COURSE_DATA=str(tmp_path / "file" / "data"))
    finding = doctor.check_data_folder()
    assert not finding.fine
    assert "cannot be written to" in finding.text
    assert "COURSE_DATA" in finding.text


def test_writing_is_tried_without_leaving_anything(monkeypatch, tmp_path):
    choose(monkeypatch, COURSE_DATA=str(tmp_path / "a" / "data"))
    assert doctor.check_data_folder().fine
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("able", "wheel", "fine", "said"),
    [
        (True, False, True, "can load extensions"),
        (False, True, True, "no matter: pysqlite3 can"),
        (False, False, False, "use conda's Python"),
    ],
)
def test_sqlite_must_load_extensions_or_have_a_stand_in(
    monkeypatch, able, wheel, fine, said
):
    import sqlite3

    class Connection:
        if able:
            enable_load_extension = None

    monkeypatch.setattr(sqlite3, "Connection", Connection)
    monkeypatch.setattr(
        doctor, "_direct", lambda: {"pysqlite3": "1"} if wheel else {}
    )
    finding = doctor.check_sqlite()
    assert finding.fine == fine
    assert said in finding.text


def test_sqlite_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    assert not doctor.check_sqlite().fine


def test_bare_python_is_told_what_is_missing(tmp_path):
    # A copy, since the course's own folder may have a .env.
    shutil.copytree(
        ROOT / "helpers",
        tmp_path / "helpers",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    # -I -S: neither site-packages nor anything else that is installed.
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from helpers.__main__ import main; sys.exit(main([]))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
    )
    lines = dict(
        line.split(":", 1) for line in done.stdout.splitlines() if ":" in line
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "langgraph," in lines["FIX  packages"]
    for subject in ("packages", "kernel", "model", "embeddings"):
        assert "run `make lab`" in lines[f"FIX  {subject}"]
    for subject in ("Python", "data folder", "my_work", "SQLite"):
        assert f"ok   {subject}" in lines


def test_other_arguments_get_the_usage(capsys):
    assert main(["lessons"]) == 2
    assert "python -m helpers lab" in capsys.readouterr().out


def test_a_pin_counts_only_where_its_marker_holds():
    lines = [
        "numpy==1.0 ; python_full_version < '3'",
        "numpy==2.0 ; python_full_version >= '3'",
        "pywin==3.0 ; sys_platform == 'no such system'",
        "httpx==0.28.1",
    ]
    assert doctor._pins(lines) == {"numpy": "2.0", "httpx": "0.28.1"}
