"""What Today keeps for itself: the tasks that were found, and when a person last looked."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import User
from database.ids import uuid7
from memories.models import Memory, Source


class Task(models.Model):
    """Something the person said they would do, or others asked of them, as a passage of it.

    It holds no words of its own: `source.text[start:stop]` is read when it is shown, so that it is
    blacked out, and goes, with its source.
    """

    class State(models.TextChoices):
        OPEN = "open", gettext_lazy("Open")
        DONE = "done", gettext_lazy("Done")
        NONE = "none", gettext_lazy("Not a task")

    class Kind(models.TextChoices):
        PROMISED = "promised", gettext_lazy("You said you would")
        ASKED = "asked", gettext_lazy("Asked of you")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    source = models.ForeignKey(Source, on_delete=models.CASCADE, related_name="tasks")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.PROMISED)
    start = models.PositiveIntegerField()
    stop = models.PositiveIntegerField()
    state = models.CharField(max_length=4, choices=State, default=State.OPEN)
    # Until when it is to be done, where a time was named.
    due = models.DateTimeField(null=True, blank=True)
    said = models.DateTimeField()
    # Put off by the person: not shown before.
    later = models.DateTimeField(null=True, blank=True)
    # What the person said or wrote later by which it is done; when that was noticed, or taken back.
    settled_by = models.ForeignKey(
        Source, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    settled = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["source", "start"], name="task_once")]
        indexes = [
            models.Index(
                fields=["user", "due", "-said"],
                condition=models.Q(state="open"),
                name="task_open",
            )
        ]

    def __str__(self) -> str:
        return f"task {self.pk}"


def passage() -> models.Func:
    """The words of a task, read from its source."""
    return models.Func(
        models.F("source__text"),
        models.F("start") + 1,
        models.F("stop") - models.F("start"),
        function="substr",
        output_field=models.TextField(),
    )


class AnsweredDay(models.Model):
    """What the person said of a day that a memory tells of: it is over, none of theirs, or later.

    The memory stays as it is: only Today does not show that day any more, or not yet. What is none
    of theirs is so on all days of the memory.
    """

    class State(models.TextChoices):
        DONE = "done", gettext_lazy("Done")
        NONE = "none", gettext_lazy("Don’t show")
        LATER = "later", gettext_lazy("Later")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="answered_days")
    # The first of the days that it tells of there.
    first = models.DateField()
    state = models.CharField(max_length=5, choices=State)
    # Put off by the person: not shown before.
    later = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["memory", "first"], name="answered_day_once")
        ]
        indexes = [models.Index(fields=["user", "-created"], name="answered_day_list")]

    def __str__(self) -> str:
        return f"answered day {self.pk}"


class Visit(models.Model):
    """When a person last looked at Today, and how far their words were read for tasks."""

    user = models.OneToOneField(User, primary_key=True, on_delete=models.CASCADE, related_name="+")
    # The latest look, and the end of the visit before this one: what came since is new.
    latest = models.DateTimeField(default=timezone.now)
    before = models.DateTimeField(default=timezone.now)
    # What was kept up to here is read for tasks. Of what was kept in one moment: up to this id.
    read_to = models.DateTimeField(null=True, blank=True)
    read_id = models.UUIDField(null=True, blank=True)

    def __str__(self) -> str:
        return f"visit {self.pk}"
