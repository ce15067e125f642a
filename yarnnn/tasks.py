"""Housekeeping of the installation itself."""

from pathlib import Path

from celery import shared_task
from django.conf import settings
from django.core.management import call_command

from account_pages.oauth import clients
from accounts import access_log


@shared_task
def tidy() -> None:
    """Remove sessions and tokens that have expired, and what keys did long ago."""
    call_command("clearsessions")
    access_log.prune()
    clients.prune()


@shared_task
def back_up() -> None:
    """Write tonight's backup, where a folder for backups is set."""
    from yarnnn import backup

    if settings.BACKUP_FOLDER:
        backup.back_up(Path(settings.BACKUP_FOLDER).expanduser(), keep=settings.BACKUP_KEEP)
