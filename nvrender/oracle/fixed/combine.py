"""Texture environments, COMBINE among them (OpenGL 1.5, 3.8.13, tables 3.21 to 3.27)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from nvrender.gl.state.fragments import Combine, TextureUnit
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


def environment(unit: TextureUnit, fragment: Float32Array, texel: Float32Array) -> Float32Array:
    """The colour after one unit: ``fragment`` Cf and Af, ``texel`` what the texture yields, (N, 4) each.

    ``texel`` has luminance and intensity in the colour, as lookups have. DECAL is undefined for formats
    other than RGB and RGBA: the fragment's colour is left as it is.
    """
    color, alpha = fragment[:, :3], fragment[:, 3:]
    texel_color, texel_alpha = texel[:, :3], texel[:, 3:]
    constant = np.clip(np.array(unit.color, np.float32), 0.0, 1.0)
    has_color = unit.base_format != "ALPHA"
    has_alpha = unit.base_format in ("ALPHA", "LUMINANCE_ALPHA", "INTENSITY", "RGBA")
    intensity = unit.base_format == "INTENSITY"
    if unit.mode == "DECAL":
        if unit.base_format not in ("RGB", "RGBA"):
            return fragment
        share = texel_alpha if unit.base_format == "RGBA" else np.float32(1.0)
        return _joined(color * (1 - share) + texel_color * share, alpha)
    if unit.mode == "REPLACE":
        return _joined(texel_color if has_color else color, texel_alpha if has_alpha else alpha)
    new_alpha = alpha * texel_alpha if has_alpha else alpha
    if unit.mode == "MODULATE":
        return _joined(color * texel_color if has_color else color, new_alpha)
    if unit.mode == "BLEND":
        new_color = color * (1 - texel_color) + constant[:3] * texel_color
        if intensity:
            new_alpha = alpha * (1 - texel_alpha) + constant[3:] * texel_alpha
    else:
        # ADD: sums are clamped.
        new_color = np.minimum(color + texel_color, 1.0)
        if intensity:
            new_alpha = np.minimum(alpha + texel_alpha, 1.0)
    return _joined(new_color if has_color else color, new_alpha)


def _joined(color: Float32Array, alpha: Float32Array) -> Float32Array:
    return np.concatenate([color, alpha], axis=1).astype(np.float32)


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
