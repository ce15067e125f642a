"""Tell what words are about, and of which deeds they speak: "told Eva I'd return her atlas".

What is done is told in few words ("atlas is back"): they name what the deed was done to, seldom
for whom, where and when. So of all things named the `heads` are told apart from what only hangs on
a preposition, a possessive or a promise. Pure text, no model.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from memories.text import (
    Word,
    content_words,
    in_english,
    language_meant,
    months,
    stem_of,
    weekdays,
)
from today import deed_words as words

# Minimum letters of a word that may be part of a longer one, and of the rest of that one.
PART, REST = 4, 3
_DAY_OF_MONTH = re.compile(r"\b\d{1,2}(?:st|nd|rd|th|\.(?=\s))", re.IGNORECASE)
# "The nursery is called Fenwick": nobody was rung.
_CALLED = re.compile(r"\b(?:is|are|was|were|['’]s)\s+called\b", re.IGNORECASE)
# What one sentence tells of more than one thing: "Hockney delivered, got cake".
CLAUSE = re.compile(
    r"\s*(?:[,;:!]|[.?](?=\s)|\s[-–—]|(?<=\w)\s+(?:and|und|y|so|but|aber|when|wenn|because|weil)\s)\s*",
    re.IGNORECASE,
)


def joined(table: str) -> str:
    """A table of words as one pattern: its lines follow each other."""
    return re.sub(r"\s*\n\s*", "", table.strip())


# What stands there as a thing, though it may be a deed: "bring the book", "die Frage".
_NAMED = re.compile(
    rf"\b(?:{joined(words.DETERMINERS)})\s+(?:(?:{joined(words.ADJECTIVES)})\s+)?"
    r"([^\W\d_]+)(?!\w|\s+ich\b)",
    re.IGNORECASE,
)
_DETERMINER = re.compile(joined(words.DETERMINERS), re.IGNORECASE)
_PROMISED_TO = re.compile(joined(words.PROMISED_TO), re.IGNORECASE)
_PREPOSITIONS = frozenset(words.PREPOSITIONS.split())
_PRONOUNS = frozenset(
    "it them him this that these those ihn sie es die das den lo la los las".split()
)
_BEFORE_VERBS = frozenset("i'll i'd i’ll i’d will must gotta i we'll we".split())
_PARTICLES = frozenset(("in", "over", "through", "on", "up", "off", "out"))
# Who is spoken to, before what is asked of them.
_SPOKEN_TO = re.compile(r"^\W*[^\W\d_a-z]\w+,\s")
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_POSSESSIVE = ("'s", "’s")


@dataclass(frozen=True)
class Named:
    """What words name (stems), and which of it a deed is done to."""

    things: frozenset[str]
    heads: frozenset[str]


@dataclass(frozen=True)
class TaskGist:
    """What a task is about, in its own words and in English, and which deeds it speaks of.

    `roots` are those of all its words, for deeds that no list knows. Of a letter also what it was
    written `under`, its subject, its `reader`, or its `asker`; `to` is whom it was promised.
    """

    named: Named
    english: Named
    deeds: frozenset[int]
    roots: frozenset[str]
    under: Named
    reader: frozenset[str]
    asker: frozenset[str]
    to: frozenset[str]

    @property
    def things(self) -> frozenset[str]:
        """All that it names."""
        return self.named.things


@lru_cache(maxsize=2_000)
def gist(task: str, subject: str = "", to: str = "", asker: str = "") -> TaskGist:
    """What a task is about. `subject` is what it was written under, `to` to whom, or who asked."""
    own, promised_to = _without_promise(task)
    return TaskGist(
        named(own),
        in_english_words(own),
        deeds(own),
        roots(own),
        named(subject),
        named(to).things,
        named(asker).things,
        named(to).things | named(promised_to).things,
    )


def _without_promise(text: str) -> tuple[str, str]:
    """A promise without the words that make it one and whom it was made to; and who that is."""
    to: list[str] = []

    def take(match: re.Match[str]) -> str:
        to.extend(who for name, who in match.groupdict().items() if who and name != "deed")
        # "Send the vicar the plan": it is still to be sent.
        return f"{match['deed']} " if match["deed"] else " "

    rest = _PROMISED_TO.sub(take, text)
    return rest, " ".join(to)


@lru_cache(maxsize=4_000)
def named(text: str) -> Named:
    """What a text names: the heads are those of the clause with its deed, or of the one before."""
    plain = _CALLED.sub(" ", _DAY_OF_MONTH.sub(" ", text.replace("’", "'")))
    plain = _SPOKEN_TO.sub("", plain)
    things = frozenset(word.stem for word in _things(plain))
    clauses = [clause for clause in CLAUSE.split(plain) if clause.strip()]
    doing = [at for at, clause in enumerate(clauses) if deeds(clause)]
    return Named(things, _heads_of(clauses[: doing[-1] + 1] if doing else clauses) & things)


def _heads_of(clauses: list[str]) -> frozenset[str]:
    """What stands by itself in the last of these clauses, or in those before where it points back.

    Where nothing stands by itself, what hangs on the first preposition.
    """
    hanging: frozenset[str] = frozenset()
    for clause in reversed(clauses):
        standing, hangs = _heads(clause)
        if standing:
            return standing
        hanging = hanging or hangs
        if hanging and not _points_back(clause):
            break
    return hanging


def _points_back(clause: str) -> bool:
    """Whether a pronoun stands in a clause: "die muss ich ihm bringen", not "die Leiter"."""
    by_start = {word.start for word in _things(clause)}
    tokens = list(_TOKEN.finditer(clause))
    return any(
        token.group().lower() in _PRONOUNS and not (after and after.start() in by_start)
        for token, after in zip(tokens, [*tokens[1:], None], strict=True)
    )


@lru_cache(maxsize=4_000)
def in_english_words(text: str) -> Named:
    """The same in English words, one by one, where it is German or Spanish."""
    own = named(text)
    if in_english(text) == text:
        return own
    language = language_meant(text)
    glossed = {
        word.stem: [each.stem for each in content_words(in_english(word.spelling, language))]
        for word in content_words(text)
    }
    things = {stem for each in own.things for stem in glossed.get(each) or [each]}
    # "Cellar key": it is the key.
    heads = {(glossed.get(each) or [each])[-1] for each in own.heads}
    return Named(frozenset(things), frozenset(heads))


def _things(text: str) -> Iterator[Word]:
    after = {match.start(1) for match in _NAMED.finditer(text)}
    for word in content_words(text):
        is_thing = word.start in after or not is_deed(word.spelling.lower())
        if is_thing and word.stem not in fillers() and word.spelling.lower() not in fillers():
            yield word


def _heads(clause: str) -> tuple[frozenset[str], frozenset[str]]:
    """What stands by itself in a clause, and what hangs on its first preposition."""
    by_start = {word.start: word.stem for word in _things(clause)}
    heads: list[str] = []
    numbers: list[str] = []
    # "Den Anruf bei Karl": it is about Karl.
    deeds_named: list[str] = []
    first: list[str] = []
    hanging = hangs = False
    tokens = list(_TOKEN.finditer(clause))
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        spelling, stem = token.group().lower(), by_start.get(token.start())
        if spelling in _PREPOSITIONS and not _is_particle(before, spelling):
            hanging, hangs = True, False
        elif _DETERMINER.fullmatch(spelling):
            hanging = hanging and not hangs
            numbers += [stem] if stem and not hanging else []
        elif stem is None:
            hanging = False
        elif hanging:
            first += [stem] if (hangs or not first) and not stem[0].isdigit() else []
            hangs = True
        elif stem[0].isdigit():
            numbers.append(stem)
        elif is_deed(spelling):
            deeds_named.append(stem)
        elif not (_owns(token, after, by_start) or _is_verb(before, spelling, after)):
            heads.append(stem)
    return frozenset(heads), frozenset((*numbers, *first) or deeds_named)


def _owns(token: re.Match[str], after: re.Match[str] | None, things: Mapping[int, str]) -> bool:
    """Whether a word only says whose something is: "Fatima's drill"."""
    return token.group().endswith(_POSSESSIVE) and after is not None and after.start() in things


def _is_verb(before: re.Match[str] | None, spelling: str, after: re.Match[str] | None) -> bool:
    """Whether a word that no list knows stands where a verb does: "die zeichne ich"."""
    says_i = before is not None and before.group().lower() in _BEFORE_VERBS
    inflected = before is not None and before.group().lower() == "ich" and spelling.endswith("e")
    return says_i or inflected or (after is not None and after.group().lower() == "ich")


def _is_particle(before: re.Match[str] | None, spelling: str) -> bool:
    """Whether a preposition belongs to the deed before it: "hand it in", "pick up"."""
    return before is not None and spelling in _PARTICLES and is_deed(before.group().lower())


def both(named_: frozenset[str], said: frozenset[str]) -> frozenset[str]:
    """What of the said is named, too: "Miete" is of "Werkstattmiete"."""
    return frozenset(
        word for word in said if word in named_ or any(_is_part(word, other) for other in named_)
    )


def _is_part(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    if len(short) < PART:
        return False
    more = len(long) - len(short)
    return (long.endswith(short) and more >= REST) or (
        long.startswith(short) and len(short) > PART and more < REST
    )


def deeds(text: str) -> frozenset[int]:
    """The groups of deeds that a text speaks of."""
    plain = _NAMED.sub(" ", _CALLED.sub(" ", text))
    forms = set(re.findall(r"[^\W\d_]+", plain.lower()))
    forms |= {root for word in forms for root in _german_roots(word)}
    return frozenset(at for at, group in enumerate(_groups()) if group & forms)


def roots(text: str) -> frozenset[str]:
    """What all forms of each word of a text have in common, whatever its language."""
    found = [word.lower() for word in re.findall(r"[^\W\d_]{4,}", text)]
    english = {stem_of(word) for word in found}
    return frozenset(english | {root for word in found for root in _german_roots(word)})


def is_deed(word: str) -> bool:
    """Whether a word is of a deed that is listed."""
    return word in _deed_words() or any(root in _deed_words() for root in _german_roots(word))


_PREFIX = (
    "(?:zurück|durch|rüber|rein|raus|hoch|nach|auf|aus|ein|her|hin|los|mit|vor|weg|ab|an|um|zu)"
)
_PARTICIPLE = re.compile(rf"{_PREFIX}*ge(?P<root>\w{{3,}}?)(?:t|en)")
_INFLECTED = re.compile(rf"{_PREFIX}*(?:zu)?(?P<root>\w{{3,}}?)(?:e|st|t|te|en|n)")
_WHOLE = re.compile(r"(?P<root>\w{3,}?)(?:e|st|t|te|en|n)")
# "Dass ich sie hinmach": spoken German leaves the ending of "ich" out.
_BARE = re.compile(rf"{_PREFIX}*(?P<root>\w{{3,}})")


@lru_cache(maxsize=4096)
def _german_roots(word: str) -> tuple[str, ...]:
    """What all forms of a German verb have in common: of "rübergebracht" and "bringe", each."""
    forms = (_PARTICIPLE, _INFLECTED, _WHOLE, _BARE)
    found = [match["root"] for form in forms if (match := form.fullmatch(word))]
    return tuple(f"{root}-" for root in dict.fromkeys(found))


@lru_cache(maxsize=1)
def _groups() -> tuple[frozenset[str], ...]:
    """Of each group the words and their roots; a word after "=" has no forms but itself."""
    groups = (group.split() for group in words.DEEDS.split("\n\n"))
    return tuple(
        frozenset(
            form
            for word in group
            for form in (word.lstrip("="), *(() if word[0] == "=" else _listed_roots(word)))
        )
        for group in groups
    )


def _listed_roots(word: str) -> tuple[str, ...]:
    """What a listed verb has in common with its forms: it is no form of a shorter one itself."""
    return tuple(root for root in _german_roots(word) if root != f"{word}-")


@lru_cache(maxsize=1)
def _deed_words() -> frozenset[str]:
    return frozenset(word for group in _groups() for word in group)


@lru_cache(maxsize=1)
def fillers() -> frozenset[str]:
    """Words that tell nothing of what a task is about, and their stems."""
    days = (*months("en", "de", "es"), *weekdays("en", "de", "es", plural=True))
    said = (*words.FILLERS.split(), *days)
    return frozenset((*said, *map(stem_of, said)))
