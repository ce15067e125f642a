"""Whom a question and a passage speak of, and who is who to the person."""
