"""OCR: scanned pages are read where it is switched on, told of, and harm nobody."""

import gzip
import io
import shutil
import zlib
from pathlib import Path

import numpy as np
import pytest
from django.test import override_settings
from numpy.typing import NDArray

from accounts.models import User
from documents import ocr
from documents.reading import pictures
from tests.documents import files
from tests.documents.conftest import Give
from yarnnn.environment import BadSetting
from yarnnn.environment import ocr as ocr_setting

needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="tesseract is not installed"
)
WORDS = files.lines("A page of words stands before the scans.")
SCAN = b"q 500 0 0 82 50 600 cm /X Do Q"
DRAWN = b"/XObject << /X 5 0 R >>"


def scan() -> tuple[int, int, bytes]:
    """Two printed lines: their width, height and rows of dots, 1 for black."""
    stored = gzip.decompress((Path(__file__).parent / "scan.pbm.gz").read_bytes())
    kind, size, dots = stored.split(b"\n", 2)
    assert kind == b"P4"
    width, height = map(int, size.split())
    return width, height, dots


def dots() -> NDArray[np.uint8]:
    """The scan's rows of dots, 1 for white."""
    width, _, packed = scan()
    return 1 - _unpacked(packed, width)


def _unpacked(packed: bytes, width: int) -> NDArray[np.uint8]:
    """A row for each whole number of bytes, a number for each bit."""
    rows = np.frombuffer(packed, np.uint8).reshape(-1, (width + 7) // 8)
    return np.unpackbits(rows, axis=1)[:, :width]


def image(data: bytes, what: bytes) -> bytes:
    width, height, _ = scan()
    packed = zlib.compress(data)
    return (
        b"<< /Type /XObject /Subtype /Image /Width %d /Height %d %s /Filter /FlateDecode"
        b" /Length %d >>\nstream\n%s\nendstream" % (width, height, what, len(packed), packed)
    )


def scanned(*, pages: int = 1, drawn: bytes = b"") -> bytes:
    """A page of words and then scans."""
    _, _, packed = scan()
    turned = bytes(255 - byte for byte in packed)
    whole = drawn or image(turned, b"/BitsPerComponent 1 /ColorSpace /DeviceGray")
    return files.pdf([WORDS, *[SCAN] * pages], objects=[whole], resources=DRAWN)


@needs_tesseract
@override_settings(YARNNN_OCR="eng")
def test_a_scanned_page_is_read_and_told_of(alice: User, give: Give) -> None:
    document = give(alice, scanned(pages=2), "scan.pdf")
    assert document.state == document.State.DONE
    assert document.notes == ["Pages 2 to 3 were read by OCR: letters may be wrong."]
    assert document.source
    text = document.source.text
    assert text.startswith("A page of words stands before the scans.")
    assert text.count("The lighthouse keeper paints the door green every spring.") == 2
    assert [number for number, _ in document.page_starts] == [1, 2, 3]
    second = document.page_starts[1][1]
    assert text[second:].startswith("The lighthouse keeper")


def test_switched_off_a_scanned_page_is_named(alice: User, give: Give) -> None:
    document = give(alice, scanned(pages=2), "scan.pdf")
    assert document.notes == ["No text on pages 2 to 3: only pictures, as in scans."]


@needs_tesseract
@override_settings(YARNNN_OCR="eng")
def test_a_picture_that_tesseract_cannot_open_leaves_the_page_as_it_was(
    alice: User, give: Give
) -> None:
    width, height, _ = scan()
    broken = (
        b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8"
        b" /ColorSpace /DeviceGray /Filter /DCTDecode /Length 12 >>\nstream\n"
        b"\xff\xd8\xff\xe0 nothing\nendstream" % (width, height)
    )
    document = give(alice, scanned(drawn=broken), "scan.pdf")
    assert document.notes == ["No text on page 2: only pictures, as in scans."]


@needs_tesseract
@override_settings(YARNNN_OCR="eng")
def test_what_takes_too_long_is_left_and_told_of(
    alice: User, give: Give, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(ocr, "SECONDS", 0.01)
        document = give(alice, scanned(), "scan.pdf")
        assert document.notes == ["No text on page 2: only pictures, as in scans."]
    monkeypatch.setattr(ocr, "ALL_SECONDS", -1.0)
    document = give(alice, scanned(pages=2), "scans.pdf")
    assert document.notes == [
        "Pages 2 to 3: OCR took too long for them.",
        "No text on pages 2 to 3: only pictures, as in scans.",
    ]
    assert not document.complete


@override_settings(YARNNN_OCR="eng")
def test_a_picture_that_nothing_here_opens_is_told_of(alice: User, give: Give) -> None:
    coded = image(b"\0", b"/BitsPerComponent 1").replace(b"/FlateDecode", b"/JBIG2Decode")
    document = give(alice, scanned(pages=2, drawn=coded), "scan.pdf")
    told = "Pages 2 to 3: OCR cannot open pictures coded as JBIG2. Save the scan again."
    assert told in document.notes
    assert not document.complete


@pytest.mark.long
@needs_tesseract
def test_tesseract_has_little_memory() -> None:
    """A picture that takes more than the limit kills its reader, and nothing else."""
    huge = b"P5\n30000 30000\n255\n" + bytes(30_000 * 30_000)
    with override_settings(YARNNN_OCR="eng"):
        assert ocr._text(300, huge) == ""


def _grey_of_four_bits() -> bytes:
    """The dots with half a byte each, rows padded to bytes."""
    white = np.pad(15 * dots(), ((0, 0), (0, scan()[0] % 2)))
    return bytes((white[:, ::2] << 4 | white[:, 1::2]).tobytes())


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("mask", b"/ImageMask true"),
        ("turned", b"/BitsPerComponent 1 /ColorSpace /DeviceGray /Decode [1 0]"),
        ("grey 4", b"/BitsPerComponent 4 /ColorSpace /DeviceGray"),
        ("grey 8", b"/BitsPerComponent 8 /ColorSpace /DeviceGray"),
        ("colour", b"/BitsPerComponent 8 /ColorSpace /DeviceRGB"),
        ("inks", b"/BitsPerComponent 8 /ColorSpace /DeviceCMYK"),
        ("inks turned", b"/BitsPerComponent 8 /ColorSpace /DeviceCMYK /Decode [1 0 1 0 1 0 1 0]"),
        ("one ink", b"/BitsPerComponent 8 /ColorSpace [/Separation /Black /DeviceGray 3 0 R]"),
        ("palette 1", b"/BitsPerComponent 1 /ColorSpace [/Indexed /DeviceRGB 1 <000000FFFFFF>]"),
        ("palette 8", b"/BitsPerComponent 8 /ColorSpace [/Indexed /DeviceGray 1 <00FF>]"),
    ],
)
def test_pictures_of_any_kind_come_out_the_same(kind: str, what: bytes) -> None:
    width, _, packed = scan()
    data = {
        "mask": bytes(255 - byte for byte in packed),
        "turned": packed,
        "grey 4": _grey_of_four_bits(),
        "grey 8": (255 * dots()).tobytes(),
        "colour": np.repeat(255 * dots(), 3).tobytes(),
        "inks": np.stack([0 * dots()] * 3 + [255 * (1 - dots())], axis=-1).tobytes(),
        "inks turned": np.stack([255 + 0 * dots()] * 3 + [255 * dots()], axis=-1).tobytes(),
        "one ink": (255 * (1 - dots())).tobytes(),
        "palette 1": bytes(255 - byte for byte in packed),
        "palette 8": dots().tobytes(),
    }[kind]
    (found,) = pictures.pictures(io.BytesIO(scanned(drawn=image(data, what))), 2)
    assert (_white(found.data, width) == dots()).all()
    assert found.dots == round(width / 8.5)


def _white(picture: bytes, width: int) -> NDArray[np.uint8]:
    """The rows of dots of a portable anymap, 1 for white."""
    kind, rest = picture.split(b"\n", 1)
    if kind == b"P4":
        return 1 - _unpacked(rest.split(b"\n", 1)[1], width)
    _, top, data = rest.split(b"\n", 2)
    values = np.frombuffer(data, np.uint8)[:: 3 if kind == b"P6" else 1]
    return (values // int(top)).reshape(-1, width)


def test_the_setting_is_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert ocr_setting("") == ""
    with pytest.raises(BadSetting, match="must be languages such as eng or"):
        ocr_setting("1")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadSetting, match=r"tesseract is not installed\. Debian: apt install"):
        ocr_setting("eng")


@needs_tesseract
def test_a_language_that_tesseract_does_not_have_is_told() -> None:
    assert ocr_setting("eng") == "eng"
    with pytest.raises(BadSetting, match="tesseract does not have tlh"):
        ocr_setting("eng+tlh")
