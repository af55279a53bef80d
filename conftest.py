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


def pytest_unconfigure() -> None:
    shutil.rmtree(_data, ignore_errors=True)
