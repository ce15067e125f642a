"""What is known: memories, what they rest on, whom they are about, and what must not return."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import Project, User
from database.ids import uuid7
from memories.models.source import Chunk, Source


class Memory(models.Model):
    """One distinct thing known. Without a project it goes everywhere with the person."""

    class Kind(models.TextChoices):
        FACT = "fact", gettext_lazy("Fact")
        PREFERENCE = "preference", gettext_lazy("Preference")
        NOTE = "note", gettext_lazy("Note")
        REFLECTION = "reflection", gettext_lazy("Reflection")

    class Origin(models.TextChoices):
        SAID = "said", gettext_lazy("You said so")
        EXTRACTED = "extracted", gettext_lazy("Learned")
        INFERRED = "inferred", gettext_lazy("Concluded")

    class State(models.TextChoices):
        CURRENT = "current", gettext_lazy("Current")
        FADED = "faded", gettext_lazy("Faded")
        SUPERSEDED = "superseded", gettext_lazy("Replaced")
        FORGOTTEN = "forgotten", gettext_lazy("Forgotten")

    # What holds now, and what is known at all: what was true once is known, too.
    ACTIVE = (State.CURRENT, State.FADED)
    KNOWN = (*ACTIVE, State.SUPERSEDED)

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    project = models.ForeignKey(
        Project, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    origin_project = models.ForeignKey(
        Project, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.FACT)
    state = models.CharField(max_length=12, choices=State, default=State.CURRENT)
    # At most 2,048 tokens (o200k). Empty while forgotten: the words are sealed in Forgotten.
    content = models.TextField(blank=True)
    tags = ArrayField(models.CharField(max_length=50), default=list, blank=True)
    metadata = models.JSONField(default=dict, blank=True)
    importance = models.FloatField(default=0.5)
    confidence = models.FloatField(default=1.0)
    origin = models.CharField(max_length=12, choices=Origin, default=Origin.SAID)
    # The kind of source it first came from: a facet of lists.
    source_kind = models.CharField(max_length=12)
    # Of whom or what it is ("me": the person), what of it ("lives in") and its value: all three or
    # none, where nothing tells. Empty while forgotten.
    subject = models.CharField(max_length=200, blank=True)
    attribute = models.CharField(max_length=40, blank=True)
    value = models.CharField(max_length=200, blank=True)
    event_time = models.DateTimeField(null=True, blank=True)
    # From when it holds, and until when, where that is said.
    valid_from = models.DateTimeField(null=True, blank=True)
    valid_until = models.DateTimeField(null=True, blank=True)
    pinned = models.BooleanField(default=False)
    confirmed = models.DateTimeField(null=True, blank=True)
    supersedes = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="superseded_by"
    )
    decay_rate = models.FloatField(default=0.1)
    times_used = models.PositiveIntegerField(default=0)
    last_used = models.DateTimeField(null=True, blank=True)
    namespace = ArrayField(models.CharField(max_length=200), null=True, blank=True)
    key = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001
    local_only = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "memories"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "namespace", "key"],
                condition=~models.Q(state__in=["superseded", "forgotten"]),
                name="memory_key",
            ),
            models.CheckConstraint(
                condition=models.Q(namespace__isnull=True, key__isnull=True)
                | models.Q(namespace__len__gte=2, key__isnull=False),
                name="memory_namespace_of_two_parts",
            ),
            models.CheckConstraint(
                condition=models.Q(importance__gte=0, importance__lte=1), name="memory_importance"
            ),
            models.CheckConstraint(
                condition=models.Q(confidence__gte=0, confidence__lte=1), name="memory_confidence"
            ),
        ]
        indexes = [
            models.Index(fields=["user", "state", "-updated", "-id"], name="memory_list"),
            models.Index(
                fields=["user", "state", "project", "-updated", "-id"], name="memory_scope"
            ),
            models.Index(fields=["user", "state", "kind", "-updated", "-id"], name="memory_kind"),
            models.Index(
                fields=["user", "state", "source_kind", "-updated", "-id"], name="memory_source"
            ),
            # What comes up in the next days.
            models.Index(
                fields=["user", "event_time"],
                condition=models.Q(state="current"),
                name="memory_event",
            ),
            # Of (namespace, key) only the key can be looked up: comparing arrays is not leakproof.
            models.Index(
                fields=["user", "state", "key", "-updated", "-id"],
                condition=models.Q(key__isnull=False),
                name="memory_by_key",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def active(self) -> bool:
        return self.state in self.ACTIVE


class Evidence(models.Model):
    """What a memory rests on: a verbatim quote, or (for a reflection) another memory.

    `source.text[start:stop] == quote`, always; both are masked together.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    # evidence_once begins with it; with an index of its own the planner would choose by chance.
    memory = models.ForeignKey(
        Memory, on_delete=models.CASCADE, db_index=False, related_name="evidence"
    )
    chunk = models.ForeignKey(
        Chunk, null=True, blank=True, on_delete=models.CASCADE, related_name="evidence"
    )
    basis = models.ForeignKey(
        Memory, null=True, blank=True, on_delete=models.CASCADE, related_name="supports"
    )
    quote = models.TextField(blank=True)
    start = models.PositiveIntegerField(null=True, blank=True)
    stop = models.PositiveIntegerField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "evidence"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    chunk__isnull=False, basis__isnull=True, start__isnull=False, stop__isnull=False
                )
                | models.Q(chunk__isnull=True, basis__isnull=False),
                name="evidence_chunk_or_memory",
            ),
            models.UniqueConstraint(
                fields=["memory", "chunk", "start", "stop"], name="evidence_once"
            ),
        ]

    def __str__(self) -> str:
        return f"evidence {self.pk}"


