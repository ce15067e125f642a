"""People, their places (workspace, projects), and the keys that let programs in."""

import hashlib
import secrets
import zoneinfo
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from database.ids import uuid7


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user


class User(AbstractBaseUser):
    """A person. The first one owns the installation."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    email = models.EmailField(unique=True)
    name = models.CharField(max_length=200, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=16, default="en")
    owns_installation = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["owns_installation"],
                condition=models.Q(owns_installation=True),
                name="one_owner",
                violation_error_message="This installation already has an owner.",
            )
        ]

    def __str__(self) -> str:
        return self.email

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)


class Workspace(models.Model):
    """A person's own place, made at sign-up."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="workspaces")
    name = models.CharField(max_length=200)
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class Project(models.Model):
    """One undertaking. What belongs to it is seen only in it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="projects")
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="projects")
    name = models.CharField(max_length=200)
    # The project's small number in the search index. 0 is the person's own scope.
    number = models.PositiveSmallIntegerField()
    archived = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "number"], name="project_number"),
            models.CheckConstraint(
                condition=models.Q(number__gt=0), name="project_number_positive"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ApiToken(models.Model):
    """A program's key. Only its hash is kept: the key itself is shown once.

    One that is bound to a project sees and does nothing outside of it, and goes with it. What a
    person allowed a program in their browser is such a row too, whose secret nobody has: the
    program comes with tokens of `oauth_client`, the OAuth client that it is.
    """

    class Scope(models.TextChoices):
        READ = "read", gettext_lazy("Read only")
        FULL = "full", gettext_lazy("Read and write")
        ADD = "add", gettext_lazy("Add only")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=8, choices=Scope, default=Scope.FULL)
    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    oauth_client = models.CharField(max_length=100, blank=True)
    created = models.DateTimeField(default=timezone.now)
    last_used = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "oauth_client"],
                condition=~models.Q(oauth_client=""),
                name="one_permission_each",
            )
        ]

    def __str__(self) -> str:
        return self.name


class KeyUse(models.Model):
    """How often a key made one kind of call on one day. Holds nothing of what was asked."""

    class Does(models.TextChoices):
        READ = "read", gettext_lazy("Looked")
        ADD = "add", gettext_lazy("Added")
        WRITE = "write", gettext_lazy("Changed")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.ForeignKey(ApiToken, on_delete=models.CASCADE, db_index=False, related_name="uses")
    day = models.DateField()
    does = models.CharField(max_length=5, choices=Does)
    # A route of the API ("GET /api/memories/ID"), or a tool ("recall").
    call = models.CharField(max_length=100)
    # As HTTP says it, also of tools.
    status = models.PositiveSmallIntegerField()
    times = models.PositiveIntegerField(default=1)
    last = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["key", "day", "call", "does", "status"], name="use_of_key"
            )
        ]

    def __str__(self) -> str:
        return self.call


class Invitation(models.Model):
    """Lets one more person sign up. Only the hash of its secret is kept."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    invited_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(blank=True)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.email or str(self.pk)


def new_secret() -> str:
    """A secret for a token or an invitation: 256 random bits, safe in a URL."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """What is stored of a secret. SHA-256 suffices: the secret has 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()
