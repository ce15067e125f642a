"""Cues that a passage answers, or that it speaks of something else: times, things, likes."""

import re
from collections.abc import Iterable

from memories.answers.persons import people
from memories.answers.scoring.analysed_passage import AnalysedPassage
from memories.answers.scoring.question import AnalysedQuestion
from memories.answers.vocabulary import taxonomy
from memories.text import content_words
from memories.text.calendar.names import months, weekdays
from memories.text.meaning.concepts import meanings

# By how they begin, short or not.
_MONTHS = "|".join(name[:3] for name in months("en") if name != "may")
_WEEKDAYS = "|".join(weekdays("en"))
_TIME_NAMED = re.compile(
    rf"\b({_MONTHS})(?:[a-z]{{2,6}})?\b|\b({_WEEKDAYS})s?\b|\b((?:19|20)\d\d)\b|\b(spring|summer|autumn|winter|christmas|easter)\b",
    re.IGNORECASE,
)
# A stem that is longer may be one with that of another form: "allergi" and "allerg".
SHORT_STEM = 5
_NO_MONTHS = frozenset("mar marry married market mark marks janitor decent decaf junk".split())


def times_in(text: str) -> set[str]:
    """The months, weekdays, years and seasons a text names."""
    return {
        next(group for group in match.groups() if group).lower()
        for match in _TIME_NAMED.finditer(text)
        if match.group().lower() not in _NO_MONTHS
    }


def things_in(passage: AnalysedPassage, family: str) -> list[taxonomy.Category]:
    """The everyday things of one class that a passage names."""
    known = taxonomy.things()
    return [known[s] for s in passage.stems if s in known and known[s].family == family]


def same_thing(first: taxonomy.Category, second: taxonomy.Category) -> bool:
    return not first.member or not second.member or first.member == second.member


def _asked_things(asked: AnalysedQuestion) -> list[taxonomy.Category]:
    known = taxonomy.things()
    return [known[key] for key in {*asked.keys, asked.head} if key in known]


def sibling(asked: AnalysedQuestion, passage: AnalysedPassage) -> bool:
    """Whether a passage speaks of others of a class, and of none that is asked about."""
    kinds = [kind for kind in _asked_things(asked) if kind.member]
    for family in {kind.family for kind in kinds}:
        found = things_in(passage, family)
        wanted = [kind for kind in kinds if kind.family == family]
        if found and not any(same_thing(kind, other) for kind in wanted for other in found):
            return True
    return False


_LIKES = re.compile(
    r"\b(?:like[sd]?|love[sd]?|favou?rite|prefers?|enjoys?|fan of)\b", re.IGNORECASE
)
_DISLIKES = re.compile(
    r"\b(?:hate[sd]?|dislikes?|can['’]?t stand|cannot stand|detests?|loathes?|"
    r"do(?:es)?n['’]t like|not (?:\w+ )?like)\b",
    re.IGNORECASE,
)


def opposed(question: str, passage: str) -> bool:
    likes, dislikes = bool(_LIKES.search(question)), bool(_DISLIKES.search(question))
    liked, disliked = bool(_LIKES.search(passage)), bool(_DISLIKES.search(passage))
    return (likes and not dislikes and disliked) or (dislikes and liked and not disliked)


# Who is it no longer, in English words and as German puts them: "my old boss", "Nadia was my boss",
# "early was Nadia my boss".
_NO_LONGER_WHO = re.compile(
    r"\b(?:my|our|his|her|their)\s+(?:old|former|previous|earlier|last)\s+(\w+(?:\s\w+)?)"
    r"|\b(?:former|previous)\s+(\w+)"
    r"|\b(?:was|were)\s+(?:[^\W\d_]+\s+){0,2}?(?:my|our)\s+(\w+(?:\s\w+)?)",
    re.IGNORECASE,
)
# "I used to work for her", "we don't live there any more".
_NO_LONGER_SO = re.compile(
    r"\b(?:used\s+to|no\s+longer)\s+([^.,;!?]+)"
    r"|\b(?:don['’]t|doesn['’]t|not)\s+([^.,;!?]{0,40}?)\s+any\s?more\b",
    re.IGNORECASE,
)
# What is so now stands beside it: "my old boss was Nadia, the new one is Omar".
_NEW = re.compile(r"\b(?:new|now|currently|instead|took over|these days)\b", re.IGNORECASE)


def over(asked: AnalysedQuestion, passage: AnalysedPassage) -> bool:
    """Whether what is so now is asked for, and a passage tells that it was so once."""
    if asked.past or _NEW.search(passage.text) or _NO_LONGER_SO.search(asked.text):
        return False
    who = [next(filter(None, match.groups())) for match in _NO_LONGER_WHO.finditer(passage.text)]
    if who and any(_people(asked.text) & _people(words) for words in who):
        return True
    what = [next(filter(None, match.groups())) for match in _NO_LONGER_SO.finditer(passage.text)]
    return any(_stems(asked.text) & _stems(words) for words in what)


def _stems(text: str) -> set[str]:
    return {word.stem for word in content_words(text)}


def _people(text: str) -> set[str]:
    """Who somebody is, by the words of an English text: a boss, a landlady."""
    return {m.concept.name for m in meanings(text, "en") if m.concept.kind == "person"}


def owned_by_another(asked: AnalysedQuestion, passage: AnalysedPassage) -> bool:
    """Whether a passage tells of another's what is asked of one's own: "Tom's birthday"."""
    keys = {root_of(key) for key in asked.keys}
    owned = [match for match in _OWNED.finditer(passage.text) if _is_somebody(match, passage)]
    return any(
        root_of(word.stem) in keys for match in owned for word in content_words(match["what"])
    )


def _is_somebody(match: "re.Match[str]", passage: AnalysedPassage) -> bool:
    owner = (match["owner"] or "").lower()
    return not owner or owner in passage.told.names or people.relation(owner) is not None


_OWNED = re.compile(
    r"\b(?:his|her|their|(?P<owner>[\w-]+)['’]s?)\s+(?P<what>\w+(?:\s\w+)?)",
    re.IGNORECASE,
)


def says_all(keys: Iterable[str], stems: frozenset[str]) -> bool:
    """Whether each of these stems stands among others: of "allergies" as of "allergic"."""
    told = {root_of(stem) for stem in stems}
    return all(root_of(key) in told for key in keys)


def root_of(stem: str) -> str:
    """A stem as it is one with that of other forms."""
    return stem.removesuffix("i") if len(stem) > SHORT_STEM else stem
