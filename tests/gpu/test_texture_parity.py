"""Random textures, coordinates, wrap modes, filters and levels of detail: the GPU against the oracle.

The tolerance is what GL leaves to filters: weights of eight bits at least, and a logarithm and derivatives
for the level of detail that are approximate (docs/semantics.md). So texels may differ by a part of their
differences, and a few lookups where a level of detail lies between two levels or filters.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

from nvrender import Texture
from nvrender.gl.textures.formats import (
    BASE_FORMATS,
    DEPTH_MODES,
    MIN_FILTERS,
    RECT_WRAPS,
    TARGET_AXES,
    WRAPS,
)
from nvrender.ops.texture_targets import CUBES, TARGETS
from nvrender.run import run

_TARGETS = ("1D", "2D", "3D", "CUBE", "RECT", "ARRAY1D", "ARRAY2D", "ARRAYCUBE")
_COLORS = ("RGBA", "RGB", "ALPHA", "LUMINANCE", "LUMINANCE_ALPHA", "INTENSITY")
_COUNT = 64
#: Weights of eight bits along two axes and between two levels.
_WEIGHTS = 4 / 256
#: Lookups in a hundred that may stand on the other side of a choice: of level, filter or texel.
_CHOICES = 0.05

_Generator = np.random.Generator
_Floats = npt.NDArray[np.float32]


class _Case(NamedTuple):
    text: str
    attributes: dict[str, _Floats]
    texture: Texture


def _texture(generator: _Generator, target: str, depth: bool, smooth: bool) -> Texture:
    """``smooth``: only wrap modes that GL's own filters have."""
    pick = generator.choice
    sizes = {axis: int(generator.integers(1, 9)) for axis in "WHD"} | {"L": 3, "F": 6}
    sizes["H"] = sizes["W"] if target in CUBES else sizes["H"]
    border = 0 if smooth or target == "RECT" else int(pick([0, 0, 1]))
    base_format = "DEPTH" if depth else str(pick(_COLORS))
    axes = TARGET_AXES[target]
    levels = []
    several = target != "RECT" and generator.random() < 0.5
    count = max(sizes[axis] for axis in axes if axis in "DHW").bit_length() if several else 1
    for level in range(count):
        shape = [max(1, sizes[a] >> level) + 2 * border if a in "DHW" else sizes[a] for a in axes]
        levels.append(generator.random((*shape, BASE_FORMATS[base_format])).astype(np.float32))
    wraps = RECT_WRAPS if target == "RECT" else WRAPS
    if smooth:
        wraps = ("CLAMP_TO_EDGE",) if target in CUBES else ("CLAMP_TO_EDGE", "CLAMP_TO_BORDER")
    magnifying = str(pick(["NEAREST", "LINEAR"]))
    filters = MIN_FILTERS[: 6 if several else 2]
    return Texture(
        target, tuple(levels), base_format, border=border,
        wrap_s=str(pick(wraps)), wrap_t=str(pick(wraps)), wrap_r=str(pick(wraps)),
        mag_filter=magnifying, min_filter=str(pick(filters)),
        border_color=tuple(generator.random(4)),
        base_level=int(several and count > 2 and generator.random() < 0.3),
        lod_bias=float(pick([0.0, 0.7])), min_lod=float(pick([-1000.0, 0.4])),
        max_lod=float(pick([1000.0, 1.6])),
        compare_function=str(pick(["LEQUAL", "GREATER", "NOTEQUAL"])), depth_mode=str(pick(DEPTH_MODES)),
    )  # fmt: skip


def _coordinates(generator: _Generator, name: str, texture: Texture, opcode: str) -> _Floats:
    """Quads of fragments, (4k, 4): within one, coordinates run straight."""
    centers, right, up = (
        (generator.normal(size=(_COUNT // 4, 4)) * scale).astype(np.float32) for scale in (1.0, 0.15, 0.15)
    )
    row = TARGETS[name]
    for component in (row.layer, "" if texture.target in CUBES else "w"):
        if component:
            right[:, "xyzw".index(component)] = up[:, "xyzw".index(component)] = 0.0
    if row.layer:
        centers[:, "xyzw".index(row.layer)] = generator.integers(-1, 4, len(centers))
    if opcode in ("TXP", "TXB", "TXL") and row.layer != "w":
        centers[:, 3] = generator.uniform(0.5, 2.0, len(centers))
    places = np.empty((_COUNT, 4), np.float32)
    for number, (x, y) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))):
        places[number::4] = centers + x * right + y * up
    if texture.target == "RECT":
        places[:, :2] *= texture.extent(0)[:2]
    return places


