"""Identifiers in a text however they are written: phone numbers, addresses of mail, IBANs, dates.

"+49 151 2345-0067" and "0151/23450067" are one, so are "anna (at) example dot org" and its plain
form, "2026-11-05" and "November 5th", "four seven one one" and "4711".
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from memories.text.calendar.names import days_spelled, month_numbers
from memories.text.meaning.number_words import number_words
from memories.text.meaning.numerals import NUMERAL, in_groups, spelled_value
from memories.text.patterns import lazily
from memories.text.sentences import Span


class IdKind(StrEnum):
    MAIL = "address of a mail"
    LINK = "link"
    UUID = "uuid"
    IBAN = "iban"
    ADDRESS = "network address"
    DATE = "date"
    CODE = "code"
    NUMBER = "number"


# One of these is the same thing wherever it stands; a plain number or a date is many things.
UNIQUE = frozenset({IdKind.MAIL, IdKind.LINK, IdKind.UUID, IdKind.IBAN, IdKind.ADDRESS})
# Minimum digits of a number that is unique as well: a phone, a card, an account.
_LONG = 7
# How many digits at the end tell two ways of writing a phone number the same.
_TAIL = 8


@dataclass(frozen=True)
class Identifier:
    """An identifier, as it is compared, and where it stands (characters)."""

    kind: IdKind
    canonical: str
    span: Span

    @property
    def unique(self) -> bool:
        """Whether it means the same thing wherever it stands."""
        if self.kind is IdKind.NUMBER:
            return len(self.canonical) >= _LONG
        return self.kind in UNIQUE or (self.kind is IdKind.CODE and len(self.canonical) >= _LONG)

    def is_(self, other: "Identifier") -> bool:
        """Whether both are the same, written with a country's code or without."""
        if self.kind is not other.kind:
            return False
        if self.canonical == other.canonical:
            return True
        if self.kind is IdKind.DATE:
            # A date without its year is any year's.
            mine, its = self.canonical.split("-", 1), other.canonical.split("-", 1)
            return mine[1] == its[1] and "" in (mine[0], its[0])
        if self.kind is not IdKind.NUMBER or not (self.unique and other.unique):
            return False
        short, long = sorted((self.canonical.lstrip("0"), other.canonical.lstrip("0")), key=len)
        return len(short) >= _TAIL and long.endswith(short) and len(long) - len(short) <= 4


