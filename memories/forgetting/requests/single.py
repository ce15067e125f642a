"""The one thing that a request to forget names: what answers it as a question, and by its words.

"What the physio costs", "my leave", "that I don't own a TV": whoever asks for it by these would be
told it, so the model that tells what answers (llm.reader) finds it whatever its words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import ForgetMatches, Unit
from memories.forgetting.requests.contrasts import far_from
from memories.forgetting.requests.parts.clause import (
    all_of_another,
    answering_unmet,
    clause_of,
    may_be_of,
    own_words,
    with_names,
)
from memories.forgetting.requests.persons.owners import is_of_the_same
from memories.text import Gist, gist, in_english, language_meant, stems
from memories.text.identifiers import in_digits
from memories.text.names.eponyms import of_another_place
from memories.text.names.lists import given_names, roles
from memories.text.names.spellings import Name, naming
from memories.text.sameness.gist import GistWord, words_at

# Minimum share of a topic's words in a passage that may be meant.
_MAYBE = 0.34
# Minimum share of a whole topic in a sentence that is about it.
ALL_OF_IT = 0.8
# In logits: how far ahead of the next a sentence must be to be surely meant, and how near to the
# best others may be meant too.
_AHEAD, _NEAR = 1.5, 4.0
# In logits, for a topic without a question ("my health"): the minimum score of a sentence that
# belongs to it, its maximum distance from the best, and that at which shared words count no longer.
_OF_TOPIC, _BESIDE, _FAR = 7.0, 1.0, 5.0
# Penalty, in logits, of a sentence that is about somebody else.
_ANOTHERS = 3.0
# Maximum number of sentences read (those that share words with the topic first) and asked about.
_READ, ASKED = 48, 4
# Maximum letters of an abbreviation that may be a common word: TV, GP.
_SHORT = 3
# What the words of a topic ask for and no passage says: "the code of", "what I said about".
_EMPTY = frozenset(
    "thing stuff fact memory what where who when how why which number place plan story business"
    " sache sach geschichte geschicht angelegenheit ding nummer wann wo wie was wer warum wieviel"
    " viel qué que cuándo dónde cómo número"
    " cosa start told said surprise problem".split()
)
_SAYS = re.compile(
    r"\b(?:says?|said|told|thinks|found|sagt|sagte|meint|meinte|dice|dijo|cree)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class _Read:
    """A sentence that may be meant, how well it answers (a logit), and its words (0 to 1).

    `unmet` is how much of what is asked comes near nothing in it (0 to 1).
    """

    unit: Unit
    answers: float
    fit: float
    unmet: float


def find_single(
    units: Sequence[Unit],
    topic: str,
    told: Gist,
    names: Sequence[Name],
    *,
    states: bool,
    about: bool,
    asked: str,
) -> ForgetMatches:
    """The one thing a topic names: a sentence, or only that clause of it.

    What was said `about` something may be several. `asked` are the words of the request.
    """
    units = [unit for unit in units if _may_be(topic, told, names, unit, states=states)]
    read = _read(topic, told, names, units, asked)
    literal = [each for each in read if stands_in(topic, each.unit.text)]
    if not states and (said := _all_one(topic, told, literal)):
        return ForgetMatches(said)
    best = [each for each in read if each.answers >= read[0].answers - _NEAR]
    all_of_it = [each for each in best if _about(each, best[0])] if about else []
    if len(told.words) == 1:
        # "Thomsenstraße" is no Thomsen, where it stands itself.
        all_of_it = [each for each in all_of_it if each.fit >= ALL_OF_IT] or all_of_it
    if all_of_it:
        return ForgetMatches([clause_of(topic, told, each.unit) for each in all_of_it])
    best = [each for each in best if each.answers > 0 or each.fit >= _MAYBE]
    if not best:
        return ForgetMatches()
    ahead = [each for each in best if each.answers >= best[0].answers - _AHEAD]
    # "He is single" may be asked for, where he "is not married"; nobody forgets the opposite.
    opposite = states and gist(best[0].unit.text).denies % 2 != told.denies % 2
    first = best[0]
    words = first.fit * len(told.words)
    surely = is_sure(topic, first.unit.text, answers=first.answers, words=words, unmet=first.unmet)
    if surely and not opposite and (said := _all_one(topic, told, ahead)):
        return ForgetMatches(said)
    return ForgetMatches([clause_of(topic, told, each.unit) for each in best[:ASKED]], sure=False)


class OfTopic(NamedTuple):
    """Sentences that surely belong to a topic, such as may, and such as hardly do."""

    surely: list[Unit]
    maybe: list[Unit]
    hardly: list[Unit]


def about_topic(topic: str, told: Gist, units: Sequence[Unit]) -> OfTopic:
    """All that answers a topic as a question: "my health", "the house sale"."""
    read = _read(topic, told, (), units)
    near = [each for each in read if each.answers >= max(0.0, read[0].answers - _NEAR)]
    surely = [each.unit for each in near if _about(each, near[0])]
    maybe = [each.unit for each in near if each.unit not in surely]
    least = read[0].answers - _FAR if read else 0.0
    return OfTopic(surely, maybe, [each.unit for each in read if each.answers < least])


def _about(each: _Read, best: _Read) -> bool:
    surely = each.answers >= max(_OF_TOPIC, best.answers - _BESIDE)
    return surely or (each.fit >= ALL_OF_IT and each.answers >= best.answers - _FAR)


def _all_one(topic: str, told: Gist, several: Sequence[_Read]) -> list[Passage]:
    """The clauses of these that a topic means, if all say the same; else none."""
    said = [clause_of(topic, told, each.unit) for each in several]
    return said if len({frozenset(stems(each.words)) for each in said}) == 1 else []


def _read(
    topic: str, told: Gist, names: Sequence[Name], units: Sequence[Unit], asked: str = ""
) -> list[_Read]:
    """How well each of the likeliest answers, best first."""
    rows = [(fits(told, gist(unit.text), names), unit.hinted, at) for at, unit in enumerate(units)]
    chosen = sorted(range(len(units)), key=lambda at: rows[at], reverse=True)[:_READ]
    found = [
        _Read(
            units[at],
            logit - _perhaps_anothers(topic, told, units[at]) - _far_from(asked, told, units[at]),
            rows[at][0],
            unmet,
        )
        for at, (logit, unmet) in zip(
            chosen,
            answering_unmet(topic, [with_names(own_words(told, units[at])) for at in chosen]),
            strict=True,
        )
    ]
    return sorted(found, key=lambda each: -each.answers)


def _may_be(topic: str, told: Gist, names: Sequence[Name], unit: Unit, *, states: bool) -> bool:
    """Whether a sentence may be meant: it is not another's, and names who and what is asked for."""
    text = own_words(told, unit)
    said = gist(text)
    # "I don't own a TV" is said of a television, too.
    whom = [name for name in names if max(map(len, name.parts)) > _SHORT or not name.capitals]
    if not all(naming(text, [name]) for name in whom):
        return False
    # "Calle Larrazeta" is not the vet of that name.
    of_a_place = of_another_place("", topic, whom)
    if of_a_place and of_another_place(text, topic, whom):
        return False
    if told.values and not told.numbers & said.numbers:
        return False
    if is_of_the_same(topic, text) or not _all_of_another(told, unit):
        return True
    # Only of a person it is sure that they are another: "Finchley Road is where I change trains".
    persons = any(key.startswith("=") or key in given_names() for key in said.whose)
    return not states and not ("me" in told.whose and persons)


