"""Doors for other programs: they come in here, with the same keys as the API's."""
