"""The store: memories by namespace and key, as programs put, find and list them."""

from memories.store.finding import StoreHit, StoreSearch, namespaces, search
from memories.store.putting import StorePut, StorePutResult, move, put

__all__ = [
    "StoreHit",
    "StorePut",
    "StorePutResult",
    "StoreSearch",
    "move",
    "namespaces",
    "put",
    "search",
]
