"""Whether two sentences say the same: of whom, what of them, in whatever words."""
