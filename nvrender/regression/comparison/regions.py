"""Which pixels of a picture are compared: rectangles, and masks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.source import InputError

BoolArray = npt.NDArray[np.bool_]

_REGION = "region is (left, top, width, height) in pixels, or several of them"


def compared_pixels(size: tuple[int, int], region: Any, mask: Any) -> BoolArray | None:
    """Which pixels of a picture of ``size`` (width, height) count, (H, W) and top row first; None for all.

    ``region`` is (left, top, width, height) or several of them; ``mask`` a picture, (H, W) or (H, W, 1…4)
    bool or uint8, whose bright half counts, or the path of one. InputError for what does not fit the
    picture, and where nothing is left.
    """
    if region is None and mask is None:
        return None
    width, height = size
    found = np.ones((height, width), np.bool_)
    if region is not None:
        found[:] = False
        for left, top, across, down in _regions(region):
            if left + across > width or top + down > height:
                raise InputError(
                    f"region ({left}, {top}, {across}, {down}) is not within the picture, which is "
                    f"{width} × {height} pixels"
                )
            found[top : top + down, left : left + across] = True
    if mask is not None:
        found &= _mask(mask, size)
    if not found.any():
        raise InputError("mask= and region= leave nothing to compare")
    return found


def _regions(region: Any) -> list[tuple[int, int, int, int]]:
    try:
        rows = [tuple(region)] if np.ndim(region) == 1 else [tuple(row) for row in region]
    except (TypeError, ValueError):
        raise InputError(f"{_REGION}, not {region!r}") from None
    for row in rows:
        whole = all(isinstance(value, (int, np.integer)) and not isinstance(value, bool) for value in row)
        if len(row) != 4 or not whole or min(row) < 0 or min(row[2:]) < 1:
            raise InputError(f"{_REGION}, not {region!r}")
    return [(int(left), int(top), int(across), int(down)) for left, top, across, down in rows]


def _mask(mask: Any, size: tuple[int, int]) -> BoolArray:
    from nvrender.gl.textures.pictures import picture

    array = picture(mask, "mask") if isinstance(mask, Path) else np.asarray(mask)
    if array.dtype not in (np.bool_, np.uint8) or array.ndim not in (2, 3):
        raise InputError(
            f"a mask is a picture, (H, W) bool or uint8, not {array.dtype} of shape {array.shape}"
        )
    if array.shape[1::-1] != size:
        raise InputError(
            "the mask is {}×{} pixels and the picture {}×{}; sizes must be equal".format(
                *array.shape[1::-1], *size
            )
        )
    plane = array if array.ndim == 2 else array[:, :, 0]
    return np.asarray(plane if plane.dtype == np.bool_ else plane >= 128, np.bool_)
