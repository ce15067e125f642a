"""What was forgotten comes again by every way there is, in several wordings: nothing knows it."""

import io
import mailbox
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from django.test import Client, override_settings

from accounts.models import ApiToken, User
from accounts.projects import create_project
from accounts.tokens import make_token
from chat import converse, editing
from chat.answering.answer import answer_now
from database.acting import acting_as
from documents.process import read_waiting
from documents.upload import upload
from documents.upload_handler import received
from doors.caller import Caller
from doors.tools import do_correct, do_recall, do_remember
from gmail.models import Account
from gmail.store import gone, store
from imports import starting
from imports.models import Import
from imports.suggestions import suggestions
from imports.work import import_waiting
from memories.forgetting import forget
from memories.keeping import Refused, remember, same_people
from memories.keeping.vectors import embed_waiting
from memories.learning import learn_waiting
from memories.learning.night import run_night
from memories.models import Change, Entity, Memory
from memories.pages.profile import profile
from memories.recall import Query, recall
from tests import tiers
from tests.gmail.letters import NOON, mail, mailbox_of, sent, thread
from tests.imports import exports
from tests.memories.calls import Program

pytestmark = pytest.mark.django_db

# A fact, what is asked about it, what no answer may hold, and how it comes again.
FACTS: dict[str, tuple[str, str, str, list[str]]] = {
    "a code": (
        "My locker code at the gym is 4711.",
        "What is the code of my locker at the gym?",
        "4711",
        [
            "My locker code at the gym is 4711.",
            "4711 is the code of my locker at the gym.",
            "The code for my gym locker is 4711.",
        ],
    ),
    "an allergy": (
        "I am allergic to penicillin.",
        "What am I allergic to?",
        "penicil",
        [
            "I'm allergic to penicillin",
            "I have an allergy to penicillin.",
            "Ich bin allergisch gegen Penicillin.",
            "Soy alérgico a la penicilina.",
        ],
    ),
    "a number": (
        "Rosa's mobile is 07700 900 451.",
        "What is Rosa's phone number?",
        "451",
        [
            "Rosa's mobile: 07700-900-451",
            "Call Rosa on 07700900451.",
            "Rosas Handynummer ist 07700 900451.",
        ],
    ),
    "a sister": (
        "My sister Joan is divorced.",
        "What about my sister Joan's marriage?",
        "divorced|geschieden|divorciada",
        ["Joan, my sister, is divorced.", "Meine Schwester Joan ist geschieden."],
    ),
}
# What somebody else writes of the person; their own "I" and "my" would be another's allergy.
BY_ANOTHER = {
    "a code": ["Your locker code at the gym is 4711.", "The code for your gym locker is 4711."],
    "an allergy": ["You're allergic to penicillin.", "You have an allergy to penicillin."],
    "a sister": ["Your sister Joan is divorced.", "Joan, your sister, is divorced."],
}
AROUND = "The boiler is loud."


@pytest.fixture(autouse=True)
def _files(tmp_path: Path) -> object:
    with override_settings(MEDIA_ROOT=tmp_path):
        yield


def work_off(user: User) -> None:
    for work in (read_waiting, import_waiting, learn_waiting, embed_waiting):
        while work(user.pk):
            pass


def said(user: User, text: str) -> None:
    with acting_as(user):
        turn = converse.say(user, None, text)
    answer_now(user.pk, turn.answer.pk)


def said_in_a_project(user: User, text: str) -> None:
    with acting_as(user):
        turn = converse.say(user, None, text, project=create_project(user, "Shed"))
    answer_now(user.pk, turn.answer.pk)


def uploaded(user: User, text: str) -> None:
    with received(f"{AROUND}\n\n{text}\n".encode(), "notes.txt") as file:
        upload(user, file)


def uploaded_as_markdown(user: User, text: str) -> None:
    with received(f"# Notes\n\n- {AROUND}\n- {text}\n".encode(), "notes.md") as file:
        upload(user, file)


def mailed(user: User, text: str) -> None:
    with acting_as(user):
        store(user, mailbox_of(user), thread(sent(1, f"{AROUND}\n\n{text}", subject="News")))