def _perhaps_anothers(topic: str, told: Gist, unit: Unit) -> float:
    """What a sentence loses that may be another's."""
    if is_of_the_same(topic, unit.text):
        return 0.0
    return _ANOTHERS if _all_of_another(told, unit) else 0.0


def _far_from(asked: str, told: Gist, unit: Unit) -> float:
    return far_from(asked, told, unit.text, gist(unit.text)) if asked else 0.0


def _all_of_another(told: Gist, unit: Unit) -> bool:
    """Whether a sentence is another's, and so is each of its clauses."""
    if _said_by_a_professional(unit.text):
        return False
    return all_of_another(told, unit)


def _said_by_a_professional(text: str) -> bool:
    """Whether it is the person's in somebody's words: "the orthopaedist says it is torn"."""
    named = (roles().get((word.lower(),)) for word in text.split())
    known = any(role is not None and role.field == "service" for role in named)
    return known and bool(_SAYS.search(text))


def only_named(
    units: Sequence[Unit],
    topic: str,
    told: Gist,
    names: Sequence[Name],
    meant: Sequence[Passage],
    *,
    states: bool,
) -> ForgetMatches | None:
    """The one sentence that has all words of a topic, where no other has them; of it what is meant.

    It goes where it is named as a thing and may answer; else it alone is asked about.
    """
    having = [unit for unit in units if _has_all(topic, unit)]
    having = [unit for unit in having if may_be_of(told, names, unit)]
    if len({unit.text for unit in having}) != 1:
        return None
    unit = having[-1]
    ((answers, _),) = answering_unmet(topic, [with_names(unit.text)])
    opposite = denies(topic) != denies(unit.text)
    sure = not states and not opposite and answers >= 0 and not asks_what(topic)
    mine = unit.passage
    found = [p for p in meant if p.source == mine.source and mine.start <= p.start < mine.stop]
    return ForgetMatches(found or [clause_of(topic, told, unit)], sure=sure)


