"""Anthropic's memory tool (`memory_20250818`) in Yarnnn's store.

The files that a model sees below /memories are memories: a file's folders are a namespace, its name
the key, its words what is searched, cited and forgotten. So the person sees, corrects and forgets
on their pages what a model keeps. It works without Anthropic's SDK; for the SDK's tool runner it is
mixed into its class: `class Memory(MemoryTool, BetaAbstractMemoryTool)`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from .answers import Item
from .errors import ItemForgotten, NotFound, YarnnnError
from .synchronous import Yarnnn

TOP = "/memories"
# Number of files listed per call.
PAGE = 1_000
# Number of folder levels listed.
LEVELS = 2
# Lines of context shown before and after a change.
AROUND = 2
# The width of a line's number, and so the most lines that a file can have.
WIDTH = 6
MOST_LINES = 999_999
_CONTROLS = re.compile(r"[\x00-\x1f\x7f\\]")


class CommandRefused(Exception):
    """A command that could not be done. Its text is for the model."""


@dataclass(frozen=True)
class _Place:
    """A path of the model's: as it wrote it, and its parts below /memories."""

    path: str
    parts: tuple[str, ...]


class MemoryTool:
    """The memory tool of one Yarnnn. What it keeps stands below the namespace `root`."""

    name = "memory"

    def __init__(self, client: Yarnnn, *, root: Sequence[str] = ("claude", "memories")) -> None:
        self._store = client.store
        self._root = tuple(root)

    def to_dict(self) -> dict[str, str]:
        """The tool as a request names it."""
        return {"type": "memory_20250818", "name": self.name}

    def call(self, command: object) -> str:
        """Do the command that is the `input` of a `tool_use` block. What is refused is said."""
        try:
            return self._do(command)
        except CommandRefused as refused:
            return str(refused)

    def result(self, tool_use_id: str, command: object) -> dict[str, Any]:
        """As `call`, as the `tool_result` block to send back."""
        told: dict[str, Any] = {"type": "tool_result", "tool_use_id": tool_use_id}
        try:
            return told | {"content": self._do(command)}
        except CommandRefused as refused:
            return told | {"content": str(refused), "is_error": True}

    def view(self, path: str, view_range: Sequence[int] | None = None) -> str:
        """A file with its lines numbered, or what is in a folder. Raises CommandRefused, as all."""
        at = _place(path)
        text = self._read(at)
        if text is None:
            return self._listed(at)
        lines = _lines(text)
        if len(lines) > MOST_LINES:
            raise CommandRefused(f"File {path} exceeds maximum line limit of 999,999 lines.")
        first, last = view_range or (1, -1)
        first = max(1, first)
        shown = lines[first - 1 : None if last == -1 else max(0, last)]
        return f"Here's the content of {path} with line numbers:\n{_numbered(shown, first)}"

    def create(self, path: str, file_text: str) -> str:
        """Write a new file."""
        at = _place(path)
        if not at.parts or self._exists(at):
            raise CommandRefused(f"Error: File {path} already exists")
        self._write(at, file_text)
        return f"File created successfully at: {path}"

    def str_replace(self, path: str, old_str: str, new_str: str) -> str:
        """Put other words in the place of some that stand in a file once."""
        at = _place(path)
        text = self._read(at)
        if text is None:
            missing = f"Error: The path {path} does not exist. Please provide a valid path."
            raise CommandRefused(missing)
        found = [match.start() for match in re.finditer(re.escape(old_str), text)]
        nothing = "No replacement was performed"
        if not old_str or not found:
            raise CommandRefused(
                f"{nothing}, old_str `{old_str}` did not appear verbatim in {path}."
            )
        if len(found) > 1:
            lines = ", ".join(str(text.count("\n", 0, start) + 1) for start in found)
            raise CommandRefused(
                f"{nothing}. Multiple occurrences of old_str `{old_str}` in lines: {lines}."
                " Please ensure it is unique"
            )
        new = text.replace(old_str, new_str)
        self._write(at, new)
        first = max(0, text.count("\n", 0, found[0]) - AROUND)
        shown = _lines(new)[first : first + 2 * AROUND + 1]
        return (
            "The memory file has been edited. Here is the snippet showing the change"
            f" (with line numbers):\n{_numbered(shown, first + 1)}"
        )

    def insert(self, path: str, insert_line: int, insert_text: str) -> str:
        """Put lines behind a line of a file; 0 is its beginning."""
        at = _place(path)
        text = self._read(at)
        if text is None:
            raise CommandRefused(f"Error: The path {path} does not exist")
        lines = _lines(text)
        if not 0 <= insert_line <= len(lines):
            raise CommandRefused(
                f"Error: Invalid `insert_line` parameter: {insert_line}. It should be within the"
                f" range of lines of the file: [0, {len(lines)}]"
            )
        lines[insert_line:insert_line] = _lines(insert_text)
        self._write(at, "\n".join(lines) + "\n")
        return f"The file {path} has been edited."

    def delete(self, path: str) -> str:
        """Forget a file, or a folder with all that is in it: the person can restore it."""
        at = _place(path)
        if not at.parts:
            raise CommandRefused(f"Error: Cannot delete the {TOP} directory itself")
        going = self._all_of(at)
        if not going:
            raise CommandRefused(f"Error: The path {path} does not exist")
        for item in going:
            try:
                self._store.delete(item.namespace, item.key)
            except NotFound:
                # What says the same is forgotten with the first of them.
                continue
            except YarnnnError as error:
                raise _refused(error) from error
        return f"Successfully deleted {path}"

    def rename(self, old_path: str, new_path: str) -> str:
        """Move a file, or a folder with all that is in it, to where nothing is."""
        at, to = _place(old_path), _place(new_path)
        if not at.parts:
            raise CommandRefused(f"Error: Cannot rename the {TOP} directory itself")
        moving = self._all_of(at)
        if not moving:
            raise CommandRefused(f"Error: The path {old_path} does not exist")
        if not to.parts or self._exists(to):
            raise CommandRefused(f"Error: The destination {new_path} already exists")
        if to.parts[: len(at.parts)] == at.parts:
            raise CommandRefused(f"Error: Cannot move {old_path} into itself")
        for item in moving:
            inner = self._parts(item)[len(at.parts) :]
            *folders, name = (*self._root, *to.parts, *inner)
            try:
                self._store.move(item.namespace, item.key, folders, name)
            except YarnnnError as error:
                raise _refused(error) from error
        return f"Successfully renamed {old_path} to {new_path}"

    def _do(self, command: object) -> str:
        match command:
            case {"command": "view", "path": str(path), "view_range": [int(first), int(last)]}:
                return self.view(path, (first, last))
            case {"command": "view", "path": str(path)}:
                return self.view(path)
            case {"command": "create", "path": str(path), "file_text": str(text)}:
                return self.create(path, text)
            case {"command": "str_replace", "path": str(path), "old_str": str(old), **rest}:
                return self.str_replace(path, old, str(rest.get("new_str", "")))
            case {
                "command": "insert",
                "path": str(path),
                "insert_line": int(line),
                "insert_text": str(text),
            }:
                return self.insert(path, line, text)
            case {"command": "delete", "path": str(path)}:
                return self.delete(path)
            case {"command": "rename", "old_path": str(old), "new_path": str(new)}:
                return self.rename(old, new)
        raise CommandRefused(
            "Error: The command is view, create, str_replace, insert, delete or rename, with its"
            " parameters."
        )

    def _read(self, at: _Place) -> str | None:
        """A file's text; None where no file is, a folder perhaps."""
        if not at.parts:
            return None
        *folders, name = (*self._root, *at.parts)
        try:
            return _text_of(self._store.get(folders, name))
        except NotFound:
            return None
        except YarnnnError as error:
            raise _refused(error) from error

    def _write(self, at: _Place, text: str) -> None:
        words = text.strip()
        if not words:
            raise CommandRefused(f"Error: The file {at.path} would be empty. Write into it.")
        # A memory has no white space around it.
        start = text.index(words)
        around = {"before": text[:start], "after": text[start + len(words) :]}
        *folders, name = (*self._root, *at.parts)
        try:
            self._store.put(folders, name, words, around)
        except YarnnnError as error:
            raise _refused(error) from error

    def _exists(self, at: _Place) -> bool:
        return self._read(at) is not None or bool(self._inside(at, 1))

    def _all_of(self, at: _Place) -> list[Item]:
        """The file, or all that is in the folder."""
        *folders, name = (*self._root, *at.parts)
        try:
            return [self._store.get(folders, name)]
        except NotFound:
            return self._inside(at)
        except YarnnnError as error:
            raise _refused(error) from error

    def _inside(self, at: _Place, most: int | None = None) -> list[Item]:
        """The files in a folder and in those below it."""
        found: list[Item] = []
        offset: int | None = 0
        limit = most or PAGE
        try:
            while offset is not None:
                page = self._store.list((*self._root, *at.parts), limit=limit, offset=offset)
                found += page.items
                offset = None if most else page.next
        except YarnnnError as error:
            raise _refused(error) from error
        return found

    def _listed(self, at: _Place) -> str:
        files = {self._parts(item): len(_text_of(item).encode()) for item in self._inside(at)}
        if not files and at.parts:
            raise CommandRefused(f"The path {at.path} does not exist. Please provide a valid path.")
        shown = _shown(at.parts, files)
        path = at.path.rstrip("/")
        lines = [f"{_size(sum(files.values()))}\t{path}"]
        lines += [f"{_size(shown[inner])}\t{path}/{inner}" for inner in sorted(shown)]
        return (
            f"Here're the files and directories up to {LEVELS} levels deep in {path}, excluding"
            " hidden items and node_modules:\n" + "\n".join(lines)
        )

    def _parts(self, item: Item) -> tuple[str, ...]:
        return (*item.namespace[len(self._root) :], item.key)


