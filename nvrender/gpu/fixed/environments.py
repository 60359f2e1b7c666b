"""Texture environments as GLSL (OpenGL 1.5, 3.8.13).

``color`` is the fragment's colour so far, ``primary`` what it was before the first unit; ``texel<n>`` has
what unit n's texture yields: Ct or the luminance in rgb and At in a.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from nvrender.gl.state.fragments import Combine
from nvrender.gl.state.state import TEXTURE_UNITS

#: What names the textures of units, and what a combination reads.
_UNITS = {f"TEXTURE{unit}": unit for unit in range(TEXTURE_UNITS)}
_SOURCES = {"TEXTURE": "texel{unit}", "CONSTANT": "texture_color[{unit}]",
            "PRIMARY_COLOR": "primary", "PREVIOUS": "color",
            **{name: f"texel{unit}" for name, unit in _UNITS.items()}}  # fmt: skip
#: The operands of colours and of alphas.
_COLORS = {"SRC_COLOR": "{0}.rgb", "ONE_MINUS_SRC_COLOR": "(1.0 - {0}.rgb)",
           "SRC_ALPHA": "vec3({0}.a)", "ONE_MINUS_SRC_ALPHA": "vec3((1.0 - {0}.a))"}  # fmt: skip
_ALPHAS = {"SRC_ALPHA": "{0}.a", "ONE_MINUS_SRC_ALPHA": "(1.0 - {0}.a)"}
_FUNCTIONS = {
    "REPLACE": "{0}",
    "MODULATE": "{0} * {1}",
    "ADD": "{0} + {1}",
    "ADD_SIGNED": "{0} + {1} - 0.5",
    "INTERPOLATE": "mix({1}, {0}, {2})",
    "SUBTRACT": "{0} - {1}",
    "DOT3_RGB": "vec3(4.0 * dot({0} - 0.5, {1} - 0.5))",
    "DOT3_RGBA": "vec3(4.0 * dot({0} - 0.5, {1} - 0.5))",
}


def environment(unit: int, mode: str, base_format: str) -> Iterator[str]:
    """Statements for a mode other than COMBINE; none where the colour stays.

    DECAL is undefined for formats other than RGB and RGBA: the fragment's colour is left as it is.
    """
    if color := _color(unit, mode, base_format):
        yield f"color.rgb = {color};"
    if alpha := _alpha(unit, mode, base_format):
        yield f"color.a = {alpha};"


def combine_environment(unit: int, combine: Combine, enabled: Collection[int]) -> Iterator[str]:
    """Statements for COMBINE; none where it reads a unit that is not ``enabled``."""
    if any(word in _UNITS and _UNITS[word] not in enabled for word in combine.sources()):
        return
    arguments = _arguments(unit, combine.rgb_sources, combine.rgb_operands, _COLORS)
    color = _scaled(_FUNCTIONS[combine.rgb].format(*arguments), combine.rgb_scale)
    if combine.rgb == "DOT3_RGBA":
        yield f"color = {color}.xyzz;"
        return
    used = _arguments(unit, combine.alpha_sources, combine.alpha_operands, _ALPHAS)
    alpha = _scaled(_FUNCTIONS[combine.alpha].format(*used), combine.alpha_scale)
    yield f"color = vec4({color}, {alpha});"


def _scaled(value: str, scale: float) -> str:
    return f"clamp({value}, 0.0, 1.0)" if scale == 1.0 else f"clamp(({value}) * {scale}, 0.0, 1.0)"


def _arguments(
    unit: int, words: tuple[str, ...], operands: tuple[str, ...], parts: Mapping[str, str]
) -> Iterator[str]:
    for word, operand in zip(words, operands, strict=True):
        yield parts[operand].format(_SOURCES[word].format(unit=unit))


def _color(unit: int, mode: str, base_format: str) -> str:
    texel = f"texel{unit}"
    if base_format == "ALPHA":
        return ""
    if mode == "DECAL":
        decals = {"RGB": f"{texel}.rgb", "RGBA": f"mix(color.rgb, {texel}.rgb, {texel}.a)"}
        return decals.get(base_format, "")
    return {
        "REPLACE": f"{texel}.rgb",
        "MODULATE": f"color.rgb * {texel}.rgb",
        "BLEND": f"mix(color.rgb, texture_color[{unit}].rgb, {texel}.rgb)",
        "ADD": f"min(color.rgb + {texel}.rgb, 1.0)",
    }[mode]


def _alpha(unit: int, mode: str, base_format: str) -> str:
    texel = f"texel{unit}"
    if base_format in ("LUMINANCE", "RGB") or mode == "DECAL":
        return ""
    if mode == "REPLACE":
        return f"{texel}.a"
    if base_format == "INTENSITY" and mode == "BLEND":
        return f"mix(color.a, texture_color[{unit}].a, {texel}.a)"
    if base_format == "INTENSITY" and mode == "ADD":
        return f"min(color.a + {texel}.a, 1.0)"
    return f"color.a * {texel}.a"
