"""Find what answers a question: one reading, one verdict, whoever asks.

The chat without a model, the Memory page, the API and what a model is told all ask here.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories.answers import lookup, passage_ranking
from memories.answers.choosing import choose
from memories.answers.learned_parts import by_best_part, fact_by_fact, facts_in, in_whole_sentences
from memories.answers.newest import newest_first, tells_end, with_earlier, without_parts
from memories.answers.passages import AnswerPassage, distinct, passages_of
from memories.answers.persons import circle
from memories.answers.persons.kinship import Kinship, MentionedPeople, PersonRef
from memories.answers.persons.people import names_in
from memories.answers.relatives import is_another, is_of_the_others, relatives_told
from memories.answers.retrievers import add_retrieved
from memories.answers.same_message import said_beside, unlearned, whole_messages
from memories.answers.scoring.analysed_passage import AnalysedPassage, aims_of, read
from memories.answers.scoring.question import AnalysedQuestion, naming, take_apart
from memories.answers.shapes import Answer, Question
from memories.answers.times.agenda import days_asked, whats_on, whats_on_besides
from memories.answers.times.past_questions import tells_only_now, tells_what_was
from memories.answers.times.time_match import of_that_time, without_time
from memories.answers.unasked_secrets import hidden, without_unasked_secrets
from memories.answers.verdicts import SURE, Verdict, verdict_of
from memories.answers.yes_no import whether
from memories.learning.changing.deaths import has_died
from memories.learning.changing.endings import ends
from memories.models import Source
from memories.recall import Item, recall
from memories.source_kinds import kind_of
from memories.text import (
    asked_within,
    asks,
    content_words,
    first_person,
    in_english,
    sentences,
    times,
)
from memories.text.calendar.tense import asks_before, in_present
from memories.text.expected_answers import ExpectedAnswer
from memories.text.meaning.english_words import others_for

# Maximum number of people named when asked who one's children are.
RELATIVES = 6
# Maximum number of passages of documents and pasted texts read sentence by sentence: they are
# long.
READ = 6
PASTED = 600  # characters
# Maximum characters compared of a question and of a text without a full stop: comparing takes time
# in proportion to their length.
LOOKED_AT = 240
# Maximum number of chat passages looked at that have no full stop for LOOKED_AT characters: a
# pasted page without any is a dozen, and each costs as much as five sentences.
RUN_ON = 3
# Maximum number of translations tried for each word of the question.
MEANINGS = 6
# A name that ends in "s" may be several of that name, if it is longer than this.
_SHORTEST_PLURAL = 3
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]{2}|\d")
_WHO_IS = re.compile(
    r"\W*(?:who|wer|quién)(?:['’]?s|\s+(?:is|are|ist|sind|es|son))\s+[\w'’-]+(?:\s[\w'’-]+)?\W*",
    re.IGNORECASE,
)


def find_answer(user: User, question: Question) -> Answer:
    """Find what answers. Call it outside of `acting_as`: it recalls.

    Of a text that also says something, what it asks is answered.
    """
    question = replace(question, text=_what_asks(question.text))
    asked_days = None if question.filtered else days_asked(user, question)
    if asked_days and (on := whats_on(user, question, asked_days)):
        return on
    found = _by_words_and_meaning(user, question)
    if asked_days and found.verdict is not Verdict.SURE:
        return whats_on_besides(user, question, asked_days) or found
    return found


def _by_words_and_meaning(user: User, question: Question) -> Answer:
    """Choose the passages that answer from all that is recalled."""
    with acting_as(user):
        tells = circle.tells(user, question.query(question.text))
    who = Kinship(tells)
    asked = take_apart(question.text, frozenset(who.names), user.language)
    query = question.query(_looked_for(question, asked, who))
    recalled = recall(user, query)
    items = lookup.items_for_answer(user, query, recalled)
    items += _in_other_words(user, question, asked, items)
    items = without_unasked_secrets(items, question.in_full)
    beside = unlearned(user, query, items, question.in_full)
    found = _newest(user, question, asked, answer_from(asked, question, items, who, tells, beside))
    if asked.past:
        untimed = without_time(question.text, timezone.now().astimezone(user.zone))
        asked = take_apart(in_present(untimed), frozenset(who.names))
        asked = replace(asked, past=True)
        as_of_now = replace(question, text=asked.text)
        then = answer_from(asked, as_of_now, items, who, tells, beside)
        then = _newest(user, as_of_now, asked, then)
        if tells_what_was(question.text, then, found):
            found = then if _was_then(user, question, then) else _doubted(then)
        if asks_before(question.text) and not found.joined:
            beside = with_earlier(found.passages, items, found.each)
            found = replace(found, passages=tuple(beside))
            if found.passages and tells_only_now(found.passages[0]):
                found = _doubted(found)
    found = _with_retrieved(user, question, fact_by_fact(found))
    return replace(found, recalled=recalled)


def _newest(user: User, question: Question, asked: AnalysedQuestion, found: Answer) -> Answer:
    """The answer within the time asked for, current facts before earlier ones."""
    found = _in_time(user, question, found)
    if found.joined or not found.passages:
        return found
    if _WHO_IS.fullmatch(question.text) and names_in(question.text):
        # Who Kev is does not change by where he moves.
        return found
    messages = partial(whole_messages, user)
    first, *others = newest_first(asked, found.passages, found.items, found.each, messages)
    if first != found.passages[0] and _is_of_another_day(user, question, found.passages[0], first):
        return found
    # What was decided by words that no longer hold is not decided.
    decided = found.whether if first == found.passages[0] else None
    if decided is None and _has_ended(asked, first):
        decided = False
    beside: list[AnswerPassage] = []
    news = first.item.before or first.earlier
    if (news and found.each.get(first.item.id, 0.0) < SURE) or tells_end(first.text):
        beside = [p for p in said_beside(user, first) if hidden(p.text, question.text) == p.text]
    return replace(found, passages=(first, *beside, *others), whether=decided)


def _has_ended(asked: AnalysedQuestion, first: AnswerPassage) -> bool:
    """Whether what would be a yes was ended by what took its place: "Rhona paid me back"."""
    return asked.wanted is ExpectedAnswer.WHETHER and any(
        whether(asked, read(in_english(old.text)))
        and (ends(old.text, first.text) or has_died(old.text, first.text))
        for old in first.item.before
    )


def _is_of_another_day(
    user: User, question: Question, then: AnswerPassage, news: AnswerPassage
) -> bool:
    """Whether what is asked of a day is answered, and news names another: it is no news of that."""
    now = timezone.now().astimezone(user.zone)
    if not times(news.text, now, "future"):
        return False
    return of_that_time(question.text, [then, news], now, user.zone) == [then]


def _with_retrieved(user: User, question: Question, found: Answer) -> Answer:
    """The answer with what search does not find: who wrote what, and who somebody is."""
    query = question.query(question.text)
    passages, verdict = add_retrieved(user, query, found.passages, found.verdict)
    if passages == found.passages:
        return replace(found, verdict=verdict)
    likely = max(found.likely, SURE) if verdict is Verdict.SURE else found.likely
    return replace(
        found,
        passages=passages,
        verdict=verdict,
        likely=likely,
        unheard="",
        whether=None,
        half=False,
    )


def _in_time(user: User, question: Question, found: Answer) -> Answer:
    """A sure answer without passages of another time than the one asked for."""
    if found.verdict is not Verdict.SURE:
        return found
    fitting = of_that_time(question.text, found.passages, timezone.now(), user.zone)
    if fitting is None:
        return found
    return replace(found, passages=tuple(fitting)) if fitting else _doubted(found)


def _was_then(user: User, question: Question, then: Answer) -> bool:
    """Whether what was, or took its place, is of the time that a question names, if it does."""
    told = [item for p in then.passages for item in (p.item, *p.item.before, p.earlier) if item]
    passages = [AnswerPassage(item, item.text, 0, len(item.text)) for item in told]
    fitting = of_that_time(question.text, passages, timezone.now(), user.zone)
    return fitting is None or bool(fitting)


def _doubted(found: Answer) -> Answer:
    verdict = Verdict.CLOSEST if found.verdict is Verdict.SURE else found.verdict
    return replace(found, verdict=verdict, whether=None)


def _what_asks(text: str) -> str:
    """The sentences of a text that ask; all of it where none does.

    Of "The garage wants to know what model my car is" what the garage wants to know.
    """
    asking = [words for span in sentences(text) if asks(words := span.of(text))]
    within = [(words, asked_within(words)) for words in asking]
    return " ".join(told["what"] if told else words for words, told in within) or text


def answer_from(
    asked: AnalysedQuestion,
    question: Question,
    items: Sequence[Item],
    who: Kinship,
    tells: Sequence[MentionedPeople] = (),
    beside: Sequence[AnswerPassage] = (),
) -> Answer:
    """Judge what was recalled for a question, and what was said `beside` it."""
    # What was superseded answers for what holds now, which may be told in any words.
    now = {old.id: item for item in items for old in item.before}
    earlier = [old for item in items for old in item.before]
    passages = passages_of([*_not_too_much(items), *earlier], question.text)
    passages = [*_few_run_on(passages), *beside]
    named = (*asked.keys, *asked.told.names)
    texts = [p.in_context(named)[:LOOKED_AT] for p in passages]
    readings = [read(text) for text in texts]
    who = Kinship([*tells, *(r.told for r in readings)])
    known = frozenset(who.names)
    if known:
        asked = naming(asked, known)
        readings = [read(text, known) for text in texts]
    judged = passage_ranking.judge(
        asked,
        readings,
        who,
        in_full=in_english(question.in_full) if question.carried else "",
        told=question.told or question.carried,
    )
    judged = without_parts(judged, asked, readings, passages, now)
    verdict = _verdict_on(judged, question, asked, passages, readings)
    others = judged.order and _speaks_for_another(passages[judged.order[0]])
    relatives = relatives_told(asked, readings, who, judged.each)
    if relatives and relatives.told:
        telling = [_led(passages[n], now) for n in relatives.told[:RELATIVES]]
        told = tuple(distinct(telling))
        each = _each_item(passages, judged.each)
        yes = relatives.whether
        return Answer(Verdict.SURE, told, SURE, each, tuple(items), whether=yes, joined=True)
    if relatives and verdict is not Verdict.UNKNOWN:
        another = is_another(asked, readings[judged.order[0]], who)
        verdict = Verdict.UNKNOWN if another else Verdict.CLOSEST
    elif verdict is Verdict.CLOSEST and is_of_the_others(asked, readings[judged.order[0]], who):
        verdict = Verdict.UNKNOWN
    unheard = "" if verdict is Verdict.SURE else _unheard(asked.told.refs, asked, who, items)
    if verdict is Verdict.UNKNOWN or (unheard and _unheard(aims_of(asked, who), asked, who, items)):
        return Answer(Verdict.UNKNOWN, (), judged.likely, {}, tuple(items), unheard)
    each = _each_item(passages, judged.each)
    passages = [_led(p, now) for p in by_best_part(passages, judged.each)]
    chosen = choose(judged, passages, readings, verdict, in_full=question.in_full)
    chosen = distinct(in_whole_sentences(chosen, passages))
    decided = None
    best = passages[judged.order[0]] if judged.order and not judged.also else None
    if best and not others and not best.item.before:
        decided = whether(asked, readings[judged.order[0]])
        shown = {passage.item.id for passage in chosen}
        showing = [n for n, passage in enumerate(passages) if passage.item.id in shown]
        if any(whether(asked, readings[n]) is (not decided) for n in showing):
            # One says that I have it, another that it was stolen.
            decided = None
    return Answer(
        verdict,
        tuple(chosen),
        judged.likely,
        each,
        tuple(items),
        whether=decided,
        joined=judged.joined,
        half=judged.half,
        facts=facts_in(passages, judged.each),
    )


def _verdict_on(
    judged: passage_ranking.RankedPassages,
    question: Question,
    asked: AnalysedQuestion,
    passages: Sequence[AnswerPassage],
    readings: Sequence[AnalysedPassage],
) -> Verdict:
    """How sure the best answers: it is no sure one of half a question, nor by another's "I"."""
    translated = in_english(question.text) != question.text
    verdict = verdict_of(judged.likely, translated=translated)
    if not judged.order:
        return verdict
    best = judged.order[0]
    others = asked.told.me >= 0 and _speaks_for_another(passages[best])
    if verdict is Verdict.SURE and (judged.half or others):
        verdict = Verdict.CLOSEST
    if not _LATIN.search(question.text) and not set(asked.keys) & readings[best].stems:
        # What reads meaning reads no other script.
        return Verdict.UNKNOWN
    unclear = translated and _not_understood(question, asked, readings[best])
    return Verdict.UNKNOWN if verdict is Verdict.CLOSEST and unclear else verdict


