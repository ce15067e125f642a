"""People and things: found in what is said, known by their names and roles, told apart."""
