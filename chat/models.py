"""Conversations, what is said in them, with what files, and what the answers cite."""

from datetime import timedelta
from uuid import UUID

from django.db import models
from django.utils import timezone

from accounts.models import Project, User
from database.ids import uuid7
from documents.models import Document
from memories.models import Chunk, Memory, Source

# Whoever answers renews the lease as they go; a dead one loses it after this.
LEASE = timedelta(seconds=30)


class Conversation(models.Model):
    """A chat: global, or inside one project.

    A temporary one learns nothing, and recalls nothing unless it `looks_up`.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    project = models.ForeignKey(
        Project, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    title = models.CharField(max_length=200, blank=True)
    # A title of the person's own; otherwise it follows the first message, and what is masked in it.
    renamed = models.BooleanField(default=False)
    temporary = models.BooleanField(default=False)
    # Of a temporary one: whether it is answered from what is remembered.
    looks_up = models.BooleanField(default=False)
    # Who answers: "" is who answers everywhere, else a value of `model_access.connections.choices`.
    model = models.CharField(max_length=36, blank=True)
    # Its earlier part in a model's words, until and with the turn said at this time. Dropped when
    # anything of the person's is forgotten, or that part edited.
    summary = models.TextField(blank=True, default="")
    summed_up = models.DateTimeField(null=True, blank=True)
    # When a temporary one is deleted; None for all others.
    ends = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)
    # Whether the list it stands in has another of the same title (`converse.told_apart`).
    twin = False
    # The message that a search found, where it is in a branch that is not shown.
    found_in: UUID | None = None

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(temporary=True, ends__isnull=False)
                | models.Q(temporary=False, ends__isnull=True),
                name="conversation_temporary_ends",
            )
        ]
        indexes = [models.Index(fields=["user", "-updated"], name="conversation_list")]

    def __str__(self) -> str:
        return f"conversation {self.pk}"


class Message(models.Model):
    """One turn. Its words live in its source; in `draft` while it streams or is temporary."""

    class Role(models.TextChoices):
        USER = "user", "You"
        ASSISTANT = "assistant", "Assistant"

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        WORKING = "working", "Answering"
        DONE = "done", "Done"
        STOPPED = "stopped", "Stopped"
        INTERRUPTED = "interrupted", "Interrupted"
        FAILED = "failed", "Failed"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="messages"
    )
    role = models.CharField(max_length=10, choices=Role)
    state = models.CharField(max_length=12, choices=State, default=State.DONE)
    source = models.OneToOneField(
        Source, null=True, blank=True, on_delete=models.CASCADE, related_name="message"
    )
    draft = models.TextField(blank=True)
    # The turn of the person that this one answers.
    answers = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="answered_by"
    )
    # The person's turn before this one of theirs. Turns with the same one before them are branches:
    # the same words, edited. None for the first.
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="followed_by"
    )
    # Whether the branch it is in is the one that is shown.
    shown = models.BooleanField(default=True)
    # Plain words for the person when it failed.
    reason = models.CharField(max_length=300, blank=True)
    # Who answered: the model's name, or empty for the built-in answerer.
    model = models.CharField(max_length=200, blank=True)
    # What the turn did to the memory: {"did": [{"what", "memory", …}]}, and where a model looked:
    # {"steps": [{"tool", "found", …}]}; ids only, never words.
    details = models.JSONField(default=dict, blank=True)
    # Until when whoever answers holds it. A lease that ran out means that they died.
    lease = models.DateTimeField(null=True, blank=True)
    stop_asked = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["conversation", "created"], name="message_order")]

    def __str__(self) -> str:
        return f"message {self.pk}"

    @property
    def text(self) -> str:
        return self.source.text if self.source else self.draft


class Attachment(models.Model):
    """A file that was sent with a message: one of the person's documents."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="attachments")
    # None once it was deleted: its name goes with it.
    document = models.ForeignKey(
        Document, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    def __str__(self) -> str:
        return f"attachment {self.pk}"


class Citation(models.Model):
    """What a marker [n] in an answer stands for: a passage, and the memory that rests on it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="citations")
    marker = models.PositiveSmallIntegerField()
    memory = models.ForeignKey(
        Memory, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    chunk = models.ForeignKey(
        Chunk, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    # The cited passage in the chunk's source, in characters, and the words in it that answer.
    start = models.PositiveIntegerField()
    stop = models.PositiveIntegerField()
    answer_start = models.PositiveIntegerField()
    answer_stop = models.PositiveIntegerField()
    similarity = models.FloatField(null=True, blank=True)
    why = models.JSONField(default=list, blank=True)
    # Where else the same stands: [[chunk id, start, stop], …]. What is gone since is not shown.
    also = models.JSONField(default=list, blank=True)
    # False where the sentence before the marker says what is not in the passage.
    holds = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["message", "marker"], name="citation_marker")
        ]

    def __str__(self) -> str:
        return f"citation {self.pk}"


class Proposal(models.Model):
    """A change that the person did not ask for, proposed by a model or by rules: a click does it.

    Only what is open is kept: taken or declined, the row goes, and with it its words. It goes too
    once they are forgotten.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    # The answer under which it stands.
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="proposals")
    # One of chat.tools that write, and what it is given.
    tool = models.CharField(max_length=40)
    arguments = models.JSONField()
    # What it would change; None for something new.
    memory = models.ForeignKey(
        Memory, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["user", "message"], name="proposal_message")]

    def __str__(self) -> str:
        return f"proposal {self.pk}"


class Redaction(models.Model):
    """Words of an answer that are blacked out while the memory they came from is forgotten.

    Erasing the memory takes this row along, and with it the last of the words.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="redactions")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    start = models.PositiveIntegerField()
    stop = models.PositiveIntegerField()
    # Encrypted: {"words"}.
    sealed = models.BinaryField()

    class Meta:
        indexes = [models.Index(fields=["user", "memory"], name="redaction_memory")]

    def __str__(self) -> str:
        return f"redaction {self.pk}"
