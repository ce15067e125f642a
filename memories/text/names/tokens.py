"""A text as whoever looks for names reads it: words, and which of them are, or may be, a name."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from memories.text.languages import ENGLISH, language_of
from memories.text.meaning.english_words import is_english, is_listed
from memories.text.names.lists import (
    given_names,
    initials_key,
    kind_of,
    kinds,
    rare_names,
    rare_names_without_capital,
    roles,
    short_names,
)
from memories.text.names.small_words import (
    ALSO_WORDS,
    BESIDE_COMPANY,
    CONTRACTED,
    DESCRIBES,
    DONE_FIRST,
    JOINING,
    MEASURES,
    MONTHS,
    MONTHS_AND_NAMES,
    MY,
    NO_NAMES,
    PEOPLES,
    PRONOUNS,
    THE,
    TITLES,
    A,
    small_words,
)
from memories.text.sentences import sentences
from memories.text.words import without_accents

_TOKEN = re.compile(
    r"\b(?:St|Mt|Sta|Sto|Ste)\.(?= [^\W\d_a-z])"
    r"|(?<![^\W_])(?:[^\W\d_a-z]\.){2,}(?![^\W_])|\b[A-Z](?:&[A-Z])+\b"
    r"|(?<!\d)[^\W\d_](?:[\w]|['’-](?=\w))*|[.!?:;,()\"“”„«»\n–—&]"
)
_OWNS = re.compile(r"['’]s?$")
# Such names take no s: "Bas’ Rad".
_NO_GENITIVE = ("s", "ß", "x", "z")
# "The kids' dad".
_OF_SEVERAL = re.compile(r"s['’] (?=\w)")
_ENDS = re.compile(r"^['’]?s?(?= )")

# Minimum letters of a surname; and what follows one that has no capital.
_SURNAME = 4
_AFTER_SURNAME = frozenset("is was has who".split()) | frozenset(",.()–—")

# What a month stands behind, or before: "in June", "June 4th", "3. Jan.".
_BEFORE_MONTH = frozenset(
    "in im since seit until till til bis by ab from of vom zum last next this every each late early"
    " mid end due ende anfang mitte letzten letztes nächsten nächstes diesen dieses jeden jedes en"
    " desde hasta de del".split()
)
_OF_A_DATE = re.compile(r"\d(?:st|nd|rd|th|\.)?\s*(?:of\s+)?$")
_DATE_FOLLOWS = re.compile(r"\.?,?\s*(?:the\s+)?['’]?\d")

Knows = Callable[[str], bool]


@dataclass(frozen=True)
class NameToken:
    """A word or a mark of a text. `owns`: it has an 's, which `text` is without."""

    text: str
    low: str
    start: int
    stop: int
    owns: bool
    # Whether it begins a sentence; whether a clause starts here.
    first: bool
    opens: bool

    @property
    def capital(self) -> bool:
        return self.text[0].isupper()

    @property
    def mark(self) -> bool:
        return not self.text[0].isalpha()


