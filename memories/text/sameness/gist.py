"""A sentence as it is compared: its words by stem and meaning, its numbers, names, whose it is.

All of a gist can be replaced by keyed hashes, and is compared just the same.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from memories.text.identifiers import Identifier, IdKind, identifiers
from memories.text.languages import is_small
from memories.text.meaning.concepts import ConceptMatch, kin_of, language_meant, meanings
from memories.text.meaning.concepts import key_of as word_key
from memories.text.meaning.english_words import GLOSSED, word_in_english
from memories.text.meaning.numerals import numerals
from memories.text.names.titles import OTHER_WORDS, titles
from memories.text.sameness.sentence_owner import PRONOUNS, WHO, people_in
from memories.text.words import content_words

_NOT = frozenset(
    "not no never none nobody nothing neither nor cannot without nicht kein keine keinen keinem"
    " keiner nie niemals nichts niemand ohne nunca jamás nadie nada tampoco sin".split()
)
# What was so ends, or is another thing by now.
_ENDS = re.compile(
    r"\b(?:no longer|any ?more|used to|formerly|former|stopped|quit|gave up|given up|called off"
    r"|cancel\w*|withdr\w+|changed|sold|removed|paid (?:\w+ )?back|paid off|we're even|after all"
    r"|turned (?:it )?down|broke up|finished|instead|beat|recovered|moved (?:away|out)|patched"
    r"|is out of|lifted|nicht mehr|kein\w* \w+ mehr|aufgehört|abgesagt|aufgelöst"
    r"|verkauft|geändert|abbezahlt|früher|doch (?:nicht|kein\w*)|ehemalig\w*|weggezogen"
    r"|wieder zusammen|ya (?:no|le|salió|está)|dej\w+ de|cancel\w+|vend\w+|antes|cambi\w+"
    r"|terminé|al final no)\b",
    re.IGNORECASE,
)
_WISHES = re.compile(
    r"\b(?:would|could|want|wants|wish|hope|plan|planning|thinking of|consider|if|maybe|perhaps"
    r"|might|dream|like to|going to|possess|soll|will|wollen|möchte|würde|könnte|vielleicht|wenn"
    r"|überlege\w*|quier\w+|quisiera|ojalá|quizás?|si|tal vez|voy a)\b",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\b(?:read|reading|book|novel|article|film|movie|heard|lese|gelesen|buch|artikel|film|leo"
    r"|leí|libro|artículo|película|wrote|writing about|research\w*|forsch\w+)\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_GERMAN_NOUNS = "de"
_NO_NAMES = (titles() - OTHER_WORDS | {"don"}) | frozenset(
    "i i'm i've i'd i'll st the a an diagnosis address home place password pin iban email".split()
)
# How many digits at the end tell two ways of writing a long number the same.
_TAIL = 9

Keyed = Callable[[str], str]


@dataclass(frozen=True)
class GistWord:
    """A word of a gist: its stem and meanings as keys, and what of it tells facts apart."""

    stem: str
    meant: tuple[str, ...] = ()
    kind: str = ""
    weak: bool = False
    name: bool = False


@dataclass(frozen=True)
class Gist:
    """A sentence as it is compared. All strings in it are keys, but for `whose` as it begins.

    `whose` are those it is about first, `people` all of them; `values` its numbers and dates
    (several keys for each), `unique` such as mean one thing wherever they stand.
    """

    words: tuple[GistWord, ...]
    kin: frozenset[str] = frozenset()
    whose: frozenset[str] = frozenset()
    people: tuple[str, ...] = ()
    values: tuple[tuple[str, ...], ...] = ()
    unique: frozenset[str] = frozenset()
    denies: int = 0
    ends: bool = False
    wishes: bool = False
    asks: bool = False
    reports: bool = False
    language: str = ""

    def keyed(self, key: Keyed) -> "Gist":
        """The same with keyed hashes in the place of its words."""
        return Gist(
            words=tuple(
                GistWord(
                    key(w.stem), tuple(map(key, w.meant)), w.kind and key(w.kind), w.weak, w.name
                )
                for w in self.words
            ),
            kin=frozenset(map(key, self.kin)),
            whose=frozenset(who if who in PRONOUNS else key(who) for who in self.whose),
            people=tuple(who if who in PRONOUNS else key(who) for who in self.people),
            values=tuple(tuple(map(key, value)) for value in self.values),
            unique=frozenset(map(key, self.unique)),
            denies=self.denies,
            ends=self.ends,
            wishes=self.wishes,
            asks=self.asks,
            reports=self.reports,
            language=self.language,
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "words": [[w.stem, list(w.meant), w.kind, w.weak, w.name] for w in self.words],
            "kin": sorted(self.kin),
            "whose": sorted(self.whose),
            "people": list(self.people),
            "values": [list(value) for value in self.values],
            "unique": sorted(self.unique),
            "flags": [self.denies, self.ends, self.wishes, self.asks, self.reports],
            "language": self.language,
        }

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> "Gist":
        denies, ends, wishes, asks, reports = kept["flags"]
        return cls(
            words=tuple(
                GistWord(stem, tuple(meant), kind, weak, name)
                for stem, meant, kind, weak, name in kept["words"]
            ),
            kin=frozenset(kept["kin"]),
            whose=frozenset(kept["whose"]),
            people=tuple(kept["people"]),
            values=tuple(map(tuple, kept["values"])),
            unique=frozenset(kept["unique"]),
            denies=denies,
            ends=ends,
            wishes=wishes,
            asks=asks,
            reports=reports,
            language=kept["language"],
        )

    @cached_property
    def keys(self) -> frozenset[str]:
        """All its words' stems and meanings."""
        return frozenset(key for word in self.words for key in (word.stem, *word.meant))

    @cached_property
    def telling(self) -> frozenset[str]:
        """The keys that say something by themselves, its values among them."""
        strong = (word for word in self.words if not word.weak)
        return frozenset(
            [key for word in strong for key in (word.stem, *word.meant)]
            + [key for value in self.values for key in value]
        )

    @cached_property
    def numbers(self) -> frozenset[str]:
        return frozenset(key for value in self.values for key in value)


