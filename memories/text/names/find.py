"""Names in a text: whom and what it speaks of, as it calls them, and what it says who they are.

"My sister Lena", "Lena Fischer from the choir", "our new neighbour", "Bill, William on the chart".
English, German and Spanish; no grammar is parsed. In German every noun has a capital: there a name
is one that is known as such, or is said to be one.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from memories.text.names.lists import (
    ORGANISATION,
    OTHER,
    PERSON,
    PET,
    PLACE,
    SERVICE,
    Role,
    gender_of,
    kinds,
    may_be_short_for,
    role_of,
    roles,
    several,
)
from memories.text.names.named_entity import NamedEntity, RoleMention
from memories.text.names.roles import RoleRun
from memories.text.names.runs import Run
from memories.text.names.small_words import (
    ADJECTIVES,
    ANYBODY_CALLS,
    IS,
    IS_CALLED,
    IS_THE,
    MARRIED,
    MY,
    NOBODYS,
    POLITE,
    SAYS_ALSO,
    SURNAME_IS,
    THEIRS,
    TITLES,
    WHAT_WE_CALL,
    small_words,
)
from memories.text.names.together import NamesTogether
from memories.text.names.tokens import Knows

# Maximum characters read of a text: a longer one was pasted.
READ = 4_000


def names_in(
    text: str, knows: Knows = lambda _: False, *, known_roles: bool = False
) -> list[NamedEntity]:
    """Whom and what a text speaks of, in its order.

    `knows` tells whether a word, in lower case, is a name that the person's people and things have.
    With `known_roles`, "the boss" and "my car" are told too: nobody, unless who has that is known.
    """
    named = _Reader(text[:READ], knows, known_roles=known_roles).read()
    return [one for one in named if not (_is_oneself(text, one) or _is_done(text, one))]


# "I'm Dara", "ich bin die Gisela", "me llamo Marta".
_I_AM = re.compile(
    r"\b(?:i['’]?m|i am|my name(?:['’]s| is)|call me|ich bin?|ich hei(?:ß|ss)e?|mein name ist"
    r"|soy|me llamo|mi nombre es|je m['’]appelle|je suis|mi chiamo|me chamo|ik ben|ik heet)"
    r"(?: (?:übrigens|also|die|der|de|d|la|el))*\s+$",
    re.IGNORECASE,
)
# "I'm Tom's brother", "ich bin Anna begegnet".
_NOT_I = re.compile(r"['’]s?\b|\s+\w+(?:t|en)\s*[.,;!?]?$|s\s+[A-ZÄÖÜ]")


def _is_oneself(text: str, one: NamedEntity) -> bool:
    """Whether it is what whoever wrote this is called: that is nobody else."""
    if not one.name or one.role or not _I_AM.search(text[max(0, one.start - 40) : one.start]):
        return False
    return not _NOT_I.match(text[one.stop :])


# "Fang ich im Januar an", "den kenn ich": behind a verb stands who does it.
_WHO_DOES = re.compile(r"\s+(?:ich|du|wir)\b(?!\s*[,.;!?])", re.IGNORECASE)


def _is_done(text: str, one: NamedEntity) -> bool:
    """Whether it is what somebody does, though it is a name as well: "Fang", "Kenn"."""
    alone = one.role is None and len(one.name.split()) == 1
    return alone and _WHO_DOES.match(text[one.stop :]) is not None


def without_titles(words: Sequence[str]) -> list[str]:
    """The words of a name, in lower case, without "Dr."; all of them where there is no other."""
    kept = [word for word in words if word.strip(".") not in TITLES | POLITE]
    return kept or list(words)


_WHERE = frozenset("here there home back today tomorrow tonight now hier da dort heute".split())
# "Patricia, that's Mrs Laverty": and not "that's Mrs Laverty's girl".
_THAT_IS = re.compile(r"\s*[,(–—-]+\s*(?:that['’]?s|that is|das ist|es decir)\s+$", re.IGNORECASE)


class _Reader(NamesTogether):
    """Joins the names and the roles of a text that are one."""

    def read(self) -> list[NamedEntity]:
        named = sorted([*self.runs, *self._described()], key=lambda found: found[0])
        named = [(start, end, self._quoted(one)) for start, end, one in named]
        named = self._with_company(named)
        named, of_several = self._with_roles_of_several(named)
        said = [run for run in self._roles(named) if not of_several.intersection(range(*run[:2]))]
        return self._joined(named, said)

    def _joined(
        self,
        named: list[Run],
        said: list[RoleRun],
    ) -> list[NamedEntity]:
        names = [one for _, _, one in named]
        free: list[RoleRun] = []
        for start, end, role in said:
            place, spelled = self._who_is(start, end, role, named)
            if place is None and spelled is None:
                place = self._who_pronoun_is(start, named, pet=role.role.field == PET)
            if place is None and (gone := self._no_longer(start, named)) is not None:
                place, role = gone, replace(role, former=True)
            if place is not None:
                names[place] = self._with_role(names[place], role)
            elif spelled is not None:
                names.append(spelled)
            elif (after := self._named_next(end, role, named)) is not None:
                names[after] = self._with_role(names[after], role)
            elif role.definite or role.owner or self._may_be_known(role):
                free.append((start, end, role))
        names, free = self._with_called([self._with_word(one) for one in names], free)
        names = self._with_spouses(self._with_other_names(names))
        for _, _, role in free:
            names = self._with_clause(names, role)
        return sorted(names, key=lambda one: one.start)

    def _with_clause(self, names: list[NamedEntity], role: RoleMention) -> list[NamedEntity]:
        """Tie "Husband made soup. Johannes can't cook" together: nobody else is spoken of.

        Who is known already may well be another.
        """
        alone = NamedEntity(role.start, role.stop, type=role.role.type, role=role)
        if (called := self._called_before(role.start)) and role.definite:
            names = [one for one in names if one.name != called]
            return [*names, replace(alone, also=(called,))]
        people = [one for one in names if one.type in ("", PERSON) and one.name]
        if role.role.field == PET and _THAT.search(self.text[: role.stop]):
            return self._with_that_pet(names, replace(role, definite=True))
        if role.owner or role.former or len(people) != 1 or role.role.type == ORGANISATION:
            return [*names, alone]
        (one,) = people
        if any(self.knows(word) for word in one.name.lower().split()):
            return [*names, alone]
        if not one.type and self.text[one.stop : one.stop + 1] in _CLOSING:
            return [*names, alone]
        opens = any(word.start == one.start and word.opens for word in self.words)
        gender = gender_of(one.name.split()[0])
        differs = {gender, role.role.gender} == {"f", "m"}
        if one.start < role.stop or not opens or one.role or one.apart or differs:
            return [*names, alone]
        if one.title and role.role.field not in ("service", "work"):
            return [*names, alone]
        other = names.index(one)
        return [
            *names[:other],
            replace(self._with_role(one, replace(role, definite=True)), start=one.start),
            *names[other + 1 :],
            replace(alone, name=one.name, title=one.title),
        ]

    def _with_that_pet(self, names: list[NamedEntity], role: RoleMention) -> list[NamedEntity]:
        """Tie "that beagle" to its name: "Biscuit is down two pounds. … for that beagle"."""
        before = [one for one in names if one.name and one.stop <= role.start]
        if not before:
            spelled = self._spelled(0, role) if self._opens_as_pet() else None
            return [*names, spelled] if spelled else names
        (one, *others) = before
        if others or one.type not in ("", PET) or one.role or one.title:
            return names
        return [self._with_role(each, role) if each is one else each for each in names]

    def _opens_as_pet(self) -> bool:
        """Whether the first word may be a pet's name: "Biscuit is down two pounds"."""
        first, after = self._word(0), self._word(1)
        does = after is not None and after.low in IS | _DOES_A_PET
        return first is not None and does and self._may_be_a_pet(first)

    def _with_spouses(self, names: list[NamedEntity]) -> list[NamedEntity]:
        """Who is said to be married to another is their wife or husband."""
        found = [*names[:1]]
        for before, one in pairwise(names):
            between = self.text[before.stop : one.start]
            if one.role is None and before.type == PERSON == one.type and MARRIED.match(between):
                key = {"f": "wife", "m": "husband"}.get(one.gender, "partner")
                owner = before.name.lower()
                role = RoleMention(role_of(key), owner, key, one.start, one.stop)
                one = replace(one, role=role)
            found.append(one)
        return found

    def _with_word(self, one: NamedEntity) -> NamedEntity:
        """Somebody with what a word that is no role of the lists says they are: "our conductor"."""
        told = IS_THE.search(self.text[: one.start][-60:]) if one.type == PERSON else None
        if told is None or one.role is not None or self._is_listed_word(told["role"].lower()):
            return one
        if told["joint"] == "," and self.text.startswith(("'s", "’s"), one.stop):
            # "Kwame, Niamh's husband".
            return one
        role = Role(told["role"].lower(), OTHER, "", one=True)
        start = one.start - len(told.group())
        return replace(one, role=RoleMention(role, "", told["words"], start, start, definite=False))

    def _is_listed_word(self, word: str) -> bool:
        known = (word,) in roles() or word in several() or word in kinds()
        known = known or self._is_given(word) or self.knows(word)
        return known or word in NOBODYS or word in small_words() or word in ADJECTIVES

    def _may_be_known(self, role: RoleMention) -> bool:
        """Whether "the" before it may mean the person's own: "the cat", "the vet", "the van"."""
        one = self.known_roles and role.role.one
        return not role.new and (one or role.role.field == PET)

    def _named_next(self, end: int, role: RoleMention, named: Sequence[Run]) -> int | None:
        """Which name is all of the sentence behind that of a role: "The boss rang. Enno Falk." """
        if role.owner or role.former:
            return None
        while (word := self._word(end)) is not None and word.text not in ".!?\n":
            end += 1
        for place, (start, stop, one) in enumerate(named):
            if start == end + 1 and one.type in ("", PERSON):
                after = self._word(stop)
                alone = after is None or after.text in ".!?\n"
                return place if alone or self._is_new_there(role, stop, one) else None
        return None

    def _is_new_there(self, role: RoleMention, stop: int, one: NamedEntity) -> bool:
        """Whether a whole name is told of who serves one: "… at the vet. Mina Falk, new there"."""
        comma, after = self._word(stop), self._word(stop + 1)
        if role.role.field != SERVICE or comma is None or comma.text != "," or after is None:
            return False
        known = any(self.knows(word) for word in one.name.lower().split())
        return " " in one.name and not (known or after.owns or after.low in MY | THEIRS)

    def _with_called(
        self, names: list[NamedEntity], free: list[RoleRun]
    ) -> tuple[list[NamedEntity], list[RoleRun]]:
        """Join a name to whom "she's called", "his name is" before it means.

        Returns the names, and the roles that have none.
        """
        names = list(names)
        for one in sorted(names, key=lambda each: each.start):
            called = IS_CALLED.search(self.text[: one.start][-60:]) if one.name else None
            if called is None or one.role is not None:
                continue
            begun = one.start - min(one.start, 60) + called.start()
            gender = _GENDERS.get(next(filter(None, called.groups())).lower(), "")
            fitting = [
                run
                for run in free
                if run[2].stop <= begun and {run[2].role.gender, gender} != {"f", "m"}
            ]
            said = fitting[-1] if fitting else None
            before = [
                each.stop
                for each in names
                if each.name and each.stop <= begun and each.type in (PERSON, PET)
            ]
            if said is None or max(before, default=0) > said[2].start:
                continue
            names[names.index(one)] = replace(
                self._with_role(one, said[2]), type=said[2].role.type, start=one.start
            )
            free = [run for run in free if run is not said]
        return names, free

    def _with_role(self, one: NamedEntity, role: RoleMention) -> NamedEntity:
        type_ = role.role.type if role.role.type != ORGANISATION or not one.type else one.type
        return replace(
            one,
            role=role if one.role is None else one.role,
            type=type_,
            start=min(one.start, role.start) if abs(one.start - role.stop) < 3 else one.start,
            new=one.new or role.new or (not role.definite and not role.owner),
            stranger=False,
        )

    def _with_other_names(self, names: list[NamedEntity]) -> list[NamedEntity]:
        """Join what the text says to be one: "Leni, short for Magdalena", "William (Bill)"."""
        names = sorted(names, key=lambda one: one.start)
        joined: list[NamedEntity] = []
        for one in names:
            before = joined[-1] if joined else None
            if before is not None and self._has_surname(before, one):
                joined[-1] = replace(before, name=f"{before.name} {one.name}")
            elif before is not None and before.name and one.name and self._is_also(before, one):
                joined[-1] = _called_also(before, one)
            elif one.name and (called := self._called_before(one.start)):
                joined = [each for each in joined if each.name != called]
                joined.append(replace(one, also=(*one.also, called)))
            else:
                joined.append(one)
        return [self._with_spelled_alias(one) for one in joined]

    def _called_before(self, start: int) -> str:
        """What stands before "(which is what we call Niamh", or "my sister": another name."""
        before = self.text[:start][-_CALLED_WITHIN:]
        called = WHAT_WE_CALL.search(before)
        also = called["also"] if called else ""
        if called and also.lower() in small_words() | _WHERE:
            # "… before Babcia gets here (that's what the kids call Danuta)".
            named = re.findall(r"(?<=\w )[^\W\d_a-z][\w'’-]*", before[: called.start()])
            also = named[-1] if named else ""
        return also[:1].upper() + also[1:]

    def _has_surname(self, before: NamedEntity, one: NamedEntity) -> bool:
        """Whether it is said to be the surname of whom is named before it."""
        between = self.text[before.stop : one.start]
        return len(before.name.split()) == 1 and SURNAME_IS.match(between) is not None

    def _is_also(self, before: NamedEntity, one: NamedEntity) -> bool:
        between = self.text[before.stop : one.start]
        after = self.text[one.stop : one.stop + 40]
        if SAYS_ALSO.match(between):
            return True
        if _THAT_IS.match(between) and not after.startswith(("'", "’")):
            return True
        if (called := ANYBODY_CALLS.search(between[-60:])) is not None:
            # "Everybody says Emeka": and not "everybody says Leeds is nice".
            return not _SAYS.search(called.group()) or _ENDS.match(after) is not None
        if before.type in ("", PERSON) and _REPEATS.match(between):
            words, short = one.name.lower().split(), before.name.lower().split()
            return len(words) > len(short) == 1 and words[0] == short[0] and not one.role
        closes = after[:1] == ")"
        if between.strip() == "(" and closes:
            return _abbreviates(before.name, one.name)
        return bool(
            re.match(r"^(?: (?:from|in|aus|de) [\w ]{1,30})?\s*[,–—-]\s*$", between)
            and re.match(
                r"\s*(?:on the org|on paper|officially|in full|for short|eigentlich)", after
            )
        )

    def _with_spelled_alias(self, one: NamedEntity) -> NamedEntity:
        """With what others call them, whatever word it is: "everyone calls her Bean"."""
        after = self.text[one.stop : one.stop + 120]
        called = re.match(
            r"[^.!?\n]{0,80}?\b(?:(?:everyone|everybody|we|i|they|people) (?:all )?calls? (?:her"
            r"|him|it|them)|goes by|nicknamed|(?:alle|wir) nennen (?:sie|ihn|es)|(?:le|la|lo)"
            r" (?:llamamos|llaman|decimos|dicen))\s+[\"“„'«]?(\w[\w'’-]+)",
            after,
            re.IGNORECASE,
        )
        if called is None or called[1].lower() in small_words() or not one.name:
            return one
        if one.type == PLACE:
            return one
        alias = called[1][:1].upper() + called[1][1:]
        return one if alias in one.also else replace(one, also=(*one.also, alias))


