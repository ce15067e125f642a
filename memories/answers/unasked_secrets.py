"""Black out passwords and PINs in answers to questions that do not ask for them.

Not in documents: there "tokens" and "pins" are seldom anybody's.
"""

from collections.abc import Sequence
from dataclasses import replace

from memories.recall import Item
from memories.source_kinds import kind_of
from memories.text import asks_for_secret, is_blank, masked, secret_spans


def without_unasked_secrets(items: Sequence[Item], question: str) -> tuple[Item, ...]:
    """The recalled items without the secrets that the question does not ask for."""
    return tuple(left for item in items if (left := _without(item, question)))


def _without(item: Item, question: str) -> Item | None:
    if kind_of(item.source_kind).read:
        return item
    text, within = hidden(item.text, question), hidden(item.within, question)
    if is_blank(text):
        return None
    before = without_unasked_secrets(item.before, question) if item.before else ()
    if (text, within, before) == (item.text, item.within, item.before):
        return item
    return replace(item, text=text, within=within, before=before)


def hidden(text: str, question: str) -> str:
    """A text in which the secrets that a question does not ask for are blacked out."""
    for span in secret_spans(text):
        if not asks_for_secret(question, _named_with(text, span.start, span.stop)):
            text = masked(text, span.start, span.stop)
    return text


def _named_with(text: str, start: int, stop: int) -> str:
    """A secret with what names it, which may stand in the sentence before."""
    return text[max(0, start - _BEFORE) : stop]


# Where the sentence before a secret stands, in characters.
_BEFORE = 120
