"""What another program knew about the person: offered line by line, remembered by a click."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.models import User
from imports.chat_sources import KIND, SUGGESTS
from imports.models import Import
from memories.keeping import Quote, Refused, RememberResult, remember, restating
from memories.models import Change, Evidence, Memory, Source
from memories.text import MASK, Span, sentences

# Maximum number of suggestions offered at once.
MOST = 200
# Headings and single words say nothing by themselves.
_FEWEST_WORDS = 3
_PARTED = re.compile(f"(\n|{MASK}+)")
_SIGNS = re.compile(r"^[\s*#>•\-–—\d.)]+|[\s*]+$")


@dataclass(frozen=True)
class ImportedSuggestion:
    """One sentence of what another program knew."""

    source: Source
    start: int
    stop: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.stop]


def suggestions(user: User, it: Import) -> list[ImportedSuggestion]:
    """What an import offers to remember: not what is known from it, or was forgotten."""
    sources = Source.objects.filter(
        user=user, kind=KIND, imported__origin=it, **{f"metadata__{SUGGESTS}": True}
    )
    found = [each for source in sources.order_by("id") for each in _offered(source)][: MOST * 2]
    known = set(
        Evidence.objects.filter(user=user, chunk__source__in=sources).values_list(
            "chunk__source", "start", "stop"
        )
    )
    new = [each for each in found if (each.source.pk, each.start, each.stop) not in known]
    gone = restating(user, [each.text for each in new], (True, False))
    return [each for each, stated in zip(new, gone, strict=True) if not stated][:MOST]


def accept(user: User, it: Import, wanted: Sequence[tuple[str, int, int]]) -> list[RememberResult]:
    """Remember some of what is offered, as profile notes. Raises Refused for what is not."""
    offered = {(str(one.source.pk), one.start, one.stop): one for one in suggestions(user, it)}
    if any(key not in offered for key in wanted):
        raise Refused("unknown_suggestion", gettext("This is no longer on offer."))
    return [
        remember(
            user,
            offered[key].text,
            by=Change.By.PERSON,
            kind=Memory.Kind.NOTE,
            project=it.project,
            quote=Quote(offered[key].source, offered[key].start, offered[key].stop),
        )
        for key in wanted
    ]


def _offered(source: Source) -> Iterator[ImportedSuggestion]:
    for span in _lines(source.text):
        words = span.of(source.text)
        if MASK not in words and len(words.split()) >= _FEWEST_WORDS:
            yield ImportedSuggestion(source, span.start, span.stop)


def _lines(text: str) -> Iterator[Span]:
    """The sentences of each line, without the signs of lists and headings around them."""
    start = 0
    # What was forgotten parts what stands around it.
    for line in _PARTED.split(text):
        for span in sentences(line):
            words = span.of(line)
            plain = _SIGNS.sub("", words)
            at = start + span.start + words.find(plain)
            if plain:
                yield Span(at, at + len(plain))
        start += len(line)
