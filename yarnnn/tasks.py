"""Housekeeping of the installation itself."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def tidy() -> None:
    """Remove sessions that have expired."""
    call_command("clearsessions")
