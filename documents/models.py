"""Documents: uploaded files, and how far reading them has come."""

from uuid import UUID

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import Project, User
from database.ids import uuid7
from memories.models import Source

# Of the storage: below it one for each person.
FOLDER = "documents"


def place_of(document: "Document", _filename: str) -> str:
    """Where a file lies in the storage: by ids alone, whatever its name says."""
    owner: UUID = document.user_id
    return f"{FOLDER}/{owner}/{document.pk}"


class Document(models.Model):
    """One uploaded file. Its words are a source; the file itself lies in the file storage."""

    class State(models.TextChoices):
        WAITING = "waiting", gettext_lazy("Waiting")
        READING = "reading", gettext_lazy("Reading")
        LEARNING = "learning", gettext_lazy("Learning")
        DONE = "done", gettext_lazy("Done")
        FAILED = "failed", gettext_lazy("Failed")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    project = models.ForeignKey(
        Project, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    source = models.OneToOneField(
        Source, null=True, blank=True, on_delete=models.SET_NULL, related_name="document"
    )
    # Empty where the person had it removed and kept the text.
    file = models.FileField(upload_to=place_of, max_length=300)
    filename = models.CharField(max_length=255)
    # By its content: one of documents.file_kinds, known once it is being read.
    kind = models.CharField(max_length=8, blank=True)
    size = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64)
    # Files that were uploaded together.
    batch = models.UUIDField(null=True, blank=True)
    own_words = models.BooleanField(default=False)
    # The file holds words that are blacked out in the text (see documents.erasing).
    withheld = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    # Why it failed, in plain words.
    reason = models.CharField(max_length=300, blank=True)
    title = models.CharField(max_length=500, blank=True)
    # None for kinds without pages.
    pages = models.PositiveIntegerField(null=True, blank=True)
    pages_read = models.PositiveIntegerField(default=0)
    words = models.PositiveIntegerField(null=True, blank=True)
    language = models.CharField(max_length=16, blank=True)
    # What to know about the reading, and whether all of its words were read.
    notes = models.JSONField(default=list, blank=True)
    complete = models.BooleanField(default=True)
    # [[page's number, where its text starts], …] and [[level, start, stop], …], in characters.
    page_starts = models.JSONField(default=list, blank=True)
    headings = models.JSONField(default=list, blank=True)
    processed = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "project", "digest"], nulls_distinct=False, name="document_once"
            )
        ]
        indexes = [
            models.Index(fields=["user", "-id"], name="document_list"),
            models.Index(fields=["user", "batch"], name="document_batch"),
        ]

    def __str__(self) -> str:
        return f"document {self.pk}"

    @property
    def name(self) -> str:
        """What to call it: its own title, or its file's name."""
        return self.title or self.filename

    @property
    def is_busy(self) -> bool:
        """Whether something still happens to it by itself."""
        return self.state in (self.State.WAITING, self.State.READING, self.State.LEARNING)