def _case(seed: int, target: str, stage: str, *, smooth: bool) -> _Case:
    generator = np.random.default_rng([seed, _TARGETS.index(target), len(stage)])
    compares = target != "3D" and generator.random() < 0.3
    name = f"SHADOW{target}" if compares else target
    texture = _texture(generator, target, compares, smooth)
    opcodes = ["TEX", "TXD"] if not TARGETS[name].projected else ["TEX", "TXB", "TXD", "TXL", "TXP"]
    if target == "ARRAYCUBE":
        opcodes = ["TEX"] if compares else ["TEX", "TXB", "TXD", "TXL"]
    opcode = str(generator.choice(opcodes))
    source, result = ("fragment", "color") if stage == "fp" else ("vertex", "position")
    operands = [f"{source}.texcoord[{number}]" for number in range(3 if opcode == "TXD" else 1)]
    second = opcode in TARGETS[name].second and target == "ARRAYCUBE"
    operands += [f"{source}.texcoord[3]"] * second
    offset = ""
    if target not in CUBES and generator.random() < 0.3:
        numbers = [*generator.integers(-3, 4, TARGETS[name].offsets), 0, 0][:3]
        offset = f", ({', '.join(map(str, numbers))})"
    header = f"!!NV{stage}{5 if target == 'ARRAYCUBE' else 4}.0"
    text = f"{header} {opcode} result.{result}, {', '.join(operands)}, texture[3], {name}{offset}; END"
    slopes = (generator.normal(size=(2, _COUNT, 4)) * 0.3).astype(np.float32)
    attributes = {"texcoord[0]": _coordinates(generator, name, texture, opcode)}
    if opcode == "TXD":
        attributes |= {"texcoord[1]": slopes[0], "texcoord[2]": slopes[1]}
    if second:
        attributes["texcoord[3]"] = generator.uniform(0.0, 2.0, (_COUNT, 4)).astype(np.float32)
    return _Case(text, attributes, texture)


def _differences(case: _Case, context: moderngl.Context) -> npt.NDArray[Any]:
    options: dict[str, Any] = {"textures": {3: case.texture}}
    expected = run(case.text, case.attributes, **options)
    found = run(case.text, case.attributes, **options, backend="gpu", context=context)
    name = "position" if "position" in expected else "color[0]"
    return np.asarray(np.abs(expected[name] - found[name]).max(axis=1))


@pytest.mark.parametrize("stage", ["fp", "vp"])
@pytest.mark.parametrize("target", _TARGETS)
@pytest.mark.parametrize("smooth", [True, False], ids=["GL's filters", "any parameters"])
def test_lookups_agree(context: moderngl.Context, target: str, stage: str, smooth: bool) -> None:
    """OpenGL 1.5, 3.8.8 and 3.8.9; NV_gpu_program4 3.8.8 and Table X.19."""
    beyond = []
    for seed in range(8):
        case = _case(seed, target, stage, smooth=smooth)
        wrong = (_differences(case, context) > _WEIGHTS).mean()
        beyond.append(wrong)
        assert wrong <= 2 * _CHOICES, (case.text, case.texture)
    assert np.mean(beyond) <= _CHOICES


_FILTERED_IN_THE_SHADER = [
    ("2D", {"wrap_s": "CLAMP"}),
    ("2D", {"wrap_s": "MIRROR_CLAMP", "wrap_t": "CLAMP"}),
    ("3D", {"wrap_r": "MIRROR_CLAMP_TO_BORDER"}),
    ("1D", {"border": 1}),
    ("2D", {"border": 1, "wrap_s": "CLAMP_TO_BORDER"}),
    ("3D", {"border": 1, "wrap_t": "CLAMP"}),
    ("CUBE", {"border": 1, "wrap_s": "CLAMP_TO_BORDER", "wrap_t": "CLAMP_TO_BORDER"}),
    ("CUBE", {"wrap_s": "REPEAT", "wrap_t": "REPEAT"}),
    ("RECT", {"wrap_s": "CLAMP"}),
    ("ARRAY1D", {"border": 1, "wrap_s": "CLAMP"}),
    ("ARRAY2D", {"border": 1, "wrap_s": "MIRROR_CLAMP"}),
]


