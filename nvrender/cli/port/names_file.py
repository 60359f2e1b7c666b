"""The file of ``port --names``: what bindings and registers of programs are to be called.

JSON, or TOML where the file's name ends so: binding → name for all programs, and under a program's file name
for that one, whose names come first.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any

from nvrender.files import opened
from nvrender.glsl.given_names import applicable, check_name
from nvrender.program import Program
from nvrender.source import InputError, named

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]

_LARGEST = 1 << 22
_FORM = '{"texture[0]": "bumps", "water.fp": {"program.local[0]": "eye"}}'


@dataclass(frozen=True)
class NamesFile:
    """Names for all programs, and for those of a file."""

    place: str
    everywhere: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def of(self, program: Program) -> dict[str, str]:
        """The names of a program: what is for all as far as it has it."""
        name = PurePath(program.source.name)
        own = next((rows for file, rows in self.files.items() if _means(file, name)), {})
        common = {key: value for key, value in self.everywhere.items() if key not in own}
        return {**applicable(program, common), **own}

    def missing(self, there: Iterable[str]) -> list[InputError]:
        """Of the bindings for all those that are not ``there`` in any program."""
        known = frozenset(there)
        keys = [key for key in self.everywhere if key not in known]
        return [InputError(f"{self.place}: {key} is no binding or register of any program") for key in keys]


def _means(file: str, name: PurePath) -> bool:
    parts = PurePath(file).parts
    return name.parts[-len(parts) :] == parts


def read_names(path: Path) -> NamesFile:
    """A file of names; InputError for what is none."""
    place, data = named(path), _read(path)
    if not isinstance(data, dict):
        raise InputError(f"{place}: is no table of names; write {_FORM}")
    files = {key: rows for key, rows in data.items() if isinstance(rows, dict)}
    everywhere = {key: name for key, name in data.items() if key not in files}
    for rows in (everywhere, *files.values()):
        for key, name in rows.items():
            check_name(key, name, place)
    return NamesFile(place, everywhere, files)


def _read(path: Path) -> Any:
    try:
        with opened(path, _LARGEST) as stream:
            text = stream.read()
    except OSError as error:
        raise InputError(f"{named(path)}: cannot be read: {error.strerror}") from None
    try:
        decoded = text.decode("utf-8-sig")
        return json.loads(decoded) if path.suffix.lower() != ".toml" else tomllib.loads(decoded)
    except RecursionError:
        raise InputError(f"{named(path)}: is nested too deeply") from None
    except ValueError as error:  # of both decoders, and of UTF-8
        kind = "TOML" if path.suffix.lower() == ".toml" else "JSON"
        raise InputError(f"{named(path)}: is no {kind}: {error}") from None