# Maximum distance of another name before, in characters.
_CALLED_WITHIN = 120
_THAT = re.compile(r"\b(?:that|this|diese[rnm]?|ese|esa|este|esta)(?: \w+){1,2}$", re.IGNORECASE)
_DOES_A_PET = frozenset("has had ate eats got gets needs hates loves weighs hat frisst".split())
_CLOSING = frozenset((",", ".", ";", ")"))
# Whom a pronoun may mean; "er" and "sie" are said of things as well.
_GENDERS = {
    "she": "f", "her": "f", "he": "m", "his": "m", "him": "m", "ella": "f", "él": "m",
}  # fmt: skip
_SAYS = re.compile(r"\b(?:say|sag)", re.IGNORECASE)
_ENDS = re.compile(r"\W*(?:$|[.,;!?)]|(?:and|und|but|aber|or|his|her|to)\b)", re.IGNORECASE)
# "… with Ayşe. Ayşe Yıldırım, she teaches".
_REPEATS = re.compile(r".{0,120}[.!?]\s+(?:[Tt]hat['’]?s\s+)?$")


def _called_also(one: NamedEntity, other: NamedEntity) -> NamedEntity:
    """Somebody with another name of theirs; the longer of "Ayşe" and "Ayşe Yıldırım" is whole."""
    if other.name.lower().startswith(f"{one.name.lower()} "):
        return replace(one, name=other.name, also=(*one.also, one.name, *other.also))
    return replace(one, also=(*one.also, other.name, *other.also))


def _abbreviates(name: str, other: str) -> bool:
    """Whether a name in brackets is the same in short: "Borealis Works (BW)", "Lena (Leni)"."""
    words, short = name.lower().split(), other.lower().split()
    if "".join(word[0] for word in words) == other.lower():
        return True
    return may_be_short_for(short[0], words[0]) or may_be_short_for(words[0], short[0])
