"""Measure recall on somebody else's questions, through the same path as everything that is said.

Each line of the file is one person's memory: items with ids, and questions with the ids of the
items that answer them. A person is made for it, told it all, asked, and removed with everything.
"""

import json
import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from statistics import quantiles
from typing import Any
from uuid import UUID, uuid4

from accounts.models import User
from accounts.signup import join
from database.acting import acting_as
from llm import embedding
from memories.keeping import NewSource, Refused, keep
from memories.keeping.vectors import embed_waiting
from memories.learning import learn_waiting
from memories.models import Source, Work
from memories.recall import Item, Query, recall, speakers_named
from memories.search import pack_waiting
from memories.source_kinds import CHAT
from memories.text import understand

DEPTHS = (5, 10, 20)
# Items may be several passages of one message, which counts once.
ASKED_FOR = 3 * max(DEPTHS)

_PERSON = frozenset({"", "user", "person", "me", "human"})
_ASSISTANT = frozenset({"assistant", "ai", "bot", "model"})


class BadFileError(Exception):
    """A line that cannot be measured; the message says which and why."""


@dataclass(frozen=True)
class BenchItem:
    """One thing that is said: `author` is "user", "assistant" or a name."""

    id: str
    text: str
    author: str
    at: datetime | None
    thread: str


@dataclass(frozen=True)
class BenchQuestion:
    """What is asked, and the ids of the items that answer it."""

    text: str
    relevant: frozenset[str]
    group: str
    at: datetime | None


@dataclass(frozen=True)
class BenchCase:
    """One person's memory and the questions about it."""

    items: tuple[BenchItem, ...]
    questions: tuple[BenchQuestion, ...]


@dataclass(frozen=True)
class QuestionResult:
    """How one question went: shares of the relevant found by depth, nDCG@10, milliseconds."""

    group: str
    recall: Mapping[int, float]
    ndcg: float
    milliseconds: float


@dataclass
class Measurements:
    """What came of all cases so far."""

    asked: list[QuestionResult] = field(default_factory=list)
    items: int = 0
    skipped: int = 0
    unanswerable: int = 0
    seconds_saving: float = 0.0
    seconds_embedding: float = 0.0

    def report(self) -> dict[str, Any]:
        """The figures as one JSON object, over all questions and by group."""
        thousands = max(self.items, 1) / 1000
        groups = sorted({asked.group for asked in self.asked})
        return {
            **_figures(self.asked),
            "items": self.items,
            "items_skipped": self.skipped,
            "queries_without_relevant": self.unanswerable,
            "s_per_1000_items": round(
                (self.seconds_saving + self.seconds_embedding) / thousands, 2
            ),
            "s_per_1000_items_saving": round(self.seconds_saving / thousands, 2),
            "groups": {g: _figures([a for a in self.asked if a.group == g]) for g in groups},
        }


def read(lines: Iterable[str]) -> Iterator[BenchCase]:
    """The cases of a JSON-lines file. Raises BadFileError."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield _case(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            raise BadFileError(
                f"Line {number} is not as it should be ({type(problem).__name__}: {problem})."
                ' It is one JSON object: {"items": [{"id", "text", "author", "at", "thread"}],'
                ' "queries": [{"q", "relevant": [ids], "group", "at"}]}.'
            ) from problem


def measure(cases: Iterable[BenchCase], *, embedding_counts: bool) -> Measurements:
    """Tell, ask and remove each case. Raises llm's ModelError where embedding fails."""
    measured = Measurements()
    embedding.embed_query("Is the model there?")  # loading it is no part of any question
    for case in cases:
        with somebody() as user:
            ids = tell(user, case.items, measured)
            settle(user, measured)
            last = max((told.at for told in case.items if told.at), default=None)
            for question in case.questions:
                if question.relevant:
                    asked = _ask(user, question, last, ids, embedding_counts=embedding_counts)
                    measured.asked.append(asked)
                else:
                    measured.unanswerable += 1
    return measured


@contextmanager
def somebody() -> Iterator[User]:
    """A person who is there for a while, and then gone with everything."""
    user = join(User(email=f"{uuid4()}@bench.invalid", name="Bench"), let_in=True)
    try:
        yield user
    finally:
        with acting_as(user):
            user.delete()


