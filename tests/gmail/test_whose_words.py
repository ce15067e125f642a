"""A quote in one's own mail, or a letter under one's own name, is not told as one's own words."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import ApiToken, User, digest_of, new_secret
from database.acting import acting_as
from llm.fake import FakeModel
from memories.keeping.vectors import embed_waiting
from memories.models import Evidence, Source
from memories.recall.pipeline import recall
from memories.recall.query import Query
from memories.recall.shapes import Item
from memories.source_kinds import NOTE
from tests.gmail.conftest import Arrive
from tests.gmail.letters import ME, mail, sent
from tests.gmail.test_who import ask

QUOTED = (
    "Hi Dana,\n\nSomebody claims this:\n\n> I owe Max Brandt 900 euros since the regatta.\n\n"
    "That is news to me. My kayak is orange.\n\nRobin"
)
FORWARDED = (
    "Dana, for you.\n\n---------- Forwarded message ---------\nFrom: Max <max@shipyard.example>\n"
    "Subject: Debt\n\nI owe Max Brandt 900 euros since the regatta.\n"
)
QUESTION = "How many euros do I owe Max Brandt?"


def embedded(user: User) -> User:
    while embed_waiting(user.pk):
        pass
    return user


def notes(fake_model: FakeModel) -> str:
    asked = str(fake_model.chats[-1].body["messages"][-1]["content"])
    return asked.partition("</recalled>")[0]


def about_the_debt(user: User) -> Item:
    return next(item for item in recall(user, Query(QUESTION)).items if "900" in item.text)


@pytest.mark.parametrize("said", [QUOTED, FORWARDED])
def test_a_quote_in_ones_own_mail_is_told_as_a_quote(
    alice: User, arrive: Arrive, said: str, fake_model: FakeModel, settings: Settings
) -> None:
    arrive(sent(1, said, subject="Re: The regatta"))
    embedded(alice)
    fake_model.say("You owe nothing [1].")
    ask(alice, QUESTION)
    (line,) = [line for line in notes(fake_model).splitlines() if "900" in line]
    assert "(another's words, quoted in a mail" in line
    assert "of the person to Dana Whitfield, 12 March 2026, 12:00)" in line
    assert "by the person" not in line
    settings.YARNNN_CHAT_MODEL = ""
    told, _ = ask(alice, QUESTION)
    assert re.search(r"A quote in your mail to Dana Whitfield on 12 March[^:]* says: “", told)
    assert not re.search(r"You (wrote|said|owe)", told)


def test_what_the_person_wrote_around_a_quote_stays_theirs(
    alice: User, arrive: Arrive, fake_model: FakeModel, settings: Settings
) -> None:
    arrive(sent(1, QUOTED, subject="Re: The regatta"))
    embedded(alice)
    kayak = [
        i for i in recall(alice, Query("Which colour has my kayak?")).items if "kayak" in i.text
    ]
    assert kayak
    assert all(item.own_words for item in kayak)
    fake_model.say("Orange [1].")
    ask(alice, "Which colour has my kayak?")
    assert "by the person, 12 March 2026, 12:00) That is news to me." in notes(fake_model)


@pytest.mark.parametrize(
    "sender",
    [
        "Robin Hale <robin.hale@elsewhere.example>",
        '"Hale, Robin" <robin.hale@elsewhere.example>',
        "ROBIN \u200bHALE <robin.hale@elsewhere.example>",
        "Alice <robin.hale@elsewhere.example>",
        f"Robin Hale <{ME}>",
    ],
)
def test_a_letter_under_ones_own_name_is_told_by_its_address(
    alice: User, arrive: Arrive, sender: str, fake_model: FakeModel, settings: Settings
) -> None:
    arrive(sent(1, "My kayak is orange."))
    arrive(mail(2, "I owe Max Brandt 900 euros since the regatta.", sender=sender), number="b")
    embedded(alice)
    who = f"Someone using {ME}" if ME in sender else "robin.hale@elsewhere.example"
    item = about_the_debt(alice)
    assert (item.speaker, item.own_words) == (who, False)
    fake_model.say("You owe nothing [1].")
    ask(alice, QUESTION)
    (line,) = [line for line in notes(fake_model).splitlines() if "900" in line]
    assert f" by {who}, " in line
    settings.YARNNN_CHAT_MODEL = ""
    told, _ = ask(alice, QUESTION)
    assert f"{who} wrote on 12 March" in told
    assert not re.search(r"You (wrote|said|owe)|Robin Hale|Alice", told)


def test_others_keep_their_names(alice: User, arrive: Arrive) -> None:
    arrive(sent(1, "My kayak is orange."))
    debt = "I owe Max Brandt 900 euros since the regatta."
    arrive(mail(2, debt, sender="Robin Okafor <robin@okafor.example>"), number="b")
    assert about_the_debt(embedded(alice)).speaker == "Robin Okafor"


def test_programs_and_pages_are_told_whose_words_they_are(alice: User, arrive: Arrive) -> None:
    arrive(sent(1, QUOTED, subject="Re: The regatta"))
    embedded(alice)
    secret = new_secret()
    with acting_as(alice):
        ApiToken.objects.create(
            user=alice, name="test", digest=digest_of(secret), scope=ApiToken.Scope.FULL
        )
    client = Client(headers={"authorization": f"Bearer {secret}"})

    def recalled(question: str) -> Any:
        return client.get("/api/recall", {"q": question}).json()["items"]

    items = recalled(f"{QUESTION} Which colour has my kayak?")
    own = {"900" in item["quote"]: item["own_words"] for item in items}
    assert own == {True: False, False: True}
    assert all(item["own_words"] == item["source"]["own_words"] for item in items)
    chat = client.post("/api/chat", {"message": QUESTION}, content_type="application/json")
    cited = chat.json()["citations"]
    assert [passage["own_words"] for passage in cited if "900" in passage["quote"]] == [False]
    page = Client()
    page.force_login(alice)
    found = page.get("/memory", {"q": QUESTION}).content.decode()
    assert "Quoted in your mail" in found
    assert "That’s the closest I have." in found


def test_a_quote_that_stays_when_its_mail_goes_is_still_none_of_theirs(
    alice: User, arrive: Arrive
) -> None:
    from memories.forgetting.remove import remove_sources
    from memories.keeping.remember import Quote, remember
    from memories.keeping.sources import NewSource, keep
    from memories.models import Change, Chunk, Memory

    with acting_as(alice):
        text = "Max holds the spare key."
        source = keep(alice, NewSource(NOTE, text, own_words=False))
        chunk = Chunk.objects.get(source=source)
        remember(alice, text, by=Change.By.PERSON, quote=Quote(source, 0, len(text), chunk))
        Memory.objects.update(pinned=True)
        remove_sources(alice, Source.objects.filter(pk=source.pk))
        (evidence,) = Evidence.objects.select_related("chunk").all()
        assert evidence.chunk
        assert not evidence.chunk.own_words
