"""From an upload to what is found in it: read once, cut well, learned from, and gone again."""

import re
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

import pytest
from django.http import Http404
from django.test import Client

from accounts.models import Project, User
from database.acting import acting_as
from documents.models import Document
from documents.process import read_waiting
from documents.remove import going, remove
from documents.source_kind import DOCUMENT
from documents.upload import clean_name, retry
from llm import embedding
from memories.errors import Refused
from memories.forgetting.forget import forget, undo
from memories.keeping.remember import remember
from memories.keeping.sources import NewSource, keep
from memories.learning.learn import learn
from memories.models import Change, Chunk, Evidence, Memory, SearchItem, Source, Window, Work
from memories.recall.pipeline import Query, recall
from memories.source_kinds import CHAT
from tests.documents import files
from tests.documents.conftest import Give, again, files_in, send, work_off

State = Document.State
STORY = "The river rose in spring and the miller moved his flour upstairs. " * 12
DIARY = "I live in Bergen with my sister Tove.\n\nMy boat is called Ravn.\n"


def pages(*texts: str) -> bytes:
    return files.pdf([files.lines(text) for text in texts])


def test_who_wrote_it_is_asked_before_the_files_are_taken(alice: User, client: Client) -> None:
    client.force_login(alice)
    page = client.get("/documents").content.decode()
    assert page.index('name="own_words"') < page.index('type="file"')


def test_bars_say_the_same_as_the_words_beside_them(alice: User, client: Client) -> None:
    client.force_login(alice)
    batch = uuid4()
    for name in ("mill.txt", "diary.txt"):
        send(alice, f"{name}. {STORY}".encode(), name, batch=batch)
    assert bars(client) == [0, 0, 0]
    assert ", 0 % in all" in words_of(client)
    while read_waiting(alice.pk):
        pass
    # Read, and nothing learned yet: half of the way, and the beginning of a step.
    assert bars(client) == [50, 0, 0]
    page = words_of(client)
    assert ", 50 % in all" in page
    assert page.count("Preparing search by meaning, 0 %.") == 2
    work_off(alice)
    assert bars(client) == []
    assert "Both files are done" in words_of(client)


@pytest.mark.parametrize(
    ("language", "number", "words"),
    [
        ("en", 2, "Both files are done"),
        ("en", 3, "All 3 files are done"),
        ("de", 2, "Beide Dateien sind fertig"),
        ("de", 3, "Alle 3 Dateien sind fertig"),
    ],
)
def test_what_is_done_is_counted_as_people_count(
    alice: User, client: Client, language: str, number: int, words: str
) -> None:
    alice.language = language
    alice.save(update_fields=["language"])
    client.force_login(alice)
    batch = uuid4()
    for place in range(number):
        send(alice, f"{place}. {STORY}".encode(), f"{place}.txt", batch=batch)
    work_off(alice)
    assert words in words_of(client)


def bars(client: Client) -> list[int]:
    """How far the bars on the page are, that of all files first."""
    return [int(found) for found in re.findall(r'<progress max="100" value="(\d+)"', html(client))]


def words_of(client: Client) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html(client)).split()).replace(" ,", ",")


def html(client: Client) -> str:
    """The page without what scripts copy."""
    page = client.get("/documents").content.decode()
    return re.sub(r"<template.*?</template>", "", page, flags=re.DOTALL)


def test_the_list_says_what_waits_for_ones_word(alice: User, give: Give, client: Client) -> None:
    client.force_login(alice)
    with acting_as(alice):
        told = remember(alice, "My sister Joan is getting a divorce.", by=Change.By.PERSON).memory
        assert told
        forget(alice, [told.pk], by=Change.By.PERSON)
    give(alice, b"The boiler is loud. Joan and her husband bought a boat.", "boiler.txt")
    assert "may say what you forgot" not in words_of(client)
    give(alice, b"Dear all. Joan and her husband are splitting up for good.", "letter.txt")
    assert "One passage may say what you forgot." in words_of(client)


