"""What a sentence is compared by, to tell whether it says again what was forgotten.

A gist holds a sentence's words by stem and meaning, its numbers and identifiers, its names, whose
it is, and whether it denies. Two gists are compared by `features`; memories.keeping.recognising
weighs them. All of a gist can be replaced by keyed hashes, and is compared just the same.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from memories.text.identifiers import Identifier, IdKind, identifiers
from memories.text.languages import is_small
from memories.text.meaning.concepts import Meant, kin_of, language_meant, meanings
from memories.text.meaning.concepts import key_of as word_key
from memories.text.meaning.numerals import numerals
from memories.text.words import STOP_WORDS, content_words

ME = "me"
_LISTED = """
me: i me my mine myself we us our ours i'm i've i'd i'll we're we've ich mich mir mein meine meinem
    meinen meiner meines wir uns unser unsere unserem unseren unserer yo mi mis me conmigo nos
    nosotros nosotras nuestro nuestra nuestros nuestras mío mía soy tengo estoy voy he fui
he: he him his er ihm ihn sein seine seinem seinen seiner él
she: she her hers sie ihr ihre ihrem ihren ihrer ella
they: they them their theirs ellos ellas
you: you your yours du dich dir dein deine tú tu tus usted
"""
_WHO = {
    word: who
    for who, words in re.findall(r"^(\w+): ((?:.+\n)(?: .+\n)*)", _LISTED, re.MULTILINE)
    for word in words.split()
}
_MINE = frozenset(
    "my our mein meine meinem meinen meiner meines unser unsere unserem unseren unserer mi mis"
    " nuestro nuestra nuestros nuestras".split()
)
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
_GENITIVE = re.compile(r"['’]s?$")
_GERMAN_NOUNS = "de"
_NO_NAMES = frozenset(
    "i i'm i've i'd i'll mr mrs ms dr prof herr frau herrn señor señora don doña st the a an"
    " diagnosis address home place password pin iban email".split()
)
_DETERMINERS = frozenset(
    "der die das dem den des ein eine einen einem einer eines mein meine meinem meinen meiner sein"
    " seine ihr ihre unser unsere kein keine keinen im am zum zur beim vom ins jeden jede jedes"
    " dieser diese dieses".split()
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
            whose=frozenset(who if who in _PRONOUNS else key(who) for who in self.whose),
            people=tuple(who if who in _PRONOUNS else key(who) for who in self.people),
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
    whose, people = _people(text, language, found, words, mine=mine)
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


def _denies(word: str) -> bool:
    return word in _NOT or word.endswith(("n't", "n’t"))


def _inside(at: int, taken: Iterable[tuple[int, int]]) -> bool:
    return any(start <= at < stop for start, stop in taken)


def _words(
    text: str, language: str, found: Sequence[Meant], taken: Sequence[tuple[int, int]]
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
        small = is_small(token.spelling.lower(), language) or token.spelling.lower() in _WHO
        if not _inside(token.start, covered) and not small and not token.spelling.isdigit():
            stem = word_key(token.spelling, language)
            beside = bool(persons & {token.start - 1, token.start - 2})
            named = _is_name(text, token.start, token.spelling, language, beside)
            words.append((token.start, GistWord(stem, (), "", False, named)))
    return sorted(words, key=lambda each: each[0])


_BEFORE_NAMES = frozenset(
    "heißt mit von bei für zu frau herr herrn dr und namens dass zwischen gegen ist an auf".split()
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


def _people(
    text: str,
    language: str,
    found: Sequence[Meant],
    words: Sequence[tuple[int, GistWord]],
    *,
    mine: bool,
) -> tuple[list[str], list[str]]:
    """Who a sentence is about first, and all who stand in it, in order."""
    people = {m.start: f"={m.concept.name}" for m in found if m.concept.kind == "person"}
    phrases = {m.start: m.stop for m in found if m.concept.kind == "person"}
    names = {at: word.stem for at, word in words if word.name}
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
        who = ME if language == "es" and plain == "he" else _WHO.get(plain)
        if who is None and language == "es" and opening and _first_person(plain):
            who = ME
        opening = opening and plain in _BEFORE_VERBS
        if who is not None and not mine and who in (ME, "you"):
            who = "another" if who == ME else ME
        if who is not None:
            order.append((at, who, plain in _MINE))
    return _first_of(text, order), [who for _, who, _ in order]


def _first_of(text: str, order: Sequence[tuple[int, str, bool]]) -> list[str]:
    """Whose a sentence is: who comes first and is not merely the owner of another."""
    first: list[str] = []
    for number, (at, who, owns) in enumerate(order):
        following = order[number + 1] if number + 1 < len(order) else None
        gap = text[at : following[0]] if following else ""
        beside = following is not None and len(gap.split()) <= 2 and following[1] not in _PRONOUNS
        if owns and beside and following is not None:
            # "My sister", "Clara's husband": whose it is is the one who is owned.
            continue
        first.append(who)
        # "My sister Clara": one person by two names.
        one = following is not None and beside and len(gap.split()) == 1 and not owns
        if following is not None and one and who not in _PRONOUNS:
            first.append(following[1])
        break
    return first


_PRONOUNS = frozenset((ME, "he", "she", "they", "you", "another"))


_BEFORE_VERBS = frozenset("no ya me le te se lo la los las y también que siempre nunca".split())


def _first_person(word: str) -> bool:
    return len(word) > 3 and word.endswith(("o", "é", "í", "oy", "mos")) and word not in STOP_WORDS


@dataclass(frozen=True)
class Features:
    """How two gists compare, 0 to 1 each: what was forgotten (the fact), and what is said."""

    # How much of the fact's words stand in what is said, weighted by what they tell; and back.
    covered: float
    extra: float
    # Its names, and its numbers.
    names: float
    has_names: float
    values: float
    has_values: float
    # Names, numbers and people that only what is said has.
    other_names: float
    other_values: float
    other_people: float
    missing_people: float
    # Of the same kind, but another: a sister for a brother, May for June.
    instead: float
    # Whose it is: the same, another's, or nobody's; and the other way round.
    same_whose: float
    another_whose: float
    nobodys: float
    turned: float
    mine: float
    said_mine: float
    # One denies, ends, or wishes what the other says.
    denied: float
    ended: float
    was_ended: float
    wished: float
    was_wished: float
    asks: float
    reports: float
    # An identifier that means one thing wherever it stands is in both.
    unique: float
    # Words that tell something, in both.
    shared: float
    kin: float
    long: float
    short: float

    def row(self) -> list[float]:
        return [getattr(self, each.name) for each in fields(self)]


def features(fact: Gist, said: Gist) -> Features:
    """Compare what was forgotten with what is said."""
    pairs = [(word, _match(word, said)) for word in fact.words]
    back = [(word, _match(word, fact)) for word in said.words]
    names = [hit for word, hit in pairs if word.name]
    values = [bool(set(value) & said.numbers) for value in fact.values]
    loose = [word for word, hit in pairs if hit == 0 and word.kind]
    strange = [word for word, hit in back if hit == 0 and word.kind]
    clash = {w.kind for w in loose} & {w.kind for w in strange}
    mine, its = fact.whose, said.whose
    everyone, all_said = frozenset(fact.people), frozenset(said.people)
    own_names = frozenset(word.stem for word in fact.words if word.name)
    others = [p for p in said.people if p not in everyone and p not in fact.keys]
    missing = [p for p in fact.people if p not in all_said and p not in said.keys]
    turned = _turned(fact.people, said.people)
    shared = [w for w, hit in pairs if hit == 1 and not w.weak]
    return Features(
        covered=_weighed(pairs),
        extra=1 - _weighed(back),
        names=sum(names) / len(names) if names else 1.0,
        has_names=float(bool(names)),
        values=sum(values) / len(values) if values else 1.0,
        has_values=float(bool(values)),
        other_names=min(
            1.0,
            sum(w.name and hit == 0 and w.stem not in own_names for w, hit in back) / 2,
        ),
        other_values=min(1.0, sum(not set(v) & fact.numbers for v in said.values) / 2),
        other_people=min(1.0, len(set(others)) / 2),
        missing_people=min(1.0, len(set(missing)) / 2),
        instead=min(1.0, len(clash) / 2 + 0.5 * bool(clash)),
        same_whose=float(bool(mine & its)),
        another_whose=float(bool(mine and its and not mine & its and not mine & all_said)),
        nobodys=float(not its),
        turned=float(turned),
        mine=float(_is_me(mine)),
        said_mine=float(_is_me(its)),
        denied=float(fact.denies % 2 != said.denies % 2),
        ended=float(said.ends and not fact.ends),
        was_ended=float(fact.ends and not said.ends),
        wished=float(said.wishes and not fact.wishes),
        was_wished=float(fact.wishes and not said.wishes),
        asks=float(said.asks),
        reports=float(said.reports and not fact.reports),
        unique=float(bool(fact.unique & said.unique)),
        shared=min(1.0, len(shared) / 4),
        kin=float(any(key in fact.kin for key in said.keys)),
        long=min(1.0, len(said.words) / 14),
        short=min(1.0, len(fact.words) / 8),
    )


def _turned(people: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two who stand in both stand the other way round: Anna loves Tom, Tom loves Anna."""
    both = [who for who in people if who in others]
    return len(both) > 1 and others.index(both[0]) > others.index(both[1])


def _is_me(whose: frozenset[str]) -> bool:
    return bool(whose & _ME)


_ME = frozenset((ME,))


def _weight(word: GistWord) -> float:
    return 0.25 if word.weak else 1.5 if word.name else 1.0


def _weighed(pairs: Sequence[tuple[GistWord, float]]) -> float:
    whole = sum(_weight(word) for word, _ in pairs)
    return sum(_weight(word) * hit for word, hit in pairs) / whole if whole else 0.0


def _match(word: GistWord, other: Gist) -> float:
    """How well a word is met in another gist: itself or its meaning (1), or what belongs to it."""
    if word.stem in other.keys or any(key in other.keys for key in word.meant):
        return 1.0
    return 0.5 if any(key in other.kin for key in word.meant) else 0.0
