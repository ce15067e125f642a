"""The search index: rebuildable, narrow, one for memories and chunks alike.

The hot tables (segments, postings, windows) are made by SQL in the migration, because their keys
cover what a search reads. Shapes and reasons: docs/adr/0002-search-index.md.
"""

from django.db import models
from pgvector.django import HalfVectorField

from accounts.models import User
from memories.models.memory import Memory
from memories.models.source import Chunk


class EmbeddingSpace(models.Model):
    """One embedding model's vectors. Those of two models never meet in one search."""

    class State(models.TextChoices):
        FILLING = "filling", "Filling"
        LIVE = "live", "Live"
        RETIRED = "retired", "Retired"

    id = models.SmallAutoField(primary_key=True)
    name = models.CharField(max_length=200)
    dimension = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State)
    # Sealed: the address of the server and its key. The built-in model has none.
    reach = models.BinaryField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["name", "dimension"], name="embedding_space"),
            models.UniqueConstraint(
                fields=["state"], condition=models.Q(state="live"), name="one_live_space"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.dimension})"


class SearchItem(models.Model):
    """What a search can find, by a small number. Exactly one of memory and chunk is set."""

    # The database's own key is (user, id): a person's items in their order.
    id = models.AutoField(primary_key=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    memory = models.OneToOneField(
        Memory, null=True, blank=True, on_delete=models.CASCADE, related_name="item"
    )
    chunk = models.OneToOneField(
        Chunk, null=True, blank=True, on_delete=models.CASCADE, related_name="item"
    )
    # Scope and layer in one number (memories.search.index.part_of): what a search is limited to.
    part = models.IntegerField()
    # Keyed hashes of its stems, as memories.search.postings writes them, and how many there are.
    terms = models.BinaryField()
    length = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(memory__isnull=False, chunk__isnull=True)
                | models.Q(memory__isnull=True, chunk__isnull=False),
                name="item_memory_or_chunk",
            )
        ]

    def __str__(self) -> str:
        return f"item {self.pk}"


class Segment(models.Model):
    """A run of a person's items, by number, whose words are packed. `docs` is what they are."""

    pk = models.CompositePrimaryKey("user", "first")
    user = models.ForeignKey(User, on_delete=models.DO_NOTHING, related_name="+")
    first = models.IntegerField()
    last = models.IntegerField()
    shift = models.SmallIntegerField()
    docs = models.BinaryField()

    class Meta:
        managed = False

    def __str__(self) -> str:
        return f"segment {self.first} to {self.last}"


class Posting(models.Model):
    """Which items of a segment hold the stems of one bucket (memories.search.postings)."""

    pk = models.CompositePrimaryKey("user", "segment", "bucket")
    user = models.ForeignKey(User, on_delete=models.DO_NOTHING, related_name="+")
    segment = models.IntegerField()
    bucket = models.IntegerField()
    terms = models.BinaryField()

    class Meta:
        managed = False

    def __str__(self) -> str:
        return f"posting {self.segment}/{self.bucket}"


class Corpus(models.Model):
    """A person's write lock, and the number of items added since the last packing."""

    user = models.OneToOneField(
        User, primary_key=True, on_delete=models.DO_NOTHING, related_name="+"
    )
    unpacked = models.IntegerField()

    class Meta:
        managed = False
        verbose_name_plural = "corpora"

    def __str__(self) -> str:
        return f"corpus {self.pk}"


class Window(models.Model):
    """A few sentences of an item, with their vector. Offsets count in the item's own text."""

    pk = models.CompositePrimaryKey("user", "space", "part", "item", "position")
    user = models.ForeignKey(User, on_delete=models.DO_NOTHING, related_name="+")
    space = models.SmallIntegerField()
    part = models.IntegerField()
    item = models.IntegerField()
    position = models.SmallIntegerField()
    start = models.IntegerField()
    stop = models.IntegerField()
    embedding = HalfVectorField()

    class Meta:
        managed = False

    def __str__(self) -> str:
        return f"window {self.item}/{self.position}"
