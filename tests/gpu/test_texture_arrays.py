"""Textures of programs over arrays: the GPU against the oracle, every target."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender import Texture
from nvrender.languages.load import load
from nvrender.run import run

_SHAPES: dict[str, tuple[int, ...]] = {
    "1D": (8,), "2D": (4, 8), "3D": (4, 4, 4), "CUBE": (6, 4, 4), "RECT": (4, 8), "ARRAY1D": (3, 8),
    "ARRAY2D": (3, 4, 8), "BUFFER": (32,),
}  # fmt: skip
_GENERATOR = np.random.default_rng(12)
_COUNT = 64


def _texture(target: str, base_format: str = "RGBA", kind: str = "float", **fields: Any) -> Texture:
    components = {"RGBA": 4, "DEPTH": 1, "LUMINANCE_ALPHA": 2}[base_format]
    shape = (*_SHAPES[target], components)
    if kind != "float":
        image = _GENERATOR.integers(0, 100, size=shape).astype(np.int32 if kind == "signed" else np.uint32)
        return Texture(target, (image,), base_format, kind, **fields)
    return Texture(target, (_GENERATOR.random(shape).astype(np.float32),), base_format, **fields)


def _agree(text: str, textures: dict[int, Texture], within: float, **attributes: Any) -> None:
    program = load(text)
    given = {f"texcoord[{key[1:]}]": value for key, value in attributes.items() if key[0] == "t"}
    given |= {f"attrib[{key[1:]}]": value for key, value in attributes.items() if key[0] == "a"}
    expected, found = (
        run(program, given, textures=textures, backend=backend) for backend in ("oracle", "gpu")
    )
    for name in program.results:
        assert np.allclose(expected[name], found[name], rtol=0, atol=within, equal_nan=True), name


_HEADERS = {
    "!!NVfp4.0": ("fragment.texcoord[0]", "result.color"),
    "!!NVvp4.0": ("vertex.texcoord[0]", "result.position"),
}


@pytest.mark.parametrize("header", _HEADERS)
@pytest.mark.parametrize("filter", ["NEAREST", "LINEAR"])
@pytest.mark.parametrize("target", [name for name in _SHAPES if name != "BUFFER"])
def test_lookups_agree(target: str, filter: str, header: str) -> None:
    """NV_gpu_program4 2.X.8, TXL; OpenGL 1.5, 3.8.8."""
    source, result = _HEADERS[header]
    places = _GENERATOR.random((_COUNT, 4)).astype(np.float32) * 2 - 0.5
    if target == "RECT":
        places[:, :2] *= (8, 4)
    if target.startswith("ARRAY"):
        places[:, 1 if target == "ARRAY1D" else 2] *= 3
    places[:, 3] = 0.0
    texture = _texture(target, min_filter=filter, mag_filter=filter)
    if target == "CUBE":  # llvmpipe clamps to the edges of a face, whatever the wrap modes
        texture = texture.with_(wrap_s="CLAMP_TO_EDGE", wrap_t="CLAMP_TO_EDGE")
    text = f"{header} TXL {result}, {source}, texture[2], {target}; END"
    if target == "3D" and filter == "LINEAR":
        texture = texture.with_(wrap_s="MIRRORED_REPEAT", wrap_t="CLAMP_TO_EDGE", wrap_r="CLAMP_TO_BORDER")
    # Drivers weigh texels with 8 bits at least.
    _agree(text, {2: texture}, 0.01 if filter == "LINEAR" else 1e-6, t0=places)


@pytest.mark.parametrize("kind", ["signed", "unsigned"])
@pytest.mark.parametrize("target", [name for name in _SHAPES if name != "CUBE"])
def test_fetches_agree(target: str, kind: str) -> None:
    """NV_gpu_program4 2.X.8, TXF; zeros outside the image (docs/semantics.md)."""
    places = _GENERATOR.integers(-2, 10, size=(_COUNT, 4)).astype(np.int32)
    places[:, 3] = 0
    text = (
        f"!!NVfp4.0 FLAT INT ATTRIB v = fragment.attrib[0]; TXF.{kind[0].upper()} result.color, v,"
        f"texture[0], {target}; END"
    )
    program = load(text)
    textures = {0: _texture(target, kind=kind)}
    expected, found = (
        run(program, {"attrib[0]": places}, textures=textures, backend=backend)["color[0]"].view(np.uint32)
        for backend in ("oracle", "gpu")
    )
    assert (expected == found).all()


@pytest.mark.parametrize("target", ["1D", "2D", "CUBE", "RECT", "ARRAY1D", "ARRAY2D"])
def test_depth_comparisons_agree(target: str) -> None:
    """OpenGL 1.5, 3.8.14: (d, d, d, 1)."""
    places = _GENERATOR.random((_COUNT, 4)).astype(np.float32)
    texture = _texture(target, "DEPTH", min_filter="NEAREST", mag_filter="NEAREST")
    text = f"!!NVfp4.0 TEX result.color, fragment.texcoord[0], texture[1], SHADOW{target}; END"
    _agree(text, {1: texture}, 0.0, t0=places)


@pytest.mark.parametrize("numerics", ["exact", "fast"])
@pytest.mark.parametrize("target", ["1D", "2D", "RECT", "ARRAY1D", "ARRAY2D"])
@pytest.mark.parametrize("name", ["TEX", "TXP"])
def test_references_are_kept_in_0_to_1(name: str, target: str, numerics: str) -> None:
    """OpenGL 1.5, 3.8.14: beyond the farthest depth nothing is farther."""
    if name == "TXP" and target == "ARRAY2D":
        name = "TEX"  # w is the reference
    texture = _texture(target, "DEPTH", min_filter="NEAREST", mag_filter="NEAREST").with_(
        levels=(np.ones(_SHAPES[target], np.float32),)
    )
    component = "w" if target == "ARRAY2D" else "z"
    places = np.float32([[0.25, 0.25, 0.25, 1.0]] * 4)
    places[:, "xyzw".index(component)] = [0.5, 1.0, 1.5, -2.0]
    if name == "TXP":
        places = np.concatenate([places[:, :3] * 2, np.full((4, 1), 2.0, np.float32)], axis=1)
    text = f"!!NVfp4.0 {name} result.color, fragment.texcoord[0], texture[1], SHADOW{target}; END"
    for function, passed in (("LEQUAL", [1, 1, 1, 1]), ("LESS", [1, 0, 0, 1])):
        given = {"textures": {1: texture.with_(compare_function=function)}, "numerics": numerics}
        for backend in ("oracle", "gpu"):
            found = run(text, {"texcoord[0]": places}, backend=backend, **given)["color[0]"]
            assert found[:, 0].tolist() == passed, (backend, function)


def test_base_formats_and_mipmaps_agree() -> None:
    texture = _texture("2D", "LUMINANCE_ALPHA").with_mipmaps()
    steps = np.linspace(0, 1, _COUNT, dtype=np.float32)
    places = np.stack([steps, steps, steps * 0, steps * 3], axis=1)
    text = "!!NVfp4.0 TXL result.color, fragment.texcoord[0], texture[1], 2D; END"
    _agree(text, {1: texture}, 0.02, t0=places)


def test_missing_textures_are_0_0_0_1() -> None:
    """ARB_fragment_program 3.11.6."""
    for target in ("1D", "2D", "3D", "CUBE", "RECT"):
        text = f"!!ARBfp1.0 TEX result.color, fragment.texcoord[0], texture[4], {target}; END"
        assert run(text, count=2, backend="gpu")["color[0]"].tolist() == [[0, 0, 0, 1]] * 2
        attributes = {"texcoord[0]": [[np.nan] * 4, [np.inf] * 4]}
        assert run(text, attributes, backend="gpu")["color[0]"].tolist() == [[0, 0, 0, 1]] * 2


@pytest.mark.parametrize("textures", [{}, {4: "ALPHA"}], ids=["missing", "depth mode"])
def test_no_compiler_folds_the_zeros_of_textures(textures: dict[int, str]) -> None:
    """ARB_fragment_program 3.11.6, OpenGL 1.5, 3.8.14: 0 * INF is NaN, also where no texel is read."""
    given = {unit: _texture("2D", "DEPTH", depth_mode=mode) for unit, mode in textures.items()}
    text = (
        "!!ARBfp1.0 TEMP t; TEX t, fragment.texcoord[0], texture[4], 2D;"
        "MUL result.color, t, fragment.texcoord[1]; END"
    )
    infinite = np.full((1, 4), np.inf, np.float32)
    for backend in ("oracle", "gpu"):
        found = run(text, {"texcoord[1]": infinite}, textures=given, backend=backend)["color[0]"]
        assert np.isnan(found[0, :3]).all() and found[0, 3] == 1, backend


def test_incomplete_textures_are_constant() -> None:
    """OpenGL 1.5, 3.8.10; of FP1.0 NV_fragment_program 3.11.5.38."""
    texture = _texture("2D", min_filter="NEAREST_MIPMAP_NEAREST")
    for header, last in (("!!ARBfp1.0", 1), ("!!FP1.0", 0)):
        source, result = ("fragment.texcoord[0]", "result.color") if last else ("f[TEX0]", "o[COLR]")
        unit = "texture[0]" if last else "TEX0"
        text = f"{header} TEX {result}, {source}, {unit}, 2D; END"
        found = run(text, count=2, textures={0: texture}, backend="gpu")
        assert next(iter(found.values())).tolist() == [[0, 0, 0, last]] * 2


def test_all_units_at_once(foreign_context: moderngl.Context, snapshot: Any) -> None:
    """ARB_fragment_program 3.11.6: sixteen image units."""
    lookups = (f"TEX r, fragment.texcoord[0], texture[{unit}], 2D; ADD s, s, r;" for unit in range(16))
    text = f"!!ARBfp1.0 TEMP r, s; MOV s, 0; {' '.join(lookups)} MUL result.color, s, 0.0625; END"
    textures = {unit: Texture("2D", (np.full((1, 1, 4), unit / 16, np.float32),)) for unit in range(16)}
    before = snapshot(foreign_context)
    found = run(text, count=2, textures=textures, backend="gpu", context=foreign_context)
    assert found["color[0]"].tolist() == [[15 / 32] * 4] * 2
    assert snapshot(foreign_context) == before


def test_names_of_a_program_are_not_those_of_its_lookups() -> None:
    text = (
        "!!NVfp4.0 INT TEMP texture0_fetch; TEMP fetch_texture0; MOV.S texture0_fetch, 0;"
        "TXF fetch_texture0, texture0_fetch, texture[0], 1D; MOV result.color, fetch_texture0; END"
    )
    texture = Texture("1D", (np.array([[0.5, 0.25, 0.0, 1.0]]),))
    found = run(text, count=1, textures={0: texture}, backend="gpu")
    assert found["color[0]"].tolist() == [[0.5, 0.25, 0.0, 1.0]]


def test_a_callers_bindings_come_back(foreign_context: moderngl.Context, snapshot: Any) -> None:
    before = snapshot(foreign_context)
    text = "!!ARBfp1.0 TEX result.color, fragment.texcoord[0], texture[3], 2D; END"
    run(text, count=3, textures={3: _texture("2D")}, backend="gpu", context=foreign_context)
    assert snapshot(foreign_context) == before
