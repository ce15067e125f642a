"""What a message asks for, in eight languages: remember, forget, correct, undo, answer."""
