"""No unit of work is lost, none is done twice at once, and a hopeless one ends failed."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from documents.source_kind import DOCUMENT
from memories import work
from memories.keeping import vectors
from memories.keeping.sources import NewSource, keep
from memories.models import SearchItem, Source, Window, Work
from memories.search import embedding
from memories.source_kinds import CHAT, NOTE


@pytest.fixture
def source(alice: User) -> Source:
    with acting_as(alice):
        return keep(alice, NewSource(CHAT, "My sister Tove keeps bees."))


def test_a_unit_is_claimed_once(alice: User, source: Source) -> None:
    (mine,) = work.claim(alice.pk, work.EMBED, 10)
    assert mine.subject == source.pk
    assert work.claim(alice.pk, work.EMBED, 10) == []


def test_what_a_dead_worker_held_is_done_by_the_next(alice: User, source: Source) -> None:
    work.claim(alice.pk, work.EMBED, 10)
    Work.objects.update(lease=timezone.now() - timedelta(seconds=1))
    assert work.sweep() > 0
    assert vectors.embed_waiting(alice.pk)
    with acting_as(alice):
        assert Window.objects.count() == 1
    assert Work.objects.get(kind=work.EMBED).state == Work.State.DONE


def test_what_kills_every_worker_ends_failed(alice: User, source: Source) -> None:
    for _ in range(work.TRIES):
        work.claim(alice.pk, work.EMBED, 10)
        Work.objects.update(lease=timezone.now() - timedelta(seconds=1))
        work.sweep()
    failed = Work.objects.get(kind=work.EMBED)
    assert failed.state == Work.State.FAILED
    assert "crashed in the middle" in failed.reason
    work.retry(failed)
    failed.refresh_from_db()
    assert (failed.state, failed.tries) == (Work.State.WAITING, 0)


def test_a_failure_that_may_pass_waits_longer_each_time(alice: User, source: Source) -> None:
    for tries in range(1, work.TRIES):
        Work.objects.update(not_before=timezone.now())
        work.fail(work.claim(alice.pk, work.EMBED, 10), "The model did not answer.", retry=True)
        row = Work.objects.get(kind=work.EMBED)
        assert (row.state, row.tries) == (Work.State.WAITING, tries)
        assert row.not_before > timezone.now() + timedelta(seconds=2**tries - 1)
    Work.objects.update(not_before=timezone.now())
    work.fail(work.claim(alice.pk, work.EMBED, 10), "The model did not answer.", retry=True)
    assert Work.objects.get(kind=work.EMBED).state == Work.State.FAILED


def test_a_model_that_fails_leaves_the_reason_on_the_row(
    alice: User, source: Source, settings: pytest.FixtureRequest
) -> None:
    settings.YARNNN_EMBEDDING_MODEL = "some-model"  # type: ignore[attr-defined]
    settings.YARNNN_EMBEDDING_BASE_URL = "http://127.0.0.1:9/v1"  # type: ignore[attr-defined]
    assert not vectors.embed_waiting(alice.pk)
    row = Work.objects.get(kind=work.EMBED)
    assert row.state == Work.State.WAITING
    assert row.reason
    assert "bees" not in row.reason


def items_of(source: UUID) -> list[int]:
    return list(SearchItem.objects.filter(chunk__source=source).values_list("pk", flat=True))


def test_a_long_source_does_not_hold_up_a_short_one(alice: User) -> None:
    paragraph = "The river rose in spring and the miller moved his flour upstairs again. "
    with acting_as(alice):
        keep(alice, NewSource(DOCUMENT, paragraph * 2_500, own_words=False))
        keep(alice, NewSource(NOTE, "My sister Tove keeps bees."))
        note = Work.objects.filter(kind=work.EMBED).latest("id")
    assert vectors.embed_waiting(alice.pk)
    note.refresh_from_db()
    assert note.state == Work.State.DONE
    with acting_as(alice):
        assert Window.objects.filter(item__in=items_of(note.subject)).exists()
        assert Window.objects.count() <= embedding.BATCH_WINDOWS
    assert Work.objects.filter(kind=work.EMBED, state=Work.State.WAITING).count() == 1
