-- What speaks of people and things, the latest first.
SELECT i.id
FROM memories_mention m
JOIN memories_entity e ON e.id = m.entity_id
JOIN memories_searchitem i
  ON i.user_id = %(user)s AND (i.memory_id = m.memory_id OR i.chunk_id = m.chunk_id)
WHERE m.user_id = %(user)s AND coalesce(e.merged_into_id, e.id) = ANY(%(entities)s::uuid[])
ORDER BY i.id DESC LIMIT %(most)s