def _place(path: str) -> _Place:
    """Where a path leads. Raises CommandRefused for one that leads out of /memories."""
    plain = unquote(path)
    top, _, below = path.removeprefix("/").partition("/")
    parts = [part for part in below.split("/") if part]
    outside = f"/{top}" != TOP or not path.startswith("/")
    if outside or _CONTROLS.search(plain) or {".", ".."} & {*parts, *plain.split("/")}:
        raise CommandRefused(f"Error: The path {path} must lead to a place below {TOP}")
    return _Place(path, tuple(parts))


def _shown(folder: tuple[str, ...], files: Mapping[tuple[str, ...], int]) -> dict[str, int]:
    """The files and folders of a folder's listing with their sizes, by path in it."""
    sizes: dict[str, int] = {}
    for parts, size in files.items():
        inner = parts[len(folder) :]
        if any(part.startswith(".") or part == "node_modules" for part in inner):
            continue
        for depth in range(1, min(len(inner), LEVELS) + 1):
            name = "/".join(inner[:depth]) + ("/" if depth < len(inner) else "")
            sizes[name] = sizes.get(name, 0) + size
    return sizes


def _text_of(item: Item) -> str:
    around = item.metadata
    return f"{around.get('before', '')}{item.content}{around.get('after', '')}"


def _lines(text: str) -> list[str]:
    """A text's lines; what ends the last one begins no other."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _numbered(lines: Sequence[str], first: int) -> str:
    return "\n".join(f"{number:>{WIDTH}}\t{line}" for number, line in enumerate(lines, first))


def _size(size: float) -> str:
    if size < 1024:
        return f"{size:.0f}B"
    for unit in "KM":
        size /= 1024
        if size < 1024:
            return f"{size:.1f}{unit}"
    return f"{size / 1024:.1f}G"


def _refused(error: YarnnnError) -> CommandRefused:
    if isinstance(error, ItemForgotten):
        return CommandRefused("Error: The person has forgotten this. It is not kept again.")
    return CommandRefused(f"Error: {error.message}")
