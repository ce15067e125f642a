"""Which words of a mail are its writer's: quotes, forwards, signatures and footers told apart."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from gmail.endings import footer_at, signature_at
from gmail.visible import Piece


class Whose(StrEnum):
    OWN = "own"
    QUOTE = "quote"
    FORWARD = "forward"
    SIGNATURE = "signature"
    FOOTER = "footer"


@dataclass(frozen=True)
class Stretch:
    """Some lines of a mail, and whose they are."""

    whose: Whose
    text: str


_QUOTED = re.compile(r"^[ \t]{0,3}(?:>|\|\s)")
_ORIGINAL = re.compile(
    r"^\W{0,3}-{2,}\s*(?:original(?:\s+\w+)?|ursprüngliche|originalnachricht|message d['’]origine"
    r"|mensaje original|messaggio originale|oorspronkelijk|opprinnelig|oprindelig|mensagem original"
    r"|original-nachricht)[^-]{0,40}-{2,}\W{0,3}$",
    re.IGNORECASE,
)
_FORWARD = re.compile(
    r"^\W{0,3}(?:-{2,}\s*(?:forwarded|weitergeleitete|message transféré|mensaje reenviado"
    r"|messaggio inoltrato|doorgestuurd|mensagem encaminhada)[^-]{0,60}-{2,}"
    r"|begin forwarded message|anfang der weitergeleiteten)\W{0,3}$",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"(?:wrote|writes|said|schrieb(?:\s[^:]{0,80})?|a écrit|escribió|ha scritto|schreef|skrev"
    r"|napisał|написал|escreveu|yazdı)\s?:\s*$",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"^[ \t*_]{0,6}(?:from|von|de|da|van|från|fra|od|sent|gesendet|date|datum|envoyé|enviado|data"
    r"|fecha|to|an|à|para|a|aan|till|til|do|subject|betreff|objet|asunto|oggetto|onderwerp|ämne|emne"
    r"|assunto|cc)[ *_]{0,4}:",
    re.IGNORECASE,
)
_FROM = re.compile(r"^[ \t*_]{0,6}(?:from|von|de|da|van|från|fra|od)[ *_]{0,4}:", re.IGNORECASE)
_ON = re.compile(
    r"^\W{0,3}(?:on|am|le|el|il|em|op|den|på|dnia|at|in)\b.{0,200}\d", re.IGNORECASE | re.DOTALL
)
_DIGITS = re.compile(r"\d+")
_BARE = re.compile(r"^[\s>|]+$")
_LONGEST_LINE = 400


def stretches(pieces: Sequence[Piece]) -> list[Stretch]:
    """A mail's pieces as stretches of lines, each its writer's or not. Linear in the length."""
    found: list[Stretch] = []
    for place, piece in enumerate(pieces):
        if piece.quoted:
            found.append(Stretch(Whose.FORWARD if piece.forwarded else Whose.QUOTE, piece.text))
            continue
        lines = piece.text.split("\n")
        if place + 1 < len(pieces) and pieces[place + 1].quoted:
            lines.append(">")  # so that the words that introduce the quote are told apart
        for stretch in _told_apart(lines):
            found += _parted(stretch) if stretch.whose is Whose.OWN else [stretch]
        if len(lines) > 1 and lines[-1] == ">":
            found[-1] = Stretch(found[-1].whose, found[-1].text.removesuffix(">").rstrip())
    return [one for one in found if one.text.strip()]


def without_introduction(quote: str) -> str:
    """A quote without the lines above it that say whose it is."""
    lines = quote.split("\n")
    for place, line in enumerate(lines[:8]):
        line = line[:_LONGEST_LINE]
        told = _WROTE.search(line) or _ORIGINAL.match(line) or _HEADER.match(line)
        if line.strip() and not told and not (place < 2 and _ON.match(line)):
            return "\n".join(lines[place:])
    return "\n".join(lines[8:])


def _parted(stretch: Stretch) -> list[Stretch]:
    """A writer's own lines without what stands below them."""
    lines = stretch.text.split("\n")
    footer = footer_at(lines)
    signature = signature_at(lines[:footer])
    parts = (
        Stretch(Whose.OWN, "\n".join(lines[:signature]).strip("\n")),
        Stretch(Whose.SIGNATURE, "\n".join(lines[signature:footer]).strip("\n")),
        Stretch(Whose.FOOTER, "\n".join(lines[footer:]).strip("\n")),
    )
    return [part for part in parts if part.text.strip()]


