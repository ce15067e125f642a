"""Calls of programs that are answered once, however often they are sent."""

from django.db import models
from django.utils import timezone

from accounts.models import User
from database.ids import uuid7


class AnsweredCall(models.Model):
    """A call that was sent with an Idempotency-Key, and what became of it.

    Nothing that was said is in it: `key` and `call` are keyed hashes, of the Idempotency-Key with
    the program that sent it, and of what was sent; `outcome` names things by their ids.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    key = models.CharField(max_length=64)
    call = models.CharField(max_length=64)
    outcome = models.JSONField(default=dict)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="answered_once")]

    def __str__(self) -> str:
        return f"answered call {self.pk}"
