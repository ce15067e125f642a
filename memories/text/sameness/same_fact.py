"""Whether two sentences say the same fact, by their words.

No single number decides this: the stems must overlap, what tells facts apart (of whom it is said,
numbers, names, "not", "before", "after" …) must agree, and where a comparison is made the order
counts.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property

from memories.text.sameness.subjects import FIRST, GOES_ON, clauses, read
from memories.text.sentences import Span

# Stop words that turn a fact into another.
_SIGNS = "not no never without before after over under less more against few most off on up down"
# "Not" in English and in other languages; their words are no stop words, but may be left over.
_NOT = (
    "not cannot cant dont doesnt didnt isnt arent wasnt havent hasnt wont no never none neither nor"
    " nothing nobody hardly false untrue nicht nichts nie niemals kein keine keinen keinem keiner"
    " keines nunca jamás tampoco ningún ninguna ne pas jamais aucun aucune non niente niet geen"
    " nooit não nem nie nigdy не нет никогда inte aldrig ingen ikke değil"
)
_WITHOUT = "without ohne sin sans senza zonder sem bez без utan uden"
_SIGN_OF = {
    **{word: word for word in _SIGNS.split()},
    **dict.fromkeys(_NOT.split(), "not"),
    **dict.fromkeys(_WITHOUT.split(), "without"),
}
# What was so once. "Was" is said of what still holds, too: "I was born".
_ONCE = re.compile(
    r"\b(?:used\s+to|formerly|former|previously|ex(?=-)|no\s+longer|"
    r"(?:was|were)(?!\s+(?:\w+ly\s+)?(?:\w+ed|\w+en|born|told|made|sent|brought|taught)\b))\b",
    re.IGNORECASE,
)
_OF_ONCE = frozenset("used formerly former previously ex longer was were".split())
_SIGN_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_UNSPACED_NOT = re.compile("[不没沒]|ません|ない|않")
# These must be the same however many words a sentence has around a fact.
_OPPOSITES = frozenset({"not", "once", "without"})
_DIGIT = re.compile(r"\d")
_COMPARED = re.compile(r"\b(?:over|than|instead of|rather than|before|after|from|to)\b", re.I)
_LEADS = re.compile(
    r"^\W*(?:(?:please|hey|hi|ok(?:ay)?|and|so|well)[\s,]+)*"
    r"(?:(?:can|could|will|would) you )?(?:please )?"
    r"(?:(?:do not |don't |always )?(?:remember|note|forget|keep in mind)(?: this| that)?"
    r"|actually|no(?=\s*[,.;:!–—-])|btw|by the way|fyi|just so you know)\b[\s:,]*(?:that\b\s*)?",
    re.IGNORECASE,
)

SAME = 0.8
# A sentence may wrap a fact in this many words of its own and still state it.
WRAPPING = 3
# A sentence of more clauses is not taken apart.
_CLAUSES = 12
# Of fewer words than this a fact needs its subject: "diabetes" alone is no "I have diabetes".
_TELLING = 2
_OWNERS = frozenset({"my", "his", "her", "their", "you's", "quoted's"})


@dataclass(frozen=True)
class Statement:
    """A sentence as it is compared: its stems in order, and what tells it apart from others.

    `marks` says how each stem stands (WordInContext.opens; "N" before it: a name), `whom`
    of whom it speaks by pronouns: "i" is a subject, "i's" is none ("my", "me"). `turned` is what
    stands after "from", `reached` what stands after "to".
    """

    stems: tuple[str, ...]
    specifics: frozenset[str]
    signs: frozenset[str]
    compares: bool
    marks: tuple[str, ...] = ()
    whom: frozenset[str] = frozenset()
    turned: frozenset[str] = frozenset()
    reached: frozenset[str] = frozenset()

    @cached_property
    def subjects(self) -> frozenset[str]:
        return frozenset(who for who in self.whom if not who.endswith("'s"))

    @cached_property
    def of_mine(self) -> bool:
        return FIRST in self.whom or f"{FIRST}'s" in self.whom

    @cached_property
    def others(self) -> frozenset[str]:
        return self.whom - {FIRST, f"{FIRST}'s", GOES_ON}

    def phrase(self, at: int) -> range:
        """The run of words, without a small one between them, that the stem at this place is in."""
        start, stop = at, at + 1
        while start > 0 and self.marks[start].endswith("+"):
            start -= 1
        while stop < len(self.stems) and self.marks[stop].endswith("+"):
            stop += 1
        return range(start, stop)


def statement(text: str, *, mine: bool = True) -> Statement:
    """Read a sentence for comparison. "Remember that …", "actually, …" are not part of it.

    With `mine` false somebody else says it to the person: "you" is the person then, "I" is not.
    """
    text = _LEADS.sub("", text, count=1)
    said = read(text, mine=mine)
    words = [told.word for told in said.told]
    return Statement(
        stems=tuple(word.stem for word in words),
        specifics=frozenset(
            told.word.stem for told in said.told if told.name or _DIGIT.search(told.word.spelling)
        ),
        signs=_signs(text),
        compares=bool(_COMPARED.search(text)),
        marks=tuple(("N" if told.name else "") + told.opens for told in said.told),
        whom=frozenset(p.who if p.subject else f"{p.who}'s" for p in said.pronouns),
        turned=frozenset(told.word.stem for told in said.told if told.towards == "from"),
        reached=frozenset(told.word.stem for told in said.told if told.towards == "to"),
    )


def _signs(text: str) -> frozenset[str]:
    text = text.lower().replace("’", "'")
    words = set(_SIGN_WORD.findall(text))
    found = {_SIGN_OF[word] for word in words if word in _SIGN_OF}
    if any(word.endswith("n't") or word.startswith("n'") for word in words):
        found.add("not")
    if not text.isascii() and _UNSPACED_NOT.search(text):
        found.add("not")
    if words & _OF_ONCE and (once := _ONCE.search(text)):
        found.add("once")
        if once.group().startswith("no"):
            found.discard("not")
    return frozenset(found)


def same(a: Statement, b: Statement) -> bool:
    """Whether both say the same thing. One may have a few words more, but none for another."""
    if not a.stems or not b.stems or a.signs != b.signs:
        return False
    if not _agree(a, b):
        return False
    first, second = set(a.stems), set(b.stems)
    if not (first <= second or second <= first):
        return False
    if len(first & second) / len(first | second) < SAME:
        return False
    if (a.compares or b.compares) and not _in_order(a.stems, b.stems):
        return False
    return (second < first or _of_the_same(b, a)) and (first < second or _of_the_same(a, b))


def states(sentence: Statement, fact: Statement) -> bool:
    """Whether a sentence states a fact, perhaps with a few words around it."""
    if not fact.stems or not sentence.stems:
        return False
    if same(sentence, fact):
        return True
    return (
        set(fact.stems) <= set(sentence.stems)
        and fact.signs <= sentence.signs
        and fact.signs & _OPPOSITES == sentence.signs & _OPPOSITES
        and len(sentence.stems) <= len(fact.stems) + min(WRAPPING, len(fact.stems))
        and (not fact.compares or _in_order(fact.stems, sentence.stems))
        and _of_the_same(sentence, fact)
    )


def stating(
    sentence: str, fact: Statement, read_: Callable[[str], Statement] = statement
) -> Span | None:
    """The part of a sentence that states a fact: as few of its clauses as do; None where none does.

    So "Anna has diabetes and I have diabetes" loses no more than the person's own half. `read_`
    reads a text as the fact was read.
    """
    whole = read_(sentence)
    if not set(fact.stems) <= set(whole.stems):
        return None
    parts = list(clauses(sentence))
    if not 1 < len(parts) <= _CLAUSES:
        return Span(0, len(sentence)) if states(whole, fact) else None
    of_whom = _subjects_of([read_(sentence[start:stop]) for start, stop in parts])
    for length in range(1, len(parts) + 1):
        for first in range(len(parts) - length + 1):
            start, stop = parts[first][0], parts[first + length - 1][1]
            said = read_(sentence[start:stop])
            if first and not said.subjects:
                said = _about(said, of_whom[first])
            if states(said, fact):
                return _trimmed(sentence, start, stop)
    return None


def _subjects_of(parts: list[Statement]) -> list[frozenset[str]]:
    """Whose subject each clause goes on with: that of the last before it that had one."""
    found: list[frozenset[str]] = []
    last: frozenset[str] = frozenset()
    for part in parts:
        found.append(last)
        if part.subjects:
            last = part.subjects
        elif part.marks and part.marks[0] not in ("", "+"):
            last = frozenset()
    return found


def _about(clause: Statement, subjects: frozenset[str]) -> Statement:
    return replace(clause, whom=clause.whom | subjects | {GOES_ON})


def _trimmed(text: str, start: int, stop: int) -> Span:
    part = text[start:stop]
    return Span(start + len(part) - len(part.lstrip()), start + len(part.rstrip()))


def _of_the_same(said: Statement, fact: Statement) -> bool:
    """Whether what holds all the words of a fact says it of the same one."""
    shared = set(fact.stems)
    if said.turned & fact.reached or said.reached & fact.turned:
        return False
    if not _subjects_agree(said, fact) or not _owners_agree(said, fact):
        return False
    head = next(at for at, stem in enumerate(said.stems) if stem in shared)
    return not any(
        _is_another(said, fact, at, head)
        for at, stem in enumerate(said.stems)
        if stem not in shared
    )


def _subjects_agree(said: Statement, fact: Statement) -> bool:
    if GOES_ON in said.subjects:
        named = said.marks[0] not in ("", "+")
        if not fact.subjects:
            return named
        return (
            not named and said.subjects - {GOES_ON} == fact.subjects and said.stems[0] in fact.stems
        )
    if said.subjects == fact.subjects:
        return bool(fact.subjects) or _begin_alike(said, fact)
    # "Allergic to peanuts" leaves "I am" out; "my dog is called Rex" is "I have a dog called Rex".
    if said.subjects | fact.subjects != {FIRST} or len(set(fact.stems)) < _TELLING:
        return False
    return tuple(dict.fromkeys(said.stems)) == tuple(dict.fromkeys(fact.stems))


def _begin_alike(said: Statement, fact: Statement) -> bool:
    """Whether two that begin with names begin with the same one: "Tom loves Anna"."""
    both = said.marks[0].startswith("N") and fact.marks[0].startswith("N")
    return not both or said.stems[0] == fact.stems[0]


def _owners_agree(said: Statement, fact: Statement) -> bool:
    """Whether what is mine, hers or Anna's in a fact is nobody else's in what was said."""
    if fact.of_mine and not said.of_mine and said.others - fact.others:
        return False
    extra = [at for at, stem in enumerate(said.stems) if stem not in fact.stems]
    named = any(said.marks[at].startswith("N") for at in extra)
    owned = any(_opens(said, at) in _OWNERS for at in extra)
    for at, stem in enumerate(fact.stems):
        owner = _opens(fact, at)
        if owner not in _OWNERS or stem not in said.stems:
            continue
        phrase = said.phrase(said.stems.index(stem))
        now = _opens(said, phrase.start)
        if now == owner:
            continue
        if now in _OWNERS or now == "'s" or owned or (named and not said.of_mine):
            return False
    return True


def _is_another(said: Statement, fact: Statement, at: int, head: int) -> bool:
    """Whether a word that a fact does not have makes it one of somebody or something else."""
    opens = _opens(said, at)
    if opens == "verb":
        return True
    if opens == "'s" and at > 0 and said.stems[at - 1] in fact.stems:
        owner = fact.stems.index(said.stems[at - 1])
        return owner + 1 >= len(fact.stems) or _opens(fact, owner + 1) != "'s"
    if at >= head:
        return False
    if said.marks[at].startswith("N"):
        return True
    phrase = said.phrase(at)
    return _opens(said, phrase.start) != "" and all(
        said.stems[each] not in fact.stems for each in phrase
    )


def _opens(said: Statement, at: int) -> str:
    return said.marks[at].removeprefix("N")


def _agree(a: Statement, b: Statement) -> bool:
    """Each one's numbers and names stand in the other."""
    return a.specifics <= set(b.stems) and b.specifics <= set(a.stems)


def _in_order(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= 0.75
