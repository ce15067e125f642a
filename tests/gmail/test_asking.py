"""Questions about mail, as people ask them, and what the built-in answerer says."""

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.models import User
from chat.builtin import phrases
from chat.tools import Context, run
from database.acting import acting_as
from gmail.threads import ThreadFilters, search
from memories.answers import Question, Verdict, find_answer
from memories.forgetting.forget import forget
from memories.keeping.vectors import embed_waiting
from memories.learning.learn import learn_waiting
from memories.models import Change, Memory
from tests.gmail.conftest import Arrive
from tests.gmail.letters import ME, mail, sent
from tests.gmail.test_who import ask

TOVE = '"Larsen, Tove" <tove@larsen.example>'
MAX = "Max Brandt <max@shipyard.example>"


def on(month: int, day: int) -> datetime:
    return datetime(2026, month, day, 10, tzinfo=UTC)


@pytest.fixture
def mailbox(alice: User, arrive: Arrive) -> None:
    lease = "The lease of the boathouse"
    arrive(
        mail(
            1,
            "Hi Robin,\n\nThe lease of the boathouse ends on 30 June. The harbour wants 450 a "
            "month from July on, and a deposit of two rents.\n\nDana",
            subject=lease,
            at=on(3, 12),
        ),
        sent(
            2,
            "Hi Dana,\n\n450 is more than I can pay. Could we say 400?\n\nRobin",
            subject=f"Re: {lease}",
            at=on(3, 13),
        ),
        mail(
            3,
            "Robin, 420 and no deposit. The board agreed this morning.\n\nDana",
            subject=f"Re: {lease}",
            at=on(3, 17),
        ),
    )
    arrive(
        mail(
            4,
            "Hi Robin, the lease of the pier is renewed until 2028.\n\nDana",
            subject="Lease of the pier",
            at=on(9, 2),
        ),
        number="a",
    )
    sailing = "Sailing on Saturday"
    arrive(
        sent(
            5,
            "Hi Dana, my sister Ingrid comes along on Saturday. I am allergic to shellfish, so no "
            "mussels please.\n\nRobin",
            subject=sailing,
            at=on(5, 5),
        ),
        mail(
            6,
            "Lovely! Then I bring rye bread and cheese.\n\nDana",
            subject=f"Re: {sailing}",
            at=on(5, 6),
        ),
        number="b",
    )
    arrive(
        mail(
            7,
            "Dear Robin, grandmother turns ninety on 14 October. We meet at noon at the Sea "
            "Hotel.\n\nTove",
            sender=TOVE,
            subject="Grandmother's birthday",
            at=on(9, 20),
        ),
        sent(
            8,
            "I will come and bring the cake.\n\nRobin",
            to=TOVE,
            subject="Re: Grandmother's birthday",
            at=on(9, 21),
        ),
        number="c",
    )
    arrive(
        mail(
            9,
            "Hello Robin, you are on the early shift from 2 November. The crane is out of order "
            "until then.\n\nMax",
            sender=MAX,
            subject="Your shift in November",
            at=on(10, 20),
        ),
        number="d",
    )
    for n in range(6):
        arrive(
            mail(
                20 + n,
                f"The harbour closes at {n + 5} tonight. Yours, Dana",
                subject=f"Closing time {n}",
                at=on(10, 22 + n),
            ),
            number=f"e{n}",
        )
    arrive(
        mail(
            30,
            "السفينة تصل يوم الاثنين",
            sender="Fatima <fatima@example.org>",
            to=ME,
            subject="مرحبا",
            at=on(10, 28),
        ),
        number="f",
    )
    while embed_waiting(alice.pk):
        pass


LEASE = "The lease of the boathouse ends on 30 June."
BIRTHDAY = "grandmother turns ninety on 14 October."
BREAD = "Then I bring rye bread and cheese."
CAKE = "I will come and bring the cake."


ASKED = (
    ("What did Dana say about the lease in March?", (LEASE, "420 and no deposit.")),
    ("what did dana write about the lease of the pier?", ("renewed until 2028.",)),
    ("What did Dana say in September?", ("Dana Whitfield wrote on 2 September",)),
    ("What did dana@lakeside.example write about bread?", (BREAD,)),
    ("What did Dana say about sailing in May?", (BREAD,)),
    ("Did Dana answer about the rent?", ("a deposit of two rents.",)),
    ("What did I write to Dana in May?", ("You wrote on 5 May", "my sister Ingrid")),
    ("What did I tell Tove?", (CAKE,)),
    ("What did Tove write about grandmother's birthday?", (BIRTHDAY,)),
    ("What mails did I get from Tove in September?", (BIRTHDAY,)),
    ("What did Max say about the crane?", ("The crane is out of order until then.",)),
    ("Any news from Max?", ("Max Brandt wrote on 20 October", "out of order")),
)


