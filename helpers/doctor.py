"""Is everything there that the course needs? One line for each thing.

Only the standard library is imported at the top, and nothing that an old
Python cannot read: the doctor must be able to say what is missing.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

from helpers.errors import CourseError
from helpers.output import clean, say
from helpers.settings import ROOT, settings

INSTALL = "run `make lab`, or: python -m pip install -c constraints.txt -e ."
OLDEST = (3, 11)


class Finding:
    """What one check found: fine or not, and the line that says so."""

    def __init__(
        self, subject: str, text: str, fine: bool = True, short: str = "ok"
    ) -> None:
        self.subject = subject
        self.text = text
        self.fine = fine
        # The same on every healthy machine: no versions, folders or times.
        self.short = short if fine else text


def check_setup() -> None:
    """Print for each part of the set-up: ok, or the one thing to do."""
    for finding in _examine(
        check_python,
        check_packages,
        check_kernel,
        check_data_folder,
        check_model,
    ):
        say(f"{finding.subject}: {finding.short}")


def main() -> int:
    """Print every finding; 1 when something must be done, else 0."""
    to_do = 0
    for finding in _examine(
        check_python,
        check_packages,
        check_kernel,
        check_sqlite,
        check_work_folder,
        check_data_folder,
        check_model,
        check_embeddings,
    ):
        mark = "ok " if finding.fine else "FIX"
        say(f"{mark}  {finding.subject + ':':<13}{finding.text}")
        to_do += not finding.fine
    say(f"\nTo do: {to_do}, marked FIX." if to_do else "\nAll is ready.")
    return 1 if to_do else 0


def _examine(*checks: Callable[[], Finding]) -> Iterator[Finding]:
    """The findings, without those that an earlier one makes pointless."""
    for check in checks:
        if check in (check_data_folder, check_model, check_embeddings):
            try:
                settings()
            except CourseError as error:
                yield Finding("settings", str(error), fine=False)
                return
        finding = check()
        yield finding
        if check is check_python and not finding.fine:
            return


def check_python() -> Finding:
    here = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info >= OLDEST:
        return Finding("Python", f"{here} at {sys.executable}")
    needed = ".".join(map(str, OLDEST))
    return Finding(
        "Python",
        f"this is {here}; the course needs {needed} or newer. Install one "
        "and name it: make lab PYTHON=python3.13",
        fine=False,
    )


def check_packages() -> Finding:
    """Installed against pinned; newer than pinned is no fault."""
    direct = _direct()
    installed = {name: _installed(name) for name in direct}
    missing = [name for name, version in installed.items() if not version]
    older = [
        f"{name} {version} (needed: {direct[name]})"
        for name, version in installed.items()
        if version and _order(version) < _order(direct[name])
    ]
    if missing or older:
        parts = [f"{', '.join(missing)} missing"] if missing else []
        parts += [f"too old: {', '.join(older)}"] if older else []
        return Finding("packages", f"{'; '.join(parts)}: {INSTALL}", False)
    newer = [
        f"{name} {version}"
        for name, version in installed.items()
        if version != direct[name]
    ]
    text = f"the {len(direct)} that the course names are there"
    if newer:
        text += f", newer than tested: {', '.join(newer)}"
    rest = _pins((ROOT / "constraints.txt").read_text("utf-8").splitlines())
    there = {n: _installed(n) for n in rest if n not in direct}
    versions = [n for n, version in there.items() if version]
    other = [n for n in versions if there[n] != rest[n]]
    text += f"; of {len(versions)} more, {len(other)} differ from the pins"
    if other:
        text += f" ({', '.join(other[:3])}{', ...' if other[3:] else ''})"
    return Finding("packages", text)


def check_kernel() -> Finding:
    """Whether Jupyter's kernel `python3` would run this very Python."""
    try:
        from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
    except ImportError:
        return Finding("kernel", f"JupyterLab is missing: {INSTALL}", False)
    try:
        argv = KernelSpecManager().get_kernel_spec("python3").argv
    except NoSuchKernel:
        return Finding(
            "kernel", f"Jupyter has no Python kernel: {INSTALL}", False
        )
    # Jupyter replaces a bare name by the Python it runs on itself.
    own = argv[0] in ("python", "python3", f"python3.{sys.version_info[1]}")
    # Not the files: in a virtual environment they link to the same one.
    same = Path(argv[0]).parent == Path(sys.executable).parent
    if own or same:
        return _check_helpers()
    return Finding(
        "kernel",
        f"notebooks would run {argv[0]}, not this Python. Remove that "
        "kernel: jupyter kernelspec remove python3",
        fine=False,
    )


