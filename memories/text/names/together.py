"""Several who are the same to somebody: "my grandchildren Ada and Finn", "two cats, Miso, Soot"."""

from collections.abc import Sequence
from dataclasses import replace

from memories.text.names.lists import SharedRole, several
from memories.text.names.named_entity import NamedEntity, RoleMention
from memories.text.names.roles import NameRoles
from memories.text.names.runs import Run
from memories.text.names.small_words import CALLED, MY, small_words

_HAS = frozenset("have has got haben habe hab gibt tengo tenemos".split())
_ARE = frozenset("are were sind waren heißen heissen hießen hiessen son se llaman".split())
_SAY_NAMES = CALLED | frozenset("heißen heissen hießen hiessen llaman llamados llamadas".split())
_MARKS = frozenset(":,(–—")
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
            if each is None or not self._are_mine(at):
                continue
            listed = self._listed_from(at + 1, runs, each)
            if len(listed) > 1:
                used.add(at)
                runs |= {start: (start, end, _as(one, each)) for start, end, one in listed}
        return sorted(runs.values(), key=lambda run: run[0]), used

    def _are_mine(self, at: int) -> bool:
        """Whether "my", or that I have so many, stands right before."""
        before = [word.low for word in self.words[max(0, at - 4) : at]]
        return any(word in MY for word in before[-2:]) or any(word in _HAS for word in before)

    def _listed_from(self, at: int, runs: dict[int, Run], each: SharedRole) -> list[Run]:
        """The names that are listed from here, after "are", "heißen" or a colon."""
        spells = each.role.field == "pet"
        start = at
        while (word := self._word(at)) and (word.low in _ARE | _SAY_NAMES or word.text in _MARKS):
            spells |= word.low in _SAY_NAMES
            at += 1
        found: list[Run] = []
        while (run := runs.get(at) or (self._spelled_in_list(at) if spells else None)) is not None:
            found.append(run)
            at = run[1]
            while (word := self._word(at)) is not None and word.text in ("(", ")"):
                at += 1
            following = at
            while (word := self._word(following)) is not None and word.low in _AND:
                following += 1
            if following == at:
                break
            at = following
        return found if at > start else []

    def _spelled_in_list(self, at: int) -> Run | None:
        """A word with a capital as a name, whatever it means elsewhere."""
        word = self._word(at)
        if word is None or not word.capital or word.low in small_words():
            return None
        return at, at + 1, NamedEntity(word.start, word.stop, name=word.text)


def _as(one: NamedEntity, each: SharedRole) -> NamedEntity:
    role = RoleMention(each.role, "", each.words, one.start, one.start)
    return replace(one, role=one.role or role, type=each.role.type, stranger=False)
