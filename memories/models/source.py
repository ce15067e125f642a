"""What was said or read: sources, and the spans of them that can be cited."""

from uuid import UUID

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import Project, User
from database.ids import uuid7


class Source(models.Model):
    """One thing said or read. Its text never changes; forgetting masks it, length kept."""

    class Author(models.TextChoices):
        PERSON = "person", gettext_lazy("You")
        ASSISTANT = "assistant", gettext_lazy("Assistant")
        OTHER = "other", gettext_lazy("Someone else")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    project = models.ForeignKey(
        Project, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    # The name of a registered kind (memories.source_kinds).
    kind = models.CharField(max_length=12)
    external_id = models.CharField(max_length=255, null=True, blank=True)  # noqa: DJ001
    text = models.TextField()
    title = models.CharField(max_length=500, blank=True)
    # What belongs together in time: a conversation, a mail thread. Neighbours share it.
    thread = models.CharField(max_length=255, blank=True)
    turn = models.PositiveIntegerField(default=0)
    author = models.CharField(max_length=12, choices=Author, default=Author.PERSON)
    speaker = models.CharField(max_length=200, blank=True)
    happened_at = models.DateTimeField(default=timezone.now)
    zone = models.CharField(max_length=64, default="UTC")
    content_hash = models.CharField(max_length=64)
    local_only = models.BooleanField(default=False)
    metadata = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField(default=timezone.now)

    # Of what was just kept: whether a part of it is hidden, for it was forgotten once. No column.
    holds_back = False

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "external_id"], name="source_external_id"
            )
        ]
        indexes = [
            models.Index(fields=["user", "thread", "turn"], name="source_thread"),
            models.Index(fields=["user", "happened_at"], name="source_time"),
            models.Index(
                fields=["user", "speaker"],
                condition=~models.Q(speaker=""),
                name="source_speaker",
            ),
            # Forgetting looks through all titles: most sources have none.
            models.Index(
                fields=["user", "kind"], condition=~models.Q(title=""), name="source_title"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Chunk(models.Model):
    """A citable span of a source: `source.text[start:stop]`, in characters."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    # By (source, position) it is found: beside an index of its own the planner passes that by.
    source = models.ForeignKey(
        Source, on_delete=models.CASCADE, db_index=False, related_name="chunks"
    )
    position = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    stop = models.PositiveIntegerField()
    # Its words once more where the source is long: the database would unpack a whole book for each
    # passage that it cuts out. None where the source is short.
    passage = models.TextField(null=True, blank=True)  # noqa: DJ001 — empty is not absent
    page = models.PositiveIntegerField(null=True, blank=True)
    # The words of `source.text` from `heading_start` on that this stands under.
    heading = models.CharField(max_length=500, blank=True)
    heading_start = models.PositiveIntegerField(null=True, blank=True)
    heading_level = models.PositiveSmallIntegerField(null=True, blank=True)
    own_words = models.BooleanField()
    token_count = models.PositiveIntegerField()
    # Set when forgetting took this passage out of recall.
    hidden = models.DateTimeField(null=True, blank=True)
    # When it came in, for it may say what was forgotten. While it is hidden the person is asked;
    # once they let it in, it is not asked about again.
    asked = models.DateTimeField(null=True, blank=True)
    metadata = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "position"], name="chunk_position"),
            models.CheckConstraint(
                condition=models.Q(stop__gt=models.F("start")), name="chunk_not_empty"
            ),
        ]
        indexes = [
            models.Index(
                fields=["user", "asked"],
                condition=models.Q(asked__isnull=False),
                name="chunk_asked",
            )
        ]

    def __str__(self) -> str:
        return f"{self.source_id}[{self.start}:{self.stop}]"

    @classmethod
    def standing_at(cls, source: UUID, place: int) -> "Chunk | None":
        """The passage of a source in which a character stands; what is not searchable has none."""
        found = cls.objects.filter(source=source, start__lte=place, stop__gt=place)
        return found.order_by("-stop").first()

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.stop] if self.passage is None else self.passage
