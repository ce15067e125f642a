"""get_entity_info: what is known about one person or thing."""

from django.db.models import Q
from django.utils.translation import gettext_noop

from chat.answering.model.notes import flat
from chat.tools import access
from chat.tools.registry import Context, Result, Tool, ToolShape
from database.acting import acting_as
from memories.answers import always_told
from memories.keeping import Refused
from memories.models import Entity, Memory
from memories.recall import Item
from web import stored_words

# Memories told of one person or thing, and others of that name.
TOLD = 20
NAMESAKES = 5


_ABOUT = gettext_noop("about %(name)s")
stored_words.register(_ABOUT)


class Arguments(ToolShape):
    """Whom or what."""

    name: str


def run(context: Context, asked: Arguments) -> Result:
    """Tell who or what it is, with what speaks of it. Raises Refused: unknown_entity."""
    with acting_as(context.user):
        found = _named(context, asked.name)
        if not found:
            raise Refused("unknown_entity", "Nobody and nothing of this name is known.")
        entity, *others = found
        items = _about(context, entity)
        content = {
            "id": str(entity.pk),
            "name": flat(entity.name),
            "type": entity.type,
            "aliases": [flat(alias) for alias in entity.aliases],
            "summary": flat(entity.summary),
            "mentioned": entity.mention_count,
            "others_of_this_name": [flat(other.name) for other in others],
        }
    return Result(content=content, items=tuple(items), found=str(len(items)))


def _named(context: Context, name: str) -> list[Entity]:
    """Who or what has this id or name: whole, else first, else any that it goes by."""
    by_id = access.entity_of(context, name)
    if by_id is not None:
        return [by_id]
    name = " ".join(name.split())
    if not name:
        return []
    known = Entity.objects.filter(user=context.user, merged_into=None)
    likely = known.filter(
        Q(name__iexact=name) | Q(name__istartswith=f"{name} ") | Q(aliases__icontains=name)
    )
    wanted = name.lower()
    ranked = sorted(
        likely.order_by("-mention_count", "name")[:50],
        key=lambda it: wanted not in (it.name.lower(), *(alias.lower() for alias in it.aliases)),
    )
    return ranked[: 1 + NAMESAKES]


def _about(context: Context, entity: Entity) -> list[Item]:
    about = Memory.objects.filter(
        user=context.user, state=Memory.State.CURRENT, mentions__entity=entity
    )
    if not context.all_projects:
        about = about.filter(Q(project=None) | Q(project=context.project))
    if not context.local:
        about = about.filter(local_only=False)
    latest = list(about.distinct().order_by("-updated", "-id")[:TOLD])
    return always_told.items_of(latest, why=_ABOUT % {"name": entity.name})


GET_ENTITY_INFO = Tool(
    "get_entity_info",
    "What is known about one person, organisation, project or thing: other names, who they are, "
    "and the current memories that speak of them.",
    Arguments,
    run,
    step=gettext_noop("Looking up who that is"),
    looked=gettext_noop("Looked up who that is"),
)
