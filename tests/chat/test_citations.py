"""Markers resolve to what was recalled, and to nothing else; markdown comes out safe."""

import re
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.answering.citations import resolve
from chat.display import ShownCitation
from chat.markdown import render
from chat.redact import cited_spans

CITED = [ShownCitation(1, "quote", "chat", "From your chat", "/sources/a"),
         ShownCitation(2, "other", "chat", "From your chat", "/sources/b")]  # fmt: skip
MESSAGE = UUID(int=7)


@pytest.mark.parametrize(
    ("text", "resolved", "order"),
    [
        ("You live in Porto [3].", "You live in Porto [1].", [3]),
        ("A [2] and B [1] and A [2].", "A [1] and B [2] and A [1].", [2, 1]),
        ("Both [1][2].", "Both [1][2].", [1, 2]),
        ("Both [2, 1].", "Both [1][2].", [2, 1]),
        ("All [1-3].", "All [1][2][3].", [1, 2, 3]),
        ("All [1–3] of it", "All [1][2][3] of it", [1, 2, 3]),
        ("Some [2; 9].", "Some [1].", [2]),
        ("All [1-900].", "All.", []),
        ("All [2-4], one [3].", "All, one [1].", [3]),
        ("All [3-1] or [2, 1-900].", "All or [1].", [2]),
        ("So 【3】 or 【1†source】, 【2, 3】.", "So [1] or [2], [3][1].", [3, 1, 2]),
        ("So ［3］ or [^1], [note 2] or [Source: 3].", "So [1] or [2], [3] or [1].", [3, 1, 2]),
        ("So [[3]] or [[2, 3]].", "So [1] or [2][1].", [3, 2]),
        ("So [see 2] or [note x].", "So [see 2] or [note x].", []),
        ("Not 【x】 nor 【9】.", "Not 【x】 nor.", []),
        ("None [9] of it [0].", "None of it.", []),
        ("Year [2019] and list[x].", "Year [2019] and list[x].", []),
        ("In code `a[1]` stays, [1] does not.", "In code `a[1]` stays, [1] does not.", [1]),
        ("```\nx[2]\n``` then [2]", "```\nx[2]\n``` then [1]", [2]),
        ("A [link](https://example.org) and [1]", "A [link](https://example.org) and [1]", [1]),
    ],
)
def test_markers_are_resolved(text: str, resolved: str, order: list[int]) -> None:
    assert resolve(text, 3) == (resolved, order)


def test_a_range_of_many_is_no_citation_though_all_are_there() -> None:
    assert resolve("All of it [1-20].", 20) == ("All of it.", [])
    assert resolve("A few [1-5].", 20)[1] == [1, 2, 3, 4, 5]


@given(st.text(alphabet="ab [](),-0123456789`\n【】"), st.integers(0, 5))
def test_every_marker_left_stands_for_something_recalled(text: str, recalled: int) -> None:
    resolved, order = resolve(text, recalled)
    assert all(1 <= n <= recalled for n in order)
    assert len(set(order)) == len(order)
    outside = re.sub(r"```.*?(?:```|\Z)|`[^`\n]+`", "", resolved, flags=re.DOTALL)
    if "`" not in text:
        markers = [int(n) for n in re.findall(r"\[(\d{1,3})\]", outside)]
        assert set(markers) <= set(range(1, len(order) + 1))


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("<script>alert(1)</script>", "<script"),
        ("![x](https://evil.example/pixel.png)", "<img"),
        ("[x](javascript:alert(1))", 'javascript:alert(1)"'),
        ("<a href='https://evil.example' onclick='x'>y</a>", "<a "),
        ("[1]: https://evil.example\n\nSee [1].", 'evil.example"'),
        ('<div style="position:fixed">x</div>', "<div"),
        ("# Heading", "<h1"),
    ],
)
def test_nothing_runs_and_nothing_is_fetched(text: str, absent: str) -> None:
    assert absent not in render(text, MESSAGE, CITED)


ADDRESS = "https://example.org/lease?id=4"
WITH_LINK = [ShownCitation(1, f"Sign it at {ADDRESS} please", "gmail", "From a mail", "/mail/a")]


def test_links_leave_without_saying_where_from() -> None:
    html = render(f"[site]({ADDRESS}) [1]", MESSAGE, WITH_LINK)
    assert f'href="{ADDRESS}"' in html
    assert 'rel="noopener noreferrer nofollow"' in html


@pytest.mark.parametrize(
    "text",
    [
        f"[site]({ADDRESS}&secret=Lena) [1]",
        f"<{ADDRESS}&secret=Lena> [1]",
        "[site](https://evil.example/?q=Lena) [1]",
        "[**bold** site](https://evil.example/?q=Lena 'title') [1]",
        "[mail](mailto:evil@example.org?body=Lena) [1]",
    ],
)
def test_an_address_of_the_models_making_is_text(text: str) -> None:
    html = render(text, MESSAGE, WITH_LINK)
    assert re.findall(r'href="([^"]+)"', html) == ["/mail/a#passage"]
    assert "Lena" in html


def test_markers_become_citations_but_not_in_code() -> None:
    html = render(
        "You live in **Porto** [1].\n\n`x[1]` and [2](https://evil.example) [7]", MESSAGE, CITED
    )
    assert html.count('class="cite"') == 2
    assert "<strong>Porto</strong>" in html
    assert "<code>x[1]</code>" in html
    assert 'href="https://evil.example"' not in html
    assert "[7]" in html


def test_text_cannot_pose_as_a_citation() -> None:
    assert 'class="cite"' not in render("\ue0001\ue001", MESSAGE, CITED)


@pytest.mark.parametrize(
    ("text", "marker", "spans"),
    [
        ("I know. You live in Porto [1]. You ski [2].", 1, ["You live in Porto "]),
        ("You live in Porto. [1] You ski. [2]", 1, ["You live in Porto."]),
        ("You live in Porto. [1] You ski. [2]", 2, ["[1] You ski."]),
        ("- You ski [1]\n- You swim [2]", 2, ["- You swim "]),
        ("You ski [1] and swim a lot [2].", 2, ["You ski [1] and swim a lot "]),
    ],
)
def test_a_marker_speaks_for_its_sentence(text: str, marker: int, spans: list[str]) -> None:
    assert [span.of(text) for span in cited_spans(text, marker)] == spans
