"""Two memories that cannot both hold: the person is asked which is right, and nothing is changed.

What was just said is compared with what is known when it is learned. The night finds what was
learned side by side, from mail, documents and imports.
"""

from collections.abc import Iterator, Sequence
from uuid import UUID

from accounts.models import User
from database.statements import fetched
from memories.keeping.questions import ask_which
from memories.learning.changing.plain_changes import both_may_hold
from memories.models import Change, Memory, Night
from memories.text.fact_parts import differ, single_attributes

# Questions asked per night: there are more nights than patience.
MOST = 3

# What is known of one subject of which there is one value at a time, where there are several; in
# the order in which it was said.
_SEVERAL = """
WITH told AS (
    SELECT m.id, m.project_id, m.subject, m.attribute, m.value,
        coalesce(min(s.happened_at), m.created) AS said
    FROM memories_memory m
    LEFT JOIN memories_evidence e ON e.memory_id = m.id
    LEFT JOIN memories_chunk c ON c.id = e.chunk_id
    LEFT JOIN memories_source s ON s.id = c.source_id
    WHERE m.user_id = %(user)s AND m.state = 'current' AND m.key IS NULL
        AND m.attribute = ANY(%(single)s)
    GROUP BY m.id
)
SELECT array_agg(id ORDER BY said, id)
FROM told
GROUP BY project_id, subject, attribute
HAVING count(DISTINCT lower(value)) > 1
ORDER BY max(said) DESC
"""


def ask_about_contradictions(user: User, night: Night) -> int:
    """Ask which of two is right, where nobody asked yet. Inside `acting_as`."""
    single = list(single_attributes())
    by_night = Change.objects.filter(user=user, by=Change.By.NIGHT, what=Change.What.ASKED)
    # A night that was broken off has asked some already.
    before = asked = by_night.filter(at__gte=night.began).count()
    for (ids,) in fetched(_SEVERAL, {"user": user.pk, "single": single}):
        for old, new in _contradicting(user, ids):
            if asked >= MOST:
                return asked - before
            asked += ask_which(user, new, old, by=Change.By.NIGHT)
    return asked - before


def _contradicting(user: User, ids: Sequence[UUID]) -> Iterator[tuple[Memory, Memory]]:
    """Pairs of the latest memory about one thing and an earlier one it contradicts."""
    by_id = Memory.objects.filter(user=user).in_bulk(list(ids))
    *earlier, last = (by_id[pk] for pk in ids)
    for old in reversed(earlier):
        if differ(old.value, last.value) and not both_may_hold(old.content, last.content):
            yield old, last
            return
