"""What this room refuses, in words a person can act on."""


class Refused(Exception):
    """A request that cannot be done as it stands. Nothing was saved.

    `code` is stable for programs; `message` says what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
