"""The one thing that a request to forget names: what answers it as a question, and by its words.

"What the physio costs", "my leave", "that I don't own a TV": whoever asks for it by these would be
told it, so the model that tells what answers (llm.reader) finds it whatever its words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from llm import reader
from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import ForgetMatches, Unit
from memories.forgetting.requests.contrasts import far_from
from memories.text import MASK, Gist, gist, in_english, stems
from memories.text.identifiers import IdKind, identifiers, in_digits
from memories.text.names.eponyms import of_another_place
from memories.text.names.lists import given_names, roles
from memories.text.names.spellings import Name, naming
from memories.text.sameness.subjects import clauses

# From so much of a topic's words on a passage may be what it means.
_MAYBE = 0.34
# Of a topic as a whole so much must stand there for a sentence to be about it.
ALL_OF_IT = 0.8
# As logits: so far ahead of the next a sentence may surely be meant, and so near to the best others
# may be meant too.
_AHEAD, _NEAR = 1.5, 4.0
# What comes no nearer to a word of the topic (a cosine) does not meet it.
_MET = 0.55
# A topic without a question ("my health") takes all that answers so well, and so near to the best.
# So far behind the best it is no part of the topic, whatever words it has.
_OF_TOPIC, _BESIDE, _FAR = 7.0, 1.0, 5.0
# What may be another's answers by so much less.
_ANOTHERS = 3.0
# A clause says it, if it answers nearly as well as its sentence.
_AS_WELL = 1.5
# So many sentences are read, those first that share words with the topic; so many are asked about.
_READ, ASKED = 48, 4
# A name in so few capitals may be a word: TV, GP.
_SHORT = 3
# Within so many words a clause names who it is about, if it does at all.
_OPENS = 2
_CLAUSES = 6
# What the words of a topic ask for and no passage says: "the code of", "what I said about".
_EMPTY = frozenset(
    "thing stuff fact memory what where who when how why which number place plan story business"
    " sache ding nummer wann wo wie was wer warum wieviel viel qué que cuándo dónde cómo número"
    " cosa start told said surprise problem".split()
)
_PRONOUNS = frozenset({"he", "she", "they"})
_SAYS = re.compile(
    r"\b(?:says?|said|told|thinks|found|sagt|sagte|meint|meinte|dice|dijo|cree)\b", re.IGNORECASE
)
# With these begins what tells only when or where.
_WHEN = frozenset(
    "on in at during for after before since until next last this every when while by am im an auf"
    " bei seit nach vor während letzten letzte letztes nächsten nächste nächstes jeden en el la"
    " durante desde tras próximo próxima pendant en depuis après avant".split()
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
            logit - _perhaps_anothers(told, units[at]) - _far_from(asked, told, units[at]),
            rows[at][0],
            unmet,
        )
        for at, (logit, unmet) in zip(
            chosen, _answering(topic, [_own_words(told, units[at]) for at in chosen]), strict=True
        )
    ]
    return sorted(found, key=lambda each: -each.answers)


def _may_be(topic: str, told: Gist, names: Sequence[Name], unit: Unit, *, states: bool) -> bool:
    """Whether a sentence may be meant: it is not another's, and names who and what is asked for."""
    text = _own_words(told, unit)
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
    if not _all_of_another(told, unit):
        return True
    # Only of a person it is sure that they are another: "Finchley Road is where I change trains".
    persons = any(key.startswith("=") or key in given_names() for key in said.whose)
    return not states and not ("me" in told.whose and persons)


def _perhaps_anothers(told: Gist, unit: Unit) -> float:
    """What a sentence loses that may be another's."""
    return _ANOTHERS if _all_of_another(told, unit) else 0.0


def _far_from(asked: str, told: Gist, unit: Unit) -> float:
    return far_from(asked, told, unit.text, gist(unit.text)) if asked else 0.0


def _all_of_another(told: Gist, unit: Unit) -> bool:
    """Whether a sentence is another's, and so is each of its clauses."""
    if _said_by_a_professional(unit.text):
        return False
    return of_another(told, gist(unit.text)) and not _own(told, unit)


def _said_by_a_professional(text: str) -> bool:
    """Whether it is the person's in somebody's words: "the orthopaedist says it is torn"."""
    named = (roles().get((word.lower(),)) for word in text.split())
    known = any(role is not None and role.field == "service" for role in named)
    return known and bool(_SAYS.search(text))


def _own(told: Gist, unit: Unit) -> list[Passage]:
    """The clauses of a sentence that say whose they are, and are not another's, if others are."""
    parts = [
        (part, gist(" ".join(part.words.split()[:_OPENS])).whose) for part in _pieces(unit)[1:]
    ]
    said = [(part, of_another(told, gist(part.words))) for part, whose in parts if whose]
    if not any(is_anothers for _, is_anothers in said):
        return []
    return [part for part, is_anothers in said if not is_anothers]


def _own_words(told: Gist, unit: Unit) -> str:
    """What of a sentence is not another's."""
    return ", ".join(part.words for part in _own(told, unit)) or unit.text


