"""Move what stands at a namespace and a key to another place: it stays the memory that it is."""

from django.utils import timezone

from accounts.models import User
from memories.errors import Refused
from memories.keeping.bounds import check_place
from memories.keeping.journal import journal, snapshot
from memories.models import Change, Memory
from memories.search import index
from memories.store.putting import Place


def move(user: User, at: Place, to: Place, *, by: Change.By) -> Memory | None:
    """Move it; None where nothing stands. Raises Refused where the new place is taken or none.

    To put it there anew and delete it here would forget its words, the new ones with them.
    """
    check_place(*to)
    # Whoever comes at the same time waits here, as with what is put.
    index.hold(user.pk)
    active = Memory.objects.filter(user=user, state__in=Memory.ACTIVE)
    it = active.filter(namespace=list(at[0]), key=at[1]).first()
    if it is None or at == to:
        return it
    if active.filter(namespace=list(to[0]), key=to[1]).exists():
        raise Refused("taken", "Something stands at that namespace and key already.")
    before = snapshot(it)
    it.namespace, it.key, it.updated = list(to[0]), to[1], timezone.now()
    it.save(update_fields=["namespace", "key", "updated"])
    journal(it, Change.What.EDITED, by, before=before, after=snapshot(it))
    return it
