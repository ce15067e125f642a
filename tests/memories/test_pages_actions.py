"""What a person does to a memory on the page: by htmx, and without a script."""

import re
from datetime import timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Project, User, Workspace
from database.acting import acting_as
from memories.keeping.editing import correct
from memories.keeping.remember import remember
from memories.models import Change, Evidence, Forgotten, Memory, Source
from memories.pages.ghost import SHOWN_FOR
from tests.memories.conftest import Say


@pytest.fixture
def bees(alice: User) -> Memory:
    with acting_as(alice):
        memory = remember(alice, "I keep bees on the roof", by=Change.By.PERSON).memory
    assert memory
    return memory


def now(memory: Memory) -> Memory:
    with acting_as(memory.user):
        return Memory.objects.select_related("project").get(pk=memory.pk)


def url(name: str, memory: Memory) -> str:
    return reverse(f"memories:{name}", args=[memory.pk])


def by_htmx(client: Client, address: str, target: str, **fields: Any) -> Any:
    headers = {"HX-Request": "true", "HX-Target": target}
    return client.post(address, fields, headers=headers)


def html(answer: Any) -> str:
    return unescape(answer.content.decode())


def said(answer: Any) -> list[tuple[str, str]]:
    return [(str(m), m.extra_tags) for m in get_messages(answer.wsgi_request)]


def rows(client: Client) -> list[tuple[str, str]]:
    """The days and the memories of the list, as they follow each other."""
    return re.findall(
        r'class="day">([^<]+)<|class="memory" id="([^"]+)', html(client.get("/memory"))
    )


# Forget, undo, restore, erase


def test_forgetting_leaves_a_ghost_with_undo_in_the_row_s_place(
    signed_in: Client, bees: Memory
) -> None:
    answer = by_htmx(signed_in, url("forget", bees), f"memory-{bees.pk}")
    assert answer.status_code == 200
    assert now(bees).state == Memory.State.FORGOTTEN
    text = html(answer)
    assert f'<li class="memory ghost" id="memory-{bees.pk}" data-ghost' in text
    assert "<s>I keep bees on the roof</s>" in text
    assert "Forgot “You keep bees on the roof”." in text
    assert 'id="count-forgotten" hx-swap-oob="true">1<' in text
    undo = re.search(r'hx-post="(/memory/undo/[^"]+)"', text)
    assert undo
    back = by_htmx(signed_in, undo[1], f"memory-{bees.pk}")
    assert "I keep bees on the roof" in html(back)
    assert f'id="memory-{bees.pk}"' in html(back)
    assert 'id="count-forgotten" hx-swap-oob="true">0<' in html(back)
    assert now(bees).state == Memory.State.CURRENT


def test_without_a_script_the_ghost_stands_where_the_row_was(
    signed_in: Client, bees: Memory
) -> None:
    with acting_as(bees.user):
        remember(bees.user, "The shed is green", by=Change.By.PERSON)
        remember(bees.user, "The pond is deep", by=Change.By.PERSON)
        bees = Memory.objects.get(content="The shed is green")
    fields = re.findall(r'name="place" value="(\d+)"', html(signed_in.get("/memory")))
    assert fields == ["0", "1", "2"]
    answer = signed_in.post(url("forget", bees), {"next": "/memory?q=&gone=x", "place": "1"})
    assert answer.status_code == 302
    there, _, fragment = answer["Location"].partition("#")
    assert there == f"/memory?gone={bees.pk}&place=1"
    # A browser gives the focus to what the fragment names.
    page = html(signed_in.get(there))
    assert f'<button class="link-button" id="{fragment}">Undo' in page
    assert re.findall(r'id="memory-([^"]+)"', page)[1] == str(bees.pk)
    assert said(answer) == []
    assert re.findall(r'name="place" value="(\d+)"', page) == ["0", "1"]
    (undo,) = re.findall(r'action="(/memory/undo/[^"]+)"', page)
    back = signed_in.post(undo, {"next": there})
    assert back["Location"] == "/memory"
    assert now(bees).content == "The shed is green"
    assert "data-ghost" not in html(signed_in.get(there))


def test_a_ghost_is_its_owner_s_alone_and_not_for_long(
    client: Client, bees: Memory, charlie: User
) -> None:
    client.force_login(bees.user)
    client.post(url("forget", bees), {"place": "0"})
    there = f"/memory?gone={bees.pk}&place=0"
    assert "I keep bees" in html(client.get(there))
    for odd in ("gone=x&place=0", f"gone={uuid4()}", f"gone={bees.pk}&place={10**9}", "place=x"):
        assert client.get(f"/memory?{odd}").status_code == 200
    with acting_as(bees.user):
        Forgotten.objects.update(created=timezone.now() - SHOWN_FOR)
    assert "I keep bees" not in html(client.get(there))
    with acting_as(bees.user):
        Forgotten.objects.update(created=timezone.now())
    client.force_login(charlie)
    assert "I keep bees" not in html(client.get(there))


