"""The task queue. Messages are only nudges: the truth about work is in the database."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yarnnn.settings")

app = Celery("yarnnn")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
