"""Models connected by form, and the ledger of what was sent to any."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import User
from database.ids import uuid7


class Connection(models.Model):
    """A chat model that the owner of the installation connected. Everybody here may use it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    base_url = models.CharField(max_length=500)
    model = models.CharField(max_length=200)
    # Encrypted JSON, or None for a server that wants no key.
    sealed_key = models.BinaryField(null=True, blank=True)
    # For a million tokens, in the installation's currency; None where it costs nothing known.
    price_in = models.DecimalField(max_digits=10, decimal_places=4, null=True, blank=True)
    price_out = models.DecimalField(max_digits=10, decimal_places=4, null=True, blank=True)
    # The one that is asked where nothing else is chosen.
    standard = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["standard"],
                condition=models.Q(standard=True),
                name="one_standard_connection",
            ),
            models.UniqueConstraint(fields=["base_url", "model"], name="connection_once"),
        ]

    def __str__(self) -> str:
        return f"{self.model} at {self.base_url}"


class LedgerEntry(models.Model):
    """One request to a chat model: to whom, what for, what it took. Holds no content."""

    class Purpose(models.TextChoices):
        CHAT = "chat", gettext_lazy("Answering")
        LEARNING = "learning", gettext_lazy("Learning")
        TEST = "test", gettext_lazy("A test")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    host = models.CharField(max_length=253)
    model = models.CharField(max_length=200)
    purpose = models.CharField(max_length=10, choices=Purpose)
    # Whether it went beyond this machine and its private network.
    left = models.BooleanField()
    # In the model's own tokens; counted by us where its server did not say.
    tokens_in = models.PositiveIntegerField()
    tokens_out = models.PositiveIntegerField()
    estimated = models.BooleanField(default=False)
    # None where no price is set.
    cost = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True)
    # Whether anything came back.
    answered = models.BooleanField()

    class Meta:
        verbose_name_plural = "ledger entries"
        indexes = [models.Index(fields=["user", "-at"], name="ledger_of_person")]

    def __str__(self) -> str:
        return f"{self.purpose} {self.pk}"
