-- The first speaker whose name starts with each word; equality and order stay index conditions
-- under row-level security, LIKE would not.
SELECT DISTINCT s.speaker
FROM unnest(%(words)s::text[]) AS word
CROSS JOIN LATERAL (
    SELECT speaker FROM memories_source
    WHERE user_id = %(user)s AND speaker <> '' AND speaker >= word
    ORDER BY speaker LIMIT 1
) s
WHERE s.speaker = word OR starts_with(s.speaker, word || ' ')
