"""Two pictures' structural similarity, SSIM (Wang, Bovik, Sheikh and Simoncelli 2004)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

UInt8Array = npt.NDArray[np.uint8]
Float32Array = npt.NDArray[np.float32]

#: The window is a Gaussian of 1.5 pixels, 11 across; K1 and K2 are 0.01 and 0.03 of 255 (section III.B).
RADIUS = 5
_DISTANCES = np.arange(-RADIUS, RADIUS + 1) / 1.5
_WINDOW = np.exp(-0.5 * _DISTANCES**2) / np.exp(-0.5 * _DISTANCES**2).sum()
_C1, _C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2


def similarity(a: Sequence[UInt8Array], b: Sequence[UInt8Array]) -> Float32Array:
    """The mean over channels, (H, W) each, of the map of SSIM: 1 where windows are equal, and at least -1.

    Beyond the borders pictures are mirrored.
    """
    maps = [
        _channel(one.astype(np.float64), other.astype(np.float64)) for one, other in zip(a, b, strict=True)
    ]
    found: Float32Array = np.mean(maps, axis=0).astype(np.float32)
    return found


def _channel(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Equation 13."""
    mean_a, mean_b = _blurred(a), _blurred(b)
    variances = _blurred(a * a) - mean_a * mean_a + (_blurred(b * b) - mean_b * mean_b)
    covariance = _blurred(a * b) - mean_a * mean_b
    means = mean_a * mean_a + mean_b * mean_b
    similar = (2 * mean_a * mean_b + _C1) * (2 * covariance + _C2)
    return similar / ((means + _C1) * (variances + _C2))


def _blurred(picture: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    for _ in range(2):  # along the columns, then along the rows
        padded = np.pad(picture, ((RADIUS, RADIUS), (0, 0)), mode="symmetric")
        blurred = np.zeros_like(picture)
        for start, weight in enumerate(_WINDOW):
            blurred += weight * padded[start : start + len(picture)]
        picture = blurred.T
    return picture