def test_forgetting_says_what_went_along(signed_in: Client, alice: User, say: Say) -> None:
    _, (told,) = say(alice, "I live in Bath.", thread="one")
    say(alice, "Did I say that? I live in Bath.", thread="one")
    memory = told.memory
    assert memory
    with acting_as(alice):
        more = remember(alice, "Bath is home", by=Change.By.NIGHT).memory
        assert more
        Evidence.objects.filter(memory=more).update(chunk=None, start=None, stop=None, basis=memory)
    answer = by_htmx(signed_in, url("forget", memory), f"memory-{memory.pk}")
    assert "Forgot “You live in Bath”, 1 other memory and 2 sentences in 1 conversation." in html(
        answer
    )


def test_forgetting_elsewhere_without_a_script_says_so_on_the_page(
    signed_in: Client, alice: User, say: Say
) -> None:
    _, (told,) = say(alice, "I live in Bath.", thread="one")
    assert told.memory
    answer = signed_in.post(url("forget", told.memory), {"next": "/projects?x=1"})
    assert answer["Location"] == f"/projects?x=1#change-{told.memory.pk}"
    ((text, undo_url),) = said(answer)
    assert text == "Forgotten, and 1 sentence in 1 conversation."
    assert "data-toast" in html(signed_in.get("/memory"))
    signed_in.post(undo_url)
    assert now(told.memory).content == "I live in Bath."


@pytest.mark.parametrize("way", ["undo", "restore"])
def test_what_comes_back_stands_where_it_was(signed_in: Client, alice: User, way: str) -> None:
    with acting_as(alice):
        told = [
            remember(alice, fact, by=Change.By.PERSON).memory
            for fact in ("I keep bees on the roof", "I sing in a choir", "I live in Bath")
        ]
        for days, memory in enumerate(told):
            assert memory
            memory.updated = timezone.now() - timedelta(days=3 * days)
            memory.save()
    before = rows(signed_in)
    memory = told[1]
    assert memory
    signed_in.post(url("forget", memory))
    with acting_as(alice):
        batch = Forgotten.objects.get(memory=memory).batch
    signed_in.post(
        reverse("memories:undo", args=[batch]) if way == "undo" else url("restore", memory)
    )
    assert len(before) == 6
    assert rows(signed_in) == before


@pytest.mark.parametrize("following", ["https://example.org/", "//example.org", "javascript:x", ""])
def test_the_way_back_leads_nowhere_else(signed_in: Client, bees: Memory, following: str) -> None:
    answer = signed_in.post(url("confirm", bees), {"next": following})
    assert answer["Location"] == "/memory"


def test_forgetting_under_an_answer_answers_in_its_place(signed_in: Client, bees: Memory) -> None:
    target = f"change-{bees.pk}"
    forgotten = html(by_htmx(signed_in, url("forget", bees), target))
    assert f'id="{target}"' in forgotten
    assert "Forgotten: <bdi>I keep bees on the roof</bdi>" in forgotten
    assert "Forgot “You keep bees on the roof”." in forgotten
    restored = html(by_htmx(signed_in, url("restore", bees), target))
    assert "Restored: <bdi>I keep bees on the roof</bdi>" in restored
    assert now(bees).state == Memory.State.CURRENT


def test_what_is_forgotten_cannot_be_forgotten_twice(signed_in: Client, bees: Memory) -> None:
    signed_in.post(url("forget", bees))
    again = by_htmx(signed_in, url("forget", bees), f"memory-{bees.pk}")
    assert again.status_code == 404
    with acting_as(bees.user):
        assert Forgotten.objects.count() == 1


def test_the_forgotten_tab_restores(signed_in: Client, bees: Memory) -> None:
    signed_in.post(url("forget", bees))
    assert "I keep bees on the roof" in html(signed_in.get("/memory?tab=forgotten"))
    answer = html(by_htmx(signed_in, url("restore", bees), f"memory-{bees.pk}"))
    assert f'<li class="memory ghost" id="memory-{bees.pk}" data-gone data-ghost>' in answer
    assert "Restored." in answer
    assert now(bees).state == Memory.State.CURRENT


