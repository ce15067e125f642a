"""Work to do: the truth about it is here; a message in the broker is only a nudge."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import User
from database.ids import uuid7


class Work(models.Model):
    """One unit of work, without content, outside row-level security so a sweeper can see it."""

    class State(models.TextChoices):
        WAITING = "waiting", gettext_lazy("Waiting")
        WORKING = "working", gettext_lazy("Working")
        DONE = "done", gettext_lazy("Done")
        FAILED = "failed", gettext_lazy("Failed")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    # The name of a registered kind (memories.work.kinds).
    kind = models.CharField(max_length=12)
    # What it is about: a source's, a memory's, a document's or a mailbox's id.
    subject = models.UUIDField()
    # Somebody has just said it, and may ask for it at once: it goes before what comes in bulk.
    urgent = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    # Plain words that name no content.
    reason = models.CharField(max_length=300, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField(default=timezone.now)
    lease = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "work"
        constraints = [models.UniqueConstraint(fields=["kind", "subject"], name="work_once")]
        indexes = [
            models.Index(
                fields=["kind", "user", "urgent", "not_before"],
                condition=models.Q(state__in=["waiting", "working"]),
                name="work_open",
            ),
            models.Index(fields=["user", "state"], name="work_of_person"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Turn(models.Model):
    """When a person's work of a kind was last taken up: whose is longest ago comes next."""

    pk = models.CompositePrimaryKey("kind", "urgent", "user_id")
    kind = models.CharField(max_length=12)
    urgent = models.BooleanField()
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    served = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} {self.user_id}"


class Nudge(models.Model):
    """A message to the workers of a kind that none of them has taken yet."""

    kind = models.CharField(max_length=12, primary_key=True)
    sent = models.DateTimeField()

    def __str__(self) -> str:
        return self.kind


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
