"""What of a sentence still holds where news is of another part of it.

"I live in Hull with my wife Jo", and then "We moved to York": with whom somebody lives did not
change. A sentence that is one fact is replaced as a whole.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from memories.learning.changing.cancelled import cancels
from memories.learning.changing.comparing import StatementPair, changes
from memories.learning.changing.deaths import has_died
from memories.learning.changing.endings import ends
from memories.learning.changing.plain_changes import is_moved, plainly_changes
from memories.learning.reading.facts import FactSpan, stands_alone
from memories.learning.reading.pronouns import by_name
from memories.text import (
    Span,
    content_words,
    in_english,
    language_of,
    names_in,
    sentences,
    stem_of,
    told_times,
    told_without,
    undated,
)
from memories.text.fact_parts import fact_parts
from memories.text.sameness.verbs import has_verb

_MINE = r"(?:my|our|mein\w*|unser\w*|mis?|nuestr\w+)"
_THEIRS = r"(?:his|her|their|sein\w*|ihr\w*|sus?)"
_WITH = rf"(?:with|mit|con)\s+(?:{_MINE}|{_THEIRS})\b"
_JOINT = re.compile(
    rf"\s*;\s+|\s*,\s+(?:(?:and|but|und|aber|y|pero)\s+)?|\s+(?:and|but|und|aber|y|pero)\s+|\s+(?={_WITH})",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"\b(?:mov(?:e|ed|ing)|relocat\w+|liv(?:e|ing)|gezogen|umgezogen|zieh\w*|wohn\w*|mud\w+|viv\w+)\b",
    re.IGNORECASE,
)
_BEGINS_WITH = re.compile(_WITH, re.IGNORECASE)
# Where or since when, at the end of what changed: "I live | in Hull".
_WHERE = re.compile(
    r"\s+(?:in|at|on|to|near|from|since|nach|bei|zu|aus|an|auf|seit|en|a|desde)\s+[^,;]+$",
    re.IGNORECASE,
)
# "The rent is | 900", "ich nehme | Ramipril": what a part behind it leaves out.
_SUBJECT_AND_VERB = re.compile(
    r"(?:[\w’'-]+\s+){1,3}?(?:am|is|are|was|has|have|takes?|needs?|plays?|likes?|eats?|drinks?|bin|ist"
    r"|sind|war|hat|habe?|haben|nehme?|nimmt|brauche|spiele|spielt|mag|es|son|tengo|tiene|tomo|toma)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"(?:he|she|they|it|er|sie|es|der|die|das|él|ella)(?:['’]s)?\s", re.IGNORECASE
)
_WHOSE = re.compile(rf"\W*(?:{_MINE}\s+)?[\w-]+", re.IGNORECASE)
# A part that begins with whom it is about and a verb stands alone: "ihr mann ist der Torsten".
_CLAUSE = re.compile(
    r"(?:\w+['’]?s?\s+){1,4}(?:is|are|was|has|have|likes?|loves?|lives?|works?|plays?|ist|sind|war|hat"
    r"|haben|heißt|mag|wohnt|arbeitet|spielt|es|son|tiene|vive|trabaja)\b",
    re.IGNORECASE,
)
_DOT_OF_DAY = re.compile(r"(?<=\d)\.(?=\s)")
# "mg" and "20" tell nothing of what it is about.
_UNIT = 2
_ANYTHING = frozenset(
    stem_of(word)
    for word in """take have has had get got live lives living work works go goes play plays eat
    drink use wear like love want need keep make do come be call called name named move moved
    now still new old year day time""".split()
)
# Minimum probability of news about a part of a sentence that shares no word with it.
OF_IT = 0.9
# Fewer words tell nothing: "I live".
LEAST = 3
_A_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class StillHolds:
    """What of a sentence holds: as a sentence, and as it stands there its longest part, and all
    from its first part to its last.
    """

    words: str
    part: str
    around: str


def what_stays(old: str, new: str) -> StillHolds | None:
    """What of an earlier statement the later one says nothing of; None where it is of all of it."""
    if has_died(old, new):
        return None
    if _is_of_home(new) and (without := _without_home(old)):
        return without
    spans = _parts(old)
    parts = [span.of(old) for span in spans]
    if len(parts) < 2:
        return None
    touched = _touched(parts, new)
    kept = [n for n, is_touched in enumerate(touched) if not is_touched]
    gone = [n for n, is_touched in enumerate(touched) if is_touched]
    if not _are_listed(gone, kept, parts):
        named = any(_speaks_of(parts[n]) & _speaks_of(new) for n in gone)
        # "Work for Harrow & Dunn, my boss is Graham": who begins with a verb means themselves.
        begins = {0} if has_verb(parts[0], language_of(old)) else set()
        apart = {n for n in kept if named and (_stands_alone(parts[n]) or n in begins)}
        apart |= set(_other_appointments(kept, gone, parts, new))
        kept = sorted(apart | set(_not_of_it([n for n in kept if n not in apart], parts, new)))
    kept = [n for n in kept if any(True for _ in content_words(parts[n]))]
    if not kept or not gone:
        return None
    words = told_without(old, [spans[n] for n in gone]) or _sentence_of(kept, parts, old)
    if len(_A_WORD.findall(words)) < LEAST or _is_changed(words, new):
        return None
    return StillHolds(
        words[:1].upper() + words[1:],
        max((parts[n] for n in kept), key=len),
        old[spans[kept[0]].start : spans[kept[-1]].stop],
    )


def _is_changed(rest: str, new: str) -> bool:
    """Whether the rest is what changed: "we moved to York" is not only of the third floor."""
    told = fact_parts(rest, timezone.now())
    if told.attribute == "lives in" and told.value and _is_of_home(new):
        return True
    return any(plainly_changes(rest, span.of(new)) for span in sentences(new))


def _is_of_home(new: str) -> bool:
    """Whether news is of where somebody lives, and not of with whom."""
    told = (fact_parts(span.of(new), timezone.now()) for span in sentences(new))
    return _MOVED.search(new) is not None or any(each.attribute == "lives in" for each in told)


def _without_home(old: str) -> StillHolds | None:
    """With whom somebody lives, of what tells it before where: "I live with Jo in Hull"."""
    told = fact_parts(old, timezone.now())
    with_them = re.search(rf"\b{_WITH}", old, re.IGNORECASE)
    where = re.search(rf"\s+(?:in|at|en)\s+{re.escape(told.value)}", old) if told.value else None
    if told.attribute != "lives in" or not with_them or not where:
        return None
    if where.start() < with_them.end():
        return None
    part = old[with_them.start() : where.start()]
    return StillHolds(old[: where.start()] + old[where.end() :], part, part)


def _touched(parts: Sequence[str], new: str) -> list[bool]:
    """Which parts of a sentence share what they are about with what is said later.

    What is done with anything ("take", "live") tells only where nothing else does; and where no
    word does, the model that reads both.
    """
    said = _speaks_of(new)
    shared = [_speaks_of(part) & said for part in parts]
    about = [words - _ANYTHING for words in shared]
    if any(about) or any(shared):
        return [bool(words) for words in (about if any(about) else shared)]
    sure = _read(range(len(parts)), parts, new)
    return [ends(part, new) or sure[n] >= OF_IT for n, part in enumerate(parts)]


def _are_listed(gone: Sequence[int], kept: Sequence[int], parts: Sequence[str]) -> bool:
    """Whether what changed is only listed behind what did not: "I take A and B"."""
    behind = bool(gone) and kept == list(range(gone[0]))
    return behind and not any(_stands_alone(parts[n]) for n in gone)


def _other_appointments(
    kept: Sequence[int], gone: Sequence[int], parts: Sequence[str], new: str
) -> list[int]:
    """Which of these parts tell of a day of their own, where news moves or calls off another."""
    if not any(is_moved(parts[n], new) or cancels(parts[n], new) for n in gone):
        return []
    return [n for n in kept if _stands_alone(parts[n]) and told_times(parts[n], timezone.now())]


def _not_of_it(kept: Sequence[int], parts: Sequence[str], new: str) -> list[int]:
    """Which of these parts news is not of, though it has no word in common with them.

    Whoever moves takes along whom they live with.
    """
    sure = _read(kept, parts, new)
    moved = _is_of_home(new)
    with_them = [moved and bool(_BEGINS_WITH.match(parts[n])) for n in kept]
    return [n for at, n in enumerate(kept) if sure[at] < OF_IT or any(with_them[: at + 1])]


def _read(which: Sequence[int], parts: Sequence[str], new: str) -> list[float]:
    """How likely what was said later changes each of these parts, with the subject of the first."""
    whose = _WHOSE.match(parts[0])
    subject = f"{whose.group()} " if whose else ""
    told = [parts[n] if not n or _stands_alone(parts[n]) else subject + parts[n] for n in which]
    return changes([StatementPair(each, new) for each in told])


def _parts(text: str) -> list[Span]:
    edges = [0]
    for joint in _JOINT.finditer(text):
        edges += [joint.start(), joint.end()]
    edges.append(len(text.rstrip(" .!")))
    return [Span(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b]


def _speaks_of(text: str) -> set[str]:
    names = {word for one in names_in(text) for word in one.name.lower().split()}
    words = {word.stem for word in content_words(in_english(text))}
    return {word for word in words if len(word) > _UNIT} | names


def _stands_alone(words: str) -> bool:
    # "Am 19. (19. Dezember 2026) ist das Fest" is "am 19 ist das Fest".
    words = _DOT_OF_DAY.sub("", undated(words))
    return stands_alone(words) or bool(_CLAUSE.match(words))


def _sentence_of(kept: Sequence[int], parts: Sequence[str], text: str) -> str:
    """The parts that hold as a sentence; "" where they make none."""
    if kept == list(range(len(kept))):
        return text[: text.index(parts[kept[-1]]) + len(parts[kept[-1]])]
    rest = ", ".join(parts[n] for n in kept)
    if list(kept) == list(range(kept[0], kept[-1] + 1)):
        start = text.index(parts[kept[0]])
        rest = text[start : text.index(parts[kept[-1]], start) + len(parts[kept[-1]])]
    if _BEGINS_WITH.match(rest):
        begins = _WHERE.sub("", parts[0])
        return f"{begins} {rest}" if begins != parts[0] and len(begins.split()) > 1 else ""
    if _PRONOUN.match(rest):
        start = text.index(parts[kept[0]])
        named = by_name(text, FactSpan(Span(start, start + len(parts[kept[0]]))))
        return named.of(text) if named.subject else ""
    if _stands_alone(rest):
        return rest
    lead = _SUBJECT_AND_VERB.match(parts[0])
    # What has a verb of its own leaves out no other: "the bus leaves at six".
    return f"{lead.group()} {rest}" if lead and not has_verb(rest, language_of(text)) else ""
