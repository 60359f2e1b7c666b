"""Whether a JPEG holds all its rows, which decoders make up where they lack (ITU-T T.81, B.2)."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

_END = b"\xff\xd9"
#: Any words that are no markers.
_MORE = bytes(range(1, 250)) * 4


def ends_early(path: Path, image: Any) -> bool:
    """True if more data before the end marker of a JPEG would change the pixels that Pillow read, ``image``.

    Behind a last row that is there nothing is read any more.
    """
    from PIL import Image

    data = path.read_bytes()
    end = data.rfind(_END)
    if end < 0:
        return True
    longer = data[:end] + _MORE + data[end:]
    with Image.open(io.BytesIO(longer)) as other:
        return not np.array_equal(np.asarray(image), np.asarray(other))
