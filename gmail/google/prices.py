"""What Google's calls cost, in units of the quota."""

PROFILE, LABELS, HISTORY, LIST, THREAD = 1, 1, 2, 5, 40
