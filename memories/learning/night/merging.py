"""Of memories that say the same one stays; the others become its earlier versions."""

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext_noop

from accounts.models import User
from database.statements import fetched
from memories.keeping import editing
from memories.learning.night.fading import BATCH
from memories.models import Change, Memory
from memories.text import statement
from memories.text.sameness.same_fact import same

# Current memories of one scope that say the same but for case, spaces and the full stop; or that
# tell the same value of the same thing: those are compared. The one to keep comes first: what the
# person confirmed or pinned, then the oldest. What a night merged and was taken back stays two.
_ALIKE = """
WITH apart AS (
    SELECT memory_id FROM memories_change
    WHERE user_id = %(user)s AND by = 'night' AND what = 'superseded' AND undone IS NOT NULL
), mine AS (
    SELECT id, content, project_id, kind, subject, attribute, value,
        row_number() OVER (ORDER BY confirmed IS NULL, NOT pinned, created, id) AS place
    FROM memories_memory
    WHERE user_id = %(user)s AND state = 'current' AND key IS NULL AND length(content) > 8
        AND id NOT IN (SELECT memory_id FROM apart)
)
SELECT array_agg(id ORDER BY place), true
FROM mine
GROUP BY project_id, kind, lower(btrim(regexp_replace(content, '\\s+', ' ', 'g'), ' .!'))
HAVING count(*) > 1
UNION ALL
SELECT array_agg(id ORDER BY place), false
FROM mine
WHERE attribute <> ''
GROUP BY project_id, kind, subject, attribute, lower(value)
HAVING count(*) > 1 AND count(DISTINCT content) > 1
"""


def merge(user: User) -> int:
    """Merge the next memories that say the same. Returns how many."""
    groups: list[tuple[Sequence[UUID], bool]] = fetched(_ALIKE, {"user": user.pk})
    merged: set[UUID] = set()
    for ids, certain in groups:
        by_id = Memory.objects.filter(user=user).in_bulk(set(ids) - merged)
        left = [by_id[pk] for pk in ids if pk in by_id]
        for other in left[1:]:
            first = left[0]
            if len(merged) >= BATCH:
                return BATCH
            if certain or _say_the_same(first, other):
                why = gettext_noop("It says the same as another memory.")
                editing.supersede(user, other, first, by=Change.By.NIGHT, why=why)
                merged.add(other.pk)
    return len(merged)


def _say_the_same(first: Memory, other: Memory) -> bool:
    return same(statement(first.content), statement(other.content))
