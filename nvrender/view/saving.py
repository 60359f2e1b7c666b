"""Pictures of what is shown, as files that do not replace others."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from nvrender.files import write_whole

UInt8Array = npt.NDArray[np.uint8]


def unused(folder: Path, name: str, suffix: str) -> Path:
    """``name`` with the first number from 1 on that no file or folder there has."""
    numbered = (folder / f"{name}-{number}{suffix}" for number in count(1))
    return next(path for path in numbered if not path.exists())


def save_picture(picture: UInt8Array, folder: Path, name: str) -> Path:
    """Save (H, W, 3) uint8, top row first, as a PNG file. InputError where it cannot be written."""
    path = unused(folder, name, ".png")
    save_as(picture, path)
    return path


def save_as(picture: UInt8Array, path: Path) -> None:
    """Write it as ``path``, whole or not at all."""
    image = Image.fromarray(np.ascontiguousarray(picture))
    write_whole(path, lambda stream: image.save(stream, format="PNG"))
