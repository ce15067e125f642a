"""The one way a lower room reaches up."""

from typing import Any

from django.dispatch import Signal
from django.utils.module_loading import import_string

# Sent by memories.forget in the transaction that forgets or restores, so that rooms above can
# redact or show again what quoted the passages. Arguments: user_id (UUID), memories (list of
# memory ids), sources (list of source ids that were masked or unmasked), back (True on undo).
forgotten = Signal()


def follow(name: str) -> None:
    """Have the function of this dotted name called for each `forgotten`.

    It is loaded by the first, not at the start: half of its room comes with it, and every process
    that starts would wait for that.
    """

    def call(**arguments: Any) -> None:
        import_string(name)(**arguments)

    forgotten.connect(call, weak=False, dispatch_uid=name)
