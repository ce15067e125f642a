"""What is found in a text: names, and what somebody is said to be."""

from dataclasses import dataclass

from memories.text.names.lists import Role, gender_of
from memories.text.names.titles import FEMALE, MALE

_OF_TITLES = dict.fromkeys(FEMALE, "f") | dict.fromkeys(MALE, "m")


@dataclass(frozen=True)
class RoleMention:
    """A role as it is said: "my old boss". `owner` is whose: "" the person's own, else a name.

    `former` has it no longer; `new` has it from now on.
    """

    role: Role
    owner: str
    words: str
    start: int
    stop: int
    former: bool = False
    new: bool = False
    # "my", and not "the" or "a": there is such a one, whether named or not.
    definite: bool = True


@dataclass(frozen=True)
class NamedEntity:
    """Somebody or something a text speaks of, in characters. `name` or `role` is set, or both.

    `also` are other names it says they go by. `apart` is what tells them from others so called
    ("choir", in "Lena from the choir"). A `stranger` is spoken of as not known: "a Marta Vieira".
    `type` is "" where nothing tells.
    """

    start: int
    stop: int
    name: str = ""
    title: str = ""
    type: str = ""
    role: RoleMention | None = None
    also: tuple[str, ...] = ()
    apart: str = ""
    stranger: bool = False
    new: bool = False
    # Named as somebody not spoken of before: "a parent called Ingrid", "the new intern".
    introduced: bool = False
    # Said with "the": "the cottage", "the Amazon".
    definite: bool = False

    @property
    def gender(self) -> str:
        """By the title, the role or the name "f" or "m"; "" where none tells."""
        titles = self.title.lower().replace(".", " ").split()
        if told := next((of for each in titles if (of := _OF_TITLES.get(each))), ""):
            return told
        known = self.role.role.gender if self.role else ""
        known = known or gender_of(self.name.split()[0] if self.name else "")
        return known if known in ("f", "m") else ""