def test_erasing_asks_first_and_is_for_good(signed_in: Client, bees: Memory) -> None:
    signed_in.post(url("forget", bees))
    asked = signed_in.get(url("erase", bees))
    assert "Erase this for good?" in html(asked)
    assert "I keep bees on the roof" in html(asked)
    card = signed_in.get(url("erase", bees), headers={"HX-Request": "true"})
    assert "<html" not in html(card)
    done = by_htmx(signed_in, url("erase", bees), f"memory-{bees.pk}")
    assert "Erased for good." in html(done)
    with acting_as(bees.user):
        assert not Memory.objects.exists()
        assert not Source.objects.filter(text__contains="bees").exists()
        assert Forgotten.objects.get().sealed is None
    assert "bees" not in html(signed_in.get("/memory?tab=forgotten"))
    assert signed_in.post(url("restore", bees)).status_code == 404


def test_undo_of_nothing_is_not_found(signed_in: Client) -> None:
    assert signed_in.post(reverse("memories:undo", args=[uuid4()])).status_code == 404


# Edit, confirm, move, history


def test_editing_in_the_row(signed_in: Client, bees: Memory) -> None:
    headers = {"HX-Request": "true", "HX-Target": f"memory-{bees.pk}"}
    form = html(signed_in.get(url("edit", bees), headers=headers))
    assert "I keep bees on the roof</textarea>" in form
    assert "<html" not in form
    answer = by_htmx(
        signed_in, url("edit", bees), f"memory-{bees.pk}", content="I keep bees in the garden"
    )
    assert re.search(r'<p class="fact"[^>]*>I keep bees in the garden</p>', html(answer))
    assert now(bees).content == "I keep bees in the garden"


def test_editing_on_a_page_of_its_own(signed_in: Client, bees: Memory) -> None:
    assert "<!DOCTYPE html>" in html(signed_in.get(url("edit", bees)))
    answer = signed_in.post(url("edit", bees), {"content": "I keep bees in the garden"})
    assert answer["Location"] == "/memory"
    assert said(answer) == [("Saved.", "")]
    assert now(bees).content == "I keep bees in the garden"


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("", "Write a few words."),
        ("   \n", "Write a few words."),
        ("word " * 3000, "too long for one memory"),
        ("x" * 200_000, "too long for a memory"),
        ("a\0b", "Null characters are not allowed."),
    ],
)
def test_words_that_cannot_be_are_refused_beside_the_field(
    signed_in: Client, bees: Memory, content: str, error: str
) -> None:
    edited = by_htmx(signed_in, url("edit", bees), f"memory-{bees.pk}", content=content)
    assert edited.status_code == 422
    assert error in html(edited)
    assert "<html" not in html(edited)
    assert now(bees).content == "I keep bees on the roof"
    added = signed_in.post(reverse("memories:add"), {"content": content})
    assert added.status_code == 422
    assert error in html(added)
    with acting_as(bees.user):
        assert Memory.objects.count() == 1
        assert Source.objects.count() == 1


def test_cancelling_an_edit_gives_the_row_back(signed_in: Client, bees: Memory) -> None:
    headers = {"HX-Request": "true", "HX-Target": f"memory-{bees.pk}"}
    row = html(signed_in.get(url("row", bees), headers=headers))
    assert f'<li class="memory" id="memory-{bees.pk}"' in row
    change = html(
        signed_in.get(url("row", bees), headers=headers | {"HX-Target": f"change-{bees.pk}"})
    )
    assert f'id="change-{bees.pk}"' in change


def test_confirming_shows_in_the_row(signed_in: Client, bees: Memory) -> None:
    answer = by_htmx(signed_in, url("confirm", bees), f"memory-{bees.pk}")
    assert "confirmed by you" in html(answer)
    assert now(bees).confirmed


def test_moving_into_a_project_and_everywhere(
    signed_in: Client, bees: Memory, garden: Project
) -> None:
    card = html(signed_in.get(url("move", bees)))
    assert "Garden" in card
    signed_in.post(url("move", bees), {"project": str(garden.pk)})
    assert now(bees).project == garden
    assert "Garden" in html(signed_in.get("/memory"))
    signed_in.post(url("move", bees), {"project": ""})
    assert now(bees).project is None


def test_moving_into_what_is_no_project_of_ones_own(
    signed_in: Client, bees: Memory, charlie: User
) -> None:
    with acting_as(charlie):
        workspace = Workspace.objects.create(user=charlie, name="Charlie")
        theirs = Project.objects.create(user=charlie, workspace=workspace, name="C", number=1)
    for project in (str(theirs.pk), "garden", str(uuid4())):
        assert signed_in.post(url("move", bees), {"project": project}).status_code == 404
    assert now(bees).project is None


