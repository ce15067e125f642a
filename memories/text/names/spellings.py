"""Names as whole words: "Zoë" and "zoey" are one, "Anna" is no "Ann", "Atlas II" no "Atlas"."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memories.text.languages import is_small
from memories.text.meaning.concepts import language_meant, meanings
from memories.text.meaning.english_words import GLOSSED, is_listed
from memories.text.names.lists import given_names, names_that_are_words
from memories.text.names.titles import FEMALE, MALE, titles
from memories.text.words import STOP_WORDS, without_accents

# A word of a name: "Smith-Jones", "O’Brien".
NAME_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s?$")
# Before a surname, these say that it is whoever is meant.
TITLES = titles() - {"pan"}
# What stands before a name, or with it, and is none by itself. "M" may be the name of somebody.
_GENERIC = (TITLES - {"m"}) | frozenset(
    "uncle aunt project projekt proyecto team company firm firma group gruppe labs lab gmbh ltd inc"
    " ag co café cafe hotel restaurant bar shop store people family familie familia guy folks the"
    " my our mon ma mes le les der die das den dem mein meine el la los las mi".split()
)
# These make another place of a place: York and New York.
_BEFORE = frozenset(
    "new old san santa saint st los las el la north south east west bad neu".split()
)
_ROMAN = re.compile(r"^(?:[IVX]+|[A-Z])$")
# In the middle of a name, another way to call whom it names: "Katharine (Kathy) Brandt".
_CALLED = re.compile(
    r"(?P<first>[^\W\d_]+)\s*(?:\((?P<or>[^\W\d_]+)\)|\b(?:aka|alias|also\s+known\s+as)\s+(?P<aka>[^\W\d_]+))"
    r"\s+(?P<rest>(?-i:[^\W\d_a-z]).*)",
    re.IGNORECASE,
)
_ALTERNATIVES = re.compile(
    r"\s*(?:/|\(|\)|\baka\b|\ba\.k\.a\.|\balias\b|\bor\b|\boder\b|\balso known as\b)\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Name:
    """A name asked for: its parts as they are compared, the generic ones apart."""

    parts: tuple[str, ...]
    generic: frozenset[str]
    # "New York" is not York: all of it must stand there.
    undivided: bool = False
    # Its parts with their double letters: Solenne may be another than Solène.
    letters: frozenset[str] = frozenset()
    # Somebody is said to be called so: the first part is a given name, known or not.
    person: bool = False
    # Written in capitals, it may be a word: TV, GP.
    capitals: bool = False

    @property
    def joined(self) -> frozenset[str]:
        """Neighbouring parts as one: "Jean Luc" is "Jean-Luc"."""
        return frozenset(sound(a + b) for a, b in pairwise(self.parts))


def names_asked(topic: str) -> list[Name]:
    """The names a topic gives, "A (B)" and "A / B" as two; none where it describes a thing."""
    found = []
    if called := _CALLED.search(topic):
        before, rest = topic[: called.start()], called["rest"]
        other = called["or"] or called["aka"]
        topic = f"{before}{called['first']} {rest} / {other} {rest}"
    for piece in filter(None, _ALTERNATIVES.split(topic)):
        language = language_meant(piece)
        listed = {m.start for m in meanings(piece, language) if not m.concept.weak}
        tokens = list(NAME_WORD.finditer(piece))
        generic = {
            sound(t.group()) for t in tokens if _POSSESSIVE.sub("", t.group()).lower() in _GENERIC
        }
        parts = [
            t.group()
            for t in tokens
            if t.group()[0].isupper()
            and _POSSESSIVE.sub("", t.group()).lower() not in _GENERIC
            and (
                _opens_a_place(piece, t)
                or _of_a_firm(piece, t)
                or t.group().lower() in given_names()
                or _after_name(piece, t, listed, language)
                or (
                    t.start() not in listed
                    and t.group().lower() not in STOP_WORDS
                    and not is_small(t.group().lower(), language)
                    and not (language == "de" and _after_determiner(piece, t.start()))
                )
            )
        ]
        if parts:
            undivided = len(parts) > 1 and (parts[0].lower() in _BEFORE or "&" in piece)
            sounds = tuple(sound(part) for part in parts)
            letters = frozenset(map(_letters, parts))
            capitals = all(part.isupper() for part in parts)
            found.append(Name(sounds, frozenset(generic), undivided, letters, capitals=capitals))
    return found


def is_a_name(word: str, language: str) -> bool:
    """Whether a word that is written small is somebody's name, and hardly ever anything else."""
    return (
        word in given_names()
        and word not in names_that_are_words()
        and all(found.concept.weak for found in meanings(word))
        and not (language in GLOSSED and is_listed(word, language))
    )


