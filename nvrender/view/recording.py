"""Recordings of what is shown: GIF, MP4 or a folder of PNG files, finished whatever ends them."""

from __future__ import annotations

import math
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from queue import Full, Queue
from threading import Thread
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from nvrender.files import check_output, write_whole
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


def save_picture(picture: UInt8Array, folder: Path, name: str) -> Path:
    """Save (H, W, 3) uint8, top row first, as a PNG file. InputError where it cannot be written."""
    path = unused(folder, name, ".png")
    save_as(picture, path)
    return path


def save_as(picture: UInt8Array, path: Path) -> None:
    """Write it as ``path``, whole or not at all."""
    image = Image.fromarray(np.ascontiguousarray(picture))
    write_whole(path, lambda stream: image.save(stream, format="PNG"))


class Recording:
    """Pictures written by a thread of their own as they are added; ``path`` is complete once it is closed.

    ``kind`` is one of KINDS. All pictures get the size of the first. InputError for what cannot be made.
    """

    def __init__(self, folder: Path, name: str, kind: str, fps: float, size: tuple[int, int]) -> None:
        check_kind(kind)
        self.path = unused(folder, name, "" if kind == "png" else f".{kind}")
        self._size = _even(size) if kind == "mp4" else size
        self._left = _GIF_PIXELS // math.prod(size) if kind == "gif" else -1
        self._pictures: Queue[UInt8Array | None] = Queue(_WAITING)
        self._error: InputError | None = None
        self._written = 0
        if kind == "png":
            _made(self.path)
        else:
            check_output(self.path)
        self._thread = Thread(target=self._write, args=(_WRITERS[kind], fps), daemon=True)
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
                writer(self.path, _chained(first, pictures), fps)
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
    if kind == "mp4" and find_spec("imageio_ffmpeg") is None:
        raise InputError("recording MP4 needs imageio-ffmpeg: pip install 'nvrender[video]'")


def _chained(first: UInt8Array, others: Iterator[UInt8Array]) -> Iterator[UInt8Array]:
    yield first
    yield from others


def _even(size: tuple[int, int]) -> tuple[int, int]:
    """As MP4 wants it: colours are of two by two pixels."""
    width, height = (max(2, pixels - pixels % 2) for pixels in size)
    return width, height


def _made(folder: Path) -> None:
    try:
        folder.mkdir()
    except OSError as error:
        raise InputError(f"{named(folder)}: cannot be made: {error.strerror or error}") from None


def _write_gif(path: Path, pictures: Iterator[UInt8Array], fps: float) -> None:
    images = (Image.fromarray(picture) for picture in pictures)
    first = next(images)
    options: dict[str, Any] = {"append_images": images, "duration": max(20, round(1000 / fps)), "loop": 0}
    write_whole(path, lambda stream: first.save(stream, format="GIF", save_all=True, **options))


def _write_png(path: Path, pictures: Iterator[UInt8Array], fps: float) -> None:
    for number, picture in enumerate(pictures):
        save_as(picture, path / f"{number:05}.png")


def _write_mp4(path: Path, pictures: Iterator[UInt8Array], fps: float) -> None:
    """ffmpeg writes to files by name, so what it makes is moved to its place as a whole."""
    from imageio_ffmpeg import get_ffmpeg_exe

    first = next(pictures)
    height, width, _ = first.shape
    command = (
        f"{get_ffmpeg_exe()}|-loglevel|error|-f|rawvideo|-pix_fmt|rgb24|-s|{width}x{height}|-r|{fps}|-i|-"
        "|-c:v|libx264|-crf|17|-pix_fmt|yuv420p|-movflags|+faststart"
    )
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as complaints:
        made = Path(folder) / path.name
        # Its own session: Ctrl-C is for the viewer, which lets it finish.
        with subprocess.Popen(
            [*command.split("|"), str(made)], stdin=subprocess.PIPE, stderr=complaints, start_new_session=True
        ) as encoder:
            assert encoder.stdin is not None
            with suppress(BrokenPipeError):  # its status tells
                for picture in _chained(first, pictures):
                    encoder.stdin.write(picture.tobytes())
                encoder.stdin.close()
        if encoder.returncode:
            complaints.seek(0)
            reason = complaints.read().decode("utf-8", "replace").strip() or f"status {encoder.returncode}"
            raise InputError(f"{named(path)}: ffmpeg cannot write it: {reason}")
        with open(made, "rb") as stream:
            write_whole(path, lambda whole: shutil.copyfileobj(stream, whole))


_WRITERS: dict[str, Callable[[Path, Iterator[UInt8Array], float], None]] = {
    "gif": _write_gif,
    "mp4": _write_mp4,
    "png": _write_png,
}
