"""`reset_password EMAIL`: a way back in that needs no mail."""

import getpass
from argparse import ArgumentParser
from typing import Any

from allauth.account import app_settings
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from accounts.models import User
from accounts.tokens import revoke_all


class Command(BaseCommand):
    help = "Print a link, good for one use, with which this person sets a new password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument(
            "--ask", action="store_true", help="ask for the new password here instead"
        )
        parser.add_argument(
            "--keep-keys",
            action="store_true",
            help="with --ask: let this person's API keys work on",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        email = options["email"].strip().lower()
        person = User.objects.filter(email=email, is_active=True).first()
        if person is None:
            raise CommandError(f"{email} has no account here.")
        if options["ask"]:
            self._ask(person, keep_keys=options["keep_keys"])
        else:
            self.stdout.write(self._link(person))

    def _link(self, person: User) -> str:
        key = app_settings.PASSWORD_RESET_TOKEN_GENERATOR().make_token(person)
        path = reverse("account_reset_password_from_key", args=[user_pk_to_url_str(person), key])
        return (settings.PUBLIC_URL or f"http://{settings.HOST}:{settings.PORT}") + path

    def _ask(self, person: User, *, keep_keys: bool) -> None:
        password = getpass.getpass("New password: ")
        if password != getpass.getpass("Once more: "):
            raise CommandError("The two are not the same. Nothing was changed.")
        try:
            validate_password(password, person)
        except ValidationError as error:
            raise CommandError(f"{' '.join(error.messages)} Nothing was changed.") from None
        person.set_password(password)
        person.save(update_fields=["password"])
        self.stdout.write("The new password holds. Open sign-ins of this person have ended.")
        keys = person.api_tokens.count() if keep_keys else revoke_all(person)
        if keys:
            what = "still work" if keep_keys else "no longer work"
            self.stdout.write(f"API keys of this person that {what}: {keys}.")
