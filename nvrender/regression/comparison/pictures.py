"""Two pictures compared: how many pixels differ, by how much, and how much of it is seen (FLIP)."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.regression.comparison.tolerance import THRESHOLD
from nvrender.source import InputError

UInt8Array = npt.NDArray[np.uint8]
Float32Array = npt.NDArray[np.float32]

CHANNELS = ("red", "green", "blue", "alpha")
#: How FLIP is had where it is not installed.
FLIP_ADVICE = "pip install 'nvrender[flip]'"


@dataclass(frozen=True)
class PictureComparison:
    """What compare_pictures found; channels are red, green, blue, alpha, errors in steps of 255.

    ``differing`` pixels of ``size`` (width, height) differ by more than ``threshold`` in some channel.
    ``flip`` is the mean of FLIP, None where it was not asked for or is not installed. ``error`` holds
    each pixel's largest error, ``flip_map`` its FLIP error, both (H, W).
    """

    size: tuple[int, int]
    threshold: float
    differing: int
    maximum: tuple[int, ...]
    mean: tuple[float, ...]
    flip: float | None = None
    error: UInt8Array = field(default_factory=lambda: np.zeros((0, 0), np.uint8), repr=False, compare=False)
    flip_map: Float32Array | None = field(default=None, repr=False, compare=False)

    @property
    def share(self) -> float:
        """Pixels that differ by more than ``threshold``, in percent."""
        return 100.0 * self.differing / (self.size[0] * self.size[1])

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "size": list(self.size),
            "threshold": self.threshold,
            "differing": self.differing,
            "share": self.share,
            "maximum": dict(zip(CHANNELS, self.maximum, strict=True)),
            "mean": dict(zip(CHANNELS, self.mean, strict=True)),
            "flip": self.flip,
        }

    def text(self) -> str:
        """A few lines for a terminal."""
        width, height = self.size
        rows = [
            f"{width}×{height} pixels, {self.differing} of them ({self.share:.3g} %) differ by more than "
            f"{self.threshold:g}/255",
            "  " + " " * 7 + "".join(f"{name:>10}" for name in CHANNELS),
            "  maximum" + "".join(f"{value:>10}" for value in self.maximum),
            "  mean   " + "".join(f"{value:>10.4f}" for value in self.mean),
        ]
        if self.flip is not None:
            rows.append(f"  FLIP mean {self.flip:.5f}")
        return "\n".join(rows)


def compare_pictures(
    a: npt.ArrayLike, b: npt.ArrayLike, *, threshold: float = THRESHOLD, flip: bool = False
) -> PictureComparison:
    """Compare two pictures, (H, W) or (H, W, 1…4) uint8 of equal size; ``b`` is the reference.

    One component is grey, two are grey and alpha, a missing alpha is 255. ``flip`` also measures FLIP
    (Andersson et al. 2020) of red, green and blue at the usual 67 pixels a degree, if flip-evaluator is
    installed.
    InputError for arrays that are no such pictures.
    """
    first, second = _channels(a, "a"), _channels(b, "b")
    size = _size(first)
    if _size(second) != size:
        raise InputError(
            "the pictures are {}×{} and {}×{} pixels; sizes must be equal".format(*size, *_size(second))
        )
    errors = [
        np.maximum(one, other) - np.minimum(one, other) for one, other in zip(first, second, strict=True)
    ]
    error = np.maximum(np.maximum(errors[0], errors[1]), np.maximum(errors[2], errors[3]))
    flip_map = _flip(first, second) if flip and has_flip() else None
    return PictureComparison(
        size=size,
        threshold=threshold,
        differing=int(np.count_nonzero(error > threshold)),
        maximum=tuple(int(channel.max()) for channel in errors),
        mean=tuple(float(channel.mean()) for channel in errors),
        flip=None if flip_map is None else float(flip_map.mean(dtype=np.float64)),
        error=error,
        flip_map=flip_map,
    )


def has_flip() -> bool:
    """True if FLIP can be measured here."""
    return find_spec("flip_evaluator") is not None


def _channels(picture: npt.ArrayLike, name: str) -> list[UInt8Array]:
    """Red, green, blue and alpha, (H, W) each."""
    array = np.asarray(picture)
    if array.ndim == 2:
        array = array[:, :, None]
    if array.dtype != np.uint8 or array.ndim != 3 or not 1 <= array.shape[2] <= 4 or not array.size:
        raise InputError(
            f"picture {name} is {array.dtype} of shape {np.shape(picture)}; uint8 of shape (H, W) or "
            f"(H, W, 1…4) is needed"
        )
    columns = [np.ascontiguousarray(array[:, :, channel]) for channel in range(array.shape[2])]
    alpha = columns.pop() if len(columns) in (2, 4) else np.full(array.shape[:2], 255, np.uint8)
    return [*(columns * 3 if len(columns) == 1 else columns), alpha]


def _size(channels: list[UInt8Array]) -> tuple[int, int]:
    height, width = channels[0].shape
    return width, height


def _flip(a: list[UInt8Array], b: list[UInt8Array]) -> Float32Array:
    """(H, W), 0 to 1."""
    import flip_evaluator

    test, reference = (
        np.stack(picture[:3], axis=2).astype(np.float32) / np.float32(255) for picture in (a, b)
    )
    found, _, _ = flip_evaluator.evaluate(reference, test, "LDR", applyMagma=False)
    errors: Float32Array = np.asarray(found, np.float32).reshape(test.shape[:2])
    return errors
