-- The items of turns of conversations.
SELECT i.id AS item {recall/turns}
JOIN memories_searchitem i ON i.user_id = %(user)s AND i.chunk_id = c.id
WHERE i.part = ANY(%(parts)s::int[])
