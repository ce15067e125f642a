"""Which names Yarnnn answers to, and that forms work by all of them."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from yarnnn.hosts import is_ours


@pytest.mark.parametrize(
    "name",
    [
        "localhost",
        "127.0.0.1",
        "192.168.1.20",
        "[::1]",
        "[fe80::1]",
        "box",
        "Box.local",
    ],
)
def test_names_of_the_local_network_are_ours(name: str) -> None:
    assert is_ours(name)


@pytest.mark.parametrize("name", ["", "example.org", "127.0.0.1.example.org", "evil.local.example"])
def test_names_that_others_can_register_are_not(name: str) -> None:
    assert not is_ours(name)


def test_the_public_name_is_ours_once_it_is_announced(settings: Settings) -> None:
    assert not is_ours("memory.example.org")
    settings.PUBLIC_URL = "https://memory.example.org:8443"
    assert is_ours("memory.example.org")
    assert is_ours("localhost")
    assert not is_ours("other.example.org")


def test_a_strange_name_is_refused_with_what_to_do() -> None:
    answer = Client().get("/healthz", headers={"host": "evil.example.org"})
    assert answer.status_code == 400
    assert "PUBLIC_URL" in answer.content.decode()


@pytest.mark.parametrize("host", ["not a host", "a" * 300 + ".org", "exa_mple\x01"])
def test_a_broken_host_header_is_refused(host: str) -> None:
    assert Client().get("/healthz", headers={"host": host}).status_code == 400
