"""Tombstones: how what was forgotten is recognised when it comes again, without its words."""

import re
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.models import User
from database.sealing import unseal
from database.statements import array_of, fetched
from memories.keeping.fingerprints import MOST_CLAUSES, clauses_of, parts_of, print_of
from memories.keeping.recognising import (
    ComparedSentence,
    SentenceMeaning,
    TombstoneMatch,
    read_meanings,
    sureness,
    verdicts,
)
from memories.models import Forgotten, Source
from memories.search import hash_of
from memories.source_kinds import kind_of
from memories.sql import sql
from memories.text import Gist, Span, Statement, gist, same, sentences, statement, states, stating

_LED = re.compile(r"[^:]{1,60}:\s+(\S.+)", re.DOTALL)
# What says more sentences is judged as a whole alone.
_SENTENCES = 12
# A number that may open or tell something: no year of late, and no price, size or count that its
# unit tells.
_CODE = re.compile(
    r"(?<![\w.,:€$£-])(?<![€$£]\s)(?<!EUR\s)(?<!CHF\s)(?<!USD\s)(?<!GBP\s)"
    r"(?!(?:19|20)\d\d\b)\d{4,}(?![\w:-]|[.,]\d)"
    r"(?!\s*(?:[€$£%]|eur(?:os?)?\b|usd\b|gbp\b|chf\b|dollars?\b|pounds?\b|francs?\b|franken\b"
    r"|pesos?\b|(?:k?m|cm|mm|k?g|ml|l|k?cal)\b|calor\w+|met(?:er|re|ro)s?\b|miles?\b|steps\b"
    r"|schritte\b|words\b|people\b|leute\b))",
    re.IGNORECASE,
)
# Minimum words left of a sentence that still says something.
_TELLING = 2
# Texts compared per batch.
_TOGETHER = 500
# Number of sentences sharing words with a tombstone up to which the models read them all; of more,
# the minimum certainty by words of those read: 1 of 729 they would recognise is lost to that.
_READ_ALL, _WORTH = 50, 0.2
# Number of newest tombstones compared with a sentence that shares no words with them.
_THOROUGH = 40
# Number of facts whose vectors are cached, about 40 kB each.
_KEPT = 500


@dataclass(frozen=True)
class _Stone:
    """A tombstone as it is compared: its statement, and the gists of the whole and of its parts."""

    pk: UUID
    statement: Statement
    gists: tuple[Gist, ...]
    sealed: bool


@dataclass(frozen=True)
class _Said:
    """A sentence or a clause as it is compared, keyed as the tombstones are."""

    span: Span
    words: str
    gist: Gist
    # Its numbers that may be a code of something, as they are keyed.
    codes: frozenset[str] = frozenset()


def judged(user: User, contents: Sequence[str]) -> list[TombstoneMatch]:
    """How each of these statements matches what is forgotten."""
    stones = _buried(user) if contents else []
    if not stones:
        return [TombstoneMatch.OTHER] * len(contents)
    return [_judged(user, content, stones)[0] for content in contents]


def _judged(
    user: User, content: str, stones: Sequence[_Stone]
) -> tuple[TombstoneMatch, list[_Stone]]:
    """How a statement, or one of its sentences, matches these tombstones, and which."""
    texts = [content]
    spans = list(sentences(content))
    if 1 < len(spans) <= _SENTENCES:
        texts += [span.of(content) for span in spans]
    # What follows on a lead like "Robot says", "note to self".
    texts += [led.group(1) for text in texts[:] if (led := _LED.match(text))]
    hashed = [_hashed(user, text) for text in texts]
    exactly = [s for s in stones if any(same(said, s.statement) for said in hashed)]
    if exactly:
        return TombstoneMatch.SAME, exactly
    said = [_said(user, Span(0, len(text)), text) for text in texts]
    found = _by_meaning(said, stones, TombstoneMatch.NEAR)
    best = max(what for what, _ in found)
    which = [stone for what, of_it in found if what is best for stone in of_it]
    return best, list(dict.fromkeys(which))


