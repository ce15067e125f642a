"""Who died is not any more what was told of them as it is now: "Dad lives in Whitby".

What was and what stays is left alone: that he was a miner, when he was born.
"""

import re

from memories.text import NamedEntity, names_in, written_out
from memories.text.patterns import lazily

_DIED = lazily(
    r"\b(?:died|passed(?:\s+away)?(?=\W*$|\s+(?:on|in|at|last|this|yesterday|today|away|peacefully))"
    r"|is\s+dead|put\s+(?:down|to\s+sleep)|put\s+(?:her|him|them)\s+(?:down|to\s+sleep)"
    r"|gestorben|verstorben|ist\s+tot"
    r"|(?:friedlich|sanft|für\s+immer|am\s+\w+tag|gestern|heute|letzte\s+nacht)\s+eingeschlafen"
    r"|einschläfern\s+lassen|eingeschläfert"
    r"|von\s+uns\s+gegangen|murió|ha\s+muerto|falleció|ha\s+fallecido|sacrificar(?:la|lo)?)\b",
    re.IGNORECASE,
)
_CLAUSES = lazily(r"[^,;:.!?–—]+")
_ANOTHERS = lazily(
    r"\b(?:his|her|their|sein\w*|ihr\w*|su|sus)\s+(?:\w+\s+){1,2}$|['’]s\s+\w+\s+$", re.IGNORECASE
)
# "Poor Biscuit", "unsere alte Minka".
_DEAR = lazily(
    r"\b(?:poor|dear|lovely|sweet|little|old|arme[rs]?|liebe[rs]?|kleine[rs]?|alte[rs]?|pobre)\s+",
    re.IGNORECASE,
)
_STAYS = lazily(
    r"\b(?:birthday|born|died|was|were|used\s+to|had|did|grew\s+up|geburtstag|geboren|gestorben"
    r"|war|waren|hatte|wurde|früher|wuchs|cumpleaños|nació|era|fue|murió|tenía)\b",
    re.IGNORECASE,
)


def has_died(old: str, new: str) -> bool:
    """Whether the later sentence says that whom the earlier tells of as living has died."""
    told_of = next(iter(names_in(written_out(old))), None)
    if told_of is None or _STAYS.search(old):
        return False
    return any(_is_one(told_of, who) for who in _who_died(new))


def says_died(text: str) -> bool:
    """Whether a text says of anybody that they died."""
    return _DIED.search(text) is not None


def _who_died(text: str) -> list[str]:
    """What stands before each "died": whom it is said of."""
    clauses = (match.group() for match in _CLAUSES.finditer(text))
    found = ((clause, _DIED.search(clause)) for clause in clauses)
    return [clause[: match.start()] for clause, match in found if match]


def _is_one(told_of: NamedEntity, who: str) -> bool:
    """Whether some words name one person or pet, by name or by what they are to the person."""
    who = _DEAR.sub("", who)
    named = names_in(who[:1].upper() + who[1:])
    if named:
        last = named[-1]
        if _ANOTHERS.search(who[: last.stop]):
            return False
        if last.name and told_of.name:
            return last.name.lower() == told_of.name.lower()
        return _role(last) != "" and _role(last) == _role(told_of)
    return told_of.name.lower() in who.lower().split()


def _role(one: NamedEntity) -> str:
    """What somebody is to the person; nothing where they are somebody else's."""
    return one.role.role.key if one.role and not one.role.owner else ""
