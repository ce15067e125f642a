"""Who is who to a person, read from all that is remembered of them."""

import re
from functools import lru_cache

from accounts.models import User
from memories.answers.persons import people
from memories.answers.persons.kinship import Told
from memories.answers.vocabulary import taxonomy
from memories.models import Memory
from memories.recall import Query
from memories.text import in_english
from memories.text.meaning.english_words import words_meaning

# Maximum number of memories about relations read, latest first.
MOST = 600


def tells(user: User, query: Query) -> list[Told]:
    """What the memories of a query's scope that name a relation tell. Inside `acting_as`."""
    named = (
        Memory.objects.filter(
            query.in_scope("project"),
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
