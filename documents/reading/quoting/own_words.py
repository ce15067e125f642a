"""Which words of a mail are its writer's: quotes, forwards, signatures and footers told apart."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from documents.reading.quoting.attribution import (
    LONGEST_LINE,
    above_quote,
    attribution_stop,
    forwards,
    headers_stop,
    is_original,
)
from documents.reading.quoting.endings import footer_at, postscript_at, signature_at
from documents.reading.quoting.pasted import chat_lines


@dataclass(frozen=True)
class MailPiece:
    """A stretch of a mail's text. `quoted` where its writer's program says that others wrote it."""

    text: str
    quoted: bool = False
    forwarded: bool = False


class Authorship(StrEnum):
    OWN = "own"
    QUOTE = "quote"
    FORWARD = "forward"
    # "On … Dana wrote:" and a quoted mail's headers: nobody's words.
    ATTRIBUTION = "attribution"
    SIGNATURE = "signature"
    FOOTER = "footer"


@dataclass(frozen=True)
class AttributedLines:
    """Some lines of a mail, and whose they are.

    `unproven` where an attribution without a quote stands above: own words, unless another mail of
    the thread has them.
    """

    whose: Authorship
    text: str
    unproven: bool = False


# A quote's sign: ">", "|", or its writer's initials before it ("DW> ").
_QUOTED = re.compile(r"^[ \t]{0,8}(?:[A-Za-z]{0,4}>|\|\s)")
_DEPTH = re.compile(r"^[ \t]{0,8}(?:(?:[A-Za-z]{0,4}>|\|(?=\s))[ \t]?)+")
_PGP_BEGINS = re.compile(r"^-{5}BEGIN PGP (SIGNED MESSAGE|SIGNATURE)-{5}\s*$")
_PGP_HEADER = re.compile(r"^(?:Hash|Version|Comment|Charset): |^\s*$")
_BARE = re.compile(r"^[\s>|]+$")
# Other signs that people quote with, told by what stands above: "Dana wrote:", ") words".
_ODD_SIGN = re.compile(r"^\s?([^\w\s\"'“”‘’„«¿¡(\[<$€£@]{1,4})(?=[\s\w\"'“(]|$)")
_BULLETS = frozenset("- -- * • + – — # = ~ . … / \\ _".split())
_UNFINISHED = re.compile(r"[^\s.!?…:;)\"”’]\s*$")
_FINISHED = re.compile(r"[.!?…)\"”]\s*$")
# From this length on, a line may have been broken because the next word did not fit.
_LONG_LINE = 60
_GREETING = re.compile(
    r"^\W{0,3}(?:hi|hiya|hello|hey|dear|good (?:morning|evening|afternoon)|hallo|liebe[rs]?|lieber"
    r"|sehr geehrte\w?|guten (?:tag|morgen)|moin|servus|bonjour|salut|ch[eè]re?|hola|buen[oa]s \w+"
    r"|querid[oa]|estimad[oa]|ciao|caro|cara|beste|hoi|hej|hei|ol[áa]|car[oa]|witaj|cześć|ahoj"
    r"|привет|здравствуйте|merhaba)\b.{0,40}$|^\S{1,20}(?: \S{1,20}){0,2}[,!]\s*$",
    re.IGNORECASE,
)


def stretches(pieces: Sequence[MailPiece]) -> list[AttributedLines]:
    """A mail's pieces as stretches of lines, each its writer's or not. Linear in the length."""
    found: list[AttributedLines] = []
    for place, piece in enumerate(pieces):
        if piece.quoted:
            whose = Authorship.FORWARD if piece.forwarded else Authorship.QUOTE
            found += _without_attributions(AttributedLines(whose, piece.text))
            continue
        lines = piece.text.split("\n")
        before_quote = place + 1 < len(pieces) and pieces[place + 1].quoted
        if before_quote:
            lines.append(">")  # so that the words that introduce the quote are told apart
        nothing_above = not any(one.whose is Authorship.OWN for one in found)
        told = _told_apart(lines, nothing_above=nothing_above)
        if before_quote:
            told[-1] = AttributedLines(told[-1].whose, told[-1].text.removesuffix(">").rstrip())
        for stretch in told:
            if stretch.whose is Authorship.OWN:
                found += _parted(stretch)
            else:
                found += _without_attributions(stretch)
    return [one for one in found if one.text.strip()]


def _without_attributions(stretch: AttributedLines) -> Iterator[AttributedLines]:
    """A quote, with the lines in it that only say whose words are quoted apart."""
    if stretch.whose not in (Authorship.QUOTE, Authorship.FORWARD):
        yield stretch
        return
    lines = stretch.text.split("\n")
    signs = [_DEPTH.match(line[:LONGEST_LINE]) for line in lines]
    depths = [sign.group().count(">") + sign.group().count("|") if sign else 0 for sign in signs]
    words = [line[sign.end() :] if sign else line for line, sign in zip(lines, signs, strict=True)]
    whose: list[Authorship] = [stretch.whose] * len(lines)
    place, top = 0, True
    while place < len(lines):
        stop = _attribution_in_quote(words, depths, place, top=top)
        if stop > place:
            whose[place:stop] = [Authorship.ATTRIBUTION] * (stop - place)
        top = top and (stop > place or not words[place].strip())
        place = max(stop, place + 1)
    yield from _grouped(lines, whose)


def _attribution_in_quote(
    words: Sequence[str], depths: Sequence[int], place: int, *, top: bool
) -> int:
    """Where the attribution ends that begins in this line of a quote; `place` for none."""
    if not words[place].strip() or len(words[place]) > LONGEST_LINE:
        return place
    if is_original(words[place]) or forwards(words[place]):
        return _after_headers(words, place + 1)
    # Two headers are enough where the first names an address.
    stop = headers_stop(words, place, fewest=2 if "@" in words[place] else 3)
    if stop == place:
        stop = attribution_stop(words, place, at_top=top)
    if stop > place:
        return stop
    last = place
    while last + 1 < len(words) and last - place < 3 and depths[last + 1] == depths[place]:
        if not words[last + 1].strip():
            break
        last += 1
    below = next((n for n in range(last + 1, min(last + 4, len(words))) if words[n].strip()), None)
    if below is None or depths[below] <= depths[place]:
        return place
    return last + 1 if above_quote(words[place : last + 1], last - place) == 0 else place


def _after_headers(lines: Sequence[str], place: int) -> int:
    """Where the headers end that stand below a rule like "Original Message", if there are any."""
    first = place
    while first < len(lines) and first - place < 3 and not lines[first].strip():
        first += 1
    if first == len(lines):
        return place
    stop = headers_stop(lines, first, fewest=1)
    return stop if stop > first else place


def _parted(stretch: AttributedLines) -> list[AttributedLines]:
    """A writer's own lines without what stands below them; a PS below the name is theirs."""
    lines = stretch.text.split("\n")
    footer = footer_at(lines)
    signature = signature_at(lines[:footer])
    postscript = postscript_at(lines[:footer], signature)
    parts = [
        AttributedLines(Authorship.OWN, "\n".join(lines[:signature]).strip("\n"), stretch.unproven),
        AttributedLines(Authorship.SIGNATURE, "\n".join(lines[signature:postscript]).strip("\n")),
    ]
    if postscript < footer:
        words = "\n".join(lines[postscript:footer]).strip("\n")
        parts += _parted(AttributedLines(Authorship.OWN, words, stretch.unproven))
    parts.append(AttributedLines(Authorship.FOOTER, "\n".join(lines[footer:]).strip("\n")))
    return [part for part in parts if part.text.strip()]


