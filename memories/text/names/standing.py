"""Names that no list knows, told by how they stand: "her man Dougal", "a lad called Enno, who …".

Beside a word for somebody, after "called", with an age, before "who" or a verb that only somebody
does. What stands otherwise is no more than a word with a capital.
"""

import re
from functools import cached_property

from memories.text.meaning.english_words import is_listed, word_in_english
from memories.text.names.lists import PERSON, PET, german_pet, kinds, roles, several
from memories.text.names.small_words import (
    ADJECTIVES,
    CALLED,
    FROM,
    IN_PLACE,
    IN_THE,
    IS,
    MY,
    NO_NAMES,
    THE,
    THEIRS,
    A,
    small_words,
)
from memories.text.names.tokens import NameText, NameToken

# Maximum number of words between a thing and the "called" that names it.
_BEFORE_CALLED = 6
# Characters after it within which "he" or "she" means whoever was called something.
_SOON = 50
_THIRD = re.compile(r"^[^.!?]*\b(?:who|he|she|him|hes|shes)\b")
# An age right after a name: "Enno is 14", "Enno, 14"; and no "Enno is 5 km away".
_AGE = re.compile(
    r"(?:(?:,? (?:who|der|die))?(?:['’]?s| is| was| turn(?:ed|s)| will be| ist| war| wird| wurde) "
    r"|, | \()"
    r"\d{1,2}(?=\s*(?:[,.;)!]|$|(?:and|und|y|years?|yrs|Jahre|now|jetzt|in|im|next|this|on)\b))"
)
_STREET = re.compile(r"(?:stra(?:ß|ss)e|weg|gasse|platz|allee|street|road)$")
# "Mit Enno weg, er ist …".
_WITH = frozenset("mit bei von für with".split())
_SHE_IS = re.compile(
    r"[^,.!?A-ZÄÖÜ]{0,25}, (?:(?:sie|er) (?:ist|war|hat|wohnt|lebt|arbeitet)"
    r"|(?:she|he)(?:['’]?s| is))\b"
)
_WHO = re.compile(r",? (?:who|whose)(?:['’]?(?:s|ve|d|ll))?\b")
_PERSON_DOES = frozenset(
    "lives loves hates eats drinks sleeps cooks smokes studies swims retired married snores dreams"
    " wohnt lebt studiert heiratet raucht liebt hasst isst trinkt schläft kocht verträgt jobbt"
    " sammelt träumt vive estudia odia duerme fuma cocina".split()
)
_PET_DOES = frozenset(
    "barks purrs miaows meows neighs bellt miaut schnurrt wiehert frisst knurrt ladra".split()
)
# Done to somebody, behind "dem Enno".
_DONE_TO = frozenset(
    "versprochen geliehen ausgeliehen geschenkt geholfen geheiratet geküsst beigebracht".split()
)
_TOGETHER = frozenset("zusammen together befreundet verheiratet verlobt verwandt".split())
_AFTER_OWN = frozenset("birthday geburtstag wedding hochzeit funeral beerdigung".split())
_RELATIVES = frozenset("der die das".split())
_CALLERS = frozenset("i we you they he she who".split())
_AND = frozenset("and und y e &".split())
_DATIVE = frozenset("dem meinem meiner unserem unserer ihrem ihrer seinem seiner".split())
_WITH_DATIVE = frozenset("mit bei von zu für seit nach wie und ausser außer".split())
# "My boss at work, Enno", "vom Vater der Kinder, Enno".
_OF = FROM | frozenset("der des meiner unserer meines unseres".split())
_POSTPONING = FROM | IN_PLACE | frozenset(("with", "mit"))
# "Hat", "frisst", "gegeben".
_VERB = re.compile(r"(?:[a-zäöüß]t|[a-zäöüß]{3}en|te)$")


