"""Housekeeping."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from yarnnn.tasks import tidy


@pytest.mark.django_db
def test_expired_sessions_go_and_others_stay() -> None:
    for key, hours in (("expired", -1), ("current", 1)):
        Session.objects.create(
            session_key=key, session_data="", expire_date=timezone.now() + timedelta(hours=hours)
        )
    tidy()
    assert [session.session_key for session in Session.objects.all()] == ["current"]
