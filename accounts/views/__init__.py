"""The pages of this room, a module for each subject."""
