"""gunicorn's configuration that does not fit on a command line."""

from django.conf import settings

from yarnnn import logs

logconfig_dict = logs.configuration(settings.LOG_LEVEL)
