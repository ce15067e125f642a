"""How likely a passage answers: what is asked, what is held, and what each sign of it weighs."""
