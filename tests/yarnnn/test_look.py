"""What the browser gets: strict enough for the policy, small enough, and nothing missing."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

from tests.walls.test_policy import LINK
from yarnnn.static_files import slim

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
LONGEST_LINE = 160
STYLES = sorted((ROOT / "static" / "css").glob("*.css"))
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))
ICONS = set(re.findall(r'symbol id="(\w+)"', (ROOT / "static/img/icons.svg").read_text()))


def name_of(template: Path) -> str:
    return template.relative_to(ROOT / "templates").as_posix()


@pytest.mark.parametrize("template", TEMPLATES, ids=name_of)
def test_a_template_compiles_and_holds_nothing_the_policy_forbids(template: Path) -> None:
    get_template(name_of(template))
    text = template.read_text()
    assert not re.search(r"\sstyle=|<style|javascript:|\son[a-z]+=", text)
    for attributes in re.findall(r"<script([^>]*)>", text):
        assert "src=" in attributes or 'type="application/json"' in attributes
    assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", LINK.sub("", text))


def test_the_lines_of_templates_fit_a_screen() -> None:
    others = (ROOT / "tests").rglob("templates/**/*.html")
    long = [
        f"{file.relative_to(ROOT)}:{number} has {len(line)} characters"
        for file in (*TEMPLATES, *others)
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []


@pytest.mark.parametrize("template", TEMPLATES, ids=name_of)
def test_every_icon_named_is_drawn(template: Path) -> None:
    named = re.findall(r'icon\.html" with name="(\w+)"', template.read_text())
    assert set(named) <= ICONS


def test_styles_and_scripts_stay_small() -> None:
    got = (slim(file.read_text(), file.suffix) for file in (*STYLES, *SCRIPTS))
    assert sum(len(text.encode()) for text in got) < 100_000


def test_what_people_read_in_styles_and_scripts_is_not_sent() -> None:
    style = "/* Why\n   so. */\n.a, .b:hover {\n  color: red;\n}\n@media print { a { top: 0; } }\n"
    assert slim(style, ".css") == ".a,.b:hover{color:red}@media print{a{top:0}}"
    style = ".a > b { margin: calc(-1 * var(--s)) 0.5em 10.5em; }"
    assert slim(style, ".css") == ".a>b{margin:calc(-1*var(--s)) .5em 10.5em}"
    style = ".a * + .b { top: calc(1em + 0.5em); }"
    assert slim(style, ".css") == ".a *+.b{top:calc(1em + .5em)}"
    script = '// Why.\nif (a) {\n  b("https://x"); // here\n\n  /* or */\n  c();\n}\n'
    assert slim(script, ".js") == 'if (a) {\nb("https://x"); // here\nc();\n}\n'


def test_every_token_used_is_defined() -> None:
    text = "".join(file.read_text() for file in STYLES)
    defined = set(re.findall(r"(--[\w-]+):", text))
    assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= defined


def test_styles_and_scripts_name_no_other_host() -> None:
    for file in (*STYLES, *SCRIPTS):
        assert not re.search(r"https?://|url\(\s*[\"']?//", file.read_text()), file.name


PDF_JS = "6.5.438"


def test_pdf_js_is_of_the_version_that_is_named() -> None:
    for name in ("pdf.min.mjs", "pdf.worker.min.mjs"):
        assert f"pdfjsVersion = {PDF_JS}" in (ROOT / "static/vendor/pdfjs" / name).read_text()
    assert PDF_JS in (ROOT / "docs/documents.md").read_text()


def test_it_can_be_installed_as_an_application() -> None:
    told = json.loads((ROOT / "static/app.webmanifest").read_text())
    assert {told["id"], told["start_url"], told["scope"]} == {"/"}
    assert told["display"] == "standalone"
    assert {icon["sizes"] for icon in told["icons"]} >= {"192x192", "512x512"}
    for icon in told["icons"]:
        assert (ROOT / "static" / icon["src"]).is_file()
