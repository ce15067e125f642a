"""What readers say of files, for translation: they know nothing of the application.

A test holds this to what they say (tests/documents/test_reader_words.py).
"""

import re

from django.utils.translation import gettext, gettext_noop, ngettext

from documents import file_kinds
from web.stored_words import register, translated

__all__ = ["readable", "translated"]

# A kind of file as a sentence names it, and what a file is that cannot be read.
_KINDS = (
    gettext_noop("mail (EML)"),
    gettext_noop("text"),
    gettext_noop("Web page"),
    gettext_noop("Text"),
    gettext_noop("Rich text"),
    gettext_noop("Table (CSV)"),
    gettext_noop("a picture or a recording"),
    gettext_noop("an icon"),
    gettext_noop("a program"),
    gettext_noop("a recording"),
    gettext_noop("a film"),
    gettext_noop("a font"),
    gettext_noop("a film, a recording or a picture"),
)
_OF_A_FORMAT = (
    gettext_noop("a picture (%(format)s)"),
    gettext_noop("an archive (%(format)s)"),
    gettext_noop("a database (%(format)s)"),
    gettext_noop("a scan (%(format)s)"),
    gettext_noop("a help file (%(format)s)"),
    gettext_noop("an e-book (%(format)s)"),
    gettext_noop("a drawing (%(format)s)"),
)
_WHOLE = (
    gettext_noop("There is nothing in this file."),
    gettext_noop("This is a spreadsheet. Save it as CSV or PDF, and upload that."),
    gettext_noop(
        "This is an Office file of the old kind. Save it as DOCX, PPTX or PDF, and upload that."
    ),
    gettext_noop("This is an OpenDocument file. Save it as DOCX or PDF, and upload that."),
    gettext_noop("It is protected by a password. Take the password off and upload it again."),
    gettext_noop(
        "It takes more memory to read than a document should. Split it, or save it again."
    ),
    gettext_noop("It takes too long to read. Split it, or save it again."),
    gettext_noop("It takes too long to read. Save it again, or as another kind of file."),
    gettext_noop("It crashed the reader. Save it again, or as another kind of file."),
    gettext_noop("It declares XML entities, which no document needs, so it was not opened."),
    gettext_noop("It would unpack to far more than a document holds, so it was not opened."),
    gettext_noop("It begins as text, but continues as something else."),
    gettext_noop("Its parts are nested too deeply to be a document."),
    gettext_noop("The file is damaged or was cut off. Try to open it yourself, and save it again."),
    gettext_noop("The file is damaged: what could be read of it was read."),
    gettext_noop("This mail has no text: only its headers are there."),
    gettext_noop("Attachments are named, not read: upload them as well to find what they say."),
    gettext_noop("Other documents that are embedded in it were not read."),
    gettext_noop("There is no text in it."),
    gettext_noop("There is no text in it: its page is a picture, as a scan is."),
)
_WITH_WHAT = (
    gettext_noop("This is not a document. What can be read: %(kinds)s."),
    gettext_noop("This is %(what)s. What can be read: %(kinds)s."),
)
_WITH_VALUES = (
    gettext_noop("Slide %(number)s is damaged and was not read."),
    gettext_noop("Row %(number)s has a cell of more than %(letters)s characters: not read."),
    gettext_noop("Pages %(first)s to %(last)s were not read: it took too long."),
    gettext_noop("Attached files were not read: %(names)s and more."),
    gettext_noop("Attached files were not read: %(names)s."),
    gettext_noop("It is very long: only the first %(letters)s characters were read."),
    gettext_noop("There is no text in it: its %(number)s pages are pictures, as scans are."),
)
_WITH_PAGES = (
    gettext_noop("%(pages)s: the file does not say which letters it shows. Print it to PDF again."),
    gettext_noop("%(pages)s: letters are missing. The file does not say which they are."),
    gettext_noop("%(pages)s takes too long to read."),
    gettext_noop("%(pages)s take too long to read."),
    gettext_noop("%(pages)s is damaged: what could be read was read."),
    gettext_noop("%(pages)s are damaged: what could be read was read."),
    gettext_noop("No text on %(pages)s: only pictures, as in scans."),
    gettext_noop("No text on %(pages)s."),
    gettext_noop("%(pages)s was read by OCR: letters may be wrong."),
    gettext_noop("%(pages)s were read by OCR: letters may be wrong."),
    gettext_noop("%(pages)s: OCR took too long for them."),
    gettext_noop("%(pages)s: OCR cannot open pictures coded as JBIG2. Save the scan again."),
)
_CUT_SHORT = gettext_noop("What comes after page %(page)s was not read. %(why)s")


def readable() -> str:
    """All kinds of files that can be read in one line: "PDF, Word (DOCX) and text"."""
    *others, last = (translated(kind.told) for kind in file_kinds.registered())
    return gettext("%(others)s and %(last)s") % {"others": ", ".join(others), "last": last}


def _pages(named: str) -> str:
    """ "Pages 2 to 9 and 12" in the language of the page."""
    runs = re.findall(r"(\d+)(?: to (\d+))?", named)
    told = [f"{first}–{last}" if last else first for first, last in runs]
    if named.endswith("more"):
        told.append("…")
    many = 1 if told == [runs[0][0]] and len(runs) == 1 else 2
    words = ngettext("page %(numbers)s", "pages %(numbers)s", many) % {"numbers": ", ".join(told)}
    return words if named[:1].islower() else words[:1].upper() + words[1:]


register(*_OF_A_FORMAT, *_WITH_VALUES)
register(*_WITH_WHAT, what=translated, kinds=lambda _: readable())
register(*_WITH_PAGES, pages=_pages)
register(_CUT_SHORT, why=translated)
