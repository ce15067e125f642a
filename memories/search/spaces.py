"""Which embedding model's vectors a search may use. Two models' vectors never meet.

A space knows how to reach its model, so that searches and workers go on with the model whose
vectors are in store while the settings name another already, until `manage.py reembed` is done.
"""

from dataclasses import asdict

from cryptography.fernet import InvalidToken
from django.db import IntegrityError, transaction

from database.sealing import seal, unseal
from database.statements import PreparedQuery, Rows, ask
from llm.embedding import Embedder, current_model, embedder_at
from llm.endpoints import Endpoint, embedding_endpoint, is_local
from llm.errors import UnknownModel
from memories.models import EmbeddingSpace
from memories.sql import sql

State = EmbeddingSpace.State


def live_space() -> EmbeddingSpace:
    """The space that searches use. The very first model becomes live by itself.

    Raises llm's ModelError when that one cannot be asked.
    """
    return in_use() or space_to_fill()


def _first(rows: Rows) -> EmbeddingSpace | None:
    return EmbeddingSpace.from_db("default", rows.columns, rows[0]) if rows else None


# What `in_use` asks.
USE: PreparedQuery[EmbeddingSpace | None] = PreparedQuery(
    sql("search/space_in_use"), {"live": State.LIVE.value}, _first
)


def in_use() -> EmbeddingSpace | None:
    """The space that searches use, if there is one yet. Asks no model."""
    return ask(USE)


def spaces_filled() -> list[EmbeddingSpace]:
    """Where new vectors go: the live space, and one that is being filled to take its place."""
    live = live_space()
    return [live, *EmbeddingSpace.objects.filter(state=State.FILLING).order_by("pk")]


def space_to_fill() -> EmbeddingSpace:
    """The space of the model that the settings name, live or not yet. Raises ModelError."""
    model = current_model()
    space = EmbeddingSpace.objects.filter(name=model.name, dimension=model.dimension).first()
    if space is None:
        return _open(model.name, model.dimension)
    space.reach = _reach()
    if space.state == State.RETIRED:
        space.state = State.FILLING
    space.save(update_fields=["reach", "state"])
    return space


def embedder_of(space: EmbeddingSpace) -> Embedder:
    """The model whose vectors a space holds, and no other. Raises ModelError."""
    embedder = embedder_at(_endpoint(space), space.dimension, space.name)
    if (embedder.model.name, embedder.model.dimension) != (space.name, space.dimension):
        raise UnknownModel(f"The vectors in store are of {space.name}, which is not here any more.")
    return embedder


def leaves_here(space: EmbeddingSpace) -> bool:
    """Tell whether what is embedded for it goes beyond this machine and its network."""
    endpoint = _endpoint(space)
    return endpoint is not None and not is_local(endpoint.base_url)


def _endpoint(space: EmbeddingSpace) -> Endpoint | None:
    if space.reach is None:
        return None
    try:
        endpoint = Endpoint(**unseal(space.reach))
    except InvalidToken:
        raise UnknownModel(f"No key in ENCRYPTION_KEYS opens the way to {space.name}.") from None
    named = embedding_endpoint()
    if named and (named.base_url, named.model) == (endpoint.base_url, endpoint.model):
        return named  # its key may be newer
    return endpoint


def make_live(space: EmbeddingSpace) -> list[EmbeddingSpace]:
    """Let searches use this space, and fill no other. Returns those that none uses any more."""
    with transaction.atomic():
        EmbeddingSpace.objects.exclude(pk=space.pk).update(state=State.RETIRED)
        EmbeddingSpace.objects.filter(pk=space.pk).update(state=State.LIVE)
    return list(EmbeddingSpace.objects.filter(state=State.RETIRED))


def _reach() -> bytes | None:
    endpoint = embedding_endpoint()
    return seal(asdict(endpoint)) if endpoint else None


def _open(name: str, dimension: int) -> EmbeddingSpace:
    try:
        with transaction.atomic():
            return EmbeddingSpace.objects.create(
                name=name,
                dimension=dimension,
                state=State.FILLING if in_use() else State.LIVE,
                reach=_reach(),
            )
    except IntegrityError:  # another process was first
        return EmbeddingSpace.objects.get(name=name, dimension=dimension)
