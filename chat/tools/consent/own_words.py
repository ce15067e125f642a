"""Whether the person's latest message itself asks for a change: nobody else's words can.

What a model wants written stands in that message or it is only proposed. So a mail that says
"remember that …" gets nothing remembered, whatever the model makes of it, and what is remembered
without a click is always the person's own sentence, never the model's version of it.
"""

import re

from chat.builtin.requests import intent
from memories.learning import own_sentences, without_opening
from memories.text import Span, Statement, same, sentences, statement, stating, stems

# How models name the person they speak with, in the third person.
_THE_PERSON = re.compile(
    r"^(?:the\s+)?(?:user|person|human|speaker)(?P<own>['’]s)?\s+", re.IGNORECASE
)

# What may come before a request.
_PLEASE = re.compile(
    r"^(?:(?:please|bitte|now|and|(?:can|could|would) you|kannst du)\b[\s,]*)+", re.IGNORECASE
)
_TIDY_UP = re.compile(
    r"\b(?:tidy|clean|sort)(?:ing)?\b.{0,40}\b(?:up|memor\w+)\b|\bconsolidat\w+|\bdeduplicat\w+"
    r"|\b(?:merge|remove)\b.{0,20}\bduplicates\b"
    r"|\b(?:räum\w*|raeum\w*)\b.{0,40}\bauf\b|\baufräumen\b|\bordne\b.{0,20}\bgedächtnis\b",
    re.IGNORECASE,
)


def stated(message: str, content: str) -> Span | None:
    """Where a message states this in the person's own words; None where it does not."""
    facts = _read_as(content)
    for sentence in own_sentences(message):
        span = without_opening(message, sentence)
        for fact in facts:
            part = stating(span.of(message), fact)
            if part is not None:
                return Span(span.start + part.start, span.start + part.stop)
    return None


def affirmed(message: str, known: str) -> bool:
    """Whether a message says again what is known."""
    fact = statement(known)
    return any(
        same(statement(without_opening(message, span).of(message)), fact)
        for span in own_sentences(message)
    )


def asked_to_forget(message: str, known: str) -> bool:
    """Whether a message, in one of its sentences, asks to forget what names this."""
    words = set(stems(known))
    for span in sentences(message):
        sentence = span.of(message)
        wanted = intent.read(sentence)
        if wanted.kind is intent.Kind.FORGET and not sentence.rstrip().endswith("?"):
            topic = set(stems(wanted.of(sentence)))
            if topic and topic <= words:
                return True
    return False


def asked_to_tidy_up(message: str) -> bool:
    """Whether a message, in one of the person's own sentences, asks to have the memory tidied."""
    asking = (span.of(message).strip() for span in own_sentences(message))
    return any(_TIDY_UP.match(_PLEASE.sub("", words)) for words in asking)


def _read_as(content: str) -> list[Statement]:
    """A model may say "I", "you" or "the user" of the person: each is tried."""
    person = _THE_PERSON.match(content)
    if person is None:
        return [statement(content), statement(content, mine=False)]
    rest = content[person.end() :]
    return [statement(f"{'My' if person['own'] else 'I'} {rest}")]