def test_a_file_becomes_a_document_with_its_figures(alice: User, give: Give) -> None:
    data = pages("The mill burned down in 1931.", "It was rebuilt in 1934.")
    document = give(alice, data, "mill.pdf")
    assert document.state == State.DONE
    assert (document.kind, document.pages, document.words) == ("pdf", 2, 11)
    assert (document.name, document.size, document.reason) == ("mill.pdf", len(data), "")
    assert document.processed
    with acting_as(alice):
        assert document.source
        assert document.source.kind == DOCUMENT
        assert document.source.author == Source.Author.OTHER
        chunks = Chunk.objects.filter(source=document.source).order_by("position")
        told = [(chunk.page, chunk.text) for chunk in chunks]
    assert told == [(1, "The mill burned down in 1931."), (2, "It was rebuilt in 1934.")]


def test_what_is_read_is_found_at_its_place(alice: User, give: Give) -> None:
    body = files.p("On mills", style="H") + files.p(STORY) + files.p("It burned in 1931.")
    style = '<w:style w:styleId="H"><w:name w:val="heading 2"/></w:style>'
    styles = f'<w:styles xmlns:w="{files.W}">{style}</w:styles>'
    document = give(alice, files.docx(body, related={"styles.xml": ("styles", styles)}), "m.docx")
    found = recall(alice, Query("when did it burn?")).items[0]
    assert found.chunk_id
    assert found.id == f"document:{found.chunk_id}"
    assert found.quote.endswith("It burned in 1931.")
    with acting_as(alice):
        assert document.source
        assert document.source.text[found.start : found.stop] == found.quote
        chunk = Chunk.objects.get(pk=found.chunk_id)
        assert (chunk.heading, chunk.heading_level) == ("On mills", 2)


def test_words_are_found_before_anything_is_embedded(alice: User) -> None:
    document = send(alice, b"The mill burned down.", "a.txt").document
    read_waiting(alice.pk)
    assert again(document).state == State.LEARNING
    assert recall(alice, Query("burned mill")).items
    work_off(alice)
    assert again(document).state == State.DONE


def test_the_same_bytes_are_read_once_for_each_project(
    alice: User, garden: Project, give: Give, stored: Path
) -> None:
    first = give(alice, b"The mill burned down.", "a.txt")
    second = send(alice, b"The mill burned down.", "b.txt")
    assert (second.document.pk, second.known) == (first.pk, True)
    third = send(alice, b"The mill burned down.", "c.txt", project=garden.pk)
    assert (third.document.pk == first.pk, third.known) == (False, False)
    assert len(files_in(stored)) == 2


def test_another_persons_same_file_is_theirs(alice: User, charlie: User, give: Give) -> None:
    first = give(alice, b"The mill burned down.", "a.txt")
    second = give(charlie, b"The mill burned down.", "a.txt")
    assert first.pk != second.pk
    with acting_as(charlie):
        assert list(Document.objects.all()) == [second]
    assert all(item.source_id == second.source_id for item in recall(charlie, Query("mill")).items)


def test_a_project_that_is_not_there_takes_nothing(
    alice: User, charlie: User, garden: Project, stored: Path
) -> None:
    for project in (garden.pk, uuid4()):
        with pytest.raises(Http404):
            send(charlie, b"words", "a.txt", project=project)
    assert not files_in(stored)


