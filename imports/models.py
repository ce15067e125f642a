"""Imports: files of other programs, how far reading them has come, and what they brought."""

from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import Project, User
from database.ids import uuid7
from gmail.models import Message
from memories.models import Source

# Of the storage: below it one for each person.
FOLDER = "imports"


def place_of(it: "Import", filename: str) -> str:
    """Where a file lies in the storage: by ids alone; `filename` is what part of it this is."""
    owner: UUID = it.user_id
    return f"{FOLDER}/{owner}/{it.pk}-{filename}"


class Import(models.Model):
    """One file that is brought in: read, shown to the person, and once they agree, kept."""

    class State(models.TextChoices):
        READING = "reading", gettext_lazy("Reading the file")
        PREVIEW = "preview", gettext_lazy("Waiting for you")
        IMPORTING = "importing", gettext_lazy("Importing")
        DONE = "done", gettext_lazy("Done")
        FAILED = "failed", gettext_lazy("Failed")
        UNDOING = "undoing", gettext_lazy("Taking it back")
        UNDONE = "undone", gettext_lazy("Taken back")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    project = models.ForeignKey(
        Project, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    # What it is: the name of one of imports.formats; empty until it was looked at.
    kind = models.CharField(max_length=12, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.READING)
    filename = models.CharField(max_length=255)
    size = models.PositiveBigIntegerField()
    # The file as it came, until it is read; then what was read of it, until it is kept.
    file = models.FileField(upload_to=place_of, max_length=300, blank=True)
    prepared = models.FileField(upload_to=place_of, max_length=300, blank=True)
    # How far keeping has come, in bytes of what was read.
    position = models.PositiveBigIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    # {"conversations", "messages", "yours", …} and what was added so far of it.
    counts = models.JSONField(default=dict, blank=True)
    added = models.JSONField(default=dict, blank=True)
    since = models.DateTimeField(null=True, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    # [{"why", "count"}, …], in plain words.
    skipped = models.JSONField(default=list, blank=True)
    # Of mail: {address: how many it sent}, and those that are the person's own.
    senders = models.JSONField(default=dict, blank=True)
    addresses = ArrayField(models.CharField(max_length=254), default=list, blank=True)
    # The code of an export of Yarnnn's, sealed, until it was used.
    sealed_code = models.BinaryField(null=True, blank=True)
    # Why it failed, in plain words.
    reason = models.CharField(max_length=300, blank=True)
    confirmed = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["user", "-id"], name="import_list")]

    def __str__(self) -> str:
        return f"import {self.pk}"

    @property
    def is_busy(self) -> bool:
        """Whether something still happens to it by itself."""
        return self.state in (self.State.READING, self.State.IMPORTING, self.State.UNDOING)


class Imported(models.Model):
    """That a source, or a mail, came with an import: what goes when it is taken back."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    origin = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="brought")
    source = models.OneToOneField(
        Source, null=True, blank=True, on_delete=models.CASCADE, related_name="imported"
    )
    mail = models.OneToOneField(
        Message, null=True, blank=True, on_delete=models.CASCADE, related_name="imported"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(source__isnull=False, mail__isnull=True)
                | models.Q(source__isnull=True, mail__isnull=False),
                name="imported_source_or_mail",
            )
        ]

    def __str__(self) -> str:
        return f"imported {self.pk}"