def only_names(topic: str, names: Collection[Name]) -> bool:
    """Whether a topic is nothing but names, titles and what somebody is to the person."""
    told = {part for name in names for part in name.parts}
    people = {m.start for m in meanings(topic) if m.concept.kind == "person"}
    language = language_meant(topic)
    for token in NAME_WORD.finditer(topic):
        plain = _POSSESSIVE.sub("", token.group()).lower()
        if token.group().lower() != plain:
            return False
        known = sound(token.group()) in told or plain in _GENERIC or plain in STOP_WORDS
        if not known and token.start() not in people and not is_small(plain, language):
            return False
    return bool(names)


def _opens_a_place(text: str, token: "re.Match[str]") -> bool:
    """Whether it is the "New" of "New York"."""
    opens = token.group().lower() in _BEFORE and token.group()[0].isupper()
    return opens and text[token.end() :][:2].strip()[:1].isupper()


def _after_name(text: str, token: "re.Match[str]", listed: Collection[int], language: str) -> bool:
    """Whether it is the surname of "Bruno Tauber", whatever the word means."""
    before = [m for m in NAME_WORD.finditer(text, 0, token.start()) if m.end() + 1 == token.start()]
    if not before or not before[0].group()[0].isupper():
        return False
    first = before[0].group().lower()
    known = first in STOP_WORDS or first in _GENERIC or is_small(first, language)
    tells = language == "de" and bool(text[token.end() :].strip(" .!?"))
    if token.start() in listed and (tells or _GERMAN_QUESTION.match(text)):
        # "Wann Tim Geburtstag hat", "dem Tim Geld geliehen": every noun has a capital there.
        return False
    return first in given_names() or not (known or before[0].start() in listed)


_GERMAN_QUESTION = re.compile(r"\W*(?:wann|wo\w*|wie|warum|was|wem|wen)\b", re.IGNORECASE)


def _of_a_firm(text: str, token: "re.Match[str]") -> bool:
    """Whether "&" joins it to another: "Mohr & Sons" is not Mohr."""
    return "&" in (text[token.end() :].lstrip()[:1], text[: token.start()].rstrip()[-1:])


def _after_determiner(text: str, start: int) -> bool:
    before = text[:start].split()
    return bool(before) and before[-1].lower() in (
        "der die das den dem des ein eine einen einem einer mein meine meinen meinem meiner vom zum"
        " zur im am beim".split()
    )


def sound(name: str) -> str:
    """A name as names are compared: without accents, double letters, "ue" for "ü" and the like."""
    return re.sub(r"(.)\1+", r"\1", _letters(name))


# Letters that no accent makes of another.
_FOLDED = str.maketrans({"ß": "ss", "ı": "i", "ø": "o", "ł": "l", "đ": "d"})


def _letters(name: str) -> str:
    plain = unicodedata.normalize("NFKC", _POSSESSIVE.sub("", name)).lower().translate(_FOLDED)
    apart = unicodedata.normalize("NFKD", plain)
    plain = "".join(letter for letter in apart if letter.isalnum())
    plain = re.sub(r"(?<=[aeiou])ey?$|ey$", "e", plain)
    plain = plain.replace("ae", "a").replace("oe", "o").replace("ue", "u").replace("ph", "f")
    return re.sub(r"^mac(?=[^aeiou]|al)", "mc", plain)


