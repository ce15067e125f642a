"""Tell whether what somebody says later settles a task: "car tax done". Pure text, no model.

Both must be about the same thing, and what is said must tell of a deed that was done: the very one,
or any where all that the task is about is named. A task that stays a day too long costs less than
one that is gone undone.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache

from memories.text import asks, content_words, months, sentences, stem_of, weekdays
from today import deed_words as words
from today.commitments import Commitment, commitments, is_given_up

# Shares of what a task is about: that a word of the same deed needs, and any other deed.
LIKE, WHOLE = 0.5, 0.65
# Of so many words in common two tasks are one, where they are most of the shorter one.
TWICE, MOSTLY = 2, 0.6
# A word of so many letters may be a part of a longer one.
_PART = 4
_DAY_OF_MONTH = re.compile(r"\b\d{1,2}(?:st|nd|rd|th|\.(?=\s))", re.IGNORECASE)
# "The nursery is called Fenwick": nobody was rung.
_CALLED = re.compile(r"\b(?:is|are|was|were|['’]s)\s+called\b", re.IGNORECASE)
# What one sentence tells of more than one thing: "Hockney delivered, got cake".
_CLAUSE = re.compile(r"\s*(?:[,;:]|\s[-–—]|(?<=\w)\s+(?:and|und|y|so)\s)\s*", re.IGNORECASE)
# What stands there as a thing, though it may be a deed: "bring the book", "die Frage".
_NAMED = re.compile(
    r"\b(?:the|an?|my|your|his|her|our|their|this|that|some|der|die|das|den|dem|eine?[nmrs]?|[mdsk]eine?[nmrs]?"
    r"|ihr\w{0,2}|unser\w{0,2}|el|la|los|las|una?|mi|tu|su)\s+([^\W\d_]+)",
    re.IGNORECASE,
)
# Who is spoken to, before what is asked of them.
_SPOKEN_TO = re.compile(r"^\W*[^\W\d_a-z]\w+,\s")
# Longer texts are read to here, in characters.
_READ = 2_000
# A day to read times by, where only that they are named counts.
_SOME_DAY = datetime(2026, 1, 5, tzinfo=UTC)


# How well something fits: what it does not fit, and the least that it may.
Fit = tuple[int, float]
_NOT: Fit = (0, 0.0)
_SOME = 0.01


@dataclass(frozen=True)
class TaskGist:
    """What a task is about (`things`: stems) and which deeds it speaks of.

    Of a letter also what it was written `under`, its subject, and whom it was written `to`.
    """

    things: frozenset[str]
    deeds: frozenset[int]
    under: frozenset[str] = frozenset()
    to: frozenset[str] = frozenset()


@dataclass(frozen=True)
class CompletionReport:
    """What somebody says is done: what it is about and which deeds, a sentence or a whole mail."""

    things: frozenset[str]
    deeds: frozenset[int]
    plainly: bool
    # Of whom it was sent to: that alone says nothing of what it is about.
    to: frozenset[str] = frozenset()


def gist(task: str, subject: str = "", to: str = "") -> TaskGist:
    """What a task is about. `subject` is what it was written under, `to` to whom."""
    return TaskGist(_things(task), _deeds(task), _things(subject), _things(to))


def told_done(text: str, *, subject: str = "", to: str = "") -> list[CompletionReport]:
    """What a message says was done; of a letter what is in it, which was sent by that.

    `to` is whom it was sent to. Nothing of what is asked, promised or not done yet.
    """
    found, kept = [], []
    for span in sentences(text[:_READ]):
        sentence = " ".join(span.of(text).split())
        promised = next(_promises(sentence, bool(to)), None) is not None
        kept += [] if promised else [sentence]
        cut = sentence.rstrip().endswith("?") and ", " in sentence
        if cut:
            # "Did the shift, she smiled??"
            sentence = sentence.rpartition(", ")[0]
        open_still = _pattern("NOT_YET").search(sentence) and not is_given_up(sentence)
        if (not cut and asks(sentence)) or open_still:
            continue
        clauses = _CLAUSE.split(sentence)
        for part in (sentence, *(clauses if len(clauses) > 1 else ())):
            told = _told(part)
            if told and (told.plainly or not promised):
                found.append(told)
    if to:
        written = "\n".join((subject, *kept))
        deeds = _deeds(written) | _deeds("send tell")
        found.append(CompletionReport(_things(f"{written}\n{to}"), deeds, False, _things(to)))
    return found


def _told(words_: str) -> CompletionReport | None:
    """What a sentence, or a clause of one, says is done; None where it says nothing of the kind."""
    done = _pattern("DONE").search(words_) is not None or is_given_up(words_)
    placed = _pattern("PLACED").search(words_) is not None
    if not (done or placed or _pattern("PAST").search(words_)):
        return None
    deeds = _deeds(words_) | (_deeds("bring") if placed else frozenset())
    return CompletionReport(_things(words_), deeds, done)


def settles(told: Iterable[CompletionReport], task: TaskGist, *, asked: bool = False) -> bool:
    """Whether one of these settles a task; `asked`: others asked it, in a letter on a subject."""
    return any(fit(each, task, asked=asked) > _NOT for each in told)


def fit(told: CompletionReport, task: TaskGist, *, asked: bool = False) -> Fit:
    """How well what was done fits a task: deeds in common, then the share of what it is about.

    (0, 0) where it is not settled by it.
    """
    # Who asks for something is given it by a letter, whatever the word for it.
    deeds = task.deeds | (_speaking() if asked else frozenset())
    under = asked and bool(task.under) and _settles(told, task.under, deeds)
    if not (_settles(told, task.things, deeds) or under or _was_for(told, task)):
        return _NOT
    alike = len(told.deeds & task.deeds)
    return alike, len(_both(told.things, task.things)) / max(1, len(task.things)) + _SOME


def tells_of_deed(words_: str) -> bool:
    """Whether a deed that was done begins or ends it: "Walked to the weir", "tiles ordered"."""
    told = words_.split()
    return bool(told) and any(_pattern("PAST").fullmatch(each) for each in (told[0], told[-1]))


def is_carried(task: str) -> bool:
    """Whether words alone cannot settle it: something is to be brought, bought, paid, mended."""
    return _pattern("CARRIED").search(task) is not None


def _was_for(told: CompletionReport, task: TaskGist) -> bool:
    """Whether it is the very deed, and tells of nothing but whom a letter promised it to."""
    return (
        bool((told.deeds & task.deeds) - _speaking())
        and bool(told.things)
        and told.things <= task.to
        and not told.to
    )


def bare_deeds(told: Iterable[CompletionReport]) -> frozenset[int]:
    """The deeds that are told of with no word of what was done: "Wrapped!"."""
    return frozenset(deed for each in told if not each.things for deed in each.deeds) - _speaking()


def _settles(told: CompletionReport, things: frozenset[str], deeds: frozenset[int]) -> bool:
    named, said = things - told.to or things, told.things - (told.to if things - told.to else set())
    alike = told.deeds & deeds
    if not named:
        # "I must call her": the very deed, of whomever.
        return bool(alike - _speaking()) and bool(said) and not told.to
    both, covered = _both(named, said), _both(said, named)
    if not both:
        return False
    share = len(covered) / len(named)
    if told.plainly or alike:
        all_of_it = bool(alike) and both == said
        of_shorter = len(both) / min(len(named), len(said))
        return all_of_it or max(share, of_shorter if len(said) > 1 else share) >= LIKE
    # "Think of the cake": whatever was done to it.
    if not deeds - _speaking() and both == said and not told.to:
        return share >= LIKE
    return share >= WHOLE and len(covered) > 1


def _both(named: frozenset[str], said: frozenset[str]) -> frozenset[str]:
    """What of the said is named, too: "Miete" is of "Werkstattmiete"."""
    return frozenset(
        word
        for word in said
        if word in named
        or any(
            (len(word) >= _PART and other.endswith(word))
            or (len(other) >= _PART and word.endswith(other))
            or (len(word) > _PART and other.startswith(word))
            for other in named
        )
    )


def are_one(a: TaskGist, b: TaskGist) -> bool:
    """Whether two tasks are one, in other words."""
    within = a.things <= b.things or b.things <= a.things
    if a.things and b.things and within and (a.deeds & b.deeds) - _speaking():
        return True
    if a.things and a.things == b.things and a.deeds & b.deeds:
        return True
    first, second = a.things | a.to, b.things | b.to
    both = _both(first, second)
    # Two promises to one person are not one for that.
    about = both - a.to - b.to
    return bool(about) and TWICE <= len(both) >= MOSTLY * min(len(first), len(second))


def points_back(task: str) -> bool:
    """Whether a task names nothing of its own: "I'll write it this weekend"."""
    return not _things(task)


def _promises(sentence: str, addressed: bool) -> Iterator[Commitment]:
    return commitments(sentence, _SOME_DAY, addressed=addressed)


def _things(text: str) -> frozenset[str]:
    plain = _CALLED.sub(" ", _DAY_OF_MONTH.sub(" ", text.replace("’", "'")))
    plain = _SPOKEN_TO.sub("", plain)
    named = {match.start(1) for match in _NAMED.finditer(plain)}
    told = (
        word
        for word in content_words(plain)
        if word.start in named or not _is_deed(word.spelling.lower())
    )
    return frozenset(word.stem for word in told) - _fillers()


def _deeds(text: str) -> frozenset[int]:
    plain = _NAMED.sub(" ", _CALLED.sub(" ", text))
    forms = set(re.findall(r"[^\W\d_]+", plain.lower()))
    forms |= {root for word in forms for root in _german_roots(word)}
    return frozenset(at for at, group in enumerate(_groups()) if group & forms)


_PREFIX = "(?:ab|an|auf|aus|ein|her|hin|mit|nach|rüber|vor|weg|zu|zurück|um|durch|los|raus|rein)"
_PARTICIPLE = re.compile(rf"{_PREFIX}*ge(?P<root>\w{{3,}}?)(?:t|en)")
_INFLECTED = re.compile(rf"{_PREFIX}*(?:zu)?(?P<root>\w{{3,}}?)(?:e|st|t|te|en|n)")
_WHOLE = re.compile(r"(?P<root>\w{3,}?)(?:e|st|t|te|en|n)")


@lru_cache(maxsize=4096)
def _german_roots(word: str) -> tuple[str, ...]:
    """What all forms of a German verb have in common: of "rübergebracht" and "bringe", each."""
    forms = (_PARTICIPLE, _INFLECTED, _WHOLE)
    found = [match["root"] for form in forms if (match := form.fullmatch(word))]
    return tuple(f"{root}-" for root in dict.fromkeys(found))


@lru_cache(maxsize=1)
def _speaking() -> frozenset[int]:
    """Deeds that go with so much that they alone tell nothing."""
    return _deeds("send") | _deeds("tell")


@lru_cache(maxsize=1)
def _groups() -> tuple[frozenset[str], ...]:
    groups = (group.split() for group in words.DEEDS.split("\n\n"))
    return tuple(
        frozenset((*group, *(root for word in group for root in _german_roots(word))))
        for group in groups
    )


@lru_cache(maxsize=1)
def _deed_words() -> frozenset[str]:
    return frozenset(word for group in _groups() for word in group)


def _is_deed(word: str) -> bool:
    return word in _deed_words() or any(root in _deed_words() for root in _german_roots(word))


@lru_cache(maxsize=1)
def _fillers() -> frozenset[str]:
    named = (*months("en", "de", "es"), *weekdays("en", "de", "es"))
    said = (*words.FILLERS.split(), *named)
    return frozenset((*said, *map(stem_of, said)))


@lru_cache(maxsize=4)
def _pattern(table: str) -> re.Pattern[str]:
    joined = re.sub(r"\s*\n\s*", "", getattr(words, table).strip())
    return re.compile(joined, re.IGNORECASE)
