"""The built-in answerer is corrected: what takes the place of what."""

import pytest
from django.test import Client

from database.acting import acting_as
from memories.models import Change, Memory, SearchItem
from tests.chat.conftest import Talk
from tests.chat.turns import current, made


@pytest.mark.parametrize(
    ("words", "now"),
    [
        ("Actually, I moved to Davis.", "I moved to Davis"),
        ("No, it's Davis", "I live in Davis."),
        ("Actually it's not Sacramento but Davis", "I live in Davis."),
        # As pasted from a table: it took minutes.
        ("no wait i live in Davis not Sacramento", "I live in Davis"),
        (f"Actually it's not Sacramento{' ' * 1_500}but{' ' * 1_500}Davis", "I live in Davis."),
    ],
)
def test_a_correction_takes_the_place_of_what_was_said_and_keeps_it_as_history(
    talk: Talk, words: str, now: str
) -> None:
    talk.say("I live in Sacramento.")
    told = talk.say(words)
    assert made(talk.user, told) == [("corrected", now)]
    assert current(talk.user) == [now]
    with acting_as(talk.user):
        (new,) = Memory.objects.filter(state=Memory.State.CURRENT)
        assert new.supersedes
        assert new.supersedes.content == "I live in Sacramento."
    assert "Davis" in talk.anew().say("Where do I live?").text


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ("I switched from Acme to Borealis in March.", "Actually I moved from Borealis to Cobalt."),
        ("I switched from Acme to Borealis.", "Actually, I switched from Borealis to Cobalt."),
        ("I switched to Borealis in March.", "Actually, I switched to Cobalt in May 2031."),
        ("I bought a boat in 2019.", "Actually, I bought a house in 2024."),
        ("I live in Ghent.", "Actually, my sister lives in Bruges."),
        ("I live in Ghent.", "Actually, Tom moved to Bruges."),
        ("My sister lives in Bergen.", "Actually, my brother lives in Oslo."),
        ("I work at Borealis.", "Actually, I play the cello in an orchestra."),
        ("My dog is called Rex.", "Actually, my cat is called Tom."),
    ],
)
def test_what_may_be_something_else_or_later_takes_the_place_of_nothing(
    talk: Talk, known: str, words: str
) -> None:
    talk.say(known)
    told = talk.say(words)
    ((what, content),) = made(talk.user, told)
    assert what in ("remembered", "asked")
    assert current(talk.user) == sorted([known, content])
    assert talk.anew().say("What do you know about me?").quotes


@pytest.mark.parametrize(
    ("known", "words", "now"),
    [
        ("I switched from Acme to Borealis in March.", "Actually I switched from Acme to Cobalt in"
         " March.", "I switched from Acme to Cobalt in March"),
        ("I switched from Acme to Borealis in March.", "No, it's Cobalt",
         "I switched from Acme to Cobalt in March."),
        ("I moved to Sacramento.", "Actually, I moved to Davis.", "I moved to Davis"),
        ("My dentist is Okafor.", "No, my dentist is Adeyemi.", "My dentist is Adeyemi"),
        ("I am allergic to peanuts.", "Actually, I'm not allergic to peanuts.",
         "I'm not allergic to peanuts"),
        ("I prefer tea.", "Actually, I prefer coffee.", "I prefer coffee"),
        ("My car is red.", "Actually, my car is blue.", "My car is blue"),
        ("My cello lesson is on Thursdays at six.", "Actually, my cello lesson is on Wednesdays at"
         " five.", "My cello lesson is on Wednesdays at five"),
    ],
)  # fmt: skip
def test_the_same_with_another_value_is_corrected_and_can_be_taken_back(
    talk: Talk, web: Client, known: str, words: str, now: str
) -> None:
    talk.say(known)
    fields = ("content", "state", "valid_until", "updated", "tags", "confidence", "kind", "pinned")
    with acting_as(talk.user):
        before = Memory.objects.values(*fields).get()
        was = Memory.objects.get()
    told = talk.say(words)
    assert made(talk.user, told) == [("corrected", now)]
    with acting_as(talk.user):
        was.refresh_from_db()
        assert was.state == Memory.State.SUPERSEDED
        new = Memory.objects.get(state=Memory.State.CURRENT)
    page = web.get(f"/chat/{told.conversation}").content.decode()
    url = f"/memory/{new.pk}/uncorrect"
    assert f'action="{url}"' in page
    # The old one is in a list, and in the history of the new one.
    assert known in web.get("/memory?tab=superseded").content.decode()
    assert known in web.get(f"/memory/{new.pk}/history").content.decode()
    back = web.post(url, {"next": f"/chat/{told.conversation}"})
    assert back.headers["Location"] == f"/chat/{told.conversation}"
    with acting_as(talk.user):
        assert Memory.objects.values(*fields).get() == before
        assert SearchItem.objects.filter(memory=was).exists()
        undone = Change.objects.filter(memory=was).order_by("at").values_list("what", flat=True)
        assert list(undone) == ["remembered", "corrected", "restored"]
    assert made(talk.user, told) == [("restored", known)]
    page = web.get(f"/chat/{told.conversation}").content.decode()
    assert f"Restored: <bdi>{known}</bdi>" in page.replace("&#x27;", "'")
    assert web.post(url).status_code == 404


