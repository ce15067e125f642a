"""Three narrow mirrors of the memories, kept by the database itself, so that lists stay fast.

A trigger on the memories writes them in the same statement (migration 0004_listing), so no verb
can forget to. Reasons and figures: docs/adr/0004-lists-of-memories.md.
"""

from collections.abc import Sequence

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Func, Value

from accounts.models import User
from memories.models.memory import Memory


class Tally(models.Model):
    """How many memories there are of one state, scope, kind and source: with a tag, or in all."""

    pk = models.CompositePrimaryKey("user", "state", "tag", "scope", "kind", "source_kind")
    user = models.ForeignKey(User, on_delete=models.DO_NOTHING, related_name="+")
    state = models.CharField(max_length=12, choices=Memory.State)
    # Empty: all memories, with whatever tags or none.
    tag = models.CharField(max_length=50)
    # The project's id, or the person's own for what goes everywhere with them.
    scope = models.UUIDField()
    kind = models.CharField(max_length=12, choices=Memory.Kind)
    source_kind = models.CharField(max_length=12)
    memories = models.IntegerField()

    class Meta:
        managed = False
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"tally {self.state} {self.kind}"


class Tagging(models.Model):
    """That a memory bears a tag, in the order of the list."""

    pk = models.CompositePrimaryKey("user", "state", "tag", "updated", "memory")
    user = models.ForeignKey(User, on_delete=models.DO_NOTHING, related_name="+")
    state = models.CharField(max_length=12, choices=Memory.State)
    tag = models.CharField(max_length=50)
    updated = models.DateTimeField()
    memory = models.ForeignKey(Memory, on_delete=models.DO_NOTHING, related_name="taggings")

    class Meta:
        managed = False

    def __str__(self) -> str:
        return f"tagging {self.memory_id}"


class Placing(models.Model):
    """That a memory stands in a namespace or below it, in the order of the list."""

    pk = models.CompositePrimaryKey("user", "state", "place", "updated", "memory")
    user = models.ForeignKey(User, on_delete=models.DO_NOTHING, related_name="+")
    state = models.CharField(max_length=12, choices=Memory.State)
    # A digest: parts of any length and number fit an index, and comparing it is leakproof.
    place = models.UUIDField()
    updated = models.DateTimeField()
    memory = models.ForeignKey(Memory, on_delete=models.DO_NOTHING, related_name="placings")

    class Meta:
        managed = False

    def __str__(self) -> str:
        return f"placing {self.memory_id}"


def place_of(namespace: Sequence[str]) -> Func:
    """The `place` of a namespace, for a query."""
    return Func(
        Value(list(namespace), ArrayField(models.CharField())),
        function="memories_place_of",
        output_field=models.UUIDField(),
    )
