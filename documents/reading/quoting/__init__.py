"""Whose words a mail holds: its writer's, quoted ones, signatures. For Gmail and uploaded mail."""

from documents.reading.quoting.attribution import is_attribution
from documents.reading.quoting.own_words import Piece, Stretch, Whose, stretches

__all__ = ["Piece", "Stretch", "Whose", "is_attribution", "stretches"]
