"""What a text says somebody is to somebody, and which name that belongs to: "my sister Lena"."""

import re
from collections.abc import Sequence

from memories.text.meaning.english_words import is_listed
from memories.text.names.beside import NameBeside
from memories.text.names.lists import (
    ORGANISATION,
    PERSON,
    PET,
    PLACE,
    SERVICE,
    THING,
    Role,
    german_pet,
    kinds,
    role_beginnings,
    roles,
    several,
)
from memories.text.names.named_entity import NamedEntity, RoleMention
from memories.text.names.runs import Run
from memories.text.names.small_words import (
    ADJECTIVES,
    AFTER_ADJECTIVES,
    FORMER,
    IS,
    MY,
    NEW,
    NO_NAMES,
    NOT,
    SPOKEN_KIN,
    THE,
    THEIRS,
    A,
    small_words,
)
from memories.text.names.tokens import NameToken

# Before one of these stands who does it.
_DOES = frozenset("hat wohnt lebt arbeitet studiert spielt kommt".split())
# One's own man is one's husband; any other is just a man.
_OWN_PARTNERS = {
    "frau": "ehefrau",
    "mann": "ehemann",
    "mujer": "esposa",
    "freund": "novio",
    "freundin": "freundin",
    "man": "husband",
    "fella": "partner",
    "bloke": "partner",
}
# Where one comes after another: a new boss, a new landlord.
_FOLLOWED = frozenset({"work", "home", SERVICE})
_SHE = frozenset("she shes sie ella".split())
# "The manager job" is nobody.
_POSTS = frozenset("job jobs role post position vacancy course training interview".split())
# "The dog next door", "the cat that scratched me".
_NEXT_DOOR = frozenset("next upstairs downstairs down across nebenan gegenüber".split())
_TELLS_WHICH = _NEXT_DOOR | frozenset(
    "that who which i we you he she they from of in at on with der die das von vom im mit que de"
    " con".split()
)
_SHORT = frozenset("shes hes".split())
_THAT = frozenset("that das eso".split())
# "Seven on Sunday!!" ends once.
_ENDS_ONCE = 2
_THIRD = _SHE | frozenset("he hes er él".split())
_AND = frozenset("and und y".split())
# Maximum number of words between "she is a vet and" and "my best friend".
_FAR = 9
_HAVE = frozenset("have i've we've ive weve habe hab haben got".split())
_HAS = frozenset("has hat tiene".split())
_HERS = frozenset("her ihr ihre ihrem ihren ihrer".split())
_HIS = frozenset("his sein seine seinem seinen seiner".split())
# Said of somebody: "my mum's Enid, she's 80".
_GOES_ON_OF = re.compile(r",? (?:(?:she|he|who)\b|\d{1,3}\b(?! *%))")
# A role, and the words that it is made of: from, until.
RoleRun = tuple[int, int, RoleMention]


