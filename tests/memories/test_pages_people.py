"""People and things: the list, a page each, and who is the same."""

import re
from urllib.parse import quote

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from database.acting import acting_as
from memories.forgetting.forget import forget, undo
from memories.keeping import NewSource, keep, remember
from memories.keeping.editing import edit, supersede
from memories.learning import learn
from memories.models import Change, Entity, Forgotten, Memory
from memories.pages.entities import entity_page, views
from memories.pages.entities.finding import found
from memories.source_kinds import CHAT

pytestmark = pytest.mark.django_db


def web(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def get(user: User, url: str) -> str:
    answer = web(user).get(url)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def say(user: User, text: str) -> None:
    with acting_as(user):
        learn(user, keep(user, NewSource(CHAT, text, thread="a chat")))


def entity(user: User, name: str) -> Entity:
    with acting_as(user):
        return Entity.objects.get(user=user, name=name)


def test_nobody_is_spoken_of_yet(alice: User) -> None:
    assert "Nobody yet" in get(alice, "/people")


def test_who_is_spoken_of_is_listed_with_what_they_are(alice: User) -> None:
    say(alice, "My sister Elin lives in Gothenburg.")
    shown = get(alice, "/people")
    assert "Elin" in shown
    assert "your sister" in shown
    assert "Elin" in get(alice, "/people?q=eli")
    assert "Nobody by that name" in get(alice, "/people?q=Zebedee")
    assert web(alice).get("/people?page=x").status_code == 404


@pytest.mark.parametrize(
    ("q", "who"),
    [
        ("sister", "Elin"),
        ("my sister", "Elin"),
        ("your sister", "Elin"),
        ("sis", "Elin"),
        ("Schwester", "Elin"),
        ("meine Schwester", "Elin"),
        ("brother", "Tomas"),
        ("big brother", "Tomas"),
        ("doctor", "Dr Lindqvist"),
        ("Arzt", "Dr Lindqvist"),
        ("neighbours", "Mrs Hobbs"),
        ("my boss", "Priya"),
        ("Chefin", "Priya"),
        ("elin's husband", "Anders"),
        ("dog", "Bramble"),
    ],
)
def test_somebody_is_found_by_what_they_are_to_the_person(alice: User, q: str, who: str) -> None:
    told = (
        "My sister Elin lives in Gothenburg.",
        "My big brother is Tomas.",
        "My doctor is Dr Lindqvist.",
        "My neighbour is Mrs Hobbs.",
        "My boss is Priya.",
        "Elin's husband is Anders.",
        "My dog is called Bramble.",
    )
    for sentence in told:
        say(alice, sentence)
    with acting_as(alice):
        assert [it.name for it in found(alice, q)] == [who]
    which = "&which=things" if who == "Bramble" else ""
    assert who in get(alice, f"/people?q={quote(q)}{which}")


def test_nobody_is_called_what_nobody_is(alice: User) -> None:
    say(alice, "My sister Elin lives in Gothenburg.")
    say(alice, "Elin's husband is Anders.")
    with acting_as(alice):
        assert [it.name for it in found(alice, "husband")] == ["Anders"]
        assert not found(alice, "my husband")
        assert not found(alice, "doctor")
        # As it is being typed.
        assert [it.name for it in found(alice, "my")] == ["Elin"]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        # One goes to several doctors.
        (
            ["My doctor is Dr Lindqvist.", "I saw my doctor, Dr Hale, on Monday."],
            {"Dr Lindqvist": "your doctor", "Dr Hale": "your doctor"},
        ),
        (
            ["My boss is Priya.", "My new boss is Tom."],
            {"Priya": "formerly your boss", "Tom": "your new boss"},
        ),
        (["My boss is Priya.", "Priya is not my boss any more."], {"Priya": "formerly your boss"}),
        (["My old boss Priya sails."], {"Priya": "your old boss"}),
        (["Wife is Saoirse."], {"Saoirse": "your wife"}),
        (["The new boss started today. Yevgenia Harbuck."], {"Yevgenia Harbuck": "your new boss"}),
    ],
)
def test_a_row_says_what_somebody_is_or_was(
    alice: User, told: list[str], said: dict[str, str]
) -> None:
    for sentence in told:
        say(alice, sentence)
    with acting_as(alice):
        rows = entity_page.people_found(alice, "", 9)
    assert {row.name: row.what for row in rows} == said


