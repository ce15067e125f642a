"""The application's settings, read in the environment of a test run."""

import tests.environment  # noqa: F401 - first: it says what the next line reads
from yarnnn.settings import *  # noqa: F403