class NameStanding(NameText):
    """Finds names by the place of a word."""

    @cached_property
    def told(self) -> dict[int, str]:
        """The places of words that are names by how they stand, with the type that tells."""
        found: dict[int, str] = {}
        for at, word in enumerate(self.words):
            if (type_ := self._told(at, word)) is not None:
                found[at] = type_
        return found

    def _told(self, at: int, word: NameToken) -> str | None:
        """What a word is the name of, "" where that is not told; None where it is no name."""
        if not self._could_be_name(word):
            return None
        if (by_role := self._beside_role(at)) is not None:
            return by_role
        if (by_call := self._called_so(at)) is not None:
            return by_call
        if self._is_strange(word) and (by_being := self._is_my(at, word)) is not None:
            return by_being
        if not self._is_strange(word) or (word.first and not self.german):
            return None
        if self.german and self._is_beside_somebody(at):
            return PERSON
        return PERSON if self._is_somebody(at, word) else PET if self._does(at, _PET_DOES) else None

    def _could_be_name(self, word: NameToken) -> bool:
        if word.mark or not word.capital or len(word.low) < 2 or word.text.isupper():
            return False
        if any(c.isdigit() for c in word.low) or word.low in small_words() | NO_NAMES | ADJECTIVES:
            return False
        known = (word.low,) in roles() or word.low in several() or word.low in kinds()
        return self._is_given(word.low) or not known

    def _is_strange(self, word: NameToken) -> bool:
        """Whether a word is none that a German text has its capital for."""
        if not self.german or self._is_given(word.low):
            return True
        return not is_listed(word.low, "de") and not word_in_english(word.text, "de")

    def _is_name(self, at: int) -> bool:
        return at in self.told or super()._is_name(at)

    # Beside what somebody is: "ihrem Mann Enno", "den Kater Zwiebel", "a colleague, Enno, …".

    def _beside_role(self, at: int) -> str | None:
        before = at - 1
        if at and self.words[before].low in THE and self._is_mark(before - 1, ","):
            before -= 1
        if self._is_mark(before, ",") and before:
            return self._explains(before, at)
        return self._follows_role(at) if self._is_beside(at) and at else None

    def _follows_role(self, at: int) -> str | None:
        found = self._role_ending(at)
        if found is None:
            return None
        type_, lead = found
        word, determiner = self.words[at], self.words[lead].low
        if not self._is_strange(word):
            pet = type_ == PET and determiner in THE | MY and determiner not in _DATIVE
            return type_ if pet and self._ends_here(at + 1) else None
        given = self._word(lead - 1)
        if self.german and determiner in _DATIVE and not self._is_given(word.low):
            return type_ if given is not None and given.low in _WITH_DATIVE else None
        return type_

    def _ends_here(self, at: int) -> bool:
        """Whether what is named has been named: no verb takes the word for what it is about."""
        after = self._word(at)
        if after is None or after.mark or after.low in IS | _AND:
            return True
        following = self._word(at + 1)
        last = following is None or following.mark
        return (last or after.low in small_words()) and not _VERB.search(after.low)

    def _is_my(self, at: int, word: NameToken) -> str | None:
        """The type of whoever is told to be somebody's: "Enno ist mein Nachbar"."""
        verb = self._word(at + 1)
        start = at + 1 if word.owns else at + 2
        if not word.owns and (verb is None or verb.low not in IS):
            return None
        lead = self._word(start)
        if lead is None or lead.low not in MY:
            return None
        for end in range(start + 2, start + 6):
            after = self._word(end)
            if after is not None and not (after.mark or after.low in _AND | FROM | IN_PLACE):
                continue
            found = self._role_ending(end)
            return found[0] if found is not None else None
        return None

    def _explains(self, comma: int, at: int) -> str | None:
        """Of "vom Vater der Kinder, Enno, bin ich …": the name between commas is his."""
        word, after = self.words[at], self._word(at + 1)
        if not self._is_strange(word) or not (after is None or after.mark):
            return None
        end = comma
        while comma - end < 4 and (found := self._role_ending(end)) is None:
            end -= 1
            inner = self._word(end)
            if (
                inner is None
                or inner.mark
                or inner.low in IS
                or (inner.capital and not self.german)
            ):
                return None
        if found is None:
            return None
        opens = self._word(end)
        within = end == comma or (opens is not None and opens.low in _OF)
        return found[0] if within else None

    def _role_ending(self, at: int) -> tuple[str, int] | None:
        """The type of the role that ends right before, and where its "my" or "the" stands."""
        for size in (3, 2, 1):
            start = at - size
            if start < 1 or any(word.mark or word.owns for word in self.words[start:at]):
                continue
            spelled = tuple(word.low for word in self.words[start:at])
            role = roles().get(spelled)
            pet = german_pet(spelled[0]) if size == 1 and self.german and role is None else None
            told = role or pet
            type_ = PERSON if spelled in _PARTNERS else told.type if told else ""
            if type_ not in (PERSON, PET):
                continue
            lead = self._determiner(start)
            return (type_, lead) if lead is not None else None
        return None

    def _determiner(self, at: int) -> int | None:
        """Where "my", "the" or "Anna's" stands before a role, over what describes it."""
        for steps in range(4):
            word = self._word(at - 1 - steps)
            if word is None or word.mark:
                return None
            if word.low in MY | THEIRS | THE | A | IN_THE or word.owns:
                return at - 1 - steps
            if word.capital or (word.low in small_words() and word.low not in ADJECTIVES):
                return None
        return None

    # What is called so: "a lad called Enno", "das Kind heißt Enno", "ein Esel, der Enno heißt".

    def _called_so(self, at: int) -> str | None:
        before, after = self._word(at - 1), self._word(at + 1)
        if before is not None and before.low in CALLED and before.low != "name":
            if before.low == "called" and self._phones(at - 2):
                return None
            relative = self._word(at - 2)
            if relative is not None and relative.low in _RELATIVES and self._is_mark(at - 3, ","):
                return self._type_before(at - 3)
            somebody = not self.german and _THIRD.search(self.text[self.words[at].stop :][:_SOON])
            return self._type_before(at - 1) or (PERSON if somebody else "")
        start = at
        while start and self.words[start - 1].capital and self._is_beside(start):
            start -= 1
        relative = self._word(start - 1)
        called = after is not None and after.low in ("heißt", "heisst", "hieß", "hiess")
        relates = relative is not None and relative.low in _RELATIVES
        if called and relates and self._is_mark(start - 2, ","):
            return self._type_before(start - 2)
        return None

    def _phones(self, at: int) -> bool:
        """Whether who stands before "called" rang somebody: "my dad called Aviva"."""
        word = self._word(at)
        if word is None or word.mark:
            return False
        role = roles().get((word.low,))
        alone = role is not None and role.one and role.type == PERSON
        before = self._word(at - 1)
        of_another = before is not None and before.low in _POSTPONING
        named = word.capital and not word.first and not of_another
        return alone or word.low in _CALLERS or named

    def _type_before(self, at: int) -> str:
        """The type of what is called something right before a place, where a word tells it.

        What stands behind "of" or "from" is not: "a friend from school called Enno".
        """
        found: str | None = None
        is_called = self.words[at - 1].low in IS or self.words[at].low.endswith("t")
        for place in range(at - 1, max(-1, at - _BEFORE_CALLED), -1):
            word, before = self.words[place], self._word(place - 1)
            if word.mark or word.low in _AND:
                break
            if word.low in _POSTPONING:
                found = None
            elif word.low in A | THE | MY | THEIRS:
                of_another = is_called and before is not None and before.low in _POSTPONING
                if found is not None and not of_another:
                    break
            elif found is None and not (word.owns or word.low in small_words() | IS | CALLED):
                found = self._type_of_noun(word)
        return found or ""

    def _type_of_noun(self, word: NameToken) -> str:
        """What a word for somebody or something says that its name is the name of."""
        role = roles().get((word.low,)) or (german_pet(word.low) if self.german else None)
        if role is not None:
            return role.type
        if (word.low,) in _PARTNERS or word.low in _SOMEBODY:
            return PERSON
        return kinds().get(word.low, "")

    # What only somebody has or does.

    def _is_somebody(self, at: int, word: NameToken) -> bool:
        before = self._word(at - 1)
        lead = before.low if before is not None and not before.mark else ""
        if _STREET.search(word.low) or (before and before.capital and not before.first):
            return False
        if lead in ("mit", "with") and self._is_near(at + 1, _TOGETHER, 1):
            return True
        if lead in ("mit", "with") and self._is_near(at - 2, _TOGETHER, 1):
            return True
        if lead in _WITH and _SHE_IS.match(self.text[word.stop : word.stop + 60]):
            return True
        if lead in ("dem", "der") and self.german and self._is_near(at + 1, _DONE_TO, 5):
            return True
        if lead in THE | A | MY | IN_PLACE or self._goes_further(at):
            return lead in ("der", "die") and self.german and self._does(at, _PERSON_DOES)
        rest = self.text[word.stop : word.stop + 40]
        if _AGE.match(rest) or _WHO.match(rest) or self._does(at, _PERSON_DOES):
            return lead not in FROM
        return word.owns and self._has_family(at + 1)

    def _goes_further(self, at: int) -> bool:
        """Whether another word of a name follows right away."""
        after = self._word(at + 1)
        return after is not None and not after.mark and after.capital and self._is_beside(at + 1)

    def _has_family(self, at: int) -> bool:
        after = self._word(at)
        role = after and roles().get((after.low,))
        if role and role.field in ("family", "love"):
            return True
        return after is not None and after.low in _AFTER_OWN

    def _is_beside_somebody(self, at: int) -> bool:
        """Whether a given name stands before or behind "und": "Anna und Enno"."""
        for joint, other in ((at - 1, at - 2), (at + 1, at + 2)):
            word, name = self._word(joint), self._word(other)
            if word is None or name is None or word.low not in _AND or not name.capital:
                continue
            if self._is_given(name.low) and not is_listed(name.low, "de"):
                return True
        return False

    def _does(self, at: int, verbs: frozenset[str]) -> bool:
        after = self._word(at + 1)
        return after is not None and after.low in verbs and self._is_beside(at + 1)

    def _is_near(self, at: int, words: frozenset[str], most: int) -> bool:
        """Whether one of the words is among the `most` from a place on, before any mark."""
        for word in self.words[max(0, at) : at + most] if at >= 0 else ():
            if word.mark:
                return False
            if word.low in words:
                return True
        return False

    def _is_mark(self, at: int, mark: str) -> bool:
        word = self._word(at)
        return word is not None and word.text == mark


# One's own man is one's partner; as the name's companion any is somebody.
_PARTNERS = frozenset((word,) for word in "mann frau mujer freund freundin man woman".split())
_SOMEBODY = frozenset(
    "lassie lass lad laddie guy girl boy bloke chap man woman fella someone somebody person kid"
    " child baby gentleman lady junge bub bube mädchen meitli bursche kerl typ mann frau kind baby"
    " jemand jemanden chico chica hombre mujer niño niña".split()
)
