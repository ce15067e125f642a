"""Tombstones: how what was forgotten is recognised when it comes again, without its words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.models import User
from database.sealing import unseal
from database.statements import fetched
from memories.models import Forgotten, Source
from memories.search import hash_of
from memories.text import Span, Statement, same, sentences, statement, states, stating


def fingerprint(user_id: UUID, said: Statement) -> dict[str, Any]:
    """A statement with this person's keyed hashes in the place of its words, as JSON."""
    return {
        "stems": [hash_of(user_id, stem) for stem in said.stems],
        "specifics": sorted(hash_of(user_id, stem) for stem in said.specifics),
        "signs": sorted(said.signs),
        "compares": said.compares,
        "marks": list(said.marks),
        "whom": sorted(said.whom),
        "turned": sorted(hash_of(user_id, stem) for stem in said.turned),
        "reached": sorted(hash_of(user_id, stem) for stem in said.reached),
    }


def forbids(user: User, content: str) -> bool:
    """Whether this says what was forgotten and not lifted since."""
    return forbidden(user, [content])[0]


def forbidden(user: User, contents: Sequence[str]) -> list[bool]:
    """Which of these statements say what was forgotten and not lifted since."""
    buried = _buried(user) if contents else []
    said = [_hashed(user, content) for content in contents] if buried else []
    return [any(same(each, stone) for _, stone in buried) for each in said] or [False] * len(
        contents
    )


def voices(kind: str, author: str, *, own_words: bool) -> tuple[bool, ...]:
    """Whose "I" a text says, for `memories.text.same_fact.statement`: the person's, or another's.

    Both, where nobody knows who wrote it.
    """
    if own_words or author == Source.Author.PERSON:
        return (True,)
    return (True, False) if kind == Source.Kind.DOCUMENT else (False,)


def restating(user: User, texts: Sequence[str], spoken: Sequence[bool]) -> list[list[Span]]:
    """What of each text states what was forgotten and not lifted since.

    `spoken` are `voices` of all of them.
    """
    by_stem: dict[str, list[Statement]] = {}
    for _, stone in _buried(user):
        for stem in set(stone.stems):
            by_stem.setdefault(stem, []).append(stone)
    if not by_stem:
        return [[] for _ in texts]
    return [
        [span for mine in spoken for span in _restated(user, text, by_stem, mine=mine)]
        for text in texts
    ]


def _restated(
    user: User, text: str, by_stem: Mapping[str, list[Statement]], *, mine: bool
) -> Iterator[Span]:
    def read(words: str) -> Statement:
        return _hashed(user, words, mine=mine)

    for span in sentences(text):
        words = span.of(text)
        said = read(words)
        # Only stones that share half of their words are worth a closer look.
        shared = Counter(stone for stem in set(said.stems) for stone in by_stem.get(stem, ()))
        near = [stone for stone, count in shared.items() if count * 2 >= len(set(stone.stems))]
        for stone in near:
            if stated := stating(words, stone, read):
                yield Span(span.start + stated.start, span.start + stated.stop)


def lift(user: User, content: str) -> None:
    """Let a forgotten thing be remembered again: the person asked for it."""
    said = _hashed(user, content)
    lifted = [stone for stone, buried in _buried(user) if states(said, buried)]
    Forgotten.objects.filter(pk__in=lifted).update(lifted=timezone.now())


def words_of(stone: Forgotten) -> str | None:
    """What was forgotten, in its own words; None once it is erased. Only for its person's eyes."""
    if stone.sealed is None:
        return None
    sealed = unseal(stone.sealed)
    content: str = sealed["memory"]["content"] if "memory" in sealed else sealed["passages"][0][3]
    return content


_BURIED = """
SELECT id, fingerprint FROM memories_forgotten
WHERE user_id = %(user)s AND lifted IS NULL AND fingerprint <> '{}'
"""


def _buried(user: User) -> list[tuple[UUID, Statement]]:
    """What was forgotten and not lifted since, by the id of its tombstone."""
    stones = fetched(_BURIED, {"user": user.pk})
    return [(pk, _read(print_)) for pk, print_ in stones]


def _hashed(user: User, text: str, *, mine: bool = True) -> Statement:
    return _read(fingerprint(user.pk, statement(text, mine=mine)))


def _read(print_: dict[str, Any]) -> Statement:
    return Statement(
        stems=tuple(print_["stems"]),
        specifics=frozenset(print_["specifics"]),
        signs=frozenset(print_["signs"]),
        compares=print_["compares"],
        marks=tuple(print_["marks"]),
        whom=frozenset(print_["whom"]),
        turned=frozenset(print_["turned"]),
        reached=frozenset(print_["reached"]),
    )
