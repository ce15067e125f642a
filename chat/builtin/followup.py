"""Complete a follow-up from the conversation: "What state is it in?" after "I live in Porto"."""

import re
from collections.abc import Sequence

from chat.answering.turns import Earlier
from chat.builtin import phrases
from chat.builtin.asked import proper_names
from memories.text import MASK, content_words

# Words that point back to something said before.
_POINTS_BACK = re.compile(
    r"\b(?:it|its|that|this|those|these|there|he|him|his|she|her|hers|they|them|their|theirs|"
    r"the same|the other|the one|one|both)\b",
    re.IGNORECASE,
)
_STARTS_ANEW = re.compile(
    r"^(?:and|but|so|or|also|what about|how about|why|since when|how long|"
    r"how come|really|when|where|who)\b",
    re.IGNORECASE,
)
# Pointing words that point at nothing: "is it raining", "that I", "there is".
_EMPTY = re.compile(
    r"\b(?:is it (?:true|raining|possible|ok|okay|time)|what time is it|(?:is|are|was|were) there|"
    r"there (?:is|are)|"
    r"that (?:i|my|we|our|you|the)|this (?:week|month|year|morning|evening|afternoon|weekend)|"
    r"these days|those days|no one|one of (?:my|our|the))\b",
    re.IGNORECASE,
)
# A question with fewer words of its own leans on what was said before.
FEW_WORDS = 1
CARRIED = 240


def complete(question: str, earlier: Sequence[Earlier]) -> str:
    """The question with what it points back to; the question itself when it stands alone."""
    carried = carried_over(question, earlier)
    return f"{question} ({carried})" if carried else question


def carried_over(question: str, earlier: Sequence[Earlier]) -> str:
    """What of the turns before belongs to this question: "" when it stands alone."""
    if not earlier or not leans(question):
        return ""
    said = [turn for turn in earlier if turn.by_person]
    told = [turn for turn in earlier if not turn.by_person]
    parts: list[str] = []
    # What the last answer said is nearest; then what the person said last. "And Tom?" asks the same
    # of another: what was told of the first is beside the point.
    of_another = _STARTS_ANEW.match(question.strip()) and proper_names(question)
    if told and not of_another and (not said or told[-1].at >= said[-1].at):
        parts.append(_plain(told[-1].text))
    if said:
        parts.append(_plain(said[-1].text))
    return " ".join(part for part in parts if part)[:CARRIED]


def leans(question: str) -> bool:
    """Whether a question leans on what was said before it."""
    own = _EMPTY.sub(" ", question)
    words = list(content_words(question))
    if _POINTS_BACK.search(own) and not proper_names(question):
        return True
    return (
        bool(_STARTS_ANEW.match(question.strip()))
        and len(words) <= FEW_WORDS
        and not re.search(r"\b(?:i|my|me|we|our)\b", question, re.IGNORECASE)
    )


def _plain(text: str) -> str:
    text = re.sub(r"\[\d{1,3}\]", "", text).replace(MASK, "")
    text = text.replace(phrases.CLOSEST, "").replace(phrases.CLOSEST_OF_THE_REST, "")
    text = re.sub(r"^(?:I don’t know that yet|I’ll remember).*", "", text, flags=re.DOTALL)
    return " ".join(text.split())[:CARRIED]
