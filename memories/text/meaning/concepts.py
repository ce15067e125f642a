"""What words mean, across English, German and Spanish: "vertrage keine Erdnüsse" is an allergy.

concepts.txt lists the meanings of everyday life, a line each. So a fact is known again in other
words or another language without a model; words that are not listed are compared as they are.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from memories.text.languages import is_small, language_of, stem_in
from memories.text.meaning.english_words import word_in_english
from memories.text.names.lists import given_names
from memories.text.words import without_accents

_LISTED = Path(__file__).with_suffix(".txt")
_LANGUAGES = ("en", "de", "es")
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|€")
# Of many kinds: meanings that do not exclude each other.
_LOOSE = "of many kinds"
_NOT = frozenset(("nicht", "nichts"))
# Minimum letters of a compound, and of each of its parts.
_COMPOUND, _PART = 8, 4
_LINKS = ("", "s", "n", "en", "es", "e")


@dataclass(frozen=True)
class Concept:
    """A meaning: its name, what it is a kind of ("" where nothing excludes it), and how it counts.

    `weak` ones say little by themselves ("have"); a `negated` one is the opposite of its name.
    """

    name: str
    kind: str = ""
    weak: bool = False
    negated: bool = False


@dataclass(frozen=True)
class ConceptMatch:
    """A meaning in a text, where it stands (characters)."""

    concept: Concept
    start: int
    stop: int


_Table = dict[str, list[tuple[tuple[str, ...], Concept]]]


def language_meant(text: str) -> str:
    """The language a text is read in: of the three, the one its words tell, or hold most."""
    told = language_of(text)
    if told in _LANGUAGES:
        return told
    words = [word.lower() for word in _TOKEN.findall(text)]
    held = {
        language: len(_found(text, language)) + sum(is_small(word, language) for word in words)
        for language in _LANGUAGES
    }
    return max(held, key=lambda language: held[language])


def meanings(text: str, language: str = "") -> list[ConceptMatch]:
    """The listed meanings in a text, in order; of several at one place the longest."""
    return list(_found(text, language or language_meant(text)))


@lru_cache(maxsize=2_000)
def _found(text: str, language: str) -> tuple[ConceptMatch, ...]:
    return tuple(_find(text, language))


def _find(text: str, language: str) -> Iterator[ConceptMatch]:
    table = _tables()[0][language]
    tokens = [(m.start(), m.end(), m.group()) for m in _TOKEN.finditer(text)]
    # As it is written before its stem: "hija" is no "hijo".
    exact = [f"={_plain(spelled)}" for _, _, spelled in tokens]
    keys = [key_of(spelled, language) for _, _, spelled in tokens]
    at = 0
    while at < len(tokens):
        start, stop, spelled = tokens[at]
        listed = _listed_at(table, exact, at) or _listed_at(table, keys, at)
        if listed and len(listed[0]) == 1 and spelled.lower() in _NOT:
            # Their stem is that of a niece.
            listed = None
        words, concept = listed or ((), None)
        if concept is not None:
            yield ConceptMatch(concept, start, tokens[at + len(words) - 1][1])
            at += len(words)
            continue
        if language == "de":
            yield from (ConceptMatch(part, start, stop) for part in _parts(spelled.lower()))
        at += 1


def _listed_at(table: _Table, keys: list[str], at: int) -> tuple[tuple[str, ...], Concept] | None:
    listed = table.get(keys[at], ())
    return next((each for each in listed if tuple(keys[at : at + len(each[0])]) == each[0]), None)


def _plain(word: str) -> str:
    return without_accents(word.lower().replace("’", "'").removesuffix("'s"))


@lru_cache(maxsize=20_000)
def _parts(word: str) -> tuple[Concept, ...]:
    """The meanings of both halves of a German compound, where both are listed."""
    if len(word) < _COMPOUND:
        return ()
    table = _tables()[0]["de"]
    for at in range(len(word) - _PART, _PART - 1, -1):
        last = _single(table, word[at:])
        if last is None:
            continue
        for link in _LINKS:
            head = word[:at].removesuffix(link)
            first = _single(table, head) if head and word[:at].endswith(link) else None
            if first is not None:
                return first, last
    return ()


def _single(table: _Table, word: str) -> Concept | None:
    if len(word) < _PART:
        return None
    listed = table.get(key_of(word, "de"), ())
    return next((concept for words, concept in listed if len(words) == 1), None)


def related(one: str, other: str) -> bool:
    """Whether one meaning is spoken of where the other is: diabetes and insulin."""
    return (one, other) in _tables()[1]


@lru_cache(maxsize=5_000)
def kin_of(name: str) -> tuple[str, ...]:
    """What is spoken of where this meaning is, as names of meanings."""
    return tuple(other for one, other in _tables()[1] if one == name)


@lru_cache(maxsize=20_000)
def key_of(word: str, language: str) -> str:
    """A word as it is compared: its stem in a language, without accents."""
    plain = unicodedata.normalize("NFKC", word).lower().replace("’", "'")
    plain = plain.removesuffix("'s") if language == "en" else plain
    return without_accents(stem_in(language, plain) if plain.isalpha() else plain)


_SMALL: Mapping[str, Mapping[str, str]] = {
    "de": dict(
        pair.split("=")
        for pair in (
            "ich=I mein=my meine=my meinem=my meinen=my meiner=my mir=me mich=me wir=we unser=our"
            " unsere=our du=you er=he sie=she es=it sein=his seine=his ihr=her ihre=her nicht=not"
            " kein=no keine=no keinen=no nie=never und=and oder=or aber=but der=the die=the das=the"
            " dem=the den=the des=of ein=a eine=a einen=a einem=a einer=a in=in im=in_the am=on"
            " an=at auf=on mit=with ohne=without von=from für=for zu=to zum=to zur=to bei=at"
            " um=at nach=to über=about dass=that wenn=if weil=because auch=also mehr=more"
            " wurde=was werde=will wird=will hatte=had gegen=against aus=from"
        ).split()
    ),
    "es": dict(
        pair.split("=")
        for pair in (
            "yo=I mi=my mis=my me=me nosotros=we nuestro=our nuestra=our tú=you él=he ella=she"
            " su=his sus=his no=not nunca=never y=and o=or pero=but el=the la=the los=the las=the"
            " un=a una=a en=in con=with sin=without de=of del=of_the para=for a=to al=to_the"
            " por=by que=that si=if porque=because también=also más=more desde=since"
        ).split()
    ),
}


def gloss(text: str, *, every_word: bool = False) -> str:
    """A text with every listed meaning in English words: what an English model can compare.

    With `every_word` the words of the lexicons too, which stand for no listed meaning.
    """
    language = language_meant(text)
    if language == "en":
        return text
    small = _SMALL[language]

    def english(word: str) -> str:
        known = small.get(word.lower(), "").replace("_", " ")
        if known or not every_word or word.lower() in given_names():
            return known or word
        return word_in_english(word, language) or word

    pieces: list[str] = []
    last = 0

    def plain(upto: int) -> None:
        pieces.append(_TOKEN.sub(lambda match: english(match.group()), text[last:upto]))

    for meant in _found(text, language):
        if meant.start < last:
            pieces.append(f" {meant.concept.name}")
            continue
        plain(meant.start)
        pieces.append(f"not {meant.concept.name}" if meant.concept.negated else meant.concept.name)
        last = meant.stop
    plain(len(text))
    return "".join(pieces)


@cache
def _tables() -> tuple[dict[str, _Table], frozenset[tuple[str, str]]]:
    """For each language its words' meanings by the first word, longest first; what is related."""
    tables: dict[str, _Table] = {language: {} for language in _LANGUAGES}
    pairs: set[tuple[str, str]] = set()
    kind = ""
    for line in _LISTED.read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith("=="):
            kind = line.removeprefix("==").strip()
        elif kind == "related":
            one, _, others = line.partition(" > ")
            for other in others.split(", "):
                pairs |= {(one, other), (other, one)}
        else:
            _list(tables, line, "" if kind == _LOOSE else kind)
    for table in tables.values():
        for listed in table.values():
            listed.sort(key=lambda each: -len(each[0]))
    return tables, frozenset(pairs)


def _list(tables: Mapping[str, _Table], line: str, kind: str) -> None:
    weak = line.startswith("~")
    opposite, _, forms = line.rpartition(": ") if line.startswith("!") else ("", "", line)
    columns = forms.lstrip("~ ").split("|")
    name = opposite.removeprefix("!") or columns[0].split(",")[0].strip()
    concept = Concept(name, kind, weak, negated=bool(opposite))
    for language, column in zip(_LANGUAGES, columns, strict=False):
        for form in column.split(","):
            spelled = _TOKEN.findall(form)
            exact = tuple(f"={_plain(word)}" for word in spelled)
            for words in filter(None, (exact, tuple(key_of(w, language) for w in spelled))):
                tables[language].setdefault(words[0], []).append((words, concept))