@pytest.mark.parametrize(("target", "fields"), _FILTERED_IN_THE_SHADER)
def test_what_gl_has_no_more_is_exact(context: moderngl.Context, target: str, fields: dict[str, Any]) -> None:
    """Weights of floats: NV_gpu_program4 3.8.8. RECT and cube maps of one level too."""
    generator = np.random.default_rng(5)
    border = 2 * fields.get("border", 0)
    shape = [{"W": 5, "H": 5, "D": 3, "L": 2, "F": 6}[axis] + (border if axis in "DHW" else 0)
             for axis in TARGET_AXES[target]]  # fmt: skip
    texture = Texture(
        target, (generator.random((*shape, 4)).astype(np.float32),), mag_filter="LINEAR", min_filter="LINEAR",
        border_color=(0.9, 0.1, 0.5, 0.3), **fields,
    )  # fmt: skip
    places = (generator.random((256, 4)) * 3 - 1).astype(np.float32)
    places[:, :2] *= 5 if target == "RECT" else 1
    case = _Case(
        f"!!NVfp4.0 TXL result.color, fragment.texcoord[0], texture[3], {target}; END",
        {"texcoord[0]": places}, texture,
    )  # fmt: skip
    assert _differences(case, context).max() < 2e-5


def test_a_texel_of_the_border_is_fetched(context: moderngl.Context) -> None:
    """NV_gpu_program4 2.X.4.4: a border's texels are at −1 and at the size; others are zeros here."""
    image = np.arange(1, 17, dtype=np.float32).reshape(4, 4)
    texture = Texture("2D", (image,), "LUMINANCE", border=1)
    places = np.array([[x, y, 0, 0] for x in range(-2, 4) for y in range(-2, 4)], np.int32)
    text = "!!NVvp4.0 TXF result.position, vertex.attrib[0], texture[3], 2D; END"
    found = run(text, {"vertex.attrib[0]": places}, textures={3: texture}, backend="gpu", context=context)
    expected = [
        image[y + 1, x + 1] if -1 <= x <= 2 and -1 <= y <= 2 else 0 for x, y in places[:, :2].tolist()
    ]
    assert found["position"][:, 0].tolist() == expected


def test_sizes_of_different_levels_side_by_side(context: moderngl.Context) -> None:
    """NV_gpu_program4 2.X.8, TXQ; without the border, zeros outside the levels."""
    for border in (0, 1):
        levels = [np.zeros((max(1, 3 >> n) + 2 * border, max(1, 9 >> n) + 2 * border)) for n in range(4)]
        texture = Texture("2D", tuple(levels), "LUMINANCE", border=border, base_level=1)
        asked = np.array([[level, 0, 0, 0] for level in range(-1, 5)], np.int32)
        text = "!!NVvp4.0 TXQ result.position, vertex.attrib[0].x, texture[3], 2D; END"
        found = run(text, {"vertex.attrib[0]": asked}, textures={3: texture}, backend="gpu", context=context)
        sizes = found["position"].view(np.int32)[:, :2].tolist()
        assert sizes == [[0, 0], [4, 1], [2, 1], [1, 1], [0, 0], [0, 0]]


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float16, np.float32])
@pytest.mark.parametrize("base_format", [*_COLORS, "DEPTH"])
def test_stored_texels_are_what_they_stand_for(
    context: moderngl.Context, base_format: str, dtype: type[np.generic]
) -> None:
    """OpenGL 1.5, tables 2.9 and 3.15; a DEPTH texture read as a color is of its depth mode (3.8.14)."""
    generator = np.random.default_rng(3)
    shape = (3, 5, BASE_FORMATS[base_format])
    image: npt.NDArray[Any] = generator.random(shape).astype(dtype)
    if np.dtype(dtype).kind == "u":
        image = generator.integers(0, np.iinfo(dtype).max + 1, shape).astype(dtype)
    for mode in DEPTH_MODES if base_format == "DEPTH" else DEPTH_MODES[:1]:
        texture = Texture(
            "2D", (image,), base_format, mag_filter="NEAREST", min_filter="NEAREST", depth_mode=mode
        )
        places = (generator.random((32, 4)) * (5, 3, 0, 0)).astype(np.float32) / (5, 3, 1, 1)
        text = "!!NVvp4.0 TEX result.position, vertex.attrib[1], texture[3], 2D; END"
        case = _Case(text, {"attrib[1]": places.astype(np.float32)}, texture)
        assert _differences(case, context).max() <= 2.0**-22


