"""Housekeeping."""

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from celery.schedules import crontab
from django.contrib.sessions.models import Session
from django.test import override_settings
from django.utils import timezone

from database import erasures
from tests.environment import HOME
from web import periodic
from yarnnn import celery_app
from yarnnn.backup import Backup, found_in
from yarnnn.tasks import back_up, tidy


@pytest.mark.django_db
def test_expired_sessions_go_and_others_stay() -> None:
    for key, hours in (("expired", -1), ("current", 1)):
        Session.objects.create(
            session_key=key, session_data="", expire_date=timezone.now() + timedelta(hours=hours)
        )
    tidy()
    assert [session.session_key for session in Session.objects.all()] == ["current"]


@pytest.fixture
def folder(embedded_postgres: None, tmp_path: Path) -> Iterator[Path]:
    """Where nightly backups are written, with one uploaded file; two of them stay."""
    noted = HOME / erasures.FOLDERS
    before = noted.read_text() if noted.exists() else ""
    files = tmp_path / "files"
    files.mkdir()
    (files / "plan.txt").write_text("The ferry leaves at six.")
    folder = tmp_path / "backups"
    with override_settings(BACKUP_FOLDER=str(folder), BACKUP_KEEP=2, MEDIA_ROOT=files):
        yield folder
    noted.write_text(before)


def nights_ago(tonight: Backup, nights: int) -> Path:
    """The same backup, as if it were from an earlier night."""
    made = tonight.made - timedelta(days=nights)
    earlier = tonight.folder.parent / made.strftime("%Y-%m-%dT%H-%M-%SZ")
    shutil.copytree(tonight.folder, earlier)
    manifest = earlier / "backup.json"
    told = json.loads(manifest.read_text()) | {"made": made.isoformat()}
    manifest.write_text(json.dumps(told))
    return earlier


def test_each_night_a_backup_is_written_and_the_oldest_goes(folder: Path) -> None:
    began = datetime.now(UTC)
    back_up()
    (first,) = found_in(folder)
    assert began <= first.made <= datetime.now(UTC)
    assert (first.folder / "database.dump").read_bytes().startswith(b"PGDMP")
    assert (first.folder / "files" / "plan.txt").read_text() == "The ferry leaves at six."
    last_night, oldest = nights_ago(first, 1), nights_ago(first, 2)
    shutil.rmtree(first.folder)
    back_up()
    left = {backup.folder for backup in found_in(folder)}
    assert len(left) == 2
    assert last_night in left
    assert not oldest.exists()
    assert (folder / "keys" / "encryption").exists()


def test_without_a_folder_there_is_no_backup(folder: Path) -> None:
    with override_settings(BACKUP_FOLDER=""):
        back_up()
    assert not folder.exists()


def test_what_runs_by_itself_is_what_rooms_registered_and_workers_know_it(tmp_path: Path) -> None:
    celery_app.loader.import_default_modules()
    service = celery_app.Beat(quiet=True).Service
    clock = service(celery_app, schedule_filename=str(tmp_path / "beat")).get_scheduler()
    asked = {str(entry.task) for entry in clock.schedule.values()}
    assert {entry["task"] for entry in periodic.SCHEDULE.values()} <= asked
    assert asked <= set(celery_app.tasks)
    rooms = {task.partition(".")[0] for task in asked}
    assert rooms >= {"chat", "documents", "gmail", "imports", "memories", "yarnnn"}


def test_two_rooms_cannot_give_one_name_to_what_runs_by_itself() -> None:
    with pytest.raises(ValueError, match="tidy"):
        periodic.register("tidy", "memories.tasks.sweep", 10.0)
    assert periodic.SCHEDULE["tidy"]["task"] == tidy.name


def test_the_clock_asks_for_it_at_two_at_night() -> None:
    entry = celery_app.conf.beat_schedule["backup"]
    assert entry["task"] == back_up.name
    assert entry["schedule"] == crontab(hour="2", minute="0")
    assert str(celery_app.timezone) == "UTC"