def _told_apart(lines: Sequence[str], *, nothing_above: bool) -> list[AttributedLines]:
    whose = [Authorship.QUOTE if _QUOTED.match(line) else Authorship.OWN for line in lines]
    for place in chat_lines(lines):
        whose[place] = Authorship.QUOTE
    _take_out_armour(lines, whose)
    _take_in_wrapped(lines, whose)
    _take_in_odd_signs(lines, whose)
    _take_in_introductions(lines, whose)
    unproven = _take_in_rest(lines, whose, nothing_above=nothing_above)
    return _grouped(lines, whose, unproven)


def _take_out_armour(lines: Sequence[str], whose: list[Authorship]) -> None:
    """The lines that PGP puts around what is signed."""
    place = 0
    while place < len(lines):
        found = _PGP_BEGINS.match(lines[place])
        if found is None:
            place += 1
            continue
        stop = place + 1
        signed = found.group(1) == "SIGNED MESSAGE"
        while stop < len(lines) and (
            _PGP_HEADER.match(lines[stop]) if signed else "END PGP SIGNATURE" not in lines[stop - 1]
        ):
            stop += 1
        whose[place:stop] = [Authorship.FOOTER] * (stop - place)
        place = stop


def _take_in_rest(lines: Sequence[str], whose: list[Authorship], *, nothing_above: bool) -> int:
    """What is quoted though no sign says so. Returns from which line on own words are unproven."""
    unproven = len(lines)
    above: list[str] = []
    quoted = False
    for place, line in enumerate(lines):
        # What stands above: two lines of the writer's are enough to know that they said something.
        quoted = quoted or (place > 0 and whose[place - 1] is Authorship.QUOTE)
        if (
            place
            and whose[place - 1] is Authorship.OWN
            and lines[place - 1].strip()
            and len(above) < 2
        ):
            above.append(lines[place - 1])
        if whose[place] is not Authorship.OWN or len(line) > LONGEST_LINE or not line.strip():
            continue
        below = len(lines) - place
        at_top = nothing_above and _only_greets(above)
        if forwards(line):
            whose[place:] = [Authorship.FORWARD] * below
        elif is_original(line) or headers_stop(lines, place) > place:
            stop = headers_stop(lines, place)
            stop = stop if stop > place else _after_headers(lines, place + 1)
            if at_top and _is_quote_below(lines, whose, stop):
                # Whoever puts signs before what they quote answers below it.
                whose[place:stop] = [Authorship.QUOTE] * (stop - place)
                continue
            whose[place:] = [Authorship.QUOTE] * below
        else:
            stop = attribution_stop(lines, place, at_top=at_top)
            if stop == place:
                continue
            if at_top or quoted:
                # The quote was cut away, or the answers stand below what they answer.
                whose[place:stop] = [Authorship.ATTRIBUTION] * (stop - place)
                unproven = min(unproven, stop)
                continue
            whose[place:] = [Authorship.QUOTE] * below
        break
    return unproven


