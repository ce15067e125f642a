-- What these items say that holds, or has faded; but for what programs keep by a key.
SELECT m.id, m.content
FROM memories_searchitem i JOIN memories_memory m ON m.id = i.memory_id
WHERE i.user_id = %(user)s AND i.id = ANY(%(items)s::int[]) AND m.state IN ('current', 'faded')
    AND m.key IS NULL
ORDER BY i.id
