"""Documents: uploaded files, and how far reading them has come."""

from django.db import models
from django.utils import timezone

from accounts.ids import uuid7
from accounts.models import Project, User
from memories.models import Source


class Document(models.Model):
    """One uploaded file. Its words are a source; the file itself lies in the file storage."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        READING = "reading", "Reading"
        LEARNING = "learning", "Learning"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    project = models.ForeignKey(
        Project, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    source = models.OneToOneField(
        Source, null=True, blank=True, on_delete=models.SET_NULL, related_name="document"
    )
    file = models.FileField(upload_to="documents", max_length=300)
    filename = models.CharField(max_length=255)
    content_type = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64)
    batch = models.UUIDField(null=True, blank=True)
    own_words = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    reason = models.CharField(max_length=300, blank=True)
    pages = models.PositiveIntegerField(null=True, blank=True)
    words = models.PositiveIntegerField(null=True, blank=True)
    language = models.CharField(max_length=16, blank=True)
    processed = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "project", "digest"], nulls_distinct=False, name="document_once"
            )
        ]
        indexes = [models.Index(fields=["user", "-created"], name="document_list")]

    def __str__(self) -> str:
        return f"document {self.pk}"
