"""Several who are the same to somebody: "my grandchildren Ada and Finn", "two cats, Miso, Soot"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from memories.text.meaning.numerals import NUMERAL
from memories.text.names.lists import SharedRole, several
from memories.text.names.named_entity import NamedEntity, RoleMention
from memories.text.names.roles import NameRoles
from memories.text.names.runs import Run
from memories.text.names.small_words import ADJECTIVES, CALLED, MY, NO_NAMES, small_words

_HAVE = frozenset("have keep haben halten".split())
_I_HAVE = frozenset("i've we've ive weve habe hab halte gibt tengo tenemos".split())
_COUNT = re.compile(NUMERAL)
_WE = frozenset("i we ich wir".split())
# Maximum number of words between "have" and a word for several: a dog, a cat, and three old hens.
_SINCE_HAS = 30
_ARE = frozenset("are were sind waren heißen heissen hießen hiessen son se llaman".split())
_WHO = frozenset("who whos who's der die das que".split())
_AGE = re.compile(
    r"(?:['’]s|,)? ?\(?(?:(?:is|ist|aged?|has|just|nearly|almost|gerade|fast|turned|turns|wird"
    r"|wurde) ){0,3}\d{1,2}\b"
)
_SAY_NAMES = CALLED | frozenset("heißen heissen hießen hiessen llaman llamados llamadas".split())
_MARKS = frozenset(":,(–—")
# Maximum number of words that describe one member of a list.
_DESCRIBED = 14
_AND = frozenset("and und y e &".split()) | {","}


class NamesTogether(NameRoles):
    """Finds names that are listed as what several are."""

    def _with_roles_of_several(self, named: Sequence[Run]) -> tuple[list[Run], set[int]]:
        """The names with what each is, those that only a list says are names among them.

        Also the places of the words for several: none of them says what one is.
        """
        runs = {start: (start, end, one) for start, end, one in named}
        used: set[int] = set()
        for at, word in enumerate(self.words):
            each = several().get(word.low)
            if each is None or not (self._are_mine(at) or self._are_counted(at)):
                continue
            listed = self._listed_from(at + 1, runs, each)
            if len(listed) > 1:
                used.add(at)
                runs |= {start: (start, end, _as(one, each)) for start, end, one in listed}
        return sorted(runs.values(), key=lambda run: run[0]), used

    def _are_mine(self, at: int) -> bool:
        """Whether "my" or "I have" with a number stands right before."""
        for place in range(at - 1, max(-1, at - _SINCE_HAS), -1):
            word = self.words[place]
            if word.text in ".!?":
                return False
            if word.low in MY and at - place < 3:
                return True
            if word.low in _HAVE | _I_HAVE:
                beside = (self._word(place - 1), self._word(place + 1))
                mine = any(other is None or other.low in _WE for other in beside)
                return mine or word.low in _I_HAVE
        return False

    def _are_counted(self, at: int) -> bool:
        """Whether a sentence is no more than how many there are: "Two kids." """
        before, after = self._word(at - 1), self._word(at + 1)
        if before is None or not before.first or after is None or after.text not in ".:":
            return False
        return _COUNT.fullmatch(before.low) is not None or before.low in MY

    def _listed_from(self, at: int, runs: dict[int, Run], each: SharedRole) -> list[Run]:
        """The names that are listed from here, after "are", "heißen" or a colon."""
        spells = each.role.field == "pet"
        start = at
        marks = _MARKS | ({"."} if self._are_counted(at - 1) else set())
        while (word := self._word(at)) and (word.low in _ARE | _SAY_NAMES or word.text in marks):
            spells |= word.low in _SAY_NAMES
            at += 1
        found: list[Run] = []
        while (run := runs.get(at) or self._spelled_in_list(at, spells)) is not None:
            found.append(run)
            at = run[1]
            while (word := self._word(at)) is not None and word.text in ("(", ")"):
                at += 1
            following = self._past_description(at, runs)
            while (word := self._word(following)) is not None and word.low in _AND:
                following += 1
            if following == at:
                break
            at = following
            while (word := self._word(at)) is not None and word.low in ADJECTIVES:
                at += 1
        return found if at > start else []

    def _past_description(self, at: int, runs: dict[int, Run]) -> int:
        """Past what is told of one of a list, up to where the next is named the same way."""
        if not self._describes(at):
            return at
        for end in range(at + 1, min(at + _DESCRIBED, len(self.words))):
            if self.words[end].text in ".!?;":
                return at
            following = end
            while (word := self._word(following)) is not None and word.low in _AND:
                following += 1
            if following > end and following in runs and self._describes(runs[following][1]):
                return end
        return at

    def _describes(self, at: int) -> bool:
        """Whether it is told here who somebody is, or how old: "who's 19", "(6)", "der 6 ist"."""
        word, before = self._word(at), self._word(at - 1)
        if before is None:
            return False
        if word is not None and word.text == ",":
            word = self._word(at + 1)
        who = word is not None and word.low in _WHO
        return who or _AGE.match(self.text[before.stop :]) is not None

    def _spelled_in_list(self, at: int, spells: bool) -> Run | None:
        """A word with a capital as a name, whatever it means elsewhere where the text spells."""
        word = self._word(at)
        if word is None or not word.capital or word.low in small_words() | NO_NAMES:
            return None
        if not spells and not self._is_strange(word):
            return None
        return at, at + 1, NamedEntity(word.start, word.stop, name=word.text)


def _as(one: NamedEntity, each: SharedRole) -> NamedEntity:
    role = RoleMention(each.role, "", each.words, one.start, one.start)
    return replace(one, role=one.role or role, type=each.role.type, stranger=False)
