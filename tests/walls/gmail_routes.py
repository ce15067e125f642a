"""The addresses of mail."""

import json
from itertools import count

from accounts.models import User
from database.acting import acting_as
from gmail.models import Account, Message, Thread
from gmail.store import store
from tests.gmail.letters import mail, part, thread
from tests.google.service import service_key
from tests.walls import things
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
        row = Thread.objects.create(
            user=user, account=it, gmail_thread_id=f"t{it.pk.hex[:20]}", history_id=1
        )
    return Call({"pk": row.pk})


def mailboxes(_: User) -> Call:
    address = f"{CANARY}{next(_numbers)}@example.org"
    return Call(body={"key": json.dumps(service_key()), "mailboxes": address})


def a_mail(user: User) -> Message:
    """A thread of one mail with a file, stored as if it had been fetched."""
    it = account(user)
    number = next(_numbers)
    file = part(kind="application/pdf", filename=f"{CANARY}.pdf", number="1")
    body = part(kind="multipart/mixed", parts=[part(things.words("a shed")), file])
    with acting_as(user):
        stored = store(user, it, thread(mail(number, body, subject=CANARY), number=f"m{number}"))
        assert stored.thread
        return stored.thread.messages.get()


def of_mail_thread(user: User) -> Call:
    return Call({"pk": a_mail(user).thread_id})


def of_mail_source(user: User) -> Call:
    return Call({"pk": a_mail(user).source_id})


def of_file(user: User) -> Call:
    return Call({"pk": a_mail(user).pk, "part": "1"})


def listed(user: User) -> Call:
    a_mail(user)
    return Call()


def asked(user: User) -> Call:
    a_mail(user)
    return Call(query={"q": CANARY})


def of_mailbox(user: User) -> Call:
    return Call(query={"account": str(account(user).pk)})


def connected(user: User) -> Call:
    account(user)
    return Call()


def plain(_: User) -> Call:
    return Call()


POST: dict[str, Make] = {"POST": of_account}

ROUTES: dict[str, Route] = {
    "gmail:home": Personal({"GET": connected}, shows=["GET"]),
    "gmail:threads": Personal({"GET": listed}, shows=["GET"]),
    "gmail:thread": Own({"GET": of_mail_thread}),
    "gmail:source": Own({"GET": of_mail_source}),
    "gmail:leave": Own({"GET": of_account}),
    "gmail:read_attachment": Own({"POST": of_file}),
    "gmail:remove_learned": Personal({"GET": listed, "POST": listed}),
    "api_gmail_threads": Personal({"GET": asked}, shows=["GET"], reach=[("GET", of_mailbox)]),
    "api_gmail_thread": Own({"GET": of_mail_thread}),
    "gmail:connect": Personal({"GET": plain}, reach=[("GET", again)]),
    "gmail:callback": Personal({"GET": plain}),
    "gmail:service": Own({"GET": plain, "POST": mailboxes}),
    "gmail:pause": Own(POST),
    "gmail:resume": Own(POST),
    "gmail:sync": Own(POST),
    "gmail:disconnect": Own(POST),
    "gmail:retry": Own({"POST": of_thread}),
}
