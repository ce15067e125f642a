"""What counts as local decides what may leave the machine."""

import pytest

from llm.endpoints import Endpoint, is_local


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:11434/v1",
        "http://127.0.0.1:8080/v1",
        "http://127.8.9.1/v1",
        "http://0.0.0.0:8080/v1",
        "http://[::1]:8080/v1",
        "http://[::ffff:192.168.1.4]/v1",
        "http://192.168.1.20:1234/v1",
        "https://10.0.0.7/v1",
        "http://172.16.0.1/v1",
        "http://[fd00::1]/v1",
        "http://[fe80::1]/v1",
        "http://user:password@127.0.0.1/v1",
    ],
)
def test_local(url: str) -> None:
    assert is_local(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://8.8.8.8/v1",
        "https://172.32.0.1/v1",
        "https://100.64.0.1/v1",
        "https://[2606:4700::1]/v1",
        "https://[::ffff:8.8.8.8]/v1",
        "http://127.0.0.1@8.8.8.8/v1",
        "http://no-such-host.invalid/v1",
        "http://" + "a" * 300 + "/v1",
        "http://",
        "",
        "localhost",
    ],
)
def test_not_local(url: str) -> None:
    assert not is_local(url)


def test_a_key_is_not_shown() -> None:
    assert "sesame" not in repr(Endpoint("http://localhost/v1", "model", "sesame"))