@pytest.mark.long
@pytest.mark.usefixtures("mailbox")
def test_who_wrote_what_and_when(alice: User) -> None:
    for question, told in ASKED:
        answer, cited = ask(alice, question)
        assert not answer.startswith(phrases.UNKNOWN), question
        assert phrases.CLOSEST not in answer, question
        for words in told:
            assert words.rstrip(".") in answer, question
        # Nobody else's mail stands beside it.
        assert len({one.split("\n")[0] for one in cited}) <= 2, question
        assert "Closing time" not in " ".join(cited), question


@pytest.mark.usefixtures("mailbox")
def test_another_time_does_not_answer(alice: User) -> None:
    answer, cited = ask(alice, "What did Dana say about the lease in February?")
    assert answer.endswith(phrases.CLOSEST)
    assert "wrote on 2 September" in answer
    assert cited


@pytest.mark.usefixtures("mailbox")
def test_what_nobody_wrote_of_is_not_told_for_sure(alice: User) -> None:
    for question in ("What did Dana say about the crane?", "What did Ken say about the lease?"):
        answer, _ = ask(alice, question)
        unknown = answer.startswith((phrases.UNKNOWN, "I know nothing"))
        assert unknown or answer.endswith(phrases.CLOSEST), answer


@pytest.mark.usefixtures("mailbox")
@pytest.mark.parametrize(
    ("question", "searched", "verdict"),
    [
        (
            "What did Dana say about the lease?",
            {"query": "lease", "person": "Dana"},
            Verdict.SURE,
        ),
        ("What mails did I get from Tove?", {"person": "Tove"}, Verdict.SURE),
        (
            "What did Dana say in September?",
            {"person": "Dana", "since": "2026-09-01", "until": "2026-09-30"},
            Verdict.SURE,
        ),
        (
            "What did Tove write about the engine?",
            {"query": "engine", "person": "Tove"},
            Verdict.UNKNOWN,
        ),
    ],
)
def test_a_tool_is_as_sure_of_who_wrote_what_as_an_answer(
    alice: User, question: str, searched: dict[str, Any], verdict: Verdict
) -> None:
    found = run(Context(alice, Change.By.ASSISTANT), "search_mail", searched)
    assert found.content == {"verdict": verdict}
    assert find_answer(alice, Question(question)).verdict is verdict


@pytest.mark.usefixtures("mailbox")
@pytest.mark.parametrize("question", ["What did I say about shellfish?", "Am I allergic?"])
def test_other_questions_are_answered_as_ever(alice: User, question: str) -> None:
    while learn_waiting(alice.pk) or embed_waiting(alice.pk):
        pass
    answer, _ = ask(alice, question)
    assert "allergic to shellfish" in answer
    assert not answer.startswith(phrases.UNKNOWN)


def subjects_of(user: User, question: str) -> list[str]:
    found = search(user, question, ThreadFilters(), limit=30)
    return [one.thread.subject for one in found.threads]


@pytest.mark.usefixtures("mailbox")
def test_a_search_shows_what_fits_and_no_more(alice: User) -> None:
    assert subjects_of(alice, "zzzz qqqq") == []
    assert subjects_of(alice, "crane") == ["Your shift in November"]
    assert subjects_of(alice, "lease") == ["The lease of the boathouse", "Lease of the pier"]
    assert subjects_of(alice, "Max") == ["Your shift in November"]


@pytest.mark.usefixtures("mailbox")
def test_who_only_writes_to_the_person_is_told_of(alice: User) -> None:
    answer, cited = ask(alice, "Who is Fatima?")
    assert "Fatima writes to you from fatima@example.org: 1 mail" in answer
    assert "you have not written to them [1]." in answer
    assert len(cited) == 1


@pytest.mark.usefixtures("mailbox")
def test_what_was_forgotten_is_not_told(alice: User) -> None:
    while learn_waiting(alice.pk):
        pass
    with acting_as(alice):
        memory = Memory.objects.get(content__contains="shellfish")
        forget(alice, [memory.pk], by=Change.By.PERSON)
    answer, _ = ask(alice, "What did I write to Dana in May?")
    assert "You wrote on 5 May" in answer
    assert "shellfish" not in answer
