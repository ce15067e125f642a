"""Which encoding bytes are text in: by mark, by form, and by what makes the likeliest words."""

import codecs
import re
import string
import unicodedata
from contextlib import suppress
from functools import lru_cache

from documents.reading.pieces import CannotRead

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ESCAPED = ((b"\x1b$)C", "iso2022_kr"), (b"\x1b$", "iso2022_jp_2"), (b"\x1b(J", "iso2022_jp"))
# The likelier ones first: what fits equally well is taken for the first.
_SINGLE = """
    cp1252 cp1250 cp1251 koi8-u cp1253 cp1254 cp1255 cp1256 cp1257 cp874 iso8859-2 iso8859-5
    iso8859-6 cp866 cp850 mac-roman
""".split()
_RARE = {
    "iso8859-2": 0.03,
    "iso8859-5": 0.15,
    "cp866": 0.15,
    "cp850": 0.15,
    "mac-roman": 0.15,
    "cp1257": 0.15,
}
_MULTIPLE = "cp932 gb18030 big5 euc_kr euc_jp".split()

_PLAIN = frozenset(f"{string.digits}{string.punctuation} \n\r\t")

SAMPLE = 40_000
_HIGH = re.compile(rb"[\x80-\xff]")
# What most words of a script hold: a wrong decoding may look as regular, but not as usual.
_COMMON = frozenset(
    "оеаинтсрвл"
    "αοιετσνηυρ"
    "יוהלאמרתבש"
    "اليمونرتبع"
    "าอนรกเงมยล"
    "のにはをたがでてとし"
    "的一是不了人我在有他這这来來中们們"
    "이다는을가에의고하지로기서리"
)
# Marks that stand inside or around words in ordinary writing.
_USUAL = frozenset("‘’“”„«»‹›–—…•·©®™°§£€¥ªº´½¼¾²³×±¿¡\xa0\xad、。「」『』・〜！？：；（），．　")


# Letters and digits of EBCDIC: where each row begins, and how many there are.
_EBCDIC = tuple(
    first + place
    for first, count in (
        (0x81, 9),
        (0x91, 9),
        (0xA2, 8),
        (0xC1, 9),
        (0xD1, 9),
        (0xE2, 8),
        (0xF0, 10),
    )
    for place in range(count)
)


def decode(data: bytes, declared: str = "") -> str:
    """Bytes as text. What was declared is believed where it fits. Raises CannotRead for no text."""
    encoding = encoding_of(data, declared)
    text = data.decode(encoding, errors="replace")
    if looks_binary(text):
        raise CannotRead("not_text", "It begins as text, but goes on as something that is not.")
    return text


def encoding_of(data: bytes, declared: str = "") -> str:
    """The Python codec to decode these bytes with."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    if wide := _wide(data[:SAMPLE]):
        return wide
    for escape, name in _ESCAPED:
        if escape in data and _fits(data, name):
            return name
    named = codec_of(declared)
    # In these every byte is plain: nothing else tells them from English.
    if _fits(data, "hz") if b"~{" in data and b"~}" in data else named == "utf-7":
        return "hz" if b"~{" in data else named
    if _is_utf8(data):
        return "utf-8"
    if named and _fits(data, named) and not _is_sloppy(named):
        return named
    return "cp500" if _is_ebcdic(data[:SAMPLE]) else _likeliest(_sample(data))


def looks_binary(text: str) -> bool:
    """Whether text has more control characters than any writing has."""
    controls = sum(text.count(chr(code)) for code in (*range(9), *range(14, 27), 28, 29, 30, 31))
    return controls > max(4, len(text) // 200) or text.count("\ufffd") > max(20, len(text) // 50)


def codec_of(name: str) -> str:
    """The Python codec of a charset's name, the widest that goes by it; "" for an unknown one."""
    name = name.strip().strip("\"'").lower()
    # The name that Microsoft's mail programs give Korean.
    name = "cp949" if name.startswith("ks_c_5601") else name
    for each in (name, name.removeprefix("x-"), name.replace("-", "")):
        with suppress(LookupError, ValueError):
            return _widest(codecs.lookup(each))
    return ""


