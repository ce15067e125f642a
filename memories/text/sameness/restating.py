"""How two sentences compare, to tell whether one says again what was forgotten.

Gists (memories.text.sameness.gist) are compared by `features`; memories.keeping.recognising weighs
them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from memories.text.sameness.gist import Gist, GistWord
from memories.text.sameness.sentence_owner import ME


@dataclass(frozen=True)
class RestatementFeatures:
    """How two gists compare, 0 to 1 each: what was forgotten (the fact), and what is said."""

    # How much of the fact's words stand in what is said, weighted by what they tell; and back.
    covered: float
    extra: float
    # Its names, and its numbers.
    names: float
    has_names: float
    values: float
    has_values: float
    # Names, numbers and people that only what is said has.
    other_names: float
    other_values: float
    other_people: float
    missing_people: float
    # Of the same kind, but another: a sister for a brother, May for June.
    instead: float
    # Whose it is: the same, another's, or nobody's; and the other way round.
    same_whose: float
    another_whose: float
    nobodys: float
    turned: float
    mine: float
    said_mine: float
    # One denies, ends, or wishes what the other says.
    denied: float
    ended: float
    was_ended: float
    wished: float
    was_wished: float
    asks: float
    reports: float
    # An identifier that means one thing wherever it stands is in both.
    unique: float
    # Said in another language.
    foreign: float
    # Words that tell something, in both.
    shared: float
    kin: float
    long: float
    short: float

    def row(self) -> list[float]:
        return [getattr(self, each.name) for each in fields(self)]


def features(fact: Gist, said: Gist) -> RestatementFeatures:
    """Compare what was forgotten with what is said."""
    pairs = [(word, _match(word, said)) for word in fact.words]
    back = [(word, _match(word, fact)) for word in said.words]
    names = [hit for word, hit in pairs if word.name]
    values = [bool(set(value) & said.numbers) for value in fact.values]
    loose = [word for word, hit in pairs if hit == 0 and word.kind]
    strange = [word for word, hit in back if hit == 0 and word.kind]
    clash = {w.kind for w in loose} & {w.kind for w in strange}
    mine, its = fact.whose, said.whose
    everyone, all_said = frozenset(fact.people), frozenset(said.people)
    own_names = frozenset(word.stem for word in fact.words if word.name)
    others = [p for p in said.people if p not in everyone and p not in fact.keys]
    missing = [p for p in fact.people if p not in all_said and p not in said.keys]
    turned = _turned(fact.people, said.people)
    shared = [w for w, hit in pairs if hit == 1 and not w.weak]
    return RestatementFeatures(
        covered=_weighed(pairs),
        extra=1 - _weighed(back),
        names=sum(names) / len(names) if names else 1.0,
        has_names=float(bool(names)),
        values=sum(values) / len(values) if values else 1.0,
        has_values=float(bool(values)),
        other_names=min(
            1.0,
            sum(w.name and hit == 0 and w.stem not in own_names for w, hit in back) / 2,
        ),
        other_values=min(1.0, sum(not set(v) & fact.numbers for v in said.values) / 2),
        other_people=min(1.0, len(set(others)) / 2),
        missing_people=min(1.0, len(set(missing)) / 2),
        instead=min(1.0, len(clash) / 2 + 0.5 * bool(clash)),
        same_whose=float(bool(mine & its)),
        another_whose=float(bool(mine and its and not mine & its and not mine & all_said)),
        nobodys=float(not its),
        turned=float(turned),
        mine=float(_is_me(mine)),
        said_mine=float(_is_me(its)),
        denied=float(fact.denies % 2 != said.denies % 2),
        ended=float(said.ends and not fact.ends),
        was_ended=float(fact.ends and not said.ends),
        wished=float(said.wishes and not fact.wishes),
        was_wished=float(fact.wishes and not said.wishes),
        asks=float(said.asks),
        reports=float(said.reports and not fact.reports),
        unique=float(bool(fact.unique & said.unique)),
        foreign=float(fact.language != said.language),
        shared=min(1.0, len(shared) / 4),
        kin=float(any(key in fact.kin for key in said.keys)),
        long=min(1.0, len(said.words) / 14),
        short=min(1.0, len(fact.words) / 8),
    )


def _turned(people: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two who stand in both stand the other way round: Anna loves Tom, Tom loves Anna."""
    both = [who for who in people if who in others]
    return len(both) > 1 and others.index(both[0]) > others.index(both[1])


def _is_me(whose: frozenset[str]) -> bool:
    return bool(whose & _ME)


_ME = frozenset((ME,))


def _weight(word: GistWord) -> float:
    return 0.25 if word.weak else 1.5 if word.name else 1.0


def _weighed(pairs: Sequence[tuple[GistWord, float]]) -> float:
    whole = sum(_weight(word) for word, _ in pairs)
    return sum(_weight(word) * hit for word, hit in pairs) / whole if whole else 0.0


def _match(word: GistWord, other: Gist) -> float:
    """How well a word is met in another gist: itself or its meaning (1), or what belongs to it."""
    if word.stem in other.keys or any(key in other.keys for key in word.meant):
        return 1.0
    return 0.5 if any(key in other.kin for key in word.meant) else 0.0
