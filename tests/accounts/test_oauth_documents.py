"""Programs that describe themselves by a document: fetched from listed hosts, and no others."""

import datetime
import json
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from pytest_django import Settings

from accounts.models import ApiToken, User
from tests.accounts.oauth import BACK, Person, Program

pytestmark = pytest.mark.django_db(transaction=True)


class Documents(ThreadingHTTPServer):
    """A host with a program's document, and how often it was asked."""

    asked = 0

    @property
    def host(self) -> str:
        return f"localhost:{self.server_address[1]}"

    @property
    def document(self) -> str:
        return f"https://{self.host}/client.json"


class _Answer(BaseHTTPRequestHandler):
    server: Documents

    def do_GET(self) -> None:
        self.server.asked += 1
        told = {
            "client_id": self.server.document,
            "client_name": "Editor",
            "redirect_uris": [BACK],
            "grant_types": ["authorization_code"],
            "response_types": ["token"],
            "scope": "openid email",
        }
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(told).encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate of localhost's own, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, private = folder / "certificate.pem", folder / "key.pem"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return pem, private


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Documents]:
    pem, private = certificate(tmp_path)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(pem))
    server = Documents(("localhost", 0), _Answer)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(pem, private)
    server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_listed_hosts_program_is_asked_about(
    documents: Documents, alice: User, settings: Settings
) -> None:
    settings.IDP_OIDC_CIMD_ENABLED = True
    settings.YARNNN_OAUTH_CLIENT_HOSTS = [documents.host]
    editor = Program(client_id=documents.document)
    person = Person.of(alice)
    page = person.browser.get(editor.question()).content.decode()
    assert "Allow <bdi>Editor</bdi> to use your memory?" in page
    editor.redeem(person.answer(editor.question())["code"])
    assert documents.asked == 1
    assert editor.tokens["scope"] == "read"
    editor.refresh()
    assert ApiToken.objects.get().oauth_client == documents.document
    assert person.browser.get(editor.question(response_type="token")).status_code == 302


@pytest.mark.parametrize("hosts", [[], ["localhost"], ["claude.ai"]])
def test_no_other_host_is_asked(
    documents: Documents, alice: User, settings: Settings, hosts: list[str]
) -> None:
    settings.IDP_OIDC_CIMD_ENABLED = True
    settings.YARNNN_OAUTH_CLIENT_HOSTS = hosts
    browser = Client()
    browser.force_login(alice)
    page = browser.get(Program(client_id=documents.document).question())
    assert page.status_code == 400
    assert documents.asked == 0
