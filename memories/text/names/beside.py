"""Where a name stands beside a role: behind "is", "called", a comma; and where it ends."""

from collections.abc import Sequence

from memories.text.names.named_entity import NamedEntity, RoleMention
from memories.text.names.runs import NameRuns
from memories.text.names.small_words import BEFORE_NAME, CALLED, FROM, IS, small_words


class NameBeside(NameRuns):
    """Finds the places beside a role at which its name may stand."""

    def _past_within(self, at: int) -> int:
        """Past "at work" in "an apprentice at work, Enno, …": up to the comma."""
        opens = self._word(at)
        if opens is None or opens.mark or opens.low not in FROM:
            return at
        end = at
        while (word := self._word(end)) is not None and not word.mark and end - at < 4:
            if word.capital and not self.german:
                return at
            end += 1
        closes = self._word(end)
        return end if closes is not None and closes.text == "," else at

    def _closes(self, end: int, start: int) -> bool:
        """After "my sister, Lena" the name ends what it explains: no "and", no other name."""
        if self.words[start - 1].text == ":":
            return True
        after = self._word(end)
        return after is None or after.mark or after.low in IS | FROM

    def _closed(self, end: int) -> bool:
        after = self._word(end)
        return after is None or after.mark or after.low in FROM | {"who", "die", "der", "que"}

    def _skip(self, at: int, marks: Sequence[str], most: int) -> int:
        while most and (word := self._word(at)) and word.text in marks:
            at, most = at + 1, most - 1
        return at

    def _skip_words(self, at: int, words: Sequence[str]) -> int | None:
        word = self._word(at)
        return at + 1 if word is not None and word.low in words else None

    def _copula(self, at: int, *, phones: bool = False) -> tuple[int, bool] | None:
        """Where a name would stand after "is", "heißt"; and whether it says that it is a name.

        `phones`: "my dad called Aviva" tells no name of his.
        """
        at = self._after_where(at)
        start, is_called = at, False
        if phones and (verb := self._word(at)) is not None and verb.low == "called":
            return None
        while (word := self._word(at)) is not None and at - start < 5:
            if word.low in CALLED:
                is_called = True
            elif word.low not in IS | BEFORE_NAME:
                break
            at += 1
        return (at, is_called) if at > start else None

    def _after_where(self, at: int) -> int:
        """Past "at Fennimore", where somebody is something."""
        lead = self._word(at)
        if lead is None or lead.low not in ("at", "in", "bei", "en", "from", "aus", "of"):
            return at
        end = at + 1
        while (word := self._word(end)) is not None and word.capital and end - at < 5:
            end += 1
        is_ = self._word(at + 2)
        if end == at + 1 and is_ is not None and is_.low in IS and not self._in_way(at + 1):
            # "Our rep at hollins is Graham".
            return at + 2
        return end if end > at + 1 else at

    def _in_way(self, at: int) -> bool:
        word = self._word(at)
        return word is None or word.mark or word.owns

    def _spelled(self, at: int, role: RoleMention) -> NamedEntity | None:
        """The name after "called", whatever word it is."""
        word = self._word(at)
        if word is None or word.mark or word.low in small_words():
            return None
        end = at + 1
        while self._goes_on(end):
            end += 1
        name = self.text[word.start : self.words[end - 1].stop]
        name = name[:1].upper() + name[1:]
        start, stop = min(word.start, role.start), max(self.words[end - 1].stop, role.stop)
        return NamedEntity(start, stop, name=name, type=role.role.type, role=role)
