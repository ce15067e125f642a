-- What rests on what, the newest first. Each way to the evidence goes by its own index; OR would
-- leave the choice to the planner. A reflection rests on what its facts rest on. Each column is a
-- field of evidence_rows.EvidenceRow.
SELECT e.memory_id::text AS memory,
       m.state,
       e.chunk_id::text AS chunk,
       c.source_id::text AS source,
       e.start,
       e.stop,
       e.quote,
       s.title,
       s.kind,
       s.author,
       s.speaker,
       extract(epoch FROM s.happened_at)::float8 AS happened,
       s.local_only,
       c.own_words,
       coalesce(s.metadata->>'to', '') AS "to"
FROM (
    SELECT memory_id, chunk_id, start, stop, quote, created
    FROM memories_evidence
    WHERE user_id = %(user)s AND memory_id = ANY(%(memories)s::uuid[])
    UNION
    SELECT r.memory_id, e.chunk_id, e.start, e.stop, e.quote, e.created
    FROM memories_evidence r
    JOIN memories_evidence e ON e.memory_id = r.basis_id
    WHERE r.user_id = %(user)s AND r.memory_id = ANY(%(memories)s::uuid[])
    UNION
    SELECT memory_id, chunk_id, start, stop, quote, created
    FROM memories_evidence
    WHERE user_id = %(user)s AND chunk_id = ANY(%(chunks)s::uuid[])
    UNION
    SELECT memory_id, chunk_id, start, stop, quote, created
    FROM memories_evidence
    WHERE user_id = %(user)s AND chunk_id = ANY(ARRAY(SELECT c.id {recall/turns}))
) AS e
JOIN memories_memory m ON m.id = e.memory_id
JOIN memories_chunk c ON c.id = e.chunk_id
JOIN memories_source s ON s.id = c.source_id
ORDER BY e.created DESC
