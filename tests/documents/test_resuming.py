"""A worker may die anywhere: the next one goes on, and the end is as if nothing had happened."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from documents import process
from documents.models import Document
from documents.process import read_waiting
from documents.remove import remove
from documents.source_kind import DOCUMENT, READ
from documents.upload import retry
from memories import work
from memories.keeping.sources import make_rest_findable
from memories.models import Chunk, Evidence, Memory, SearchItem, Source, Window, Work
from tests.documents.conftest import again, send, work_off

pytestmark = pytest.mark.long

DIARY = "\n\n".join(
    [f"The river rose in the spring of {year} and fell again. " * 20 for year in range(1900, 1905)]
    + ["My boat is called Ravn.", "I work at the harbour."]
).encode()


class Killed(BaseException):
    """What a worker does not survive: no code of ours may catch it."""


def end_state(user: User) -> dict[str, Any]:
    with acting_as(user):
        document = Document.objects.get()
        source = Source.objects.get(kind=DOCUMENT)
        chunks = Chunk.objects.filter(source=source).order_by("position")
        return {
            "state": document.state,
            "words": document.words,
            "chunks": list(chunks.values_list("position", "start", "stop", "page", "heading")),
            "items": SearchItem.objects.filter(chunk__in=chunks).count(),
            "windows": Window.objects.count(),
            "memories": sorted(Memory.objects.values_list("content", flat=True)),
            "evidence": sorted(Evidence.objects.values_list("quote", "start", "stop")),
            "work": sorted(
                Work.objects.filter(subject__in=[document.pk, source.pk]).values_list(
                    "kind", "state"
                )
            ),
        }


def after_a_death(user: User) -> None:
    """What follows when a worker's lease has run out."""
    Work.objects.filter(state=Work.State.WORKING).update(
        lease=timezone.now() - timedelta(seconds=1)
    )
    work.sweep()
    work_off(user)


def killed_at(
    monkeypatch: pytest.MonkeyPatch, name: str, times: int, *, after: bool = False
) -> None:
    """Let the worker die at (or right after) the so-manieth call of one of its steps."""
    step: Callable[..., Any] = getattr(process, name)
    left = [times]

    def deadly(*args: Any, **kwargs: Any) -> Any:
        left[0] -= 1
        if left[0] == 0 and not after:
            raise Killed
        done = step(*args, **kwargs)
        if left[0] == 0:
            raise Killed
        return done

    monkeypatch.setattr(process, name, deadly)


@pytest.mark.parametrize(
    ("step", "times", "after"),
    [
        ("_load", 1, False),
        ("_read", 1, True),
        ("_keep", 1, False),
        ("_keep", 1, True),
        ("make_rest_findable", 1, False),
        ("make_rest_findable", 2, False),
        ("_change", 3, False),
        ("learn_passages", 2, True),
    ],
)
def test_a_death_changes_nothing_in_the_end(
    alice: User,
    charlie: User,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    times: int,
    after: bool,
) -> None:
    monkeypatch.setattr(process, "FINDABLE_AT_ONCE", 2)
    monkeypatch.setattr(process, "LEARNED_AT_ONCE", 2)
    send(charlie, DIARY, own_words=True)
    work_off(charlie)
    send(alice, DIARY, own_words=True)
    with monkeypatch.context() as patch:
        killed_at(patch, step, times, after=after)
        with pytest.raises(Killed):
            read_waiting(alice.pk)
    after_a_death(alice)
    assert end_state(alice) == end_state(charlie)
    assert end_state(alice)["state"] == Document.State.DONE


def test_a_file_that_kills_every_worker_ends_failed(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = send(alice, DIARY).document
    for _ in range(work.TRIES):
        with monkeypatch.context() as patch:
            killed_at(patch, "_read", 1)
            with pytest.raises(Killed):
                read_waiting(alice.pk)
        Work.objects.filter(kind=READ).update(lease=timezone.now() - timedelta(seconds=1))
        work.sweep()
    failed = again(document)
    assert failed.state == Document.State.FAILED
    assert "crashed in the middle" in failed.reason


def test_a_document_that_is_deleted_while_it_is_read_leaves_nothing(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = send(alice, DIARY, own_words=True).document

    def deleted(*args: Any) -> bool:
        found = make_rest_findable(*args)
        with acting_as(alice):
            remove(alice, Document.objects.get(pk=document.pk))
        return found

    monkeypatch.setattr(process, "make_rest_findable", deleted)
    assert read_waiting(alice.pk)
    with acting_as(alice):
        assert not Document.objects.exists()
        assert not Source.objects.exists()
        assert not Chunk.objects.exists()
        assert not SearchItem.objects.exists()
    assert not Work.objects.exists()


def test_embedding_that_fails_is_told_and_can_be_tried_again(
    alice: User,
) -> None:
    document = send(alice, DIARY).document
    assert read_waiting(alice.pk)
    units = list(Work.objects.filter(kind=work.EMBED))
    work.fail(units, "The model refused.", retry=False)
    failed = again(document)
    assert failed.state == Document.State.FAILED
    assert failed.reason.endswith("I couldn’t learn from it. The model refused.")
    with acting_as(alice):
        retry(alice, failed)
    work_off(alice)
    assert again(document).state == Document.State.DONE
