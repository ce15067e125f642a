"""The pictures of one page of a PDF, for OCR: python -m documents.reading.pictures NUMBER.

Reads the file on standard input and writes one JSON object a picture: {"dots": dots per inch,
"data": base64 of a JPEG, JPEG 2000, TIFF or portable-anymap file, or "" where nothing here opens
it}. No picture is decoded here that the file holds as one of those. Runs under the limits of
documents.reading.limits.
"""

import base64
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
from pypdf import PdfReader

from documents.reading import limits

# What is smaller, in dots, is a line or a logo; what is larger is made to do harm.
SMALLEST, LARGEST = 10_000, 100_000_000
MOST = 40
_DEEPEST = 3
_KNOWN = (b"\xff\xd8", b"\x00\x00\x00\x0cjP", b"II*\x00", b"MM\x00*")


@dataclass(frozen=True)
class Picture:
    """A file that OCR can open, and how many of its dots make an inch on the page.

    Of one coded as JBIG2 there are no `data`: nothing here opens it.
    """

    dots: int
    data: bytes


def main() -> None:
    file, out = sys.stdin.buffer, os.fdopen(os.dup(1), "w", encoding="utf-8")
    limits.enter()
    sys.stdout = sys.stderr
    for picture in pictures(file, int(sys.argv[1])):
        data = base64.b64encode(picture.data).decode()
        out.write(json.dumps({"dots": picture.dots, "data": data}) + "\n")
        out.flush()


def pictures(file: BinaryIO, number: int) -> Iterator[Picture]:
    """The pictures of a page (counted from 1), in the order in which the page names them."""
    reader = PdfReader(file)
    if reader.is_encrypted:
        reader.decrypt("")
    page = reader.pages[number - 1]
    inches = max(1.0, float(page.mediabox.width) / 72)
    budget = LARGEST
    for image in list(_images(page.get("/Resources"), _DEEPEST))[:MOST]:
        width, height = int(image["/Width"]), int(image["/Height"])
        budget -= width * height
        if width * height < SMALLEST or budget < 0:
            continue
        dots = min(600, max(70, round(width / inches)))
        if "/JBIG2Decode" in str(image.get("/Filter")):
            yield Picture(dots, b"")
            continue
        # One picture that cannot be read leaves the others.
        with suppress(Exception):
            if data := _file(image, width, height):
                yield Picture(dots, data)


def _images(resources: Any, depth: int) -> Iterator[Any]:
    if resources is None or not depth:
        return
    drawn = resources.get_object().get("/XObject")
    for value in list((drawn.get_object() if drawn is not None else {}).values())[:200]:
        item = value.get_object()
        if item.get("/Subtype") == "/Image":
            yield item
        elif item.get("/Subtype") == "/Form":
            yield from _images(item.get("/Resources"), depth - 1)


def _file(image: Any, width: int, height: int) -> bytes:
    """An image as a file; empty where its colours are of a kind that scans do not have."""
    data: bytes = image.get_data()
    if data.startswith(_KNOWN):
        return data
    bits = 1 if image.get("/ImageMask") else int(image.get("/BitsPerComponent", 8))
    kind, palette = _colours(image)
    if bits == 1 and not palette:
        # In a bitmap 1 is black, in a PDF it is white, unless it is an ink.
        black = _is_turned(image) != (kind == -1)
        return b"P4\n%d %d\n" % (width, height) + (data if black else data.translate(_TURNED))
    if kind == 1 and bits < 8:
        data, top = _unpacked(data, width, height, bits), (1 << bits) - 1
        if not palette:
            return b"P5\n%d %d\n%d\n" % (width, height, top) + data
    elif bits != 8:
        return b""
    if palette:
        return b"P6\n%d %d\n255\n" % (width, height) + _painted(data[: width * height], palette)
    # Inks are the other way round than light: 0 is white.
    if (kind < 0 or kind == 4) != _is_turned(image):
        data = data.translate(_TURNED)
    if kind == 4:
        return b"P5\n%d %d\n255\n" % (width, height) + _printed(data)
    if kind in (-1, 1, 3):
        return b"P%d\n%d %d\n255\n" % (6 if kind == 3 else 5, width, height) + data
    return b""


def _is_turned(image: Any) -> bool:
    return [float(each) for each in image.get("/Decode", [0, 1])][:1] == [1.0]


def _printed(light: bytes) -> bytes:
    """How light dots are that four inks make; `light` is what each leaves of 255.

    Black and magenta are dark, cyan is grey, yellow hides nothing.
    """
    inks = np.frombuffer(light[: len(light) // 4 * 4], np.uint8).reshape(-1, 4)
    darkest = np.minimum(inks[:, 1], inks[:, 3])
    return bytes(np.minimum(darkest, np.maximum(inks[:, 0], 128)).tobytes())


_TURNED = bytes(255 - byte for byte in range(256))


_COLOURS = {
    "/DeviceGray": 1,
    "/CalGray": 1,
    "/DeviceRGB": 3,
    "/CalRGB": 3,
    "/DeviceCMYK": 4,
    "/Separation": -1,
}


def _colours(image: Any) -> tuple[int, bytes]:
    """How many numbers make a dot, and the palette that they stand for (three bytes a colour).

    -1 for the amount of one ink.
    """
    space: Any = image.get("/ColorSpace", "/DeviceGray")
    space = space.get_object() if hasattr(space, "get_object") else space
    name = str(space[0] if isinstance(space, list) else space)
    if name == "/ICCBased":
        return int(space[1].get_object()["/N"]), b""
    if name == "/Indexed":
        table = space[3].get_object()
        colours = table.get_data() if hasattr(table, "get_data") else _bytes(table)
        base = space[1].get_object() if hasattr(space[1], "get_object") else space[1]
        of_base = _colours({"/ColorSpace": base})[0]
        if of_base == 1:
            colours = b"".join(bytes([grey]) * 3 for grey in colours)
        return (1, colours) if of_base in (1, 3) else (0, b"")
    return _COLOURS.get(name, 0), b""


def _bytes(text: Any) -> bytes:
    return bytes(getattr(text, "original_bytes", text))


def _unpacked(data: bytes, width: int, height: int, bits: int) -> bytes:
    """Dots of 1, 2 or 4 bits as bytes; each row begins with a new byte."""
    shares, mask = range(8 - bits, -1, -bits), (1 << bits) - 1
    row = (width * bits + 7) // 8
    tables = [bytes(byte >> share & mask for byte in range(256)) for share in shares]
    out = bytearray(len(data) * len(tables))
    for place, table in enumerate(tables):
        out[place :: len(tables)] = data.translate(table)
    wide = row * len(tables)
    return b"".join(bytes(out[y * wide : y * wide + width]) for y in range(height))


def _painted(data: bytes, palette: bytes) -> bytes:
    out = bytearray(len(data) * 3)
    for channel in range(3):
        table = palette[channel::3][:256].ljust(256, b"\0")
        out[channel::3] = data.translate(table)
    return bytes(out)


if __name__ == "__main__":
    main()
