"""The store: memories by namespace and key, as programs put, find and list them."""

from memories.store.finding import Hit, Search, namespaces, search
from memories.store.moving import move
from memories.store.putting import Put, Stored, put

__all__ = ["Hit", "Put", "Search", "Stored", "move", "namespaces", "put", "search"]
