"""Mailboxes: the connected accounts, their threads and messages, and how far syncing has come."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import User
from database.ids import uuid7
from memories.models import Entity, Source


class Attempt(models.Model):
    """One try at connecting: single use, ten minutes. Read before it is known whose it is."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    state_digest = models.CharField(max_length=64, unique=True)
    # What must survive the way to Google and back: gmail.connection.connect says what is in it.
    sealed_verifier = models.BinaryField()
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"attempt {self.pk}"


class ServiceKey(models.Model):
    """A Google service account that may read the mailboxes of an organisation."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    client_email = models.EmailField()
    sealed_key = models.BinaryField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "client_email"], name="gmail_service_key_once")
        ]

    def __str__(self) -> str:
        return f"service key {self.pk}"


# How the ids of mailboxes begin whose mail came with files.
FROM_FILE = "mbox:"


class Account(models.Model):
    """One connected mailbox: sent mail first, then the inbox, then kept in step by history."""

    class State(models.TextChoices):
        NEW = "new", gettext_lazy("New")
        SENT = "sent", gettext_lazy("Reading sent mail")
        INBOX = "inbox", gettext_lazy("Reading the inbox")
        LIVE = "live", gettext_lazy("In step")
        PAUSED = "paused", gettext_lazy("Paused")
        REAUTH_REQUIRED = "reauth", gettext_lazy("Needs to be connected again")
        DISABLED = "disabled", gettext_lazy("Disabled")
        DISCONNECTING = "leaving", gettext_lazy("Disconnecting")
        # Nothing is read from anywhere: its mail came with a file.
        FROM_FILE = "file", gettext_lazy("From a file")

    class Listing(models.TextChoices):
        """What is listed once more, while the mailbox is in step."""

        NOTHING = "", gettext_lazy("Nothing")
        SENT = "sent", gettext_lazy("Sent mail")
        INBOX = "inbox", gettext_lazy("The inbox")
        ALL = "all", gettext_lazy("All mail")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    # Google's own id for whose it is; for a mailbox of a service key its address.
    subject = models.CharField(max_length=255)
    address = models.EmailField()
    sealed_credentials = models.BinaryField(null=True, blank=True)
    delegated = models.BooleanField(default=False)
    service_key = models.ForeignKey(
        ServiceKey, null=True, blank=True, on_delete=models.RESTRICT, related_name="accounts"
    )
    state = models.CharField(max_length=8, choices=State, default=State.NEW)
    # Where to go on after a pause, a reconnect or a repair.
    resume_state = models.CharField(max_length=8, choices=State, blank=True)
    paused_until = models.DateTimeField(null=True, blank=True)
    # What is wrong, in plain words without content; how often in a row it went wrong.
    reason = models.CharField(max_length=300, blank=True)
    setbacks = models.PositiveSmallIntegerField(default=0)
    read_after = models.DateTimeField(null=True, blank=True)
    history_id = models.PositiveBigIntegerField(null=True, blank=True)
    # The listing that goes on: its next page, whether there is one, and what of the pages that
    # were listed is still to be fetched.
    page_token = models.CharField(max_length=2000, blank=True)
    listed = models.BooleanField(default=False)
    pending = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    # Threads fetched at once while giant ones are pending. 0: GMAIL_BATCH_SIZE.
    batch_size = models.PositiveSmallIntegerField(default=0)
    relisting = models.CharField(max_length=8, choices=Listing, blank=True)
    rounds = models.PositiveIntegerField(default=0)
    sent_total = models.PositiveIntegerField(null=True, blank=True)
    sent_done = models.PositiveIntegerField(default=0)
    inbox_total = models.PositiveIntegerField(null=True, blank=True)
    # How many of both stand in both: they are fetched once.
    both_total = models.PositiveIntegerField(default=0)
    inbox_done = models.PositiveIntegerField(default=0)
    # The person's own labels: Gmail's id of each, and its name; when to ask for them again.
    label_names = models.JSONField(default=dict, blank=True)
    labels_due = models.DateTimeField(null=True, blank=True)
    # Raised by the worker that takes the account over, so that an earlier one cannot commit.
    fencing_token = models.PositiveBigIntegerField(default=0)
    units_left = models.FloatField(default=0)
    units_at = models.DateTimeField(null=True, blank=True)
    last_synced = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "subject"], name="gmail_account_once")
        ]

    def __str__(self) -> str:
        return f"account {self.pk}"


class Thread(models.Model):
    """One mail thread."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="threads")
    gmail_thread_id = models.CharField(max_length=64)
    history_id = models.PositiveBigIntegerField()
    subject = models.CharField(max_length=1000, blank=True)
    snippet = models.TextField(blank=True)
    labels = ArrayField(models.CharField(max_length=100), default=list)
    category = models.CharField(max_length=20, blank=True)
    important = models.BooleanField(default=False)
    last_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    set_aside = models.BooleanField(default=False)
    # The last round of listing that it stood in.
    round = models.PositiveIntegerField(default=0)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "gmail_thread_id"], name="gmail_thread_once")
        ]
        indexes = [models.Index(fields=["user", "-last_at"], name="gmail_thread_list")]

    def __str__(self) -> str:
        return f"thread {self.pk}"


class Message(models.Model):
    """One mail. Its words are a source."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="messages")
    source = models.OneToOneField(
        Source, null=True, blank=True, on_delete=models.SET_NULL, related_name="mail"
    )
    gmail_message_id = models.CharField(max_length=64)
    history_id = models.PositiveBigIntegerField()
    internal_date = models.DateTimeField()
    # Whose address it came from, in lower case, and the name beside it.
    sender = models.CharField(max_length=500, blank=True)
    sender_name = models.CharField(max_length=200, blank=True)
    # [{"address", "name", "how": "to" | "cc" | "bcc"}, …]
    recipients = models.JSONField(default=list)
    labels = ArrayField(models.CharField(max_length=100), default=list)
    snippet = models.TextField(blank=True)
    from_person = models.BooleanField(default=False)
    # A newsletter or a machine: nobody one corresponds with.
    bulk = models.BooleanField(default=False)
    # A mailing list carried it: its writer corresponds with whom it is addressed to as well.
    listed = models.BooleanField(default=False)
    # [{"part", "filename", "type", "size"}, …]
    attachments = models.JSONField(default=list)
    text_hash = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "gmail_message_id"], name="gmail_message_once"
            )
        ]
        indexes = [
            models.Index(
                fields=["account"],
                condition=models.Q(from_person=True),
                name="gmail_message_own",
            )
        ]

    def __str__(self) -> str:
        return f"mail {self.pk}"


class Correspondent(models.Model):
    """Somebody the person has mail from or wrote to, by address. Once it went both ways, a person.

    Counted are mails kept; those to many at once are not.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    address = models.CharField(max_length=254)
    name = models.CharField(max_length=200, blank=True)
    received = models.PositiveIntegerField(default=0)
    sent = models.PositiveIntegerField(default=0)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    entity = models.ForeignKey(
        Entity, null=True, blank=True, on_delete=models.SET_NULL, related_name="correspondents"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "address"], name="gmail_correspondent_once")
        ]

    def __str__(self) -> str:
        return f"correspondent {self.pk}"

    @property
    def mutual(self) -> bool:
        return self.received > 0 and self.sent > 0
