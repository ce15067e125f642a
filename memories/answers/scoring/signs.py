"""Signs that a passage answers, or that it speaks of something else: times, things, likes."""

import re

from memories.answers.scoring.asked import Asked
from memories.answers.scoring.reading import Reading
from memories.answers.vocabulary import taxonomy
from memories.text.calendar.names import months, weekdays

# By how they begin, short or not.
_MONTHS = "|".join(name[:3] for name in months("en") if name != "may")
_WEEKDAYS = "|".join(weekdays("en"))
_TIME_NAMED = re.compile(
    rf"\b({_MONTHS})(?:[a-z]{{2,6}})?\b|\b({_WEEKDAYS})s?\b|\b((?:19|20)\d\d)\b|\b(spring|summer|autumn|winter|christmas|easter)\b",
    re.IGNORECASE,
)
_NO_MONTHS = frozenset("mar marry married market mark marks janitor decent decaf junk".split())


def times_in(text: str) -> set[str]:
    """The months, weekdays, years and seasons a text names."""
    return {
        next(group for group in match.groups() if group).lower()
        for match in _TIME_NAMED.finditer(text)
        if match.group().lower() not in _NO_MONTHS
    }


def things_in(passage: Reading, family: str) -> list[taxonomy.Kind]:
    """The everyday things of one class that a passage names."""
    known = taxonomy.things()
    return [known[s] for s in passage.stems if s in known and known[s].family == family]


def same_thing(first: taxonomy.Kind, second: taxonomy.Kind) -> bool:
    return not first.member or not second.member or first.member == second.member


def _asked_things(asked: Asked) -> list[taxonomy.Kind]:
    known = taxonomy.things()
    return [known[key] for key in {*asked.keys, asked.head} if key in known]


def sibling(asked: Asked, passage: Reading) -> bool:
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
