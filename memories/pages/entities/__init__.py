"""The pages of people and things."""
