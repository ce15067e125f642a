"""What senders are called that read no answers: "no-reply@…", "Tide Newsletter"."""

# A pattern, without what stands on either side.
MACHINES = (
    r"(?:no|not|do-?not|dont|ne|nicht|kein)[._-]?(?:reply|respond|response|antwort\w*|repondre)"
    r"|mailer-daemon|postmaster|bounces?|notifications?|newsletters?|alerts?"
)
