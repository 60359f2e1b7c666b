"""Per-fragment operations: blending and logical operations, on colours as the frame holds them.

OpenGL 1.5, 4.1.7 and 4.1.9. Fixed point of eight bits, or floats.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.gl.state.fragments import Blend, Depth, Stencil
from nvrender.gl.state.state import ALL_SAMPLES, Box, State
from nvrender.oracle.frame.order import monotone
from nvrender.oracle.raster.triangles import Float32Array, IndexArray

UInt8Array = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Operations:
    """The state of the per-fragment operations, as State has it.

    ``sample_mask`` has the bits of the samples that are drawn, where there are several. ``early``: stencil
    and depth test come before the fragment program, whatever becomes of fragments in it.
    """

    depth: Depth
    blend: Blend
    stencil: Stencil
    back_stencil: Stencil
    scissor: Box | None
    color_mask: tuple[bool, bool, bool, bool]
    logic_op: str
    early: bool = False
    sample_mask: int = ALL_SAMPLES

    @property
    def opaque(self) -> bool:
        """Whether of the samples at one place only the one that is left counts."""
        return not (self.blend.enabled or self.logic_op or self.stencil.enabled) and monotone(self.depth)

    @property
    def untested(self) -> Operations:
        """What is left to do after early tests."""
        return replace(self, depth=Depth(), stencil=Stencil(), back_stencil=Stencil(), early=False)

    @property
    def adds(self) -> bool:
        """Whether colours are added, so that their order does not matter."""
        blend = self.blend
        plain = Blend(True, "ONE", "ONE", color=blend.color)
        return blend == plain and not self.logic_op and not self.stencil.enabled and all(self.color_mask)


def operations_of(state: State, within: Box | None = None, *, early: bool = False) -> Operations:
    """The per-fragment operations of ``state``; ``within`` is what fragments lie in besides."""
    back = state.stencil if state.back_stencil is None else state.back_stencil
    return Operations(
        state.depth, state.blend, state.stencil, back, common(state.scissor, within), state.color_mask,
        state.logic_op, early, state.sample_mask,
    )  # fmt: skip


def common(one: Box | None, other: Box | None) -> Box | None:
    """What lies in both boxes; None is everywhere."""
    if one is None or other is None:
        return one or other
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    right, top = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    return left, bottom, max(right - left, 0), max(top - bottom, 0)


class _Terms(NamedTuple):
    """Colours that factors are of, (N, 4) each, the constant perhaps (1, 4)."""

    source: Float32Array
    destination: Float32Array
    constant: Float32Array
    second: Float32Array


#: Above every sum of bytes.
_HIGH = 2.0**26
#: Factor → its value, table 4.2, and ARB_blend_func_extended's.
_FACTORS: dict[str, Callable[[_Terms], Float32Array]] = {
    "ZERO": lambda terms: np.zeros_like(terms.source),
    "ONE": lambda terms: np.ones_like(terms.source),
    "SRC_COLOR": lambda terms: terms.source,
    "DST_COLOR": lambda terms: terms.destination,
    "SRC_ALPHA": lambda terms: terms.source[:, 3:],
    "DST_ALPHA": lambda terms: terms.destination[:, 3:],
    "CONSTANT_COLOR": lambda terms: terms.constant,
    "CONSTANT_ALPHA": lambda terms: terms.constant[:, 3:],
    "SRC_ALPHA_SATURATE": lambda terms: _saturated(terms.source, terms.destination),
    "SRC1_COLOR": lambda terms: terms.second,
    "SRC1_ALPHA": lambda terms: terms.second[:, 3:],
}
#: Equation → what it makes of source and destination, each times its factor, table 4.1.
_EQUATIONS: dict[str, Callable[[Float32Array, Float32Array], Float32Array]] = {
    "FUNC_ADD": lambda source, destination: source + destination,
    "FUNC_SUBTRACT": lambda source, destination: source - destination,
    "FUNC_REVERSE_SUBTRACT": lambda source, destination: destination - source,
}
#: Equations of the colours themselves.
_EXTREMES: dict[str, Callable[[Float32Array, Float32Array], Float32Array]] = {
    "MIN": np.minimum,
    "MAX": np.maximum,
}
#: Table 4.3, on bytes.
_LOGIC: dict[str, Callable[[UInt8Array, UInt8Array], UInt8Array]] = {
    "CLEAR": lambda s, d: np.zeros_like(s),
    "AND": lambda s, d: s & d,
    "AND_REVERSE": lambda s, d: s & ~d,
    "COPY": lambda s, d: s,
    "AND_INVERTED": lambda s, d: ~s & d,
    "NOOP": lambda s, d: d,
    "XOR": lambda s, d: s ^ d,
    "OR": lambda s, d: s | d,
    "NOR": lambda s, d: ~(s | d),
    "EQUIV": lambda s, d: ~(s ^ d),
    "INVERT": lambda s, d: ~d,
    "OR_REVERSE": lambda s, d: s | ~d,
    "COPY_INVERTED": lambda s, d: ~s,
    "OR_INVERTED": lambda s, d: ~s | d,
    "NAND": lambda s, d: ~(s & d),
    "SET": lambda s, d: np.full_like(s, 255),
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


def blended(
    source: npt.NDArray[Any],
    destination: npt.NDArray[Any],
    blend: Blend,
    second: npt.NDArray[Any] | None = None,
) -> npt.NDArray[Any]:
    """What the frame holds after the fragments' colours meet its own, (N, 4) each; floats are not clamped.

    ``second`` are the fragments' other colours, None where they have none, which counts as 0.
    """
    constant = np.array([blend.color], np.float32)
    if source.dtype == np.uint8:
        constant = np.clip(constant, 0.0, 1.0)
    other = np.zeros((len(source), 4), np.float32) if second is None else _value(second)
    terms = _Terms(_value(source), _value(destination), constant, other)
    color = blend.equation, blend.source, blend.destination
    alpha = (
        blend.alpha_equation or blend.equation,
        blend.alpha_source or blend.source,
        blend.alpha_destination or blend.destination,
    )
    with np.errstate(all="ignore"):
        result = _mixed(terms, color)
        if alpha != color:
            result[:, 3] = _mixed(terms, alpha)[:, 3]
        return stored(result, source.dtype)


def _mixed(terms: _Terms, words: tuple[str, str, str]) -> Float32Array:
    """One equation with its factors, (N, 4)."""
    equation, first, second = words
    if equation in _EXTREMES:
        return np.asarray(_EXTREMES[equation](terms.source, terms.destination))
    over, under = terms.source * _factor(first, terms), terms.destination * _factor(second, terms)
    return np.asarray(_EQUATIONS[equation](over, under))


def _factor(word: str, terms: _Terms) -> Float32Array:
    value = _FACTORS[word.removeprefix("ONE_MINUS_")](terms)
    return 1 - value if word.startswith("ONE_MINUS_") else value


def _saturated(source: Float32Array, destination: Float32Array) -> Float32Array:
    """min(As, 1 - Ad) for R, G, B, 1 for A."""
    share = np.minimum(source[:, 3:], 1 - destination[:, 3:])
    return np.concatenate([np.repeat(share, 3, axis=1), np.ones_like(share)], axis=1)


def logic(source: npt.NDArray[Any], destination: npt.NDArray[Any], operation: str) -> npt.NDArray[Any]:
    """A logical operation on bytes; floats have none and are the fragment's."""
    return _LOGIC[operation](source, destination) if source.dtype == np.uint8 else source


def _value(color: npt.NDArray[Any]) -> Float32Array:
    return color * np.float32(1 / 255) if color.dtype == np.uint8 else color.astype(np.float32)


def add(buffer: UInt8Array, place: IndexArray, fragment: IndexArray, source: UInt8Array) -> None:
    """Factors ONE and ONE: to each ``place`` the colour of its ``fragment``, any number to one place.

    Bytes add up exactly, and stop at 255.
    """
    if not len(place):
        return
    first, last = int(place.min()), int(place.max()) + 1
    near = place - first
    close = last - first < 2 * len(place)
    where, which = (slice(first, last), slice(None)) if close else (place, near)
    kept = buffer[where]
    for component in (0, 2):
        # Two sums in one: 53 bits hold both, of 2^18 colours at one place.
        both = source[:, component] + _HIGH * source[:, component + 1]
        total = np.bincount(near, both[fragment], last - first)[which]
        high = np.floor(total * (1.0 / _HIGH))
        for number, sums in ((component, total - _HIGH * high), (component + 1, high)):
            kept[:, number] = np.minimum(kept[:, number] + sums, 255.0)
    buffer[where] = kept
