-- First the count: its row lets no other writer of this person draw a lower number later.
WITH counted AS (
    INSERT INTO memories_corpus AS c (user_id, unpacked) VALUES (%(user)s, %(more)s::int)
    ON CONFLICT (user_id) DO UPDATE SET unpacked = c.unpacked + excluded.unpacked
    RETURNING unpacked
), added AS (
    INSERT INTO memories_searchitem (user_id, memory_id, chunk_id, part, terms, length)
    SELECT %(user)s::uuid, memory, chunk, part, terms, length
    FROM counted, unnest(%(memories)s::uuid[], %(chunks)s::uuid[], %(parts)s::int[],
        %(terms)s::bytea[], %(lengths)s::int[]) AS entries (memory, chunk, part, terms, length)
)
SELECT unpacked FROM counted
