"""Whether a statement corrects a memory, or tells of somebody else, something else, or later.

What cannot be told to correct a memory must not take its place: two memories that stand beside each
other can still be told apart by the person, one that is gone from the list cannot.
"""

import re

from memories.answers import synonyms, taxonomy
from memories.text import Statement, months, statement

# What happened once is not undone by what happened later: "I switched to Borealis in March".
_EVENT = re.compile(
    r"\b(?:(?i:i|we|he|she|they)|[A-Z]\w+)\s+(?:(?:just|also|once|recently|finally|already|then)\s+)?"
    r"(?:(?!need|feed|\w*(?:ee|need)d\b)\w{2,}ed|went|bought|sold|left|took|got|gave|met|began|became|ran|broke|made"
    r"|built|wrote|flew|drove|saw|won|lost|quit|paid|spent|taught|found|chose|came|fell|sent|told"
    r"|had\s+(?:my|an?))\b"
)
_WHEN = re.compile(
    r"\b(?:in|since|on|last|this|next|until|by)\s+(?:\d{4}|(?:early\s+|late\s+)?(?:"
    rf"{'|'.join(months('en'))}|spring|summer|autumn|winter"
    r"|week|month|year)|\d{1,2}\b)",
    re.IGNORECASE,
)


def corrects(said: str, known: str, *, just_told: bool) -> bool:
    """Whether what is said can be told to be of what is known, and takes its place.

    `just_told`: it is what the conversation mentioned last.
    """
    new, old = statement(said), statement(known)
    if not new.stems or not old.stems or not _of_one(new, old):
        return False
    shared, added = set(new.stems) & set(old.stems), set(new.stems) - set(old.stems)
    if new.turned & old.reached:
        return False
    if _EVENT.search(known):
        return _the_same_event(new, old, known, said, just_told=just_told)
    if _same_thing(new, old) or not added:
        return True
    if len(added) > 1 and _other_kind(new, old):
        return False
    if synonyms.points_in(said) & synonyms.points_in(known):
        return True
    return bool(shared) and len(added) <= 1


def _the_same_event(
    new: Statement, old: Statement, known: str, said: str, *, just_told: bool
) -> bool:
    """The same verb, one value changed, and something else in common: its date, its object."""
    if not _EVENT.search(said) or new.stems[0] != old.stems[0]:
        return False
    if just_told and not (_WHEN.search(said) and _WHEN.search(known)):
        return len(set(new.stems) - set(old.stems)) <= 1
    shared = set(new.stems[1:]) & set(old.stems[1:])
    return bool(shared) and len(set(new.stems) - set(old.stems)) <= 1


def _of_one(new: Statement, old: Statement) -> bool:
    """Whether both speak of the same one: "I", "she", "my dentist", Anna."""
    if new.subjects != old.subjects:
        # "I live in Davis", "my home is in Davis".
        people = taxonomy.relations().keys() & {*new.stems, *old.stems}
        mine = new.of_mine and old.of_mine and not (new.subjects | old.subjects) - {"i"}
        return mine and not people
    return bool(new.subjects) or _same_thing(new, old) or new.stems[0] == old.stems[0]


def _same_thing(new: Statement, old: Statement) -> bool:
    """Whether both begin with the same thing of somebody's, "my old dentist" and "my dentist"."""
    return bool(_phrase(new) & _phrase(old) & {new.stems[0], old.stems[0]})


def _phrase(said: Statement) -> frozenset[str]:
    """What a statement that begins with a thing of somebody's speaks of: "my old dentist is …"."""
    if said.subjects or said.marks[0] in ("", "+", "verb"):
        return frozenset()
    return frozenset(said.stems[at] for at in said.phrase(0)) - said.specifics


def _other_kind(new: Statement, old: Statement) -> bool:
    """Whether one speaks of the cat and the other of the dog, of the sister and of the brother."""
    for known in (taxonomy.relations(), taxonomy.things()):
        ours = {known[stem] for stem in new.stems if stem in known}
        theirs = {known[stem] for stem in old.stems if stem in known}
        for kind in ours - theirs:
            if any(k.family == kind.family and k.member and kind.member for k in theirs - ours):
                return True
    return False
