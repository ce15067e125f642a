"""Who is who to a person, read from all that is remembered of them."""

from dataclasses import replace
from functools import lru_cache

from accounts.models import User
from memories.answers.persons import people
from memories.answers.persons.kinship import ME, MentionedPeople, PersonRef
from memories.answers.vocabulary import taxonomy
from memories.answers.vocabulary.taxonomy import Category
from memories.models import Memory
from memories.recall import Query
from memories.search import memories_holding
from memories.text import NamedEntity, in_english, names_in, stem_of, stems
from memories.text.languages import stem_in
from memories.text.meaning.english_words import words_meaning

# Maximum number of memories about relations read, and of those naming one looked at, latest first.
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
    return [_who_is_who(content) for content in named]


@lru_cache(maxsize=4_000)
def _who_is_who(content: str) -> MentionedPeople:
    """Whom a memory speaks of, with what it says its names are to somebody."""
    told = people.told_of(in_english(content))
    roles = [ref for one in names_in(content) if (ref := _by_role(one)) is not None]
    return replace(told, refs=(*told.refs, *roles))


def _by_role(one: NamedEntity) -> PersonRef | None:
    """Somebody by name with what they are: "two bairns, Ann who's 6 and Tom who's 4"."""
    if not one.name or one.role is None or one.role.former or one.role.owner == "?":
        return None
    kind = people.relation(one.role.role.key)
    if kind is None:
        return None
    names = frozenset(one.name.lower().split())
    kinds = {kind, FRIEND} if one.role.words.lower() in _FRIEND_OR_MORE else {kind}
    return PersonRef(names, frozenset((one.role.owner or ME, each) for each in kinds), one.start)


# In German "ein Freund" may be either.
FRIEND = Category("friend", "")
_FRIEND_OR_MORE = frozenset(("freund", "freundin"))


@lru_cache(maxsize=1)
def _relations() -> list[str]:
    """The stems of all words for relations, in the languages that are read."""
    known = frozenset(taxonomy.relations()) | {stem_of(word) for word in people.MY_OWN}
    words = {stem for stem in known if len(stem) > 2} | set(words_meaning(known))
    own = {stem_in(language, word) for word in words for language in _LANGUAGES}
    return sorted({*known, *stems(" ".join(sorted(words))), *own})
