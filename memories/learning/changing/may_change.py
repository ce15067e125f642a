"""Which two statements can be a change at all, whatever the trained weights make of them."""

import re
from collections.abc import Sequence

from memories.learning.changing.comparing import StatementPair
from memories.learning.changing.deaths import has_died
from memories.learning.changing.endings import says_over
from memories.learning.changing.plain_changes import both_may_hold
from memories.models import Entity
from memories.text import NamedEntity, names_in, sentences
from memories.text.fact_parts import of_another
from memories.text.sameness.sentence_owner import of_others_alone

# What is to be done, or was promised, is no state of things, so nothing takes its place. "I need to
# book the ferry" is not changed by "ferry booked": Today ticks it off. English, German, Spanish.
_ERRAND = re.compile(
    r"^\W*(?:(?:and|so|ok|oh|und|also|y|still|really|just|i|we|ich|wir)\W+)*"
    r"(?:(?:need|have|has|had|got|ought) to\b|gotta\b|must\b|should\b"
    r"|(?:['’]ll|will) (?:send|call|bring|book|order|pay|buy|get|write)\b|promised\b|to-?do\b"
    r"|remind me\b|(?:please )?don['’]?t (?:let me )?forget\b"
    r"|muss\b|müssen\b|müsste\b|sollte\b|(?:darf (?:bitte )?)?nicht vergessen\b|erinner\w* mich\b"
    r"|tengo que\b|hay que\b|debo\b|recuérdame\b|que no se me olvide\b)"
    r"|\b(?:told|promised|said|assured) (?:\w+ ){0,4}?(?:that )?i['’]?(?:d|ll| would| will)\b"
    r"|\b(?:versprochen|gesagt), dass ich\b|\bich (?:muss|müsste|soll)\b"
    r"|\bi (?:still |really )*(?:need|have) to\b",
    re.IGNORECASE,
)
_HAS = re.compile(
    r"\b(?:has|have|['’]ve|got|hat|habe?|haben|tiene|tengo|tienen)\s+(?:\w+\s+){0,2}$",
    re.IGNORECASE,
)
# News of a second one: the first stays.
_SECOND = re.compile(
    r"\b(?:(?:a|my|our|eine[nrm]?|mein\w*|unser\w*|une?|mi|nuestr[oa])\s+(?:second|zweite[nrms]?|segund[oa])"
    r"|on\s+top\s+of\s+(?:that|it)|zusätzlich|obendrein|además)\b",
    re.IGNORECASE,
)
_IS = re.compile(
    r"\s+(?:(?:is|['’]s|ist|está|es)\b(?!\s+(?:now|jetzt|ahora))|still\b|bleibt\b|stays\b)"
)


def may_change(pair: StatementPair) -> bool:
    """Not what is to be done; nor where one tells of the person, the other of Tom."""
    if is_errand(pair.old) or is_errand(pair.new) or both_may_hold(pair.old, pair.new):
        return False
    if of_another(pair.old, pair.new) or of_others_alone(pair.old, pair.new):
        return False
    if _SECOND.search(pair.new) and not _SECOND.search(pair.old):
        return False
    return not (_of_other_kin(pair) or _is_still_there(pair))


def _is_still_there(pair: StatementPair) -> bool:
    """Whether a sentence of the later begins with who or what the earlier names, and is no end.

    "Picked up Pickle. Marmite is under the bed" takes Marmite away from nobody.
    """
    names = [one.name for one in names_in(pair.old) if one.name]
    said = [span.of(pair.new) for span in sentences(pair.new)]
    return len(said) > 1 and any(
        _IS.match(words[len(name) :]) and not (says_over(words) or has_died(pair.old, words))
        for words in said
        for name in names
        if words.startswith(name)
    )


def _of_other_kin(pair: StatementPair) -> bool:
    """Whether the earlier tells of the family, and the later names others alone."""
    was, now = names_in(pair.old), names_in(pair.new)
    if any(_is_had(pair.old, one) and not _is_among(one, now) for one in was):
        # That Tom has a daughter stays so, whatever he does.
        return True
    kin = {one.role.role.key for one in was if one.role and one.role.role.field == "family"}
    named = {one.name for one in was if one.name} | kin
    others = {one.name for one in now if one.name and one.type == Entity.Type.PERSON}
    theirs = {one.role.role.key for one in now if one.role}
    return bool(kin and others) and not named & (others | theirs)


def _is_had(text: str, one: NamedEntity) -> bool:
    """Whether somebody is said to have such a relative: "Tom has a daughter, Ida"."""
    said = one.role
    return (
        said is not None
        and said.role.field == "family"
        and _HAS.search(text[: said.start]) is not None
    )


def _is_among(one: NamedEntity, others: Sequence[NamedEntity]) -> bool:
    return any(
        (one.name and one.name == other.name)
        or (one.role and other.role and one.role.role.key == other.role.role.key)
        for other in others
    )


def is_errand(text: str) -> bool:
    """Whether a sentence tells what its writer is to do."""
    return _ERRAND.search(text) is not None
