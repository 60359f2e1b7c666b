"""Blending (OpenGL 1.5, 4.1.7), on colours as the frame holds them: fixed point of eight bits, or floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.state import Blend
from nvrender.oracle.raster import Float32Array, IndexArray

UInt8Array = npt.NDArray[np.uint8]

#: Factor → its value from source and destination, table 4.2.
_FACTORS: dict[str, Callable[[Float32Array, Float32Array], Float32Array]] = {
    "ZERO": lambda source, destination: np.zeros_like(source),
    "ONE": lambda source, destination: np.ones_like(source),
    "SRC_COLOR": lambda source, destination: source,
    "ONE_MINUS_SRC_COLOR": lambda source, destination: 1 - source,
    "DST_COLOR": lambda source, destination: destination,
    "ONE_MINUS_DST_COLOR": lambda source, destination: 1 - destination,
    "SRC_ALPHA": lambda source, destination: source[:, 3:],
    "ONE_MINUS_SRC_ALPHA": lambda source, destination: 1 - source[:, 3:],
    "DST_ALPHA": lambda source, destination: destination[:, 3:],
    "ONE_MINUS_DST_ALPHA": lambda source, destination: 1 - destination[:, 3:],
}


def to_bytes(color: Float32Array) -> UInt8Array:
    """Clamped and rounded to nearest (OpenGL 1.5, 2.14.9); NaN is 0."""
    with np.errstate(invalid="ignore"):
        clamped = np.minimum(np.fmax(color, 0.0), 1.0)
    return np.asarray(np.rint(clamped * np.float32(255.0)).astype(np.uint8))


def stored(color: Float32Array, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Colours as a buffer of ``dtype`` holds them; floats are not clamped."""
    if dtype == np.uint8:
        return to_bytes(color)
    with np.errstate(over="ignore"):
        return np.asarray(color, dtype)


def blended(source: npt.NDArray[Any], destination: npt.NDArray[Any], blend: Blend) -> npt.NDArray[Any]:
    """What the frame holds after the fragments' colours meet its own, (N, 4) each; floats are not clamped."""
    over, under = _value(source), _value(destination)
    with np.errstate(all="ignore"):
        first = over * _FACTORS[blend.source](over, under)
        return stored(first + under * _FACTORS[blend.destination](over, under), source.dtype)


def _value(color: npt.NDArray[Any]) -> Float32Array:
    return color * np.float32(1 / 255) if color.dtype == np.uint8 else color.astype(np.float32)


def add(buffer: UInt8Array, place: IndexArray, source: UInt8Array) -> None:
    """Factors ONE and ONE of any number of colours at each place: bytes add up exactly, and stop at 255."""
    if not len(place):
        return
    first, last = int(place.min()), int(place.max()) + 1
    for component in range(4):
        sums = np.bincount(place - first, source[:, component], last - first)
        part = buffer[first:last, component]
        part[:] = np.minimum(part + sums, 255.0).astype(np.uint8)
