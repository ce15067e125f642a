"""Everyday words: which say the same, which are kinds of which, and what topic they name."""