def _widest(found: codecs.CodecInfo) -> str:
    wider = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "iso8859-1": "cp1252"}
    text_encoding = getattr(found, "_is_text_encoding", True)
    return wider.get(found.name, found.name) if text_encoding else ""


def _is_sloppy(name: str) -> bool:
    """Whether a name is declared so often by mistake that it proves nothing."""
    return name in {"ascii", "cp1252", "utf-8"} or name.startswith(("utf-16", "utf-32"))


def _fits(data: bytes, name: str) -> bool:
    text = data.decode(name, errors="replace")
    return text.count("\ufffd") <= len(text) // 500


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        # A text cut off in the middle of a letter, or one with a few broken ones. Where no other
        # letter is of this kind, only a long text was cut: else it ends in a letter of another.
        several = len(data) >= SAMPLE or not data[: error.start].isascii()
        return (error.start >= len(data) - 3 and several) or (
            bool(re.search(rb"[\xc2-\xf4][\x80-\xbf]", data))
            and data.decode(errors="replace").count("\ufffd") * 20
            < len(re.findall(rb"[\xc2-\xf4][\x80-\xbf]+", data))
        )
    return True


def _wide(data: bytes) -> str:
    """UTF-16 or UTF-32 without a mark, by where its zero bytes stand and what it would say."""
    if len(data) < 4:
        return ""
    whole = data[: len(data) // 4 * 4]
    zeros = [whole[place::4].count(0) / (len(whole) // 4) for place in range(4)]
    if min(zeros[2], zeros[3]) > 0.9 and zeros[0] < 0.5:
        return "utf-32-le"
    if min(zeros[0], zeros[1]) > 0.9 and zeros[3] < 0.5:
        return "utf-32-be"
    if zeros[1] + zeros[3] > 1.2 and zeros[0] + zeros[2] < 0.6:
        return "utf-16-le"
    if zeros[0] + zeros[2] > 1.2 and zeros[1] + zeros[3] < 0.6:
        return "utf-16-be"
    # Scripts above U+00FF have zero bytes only at their spaces and line ends.
    if b"\0" in data or not _is_utf8(data) or looks_binary(data.decode("latin-1")):
        shares = {name: _readable(whole, name) for name in ("utf-16-le", "utf-16-be")}
        best = max(shares, key=lambda name: shares[name])
        if shares[best] > 0.97 and len(whole) >= 16:
            return best
    return ""


def _is_ebcdic(data: bytes) -> bool:
    """Whether this is the writing of mainframes, whose letters, digits and spaces lie elsewhere."""
    spaces = data.count(0x40)
    written = sum(map(data.count, _EBCDIC))
    gaps = sum(map(data.count, b"\x40\x25\x15\r"))
    words = written > 0.6 * (len(data) - gaps)
    return words and spaces > max(0.05 * len(data), 20 * data.count(0x20))


def _readable(data: bytes, name: str) -> float:
    """How much of these bytes would be letters of one script, spaces and usual marks, 0 to 1."""
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return 0.0
    scripts: dict[str, int] = {}
    plain = 0
    for character in text:
        if character in _PLAIN or character in _USUAL:
            plain += 1
        else:
            script = _script(character)
            scripts[script] = scripts.get(script, 0) + 1
    scripts.pop("", 0)
    letters = sum(sorted(scripts.values())[-2:])
    # What is not wide at all would be all Chinese or Korean, without a space.
    eastern = scripts.get("CJK", 0) + scripts.get("HANGUL", 0)
    unlikely = eastern > letters / 2 and plain * 50 < len(text)
    return 0.0 if unlikely else (letters + plain) / len(text)


def _sample(data: bytes) -> bytes:
    first = _HIGH.search(data)
    start = max(0, (first.start() if first else 0) - 200)
    return data[start : start + SAMPLE]


def _likeliest(sample: bytes) -> str:
    best, score = "cp1252", -1e9
    for name in (*_SINGLE, *_MULTIPLE):
        text = sample.decode(name, errors="replace")
        if text[:-1].count("\ufffd") > len(text) // 200:
            continue
        fit = _plausible(text, kana="jp" in name or name == "cp932") - text.count("\ufffd")
        fit -= _RARE.get(name, 0.0)
        if fit > score + 1e-9:
            best, score = name, fit
    return _other_than_western(sample) if best == "cp1252" else best


def _other_than_western(sample: bytes) -> str:
    """Where the letters of others lie in the places of western ones, and no western word has them.

    What would be Icelandic letters are Turkish ones, õ and û Hungarian, ã with î or þ Romanian.
    """
    letters = set(sample.decode("cp1252", errors="replace").lower())
    if set("þðý") & letters and not set("áéíóúæã") & letters:
        return "cp1254"
    hungarian = set("õû") & letters and set("áéíó") & letters and set("öü") & letters
    if hungarian and not set("ãçàêèäåñ") & letters:
        return "cp1250"
    if "ã" in letters and set("îþº") & letters and not set("õç") & letters:
        return "cp1250"
    return "cp1252"


def _plausible(text: str, *, kana: bool) -> float:
    """How much this looks like words, for each character beyond ASCII: below 0 it does not.

    Chinese and Korean have no `kana`, though their encodings do.
    """
    points, count, run = 0.0, 0, 0
    for before, here, after in zip(" " + text[:-1], text, text[1:] + " ", strict=True):
        if here < "\x80":
            run = 0
            continue
        count += 1
        if not here.isalpha() and not unicodedata.category(here).startswith("M"):
            run = 0
            points += _mark(before, here, after)
            continue
        run += 1
        points += _letter(before, here, after, run)
        points -= 1.5 if not kana and _script(here) == "KANA" else 0.0
    return points / count if count else 0.0


def _mark(before: str, here: str, after: str) -> float:
    if unicodedata.category(here) in {"Cc", "Cn", "Co"}:
        return -3.0
    between = before.isalpha() and after.isalpha()
    if here in _USUAL:
        return 0.95 if not between or here in "’·–—" or before > "\u2e80" else -0.6
    return -1.0 if before.isalpha() or after.isalpha() else -0.3


def _letter(before: str, here: str, after: str, run: int) -> float:
    script = _script(here)
    points = 0.7 if here.isupper() else 1.0
    points += 0.4 if here in _COMMON else 0.0
    for neighbour in (before, after):
        if neighbour.isalpha() and _script(neighbour) != script:
            # Kana and Chinese characters stand side by side; other scripts do not.
            points -= 0.0 if {_script(neighbour), script} <= {"CJK", "KANA"} else 1.2
    if (before.islower() and here.isupper()) or (here.islower() and after.isupper()):
        points -= 1.0
    if script == "LATIN" and run > 2:
        points -= 1.5
    if script == "CJK":
        points -= 0.0 if _is_common(here) else 0.8
        points -= 0.3 if before == " " or after == " " else 0.0
    if script in {"HALFWIDTH", ""}:
        points -= 1.0
    return points


@lru_cache(maxsize=20_000)
def _script(character: str) -> str:
    code = ord(character)
    if 0x3040 <= code <= 0x30FF:
        return "KANA"
    if 0x3400 <= code <= 0x9FFF:
        return "CJK"
    if 0x0600 <= code <= 0x06FF and character in "ٱڀںۂ":
        return ""
    name = unicodedata.name(character, "")
    return name.partition(" ")[0] if name else ""


def _is_common(character: str) -> bool:
    """Whether the older, smaller sets hold this character: rare ones come from wrong decoding."""
    for name, highest in (("gb2312", 0xD7), ("shift_jis", 0x97), ("big5", 0xC6)):
        try:
            encoded = character.encode(name)
        except UnicodeEncodeError:
            continue
        if encoded[0] <= highest:
            return True
    return False