def naming(text: str, names: Sequence[Name], others: Sequence[Name] = ()) -> bool:
    """Whether a text names one of these as a whole: no twin with a longer name, no other."""
    tokens = [(m.group(), m.start(), m.end()) for m in NAME_WORD.finditer(text)]
    german = language_meant(text) == "de"
    asked = {part for name in names for part in name.parts}
    sounds = [
        sound(_without_genitive(spelled, asked) if german else spelled) for spelled, _, _ in tokens
    ]
    # "Mac Allister" is "McAllister".
    joined = {
        at: sound(a[0] + b[0]) for at, (a, b) in enumerate(pairwise(tokens)) if b[1] - a[2] <= 1
    }
    # What is to stay must be there with all of its parts.
    whole = [name for name in others if set(name.parts) <= set(sounds)]
    if whole and (kept := _places(text, tokens, sounds, joined, whole)):
        return bool(set(_places(text, tokens, sounds, joined, names)) - set(kept))
    return bool(_places(text, tokens, sounds, joined, names))


def _without_genitive(spelled: str, asked: Collection[str] = ()) -> str:
    """ "Henrikes Nummer" is Henrike's; Jonas is not Jona. `asked` are names as they sound."""
    low = spelled.lower()
    known = low[:-1] in given_names() or sound(low[:-1]) in asked
    of_name = low.endswith("s") and low not in given_names() and known
    return spelled[:-1] if of_name and spelled[0].isupper() else spelled


def named_in_full(text: str, names: Sequence[Name]) -> bool:
    """Whether a text that names one of these leaves no doubt that it means that one.

    A surname by itself may be another's, and so may the first word of what is no person's name.
    """
    tokens = [m.group() for m in NAME_WORD.finditer(text)]
    sounds = [sound(token) for token in tokens]
    return any(_in_full(tokens, sounds, name) for name in names)


def written_alike(text: str, names: Sequence[Name]) -> bool:
    """Whether a text writes one of these with the same letters, accents apart."""
    tokens = [_without_genitive(m.group()) for m in NAME_WORD.finditer(text)]
    for name in names:
        theirs = [_letters(token) for token in tokens if sound(token) in name.parts]
        if theirs and name.letters.issuperset(theirs):
            return True
    return False


def titles_of(text: str, names: Sequence[Name]) -> set[str]:
    """Which titles stand before one of these names: "m" of Mr, "f" of Mrs; "" for a first name."""
    tokens = NAME_WORD.findall(text)
    last = {name.parts[-1] for name in names}
    found = set()
    for before, token in pairwise(tokens):
        if sound(token) in last and before[0].isupper():
            plain = before.lower()
            found.add("m" if plain in MALE else "f" if plain in FEMALE else "")
    return found


_ARTICLES = frozenset("the a an der die das el la los las le les".split())
_DETERMINERS = frozenset("a an the my our your his her this that".split())


def _in_full(tokens: Sequence[str], sounds: Sequence[str], name: Name) -> bool:
    if len(name.parts) == 1:
        return True
    wanted = "".join(name.parts)
    for at in range(len(sounds)):
        told = ""
        for token, said in zip(tokens[at:], sounds[at:], strict=True):
            if wanted.startswith(told + said):
                told += said
            elif not told or not token.islower():
                break
            if told == wanted:
                return True
    first, last = name.parts[0], name.parts[-1]
    # "My Victoria sponge" is no Victoria.
    if any(
        before.lower() in _DETERMINERS and said in name.parts
        for before, said in zip(tokens, sounds[1:], strict=False)
    ):
        return False
    around = zip(["", *tokens], tokens, sounds, [*sounds[1:], ""], strict=False)
    for before, token, said, after in around:
        if said == last and (len(before) == 1 or before.lower() in TITLES):
            return True
        given = name.person or _POSSESSIVE.sub("", token).lower() in given_names()
        if said == first and given and after not in name.parts:
            return True
    return False