def _has_all(topic: str, unit: Unit) -> bool:
    language = language_meant(unit.text)
    things = {word.stem for _, word in words_at(topic, language) if not _is_empty(word)}
    return bool(things) and things <= {word.stem for _, word in words_at(unit.text, language)}


def _is_empty(word: GistWord) -> bool:
    """Whether a word of a topic names nothing: "the story with the panda"."""
    return word.weak or bool({word.stem, *(key.lstrip("=!") for key in word.meant)} & _EMPTY)


# "Where Finch Lane is" asks for one thing of what is named.
_ASKS_WHAT = re.compile(
    r"\W*(?:what|where|when|how|which|why|was|wo|wann|wie|warum|qué|dónde|cuándo|cómo)\b",
    re.IGNORECASE,
)


def asks_what(topic: str) -> bool:
    """Whether a topic is a question: "where Finch Lane is"."""
    return _ASKS_WHAT.match(topic) is not None


def stands_in(topic: str, text: str) -> bool:
    """Whether a topic stands there word for word, digits spelled out or not."""
    wanted, words = in_digits(topic), in_digits(text)
    starts = range(len(words) - len(wanted) + 1)
    return len(wanted) > 0 and any(words[at : at + len(wanted)] == wanted for at in starts)


def fits(told: Gist, said: Gist, names: Sequence[Name] = ()) -> float:
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


# Whether it is surely meant

# In logits, added to the answer score: each word of the topic found there, the maximum number of
# words counted, no word of it near any there, and one denying what the other says.
_WORD, _WORDS, _UNMET, _SAYS_NO, _ASKS_FOR_NO = 1.0, 3, 3.0, 2.0, 8.0
# From here on it is sure.
_SURE = 6.0
_NO = re.compile(
    r"\b(?:not|no|never|without|nothing|nobody|none|unable|lacks?|lacking|cannot)\b|n['’]t\b",
    re.IGNORECASE,
)


def is_sure(topic: str, text: str, *, answers: float, words: float, unmet: float) -> bool:
    """Whether a sentence is surely the one that a topic means, or is to be asked about.

    Weighed against requests for what nobody had told (bench/forgetting/data, each without the
    sentence it means): "forget what I weigh" then finds what the dog weighs.

    `answers` is how well it does (a logit), `words` how many words of the topic stand in it,
    `unmet` the share of what the topic asks that comes near nothing in it.
    """
    sure = answers + _WORD * min(words, _WORDS) - _UNMET * unmet
    asked, said = denies(topic), denies(text)
    if asked and not said:
        sure -= _ASKS_FOR_NO
    elif said and not asked:
        sure -= _SAYS_NO
    return sure >= _SURE


def denies(text: str) -> bool:
    """Whether it says no to something: "what I don't eat", "I have no life insurance"."""
    return bool(_NO.search(in_english(text)))
