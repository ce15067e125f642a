"""Words: how text becomes stems, and stems become the keyed numbers the index holds."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from memories.text.calendar.names import months, weekdays
from memories.text.languages import (
    ENGLISH,
    has_stems,
    is_small,
    language_of,
    stem_in,
    without_asking,
)

# Apostrophes stay inside words ("don't"); what follows one at the end ("Dana's") is cut off.
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Scripts written without spaces: overlapping pairs of characters serve as words.
_UNSPACED = re.compile(
    r"[\u2e80-\u2fdf\u3040-\u30ff\u3100-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]+"
)
_KANJI = r"\u3400-\u4dbf\u4e00-\u9fff"
_ALONE = re.compile(rf"(?<![{_KANJI}])[{_KANJI}](?![{_KANJI}])|^.$")
_POSSESSIVE = re.compile(r"['’]s$")

# What stands before the first word of a sentence, or of a quotation.
_BEGINS = re.compile(r"(?:^|[.!?:…\n¿¡])[\s\"'“”‘’«»(\[]*$")
_LOWER_WORD = re.compile(r"\b[^\W\d_A-ZÀ-ÖØ-Þ]{2,}")
_DATES = frozenset((*weekdays("en", plural=True), *months("en"), "christmas", "easter"))
_CAPITAL_NOUNS = frozenset({"de", "lb"})

_LISTED = """
    a about above after again against all also am an and any are aren't as at be because been
    before being below between both but by can can't cannot could couldn't did didn't do does
    doesn't doing don't down during each few for from further had hadn't has hasn't have haven't
    having he he'd he'll he's her here here's hers herself him himself his how how's i i'd i'll i'm
    i've if in into is isn't it it's its itself just let's me more most mustn't my myself no nor not
    now of off on once only or other ought our ours ourselves out over own please same shan't she
    she'd she'll she's should shouldn't so some such than that that's the their theirs them
    themselves then there there's these they they'd they'll they're they've this those through to
    too under until up us very was wasn't we we'd we'll we're we've were weren't what what's when
    when's where where's which while who who's whom why why's will with won't would wouldn't you
    you'd you'll you're you've your yours yourself yourselves
"""
STOP_WORDS = frozenset(_LISTED.split())


# Letters that are none with an accent.
_LETTERS = str.maketrans({"ß": "ss", "ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})


def without_accents(word: str) -> str:
    """A lower-case word without accents and umlauts."""
    if word.isascii():
        return word
    apart = unicodedata.normalize("NFKD", word.translate(_LETTERS))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


@dataclass(frozen=True)
class Word:
    """One content word: its stem, its spelling, and where it stands (characters)."""

    stem: str
    spelling: str
    start: int
    stop: int


def content_words(text: str) -> Iterator[Word]:
    """The words of a text that carry content, in order. Stop words are left out."""
    unspaced = _UNSPACED.search(text) is not None
    for match in _WORD.finditer(text):
        spelling = match.group()
        if unspaced and _UNSPACED.search(spelling):
            yield from _partly_unspaced(spelling, match.start())
        elif stem := _content_stem(spelling):
            yield Word(stem, spelling, match.start(), match.end())


# A page has hundreds of words, and few that the page before did not have.
@lru_cache(maxsize=20_000)
def _content_stem(spelling: str) -> str:
    """The stem of a word that carries content, as it is spelled; "" of a stop word."""
    plain = unicodedata.normalize("NFKC", spelling).lower().replace("’", "'")
    stem = "" if plain in STOP_WORDS else stem_of(_POSSESSIVE.sub("", plain))
    return "" if stem in STOP_WORDS else stem


def _spaced(spelling: str, start: int) -> Iterator[Word]:
    if stem := _content_stem(spelling):
        yield Word(stem, spelling, start, start + len(spelling))


def _partly_unspaced(run: str, start: int) -> Iterator[Word]:
    """Words of other scripts stand right beside: "Dockerを使う"."""
    end = 0
    for match in _UNSPACED.finditer(run):
        if end < match.start():
            yield from _spaced(run[end : match.start()], start + end)
        yield from _unspaced(match.group(), start + match.start())
        end = match.end()
    if end < len(run):
        yield from _spaced(run[end:], start + end)


def _unspaced(run: str, start: int) -> Iterator[Word]:
    alone = {match.start() for match in _ALONE.finditer(run)}
    for i, character in enumerate(run):
        # A word of one character between kana, or alone: its pairs are those of its endings.
        if i in alone:
            yield Word(character, character, start + i, start + i + 1)
        if i + 1 < len(run):
            yield Word(run[i : i + 2], run[i : i + 2], start + i, start + i + 2)


def stem_of(word: str) -> str:
    """The English stem of a lower-case word. Digits and other alphabets are left as they are."""
    return stem_in(ENGLISH, word) if word.isascii() and word.isalpha() else word


def stems(text: str) -> list[str]:
    """The content stems of a text, in order, with repetitions."""
    if _UNSPACED.search(text):
        return [word.stem for word in content_words(text)]
    return [stem for spelling in _WORD.findall(text) if (stem := _content_stem(spelling))]


def stems_of_names(text: str) -> list[str]:
    """The stems of what is spelled as a name: with a capital inside a sentence.

    None in a language that gives every noun one, and where a text is in capitals altogether.
    """
    if language_of(text) in _CAPITAL_NOUNS or not _LOWER_WORD.search(text):
        return []
    return [
        word.stem
        for word in content_words(text)
        if word.spelling[0].isupper()
        and word.spelling.lower() not in _DATES
        and not _BEGINS.search(text[: word.start])
    ]


def indexed(text: str) -> list[str]:
    """The stems a text is found by: English ones, and those of its own language beside them."""
    language = language_of(text)
    words = list(content_words(text))
    own = (_own_stem(word, language) for word in words) if has_stems(language) else ()
    return [word.stem for word in words] + [stem for stem in own if stem]


@dataclass(frozen=True)
class QuestionWords:
    """The stems of a question; `others` are those of its own language, by the English ones."""

    stems: tuple[str, ...]
    others: Mapping[str, str]


def asked_words(question: str, usual: str = ENGLISH) -> QuestionWords:
    """What to look for; `usual` is the language of whoever asks, where the words do not tell.

    A word is looked for by its English stem as well: so are names in a text of another language.
    """
    language = language_of(question) or usual
    asking = content_words(without_asking(question))
    words = [w for w in asking if not is_small(w.spelling.lower(), language)]
    own = {w.stem: _own_stem(w, language) for w in words} if has_stems(language) else {}
    return QuestionWords(
        tuple(w.stem for w in words), {s: other for s, other in own.items() if other}
    )


def _own_stem(word: Word, language: str) -> str:
    """Its stem in a language, where that is another than the English one."""
    plain = unicodedata.normalize("NFKC", word.spelling).lower()
    stem = "" if _UNSPACED.search(plain) else stem_in(language, plain)
    return stem if stem != word.stem else ""