@pytest.mark.parametrize("base_format", ["LUMINANCE", "LUMINANCE_ALPHA", "RGB", "RGBA"])
def test_srgb_texels_are_linear(context: moderngl.Context, base_format: str) -> None:
    """EXT_texture_sRGB, to sixteen bits."""
    image = np.arange(256, dtype=np.uint8).repeat(BASE_FORMATS[base_format]).reshape(1, 256, -1)
    texture = Texture("2D", (image,), base_format, srgb=True, mag_filter="NEAREST", min_filter="NEAREST")
    places = np.stack([(np.arange(256) + 0.5) / 256, *np.full((3, 256), 0.5)], axis=1).astype(np.float32)
    text = "!!NVvp4.0 TEX result.position, vertex.attrib[1], texture[3], 2D; END"
    assert _differences(_Case(text, {"attrib[1]": places}, texture), context).max() <= 1 / 65535


@pytest.mark.parametrize("mode", DEPTH_MODES)
@pytest.mark.parametrize("mask", ["x", "w", "xw", "xyz", "xyzw"])
def test_comparisons_are_of_the_depth_mode(context: moderngl.Context, mode: str, mask: str) -> None:
    """OpenGL 1.5, 3.8.14 and table 3.21."""
    texture = Texture("2D", (np.full((1, 1), 0.5, np.float32),), "DEPTH", depth_mode=mode)
    text = (
        f"!!NVvp4.0 TEMP r; MOV r, 9; TEX r.{mask}, vertex.attrib[1], texture[3], SHADOW2D;"
        "MOV result.position, r; END"
    )
    places = np.array([[0.5, 0.5, 0.4, 0], [0.5, 0.5, 0.6, 0]], np.float32)
    assert _differences(_Case(text, {"attrib[1]": places}, texture), context).max() == 0.0


@pytest.mark.parametrize("kind", ["signed", "unsigned"])
@pytest.mark.parametrize("target", [name for name in TARGET_AXES if TARGETS[name].sampled])
@pytest.mark.parametrize("wrap", ["CLAMP_TO_BORDER", "CLAMP", "MIRROR_CLAMP_TO_BORDER"])
def test_integers_are_themselves(context: moderngl.Context, target: str, kind: str, wrap: str) -> None:
    """EXT_texture_integer; with the border's color."""
    wrap = wrap if target != "RECT" else "CLAMP_TO_BORDER"
    border = int(wrap == "CLAMP")
    generator = np.random.default_rng(6)
    sizes = {"W": 5, "H": 5, "D": 3, "L": 2, "F": 6}
    shape = [sizes[axis] + (2 * border if axis in "DHW" else 0) for axis in TARGET_AXES[target]]
    dtypes = (np.int8, np.int16, np.int32) if kind == "signed" else (np.uint8, np.uint16, np.uint32)
    first = list(TARGET_AXES).index(target)
    for base_format, dtype in zip((_COLORS * 3)[first : first + 3], dtypes, strict=True):
        limits = np.iinfo(dtype)
        image = generator.integers(limits.min, limits.max, (*shape, BASE_FORMATS[base_format]), endpoint=True)
        texture = Texture(
            target, (image.astype(dtype),), base_format, kind, border=border, wrap_s=wrap, wrap_t=wrap,
            wrap_r=wrap, border_color=(1, 2, 3, 4) if kind == "unsigned" else (-1, 2, -3, 4),
        )  # fmt: skip
        places = (generator.random((64, 4)) * 3 - 1).astype(np.float32) * (5 if target == "RECT" else 1)
        header = "!!NVvp5.0" if target == "ARRAYCUBE" else "!!NVvp4.0"
        text = f"{header} TEX.{kind[0].upper()} result.position, vertex.attrib[1], texture[3], {target}; END"
        options: dict[str, Any] = {"textures": {3: texture}}
        expected, found = (
            run(text, {"attrib[1]": places}, **options, **where)["position"].view(np.uint32)
            for where in ({}, {"backend": "gpu", "context": context})
        )
        assert (expected == found).all(), base_format


@pytest.mark.parametrize("wrap", ["CLAMP", "MIRROR_CLAMP", "MIRROR_CLAMP_TO_BORDER"])
def test_the_shader_filters_at_any_coordinate(context: moderngl.Context, wrap: str) -> None:
    """NaN counts as 0, and what is far away as far away (docs/semantics.md)."""
    texture = Texture("2D", (np.random.default_rng(8).random((4, 4, 4)),), wrap_s=wrap, wrap_t=wrap)
    special = np.array([np.nan, np.inf, -np.inf, 1e30, -1e30, 3e9, 0.3, -0.0, 1e-40], np.float32)
    places = np.array([[s, t, 0, 0] for s in special for t in special], np.float32)
    text = "!!NVvp4.0 TEX result.position, vertex.attrib[1], texture[3], 2D; END"
    assert _differences(_Case(text, {"attrib[1]": places}, texture), context).max() < 1e-5
