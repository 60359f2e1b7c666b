"""The baselines below a folder, and what is recorded in them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nvrender.regression.baselines import digests, images, numbers
from nvrender.regression.baselines.files import FOLDER, baseline_files
from nvrender.regression.baselines.names import DIGEST, IMAGE
from nvrender.regression.baselines.origin import Origin
from nvrender.source import InputError, NvrenderError, named

#: Folders in which nobody keeps tests.
_SKIPPED = ("node_modules", "__pycache__", "site-packages")


@dataclass(frozen=True)
class Listed:
    """A baseline; ``what`` is in it, or the ``problem`` it has."""

    path: Path
    size: int
    origin: Origin = field(default_factory=Origin)
    what: str = ""
    problem: str = ""

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        origin = self.origin
        return {
            "path": str(self.path), "bytes": self.size, "what": self.what, "problem": self.problem,
            "renderer": origin.renderer, "version": origin.version, "processor": origin.processor,
        }  # fmt: skip


def baselines_below(folder: Path) -> Iterator[Listed]:
    """Every baseline below a folder, in order, but for hidden folders. InputError for what is no folder."""
    if not folder.is_dir():
        raise InputError(f"{named(folder)}: is no folder")
    for place, folders, _ in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED)
        if FOLDER in folders:
            folders.remove(FOLDER)
            for path in baseline_files(Path(place)):
                yield _listed(path)


def _listed(path: Path) -> Listed:
    size = path.stat().st_size
    try:
        if path.suffix == IMAGE:
            (height, width), origin = images.facts(path)
            return Listed(path, size, origin, f"{width} × {height} pixels by ")
        if path.suffix == DIGEST:
            digest, origin = digests.read(path)
            return Listed(path, size, origin, "digest of {} × {} pixels by ".format(*digest.size))
        arrays, origin = numbers.read(path)
        return Listed(path, size, origin, f"{len(arrays)} array{'s' * (len(arrays) != 1)} by ")
    except NvrenderError as error:
        return Listed(path, size, problem=str(error))
