"""Lasting facts in a message of the person's, whatever its words: "type 1 since i was 12".

A classifier decides (memories.learning.reading.lasting); what is pasted, quoted, asked or fenced
off is left out before (memories.learning.reading.own_parts), and secrets are never learned.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from memories.learning.changing.deaths import says_died
from memories.learning.changing.endings import says_over
from memories.learning.reading import lasting
from memories.learning.reading.doubt import is_remark_of_doubt, sure_part
from memories.learning.reading.facts import FactSpan, facts_of, says_who, speaks_of_another
from memories.learning.reading.lasting import SentenceReading
from memories.learning.reading.own_parts import OwnSentence, own_parts
from memories.learning.reading.own_words import own_and_meant
from memories.learning.reading.pronouns import by_name, points_back
from memories.learning.reading.telegraphic import going_on
from memories.learning.statements import (
    LONGEST_MESSAGE,
    LONGEST_SENTENCE,
    FirstPersonStatement,
    is_preference,
    without_opening,
)
from memories.models import Memory
from memories.text import LONGEST_QUESTION, QUESTION_MARKS, Span, asks, names_in, sentences
from memories.text.fact_parts import tells_one_value
from memories.text.question_detection import plainly_asks, tells_in_passing, without_passing
from memories.text.secrets import is_secret, kept_back

# From this on a sentence tells something that lasts.
LASTS = 0.5
# From this on it does though it looks like a request, a question or small talk.
SURELY = 0.92
# From this on where rules read in it what somebody has one of: "Tom lives in York".
RULED = 0.2
# From this on a part of a sentence stands alone.
STANDS = 0.5
# From this on it may: the person is asked.
PERHAPS = 0.33
# Minimum probability that a message is the person's own words, and meant: to learn from it, and to
# ask the person.
OWN, PERHAPS_OWN = 0.14, 0.05
# What is learned is as sure as this at the least.
_SURE = 0.85
_NO_TELLING = frozenset(("question", "task", "small talk"))
# Of more sentences it is not read as a whole: it was pasted, or a letter.
_WHOLE = 4
# A sentence of fewer words does not stand alone: "same place". Nor does one that points back.
_ALONE = 3
# A message of such scraps is one: "booked lisbon. 2 to 6 july. flying from hull".
_SCRAP = 4
# Nor does a short one that points anywhere: "I don't like it".
_FEW = 5
_POINTS = re.compile(r"\b(?:it|this|that|them|these|those|das|dies|eso|esto)\b", re.IGNORECASE)
# That two parted is no news of the day, nor that somebody died.
_PARTED = re.compile(
    r"\b(?:split up|broke up|broken up|getrennt|schluss gemacht|auseinander|divorced|geschieden"
    r"|nos separamos|nos hemos separado|lo dejamos|divorci\w+)\b",
    re.IGNORECASE,
)
# "Nach elf Jahren." says when, of what is before it.
_BESIDES = re.compile(
    r"(?:after|since|before|for|with|without|despite|nach|seit|vor|mit|ohne|trotz|después|desde|tras"
    r"|con|sin)\s+(?:[\w’'-]+\s+){0,3}[\w’'-]+\W*$",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"^(?:(?:and|but|so|und|aber|y|pero)\s+)?(?:he|she|they|it|that|this|er|sie|es|das|der|ella?|ellos"
    r"|eso|esto|(?:the|my|our)\s+(?:\w+\s+)?ones?"
    r"|(?:der|die|das|mein)\s+(?:eine|andere|beste|erste|letzte|zweite|kleinere?|größere?)(?=\s+(?-i:[a-zäöü])))"
    r"(?:['’]\w+)?\b",
    re.IGNORECASE,
)


# Somebody says who they are.
_WHO_I_AM = re.compile(
    r"\b(?:i['’]?m|i am|my name is|ich bin|i bin|ich bi|mein name ist|ich heiße|soy|me llamo)\b",
    re.IGNORECASE,
)
# How a German message greets before it says something: read with the rest, that is small talk.
_GREETING = re.compile(
    r"^(?:hallo(?:\s+(?:zusammen|du))?|guten\s+(?:tag|morgen|abend)|grüß\s+(?:gott|dich)|grüezi|servus"
    r"|moin(?:\s+moin)?)(?:\s+yarnnn)?\s*[,!.–-]\s*(?=\S)",
    re.IGNORECASE,
)
# A fact of a message, and what it is taken for.
ReadFact = tuple[FactSpan, SentenceReading]


def told(text: str, before: Sequence[str] = ()) -> list[FirstPersonStatement]:
    """The lasting statements of a person's own message, in the order they were told.

    `before` is what they said in the conversation before it, the latest first: it tells whom a
    pronoun means.
    """
    telling = _telling(text)
    parts = _sure(telling)
    if not parts or _own(text) < OWN:
        return []
    cut = [_cut(text, part, before) for part in parts]
    named = [_named(text, part, before, parts) for part in parts]
    each_read = [
        fact.read(text) if fact.subject else part.read
        for part, fact in zip(parts, named, strict=True)
    ]
    wholes = [" ".join(part.words for part in parts), *each_read]
    readings = lasting.read([*wholes, *(fact.read(text) for facts in cut for fact in facts)])
    message, each, rest = readings[0], readings[1 : len(wholes)], iter(readings[len(wholes) :])
    found: list[ReadFact] = []
    several = 1 < len(parts) <= _WHOLE and not any(part.reported for part in parts)
    # What is doubted in between would be told with the rest.
    several = several and parts == telling
    whole = FactSpan(Span(parts[0].span.start, parts[-1].span.stop))
    if several and _lasts(message) and all(_is_scrap(part.words) for part in parts):
        return _statements(text, [(whole, message)])
    for part, reading, facts, one in zip(parts, each, cut, named, strict=True):
        its = [next(rest) for _ in facts]
        if part.words.endswith(":") and reading.kind in _NO_TELLING:
            # "Make this shorter:" hands over all that follows.
            return _statements(text, found)
        span = part.span if one.subject else _standing_alone(text, part, parts)
        alone = _joined(text, facts, its, reading) if span == part.span else []
        if alone:
            found += alone
        elif span and _lasts(reading, part.words):
            if found and span.start <= found[-1][0].span.start < part.span.start:
                _go_on(found, part.span.stop)
            else:
                found.append((one if one.subject else FactSpan(span), reading))
    if not found and several and _lasts(message):
        found.append((whole, message))
    statements = _statements(text, found)
    return _sure_ones(statements) if "?" in text and _asks_besides(text) else statements


def _go_on(found: list[ReadFact], stop: int) -> None:
    """Let the last fact hold what is said of it in the sentence behind it, too."""
    fact, reading = found[-1]
    found[-1] = replace(fact, span=Span(fact.span.start, stop)), reading


def _asks_besides(text: str) -> bool:
    """Whether a message asks something, not only in passing."""
    said = (span.of(text) for span in sentences(text))
    return any("?" in each and not tells_in_passing(each) for each in said)


def perhaps_told(text: str, before: Sequence[str] = ()) -> list[FirstPersonStatement]:
    """Facts of a message that may last but are too uncertain to be learned.

    The person is asked. Nothing of a message that asks for something to be done.
    """
    parts, own = _telling(text), _own(text)
    if not parts or own < PERHAPS_OWN:
        return []
    sure = {part.span for part in _sure(parts)} if own >= OWN else set()
    named = [_named(text, part, before, parts) for part in parts]
    readings = lasting.read(
        [
            fact.read(text) if fact.subject else part.read
            for part, fact in zip(parts, named, strict=True)
        ]
    )
    if any(reading.kind == "task" for reading in readings):
        return []
    learned = [each.span for each in told(text, before)]
    return [
        _statement(text, fact, reading)
        for part, fact, reading in zip(parts, named, readings, strict=True)
        if _stands_alone(fact.of(text))
        and reading.lasting >= PERHAPS
        and (reading.lasting < LASTS or part.span not in sure)
        and reading.kind not in _NO_TELLING
        and part.words == part.span.of(text)
        and not asks(part.words)
        and not any(s.start < part.span.stop and part.span.start < s.stop for s in learned)
    ]


def seems_to_ask(text: str) -> bool:
    """Whether a message that no word makes a question is one all the same: "berth number quick"."""
    if len(text) > LONGEST_QUESTION:
        return False
    return _asks(lasting.read([text])[0])


def _asks(reading: SentenceReading) -> bool:
    return reading.kind == "question" and reading.lasting < SURELY


def _sure_ones(found: list[FirstPersonStatement]) -> list[FirstPersonStatement]:
    """Beside a question stands why it is asked ("The vet is on the phone"): what surely lasts."""
    readings = lasting.read([each.content for each in found])
    return [each for each, read in zip(found, readings, strict=True) if read.lasting >= SURELY]


def _is_scrap(words: str) -> bool:
    return len(words.split()) <= _SCRAP and not says_who(words)


def in_full(text: str) -> dict[Span, str]:
    """The own sentences of a message that leave to another whom they are about, each with that."""
    parts = own_parts(text)
    named = {part.span: _named(text, part, (), parts) for part in parts}
    return {span: fact.in_full(text) for span, fact in named.items() if fact.subject}


def _cut(text: str, part: OwnSentence, before: Sequence[str]) -> list[FactSpan]:
    """The facts a sentence may be cut into: none where it is one."""
    facts = [] if part.reported else facts_of(text, part.span)
    cut: list[FactSpan] = []
    for fact in facts if len(facts) > 1 else []:
        named = by_name(text, fact, before)
        if cut and (same := _same_subject(text, cut[-1], named)):
            named = same
        if cut and not named.subject and speaks_of_another(fact.of(text)):
            # Whose it is, only what is before it tells.
            cut[-1] = replace(cut[-1], span=Span(cut[-1].span.start, fact.span.stop))
        else:
            cut.append(named)
    return cut if len(cut) > 1 else []


def _same_subject(text: str, before: FactSpan, fact: FactSpan) -> FactSpan | None:
    """A fact that has the pronoun of the one before it for a subject, with the name for that."""
    pronoun = before.span.of(text)[before.at : before.lead].strip().lower()
    if not pronoun or fact.subject.strip().lower() != pronoun:
        return None
    return replace(fact, subject=f"{before.subject.strip()} ", who=f"{before.who.strip()} ")


def _named(
    text: str, part: OwnSentence, before: Sequence[str], parts: Sequence[OwnSentence]
) -> FactSpan:
    """A sentence as one fact, with the name of whom its pronoun means, or whom it leaves out."""
    whole = FactSpan(part.span)
    if part.words != whole.of(text):
        return whole
    named = by_name(text, whole, before)
    return named if named.subject else (going_on(text, part, parts) or named)


def _joined(
    text: str, facts: list[FactSpan], readings: list[SentenceReading], whole: SentenceReading
) -> list[ReadFact]:
    """The facts of a sentence that stand alone, the rest with those before them.

    None where the sentence tells nothing, or where its beginning is no fact by itself.
    """
    introduces = [not n and bool(_WHO_I_AM.search(fact.of(text))) for n, fact in enumerate(facts)]
    lasting_ones = [
        # Who they are comes first, and is told in few words: "Hi, I'm Clara, 46".
        reading.lasting >= (PERHAPS if (fact.who or introduces[n]) and _lasts(whole) else STANDS)
        for n, (fact, reading) in enumerate(zip(facts, readings, strict=True))
    ]
    if any(lasting_ones) and facts[lasting_ones.index(True)].who:
        # "Clara called, she is a vet now": what only leads to it is no part of it. What says that
        # something ended is.
        first = lasting_ones.index(True)
        first = next((n for n in range(first) if says_over(facts[n].of(text))), first)
        facts, readings, lasting_ones = facts[first:], readings[first:], lasting_ones[first:]
    if not any(lasting_ones) or not (_lasts(whole) or all(lasting_ones)):
        return []
    if first := lasting_ones.index(True):
        # "I'm Clara, I live in Leith": what is no fact by itself begins the next.
        span = Span(facts[0].span.start, facts[first].span.stop)
        lead = replace(facts[0], span=span)
        facts = [lead, *facts[first + 1 :]]
        readings, lasting_ones = readings[first:], lasting_ones[first:]
    found: list[ReadFact] = []
    for fact, reading, lasts in zip(facts, readings, lasting_ones, strict=True):
        if lasts:
            found.append((fact, reading))
        else:
            before, its = found[-1]
            span = Span(before.span.start, fact.span.stop)
            found[-1] = replace(before, span=span), its
    return found


def surely_lasting(texts: Sequence[str]) -> list[bool]:
    """Which of these sentences tell something that surely lasts: worth a look by the person."""
    return [reading.lasting >= SURELY for reading in lasting.read(texts)]


def states(text: str) -> bool:
    """Whether a message tells something, lasting or not, and does not ask or make small talk."""
    return lasting.read([text[:LONGEST_SENTENCE]])[0].kind not in _NO_TELLING


def asks_for_work(text: str) -> bool:
    """Whether a message wants something done with it, or for it: "Write a poem about storms"."""
    return lasting.read([text[:LONGEST_SENTENCE]])[0].kind == "task"


def own_sentences(text: str) -> list[Span]:
    """The sentences of a message that may tell something: nothing pasted, quoted, asked or fenced.

    None of a message long enough to have been pasted.
    """
    return [part.span for part in _asked_nothing(text) if part.words == part.span.of(text)]


def said_surely(text: str) -> str:
    """The parts of a message said without doubt: nothing of "I might move to Lyon".

    Nor of what asks without a word that asks ("can't remember when the dentist is"), or was pasted.
    """
    parts = _telling(text)
    if _own(text) < PERHAPS_OWN:
        return ""
    sure = _sure(parts)
    readings = lasting.read([part.words for part in sure])
    telling = [part for part, read in zip(sure, readings, strict=True) if not _asks(read)]
    return text if telling == parts else " ".join(part.words for part in telling)


def _sure(parts: list[OwnSentence]) -> list[OwnSentence]:
    """What is said without doubt, of each sentence the part that is."""
    found: list[OwnSentence] = []
    for part in parts:
        if is_remark_of_doubt(part.words):
            del found[-1:]
            continue
        sure = sure_part(part.words)
        if sure == Span(0, len(part.words)):
            found.append(part)
        elif sure and len(part.words) == part.span.stop - part.span.start:
            span = Span(part.span.start + sure.start, part.span.start + sure.stop)
            found.append(OwnSentence(span, sure.of(part.words), part.reported))
    return found


def _own(text: str) -> float:
    return own_and_meant(text) if len(text) <= LONGEST_MESSAGE else 0.0


def _telling(text: str) -> list[OwnSentence]:
    if kept_back(text):
        return []
    return [part for part in _asked_nothing(text) if not is_secret(part.words)]


def secrets_in(text: str) -> list[Span]:
    """The sentences of a message that tell a password, a PIN, or the number of a card."""
    return [part.span for part in _asked_nothing(text) if is_secret(part.words)]


def _asked_nothing(text: str) -> list[OwnSentence]:
    if len(text) > LONGEST_MESSAGE:
        return []
    return [_telling_part(part) for part in own_parts(text) if _may_tell(part)]


def _telling_part(part: OwnSentence) -> OwnSentence:
    """A sentence without what it only asks in passing ("…, did I say?"), and without a greeting."""
    words = without_passing(part.words)
    start, stop = part.span.start, part.span.stop
    if len(part.words) != stop - start:
        return part
    greeting = _GREETING.match(words)
    # A greeting alone is one.
    begins = greeting.end() if greeting and len(words) > greeting.end() else 0
    words = words[begins:]
    if words == part.words:
        return part
    return replace(part, span=Span(start + begins, start + begins + len(words)), words=words)


def _may_tell(part: OwnSentence) -> bool:
    asked = part.words.rstrip("\"'”’) ").endswith(QUESTION_MARKS)
    asked = plainly_asks(part.words) or (asked and not tells_in_passing(part.words))
    told = any(c.isalpha() for c in part.words) and len(part.words) <= LONGEST_SENTENCE
    return told and not asked


def _lasts(reading: SentenceReading, words: str = "") -> bool:
    if (_PARTED.search(words) or says_died(words)) and names_in(words):
        return True
    if reading.kind in _NO_TELLING or asks(words):
        return reading.lasting >= SURELY
    return reading.lasting >= (RULED if tells_one_value(words) else LASTS)


def _standing_alone(text: str, part: OwnSentence, parts: list[OwnSentence]) -> Span | None:
    """A sentence, with the one before it where it does not stand alone.

    None where that one is not to be told: "What if he stops paying? He hasn't."
    """
    if _stands_alone(part.words):
        return part.span
    at = parts.index(part)
    before = parts[at - 1].span.stop if at else 0
    if text[before : part.span.start].strip():
        return None
    return Span(parts[at - 1].span.start, part.span.stop) if at else part.span


def _stands_alone(words: str) -> bool:
    many = len(words.split())
    points = _POINTS_BACK.match(words) or (many <= _FEW and _POINTS.search(words))
    points = points or (many <= _FEW and _BESIDES.match(words))
    return many >= _ALONE and not points and not points_back(words)


def _statements(text: str, facts: Sequence[ReadFact]) -> list[FirstPersonStatement]:
    return [_statement(text, fact, reading) for fact, reading in facts]


def _statement(text: str, fact: FactSpan, reading: SentenceReading) -> FirstPersonStatement:
    said = fact.span if fact.subject else without_opening(text, fact.span)
    words = fact.of(text) if fact.subject else said.of(text)
    kind = Memory.Kind.FACT
    if reading.kind == "preference" or is_preference(words):
        kind = Memory.Kind.PREFERENCE
    return FirstPersonStatement(
        said, words[:1].upper() + words[1:], kind, max(reading.lasting, _SURE)
    )
