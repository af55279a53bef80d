"""A learner's own copies of the notebooks, and JupyterLab opened on them.

Git ignores the folder `my_work`, so neither `git pull` nor a rebuild of the
course can touch what a learner wrote there.
"""

import hashlib
import json
import os
import webbrowser
from pathlib import Path

from helpers.errors import CourseError
from helpers.settings import ROOT

FOLDERS = ("notebooks", "labs", "solutions")
FIRST = "notebooks/00_start_here.ipynb"


def update_copies(root: Path) -> list[str]:
    """Copy new and changed notebooks to `my_work`; say what was done.

    A copy that the learner changed is kept. What was copied last time is
    remembered by its hash in `my_work/.copied.json`.
    """
    work = root / "my_work"
    record = work / ".copied.json"
    copied = _read(record)
    done = []
    for original in sorted(
        p for f in FOLDERS for p in root.glob(f"{f}/*.ipynb")
    ):
        name = original.relative_to(root).as_posix()
        copy, new = work / name, _hash(original)
        if copy.exists() and copied.get(name) == new:
            continue
        if copy.exists() and _hash(copy) not in (new, copied.get(name)):
            done.append(
                f"kept your my_work/{name}; {name} is newer"
                " (rename yours and start again to get it)"
            )
        else:
            copy.parent.mkdir(parents=True, exist_ok=True)
            _write(copy, original.read_bytes())
            done.append(f"copied {name} to my_work/")
        copied[name] = new
    if done:
        _write(record, json.dumps(copied, indent=1).encode())
    return done


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, whatever interrupts it."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _read(record: Path) -> dict[str, str]:
    """What was copied before; nothing if the record is missing or broken."""
    try:
        copied = json.loads(record.read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return copied if isinstance(copied, dict) else {}


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def lab_arguments() -> list[str]:
    """How to start JupyterLab here: as root and without a browser too."""
    arguments = [
        f"--ServerApp.root_dir={ROOT / 'my_work'}",
        f"--LabApp.default_url=/lab/tree/{FIRST}",
        "--KernelManager.transport_encryption=auto",
        # Warnings, and the address.
        "--log-level=WARN",
    ]
    if getattr(os, "geteuid", lambda: 1)() == 0:
        arguments.append("--allow-root")
    try:
        webbrowser.get()
    except webbrowser.Error:
        arguments.append("--no-browser")
    return arguments


def main(more: list[str] | None = None) -> int:
    """Update the copies and run JupyterLab until it is stopped.

    Args:
        more: Further arguments of JupyterLab, such as --port=9000.

    Raises:
        CourseError: The course's folder cannot be written.
    """
    try:
        done = update_copies(ROOT)
    except OSError as error:
        raise CourseError(
            f"Cannot write to my_work: {error.strerror}. Nothing of yours was "
            "changed. Make room there, or move the course to a folder that "
            "you may write to."
        ) from error
    print(*done, sep="\n")
    from jupyterlab.labapp import LabApp

    # In this process, so that Ctrl-C reaches JupyterLab and nobody else.
    LabApp.launch_instance([*lab_arguments(), *(more or [])])
    return 0
