"""What Google's calls cost, in units of the quota."""

PROFILE, LABELS, HISTORY, LIST, MESSAGE, ATTACHMENT, THREAD = 1, 1, 2, 10, 20, 20, 40
