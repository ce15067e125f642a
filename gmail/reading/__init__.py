"""A mail as Gmail gives it, read: who wrote what to whom. No database, no network."""
