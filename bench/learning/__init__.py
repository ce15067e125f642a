"""What the classifier of memories/learning is trained on, and how."""