_AT = r"\s*(?:@|[(\[{<]\s*(?:at|ät|arroba|@)\s*[)\]}>])\s*"
_DOT = r"(?:\s*(?:[(\[{<]\s*(?:dot|punkt|punto|\.)\s*[)\]}>])\s*|\s+(?:dot|punkt|punto)\s+|\.)"
_PART = r"[a-z0-9_+-]+"
_MAIL = lazily(
    rf"(?<![\w.+-]){_PART}(?:{_DOT}{_PART})*{_AT}{_PART}(?:{_DOT}{_PART})+", re.IGNORECASE
)
# Spelled out altogether: "anna at example dot org", and not "see me at home".
_SPELLED_DOT = r"\s+(?:dot|punkt|punto)\s+"
_SPELLED_MAIL = lazily(
    rf"(?<![\w.+-]){_PART}(?:{_SPELLED_DOT}{_PART})*\s+(?:at|ät|arroba)\s+{_PART}"
    rf"(?:{_SPELLED_DOT}{_PART})+",
    re.IGNORECASE,
)
# With a capital "AT", or a name in parts, "at" is no preposition: "Nadia.K AT example.org".
_HALF_SPELLED_MAIL = lazily(
    rf"(?<![\w.+-])(?:(?i:{_PART}(?:\.{_PART})*)\s+AT|(?i:{_PART}(?:[._]{_PART})+\s+at))"
    rf"\s+(?i:{_PART}(?:\.{_PART})*\.[a-z]{{2,}})"
)
# In French, where "point" is a word of many sentences, both must be spelled so.
_FRENCH_MAIL = lazily(
    rf"(?<![\w.+-]){_PART}(?:(?:\.|\s+point\s+){_PART})*\s+arobase\s+{_PART}"
    rf"(?:(?:\.|\s+point\s+){_PART})+",
    re.IGNORECASE,
)
_DOTS = lazily(rf"{_DOT}|\s+point\s+", re.IGNORECASE)
_ATS = lazily(rf"{_AT}|\s+(?:at|ät|arroba|arobase)\s+", re.IGNORECASE)
_LINK = lazily(r"(?:https?://|www\.)[^\s<>\"')]+", re.IGNORECASE)
_UUID = lazily(
    r"(?<![0-9a-f])[0-9a-f]{8}(?:[\s_-]?[0-9a-f]{4}){3}[\s_-]?[0-9a-f]{12}(?![0-9a-f])",
    re.IGNORECASE,
)
_IBAN = lazily(
    r"(?<!\w)(?:[A-Z]{2}\s?\d{2}(?:[ .-]?[A-Z0-9]{4}){2,7}(?:[ .-]?[A-Z0-9]{1,4})?"
    r"|[a-z]{2}\d{2}(?:[ .-]?[a-z0-9]{4}){2,7}(?:[ .-]?[a-z0-9]{1,4})?)(?!\w)"
)
_NETWORK = lazily(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])|\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b")
_SPELLED_NUMBER = rf"(?:{NUMERAL})(?:[\s-]+(?:and\s+)?(?:{NUMERAL}))*"
_DOT_WORDS = lazily(r"\s+(?:dot|punkt|punto|point)\s+", re.IGNORECASE)
_SPELLED_NETWORK = lazily(
    # In German it is one word: "einundzwanzig".
    rf"(?<!\w)(?:{_SPELLED_NUMBER}|[\w-]+)"
    rf"(?:\s+(?:dot|punkt|punto|point)\s+(?:{_SPELLED_NUMBER}(?!\w)|[\w-]+)){{3}}(?!\w)",
    re.IGNORECASE,
)
# Letters and digits together: a plate, a ticket, a flight, a card of the library, a hash.
_CODE = lazily(
    r"(?<![\w#@.])(?=[A-Z0-9._/-]*\d)(?=[A-Z0-9._/-]*[A-Z])[A-Z0-9]+(?:[._/-][A-Z0-9]+)*(?![\w@])",
    re.IGNORECASE,
)
# The parts of a plate stand apart: "LK19 ZTE", "M-AB 1234". "HX-55" is not "HX-55-7".
_PLATE = lazily(
    r"(?<!\w)(?:[A-ZÄÖÜ]{1,3}[ -][A-Z]{1,2} ?\d{1,4}[EH]?|[A-Z]{2}\d{2} ?[A-Z]{3}"
    r"|\d{4} ?[BCDFGHJKLMNPRSTVWXYZ]{3}"
    r"|[A-Z]{2}[ -]\d{3}[ -][A-Z]{2}|[A-Z]{2,3}[ -]\d{2,5})(?!\w|[.-]\w|/\d)"
)
_ORDINARY = lazily(
    r"^(?:\d{1,5}(?:st|nd|rd|th|kg|km|cm|mm|m|g|mg|ml|l|h|am|pm|x|er|te|ten)|[a-z]\d)$",
    re.IGNORECASE,
)
_THOUSANDS = lazily(r"(?<![\w.,])(\d{1,3})\s?k(?!\w)", re.IGNORECASE)
_NUMBER = lazily(
    r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+"
    r"|\+?\(?\d(?:[\d()]|[\s./\u2010-\u2015-](?=[\d(])){2,}(?:-[A-Z])?|\d{2,})(?!\w)"
)

