"""Looking again: in everything, in mail, in documents."""
