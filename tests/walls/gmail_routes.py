"""The addresses of mail."""

import json
from itertools import count

from accounts.acting import acting_as
from accounts.models import User
from gmail.models import Account, Thread
from tests.google.service import service_key
from tests.walls.routes import CANARY, Call, Make, Own, Personal, Route

_numbers = count(1)


def account(user: User) -> Account:
    number = next(_numbers)
    with acting_as(user):
        return Account.objects.create(
            user=user, subject=f"sub-{number}", address=f"{CANARY}{number}@example.org"
        )


def of_account(user: User) -> Call:
    return Call({"pk": account(user).pk})


def again(user: User) -> Call:
    return Call(query={"account": str(account(user).pk)})


def of_thread(user: User) -> Call:
    it = account(user)
    with acting_as(user):
        thread = Thread.objects.create(
            user=user, account=it, gmail_thread_id=f"t{it.pk.hex[:20]}", history_id=1
        )
    return Call({"pk": thread.pk})


def mailboxes(_: User) -> Call:
    address = f"{CANARY}{next(_numbers)}@example.org"
    return Call(body={"key": json.dumps(service_key()), "mailboxes": address})


def plain(_: User) -> Call:
    return Call()


POST: dict[str, Make] = {"POST": of_account}

ROUTES: dict[str, Route] = {
    "gmail:connect": Personal({"GET": plain}, reach=[("GET", again)]),
    "gmail:callback": Personal({"GET": plain}),
    "gmail:service": Own({"GET": plain, "POST": mailboxes}),
    "gmail:pause": Own(POST),
    "gmail:resume": Own(POST),
    "gmail:sync": Own(POST),
    "gmail:disconnect": Own(POST),
    "gmail:retry": Own({"POST": of_thread}),
}
