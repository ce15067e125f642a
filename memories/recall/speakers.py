"""Who of those that spoke is named in a question."""

import re
from uuid import UUID

from database.statements import Question, ask
from memories.text import STOP_WORDS

# So many words of a question are tried as names.
_TRIED = 24
_WORD = re.compile(r"[^\W\d_][\w’'-]*")

# The first speaker whose name starts with the word; equality and order stay index conditions
# under row-level security, LIKE would not.
_NAMED = """
SELECT DISTINCT s.speaker
FROM unnest(%(words)s::text[]) AS word
CROSS JOIN LATERAL (
    SELECT speaker FROM memories_source
    WHERE user_id = %(user)s AND speaker <> '' AND speaker >= word
    ORDER BY speaker LIMIT 1
) s
WHERE s.speaker = word OR starts_with(s.speaker, word || ' ')
"""


def speakers_named(user_id: UUID, question: str) -> frozenset[str]:
    """The speakers in this person's sources whose whole or first name stands in the question.

    Runs inside the caller's `acting_as` block.
    """
    return ask(naming(user_id, question))


def naming(user_id: UUID, question: str) -> Question[frozenset[str]]:
    """What `speakers_named` asks."""
    words = dict.fromkeys(
        name[:1].upper() + name[1:]
        for word in _WORD.findall(question)
        if (name := re.sub(r"['’]s?$", "", word)) and name.lower() not in STOP_WORDS
    )
    values = {"user": user_id, "words": list(words)[:_TRIED]}
    return Question(_NAMED, values, lambda rows: frozenset(speaker for (speaker,) in rows))
