"""Who is who to a person: found by the index, however many memories there are."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from database.acting import acting_as
from memories.answers.persons import circle
from memories.keeping.remember import remember
from memories.models import Change
from memories.recall import Query

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "text",
    [
        "My sister Elin lives in Gothenburg.",
        "Both my sisters, Elin and Maja, sail.",
        "Meine Schwägerin heißt Karla.",
        "Mit meinen Brüdern Karl und Heinz singe ich.",
        "Mi cuñada Ana vive en Lima.",
    ],
)
def test_what_names_a_relation_is_read_without_reading_everything(alice: User, text: str) -> None:
    with acting_as(alice):
        for words in (text, "The pond froze over.", "The harbour is closed."):
            remember(alice, words, by=Change.By.PERSON)
        with CaptureQueriesContext(connection) as queries:
            told = circle.tells(alice, Query("who?"))
    assert len(told) == 1
    # A pattern is compared with every memory: with 50,000 that took twelve seconds.
    assert not any("~*" in query["sql"] for query in queries)