def gist(text: str, *, mine: bool = True) -> Gist:
    """Read a sentence for comparison; with `mine` false somebody else says it to the person."""
    language = language_meant(text)
    found = meanings(text, language)
    ids = identifiers(text)
    taken = [(each.span.start, each.span.stop) for each in ids]
    spelled = [(span, value) for span, value in numerals(text) if not _inside(span.start, taken)]
    taken += [(span.start, span.stop) for span, _ in spelled]
    words = _words(text, language, found, taken)
    names = {at: word.stem for at, word in words if word.name}
    whose, people = people_in(text, language, found, names, mine=mine)
    concepts = [meant.concept for meant in found]
    phrases = [(meant.start, meant.stop) for meant in found]
    denies = sum(
        _denies(match.group().lower())
        for match in _TOKEN.finditer(text)
        if not _inside(match.start(), phrases)
    )
    return Gist(
        words=tuple(word for _, word in words),
        kin=frozenset(f"={other}" for each in concepts for other in kin_of(each.name)),
        whose=frozenset(whose),
        people=tuple(dict.fromkeys(people)),
        values=_values(text, ids, spelled, taken),
        unique=frozenset(key for each in ids if each.unique for key in _forms(each)),
        denies=denies + sum(c.negated for c in concepts if not c.weak),
        ends=bool(_ENDS.search(text)),
        wishes=bool(_WISHES.search(text)),
        asks=text.rstrip("\"'”’ ").endswith("?"),
        reports=bool(_SAYS.search(text)),
        language=language,
    )


def words_at(text: str, language: str = "") -> list[tuple[int, GistWord]]:
    """The words of a text that carry content, with where they begin, read in this language."""
    language = language or language_meant(text)
    return _words(text, language, meanings(text, language), [])


def _denies(word: str) -> bool:
    return word in _NOT or word.endswith(("n't", "n’t"))


def _inside(at: int, taken: Iterable[tuple[int, int]]) -> bool:
    return any(start <= at < stop for start, stop in taken)


