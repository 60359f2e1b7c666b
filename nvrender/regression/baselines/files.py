"""Where the baselines of a check lie, which of them count, and where the next one goes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from nvrender.regression.baselines.names import file_name, stem_of
from nvrender.source import InputError, named

FOLDER = "baselines"
#: More accepted baselines than this say nothing about a picture any more.
MOST = 16


@dataclass(frozen=True)
class BaselineFile:
    """``stem`` (check_name) of a test in ``tests``; ``renderer`` "" is the place for every renderer.

    Of a software renderer ``processor`` names what it runs on, "" of others.
    """

    tests: Path
    renderer: str
    stem: str
    suffix: str
    processor: str = ""

    @property
    def common(self) -> Path:
        return self.tests / FOLDER

    @property
    def own(self) -> Path:
        return self.common / self.renderer if self.renderer else self.common

    @property
    def of_processor(self) -> Path:
        """The renderer's folder for this processor alone."""
        return self.common / f"{self.renderer}-{self.processor}" if self.processor else self.own

    @property
    def key(self) -> tuple[str, str]:
        """What tells a check from every other, whichever renderer it is of."""
        return str(self.tests), self.stem + self.suffix

    def accepted(self) -> list[Path]:
        """The baselines a result may agree with: the renderer's on this processor, or any, or everyone's."""
        for folder in dict.fromkeys((self.of_processor, self.own, self.common)):
            names = _listed(folder)
            wanted = [file_name(self.stem, number, self.suffix) for number in range(1, MOST + 1)]
            if found := [folder / name for name in wanted if name in names]:
                return found
        return []

    def new(self, folder: Path | None = None) -> Path:
        """The file of the first, or of one more, baseline in a folder, the renderer's own if None.

        InputError where none may be.
        """
        folder = self.own if folder is None else folder
        names = _listed(folder)
        folded = {name.casefold(): name for name in names}
        for number in range(1, MOST + 1):
            name = file_name(self.stem, number, self.suffix)
            if name not in names:
                if (other := folded.get(name.casefold())) is not None:
                    raise InputError(
                        f"{folder / name} differs from {other} in capital letters only, and some systems "
                        f"take them for one file; rename one of the tests"
                    )
                return folder / name
        raise InputError(f"{folder}: {self.stem} has {MOST} accepted baselines; remove some")

    def instead_of(self, path: Path, processor: str) -> Path:
        """The file to write instead of the baseline ``path``, which ``processor`` drew.

        One for every renderer stays, and this renderer gets its own; one that another processor drew stays
        for that.
        """
        if path.parent == self.of_processor:
            return path
        if path.parent == self.own:
            return path if processor in ("", self.processor) else self.new(self.of_processor)
        return self.new()


def prepare(folder: Path) -> None:
    """Make a folder for baselines. InputError says why it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{folder}: the folder for baselines cannot be made: {reason}") from None


def baseline_files(tests: Path) -> list[Path]:
    """Every baseline beside the tests in a folder, of all renderers, in order."""
    common = tests / FOLDER
    folders = [common, *(common / name for name in _listed(common) if (common / name).is_dir())]
    files = [folder / name for folder in folders for name in _listed(folder) if stem_of(name) is not None]
    return sorted(file for file in files if file.is_file())


def _listed(folder: Path) -> list[str]:
    """The names as they are written, which ``exists`` does not ask for on every system."""
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise InputError(f"{named(folder)}: cannot be read: {error.strerror or error}") from None
