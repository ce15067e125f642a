"""Text that tokenizers, JSON and Postgres can all carry."""

from typing import Any


def encodable(text: str) -> str:
    """Replace lone surrogates, which UTF-8 does not know."""
    return text.encode("utf-8", "replace").decode()


def storable(value: Any) -> Any:
    """Clean every string in JSON that a model wrote, of NUL as well, which Postgres refuses."""
    match value:
        case str():
            return encodable(value).replace("\0", "")
        case list():
            return [storable(item) for item in value]
        case dict():
            return {storable(name): storable(item) for name, item in value.items()}
        case _:
            return value