def test_things_stand_by_their_kind(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for sentence in (
        "My brother is Lorcan.",
        "Lorcan's school is called St Brendan's School.",
        "My dog is called Bramble.",
        "Dad's boat is called Kittiwake.",
        "I live in Bath.",
        "My sister lives in Lund.",
    ):
        say(alice, sentence)
    shown = get(alice, "/people?which=things")
    listed = re.findall(r'<li class="day">([^<]+)<|row-title">([^<]+)<', shown)
    assert ["".join(each) for each in listed] == [
        "Pets",
        "Bramble",
        "Places",
        "Bath",
        "Lund",
        "Organisations",
        "St Brendan&#x27;s School",
        "Other things",
        "Kittiwake",
    ]
    assert "Lorcan’s school" in shown
    # What a heading says is not said again, on a further page neither.
    assert ">Place<" not in re.sub(r"\s", "", shown)
    monkeypatch.setattr(views, "LISTED", 2)
    further = get(alice, "/people?which=things&page=2")
    assert re.findall(r'<li class="day">([^<]+)<', further) == ["Organisations"]


def test_a_page_tells_what_holds_now_and_what_did(alice: User) -> None:
    say(alice, "My sister Elin lives in Gothenburg.")
    say(alice, "Elin keeps bees.")
    elin = entity(alice, "Elin")
    with acting_as(alice):
        old = remember(alice, "My sister Elin lives in Malmö.", by=Change.By.PERSON).memory
        new = remember(alice, "My sister Elin lives in Lund.", by=Change.By.PERSON).memory
        assert old
        assert new
        supersede(alice, old, new, by=Change.By.PERSON)
    shown = get(alice, f"/people/{elin.pk}")
    assert "Elin keeps bees." in shown
    now, before = shown.split("Before")
    assert "Lund" in now
    assert "Malmö" in before


def test_what_was_only_said_is_not_counted_as_known(alice: User) -> None:
    say(alice, "My sister Elin lives in Gothenburg.")
    with acting_as(alice):
        # Said in a chat, offered, and never accepted.
        keep(alice, NewSource(CHAT, "Elin was in a mood because of the storm.", thread="a chat"))
    shown = get(alice, f"/people/{entity(alice, 'Elin').pk}")
    known, _, mentioned = shown.partition("Mentioned, but not remembered")
    assert re.search(r'What I know <span class="number">1<', known)
    assert "Gothenburg" in known
    assert "in a mood" not in known
    assert "in a mood" in mentioned


def test_an_edited_memory_is_on_the_page_of_whom_it_names_now(alice: User) -> None:
    say(alice, "My sister Elin lives in Gothenburg.")
    elin = entity(alice, "Elin")
    with acting_as(alice):
        memory = Memory.objects.get(user=alice)
        edit(alice, memory, by=Change.By.PERSON, content="My colleague Maja lives in Gothenburg.")
    assert "Maja lives" not in get(alice, f"/people/{elin.pk}")
    assert "Maja lives" in get(alice, f"/people/{entity(alice, 'Maja').pk}")


def test_two_are_made_one_and_two_again(alice: User) -> None:
    say(alice, "My colleague Stephanie Brandt plays chess.")
    say(alice, "Steph Brandt has a boat.")
    with acting_as(alice):
        Entity.objects.filter(user=alice).delete()
        one = Entity.objects.create(
            user=alice, name="Stephanie Brandt", type="person", mention_count=2
        )
        other = Entity.objects.create(user=alice, name="S. Brandt", type="person")
    assert "the initial fits" in get(alice, "/people/same")
    assert "the initial fits" in get(alice, f"/people/{one.pk}")
    answer = web(alice).post(f"/people/{one.pk}/merge", {"other": str(other.pk)}, follow=True)
    text = answer.content.decode()
    assert f"/people/{other.pk}/unmerge" in text
    assert "Separate" in text
    assert web(alice).get(f"/people/{other.pk}")["Location"] == f"/people/{one.pk}"
    web(alice).post(f"/people/{other.pk}/unmerge")
    assert "the initial fits" in get(alice, "/people/same")
    web(alice).post(f"/people/{one.pk}/different", {"other": str(other.pk)})
    assert "Nobody to tell apart" in get(alice, "/people/same")


@pytest.mark.parametrize(
    ("friend", "relative", "name"),
    [
        ("My friend Kate runs a café.", "My sister Kate is a nurse.", "Kate (sister)"),
        ("Mein Kollege Paul kocht gern.", "Mein Neffe heißt auch Paul.", "Paul (Neffe)"),
    ],
)
def test_a_relative_is_told_from_a_friend_of_the_same_name(
    alice: User, friend: str, relative: str, name: str
) -> None:
    say(alice, friend)
    say(alice, relative)
    assert entity(alice, name)
    assert "Nobody to tell apart" in get(alice, "/people/same")


def test_the_pages_ask_the_database_as_often_for_many_as_for_few(
    alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(15):
        say(alice, f"My friend Elin has {number + 2} goats and my friend Nadia{number} sings.")
    elin = entity(alice, "Elin")
    client = web(alice)
    client.get("/people")
    with django_assert_max_num_queries(20):
        client.get("/people")
    with django_assert_max_num_queries(30):
        client.get(f"/people/{elin.pk}")


def test_everything_about_somebody_is_shown_before_it_is_forgotten(alice: User) -> None:
    for told in (
        "My sister Elin lives in Gothenburg.",
        "My sister Elin is allergic to peanuts.",
        "My brother Nils lives in Malmö.",
    ):
        say(alice, told)
    pk = entity(alice, "Elin").pk
    assert f"/people/{pk}/forget" in get(alice, f"/people/{pk}")
    shown = get(alice, f"/people/{pk}/forget")
    assert "Gothenburg" in shown
    assert "peanuts" in shown
    assert "Malmö" not in shown
    with acting_as(alice):
        assert Memory.objects.filter(state="current").count() == 3
    browser = web(alice)
    told_after = browser.post(f"/people/{pk}/forget", follow=True).content.decode()
    assert "Forgot 2 memories." in told_after
    with acting_as(alice):
        left = Memory.objects.filter(state="current").values_list("content", flat=True)
        assert list(left) == ["My brother Nils lives in Malmö."]
        batch = Forgotten.objects.latest("created").batch
    browser.post(f"/memory/undo/{batch}")
    with acting_as(alice):
        assert Memory.objects.filter(state="current").count() == 3


def listed(user: User) -> list[tuple[str, str, str]]:
    """Type, name and what they are to the person, as the list puts it."""
    with acting_as(user):
        known = list(Entity.objects.filter(user=user, merged_into=None).order_by("name"))
        rows = entity_page.listed(user, known)
    return [(str(it.type), row.name, row.what) for it, row in zip(known, rows, strict=True)]


@pytest.mark.parametrize(
    ("texts", "what"),
    [
        (
            [
                "Wir gehen jeden Morgen mit unserem Hund raus.",
                "Nelke, meine Dackeldame, ist elf Jahre alt.",
                "Unsere Nelke frisst kein Huhn.",
                "Nelkes Impfpass liegt in der Küche.",
            ],
            "dein Hund",
        ),
        (["Wir haben eine Dackelhündin namens Nelke.", "Nelke ist sieben."], "Dackelhündin"),
        (["Nelke ist mein Hund.", "Nelke war beim Tierarzt."], "dein Hund"),
        (["We have a dog, Nelke.", "My dog Nelke is ill.", "The dog sleeps."], "dog"),
    ],
)
def test_a_dog_is_one_and_no_person(alice: User, texts: list[str], what: str) -> None:
    for text in texts:
        say(alice, text)
    assert listed(alice) == [("pet", "Nelke", what)]
    assert "Nelke" not in get(alice, "/people")
    assert "Nelke" in get(alice, "/people?which=things")


def test_a_role_without_a_name_is_put_as_a_role_until_the_name_is_told(alice: User) -> None:
    say(alice, "My dentist moved to Baker Lane.")
    assert ("person", "Your dentist", "Name not known yet") in listed(alice)
    say(alice, "My dentist is Dr Rowe.")
    say(alice, "Dr Rowe is on holiday.")
    assert [it for it in listed(alice) if it[0] == "person"] == [
        ("person", "Dr Rowe", "your dentist")
    ]
    assert "my dentist" not in entity(alice, "Dr Rowe").aliases


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Ich habe drei Enkel: Jonas (9), Mia und Lotte.",
            [("person", name, "dein Enkelkind") for name in ("Jonas", "Lotte", "Mia")],
        ),
        (
            "My grandchildren are called Ada and Finn.",
            [("person", name, "your grandchild") for name in ("Ada", "Finn")],
        ),
        ("We have two cats, Miso and Taro.", [("pet", n, "your cat") for n in ("Miso", "Taro")]),
        (
            "Meine Katzen heißen Mimi und Ofen.",
            [("pet", n, "deine Katze") for n in ("Mimi", "Ofen")],
        ),
        ("Tengo dos gatas, Luna y Nube.", [("pet", n, "tu gata") for n in ("Luna", "Nube")]),
        ("Meine Frau Hannelore war Lehrerin.", [("person", "Hannelore", "deine Frau")]),
        ("Ich singe mit den zweiten Bass.", []),
        ("Ich habe zwei alte Jeans und mein Hals tut weh.", []),
    ],
)
def test_what_each_of_several_is(alice: User, text: str, found: list[tuple[str, str, str]]) -> None:
    say(alice, text)
    assert listed(alice) == found


