"""`python -m helpers`: check the set-up; `python -m helpers lab`: open it."""

from __future__ import annotations

import sys

from helpers.errors import CourseError


def main(arguments: list[str]) -> int:
    if not arguments:
        from helpers.doctor import main as doctor

        return doctor()
    if arguments[0] == "lab":
        from helpers.workspace import main as lab

        try:
            return lab(arguments[1:])
        except CourseError as error:
            print(error, file=sys.stderr)
            return 1
    print(
        "Usage: python -m helpers        check the set-up\n"
        "       python -m helpers lab    open the course in JupyterLab;\n"
        "                                what follows is for JupyterLab"
    )
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
