"""The clause of a sentence that a topic means, and whose it is."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from llm import reader
from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import Unit
from memories.text import MASK, Gist, gist, in_english, language_meant, names_in
from memories.text.identifiers import IdKind, identifiers
from memories.text.names.spellings import Name, naming
from memories.text.sameness.gist import words_at
from memories.text.sameness.subjects import clauses
from memories.text.sameness.verbs import is_verb

# What comes no nearer to a word of the topic (a cosine) does not meet it.
_MET = 0.55
# A clause says it, if it answers nearly as well as its sentence; and one as well as another.
_AS_WELL, _AS_ANOTHER = 1.5, 0.5
# Number of first words in which a clause names who it is about.
_OPENS = 2
_CLAUSES = 6
_PRONOUNS = frozenset({"he", "she", "they"})
# With these begins what tells only when or where.
_WHEN = frozenset(
    "on in at during for after before since until next last this every when while by am im an auf"
    " bei seit nach vor während letzten letzte letztes nächsten nächste nächstes jeden en el la"
    " durante desde tras próximo próxima pendant en depuis après avant".split()
)


# Behind an article they tell when, too.
_ARTICLES = frozenset({"el", "la"})
_SPANISH_TIME = re.compile(
    r"\d|(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|pr[oó]xim|pasad|semana|mes|año"
    r"|noche|mañana|tarde|fin)"
)


def of_another(told: Gist, said: Gist) -> bool:
    """Whether what is said is somebody's, and not theirs of whom a topic speaks."""
    whose = told.whose - _PRONOUNS
    return bool(whose and said.whose and not whose & said.whose)


def own_clauses(told: Gist, unit: Unit) -> list[Passage]:
    """The clauses of a sentence that say whose they are, and are not another's, if others are."""
    parts = [
        (part, gist(" ".join(part.words.split()[:_OPENS])).whose) for part in _pieces(unit)[1:]
    ]
    said: list[tuple[Passage, bool]] = []
    for part, whose in parts:
        if said and ((whose and whose <= _PRONOUNS) or begins_with_verb(part.words, unit.text)):
            # "Sabine is my daughter, she teaches and owes me 40": whose it is, the clause before
            # it says.
            said.append((part, said[-1][1]))
        elif whose:
            said.append((part, of_another(told, gist(part.words))))
    if not any(is_anothers for _, is_anothers in said):
        return []
    return [part for part, is_anothers in said if not is_anothers]


def all_of_another(told: Gist, unit: Unit) -> bool:
    """Whether a sentence is another's, and so is each of its clauses."""
    said = gist(unit.text)
    if not of_another(told, said) or told.whose & (said.keys | said.kin):
        # "My mum's Netta, …" is of Netta, and of "my mum".
        return False
    return not own_clauses(told, unit)


def may_be_of(told: Gist, names: Sequence[Name], unit: Unit) -> bool:
    """Whether a sentence, or a clause with these names, is theirs of whom a topic speaks."""
    if not of_another(told, gist(unit.text)):
        return True
    own = own_words(told, unit)
    named = own == unit.text or all(naming(own, [name]) for name in names)
    return named and not all_of_another(told, unit)


def own_words(told: Gist, unit: Unit) -> str:
    """What of a sentence is not another's."""
    return ", ".join(part.words for part in own_clauses(told, unit)) or unit.text


def answering(topic: str, texts: Sequence[str]) -> list[float]:
    """How well each text answers a topic as a question, as logits."""
    return [logit for logit, _ in answering_unmet(topic, texts)]


def answering_unmet(topic: str, texts: Sequence[str]) -> list[tuple[float, float]]:
    """The same, and how much of the topic comes near nothing in the text."""
    if not texts:
        return []
    (asked,) = reader.read([in_english(topic)], as_questions=True)
    said = reader.statements([in_english(text) for text in texts])
    counts = reader.counts(asked)
    return [
        (reader.answers(asked, each), float(counts[reader.covered(asked, each) < _MET].sum()))
        for each in said
    ]


