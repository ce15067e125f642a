"""Somebody in front of Google's consent page, without a browser."""

import re
from typing import Any
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit
from urllib.request import HTTPErrorProcessor, build_opener


class _Stay(HTTPErrorProcessor):
    """Gives every answer back as it is, redirects too."""

    def http_response(self, _request: Any, response: Any) -> Any:
        return response


def consent(
    url: str, *, person: str = "", answer: str = "allow", gmail: bool = True
) -> tuple[str, dict[str, str]]:
    """Open Google's page and press a button on it. Returns the way back: path and query."""
    opener = build_opener(_Stay)
    with opener.open(url, timeout=60) as page:
        html = page.read().decode()
    assert page.status == 200, html
    query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
    known = re.findall(r'name="person" value="([^"]+)"', html)
    form = {**query, "person": person or known[0], "answer": answer}
    if gmail:
        form["gmail"] = "1"
    with opener.open(urljoin(url, "/consent"), urlencode(form).encode(), timeout=60) as back:
        assert back.status == 302
    way = urlsplit(back.headers["Location"])
    return way.path, {name: values[0] for name, values in parse_qs(way.query).items()}
