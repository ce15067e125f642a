"""`token EMAIL`: print a new API token, and nothing else, on the standard output."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from accounts.models import ApiToken, Project, User
from accounts.signup import join
from accounts.tokens import make_token
from database.acting import acting_as


class Command(BaseCommand):
    help = "Print a new API token of this person. It is shown once: only its hash is kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--create", action="store_true", help="make a missing account")
        parser.add_argument("--name", default="Command line", help="what the token is for")
        scope = parser.add_mutually_exclusive_group()
        scope.add_argument("--read-only", action="store_true", help="it may not change anything")
        scope.add_argument("--add-only", action="store_true", help="it may add, and sees nothing")
        parser.add_argument("--project", help="the name of the one project that it may see")

    def handle(self, *_args: Any, **options: Any) -> None:
        person = self._person(options["email"].strip().lower(), create=options["create"])
        name = options["name"].strip()
        if not 0 < len(name) <= 200 or "\0" in name:
            raise CommandError("Give a name of 1 to 200 characters.")
        scope = ApiToken.Scope.READ if options["read_only"] else ApiToken.Scope.FULL
        scope = ApiToken.Scope.ADD if options["add_only"] else scope
        project = self._project(person, options["project"]) if options["project"] else None
        _, secret = make_token(person, name, scope, project)
        self.stdout.write(secret)

    def _project(self, person: User, name: str) -> Project:
        with acting_as(person):
            project = Project.objects.filter(user=person, name__iexact=name.strip()).first()
        if project is None:
            raise CommandError(f"{person.email} has no project of the name {name}.")
        return project

    def _person(self, email: str, *, create: bool) -> User:
        person = User.objects.filter(email=email).first()
        if person is None and create:
            person = self._new(email)
        if person is None:
            raise CommandError(f"{email} has no account here. Make one with --create.")
        if not person.is_active:
            raise CommandError(f"The account of {email} is closed.")
        return person

    def _new(self, email: str) -> User:
        try:
            validate_email(email)
        except ValidationError:
            raise CommandError("Give an email address, such as you@example.org.") from None
        person = User(email=email)
        person.set_unusable_password()
        join(person, let_in=True)
        self.stderr.write(
            f"Made the account {email}. To sign in on the pages: manage.py reset_password {email}"
        )
        return person
