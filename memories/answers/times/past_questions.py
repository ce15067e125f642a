"""Questions for what was: they are asked as of now as well, and what was then is told first."""

from django.utils import timezone

from memories.answers.passages import AnswerPassage
from memories.answers.shapes import Answer
from memories.answers.verdicts import Verdict
from memories.models import Source
from memories.text import stems
from memories.text.calendar.tense import asks_before, before_what
from memories.text.fact_parts import fact_parts


def tells_what_was(question: str, then: Answer, found: Answer) -> bool:
    """Whether what answers a question for the past as one for now is the better answer to it.

    `found` is what answers it as it is asked.
    """
    if not then.passages:
        return False
    changed = bool(then.passages[0].item.before or then.passages[0].earlier)
    likelier = then.likely > found.likely
    if found.verdict is not Verdict.SURE:
        return changed or (likelier and asks_before(question))
    after = set(stems(before_what(question))) & set(stems(found.passages[0].text))
    return likelier and (changed or bool(after))


def tells_only_now(passage: AnswerPassage) -> bool:
    """Whether it says how it is, and nothing is known of how it was: "I work at Cedar Press"."""
    item = passage.item
    if item.before or passage.earlier or item.author != Source.Author.PERSON:
        return False
    return bool(fact_parts(passage.text, timezone.now()).attribute)
