"""A document is cut on headings, pages and sentences; every part knows its place."""

from itertools import pairwise

import pytest

from documents.chunking import parts_of
from documents.compose import ReadText, compose
from documents.reading.pieces import Block, FileInfo, Page
from llm import embedding

SENTENCE = "The river rose in spring and the miller moved his flour upstairs again. "


def text_of(*pages: list[Block]) -> ReadText:
    numbered = [Page(number, tuple(blocks)) for number, blocks in enumerate(pages, start=1)]
    return compose([FileInfo(pages=len(pages)), *numbered])


def test_parts_are_about_400_tokens_and_share_a_tenth() -> None:
    text = text_of([Block(SENTENCE * 120)])
    parts = parts_of(text)
    assert len(parts) > 3
    for part, following in pairwise(parts):
        words = part.span.of(text.text)
        assert 300 < part.tokens <= 400
        assert abs(part.tokens - embedding.count_tokens(words)) <= 0.02 * part.tokens
        shared = part.span.stop - following.span.start
        assert 0 < shared < 0.13 * len(words)
        assert words.startswith("The river")
        assert words.endswith("again.")
    assert "".join(text.text.split()) == "".join(
        "".join(text.text[start : part.span.stop].split())
        for part, start in zip(parts, [0, *(part.span.stop for part in parts)], strict=False)
    )


def test_a_heading_begins_a_part_and_stays_with_what_is_under_it() -> None:
    text = text_of(
        [
            Block("One", 1),
            Block(SENTENCE * 12),
            Block("Two", 2),
            Block("Three", 3),
            Block(SENTENCE * 12),
        ]
    )
    first, second = parts_of(text)
    assert first.span.of(text.text).startswith("One\n")
    assert second.span.of(text.text).startswith("Two\n\nThree\n")
    for part, heading, level in ((first, "One", 1), (second, "Two", 2)):
        assert part.heading
        assert (part.heading.of(text.text), part.heading_level) == (heading, level)


def test_short_sections_share_a_part() -> None:
    blocks = [block for n in range(5) for block in (Block(f"Part {n}", 1), Block("A few words."))]
    assert len(parts_of(text_of(blocks))) == 1


def test_a_part_ends_with_its_page_but_a_sentence_may_go_on() -> None:
    text = text_of(
        [Block("First page."), Block("It was late when the")],
        [Block("ship came in. Then it left.")],
        [],
        [Block("Fourth page.")],
    )
    told = [(part.page, part.span.of(text.text)) for part in parts_of(text)]
    assert told == [
        (1, "First page.\n\nIt was late when the ship came in."),
        (2, "Then it left."),
        (4, "Fourth page."),
    ]


def test_a_text_without_any_full_stop_is_cut_all_the_same() -> None:
    parts = parts_of(text_of([Block("word " * 4000)]))
    assert all(part.tokens <= 400 for part in parts)
    assert len(parts) > 8


@pytest.mark.parametrize("blocks", [[], [Block("Only a heading", 1)]])
def test_little_text_makes_few_parts(blocks: list[Block]) -> None:
    assert len(parts_of(text_of(blocks))) == len(blocks)
