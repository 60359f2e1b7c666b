"""Work that is done again whenever its files have changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import sleep
from typing import NoReturn

from nvrender.cli.messages.terminal import show_failure
from nvrender.source import named
from nvrender.view.reload import Stamps, files_of, stamps_of

#: How often files are looked at.
_SECONDS = 0.3


def again_and_again(names: Iterable[str], work: Callable[[], object]) -> NoReturn:
    """Does the work, and does it again after each change of the files and folders, until Ctrl-C."""
    names = tuple(names)
    while True:
        before = _stamps(names)
        work()
        changed = _changed(names, before)
        show_failure(f"{named(changed)} has changed")


def _changed(names: tuple[str, ...], before: Stamps) -> Path:
    """Waits for a change and for its end: a file that is being written is another at each look."""
    while True:
        sleep(_SECONDS)
        now = _stamps(names)
        if now == before:
            continue
        while (later := _settled(names)) != now:
            now = later
        different = [file for file in {**before, **now} if before.get(file) != now.get(file)]
        if different:
            return min(different)


def _settled(names: tuple[str, ...]) -> Stamps:
    sleep(_SECONDS)
    return _stamps(names)


def _stamps(names: tuple[str, ...]) -> Stamps:
    return stamps_of({file for name in names for file in _files(Path(name))})


def _files(path: Path) -> Iterator[Path]:
    """A file, what a scene names, or everything below a folder."""
    if not path.is_dir():
        program, _, _ = str(path).rpartition("#")
        yield path
        if program:
            yield Path(program)
        if path.suffix == ".toml":
            yield from files_of(path)
        return
    for place, _, found in os.walk(path):
        yield from (Path(place, name) for name in found)
