"""`python -m assistant`: chat in the terminal; `… web`: in the browser."""

import sys

from assistant.options import parse
from helpers.errors import CourseError


def main(arguments: list[str]) -> int:
    """Chat until the user ends it; the exit code."""
    options = parse(arguments)
    try:
        if options.web:
            from assistant.web import main as run
        else:
            from assistant.terminal import main as run
        run(options.user, options.thread)
    except CourseError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
