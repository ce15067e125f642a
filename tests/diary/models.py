"""What is stored of a diary: the days, each with its source."""

from django.db import models

from accounts.models import User
from database.ids import uuid7
from memories.models import Source


class Entry(models.Model):
    """One day. Its words are its source's."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    source = models.OneToOneField(Source, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()

    def __str__(self) -> str:
        return f"entry {self.pk}"