def _words(
    text: str, language: str, found: Sequence[ConceptMatch], taken: Sequence[tuple[int, int]]
) -> list[tuple[int, GistWord]]:
    """The words of a text that carry content, with where they begin: phrases are one word."""
    words: list[tuple[int, GistWord]] = []
    covered: list[tuple[int, int]] = list(taken)
    for meant in found:
        concept = meant.concept
        if _inside(meant.start, taken):
            continue
        name = f"!{concept.name}" if concept.negated else concept.name
        stem = word_key(text[meant.start : meant.stop].split()[-1], language)
        word = GistWord(stem, (f"={name}",), concept.kind, concept.weak, False)
        if not any(at == meant.start and word.meant == w.meant for at, w in words):
            words.append((meant.start, word))
        covered.append((meant.start, meant.stop))
    persons = {meant.stop for meant in found if meant.concept.kind == "person"}
    for token in content_words(text):
        small = is_small(token.spelling.lower(), language) or token.spelling.lower() in WHO
        if not _inside(token.start, covered) and not small and not token.spelling.isdigit():
            stem = word_key(token.spelling, language)
            beside = bool(persons & {token.start - 1, token.start - 2})
            named = _is_name(text, token.start, token.spelling, language, beside)
            meant_by = () if named else _in_english(token.spelling, language)
            words.append((token.start, GistWord(stem, meant_by, "", False, named)))
    return sorted(words, key=lambda each: each[0])


def _in_english(spelling: str, language: str) -> tuple[str, ...]:
    """The keys of the English words for one of another language, where a lexicon has it."""
    if language not in GLOSSED:
        return ()
    english = word_in_english(spelling, language).split()
    return tuple(word_key(word, "en") for word in english if not is_small(word, "en"))


_BEFORE_NAMES = titles("de") | frozenset(
    "heißt mit von bei für zu und namens dass zwischen gegen ist an auf".split()
)
_NOUN = re.compile(r"(?:ung|heit|keit|schaft|tion|tät|chen|nis|tum|ling|erei)(?:e?n|s)?$")
_VERB = re.compile(r"(?:t|te|en|ist|hat|war|will|kann|muss|soll|und)$")


def _is_name(text: str, start: int, spelling: str, language: str, after_person: bool) -> bool:
    if not spelling[0].isupper() or spelling.lower() in _NO_NAMES:
        return False
    if language != _GERMAN_NOUNS:
        if spelling.endswith(("'s", "’s")):
            return True
        return bool(text[:start].strip(" \"'“”‘’¿¡([-")) or _acts(text, start + len(spelling))
    # Every noun has a capital: a name is told by what stands around it.
    if _NOUN.search(spelling):
        return False
    before = text[:start].replace(".", " ").split()
    if before:
        return after_person or before[-1].lower() in _BEFORE_NAMES
    following = _TOKEN.search(text, start + len(spelling))
    return bool(following and following.group().islower() and _VERB.search(following.group()))


_ACTS = re.compile(
    r"^(?:['’]s\b|,\s+(?:my|our|his|her|their|the|who|which|mein|meine|sein\w*|ihr\w*|der|die|mi|su|que)\b"
    r"|\s+(?:[A-Z]|(?:\w*(?:s|ed|n['’]t)|is|was|has|had|will|can|got|gave|took|went|said"
    r"|told|left|lent|came|made|had|won|met|fell|sold|kept|bought|thinks|and|or|at|in|y|e|está|es|era"
    r"|tiene|se|me|le|no|va|vive|fue|ha|dejó|da|debe|trabaja|sale|cumple)\b))"
)


def _acts(text: str, stop: int) -> bool:
    """Whether what begins a sentence with a capital is somebody who does or has something."""
    return bool(_ACTS.match(text[stop:]))


def _values(
    text: str,
    ids: Sequence[Identifier],
    spelled: Sequence[tuple[Any, int]],
    taken: Sequence[tuple[int, int]],
) -> tuple[tuple[str, ...], ...]:
    values = [_forms(each) for each in ids]
    values += [(f"#{value}",) for _, value in spelled]
    alone = [(s, e) for s, e in taken]
    for match in _DIGITS.finditer(text):
        if not _inside(match.start(), alone):
            values.append((f"#{_plain(match.group())}",))
    return tuple(dict.fromkeys(values))


def _plain(number: str) -> str:
    return re.sub(r"[.,](?=\d{3}(?:\D|$))|[.,]0+$", "", number)


def _forms(each: Identifier) -> tuple[str, ...]:
    """An identifier's keys: a date with and without its year, a long number by its end too."""
    if each.kind is IdKind.DATE:
        year, rest = each.canonical.split("-", 1)
        return (f"@{each.canonical}", f"@{rest}") if year else (f"@{rest}",)
    if each.kind is IdKind.NUMBER:
        plain = each.canonical
        if len(plain) > _TAIL:
            return f"#{plain}", f"…{plain[-_TAIL:]}"
        return (f"#{plain}",)
    return (f"{each.kind.value}:{each.canonical}",)
