"""The COMBINE texture environment (OpenGL 1.5, 3.8.13, tables 3.24 to 3.27)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from nvrender.gl.state.fragments import Combine
from nvrender.oracle.raster.triangles import Float32Array

_HALF = np.float32(0.5)

#: The function of up to three arguments, before scale and clamping; those of products over R, G, B apart.
_FUNCTIONS: dict[str, Callable[[Float32Array, Float32Array, Float32Array], Float32Array]] = {
    "REPLACE": lambda arg0, arg1, arg2: arg0,
    "MODULATE": lambda arg0, arg1, arg2: arg0 * arg1,
    "ADD": lambda arg0, arg1, arg2: arg0 + arg1,
    "ADD_SIGNED": lambda arg0, arg1, arg2: arg0 + arg1 - _HALF,
    "INTERPOLATE": lambda arg0, arg1, arg2: arg0 * arg2 + arg1 * (1 - arg2),
    "SUBTRACT": lambda arg0, arg1, arg2: arg0 - arg1,
}


class Sources(NamedTuple):
    """What arguments are taken from, (N, 4) each: ``constant`` is the environment's colour.

    ``texels`` are those of every enabled unit, ``number`` is this unit's.
    """

    number: int
    texels: Mapping[int, Float32Array]
    constant: Float32Array
    primary: Float32Array
    previous: Float32Array

    def of(self, word: str) -> Float32Array | None:
        """One of COMBINE_SOURCES; None of a unit that is not enabled."""
        match word:
            case "CONSTANT":
                return np.broadcast_to(self.constant, self.primary.shape)
            case "PRIMARY_COLOR":
                return self.primary
            case "PREVIOUS":
                return self.previous
            case "TEXTURE":
                return self.texels[self.number]
            case _:
                return self.texels.get(int(word.removeprefix("TEXTURE")))


def combined(combine: Combine, sources: Sources) -> Float32Array:
    """The colour after a unit, (N, 4); what it was before where a source is of a unit not enabled."""
    if any(sources.of(word) is None for word in combine.sources()):
        return sources.previous
    rgb = _arguments(combine.rgb_sources, combine.rgb_operands, sources, slice(0, 3))
    if combine.rgb.startswith("DOT3"):
        products = (rgb[0] - _HALF) * (rgb[1] - _HALF)
        color = np.repeat(4 * products.sum(axis=1, keepdims=True), 3, axis=1)
    else:
        color = _FUNCTIONS[combine.rgb](*rgb)
    color = np.clip(color * np.float32(combine.rgb_scale), 0.0, 1.0)
    if combine.rgb == "DOT3_RGBA":
        return np.concatenate([color, color[:, :1]], axis=1)
    alphas = _arguments(combine.alpha_sources, combine.alpha_operands, sources, slice(3, 4))
    alpha = _FUNCTIONS[combine.alpha](*alphas) * np.float32(combine.alpha_scale)
    return np.concatenate([color, np.clip(alpha, 0.0, 1.0)], axis=1)


def _arguments(
    words: tuple[str, ...], operands: tuple[str, ...], sources: Sources, components: slice
) -> list[Float32Array]:
    found = []
    for word, operand in zip(words, operands, strict=True):
        source = sources.of(word)
        # An argument that does not enter the function may name any unit.
        value = sources.previous if source is None else source
        value = value[:, components] if operand.endswith("COLOR") else value[:, 3:]
        value = 1 - value if operand.startswith("ONE_MINUS") else value
        found.append(np.broadcast_to(value, (len(value), components.stop - components.start)))
    return found
