"""Which encoding bytes are text in: as chardet tells, but for what is known better here."""

import codecs
import re
import string
import unicodedata
from contextlib import suppress

from documents.reading.pieces import CannotRead

# What is looked for: of the others, all that files still come in are among these.
_TOLD_BY_FORM = """
    utf-8-sig utf-16 utf-16-le utf-16-be utf-32 utf-32-le utf-32-be
    iso2022_jp_2 iso2022_jp_2004 iso2022_jp_ext iso2022_kr hz
""".split()
_OLDER = """
    cp1252 cp1250 cp1251 cp1253 cp1254 cp1255 cp1256 cp1257 cp874 koi8-r koi8-u iso8859-2 iso8859-5
    iso8859-6 iso8859-7 cp437 cp850 cp852 cp866 mac-roman mac-cyrillic cp037 cp500
    cp932 euc-jis-2004 gb18030 big5hkscs cp949
""".split()
# What most files are in, for Latin letters: taken for it where a text has few letters beyond ASCII.
_USUALLY = "cp1252"
# Below this confidence it is a guess, and by this share of it another comes near.
_LIKELY, _NEAR = 0.08, 0.7
_LIKE_USUAL = frozenset({"cp437", "cp850", "cp852", "mac-roman"})
# What stands where no such letter or mark does, if a text was in another encoding than the usual.
_ODD = re.compile(
    r"\ufffd|(?<=[a-zà-öø-ÿ])[À-ÖØ-ÞŠŽŒŸ]"
    r"|(?<=[^\W\d_])[^\x00-\x7fÀ-ÿŠŽŒŸšžœ’”“»›…™®©°–—¹²³ªº·\xad\xa0]"
    r"|[^\x00-\x7fÀ-ÿŠŽŒŸšžœ’‘“„‚«‹¿¡…–—©§£°·\xad\xa0](?=[^\W\d_])"
    r"|(?<=[^\W\d_])[^\x00-\x7fÀ-ÿŠŽŒŸšžœ’…–—·\xad\xa0](?=[^\W\d_])"
)
# Letters of another script inside words in Latin ones.
_MIXED = re.compile("[A-Za-z][\u0370-\u0fff]|[\u0370-\u0fff][A-Za-z]")

SAMPLE = 40_000
_PLAIN = frozenset(f"{string.digits}{string.punctuation} \n\r\t")
# Marks that stand inside or around words in ordinary writing.
_USUAL = frozenset("‘’“”„«»‹›–—…·•©®™°§£€¥ªº´½¼¾²³×±¿¡\xa0\xad、。「」『』・〜！？：；（），．　")


def decode(data: bytes, declared: str = "") -> str:
    """Bytes as text. What was declared is believed where it fits. Raises CannotRead for no text."""
    encoding = encoding_of(data, declared)
    text = data.decode(encoding, errors="replace")
    if looks_binary(text):
        raise CannotRead("not_text", "It begins as text, but continues as something else.")
    return text


def encoding_of(data: bytes, declared: str = "") -> str:
    """The Python codec to decode these bytes with."""
    import chardet  # slow to load, and much mail says how it is to be read

    sample = _sample(data)
    found = chardet.detect_all(
        sample,
        ignore_threshold=True,
        max_bytes=SAMPLE,
        include_encodings=("utf-8", *_TOLD_BY_FORM, *_OLDER),
        compat_names=False,
    )
    encoding = found[0]["encoding"] or _wide(data[:SAMPLE])
    named = codec_of(declared)
    if encoding in _TOLD_BY_FORM:
        return encoding
    if _is_nearly_utf8(data):
        # In UTF-7 every byte is plain: nothing else tells it from English.
        return named if named == "utf-7" else "utf-8"
    if named and _fits(data, named) and not _is_sloppy(named):
        return named
    likely = {each["encoding"]: each["confidence"] for each in found}
    unsure = (
        encoding in {"", *_LIKE_USUAL}
        or likely[encoding] < _LIKELY
        or likely.get(_USUALLY, 0) >= _NEAR * likely[encoding]
        or _has_many(_MIXED, sample.decode(encoding, errors="replace"))
    )
    if unsure and not _has_many(_ODD, sample.decode(_USUALLY, errors="replace")):
        return _USUALLY
    if encoding == _USUALLY:
        alike = [name for name in likely if name in _LIKE_USUAL]
        return next(
            (n for n in alike if not _has_many(_ODD, sample.decode(n, "replace"))), _USUALLY
        )
    return encoding or _USUALLY


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


def _is_nearly_utf8(data: bytes) -> bool:
    """Whether this is UTF-8, cut off in the middle of a letter or with a few broken ones."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        # Where no other letter is of this kind, only a long text was cut: else it ends in a
        # letter of another.
        several = len(data) >= SAMPLE or not data[: error.start].isascii()
        return (error.start >= len(data) - 3 and several) or (
            bool(re.search(rb"[\xc2-\xf4][\x80-\xbf]", data))
            and data.decode(errors="replace").count("\ufffd") * 20
            < len(re.findall(rb"[\xc2-\xf4][\x80-\xbf]+", data))
        )
    return True


def _sample(data: bytes) -> bytes:
    """From where the first letters beyond ASCII stand: a little more than is looked at, so that no
    letter at the end is a half one. Where letters take several bytes, from the beginning."""
    first = None if b"\0" in data[:SAMPLE] else re.search(rb"[\x80-\xff]", data)
    start = max(0, first.start() - 200) if first else 0
    return data[start : start + SAMPLE + 8]


def _has_many(pattern: re.Pattern[str], text: str) -> bool:
    """Whether this is found more than once for every five characters beyond ASCII."""
    return len(pattern.findall(text)) * 5 > sum(character > "\x7f" for character in text)


def _wide(data: bytes) -> str:
    """UTF-16 without a mark in a script above U+00FF, which chardet takes for no text; or ""."""
    whole = data[: len(data) // 2 * 2]
    shares = {name: _readable(whole, name) for name in ("utf-16-le", "utf-16-be")}
    best = max(shares, key=lambda name: shares[name])
    enough = len(whole) >= 16 or b"\0" in whole
    return best if shares[best] > 0.97 and enough else ""


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
    return 0.0 if unlikely else (letters + plain) / max(1, len(text))


def _script(character: str) -> str:
    code = ord(character)
    if 0x3040 <= code <= 0x30FF:
        return "KANA"
    if 0x3400 <= code <= 0x9FFF:
        return "CJK"
    return unicodedata.name(character, "").partition(" ")[0]
