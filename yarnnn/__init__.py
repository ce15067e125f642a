"""Wiring only: settings, addresses, the task queue, and what starts them."""

from yarnnn.celery import app as celery_app

__all__ = ["celery_app"]