def _is_quote_below(lines: Sequence[str], whose: Sequence[Authorship], place: int) -> bool:
    """Whether the next line with words in it, from this one on, has a quote's sign."""
    below = next((at for at in range(place, len(lines)) if lines[at].strip()), None)
    return below is not None and whose[below] is Authorship.QUOTE


def _only_greets(above: Sequence[str]) -> bool:
    """Whether nothing is said above but "Hi Dana,"."""
    return not above or (len(above) == 1 and bool(_GREETING.match(above[0][:LONGEST_LINE])))


def _take_in_wrapped(lines: Sequence[str], whose: list[Authorship]) -> None:
    """The tail of a quoted line that was too long stands alone between two quoted ones.

    So does an answer: that is no part of the sentence around it.
    """
    for place in range(1, len(lines) - 1):
        before, line, after = lines[place - 1], lines[place], lines[place + 1]
        if (
            line.strip()
            and whose[place - 1] is whose[place + 1] is Authorship.QUOTE
            and _BARE.sub("", before)
            and _BARE.sub("", after)
            and _UNFINISHED.search(before[-200:])
            and (len(before) >= _LONG_LINE or _runs_on(line, after))
        ):
            whose[place] = Authorship.QUOTE


def _runs_on(line: str, after: str) -> bool:
    """Whether a line and the quoted one below it may be one sentence."""
    sign = _DEPTH.match(after[:LONGEST_LINE])
    goes_on = after[sign.end() :].lstrip() if sign else after.lstrip()
    ended = _FINISHED.search(line[-200:]) and line.lstrip()[:1].isupper()
    return goes_on[:1].islower() and not ended


def _take_in_odd_signs(lines: Sequence[str], whose: list[Authorship]) -> None:
    """Lines behind one strange sign below "Dana wrote:" are a quote, here and further down."""
    signs: set[str] = set()
    for place in range(1, len(lines)):
        found = _ODD_SIGN.match(lines[place])
        if whose[place] is not Authorship.OWN or found is None:
            continue
        sign = found.group(1)
        above = place - 1 if lines[place - 1].strip() else place - 2
        if sign in signs or above < 0 or above_quote(lines, above) is None:
            continue
        if sign not in _BULLETS:
            signs.add(sign)
        for at in range(place, len(lines)):
            same = _ODD_SIGN.match(lines[at])
            if same is None or same.group(1) != sign:
                break
            whose[at] = Authorship.QUOTE
    for place, line in enumerate(lines if signs else ()):
        if (found := _ODD_SIGN.match(line)) and found.group(1) in signs:
            whose[place] = Authorship.QUOTE


def _take_in_introductions(lines: Sequence[str], whose: list[Authorship]) -> None:
    """ "On Monday Dana wrote:" belongs to the quote below it."""
    for place in range(1, len(lines)):
        if whose[place] is not Authorship.QUOTE or whose[place - 1] is Authorship.QUOTE:
            continue
        above = place - 1
        while above > 0 and place - above < 4 and not lines[above].strip():
            above -= 1
        first = above_quote(lines, above)
        if first is not None and all(one is Authorship.OWN for one in whose[first : above + 1]):
            whose[first:place] = [Authorship.ATTRIBUTION] * (place - first)


def _grouped(
    lines: Sequence[str], whose: Sequence[Authorship], unproven: int | None = None
) -> list[AttributedLines]:
    found: list[AttributedLines] = []
    start = 0
    for place in range(1, len(lines) + 1):
        if place == len(lines) or whose[place] is not whose[start]:
            text = "\n".join(lines[start:place]).strip("\n")
            if text.strip():
                doubt = (
                    unproven is not None and start >= unproven and whose[start] is Authorship.OWN
                )
                found.append(AttributedLines(whose[start], text, doubt))
            start = place
    return found
