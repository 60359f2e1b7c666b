"""Two pictures side by side, and where they differ, for people to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from nvrender.regression.comparison.pictures import PictureComparison

if TYPE_CHECKING:
    from PIL.Image import Image

_LABEL = 18
_GAP = 4
_BACKGROUND = (24, 24, 24)
#: The errors of 255 / _AMPLIFIED and above have the last colour.
_AMPLIFIED = 16
#: From black over violet and orange to white, evenly spaced: brightness grows steadily.
RAMP = np.array(
    [
        (0, 0, 0),
        (46, 16, 92),
        (112, 26, 122),
        (180, 52, 112),
        (236, 98, 84),
        (252, 164, 102),
        (252, 250, 220),
    ],
    np.float64,
)


def side_by_side(
    a: npt.NDArray[np.uint8], b: npt.NDArray[np.uint8], comparison: PictureComparison, labels: tuple[str, str]
) -> Image:
    """``a``, ``b`` and the map of their difference, labelled: FLIP's where it was measured, else amplified.

    ``a`` and ``b`` are the (H, W) or (H, W, 1…4) pictures compared; alpha is not shown.
    """
    from PIL import Image, ImageDraw

    width, height = comparison.size
    if comparison.flip_map is not None:
        heat, name = comparison.flip_map, "FLIP"
    else:
        heat, name = comparison.error * np.float32(_AMPLIFIED / 255), f"difference, {_AMPLIFIED} times"
    panels = [(_colors(a), labels[0]), (_colors(b), labels[1]), (heat_colors(heat), name)]
    sheet = Image.new("RGB", (3 * width + 2 * _GAP, height + _LABEL), _BACKGROUND)
    for place, (pixels, label) in enumerate(panels):
        left = place * (width + _GAP)
        strip = Image.new("RGB", (width, _LABEL), _BACKGROUND)
        ImageDraw.Draw(strip).text((3, 3), label, fill=(230, 230, 230))
        sheet.paste(strip, (left, 0))
        sheet.paste(Image.fromarray(pixels), (left, _LABEL))
    return sheet


def _colors(picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """(H, W, 3)."""
    pixels = picture.reshape(*picture.shape[:2], -1)
    few = pixels[:, :, :1] if pixels.shape[2] < 3 else pixels[:, :, :3]
    return np.ascontiguousarray(np.broadcast_to(few, (*pixels.shape[:2], 3)))


def heat_colors(values: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """(H, W, 3): the ramp at 0 to 1."""
    levels = np.linspace(0.0, 1.0, 256)
    table = np.stack([np.interp(levels, np.linspace(0.0, 1.0, len(RAMP)), row) for row in RAMP.T], axis=1)
    colors: npt.NDArray[np.uint8] = np.rint(table).astype(np.uint8)
    return colors[np.rint(np.clip(values, 0.0, 1.0) * 255).astype(np.intp)]
