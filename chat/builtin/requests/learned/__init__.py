"""What of a request to forget is learned from examples: whether it asks, and what it names."""
