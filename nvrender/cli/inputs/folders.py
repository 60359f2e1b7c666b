"""The programs below a folder."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from nvrender.cli.inputs.reading import BY_NAME
from nvrender.cli.messages.terminal import progress
from nvrender.source import InputError, named
from nvrender.sources.files import read_file
from nvrender.sources.programs import HEADER

#: So far into a file a program is looked for that does not begin it.
_SEARCHED = 2**16
#: A header at the beginning of a line.
_BEGIN = re.compile(rb"(?:^|[\n\r\0]|^\xef\xbb\xbf)[ \t\0]*" + HEADER.pattern)
#: What every scene has.
_DRAW = re.compile(rb"^[ \t]*(?:\[\[[ \t]*draw[ \t]*\]\]|draw[ \t]*=)", re.MULTILINE)

#: Where the system shows itself as files: they are nobody's programs, unless one asks for them.
_SYSTEM = frozenset(("/dev", "/proc", "/sys"))


@dataclass
class Found:
    """What is in a folder: programs, how many other files, scenes among them, and what could not be read."""

    programs: list[Path] = field(default_factory=list)
    scenes: list[Path] = field(default_factory=list)
    others: int = 0
    errors: list[tuple[Path, str]] = field(default_factory=list)


def programs_below(folder: Path, literals: str = "") -> Found:
    """Files below ``folder``, those apart that begin with ``!!`` or have a line that does with a header.

    With ``literals``, those of a Reading, also those that have programs in string literals.
    """
    found = Found()

    def unreadable(error: OSError, path: Path | None = None) -> None:
        found.errors.append((path or Path(error.filename), error.strerror or str(error)))

    looked = 0
    with progress(f"Looking through {named(folder)}") as update:
        for place, folders, names in os.walk(folder, onerror=unreadable):
            folders[:] = sorted(name for name in folders if os.path.join(place, name) not in _SYSTEM)
            for path in (Path(place, name) for name in sorted(names)):
                try:
                    head = _head(path)
                except OSError as error:
                    unreadable(error, path)
                    continue
                if head is not None:
                    _add(found, path, head, literals)
            looked += len(names)
            update(looked, None)
    return found


def _head(path: Path) -> bytes | None:
    """How a file begins; None for what is none: a pipe, a device, a link that leads nowhere.

    Files of /proc say that they are empty and are left unread: to some of them nothing may ever come.
    """
    if not path.is_file():
        return None
    if not path.stat().st_size:
        return b""
    with path.open("rb") as stream:
        return stream.read(_SEARCHED)


def _add(found: Found, path: Path, head: bytes, literals: str) -> None:
    begun = head.startswith(b"!!") or (b"!!" in head and _BEGIN.search(head))
    try:
        if begun or (literals and head and _has_literals(path, literals)):
            found.programs.append(path)
            return
    except InputError as error:  # it is too large, or gone
        found.errors.append((path, str(error).removeprefix(f"{named(path)}: ")))
        return
    found.others += 1
    if path.suffix == ".toml" and _DRAW.search(head):
        found.scenes.append(path)


def _has_literals(path: Path, literals: str) -> bool:
    from nvrender.sources.extract import extracted, language_of

    language = language_of(path.name) if literals == BY_NAME else literals
    return bool(language and extracted(read_file(path), language))
