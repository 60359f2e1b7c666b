"""Picture files as arrays: bounded, and one clear InputError for each that cannot be used."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.source import InputError

FILE_BYTES = 128 * 2**20
PIXELS = 64 * 2**20
LARGEST_SIDE = 16384


def picture(path: Path) -> npt.NDArray[np.uint8]:
    """A picture, (H, W, 1…4) uint8, top row first: L, LA, RGB or RGBA, other modes as RGBA. InputError."""
    what = f"picture {path}"
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        raise InputError(f"{what}: there is no such file") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{what} cannot be read: {reason(error)}") from None
    if not path.is_file():
        raise InputError(f"{what} is not an ordinary file")
    if size > FILE_BYTES:
        raise InputError(f"{what} has {size} bytes; at most {FILE_BYTES} are read")
    with _opened(path, what) as image:
        try:
            pixels = np.array(image.convert(_mode(image)), np.uint8)
        except Exception as error:  # decoders raise whatever they stumble over
            raise InputError(f"{what} is damaged: {reason(error)}") from None
    return pixels.reshape(*pixels.shape[:2], -1)


def _mode(image: Any) -> str:
    """Pillow's mode to convert to: its length is the number of components."""
    return image.mode if image.mode in ("L", "LA", "RGB") else "RGBA"


def _opened(path: Path, what: str) -> Any:
    from PIL import Image

    try:
        with warnings.catch_warnings():
            # The sizes are checked below.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(path)
    except Image.DecompressionBombError:
        raise InputError(f"{what} unpacks to more than {PIXELS} pixels") from None
    except Exception as error:  # Pillow's plugins raise many kinds
        raise InputError(f"{what} is no picture that can be read: {reason(error)}") from None
    width, height = image.size
    if width * height > PIXELS or max(width, height) > LARGEST_SIDE:
        image.close()
        raise InputError(
            f"{what} unpacks to {width} × {height} pixels; at most {PIXELS} in all and {LARGEST_SIDE} each "
            f"way are read"
        )
    return image


def reason(error: BaseException) -> str:
    """What an exception of a reader says, on one short line."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(text).split())[:200]
