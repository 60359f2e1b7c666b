"""Picture files as arrays: bounded, and one clear InputError for each that cannot be used."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.jpeg import ends_early
from nvrender.gl.textures.png import lacks_rows
from nvrender.source import InputError, named

FILE_BYTES = 128 * 2**20
PIXELS = 64 * 2**20
LARGEST_SIDE = 16384
#: Pillow's modes of 16 bits of grey, and those of 32, which say nowhere what white is.
_GREY_16 = ("I;16", "I;16L", "I;16B", "I;16N")
_GREY_32 = {"I": "32-bit integers", "F": "floats"}
#: Format → what tells of a file that ends before the picture does, though Pillow reads it.
_LACKING: dict[str | None, Callable[[Path, Any], bool]] = {
    "PNG": lambda path, image: lacks_rows(path),
    "JPEG": ends_early,
}


def picture(path: Path, what: str = "picture") -> npt.NDArray[np.uint8]:
    """A picture, (H, W, 1…4) uint8, top row first: L, LA, RGB or RGBA, other modes as RGBA.

    Of several frames it is the first; 16 bits of grey become 8. InputError begins with ``what``.
    """
    with _opened(path, what) as image:
        try:
            if image.mode in _GREY_16:
                pixels = _eight_bits(np.array(image, np.uint32))
            else:
                pixels = np.array(image.convert(_mode(image)), np.uint8)
            check = _LACKING.get(image.format)
            lacking = check is not None and check(path, image)
        except Exception as error:  # decoders raise whatever they stumble over
            raise InputError(f"{what}: {named(path)} is damaged: {reason(error)}") from None
    if lacking:
        raise InputError(f"{what}: {named(path)} is damaged: it ends before its last row")
    return pixels.reshape(*pixels.shape[:2], -1)


def shape(path: Path, what: str = "picture") -> tuple[int, int, int]:
    """Height, width and components of a picture, by its header: nothing is decompressed yet. InputError."""
    with _opened(path, what) as image:
        return image.height, image.width, len(_mode(image))


def existing(path: Path, what: str, limit: int) -> Path:
    """``path``; InputError unless it is a file of at most ``limit`` bytes."""
    try:
        if path.is_dir():
            raise InputError(f"{what}: {named(path)} is a directory; a file is needed")
        size = path.stat().st_size
    except FileNotFoundError:
        raise InputError(f"{what}: there is no file {named(path)}") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{what}: {named(path)} cannot be read: {reason(error)}") from None
    if not path.is_file():
        raise InputError(f"{what}: {named(path)} is not an ordinary file")
    if size > limit:
        raise InputError(f"{what}: {named(path)} has {size} bytes; at most {limit} are read")
    return path


def _mode(image: Any) -> str:
    """Pillow's mode to convert to: its length is the number of components."""
    if image.mode in _GREY_16:
        return "L"
    return image.mode if image.mode in ("L", "LA", "RGB") else "RGBA"


def _eight_bits(words: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint8]:
    """65535 is 1, as 255 is (OpenGL 1.5, table 2.9); to the nearest."""
    return ((words * 255 + 32767) // 65535).astype(np.uint8)


def _opened(path: Path, what: str) -> Any:
    existing(path, what, FILE_BYTES)
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            # The sizes are checked below.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(path)
    except Image.DecompressionBombError:
        raise InputError(f"{what}: {named(path)} unpacks to more than {PIXELS} pixels") from None
    except UnidentifiedImageError:
        raise InputError(f"{what}: {named(path)} is no image that can be read, such as PNG or JPEG") from None
    except Exception as error:  # Pillow's plugins raise many kinds
        raise InputError(f"{what}: {named(path)} is no image that can be read: {reason(error)}") from None
    if (words := _GREY_32.get(image.mode)) is not None:
        image.close()
        raise InputError(
            f"{what}: {named(path)} holds {words}; pictures of 8 or 16 bits a component are read"
        )
    width, height = image.size
    if width * height > PIXELS or max(width, height) > LARGEST_SIDE:
        image.close()
        raise InputError(
            f"{what}: {named(path)} unpacks to {width} × {height} pixels; at most {PIXELS} in all and "
            f"{LARGEST_SIDE} each way are allowed"
        )
    return image


def reason(error: BaseException) -> str:
    """What an exception of a reader says, on one short line."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(text).split())[:200]
