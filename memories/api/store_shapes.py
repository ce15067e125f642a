"""What the store's calls take and give."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, Field, JsonValue

from memories.api.shapes import Share, Tags
from memories.models import Memory
from web.rest import Shape

Namespace = Annotated[list[str], Field(min_length=1, max_length=20)]
# Maximum number of items put, or found, per call.
MOST = 1_000


class Putting(Shape):
    """What is to stand at a namespace and a key."""

    namespace: list[str]
    key: str
    content: str = Field(description="What it says, in at most 2,048 tokens: this is searched.")
    metadata: dict[str, JsonValue] | None = Field(
        None, description="Given back as it is. Left out, what stands there keeps its."
    )
    kind: Memory.Kind = Memory.Kind.NOTE
    tags: Tags = []
    importance: Share = 0.5
    local_only: bool = False
    again: bool = Field(False, description="Also if it was forgotten once.")


class PuttingMany(Shape):
    """Many at once, in their order."""

    items: list[Putting] = Field(min_length=1, max_length=MOST)


class At(Shape):
    """A place in the store: `namespace` is repeated for each of its parts."""

    namespace: list[str]
    key: str


class Moving(At):
    """What is to stand at another place."""

    to_namespace: list[str]
    to_key: str


class Looking(Shape):
    """What to look for in a namespace and those below it; without `q` all of it, latest first."""

    namespace: Namespace
    q: str = ""
    filter: dict[str, JsonValue] = Field(
        {},
        max_length=20,
        description="By names of the metadata: a value for equal, or an object of $eq, $ne, $gt, "
        "$gte, $lt, $lte.",
    )
    threshold: Share = Field(0.0, description="With q: the least similarity (0 to 1).")
    limit: int = Field(10, ge=1, le=MOST)
    offset: int = Field(0, ge=0, le=1_000_000)


class Under(Shape):
    """Which namespaces: `prefix` is repeated for each part; of deeper ones `depth` parts."""

    prefix: list[str] = []
    depth: int | None = Field(None, ge=1, le=20)
    limit: int = Field(100, ge=1, le=10_000)
    offset: int = Field(0, ge=0, le=1_000_000)


class StoredAnswer(BaseModel):
    """What became of it. Where it was refused, `code` says why to programs."""

    success: bool
    memory_id: UUID | None = Field(serialization_alias="memoryId")
    message: str
    code: str = ""


class StoredManyAnswer(BaseModel):
    """What became of each, in their order."""

    results: list[StoredAnswer]


class StoreItem(BaseModel):
    """What stands at a namespace and a key; `similarity` only of what was searched for."""

    id: UUID
    namespace: list[str]
    key: str
    content: str
    metadata: dict[str, Any]
    kind: Memory.Kind
    tags: list[str]
    created: datetime
    updated: datetime
    similarity: float | None = None


class StoreItemsAnswer(BaseModel):
    """What was found. A page holds two megabytes at most; `next` is the offset behind it."""

    items: list[StoreItem]
    next: int | None


class NamespacesAnswer(BaseModel):
    """Namespaces that hold anything, each as its parts."""

    namespaces: list[list[str]]