def voices(kind: str, author: str, *, own_words: bool) -> tuple[bool, ...]:
    """Whose "I" a text says, for `memories.text.statement`: the person's, or another's.

    Both, where nobody knows who wrote it.
    """
    if own_words or author == Source.Author.PERSON:
        return (True,)
    return (True, False) if kind_of(kind).read else (False,)


def restating(
    user: User, texts: Sequence[str], spoken: Sequence[bool], *, talk: bool = False
) -> list[list[Span]]:
    """The spans of each text that state something forgotten.

    `spoken` are `voices` of all of them. Of `talk` (somebody is there to be asked) what only may
    state it counts too, and each sentence is looked at however little it shares.
    """
    least = TombstoneMatch.NEAR if talk else TombstoneMatch.SAME
    return [list(each) for each in _all_restated(user, texts, spoken, least)]


def restatements(
    user: User, texts: Sequence[str], spoken: Sequence[bool], *, talk: bool = False
) -> list[dict[Span, TombstoneMatch]]:
    """What of each text states what was forgotten, and how surely: as `restating`, and what likely
    does where nobody is there to be asked at once."""
    return _all_restated(
        user, texts, spoken, TombstoneMatch.NEAR if talk else TombstoneMatch.LIKELY
    )


def _all_restated(
    user: User, texts: Sequence[str], spoken: Sequence[bool], least: TombstoneMatch
) -> list[dict[Span, TombstoneMatch]]:
    stones = _buried(user)
    if not stones:
        return [{} for _ in texts]
    found: list[dict[Span, TombstoneMatch]] = []
    for at in range(0, len(texts), _TOGETHER):
        together = texts[at : at + _TOGETHER]
        stated: list[dict[Span, TombstoneMatch]] = [{} for _ in together]
        for mine in spoken:
            heard = _restated(user, together, stones, mine=mine, least=least)
            for known, told in zip(stated, heard, strict=True):
                for span, so in told:
                    known[span] = max(so, known.get(span, so))
        found += stated
    return found


def _restated(
    user: User, texts: Sequence[str], stones: Sequence[_Stone], *, mine: bool, least: TombstoneMatch
) -> list[list[tuple[Span, TombstoneMatch]]]:
    """The spans of each text that state it, nearly word for word first, then in other words."""

    def read(words: str) -> Statement:
        return _hashed(user, words, mine=mine)

    by_stem: dict[str, list[_Stone]] = {}
    for stone in stones:
        for stem in set(stone.statement.stems):
            by_stem.setdefault(stem, []).append(stone)
    found: list[list[tuple[Span, TombstoneMatch]]] = []
    left: list[list[Span]] = []
    for text in texts:
        stated: list[Span] = []
        rest: list[Span] = []
        for span in sentences(text):
            words = span.of(text)
            # Only stones that share half of their words are worth a closer look.
            shared = Counter(
                stone.pk for stem in set(read(words).stems) for stone in by_stem.get(stem, ())
            )
            near = [s for s in stones if shared[s.pk] * 2 >= max(1, len(set(s.statement.stems)))]
            parts = [part for s in near if (part := stating(words, s.statement, read))]
            told = [Span(span.start + s.start, span.start + s.stop) for s in parts]
            stated += told
            rest.extend(_rest(text, span, told))
        found.append([(span, TombstoneMatch.SAME) for span in stated])
        left.append(rest)
    otherwise = _restated_otherwise(user, texts, left, stones, mine=mine, least=least)
    return [stated + more for stated, more in zip(found, otherwise, strict=True)]


def _rest(text: str, sentence: Span, told: Sequence[Span]) -> Iterator[Span]:
    """The parts of a sentence outside these spans that are long enough to say something."""
    start = sentence.start
    for span in [*sorted(told, key=lambda s: s.start), Span(sentence.stop, sentence.stop)]:
        if len(text[start : span.start].split()) >= _TELLING:
            yield Span(start, span.start)
        start = max(start, span.stop)


