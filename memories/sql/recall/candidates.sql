-- Items with their memory, or with their chunk and source: picked, measured and read in one
-- statement, so that the server is waited for once. Each column is a field of candidates.CandidateRow.
WITH picked AS MATERIALIZED ({picked}), best AS MATERIALIZED ({best})
SELECT i.id AS item,
       i.part,
       i.memory_id::text AS memory,
       i.chunk_id::text AS chunk,
       s.id::text AS source,
       coalesce(m.content, c.passage, substr(s.text, c.start + 1, c.stop - c.start)) AS text,
       coalesce(s.thread, '') AS thread,
       coalesce(s.turn, 0) AS turn,
       coalesce(s.speaker, '') AS speaker,
       coalesce(s.author, 'person') AS author,
       coalesce(c.own_words, true) AS own_words,
       coalesce(s.metadata->>'to', '') AS "to",
       extract(epoch FROM coalesce(s.happened_at, m.event_time, m.created))::float8 AS happened,
       coalesce(m.kind, 'passage') AS kind,
       coalesce(m.source_kind, s.kind) AS source_kind,
       coalesce(s.title, '') AS title,
       coalesce(m.project_id, s.project_id)::text AS project,
       coalesce(m.local_only, s.local_only) AS local_only,
       coalesce(c.start, 0) AS start,
       coalesce(m.tags, '{}') AS tags,
       coalesce(m.state, 'current') AS state,
       m.supersedes_id IS NOT NULL AS replaces,
       b.cosine,
       b.start AS first,
       b.stop AS last,
       1 - (b.embedding <=> (SELECT avg(embedding) FROM best)) AS common
FROM best b
JOIN memories_searchitem i ON i.user_id = %(user)s AND i.id = b.item
LEFT JOIN memories_memory m ON m.id = i.memory_id
LEFT JOIN memories_chunk c ON c.id = i.chunk_id
LEFT JOIN memories_source s ON s.id = c.source_id
