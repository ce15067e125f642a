"""Names that tell what is forgotten: titles, headings, file names, blacked out and shown again."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple
from uuid import UUID

from django.apps import apps
from django.db.models import Model, Q, QuerySet

from accounts.models import Project, User
from memories.forgetting.masking import Passage
from memories.hooks import NameField, registered_names
from memories.models import Chunk, Entity, Source
from memories.search import holders, index, with_words, words_of
from memories.source_kinds import registered
from memories.text import (
    MASK,
    Span,
    Statement,
    Word,
    content_words,
    is_blank,
    masked,
    names_in,
    statement,
    states,
)

# Maximum number of forgotten words searched for, longest first.
_MOST_WORDS = 40
# A word that stands in more places than this is not told by one fact alone.
_MOST_PLACES = 50
# Maximum number of words of a heading: a short line that does not end as a sentence does.
_HEADING_WORDS = 8
# A shorter word that is neither a name nor a number tells nothing by itself.
_TELLING = 5
# What stands between the words of a file's name.
_BETWEEN = str.maketrans(dict.fromkeys("_-.+", " "))


@dataclass(frozen=True)
class MaskedName:
    """Words of a name that were blacked out: `model` and `field` say where, `start` in it."""

    model: str
    field: str
    row: UUID
    start: int
    words: str

    def as_json(self) -> list[Any]:
        return [self.model, self.field, str(self.row), self.start, self.words]

    @classmethod
    def from_json(cls, row: list[Any]) -> "MaskedName":
        return cls(row[0], row[1], UUID(row[2]), row[3], row[4])


class MaskedNames(NamedTuple):
    """Names with parts blacked out, and the headings (passages of sources) still to be."""

    names: list[MaskedName]
    headings: list[Passage]


def mask_names(user: User, said: Sequence[str], sources: Collection[UUID]) -> MaskedNames:
    """Black out, in all names, what tells what was just forgotten (`said`).

    Call it once the passages of these sources are masked: a word that the person still has
    elsewhere stays. Headings of the same sources are names too.
    """
    telling = _Telling(user, said, sources)
    found: list[MaskedName] = []
    for name_field in _names():
        model, field = name_field.model, name_field.field
        rows = _rows(user, model).filter(name_field.where).filter(telling.near(field))
        for pk, name in rows.values_list("pk", field):
            spans = telling.spans(name)
            found += [MaskedName(model, field, pk, s.start, s.of(name)) for s in spans]
            if spans:
                hidden = reduce(lambda text, s: masked(text, s.start, s.stop), spans, name)
                _rows(user, model).filter(pk=pk).update(**{field: hidden})
    return MaskedNames(found, telling.headings())


def unmask_names(user: User, names: Iterable[MaskedName]) -> None:
    """Show these words again, wherever they are still blacked out."""
    for each in names:
        rows = _rows(user, each.model).filter(pk=each.row)
        now = rows.values_list(each.field, flat=True).first()
        stop = each.start + len(each.words)
        if now and now[each.start : stop] == MASK * len(each.words):
            shown = now[: each.start] + each.words + now[stop:]
            rows.update(**{each.field: shown})


def as_it_was(name: str, masked: Iterable[MaskedName]) -> str:
    """A name with its own words shown again, for the eyes of the person who is about to erase."""
    for each in masked:
        name = name[: each.start] + each.words + name[each.start + len(each.words) :]
    return name


def _names() -> Iterator[NameField]:
    """Where names stand: here, and in rooms above this one."""
    following = [kind.name for kind in registered() if kind.title_follows_text]
    yield NameField("memories.Source", "title", ~Q(kind__in=following) & ~Q(title=""))
    yield from registered_names()


def _rows(user: User, model: str) -> QuerySet[Model]:
    rows: QuerySet[Model] = apps.get_model(model)._default_manager.filter(user=user)
    return rows


class _Telling:
    """The parts of a name that tell something forgotten."""

    def __init__(self, user: User, said: Sequence[str], sources: Collection[UUID]) -> None:
        self._user, self._sources = user, sources
        self._facts = [statement(text) for text in dict.fromkeys(said)]
        self._stems = {stem for fact in self._facts for stem in fact.stems}
        self._specific = {stem for fact in self._facts for stem in fact.specifics}
        words = {w.spelling.lower(): w for text in said for w in content_words(text)}
        self._spelled = sorted(words, key=len, reverse=True)[:_MOST_WORDS]
        self._words = [words[spelled] for spelled in self._spelled]
        scopes: list[Project | None] = [None, *Project.objects.filter(user=user)]
        self._parts = [index.part_of(scope, layer) for scope in scopes for layer in index.layers()]
        self._only: dict[str, list[Passage] | None] = {}

    @cached_property
    def _holding(self) -> dict[str, list[int]]:
        """The items that hold each of the words, asked for once."""
        return holders(self._user.pk, sorted(self._stems), self._parts)

    def near(self, field: str) -> Q:
        """Which rows may hold any of the words."""
        nothing = Q(pk__in=[])
        return reduce(or_, (Q(**{f"{field}__icontains": w}) for w in self._spelled), nothing)

    def spans(self, name: str) -> list[Span]:
        """Where a name tells it, as a whole or by single words."""
        stem, dot, ending = name.rpartition(".")
        plain = (stem if dot and len(ending) <= _TELLING else name).translate(_BETWEEN)
        words = list(content_words(plain))
        if words and (self._states(plain) or self._sums_up(words)):
            return [Span(words[0].start, words[-1].stop)]
        going = {word.stem for word in words if self._tells(word)}
        for fact in self._facts:
            held = {word.stem for word in words if word.stem in fact.stems}
            if len(held) > 1 and (held & going or _is_told(fact, words, plain)):
                # Beside the words that tell it, what is short or stands elsewhere tells it too.
                going |= held
        return [Span(word.start, word.stop) for word in words if word.stem in going]

    def _states(self, plain: str) -> bool:
        said = statement(plain)
        return any(states(said, fact) for fact in self._facts)

    def _sums_up(self, words: Sequence[Word]) -> bool:
        """Whether it is made of one fact's words, two at least and one of them a name or number."""
        held = {word.stem for word in words}
        return len(held) > 1 and any(
            held <= set(fact.stems) and held & fact.specifics for fact in self._facts
        )

    def _tells(self, word: Word) -> bool:
        """Whether a word stood in what was forgotten, and in nothing else but names."""
        if word.stem not in self._stems:
            return False
        alone = any({word.stem} == set(fact.stems) for fact in self._facts)
        long_enough = alone or word.stem in self._specific or len(word.spelling) >= _TELLING
        return long_enough and self._in_headings(word.stem) is not None

    def headings(self) -> list[Passage]:
        """The words in headings of the sources that tell it."""
        texts = Source.objects.filter(user=self._user, pk__in=self._sources)
        if all(is_blank(text) for text in texts.values_list("text", flat=True)):
            return []
        found = [p for w in self._words if self._tells(w) for p in self._in_headings(w.stem) or ()]
        return list({(p.source, p.start): p for p in found}.values())

    def _in_headings(self, stem: str) -> list[Passage] | None:
        """Where a word still stands, or None when that is not in headings of the sources alone."""
        if stem not in self._only:
            self._only[stem] = self._look_for(stem)
        return self._only[stem]

    def _look_for(self, stem: str) -> list[Passage] | None:
        items = self._holding[stem]
        if not items:
            return []
        if len(items) >= _MOST_PLACES:
            return None
        chunks = with_words(Chunk.objects.filter(user=self._user, item__in=items))
        if len(chunks) < len(items):
            return None
        found: list[Passage] = []
        for chunk in chunks:
            text = words_of(chunk)
            for word in (w for w in content_words(text) if w.stem == stem):
                if chunk.source_id not in self._sources or not _is_heading(text, word):
                    return None
                start, stop = chunk.start + word.start, chunk.start + word.stop
                found.append(Passage(chunk.source_id, start, stop, word.spelling))
        return found


def _is_told(fact: Statement, words: Sequence[Word], plain: str) -> bool:
    """Whether a name has all words of a fact in a row, and speaks of nobody besides."""
    stems = [word.stem for word in words]
    wanted = set(fact.stems)
    rows = (stems[at : at + len(wanted)] for at in range(len(stems)))
    if wanted not in map(set, rows):
        return False
    others = (one for one in names_in(plain) if one.type == Entity.Type.PERSON or one.role)
    return not any(
        {word.stem for word in content_words(plain[one.start : one.stop])} - wanted
        for one in others
    )


def _is_heading(text: str, word: Word) -> bool:
    """Whether the line in which a word stands is a heading, a mail's subject, or the like."""
    start = text.rfind("\n", 0, word.start) + 1
    stop = text.find("\n", word.stop)
    line = text[start : stop if stop >= 0 else len(text)].strip()
    # A line of which a part is blacked out was a sentence.
    is_sentence = MASK in line or line.endswith((".", "!", "?", "…"))
    return not is_sentence and sum(1 for _ in content_words(line)) <= _HEADING_WORDS
