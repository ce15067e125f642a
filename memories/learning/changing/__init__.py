"""What a new statement does to what is known: changes it, perhaps, or leaves it alone."""
