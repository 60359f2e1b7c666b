"""Pictures → files: PNG and JPEG, and one after the other GIF, WebP and MP4."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from nvrender.files import write_whole
from nvrender.source import InputError, named

UInt8Array = npt.NDArray[np.uint8]

#: Suffix → Pillow's name and options of what holds one picture.
_STILLS: dict[str, tuple[str, dict[str, Any]]] = {
    ".png": ("PNG", {}),
    ".jpg": ("JPEG", {"quality": 95, "subsampling": 0}),
    ".jpeg": ("JPEG", {"quality": 95, "subsampling": 0}),
}
STILLS = tuple(_STILLS)
#: Browsers show frames of GIF for at least this many milliseconds.
_GIF_LEAST = 20


def check_animation(suffix: str) -> None:
    """InputError for what needs a package that is not here."""
    if suffix == ".mp4" and find_spec("imageio_ffmpeg") is None:
        raise InputError("MP4 needs imageio-ffmpeg: pip install 'nvrender[video]'")


def encode_picture(picture: UInt8Array, stream: IO[bytes], suffix: str = ".png") -> None:
    """Write (H, W, 3) uint8, top row first; ``suffix`` is one of STILLS."""
    kind, options = _STILLS[suffix]
    Image.fromarray(np.ascontiguousarray(picture)).save(stream, format=kind, **options)


def save_picture(picture: UInt8Array, path: Path) -> None:
    """As encode_picture, by the suffix of ``path``; whole or not at all."""
    write_whole(path, lambda stream: encode_picture(picture, stream, path.suffix.lower()))


def save_animation(path: Path, pictures: Iterator[UInt8Array], fps: float) -> None:
    """Write pictures (H, W, 3) uint8 of one size, at least one, by the suffix of ``path``.

    They are taken as they are written. InputError where the file cannot be written.
    """
    _ANIMATIONS[path.suffix.lower()](path, pictures, fps)


def encode_webp(pictures: Iterator[UInt8Array], stream: IO[bytes], fps: float) -> None:
    """Write an animation of pictures (H, W, 3) uint8 of one size, at least one."""
    options = {"duration": max(1, round(1000 / fps)), "quality": 90, "method": 4}
    _encode_all(stream, pictures, "WEBP", options)


def even(size: tuple[int, int]) -> tuple[int, int]:
    """As MP4 wants it: colours are of two by two pixels."""
    width, height = (max(2, pixels - pixels % 2) for pixels in size)
    return width, height


def _save_gif(path: Path, pictures: Iterator[UInt8Array], fps: float) -> None:
    options = {"duration": max(_GIF_LEAST, round(1000 / fps))}
    write_whole(path, lambda stream: _encode_all(stream, pictures, "GIF", options))


def _save_webp(path: Path, pictures: Iterator[UInt8Array], fps: float) -> None:
    write_whole(path, lambda stream: encode_webp(pictures, stream, fps))


def _encode_all(
    stream: IO[bytes], pictures: Iterator[UInt8Array], kind: str, options: dict[str, Any]
) -> None:
    images = (Image.fromarray(np.ascontiguousarray(picture)) for picture in pictures)
    first = next(images)
    first.save(stream, format=kind, save_all=True, append_images=images, loop=0, **options)


def _save_mp4(path: Path, pictures: Iterator[UInt8Array], fps: float) -> None:
    """ffmpeg writes to files by name, so what it makes is moved to its place as a whole."""
    from imageio_ffmpeg import get_ffmpeg_exe

    first = next(pictures)
    width, height = even(first.shape[1::-1])
    command = (
        f"{get_ffmpeg_exe()}|-loglevel|error|-f|rawvideo|-pix_fmt|rgb24|-s|{width}x{height}|-r|{fps}|-i|-"
        "|-c:v|libx264|-crf|17|-pix_fmt|yuv420p|-movflags|+faststart"
    )
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as complaints:
        made = Path(folder) / path.name
        # Its own session: Ctrl-C is for nvrender, which lets it finish or ends it.
        with subprocess.Popen(
            [*command.split("|"), str(made)], stdin=subprocess.PIPE, stderr=complaints, start_new_session=True
        ) as encoder:
            assert encoder.stdin is not None
            try:
                with suppress(BrokenPipeError):  # its status tells
                    for picture in chain((first,), pictures):
                        encoder.stdin.write(np.ascontiguousarray(picture[:height, :width]).tobytes())
                    encoder.stdin.close()
            except BaseException:
                encoder.kill()
                raise
        if encoder.returncode:
            complaints.seek(0)
            reason = complaints.read().decode("utf-8", "replace").strip() or f"status {encoder.returncode}"
            raise InputError(f"{named(path)}: ffmpeg cannot write it: {reason}")
        with open(made, "rb") as stream:
            write_whole(path, lambda whole: shutil.copyfileobj(stream, whole))


_ANIMATIONS: dict[str, Callable[[Path, Iterator[UInt8Array], float], None]] = {
    ".gif": _save_gif,
    ".webp": _save_webp,
    ".mp4": _save_mp4,
}
ANIMATIONS = tuple(_ANIMATIONS)
