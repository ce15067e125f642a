"""A model's markdown as safe HTML: nothing is fetched, nothing runs, markers become citations."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING
from uuid import UUID

import nh3
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from memories.text import MASK

if TYPE_CHECKING:
    from chat.display import ShownCitation

_TAGS = {
    "p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a",
    "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
_MARKER = re.compile(r"\[(\d{1,3})\]")
# Stands for a marker while the text is cleaned: private characters that no text needs.
_OPEN, _CLOSE = "\ue000", "\ue001"
# A marker stands close to the word before it.
_PLACE = re.compile(f" ?{_OPEN}(\\d+){_CLOSE}")
# What was blacked out, as one piece.
MASKED = re.compile(rf"{MASK}+(?:[\s.,;:!?]*{MASK}+)*")
_GONE = "\ue002"


def render(text: str, message_id: UUID, citations: Sequence["ShownCitation"] = ()) -> SafeString:
    """Markdown as HTML that is safe to show, with the markers of these citations as links.

    Images, raw HTML and link definitions are shown as the text they are, and so is an address that
    stands in nothing that is cited: a model may put into it whatever it read. What was forgotten
    is shown as that, and no marker leads to it.
    """
    known = {citation.number: citation for citation in citations}
    quoted = " ".join(citation.quote for citation in citations)
    plain = MASKED.sub(_GONE, re.sub(f"[{_OPEN}{_CLOSE}{_GONE}]", "", text))
    html = _markdown().render(plain, {"known": set(known), "quoted": quoted})
    clean = nh3.clean(
        html,
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )

    def place(match: "re.Match[str]") -> str:
        citation = known.get(int(match[1]))
        if citation is None or not citation.quote:
            return ""
        context = {"message": {"id": message_id}, "citation": citation}
        return render_to_string("components/cite.html", context).strip()

    return SafeString(_PLACE.sub(place, clean).replace(_GONE, _gone_html()))


def redacted(text: str) -> SafeString:
    """Plain text as HTML, with what was blacked out shown as forgotten."""
    pieces = MASKED.split(text)
    return SafeString(_gone_html().join(escape(piece) for piece in pieces))


@cache
def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(
        ["table", "strikethrough"]
    )
    # An image would be fetched, and a reference would let text name where a marker leads.
    parser.disable(["image", "reference", "html_block", "html_inline", "lheading"])
    parser.inline.ruler.before("link", "citation", _citation)
    parser.core.ruler.push("links", _unlink)
    parser.add_render_rule("citation", _render_citation)
    parser.add_render_rule("heading_open", _lower_heading)
    parser.add_render_rule("heading_close", _lower_heading)
    return parser


def _citation(state: StateInline, silent: bool) -> bool:
    match = _MARKER.match(state.src, state.pos)
    if not match or int(match[1]) not in state.env.get("known", ()):
        return False
    if not silent:
        token = state.push("citation", "", 0)
        token.content = match[1]
    state.pos = match.end()
    return True


def _unlink(state: StateCore) -> None:
    """Show a link's address as text behind its words, unless it stands in what is cited."""
    for block in state.tokens:
        if block.children:
            block.children = list(_unlinked(block.children, state.env.get("quoted", "")))


def _unlinked(tokens: Sequence[Token], quoted: str) -> Iterator[Token]:
    closing: list[str | None] = []
    for token in tokens:
        if token.type == "link_open":
            address = str(token.attrGet("href") or "")
            shown = None if address in quoted else "" if token.markup == "autolink" else address
            closing.append(shown)
            if shown is None:
                yield token
        elif token.type == "link_close":
            shown = closing.pop()
            if shown is None:
                yield token
            elif shown:
                text = Token("text", "", 0)
                text.content = f" ({shown})"
                yield text
        else:
            yield token


def _render_citation(
    self: RendererHTML,  # noqa: ARG001 - the form of a render rule
    tokens: Sequence[Token],
    index: int,
    options: OptionsDict,  # noqa: ARG001
    env: EnvType,  # noqa: ARG001
) -> str:
    return f"{_OPEN}{tokens[index].content}{_CLOSE}"


def _lower_heading(
    self: RendererHTML,
    tokens: Sequence[Token],
    index: int,
    options: OptionsDict,
    env: EnvType,
) -> str:
    """The page has its own first two levels."""
    token = tokens[index]
    token.tag = f"h{min(6, max(3, int(token.tag[1]) + 2))}"
    return self.renderToken(tokens, index, options, env)


def _gone_html() -> str:
    return f'<span class="redacted">{escape(gettext("forgotten"))}</span>'
