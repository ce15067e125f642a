"""Office files are archives of XML: opened with bounds, so that a small file cannot fill a disk."""

import posixpath
import zipfile
import zlib
from typing import BinaryIO, TypeAlias
from xml.parsers import expat

from lxml import etree

from documents.reading.pieces import CannotRead, damaged

# Beyond these a file is made to do harm: real ones stay far below.
MOST_ENTRIES = 20_000
LARGEST_WHOLE = 400_000_000
LARGEST_RATIO = 200
SMALL = 20_000_000

Element: TypeAlias = etree._Element


class OfficeArchive:
    """The parts of an Office file (DOCX, PPTX) by their names inside the archive."""

    def __init__(self, file: BinaryIO) -> None:
        """Open an archive. Raises CannotRead where it is damaged, locked or a bomb."""
        try:
            self._archive = zipfile.ZipFile(file)
            infos = self._archive.infolist()
        except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError):
            raise damaged() from None
        _check_sizes(infos)
        self._infos = {info.filename.replace("\\", "/").lstrip("/").lower(): info for info in infos}

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._infos

    def names(self) -> list[str]:
        return list(self._infos)

    def bytes(self, name: str) -> bytes:
        info = self._infos.get(name.lower())
        if info is None:
            raise damaged()
        try:
            with self._archive.open(info) as part:
                # Not a byte more than it says it holds: some say less than they do.
                return part.read(info.file_size)
        except RuntimeError:
            message = "It is protected by a password. Take the password off and upload it again."
            raise CannotRead("locked", message) from None
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError):
            raise damaged() from None

    def xml(self, name: str) -> Element:
        """One part as a tree. Raises CannotRead where it is broken or declares entities."""
        data = self.bytes(name)
        refuse_declarations(data)
        try:
            return etree.fromstring(data, _parser())
        except (etree.XMLSyntaxError, ValueError):
            raise damaged() from None

    def related(self, name: str) -> dict[str, tuple[str, str]]:
        """The parts that this one refers to, by id: what they are to it, and their names."""
        folder, base = posixpath.split(name)
        relations = posixpath.join(folder, "_rels", f"{base}.rels")
        if relations not in self:
            return {}
        found = {}
        for relation in self.xml(relations):
            if not isinstance(relation.tag, str) or relation.get("TargetMode") == "External":
                continue
            kind = (relation.get("Type") or "").rpartition("/")[2]
            target = posixpath.normpath(posixpath.join("/", folder, relation.get("Target") or ""))
            found[relation.get("Id") or ""] = (kind, target.lstrip("/"))
        return found

    def main(self) -> str:
        """The name of the part that the file is about. Raises CannotRead where there is none."""
        for kind, name in self.related("").values():
            if kind == "officeDocument" and name in self:
                return name
        # Some programs name no parts; all of them give these the same names.
        for name in ("word/document.xml", "ppt/presentation.xml"):
            if name in self and "_rels/.rels" not in self:
                return name
        raise damaged()


def local(element: Element) -> str:
    """An element's name without its namespace: the strict and the usual form differ only there."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: Element, name: str) -> str:
    """An attribute's value by its name, whatever its namespace, or ""."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return ""


def refuse_declarations(data: bytes) -> None:
    """Raise CannotRead for a document type: Office files have none, and its entities can grow."""
    found: list[str] = []
    parser = expat.ParserCreate()

    def declared(name: str, *_: object) -> None:
        found.append(name)
        raise _Seen

    def begun(*_: object) -> None:
        raise _Seen

    parser.StartDoctypeDeclHandler = declared
    parser.StartElementHandler = begun
    try:
        parser.Parse(data[:1_000_000], False)
    except _Seen:
        pass
    except expat.ExpatError:
        raise damaged() from None
    if found:
        message = "It declares XML entities, which no document needs, so it was not opened."
        raise CannotRead("entities", message)


class _Seen(Exception):
    pass


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip


def _check_sizes(infos: list[zipfile.ZipInfo]) -> None:
    bomb = (
        len(infos) > MOST_ENTRIES
        or sum(info.file_size for info in infos) > LARGEST_WHOLE
        or any(_ratio(info) > LARGEST_RATIO for info in infos)
    )
    if bomb:
        message = "It would unpack to far more than a document holds, so it was not opened."
        raise CannotRead("bomb", message)


def _ratio(info: zipfile.ZipInfo) -> float:
    return info.file_size / max(1, info.compress_size) if info.file_size > SMALL else 0.0
