"""What a request says is to stay does: "forget the mule, but not the geese".

Both may stand in one clause ("we keep a mule and two geese"): what goes is cut from the phrase
that names it to the phrase that names what stays.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import Unit
from memories.text import Span, is_small, language_meant, with_what_hangs_on
from memories.text.sameness.enumerated import NUMBERS
from memories.text.sameness.gist import words_at
from memories.text.sameness.standing_alone import JOINED, JOINS, head_of
from memories.text.sameness.subjects import OWNER, clauses
from memories.text.sameness.verbs import is_verb

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@dataclass(frozen=True)
class Spared:
    """What of some passages goes where something is to stay; `asked` goes with it or not at all."""

    goes: tuple[Passage, ...]
    asked: tuple[Passage, ...]


def sparing(units: Sequence[Unit], passages: Sequence[Passage], topic: str, keep: str) -> Spared:
    """These passages without what is to stay."""
    goes: list[Passage] = []
    asked: list[Passage] = []
    for passage in passages:
        unit = next((each for each in units if _is_in(each, passage)), None)
        if unit is None or not _words_of(keep, topic, passage.words):
            goes.append(passage)
        elif part := _apart(unit.text, topic, keep):
            at = unit.passage.start + part.start
            stop = unit.passage.start + part.stop
            cut = replace(passage, start=at, stop=stop, words=part.of(unit.text), listed="")
            goes.append(replace(cut, listed=_alone(unit.text, part)))
        elif _words_of(topic, keep, passage.words):
            asked.append(passage)
    return Spared(tuple(dict.fromkeys(goes)), tuple(dict.fromkeys(asked)))


def _is_in(unit: Unit, passage: Passage) -> bool:
    mine = unit.passage
    return mine.source == passage.source and mine.start <= passage.start < mine.stop


def _words_of(wanted: str, other: str, text: str) -> list[Span]:
    """Where the words stand that tell one from the other: themselves, else what means the same."""
    language = language_meant(text)
    others = {word.stem for _, word in words_at(other, language)}
    own = [word for _, word in words_at(wanted, language) if word.stem not in others]
    strong = [word for word in own if not word.weak] or own
    said = words_at(text, language)
    found = [at for at, word in said if word.stem in {each.stem for each in strong}]
    if not found:
        meant = {key for word in strong for key in word.meant}
        found = [at for at, word in said if meant & set(word.meant)]
    return [Span(*match.span()) for at in found if (match := _WORD.match(text, at))]


def _apart(text: str, topic: str, keep: str) -> Span | None:
    """What of a sentence tells of the one and not of the other; None where it cannot be parted."""
    goes, stays = _words_of(topic, keep, text), _words_of(keep, topic, text)
    if not goes or not stays:
        return None
    for start, stop in clauses(text):
        inside = [span for span in goes if start <= span.start < stop]
        if inside and not any(start <= span.start < stop for span in stays):
            part = Span(start + len(text[start:stop]) - len(text[start:stop].lstrip()), stop)
            going = with_what_hangs_on(text, [part], keeps_subject=True)
            if len(going) == 1 and not any(
                going[0].start <= span.start < going[0].stop for span in stays
            ):
                return going[0]
    first, last = goes[0], goes[-1]
    if last.stop <= stays[0].start:
        return Span(_phrase(text, first.start), _phrase(text, stays[0].start))
    if stays[-1].stop <= first.start:
        before = JOINED.sub("", text[: _phrase(text, first.start)])
        return Span(len(before), len(text.rstrip(" .!")))
    return None


def _phrase(text: str, at: int) -> int:
    """Where the phrase begins that names what stands here: "two old geese"."""
    language = language_meant(text)
    start = at
    for found in reversed(list(_WORD.finditer(text, 0, at))):
        word = found.group()
        if text[found.end() : start].strip():
            break
        if word.lower() in OWNER or word.lower() in NUMBERS:
            start = found.start()
            continue
        small = is_verb(word, language) or is_small(word.lower(), language)
        if small or not _is_opened(text, found.start()):
            break
        start = found.start()
    return start


def _is_opened(text: str, at: int) -> bool:
    """Whether an article or a number stands before a word: it is an adjective."""
    before = _WORD.findall(text[:at])[-1:]
    return bool(before) and (before[0].lower() in OWNER or before[0].lower() in NUMBERS)


def _alone(text: str, part: Span) -> str:
    """What goes, told as its sentence begins: "we keep a mule"."""
    head = head_of(text)
    words = JOINED.sub("", JOINS.sub("", part.of(text)))
    return f"{head} {words}" if head and part.start >= len(head) else words
