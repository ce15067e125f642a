"""Who is who to a person, read from all that is remembered of them."""

import re
from functools import lru_cache
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from memories.answers import people, taxonomy
from memories.answers.people import Told
from memories.models import Memory
from memories.text import in_english, words_meaning

# So many memories that speak of relations are read, the latest first.
MOST = 600


def tells(user: User, project: UUID | None) -> list[Told]:
    """What the memories that name a relation tell of people. Inside `acting_as`.

    Those of `project` are read too.
    """
    named = (
        Memory.objects.filter(
            Q(project=None) | Q(project=project),
            user=user,
            state=Memory.State.CURRENT,
            content__iregex=_relations(),
        )
        .order_by("-updated")
        .values_list("content", flat=True)[:MOST]
    )
    return [people.told_of(in_english(content)) for content in named]


@lru_cache(maxsize=1)
def _relations() -> str:
    """A pattern of all words for relations, in the languages that are read."""
    stems = set(taxonomy.relations())
    words = {re.escape(stem) for stem in stems if len(stem) > 2}
    words |= {re.escape(word) for word in words_meaning(frozenset(stems))}
    return rf"\m({'|'.join(sorted(words))})"