class Entity(models.Model):
    """A person, pet, place, organisation, project or other thing that is spoken of."""

    class Type(models.TextChoices):
        PERSON = "person", gettext_lazy("Person")
        PET = "pet", gettext_lazy("Pet")
        PLACE = "place", gettext_lazy("Place")
        ORGANISATION = "organisation", gettext_lazy("Organisation")
        PROJECT = "project", gettext_lazy("Project")
        CONCEPT = "concept", gettext_lazy("Concept")
        TOOL = "tool", gettext_lazy("Tool")
        THING = "thing", gettext_lazy("Thing")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    name = models.CharField(max_length=200)
    aliases = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    type = models.CharField(max_length=12, choices=Type)
    summary = models.TextField(blank=True)
    mention_count = models.PositiveIntegerField(default=0)
    protected = models.BooleanField(default=False)
    # Found in the person's words: it goes with them.
    found = models.BooleanField(default=False)
    # Those the person said are others, however alike.
    different = ArrayField(models.UUIDField(), default=list, blank=True)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged"
    )
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "entities"
        constraints = [
            models.UniqueConstraint(
                "user",
                Lower("name"),
                "type",
                condition=models.Q(merged_into__isnull=True),
                name="entity_name",
            )
        ]
        indexes = [models.Index(fields=["user", "created", "id"], name="entity_list")]

    def __str__(self) -> str:
        return f"{self.type} {self.pk}"


class Mention(models.Model):
    """That a memory or a chunk speaks of an entity.

    `said` is what it says of who that is: {"called": [names], "spans": [[start, stop], …] in the
    source's characters, "roles": [[key, owner's entity id or "", words, former], …], "apart":
    [words], "at": seconds since 1970}. All that is known of who is who rests on these rows, and
    goes with the words it was read from.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="mentions")
    memory = models.ForeignKey(
        Memory, null=True, blank=True, on_delete=models.CASCADE, related_name="mentions"
    )
    chunk = models.ForeignKey(
        Chunk, null=True, blank=True, on_delete=models.CASCADE, related_name="mentions"
    )
    said = models.JSONField(default=dict, blank=True)
    # Whether it says more than a name: what somebody is to the person, what tells them apart.
    tells = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entity", "memory", "chunk"], nulls_distinct=False, name="mention_once"
            )
        ]
        indexes = [
            models.Index(fields=["user"], condition=models.Q(tells=True), name="mention_telling")
        ]

    def __str__(self) -> str:
        return f"mention {self.pk}"


class Forgotten(models.Model):
    """A tombstone: what must not return, by whatever path.

    Forgetting keeps the words sealed (encrypted, restorable), and is recognised in other words too.
    Erasing keeps only keyed hashes of words and meanings, and the blocked spans: in quite other
    words it is not recognised.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    memory = models.ForeignKey(
        Memory, null=True, blank=True, on_delete=models.SET_NULL, related_name="tombstones"
    )
    # One click may forget many: they are undone together.
    batch = models.UUIDField(default=uuid7, db_index=True)
    # How a returning fact is recognised: keeping.tombstones.fingerprint, without any words.
    fingerprint = models.JSONField(default=dict)
    # Encrypted JSON: the words, the evidence, the masked passages and names, the journal's words.
    sealed = models.BinaryField(null=True, blank=True)
    # [[source id, start, stop], …]: never learned from again.
    blocked = models.JSONField(default=list)
    project = models.ForeignKey(
        Project, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    created = models.DateTimeField(default=timezone.now)
    erased = models.DateTimeField(null=True, blank=True)
    lifted = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "forgotten"
        indexes = [models.Index(fields=["user", "-created"], name="forgotten_list")]

    def __str__(self) -> str:
        return f"forgotten {self.pk}"


class Change(models.Model):
    """The journal: everything that happened to a memory, by whom, and why."""

    class What(models.TextChoices):
        REMEMBERED = "remembered", gettext_lazy("Remembered")
        EDITED = "edited", gettext_lazy("Edited")
        CORRECTED = "corrected", gettext_lazy("Corrected")
        SUPERSEDED = "superseded", gettext_lazy("Replaced")
        CONFIRMED = "confirmed", gettext_lazy("Confirmed")
        MOVED = "moved", gettext_lazy("Moved")
        SUPPORTED = "supported", gettext_lazy("Heard again")
        FORGOTTEN = "forgotten", gettext_lazy("Forgotten")
        RESTORED = "restored", gettext_lazy("Restored")
        ERASED = "erased", gettext_lazy("Erased")
        FADED = "faded", gettext_lazy("Faded")
        MERGED = "merged", gettext_lazy("Merged")
        ASKED = "asked", gettext_lazy("Asked you")

    class By(models.TextChoices):
        PERSON = "person", gettext_lazy("You")
        ASSISTANT = "assistant", gettext_lazy("The assistant")
        LEARNING = "learning", gettext_lazy("Learning")
        NIGHT = "night", gettext_lazy("The night's work")
        API = "api", gettext_lazy("A program of yours")
        IMPORT = "import", gettext_lazy("An import")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="changes")
    what = models.CharField(max_length=12, choices=What)
    by = models.CharField(max_length=12, choices=By)
    why = models.CharField(max_length=200, blank=True)
    # The source (a chat message, say) whose words caused it.
    cause = models.ForeignKey(
        Source, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)
    undone = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["user", "-at"], name="change_journal"),
            models.Index(
                fields=["user", "-at"], condition=models.Q(what="asked"), name="change_questions"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.pk}"
