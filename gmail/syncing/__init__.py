"""Keeping a mailbox in step: what is to be fetched, fetching it, one worker at a time."""