def answering(topic: str, texts: Sequence[str]) -> list[float]:
    """How well each text answers a topic as a question, as logits."""
    return [logit for logit, _ in _answering(topic, texts)]


def _answering(topic: str, texts: Sequence[str]) -> list[tuple[float, float]]:
    """The same, and how much of the topic comes near nothing in the text."""
    if not texts:
        return []
    (asked,) = reader.read([in_english(topic)], as_questions=True)
    said = reader.read([in_english(text) for text in texts], as_questions=False)
    counts = reader.counts(asked)
    return [
        (reader.answers(asked, each), float(counts[reader.covered(asked, each) < _MET].sum()))
        for each in said
    ]


def stands_in(topic: str, text: str) -> bool:
    """Whether a topic stands there word for word, digits spelled out or not."""
    wanted, words = in_digits(topic), in_digits(text)
    starts = range(len(words) - len(wanted) + 1)
    return len(wanted) > 0 and any(words[at : at + len(wanted)] == wanted for at in starts)


def clause_of(topic: str, told: Gist, unit: Unit) -> Passage:
    """The clause of a sentence that says it, where one by itself answers as well."""
    pieces = _own(told, unit) or _pieces(unit)
    if len(pieces) == 1:
        return pieces[0]
    if value := _that_gives(told, pieces):
        return value
    logits = answering(topic, [piece.words for piece in pieces])
    least = max(logits) - _AS_WELL
    as_well = [piece for piece, logit in zip(pieces, logits, strict=True) if logit >= least]
    return _with_what_it_is(min(as_well, key=lambda piece: len(piece.words)), unit.passage)


# What a topic may ask for, by its meaning, and what such a thing looks like.
_LOOKS_LIKE = {"=phone number": IdKind.NUMBER, "=email": IdKind.MAIL, "=iban": IdKind.IBAN}
# A shorter number is no phone's.
_OF_A_PHONE = 5


def _that_gives(told: Gist, pieces: Sequence[Passage]) -> Passage | None:
    """The one clause in which the number or the address stands that a topic asks for."""
    wanted = {_LOOKS_LIKE[key] for word in told.words for key in word.meant if key in _LOOKS_LIKE}
    if len(wanted) != 1:
        return None
    holding = [piece for piece in pieces if _held(piece.words) & wanted]
    if not holding or len({piece.stop for piece in holding}) > 1:
        return None
    return min(holding, key=lambda piece: len(piece.words))


def _held(words: str) -> set[IdKind]:
    """The kinds of the identifiers in it, without short numbers."""
    found = identifiers(words)
    return {e.kind for e in found if e.kind is not IdKind.NUMBER or len(e.canonical) > _OF_A_PHONE}


def _with_what_it_is(piece: Passage, whole: Passage) -> Passage:
    """A clause with the rest of its sentence, where that goes on about it.

    Of "the insurance is with Hartwell's and it renews in April" nothing is left to say of it.
    """
    rest = whole.words[piece.stop - whole.start :]
    if not _GOES_ON.match(rest):
        return piece
    start = piece.start - whole.start
    return replace(piece, stop=whole.stop, words=whole.words[start:])


# Not "and it rained", nor German "das", which opens anything.
_GOES_ON = re.compile(
    r"^\W*(?:and|but|so|und|aber)?\W*(?:which\b"
    r"|it\s+(?:costs?|renews|runs|ends|ended|expires|starts|weighs|belongs|leaks)\b"
    r"|(?:es|sie)\s+(?:kostet|läuft|endet|gehört)\b)",
    re.IGNORECASE,
)


def _pieces(unit: Unit) -> list[Passage]:
    """A sentence, and its clauses where it has some."""
    found = [unit.passage]
    parts = list(clauses(unit.text))
    if 1 < len(parts) <= _CLAUSES:
        for start, stop in parts:
            stop = _with_what_is_added(unit.text, parts, stop)
            words = unit.text[start:stop]
            left = len(words) - len(words.lstrip())
            words = words.strip()
            if words and MASK not in words and not _tells_only_when(words):
                at = unit.passage.start + start + left
                found.append(Passage(unit.passage.source, at, at + len(words), words))
    return found


def _tells_only_when(words: str) -> bool:
    """Whether it is no clause: "On last summer's trip" before what happened there."""
    return words.split()[0].lower() in _WHEN and not gist(words).whose


def _with_what_is_added(text: str, parts: Sequence[tuple[int, int]], stop: int) -> int:
    """Where a clause ends, with what a comma adds to it: "she is pregnant, due in April"."""
    for start, end in parts:
        if start < stop or text[stop:start].strip() != ",":
            continue
        if gist(text[start:end]).whose - _PRONOUNS:
            break
        stop = end
    return stop


def of_another(told: Gist, said: Gist) -> bool:
    """Whether what is said is somebody's, and not theirs of whom a topic speaks."""
    whose = told.whose - _PRONOUNS
    return bool(whose and said.whose and not whose & said.whose)


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

# As logits beside how well it answers: each word of the topic that stands there, up to so many;
# that none of its words finds one near it; that one denies what the other says.
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
