"""The night's work: when it was done for a person, once for each of their days."""

from django.db import models
from django.utils import timezone

from accounts.models import User
from database.ids import uuid7


class Night(models.Model):
    """One night of a person's. What it changed stands in the journal, by the night, since `began`.

    It is finished once all of it was done; one that was broken off goes on where it was.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    # The day in the person's zone on which it began.
    day = models.DateField()
    began = models.DateTimeField(default=timezone.now)
    finished = models.DateTimeField(null=True, blank=True)
    # When a model was asked what follows from what is known: once a night, of what came since.
    reflected = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "day"], name="night_once")]

    def __str__(self) -> str:
        return f"night {self.pk}"