def test_the_history_says_what_happened(signed_in: Client, bees: Memory, garden: Project) -> None:
    signed_in.post(url("edit", bees), {"content": "I keep bees in the garden"})
    signed_in.post(url("confirm", bees))
    signed_in.post(url("move", bees), {"project": str(garden.pk)})
    text = html(signed_in.get(url("history", bees)))
    what = re.findall(r"<b>(\w[\w ]*)</b>", text)
    assert what == ["Moved", "Confirmed", "Edited", "Remembered"]
    assert "<del>I keep bees on the roof</del>" in text
    assert "In Garden" in text
    assert text.count('class="quote"') == 2
    part = signed_in.get(url("history", bees), headers={"HX-Request": "true"})
    assert "<html" not in html(part)


def test_the_history_of_what_is_forgotten_holds_no_words(signed_in: Client, bees: Memory) -> None:
    signed_in.post(url("forget", bees))
    text = html(signed_in.get(url("history", bees)))
    assert "bees" not in text
    assert "Forgotten" in text


# Add by hand


def test_adding_by_hand(signed_in: Client, alice: User, garden: Project) -> None:
    form = html(signed_in.get(reverse("memories:add")))
    assert "What should I remember?" in form
    answer = signed_in.post(
        reverse("memories:add"), {"content": "The shed is green", "project": str(garden.pk)}
    )
    assert answer["Location"] == "/memory"
    assert said(answer) == [("I’ll remember that.", "")]
    with acting_as(alice):
        memory = Memory.objects.get()
        assert (memory.content, memory.project_id) == ("The shed is green", garden.pk)
        assert memory.evidence.get().quote == "The shed is green"
    again = signed_in.post(
        reverse("memories:add"), {"content": "The shed is green", "project": str(garden.pk)}
    )
    assert said(again)[-1] == ("I knew that already.", "")


def test_adding_in_the_dialog_moves_on_to_the_list(signed_in: Client) -> None:
    answer = by_htmx(signed_in, reverse("memories:add"), "dialog", content="The shed is green")
    assert answer["HX-Redirect"] == "/memory"
    refused = by_htmx(signed_in, reverse("memories:add"), "dialog", content="")
    assert refused.status_code == 422
    assert "<html" not in html(refused)


def test_what_was_forgotten_is_added_again_only_when_ticked(
    signed_in: Client, bees: Memory
) -> None:
    signed_in.post(url("forget", bees))
    fields = {"content": "I keep bees on the roof"}
    first = signed_in.post(reverse("memories:add"), fields)
    assert first.status_code == 422
    assert "like something you had me forget" in html(first)
    assert 'type="checkbox" name="again"' in html(first)
    second = signed_in.post(reverse("memories:add"), fields | {"again": "on"})
    assert second.status_code == 302
    with acting_as(bees.user):
        assert Memory.objects.filter(state="current").count() == 1


def test_adding_into_a_strangers_project_is_refused(
    signed_in: Client, alice: User, charlie: User
) -> None:
    with acting_as(charlie):
        workspace = Workspace.objects.create(user=charlie, name="Charlie")
        theirs = Project.objects.create(user=charlie, workspace=workspace, name="C", number=1)
    answer = signed_in.post(
        reverse("memories:add"), {"content": "The shed is green", "project": str(theirs.pk)}
    )
    assert answer.status_code == 422
    with acting_as(alice):
        assert not Memory.objects.exists()


def test_a_change_needs_a_post_with_its_token(signed_in: Client, bees: Memory) -> None:
    for name in ("forget", "confirm", "restore"):
        assert signed_in.get(url(name, bees)).status_code == 405
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(bees.user)
    assert careful.post(url("forget", bees)).status_code == 403
    assert now(bees).state == Memory.State.CURRENT


def test_a_correction_is_taken_back_in_the_tab_of_what_was_corrected(
    signed_in: Client, bees: Memory
) -> None:
    with acting_as(bees.user):
        correct(bees.user, bees, "I keep bees in the orchard", by=Change.By.PERSON)
    tab = html(signed_in.get("/memory?tab=superseded"))
    assert "Undo the correction" in tab
    answer = signed_in.post(url("uncorrect", bees), {"next": "/memory?tab=superseded"}, follow=True)
    assert "Restored." in html(answer)
    assert now(bees).state == Memory.State.CURRENT
    with acting_as(bees.user):
        assert not Memory.objects.filter(content__contains="orchard").exists()