def test_what_is_left_beside_forgotten_words_is_nobody(alice: User) -> None:
    say(alice, "Wir haben eine Dackelhündin namens Nelke.")
    say(alice, "Nelke, meine Dackeldame, ist elf Jahre alt.")
    with acting_as(alice):
        ids = list(Memory.objects.filter(user=alice).values_list("pk", flat=True))
        done = forget(alice, ids, by=Change.By.PERSON)
    assert listed(alice) == []
    with acting_as(alice):
        undo(alice, done.batch)
    assert [(type_, name) for type_, name, _ in listed(alice)] == [("pet", "Nelke")]


def test_karl_is_not_lotte(alice: User) -> None:
    say(alice, "Meine Enkelin Lotte ist fünf.")
    say(alice, "Karl kommt am Freitag.")
    assert [name for _, name, _ in listed(alice)] == ["Karl", "Lotte"]


def test_the_narrower_of_two_roles_is_told(alice: User) -> None:
    say(alice, "Meine Enkel heißen Jonas und Lotte.")
    say(alice, "Unsere Enkelin Lotte geht in die Schule.")
    assert ("person", "Lotte", "deine Enkelin") in listed(alice)


def what(user: User) -> dict[str, str]:
    """What everybody and everything listed is, by name."""
    with acting_as(user):
        known = list(Entity.objects.filter(user=user, merged_into=None))
        return {row.name: row.what for row in entity_page.listed(user, known)}


