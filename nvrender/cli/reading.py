"""The programs that commands are given: files, those in files of several, standard input."""

from __future__ import annotations

import os
from pathlib import Path

from nvrender.languages.load import load
from nvrender.program import Program
from nvrender.source import InputError, Source, named
from nvrender.sources.files import address, read_file, read_standard_input
from nvrender.sources.programs import chosen, listed, programs


def load_file(file: str) -> Program:
    """The program in a file, or on standard input for ``-``; a scene is none, whatever is in it."""
    return load(only_one(sources_of(file)))


def sources_of(file: str) -> tuple[Source, ...]:
    """Every program of a file, as text."""
    path, label = address(file)
    _check_program(path)
    source = _read(path)
    return (chosen(source, label),) if label else programs(source)


def only_one(sources: tuple[Source, ...]) -> Source:
    """The one of them; InputError where there are several."""
    if len(sources) == 1:
        return sources[0]
    file = sources[0].name.rpartition("#")[0]
    raise InputError(f"{file}: holds {len(sources)} programs; name one: {listed(sources)}")


def _check_program(file: str) -> None:
    if file.endswith(".toml") and os.path.isfile(file):
        raise InputError(
            f"{named(file)}: is no program; render, view, diff and check take scenes, spec "
            "takes conformance scripts"
        )


def _read(path: str) -> Source:
    return read_standard_input() if path == "-" else read_file(Path(path))
