"""Who may look, the frame of the API, and how errors are told."""
