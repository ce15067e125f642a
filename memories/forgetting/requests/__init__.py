"""What a request to forget means, read from its words and from what is known."""
