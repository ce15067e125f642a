-- How near the question comes to what stands in each of these documents from end to end: to the
-- mean of the windows of eight chunks, evenly spread. Looked up anew each time: what is forgotten
-- is out of it.
SELECT d.source::text, -(avg(w.embedding) <#> %(asked)s::halfvec) AS about
FROM unnest(%(sources)s::uuid[]) AS d (source)
CROSS JOIN LATERAL (
    SELECT max(position) + 1 AS chunks FROM memories_chunk WHERE source_id = d.source
) AS n
CROSS JOIN LATERAL (
    SELECT DISTINCT (2 * k + 1) * n.chunks / 16 AS position
    FROM generate_series(0, 7) AS k
) AS at
CROSS JOIN LATERAL (
    SELECT id FROM memories_chunk WHERE source_id = d.source AND position = at.position LIMIT 1
) AS c
JOIN memories_searchitem i ON i.user_id = %(user)s AND i.chunk_id = c.id
JOIN memories_window w
  ON w.user_id = %(user)s AND w.space = %(space)s AND w.part = i.part AND w.item = i.id
GROUP BY d.source
