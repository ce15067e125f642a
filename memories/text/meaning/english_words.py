"""German and Spanish in English words, one by one: enough to tell what a sentence is about.

No translation: word order and endings stay as they are. It is read by what knows English alone,
the built-in embedding model and the lists of words, never shown to anybody. A line of lexicons/
is an English word, or a few, and the words of that language that mean it, in the forms that
stemming does not bring together. A German noun stands there with its capital where the same
letters mean something else without: "Zahlen" are numbers, "zahlen" is to pay.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from pathlib import Path

from memories.text.languages import language_of, stem_in
from memories.text.names.lists import given_names, rare_names
from memories.text.words import stem_of, without_accents

GLOSSED = ("de", "es")
# "Übernachten" and "Nachhilfe" have nothing to do with eight, or with what is behind.
_PREPOSITIONS = frozenset(
    "aus auf bei ein mit nach vor über unter durch hin her um ab an zu wieder gegen für los".split()
)
# Minimum letters of a part of a German compound.
_PART = 3
# The same for one of more than two parts.
_LONG_PART = 4
_LEXICONS = Path(__file__).parent / "lexicons"
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# What stands between the parts of a compound: "Geburtstag-s-feier".
_LINKS = ("", "s", "n", "en", "es", "er", "e")
# Number of words read to detect a language, and the share of them that must belong to it.
_TOLD_BY, _MOSTLY = 20, 0.5
# Texts longer than this are documents: nobody reads them word by word, in characters.
LONGEST = 2_000


def in_english(text: str, language: str = "") -> str:
    """A German or Spanish text in English words; any other as it is.

    `language` is that of whoever wrote it, where the words do not tell. Words that are not known
    stay, names among them.
    """
    if len(text) > LONGEST:
        return text
    told = glossed_language(text, language)
    if not told:
        return text
    lexicon = _lexicon(told)
    if told == "de":
        text = _SHORT.sub(r"\g<0>e", _GENITIVE.sub(_owned, text))
    names = {match.span() for match in _names(text, told)}

    def english(match: "re.Match[str]") -> str:
        word = match.group()
        if match.span() in names:
            return word
        found = lexicon.phrases.get(word.lower()) or word_in_english(word, told)
        if not found and told == "de" and _is_noun(word, text[: match.start()]):
            return word.lower()
        return found or word

    return lexicon.parts.sub(english, text)


# Before a German noun, which has a capital as a name has, stands what no name has before it.
# Of prepositions alone that only with an adjective: "ohne neue Plakette", but "ohne Anna".
_INFLECTED = r"[a-zäöüß]+e[rmns]?\s+"
_BEFORE_NOUNS = re.compile(
    r"\b(?:(?:ohne|mit|für|gegen|von|bei|nach|aus|wegen|trotz)"
    rf"(?=\s+{_INFLECTED}$)"
    r"|de[rmns]|die|das|(?:k?ein|[mds]ein|ihr|unse?r|eue?r|welch|dies|jed|manch|viel|wenig|alle"
    r"|beide|jene)(?:e[rmns]?)?|im|ins|am|ans|zu[mr]|beim|vom|fürs|aufs|\d+|[A-ZÄÖÜ]\w+s)"
    rf"\s+(?:{_INFLECTED})?$"
)


def _is_noun(word: str, before: str) -> bool:
    """Whether a German word with a capital is a thing by what stands before it, and no name."""
    if not word[0].isupper() or word.isupper() or word.lower() in given_names():
        return False
    # A sentence begins with a capital, whatever word that is.
    return _BEFORE_NOUNS.search(before[:1].lower() + before[1:]) is not None


# In German an adjective has a capital as a part of a name alone: "Blauer Wagen".
_ADJECTIVE = re.compile(
    r"(?:blau|rot|grün|schwarz|weiß|gelb|braun|grau|golden|silbern|neu|alt|groß|klein|lang|kurz|hoh"
    r"|tief|schön|gut|jung|still|wild)(?:e[rsnm]?)$",
    re.IGNORECASE,
)
_CALLED = re.compile(r"\b(?:hei(?:ß|ss)(?:t|e|en|st)|namens|genannt)\s+$", re.IGNORECASE)
_CAPITAL = re.compile(r"\s+[A-ZÄÖÜ]")
_BEGINS = re.compile(r"(?:^|[.!?:…\n¿¡\"“„«])\s*$")


def _names(text: str, language: str) -> Iterator["re.Match[str]"]:
    """The words of a text that a capital shows to be names, and no words of its language."""
    words = list(_WORD.finditer(text))
    if all(word.group()[0].isupper() for word in words):
        return
    is_name = False
    for word in words:
        capital = word.group()[0].isupper() and not _BEGINS.search(text[: word.start()])
        if language == "es":
            is_name = capital
        else:
            follows = is_name and text[word.start() - 1] == " "
            called = _CALLED.search(text[: word.start()]) is not None
            is_name = capital and (follows or called or _begins_name(word, text))
        if is_name:
            yield word


def _begins_name(word: "re.Match[str]", text: str) -> bool:
    """Whether an adjective begins a name: "Blauer Wagen" does, "für den Großen" does not."""
    return bool(_ADJECTIVE.match(word.group()) and _CAPITAL.match(text, word.end()))


def glossed_language(text: str, usual: str = "") -> str:
    """The language of a text if it is one of those that can be put into English, else ""."""
    told = language_of(text) or _by_words(text) or usual
    return told if told in GLOSSED else ""


def _by_words(text: str) -> str:
    """The language most of whose words a text has, where its small words do not tell."""
    words = _WORD.findall(text)[:_TOLD_BY]
    shares = {}
    for language in GLOSSED:
        lexicon = _lexicon(language).words
        known = sum(word.lower() in lexicon for word in words)
        # A name tells nothing.
        telling = sum(word.lower() in lexicon or not word[0].isupper() for word in words)
        shares[language] = known / telling if known > 1 else 0.0
    best = max(GLOSSED, key=lambda language: shares[language])
    return best if shares[best] > _MOSTLY else ""


@lru_cache(maxsize=20_000)
def others_for(stem: str) -> tuple[str, ...]:
    """The stems of the German and Spanish words for an English one, by its stem."""
    return tuple(
        dict.fromkeys(
            stem_in(language, other)
            for language in GLOSSED
            for other in _lexicon(language).others.get(stem, ())
        )
    )


# Spanish leaves out who does something: its verbs tell.
_INFINITIVE = re.compile(r"[aei]r(?:se|me)?$")
_I_DO = re.compile(r"(?:[^aeiou]o|[aeiou]o|oy|é|í)$")
_WE_DO = re.compile(r"[aei]mos$")


def _whose(verb: str) -> str:
    """The pronoun that a Spanish verb stands for, before its English word."""
    if _WE_DO.search(verb):
        return "we "
    return "i " if _I_DO.search(verb) and not verb.endswith(("ado", "ido", "ió")) else ""


def words_meaning(stems: frozenset[str]) -> frozenset[str]:
    """The German and Spanish words, as they are written, for English ones, by their stems."""
    return frozenset(
        word
        for language in GLOSSED
        for word, english in _lexicon(language).words.items()
        if any(stem_of(part) in stems for part in english.split())
    )


# "Jens" is no form of "jener": these stand in the lexicon in all their forms.
_POINTING = frozenset("this that these those every each".split())


class _Lexicon:
    """The words of one language: as they are written, by their stems, and the other way round."""

    def __init__(self, language: str) -> None:
        self.language = language
        # In lower case, those of several words too.
        self.words: dict[str, str] = {}
        self.phrases: dict[str, str] = {}
        # What a German word means that is written with a capital, by the word in lower case.
        self.nouns: dict[str, str] = {}
        for english, others in self.lines():
            verb = language == "es" and any(_INFINITIVE.search(other) for other in others)
            for other in others:
                if " " in other:
                    self.phrases.setdefault(other, english)
                elif other[0].isupper():
                    self.nouns.setdefault(other.lower(), english)
                else:
                    whose = _whose(other) if verb else ""
                    self.words.setdefault(other, f"{whose}{english}")
        self.words = {**self.nouns, **self.words}

    def noun(self, plain: str) -> str:
        """A word that is surely a noun, as in a compound: in lower case, "" where it is unknown."""
        return self.nouns.get(plain) or self.words.get(plain, "")

    def lines(self) -> Iterator[tuple[str, list[str]]]:
        for line in (_LEXICONS / f"{self.language}.txt").read_text().splitlines():
            english, _, listed = line.partition(": ")
            yield english, listed.split(", ")

    @cached_property
    def parts(self) -> re.Pattern[str]:
        """What is read at once: a phrase, the longest first, or a word."""
        phrases = sorted(self.phrases, key=len, reverse=True)
        told = "|".join(re.escape(phrase) for phrase in phrases)
        return re.compile(rf"\b(?:{told})\b|{_WORD.pattern}", re.IGNORECASE)

    @cached_property
    def stems(self) -> dict[str, str]:
        """English words by the stems of those that mean them."""
        found: dict[str, str] = {}
        for english, others in self.lines():
            if english not in _POINTING:
                for other in others:
                    if " " not in other:
                        found.setdefault(stem_in(self.language, other), english)
        return found

    @cached_property
    def others(self) -> dict[str, list[str]]:
        """The words that mean an English one, by its stem, and those that mean more behind them.

        They are as they are written: stemming them all takes a second.
        """
        found: dict[str, list[str]] = defaultdict(list)
        for english, others in sorted(self.lines(), key=lambda line: " " in line[0]):
            for word in english.split():
                found[stem_of(word)] += [other.lower() for other in others if " " not in other]
        return found


@lru_cache(maxsize=len(GLOSSED))
def _lexicon(language: str) -> _Lexicon:
    return _Lexicon(language)


@lru_cache(maxsize=20_000)
def word_in_english(spelling: str, language: str) -> str:
    """One word in English; "" where it is not known."""
    plain = unicodedata.normalize("NFC", spelling).lower().replace("’", "'")
    lexicon = _lexicon(language)
    if found := lexicon.noun(plain) if spelling[0].isupper() else lexicon.words.get(plain):
        return found
    genitive = language == "de" and plain.endswith("s") and spelling[0].isupper()
    if genitive and (found := lexicon.noun(plain[:-1])):
        return f"{found}'s"
    if spelling[0].isupper() and (plain in given_names() or without_accents(plain) in rare_names()):
        # "Malte" is no form of "malen", nor "Wiegand" a compound.
        return ""
    if found := lexicon.stems.get(stem_in(language, plain)):
        return found
    if language == "de":
        return _hyphenated(spelling) if "-" in spelling else _compound(plain)
    return ""


def _hyphenated(spelling: str) -> str:
    """A compound with hyphens in its parts, if each is a word, and no name ("Baden-Baden")."""
    parts = [part.lower() for part in spelling.split("-") if part]
    found = [word_in_english(part, "de") for part in spelling.split("-") if part]
    named = len(set(parts)) < len(parts) or any(part in given_names() for part in parts)
    return " ".join(found) if all(found) and not named else ""


def is_listed(spelling: str, language: str) -> bool:
    """Whether a word stands in a lexicon as it is written."""
    return unicodedata.normalize("NFC", spelling).lower() in _lexicon(language).words


@cache
def _english_stems() -> frozenset[str]:
    lines = (line for language in GLOSSED for line in _lexicon(language).lines())
    return frozenset(stem_of(word) for english, _ in lines for word in english.split())


def is_english(spelling: str) -> bool:
    """Whether a word is one of the English ones that the lexicons have, in any of its forms."""
    return stem_of(spelling.lower()) in _english_stems()


# "Ich heiß Anna", "dann koch ich": said without the -e, they are other words.
_SHORT = re.compile(
    r"(?<=\b[Ii]ch )(?:heiß|lieb|arbeit|koch|brauch|rauch|lauf|back)\b"
    r"|\b(?:heiß|lieb|arbeit|koch|brauch|rauch|lauf|back)(?= ich\b)"
)
# "Petras Hund": a name before what is hers.
_GENITIVE = re.compile(
    r"\b(?P<name>[A-ZÄÖÜ][\w-]+[aeiouyklmnrtd])s (?P<thing>[A-ZÄÖÜ][\w-]+)", re.UNICODE
)


def _owned(match: "re.Match[str]") -> str:
    """The genitive of a German name in the way English writes it."""
    name, thing = match["name"], match["thing"]
    if word_in_english(f"{name}s", "de") or not word_in_english(thing, "de"):
        return match.group()
    return f"{name}'s {thing}"


def _compound(plain: str) -> str:
    """A German compound in its parts, the first as long as can be; "" if they are not known."""
    lexicon = _lexicon("de")
    for cut in range(len(plain) - _PART, _PART - 1, -1):
        first, rest = plain[:cut], plain[cut:]
        last = lexicon.noun(rest) or lexicon.stems.get(stem_in("de", rest))
        if not last or len(rest) < _PART:
            continue
        for link in _LINKS:
            if not first.endswith(link):
                continue
            bare = first.removesuffix(link) if link else first
            if len(bare) < _PART or bare in _PREPOSITIONS:
                continue
            found = lexicon.noun(bare) or lexicon.noun(bare + "e") or lexicon.noun(bare + "en")
            if not found and min(len(bare) // 2, len(rest)) >= _LONG_PART:
                # "Veloschloss-code" has three.
                found = _compound(bare)
            if found:
                # Not "lottery ticket": "bedenkenlos", "arbeitslos".
                return f"without {found}" if rest == "los" else f"{found} {last}"
    return ""
