"""Whose a sentence is: who is spoken of, in three languages, by pronouns, roles and names."""

import re
from collections.abc import Mapping, Sequence

from memories.text import first_person
from memories.text.meaning.concepts import ConceptMatch
from memories.text.names.find import names_in
from memories.text.names.lists import PERSON, given_names
from memories.text.names.named_entity import NamedEntity
from memories.text.sentences import sentences
from memories.text.words import STOP_WORDS

ME = "me"
_LANGUAGES = ("en", "de", "es")
_LISTED = """
he: he him his er ihm ihn sein seine seinem seinen seiner él
she: she her hers sie ihr ihre ihrem ihren ihrer ella
they: they them their theirs ellos ellas
you: you your yours du dich dir dein deine tú tu tus usted
"""
WHO = {
    word: who
    for who, words in re.findall(r"^(\w+): ((?:.+\n)(?: .+\n)*)", _LISTED, re.MULTILINE)
    for word in words.split()
}
_MINE = frozenset(first_person.words(first_person.OWNERS, *_LANGUAGES))
# Spanish has it in the verb.
_VERBS = "soy tengo estoy voy fui"
WHO |= dict.fromkeys(
    (
        *first_person.words(first_person.SUBJECTS, *_LANGUAGES),
        *first_person.words(first_person.OTHERS, *_LANGUAGES),
        *first_person.CONTRACTED,
        *_MINE,
        *_VERBS.split(),
    ),
    ME,
)
_GENITIVE = re.compile(r"['’]s?$")
_OWNED = re.compile(r"\s+(?!(?:und|oder|aber|weil|dass|will|soll|muss|kann|wird)\b)\w")
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
PRONOUNS = frozenset((ME, "he", "she", "they", "you", "another"))


def people_in(
    text: str,
    language: str,
    found: Sequence[ConceptMatch],
    names: Mapping[int, str],
    *,
    mine: bool,
) -> tuple[list[str], list[str]]:
    """Who a sentence is about first, and all who stand in it, in order.

    `names` are the stems of its names by where they begin; with `mine` false somebody else says
    it to the person.
    """
    people = {m.start: f"={m.concept.name}" for m in found if m.concept.kind == "person"}
    phrases = {m.start: m.stop for m in found if m.concept.kind == "person"}
    order: list[tuple[int, str, bool]] = []
    skip = -1
    opening = True
    for token in _TOKEN.finditer(text):
        at, spelling = token.start(), token.group()
        plain = spelling.lower().replace("’", "'")
        if at < skip:
            continue
        if at in people:
            skip = phrases[at]
            owns = bool(_GENITIVE.search(text[at:skip].rstrip()))
            order.append((at, people[at], owns))
            continue
        if at in names:
            order.append((at, names[at], plain.endswith("'s")))
            continue
        # "He" is "I have" in Spanish.
        who = ME if language == "es" and plain == "he" else WHO.get(plain)
        if language == "de" and plain == "sein" and not _OWNED.match(text, token.end()):
            # "Es muss fertig sein": to be.
            continue
        if who is None and language == "es" and opening and _first_person(plain):
            who = ME
        opening = opening and plain in _BEFORE_VERBS
        if who is not None and not mine and who in (ME, "you"):
            who = "another" if who == ME else ME
        if who is not None:
            order.append((at, who, plain in _MINE))
    return _first_of(text, order), [who for _, who, _ in order]


def of_others_alone(old: str, new: str) -> bool:
    """Whether one text tells of the person and nobody else, a later one of others alone.

    "Ben's desk is on the sixth floor": that changes nothing of where mine is. Unlike "It's Pilates
    with Carol now".
    """
    if not _speaks_of_me(old) or _speaks_of_me(new) or _people(old):
        return False
    return any(person.start == span.start for span in sentences(new) for person in _people(new))


def _speaks_of_me(text: str) -> bool:
    return any(
        WHO.get(word.group().lower().replace("’", "'")) == ME for word in _TOKEN.finditer(text)
    )


def _people(text: str) -> list[NamedEntity]:
    return [named for named in names_in(text) if named.type == PERSON]


def _first_of(text: str, order: Sequence[tuple[int, str, bool]]) -> list[str]:
    """Whose a sentence is: who comes first and is not merely the owner of another."""
    first: list[str] = []
    for number, (at, who, owns) in enumerate(order):
        following = order[number + 1] if number + 1 < len(order) else None
        gap = text[at : following[0]] if following else ""
        beside = following is not None and len(gap.split()) <= 2 and following[1] not in PRONOUNS
        if owns and beside and following is not None:
            # "My sister", "Clara's husband": whose it is is the one who is owned.
            continue
        first.append(who)
        # "My sister Clara": one person by two names.
        one = following is not None and beside and len(gap.split()) == 1 and not owns
        if following is not None and one and who not in PRONOUNS:
            first.append(following[1])
        break
    return first


_BEFORE_VERBS = frozenset("no ya me le te se lo la los las y también que siempre nunca".split())


def _first_person(word: str) -> bool:
    verb = len(word) > 3 and word.endswith(("o", "é", "í", "oy", "mos"))
    return verb and word not in STOP_WORDS and word not in given_names()
