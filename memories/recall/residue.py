"""What is left of something forgotten: every store that was searched, and what was found there.

The proof of what forgetting promises, for a page and for `manage.py forgetting_report`. The stores
are read from the database's catalogue, so a table that comes tomorrow is searched too.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.apps import apps
from django.db import connection
from django.utils.translation import gettext

from accounts.models import User
from database.sealing import unseal
from memories.forgetting import files_with, stated
from memories.keeping import Refused, said_again
from memories.models import Forgotten, Memory
from memories.recall.pipeline import recall
from memories.recall.query import Query
from memories.text import is_blank

# What is shorter stands in too much to prove anything by.
_SHORTEST = 3
# Maximum characters of a question to recall.
_ASKED = 400

# Every column with words or bytes of every table with content, as the catalogue has them.
_COLUMNS = """
SELECT c.relname, a.attname, t.typname
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type t ON t.oid = a.atttypid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relforcerowsecurity
    AND t.typname IN ('text', 'varchar', 'json', 'jsonb', 'bytea', '_text', '_varchar')
ORDER BY c.relname, a.attnum
"""


@dataclass(frozen=True)
class StoreResidue:
    """One store: how many of this person's entries were searched, and in how many it stands."""

    store: str
    searched: int
    found: int


@dataclass(frozen=True)
class Residue:
    """The words searched for and where they were found; `files` are locked until it is erased."""

    words: tuple[str, ...]
    stores: tuple[StoreResidue, ...]
    # What recall gives back that says it, and passages anywhere that do, in whatever words.
    recalled: tuple[str, ...] = ()
    restated: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def found(self) -> int:
        """In how many places it still stands."""
        left = len(self.recalled) + len(self.restated)
        return left + sum(looked.found for looked in self.stores)

    @property
    def searched(self) -> int:
        return sum(looked.searched for looked in self.stores)


def residue_of(user: User, memory: Memory) -> Residue:
    """Search for a forgotten memory, by the words that its tombstone keeps sealed.

    Raises Refused where it is not forgotten, or its words are erased already.
    """
    stone = Forgotten.objects.filter(user=user, memory=memory, sealed__isnull=False).first()
    if stone is None or stone.sealed is None:
        raise Refused("unknown_memory", gettext("This is not forgotten."))
    sealed = unseal(stone.sealed)
    fact = str(sealed.get("fact", ""))
    told = [fact, str(sealed.get("memory", {}).get("content", ""))]
    told += [str(words) for *_, words in sealed.get("passages", ())]
    files = tuple(file.name for file in files_with(user, memory))
    return residue(user, told, files=files)


def residue(user: User, told: Iterable[str], *, files: Sequence[str] = ()) -> Residue:
    """Search every store for these words: what was forgotten, or erased. Inside `acting_as`."""
    words = _telling(told)
    if not words:
        raise Refused("empty", gettext("Give the words to look for."))
    fact = words[0]
    recalled = recall(user, Query(fact[:_ASKED]))
    texts = [item.text for item in recalled.items]
    again = said_again(fact, [(text, True) for text in texts])
    return Residue(
        tuple(words),
        tuple(_stores(words)),
        tuple(text for text, said in zip(texts, again, strict=True) if said),
        tuple(span.of(source.text) for source, span in stated(user, fact)),
        tuple(files),
    )


def _telling(told: Iterable[str]) -> list[str]:
    """Each of them once, without such as hold nothing that could be found."""
    stripped = (words.strip() for words in told)
    kept = (words for words in stripped if len(words) >= _SHORTEST and not is_blank(words))
    return list(dict.fromkeys(kept))


def _stores(words: Sequence[str]) -> Iterator[StoreResidue]:
    """Every table with content, searched row by row as this person may see it."""
    wanted = [each.lower() for each in words]
    names = {
        model._meta.db_table: str(model._meta.verbose_name_plural) for model in apps.get_models()
    }
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS)
        for table, rows in groupby(cursor.fetchall(), key=itemgetter(0)):
            held = " OR ".join(_holds(column, kind) for _, column, kind in rows)
            quoted = connection.ops.quote_name(table)
            cursor.execute(
                f"SELECT count(*), count(*) FILTER (WHERE {held}) FROM {quoted}",  # noqa: S608
                {"words": wanted},
            )
            searched, found = cursor.fetchone()
            yield StoreResidue(names.get(table, table), searched, found)


def _holds(column: str, kind: str) -> str:
    quoted = connection.ops.quote_name(column)
    place = (
        f"position(convert_to(w, 'UTF8') IN {quoted})"
        if kind == "bytea"
        else f"position(w IN lower({quoted}::text))"
    )
    return f"EXISTS (SELECT FROM unnest(%(words)s::text[]) w WHERE {place} > 0)"