def _restated_otherwise(
    user: User,
    texts: Sequence[str],
    left: Sequence[Sequence[Span]],
    stones: Sequence[_Stone],
    *,
    mine: bool,
    least: TombstoneMatch,
) -> list[list[tuple[Span, TombstoneMatch]]]:
    """Sentences and clauses of the rest of each text that say it in other words."""
    units: list[tuple[int, Span, list[_Said]]] = []
    for at, (text, spans) in enumerate(zip(texts, left, strict=True)):
        for span in spans:
            parts = clauses_of(text, span)
            parts = parts if 1 < len(parts) <= MOST_CLAUSES else []
            whole, *said = [_said(user, p, p.of(text), mine=mine) for p in (span, *parts)]
            units.append((at, span, [whole, *_going_on(said)]))
    every = [said for _, _, listed in units for said in listed]
    judged_ = iter(_by_meaning(every, stones, least))
    found: list[list[tuple[Span, TombstoneMatch]]] = [[] for _ in texts]
    for at, span, listed in units:
        verdicts = [what for what, _ in islice(judged_, len(listed))]
        clauses_ = zip(listed[1:], verdicts[1:], strict=True)
        telling = [part.span for part, what in clauses_ if what is TombstoneMatch.SAME]
        if telling and len(telling) < len(listed) - 1:
            found[at] += [(part, TombstoneMatch.SAME) for part in telling]
        elif telling or verdicts[0] >= least:
            found[at].append((span, TombstoneMatch.SAME if telling else verdicts[0]))
    return found


def _going_on(said: Sequence[_Said]) -> list[_Said]:
    """Clauses without anybody in them are about whom the one before was about."""
    found: list[_Said] = []
    whose: frozenset[str] = frozenset()
    for each in said:
        whose = each.gist.whose or whose
        found.append(replace(each, gist=replace(each.gist, whose=whose)))
    return found


def _by_meaning(
    said: Sequence[_Said], stones: Sequence[_Stone], least: TombstoneMatch
) -> list[tuple[TombstoneMatch, list[_Stone]]]:
    """How each of these matches the tombstones by meaning, and which: matches from `least` up."""
    near = [_near(each.gist, stones, thorough=least is TombstoneMatch.NEAR) for each in said]
    if least is TombstoneMatch.SAME and sum(map(bool, near)) > _READ_ALL:
        near = _worth_reading(said, near)
    facts = _meanings_of({stone.pk: stone for stones_ in near for stone in stones_}.values())
    looked_at = [each.words for each, stones_ in zip(said, near, strict=True) if stones_]
    meanings = dict(zip(looked_at, read_meanings(looked_at), strict=True)) if facts else {}
    pairs: list[tuple[ComparedSentence, ComparedSentence]] = []
    for each, stones_ in zip(said, near, strict=True):
        mine = ComparedSentence(each.gist, meanings.get(each.words))
        for stone in stones_:
            told = [*facts.get(stone.pk, ()), *[None] * len(stone.gists)]
            pairs += [
                (ComparedSentence(*part), mine) for part in zip(stone.gists, told, strict=False)
            ]
    judged_ = iter(verdicts(pairs))
    return [
        _best(each, [(s, list(islice(judged_, len(s.gists)))) for s in stones_])
        for each, stones_ in zip(said, near, strict=True)
    ]


def _best(
    said: _Said, found: Sequence[tuple[_Stone, list[TombstoneMatch]]]
) -> tuple[TombstoneMatch, list[_Stone]]:
    """The surest of what a sentence is to these tombstones, and to which of them it is that."""
    best, which = TombstoneMatch.OTHER, list[_Stone]()
    for stone, (whole, *parts) in found:
        # A part of a fact is it for sure, or has its number, or it is not.
        known = [
            each
            for each, part in zip(parts, stone.gists[1:], strict=True)
            if each is TombstoneMatch.SAME or part.numbers & said.gist.numbers
        ]
        what = max(whole, *known) if known else whole
        if what is TombstoneMatch.OTHER and said.codes & stone.gists[0].numbers:
            # "At training I dial 4711" may tell of the locker that opens with 4711.
            what = TombstoneMatch.NEAR
        if what > best:
            best, which = what, []
        if what is best and what is not TombstoneMatch.OTHER:
            which.append(stone)
    return best, which


