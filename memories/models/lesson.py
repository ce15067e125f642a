"""What was learned from, part by part."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import User
from database.ids import uuid7
from memories.models.source import Source


class Lesson(models.Model):
    """That a part of a source was learned from, or could not be; `source.text[start:stop]`."""

    class State(models.TextChoices):
        LEARNED = "learned", gettext_lazy("Learned")
        FAILED = "failed", gettext_lazy("Failed")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    source = models.ForeignKey(
        Source, on_delete=models.CASCADE, db_index=False, related_name="lessons"
    )
    start = models.PositiveIntegerField()
    stop = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State)
    # Plain words that name no content.
    reason = models.CharField(max_length=300, blank=True)
    # The model that read it; none where rules did.
    model = models.CharField(max_length=200, blank=True)
    # How many facts were found new, known already, and dropped because their source does not hold
    # them.
    new = models.PositiveSmallIntegerField(default=0)
    known = models.PositiveSmallIntegerField(default=0)
    dropped = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "start", "stop"], name="lesson_once"),
        ]
        indexes = [models.Index(fields=["user", "state"], name="lesson_of_person")]

    def __str__(self) -> str:
        return f"{self.source_id}[{self.start}:{self.stop}]"
