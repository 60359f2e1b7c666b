"""Recordings of what is shown: GIF, MP4 or a folder of PNG files, finished whatever ends them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import chain, count
from pathlib import Path
from queue import Full, Queue
from threading import Thread

import numpy as np
import numpy.typing as npt
from PIL import Image

from nvrender.files import check_output
from nvrender.picture_files import check_animation, even, save_animation, save_picture
from nvrender.source import InputError, named

UInt8Array = npt.NDArray[np.uint8]

KINDS = ("gif", "mp4", "png")
#: Pictures that wait for being written.
_WAITING = 4
_PATIENCE = 0.05
#: Pixels of all pictures of a GIF, which are in memory until its end.
_GIF_PIXELS = 1 << 30


def unused(folder: Path, name: str, suffix: str) -> Path:
    """``name`` with the first number from 1 on that no file or folder there has."""
    numbered = (folder / f"{name}-{number}{suffix}" for number in count(1))
    return next(path for path in numbered if not path.exists())


def save_numbered(picture: UInt8Array, folder: Path, name: str) -> Path:
    """Save (H, W, 3) uint8, top row first, as a PNG file. InputError where it cannot be written."""
    path = unused(folder, name, ".png")
    save_picture(picture, path)
    return path


class Recording:
    """Pictures written by a thread of their own as they are added; ``path`` is complete once it is closed.

    ``kind`` is one of KINDS. All pictures get the size of the first. InputError for what cannot be made.
    """

    def __init__(self, folder: Path, name: str, kind: str, fps: float, size: tuple[int, int]) -> None:
        check_kind(kind)
        self.path = unused(folder, name, "" if kind == "png" else f".{kind}")
        self._size = even(size) if kind == "mp4" else size
        self._left = _GIF_PIXELS // math.prod(size) if kind == "gif" else -1
        self._pictures: Queue[UInt8Array | None] = Queue(_WAITING)
        self._error: InputError | None = None
        self._written = 0
        if kind == "png":
            _made(self.path)
        else:
            check_output(self.path)
        self._thread = Thread(
            target=self._write, args=(_write_all if kind == "png" else save_animation, fps), daemon=True
        )
        self._thread.start()

    @property
    def full(self) -> bool:
        """True if no more pictures can be added."""
        return self._left == 0 or not self._thread.is_alive()

    def add(self, picture: UInt8Array) -> None:
        """Add (H, W, 3) uint8, top row first; waits while the writer is behind."""
        while self._thread.is_alive():
            try:
                self._pictures.put(picture, timeout=_PATIENCE)
            except Full:
                continue
            self._left -= 1
            self._written += 1
            return

    def close(self) -> Path | None:
        """Write all that was added: the path, None if nothing was. InputError if it cannot be written."""
        while self._thread.is_alive():
            try:
                self._pictures.put(None, timeout=_PATIENCE)
                break
            except Full:
                continue
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self.path if self._written else None

    def _write(self, writer: Callable[[Path, Iterator[UInt8Array], float], None], fps: float) -> None:
        try:
            pictures = self._taken()
            first = next(pictures, None)
            if first is not None:
                writer(self.path, chain((first,), pictures), fps)
        except InputError as error:
            self._error = error
        except OSError as error:
            self._error = InputError(f"{named(self.path)}: cannot be written: {error.strerror or error}")

    def _taken(self) -> Iterator[UInt8Array]:
        while (picture := self._pictures.get()) is not None:
            if picture.shape[1::-1] != self._size:
                image = Image.fromarray(np.ascontiguousarray(picture))
                picture = np.asarray(image.resize(self._size, Image.Resampling.LANCZOS))
            yield np.ascontiguousarray(picture)


def check_kind(kind: str) -> None:
    """InputError for a kind that there is not, or not here."""
    if kind not in KINDS:
        raise InputError(f"there are no recordings of the kind {kind!r}; there are {', '.join(KINDS)}")
    check_animation(f".{kind}")


def _made(folder: Path) -> None:
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise InputError(f"{named(folder)}: cannot be made: {error.strerror or error}") from None


def _write_all(path: Path, pictures: Iterator[UInt8Array], fps: float) -> None:
    for number, picture in enumerate(pictures):
        save_picture(picture, path / f"{number:05}.png")
