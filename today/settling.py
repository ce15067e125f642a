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

from memories.text import asks, content_words, sentences, stem_of
from today import deed_words as words
from today.commitments import Commitment, commitments

# Shares of what a task is about: that a word of the same deed needs, and any other deed.
LIKE, WHOLE = 0.5, 0.65
# Of so many words in common two tasks are one, where they are most of the shorter one.
TWICE, MOSTLY = 2, 0.6
# A word of so many letters may be a part of a longer one.
_PART = 4
_DAY_OF_MONTH = re.compile(r"\b\d{1,2}(?:st|nd|rd|th|\.(?=\s))", re.IGNORECASE)
# "The nursery is called Fenwick": nobody was rung.
_CALLED = re.compile(r"\b(?:is|are|was|were|['’]s)\s+called\b", re.IGNORECASE)
# Longer texts are read to here, in characters.
_READ = 2_000
# A day to read times by, where only that they are named counts.
_SOME_DAY = datetime(2026, 1, 5, tzinfo=UTC)


@dataclass(frozen=True)
class Gist:
    """What a task is about (`things`: stems) and which deeds it speaks of.

    Of a letter also what it was written `under`, its subject, and whom it was written `to`.
    """

    things: frozenset[str]
    deeds: frozenset[int]
    under: frozenset[str] = frozenset()
    to: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Told:
    """What somebody says is done: what it is about and which deeds, a sentence or a whole mail."""

    things: frozenset[str]
    deeds: frozenset[int]
    plainly: bool
    # Of whom it was sent to: that alone says nothing of what it is about.
    to: frozenset[str] = frozenset()


def gist(task: str, subject: str = "", to: str = "") -> Gist:
    """What a task is about. `subject` is what it was written under, `to` to whom."""
    return Gist(_things(task), _deeds(task), _things(subject), _things(to))


def told_done(text: str, *, subject: str = "", to: str = "") -> list[Told]:
    """What a message says was done; of a letter what is in it, which was sent by that.

    `to` is whom it was sent to. Nothing of what is asked, promised or not done yet.
    """
    found, kept = [], []
    for span in sentences(text[:_READ]):
        sentence = " ".join(span.of(text).split())
        promised = next(_promises(sentence, bool(to)), None) is not None
        kept += [] if promised else [sentence]
        if sentence.rstrip().endswith("?") and ", " in sentence:
            # "Did the shift, she smiled??"
            sentence = sentence.rpartition(", ")[0]
        done, past = _pattern("DONE").search(sentence), _pattern("PAST").search(sentence)
        if not (done or past) or asks(sentence) or _pattern("NOT_YET").search(sentence):
            continue
        if promised and not done:
            continue
        found.append(Told(_things(sentence), _deeds(sentence), done is not None))
    if to:
        written = "\n".join((subject, *kept))
        deeds = _deeds(written) | _deeds("send tell")
        found.append(Told(_things(f"{written}\n{to}"), deeds, False, _things(to)))
    return found


def settles(told: Iterable[Told], task: Gist, *, asked: bool = False) -> bool:
    """Whether one of these settles a task; `asked`: others asked it, in a letter on a subject."""
    # Who asks for something is given it by a letter, whatever the word for it.
    deeds = task.deeds | (_speaking() if asked else frozenset())
    return any(
        _settles(each, task.things, deeds)
        or (asked and bool(task.under) and _settles(each, task.under, deeds))
        for each in told
    )


def bare_deeds(told: Iterable[Told]) -> frozenset[int]:
    """The deeds that are told of with no word of what was done: "Wrapped!"."""
    return frozenset(deed for each in told if not each.things for deed in each.deeds) - _speaking()


def _settles(told: Told, things: frozenset[str], deeds: frozenset[int]) -> bool:
    named, said = things - told.to or things, told.things - (told.to if things - told.to else set())
    alike = told.deeds & deeds
    if not named:
        # "I must call her": the very deed, of whomever.
        return bool(alike - _speaking()) and bool(said) and not told.to
    both = _both(named, said)
    if not both:
        return False
    share = len(both) / len(named)
    if told.plainly or alike:
        all_of_it = bool(alike) and both == said
        of_shorter = len(both) / min(len(named), len(said))
        return all_of_it or max(share, of_shorter if len(said) > 1 else share) >= LIKE
    return share >= WHOLE and len(both) > 1


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


def are_one(a: Gist, b: Gist) -> bool:
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
    told = (word for word in content_words(plain) if word.spelling.lower() not in _deed_words())
    return frozenset(word.stem for word in told) - _fillers()


def _deeds(text: str) -> frozenset[int]:
    said = set(re.findall(r"[^\W\d_]+", _CALLED.sub(" ", text).lower()))
    return frozenset(at for at, group in enumerate(_groups()) if group & said)


@lru_cache(maxsize=1)
def _speaking() -> frozenset[int]:
    """Deeds that go with so much that they alone tell nothing."""
    return _deeds("send") | _deeds("tell")


@lru_cache(maxsize=1)
def _groups() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(group.split()) for group in words.DEEDS.split("\n\n"))


@lru_cache(maxsize=1)
def _deed_words() -> frozenset[str]:
    return frozenset(word for group in _groups() for word in group)


@lru_cache(maxsize=1)
def _fillers() -> frozenset[str]:
    said = words.FILLERS.split()
    return frozenset((*said, *map(stem_of, said)))


@lru_cache(maxsize=4)
def _pattern(table: str) -> re.Pattern[str]:
    joined = re.sub(r"\s*\n\s*", "", getattr(words, table).strip())
    return re.compile(joined, re.IGNORECASE)
