"""A learner's own copies of the notebooks, and JupyterLab opened on them.

Git ignores the folder `my_work`, so neither `git pull` nor a rebuild of the
course can touch what a learner wrote there.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
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
            done.append(f"kept your my_work/{name}; {name} is newer")
        else:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(original, copy)
            done.append(f"copied {name} to my_work/")
        copied[name] = new
    if done:
        record.write_text(json.dumps(copied, indent=1))
    return done


def _read(record: Path) -> dict[str, str]:
    """What was copied before; nothing if the record is missing or broken."""
    try:
        copied = json.loads(record.read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return copied if isinstance(copied, dict) else {}


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def lab_command() -> list[str]:
    """How to start JupyterLab here: as root and without a browser too."""
    command = [sys.executable, "-m", "jupyter", "lab", FIRST]
    command.append("--KernelManager.transport_encryption=auto")
    if getattr(os, "geteuid", lambda: 1)() == 0:
        command.append("--allow-root")
    try:
        webbrowser.get()
    except webbrowser.Error:
        command.append("--no-browser")
    return command


def main() -> int:
    """Update the copies and run JupyterLab until it is stopped.

    Raises:
        CourseError: The course's folder cannot be written.
    """
    try:
        done = update_copies(ROOT)
    except OSError as error:
        raise CourseError(
            f"Cannot write {error.filename}: {error.strerror}. "
            "Move the course to a folder that you may write to."
        ) from error
    print(*done, sep="\n")
    try:
        return subprocess.call(lab_command(), cwd=ROOT / "my_work")
    except KeyboardInterrupt:
        return 0
