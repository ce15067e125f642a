"""The application's settings, read in the environment of a test run."""

import tests.environment  # noqa: F401 - first: it says what the next line reads
from yarnnn.settings import *  # noqa: F403

# A kind of source that only the tests have.
INSTALLED_APPS = [*INSTALLED_APPS, "tests.diary"]  # noqa: F405
# Files come from the checkout, without being collected first; passwords are hashed fast.
WHITENOISE_AUTOREFRESH = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
