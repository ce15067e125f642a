"""What Today shows: questions, tasks, what comes up, what is new, what was a year ago. Not much."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from uuid import UUID

from django.db.models import (
    Exists,
    F,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    TextField,
    Value,
)
from django.utils import timezone

from accounts.models import User
from memories.forgetting import held_back
from memories.keeping import open_questions
from memories.learning import last_night, surely_lasting
from memories.models import Change, Memory, Source
from memories.pages import display, night, source_url
from memories.recall import listing
from memories.source_kinds import kind_of, registered
from memories.text import MASK, sentences
from today.coming import Coming, coming, of_tasks, until
from today.ephemeral import is_of_the_moment
from today.models import Task, Visit, passage
from web.troubles import Trouble, troubles

# Maximum number of cards of each kind: what is answered makes room for the next.
TASKS, ASKED, TICKED, LEARNED, TROUBLES, YEAR_AGO = 5, 3, 3, 5, 3, 3
# Number up to which cards are counted.
COUNTED = 100
# Number of latest memories looked through for those that surely last.
LOOKED = 15
# How long a task is shown after its day, and one without a day after it was said.
OVERDUE, OPEN_FOR = timedelta(days=14), timedelta(days=30)
_EXCERPT = 200  # characters


@dataclass(frozen=True)
class ShownSide:
    """One of two answers to a question: what it says, and where it comes from."""

    id: UUID
    content: str
    source: str


@dataclass(frozen=True)
class ShownQuestion:
    """Two memories of which one may be wrong, and how many more questions wait."""

    old: ShownSide
    new: ShownSide
    more: int


@dataclass(frozen=True)
class ShownHeldBack:
    """Something that came in and may be what was forgotten, and how much more of that waits."""

    id: UUID
    text: str
    label: str
    icon: str
    more: int


@dataclass(frozen=True)
class ShownTask:
    """Something the person said they would do, or was asked to."""

    id: UUID
    text: str
    label: str
    icon: str
    url: str
    due: str
    overdue: bool

    @property
    def anchor(self) -> str:
        """By what the page names it."""
        return f"task-{self.id}"


@dataclass(frozen=True)
class ShownTicked:
    """A task that is done by what the person said since, and the words that said so."""

    id: UUID
    text: str
    label: str
    url: str


@dataclass(frozen=True)
class YearAgo:
    """Something said a year ago."""

    text: str
    label: str
    icon: str
    url: str


@dataclass(frozen=True)
class Cards:
    """All of the page."""

    question: ShownQuestion | None
    held_back: ShownHeldBack | None
    tasks: Sequence[ShownTask]
    more_tasks: int
    asked: Sequence[ShownTask]
    more_asked: int
    ticked: Sequence[ShownTicked]
    coming: Coming
    troubles: Sequence[Trouble]
    learned: Sequence[display.ShownMemory]
    more_learned: int
    night: str
    year_ago: Sequence[YearAgo]

    @property
    def empty(self) -> bool:
        return not (
            self.question
            or self.held_back
            or self.tasks
            or self.asked
            or self.ticked
            or self.coming.days
            or self.troubles
            or self.learned
            or self.night
            or self.year_ago
        )


def cards(user: User, visit: Visit) -> Cards:
    """What there is for this person now. Inside `acting_as`."""
    tasks, asked = _tasks(user, Task.Kind.PROMISED), _tasks(user, Task.Kind.ASKED)
    ahead = coming(user)
    learned, more_learned = _learned(user, visit.before, beside=ahead.memories)
    return Cards(
        question=_question(user),
        held_back=_held_back(user),
        tasks=tasks[:TASKS],
        more_tasks=max(0, len(tasks) - TASKS),
        asked=asked[:ASKED],
        more_asked=max(0, len(asked) - ASKED),
        ticked=_ticked(user, visit.before),
        coming=ahead,
        troubles=troubles(user)[:TROUBLES],
        learned=[
            display.memory(user, row, place=place)
            for place, row in enumerate(listing.rows(user, learned))
        ],
        more_learned=more_learned,
        night=_night(user, visit.before),
        year_ago=_year_ago(user),
    )


def _question(user: User) -> ShownQuestion | None:
    """The latest question: none about what is a task, or says that one is done."""
    asked = open_questions(user)
    sides = {memory.pk for each in asked for memory in (each.old, each.new)}
    tasks = set(of_tasks(user).filter(memory__in=sides).values_list("memory", flat=True))
    questions = [each for each in asked if not {each.old.pk, each.new.pk} & tasks]
    if not questions:
        return None
    first = questions[0]
    old, new = (
        ShownSide(
            row.memory.pk,
            row.memory.content,
            display.of_evidence(user, row.evidence).label if row.evidence else "",
        )
        for row in listing.rows(user, [first.old, first.new])
    )
    return ShownQuestion(old, new, len(questions) - 1)


def _held_back(user: User) -> ShownHeldBack | None:
    waiting = held_back(user)
    first = waiting.first()
    if first is None:
        return None
    kind = kind_of(first.source.kind)
    return ShownHeldBack(
        id=first.pk,
        text=" ".join(first.text.split()),
        label=display.label(user, first.source),
        icon=kind.icon,
        more=len(waiting.values_list("pk")[: COUNTED + 1]) - 1,
    )


def _tasks(user: User, kind: Task.Kind) -> list[ShownTask]:
    """The open tasks of a kind that can be shown now: the next day first, then those without."""
    now = timezone.now()
    with_day = Q(due__gte=now - OVERDUE)
    without = Q(due=None, said__gte=now - OPEN_FOR)
    rows = (
        Task.objects.filter(with_day | without, user=user, kind=kind, state=Task.State.OPEN)
        .filter(Q(later=None) | Q(later__lte=now))
        .annotate(words=passage())
        .select_related("source")
        .defer("source__text", "source__metadata")
        .order_by(F("due").asc(nulls_last=True), "-said")[:COUNTED]
    )
    return [_shown(user, row, now) for row in rows if MASK not in getattr(row, "words", MASK)]


def _shown(user: User, task: Task, now: datetime) -> ShownTask:
    where = kind_of(task.source.kind)
    return ShownTask(
        id=task.pk,
        text=_as_sentence(getattr(task, "words", "")),
        label=display.label(user, task.source),
        icon=where.icon,
        url=source_url(task.source_id, task.source.kind, task.start, task.stop),
        due=until(user, task.due) if task.due else "",
        overdue=task.due is not None and task.due < now,
    )


def _as_sentence(words: str) -> str:
    """A passage in one line that begins with a capital: below its greeting a letter has none."""
    line = " ".join(words.split())
    return line[:1].upper() + line[1:]


def _ticked(user: User, since: datetime) -> list[ShownTicked]:
    """What was done since by the person's own words: shown once, one click opens it again."""
    done = Task.objects.filter(user=user, state=Task.State.DONE, settled__gt=since)
    rows = (
        done.exclude(settled_by=None)
        .annotate(words=passage())
        .select_related("settled_by")
        .defer("settled_by__text", "settled_by__metadata")
        .order_by("-settled", "-id")[:TICKED]
    )
    return [
        ShownTicked(
            id=row.pk,
            text=_as_sentence(words),
            label=display.label(user, row.settled_by),
            url=source_url(row.settled_by.pk, row.settled_by.kind),
        )
        for row in rows
        if row.settled_by and MASK not in (words := getattr(row, "words", MASK))
    ]


