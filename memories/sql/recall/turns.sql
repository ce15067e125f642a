-- The chunks of turns, by thread and number (evidence_rows.values_of).
FROM unnest(%(threads)s::text[], %(turns)s::int[]) AS wanted (thread, turn)
JOIN memories_source s
  ON s.user_id = %(user)s AND s.thread = wanted.thread AND s.turn = wanted.turn
JOIN memories_chunk c ON c.source_id = s.id
