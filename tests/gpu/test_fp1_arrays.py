"""!!FP1.0 programs on the GPU: against the oracle, instruction by instruction, and in the pipeline."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from nvrender.gl.textures.texture import Texture
from nvrender.run import run

sys.path.insert(0, str(Path(__file__).parent.parent / "glsl"))
from fp1_programs import ENDING, INSTRUCTIONS, REGISTERS, choices, instructions, words

_SPECIAL = (0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3F800000, 0xBF800000, 0x3F000000, 0xC0000000)
_COUNT = 64


def _numbers(seed: int) -> npt.NDArray[np.float32]:
    """Plain and special values, (64, 4)."""
    generator = np.random.default_rng(seed)
    plain = generator.normal(size=(_COUNT, 4)) * generator.choice([0.3, 3.0, 100.0], size=(_COUNT, 4))
    special = generator.choice(np.array(_SPECIAL, np.uint32), size=(_COUNT, 4)).view(np.float32)
    return np.where(generator.random((_COUNT, 4)) < 0.25, special, plain).astype(np.float32)


def _registers(body: str, backend: str, **given: Any) -> dict[str, npt.NDArray[np.uint32]]:
    """The words of each register behind ``body``."""
    chosen = choices(_COUNT)
    numbers = {name: _numbers(seed) for seed, name in enumerate(("TEX0", "COL0", "COL1"))}
    attributes = {
        key: np.tile(value, (len(chosen) // _COUNT, 1))
        for key, value in numbers.items()
        if f"f[{key}]" in body
    }
    text = f"!!FP1.0 {body}{ENDING}END"
    return words(run(text, attributes | {"TEX7": chosen}, backend=backend, **given)["COLR"])


def assert_alike(expected: npt.NDArray[np.uint32], found: npt.NDArray[np.uint32], message: str) -> None:
    """The same words, any NaN for a NaN, floats within 1 part in 10^5 (OpenGL 2.1.1)."""
    a, b = expected.view(np.float32), found.view(np.float32)
    with np.errstate(invalid="ignore", over="ignore"):
        same = (expected == found) | (np.isnan(a) & np.isnan(b))
        same |= np.abs(a - b) <= np.maximum(2e-5 * np.abs(a), 1e-5)
    wrong = np.argwhere(~same)
    assert not len(wrong), f"{message} {wrong[0]}: oracle {a[tuple(wrong[0])]}, GPU {b[tuple(wrong[0])]}"


@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_instructions_agree(name: str) -> None:
    """NV_fragment_program 3.11.5, with every precision, masks, condition codes and _SAT."""
    row = INSTRUCTIONS[name]
    parameters = {"p[1]": [0.5, -1.5, 3.0, -0.0]}
    for precision in ("", *(letter for letter in row.precisions if letter == "X")):
        body = instructions(row, precision)
        given = {"parameters": parameters if "p[1]" in body else None}
        expected, found = (_registers(body, backend, **given) for backend in ("oracle", "gpu"))
        for register in REGISTERS:
            assert_alike(expected[register], found[register], f"{name}{precision} {register}")


@pytest.mark.parametrize("numerics", ["exact", "fast"])
def test_fixed_point_is_clamped(numerics: str) -> None:
    """NV_fragment_program 3.11.4.1-2: -2048/1024 to 2047/1024, operands and results."""
    text = (
        "!!FP1.0 MOVX R0, f[COL0];ADDX R1, R0, f[COL0];MAD R0, R0, .25, .5;MAD o[COLR].xy, R1, .25, .5;"
        "MOV o[COLR].zw, R0.xxxy;END"
    )
    found = run(text, {"COL0": [[3.0, -3.0, 0.0, 0.0]]}, backend="gpu", numerics=numerics)["COLR"]
    most = 0.25 * 2047 / 1024 + 0.5
    np.testing.assert_allclose(found, [[most, 0.0, most, 0.0]], atol=1e-6)


def test_parameters_by_name_and_number() -> None:
    """NV_fragment_program 3.11.2: what DECLARE gives unless the caller says otherwise."""
    text = (
        "!!FP1.0 DECLARE tint = {0.5, 0.25};DECLARE shift;MOV R0, tint;ADD R0, R0, shift;"
        "ADD o[COLR], R0, p[3];END"
    )
    for parameters, expected in (
        ({}, [0.5, 0.25, 0.0, 1.0]),
        ({"shift": [0.0, 0.5, 0.0, -0.5], "p[3]": [0.25, 0.0, 0.5, 0.0]}, [0.75, 0.75, 0.5, 0.5]),
        ({"tint": [0.125, 0.0, 0.0, 0.0], "program.local[3]": [0.0, 1.0, 0.0, 0.0]}, [0.125, 1.0, 0.0, 0.0]),
    ):
        found = run(text, parameters=parameters, backend="gpu", count=1)["COLR"]
        assert found.tolist() == [expected]


@pytest.mark.parametrize("target", ["1D", "2D", "3D", "CUBE", "RECT"])
def test_units_without_a_complete_texture_read_zeros(target: str) -> None:
    """NV_fragment_program 3.11.5.38-40."""
    text = f"!!FP1.0 TEX R0, f[TEX0], TEX1, {target};ADD o[COLR], R0, .25;END"
    shapes = {"1D": (4,), "2D": (4, 4), "3D": (4, 4, 4), "CUBE": (6, 4, 4), "RECT": (4, 4)}
    image = np.ones((*shapes[target], 4), np.float32)
    textures = [{}, {1: Texture(target, (image,))}]
    if target != "RECT":
        textures.append({1: Texture(target, (image,), min_filter="NEAREST_MIPMAP_NEAREST")})
    for given, expected in zip(textures, (0.25, 1.0, 0.25), strict=False):
        attributes = {"TEX0": [[0.5, 0.25, 0.125, 1.0]]}
        found = run(text, attributes, backend="gpu", textures=given)["COLR"]
        assert found.tolist() == [[expected] * 4]
    found = run(text, {"TEX0": [[np.nan] * 4, [np.inf] * 4]}, backend="gpu")["COLR"]
    assert found.tolist() == [[0.25] * 4] * 2


def test_killed_fragments_help_their_neighbours() -> None:
    """NV_fragment_program 3.11.5.3, 3.11.5.11; docs/semantics.md."""
    text = "!!FP1.0 MOVC RC.x, f[COL0];KIL LT.x;DDX R0, f[TEX0];MAD o[COLR], R0, .1, .5;END"
    attributes = {"TEX0": _numbers(3), "COL0": _numbers(4)}
    expected, found = (run(text, attributes, backend=backend) for backend in ("oracle", "gpu"))
    assert (expected["killed"] == found["killed"]).all()
    assert found["killed"].any() and not found["killed"].all()
    np.testing.assert_allclose(found["COLR"], expected["COLR"], rtol=1e-5, atol=1e-6)


def test_depth_is_the_fragment_s_own_where_it_is_not_written() -> None:
    """NV_fragment_program 3.11.1.3; docs/semantics.md."""
    text = "!!FP1.0 MOVC RC.x, f[COL0];MOV o[DEPR].z(GT.x), .25;MOV o[COLH], f[FOGC];END"
    attributes = {
        "WPOS": [[0.5, 0.5, 0.75, 1.0], [1.5, 0.5, 0.75, 1.0]],
        "COL0": [[1.0] * 4, [-1.0] * 4],
        "FOGC": [[0.5], [2.0]],
    }
    for backend in ("oracle", "gpu"):
        found = run(text, attributes, backend=backend)
        assert found["DEPR"][:, 2].tolist() == [0.25, 0.75]
        assert found["COLH"].tolist() == [[0.5, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]
