"""The programs below a folder."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from nvrender.source import InputError
from nvrender.sources.files import read_file
from nvrender.sources.programs import HEADER

#: So far into a file a program is looked for that does not begin it.
_SEARCHED = 2**16
#: A header at the beginning of a line.
_BEGIN = re.compile(rb"(?:^|[\n\r\0]|^\xef\xbb\xbf)[ \t\0]*" + HEADER.pattern)
#: What every scene has.
_DRAW = re.compile(rb"^[ \t]*(?:\[\[[ \t]*draw[ \t]*\]\]|draw[ \t]*=)", re.MULTILINE)


@dataclass
class Found:
    """What is in a folder: programs, how many other files, scenes among them, and what could not be read."""

    programs: list[Path] = field(default_factory=list)
    scenes: list[Path] = field(default_factory=list)
    others: int = 0
    errors: list[tuple[Path, str]] = field(default_factory=list)


def programs_below(folder: Path, literals: bool = False) -> Found:
    """Files below ``folder``, those apart that begin with ``!!`` or have a line that does with a header.

    With ``literals`` also those that have programs in string literals.
    """
    found = Found()

    def unreadable(error: OSError) -> None:
        found.errors.append((Path(error.filename), error.strerror or str(error)))

    for place, folders, names in os.walk(folder, onerror=unreadable):
        folders.sort()
        for path in (Path(place, name) for name in sorted(names)):
            if not path.is_file():  # a pipe, a device, a link that leads nowhere
                continue
            try:
                with path.open("rb") as stream:
                    head = stream.read(_SEARCHED)
            except OSError as error:
                unreadable(error)
                continue
            if head.startswith(b"!!") or _BEGIN.search(head) or (literals and _has_literals(path)):
                found.programs.append(path)
            else:
                found.others += 1
                if path.suffix == ".toml" and _DRAW.search(head):
                    found.scenes.append(path)
    return found


def _has_literals(path: Path) -> bool:
    from nvrender.sources.extract import extracted, language_of

    language = language_of(path.name)
    if not language:
        return False
    try:
        return bool(extracted(read_file(path), language))
    except InputError:
        return False