def clause_of(topic: str, told: Gist, unit: Unit) -> Passage:
    """The clause of a sentence that says it, where one by itself answers as well."""
    pieces = own_clauses(told, unit) or _pieces(unit)
    if len(pieces) == 1:
        return pieces[0]
    if value := _that_gives(told, pieces) or _with_its_value(topic, told, unit):
        return value
    pieces = _with_its_words(topic, told, pieces)
    logits = answering(topic, [_with_name(piece.words, unit.text) for piece in pieces])
    likely = list(zip(pieces, logits, strict=True))
    parts = [each for each in likely if each[0] != unit.passage]
    best = max((logit for _, logit in parts), default=0.0)
    if not parts or best < max(logits) - _AS_WELL:
        return unit.passage
    as_well = [piece for piece, logit in parts if logit >= best - _AS_ANOTHER]
    return _with_what_it_is(min(as_well, key=lambda piece: len(piece.words)), unit.passage)


def _with_its_words(topic: str, told: Gist, pieces: list[Passage]) -> list[Passage]:
    """A sentence, and of its clauses those that have the things a topic names, if some have all.

    "The mule" is meant by what says "mule", and not by what says as much of the geese.
    """
    whole, *parts = pieces
    things = {word.stem for word in told.words if not (word.name or word.weak)}
    languages = {told.language, language_meant(whole.words)}
    there = things & _stems(whole.words, languages)
    having = [part for part in parts if there and there <= _stems(part.words, languages)]
    if not having and len(there) > 1 and not _OF.search(topic):
        # "The goose deposit" is a deposit.
        last = [word.stem for word in told.words if word.stem in there][-1:]
        having = [part for part in parts if {*last} <= _stems(part.words, languages)]
        return having or pieces
    return [whole, *having] if having else pieces


# With these a topic says of what its first word is.
_OF = re.compile(
    r"\b(?:of|for|with|from|at|in|on|about|to|and|von|vo[mn]|für|mit|aus|bei[m]?|am|im|und|de|del|para|con|y)\b",
    re.IGNORECASE,
)


def _stems_in_order(text: str, language: str) -> list[str]:
    return [word.stem for _, word in words_at(text, language)]


def _stems(text: str, languages: Collection[str]) -> set[str]:
    return {word.stem for each in languages for _, word in words_at(text, each)}


# "Sie ist Lehrerin", "shes a nurse": of whom that is said, the clause before it tells.
_OF_WHOM = re.compile(
    r"\W*(?:(?:and|und|y|et)\s+)?(?:(?:she|he)(?:['’]?s)?|er|sie|ella|él|elle|il|lei|lui)\s",
    re.IGNORECASE,
)


_SOMEBODY = ("person", "pet")


def with_names(text: str) -> str:
    """A sentence with the name for the pronouns that its later clauses begin with."""
    parts = [text[start:stop] for start, stop in clauses(text)]
    named = [*parts[:1], *(_with_name(part, text) for part in parts[1:])]
    return text if named == parts else ", ".join(named)


def _with_name(clause: str, sentence: str) -> str:
    """A clause with the first name of its sentence for the pronoun, or before the verb, that it
    begins with: "and works in a bank"."""
    pronoun = _OF_WHOM.match(clause)
    name = next((e.name for e in names_in(sentence) if e.name and e.type in _SOMEBODY), "")
    goes_on = begins_with_verb(clause, sentence)
    if "me" in gist(" ".join(sentence.split()[:_OPENS])).whose and not pronoun:
        # "I live in Leeds and have a dog."
        return clause
    if not name or not (pronoun or goes_on):
        return clause
    if not pronoun:
        return f"{name} {clause.lstrip()}"
    verb = "is " if pronoun.group().rstrip().lower().endswith("s") else ""
    return f"{name} {verb}{clause[pronoun.end() :]}"


def begins_with_verb(clause: str, sentence: str) -> bool:
    """Whether a clause leaves out whom it tells of: "and works in a bank"."""
    first = clause.split()[:1]
    return bool(first) and is_verb(first[0], language_meant(sentence))


