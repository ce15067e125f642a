"""Who is who to a person, read from all that is remembered of them."""

from functools import lru_cache

from accounts.models import User
from memories.answers.persons import people
from memories.answers.persons.kinship import MentionedPeople
from memories.answers.vocabulary import taxonomy
from memories.models import Memory
from memories.recall import Query
from memories.search import memories_holding
from memories.text import in_english, stems
from memories.text.languages import stem_in
from memories.text.meaning.english_words import words_meaning

# Maximum number of memories about relations read, latest first, of so many that name one.
MOST, LOOKED_AT = 600, 5_000
# Languages whose relations are listed, and whose stems are held beside the English ones.
_LANGUAGES = ("de", "es", "fr", "it", "nl", "pt")


def tells(user: User, query: Query) -> list[MentionedPeople]:
    """What the memories of a query's scope that name a relation tell. Inside `acting_as`."""
    naming = memories_holding(user.pk, _relations(), LOOKED_AT)
    named = (
        Memory.objects.filter(
            query.in_scope("project"), user=user, state=Memory.State.CURRENT, pk__in=naming
        )
        .order_by("-updated")
        .values_list("content", flat=True)[:MOST]
    )
    return [people.told_of(in_english(content)) for content in named]


@lru_cache(maxsize=1)
def _relations() -> list[str]:
    """The stems of all words for relations, in the languages that are read."""
    known = frozenset(taxonomy.relations())
    words = {stem for stem in known if len(stem) > 2} | set(words_meaning(known))
    own = {stem_in(language, word) for word in words for language in _LANGUAGES}
    return sorted({*known, *stems(" ".join(sorted(words))), *own})