def _near(said: Gist, stones: Sequence[_Stone], *, thorough: bool) -> list[_Stone]:
    """The tombstones it shares something telling with; thoroughly, the newest others too."""
    if not said.words and not said.values:
        return []
    shares = [stone for stone in stones if any(_shares(said, part) for part in stone.gists)]
    if not thorough or len(shares) >= _THOROUGH:
        return shares
    rest = [stone for stone in stones if stone.sealed and stone not in shares]
    return shares + rest[: _THOROUGH - len(shares)]


def _worth_reading(said: Sequence[_Said], near: Sequence[Sequence[_Stone]]) -> list[list[_Stone]]:
    """Those of the tombstones that a sentence may restate by its words: the models are slow."""
    pairs = [
        (ComparedSentence(part), ComparedSentence(each.gist))
        for each, stones in zip(said, near, strict=True)
        for stone in stones
        for part in stone.gists
    ]
    sure = iter(sureness(pairs))
    return [
        [
            stone
            for stone in stones
            if max(islice(sure, len(stone.gists))) >= _WORTH
            or any(part.unique & each.gist.unique for part in stone.gists)
        ]
        for each, stones in zip(said, near, strict=True)
    ]


def _shares(said: Gist, fact: Gist) -> bool:
    return bool(said.telling & fact.telling or said.unique & fact.unique or said.keys & fact.kin)


_SEALED = "SELECT id, sealed FROM memories_forgotten WHERE id = ANY(%(stones)s::uuid[])"
_meanings: OrderedDict[UUID, list[SentenceMeaning]] = OrderedDict()


def _meanings_of(stones: Iterable[_Stone]) -> dict[UUID, list[SentenceMeaning]]:
    """The meaning of what is forgotten and not erased, for the whole and each part of it."""
    wanted = [stone.pk for stone in stones if stone.sealed]
    found = {pk: _meanings[pk] for pk in wanted if pk in _meanings}
    missing = [pk for pk in wanted if pk not in found]
    if missing:
        for pk, sealed in fetched(_SEALED, {"stones": array_of(missing)}):
            words = _content(unseal(sealed)) if sealed is not None else ""
            _meanings[pk] = found[pk] = read_meanings(parts_of(words))
    while len(_meanings) > _KEPT:
        _meanings.popitem(last=False)
    return found


def lift(user: User, content: str) -> None:
    """Let a forgotten thing be remembered again: the person asked for it."""
    stones = _buried(user)
    if not stones:
        return
    said = _hashed(user, content)
    lifted = {stone.pk for stone in stones if states(said, stone.statement)}
    what, which = _judged(user, content, stones)
    if what is TombstoneMatch.SAME:
        lifted |= {stone.pk for stone in which}
    Forgotten.objects.filter(pk__in=lifted).update(lifted=timezone.now())


def words_of(stone: Forgotten) -> str | None:
    """The forgotten words; None once they are erased. Only for their person's eyes."""
    if stone.sealed is None:
        return None
    return _content(unseal(stone.sealed))


def _content(sealed: dict[str, Any]) -> str:
    """The words that went: of a memory of which a half stayed, those of the other half."""
    if fact := sealed.get("fact"):
        return str(fact)
    return str(sealed["memory"]["content"] if "memory" in sealed else sealed["passages"][0][3])


def _buried(user: User) -> list[_Stone]:
    """The tombstones still in force, newest first."""
    return [
        _Stone(pk, _read(kept), tuple(map(Gist.from_json, kept["gists"])), sealed)
        for pk, kept, sealed in fetched(sql("keeping/forgotten"), {"user": user.pk})
    ]


def _hashed(user: User, text: str, *, mine: bool = True) -> Statement:
    return _read(print_of(user.pk, statement(text, mine=mine)))


def _said(user: User, span: Span, text: str, *, mine: bool = True) -> _Said:
    told = gist(text, mine=mine)
    codes = {match.group() for match in _CODE.finditer(text)}
    keys = {key for key in told.numbers if key.lstrip("#") in codes}
    key = partial(hash_of, user.pk)
    return _Said(span, text, told.keyed(key), frozenset(map(key, keys)))


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
