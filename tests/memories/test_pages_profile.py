"""You, in short; the list by days; forgetting many at once."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from database.acting import acting_as
from memories.keeping import NewSource, keep, remember
from memories.learning import learn
from memories.models import Change, Memory
from memories.pages.profile import profile
from memories.source_kinds import CHAT

pytestmark = pytest.mark.django_db


def web(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def say(user: User, *texts: str) -> None:
    with acting_as(user):
        for text in texts:
            learn(user, keep(user, NewSource(CHAT, text, thread="a chat")))


def note(user: User, text: str) -> Memory:
    with acting_as(user):
        found = remember(user, text, by=Change.By.PERSON).memory
    assert found
    return found


def in_short(user: User, query: str = "") -> str:
    """What stands above the list, "" where nothing does."""
    shown = web(user).get(f"/memory{query}").content.decode()
    _, _, after = shown.partition('<section class="you"')
    return after.partition("</section>")[0]


def test_nothing_is_known_yet(alice: User) -> None:
    assert in_short(alice) == ""


def test_it_stands_above_the_whole_list_alone(alice: User) -> None:
    say(alice, "I live in Leipzig.")
    assert "Leipzig" in in_short(alice)
    for narrowed in ("?q=Leipzig", "?tab=forgotten", "?kind=fact"):
        assert in_short(alice, narrowed) == ""
    # What htmx puts below the box, too: it goes while one searches, and comes back.
    asked = {"HX-Request": "true", "HX-Target": "results"}
    for query, shown in (("", True), ("?q=Leipzig", False)):
        part = web(alice).get(f"/memory{query}", headers=asked).content.decode()
        assert ('<section class="you"' in part) is shown


def test_each_subject_is_told_in_the_persons_words_with_its_source(alice: User) -> None:
    say(
        alice,
        "I live in Leipzig.",
        "I work at Lanternfish Maps as a product designer.",
        "My sister Elin lives in Gothenburg.",
        "I'm allergic to hazelnuts.",
        "I prefer tea to coffee.",
        "Our neighbour Tom works at a bank.",
        "The wifi password is heron-42.",
    )
    shown = in_short(alice)
    for title, told in (
        ("Home", "You live in Leipzig"),
        ("Work", "You work at Lanternfish Maps"),
        ("People", "Your sister Elin lives in Gothenburg"),
        ("Health", "You&#x27;re allergic to hazelnuts"),
        ("Food", "You prefer tea to coffee"),
    ):
        part = shown.split(f"<dt>{title}</dt>")[1].split("</div>")[0]
        assert told in part
        assert "data-cite" in part
    assert "heron" not in shown


def test_in_other_languages_the_words_stay_as_they_were(alice: User) -> None:
    note(alice, "Ich wohne in Graz.")
    note(alice, "Trabajo en una panadería.")
    shown = in_short(alice)
    assert "Ich wohne in Graz" in shown.split("<dt>Home</dt>")[1]
    assert "Trabajo en una panadería" in shown.split("<dt>Work</dt>")[1]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Mein Hausarzt ist Dr. Weber.", "Health"),
        ("Meine Hausärztin heißt Anna Kern.", "Health"),
        ("Ich habe eine Penicillinallergie.", "Health"),
        ("Meine Frau ist gegen Nüsse allergisch.", "People"),
        ("My sister Elin is allergic to nuts.", "People"),
        ("Meine Enkel heißen Jonas und Lotte.", "People"),
        ("Unsere Dackelhündin heißt Nelke.", "Pets"),
        ("We have two cats, Miso and Taro.", "Pets"),
        ("Ich lebe in Graz.", "Home"),
        # Neither where somebody lives, nor what they do for a living, nor a plan.
        ("Ich komme aus dem Urlaub.", ""),
        ("I live for the weekends.", ""),
        ("I moved the meeting to Friday.", ""),
        ("I run the marathon every year.", "Free time"),
        ("My back door sticks.", ""),
        ("Quiero a mi hermana.", "People"),
        ("Our neighbour Tom works at a bank.", "People"),
        ("missus is called Carys", "People"),
        ("no nuts for me, throat swells up", "Health"),
        ("Ich imkere nebenbei, drei Völker", "Free time"),
    ],
)
def test_each_sentence_stands_under_the_head_it_belongs_to(
    alice: User, text: str, title: str
) -> None:
    note(alice, text)
    with acting_as(alice):
        assert [section.title for section in profile(alice)] == ([title] if title else [])


def test_what_is_forgotten_leaves_the_profile(alice: User) -> None:
    it = note(alice, "I live in Leipzig.")
    web(alice).post(f"/memory/{it.pk}/forget")
    assert "Leipzig" not in in_short(alice)


def test_the_list_has_its_days(alice: User) -> None:
    note(alice, "The pond froze over.")
    note(alice, "The gate is green.")
    assert web(alice).get("/memory").content.decode().count('<li class="day">Today</li>') == 1


def test_a_further_page_repeats_no_day(alice: User) -> None:
    for number in range(31):
        note(alice, f"Buoy {number} is green.")
    first = web(alice).get("/memory").content.decode()
    more = unescape(re.findall(r'href="(/memory\?[^"]*cursor=[^"]*)"', first)[0])
    day = '<li class="day">Today</li>'
    assert day not in web(alice).get(more, headers={"HX-Request": "true"}).content.decode()
    # By itself it is a page like any other.
    assert day in web(alice).get(more).content.decode()


def test_many_are_forgotten_by_one_click_and_come_back_by_one(alice: User) -> None:
    two = [note(alice, "The pond froze over."), note(alice, "The gate is green.")]
    stays = note(alice, "My boat is called Wren.")
    body = {"id": [str(each.pk) for each in two]}
    shown = web(alice).post("/memory/forget", body, follow=True).content.decode()
    assert "Forgot 2 memories." in shown
    with acting_as(alice):
        left = Memory.objects.filter(user=alice, state=Memory.State.CURRENT)
        assert set(left) == {stays}
        batch = two[0].tombstones.get().batch
    web(alice).post(f"/memory/undo/{batch}")
    with acting_as(alice):
        assert Memory.objects.filter(user=alice, state=Memory.State.CURRENT).count() == 3


def test_nobody_elses_are_forgotten(alice: User, charlie: User) -> None:
    hers, his = note(alice, "The pond froze over."), note(charlie, "The gate is green.")
    body = {"id": [str(hers.pk), str(his.pk)]}
    assert web(charlie).post("/memory/forget", body).status_code == 404
    with acting_as(charlie):
        assert Memory.objects.get(pk=his.pk).state == Memory.State.CURRENT


@pytest.mark.parametrize(
    "told", ["The code of our garden gate is 5591.", "Der Code für die Haustür ist 4711."]
)
def test_the_code_of_a_door_is_for_who_asks(alice: User, told: str) -> None:
    say(alice, "I live in Leipzig, in a flat by the river.", told)
    note(alice, told)
    assert "Leipzig" in in_short(alice)
    assert not re.search("5591|4711", in_short(alice))


def test_where_somebody_lives_is_their_home_whatever_its_tags(alice: User) -> None:
    say(alice, "I moved from Bath to Bristol.", "I work at the harbour office in Hull.")
    with acting_as(alice):
        told = {each.title: [s.text for s in each.sentences] for each in profile(alice)}
    assert told["Home"] == ["You moved from Bath to Bristol"]
    assert told["Work"] == ["You work at the harbour office in Hull"]
