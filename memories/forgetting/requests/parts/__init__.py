"""Which part of a sentence a request to forget takes, and what of the rest stands alone."""
