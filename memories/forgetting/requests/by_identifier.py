"""The identifiers that a request to forget names, and what holds one, however it is written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import Unit
from memories.forgetting.requests.parts.clause import added_parts
from memories.text import Span, content_words, identifiers, stems
from memories.text.calendar.names import month_numbers
from memories.text.identifiers import Identifier, IdKind
from memories.text.meaning.english_words import is_english, is_listed
from memories.text.names.small_words import small_words

# Minimum digits of a number that identifies by itself; a shorter one needs a word beside it.
_LONG = 5
# Minimum letters and digits of a code that is recognised however it is split up.
_CODE = 6
# Maximum letters of a part of a code that has no digits: "PLX 4471".
_LETTERS_ALONE = 4
_MONTHS = month_numbers("en", "de", "es", "fr")
_LETTERS = re.compile(r"[^\W_]+")


def identifiers_asked(topic: str) -> list[Identifier]:
    """The identifiers of a topic that may each tell which thing is meant."""
    return [*filter(_tells, identifiers(topic)), *_written_codes(topic)]


def met_by(units: Sequence[Unit], ids: Sequence[Identifier], topic: str) -> list[Identifier]:
    """Those of these that a sentence holds, and that stand within no longer one that does."""
    return _whole([each for each in ids if any(holds(unit, [each], topic) for unit in units)])


def _tells(each: Identifier) -> bool:
    return each.unique or each.kind in ("date", "code") or len(each.canonical) >= 3


def _whole(ids: Sequence[Identifier]) -> list[Identifier]:
    """Without those that stand within another: the 20 of "GY 20 4481"."""
    return [
        each
        for each in ids
        if not any(
            other.span.start <= each.span.start
            and each.span.stop <= other.span.stop
            and len(other.canonical) > len(each.canonical)
            for other in ids
        )
    ]


# A code in parts: "YK 19 ZZT", "MORGA 657054 SM9IJ"; and a short one: "B17", "C-4".
_PARTS = re.compile(r"(?<!\w)[A-Z0-9]+(?:[ ./-][A-Z0-9]+)+(?!\w)")
_SHORT_CODE = re.compile(
    r"(?<![\w-])(?:[a-z]{1,3}[ -]?\d{1,4}|\d{1,4}[ -]?[a-z]{1,2})(?![\w-])", re.IGNORECASE
)


def _written_codes(topic: str) -> list[Identifier]:
    """The codes of a topic in whatever parts they are written; a short one where it is all."""
    known = [each.span for each in identifiers(topic) if each.unique]
    found = list(_in_parts(topic))
    for match in (*_PARTS.finditer(topic), *_SHORT_CODE.finditer(topic)):
        code = "".join(letter for letter in match.group().lower() if letter.isalnum())
        # "IBAN DE71 …" is no code: what stands in it is.
        if any(match.start() <= span.start and span.stop <= match.end() for span in known):
            continue
        beside = topic[: match.start()] + topic[match.end() :]
        first = re.match(r"[^\W\d_]*", match.group().lower())
        if first and first.group() in small_words():
            # "In 2020".
            continue
        enough = len(code) >= _CODE or not any(True for _ in content_words(beside))
        if enough and not code.isdigit() and any(c.isdigit() for c in code):
            found.append(Identifier(IdKind.CODE, code, Span(*match.span())))
    return found


def _in_parts(topic: str) -> Iterator[Identifier]:
    """The runs of words of a topic that may be a code: "ins2 1148 0093", "PLX forty-four …"."""
    parts = _parts(topic)
    for first in range(len(parts)):
        code = ""
        for last in range(first, len(parts)):
            letters, span = parts[last]
            if not _may_be_part(letters):
                break
            code += letters
            long = last > first and len(code) >= _LONG and not code.isdigit()
            if long and any(c.isdigit() for c in code):
                yield Identifier(IdKind.CODE, code, Span(parts[first][1].start, span.stop))


def _parts(topic: str) -> list[tuple[str, Span]]:
    """The words of a text, small; what is spelled out of a number in digits."""
    numbers = [each for each in identifiers(topic) if each.kind is IdKind.NUMBER]
    found = [(each.canonical, each.span) for each in numbers]
    found += [
        (match.group().lower(), Span(*match.span()))
        for match in _LETTERS.finditer(topic)
        if not any(each.span.start <= match.start() < each.span.stop for each in numbers)
    ]
    return sorted(found, key=lambda part: part[1].start)


def _may_be_part(word: str) -> bool:
    """Whether it may be a part of a code: no word of a language."""
    if any(letter.isdigit() for letter in word):
        return True
    known = word in small_words() or word in _MONTHS or is_english(word) or is_listed(word, "de")
    return len(word) <= _LETTERS_ALONE and not known


def _written_there(code: str, text: str) -> bool:
    """Whether a code stands there, whatever parts it is written in: "HX-55" is not "HX-55-7"."""
    apart = r"[\s./:-]?".join(map(re.escape, code))
    return bool(re.search(rf"(?<!\w)(?<!\w[./:-]){apart}(?!\w|[.:-]\w|/\d)", text, re.IGNORECASE))


def holds(unit: Unit, ids: Sequence[Identifier], topic: str) -> bool:
    """Whether a sentence has one of them; a short number only with a word of the topic beside."""
    for wanted in ids:
        if wanted.kind is IdKind.CODE and _written_there(wanted.canonical, unit.text):
            return True
        for held in identifiers(unit.text):
            if not held.is_(wanted) and held.canonical != wanted.canonical:
                continue
            if wanted.unique or wanted.kind in ("date", "code") or len(wanted.canonical) >= _LONG:
                return True
            beside = topic[: wanted.span.start] + topic[wanted.span.stop :]
            if not any(True for _ in content_words(beside)):
                return True
            if set(stems(topic)) & set(stems(unit.text)) - {wanted.canonical}:
                return True
    return False


def holding(unit: Unit, ids: Sequence[Identifier], topic: str) -> Passage:
    """The clause of a sentence that has an identifier, or what a comma adds: "…, room 214"."""
    held = [
        replace(unit, passage=p, text=p.words)
        for p in added_parts(unit)
        if holds(replace(unit, passage=p, text=p.words), ids, topic)
    ]
    return min(held or [unit], key=lambda each: len(each.text)).passage