def test_a_correction_of_nothing_known_is_simply_remembered(talk: Talk) -> None:
    talk.say("I prefer tea to coffee.")
    talk.say("Actually, my passport expires in 2031.")
    assert "My passport expires in 2031" in current(talk.user)
    assert len(current(talk.user)) == 2


def test_what_was_corrected_is_not_found_again_where_it_was_said(talk: Talk) -> None:
    talk.say("I live in Sacramento. My dog is called Bolt.")
    talk.say("Actually, I moved to Davis.")
    told = talk.anew().say("Where do I live?")
    assert told.quotes == ("I moved to Davis",)
    talk.anew().say("Forget that I moved to Davis")
    assert "Sacramento" not in talk.anew().say("Where do I live?").text
    assert talk.anew().say("What is my pet called?").quotes == ("My dog is called Bolt.",)


@pytest.mark.parametrize(
    ("known", "words", "now"),
    [
        (
            "My boss is Dr. Petersen.",
            "No, sorry: Dr. Petersen is not my boss, my boss is Mrs. Olufsen.",
            "My boss is Mrs. Olufsen.",
        ),
        (
            "Our car is blue and it is parked behind the bakery.",
            "No, the car isn't blue, it's silver.",
            "Our car is silver and it is parked behind the bakery.",
        ),
        (
            "Unser Auto ist ein blauer Passat.",
            "Nein, das Auto ist nicht blau, sondern silbergrau.",
            "Unser Auto ist ein silbergrauer Passat.",
        ),
        (
            "I am allergic to nuts.",
            "No, I'm not allergic to nuts but to milk.",
            "I am allergic to milk.",
        ),
        (
            "Ich bin gegen Nüsse allergisch.",
            "Nein, ich bin nicht gegen Nüsse allergisch, sondern gegen Milch.",
            "Ich bin gegen Milch allergisch.",
        ),
        (
            "Mein Chef ist Herr Weber.",
            "Nein, Herr Weber ist nicht mein Chef, mein Chef ist Frau Olufs.",
            "Mein Chef ist Frau Olufs.",
        ),
    ],
)
def test_what_is_not_so_gives_way_to_what_is_in_the_words_that_said_it(
    talk: Talk, known: str, words: str, now: str
) -> None:
    talk.say(known)
    told = talk.anew().say(words)
    assert ("corrected", now) in made(talk.user, told)
    assert now in current(talk.user)
    assert known not in current(talk.user)


def test_a_clause_is_no_value(talk: Talk) -> None:
    talk.say("I am vegan.")
    talk.anew().say("No, I'm not vegan but I eat little meat.")
    assert not [memory for memory in current(talk.user) if "am I" in memory or "am i" in memory]


def test_what_nobody_said_is_not_denied(talk: Talk) -> None:
    talk.say("Our van is blue.")
    told = talk.anew().say("No, the car isn't red, it's silver.")
    assert not [what for what, _ in made(talk.user, told) if what == "corrected"]


def test_what_was_never_said_gives_way_to_nothing(talk: Talk) -> None:
    talk.say("The choir meets on Thursdays at eight.")
    told = talk.anew().say("Actually the choir does not meet in the town hall but in the school.")
    assert not [what for what, _ in made(talk.user, told) if what == "corrected"]
    assert "The choir meets on Thursdays at eight." in current(talk.user)


@pytest.mark.parametrize(
    ("known", "words", "hour"),
    [
        ("Tom is coming over tomorrow at 7", "no, make that 8", "at 8"),
        ("Wir treffen uns morgen um 18 Uhr mit Jule", "nein, um 19 Uhr", "um 19 Uhr"),
    ],
)
def test_another_hour_leaves_the_day(talk: Talk, known: str, words: str, hour: str) -> None:
    talk.say(known)
    with acting_as(talk.user):
        was = Memory.objects.get()
    talk.say(words)
    with acting_as(talk.user):
        new = Memory.objects.get(state=Memory.State.CURRENT)
    assert was.event_time
    assert new.event_time == was.event_time
    assert hour in new.content
    assert new.content.count("(") == 1


@pytest.mark.parametrize(
    ("known", "words", "now"),
    [
        ("haircut on 3 December at 4", "move the haircut to 9 December", "9 December at 4"),
        ("haircut on 3 December at 4", "reschedule the haircut to 5pm", "3 December at 5pm"),
        ("Friseur am 3.12. um 16 Uhr", "verschieb den Friseur auf den 9.12.", "9.12. um 16 Uhr"),
    ],
)
def test_what_is_to_be_moved_is(talk: Talk, known: str, words: str, now: str) -> None:
    talk.say(known)
    talk.anew().say(words)
    (content,) = current(talk.user)
    assert now in content


@pytest.mark.parametrize("words", ["move my desk to the window", "push the button to start"])
def test_what_names_no_time_moves_nothing(talk: Talk, words: str) -> None:
    talk.say("My desk is oak.")
    talk.anew().say(words)
    assert "My desk is oak." in current(talk.user)


def test_what_is_to_be_remembered_has_its_date(talk: Talk) -> None:
    talk.say("remember that the MOT is tomorrow")
    with acting_as(talk.user):
        memory = Memory.objects.get(state=Memory.State.CURRENT)
    assert "(" in memory.content
    assert memory.event_time
