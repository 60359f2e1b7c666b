"""The COMBINE texture environment, on the GPU and on the oracle, by hand (OpenGL 1.5, 3.8.13)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest
from both_sides import SIDES, Drawn, color_of, constant
from drawing import SQUARE, close

from nvrender.gl.state import Combine, State, TextureUnit
from nvrender.gl.state.checks import validate
from nvrender.gl.textures.texture import Texture
from nvrender.source import InputError

#: In fifths, so that products are whole 25ths: texels of units 0 and 1, the constants, the primary colour.
TEXEL, OTHER = (0.2, 0.4, 0.6, 0.8), (1.0, 0.6, 0.2, 0.4)
CONSTANT, PRIMARY = (0.6, 0.2, 0.8, 0.4), (0.4, 0.8, 0.2, 0.6)


def texture(color: tuple[float, ...], base_format: str = "RGBA") -> Texture:
    pixel = np.rint(np.array(color) * 255).astype(np.uint8).reshape(1, 1, -1)
    return Texture.from_array(pixel, "2D", base_format, min_filter="NEAREST", mag_filter="NEAREST")


def combine(rgb: str, *sources: str, operands: tuple[str, ...] = (), **changes: Any) -> Combine:
    """Colours by ``rgb``; alphas are replaced by the primary colour's unless ``changes`` say."""
    usual = Combine()
    words = {
        "rgb": rgb,
        "rgb_sources": (*sources, *usual.rgb_sources[len(sources) :]),
        "rgb_operands": (*operands, *usual.rgb_operands[len(operands) :]),
        "alpha": "REPLACE", "alpha_sources": ("PRIMARY_COLOR",) * 3,
    }  # fmt: skip
    return Combine(**(words | changes))


def combined(side: str, context: moderngl.Context, *rows: Combine) -> Any:
    """After unit 0, and unit 1, … with one row each; unit 1 is enabled, of REPLACE, only with two rows."""
    units = tuple(TextureUnit(True, "COMBINE", CONSTANT, combine=row) for row in rows)
    textures = dict(enumerate((texture(TEXEL), texture(OTHER))[: len(rows)]))
    drawn = Drawn(State(texture_units=units), {3: constant(*PRIMARY)}, textures=textures)
    return color_of(side, context, drawn)


T, P, C = "TEXTURE", "PREVIOUS", "CONSTANT"


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("row", "expected"), [
    (combine("REPLACE", T), (0.2, 0.4, 0.6)),
    (combine("REPLACE", C), (0.6, 0.2, 0.8)),
    (combine("REPLACE", "PRIMARY_COLOR"), (0.4, 0.8, 0.2)),
    (combine("REPLACE", P), (0.4, 0.8, 0.2)),
    (combine("REPLACE", "TEXTURE0"), (0.2, 0.4, 0.6)),
    (combine("MODULATE", T, P), (0.08, 0.32, 0.12)),
    (combine("ADD", T, P), (0.6, 1.0, 0.8)),
    (combine("ADD_SIGNED", T, P), (0.1, 0.7, 0.3)),
    (combine("ADD_SIGNED", T, T), (0.0, 0.3, 0.7)),
    # Arg0 · Arg2 + Arg1 · (1 - Arg2); Arg2 is first the constant's alpha, 0.4.
    (combine("INTERPOLATE", T, P), (0.32, 0.64, 0.36)),
    (combine("INTERPOLATE", T, P, C, operands=("SRC_COLOR",) * 3), (0.28, 0.72, 0.52)),
    (combine("SUBTRACT", T, P), (0.0, 0.0, 0.4)),
    # 4 (-0.3 · -0.1 + -0.1 · 0.3 + 0.1 · -0.3) < 0; of the texel with itself 4 (0.09 + 0.01 + 0.01) = 0.44.
    (combine("DOT3_RGB", T, P), (0.0, 0.0, 0.0)),
    (combine("DOT3_RGB", T, T), (0.44, 0.44, 0.44)),
    # Operands, table 3.26.
    (combine("REPLACE", T, operands=("ONE_MINUS_SRC_COLOR",)), (0.8, 0.6, 0.4)),
    (combine("REPLACE", T, operands=("SRC_ALPHA",)), (0.8, 0.8, 0.8)),
    (combine("MODULATE", T, P, operands=("ONE_MINUS_SRC_ALPHA", "SRC_COLOR")), (0.08, 0.16, 0.04)),
    # Scales, and clamping after them.
    (combine("MODULATE", T, P, rgb_scale=2.0), (0.16, 0.64, 0.24)),
    (combine("SUBTRACT", T, P, rgb_scale=4.0), (0.0, 0.0, 1.0)),
    (combine("ADD_SIGNED", T, P, rgb_scale=4.0), (0.4, 1.0, 1.0)),
    (combine("DOT3_RGB", T, T, rgb_scale=2.0), (0.88, 0.88, 0.88)),
])  # fmt: skip
def test_colors(context: moderngl.Context, side: str, row: Combine, expected: Any) -> None:
    """Tables 3.24 and 3.26; alpha is the primary's, 0.6."""
    close(combined(side, context, row), (*expected, 0.6))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("words", "expected"), [
    ({"alpha": "REPLACE", "alpha_sources": (T, P, C)}, 0.8),
    ({"alpha": "MODULATE", "alpha_sources": (T, C, C)}, 0.32),
    ({"alpha": "ADD", "alpha_sources": (P, C, C), "alpha_scale": 1.0}, 1.0),
    ({"alpha": "ADD_SIGNED", "alpha_sources": (P, C, C)}, 0.5),
    ({"alpha": "INTERPOLATE", "alpha_sources": (T, P, C)}, 0.68),
    ({"alpha": "SUBTRACT", "alpha_sources": (T, P, C), "alpha_scale": 4.0}, 0.8),
    ({"alpha": "MODULATE", "alpha_sources": (T, P, C),
      "alpha_operands": ("ONE_MINUS_SRC_ALPHA", "ONE_MINUS_SRC_ALPHA", "SRC_ALPHA")}, 0.08),
    ({}, 0.48),
])  # fmt: skip
def test_alphas(context: moderngl.Context, side: str, words: dict[str, Any], expected: float) -> None:
    """Tables 3.25 and 3.27, beside colours of MODULATE; the first environment modulates by PREVIOUS."""
    close(combined(side, context, Combine(**words)), (0.08, 0.32, 0.12, expected))