def mailed_again(user: User, text: str) -> None:
    """Fetched, gone from the mailbox, and there again."""
    letters = thread(sent(1, f"{AROUND}\n\n{text}", subject="News"))
    with acting_as(user):
        account = mailbox_of(user)
        store(user, account, letters)
        gone(user, account, letters["id"])
        store(user, Account.objects.get(), letters | {"historyId": "9000"})


def quoted_in_a_new_thread(user: User, text: str) -> None:
    quoted = f"Good to know.\n\nOn Monday, Robin Hale wrote:\n> {AROUND}\n> {text}\n"
    answer = mail(2, quoted, subject="Re: News", at=NOON + timedelta(days=1))
    with acting_as(user):
        store(user, mailbox_of(user), thread(answer, number="beef"))


def forwarded(user: User, text: str) -> None:
    words = (
        "See below.\n\n---------- Forwarded message ---------\nFrom: Robin Hale\n"
        f"Subject: News\n\n{AROUND}\n\n{text}\n"
    )
    with acting_as(user):
        store(user, mailbox_of(user), thread(sent(3, words, subject="Fwd: News"), number="cafe"))


def imported(user: User, data: bytes, name: str) -> None:
    with received(data, name) as file:
        it = starting.begin(user, file)
    work_off(user)
    with acting_as(user):
        starting.confirm(user, Import.objects.get(pk=it.pk))


def imported_from_chatgpt(user: User, text: str) -> None:
    talk = exports.gpt_chat("c9", "Talk", exports.gpt_message("m1", "user", text, 1))
    imported(user, exports.gpt_zip(talk), "export.zip")


def imported_from_claude(user: User, text: str) -> None:
    talk = exports.claude_chat("c9", "Talk", exports.claude_message("m1", "human", text, 1))
    imported(user, exports.claude_zip(talk), "export.zip")


def imported_as_mbox(user: User, text: str) -> None:
    letter = EmailMessage()
    letter["From"], letter["To"] = "Robin Hale <robin@example.org>", "Dana <dana@example.org>"
    letter["Subject"], letter["Message-ID"] = "News", "<1@example.org>"
    letter["Date"] = "Mon, 06 May 2024 07:08:09 +0000"
    letter.set_content(f"{AROUND}\n\n{text}\n")
    box = io.BytesIO()
    box.write(b"From robin@example.org Mon May  6 07:08:09 2024\n")
    box.write(mailbox.mboxMessage(letter).as_bytes() + b"\n")
    imported(user, box.getvalue(), "mail.mbox")


def put_by_a_program(user: User, text: str) -> None:
    Program(user).post("memories", {"content": text})


def put_into_the_store(user: User, text: str) -> None:
    asked = {"namespace": ["robot", "notes"], "key": "one", "content": text}
    Program(user).put("store", asked)
    Program(user).put("store", asked | {"key": "two", "content": AROUND, "metadata": {"a": text}})


def told_as_a_source(user: User, text: str) -> None:
    for kind in ("chat", "note", "import"):
        told = {"text": f"{AROUND} {text}", "kind": kind, "external_id": kind}
        assert Program(user).post("sources", told).status == 201


def edited_into_another(user: User, text: str) -> None:
    """By a program, by hand on the page, and as a correction."""
    with acting_as(user):
        pk = remember(user, AROUND, by=Change.By.PERSON).memory
    assert pk is not None
    Program(user).patch(f"memories/{pk.pk}", {"content": text})
    Program(user).post(f"memories/{pk.pk}/correct", {"content": text})
    page = Client()
    page.force_login(user)
    page.post(f"/memory/{pk.pk}/edit", {"content": text})


def corrected_in_a_chat(user: User, text: str) -> None:
    said(user, "My locker code at the gym is 9000. I am allergic to nuts.")
    said(user, f"No, that is wrong. Actually, {text}")


def edited_in_a_chat(user: User, text: str) -> None:
    with acting_as(user):
        turn = converse.say(user, None, AROUND)
    answer_now(user.pk, turn.answer.pk)
    with acting_as(user):
        again = editing.edit(user, turn.said, text)
    assert again is not None
    answer_now(user.pk, again.answer.pk)


