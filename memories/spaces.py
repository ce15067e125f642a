"""Which embedding model's vectors a search may use. Two models' vectors never meet."""

from django.db import IntegrityError, transaction

from llm.embedding import EmbeddingModel, current_model
from memories.models import EmbeddingSpace


def live_space() -> EmbeddingSpace | None:
    """The space of the model that the settings name, or None while the live one is another's.

    With None, search goes by words alone until `manage.py reembed` has been run. The very first
    model becomes live by itself. Raises llm's ModelError when the model cannot be asked.
    """
    model = current_model()
    live = EmbeddingSpace.objects.filter(state=EmbeddingSpace.State.LIVE).first()
    if live is None:
        live = _open(model)
    return live if (live.name, live.dimension) == (model.name, model.dimension) else None


def _open(model: EmbeddingModel) -> EmbeddingSpace:
    try:
        with transaction.atomic():
            return EmbeddingSpace.objects.create(
                name=model.name, dimension=model.dimension, state=EmbeddingSpace.State.LIVE
            )
    except IntegrityError:  # another process was first
        return EmbeddingSpace.objects.get(state=EmbeddingSpace.State.LIVE)