@pytest.mark.parametrize("side", SIDES)
def test_dot3_rgba_is_all_components(context: moderngl.Context, side: str) -> None:
    """Table 3.24: colour and alpha have the colour's scale, and what alpha combines does not count."""
    found = combined(side, context, combine("DOT3_RGBA", T, T, rgb_scale=2.0, alpha_scale=4.0))
    close(found, (0.88, 0.88, 0.88, 0.88))


@pytest.mark.parametrize("side", SIDES)
def test_units_after_one_another(context: moderngl.Context, side: str) -> None:
    """PREVIOUS is what the unit before made, 0.08, 0.32, 0.12; PRIMARY_COLOR stays the fragment's."""
    first = combine("MODULATE", T, P)
    close(combined(side, context, first, combine("ADD", P, T)), (1.0, 0.92, 0.32, 0.6))
    close(combined(side, context, first, combine("REPLACE", "PRIMARY_COLOR")), (0.4, 0.8, 0.2, 0.6))


@pytest.mark.parametrize("side", SIDES)
def test_textures_of_other_units(context: moderngl.Context, side: str) -> None:
    """Crossbar: unit 0 reads unit 1's texture and the other way round: OTHER · PRIMARY, then + TEXEL."""
    rows = combine("MODULATE", "TEXTURE1", P), combine("ADD", "TEXTURE0", P)
    close(combined(side, context, *rows), (0.6, 0.88, 0.64, 0.6))


