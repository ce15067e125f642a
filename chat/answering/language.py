"""The language of an answer: that of the messages, where there are pages in it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils import translation

from memories.text import language_of


@contextmanager
def spoken_as(messages: Iterable[str]) -> Iterator[None]:
    """Within the block, words are in the language of the first message that tells which it is.

    Where none does, or no pages are in it, they are in that of the person's pages.
    """
    told = next(filter(None, map(language_of, messages)), "")
    language = told if told in settings.PAGE_LANGUAGES else translation.get_language()
    with translation.override(language):
        yield
