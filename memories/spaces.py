"""Which embedding model's vectors a search may use. Two models' vectors never meet."""

from django.db import IntegrityError, transaction

from llm.embedding import EmbeddingModel, current_model
from memories.models import EmbeddingSpace

State = EmbeddingSpace.State


def live_space() -> EmbeddingSpace | None:
    """The space of the model that the settings name, or None while the live one is another's.

    With None, search goes by words alone until `manage.py reembed` has been run. The very first
    model becomes live by itself. Raises llm's ModelError when the model cannot be asked.
    """
    space = space_to_fill()
    return space if space.state == State.LIVE else None


def space_to_fill() -> EmbeddingSpace:
    """The space of the model that the settings name: where new vectors go, live or not yet."""
    model = current_model()
    space = EmbeddingSpace.objects.filter(name=model.name, dimension=model.dimension).first()
    if space is None:
        return _open(model)
    if space.state == State.RETIRED:
        EmbeddingSpace.objects.filter(pk=space.pk).update(state=State.FILLING)
        space.state = State.FILLING
    return space


def make_live(space: EmbeddingSpace) -> list[EmbeddingSpace]:
    """Let searches use this space. Returns those that no search uses any more."""
    with transaction.atomic():
        EmbeddingSpace.objects.filter(state=State.LIVE).update(state=State.RETIRED)
        EmbeddingSpace.objects.filter(pk=space.pk).update(state=State.LIVE)
    return list(EmbeddingSpace.objects.filter(state=State.RETIRED))


def _open(model: EmbeddingModel) -> EmbeddingSpace:
    first = not EmbeddingSpace.objects.filter(state=State.LIVE).exists()
    try:
        with transaction.atomic():
            return EmbeddingSpace.objects.create(
                name=model.name,
                dimension=model.dimension,
                state=State.LIVE if first else State.FILLING,
            )
    except IntegrityError:  # another process was first
        return EmbeddingSpace.objects.get(name=model.name, dimension=model.dimension)
