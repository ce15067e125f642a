"""A mailbox connected: consent, keys, pausing, and taking it away again."""
