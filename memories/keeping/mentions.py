"""Whom a memory speaks of: links to the people its owner knows, by their names.

People come from elsewhere (gmail.people). A name is a run of capitalised words: "Dana Whitfield",
or "Dana" where only one known person is called so; "Dana Miller" is somebody else.
"""

import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from database import statements
from memories.models import Entity
from memories.search import Layer, layer_of, match
from memories.text import STOP_WORDS, stems

# Names have so many words at most.
_WORDS = 4
# Of what was remembered before somebody was known, so many memories are looked at.
_BEFORE = 500

_TOKEN = re.compile(r"(?P<word>[^\W\d_](?:[\w’'-]*\w)?)(?P<rest>\S*)")
_POSSESSIVE = re.compile(r"['’]s?$")

_LINK = """
WITH called AS (
    SELECT id, lower(name) AS name, lower(split_part(name, ' ', 1)) AS first
    FROM memories_entity
    WHERE user_id = %(user)s AND type = 'person' AND merged_into_id IS NULL
        AND lower(split_part(name, ' ', 1)) = ANY(%(firsts)s::text[])
)
INSERT INTO memories_mention (id, user_id, entity_id, memory_id)
SELECT gen_random_uuid(), %(user)s, one.id, %(memory)s
FROM called one
WHERE (one.name LIKE '%% %%' AND one.name = ANY(%(names)s::text[]))
    OR (one.first = ANY(%(names)s::text[]) AND NOT EXISTS (
        SELECT FROM called other WHERE other.first = one.first AND other.id <> one.id
    ))
ON CONFLICT DO NOTHING
"""
_HOLDING = """
SELECT m.id, m.content
FROM memories_searchitem i JOIN memories_memory m ON m.id = i.memory_id
WHERE i.user_id = %(user)s AND i.id = ANY(%(items)s::int[])
"""


def link(user_id: UUID, memory_id: UUID, content: str) -> None:
    """Tie a memory to the known people that its words name. Most memories name nobody."""
    names = sorted(set(names_in(content)))
    if names:
        firsts = sorted({name.split()[0] for name in names})
        values: dict[str, Any] = {
            "user": user_id,
            "memory": memory_id,
            "names": names,
            "firsts": firsts,
        }
        with statements.cursor() as cursor:
            cursor.execute(_LINK, values)


def link_earlier(person: Entity) -> None:
    """Tie what was remembered before somebody was known to them."""
    matched = match(person.user_id, stems(person.name))
    parts = {part for part in set(matched.parts.tolist()) if layer_of(part) is Layer.MEMORY}
    items = statements.array_of(matched.best(parts, _BEFORE))
    found = statements.fetched(_HOLDING, {"user": person.user_id, "items": items})
    for memory_id, content in found:
        link(person.user_id, memory_id, content)


def names_in(text: str) -> Iterator[str]:
    """What may be names in a text, in lower case: each run of capitalised words, by its ends.

    "When Dana Whitfield" may be a name, "Dana Whitfield" and "Whitfield" too; "Dana" may not.
    """
    run: list[str] = []
    for token in _TOKEN.finditer(text):
        word, rest = token["word"], token["rest"]
        plain = _POSSESSIVE.sub("", word)
        run = [*run, plain.lower()] if word[0].isupper() else []
        if run and (rest or plain != word or not _goes_on(text, token.end())):
            yield from _ends(run)
            run = []


def _goes_on(text: str, end: int) -> bool:
    """Whether a capitalised word follows, a blank between."""
    return text[end : end + 1] == " " and text[end + 1 : end + 2].isupper()


def _ends(run: list[str]) -> Iterator[str]:
    for start in range(max(0, len(run) - _WORDS), len(run)):
        if run[start] not in STOP_WORDS:
            yield " ".join(run[start:])
