"""Short lists of words that several rooms read sentences by: each is written here once."""
