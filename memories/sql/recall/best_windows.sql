-- The nearest window of each item. All windows in one go: the nearest of each, looked up item by
-- item, takes three times as long. What is not embedded stands there, too: to join the rest to it
-- later, the planner, who expects one window, would read all of them for each item.
SELECT DISTINCT ON (item) item, 1 - far AS cosine, start, stop, embedding
FROM (
    SELECT item, embedding <=> %(asked)s::halfvec AS far, start, stop, embedding
    FROM memories_window
    WHERE user_id = %(user)s AND space = %(space)s
        AND part = ANY(%(parts)s::int[]) AND item = ANY(ARRAY(SELECT item FROM picked))
    UNION ALL
    SELECT item, NULL, 0, 0, NULL FROM picked
) AS windows
ORDER BY item, far
