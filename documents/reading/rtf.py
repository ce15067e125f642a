"""RTF: its words, paragraphs, pages and table rows; pictures and objects inside are not read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

from documents.reading.cleaning import lines, one_line
from documents.reading.pieces import Block, CannotRead, FileInfo, Page, Piece, damaged

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+"
    rb"|([^\\{}\r\n]+)"
)
# Groups whose content is not the document's text.
_SKIPPED = frozenset(
    "fonttbl colortbl stylesheet info pict object objdata themedata colorschememapping datastore"
    " latentstyles generator listtable listoverridetable revtbl rsidtbl xmlnstbl fldinst bkmkstart"
    " bkmkend filetbl mmathPr sp"
    " listpicture pgptbl nonshppict panose falt fname wgrffmtfilter blipuid blipatag shpgrp"
    " private1 template datafield formfield ftnsep ftnsepc aftnsep atnid atnauthor atndate"
    " atnparent atnref atntime pntxta pntxtb".split()
)
_TYPED = {
    "tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "emspace": " ", "enspace": " ",
    "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•",
}  # fmt: skip
_CHARSETS = {
    0: "cp1252", 77: "mac-roman", 128: "cp932", 129: "cp949", 134: "gb18030", 136: "big5",
    161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257",
    204: "cp1251", 222: "cp874", 238: "cp1250", 255: "cp437",
}  # fmt: skip
# What stands above and below every page.
_MARGINS = frozenset("header headerl headerr headerf footer footerl footerr footerf".split())
_DEEPEST = 200


@dataclass(frozen=True)
class _State:
    skipped: bool = False
    hidden: bool = False
    font: int = -1
    fallback: int = 1  # how many characters stand in for one \\u
    level: int = 0
    in_fonts: bool = False
    in_styles: bool = False
    in_title: bool = False
    noted: bool = False
    margin: bool = False
    ansi: bool = False  # the next group says in older codes what the one after it says in Unicode


def read(file: BinaryIO, _name: str) -> Iterator[Piece]:
    reading = _Reading(file.read())
    reading.through()
    paged = len(reading.pages) > 1
    yield FileInfo(title=one_line(reading.title), pages=len(reading.pages) if paged else None)
    for number, blocks in enumerate(reading.pages, start=1):
        yield Page(number, tuple(blocks))


class _Reading:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._groups: list[_State] = []
        self._state = _State()
        self._codec = "cp1252"
        self._fonts: dict[int, str] = {}
        self._styles: dict[int, int] = {}  # heading levels by style
        self._style = 0
        self._style_name = ""
        self._text: list[str] = []
        self._bytes = b""
        self._owed = 0
        self._optional = False
        self._cells: list[str] | None = None
        self._margins: list[str] = []
        self.title = ""
        self.pages: list[list[Block]] = [[]]

    def through(self) -> None:
        place = 0
        begins = False  # whether a group has just begun
        while found := _TOKEN.match(self._data, place):
            place = found.end()
            word, number, code, symbol, brace, text = found.groups()
            if code is not None:
                self._byte(bytes([int(code, 16)]))
                begins = False
                continue
            if text is None or self._optional:
                self._flush()
            if brace:
                self._group(brace)
                begins = brace == b"{"
                continue
            if word:
                value = int(number) if number else None
                if word == b"bin":
                    place += max(0, value or 0)
                self._word(word.decode(), value)
            elif symbol == b"*":
                # Some programs write it within a group as well, where it means nothing.
                self._optional = begins
            elif symbol:
                self._symbol(symbol)
            elif text:
                self._plain(text)
            else:
                continue  # a line's end, which says nothing
            begins = False
        if not self._groups and not self.pages[0] and not self._text and place < len(self._data):
            raise damaged()
        self._end_row()  # it may not have come to its end
        margins = dict.fromkeys(lines("".join(self._margins)).split("\n"))
        self.pages[-1] += [
            Block(line, tight=place > 0) for place, line in enumerate(margins) if line
        ]

    def _group(self, brace: bytes) -> None:
        if brace == b"{":
            if len(self._groups) >= _DEEPEST:
                raise CannotRead("nested", "Its parts are nested too deeply to be a document.")
            self._groups.append(replace(self._state, ansi=False))
            self._state = replace(self._state, skipped=self._state.skipped or self._state.ansi)
        elif self._groups:
            if self._state.in_styles and self._style_name:
                self._name_style()
            if self._state.noted and not self._groups[-1].noted:
                self._type("]")
            self._state = self._groups.pop()
        self._optional = False

    def _word(self, word: str, value: int | None) -> None:
        state = self._state
        if self._optional or word in _SKIPPED:
            self._optional = False
            # Groups marked as optional are skipped, unless they hold words.
            if word not in {"shptxt", "shpinst", "shprslt", "ud", "upr", "footnote", "annotation"}:
                state = replace(
                    state,
                    skipped=True,
                    in_fonts=word == "fonttbl",
                    in_styles=word == "stylesheet",
                )
        match word:
            case "ansicpg" if value:
                self._codec = _page(value)
            case "mac" | "pc" | "pca":
                self._codec = {"mac": "mac-roman", "pc": "cp437", "pca": "cp850"}[word]
            case "f" if value is not None:
                state = replace(state, font=value)
            case "fcharset" if state.in_fonts and value in _CHARSETS:
                self._fonts[state.font] = _CHARSETS[value]
            case "cpg" if state.in_fonts and value:
                self._fonts[state.font] = _page(value)
            case "uc":
                state = replace(state, fallback=max(0, value or 0))
            case "v" | "deleted":
                state = replace(state, hidden=value != 0)
            case "upr":
                state = replace(state, ansi=True)
            case _ if word in _MARGINS:
                state = replace(state, margin=True)
            case "s" if value is not None:
                self._style = value
                if not state.in_styles:
                    state = replace(state, level=self._styles.get(value, 0))
            case "outlinelevel" if value is not None and 0 <= value < 9:
                if state.in_styles:
                    self._styles[self._style] = value + 1
                else:
                    state = replace(state, level=value + 1)
            case "pard":
                state = replace(state, level=0)
            case "plain":
                state = replace(state, hidden=False, font=-1)
            case "title" if state.skipped:
                state = replace(state, in_title=True)
            case "footnote" | "annotation":
                self._type(" [")
                state = replace(state, noted=True)
            case _:
                self._layout(word, value)
        self._state = state

    def _layout(self, word: str, value: int | None) -> None:
        if word == "u" and value is not None:
            self._type(chr(value % 0x10000))
            self._owed = self._state.fallback
        elif self._state.skipped:
            return
        elif word in _TYPED:
            self._type(_TYPED[word])
        elif self._state.margin:
            self._type("\n" if word in {"par", "row"} else " " if word == "cell" else "")
        elif word in {"par", "sect"} or (word == "page"):
            if self._cells is None:
                self._end_paragraph()
            else:
                self._type(" ")
            if word == "page" and self.pages[-1]:
                self.pages.append([])
        elif word == "trowd":
            self._cells = self._cells or []
        elif word == "cell":
            self._cells = [*(self._cells or []), one_line(self._taken())]
        elif word == "row":
            self._end_row()
        elif word == "nestcell":
            self._type(" | ")

    def _symbol(self, symbol: bytes) -> None:
        if symbol in b"\\{}":
            self._type(symbol.decode())
        elif symbol == b"~":
            self._type("\xa0")
        elif symbol == b"_":
            self._type("-")
        elif symbol in b"\r\n":
            self._layout("par", None)

    def _plain(self, text: bytes) -> None:
        if self._owed:
            skipped = min(self._owed, len(text))
            self._owed -= skipped
            text = text[skipped:]
        if self._state.in_styles and not self._state.in_fonts:
            self._style_name += text.decode("cp1252", "replace")
        elif self._bytes:
            self._bytes += text
        else:
            self._type(text.decode(self._codec_here(), "replace"))

    def _byte(self, byte: bytes) -> None:
        if self._owed:
            self._owed -= 1
        else:
            self._bytes += byte

    def _flush(self) -> None:
        if self._bytes:
            self._type(self._bytes.decode(self._codec_here(), "replace"))
            self._bytes = b""

    def _codec_here(self) -> str:
        return self._fonts.get(self._state.font, self._codec)

    def _type(self, text: str) -> None:
        if self._state.in_title:
            self.title += text
        elif not self._state.skipped and not self._state.hidden:
            (self._margins if self._state.margin else self._text).append(text)

    def _taken(self) -> str:
        text = "".join(self._text)
        self._text = []
        # Characters beyond U+FFFF come as two halves.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

    def _end_paragraph(self) -> None:
        self._flush()
        text = self._taken()
        level = self._state.level
        if kept := one_line(text) if level else lines(text):
            self.pages[-1].append(Block(kept, min(level, 6)))

    def _end_row(self) -> None:
        cells = self._cells or []
        self._cells = None
        if any(cells):
            self.pages[-1].append(Block(" | ".join(cells).strip(" |"), tight=True))
        self._end_paragraph()

    def _name_style(self) -> None:
        found = re.match(r"\s*heading (\d)", self._style_name, re.IGNORECASE)
        if found and self._style not in self._styles:
            self._styles[self._style] = int(found.group(1))
        self._style_name = ""


def _page(number: int) -> str:
    name = {10000: "mac-roman", 65001: "utf-8", 936: "gb18030"}.get(number, f"cp{number}")
    try:
        "".encode(name)
    except LookupError:
        return "cp1252"
    return name
