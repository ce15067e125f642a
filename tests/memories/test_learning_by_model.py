"""Learning by a model: whatever its server does, every excerpt ends learned, or failed and open to
another try, and nothing is kept without its quote."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from database.acting import acting_as
from llm.fake import FakeModel, Recorded, Reply, failing, rate_limited, web_page
from memories import work
from memories.forgetting import forget
from memories.keeping.sources import NewSource, keep
from memories.learning import learn, learn_waiting, leave_to_model
from memories.learning.model.excerpts import GAP, LONGEST, excerpts
from memories.models import Change, Chunk, Evidence, Lesson, Memory, Source, Work
from memories.source_kinds import CHAT, IMPORT, NOTE

LENA = "We had Lena over. She is my niece, and nuts make her swell up. Do you like nuts?"
NUTS = "nuts make her swell up"


def fact(statement: str, quote: str, **more: Any) -> dict[str, Any]:
    """A fact as a good model gives it."""
    return {
        "statement": statement,
        "about": "me",
        "attribute": "has",
        "value": "",
        "was": "",
        "since": "",
        "until": "",
        "kind": "fact",
        "said": "plainly",
        "quote": quote,
        "confidence": 0.9,
    } | more


def facts(*found: dict[str, Any]) -> Reply:
    return Reply(data={"facts": list(found)})


ALLERGY = fact("Lena is allergic to nuts: nuts make her swell up.", NUTS, about="Lena")


def said(user: User, text: str, **more: Any) -> Source:
    with acting_as(user):
        return keep(user, NewSource(more.pop("kind", IMPORT), text, **more))


def learn_all(user: User, rounds: int = 40) -> Work:
    """Let workers run, whatever they wait for, until nothing waits."""
    for _ in range(rounds):
        Work.objects.filter(kind=work.LEARN).update(not_before=timezone.now())
        if not learn_waiting(user.pk):
            break
    return Work.objects.filter(kind=work.LEARN).latest("created")


def known(user: User) -> list[str]:
    with acting_as(user):
        return list(Memory.objects.order_by("created").values_list("content", flat=True))


def lessons(user: User) -> list[Lesson]:
    with acting_as(user):
        return list(Lesson.objects.exclude(model="").order_by("start"))


def assert_quoted(user: User) -> None:
    with acting_as(user):
        for memory in Memory.objects.exclude(state=Memory.State.FORGOTTEN):
            resting = list(Evidence.objects.filter(memory=memory).select_related("chunk__source"))
            assert resting
            for each in resting:
                assert each.chunk is not None
                assert each.chunk.own_words
                assert each.chunk.source.text[each.start : each.stop] == each.quote


def test_what_a_model_finds_is_kept_with_its_quote(alice: User, fake_model: FakeModel) -> None:
    fake_model.say(facts(ALLERGY, fact("Lena is my niece.", "She is my niece", about="Lena")))
    source = said(alice, LENA, happened_at=datetime(2026, 3, 3, 13, 5, tzinfo=UTC))

    done = learn_all(alice)

    assert done.state == Work.State.DONE
    assert known(alice) == [ALLERGY["statement"], "Lena is my niece."]
    with acting_as(alice):
        evidence = Evidence.objects.get(memory__content=ALLERGY["statement"])
    assert evidence.quote == NUTS == source.text[evidence.start : evidence.stop]
    (lesson,) = lessons(alice)
    assert (lesson.new, lesson.known, lesson.dropped) == (2, 0, 0)
    body = fake_model.chats[0].body
    assert "Tuesday, 3 March 2026, 13:05 (UTC)" in body["messages"][1]["content"]
    assert not {"tools", "temperature"} & body.keys()


@pytest.mark.parametrize(
    "bad",
    [
        fact("Lena likes nuts.", "Lena is fond of nuts"),
        fact("Lena likes nuts.", ""),
        fact("Lena likes nuts.", "nuts"),
        fact("I do like nuts.", "Do you like nuts?"),
        fact("Lena is allergic to nuts.", NUTS, said="as a joke"),
        fact("Is Lena allergic to nuts?", NUTS),
        fact("Lena is allergic to nuts.", NUTS, confidence=0.4),
        fact("Lena is allergic to nuts.", NUTS, confidence=7),
        fact("My boss Omar sold the company.", NUTS),
        fact("Nuts make Omar swell up.", NUTS),
        fact("", NUTS),
        fact("Lena swells up " + "of nuts " * 400, NUTS),
        fact("Lena swells up.", " ".join(["nuts"] * 5000)),
    ],
)
def test_what_its_passage_does_not_hold_is_dropped_and_counted(
    alice: User, fake_model: FakeModel, bad: dict[str, Any]
) -> None:
    fake_model.say(facts(bad, ALLERGY))
    said(alice, LENA)

    assert learn_all(alice).state == Work.State.DONE

    assert known(alice) == [ALLERGY["statement"]]
    assert lessons(alice)[0].dropped == 1


@pytest.mark.long
def test_more_facts_than_a_passage_can_tell_are_dropped(alice: User, fake_model: FakeModel) -> None:
    made_up = [fact(f"Nuts make Lena swell up, {n}.", NUTS) for n in range(300)]
    fake_model.say(facts(*made_up))
    said(alice, LENA)

    learn_all(alice)

    assert lessons(alice)[0].dropped == 260
    assert_quoted(alice)


def test_a_quote_is_found_whatever_became_of_its_spaces_and_marks(
    alice: User, fake_model: FakeModel
) -> None:
    fake_model.say(facts(fact("I don't eat fish.", "I don’t eat  FISH", kind="preference")))
    source = said(alice, "For the record:\nI don't\neat fish, as you know.")

    learn_all(alice)

    with acting_as(alice):
        (evidence,) = Evidence.objects.all()
        assert evidence.quote == "I don't\neat fish"
        assert Memory.objects.get().kind == Memory.Kind.PREFERENCE
    assert source.text[evidence.start : evidence.stop] == evidence.quote


GOOD = facts(ALLERGY)
CHATTY = Reply(text=f"Of course!\n```json\n{__import__('json').dumps(GOOD.data)}\n```")


@pytest.mark.parametrize(
    "replies",
    [
        [CHATTY],
        [Reply(thought=f"Hm. {CHATTY.text}")],
        ["I would rather not.", GOOD],
        [Reply(data={"facts": [{"statement": "half of it"}]}), GOOD],
        [Reply(text='{"facts": [', finish_reason="length"), facts(), GOOD],
        ["no", "no", facts(), GOOD],
        [failing(400, "maximum context length is 512 tokens"), facts(), GOOD],
        [rate_limited("1"), GOOD],
        [failing(500, "broken"), GOOD],
        [web_page(502), GOOD],
        [Reply(data=GOOD.data, drop_after=2), GOOD],
        [Reply(data=GOOD.data, garbage_after=2), facts(), GOOD],
        [Reply(data=GOOD.data, delay=2.5), GOOD],
    ],
    ids=[
        "fenced", "thought", "no JSON", "not the shape", "truncated", "no JSON twice", "too long",
        "429", "500", "502", "broke off", "garbage", "late",
    ],
)  # fmt: skip
def test_what_goes_wrong_once_is_asked_again(
    alice: User, fake_model: FakeModel, settings: Settings, replies: Sequence[Reply | str]
) -> None:
    settings.YARNNN_MODEL_TIMEOUT = 1.0
    fake_model.say(*replies)
    said(alice, LENA)

    assert learn_all(alice).state == Work.State.DONE

    assert known(alice) == [ALLERGY["statement"]]
    assert [lesson.state for lesson in lessons(alice)] == [Lesson.State.LEARNED]
    assert_quoted(alice)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("I would rather not.", "could not be understood"),
        ('{"facts": [{', "could not be understood"),
        ('{"a":' * 5000, "could not be understood"),
        (Reply(text='{"facts": [', finish_reason="length"), "longer than it may be"),
        (rate_limited(), "busy or its limit"),
        (failing(500, "broken"), "failure of its own"),
        (failing(401, "Incorrect API key"), "refused the key"),
        (failing(429, "You exceeded your current quota", code="insufficient_quota"), "no credit"),
        (Reply(data=GOOD.data, drop_after=1), "broke off"),
        (web_page(200), "web page answers"),
    ],
)
def test_what_goes_wrong_for_good_ends_failed_and_can_be_tried_again(
    alice: User, fake_model: FakeModel, reply: Reply | str, reason: str
) -> None:
    broken = True

    def answer(_: Recorded) -> Reply | str:
        return reply if broken else GOOD

    fake_model._script = answer
    said(alice, LENA)

    failed = learn_all(alice)

    assert failed.state == Work.State.FAILED
    assert reason in failed.reason
    assert_quoted(alice)

    broken = False
    work.retry(failed)

    assert learn_all(alice).state == Work.State.DONE
    # Where rules have learned it meanwhile, it is not learned once more.
    assert any("make her swell up" in each for each in known(alice))
    assert [lesson.state for lesson in lessons(alice)] == [Lesson.State.LEARNED]


def test_only_the_excerpts_that_failed_are_asked_for_again(
    alice: User, fake_model: FakeModel
) -> None:
    paragraphs = [f"In town number {n} I keep a red bicycle, " + "x" * 2500 for n in range(4)]
    broken = True

    def answer(request: Recorded) -> Reply | str:
        passage = request.body["messages"][1]["content"]
        (n,) = re.findall(r"town number (\d)", passage) or ["?"]
        quote = f"In town number {n} I keep a red bicycle"
        return "no" if n == "2" and broken else facts(fact(f"{quote}.", quote))

    fake_model._script = answer
    said(alice, "\n\n".join(paragraphs))
    failed = learn_all(alice)
    assert failed.state == Work.State.FAILED
    assert [each.state for each in lessons(alice)].count("failed") == 1
    asked = len(fake_model.chats)

    broken = False
    work.retry(failed)

    assert learn_all(alice).state == Work.State.DONE
    assert len(fake_model.chats) == asked + 1
    assert len(known(alice)) == 4


def test_learning_twice_brings_nothing_new_whatever_the_words(
    alice: User, fake_model: FakeModel
) -> None:
    fake_model.say(GOOD, facts(fact("Lena cannot have nuts, nuts make her swell up.", NUTS)))
    source = said(alice, LENA)
    learn_all(alice)
    with acting_as(alice):
        Lesson.objects.all().delete()
        leave_to_model(alice, source)

    learn_all(alice)

    assert len(fake_model.chats) == 2
    assert known(alice) == [ALLERGY["statement"]]


def test_what_was_forgotten_does_not_come_back(alice: User, fake_model: FakeModel) -> None:
    fake_model.say(GOOD, GOOD)
    source = said(alice, LENA)
    learn_all(alice)
    with acting_as(alice):
        forget(alice, [Memory.objects.get().pk], by=Change.By.PERSON)
        Lesson.objects.all().delete()
        leave_to_model(alice, source)

    learn_all(alice)

    with acting_as(alice):
        assert not Memory.objects.exclude(state=Memory.State.FORGOTTEN).exists()
    assert "swell" not in str(fake_model.chats[-1].body)


def test_what_is_local_only_is_never_sent_elsewhere(
    alice: User, fake_model: FakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("llm.endpoints.is_local", lambda _: False)
    fake_model._script = lambda _: facts()
    said(alice, "I keep the spare key under the blue pot.", local_only=True, thread="t", kind=CHAT)
    said(alice, "It is the pot by the door, and I painted it myself.", thread="t", kind=CHAT)

    assert learn_all(alice).state == Work.State.DONE

    assert len(fake_model.chats) == 1
    assert "spare key" not in str(fake_model.chats[0].body)
    assert any("spare key" in each for each in known(alice))


def test_others_words_are_never_sent_and_what_only_asks_is_not_asked_about(
    alice: User, fake_model: FakeModel
) -> None:
    fake_model.say(facts())
    said(alice, "Where is my passport? Do I need a new one?")
    said(alice, "I am the assistant and live in a rack.", author=Source.Author.ASSISTANT)
    said(alice, "I collect stamps.\n> I collect beer mats and live in Graz.\nThat is all of it.")

    learn_all(alice)

    assert len(fake_model.chats) == 1
    sent = fake_model.chats[0].body["messages"][1]["content"]
    assert "stamps" in sent
    assert "Graz" not in sent
    assert GAP.strip() in sent


def test_in_a_chat_rules_learn_at_once_and_a_model_the_rest(
    alice: User, fake_model: FakeModel
) -> None:
    text = "I live in Bath. Tom has his birthday on 3 June, remember the cake."
    with acting_as(alice):
        source = keep(alice, NewSource(CHAT, text, thread="t", learned_from=True))
        learn(alice, source)
        assert leave_to_model(alice, source, urgent=True)
    before = known(alice)
    assert before
    birthday = fact("Tom's birthday is 3 June.", "Tom has his birthday on 3 June", about="Tom")
    fake_model.say(facts(fact("I am at home in Bath.", "I live in Bath"), birthday))

    assert learn_all(alice).state == Work.State.DONE

    assert "I am at home in Bath." not in known(alice)
    assert_quoted(alice)


def test_without_a_model_for_it_rules_learn(alice: User, settings: Settings) -> None:
    with FakeModel() as fake:
        settings.OPENAI_BASE_URL = fake.url
        settings.YARNNN_CHAT_MODEL = "any"
        settings.YARNNN_LEARN_BY_MODEL = False
        said(alice, "I live in Bath.", kind=NOTE)

        assert learn_all(alice).state == Work.State.DONE

        assert known(alice) == ["I live in Bath."]
        assert not fake.chats


def test_excerpts_hold_all_own_words_and_are_never_too_long(alice: User) -> None:
    text = "\n\n".join(
        f"On day {n} I walked {n} miles. " + "y" * (n * 37 % 5000) for n in range(90)
    )
    source = said(alice, text)
    with acting_as(alice):
        cut = excerpts(source, Chunk.objects.filter(source=source))

    assert all(len(excerpt.text) <= LONGEST for excerpt in cut)
    told = "".join("".join(piece.of(text) for piece in excerpt.pieces) for excerpt in cut)
    assert "".join(told.split()) == "".join(text.split())