def _check_helpers() -> Finding:
    """Whether a notebook, from its own folder, would import this course."""
    found = subprocess.run(
        [sys.executable, "-c", "import helpers; print(helpers.__file__)"],
        cwd=tempfile.gettempdir(), capture_output=True, text=True,
    )  # fmt: skip
    here = Path(found.stdout.strip() or "nowhere").parent
    if here.resolve() == ROOT / "helpers":
        return Finding("kernel", "notebooks run this Python")
    return Finding(
        "kernel",
        "notebooks do not find this course: was its folder moved or copied? "
        "Remove the folder .venv and run `make lab` again",
        fine=False,
    )


def check_data_folder() -> Finding:
    return _writable(
        "data folder", settings().data, "set COURSE_DATA to another one"
    )


def check_work_folder() -> Finding:
    return _writable(
        "my_work", ROOT / "my_work", "copy the course to a folder of yours"
    )


def check_sqlite() -> Finding:
    try:
        import sqlite3
    except ImportError:
        return Finding(
            "SQLite",
            "this Python was built without it. Install another Python "
            "and name it: make lab PYTHON=python3.13",
            fine=False,
        )
    text = f"{sqlite3.sqlite_version}, "
    if hasattr(sqlite3.Connection, "enable_load_extension"):
        return Finding("SQLite", text + "can load extensions")
    text += "cannot load extensions, which vectors need from lesson 08 on; "
    if "pysqlite3" in _direct():
        return Finding("SQLite", text + "no matter: pysqlite3 can")
    return Finding(
        "SQLite",
        text + "use conda's Python, or your Linux system's own",
        fine=False,
    )


def check_model() -> Finding:
    """Greet the chosen model."""
    chosen = settings().model
    try:
        from helpers.models import chat_model

        answer = chat_model().invoke("Hello!").text
    except Exception as error:
        return Finding("model", _one_line(error), fine=False)
    words = " ".join(answer.split())
    if not words:
        return Finding(
            "model",
            f"{chosen} answered nothing. Choose another COURSE_MODEL",
            fine=False,
        )
    said = words if len(words) <= 40 else words[:37] + "..."
    return Finding(
        "model", f"{chosen} answers: {said}", short=f"{chosen} answers"
    )


def check_embeddings() -> Finding:
    """Embed one word with the chosen embeddings."""
    chosen = settings().embeddings
    try:
        from helpers.models import embeddings

        vector = embeddings().embed_query("hello")
    except Exception as error:
        return Finding("embeddings", _one_line(error), fine=False)
    return Finding("embeddings", f"{chosen} gives {len(vector)} numbers")


def _direct() -> dict[str, str]:
    """What the course itself needs on this system: name → version."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return _pins(project["project"]["dependencies"])


def _pins(lines: list[str]) -> dict[str, str]:
    """Package name → version, from lines such as `httpx==0.28.1 ; …`.

    A line is for this Python if its marker, behind the `;`, says so.
    """
    found = (
        re.match(r"([\w.-]+)==([^\s;]+)(?:\s*;\s*(.+))?", line)
        for line in lines
    )
    return {m[1]: m[2] for m in found if m and _applies(m[3])}


def _applies(marker: str | None) -> bool:
    """Whether an environment marker holds here; unknown means it does."""
    try:
        from packaging.markers import Marker
    except ImportError:  # nothing is installed, and that is said elsewhere
        return True
    return marker is None or Marker(marker).evaluate()


def _installed(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _order(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


def _writable(subject: str, folder: Path, otherwise: str) -> Finding:
    """Whether files can be made in the folder, or the folder itself."""
    place = folder
    while not place.exists():
        place = place.parent
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return Finding(
            subject,
            f"{folder} cannot be written to ({reason}). Allow it, or "
            f"{otherwise}",
            fine=False,
        )
    return Finding(subject, f"{folder} can be written to")


def _one_line(error: Exception) -> str:
    if isinstance(error, CourseError):
        return str(error)
    if isinstance(error, ImportError):
        return f"the package {error.name} is missing: {INSTALL}"
    text = clean(error).partition("\n")[0]
    return f"{type(error).__name__}: {text[:200]}"