class NameRoles(NameBeside):
    """Finds the roles that a text speaks of, and whose they are."""

    def _roles(self, named: Sequence[Run]) -> list[RoleRun]:
        taken = {at for start, end, _ in named for at in range(start, end)}
        found = []
        at = 0
        while at < len(self.words):
            said = None if at in taken else self._role_at(at)
            if said is not None:
                found.append(said)
            at = said[1] if said else at + 1
        return found

    def _role_at(self, at: int) -> RoleRun | None:
        for size in (4, 3, 2, 1) if self.words[at].low in role_beginnings() else ():
            spelled = tuple(word.low for word in self.words[at : at + size])
            role = roles().get(spelled)
            if role is not None and len(spelled) == size:
                after = self._word(at + size)
                is_post = after is not None and after.low in _POSTS
                # In German a "Chef" is a boss, in English a cook.
                cooks = spelled == ("chef",) and not self.german and not self._mine(at)
                return None if is_post or cooks else self._said(at, at + size, role)
        word = self.words[at]
        if self.german and (pet := german_pet(word.low)) is not None:
            return self._said(at, at + 1, pet)
        if word.low in _OWN_PARTNERS and (self._mine(at) or self._is_had(at)):
            role = roles().get((_OWN_PARTNERS[word.low],))
            return self._said(at, at + 1, role) if role else None
        return None

    def _mine(self, at: int) -> bool:
        lead = self._word(at - 1)
        return lead is not None and (lead.low in MY | THEIRS or lead.owns)

    def _is_had(self, at: int) -> bool:
        """Whether it is said that somebody has one: "Lena hat einen Freund"."""
        lead = self._determiner(at)
        return lead is not None and self.words[lead].low in A and bool(self._who_has(lead))

    def _who_has(self, at: int) -> str:
        """Whose it is, where "she has", "Lena hat" stands before "a": "?" if that is not plain."""
        has = at - 1
        while has > 0 and self.words[has].low not in _HAVE | _HAS:
            if self.words[has].text in ".!?;":
                return ""
            has -= 1
        if has < 1 or self.words[has].low in _HAVE:
            return ""
        subject = self.words[has - 1]
        named = next((one for _, end, one in self.runs if end == has and one.type != PLACE), None)
        if named is not None:
            return named.name.lower()
        if self._could_be_name(subject) and self._is_strange(subject):
            return subject.low
        pronoun = {"she": "her", "sie": "ihr", "he": "his", "er": "sein"}.get(subject.low)
        return self._only_one_of(pronoun, has - 1) if pronoun else "?"

    def _said(self, at: int, end: int, role: Role) -> RoleRun | None:
        start, former, new = at, False, False
        while start > 0 and self._is_beside(start) and self.words[start - 1].low in ADJECTIVES:
            start -= 1
            former |= self.words[start].low in FORMER
            new |= self.words[start].low in NEW
        told = start
        if (described := self._determiner(start)) is not None:
            start = described + 1
        if (after := self._word(end)) and after.low in AFTER_ADJECTIVES and self._is_beside(end):
            new |= after.low in NEW
            end += 1
        lead = self.words[start - 1] if start and self._is_beside(start) else None
        owner, definite = "", True
        if lead is not None and lead.owns:
            owner = self._owner(start - 1)
        elif lead is not None and lead.low in THEIRS:
            owner = self._only_one_of(lead.low, start - 1)
        elif lead is not None and lead.low in A:
            definite, new = False, True
            owner = self._who_has(start - 1)
        elif lead is not None and lead.low in THE:
            after = self._word(end)
            if role.field == PET and after is not None and after.low in _NEXT_DOOR:
                return None
            owner = self._owner_after(end)
            # "The new boss" is one's own.
            definite = new and role.one and role.field in _FOLLOWED and not owner
            definite = definite or self._is_the_pet(start - 1, end, role)
        elif lead is None or lead.low not in MY:
            followed = new and role.one and role.field in _FOLLOWED and self._opens(told, end)
            if not (followed or self._bare(at, end, role)):
                return None
        if role.field == THING:
            # One's car is nobody until it has a name.
            definite = False
        whose = lead is not None and (lead.low in MY or (lead.low in THE and role.field == PET))
        first = self.words[start - 1] if whose else self.words[told]
        words = self.text[first.start : self.words[end - 1].stop]
        said = RoleMention(
            role, owner, words, first.start, self.words[end - 1].stop, former, new, definite
        )
        return start, end, said

    def _is_the_pet(self, at: int, end: int, role: Role) -> bool:
        """Whether "the dog got into the garbage" means one's own: it opens the sentence."""
        after = self._word(end)
        told = after is not None and not after.mark and after.low not in _TELLS_WHICH
        return role.field == PET and self.words[at].first and told

    def _opens(self, start: int, end: int) -> bool:
        """Whether "new boss is …" opens a sentence."""
        is_ = self._word(end)
        return self.words[start].first and is_ is not None and (is_.low in IS or is_.text == ":")

    def _only_one_of(self, whose: str, at: int, *, opens: bool = False) -> str:
        """Who "her" means, where it can be one alone of those named before in the sentence.

        Of one that `opens` it, the sentence before as well.
        """
        gender = "f" if whose in _HERS else "m" if whose in _HIS else ""
        opens = opens and self.words[at].first
        fitting: set[str] = set()
        unsure: set[str] = set()
        for start, end, one in self.runs:
            between = self.words[end:at]
            ended = [word for word in between if word.text in ".!?"]
            # "Gerald had his jabs. He's a whippet": what opens a sentence means one before it.
            same = not ended or (opens and len(ended) == 1)
            one_of_them = one.type in ("", PERSON, PET) and one.gender in ("", gender)
            if gender and end <= at and same and one_of_them and not self.words[start].owns:
                (fitting if one.type else unsure).add(one.name.lower())
        meant = fitting or unsure
        return meant.pop() if len(meant) == 1 else "?"

    def _owner_after(self, at: int) -> str:
        """Whose it is, where "de Lena" follows."""
        of, whose = self._word(at), self._word(at + 1)
        if of is None or whose is None or of.low not in ("de", "von", "of") or whose.low in MY:
            return ""
        return whose.low if whose.capital or self.knows(whose.low) else ""

    def _owner(self, at: int) -> str:
        """Whose it is, where a name or "my sister" stands before the 's."""
        parts = [self.words[at].low]
        while (
            at and self.words[at - 1].capital and self._is_beside(at) and not self.words[at].first
        ):
            at -= 1
            parts.insert(0, self.words[at].low)
        if (parts[-1],) in roles():
            return "?"
        return " ".join(parts)

    def _bare(self, at: int, end: int, role: Role) -> bool:
        """Whether a role without "my" is somebody of the person's: "Mum rang", "GP again"."""
        word, after = self.words[at], self._word(end)
        before = self._word(at - 1)
        within = before is not None and before.capital and not before.first and not word.capital
        if within and self._is_beside(at):
            # "Radio nan Eilean".
            return False
        if word.low in SPOKEN_KIN:
            return True
        named = after is not None and self._is_beside(end) and (after.capital or self.lower)
        if named and self._is_name(end) and not (self.german and role.type == ORGANISATION):
            return True
        if not word.first or role.field in (ORGANISATION, PET, THING):
            return False
        if self.german and (after is None or after.low not in IS | _DOES | {"sagt"}):
            return False
        return (
            after is not None
            and (self.words[end - 1].owns or after.text in (":", ",") or not after.capital)
            and after.text not in ("?",)
            and after.low not in ("for", "of", "to", "de", "für")
        )

    def _who_is(
        self, start: int, end: int, role: RoleMention, named: Sequence[Run]
    ) -> tuple[int | None, NamedEntity | None]:
        """Which name the role belongs to, by its place; or a name that only this says is one."""
        starts = {first: place for place, (first, _, _) in enumerate(named)}
        ends = {last: place for place, (_, last, _) in enumerate(named)}
        if not self.words[end - 1].owns:
            after = self._skip(self._past_within(end), (",", "(", ":", "–", "—"), most=1)
            if after > end and (article := self._word(after)) and article.low in THE:
                after += 1
            if after in starts and (after == end or self._closes(named[starts[after]][1], after)):
                return starts[after], None
            if after == end and role.role.type == PERSON and self._is_typed_small(end):
                return None, self._spelled(end, role)
            if role.role.field == "pet" and after > end and self._is_pets_name(after):
                return None, self._spelled(after, role)
            called = self._copula(end, phones=role.role.one and role.role.type == PERSON)
            if called is not None:
                if called[0] in starts and not self.words[named[starts[called[0]]][1] - 1].owns:
                    return starts[called[0]], None
                if called[1]:
                    return None, self._spelled(called[0], role)
        elif end in starts and self._is_called(start, named[starts[end]]):
            return starts[end], None
        elif (place := self._skip_words(end, ("name", "names"))) is not None:
            called = self._copula(place)
            if called is not None:
                if called[0] in starts:
                    return starts[called[0]], None
                return None, self._spelled(called[0], role)
        lead = start - (1 if start and self.words[start - 1].low in MY | THE | A | THEIRS else 0)
        if start and self.words[start - 1].owns and role.owner not in ("", "?"):
            # "Ngozi, Emeka's mum".
            lead = start - len(role.owner.split())
        before = lead
        mark = self.words[before - 1] if before else None
        if mark is None:
            return None, None
        if before - 1 in ends and (
            (mark.text in (",", "(", "–", "—") and self._closed(end))
            or (mark.low in IS and not self.words[before - 2].owns)
        ):
            return ends[before - 1], None
        if before in ends and mark.owns and self.words[before].low in MY:
            # "Enid's my best friend".
            return ends[before], None
        # "Clove is my dog", "Clove, my dog, is seven".
        says_what = mark.low in IS or mark.text == ","
        if role.role.field == "pet" and says_what and lead < start and self._closed(end):
            opens = self._word(before - 2)
            if opens is not None and opens.first and self._may_be_a_pet(opens):
                return None, self._spelled(before - 2, role)
        # "Pip the cat": what opens a sentence is given nothing.
        is_pet = role.role.field == "pet" and lead < start and self.words[lead].low in THE
        return (ends[before], None) if before in ends and mark.first and is_pet else (None, None)

    def _is_called(self, start: int, named: Run) -> bool:
        """Whether "my mum's Enid, she …" tells a name: nothing of hers, as "my mum's Volvo" is."""
        _, end, one = named
        lead = start - (1 if start and self.words[start - 1].low in MY else 0)
        before, after = self._word(lead - 1), self._word(end)
        opens = before is None or before.mark or before.low in ("and", "but", "so")
        if not opens or not (after is None or after.mark or after.low == "and"):
            return False
        given = self._is_given(one.name.split()[0].lower())
        return given or _GOES_ON_OF.match(self.text[one.stop :]) is not None

    def _is_pets_name(self, at: int) -> bool:
        """Whether a word that is no known name is one by its place: "a dog, Clove." """
        word, after = self._word(at), self._word(at + 1)
        if word is None or not self._may_be_a_pet(word):
            return False
        return after is None or after.low in IS or after.text in (".", "!", ")")

    def _is_typed_small(self, at: int) -> bool:
        """Whether a word that no list has is a name by its place: "mein bruder onno ist …"."""
        word, after = self._word(at), self._word(at + 1)
        if word is None or after is None or word.capital or after.low not in IS | _DOES:
            return False
        if not word.low.isalpha() or word.low in small_words() | NO_NAMES:
            return False
        return self.german and not is_listed(word.low, "de")

    def _may_be_a_pet(self, word: NameToken) -> bool:
        if not word.capital or word.low in small_words() | NO_NAMES:
            return False
        return (word.low,) not in roles() and word.low not in several() and word.low not in kinds()

    def _no_longer(self, start: int, named: Sequence[Run]) -> int | None:
        """Which name has a role no longer: "Nadia isn't my boss any more"."""
        ends = {last: place for place, (_, last, _) in enumerate(named)}
        at = start - (1 if start and self.words[start - 1].low in MY else 0)
        negated = False
        while at and self.words[at - 1].low in IS | NOT:
            negated |= self.words[at - 1].low in NOT
            at -= 1
        return ends.get(at) if negated else None

    def _who_pronoun_is(self, start: int, named: Sequence[Run], *, pet: bool) -> int | None:
        """Which name has the role "she" is said to have: "… with Enid, she is my best friend"."""
        before = start - 1
        # "Gerald had his jabs, he's a whippet".
        kind = pet and bool(start) and self.words[before].low in A
        if not start or not (kind or self.words[before].low in MY):
            return None
        at = before - 1
        while at > 0 and not self.words[at].mark and self.words[at].low not in _THIRD | _THAT:
            at -= 1
        pronoun, verb = self._word(at), self._word(at + 1)
        if pronoun is None or verb is None or before - at > _FAR:
            return None
        is_that = before - at == 1 if pronoun.owns else verb.low in IS and before - at == 2
        if pronoun.low in _THAT and is_that:
            return self._last_before(at, named) if pronoun.first else self._right_before(at, named)
        if pronoun.low not in _THIRD:
            return None
        joined = self.words[before - 1].low in IS | _AND or before - at == 1
        if not joined or not (pronoun.owns or pronoun.low in _SHORT or verb.low in IS):
            return None
        name = self._only_one_of("her" if pronoun.low in _SHE else "his", at, opens=pet)
        places = [
            n for n, (_, end, one) in enumerate(named) if one.name.lower() == name and end <= at
        ]
        return places[-1] if places else None

    def _right_before(self, at: int, named: Sequence[Run]) -> int | None:
        """Which name is explained right behind it: "Seun (that's my grandson)"."""
        mark = self._word(at - 1)
        if mark is None or mark.text not in (",", "(", "–", "—"):
            return None
        return next((n for n, (_, end, _) in enumerate(named) if end == at - 1), None)

    def _last_before(self, at: int, named: Sequence[Run]) -> int | None:
        """Which name is the last of the sentence before: "Seun is seven. That is my grandson"."""
        places = [
            n
            for n, (_, end, one) in enumerate(named)
            if end < at
            and one.type in ("", PERSON, PET)
            and sum(word.text in ".!?" for word in self.words[end:at]) <= _ENDS_ONCE
        ]
        return places[-1] if len(places) == 1 else None
