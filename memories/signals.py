"""The one way a lower room reaches up."""

from django.dispatch import Signal

# Sent by memories.forget in the transaction that forgets or restores, so that rooms above can
# redact or show again what quoted the passages. Arguments: user_id (UUID), memories (list of
# memory ids), sources (list of source ids that were masked or unmasked), back (True on undo).
forgotten = Signal()