_MONTHS = month_numbers("en", "de", "es", "fr")
_DAYS = days_spelled()
_DAY = "|".join(
    re.escape(day).replace(r"\ ", r"\s+") for day in sorted(_DAYS, key=len, reverse=True)
)
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATES = (
    lazily(r"(?<!\d)(?P<y>(?:19|20)\d\d)[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)"),
    lazily(
        r"(?<![\d.])(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.(?:\s?(?P<y>(?:19|20)?\d\d)(?!\d)|(?!\d))"
    ),
    lazily(r"(?<![\d/])(?P<d>\d{1,2})[/-](?P<m>\d{1,2})[/-](?P<y>(?:19|20)?\d\d)(?![\d/])"),
    lazily(r"(?<![\d/.,])(?P<d>\d{1,2})/(?P<m>\d{1,2})(?![\d/])"),
    lazily(
        rf"(?<!\w)(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+|de\s+)?(?P<mon>{_MONTH})\b\.?"
        r"(?:,?\s+(?:de[l]?\s+)?(?P<y>(?:19|20)\d\d))?",
        re.IGNORECASE,
    ),
    lazily(
        rf"(?<!\w)(?P<mon>{_MONTH})\.?\s+(?:the\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?!\w)"
        r"(?:,?\s+(?P<y>(?:19|20)\d\d))?",
        re.IGNORECASE,
    ),
    # "the ninth of March 2019", "am neunten März", "el nueve de marzo de 2019", "March the ninth".
    lazily(
        rf"(?<!\w)(?P<spelled>{_DAY})\s+(?:of\s+|de\s+)?(?P<mon>{_MONTH})\b"
        r"(?:,?\s+(?:de[l]?\s+)?(?P<y>(?:19|20)\d\d))?",
        re.IGNORECASE,
    ),
    lazily(
        rf"(?<!\w)(?P<mon>{_MONTH})\s+(?:the\s+)?(?P<spelled>{_DAY})(?!\w)"
        r"(?:,?\s+(?P<y>(?:19|20)\d\d))?",
        re.IGNORECASE,
    ),
)
_DIGITS = {
    **{word: str(digit) for word, digit in number_words(0, 9, "en", "de", "es").items()},
    **dict.fromkeys(("oh", "nought"), "0"),
}
_TIMES_OVER = {"double": 2, "doble": 2, "doppel": 2, "triple": 3}
_SPELLED = lazily(
    rf"(?<!\w)(?:(?:{'|'.join(_TIMES_OVER)})[\s-]+)?(?:{'|'.join(_DIGITS)}|\d)"
    rf"(?:[\s,-]+(?:(?:{'|'.join(_TIMES_OVER)})[\s-]+)?(?:{'|'.join(_DIGITS)}|\d))+(?!\w)",
    re.IGNORECASE,
)
_FEWEST_SPELLED = 3
# Letter by letter: "l e n a . h o f e r @ …", "D E 4 4 5 0 0 1".
_LETTER_BY_LETTER = lazily(r"(?<![^\s(:\"'])(?:[\w@.+-] ){7,}[\w@.+-](?![^\s).,;!?\"'])")


def identifiers(text: str) -> list[Identifier]:
    """The identifiers in a text, in order; none stands inside another."""
    plain = _plain(text)
    found: list[Identifier] = []
    taken = [False] * len(plain)
    for kind, span, canonical in _all(plain):
        if canonical and not any(taken[span.start : span.stop]):
            taken[span.start : span.stop] = [True] * (span.stop - span.start)
            found.append(Identifier(kind, canonical, span))
    return sorted(found, key=lambda each: each.span.start)


def _plain(text: str) -> str:
    """The text with full-width digits and letters made plain; as long as it was."""
    if text.isascii():
        return text
    plain = [unicodedata.normalize("NFKC", letter) for letter in text]
    return "".join(p if len(p) == 1 else letter for p, letter in zip(plain, text, strict=True))


