"""A kind of file is one module: recognised, read, shown, told of and rewritten by it alone."""

import pytest
from django.test import Client

from accounts.models import User
from documents import file_kinds
from documents.erasing import can_be_rewritten
from documents.file_kinds import FileKind, kinds
from documents.models import Document
from tests.documents import poems
from tests.documents.conftest import Give
from tests.documents.reading import kind, refused

pytestmark = pytest.mark.django_db(transaction=True)

POEM = f"{poems.MARK}\nThe heron\n\nGrey on grey\nit waits.\n\nThe tide turns.".encode()


@pytest.fixture
def poem(monkeypatch: pytest.MonkeyPatch) -> FileKind:
    """Registered as another room would do it when the application starts."""
    monkeypatch.setattr(kinds, "_kinds", {**kinds._kinds})
    monkeypatch.setattr(kinds, "_modules", [*kinds._modules])
    file_kinds.register(poems.__name__)
    return poems.KIND


def test_it_is_read_in_the_reading_process_and_shown(
    alice: User, give: Give, poem: FileKind
) -> None:
    document = give(alice, POEM, "heron")
    assert (document.state, document.kind, document.title) == (
        Document.State.DONE,
        "poem",
        "The heron",
    )
    assert document.source
    assert "Grey on grey / it waits." in document.source.text
    assert can_be_rewritten(document)
    client = Client()
    client.force_login(alice)
    page = client.get("/documents").content.decode()
    assert "Poem" in page
    assert "mail (EML) and poems" in page
    assert "Poem" in client.get(f"/documents/{document.pk}").content.decode()
    assert client.get(f"/api/documents/{document.pk}").json()["kind"] == "poem"
    assert "poems" in refused(b"\x89PNG\r\n\x1a\n" + bytes(50)).message


def test_without_its_module_it_is_a_text() -> None:
    assert kind(POEM) == "txt"
    assert "poems" not in file_kinds.what_can_be_read()


def test_a_name_is_one_kinds(poem: FileKind) -> None:
    other = FileKind(name="poem", label="Ode", told="odes", content_type="x", read=poems.read)
    with pytest.raises(ValueError, match="already"):
        kinds.add("elsewhere", other)
