"""A person with very much in store, made by plain SQL: for plans and times, not for answers."""

from typing import Any

import numpy as np
from django.db import connection

from accounts.models import User
from database.acting import acting_as
from memories.models import EmbeddingSpace
from memories.search.index import MEMORY, part_of
from memories.search.segments import pack
from memories.search.terms import terms
from memories.source_kinds import CHAT, kind_of
from memories.text.words import stems

QUESTION = "where does the harbour master keep the spare boat key?"

# Half of a person's rows are memories, each with its note; the other half chat, ten to a thread.
FILL = {
    "sources": """
        INSERT INTO memories_source (id, user_id, kind, text, title, thread, turn, author, speaker,
            happened_at, zone, content_hash, local_only, metadata, created)
        SELECT gen_random_uuid(), %(user)s, CASE WHEN n %% 2 = 0 THEN 'note' ELSE 'chat' END,
            'Some words about thing ' || n, '', CASE WHEN n %% 2 = 0 THEN '' ELSE 't' || n / 20 END,
            n %% 20 / 2, 'person', '', now() - n * interval '1 minute', 'UTC', '', false, '{}',
            now()
        FROM generate_series(1, %(rows)s) AS n
    """,
    # A chunk's id follows from its source's: no statement needs to join what has no statistics yet.
    "chunks": """
        INSERT INTO memories_chunk (id, user_id, source_id, position, start, stop, heading,
            own_words, token_count, metadata)
        SELECT md5(id::text)::uuid, %(user)s, id, 0, 0, length(text), '', true, 9, '{}'
        FROM memories_source WHERE user_id = %(user)s
    """,
    "memories": """
        INSERT INTO memories_memory (id, user_id, kind, state, content, tags, metadata, importance,
            confidence, origin, source_kind, pinned, decay_rate, times_used, local_only, namespace,
            key, created, updated, subject, attribute, value)
        SELECT id, %(user)s, (ARRAY['fact', 'fact', 'preference', 'note'])[turn %% 4 + 1],
            'current', text, ARRAY['tag' || turn, 'rare' || length(text) || turn], '{}', 0.5, 1,
            'said', 'note', false, 0.1, 0, false, ARRAY['app', 'part' || turn], id::text, now(),
            happened_at, '', '', ''
        FROM memories_source WHERE user_id = %(user)s AND kind = 'note'
    """,
    "evidence": """
        INSERT INTO memories_evidence (id, user_id, memory_id, chunk_id, quote, start, stop,
            created)
        SELECT gen_random_uuid(), %(user)s, id, md5(id::text)::uuid, content, 0, length(content),
            now()
        FROM memories_memory WHERE user_id = %(user)s
    """,
    # Eight words each, some in every second item and some in one of 100,000. As
    # memories.search.postings lists them: four bytes each.
    "items": """
        INSERT INTO memories_searchitem (user_id, memory_id, chunk_id, part, terms, length)
        SELECT %(user)s, CASE kind WHEN 'note' THEN id END,
            CASE kind WHEN 'chat' THEN md5(id::text)::uuid END,
            CASE kind WHEN 'note' THEN %(memory_part)s ELSE %(chat_part)s END,
            (SELECT string_agg(
                int4send(coalesce((%(terms)s::int[])[place], hashint4(place))), '')
             FROM (SELECT 1 + abs(hashint4(n::int * 11 + k)) %% (10 ^ (k %% 6))::int
                   FROM generate_series(1, 8) AS k) AS chosen (place)), 8
        FROM (SELECT *, row_number() OVER (ORDER BY md5(id::text)) AS n
            FROM memories_source WHERE user_id = %(user)s) AS numbered ORDER BY n
    """,
    "windows": """
        INSERT INTO memories_window
            (user_id, space, part, item, position, start, stop, embedding, bits)
        SELECT %(user)s, %(space)s, i.part, i.id, 0, 0, 20, v.embedding,
            binary_quantize(v.embedding)
        FROM memories_searchitem i JOIN (
            SELECT n, array_agg(sin(n * d))::halfvec AS embedding
            FROM generate_series(0, 99) AS n, generate_series(1, %(dimension)s) AS d GROUP BY n
        ) AS v ON v.n = i.id %% 100
        WHERE i.user_id = %(user)s
    """,
}


def fill(user: User, space: EmbeddingSpace, rows: int) -> None:
    """Give a person so many sources, half of them with a memory, all of them findable."""
    with acting_as(user), connection.cursor() as cursor:
        asked = terms(user.pk, stems(QUESTION)).view(np.int32).tolist()
        values: dict[str, Any] = {
            "user": user.pk,
            "rows": rows,
            "memory_part": part_of(None, MEMORY),
            "chat_part": part_of(None, kind_of(CHAT).number),
            "terms": asked,
            "space": space.pk,
            "dimension": space.dimension,
        }
        for statement in FILL.values():
            cursor.execute(statement, values)
    pack(user.pk)