@pytest.mark.parametrize(
    ("code", "data"),
    [
        ("too_large", b"word " * 200_001),
        ("empty", b""),
        ("kind", b"\x89PNG\r\n\x1a\n" + bytes(40)),
        ("kind", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
    ],
)
def test_what_cannot_be_read_is_refused_at_the_door(
    alice: User, stored: Path, settings: pytest.FixtureRequest, code: str, data: bytes
) -> None:
    settings.YARNNN_UPLOAD_MB = 1  # type: ignore[attr-defined]
    with pytest.raises(Refused) as refused:
        send(alice, data, "a.txt")
    assert refused.value.code == code
    with acting_as(alice):
        assert not Document.objects.exists()
    assert not Work.objects.exists()
    assert not files_in(stored)


def test_a_row_that_cannot_be_written_leaves_no_file(
    alice: User, stored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("documents.upload.work.enqueue", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        send(alice, b"words", "a.txt")
    assert not files_in(stored)
    with acting_as(alice):
        assert not Document.objects.exists()


def test_a_file_that_cannot_be_read_says_why_and_can_be_tried_again(
    alice: User, give: Give
) -> None:
    bomb = files.docx(files.p("Hello"))
    document = give(alice, bomb[:-40] + b"broken".ljust(40), "letter.docx")
    assert document.state == State.FAILED
    assert document.reason.startswith("The file is damaged")
    assert document.source is None
    with acting_as(alice):
        retry(alice, document)
    assert again(document).state == State.WAITING
    work_off(alice)
    assert again(document).state == State.FAILED


def test_a_file_without_text_is_done_and_says_so(alice: User, give: Give) -> None:
    document = give(alice, files.pdf([b"", b""]), "scan.pdf")
    assert (document.state, document.words, document.source) == (State.DONE, 0, None)
    assert document.notes == ["There is no text in it."]


def test_only_what_the_person_wrote_is_learned_from(alice: User, give: Give) -> None:
    give(alice, DIARY.encode(), "book.txt")
    with acting_as(alice):
        assert not Memory.objects.exists()
    document = give(alice, DIARY.encode() + b"\n", "diary.txt", own_words=True)
    assert document.state == State.DONE
    with acting_as(alice):
        assert {memory.content for memory in Memory.objects.all()} == {
            "I live in Bergen with my sister Tove.",
            "My boat is called Ravn.",
        }
        for evidence in Evidence.objects.select_related("chunk__source"):
            assert evidence.chunk
            assert evidence.chunk.source_id == document.source_id
            text = evidence.chunk.source.text
            assert text[evidence.start : evidence.stop] == evidence.quote


def learned_of(user: User) -> set[str]:
    with acting_as(user):
        return {memory.content for memory in Memory.objects.all()}


def test_who_wrote_it_can_be_said_later_and_taken_back(
    alice: User, client: Client, give: Give
) -> None:
    client.force_login(alice)
    document = give(alice, DIARY.encode(), "diary.txt")
    url = f"/documents/{document.pk}"
    assert "I wrote this" in client.get(url).content.decode()
    shown = client.post(f"{url}/mine", follow=True).content.decode()
    assert "learning about you from it" in shown
    # It is being learned from: nothing is said about it meanwhile.
    assert "I didn’t write this" not in shown
    assert "still being read" in client.post(f"{url}/others", follow=True).content.decode()
    work_off(alice)
    assert again(document).state == State.DONE
    told = {"I live in Bergen with my sister Tove.", "My boat is called Ravn."}
    assert learned_of(alice) == told
    with acting_as(alice):
        learn(alice, keep(alice, NewSource(CHAT, "My boat is called Ravn.")))
        assert recall(alice, Query("Tove")).items
    assert "I didn’t write this" in client.get(url).content.decode()
    shown = client.post(f"{url}/others", follow=True).content.decode()
    assert "1 memory learned from it alone is gone" in shown
    # The line that says so takes it back.
    assert f'action="{url}/mine"' in shown
    work_off(alice)
    assert again(document).state == State.DONE
    # What the person said elsewhere too stays, resting on that alone.
    assert learned_of(alice) == {"My boat is called Ravn."}
    with acting_as(alice):
        assert Evidence.objects.get().chunk
        found = recall(alice, Query("Who lives in Bergen?")).items
        assert any(not item.own_words and "Bergen" in item.quote for item in found)


def test_of_a_mail_that_may_quote_others_it_is_said_at_once_or_not(
    alice: User, client: Client, give: Give
) -> None:
    client.force_login(alice)
    mail = "From: dana@harbour.example\nTo: me@home.example\nSubject: Boats\n\nI live in Rome.\n"
    document = give(alice, mail.encode(), "boats.eml")
    assert "I wrote this" not in client.get(f"/documents/{document.pk}").content.decode()
    client.post(f"/documents/{document.pk}/mine")
    assert not again(document).own_words


def test_a_long_diary_is_learned_from_chunk_by_chunk(alice: User, give: Give) -> None:
    diary = "\n\n".join([STORY, "My boat is called Ravn.", STORY, STORY, "I work at the harbour."])
    give(alice, diary.encode(), "diary.txt", own_words=True)
    with acting_as(alice):
        assert {memory.content for memory in Memory.objects.all()} == {
            "My boat is called Ravn.",
            "I work at the harbour.",
        }
        assert Evidence.objects.count() == 2


def test_what_was_forgotten_does_not_come_back_with_a_file(alice: User, give: Give) -> None:
    with acting_as(alice):
        source = keep(alice, NewSource(CHAT, "My boat is called Ravn."))
        (learned,) = learn(alice, source)
        assert learned.memory
        forget(alice, [learned.memory.pk], by=Change.By.PERSON)
    document = give(alice, DIARY.encode(), "diary.txt", own_words=True)
    with acting_as(alice):
        assert document.source
        assert "Ravn" not in document.source.text
        assert "Bergen" in document.source.text
        assert [memory.content for memory in Memory.objects.filter(state="current")] == [
            "I live in Bergen with my sister Tove."
        ]
    assert all("Ravn" not in item.quote for item in recall(alice, Query("my boat")).items)


def test_deleting_takes_what_only_it_taught_and_leaves_the_rest(
    alice: User, give: Give, stored: Path
) -> None:
    with acting_as(alice):
        source = keep(alice, NewSource(CHAT, "My boat is called Ravn."))
        learn(alice, source)
    document = give(alice, DIARY.encode(), "diary.txt", own_words=True)
    with acting_as(alice):
        preview = going(alice, document)
        assert [memory.content for memory in preview.memories] == [
            "I live in Bergen with my sister Tove."
        ]
        assert [memory.content for memory in preview.surviving] == ["My boat is called Ravn."]
        assert preview.passages == 1
        remove(alice, document)
    assert not files_in(stored)
    with acting_as(alice):
        assert not Document.objects.exists()
        assert [memory.content for memory in Memory.objects.all()] == ["My boat is called Ravn."]
        assert not Source.objects.filter(text__contains="Bergen").exists()
        assert not Evidence.objects.exclude(chunk__source=source).exists()
        assert not Work.objects.filter(subject__in=[document.pk, document.source_id]).exists()
    assert not [item for item in recall(alice, Query("Bergen")).items if "Bergen" in item.quote]
    assert give(alice, DIARY.encode(), "diary.txt").state == State.DONE


def test_deleting_before_it_was_read_leaves_nothing(alice: User, stored: Path) -> None:
    document = send(alice, b"words", "a.txt").document
    with acting_as(alice):
        remove(alice, document)
    work_off(alice)
    assert not files_in(stored)
    with acting_as(alice):
        assert not Source.objects.exists()


def test_a_lost_file_is_told(alice: User, stored: Path) -> None:
    document = send(alice, b"words", "a.txt").document
    files_in(stored)[0].unlink()
    work_off(alice)
    assert again(document).reason == "The file is no longer there. Upload it again."


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\ann\\letter.docx", "letter.docx"),
        ("a\x00b\n\u202egnp.exe", "abgnp.exe"),
        ("über uns.pdf", "über uns.pdf"),
        ("..", "A file without a name"),
        ("", "A file without a name"),
        ("x" * 400 + ".pdf", "x" * 196 + ".pdf"),
    ],
)
def test_a_files_name_is_only_a_name(given: str, kept: str) -> None:
    assert clean_name(given) == kept


def test_a_files_name_says_nothing_about_where_it_lies(
    alice: User, give: Give, stored: Path
) -> None:
    document = give(alice, b"some words", "../../../../tmp/quokka.txt")
    (path,) = files_in(stored)
    assert path == stored / "documents" / str(alice.pk) / str(document.pk)
    assert path.stat().st_mode & 0o077 == 0


def test_a_long_document_is_forgotten_in_like_a_short_one(alice: User, give: Give) -> None:
    story = (STORY + "\n\n") * 14
    long = give(alice, f"{story}My boat is called Ravn.\n\n{story}".encode(), own_words=True)
    with acting_as(alice):
        assert long.source
        chunk = Chunk.objects.get(source=long.source, passage__contains="Ravn")
        assert chunk.passage == long.source.text[chunk.start : chunk.stop]
        memory = Memory.objects.get()
        batch = forget(alice, [memory.pk], by=Change.By.PERSON).batch
        chunk.refresh_from_db()
        assert chunk.passage
        assert "Ravn" not in chunk.passage
        assert "miller" in chunk.passage
    assert all("Ravn" not in item.quote for item in recall(alice, Query("my boat")).items)
    with acting_as(alice):
        undo(alice, batch)
        chunk.refresh_from_db()
        assert "Ravn" in chunk.passage
        source = Source.objects.get(pk=long.source.pk)
        for chunk in Chunk.objects.filter(source=source):
            assert chunk.passage == source.text[chunk.start : chunk.stop]


def test_forgetting_leaves_in_documents_what_is_of_others(alice: User, give: Give) -> None:
    letter = "Anna has diabetes and I have diabetes. Tom has diabetes. I don't have diabetes."
    left = f"Anna has diabetes and {'█' * 16} Tom has diabetes. I don't have diabetes."
    before = give(alice, letter.encode(), "before.txt")
    with acting_as(alice):
        memory = remember(alice, "I have diabetes", by=Change.By.PERSON).memory
        assert memory
        forget(alice, [memory.pk], by=Change.By.PERSON)
    # As it is read afterwards, too. Another name, or it would be the same file.
    after = give(alice, (letter + " ").encode(), "after.txt")
    with acting_as(alice):
        for document in (before, after):
            assert document.source
            assert Source.objects.get(pk=document.source.pk).text.strip() == left
    quotes = [item.quote for item in recall(alice, Query("Who has diabetes?")).items]
    assert any("Tom has diabetes" in quote for quote in quotes)


def test_what_is_embedded_of_a_section_begins_with_its_heading(
    alice: User, give: Give, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its paragraphs hardly ever name what the heading does."""
    embedded: list[str] = []
    embed = embedding.embed_texts

    def noted(texts: Sequence[str], by: embedding.Embedder | None = None) -> embedding.Vectors:
        embedded.extend(texts)
        return embed(texts, by=by)

    monkeypatch.setattr(embedding, "embed_texts", noted)
    told = " ".join(f"The gate opens at {hour} on day {hour}." for hour in range(1, 9))
    give(alice, f"# Opening hours\n\n{told}\n\n**Written** by hand.\n".encode(), "hours.md")
    assert len(embedded) > 2
    assert all(text.startswith("Opening hours") for text in embedded)
    assert not any(text.startswith("Opening hours: Opening hours") for text in embedded)


def test_a_heading_that_is_forgotten_goes_from_all_that_stands_under_it(
    alice: User, give: Give
) -> None:
    told = " ".join(f"The gate opens at {hour} on day {hour}." for hour in range(1, 120))
    document = give(alice, f"# My sister Tove keeps bees.\n\n{told}\n".encode(), "bees.md")
    with acting_as(alice):
        memory = remember(alice, "My sister Tove keeps bees.", by=Change.By.PERSON).memory
        assert memory
        chunks = Chunk.objects.filter(source=document.source)
        under = chunks.filter(heading="My sister Tove keeps bees.")
        assert under.count() == chunks.count() > 1
        act = forget(alice, [memory.pk], by=Change.By.PERSON)
        assert not chunks.filter(heading__contains="Tove").exists()
        # What was embedded with it is embedded anew, without it.
        items = SearchItem.objects.filter(chunk__in=chunks)
        assert items.count() == chunks.count()
        assert not Window.objects.filter(item__in=items.values("pk")).exists()
        undo(alice, act.batch)
        assert under.count() == chunks.count()
