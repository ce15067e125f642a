"""Forgetting many at once: by source, by person, by time, with what stays."""

import pytest

from accounts.models import User
from database.acting import acting_as
from memories.errors import Refused
from memories.forgetting.bulk_forget import Selection, forget_selection, preview
from memories.forgetting.forget import undo
from memories.forgetting.remove import remove_sources
from memories.keeping.sources import NewSource, keep
from memories.models import Change, Evidence, Memory, Source
from memories.recall.pipeline import Query, recall
from memories.source_kinds import IMPORT
from tests.memories.conftest import Say


def test_a_source_goes_with_what_only_it_taught(alice: User, say: Say) -> None:
    first, _ = say(alice, "My dentist is called Okafor. My bicycle is blue.", thread="one")
    say(alice, "My bicycle is blue.", thread="two")
    with acting_as(alice):
        going = preview(alice, Selection(source=first.pk))
        assert [m.content for m in going.memories] == ["My dentist is called Okafor."]
        assert [m.content for m in going.surviving] == ["My bicycle is blue."]

        act = forget_selection(alice, Selection(source=first.pk), by=Change.By.PERSON)
        first.refresh_from_db()
        assert set(first.text) == {"█"}
        assert Memory.objects.filter(content="My bicycle is blue.").exists()
    assert all("Okafor" not in item.text for item in recall(alice, Query("dentist Okafor")).items)

    with acting_as(alice):
        undo(alice, act.batch)
        first.refresh_from_db()
        assert first.text == "My dentist is called Okafor. My bicycle is blue."
    assert any("Okafor" in item.text for item in recall(alice, Query("dentist Okafor")).items)


def test_all_that_a_person_said_goes(alice: User) -> None:
    with acting_as(alice):
        for speaker, text in [("Dana", "The lease ends in May."), ("Yusuf", "Bring the drill.")]:
            keep(
                alice,
                NewSource(
                    IMPORT,
                    text,
                    speaker=speaker,
                    author=Source.Author.OTHER,
                    thread="t",
                ),
            )
        forget_selection(alice, Selection(sender="dana"), by=Change.By.PERSON)
    texts = [item.text for item in recall(alice, Query("lease drill")).items]
    assert texts == ["Bring the drill."]


def test_naming_nothing_is_refused(alice: User) -> None:
    with acting_as(alice), pytest.raises(Refused, match="Say what to forget"):
        preview(alice, Selection())


def test_a_removed_source_leaves_its_quote_with_what_stays(alice: User, say: Say) -> None:
    source, learned = say(alice, "We spoke for hours. My sister Tove lives in Bodø.")
    memory = learned[-1].memory
    assert memory
    with acting_as(alice):
        remove_sources(alice, Source.objects.filter(pk=source.pk))
        evidence = Evidence.objects.select_related("chunk__source").get(memory=memory)
        assert evidence.chunk
        assert evidence.chunk.source.text == "My sister Tove lives in Bodø."
        assert evidence.quote == evidence.chunk.source.text[evidence.start : evidence.stop]
        assert not Source.objects.filter(pk=source.pk).exists()
    assert [i.text for i in recall(alice, Query("where does Tove live?")).items] == [
        "My sister Tove lives in Bodø."
    ]