def _learned(user: User, since: datetime, beside: Sequence[Memory]) -> tuple[list[Memory], int]:
    """What was learned since then and nobody looked at yet, the latest first; how much more.

    What is shown as a task, or told that one is done, or stands beside it, is not shown once more;
    nor what may only be of the moment: it is in Memory like all else, and counted as such.
    """
    changes = Change.objects.filter(
        user=user,
        at__gt=since,
        what=Change.What.REMEMBERED,
        by__in=[Change.By.LEARNING, Change.By.ASSISTANT],
        memory__state=Memory.State.CURRENT,
        memory__confirmed=None,
    ).exclude(memory__in=[memory.pk for memory in beside])
    told = of_tasks(user).filter(memory=OuterRef("memory"))
    new = changes.exclude(Exists(told))
    newest = new.select_related("memory__project").order_by("-at", "-id")[:LOOKED]
    found = [change.memory for change in newest]
    found = [memory for memory in found if not is_of_the_moment(memory.content)]
    lasting = surely_lasting([memory.content for memory in found])
    shown = [memory for memory, lasts in zip(found, lasting, strict=True) if lasts][:LEARNED]
    more = new.exclude(memory__in=[memory.pk for memory in shown])
    return shown, more.values("memory").distinct()[: COUNTED + 1].count()


def _night(user: User, since: datetime) -> str:
    """What the last night did, where nobody looked since."""
    last, _ = last_night(user)
    return night.summary(user) if last and (last.finished or last.began) > since else ""


def _year_ago(user: User) -> list[YearAgo]:
    """What the person said or wrote on this day a year ago, where it tells more than a greeting."""
    today = timezone.localdate(timezone=user.zone)
    day = today.replace(
        year=today.year - 1, day=min(today.day, 28) if today.month == 2 else today.day
    )
    start = datetime.combine(day, time(), user.zone)
    kinds = [kind.name for kind in registered() if kind.direct or kind.addressed]
    said: QuerySet[Source] = (
        Source.objects.filter(
            user=user,
            author=Source.Author.PERSON,
            kind__in=kinds,
            happened_at__gte=start,
            happened_at__lt=start + timedelta(days=1),
        )
        .annotate(
            words=Func(
                F("text"), Value(1), Value(2_000), function="substr", output_field=TextField()
            ),
            size=Func(F("text"), function="length", output_field=IntegerField()),
        )
        .defer("text", "metadata")
        .order_by("-size")
    )
    found = (_remembered(user, source) for source in said[: 3 * YEAR_AGO])
    return [each for each in found if each is not None][:YEAR_AGO]


def _remembered(user: User, source: Source) -> YearAgo | None:
    text: str = getattr(source, "words", "")
    told = [
        words
        for span in sentences(text)
        if MASK not in (words := " ".join(span.of(text).split()))
        and not words.endswith("?")
        and len(words.split()) > 4
    ]
    if not told:
        return None
    line = told[0] if len(told[0]) <= _EXCERPT else f"{told[0][:_EXCERPT].rsplit(' ', 1)[0]} …"
    kind = kind_of(source.kind)
    return YearAgo(line, display.label(user, source), kind.icon, source_url(source.pk, source.kind))
