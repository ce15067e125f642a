"""What can go wrong with mail, said in plain words."""


class CannotStore(Exception):
    """A thread cannot be read. `reason` says why, in plain words without content."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