def _places(
    text: str,
    tokens: Sequence[tuple[str, int, int]],
    sounds: Sequence[str],
    joined: dict[int, str],
    names: Sequence[Name],
) -> list[int]:
    return [
        at
        for name in names
        for at in range(len(tokens))
        if (sounds[at] in name.parts or joined.get(at) in name.parts or sounds[at] in name.joined)
        and (not name.undivided or _stands_whole(sounds, at, name))
        and _is_it(text, tokens, sounds, at, name, wide=joined.get(at) in name.parts)
    ]


def _stands_whole(sounds: Sequence[str], at: int, name: Name) -> bool:
    many = len(name.parts)
    return any(
        tuple(sounds[start : start + many]) == name.parts
        for start in range(max(0, at - many + 1), at + 1)
    )


def _is_it(
    text: str,
    tokens: Sequence[tuple[str, int, int]],
    sounds: Sequence[str],
    at: int,
    name: Name,
    *,
    wide: bool,
) -> bool:
    spelled, start, _ = tokens[at]
    after = at + (2 if wide else 1)
    previous = tokens[at - 1] if at and tokens[at - 1][2] + 1 >= start else None
    follows = tokens[after - 1][2] + 1
    following = tokens[after] if after < len(tokens) and tokens[after][1] <= follows else None
    if previous and not _belongs(previous[0], name):
        if previous[0].lower() in _BEFORE and previous[0][0].isupper():
            return False
        begins = at == 1 or text[: previous[1]].rstrip().endswith((".", "!", "?", ":"))
        last_of_many = len(name.parts) > 1 and sounds[at] == name.parts[-1]
        of_many = last_of_many or (
            len(name.parts) > 1 and sounds[at] == name.parts[0] and language_meant(text) != "de"
        )
        if previous[0][0].isupper() and not begins and of_many and len(previous[0]) > 1:
            # "Anna Mohr" is not "Jürgen Mohr"; "J. Mohr" is.
            return False
        if last_of_many and len(previous[0]) == 1 and previous[0].isupper():
            return sound(previous[0]) == name.parts[0][0]
    if following and not _belongs(following[0], name) and not _POSSESSIVE.search(spelled):
        gap = text[tokens[after - 1][2] : following[1]]
        numbered = bool(name.generic - _ARTICLES) and following[0].isdigit()
        if gap.strip() == "" and following[0] != "I" and (_ROMAN.match(following[0]) or numbered):
            return False
        if (
            gap.strip() == ""
            and following[0][0].isupper()
            and not (at and language_meant(text) == "de" and is_listed(following[0], "de"))
            and len(name.parts) > 1
            and sounds[at] == name.parts[0]
            and following[0].lower() not in STOP_WORDS
        ):
            return False
    return True


def _belongs(word: str, name: Name) -> bool:
    plain = _POSSESSIVE.sub("", word).lower()
    known = {*name.parts, *name.generic, *name.joined}
    return sound(word) in known or plain in _GENERIC


def spellings(name: str) -> set[str]:
    """Ways a name may be written, in lower case: what to look it up by."""
    plain = unicodedata.normalize("NFKC", _POSSESSIVE.sub("", name)).lower()
    apart = without_accents(plain)
    written = plain.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")
    found = {plain, apart, written, sound(plain)}
    found |= {re.sub(r"(.)\1", r"\1", each) for each in set(found)}
    for each in set(found):
        found |= {re.sub(r"^ma?c", "mac", each), re.sub(r"^ma?c", "mc", each)}
        if short := re.sub(r"^ma?c", "", each):
            found.add(short)
        umlauts = each.replace("ae", "ä").replace("oe", "ö").replace("ue", "ü")
        found |= {
            umlauts,
            re.sub(r"e$", "ey", each),
            re.sub(r"e$", "ë", each),
            re.sub(r"ey$", "e", each),
        }
    return {each for each in found if each}
