"""What Google's calls cost, in units of the quota."""

PROFILE, HISTORY, LIST, THREAD = 1, 2, 5, 40
