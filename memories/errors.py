"""What the heart refuses, in words a person can act on."""

from accounts import errors


class Refused(errors.Refused):
    """A request that cannot be done as it stands. Nothing was saved.

    `code` is stable for programs; `message` says what to do.
    """
