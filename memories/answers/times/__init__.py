"""Times a question asks about: what is on then, what fits it, what was so before."""