def _told_apart(lines: Sequence[str]) -> list[Stretch]:
    whose = [Whose.QUOTE if _QUOTED.match(line) else Whose.OWN for line in lines]
    _take_in_wrapped(lines, whose)
    _take_in_introductions(lines, whose)
    for place, line in enumerate(lines):
        if whose[place] is not Whose.OWN or len(line) > _LONGEST_LINE:
            continue
        if _FORWARD.match(line):
            whose[place:] = [Whose.FORWARD] * (len(lines) - place)
            break
        if _ORIGINAL.match(line) or _begins_headers(lines, place) or _introduces(lines, place):
            whose[place:] = [Whose.QUOTE] * (len(lines) - place)
            break
    return _grouped(lines, whose)


def _take_in_wrapped(lines: Sequence[str], whose: list[Whose]) -> None:
    """The tail of a quoted line that was too long stands alone between two quoted ones."""
    for place in range(1, len(lines) - 1):
        if (
            lines[place].strip()
            and whose[place - 1] is whose[place + 1] is Whose.QUOTE
            and _BARE.sub("", lines[place - 1])
            and _BARE.sub("", lines[place + 1])
        ):
            whose[place] = Whose.QUOTE


def _take_in_introductions(lines: Sequence[str], whose: list[Whose]) -> None:
    """ "On Monday Dana wrote:" belongs to the quote below it."""
    for place in range(1, len(lines)):
        if whose[place] is not Whose.QUOTE or whose[place - 1] is Whose.QUOTE:
            continue
        above = place - 1
        while above > 0 and place - above < 4 and not lines[above].strip():
            above -= 1
        first = _introduction(lines, above)
        if first is not None and all(one is Whose.OWN for one in whose[first : above + 1]):
            whose[first:place] = [Whose.QUOTE] * (place - first)


def _introduction(lines: Sequence[str], last: int) -> int | None:
    """Where the introduction of a quote begins that ends in this line; None for no such."""
    if len(lines[last]) > _LONGEST_LINE or not _WROTE.search(lines[last]):
        return None
    for first in range(last, max(-1, last - 3), -1):
        if _ON.match(lines[first][:_LONGEST_LINE]):
            return first
        if not lines[first].strip():
            break
    return last


def _introduces(lines: Sequence[str], place: int) -> bool:
    """Whether all below is quoted though no sign says so: "On 12 March 2026 … <a@b> wrote:"."""
    if not _ON.match(lines[place]):
        return False
    for last in range(place, min(place + 3, len(lines))):
        if len(lines[last]) <= _LONGEST_LINE and _WROTE.search(lines[last]):
            told = " ".join(lines[place : last + 1])
            return bool(_DIGITS.search(told)) and ("@" in told or len(_DIGITS.findall(told)) > 1)
    return False


def _begins_headers(lines: Sequence[str], place: int) -> bool:
    """Whether a mail's headers begin here, as Outlook puts them above what it quotes."""
    if not _FROM.match(lines[place]):
        return False
    near = [line for line in lines[place : place + 8] if line.strip()][:6]
    return sum(bool(_HEADER.match(line[:_LONGEST_LINE])) for line in near) >= 3


def _grouped(lines: Sequence[str], whose: Sequence[Whose]) -> list[Stretch]:
    found: list[Stretch] = []
    start = 0
    for place in range(1, len(lines) + 1):
        if place == len(lines) or whose[place] is not whose[start]:
            text = "\n".join(lines[start:place]).strip("\n")
            if text.strip():
                found.append(Stretch(whose[start], text))
            start = place
    return found