def _speaks_for_another(passage: AnswerPassage) -> bool:
    """Whether its "I" is another: quoted in what the person wrote, or who wrote them a letter."""
    item = passage.item
    if item.author == Source.Author.PERSON:
        return not item.own_words
    written = item.author == Source.Author.OTHER and kind_of(item.source_kind).addressed
    return written and bool(first_person.IN_ENGLISH.search(passage.text))


def _not_understood(question: Question, asked: AnalysedQuestion, best: AnalysedPassage) -> bool:
    """Whether a word of a question in another language is not known, nor in what answers best."""
    said = {word.stem for word in content_words(question.text)}
    return any(key in said and key not in best.stems for key in asked.keys)


def _each_item(passages: Sequence[AnswerPassage], likely: Sequence[float]) -> dict[str, float]:
    """How likely each item is to answer: as likely as its best passage."""
    found: dict[str, float] = {}
    for passage, sure in zip(passages, likely, strict=True):
        found[passage.item.id] = max(sure, found.get(passage.item.id, 0.0))
    return found


def _led(passage: AnswerPassage, now: Mapping[str, Item]) -> AnswerPassage:
    """A passage, or what took its place."""
    current = now.get(passage.item.id)
    return AnswerPassage(current, current.text, 0, len(current.text)) if current else passage


