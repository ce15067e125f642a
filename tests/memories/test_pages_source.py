"""The page of a source: its text at a passage, what is forgotten in it, what was learned."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from database.acting import acting_as
from database.ids import uuid7
from gmail.source_kind import GMAIL
from memories.forgetting.forget import forget
from memories.keeping.sources import NewSource, keep
from memories.models import Change, Source
from memories.source_kinds import CHAT, NOTE
from tests.memories.conftest import Say

HTMX = {"HX-Request": "true"}


def kept(user: User, text: str, kind: str = NOTE, **fields: str) -> Source:
    with acting_as(user):
        return keep(user, NewSource(kind, text, searchable=False, **fields))  # type: ignore[arg-type]


def shown(client: Client, source: Source, query: str = "", **headers: str) -> str:
    answer = client.get(f"/sources/{source.pk}{query}", headers=headers)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def passage(html: str) -> str:
    match = re.search(r'<div class="passage" dir="auto">(.*?)</div>', html, re.DOTALL)
    assert match
    return match[1]


def test_the_passage_is_marked(signed_in: Client, alice: User) -> None:
    source = kept(alice, "The shed is green. The key hangs behind it. Mind the step.")
    html = shown(signed_in, source, "?at=19-43")
    assert passage(html) == (
        'The shed is green. <mark id="passage">The key hangs behind it.</mark> Mind the step.'
    )
    assert "<mark" not in shown(signed_in, source)


def test_by_htmx_it_is_the_panel(signed_in: Client, alice: User) -> None:
    source = kept(alice, "The shed is green.")
    assert "<html" in shown(signed_in, source)
    answer = signed_in.get(f"/sources/{source.pk}?at=0-8", headers=HTMX).content.decode()
    assert "<html" not in answer
    assert '<mark id="passage">The shed</mark>' in answer


def test_it_says_who_said_it_when_and_where(signed_in: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="America/New_York")
    source = kept(alice, "See you on Friday.", GMAIL, title="Friday", speaker="Dana")
    with acting_as(alice):
        Source.objects.update(author="other", happened_at="2026-03-12T02:30:00Z")
    html = shown(signed_in, source)
    assert "Dana, in a mail, 11 March 2026, 22:30" in html
    assert "<h1" in html
    assert "Friday</h1>" in html


def test_what_was_learned_stands_beside_it(signed_in: Client, alice: User, say: Say) -> None:
    source, learned = say(alice, "I work at the harbour. I keep bees on the roof.")
    html = shown(signed_in, source)
    beside = html[html.index('class="source-learned"') :]
    assert "I work at the harbour." in beside
    assert f"/memory/{learned[0].memory.pk}/history" in beside  # type: ignore[union-attr]


def test_what_is_forgotten_is_a_block_without_words(
    signed_in: Client, alice: User, say: Say
) -> None:
    source, learned = say(alice, "I work at the harbour. I keep bees on the roof. Fine day.")
    memory = learned[1].memory
    assert memory
    with acting_as(alice):
        forget(alice, [memory.pk], by=Change.By.PERSON)
    html = shown(signed_in, source, "?at=23-47")
    assert "bees" not in html
    assert "█" not in html
    assert passage(html) == (
        'I work at the harbour. <span class="redacted">forgotten</span> Fine day.'
    )
    assert "The passage you followed was forgotten." in html
    assert "The passage you followed" not in shown(signed_in, source, "?at=0-22")


@pytest.mark.parametrize("at", ["5-2", "900-950", "x", "1-", "-3-4", "9" * 30 + "-1", "0-0"])
def test_a_passage_that_is_none_shows_the_source_all_the_same(
    signed_in: Client, alice: User, at: str
) -> None:
    source = kept(alice, "The shed is green.")
    assert passage(shown(signed_in, source, f"?at={at}")) == "The shed is green."


def test_a_long_source_makes_no_long_page(signed_in: Client, alice: User) -> None:
    text = "".join(f"Line {number:07}.\n" for number in range(40_000))
    assert len(text) > 500_000
    source = kept(alice, text)
    start = text.index("Line 0030000.")
    answer = signed_in.get(f"/sources/{source.pk}?at={start}-{start + 13}")
    assert len(answer.content) < 60_000
    html = unescape(answer.content.decode())
    assert '<mark id="passage">Line 0030000.</mark>' in html
    assert "Line 0029999." in html
    read = passage(html)
    for direction, before in (("Later", False), ("Earlier", True)):
        link = re.search(rf'hx-get="([^"]+)"[^>]*>{direction}<', html)
        assert link
        beside = passage(unescape(signed_in.get(link[1]).content.decode()))
        plain = re.sub("<[^>]+>", "", read)
        assert (beside + plain if before else plain + beside) in text


def test_the_parts_of_a_long_source_end(signed_in: Client, alice: User) -> None:
    source = kept(alice, "x" * 30_000)
    first = shown(signed_in, source)
    assert "Earlier<" not in first
    last = shown(signed_in, source, "?from=20000")
    assert "Later<" not in last
    assert len(passage(first)) + len(passage(last)) == 30_000
    assert passage(shown(signed_in, source, "?from=99999999")) == "x"


def test_words_in_a_source_are_never_markup(signed_in: Client, alice: User) -> None:
    source = kept(alice, "Hi <script>alert(1)</script> & </div><img src=x>", title="<b>Bold</b>")
    answer = signed_in.get(f"/sources/{source.pk}?at=0-28").content.decode()
    assert "<script>alert" not in answer
    assert "<img src=x" not in answer
    assert "<b>Bold" not in answer


def test_a_source_of_someone_else_is_not_found(client: Client, alice: User, charlie: User) -> None:
    source = kept(alice, "The shed is green.")
    client.force_login(charlie)
    assert client.get(f"/sources/{source.pk}").status_code == 404
    assert client.get(f"/sources/{uuid4()}").status_code == 404
    assert client.get("/sources/garden").status_code == 404
    client.logout()
    assert client.get(f"/sources/{source.pk}").status_code == 302


def test_a_message_leads_to_its_conversation_where_it_has_a_page(
    signed_in: Client, alice: User
) -> None:
    thread = str(uuid7())
    html = shown(signed_in, kept(alice, "The shed is green.", CHAT, thread=thread))
    assert f'href="/chat/{thread}">Open the conversation' in html
    for kind, elsewhere in ((CHAT, "said to a program"), (NOTE, thread)):
        html = shown(signed_in, kept(alice, "The hut is red.", kind, thread=elsewhere))
        assert "Open the conversation" not in html
