"""What is refused, in words a person can act on; the rooms above refuse in the same way."""


class Refused(Exception):
    """A request that cannot be done as it stands. Nothing was saved.

    `code` is stable for programs, and `unknown_…` means that something is not there; `message`
    says what to do. `retry_after` is the number of seconds after which the same call may work.
    """

    def __init__(self, code: str, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retry_after = retry_after


class NotGranted(Refused):
    """Something that a key may not do. The message says what it lacks."""