def _looked_for(question: Question, asked: AnalysedQuestion, who: Kinship) -> str:
    """The words to look for: the question's, in English too, and the names of whom it means."""
    told = question.in_full
    further = [] if asked.text.strip() in told else [in_english(told)]
    lower = told.lower()
    for ref in asked.told.refs:
        further += [n.capitalize() for n in sorted(who.resolved(ref)) if n not in lower]
    return f"{told} ({' '.join(further)})" if further else told


def _in_other_words(
    user: User, question: Question, asked: AnalysedQuestion, items: Sequence[Item]
) -> tuple[Item, ...]:
    """Items found by German and Spanish translations of the question's words."""
    words = dict.fromkeys(
        other for word in content_words(asked.text) for other in others_for(word.stem)[:MEANINGS]
    )
    if not words:
        return ()
    known = {item.id for item in items}
    found = lookup.look_up(user, question.query(" ".join(words)))
    return tuple(
        item for item in found if item.id not in known and in_english(item.text) != item.text
    )


def _unheard(
    refs: Sequence[PersonRef], asked: AnalysedQuestion, who: Kinship, items: Sequence[Item]
) -> str:
    """The first name in a question that stands nowhere in what is known or was found."""
    texts = " ".join(in_english(item.text).lower() for item in items)
    raw = " ".join(item.text.lower() for item in items)
    for ref in refs:
        if ref.kinds and not ref.names:
            continue
        # "The two Bens", "the Okafors" are known by Ben and by an Okafor.
        nowhere = [
            n
            for n in ref.names
            if not any(one in texts or one in raw or one in who.names for one in (n, _singular(n)))
        ]
        if ref.names and len(nowhere) == len(ref.names):
            spelled = re.search(rf"\b{re.escape(sorted(nowhere)[0])}\b", asked.text, re.IGNORECASE)
            if spelled and spelled.group()[0].isupper():
                return spelled.group()
    return ""


def _singular(name: str) -> str:
    return name.removesuffix("s") if len(name) > _SHORTEST_PLURAL else name


def _few_run_on(passages: Sequence[AnswerPassage]) -> list[AnswerPassage]:
    """Without all but the first of those said in a chat that have no full stop for long."""
    run_on = [
        passage
        for passage in passages
        if passage.item.memory_id is None
        and not passage.was_read
        and len(passage.text) > LOOKED_AT
        and len(sentences(passage.text)) == 1
    ]
    left_out = {id(passage) for passage in run_on[RUN_ON:]}
    return [passage for passage in passages if id(passage) not in left_out]


def _not_too_much(items: Sequence[Item]) -> list[Item]:
    """Without all but the best long passages: each has many sentences to be judged."""
    passages = [i for i in items if i.memory_id is None]
    read_ = [i.id for i in passages if kind_of(i.source_kind).read]
    pasted = [i.id for i in passages if not kind_of(i.source_kind).read and len(i.text) > PASTED]
    left_out = {*read_[READ:], *pasted[READ:]}
    return [item for item in items if item.id not in left_out]
