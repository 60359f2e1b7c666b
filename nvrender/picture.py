"""Pictures: arrays that notebooks show."""

from __future__ import annotations

import io
from typing import Any

import numpy as np


class Picture(np.ndarray[Any, np.dtype[Any]]):
    """A NumPy array that a notebook shows as a picture, where it is (H, W, 3 or 4) uint8, top row first."""

    def _repr_png_(self) -> bytes | None:
        """PNG, None for what is no picture, as a row of one."""
        if self.dtype != np.uint8 or self.ndim != 3 or self.shape[2] not in (3, 4) or not self.size:
            return None
        from PIL import Image

        data = io.BytesIO()
        Image.fromarray(np.asarray(self)).save(data, "PNG")
        return data.getvalue()
