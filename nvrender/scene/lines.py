"""The lines of a scene file's keys, which what reads TOML does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from nvrender.source import SceneError

_TOKEN = re.compile(
    r'(?P<string>"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\')'
    r"|(?P<comment>#[^\n]*)|(?P<mark>[\[\]{},=.\n])|(?P<word>[^\s\[\]{},=.#\"']+)|[^\S\n]+|.",
    re.DOTALL,
)
#: What a message about a key begins with: the key, and what follows it.
_SAID = re.compile(r"(?P<key>.*?)(?::? names a program|: )", re.DOTALL)
#: Of a key that nobody knows the message begins with what holds it.
_UNKNOWN = re.compile(r"(?:(?P<within>[^\n]*?): )?unknown key (['\"])(?P<name>.*?)\2", re.DOTALL)
_INVALID = re.compile(r" \(at line (\d+), column (\d+)\)$")


def placed(path: Path, message: str) -> SceneError:
    """What is wrong with the scene in a file, with the line of the key that it is about."""
    try:
        line = line_of(path.read_text(encoding="utf-8", errors="replace"), message)
    except (OSError, ValueError):  # it has gone since, or the scene came from no file
        line = None
    return SceneError(message, str(path), line or 0)


def line_of(text: str, message: str) -> int | None:
    """The line of the TOML ``text`` with the key that ``message`` begins with, or with what holds it."""
    return line_among(lines_of(text), message)


def lines_of(text: str) -> dict[str, int]:
    """Every key of the TOML ``text`` as messages have it, and the line where it stands first."""
    lines: dict[str, int] = {}
    for name, line in _keys(text):
        lines.setdefault(name, line)
    return lines


def line_among(lines: dict[str, int], message: str) -> int | None:
    """``line_of`` with the lines of all keys."""
    if (unknown := _UNKNOWN.match(message)) is not None:
        key = f"{unknown['within']}.{unknown['name']}" if unknown["within"] else unknown["name"]
    elif (said := _SAID.match(message)) is not None:
        key = said["key"]
    else:
        return None
    while key:
        if (found := lines.get(key, lines.get(f"{key}[0]"))) is not None:
            return found
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    return None


def invalid(path: Path, message: str) -> SceneError:
    """What is no TOML: what reads it says so, with the line and column."""
    if (found := _INVALID.search(message)) is None:
        return SceneError(f"is no valid TOML: {message}", str(path))
    said = f"is no valid TOML: {message[: found.start()]}"
    return SceneError(said, str(path), int(found[1]), int(found[2]))


@dataclass
class _Open:
    """A table in braces, or an array if it has a ``number``, and the key of what it is the value of."""

    key: str
    number: int | None = None


@dataclass
class _Reader:
    """Where in the file one is: the table that the last header names, and what is open in it."""

    table: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    open: list[_Open] = field(default_factory=list)
    #: Of the key or header that is being read.
    parts: list[str] = field(default_factory=list)
    brackets: int = 0
    value: str | None = None

    def inside(self) -> str:
        """The key of what is open innermost."""
        if not self.open:
            return self.table
        last = self.open[-1]
        return last.key if last.number is None else f"{last.key}[{last.number}]"

    def joined(self, before: str) -> str:
        return ".".join([before, *self.parts] if before else self.parts)


def _keys(text: str) -> Iterator[tuple[str, int]]:
    """Every key as messages have it, ``draw[0].copies[1].transform``, and its line."""
    reader, line = _Reader(), 1
    for token in _TOKEN.finditer(text):
        kind, part = token.lastgroup, token[0]
        if kind == "mark":
            if (key := _marked(reader, part)) is not None:
                yield key, line
        elif kind in ("string", "word"):
            reader.parts.append(part[1:-1] if kind == "string" else part)
            if reader.value is None and reader.open and reader.open[-1].number is not None:
                yield reader.inside(), line
        line += part.count("\n")


def _marked(reader: _Reader, mark: str) -> str | None:
    """What a mark does; the key that it is behind of, if any."""
    if not reader.open and reader.value is None:
        return _between(reader, mark)
    key = None
    if mark == "=":
        key = reader.value = reader.joined(reader.inside())
    elif mark in "[{":
        within = reader.inside() if reader.value is None else reader.value
        reader.open.append(_Open(within, 0 if mark == "[" else None))
        key = within
    elif mark in "]}":
        del reader.open[-1:]
    elif mark == "," and reader.open and reader.open[-1].number is not None:
        reader.open[-1].number += 1
    if mark != "." and not (mark == "\n" and reader.open):
        reader.parts, reader.value = [], key if mark == "=" else None
    return key


def _between(reader: _Reader, mark: str) -> str | None:
    """Between statements: headers, and the keys of the table."""
    if mark == "=":
        reader.value = reader.joined(reader.table)
        reader.parts = []
        return reader.value
    if mark == "[":
        reader.brackets += 1
    elif mark == "\n":
        several, reader.brackets = reader.brackets > 1, 0
        if reader.parts:
            reader.table = _table(reader, several)
            reader.parts = []
            return reader.table
    return None


def _table(reader: _Reader, several: bool) -> str:
    """The table that a header names; of ``several`` of that name the next."""
    key = ""
    for place, part in enumerate(reader.parts, 1):
        key = f"{key}.{part}" if key else part
        if several and place == len(reader.parts):
            reader.counts[key] = reader.counts.get(key, -1) + 1
        if key in reader.counts:
            key = f"{key}[{reader.counts[key]}]"
    return key
