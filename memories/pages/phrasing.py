"""Tell a person what is remembered: their own words said back to them, each with its citation.

Nothing is generated. What was recalled is repeated, in the second person where that is safe and
as a quotation where it is not, so that no sentence says more than its source.
"""

import re
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from memories.answers import Answer, AnswerPassage, Verdict, verdict_of_recalled
from memories.models import Source
from memories.pages.display import day_in, told_of
from memories.recall import Item, RecallResult
from memories.source_kinds import CHAT, kind_of
from memories.text import LONG, MASK, in_second_person, sentences, stems

# Maximum number of statements per answer; the list below it shows the rest.
MOST = 4
# What scores less than this share of the best has another subject.
NEAR_THE_BEST = 0.6
_LONGEST_QUOTE = 300
# What stands before the lines of a quote in mail and in Markdown.
_QUOTING = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
# From this similarity on, sentences without a word in common may be told as an answer.
ALIKE = 0.5
UNKNOWN = gettext_noop("I don’t know anything about that yet.")
_ABOUT = re.compile(
    r"^(?:please\s+)?(?:tell\s+me\s+)?what\s+(?:do|did)\s+(?:you|I)\s+(?:still\s+)?"
    r"(?:remember|know|say)\s+(?:about|of)\s+(?P<topic>[^?]*\w[^?]*)\??$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class AnswerCitation:
    """What a marker [n] stands for."""

    marker: int
    item: Item


@dataclass(frozen=True)
class CitedAnswer:
    """An answer with [n] markers. Without citations it says that nothing is known."""

    text: str
    citations: tuple[AnswerCitation, ...]


def tell(recalled: RecallResult, question: str, zone: ZoneInfo) -> CitedAnswer:
    """Answer a question with what was recalled for it, and nothing else."""
    items = _worth_telling(recalled, question)
    if not items:
        return CitedAnswer(gettext(UNKNOWN), ())
    cited = tuple(AnswerCitation(marker, item) for marker, item in enumerate(items, start=1))
    told = (
        f"{tell_item(each.item, _fitting(each.item, question), zone)} [{each.marker}]."
        for each in cited
    )
    return CitedAnswer(" ".join(told), cited)


def tell_answer(answer: Answer, zone: ZoneInfo) -> CitedAnswer:
    """What answers a question, or comes closest to it, each with its marker."""
    cited = tuple(
        AnswerCitation(marker, p.item) for marker, p in enumerate(answer.passages, start=1)
    )
    told = " ".join(
        f"{tell_passage(p, zone)} [{marker}]." for marker, p in enumerate(answer.passages, start=1)
    )
    if answer.unheard:
        return CitedAnswer(
            gettext("I know nothing about %(unheard)s.") % {"unheard": answer.unheard}, ()
        )
    return CitedAnswer(told or gettext(UNKNOWN), cited)


def topic_of(question: str) -> str:
    """What is asked about in "What do you remember about …?"; any other question is its topic."""
    about = _ABOUT.match(question.strip())
    return about["topic"].strip() if about else question


def tell_statement(statement: str) -> str:
    """A statement of the person's said to them, or quoted where that could go wrong."""
    statement = unmarked(statement)
    return in_second_person(statement) or gettext("You said: “%(words)s”") % {
        "words": quotable(statement)
    }


def tell_passage(passage: AnswerPassage, zone: ZoneInfo) -> str:
    """A passage of an answer, as `tell_item` tells it; as it is where nobody says it."""
    if passage.as_it_is:
        return unmarked(passage.text)
    return tell_item(passage.item, passage.text, zone)


def tell_item(item: Item, sentence: str, zone: ZoneInfo) -> str:
    """Sentences of something recalled: theirs said to them, another's quoted with its origin.

    Without a full stop, so that its marker can follow.
    """
    sentence = unmarked(sentence)
    mine = item.memory_id is not None or (item.own_words and kind_of(item.source_kind).direct)
    if not mine:
        return gettext("%(whence)s: “%(words)s”") % {
            "whence": _whence(item, zone),
            "words": quotable(sentence),
        }
    turned = [in_second_person(span.of(sentence)) for span in sentences(sentence)]
    if turned and None not in turned:
        return ". ".join(each for each in turned if each)
    if item.happened_at > timezone.now():
        # When it is to happen is not when it was said.
        return tell_statement(sentence)
    return gettext("You said on %(day)s: “%(words)s”") % {
        "day": day_in(zone, item.happened_at),
        "words": quotable(sentence),
    }


def unmarked(text: str) -> str:
    """What looks like a marker in a person's words is none."""
    return re.sub(r"\[(?=\s*\d)", "(", text)


def quotable(text: str) -> str:
    """A text for quotation marks: in one line, not too long, without blacked out words or ">"."""
    flat = " ".join(_QUOTING.sub("", text.replace(MASK, "")).split()).rstrip(" .")
    if len(flat) <= _LONGEST_QUOTE:
        return flat
    return flat[:_LONGEST_QUOTE].rsplit(" ", 1)[0] + " …"


def _worth_telling(recalled: RecallResult, question: str) -> list[Item]:
    """What answers. To have been asked the same before is no answer."""
    if verdict_of_recalled(recalled) is not Verdict.SURE:
        return []
    best = recalled.items[0].score
    chosen: list[Item] = []
    said: set[frozenset[str]] = set()
    for item in recalled.items:
        words = frozenset(stems(item.text))
        asks = _fitting(item, question).endswith("?")
        if item.score >= NEAR_THE_BEST * best and _touches(item, words, question) and not asks:
            if words in said:
                continue
            said.add(words)
            chosen.append(item)
    return chosen[:MOST]


def _touches(item: Item, words: frozenset[str], question: str) -> bool:
    """Whether an item has a word of the question in it, or means clearly something like it.

    Of a few memories the best always stands out; that alone makes it no answer.
    """
    return bool(words & set(stems(question))) or item.similarity >= ALIKE


def _whence(item: Item, zone: ZoneInfo) -> str:
    on = day_in(zone, item.happened_at)
    kind = kind_of(item.source_kind)
    if kind.repeated is not None:
        return kind.repeated(told_of(item.title, item.author, item.speaker))
    if item.author == Source.Author.ASSISTANT:
        mine = item.source_kind == CHAT
        return (
            gettext("I answered on %(on)s") % {"on": on}
            if mine
            else gettext("An assistant answered on %(on)s") % {"on": on}
        )
    if item.place.quoted:
        what = gettext("what you wrote") if kind.direct else kind.yours
        words = gettext("A quote in %(what)s on %(on)s says")
        if item.to:
            words = gettext("A quote in %(what)s to %(to)s on %(on)s says")
        return words % {"what": what, "to": item.to, "on": on}
    if item.own_words:
        return gettext("You wrote on %(on)s") % {"on": on}
    who = item.speaker or gettext("Someone")
    return gettext("%(who)s wrote on %(on)s") % {"who": who, "on": on}


def _fitting(item: Item, question: str) -> str:
    """The text, or of a long one the words that answer: the sentence that shares most words."""
    text = item.text
    if item.fits:
        text = text[item.fits[0] - item.start : item.fits[1] - item.start]
    one_line = " ".join(text.split())
    if len(one_line) <= LONG:
        return one_line
    asked = set(stems(question))
    spans = [span.of(one_line) for span in sentences(one_line)] or [one_line]
    return max(spans, key=lambda sentence: len(asked & set(stems(sentence))))
