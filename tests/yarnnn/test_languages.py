"""Every text can be translated, and German is whole."""

import re
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings

from tests.environment import PROJECT
from tests.yarnnn.catalogue import templates, to_translate, unmarked

GERMAN = PROJECT / "locale" / "de" / "LC_MESSAGES"
_PLACE = re.compile(r"%\(\w+\)s|%%")
# Parts of django-allauth's elements: HTML written in pieces, no words.
_PIECES = ("allauth/elements/button.html", "memories/edit.html")


def name_of(template: Path) -> str:
    return template.relative_to(PROJECT / "templates").as_posix()


@pytest.mark.parametrize("template", templates(), ids=name_of)
def test_no_text_of_a_template_is_left_as_it_is(template: Path) -> None:
    if name_of(template) not in _PIECES:
        assert unmarked(template.read_text()) == []


def test_what_nobody_marked_is_found() -> None:
    page = '<h1>Good {{ day }}</h1><a title="Go {% if on %}on{% endif %}">{% translate "Yes" %}</a>'
    assert unmarked(page) == ["Go  on", "Good"]


def catalogue() -> dict[str, tuple[str, ...]]:
    """The German of each text; of a plural both forms."""
    return {
        (message.id if isinstance(message.id, str) else message.id[0]): (
            (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        )
        for message in messages()
        if message.id and not message.fuzzy and not message.context
    }


def messages() -> Catalog:
    with (GERMAN / "django.po").open("rb") as file:
        return read_po(file, locale="de")


def test_every_text_has_its_german() -> None:
    german = catalogue()
    texts = to_translate()
    assert len(texts) > 1_000
    assert sorted(one for one, _ in texts if not all(german.get(one, ("",)))) == []
    # Nor is there any that the pages no longer have.
    assert sorted(german.keys() - {one for one, _ in texts}) == []


def test_german_keeps_what_is_filled_in_and_the_marks_around_it() -> None:
    german = catalogue()
    for one, many in to_translate():
        for form in german[one]:
            allowed = {tuple(sorted(set(_PLACE.findall(text)))) for text in (one, many or one)}
            assert tuple(sorted(set(_PLACE.findall(form)))) in allowed, one
            assert sorted(re.findall(r"<[^>]+>", form)) == sorted(re.findall(r"<[^>]+>", one)), one
            assert form[:1].isspace() == one[:1].isspace(), one
            assert form[-1:].isspace() == one[-1:].isspace(), one


def test_what_is_compiled_is_what_is_written() -> None:
    """`make messages` compiles it; whoever starts Yarnnn needs no tools for that."""
    with (GERMAN / "django.mo").open("rb") as file:
        compiled = GNUTranslations(file)
    for one, forms in catalogue().items():
        if len(forms) == 1:
            assert compiled.gettext(one) == forms[0]
        else:
            assert compiled.ngettext(one, "", 1) == forms[0]
            assert compiled.ngettext(one, "", 2) == forms[1]
    # The same word may be another in German where it is said of something else.
    in_context = [message for message in messages() if message.context]
    assert in_context
    for message in in_context:
        assert isinstance(message.id, str)
        assert message.string
        assert compiled.pgettext(message.context or "", message.id) == message.string


def test_a_language_of_the_pages_has_its_texts() -> None:
    assert set(settings.PAGE_LANGUAGES) <= {"en", "de"}