def _all(text: str) -> Iterator[tuple[IdKind, Span, str]]:
    yield from _letter_by_letter(text)
    for match in chain(
        _MAIL.finditer(text),
        _SPELLED_MAIL.finditer(text),
        _HALF_SPELLED_MAIL.finditer(text),
        _FRENCH_MAIL.finditer(text),
    ):
        mail = _ATS.sub("@", _DOTS.sub(".", match.group()))
        yield IdKind.MAIL, Span(*match.span()), re.sub(r"\s", "", mail).lower()
    for match in _LINK.finditer(text):
        link = re.sub(r"^(?:https?://)?(?:www\.)?", "", match.group().lower()).rstrip("./,;:!?")
        yield IdKind.LINK, Span(*match.span()), link
    for match in _UUID.finditer(text):
        yield IdKind.UUID, Span(*match.span()), _letters(match.group())
    for match in _IBAN.finditer(text):
        if sum(c.isdigit() for c in match.group()) >= 10:
            yield IdKind.IBAN, Span(*match.span()), _letters(match.group())
    for match in _NETWORK.finditer(text):
        yield IdKind.ADDRESS, Span(*match.span()), match.group().lower()
    for match in _SPELLED_NETWORK.finditer(text):
        parts = [spelled_value(part) for part in _DOT_WORDS.split(match.group())]
        if all(part is not None and part < 256 for part in parts):
            yield IdKind.ADDRESS, Span(*match.span()), ".".join(map(str, parts))
    for pattern in _DATES:
        for match in pattern.finditer(text):
            if date := _date(match):
                yield IdKind.DATE, Span(*match.span()), date
    for match in _THOUSANDS.finditer(text):
        yield IdKind.NUMBER, Span(*match.span()), f"{match.group(1)}000"
    for pattern in (_PLATE, _CODE):
        for match in pattern.finditer(text):
            if not _ORDINARY.match(match.group()) and len(_letters(match.group())) > 3:
                yield IdKind.CODE, Span(*match.span()), _letters(match.group())
    for match in _NUMBER.finditer(text):
        letters = _letters(match.group())
        kind = IdKind.NUMBER if letters.isdigit() else IdKind.CODE
        stop = match.end() - (len(match.group()) - len(match.group().rstrip(" ./-(")))
        yield kind, Span(match.start(), stop), letters
    for span, digits in in_groups(text):
        yield IdKind.NUMBER, span, digits
    for match in _SPELLED.finditer(text):
        digits = _spelled(match.group())
        if len(digits) >= _FEWEST_SPELLED:
            yield IdKind.NUMBER, Span(*match.span()), digits


def _letter_by_letter(text: str) -> Iterator[tuple[IdKind, Span, str]]:
    for match in _LETTER_BY_LETTER.finditer(text):
        for kind, _, canonical in _all(match.group().replace(" ", "")):
            yield kind, Span(*match.span()), canonical


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _date(match: "re.Match[str]") -> str:
    parts = match.groupdict()
    month = _MONTHS[parts["mon"].lower()] if parts.get("mon") else int(parts["m"])
    day = _DAYS[" ".join(parts["spelled"].lower().split())] if parts.get("spelled") else parts["d"]
    day, year = int(day), parts.get("y") or ""
    if month > 12 and day <= 12:
        day, month = month, day
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return ""
    year = f"20{year}" if len(year) == 2 else year
    return f"{year}-{month:02}-{day:02}"


def in_digits(text: str) -> list[str]:
    """The words of a text, small, and digits that are spelled out or grouped as one number."""
    plain = _SPELLED.sub(lambda match: f" {_spelled(match.group())} ", text)
    return [_DIGITS.get(word, word) for word in re.findall(r"[^\W_]+", plain.casefold())]


def _spelled(words: str) -> str:
    digits, times = [], 1
    for word in re.findall(r"\w+", words.lower()):
        if word in _TIMES_OVER:
            times = _TIMES_OVER[word]
            continue
        digits += [_DIGITS.get(word, word)] * times
        times = 1
    return "".join(digits)
