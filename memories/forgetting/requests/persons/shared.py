"""What of a sentence is about who was asked for, where the rest of it is about others.

"Sunday is the careful one, Ifeanyi likes to overspeed": of Ifeanyi is its second half alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import Unit
from memories.forgetting.requests.parts.clause import begins_with_verb
from memories.forgetting.requests.persons.follow_ups import fits_gender
from memories.forgetting.requests.persons.roles import PersonRole, speaks_of
from memories.text import gist
from memories.text.languages import is_small
from memories.text.meaning.concepts import language_meant
from memories.text.meaning.english_words import is_listed
from memories.text.names.spellings import NAME_WORD, Name, is_a_name, naming
from memories.text.sameness.subjects import clauses
from memories.text.sameness.verbs import has_verb

# Number of first words in which a clause says whose it is.
_OPENS = 3
# Of these a clause goes on about who was named before: "and she wants her drill back".
_PRONOUNS = re.compile(
    r"\b(?:he|him|his|she|her|hers|they|them|their|it|its|er|ihn|ihm|ihnen|sie|ihre?[mnrs]?"
    r"|seine?[mnrs]?|der|dem|den|él|ella|su|sus|lui|elle|who|which|that)\b",
    re.IGNORECASE,
)
# "Der Mozart frisst nur Gurken": an article, and no pronoun.
_ARTICLE = re.compile(r"\W*(?:der|die|das|den|dem)\s+[A-ZÄÖÜ]")
_OF_ME = re.compile(
    r"\W*(?:I|I['’]\w+|my|we|our|ich|meine?[mnrs]?|wir|unsere?[mnrs]?|yo|mis?)\b", re.IGNORECASE
)
# "…, and his wife Peigi", "ihr Sohn ist der Lukas": whose wife or son it is, is another.
_OF_ANOTHER = re.compile(
    r"^\W*(?:and|und|y|et)?\W*(?i:his|her|their|seine?|ihre?|sus?|son|sa)\s+(?!(?:name|vorname|nombre|nom)\b)\w+\s+"
    r"(?:[A-ZÄÖÜ]|(?i:is|was|called|named|ist|war|heißt|namens|es|era|se\s+llama|est|s['’]appelle)\b)"
)
# "Emil (12) and Emilia (7)": a name by itself.
_ALONE = re.compile(r"^\W*(?:(?:and|und|y|et)\s+)?([A-ZÄÖÜ][^\W\d_]+)\W*$")
# "…, we met at uni": with whom was named before.
_WITH_THEM = re.compile(r"\W*(?:we|wir|nosotr[oa]s|nous|wij|noi|nós)\b", re.IGNORECASE)


def about_them(unit: Unit, names: Sequence[Name], roles: Sequence[PersonRole]) -> list[Passage]:
    """The clauses of a sentence without those that are surely about another, or the person."""
    parts = [(start, stop) for start, stop in clauses(unit.text) if unit.text[start:stop].strip()]
    theirs = [_names(unit.text[start:stop], names, roles) for start, stop in parts]
    if True not in theirs or all(theirs):
        return [unit.passage]
    first = theirs.index(True)
    stays = [
        not mine
        and (
            _is_of_another(unit.text[start:stop], after=n > first)
            or (n < first and begins_with_verb(unit.text[start:stop], unit.text))
        )
        for n, ((start, stop), mine) in enumerate(zip(parts, theirs, strict=True))
    ]
    opening = unit.text[slice(*parts[first])]
    if _PRONOUNS.search(opening) and not _OF_ANOTHER.match(opening):
        stays[:first] = [False] * first
    for n in range(first + 1, len(parts)):
        clause = unit.text[slice(*parts[n])]
        if theirs[n]:
            continue
        if begins_with_verb(clause, unit.text):
            # "Bennet is 12 and likes dinos": of the one before.
            stays[n] = stays[_before_brackets(unit.text, parts, n)]
        elif _is_said_of_another(clause, names, after_another=stays[n - 1]):
            stays[n] = True
    for n, (start, stop) in enumerate(parts):
        bracket = n and unit.text[:start].endswith("(")
        if bracket and not (theirs[n] or _has_name(unit.text[start:stop])):
            # "Emil (12) and Emilia (7)": in brackets is of the one before them.
            stays[n] = stays[n - 1]
    if True not in stays:
        return [unit.passage]
    goes = [part for part, keeps in zip(parts, stays, strict=True) if not keeps]
    return list(_joined(unit, parts, goes))


def _before_brackets(text: str, parts: Sequence[tuple[int, int]], n: int) -> int:
    """The place of the clause before one: "Flora (with Karin) is 14" goes on about Flora."""
    before = text[: parts[n][0]].rstrip()
    opened = before.rfind("(") if before.endswith(")") else len(before)
    return max((k for k in range(n) if parts[k][1] <= opened), default=n - 1)


def _is_said_of_another(clause: str, names: Sequence[Name], *, after_another: bool) -> bool:
    """Whether a clause that begins with a pronoun means another: whom the one before it names."""
    fits = fits_gender(clause, names)
    pronoun = _PRONOUNS.match(clause.lstrip(" ,;:"))
    return fits is False or bool(after_another and pronoun and fits is None)


def _names(clause: str, names: Sequence[Name], roles: Sequence[PersonRole]) -> bool:
    return bool(names and naming(clause, names)) or speaks_of(clause, roles, names)


def _is_of_another(clause: str, *, after: bool) -> bool:
    """Whether a clause that names none who was asked for tells of another all the same.

    One `after` those who were named may go on about them.
    """
    if after and _PRONOUNS.search(" ".join(clause.split()[:_OPENS])):
        return bool(re.match(r"\W*(?:der|die|das|den|dem)\s+[A-ZÄÖÜ]", clause)) and _has_name(
            clause
        )
    if after and _WITH_THEM.match(clause):
        return False
    if (alone := _ALONE.match(clause)) and is_a_name(alone[1].lower(), language_meant(clause)):
        return True
    whose = gist(" ".join(clause.split()[:_OPENS])).whose
    if whose - {"me"} or _OF_ME.match(clause) or _has_name(clause):
        return True
    return _begins_with_name(clause) and has_verb(clause, language_meant(clause))


def _begins_with_name(clause: str) -> bool:
    """Whether it is told of somebody whose name is written small: "mia is 8"."""
    first = NAME_WORD.search(clause)
    return first is not None and is_a_name(first.group().lower(), language_meant(clause))


def _has_name(clause: str) -> bool:
    language = language_meant(clause)
    words = [match.group() for match in NAME_WORD.finditer(clause)]
    return len(words) > 1 and any(
        word[0].isupper() and not is_small(word.lower(), language) and not _is_noun(word, language)
        for word in words
    )


def _is_noun(word: str, language: str) -> bool:
    return language == "de" and is_listed(word, "de")


def _joined(
    unit: Unit, parts: Sequence[tuple[int, int]], goes: Sequence[tuple[int, int]]
) -> Iterator[Passage]:
    """The clauses that go, those side by side as one."""
    for _, run in groupby(enumerate(goes), key=lambda each: parts.index(each[1]) - each[0]):
        spans = [span for _, span in run]
        words = unit.text[spans[0][0] : spans[-1][1]]
        start = spans[0][0] + len(words) - len(words.lstrip(" ,;:"))
        words = words.strip(" ,;:")
        closes = unit.text[start + len(words) :].startswith(")")
        if closes and unit.text[:start].endswith("("):
            start, words = start - 1, f"({words})"
        elif closes and words.count("(") > words.count(")"):
            words += ")"
        at = unit.passage.start + start
        yield replace(unit.passage, start=at, stop=at + len(words), words=words)
