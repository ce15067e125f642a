"""Switch the embedding model: fill the new space beside the old, flip, drop the old."""

from collections.abc import Callable

from django.db import connection

from accounts.acting import acting_as
from accounts.models import User
from memories.embed import embed_everything
from memories.models import EmbeddingSpace
from memories.spaces import make_live, space_to_fill


def reembed(tell: Callable[[str], None]) -> EmbeddingSpace:
    """Give everything vectors of the model that the settings name, and let searches use them.

    New things get their vectors from the workers meanwhile. May be stopped and started again.
    Raises llm's ModelError.
    """
    space = space_to_fill()
    people = list(User.objects.values_list("pk", flat=True))
    items = sum(embed_everything(person, space) for person in people)
    retired = make_live(space)
    # What was said between a person's turn and the flip, by a worker with the old settings.
    items += sum(embed_everything(person, space) for person in people)
    for old in retired:
        for person in people:
            with acting_as(person), connection.cursor() as cursor:
                cursor.execute(
                    "DELETE FROM memories_window WHERE user_id = %s AND space = %s",
                    [person, old.pk],
                )
        old.delete()
    tell(f"{space.name} ({space.dimension} numbers) is in use. Newly embedded: {items}.")
    return space
