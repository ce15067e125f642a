"""Numbers that are spelled out, in English, German and Spanish: "fifty-two thousand" is 52000."""

import re
from collections.abc import Iterator
from functools import lru_cache

from memories.text.meaning.number_words import number_words
from memories.text.sentences import Span

_HUNDREDS = {
    200: "doscientos doscientas", 300: "trescientos trescientas", 400: "cuatrocientos",
    500: "quinientos quinientas", 600: "seiscientos", 700: "setecientos", 800: "ochocientos",
    900: "novecientos",
}  # fmt: skip
_TIMES = {
    100: "hundred hundert cien ciento", 1000: "thousand tausend mil grand",
    1_000_000: "million millionen millón millones",
}  # fmt: skip
_ARTICLES = frozenset("ein eine un uno una".split())
_VALUE = (
    number_words(0, 90, "en", "de", "es")
    | dict.fromkeys(_ARTICLES, 1)
    | {word: value for value, words in _HUNDREDS.items() for word in words.split()}
)
_SCALE = {word: value for value, words in _TIMES.items() for word in words.split()}
_BETWEEN = frozenset(("and", "und", "y"))
# Minimum digits of a code written in groups.
_GROUPED = 4
_TOKEN = re.compile(r"[^\W_]+")
# A number, or a word of one.
NUMERAL = rf"\d+|{'|'.join(sorted((*_VALUE, *_SCALE), key=len, reverse=True))}"
_GERMAN = re.compile(
    "|".join(sorted((*_VALUE, *_SCALE, "und"), key=len, reverse=True)), re.IGNORECASE
)


def numerals(text: str) -> Iterator[tuple[Span, int]]:
    """The numbers from two on that a text spells out, with where they stand."""
    found: list[tuple[Span, list[str]]] = []
    last = -1
    for token in _TOKEN.finditer(text):
        words = _pieces(token.group().lower())
        if not words:
            continue
        near = last >= 0 and text[last : token.start()].strip(" -") == ""
        if found and near:
            span, before = found[-1]
            found[-1] = (Span(span.start, token.end()), [*before, *words])
            last = token.end()
        elif words != ["and"] and words[0] not in _BETWEEN:
            found.append((Span(*token.span()), words))
            last = token.end()
    for span, words in found:
        value = _value(words)
        if value is not None and value > 1:
            yield span, value


def spelled_value(text: str) -> int | None:
    """What a number that is spelled out, or written in digits, comes to."""
    if text.isdigit():
        return int(text)
    pieces = [piece for word in _TOKEN.findall(text.lower()) for piece in _pieces(word)]
    return _value(pieces) if pieces else None


def in_groups(text: str) -> Iterator[tuple[Span, str]]:
    """Numbers told group by group, as codes are: "sixty-one, oh four" is 6104."""
    group: list[tuple[Span, str]] = []
    for token in _TOKEN.finditer(text):
        digits = _group(token.group().lower())
        between = text[group[-1][0].stop : token.start()].strip(" ,-") if group else ""
        if token.group().lower() == "y" and group:
            continue
        if between not in ("", "y") and group:
            yield from _joined(group)
            group = []
        if digits:
            group.append((Span(*token.span()), digits))
    yield from _joined(group)


def _joined(group: list[tuple[Span, str]]) -> Iterator[tuple[Span, str]]:
    digits, tens = "", False
    for _, each in group:
        if tens and len(each) == 1 and each != "0":
            # "Sixty", "one".
            digits, tens = digits[:-1] + each, False
        else:
            digits, tens = digits + each, len(each) == 2 and each[1] == "0" and each != "10"
    if len(group) > 1 and len(digits) >= _GROUPED:
        yield Span(group[0][0].start, group[-1][0].stop), digits


@lru_cache(maxsize=5_000)
def _group(word: str) -> str:
    """The digits of a numeral under a hundred; nothing of another word."""
    if word == "oh":
        return "0"
    pieces = _pieces(word)
    value = _value(pieces) if pieces and not _BETWEEN.issuperset(pieces) else None
    return str(value) if value is not None and value < 100 and word not in _ARTICLES else ""


@lru_cache(maxsize=5_000)
def _pieces(word: str) -> list[str]:
    """The numerals a word is made of; none where it is no numeral."""
    if word in _VALUE or word in _SCALE or word in _BETWEEN:
        return [word]
    pieces = _GERMAN.findall(word)
    return pieces if len(pieces) > 1 and "".join(pieces) == word else []


def _value(words: list[str]) -> int | None:
    """What they add up to; None for digits that only follow each other."""
    # "Eleven fifty" is a price.
    values = [_VALUE.get(word, -1) for word in words]
    if len(words) == 2 and min(values) >= 10 and max(values) < 100 and values[1] % 10 == 0:
        return values[0] * 100 + values[1]
    total = group = 0
    place = 0
    for number, word in enumerate(words):
        if word in _BETWEEN:
            continue
        if word in _SCALE:
            scale = _SCALE[word]
            if scale == 100:
                group = max(1, group) * 100
            else:
                total, group = total + max(1, group) * scale, 0
            place = scale
            continue
        value = _VALUE[word]
        before = words[number - 1] if number else ""
        follows = before in _VALUE
        reverse = number + 1 < len(words) and words[number + 1] in _BETWEEN and value < 10
        if follows and not (_VALUE[before] >= 20 and value < 10):
            return None
        if follows and value >= 10 and not reverse and place == 0 and _VALUE[before] < 100:
            return None
        group += value
    return total + group
