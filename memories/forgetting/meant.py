"""What a request to forget means: all that holds an identifier or a name, or one thing.

The order: an identifier in the request, met whole in any writing; else names, as whole words; else
the single thing that fits best, and where that is not clear, which to ask about.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import numpy as np

from accounts.models import User
from memories.forgetting.candidates import Unit, units_for
from memories.forgetting.masking import Passage
from memories.forgetting.named import (
    called,
    family_asked,
    in_capitals,
    other_names,
    with_what_follows,
)
from memories.keeping.recognising import Compared, read_meanings, sureness
from memories.text import MASK, Gist, Span, gist, identifiers, stems
from memories.text.identifiers import Identifier, IdKind
from memories.text.meaning.concepts import meanings
from memories.text.names.spellings import (
    Name,
    names_asked,
    naming,
    only_names,
)
from memories.text.sameness.subjects import clauses

# From so much of a topic's words on a passage is what it means; and this much before the next.
_MEANT, _AHEAD = 0.6, 0.15
# Of a topic as a whole so much must stand there for a sentence to be about it.
_ALL_OF_IT = 0.8
# From here on it may be.
_MAYBE = 0.34
# From so many digits on a number is one thing; a shorter one needs a word beside it.
_LONG = 5
# From so many letters and digits on a code is one thing in whatever parts it is written.
_CODE = 6
# Within so many words a clause names who it is about, if it does at all.
_OPENS = 2
_CLAUSES = 6
# Where no word tells: how alike (a cosine of the small built-in model's tokens) something must be
# to be asked about, or offered beside what went; how many are, and how many are read, the latest.
_LIKE, _MAY_BE_LIKE, _ASKED, _READ = 0.3, 0.15, 4, 60
# Maximum number of passages that may name somebody offered at once.
_OFFERED = 6
# What the words of a topic ask for and no passage says: "the code of", "what I said about".
_EMPTY = frozenset(
    "thing stuff fact memory what where who when how why which number place plan story business"
    " sache ding nummer wann wo wie was wer warum wieviel viel qué que cuándo dónde cómo número"
    " cosa start told said surprise problem".split()
)
_PRONOUNS = frozenset({"he", "she", "they"})


@dataclass
class Meant:
    """What goes; where it is not `sure`, what to ask about, best first.

    `more` is what may belong to it too.
    """

    passages: list[Passage] = field(default_factory=list)
    sure: bool = True
    more: list[Passage] = field(default_factory=list)


def find_meant(
    user: User,
    topic: str,
    *,
    everything: bool,
    states: bool,
    about: bool = False,
    keep: str = "",
    hints: Collection[UUID] = (),
    but: UUID | None = None,
) -> Meant:
    """Find what a request names. `hints` are chunks that recall found for it; `but` is its source.

    Nothing is changed. Call it inside `acting_as`.
    """
    topic = in_capitals(user, topic)
    ids = [each for each in identifiers(topic) if _tells(each)] + _spaced(topic)
    names = names_asked(topic)
    units = units_for(user, topic, ids, hints, but)
    if ids:
        met = [unit for unit in units if _holds(unit, ids, topic)]
        if met:
            return Meant(_passages(met))
    kept = names_asked(keep) if keep else []
    family = family_asked(topic)
    if family and any(naming(unit.text, family) for unit in units):
        return _of_these(units, topic, family, kept)
    if names and (everything or only_names(topic, names)):
        if others := other_names(units, names):
            topic = " / ".join([topic, *others])
            names = names_asked(topic)
            units = units_for(user, topic, ids, hints, but)
        return _of_these(units, topic, names, kept)
    told = gist(topic)
    if everything and (around := _around(units, told, kept)):
        return Meant(_passages(around))
    meant = _single(units, topic, told, names, states=states, about=about)
    if not meant.passages:
        if states:
            units = [unit for unit in units if not _of_another(told, gist(unit.text))]
        return Meant(_nearest(units, topic, names, _LIKE), sure=False)
    if meant.sure and about:
        held = [each for p in meant.passages for each in identifiers(p.words) if each.unique]
        more = [
            u.passage
            for u in units
            if held and not _touches(u, meant.passages) and _holds(u, held, topic)
        ]
        meant.passages += more
    if meant.sure and not states:
        rest = [unit for unit in units if not _touches(unit, meant.passages)]
        goes = [unit for unit in units if _touches(unit, meant.passages)]
        meant.more = [u.passage for u in with_what_follows(units, goes) if u in rest]
        if about:
            meant.more += _nearest(rest, topic, names, _MAY_BE_LIKE)
        meant.more = list(dict.fromkeys(meant.more))[:_ASKED]
    return meant


def _of_these(
    units: Sequence[Unit], topic: str, names: Sequence[Name], kept: Sequence[Name]
) -> Meant:
    """All that names them; what may name another is asked about."""
    found = called(units, topic, names, kept)
    goes = _passages(found.surely)
    maybe = [p for p in _passages(found.maybe) if p not in goes][:_OFFERED]
    return Meant(goes, more=maybe) if goes else Meant(maybe, sure=False)


def _touches(unit: Unit, passages: Sequence[Passage]) -> bool:
    mine = unit.passage
    return any(
        p.source == mine.source and p.start < mine.stop and p.stop > mine.start for p in passages
    )


def _nearest(
    units: Sequence[Unit], topic: str, names: Sequence[Name], least: float
) -> list[Passage]:
    """What is most like a topic by its meaning, best first: a few to ask about."""
    if names:
        units = with_what_follows(units, [u for u in units if naming(u.text, names)])
    near = units[-_READ:]
    if not near:
        return []
    read = read_meanings([topic, *(unit.text for unit in near)])
    asked, *each = (meaning.tokens[0].mean(axis=0) for meaning in read)
    likeness = [float(asked @ v / (np.linalg.norm(asked) * np.linalg.norm(v))) for v in each]
    ranked = sorted(zip(likeness, near, strict=True), key=lambda pair: -pair[0])
    return [unit.passage for like, unit in ranked if like >= least or names][:_ASKED]


def _passages(units: Iterable[Unit]) -> list[Passage]:
    return list(dict.fromkeys(unit.passage for unit in units))


# Identifiers


def _tells(each: Identifier) -> bool:
    return each.unique or each.kind in ("date", "code") or len(each.canonical) >= 3


# A code in parts: "YK 19 ZZT", "MORGA 657054 SM9IJ".
_PARTS = re.compile(r"(?<!\w)[A-Z0-9]+(?:[ ./-][A-Z0-9]+)+(?!\w)")


def _spaced(topic: str) -> list[Identifier]:
    found = []
    for match in _PARTS.finditer(topic):
        code = "".join(letter for letter in match.group().lower() if letter.isalnum())
        if len(code) >= _CODE and not code.isdigit() and any(c.isdigit() for c in code):
            found.append(Identifier(IdKind.CODE, code, Span(*match.span())))
    return found


def _written_there(code: str, text: str) -> bool:
    """Whether a code stands there, whatever parts it is written in."""
    apart = r"[\s./-]?".join(map(re.escape, code))
    return bool(re.search(rf"(?<!\w){apart}(?!\w)", text, re.IGNORECASE))


def _holds(unit: Unit, ids: Sequence[Identifier], topic: str) -> bool:
    for wanted in ids:
        code = wanted.kind is IdKind.CODE and len(wanted.canonical) >= _CODE
        if code and _written_there(wanted.canonical, unit.text):
            return True
        for held in identifiers(unit.text):
            if not held.is_(wanted) and held.canonical != wanted.canonical:
                continue
            if wanted.unique or wanted.kind in ("date", "code") or len(wanted.canonical) >= _LONG:
                return True
            if set(stems(topic)) & set(stems(unit.text)) - {wanted.canonical}:
                return True
    return False


# All around a topic


def _around(units: Sequence[Unit], told: Gist, kept: Sequence[Name]) -> list[Unit]:
    """All that speaks of a topic, and of who was named in speaking of it."""
    met = [
        unit
        for unit in units
        if _fits(told, gist(unit.text)) >= _ALL_OF_IT and not (kept and naming(unit.text, kept))
    ]
    people = {key for word in told.words for key in word.meant}
    hop: list[Name] = []
    for unit in met:
        for word in meanings(unit.text):
            if word.concept.kind == "person" and f"={word.concept.name}" in told.kin | people:
                hop += names_asked(unit.text)
    more = [unit for unit in units if unit not in met and hop and naming(unit.text, hop)]
    return with_what_follows(units, [*met, *more])


# One thing


def _single(
    units: Sequence[Unit],
    topic: str,
    told: Gist,
    names: Sequence[Name],
    *,
    states: bool,
    about: bool,
) -> Meant:
    """The one thing a topic names: a sentence, or only that clause of it.

    What was said `about` something may be several.
    """
    fitting: list[tuple[Passage, float]] = []
    for unit in units:
        fits = [(p, _fit(told, names, unit, p, states=states)) for _, p in _pieces(unit)]
        # Of a sentence and its clauses the shortest that says as much.
        best, fit = max(fits, key=lambda each: (round(each[1], 2), -len(each[0].words)))
        if fit >= _MAYBE:
            fitting.append((best, fit))
    if not fitting:
        return Meant()
    meanings = read_meanings([topic, *(piece.words for piece, _ in fitting)])
    asked = Compared(told, meanings[0])
    sure = sureness(
        [
            (asked, Compared(gist(piece.words), each))
            for (piece, _), each in zip(fitting, meanings[1:], strict=True)
        ]
    )
    chosen = sorted(
        (
            (0.7 * fit + 0.3 * likely, piece)
            for (piece, fit), likely in zip(fitting, sure, strict=True)
        ),
        key=lambda each: -each[0],
    )
    fits_of = dict(fitting)
    if about and (all_of_it := [piece for _, piece in chosen if fits_of[piece] >= _ALL_OF_IT]):
        return Meant(all_of_it)
    top = chosen[0][0]
    alike = [piece for score, piece in chosen if score >= top - _AHEAD]
    if top >= _MEANT * 0.7 and len(alike) == 1:
        return Meant([alike[0]])
    same = [p for p in alike if set(stems(p.words)) == set(stems(alike[0].words))]
    if top >= _MEANT * 0.7 and len(same) == len(alike):
        return Meant(alike)
    return Meant(alike[:6], sure=False)


def _pieces(unit: Unit) -> list[tuple[Unit, Passage]]:
    """A sentence, and its clauses where it has some."""
    found = [(unit, unit.passage)]
    parts = list(clauses(unit.text))
    if 1 < len(parts) <= _CLAUSES:
        for start, stop in parts:
            stop = _with_what_is_added(unit.text, parts, stop)
            words = unit.text[start:stop]
            left = len(words) - len(words.lstrip())
            words = words.strip()
            if words and MASK not in words:
                at = unit.passage.start + start + left
                found.append((unit, Passage(unit.passage.source, at, at + len(words), words)))
    return found


def _with_what_is_added(text: str, parts: Sequence[tuple[int, int]], stop: int) -> int:
    """Where a clause ends, with what a comma adds to it: "she is pregnant, due in April"."""
    for start, end in parts:
        if start < stop or text[stop:start].strip() != ",":
            continue
        if gist(text[start:end]).whose - _PRONOUNS:
            break
        stop = end
    return stop


def _fit(told: Gist, names: Sequence[Name], unit: Unit, piece: Passage, *, states: bool) -> float:
    """How well a piece is what a topic names, 0 to 1; 0 where it is of another."""
    if names and not all(naming(unit.text, [name]) for name in names):
        return 0.0
    said = gist(piece.words)
    whole = gist(unit.text)
    if told.values and not told.numbers & said.numbers:
        return 0.0
    opens = gist(" ".join(piece.words.split()[:_OPENS])).whose
    if _of_another(told, said if opens or piece is unit.passage else whole):
        return 0.0
    if states and told.denies % 2 != said.denies % 2:
        return 0.0
    return _fits(told, said, names)


def _of_another(told: Gist, said: Gist) -> bool:
    """Whether what is said is somebody's, and not theirs of whom a topic speaks."""
    whose = told.whose - _PRONOUNS
    return bool(whose and said.whose and not whose & said.whose)


def _fits(told: Gist, said: Gist, names: Sequence[Name] = ()) -> float:
    """The share of a topic's words that stand in what is said, as themselves or by meaning."""
    named = {part for name in names for part in name.parts}
    wanted = [
        word
        for word in told.words
        if word.stem not in _EMPTY
        and not (word.name and word.stem in named)
        and not any(key.lstrip("=!") in _EMPTY for key in word.meant)
    ]
    strong = [word for word in wanted if not word.weak] or wanted
    if not strong:
        return 0.5 if named else 0.0
    met = sum(
        1.0
        if word.stem in said.keys or any(key in said.keys for key in word.meant)
        else 0.8
        if any(key in said.kin for key in word.meant)
        else 0.0
        for word in strong
    )
    return met / len(strong)
