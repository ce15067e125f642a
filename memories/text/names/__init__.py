"""Names: the runs of words that are one, whom they name, and what is said of who they are."""