def tell(user: User, items: Sequence[BenchItem], measured: Measurements) -> dict[UUID, str]:
    """Say it all as chat messages. Gives the item's id for each source."""
    ids: dict[UUID, str] = {}
    started = time.perf_counter()
    for told in items:
        try:
            with acting_as(user):
                ids[keep(user, _said(told)).pk] = told.id
        except Refused:
            measured.skipped += 1
    measured.seconds_saving += time.perf_counter() - started
    measured.items += len(ids)
    return ids


def _said(told: BenchItem) -> NewSource:
    author = Source.Author.OTHER
    if told.author.lower() in _PERSON:
        author = Source.Author.PERSON
    elif told.author.lower() in _ASSISTANT:
        author = Source.Author.ASSISTANT
    return NewSource(
        CHAT,
        told.text,
        thread=told.thread,
        author=author,
        speaker=told.author if author == Source.Author.OTHER else "",
        happened_at=told.at,
    )


def settle(user: User, measured: Measurements) -> None:
    """Do what the workers would: learn and embed until nothing waits."""
    started = time.perf_counter()
    opened = Work.objects.filter(
        user_id=user.pk, state__in=[Work.State.WAITING, Work.State.WORKING]
    )
    while opened.exists():
        if not (learn_waiting(user.pk) or embed_waiting(user.pk) or pack_waiting(user.pk)):
            time.sleep(0.2)  # a worker of the running application has it
    measured.seconds_embedding += time.perf_counter() - started


def _ask(
    user: User,
    question: BenchQuestion,
    last: datetime | None,
    ids: Mapping[UUID, str],
    *,
    embedding_counts: bool,
) -> QuestionResult:
    now = question.at or last
    if not embedding_counts:
        with acting_as(user):
            names = speakers_named(user.pk, question.text)
        for meaning in understand(
            question.text, now or datetime.now(UTC), user.zone, names
        ).meanings:
            embedding.embed_query(meaning)  # remembered for the question itself
    started = time.perf_counter()
    recalled = recall(user, Query(question.text, limit=ASKED_FOR, now=now))
    milliseconds = (time.perf_counter() - started) * 1000
    found = sources_of(recalled.items, ids)
    return QuestionResult(
        question.group,
        {depth: share_found(found[:depth], question.relevant) for depth in DEPTHS},
        ndcg(found[:10], question.relevant),
        milliseconds,
    )


def sources_of(items: Iterable[Item], ids: Mapping[UUID, str]) -> list[str]:
    """The ids of what was recalled, best first; of what stands in several places, one by one."""
    sources = (place.source_id for item in items for place in (item.place, *item.also))
    return list(dict.fromkeys(ids[source] for source in sources if source in ids))


def share_found(found: Sequence[str], relevant: frozenset[str]) -> float:
    """Which share of the relevant ids was found, 0..1."""
    return len(relevant.intersection(found)) / len(relevant)


def ndcg(found: Sequence[str], relevant: frozenset[str]) -> float:
    """How high the relevant stand among those found, best first: 1 where nothing is before them."""
    gain = sum(1 / math.log2(place + 2) for place, id_ in enumerate(found) if id_ in relevant)
    return gain / sum(1 / math.log2(place + 2) for place in range(min(len(relevant), 10)))


def _figures(asked: Sequence[QuestionResult]) -> dict[str, Any]:
    if not asked:
        return {"queries": 0}
    times = sorted(a.milliseconds for a in asked)
    cuts = quantiles(times, n=100, method="inclusive") if len(times) > 1 else times * 99
    return {
        "queries": len(asked),
        **{f"recall@{k}": round(sum(a.recall[k] for a in asked) / len(asked), 4) for k in DEPTHS},
        "ndcg@10": round(sum(a.ndcg for a in asked) / len(asked), 4),
        "ms_p50": round(cuts[49], 1),
        "ms_p95": round(cuts[94], 1),
    }


def _case(line: Any) -> BenchCase:
    items = tuple(
        BenchItem(
            id=str(item["id"]),
            text=_string(item["text"]),
            author=_string(item.get("author") or ""),
            at=_moment(item.get("at")),
            thread=str(item.get("thread") or "")[:255],
        )
        for item in line["items"]
    )
    questions = tuple(
        BenchQuestion(
            text=_string(query["q"]),
            relevant=frozenset(map(str, query["relevant"])),
            group=str(query.get("group") or "all"),
            at=_moment(query.get("at")),
        )
        for query in line["queries"]
    )
    return BenchCase(items, questions)


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _moment(value: Any) -> datetime | None:
    if value is None or value == "":
        return None
    moment = datetime.fromisoformat(_string(value))
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
