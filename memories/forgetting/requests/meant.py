"""The passages a request to forget means: all with an identifier or a name, or one thing.

The order: an identifier in the request, met whole in any writing; else names, as whole words; else
the single thing that fits best, and where that is not clear, which to ask about.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from uuid import UUID

from accounts.models import User
from memories.forgetting.masking import Passage
from memories.forgetting.requests import weighing
from memories.forgetting.requests.by_identifier import holding, holds, identifiers_asked, met_by
from memories.forgetting.requests.candidates import ForgetMatches, Unit, units_for
from memories.forgetting.requests.contrasts import without_length
from memories.forgetting.requests.elsewhere import elsewhere, touch, values_in
from memories.forgetting.requests.kept import sparing
from memories.forgetting.requests.kinds import all_of, kind_asked
from memories.forgetting.requests.named import (
    Whom,
    as_written,
    called,
    family_asked,
    in_capitals,
    whom_asked,
)
from memories.forgetting.requests.parts.clause import answering, gives, may_be_of, of_another
from memories.forgetting.requests.parts.listed import that_name, that_tell
from memories.forgetting.requests.parts.standing_alone import widened
from memories.forgetting.requests.persons.follow_ups import with_what_follows
from memories.forgetting.requests.persons.owners import (
    is_of_the_same,
    with_owner_apart,
    without_anothers,
)
from memories.forgetting.requests.persons.roles import ties_in
from memories.forgetting.requests.persons.shared import about_them
from memories.forgetting.requests.persons.short_forms import in_full
from memories.forgetting.requests.several import is_one, things_named
from memories.forgetting.requests.single import (
    ALL_OF_IT,
    ASKED,
    about_topic,
    asks_what,
    find_single,
    fits,
    only_named,
    stands_in,
)
from memories.forgetting.requests.weighing import Topic
from memories.text import (
    Gist,
    asks,
    compounds_as_told,
    gist,
    identifiers,
    stems,
)
from memories.text.meaning.concepts import meanings
from memories.text.names.spellings import (
    Name,
    names_asked,
    naming,
    only_names,
)

# Where no word tells: how well (a logit) something must answer to be asked about, or offered beside
# what went; and how many are read, the latest.
_LIKE, _MAY_BE_LIKE, _READ = 0.0, 2.0, 48
# Number of candidates offered for each thing named that is not clear.
_OF_EACH = 2
# Maximum number of passages that may name somebody offered at once.
_OFFERED = 6


def find_meant(
    user: User,
    topic: str,
    *,
    everything: bool,
    states: bool,
    about: bool = False,
    keep: str = "",
    every_form: bool = False,
    hints: Collection[UUID] = (),
    but: UUID | None = None,
) -> ForgetMatches:
    """Find what a request names. `hints` are chunks that recall found for it; `but` is its source.

    What is asked for in `every_form` goes wherever its value stands. Of several things ("my pay
    and Wes's birthday") each is found by itself, where each is clear.
    Nothing is changed. Call it inside `acting_as`.
    """
    find = partial(_find, user, everything=everything, about=about, keep=keep)
    find = partial(find, every_form=every_form, hints=hints, but=but)
    whole, parts = find(topic, states=states), things_named(topic, states=states)
    if len(parts) < 2 or (whole.sure and any(stands_in(topic, p.words) for p in whole.passages)):
        return whole
    each = [find(part, states=states and not n) for n, part in enumerate(parts)]
    found = [passage for meant in (whole, *each) for passage in meant.passages]
    if any(is_one(topic, passage.words) for passage in found):
        return whole
    clear = all(meant.sure for meant in each)
    if not any(meant.passages for meant in each):
        return whole
    surely = [p for meant in each if meant.sure for p in meant.passages]
    if whole.sure and not clear and any(p in surely for p in whole.passages):
        # One of them goes; which the other is, is asked.
        whole.passages = [p for p in whole.passages if p in surely]
        rest = [p for meant in each if not meant.sure for p in meant.passages[:_OF_EACH]]
        rest += [p for p in surely if p not in rest]
        whole.more += [p for p in rest if p not in (*whole.passages, *whole.more)]
        return whole
    together = ForgetMatches(sure=clear)
    for meant in each:
        going = meant.passages if meant.sure else meant.passages[:_OF_EACH]
        together.passages += [p for p in going if p not in together.passages]
        together.more += meant.more
    more = dict.fromkeys(together.more)
    together.more = [p for p in more if p not in together.passages][:ASKED]
    return together


def _find(
    user: User,
    topic: str,
    *,
    everything: bool,
    states: bool,
    about: bool,
    keep: str,
    every_form: bool,
    hints: Collection[UUID],
    but: UUID | None,
) -> ForgetMatches:
    asked, topic = topic, in_capitals(user, without_length(_CLASS.sub("", topic)))
    ids = identifiers_asked(topic)
    units = units_for(user, topic, ids, hints, but)
    if (apart := with_owner_apart(topic, units)) != topic:
        topic, units = apart, units_for(user, apart, ids, hints, but)
    if not states:
        units = without_anothers(topic, _that_tell(units, topic))
    topic = compounds_as_told(topic, [unit.text for unit in units])
    topic = in_full(as_written(topic, units), units)
    if ids:
        said = met_by(units, ids, topic)
        met = [unit for unit in units if holds(unit, said, topic)]
        if met:
            parts = _passages(met) if everything else [holding(unit, said, topic) for unit in met]
            going = widened(units, list(dict.fromkeys(parts)), keeps_subject=True)
            return ForgetMatches(list(going.passages), wider=going.wider)
    told, names = gist(topic), names_asked(topic)
    look = partial(units_for, user, ids=ids, hints=hints, but=but)
    named = Topic(topic, told, names, ids, everything=everything, states=states, about=about)
    meant = by_rules(named, units, look, keep=keep, asked=asked, every_form=every_form)
    # What stays is told by rules alone, and what all is of a kind.
    by_kind = meant.sure and not states and kind_asked(topic) is not None
    if not (keep or by_kind):
        meant = weighing.weighed(named, units, meant)
    if not (meant.sure or everything):
        found = meant.passages
        meant = only_named(units, topic, told, names, found, states=states) or meant
    passages = that_tell(units, meant.passages, told, names)
    if meant.sure and not (states or everything):
        passages = [p for p in passages if gives(told, p.words)]
    # Of whom all is to go, nothing stays that tells of them.
    whom = everything or not (states or _names_a_thing(topic, told))
    going = widened(units, list(dict.fromkeys(passages)), keeps_subject=not whom)
    if keep and going.passages:
        spared = sparing(units, going.passages, topic, keep)
        if not spared.goes and spared.asked:
            return ForgetMatches(list(spared.asked), sure=False)
        more = [*spared.asked, *(p for p in meant.more if not stands_in(keep, p.words))]
        return replace(meant, passages=list(spared.goes), more=more[:ASKED])
    going_on = list(going.passages)
    if every_form and going_on:
        first = going_on if meant.sure else going_on[:1]
        holding_it = units_for(user, topic, values_in(first), hints, but)
        going_on = [*first, *elsewhere(holding_it, first, topic)]
        meant.more = [p for p in meant.more if not any(touch(p, each) for each in going_on)]
    return replace(meant, passages=going_on, wider=going.wider)


# "Project Orion" is Orion: what else is said of it names it so.
_CLASS = re.compile(
    r"^\W*(?:(?:the|das|dem|el|le)\s+)?(?:project|projekt|proyecto|projet|progetto|projeto)\s+(?=(?-i:[^\W\d_a-zß-öø-ÿ]))",
    re.IGNORECASE,
)


def _names_a_thing(topic: str, told: Gist) -> bool:
    """Whether a topic names something besides somebody: "Inge's birthday", "where Inge lives"."""
    things = [word for word in told.words if not (word.name or word.weak)]
    return bool(things) or asks_what(topic)


def by_rules(
    named: Topic,
    units: Sequence[Unit],
    look: Callable[[str], list[Unit]],
    *,
    keep: str,
    asked: str,
    every_form: bool = False,
) -> ForgetMatches:
    """The passages meant by names, areas and the words of a topic; `asked` are its own words.

    Where else a value of theirs stands, goes whole, but for what is asked for in `every_form`.
    """
    topic, told, names = named.text, named.told, named.names
    everything, states, about = named.everything, named.states, named.about
    kept = names_asked(keep) if keep else []
    if not states:
        found = all_of(topic, units, whole=everything or about)
        stays = [unit for unit in found.surely if keep and _stays(unit, kept, keep)]
        if goes := [unit for unit in found.surely if unit not in stays]:
            maybe = [unit for unit in found.maybe if not (keep and _stays(unit, kept, keep))]
            return ForgetMatches(_passages(goes), more=_passages(maybe)[:ASKED])
    family = family_asked(topic)
    if family and not states and any(naming(unit.text, family) for unit in units):
        return _of_these(Whom(units, topic, family, family=True), kept, keep)
    if everything or not states:
        asks = asks_what(topic)
        by_name = names if everything or (only_names(topic, names) and not asks) else []
        if whom := whom_asked(topic, by_name, units, look):
            meant = _of_these(whom, kept, keep)
            # "Forget about my landlord": all of it, or which?
            several = not everything and not by_name and len(meant.passages) > 1
            if meant.passages or everything:
                return ForgetMatches(meant.passages, sure=False) if several else meant
    if everything and _DESCRIBED.match(topic):
        described = _of_whom(units, topic, told, look, kept)
        if described.passages:
            return described
    if everything and (around := _around(units, topic, told, kept)).passages:
        return around
    meant = find_single(units, topic, told, names, states=states, about=about, asked=asked)
    if not meant.passages:
        if states:
            units = [
                unit
                for unit in units
                if is_of_the_same(topic, unit.text) or may_be_of(told, names, unit)
            ]
        return ForgetMatches(_nearest(units, topic, names, _LIKE), sure=False)
    if meant.sure and about and not every_form:
        held = [each for p in meant.passages for each in identifiers(p.words) if each.unique]
        more = [
            u.passage
            for u in units
            if held and not _touches(u, meant.passages) and holds(u, held, topic)
        ]
        meant.passages += more
    if meant.sure and not states:
        rest = [unit for unit in units if not _touches(unit, meant.passages)]
        goes = [unit for unit in units if _touches(unit, meant.passages)]
        meant.more = [u.passage for u in with_what_follows(units, goes) if u in rest]
        if about:
            meant.more += _nearest(rest, topic, names, _MAY_BE_LIKE)
        meant.more = list(dict.fromkeys(meant.more))[:ASKED]
    return meant


def _that_tell(units: Sequence[Unit], topic: str) -> list[Unit]:
    """Without what only asks: a question typed without its mark, or no more than the topic's words.

    They stay where nothing else has these words, but for those that tell none: "what's my size".
    """
    named = {"my", "our", "the", "a", *re.findall(r"\w+", topic.lower())}
    telling = [
        unit
        for unit in units
        if not asks(unit.text) and not set(re.findall(r"\w+", unit.text.lower())) <= named
    ]
    words = set(stems(topic))
    told = any(words & set(stems(unit.text)) for unit in telling)
    if told:
        return telling
    return [unit for unit in units if not (asks_what(unit.text) and asks(unit.text))]


# "The man I'm with now", "the family across the road", "whoever cuts my hair".
_DESCRIBED = re.compile(
    r"^\s*(?:(?:the|that|my|our|der|die|das|den|dem|el|la|los|al)\s+)?(?:man|woman|guy|lady|person|people|family"
    r"|couple|boy|girl|who(?:ever)?|mann|frau|leute|familie|wer|hombre|mujer|chic[oa]|señora?"
    r"|familia|gente|quien)\b,?\s+\S",
    re.IGNORECASE,
)


def _of_whom(
    units: Sequence[Unit],
    topic: str,
    told: Gist,
    look: Callable[[str], list[Unit]],
    kept: Sequence[Name],
) -> ForgetMatches:
    """All that speaks of whoever is told by what is known of them, where that is clear.

    "Priya recommended the guy" tells of two: only who is said to be what is surely meant.
    """
    best = find_single(units, topic, told, (), states=False, about=False, asked=topic)
    if not best.sure or len(best.passages) != 1:
        return ForgetMatches()
    words = best.passages[0].words
    if family := family_asked(words):
        return _of_these(Whom(look(words), words, family, family=True), kept)
    goes = [unit for unit in units if _touches(unit, best.passages)]
    its = [tie.name for tie in ties_in(goes)]
    whom = whom_asked(its[0], names_asked(its[0]), units, look) if len(its) == 1 else None
    return _of_these(whom, kept) if whom else best


def _stays(unit: Unit, kept: Sequence[Name], keep: str) -> bool:
    """Whether a sentence is what a request excepts: "but keep my blood type"."""
    named = bool(kept) and naming(unit.text, kept)
    return named or answering(keep, [unit.text])[0] >= _MAY_BE_LIKE


def _of_these(whom: Whom, kept: Sequence[Name], keep: str = "") -> ForgetMatches:
    """All that mentions them; what may be of another is asked about."""
    found = called(whom, kept, keep)
    parts = [
        p
        for unit in found.surely
        for p in that_name(unit, about_them(unit, whom.names, whom.roles), whom.names, whom.roles)
    ]
    goes = list(dict.fromkeys(parts))
    maybe = [u.passage for u in found.maybe if u not in found.surely][:_OFFERED]
    return ForgetMatches(goes, more=maybe) if goes else ForgetMatches(maybe, sure=False)


def _touches(unit: Unit, passages: Sequence[Passage]) -> bool:
    mine = unit.passage
    return any(
        p.source == mine.source and p.start < mine.stop and p.stop > mine.start for p in passages
    )


def _nearest(
    units: Sequence[Unit], topic: str, names: Sequence[Name], least: float
) -> list[Passage]:
    """The best matches of a topic: a few to ask about."""
    if names:
        units = with_what_follows(units, [u for u in units if naming(u.text, names)])
    near = units[-_READ:]
    logits = answering(topic, [unit.text for unit in near])
    ranked = sorted(zip(logits, near, strict=True), key=lambda pair: -pair[0])
    return [unit.passage for logit, unit in ranked if logit >= least or names][:ASKED]


def _passages(units: Iterable[Unit]) -> list[Passage]:
    return list(dict.fromkeys(unit.passage for unit in units))


# All around a topic

# "My own wedding" is nobody else's.
_OWN = re.compile(r"\b(?:own|eigene[nrms]?|propi[oa]s?)\b", re.IGNORECASE)


def _only_in_a_name(told: Gist, text: str) -> bool:
    """Whether a topic's words stand there within the name of a thing alone."""
    bare = _NAMED_THING.sub("", text)
    return bare != text and fits(told, gist(text)) >= ALL_OF_IT > fits(told, gist(bare))


# Several words in a row with capitals, where the sentence does not begin.
_NAMED_THING = re.compile(r"(?<=\w\s)(?:The\s+)?[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)+")


def _around(units: Sequence[Unit], topic: str, told: Gist, kept: Sequence[Name]) -> ForgetMatches:
    """All that speaks of a topic, and of who was named in speaking of it."""
    staying = [unit for unit in units if not (kept and naming(unit.text, kept))]
    if _OWN.search(topic):
        staying = [unit for unit in staying if not of_another(told, gist(unit.text))]
    met = [unit for unit in staying if fits(told, gist(unit.text)) > ALL_OF_IT]
    people = {key for word in told.words for key in word.meant}
    hop: list[Name] = []
    for unit in met:
        for word in meanings(unit.text):
            if word.concept.kind == "person" and f"={word.concept.name}" in told.kin | people:
                hop += names_asked(unit.text)
    met += [unit for unit in units if unit not in met and hop and naming(unit.text, hop)]
    of_it = about_topic(topic, told, staying)
    # "Moved to tears" has the word of "the move", and is not about it; nor is "the Healthy Spoon"
    # about one's health.
    named = topic == topic.lower()
    far = [
        unit
        for unit in units
        if (unit in met and unit in of_it.hardly) or (named and _only_in_a_name(told, unit.text))
    ]
    goes = [unit for unit in units if (unit in met or unit in of_it.surely) and unit not in far]
    goes = with_what_follows(units, goes)
    more = [unit.passage for unit in [*of_it.maybe, *far] if unit not in goes]
    return (
        ForgetMatches(_passages(goes), more=more[:ASKED])
        if goes
        else ForgetMatches(more[:ASKED], sure=False)
    )
