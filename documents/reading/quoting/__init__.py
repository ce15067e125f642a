"""Whose words a mail holds: its writer's, quoted ones, signatures. For Gmail and uploaded mail."""

from documents.reading.quoting.attribution import is_attribution
from documents.reading.quoting.own_words import AttributedLines, Authorship, MailPiece, stretches

__all__ = ["AttributedLines", "Authorship", "MailPiece", "is_attribution", "stretches"]
