"""What is to be translated, read from the code itself, and what of templates nobody marked."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation.template import templatize

from tests.environment import PROJECT, ROOMS

CALLS = ("gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy")
_LITERAL = r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
_IN_TEMPLATES = re.compile(rf"\b(?:_|n?gettext)\(({_LITERAL})(?:, ({_LITERAL}), count)?\)")
# Names, which are the same in every language.
NAMES = {"Yarnnn", "Gmail", "ChatGPT", "Claude", "Esc", "Ctrl K", "MB"}
# Elements whose text nobody reads as a sentence.
_CODE = re.compile(
    r"<!--.*?-->|\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}"
    r"|<(script|style|svg|code|kbd)\b.*?</\1>|<!DOCTYPE[^>]*>",
    re.DOTALL,
)
_MARKED = re.compile(r"\{% blocktranslate .*?\{% endblocktranslate %\}", re.DOTALL)
_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}")
_NO_WORDS = re.compile(r"\{% block column_class %\}.*?\{% endblock[^%]*%\}")
_READ_ALOUD = re.compile(
    r"(?<![\w-])(?:title|placeholder|alt|aria-label|aria-description)=\"([^\"]*)\""
)
_HTML = re.compile(r"""</?[a-zA-Z](?:"[^"]*"|'[^']*'|[^"'>])*>""")
_WORD = re.compile(r"[^\W\d_]{2,}")
# In arguments of tags: what an included template shows.
_ARGUMENT = re.compile(
    r"\b(?:title|text|label|action_label|placeholder)=\"([^\"]+)\"|\|default:\"([^\"]+)\""
)


def templates() -> list[Path]:
    return sorted((PROJECT / "templates").rglob("*.html"))


def to_translate() -> set[tuple[str, str]]:
    """All texts, with their plurals, "" where there is none."""
    return {pair for pair in (*_in_templates(), *_in_python()) if pair[0]}


def _in_templates() -> Iterator[tuple[str, str]]:
    for path in templates():
        for one, many in _IN_TEMPLATES.findall(templatize(path.read_text())):
            yield ast.literal_eval(one), ast.literal_eval(many) if many else ""


def _in_python() -> Iterator[tuple[str, str]]:
    for room in ROOMS:
        for path in (PROJECT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CALLS:
                    texts = [a.value for a in node.args if isinstance(a, ast.Constant)]
                    words = [text for text in texts if isinstance(text, str)]
                    many = words[1] if "ngettext" in getattr(node.func, "id", "") else ""
                    yield (words[0], many) if words else ("", "")


def unmarked(template: str) -> list[str]:
    """Words of a template that a person reads, or hears, and that no tag translates."""
    text = _MARKED.sub(" ", _NO_WORDS.sub(" ", _CODE.sub(" ", template)))
    arguments = (pair for tag in _TAG.findall(text) for pair in _ARGUMENT.findall(tag))
    found = [value for pair in arguments for value in pair]
    # Tags of Django inside of HTML's hold ">" and quotes: they go first.
    text = _TAG.sub(" ", text)
    found += _READ_ALOUD.findall(text)
    found += _HTML.sub("\n", text).split("\n")
    parts = (part.strip(" \t·…:,.!?“”’()/") for part in found)
    return [part for part in parts if _WORD.search(part) and part not in NAMES]
