"""`mcp EMAIL`: the same tools for a program on this machine, over its standard streams."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.grants import Grant, Scope
from accounts.models import User
from doors.caller import Caller, calling


class Command(BaseCommand):
    help = "Serve one person's memory to a program that starts this (MCP over stdio)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--name", default="a program", help="what to call the program")
        parser.add_argument("--read-only", action="store_true")

    def handle(self, *_: Any, email: str, name: str, read_only: bool, **__: Any) -> None:
        from doors.server import make_server

        user = User.objects.filter(email=email.strip().lower()).first()
        if user is None:
            raise CommandError(f"{email} has no account here.")
        calling.set(Caller(user, name, Grant(Scope.READ if read_only else Scope.FULL)))
        make_server().run("stdio")