# What a topic may ask for, by its meaning, and what such a thing looks like.
_LOOKS_LIKE = {"=phone number": IdKind.NUMBER, "=email": IdKind.MAIL, "=iban": IdKind.IBAN}
# A shorter number is no phone's.
_OF_A_PHONE = 5


def gives(told: Gist, words: str) -> bool:
    """Whether a number or an address stands there, if that alone is what a topic asks for."""
    asked = [word for word in told.words if not (word.name or word.weak)]
    looks = [{_LOOKS_LIKE[key] for key in word.meant if key in _LOOKS_LIKE} for word in asked]
    # Of "my email password" no address is asked for.
    return not looks or not all(looks) or bool(_held(words) & set().union(*looks))


def _that_gives(told: Gist, pieces: Sequence[Passage]) -> Passage | None:
    """The one clause in which the number or the address stands that a topic asks for."""
    wanted = {_LOOKS_LIKE[key] for word in told.words for key in word.meant if key in _LOOKS_LIKE}
    if len(wanted) != 1:
        return None
    holding = [piece for piece in pieces if _held(piece.words) & wanted]
    if not holding or len({piece.stop for piece in holding}) > 1:
        return None
    return min(holding, key=lambda piece: len(piece.words))


def _with_its_value(topic: str, told: Gist, unit: Unit) -> Passage | None:
    """The one clause that has a number and what a topic tells it by: "the safe's combination".

    Of two PINs the one of what is named; else that of which the other clauses tell nothing.
    """
    asked = {word.stem for word in told.words if not (word.name or word.weak)}
    languages = {told.language, language_meant(unit.text)}
    things = [stem for stem in _stems_in_order(topic, told.language) if stem in asked]
    things = [stem for stem in things if stem in _stems(unit.text, languages)]
    if len(things) < 2:
        return None
    of_it = _OF.search(topic) is not None
    named, whose = (things[0], things[1:]) if of_it else (things[-1], things[:-1])
    parts = [part for part in added_parts(unit) if part != unit.passage]
    parts = [part for part in parts if any(letter.isdigit() for letter in part.words)]
    for wanted in (set(whose), {named}):
        having = [piece for piece in parts if wanted & _stems(piece.words, languages)]
        if len(having) == 1:
            return having[0]
    return None


def _held(words: str) -> set[IdKind]:
    """The kinds of the identifiers in it, without short numbers."""
    found = identifiers(words)
    return {e.kind for e in found if e.kind is not IdKind.NUMBER or len(e.canonical) > _OF_A_PHONE}


def _with_what_it_is(piece: Passage, whole: Passage) -> Passage:
    """A clause with the rest of its sentence, where that goes on about it.

    Of "the insurance is with Hartwell's and it renews in April" nothing is left to say of it.
    """
    rest = whole.words[piece.stop - whole.start :]
    # "National insurance number: QQ 12 34 56 C": the name of a value is nothing without it.
    if not (_GOES_ON.match(rest) or rest.lstrip().startswith(":")):
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


def added_parts(unit: Unit) -> Iterator[Passage]:
    """A sentence and its clauses, down to what a comma adds to one."""
    yield unit.passage
    for start, stop in clauses(unit.text):
        words = unit.text[start:stop].strip(" .!")
        at = unit.passage.start + start + unit.text[start:stop].index(words)
        if words and MASK not in words:
            yield Passage(unit.passage.source, at, at + len(words), words)


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
    first, *others = words.lower().split()
    if first in _ARTICLES and not _SPANISH_TIME.match(" ".join(others)):
        # "La combinación es 24-8-61".
        return False
    return first in _WHEN and not gist(words).whose


def _with_what_is_added(text: str, parts: Sequence[tuple[int, int]], stop: int) -> int:
    """Where a clause ends, with what a comma adds to it: "she is pregnant, due in April"."""
    for start, end in parts:
        if start < stop or text[stop:start].strip() != ",":
            continue
        if gist(text[start:end]).whose - _PRONOUNS or _OF_WHOM.match(text[start:end]):
            break
        stop = end
    return stop
