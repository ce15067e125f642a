"""What a sentence says of several at once: "I'm allergic to penicillin and latex".

Each of them by itself is a fact: whoever forgets the latex keeps the penicillin. No grammar is
parsed: members stand before and after an "and" and have no verb of their own; the first begins
with its name or its noun, the last ends where a small word, a verb or a German adjective goes on
with what is said of all ("every Sunday").
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from memories.text.contractions import written_out
from memories.text.languages import is_small
from memories.text.meaning.concepts import language_meant
from memories.text.meaning.number_words import number_words
from memories.text.names.lists import roles, several
from memories.text.sameness.subjects import OWNER, SUBJECT
from memories.text.sameness.verbs import is_verb
from memories.text.sentences import Span
from memories.text.words import STOP_WORDS

_AND = frozenset("and or nor plus und oder sowie y e o ni et ou &".split())
_TOKEN = re.compile(r"\b(?:Dr|Mrs?|Ms|St|Prof)\.|[^\W_]+(?:['’.-][^\W_]+)*|[^\s\w]")
_NUMERALS = frozenset(number_words(2, 5, "en", "de", "es", "fr"))
# No "once": English has another one.
NUMBERS = frozenset(
    {
        *number_words(1, 12, "en", "de"),
        *number_words(1, 10, "es"),
        *number_words(2, 10, "fr"),
    }
)
# What opens a member besides "the" and "my": "also at the gym", "al látex".
_OPENS = frozenset(
    "some any no to for with at in from about also sometimes gegen mit für auf an von vom bei"
    " zu zum zur auch manchmal morgens mittags abends nachts a al de del con por para au aux"
    " avec pour".split()
)
# Who comes with these belongs to the one before: "Rahmat and his wife".
_POSSESSIVES = frozenset(
    "his her their sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer su sus son sa ses"
    " leur".split()
)
_RELATIVES = frozenset("who which whose where that der die das den dem wo que quien qui où".split())
# What opens no member.
_THEN = frozenset("then dann luego después puis".split())
# What a member may go on with: "a bit of Polish", "un poco de polaco".
_OF = frozenset("of de del von d du di".split())
# With these it goes on with what is said of all.
_OF_ALL = frozenset(
    "every each both last next today tomorrow yesterday tonight too jeden jede jedes beide"
    " heute morgen gestern mañana cada ambos hoy también chaque aussi".split()
)
# After these stands a verb, whether it is known as one or not.
_WHO_DOES = frozenset("i he she we they ich er wir yo él ella nosotros ellos je elle nous".split())
# What somebody does, or several of a thing.
_DOES = re.compile(r"[a-z]{2,}[^s\W]s$")
# Maximum number of content words of a member.
_WORDS = 3


@dataclass(frozen=True)
class Enumeration:
    """The members that "and" joins in one place of a sentence, in characters of it."""

    sentence: str
    members: tuple[Span, ...]
    # The "and", as it is written.
    joined_by: str

    def runs(self, some: Collection[int]) -> Iterator[range]:
        """These members, those side by side together."""
        for _, run in groupby(enumerate(sorted(some)), key=lambda each: each[1] - each[0]):
            places = [n for _, n in run]
            yield range(places[0], places[-1] + 1)

    def cut(self, run: range) -> Span:
        """What goes with members side by side: the mark or the "and" that joins them goes along."""
        first, last = run[0], run[-1]
        if first:
            return Span(self.members[first - 1].stop, self.members[last].stop)
        return Span(self.members[0].start, self.members[last + 1].start)

    def run_at(self, span: Span) -> range | None:
        """The members side by side with which a part of the sentence goes: never all of them."""
        count = len(self.members)
        runs = (range(a, b) for a in range(count) for b in range(a + 1, count + 1) if b - a < count)
        return next((run for run in runs if self.cut(run) == span), None)

    def alone(self, some: Collection[int]) -> str:
        """The sentence, told of these members alone."""
        *others, last = (self.members[n].of(self.sentence) for n in sorted(some))
        told = f"{', '.join(others)} {self.joined_by} {last}" if others else last
        before, after = self.members[0].start, self.members[-1].stop
        return self.sentence[:before] + told + self.sentence[after:]

    def without(self, some: Collection[int]) -> str:
        return self.alone([n for n in range(len(self.members)) if n not in some])

    def with_theirs(self, some: Collection[int]) -> set[int]:
        """These members, and who is told by them alone: "Rahmat and his wife"."""
        found = set(some)
        for n in range(1, len(self.members)):
            whose, *who = self.members[n].of(self.sentence).lower().split()
            if n - 1 in found and whose in _POSSESSIVES and len(who) == 1:
                found.add(n)
        return found


def enumerations(sentence: str) -> list[Enumeration]:
    """What a sentence lists, in its order."""
    tokens = [_Token(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(sentence)]
    if not any(token.low in _AND for token in tokens):
        return []
    found = _Reader(tokens, language_meant(sentence)).lists()
    return [Enumeration(sentence, tuple(members), joint) for members, joint in found]


def members_met(sentence: str, span: Span, met: Callable[[str], set[str]]) -> list[Span]:
    """What of a part of a sentence holds what is asked for, where it lists others beside it.

    `met` tells what of that stands in a text. The whole part, where all that is listed there has
    it, or none, or what else stands in it too.
    """
    for each in enumerations(sentence):
        found = [met(member.of(sentence)) for member in each.members]
        # "Cat hair" is asked for: the dog's has but the half of it.
        asked = [n for n, words in enumerate(found) if words and not any(words < o for o in found)]
        asked = sorted(each.with_theirs(asked))
        touches = any(
            each.members[n].start < span.stop and span.start < each.members[n].stop for n in asked
        )
        if not touches or len(asked) == len(each.members):
            continue
        others = [words for n, words in enumerate(found) if n not in asked]
        theirs = set().union(*(found[n] for n in asked)) - set().union(*others)
        cuts = [each.cut(run) for run in each.runs(asked)]
        if not theirs & met(_around(sentence, span, cuts)):
            return cuts
    return [span]


def _around(sentence: str, span: Span, cuts: Sequence[Span]) -> str:
    """A part of a sentence without some of it."""
    inside = [cut for cut in cuts if cut.start < span.stop and span.start < cut.stop]
    edges = [span.start, *(edge for cut in inside for edge in (cut.start, cut.stop)), span.stop]
    return " ".join(sentence[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))


def told_with(sentence: str, span: Span) -> str:
    """What a part of a sentence tells where it is some of what that lists; else ""."""
    for each in enumerations(sentence):
        if run := each.run_at(span):
            return each.alone(run)
    return ""


def told_without(sentence: str, spans: Collection[Span]) -> str:
    """What a sentence tells without these parts, where they are some of what it lists; else ""."""
    for each in enumerations(sentence):
        gone = [run for span in spans if (run := each.run_at(span))]
        if len(gone) == len(spans):
            return each.without({n for run in gone for n in run})
    return ""


@dataclass(frozen=True)
class _Token:
    text: str
    start: int
    stop: int

    @property
    def low(self) -> str:
        return self.text.lower().replace("’", "'")

    @property
    def is_name(self) -> bool:
        return self.text[0].isupper() or self.text[0].isdigit()

    @property
    def is_mark(self) -> bool:
        return not self.text[0].isalnum() and self.text != "&"


# A German verb of another person has more letters than this.
_LONG = 4


class _Reader:
    """Reads the tokens of a sentence; places are indexes into them, from and until."""

    def __init__(self, tokens: Sequence[_Token], language: str) -> None:
        self.tokens, self.language = tokens, language

    def lists(self) -> Iterator[tuple[list[Span], str]]:
        begin = 0
        for at, token in enumerate(self.tokens):
            if token.low not in _AND or not self._joins(token):
                continue
            before = self._before(begin, at)
            does = bool(before) and self._does(begin, before[0][0])
            told = does or (bool(before) and self._tells(begin, before[0][0]))
            last = self._last(at + 1, told=told)
            if does and last and self.tokens[last[0]].is_name:
                # "He bites, and Tom feeds him".
                last = None
            alike = before and last and self._are_alike(before[-1], last)
            if before and last and alike and not self._does_more(before[-1], last):
                members = [
                    Span(self.tokens[start].start, self.tokens[stop - 1].stop)
                    for start, stop in (*before, last)
                ]
                yield members, token.text
            begin = at + 1

    def _does(self, begin: int, first: int) -> bool:
        """Whether the first member is what somebody does: "he bites and …"."""
        return first > begin and self.tokens[first - 1].low in _WHO_DOES

    def _joins(self, word: _Token) -> bool:
        """Whether it joins, and is no letter: the "O" of "O negative", the "E" of "vitamin E"."""
        if len(word.text) > 1 or not word.text.isalpha():
            return True
        return word.text.islower() and self.language not in ("en", "de")

    def _are_alike(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether two may be members of one list: a bare number goes with numbers alone.

        "5 and a half" is one size.
        """
        bare = [
            all(word.low in NUMBERS or word.low.isdigit() for word in self.tokens[start:stop])
            for start, stop in (one, other)
        ]
        return bare[0] == bare[1]

    def _does_more(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether an English clause goes on: "drives me to the gym and waits in the car".

        Behind "the gym" another member would have an article, too.
        """
        word, after = self.tokens[other[0]], self.tokens[other[1] : other[1] + 1]
        if self.language != "en" or not _DOES.match(word.text) or not after:
            return False
        return self._opens(self.tokens[one[0]]) and self._is_small(after[0])

    def _before(self, begin: int, at: int) -> list[tuple[int, int]]:
        """The members before the last one."""
        marks = [n for n in range(begin, at) if self.tokens[n].is_mark]
        begin = max([n + 1 for n in marks if self.tokens[n].text != ","], default=begin)
        commas = [n for n in marks if n >= begin]
        stop = commas.pop() if commas and commas[-1] == at - 1 else at
        found: list[tuple[int, int]] = []
        while commas and self._is_bare(commas[-1] + 1, stop):
            found.insert(0, (commas[-1] + 1, stop))
            stop = commas.pop()
        start = commas[-1] + 1 if commas else begin
        if start >= stop or (commas and self.tokens[start].low in _RELATIVES):
            return []
        first = (self._first(start, stop), stop)
        # No member is what stands before the comma of "In Leeds, Anna and Tom", "two cats, Mimi and
        # Moritz".
        apart = self.tokens[first[0]].low in _NUMERALS or not (
            first[0] == start or self._tells(start, first[0])
        )
        return found if found and apart else [first, *found]

    def _is_bare(self, start: int, stop: int) -> bool:
        """Whether these words are a member and nothing else."""
        content = [word for word in self.tokens[start:stop] if not self._is_small(word)]
        return 0 < len(content) <= _WORDS and not self._tells(start, stop)

    def _first(self, begin: int, stop: int) -> int:
        """Where the member begins that ends here: a name, or a noun with what opens it."""
        start = stop - 1
        if self.tokens[start].is_name:
            while start > begin and self.tokens[start - 1].is_name and self._is_plain(start - 1):
                # "My kids Ben and Mia".
                if self.tokens[start - 1].low in several():
                    break
                start -= 1
        elif self.language == "en":
            # "Bee stings"; after "I" stands a verb, whichever.
            while start - 1 > begin and self._is_plain(start - 1):
                if self.tokens[start - 2].low in SUBJECT:
                    break
                start -= 1
        if start - 1 > begin and self.tokens[start - 1].low in _OF:
            start -= 2
        # "My sister Anna".
        if start > begin and (self.tokens[start - 1].low,) in roles():
            start -= self.tokens[start - 1].low not in several()
        while start > begin and self._opens(self.tokens[start - 1]):
            start -= 1
        return start

    def _is_plain(self, at: int) -> bool:
        word = self.tokens[at]
        return not (word.is_mark or self._is_small(word) or self._is_verb(word))

    def _opens(self, word: _Token) -> bool:
        return word.low in _NUMERALS or OWNER.get(word.low, "his") in ("the", "my")

    def _last(self, start: int, *, told: bool) -> tuple[int, int] | None:
        """Where the last member stands; None where a clause follows."""
        at = start
        while at < len(self.tokens) and self._leads(self.tokens[at]):
            at += 1
        if at == len(self.tokens) or self.tokens[at].is_mark or self._tells(at, at + 1):
            return None
        if self.tokens[at].low in _THEN:
            return None
        stop = self._end(at, told=told)
        rest = stop
        while rest < len(self.tokens) and not self._ends(rest):
            rest += 1
        clause = told and self._tells(stop, min(rest, stop + _WORDS))
        return None if clause else (start, self._with_its_names(start, stop))

    def _with_its_names(self, start: int, stop: int) -> int:
        """Where a member ends with what it is called: "and two cats, Mimi and Moritz"."""
        after = self.tokens[stop : stop + 2]
        counted = self.tokens[start].low in _NUMERALS or self.tokens[start].low in OWNER
        if not counted or len(after) < 2 or after[0].text != "," or not after[1].is_name:
            return stop
        end = stop + 1
        while end < len(self.tokens) and self.tokens[end].text not in ".;:!?":
            end += 1
        added = self.tokens[stop:end]
        named = all(word.is_name or word.is_mark or word.low in _AND for word in added)
        return end if named else stop

    def _leads(self, word: _Token) -> bool:
        small = word.low in OWNER or word.low in _NUMERALS or word.low in _OPENS
        return small and word.text.islower()

    def _ends(self, at: int) -> bool:
        return self.tokens[at].is_mark or self.tokens[at].low in _AND

    def _end(self, at: int, *, told: bool) -> int:
        """Where the member ends whose first word this is."""
        after = self.tokens[at + 1 : at + 2]
        if (self.tokens[at].low,) in roles() and after and after[0].is_name:
            # "His wife Siti".
            at += 1
        elif self.language == "de":
            # Adjectives and the noun: what follows it is said of all.
            while (
                not self.tokens[at].is_name and at + 1 < len(self.tokens) and self._is_plain(at + 1)
            ):
                at += 1
        stop, words = at + 1, 1
        while stop < len(self.tokens) and words <= _WORDS:
            word = self.tokens[stop]
            if word.low in _OF and stop + 1 < len(self.tokens):
                stop += 2
                continue
            if word.low in _OF_ALL or not self._is_plain(stop):
                break
            alike = word.is_name and self.tokens[at].is_name
            if not (alike or (told and self.language == "en")):
                break
            stop, words = stop + 1, words + 1
        return stop

    def _tells(self, start: int, stop: int) -> bool:
        """Whether something is said here of somebody: there is a verb, or whose it would be."""
        words = self.tokens[start:stop]
        return any(self._is_verb(word) or self._is_subject(word) for word in words)

    def _is_subject(self, word: _Token) -> bool:
        """Whether it is "she", or "shes" as whoever types in a hurry writes "she's"."""
        return written_out(word.low).lower().split("'")[0] in SUBJECT

    def _is_small(self, word: _Token) -> bool:
        return word.low in STOP_WORDS or is_small(word.low, self.language)

    def _is_verb(self, word: _Token) -> bool:
        if word.is_name and word.start:
            return False
        return is_verb(word.text, self.language) or self._ends_as_verb(word)

    def _ends_as_verb(self, word: _Token) -> bool:
        """Whether a German word is no noun, where nouns have capitals, and ends as "schuldet"."""
        written = any(each.text[:1].isupper() for each in self.tokens[1:])
        does = word.text.islower() and word.text.endswith("t") and len(word.text) > _LONG
        return self.language == "de" and written and does
