"""Short names: "Becky Tamihana" is Rebecca Tamihana, "Kathi" the only Katharina that is known."""

import re
from collections.abc import Iterator, Sequence

from memories.forgetting.requests.candidates import Unit
from memories.text.names.eponyms import of_another_place
from memories.text.names.lists import also_short_for, given_names, may_be_short_for, short_names
from memories.text.names.spellings import NAME_WORD, Name, names_asked, naming, sound

# No short name has more letters.
_LONGEST_SHORT = 5


def short_forms(called: Sequence[str], units: Sequence[Unit]) -> list[str]:
    """The names by which these speak of somebody who is `called` otherwise in full.

    With the surname ("Becky Tamihana"), and alone ("Pippa") where nobody else is known who may be
    called so.
    """
    found = []
    whole = [names for text in called for names in _full_names(text)]
    known = {names for unit in units for names in _full_names(unit.text)}
    for *first, surname in whole:
        others = [name[:-1] for name in known if sound(name[-1]) != sound(surname)]
        theirs = [name for name in known if sound(name[-1]) == sound(surname)]
        found += [" ".join(name) for name in sorted(theirs) if _short_of(name[:-1], first)]
        for alone in dict.fromkeys(name for unit in units for name in _alone(unit.text)):
            if _short_of([alone], first) and not any(_may_be([alone], name) for name in others):
                found.append(alone)
    return list(dict.fromkeys(found))


def _short_of(names: Sequence[str], first: Sequence[str]) -> bool:
    """Whether it is another of somebody's names."""
    return not {sound(n) for n in names} & {sound(n) for n in first} and _may_be(names, first)


def _may_be(names: Sequence[str], first: Sequence[str]) -> bool:
    return any(_are_one(one.lower(), other.lower()) for one in names for other in first)


def _are_one(one: str, other: str) -> bool:
    """Whether one is short for the other; Emilia is no short Emil."""
    genders = {given_names().get(one), given_names().get(other)}
    if {"f", "m"} <= genders or (one != other and min(len(one), len(other)) > _LONGEST_SHORT):
        return False
    return may_be_short_for(one, other) or may_be_short_for(other, one)


def _full_names(text: str) -> Iterator[tuple[str, ...]]:
    """The names of a text that are a given name and what follows it in capitals."""
    for match in _FULL.finditer(text):
        words = tuple(re.sub(r"['’]s$", "", word) for word in match.group().split())
        if _given(words[0]):
            yield words


_FULL = re.compile(r"\b[^\W\d_a-zß-öø-ÿ][\w'’-]*(?:\s+[^\W\d_a-zß-öø-ÿ][\w'’-]+)+")


def _alone(text: str) -> Iterator[str]:
    """The given names of a text that stand by themselves."""
    for match in NAME_WORD.finditer(_FULL.sub(" ", text)):
        word = re.sub(r"['’]s$", "", match.group())
        if word[0].isupper() and _given(word):
            yield word


def _given(word: str) -> bool:
    return word.lower() in given_names() or word.lower() in short_names()


def in_full(topic: str, units: Sequence[Unit]) -> str:
    """A topic with the names that stand in these for what it calls them: "Kathi" for Katharina.

    Only where the short one stands in none, and it can be but one.
    """
    for name in names_asked(topic):
        if len(name.parts) > 1 or any(naming(unit.text, [name]) for unit in units):
            continue
        (asked,) = name.parts
        match = next((m for m in NAME_WORD.finditer(topic) if sound(m.group()) == asked), None)
        if match is None:
            continue
        short = match.group().lower()
        longer = {
            token
            for unit in units
            for token in _names_within(unit.text)
            if may_be_short_for(short, token.lower()) or may_be_short_for(token.lower(), short)
        }
        # Nate is rather Nathaniel than Nathalie.
        listed = {each for each in longer if also_short_for(short) & {each.lower()}}
        if len(listed or longer) == 1:
            topic = topic[: match.start()] + (listed or longer).pop() + topic[match.end() :]
    return topic


def _names_within(text: str) -> list[str]:
    """The words of names in a text, but for those of streets and restaurants."""
    known = given_names().keys() | short_names().keys()
    named = {part: name for name in names_asked(text) for part in name.parts}
    return [
        token
        for token in (re.sub(r"['’]s$", "", each) for each in NAME_WORD.findall(text))
        if token[0].isupper()
        and (token.lower() in known or sound(token) in named)
        and not of_another_place(text, "", [Name((sound(token),), frozenset())])
    ]
