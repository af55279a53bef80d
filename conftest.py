"""Every test and every notebook runs offline, on data of its own."""

import os
import shutil
import tempfile
from pathlib import Path

from helpers import settings

_data = tempfile.mkdtemp(prefix="course-")
os.environ.update(
    COURSE_MODEL="offline",
    COURSE_EMBEDDINGS="offline",
    COURSE_DATA=_data,
    # The kernel of this environment, not one of the user's folder.
    JUPYTER_PREFER_ENV_PATH="1",
)
# Nor does a learner's own `.env` change what a test sees.
settings.ENV_FILE = Path(_data) / ".env"
# Nor a proxy: what tests talk to is on this machine.
for _name in [n for n in os.environ if n.lower().endswith("_proxy")]:
    del os.environ[_name]


def pytest_unconfigure() -> None:
    shutil.rmtree(_data, ignore_errors=True)
