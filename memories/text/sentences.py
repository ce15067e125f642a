"""Spans of text: sentences, windows that are embedded, chunks that are cited, blacked-out words."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from memories.text.calendar.names import months
from memories.text.words import stems

# What is blacked out keeps its length, so that every offset holds.
MASK = "█"
WINDOW_SENTENCES = 3
WINDOW_CHARACTERS = 480
# Longer texts are told by their most fitting sentence, in characters.
LONG = 280

_ABBREVIATION = re.compile(
    r"(?:\b(?:mrs?|ms|dra?|prof|st|vs|etc|e\.g|i\.e|vol|fig|approx|incl|excl|mt|apt|ave|blvd|rd|dept|sgt"
    r"|capt|lt|rev|mme|mlle|bzw|z\.b|ca|nr|fr|hr|fam|fa|str|tel|dipl|ing|mag|abt|inkl|exkl|evtl|ggf|vgl"
    r"|zzgl|geb|sra?|srta|avda)|\b[a-z]"
    r"|\b(?:policy|account|acct|ref|order|ticket|passport|phone|card|serial|house|flat|room|licen[cs]e"
    r"|member(?:ship)?|invoice|reg|tax|vat) no"
    # "Im Rest. Krone".
    r"|\b(?:im|ins|zum|vom|beim) rest"
    # "M.Sc. nursing", "a Ph.D. in law".
    r"|(?<![\w.@-])[a-z]{1,2}\.[a-z]{1,3})\.$",
    re.IGNORECASE,
)
_LONGEST = 14  # characters of an abbreviation, and what is before it
# "No. 5"; but "No. I prefer tea."
_NUMBERED = re.compile(r"\bno\.[ \t]*\d", re.IGNORECASE)
# "Am 3. Dezember", "im 2. Stock", "am 12. um zehn": a number that counts.
_MONTHS = "|".join(name[:3].capitalize() for name in months("de"))
_ORDINAL = re.compile(
    rf"(?<!\w)\d{{1,2}}\.[ \t]+(?=[a-zäöü]|(?:{_MONTHS})\w*\b"
    r"|(?:Stock|Klasse|Semester|Geburtstag|Monat|Woche|Etage|Juli)\b)"
)
# One set of characters comes first: so all others are passed over several times as fast. Of a run
# of marks only the first is looked at: each of them would go to the end of the run.
_END = re.compile(
    r"[.!?…。！？؟\n](?:(?<=\n)(?:\s*\n)?"
    r"|(?<!\n)(?<![.!?…。！？؟]{2})[.!?…。！？؟]*[\"'”’»)\]]*(?=\s|$)|(?<=[。！？]))"
)
# A line of few words by itself after a blank line, without a mark that ends a sentence: "2. Pets".
# Without a number it is one before a blank line or a sentence alone, and no line of an address.
_NUMBERED_LINE = r"(?:#{1,6}[ \t]+|§?[ \t]?\d{1,2}(?:\.\d{1,2})*[.)]?[ \t]+)"
_HEADING = re.compile(
    r"(?:\A|\n[ \t]*\n)[ \t]*(?:"
    rf"(?P<numbered>{_NUMBERED_LINE}[^\n.!?:;,…。！？؟]{{2,60}})[ \t]*\n(?=\s*\S)"
    r"|(?P<plain>[^\n.!?:;,…。！？؟]{2,60}\n)(?=[ \t]*\n[ \t]*\S|[^\n]+[.!?][ \t]*(?:\n|\Z)))"
)


_NUMBERED_HEADING = re.compile(rf"{_NUMBERED_LINE}\D*\Z")


@dataclass(frozen=True)
class Span:
    """Where something stands: `text[start:stop]`, in characters."""

    start: int
    stop: int

    def of(self, text: str) -> str:
        return text[self.start : self.stop]


def sentences(text: str) -> list[Span]:
    """The sentences of a text. Lines end sentences too; white space between them is left out."""
    spans: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        stop = match.start() + 1
        if text[stop - 1] == "." and _goes_on(text, start, stop):
            continue
        _append(spans, text, start, match.end())
        start = match.end()
    _append(spans, text, start, len(text))
    return spans


def is_numbered(heading: str) -> bool:
    """Whether a heading is a number and a name alone: "2. Pets"."""
    return bool(_NUMBERED_HEADING.match(heading))


def headings(text: str) -> list[Span]:
    """The lines of a document that name what follows them."""
    found = []
    at = 0
    while match := _HEADING.search(text, at):
        start, stop = match.span("numbered" if match["numbered"] else "plain")
        stop = start + len(text[start:stop].rstrip())
        found.append(Span(start, stop))
        # The blank line after a heading is the one before the next.
        at = stop
    return found


def _goes_on(text: str, start: int, stop: int) -> bool:
    """Whether a full stop belongs to an abbreviation, or to a number that counts."""
    if _ABBREVIATION.search(text, max(start, stop - _LONGEST), stop):
        return True
    if _NUMBERED.match(text, max(start, stop - 3)):
        return True
    digits = stop - 3 if text[stop - 3 : stop - 1].isdigit() else stop - 2
    return digits >= start and bool(_ORDINAL.match(text, digits))


def _append(spans: list[Span], text: str, start: int, stop: int) -> None:
    part = text[start:stop]
    left, right = len(part) - len(part.lstrip()), len(part.rstrip())
    if right > left:
        spans.append(Span(start + left, start + right))


def widened(text: str, span: Span, most: int) -> Span:
    """A span widened by whole sentences on both sides, up to `most` characters."""
    spans = sentences(text)
    start, stop = span.start, span.stop
    before = [each.start for each in spans if each.start < start]
    after = [each.stop for each in reversed(spans) if each.stop > stop]
    grown = True
    while grown:
        grown = False
        if before and stop - before[-1] <= most:
            start, grown = before.pop(), True
        if after and after[-1] - start <= most:
            stop, grown = after.pop(), True
    return Span(start, stop)


def windows(text: str) -> list[Span]:
    """What is embedded of a chunk: about three sentences each, sharing one with the next.

    A short text is one window.
    """
    pieces = [piece for span in sentences(text) for piece in cut_evenly(span, WINDOW_CHARACTERS)]
    spans: list[Span] = []
    first = 0
    while first < len(pieces):
        last = first
        while (
            last + 1 < len(pieces)
            and last + 1 - first < WINDOW_SENTENCES
            and pieces[last + 1].stop - pieces[first].start <= WINDOW_CHARACTERS
        ):
            last += 1
        spans.append(Span(pieces[first].start, pieces[last].stop))
        if last + 1 >= len(pieces):
            break
        first = max(first + 1, last)
    return spans


def fitting(text: str, asked: Collection[str], near: Span) -> Span:
    """The sentence that shares most words with a question; the one after it where it adds some.

    `asked` are the question's stems. Of equals the one that stands in `near` is meant; where no
    sentence shares a word, all of `near`.
    """
    spans = sentences(text)
    shared = [frozenset(stems(span.of(text))) & frozenset(asked) for span in spans]
    if not any(shared):
        return near
    inside = [near.start <= span.start < near.stop for span in spans]
    best = max(range(len(spans)), key=lambda place: (len(shared[place]), inside[place]))
    last = best + 1 if shared[best + 1 : best + 2] and shared[best + 1] - shared[best] else best
    return Span(spans[best].start, spans[last].stop)


def cut_evenly(span: Span, size: int) -> Iterator[Span]:
    for start in range(span.start, span.stop, size):
        yield Span(start, min(start + size, span.stop))


def masked(text: str, start: int, stop: int) -> str:
    """The text with a passage blacked out."""
    return text[:start] + MASK * (stop - start) + text[stop:]


def is_blank(text: str) -> bool:
    """Whether nothing is left to read of a text."""
    return not text.replace(MASK, "").strip(" \n\t.,;:!?\"'“”’()[]-–—")