def uploaded_again(user: User, text: str) -> None:
    """The same file twice, and a new version of it."""
    for words in (text, text, f"{text}\n\nThe sea is cold."):
        uploaded(user, words)
        work_off(user)


def caller(user: User) -> Caller:
    return Caller.of(make_token(user, "Robot", ApiToken.Scope.FULL)[0], lambda _: None)


def remembered_over_mcp(user: User, text: str) -> None:
    with suppress(Refused):
        do_remember(caller(user), text, "")


def corrected_over_mcp(user: User, text: str) -> None:
    kept = do_remember(caller(user), AROUND, "")
    with suppress(Refused):
        do_correct(caller(user), kept["id"], text)


PATHS: list[Callable[[User, str], None]] = [
    said,
    said_in_a_project,
    uploaded,
    uploaded_as_markdown,
    mailed,
    mailed_again,
    quoted_in_a_new_thread,
    forwarded,
    imported_from_chatgpt,
    imported_from_claude,
    imported_as_mbox,
    put_by_a_program,
    put_into_the_store,
    told_as_a_source,
    remembered_over_mcp,
    corrected_over_mcp,
    edited_into_another,
    corrected_in_a_chat,
    edited_in_a_chat,
    uploaded_again,
]
# An id or a time, in which a number that is looked for may stand by chance.
_BY_CHANCE = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d[t ]\d\d:\d\d:\d\d[.\d]*"
)
OF_OTHERS = (quoted_in_a_new_thread, imported_as_mbox)


def everything_told(user: User, question: str) -> str:
    """What anybody who asks is told: recall, memories, answers, the profile, suggestions, MCP."""
    work_off(user)
    told: list[str] = []
    for asked in (question, "Joan", "Rosa", "the gym", "allergy"):
        for item in recall(user, Query(asked)).items:
            told += [item.text, item.quote]
        told.append(str(do_recall(caller(user), asked, 10, "", 4000)))
    with acting_as(user):
        told += Memory.objects.exclude(state="forgotten").values_list("content", flat=True)
        told.append(str(profile(user)))
        for it in Import.objects.all():
            told += [each.text for each in suggestions(user, it)]
        turn = converse.say(user, None, question)
    answer_now(user.pk, turn.answer.pk)
    with acting_as(user):
        turn.answer.refresh_from_db()
        told.append(turn.answer.text)
    told.append(str(Program(user).get("memories").data))
    return _BY_CHANCE.sub("", " ".join(told).lower())


def has(told: str, keys: str) -> bool:
    return any(key in told for key in keys.split("|"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.__name__)
@pytest.mark.parametrize("which", tiers.every(8, FACTS))
def test_it_comes_by_any_path_and_nothing_knows_it(
    alice: User, which: str, path: Callable[[User, str], None]
) -> None:
    fact, question, keys, wordings = FACTS[which]
    with acting_as(alice):
        memory = remember(alice, fact, by=Change.By.PERSON).memory
        assert memory is not None
        forget(alice, [memory.pk], by=Change.By.PERSON)
    if path in OF_OTHERS:
        wordings = BY_ANOTHER.get(which, wordings)
    path(alice, " ".join(wordings))
    told = everything_told(alice, question)
    assert not has(told.replace(question.lower(), ""), keys), [
        told[max(0, told.find(key) - 80) :][:200] for key in keys.split("|") if key in told
    ]


def test_nor_after_a_merge_and_a_night(alice: User) -> None:
    fact, question, keys, wordings = FACTS["a sister"]
    said(alice, fact)
    said(alice, "Ms Dalton plays the cello. Joan lives in Bath.")
    with acting_as(alice):
        memory = Memory.objects.get(content__contains="divorced", state="current")
        forget(alice, [memory.pk], by=Change.By.PERSON)
        one, other = Entity.objects.exclude(name="Bath").order_by("name")
        same_people.merge(alice, other, one)
    for words in wordings:
        uploaded(alice, words)
    work_off(alice)
    with acting_as(alice):
        run_night(alice)
    assert not has(everything_told(alice, question), keys)
