"""Of what a sentence lists, only what was asked for: "penicillin and latex"."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import Unit
from memories.forgetting.requests.persons.roles import PersonRole, speaks_of
from memories.text import Gist, Span, gist, members_met, told_with
from memories.text.names.spellings import Name, naming


def that_name(
    unit: Unit, passages: Iterable[Passage], names: Sequence[Name], roles: Sequence[PersonRole]
) -> list[Passage]:
    """Of these passages of a sentence that which names somebody, where others stand beside them."""

    def met(text: str) -> set[str]:
        found = {" ".join(name.parts) for name in names if naming(text, [name])}
        return found | ({"role"} if speaks_of(text, roles, names) else set())

    return [part for passage in passages for part in _parts(unit, passage, met)]


def that_tell(
    units: Sequence[Unit], passages: Iterable[Passage], told: Gist, names: Sequence[Name]
) -> list[Passage]:
    """Of these passages that which has a topic's words or names, where others stand beside them."""

    def met(text: str) -> set[str]:
        said = gist(text)
        words = {
            word.stem
            for word in told.words
            if word.stem in said.keys or any(key in said.keys | said.kin for key in word.meant)
        }
        return words | {" ".join(name.parts) for name in names if naming(text, [name])}

    return [
        part
        for passage in passages
        for part in next((_parts(u, passage, met) for u in units if _holds(u, passage)), [passage])
    ]


def _holds(unit: Unit, passage: Passage) -> bool:
    whole = unit.passage
    return (
        whole.source == passage.source
        and whole.start <= passage.start
        and passage.stop <= whole.stop
    )


def _parts(unit: Unit, passage: Passage, met: Callable[[str], set[str]]) -> list[Passage]:
    if passage.listed:
        return [passage]
    at = unit.passage.start
    span = Span(passage.start - at, passage.stop - at)
    return list(_cut(unit, passage, span, members_met(unit.text, span, met)))


def _cut(unit: Unit, passage: Passage, whole: Span, parts: Sequence[Span]) -> Iterator[Passage]:
    for part in parts:
        start = unit.passage.start + part.start
        yield (
            passage
            if part == whole
            else replace(
                passage,
                start=start,
                stop=unit.passage.start + part.stop,
                words=part.of(unit.text),
                listed=told_with(unit.text, part),
            )
        )