@dataclass
class NameText:
    """One text, as whoever looks for names reads it."""

    text: str
    knows: Knows
    words: list[NameToken] = field(default_factory=list)
    german: bool = False
    # No capitals inside sentences; none where it begins.
    lower: bool = False
    hurried: bool = False
    # "The boss" and "my car" are told as well.
    known_roles: bool = False

    def __post_init__(self) -> None:
        self.words = list(_words(self.text))
        self.german = language_of(self.text) == "de"
        self.lower = not any(w.capital and not w.first for w in self.words if not w.mark)
        # A telephone puts a capital where a sentence begins.
        typed_small = self.lower and language_of(self.text) == ENGLISH
        self.hurried = self.text.lstrip()[:1].islower() or typed_small
        self.words = [self._genitive(at, word) for at, word in enumerate(self.words)]
        self.words = [self._month(at, word) for at, word in enumerate(self.words)]

    def _month(self, at: int, word: NameToken) -> NameToken:
        """A month as no name is spelled, where it is not somebody of that name."""
        month = MONTHS_AND_NAMES.get(word.low)
        return word if month is None or self._is_no_month(at) else replace(word, low=month)

    def _is_no_month(self, at: int) -> bool:
        """Whether what may be a month stands as a name: "my husband Jan", "June rang"."""
        word, before = self.words[at], self._word(at - 1)
        dated = _OF_A_DATE.search(self.text[: word.start]) or _DATE_FOLLOWS.match(
            self.text, word.stop
        )
        if not word.capital or dated:
            return False
        if before is not None and (before.low,) in roles():
            return True
        beside = [self._word(at + step) for step in (-2, -1, 1, 2)]
        if any(other is not None and other.low in MONTHS for other in beside):
            return False
        if before is not None and before.low in _BEFORE_MONTH:
            return False
        return (word.low == "jan" and self.german) or self.knows(word.low)

    def _genitive(self, at: int, word: NameToken) -> NameToken:
        """ "Lenas Hund": whose it is stands in German without a mark."""
        stem = word.low[:-1]
        if not word.capital or not word.low.endswith("s") or self._is_given(word.low):
            return word
        if word.low in NO_NAMES:
            return word
        of_name = self.knows(stem) or (self.german and self._is_given(stem))
        if not of_name or (self.german and not self._may_own(at, stem)):
            return word
        return replace(word, text=word.text[:-1], low=stem, stop=word.stop - 1, owns=True)

    def _may_own(self, at: int, stem: str) -> bool:
        """Whether a German word may be a name with its s: not "Bass", "der Hals", "alte Jeans"."""
        if stem.endswith(_NO_GENITIVE):
            return False
        before = self._word(at - 1)
        if before is None or before.mark:
            return True
        after = [word for word in (self._word(at + 1), self._word(at + 2)) if word is not None]
        owned = any(not word.mark and word.capital for word in after)
        described = DESCRIBES.search(before.text) is not None and not owned
        return not described and before.low not in THE | A | MY

    def _goes_on(self, at: int) -> bool:
        """Whether the word there has a capital as a part of a name does, and nothing between."""
        word = self._word(at)
        if word is None or word.mark:
            return False
        if at and not self._is_beside(at):
            return False
        if at and self.words[at - 1].owns:
            return self._is_owners_name(at)
        if not word.capital:
            if not self.lower or self.words[at - 1].capital:
                return False
            return self._is_name(at) or self._is_small_surname(at)
        if word.low in NO_NAMES or word.low in small_words():
            return False
        before = self.words[at - 1].low
        noun = self.german and is_listed(word.low, "de") and not self.knows(word.low)
        if noun and self.knows(before) and before not in TITLES:
            # Of a Xaver who is known: "mit Xaver Schluss gemacht".
            return False
        return (word.low,) not in roles() or self.knows(word.low)

    def _is_small_surname(self, at: int) -> bool:
        """Whether a surname typed without a capital ends a name: "tom hargreaves, 17"."""
        word, after = self.words[at], self._word(at + 1)
        closes = after is None or after.low in _AFTER_SURNAME
        if not closes or self.german or len(word.low) < _SURNAME or not word.low.isalpha():
            return False
        if not at or not self._is_common(self.words[at - 1].low):
            return False
        known = is_english(word.low) or word.low in small_words() | NO_NAMES | ALSO_WORDS
        return not (known or word.low in kinds() or (word.low,) in roles())

    def _is_owners_name(self, at: int) -> bool:
        """Whether a place or a firm is called by whose it is or was: "Hart's Bakery".

        Of somebody who is known, and in German, where each noun has a capital, nothing tells.
        """
        word, owner = self.words[at], self.words[at - 1]
        if self.german or not (word.capital and word.low in kinds()):
            return False
        return not self.knows(owner.low) and (owner.low,) not in roles()

    def _joining(self, at: int) -> int:
        """How many small words lead on inside a name from here: "of", "de la", "& "."""
        word, after = self._word(at), self._word(at + 1)
        if word is None or after is None or self.words[at - 1].owns:
            return 0
        if word.text in ("&", "and", "und", "y") and after.capital:
            company = word.text == "&" or after.low in BESIDE_COMPANY
            return 1 if company else 0
        if word.low not in JOINING or word.capital or not self._is_beside(at):
            return 0
        before = self.words[at - 1].low
        if word.low == "of" and self._is_titled(at - 1):
            return 2 if after.low == "the" and self._goes_on(at + 2) else int(after.capital)
        given = self._is_given(before) or self._is_rare(before)
        if before not in kinds() and not (given and word.low != "of"):
            return 0
        if before in kinds() and word.low not in ("of", "de", "del", "für", "la"):
            return 0
        if after.capital and self._is_beside(at + 1):
            return 1
        further = self._word(at + 2)
        both = after.low in JOINING and further is not None and further.capital
        return 2 if both else 0

    def _is_titled(self, at: int) -> bool:
        """Whether a "The" with a capital stands right before inside a sentence: a book's title."""
        article = self._word(at - 1)
        return (
            article is not None
            and article.text == "The"
            and not article.first
            and self.words[at].capital
        )

    def _is_beside(self, at: int) -> bool:
        """Whether only blanks stand before this word, or the point of a title."""
        between = self.text[self.words[at - 1].stop : self.words[at].start]
        return not _ENDS.sub("", between).strip(" .") and "\n" not in between

    def _is_name(self, at: int) -> bool:
        """Whether the word there is, or begins, a name."""
        word = self._word(at)
        if word is None or word.mark or len(word.low) < 2 or any(c.isdigit() for c in word.low):
            return False
        low = word.low
        known = self.knows(low)
        initials = initials_key(word.text)
        if initials and low not in NO_NAMES and (low,) not in roles() and self.knows(initials):
            return not (self._shouts() or self._is_numbered(at))
        if word.text.isupper() and (low in ALSO_WORDS or self._is_numbered(at)):
            return False
        given = self._is_given(low)
        if not word.capital:
            before = self._word(at - 1)
            if not self.hurried or low in small_words() or low in NO_NAMES or low in ALSO_WORDS:
                return False
            if low in kinds() and not (given and known):
                return False
            if before is not None and before.low in A | MY | {"the"}:
                return False
            if self.german and not known and is_listed(low, "de"):
                # "Warten lasse" is no Lasse.
                return False
            return known or (self._is_common(low) and len(low) > 2 and self.lower)
        if low in NO_NAMES or (low in small_words() and not known):
            return False
        # "University of Leeds".
        if (low,) in roles() and not known and not (low in kinds() and self._joining(at + 1)):
            return False
        if word.owns and low in CONTRACTED:
            return False
        if known or (given and not (word.first and low in ALSO_WORDS)):
            after = self._word(at + 1)
            return not (
                word.first and low in ALSO_WORDS and after is not None and after.low in PRONOUNS
            )
        after = self._word(at + 1)
        two = not word.owns and (self._goes_on(at + 1) or self._joining(at + 1) > 0)
        two = two and (after is None or after.mark or after.capital)
        if given and after is not None and after.low not in PRONOUNS:
            return True
        if self._is_rare(low) and (self.german or word.first) and not low.endswith("s"):
            return True
        if word.first:
            # "Told Lena": what opens the sentence is no name. "Northern Tidal Energy" is one.
            opens = two and (given or not (self._is_person(at + 1) or low in DONE_FIRST))
            return (opens and not self.german) or (opens and low in kinds())
        if self.german:
            # Two nouns in a row are rarely a name: "alten Volvo Amazon" is one, "Tage Zelten" none.
            before = self._word(at - 1)
            described = before is not None and DESCRIBES.search(before.text) is not None
            nouns = is_listed(low, "de") and after is not None and is_listed(after.low, "de")
            compound = kind_of(low) and not self.words[at].first
            both = (described and not nouns) or word.text.isupper() or low in kinds() or compound
            return two and bool(both) and low not in MEASURES
        acronym = word.text.isupper() and len(word.text) > 1
        people = PEOPLES.search(low) is not None and not two
        if people and after is not None and not after.mark and not after.capital:
            return False
        shouted = acronym and (len(word.text) > 3 and is_english(low))
        return not (shouted or (acronym and (self._shouts() or len(word.text) > 6)))

    def _is_numbered(self, at: int) -> bool:
        """Whether letters belong to a number: "KX19 ABC"."""
        before = self._word(at - 1)
        return before is not None and any(c.isdigit() for c in before.low) and self._is_beside(at)

    def _is_person(self, at: int) -> bool:
        word = self.words[at]
        return self._is_given(word.low) or self.knows(word.low) or word.low in TITLES

    def _shouts(self) -> bool:
        spelled = [word for word in self.words if not word.mark]
        return sum(word.text.isupper() for word in spelled) > len(spelled) / 2

    def _is_given(self, low: str) -> bool:
        if "-" in low:
            # "Hans-Jürgen".
            return all(part in given_names() for part in low.split("-"))
        # A bed is no Bett.
        short = low in short_names() and not (self.german and is_listed(low, "de"))
        return low in given_names() or short

    def _is_common(self, low: str) -> bool:
        """Whether a word is a given name without a capital too."""
        return self._is_given(low) or without_accents(low) in rare_names_without_capital()

    def _is_rare(self, low: str) -> bool:
        """Whether a word with a capital is a given name where nothing tells otherwise."""
        # "Soo-jin" is spelled Soojin, too.
        spelled = without_accents(low).replace("-", "")
        return spelled in rare_names() and not (self.german and is_listed(low, "de"))

    def _word(self, at: int) -> NameToken | None:
        return self.words[at] if 0 <= at < len(self.words) else None


def _words(text: str) -> Iterator[NameToken]:
    """The words and marks of a text; the apostrophe of a possessive is cut off."""
    begins = {span.start for span in sentences(text)}
    first = opens = True
    for token in _TOKEN.finditer(text):
        spelled = token.group()
        start, stop = token.span()
        if not spelled[0].isalpha():
            opens = True
            first = first or spelled in ".!?:\n" or (spelled in '"“„«' and opens)
            yield NameToken(spelled, spelled, start, stop, owns=False, first=False, opens=False)
            continue
        first = first or start in begins
        plain = _OWNS.sub("", spelled) if len(spelled) > 2 else spelled
        owns = plain != spelled or _OF_SEVERAL.match(text, stop - 1) is not None
        yield NameToken(
            plain,
            plain.lower().replace("’", "'"),
            start,
            start + len(plain),
            owns=owns,
            first=first,
            opens=first or opens,
        )
        first = opens = False