@pytest.mark.parametrize("side", SIDES)
def test_a_unit_that_reads_one_that_is_off_is_off(context: moderngl.Context, side: str) -> None:
    """3.8.13: as if texture blending were disabled for it; but not by what does not enter the function."""
    close(combined(side, context, combine("MODULATE", "TEXTURE5", T)), PRIMARY)
    alpha = combine("REPLACE", T, alpha_sources=("TEXTURE5",) * 3)
    close(combined(side, context, alpha), PRIMARY)
    close(combined(side, context, combine("REPLACE", T, "TEXTURE5")), (0.2, 0.4, 0.6, 0.6))
    dot = combine("DOT3_RGBA", T, T, alpha_sources=("TEXTURE5",) * 3)
    close(combined(side, context, dot), (0.44, 0.44, 0.44, 0.44))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("base_format", "texel", "expected"), [
    ("ALPHA", (0.4,), (0.0, 0.0, 0.0, 0.4)), ("LUMINANCE", (0.4,), (0.4, 0.4, 0.4, 1.0)),
    ("LUMINANCE_ALPHA", (0.4, 0.2), (0.4, 0.4, 0.4, 0.2)), ("INTENSITY", (0.4,), (0.4, 0.4, 0.4, 0.4)),
    ("RGB", (0.4, 0.2, 0.6), (0.4, 0.2, 0.6, 1.0)),
])  # fmt: skip
def test_base_formats(
    context: moderngl.Context, side: str, base_format: str, texel: tuple[float, ...], expected: Any
) -> None:
    """Table 3.21: what Cs and As are."""
    row = Combine("REPLACE", "REPLACE")
    unit = TextureUnit(True, "COMBINE", base_format=base_format, combine=row)
    drawn = Drawn(State(texture_units=(unit,)), {}, textures={0: texture(texel, base_format)})
    close(color_of(side, context, drawn), expected)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("mode", "expected"), [
    ("LUMINANCE", (1.0, 1.0, 1.0, 1.0)), ("INTENSITY", (1.0,) * 4), ("ALPHA", (0.0, 0.0, 0.0, 1.0)),
])  # fmt: skip
@pytest.mark.parametrize("reference", [0.25, 0.75])
def test_depths_that_are_compared(
    context: moderngl.Context, side: str, mode: str, expected: Any, reference: float
) -> None:
    """3.8.14: r ≤ 0.5 gives 1, else 0, as luminance, intensity or alpha."""
    depths = Texture.from_array(
        np.full((1, 1, 1), 0.5, np.float32), "2D", "DEPTH", depth_mode=mode,
        compare_function="LEQUAL", min_filter="NEAREST", mag_filter="NEAREST",
    )  # fmt: skip
    unit = TextureUnit(
        True, "COMBINE", base_format=mode, target="SHADOW2D", combine=Combine("REPLACE", "REPLACE")
    )
    places = constant(0.5, 0.5, reference, 1.0)
    drawn = Drawn(State(texture_units=(unit,)), {0: SQUARE, 8: places}, textures={0: depths})
    if reference > 0.5:
        expected = (0.0, 0.0, 0.0, 1.0 if mode == "LUMINANCE" else 0.0)
    close(color_of(side, context, drawn), expected)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("mode", "expected"), [
    ("LUMINANCE", (0.5, 0.5, 0.5, 1.0)), ("INTENSITY", (0.5,) * 4), ("ALPHA", (0.0, 0.0, 0.0, 0.5)),
])  # fmt: skip
def test_depths_that_are_not_compared(context: moderngl.Context, side: str, mode: str, expected: Any) -> None:
    """3.8.14: the depth itself as luminance, intensity or alpha."""
    depths = Texture.from_array(
        np.full((1, 1, 1), 0.5, np.float32), "2D", "DEPTH", depth_mode=mode, min_filter="NEAREST",
        mag_filter="NEAREST",
    )  # fmt: skip
    unit = TextureUnit(True, "COMBINE", base_format=mode, combine=Combine("REPLACE", "REPLACE"))
    drawn = Drawn(State(texture_units=(unit,)), {}, textures={0: depths})
    close(color_of(side, context, drawn), expected)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("target", ["1D", "RECT"])
def test_other_targets_with_depths(context: moderngl.Context, side: str, target: str) -> None:
    """3.8.14, ARB_texture_rectangle: r over q is compared, at s over q; here 0.25 and 0.75 with 0.5."""
    shape = (1, 1) if target == "1D" else (1, 1, 1)
    depths = Texture.from_array(
        np.full(shape, 0.5, np.float32), target, "DEPTH", compare_function="GREATER", min_filter="NEAREST",
        mag_filter="NEAREST",
    )  # fmt: skip
    unit = TextureUnit(True, "REPLACE", base_format="LUMINANCE", target=f"SHADOW{target}")
    for r, expected in ((0.5, 0.0), (1.5, 1.0)):
        places = constant(1.0, 1.0, r, 2.0)
        drawn = Drawn(State(texture_units=(unit,)), {8: places}, textures={0: depths})
        close(color_of(side, context, drawn), [expected] * 3 + [1.0])


@pytest.mark.parametrize(("row", "words"), [
    (Combine(rgb="DIVIDE"), "state.texture_units[0].combine.rgb is 'DIVIDE'"),
    (Combine(alpha="DOT3_RGBA"), "state.texture_units[0].combine.alpha is 'DOT3_RGBA'"),
    (Combine(rgb_sources=("TEXTURE", "TEXTURE8", "CONSTANT")), "combine.rgb_sources[1] is 'TEXTURE8'"),
    (Combine(alpha_operands=("SRC_COLOR",) * 3), "combine.alpha_operands[0] is 'SRC_COLOR'"),
    (Combine(rgb_operands=("SRC_COLOR", "SRC_COLOR")), "combine.rgb_operands has 2 entries; there are 3"),
    (Combine(rgb_scale=3.0), "combine.rgb_scale is 3.0; it must be 1, 2 or 4"),
])  # fmt: skip
def test_what_gl_refuses(row: Combine, words: str) -> None:
    with pytest.raises(InputError) as caught:
        validate(State(texture_units=(TextureUnit(True, "COMBINE", combine=row),)))
    assert words in str(caught.value)
