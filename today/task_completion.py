"""Tell whether what somebody says later settles a task: "car tax done". Pure text, no model.

Both must be about the same thing, and what is said must tell of a deed that was done: the very one,
or any where all that the task is about is named. A task that stays a day too long costs less than
one that is gone undone.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache

from memories.text import asks, sentences
from today import deed_words as words
from today.commitments import commitments, is_given_up
from today.task_gist import (
    CLAUSE,
    Named,
    TaskGist,
    both,
    deeds,
    in_english_words,
    joined,
    named,
    roots,
)

# Shares of what a task is about: that a word of the same deed needs, and any other deed.
LIKE, WHOLE = 0.5, 0.65
# Minimum number of shared words of two tasks that are one, and their share of the shorter one.
TWICE, MOSTLY = 2, 0.6
# Longer texts are read to here, in characters.
_READ = 2_000
# A day to read times by, where only that they are named counts.
_SOME_DAY = datetime(2026, 1, 5, tzinfo=UTC)
_NOTHING = Named(frozenset(), frozenset())


# How well something fits: what it does not fit, and the least that it may.
Fit = tuple[int, float]
_NOT: Fit = (0, 0.0)
_SOME = 0.01


@dataclass(frozen=True)
class CompletionReport:
    """What somebody says is done: what it is about and which deeds, a sentence or a whole mail.

    `roots` are those of deeds that no list knows.
    """

    named: Named
    english: Named
    deeds: frozenset[int]
    plainly: bool
    # A deed is told of, or (also) how a thing is now.
    done: bool = True
    state: bool = False
    roots: frozenset[str] = frozenset()
    # Where a thing is said to be: "in the shed" is where it was to be only if the task says so.
    place: frozenset[str] = frozenset()
    # Who reads the letter it is told in; of the whole letter also `to`: that alone says nothing of
    # what it is about.
    reader: frozenset[str] = frozenset()
    to: frozenset[str] = frozenset()


def told_done(text: str, *, subject: str = "", to: str = "") -> list[CompletionReport]:
    """What a message says was done; of a letter what is in it, which was sent by that.

    `to` is whom it was sent to. Nothing of what is asked, promised or not done yet.
    """
    found: list[CompletionReport] = []
    kept: list[str] = []
    reader = named(to).things
    before = ""
    for span in sentences(text[:_READ]):
        sentence = " ".join(span.of(text).split())
        promised = _promises(sentence, bool(to))
        kept += [] if promised else [sentence]
        told = _told_in(sentence, before, promised=promised, addressed=bool(to))
        found += [replace(each, reader=reader) for each in told]
        before = sentence
    if to:
        written = "\n".join((subject, *kept))
        about, english = named(f"{written}\n{to}"), in_english_words(f"{written}\n{to}")
        done = deeds(written) | deeds("send tell")
        found.append(CompletionReport(about, english, done, False, reader=reader, to=reader))
    return found


def _told_in(
    sentence: str, before: str, *, promised: bool, addressed: bool
) -> Iterator[CompletionReport]:
    """What a sentence says is done, and each clause of it: "Did the shift, she smiled??"."""
    cut = sentence.rstrip().endswith("?") and ", " in sentence
    sentence = sentence.rpartition(", ")[0] if cut else sentence
    if not cut and asks(sentence):
        return
    clauses = [clause for clause in CLAUSE.split(sentence) if clause.strip()]
    parts = (sentence, *(clauses if len(clauses) > 1 else ()))
    for part in parts:
        told = _told(part, before)
        if told is None or (promised and not told.plainly and part is sentence):
            continue
        if promised and not told.plainly and _promises(part, addressed):
            continue
        if part is not sentence and not told.named.things:
            continue
        yield told


def _told(part: str, before: str) -> CompletionReport | None:
    """What a sentence, or a clause of one, says is done; None where it says nothing of the kind.

    What is given up with no word of what it was is what the sentence `before` spoke of.
    """
    part = part.strip(" .!?…")
    given_up = is_given_up(part)
    if not given_up and _pattern("NOT_YET").search(part):
        return None
    past = [match.group() for match in _pattern("PAST").finditer(part)]
    done = given_up or _pattern("DONE").search(part) is not None
    done = done or bool(past and _pattern("BY_THEMSELVES").search(part))
    placed = _pattern("PLACED").search(part) is not None
    own = named(part)
    by_state = _by_state(part) if own.things else frozenset()
    if not (done or placed or by_state or past):
        return None
    if given_up and not own.things:
        part = before
    said = deeds(part) | (deeds("bring") if placed else frozenset())
    if _pattern("BY_OTHERS").search(part):
        # "Ana sent me her photos": mine were not sent.
        said, past = said - deeds("send tell pay bring"), []
    said |= by_state
    if own.things and deeds(part) & deeds("send upload"):
        # What was to be made or written is, once it is sent.
        said |= deeds("make write")
    unlisted = roots(" ".join(word for word in past if not deeds(word)))
    about, english = (_without(each, unlisted) for each in (named(part), in_english_words(part)))
    place = frozenset[str]()
    if placed and not (past or done or by_state or _pattern("ARRIVED").search(part)):
        place = about.things - about.heads
    return CompletionReport(
        about, english, said, done, bool(past or placed), bool(by_state or placed), unlisted, place
    )


def _without(about: Named, unlisted: frozenset[str]) -> Named:
    return Named(about.things - unlisted, about.heads - unlisted)


def _by_state(part: str) -> frozenset[int]:
    """The deeds that brought about how a thing is said to be: "awning's up"."""
    return frozenset(
        deed for state, brought_by in _states() if state.search(part) for deed in brought_by
    )


def settles(told: Iterable[CompletionReport], task: TaskGist, *, asked: bool = False) -> bool:
    """Whether one of these settles a task; `asked`: others asked it, in a letter on a subject."""
    return any(fit(each, task, asked=asked) > _NOT for each in told)


def fit(told: CompletionReport, task: TaskGist, *, asked: bool = False) -> Fit:
    """How well what was done fits a task: deeds in common, then the share of what it is about.

    (0, 0) where it is not settled by it.
    """
    named_here = told.reader | told.named.things
    if told.reader and task.reader and not (asked or named_here & task.reader):
        # What was promised to one is not sent to another.
        return _NOT
    # Who asks for something is given it by a letter, whatever the word for it.
    wanted = task.deeds | (_speaking() if asked else frozenset())
    under = (
        asked
        and bool(task.under.things)
        and bool(told.plainly or (told.done and told.deeds & wanted))
        and _settles(told, task.under, _NOTHING, task, wanted)
    )
    if not (
        _settles(told, task.named, task.english, task, wanted) or under or _was_for(told, task)
    ):
        return _NOT
    alike = len(told.deeds & task.deeds) + len(told.roots & task.roots)
    shares = (
        len(both(said.things, about.things)) / max(1, len(about.things))
        for about, said in ((task.named, told.named), (task.english, told.english))
    )
    return alike, max(shares) + _SOME


def tells_of_deed(words_: str) -> bool:
    """Whether a deed that was done begins or ends it: "Walked to the weir", "tiles ordered"."""
    told = words_.split()
    return bool(told) and any(_pattern("PAST").fullmatch(each) for each in (told[0], told[-1]))


def is_carried(task: str) -> bool:
    """Whether words alone cannot settle it: something is to be brought, bought, paid, mended."""
    return _pattern("CARRIED").search(task) is not None


def _was_for(told: CompletionReport, task: TaskGist) -> bool:
    """Whether it is the very deed, and tells of nothing but whom it was promised to."""
    return (
        bool((told.deeds & task.deeds) - _speaking())
        and bool(told.named.things)
        and told.named.things <= task.to | task.asker
        and not told.to
    )


def bare_deeds(told: Iterable[CompletionReport]) -> frozenset[int]:
    """The deeds that are told of with no word of what was done: "Wrapped!"."""
    bare = (deed for each in told if not each.named.things for deed in each.deeds)
    return frozenset(bare) - _speaking()


def _settles(
    told: CompletionReport,
    own: Named,
    english: Named,
    task: TaskGist,
    wanted: frozenset[int],
) -> bool:
    alike = bool(told.deeds & wanted or told.roots & task.roots)
    if not own.things:
        # "I must call her": the very deed, of whomever.
        known = bool((told.deeds & wanted) - _speaking())
        return known and bool(told.named.things) and not (told.to or task.to)
    pairs = ((own, told.named), (english, told.english))
    return any(
        _is_met(told, about, said, task, alike=alike, wanted=wanted)
        for about, said in pairs
        if about.things
    )


def _is_met(
    told: CompletionReport,
    about: Named,
    said: Named,
    task: TaskGist,
    *,
    alike: bool,
    wanted: frozenset[int],
) -> bool:
    """Whether what is said is of the very thing that a task is about."""
    things = about.things - told.to or about.things
    named_ = said.things - (told.to if about.things - told.to else frozenset())
    shared, covered = both(things, named_), both(named_, things)
    if not shared:
        return False
    share = len(covered) / len(things)
    of_shorter = len(shared) / min(len(things), len(named_)) if len(named_) > 1 else share
    likely = max(share, of_shorter) >= LIKE
    if (told.to or about is task.under) and (told.plainly or alike):
        return likely
    if told.place and not both(things | task.to | task.asker, told.place):
        return False
    within = bool(said.heads) and both(things | task.to | task.asker, said.heads) == said.heads
    met = bool(covered & about.heads)
    if within and ((told.deeds & wanted) - _speaking() or told.roots & task.roots):
        return True
    if not met:
        return False
    if told.plainly or alike:
        return within or (likely and len(covered) > 1)
    # "Think of the cake": whatever was done to it.
    if not task.deeds and within and not told.to:
        return told.state or share >= LIKE
    return told.done and (within or bool(told.to)) and share >= WHOLE and len(covered) > 1


def are_one(a: TaskGist, b: TaskGist) -> bool:
    """Whether two tasks are one, in other words."""
    within = a.things <= b.things or b.things <= a.things
    if a.things and b.things and within and (a.deeds & b.deeds) - _speaking():
        return True
    if a.things and a.things == b.things and a.deeds & b.deeds:
        return True
    first, second = a.things | a.to, b.things | b.to
    shared = both(first, second)
    # Two promises to one person are not one for that.
    about = shared - a.to - b.to
    return bool(about) and TWICE <= len(shared) >= MOSTLY * min(len(first), len(second))


def _promises(sentence: str, addressed: bool) -> bool:
    return next(commitments(sentence, _SOME_DAY, addressed=addressed), None) is not None


@lru_cache(maxsize=1)
def _speaking() -> frozenset[int]:
    """Deeds too common to tell anything by themselves."""
    return deeds("send") | deeds("tell")


@lru_cache(maxsize=1)
def _states() -> tuple[tuple[re.Pattern[str], frozenset[int]], ...]:
    being = joined(words.BE)
    return tuple(
        (
            re.compile(state.replace("BE", being).replace(" ", r"\s+"), re.IGNORECASE),
            deeds(brought_by),
        )
        for state, brought_by in words.STATES
    )


@lru_cache(maxsize=8)
def _pattern(table: str) -> re.Pattern[str]:
    undone = joined(words.UNDONE)
    return re.compile(joined(getattr(words, table)).replace("UNDONE", undone), re.IGNORECASE)
