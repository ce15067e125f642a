"""Switch the embedding model: fill the new space beside the old, flip, drop the old."""

import time
from collections.abc import Callable

from django.db import connection

from accounts.models import User
from database.acting import acting_as
from memories.models import EmbeddingSpace
from memories.search.embedding import embed_everything
from memories.search.spaces import make_live, space_to_fill

# A search that began with the old vectors ends with them.
LINGERS = 5.0


def reembed(tell: Callable[[str], None], lingers: float = LINGERS) -> EmbeddingSpace:
    """Give everything vectors of the model that the settings name, and let searches use them.

    Searches go on with the old vectors until all the new are there, and new things get both. May
    be stopped and started again: what is done stays done. Raises llm's ModelError.
    """
    space = space_to_fill()
    tell(f"{space.name} gives vectors of {space.dimension} numbers.")
    items = 0
    while done := _embed_all(space):
        items += done
        tell(f"Embedded: {items}.")
    retired = make_live(space)
    # What came between the last look and the flip.
    items += _embed_all(space)
    if retired:
        time.sleep(lingers)
    for old in retired:
        _drop(old)
    tell(f"{space.name} ({space.dimension} numbers) is in use. Newly embedded: {items}.")
    return space


def _embed_all(space: EmbeddingSpace) -> int:
    return sum(embed_everything(person, space) for person in _people())


def _people() -> list[User]:
    return list(User.objects.only("pk"))


def _drop(old: EmbeddingSpace) -> None:
    for person in _people():
        with acting_as(person), connection.cursor() as cursor:
            cursor.execute(
                "DELETE FROM memories_window WHERE user_id = %s AND space = %s",
                [person.pk, old.pk],
            )
    old.delete()
