-- From each of these memories to those that took its place, and to those whose place it took. What
-- was corrected was never so: it leads on, but is nothing that was true before.
WITH RECURSIVE
later (start, id, step) AS (
    SELECT m, m, 0 FROM unnest(%(memories)s::uuid[]) AS given (m)
    UNION ALL
    SELECT later.start, m.id, later.step + 1 FROM later
    JOIN memories_memory m ON m.user_id = %(user)s AND m.supersedes_id = later.id
    WHERE later.step < 50
),
earlier (start, id, step) AS (
    SELECT DISTINCT later.id, later.id, 0 FROM later
    UNION ALL
    SELECT earlier.start, m.supersedes_id, earlier.step + 1 FROM earlier
    JOIN memories_memory m ON m.user_id = %(user)s AND m.id = earlier.id
    WHERE m.supersedes_id IS NOT NULL AND earlier.step < 50
)
SELECT 'later', start::text, id::text, step FROM later WHERE step > 0
UNION ALL
SELECT 'earlier', start::text, id::text, step FROM earlier WHERE step > 0 AND EXISTS (
    SELECT 1 FROM memories_change c WHERE c.user_id = %(user)s AND c.memory_id = earlier.id
        AND c.what = 'superseded' AND c.undone IS NULL
)
ORDER BY 1, 2, 4
