-- Everybody and everything a person speaks of, or of them only {whom}.
SELECT e.id, e.merged_into_id, e.name, e.aliases, e.type, e.mention_count, e.protected,
       (SELECT jsonb_agg(m.said) FROM memories_mention m WHERE m.entity_id = e.id AND m.tells)
FROM memories_entity e WHERE e.user_id = %(user)s AND {whom}
ORDER BY e.created, e.id
