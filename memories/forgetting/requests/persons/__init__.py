"""Who is meant: by what they are to the person, by whose something is, by short names."""
