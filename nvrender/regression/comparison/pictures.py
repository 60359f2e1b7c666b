"""Two pictures compared: how many pixels differ, by how much, and how much of it is seen (FLIP)."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.regression.comparison import similarity
from nvrender.regression.comparison.local import Rectangle, local_map
from nvrender.regression.comparison.tolerance import THRESHOLD
from nvrender.source import InputError

UInt8Array = npt.NDArray[np.uint8]
BoolArray = npt.NDArray[np.bool_]
Float32Array = npt.NDArray[np.float32]

CHANNELS = ("red", "green", "blue", "alpha")
#: How FLIP is had where it is not installed; for later ones flip-evaluator has no wheels.
FLIP_ADVICE = "pip install 'nvrender[flip]', with Python before 3.14"
#: FLIP's widest filter reaches as many pixels at 67 a degree: ceil(3 · 67.02 · sqrt(0.04 / (2 π²))).
FLIP_RADIUS = 10


@dataclass(frozen=True)
class PictureComparison:
    """What compare_pictures found; channels are red, green, blue, alpha, errors in steps of 255.

    Of a picture of ``size`` (width, height) ``pixels`` were compared, and ``differing`` of them differ by
    more than ``threshold`` in some channel. ``flip`` is the mean of FLIP, None where it was not asked for or
    is not installed, ``ssim`` that of SSIM, None where it was not asked for. ``error`` holds each pixel's
    largest error, ``flip_map`` its FLIP error, both (H, W) and 0 where nothing was compared.
    """

    size: tuple[int, int]
    threshold: float
    pixels: int
    differing: int
    maximum: tuple[int, ...]
    mean: tuple[float, ...]
    flip: float | None = None
    ssim: float | None = None
    error: UInt8Array = field(default_factory=lambda: np.zeros((0, 0), np.uint8), repr=False, compare=False)
    flip_map: Float32Array | None = field(default=None, repr=False, compare=False)

    @property
    def share(self) -> float:
        """Pixels that differ by more than ``threshold``, in percent."""
        return 100.0 * self.differing / self.pixels

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        ssim = {} if self.ssim is None else {"ssim": self.ssim}
        return {
            "size": list(self.size),
            "threshold": self.threshold,
            "differing": self.differing,
            "share": self.share,
            "maximum": dict(zip(CHANNELS, self.maximum, strict=True)),
            "mean": dict(zip(CHANNELS, self.mean, strict=True)),
            "flip": self.flip,
            **ssim,
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
        if self.ssim is not None:
            rows.append(f"  SSIM mean {self.ssim:.5f}")
        return "\n".join(rows)


def compare_pictures(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    *,
    threshold: float = THRESHOLD,
    flip: bool = False,
    ssim: bool = False,
    compared: BoolArray | None = None,
) -> PictureComparison:
    """Compare two pictures, (H, W) or (H, W, 1…4) uint8 of equal size; ``b`` is the reference.

    One component is grey, two are grey and alpha, a missing alpha is 255. ``flip`` also measures FLIP
    (Andersson et al. 2020) of red, green and blue at the usual 67 pixels a degree, if flip-evaluator is
    installed; ``ssim`` their structural similarity. Where ``compared``, (H, W), is false both count as equal.
    InputError for arrays that are no such pictures.
    """
    first, second = channels(a, "a"), channels(b, "b")
    size = _size(first)
    if _size(second) != size:
        raise InputError(
            "the pictures are {}×{} and {}×{} pixels; sizes must be equal".format(*size, *_size(second))
        )
    pixels = size[0] * size[1]
    if compared is not None:
        pixels = int(np.count_nonzero(compared))
        first = [np.where(compared, one, other) for one, other in zip(first, second, strict=True)]
    errors = [
        np.maximum(one, other) - np.minimum(one, other) for one, other in zip(first, second, strict=True)
    ]
    colors = np.maximum(np.maximum(errors[0], errors[1]), errors[2])
    error = np.maximum(colors, errors[3])
    pairs = [(one, other) for one, other in zip(first[:3], second[:3], strict=True)]
    flip_map = _flip(pairs, colors > 0) if flip and has_flip() else None
    if flip_map is not None and compared is not None:
        flip_map[~compared] = 0
    return PictureComparison(
        size=size,
        threshold=threshold,
        pixels=pixels,
        differing=int(np.count_nonzero(error > threshold)),
        maximum=tuple(int(channel.max()) for channel in errors),
        mean=tuple(float(channel.sum(dtype=np.uint64)) / pixels for channel in errors),
        flip=None if flip_map is None else float(flip_map.sum(dtype=np.float64)) / pixels,
        ssim=_ssim(pairs, colors > 0, compared) if ssim else None,
        error=error,
        flip_map=flip_map,
    )


def has_flip() -> bool:
    """True if FLIP can be measured here."""
    return find_spec("flip_evaluator") is not None


def channels(picture: npt.ArrayLike, name: str) -> list[UInt8Array]:
    """Red, green, blue and alpha of a picture, (H, W) each. InputError, with its name, for what is none."""
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


Pairs = list[tuple[UInt8Array, UInt8Array]]


def _flip(pairs: Pairs, changed: BoolArray) -> Float32Array:
    """(H, W), 0 to 1, of the pairs of red, green and blue."""
    import flip_evaluator

    def evaluate(place: Rectangle) -> Float32Array:
        test, reference = (
            np.stack([channel[place] for channel in picture], axis=2).astype(np.float32) / np.float32(255)
            for picture in zip(*pairs, strict=True)
        )
        found, _, _ = flip_evaluator.evaluate(reference, test, "LDR", applyMagma=False)
        errors: Float32Array = np.asarray(found, np.float32).reshape(test.shape[:2])
        return errors

    return local_map(evaluate, changed, FLIP_RADIUS, 0.0)


def _ssim(pairs: Pairs, changed: BoolArray, compared: BoolArray | None) -> float:
    def evaluate(place: Rectangle) -> Float32Array:
        return similarity.similarity(
            *([channel[place] for channel in side] for side in zip(*pairs, strict=True))
        )

    found = local_map(evaluate, changed, similarity.RADIUS, 1.0)
    return float((found if compared is None else found[compared]).mean(dtype=np.float64))
