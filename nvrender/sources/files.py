"""Texts from files and standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from nvrender.demos import advice
from nvrender.files import opened
from nvrender.source import InputError, Source, named

#: Larger files are refused unread.
FILE_LIMIT = 64 * 2**20
#: What messages call standard input.
STANDARD_INPUT = "<stdin>"


def address(path: str) -> tuple[str, str]:
    """A file and the program in it that ``file#vertex`` names; a file of that very name comes first."""
    file, mark, label = path.rpartition("#")
    if not mark or not file or not label or "/" in label or os.path.lexists(path):
        return path, ""
    if file == STANDARD_INPUT:
        return "-", label
    return (file, label) if os.path.exists(file) else (path, "")


def read_file(path: Path, name: str | None = None) -> Source:
    """The bytes of a file; InputError for what cannot be read."""
    try:
        with opened(path, FILE_LIMIT) as file:
            data = file.read()
    except FileNotFoundError:
        raise InputError(f"{named(path)}: no such file{advice(path)}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{named(path)}: cannot be read: {reason}") from None
    return Source(data, named(name or path))


def read_standard_input() -> Source:
    """What is piped in."""
    if sys.stdin is None:
        raise InputError("<stdin>: standard input is closed; name a file")
    try:
        data = sys.stdin.buffer.read(FILE_LIMIT + 1)
    except OSError as error:
        raise InputError(f"<stdin>: cannot be read: {error.strerror}") from None
    if len(data) > FILE_LIMIT:
        raise InputError(f"<stdin>: a program has at most {FILE_LIMIT} bytes")
    return Source(data, STANDARD_INPUT)
