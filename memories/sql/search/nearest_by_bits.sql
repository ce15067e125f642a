-- The items with the nearest windows of very many: the nearest by the signs of their numbers, which
-- stand in the index, are compared exactly. Looking each of those up costs more than reading a few
-- thousand in a row.
WITH rough AS MATERIALIZED (
    SELECT part, item, position FROM memories_window
    WHERE user_id = %(user)s AND space = %(space)s AND part = ANY(%(parts)s::int[])
    ORDER BY bits <~> (SELECT binary_quantize(%(asked)s::halfvec)) LIMIT %(roughly)s
)
SELECT w.item FROM rough, LATERAL (
    SELECT item, embedding FROM memories_window
    WHERE user_id = %(user)s AND space = %(space)s
        AND part = rough.part AND item = rough.item AND position = rough.position LIMIT 1
) AS w
ORDER BY w.embedding <=> %(asked)s::halfvec LIMIT %(limit)s