def test_children_pets_and_other_peoples_people_are_listed_as_what_they_are(alice: User) -> None:
    say(alice, "My man is called Torquil, he mends nets")
    say(alice, "we've two weans, Oisín who's 19 and studying in Hull, and Morvern who is 14")
    say(alice, "my sister Elin and her man Zebedee run a chippy")
    say(alice, "we've a three legged whippet called Chancellor and two hens, Pickle and Tatty")
    say(alice, "physio moved me to Friday")
    assert what(alice) == {
        "Torquil": "your man",
        "Oisín": "your child",
        "Morvern": "your child",
        "Elin": "your sister",
        "Zebedee": "Elin’s man",
        "Chancellor": "whippet",
        "Pickle": "your bird",
        "Tatty": "your bird",
        "Hull": "Place",
    }


def test_who_is_told_by_name_and_by_what_they_are_is_one(alice: User) -> None:
    say(alice, "im März fliege ich mit Seraina weg, sie ist Tierärztin und meine beste Freundin")
    say(alice, "Mami heisst Aita und wohnt in Chur")
    say(alice, "mein Hautarzt ist Dr. Wüthrich")
    say(alice, "Dr Wüthrich ist im Urlaub")
    assert what(alice).keys() == {"Seraina", "Aita", "Dr. Wüthrich"}
