"""The programs below a folder."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Found:
    """What is in a folder: programs, how many other files, and what could not be read."""

    programs: list[Path] = field(default_factory=list)
    others: int = 0
    errors: list[tuple[Path, str]] = field(default_factory=list)


def programs_below(folder: Path) -> Found:
    """Files below ``folder``, those whose first bytes are ``!!`` apart."""
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
                    head = stream.read(2)
            except OSError as error:
                unreadable(error)
                continue
            if head == b"!!":
                found.programs.append(path)
            else:
                found.others += 1
    return found
