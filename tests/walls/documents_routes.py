"""The addresses of documents."""

from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import User
from database.acting import acting_as
from documents.models import Document
from documents.process import read_waiting
from documents.upload import upload
from documents.upload_handler import received
from tests.walls import things
from tests.walls.routes import CANARY, Call, Make, Own, Personal, Route


def document(user: User, *, failed: bool = False) -> Document:
    """A document that was read, or could not be."""
    name = f"{things.words('a folder')[:40]}.txt"
    with received(things.words("a drawer").encode(), name) as file:
        it = upload(user, file).document
    read_waiting(user.pk)
    if failed:
        with acting_as(user):
            Document.objects.filter(pk=it.pk).update(state=Document.State.FAILED)
    return it


def of_document(**call: object) -> Make:
    return lambda user: Call({"pk": document(user).pk}, **call)  # type: ignore[arg-type]


def of_failed(user: User) -> Call:
    return Call({"pk": document(user, failed=True).pk})


def listed(user: User) -> Call:
    document(user)
    return Call(query={"q": CANARY})


def all_of_them(user: User) -> Call:
    document(user)
    return Call()


def of_project(user: User) -> Call:
    return Call(query={"project": str(things.project(user).pk)})


def a_file() -> dict[str, SimpleUploadedFile]:
    return {"file": SimpleUploadedFile("hat.txt", things.words("a hat").encode())}


def sent(_: User) -> Call:
    return Call(files=a_file)


def sent_to_project(user: User) -> Call:
    return Call(body={"project": str(things.project(user).pk)}, files=a_file)


def of_source(user: User) -> Call:
    with acting_as(user):
        return Call({"pk": Document.objects.get(pk=document(user).pk).source_id})


def watched(user: User) -> Call:
    return Call(query={"id": str(document(user).pk)})


def sent_by_form(_: User) -> Call:
    return Call(body={"own_words": "on"}, files=a_file)


ROUTES: dict[str, Route] = {
    "documents:list": Personal({"GET": all_of_them}, shows=["GET"], reach=[("GET", of_project)]),
    "documents:upload": Personal({"POST": sent_by_form}, reach=[("POST", sent_to_project)]),
    "documents:watch": Personal({"GET": watched}, shows=["GET"]),
    "documents:source": Own({"GET": of_source}),
    "documents:document": Own({"GET": of_document()}),
    "documents:file": Own({"GET": of_document()}),
    "documents:retry": Own({"POST": of_failed}),
    "documents:mine": Own({"POST": of_document()}),
    "documents:others": Own({"POST": of_document()}),
    "documents:delete": Own({"GET": of_document(), "POST": of_document()}),
    "api_documents": Personal(
        {"GET": listed, "POST": sent},
        shows=["GET"],
        reach=[("GET", of_project), ("POST", sent_to_project)],
    ),
    "api_document": Own({"GET": of_document(), "DELETE": of_document()}),
    "api_document_retry": Own({"POST": of_failed}),
    "api_document_file": Own({"GET": of_document()}),
}
