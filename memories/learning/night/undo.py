"""Take a night back: one change of it, or all, to the state before, to the letter.

What was changed since is not overwritten unasked.
"""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from database.rows import insert
from memories.keeping import Refused, editing
from memories.keeping.journal import snapshot
from memories.learning.night.fading import BATCH
from memories.learning.night.run import last_night
from memories.models import Change, Memory
from memories.search import index

# Changes of a memory's state alone.
_MOVES = (Change.What.FADED, Change.What.RESTORED)
_TAKEN_BACK = gettext_noop("The night was taken back.")


def take_back(user: User, change: Change, *, though_changed: bool = False) -> None:
    """Take one change of a night back: what it changed is as it was before.

    Raises Refused("changed_since") where what it touched was changed since, unless it is to be
    taken back all the same (`though_changed`): what was done since to that very thing then stays,
    where the two do not conflict; Refused("gone_since") where it is no longer as the night left it.
    """
    index.hold(user.pk)
    change.memory.refresh_from_db()
    if change.undone or change.by != Change.By.NIGHT:
        raise Refused("taken_back", gettext("This was taken back already."))
    if not though_changed and _touched_since(user, change):
        raise Refused(
            "changed_since", gettext("This was changed since. Take it back all the same?")
        )
    if not _is_as_left(change):
        raise Refused("gone_since", gettext("This is no longer there to be taken back."))
    match change.what:
        case Change.What.SUPERSEDED:
            editing.bring_back(user, change, Change.By.PERSON, _TAKEN_BACK)
        case Change.What.REMEMBERED:
            editing.unremember(user, change.memory)
        case Change.What.ASKED:
            Change.objects.filter(pk=change.pk).update(undone=timezone.now())
        case _:
            _move_back(user, [change])


def take_back_all(user: User) -> tuple[int, int]:
    """Take back all of the last night that was not changed since.

    Returns how much that was, and how much was left because it was changed since.
    """
    index.hold(user.pk)
    _, changes = last_night(user)
    found = list(changes)
    touched = _all_touched_since(user, found)
    alone = [change for change in found if change.pk not in touched]
    moved = [each for each in alone if each.what in _MOVES and _is_as_left(each)]
    for first in range(0, len(moved), BATCH):
        _move_back(user, moved[first : first + BATCH])
    back = sum(_was_taken_back(user, each) for each in alone if each.what not in _MOVES)
    return back + len(moved), len(found) - back - len(moved)


def _was_taken_back(user: User, change: Change) -> bool:
    """Take back what nobody touched since; False where it is no longer there."""
    try:
        take_back(user, change, though_changed=True)
    except Refused:
        return False
    return True


def _is_as_left(change: Change) -> bool:
    """Whether the memory is in the state in which the night left it."""
    left = Memory.State.CURRENT if change.what == Change.What.ASKED else change.after.get("state")
    return change.memory.state == left


def _touched_since(user: User, change: Change) -> bool:
    return bool(_all_touched_since(user, [change]))


def _all_touched_since(user: User, changes: Sequence[Change]) -> set[object]:
    """Which of these had something done since to what they touched, by anybody but the night."""
    kept = {change.pk: change.after.get("superseded_by") for change in changes}
    memories = {change.memory_id for change in changes} | {pk for pk in kept.values() if pk}
    began = min((change.at for change in changes), default=None)
    if began is None:
        return set()
    later = Change.objects.filter(user=user, memory__in=memories, at__gt=began)
    since: dict[str, list[Change]] = {}
    for each in later.exclude(by=Change.By.NIGHT).exclude(why=_TAKEN_BACK):
        since.setdefault(str(each.memory_id), []).append(each)
    return {
        change.pk
        for change in changes
        for pk in (str(change.memory_id), kept[change.pk])
        if any(each.at > change.at for each in since.get(str(pk), ()))
    }


def _move_back(user: User, changes: Sequence[Change]) -> None:
    """Put what faded, or came back, into the state in which it was."""
    for state in {str(change.before["state"]) for change in changes}:
        ids = [change.memory_id for change in changes if change.before["state"] == state]
        Memory.objects.filter(user=user, pk__in=ids).update(state=state)
    Change.objects.filter(pk__in=[c.pk for c in changes]).update(undone=timezone.now())
    rows = []
    for change in changes:
        change.memory.state = Memory.State(change.before["state"])
        rows.append(
            Change(
                user=user,
                memory=change.memory,
                what=Change.What.RESTORED,
                by=Change.By.PERSON,
                why=_TAKEN_BACK,
                after=snapshot(change.memory),
            )
        )
    insert(rows)
