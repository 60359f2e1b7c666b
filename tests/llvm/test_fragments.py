"""Fragment programs compiled for the processor against the oracle: quads, textures, kills, the end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fuzz.campaign import campaign

import nvrender
from nvrender import Texture
from nvrender.gl.textures.formats import MIN_FILTERS, RECT_WRAPS, WRAPS
from nvrender.program import Program
from nvrender.regression.comparison.sample_states import sample_state
from nvrender.regression.comparison.samples import samples
from nvrender.source import TargetError

from .bits import compared

SHADERS = Path(__file__).parents[2] / "shaders"
SIZES = {
    "1D": (13,), "2D": (6, 9), "3D": (4, 6, 5), "CUBE": (6, 8, 8), "RECT": (6, 9), "ARRAY1D": (3, 8),
    "ARRAY2D": (3, 6, 9),
}  # fmt: skip


def _texture(target: str, source: random.Random, **fields: Any) -> Texture:
    """A texture whose parameters are drawn by chance."""
    numbers = np.random.default_rng(source.randrange(1 << 32))
    image = numbers.random((*SIZES[target], fields.pop("components", 4))).astype(np.float32)
    wraps = RECT_WRAPS if target == "RECT" else WRAPS
    given = {name: source.choice(wraps) for name in ("wrap_s", "wrap_t", "wrap_r")}
    given["mag_filter"] = source.choice(("NEAREST", "LINEAR"))
    given["min_filter"] = source.choice(MIN_FILTERS[:2] if target == "RECT" else MIN_FILTERS)
    mipmapped = "MIPMAP" in given["min_filter"]
    return Texture.from_array(
        image, target, mipmaps=mipmapped, border_color=(0.25, 0.5, 2.0, -1.0), lod_bias=source.uniform(-1, 1),
        **given, **fields,
    )  # fmt: skip


def _textures(program: Program) -> dict[int, Texture]:
    source = random.Random(program.source.name)
    accesses = [row.texture for row in program.instructions if row.texture is not None]
    return {access.unit: _texture(access.target, source) for access in accesses}


@pytest.mark.parametrize(
    "name", ["curved.fp", "ember.fp", "foliage.fp", "mirror.fp", "modulate.fp", "neon_wall.fp"]
)
def test_programs_give_the_oracles_bits(name: str) -> None:
    program = nvrender.load(SHADERS / name)
    attributes, parameters = samples(program, 70, seed=4)
    state = sample_state(program, seed=4).with_(window_height=64)
    assert compared(program, attributes, parameters, state=state, textures=_textures(program)) == []


LOOKUPS = {
    "2D": "TEX result.color, fragment.texcoord[0], texture[0], {};",
    "bias": "TXB result.color, fragment.texcoord[0], texture[0], {};",
    "level": "TXL result.color, fragment.texcoord[0], texture[0], {};",
    "projected": "TXP result.color, fragment.texcoord[0], texture[0], {};",
    "gradients": (
        "ATTRIB c[] = {{ fragment.texcoord[0..2] }};\nTXD result.color, c[0], c[1], c[2], texture[0], {};"
    ),
    "offset": "TEX result.color, fragment.texcoord[0], texture[0], {}, (1, -2, 0);",
}


@pytest.mark.parametrize(
    ("kind", "target"),
    [
        ("2D", "1D"), ("2D", "2D"), ("2D", "3D"), ("2D", "CUBE"), ("2D", "RECT"), ("2D", "ARRAY1D"),
        ("2D", "ARRAY2D"), ("bias", "2D"), ("level", "CUBE"), ("projected", "2D"), ("gradients", "2D"),
        ("offset", "2D"),
    ],
)  # fmt: skip
def test_lookups_filter_and_wrap_as_the_specifications_say(kind: str, target: str) -> None:
    """OpenGL 1.5, 3.8.8; NV_gpu_program4 2.X.4.4; INF and NaN among the coordinates (docs/semantics.md)."""
    numbers = np.random.default_rng(7)
    scale = 12.0 if target == "RECT" else 2.5
    given = {
        f"fragment.texcoord[{unit}]": numbers.uniform(-scale, scale, (64, 4)).astype(np.float32)
        for unit in range(3)
    }
    given["fragment.texcoord[0]"][:4, 0] = [np.inf, np.nan, 3e38, -0.0]
    given["fragment.texcoord[0]"][32:] *= np.float32(0.02)  # which are magnified
    program = nvrender.load(f"!!NVfp4.0\n{LOOKUPS[kind].format(target)}\nEND")
    source = random.Random(f"{kind} {target}")
    for _ in range(2):
        texture = _texture(target, source)
        assert compared(program, given, textures={0: texture}) == [], texture


def test_depths_are_compared() -> None:
    """OpenGL 1.5, 3.8.14: each texel, then the filter."""
    program = nvrender.load(
        "!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\n"
        "TEX result.color, fragment.texcoord[0], texture[0], SHADOW2D;\nEND"
    )
    source, coordinates = (
        random.Random(3),
        np.random.default_rng(1).uniform(-1, 2, (64, 4)).astype(np.float32),
    )
    for mode, function in (("LUMINANCE", "LEQUAL"), ("ALPHA", "GREATER"), ("INTENSITY", "ALWAYS")):
        texture = _texture(
            "2D", source, components=1, base_format="DEPTH", depth_mode=mode, compare_function=function
        )
        assert compared(program, {"fragment.texcoord[0]": coordinates}, textures={0: texture}) == []


def test_texels_are_fetched_and_sizes_asked() -> None:
    """NV_gpu_program4 2.X.8, TXF and TXQ: zeros for what is not there."""
    program = nvrender.load(
        "!!NVfp4.0\nTEMP r;\nTRUNC.S r, fragment.texcoord[0];\nTXF result.color, r, texture[0], 2D;\n"
        "TXQ r, r, texture[0], 2D;\nI2F r, r;\nMOV result.depth, r.x;\nEND"
    )
    places = np.random.default_rng(2).uniform(-2, 8, (64, 4)).astype(np.float32)
    places[:, 3] = np.tile([0, 1, 2, 9], 16)
    texture = _texture("2D", random.Random(5)).with_(min_filter="NEAREST")
    mipmapped = texture.with_mipmaps()
    for each in (texture, mipmapped, None):
        assert compared(program, {"fragment.texcoord[0]": places}, textures={0: each}) == []


@pytest.mark.parametrize("family", ["arbfp", "arbfp-nv2", "nvfp4", "fp1", "fp2"])
def test_random_programs(family: str) -> None:
    """``python -m tests.fuzz --backend llvm`` tries more."""
    outcomes = list(campaign(family, 60, 2, ("llvm",)))
    assert [row.mismatch.message for row in outcomes if row.mismatch is not None] == []


@pytest.mark.parametrize("count", [1, 3, 18])
def test_neighbours_that_are_not_there_differ_by_nothing(count: int) -> None:
    """docs/semantics.md, derivatives at the end of an array and beside killed fragments."""
    text = (
        "!!NVfp4.0\nTEMP r;\nKIL fragment.texcoord[1];\nDDX r.x, fragment.texcoord[0];\n"
        "DDY r.yzw, fragment.texcoord[0];\nMOV result.color, r;\nEND"
    )
    numbers = np.random.default_rng(count)
    given = {
        f"fragment.texcoord[{unit}]": numbers.normal(size=(count, 4)).astype(np.float32) for unit in (0, 1)
    }
    assert compared(nvrender.load(text), given) == []


@pytest.mark.parametrize("option", ["ARB_fog_linear", "ARB_fog_exp", "ARB_fog_exp2"])
def test_fog_is_blended_behind_the_program(option: str) -> None:
    """ARB_fragment_program 3.11.4.5.1."""
    text = f"!!ARBfp1.0\nOPTION {option};\nMOV result.color, fragment.color;\nEND"
    given = {
        "fragment.fogcoord": np.linspace(-1, 3, 33, dtype=np.float32)[:, None],
        "fragment.color": np.linspace(-1, 2, 132, dtype=np.float32).reshape(33, 4),
    }
    assert compared(text, given) == []


@pytest.mark.parametrize("wrap", ["REPEAT", "CLAMP_TO_BORDER", "MIRROR_CLAMP_TO_EDGE"])
def test_textures_at_a_slant(wrap: str) -> None:
    """EXT_texture_filter_anisotropic 3.8.5 (docs/semantics.md)."""
    numbers = np.random.default_rng(8)
    slopes = np.exp2(numbers.uniform(-7, -1, (64, 2, 2)))
    given = {f"fragment.texcoord[{unit}]": slopes[:, unit - 1] for unit in (1, 2)}
    given["fragment.texcoord[0]"] = numbers.uniform(-1.5, 1.5, (64, 2))
    text = (
        "TXD result.color, fragment.texcoord[0], fragment.texcoord[1], fragment.texcoord[2], texture[0], 2D;"
    )
    program = nvrender.load(f"!!NVfp4.0\n{text}\nEND")
    texture = Texture.from_array(
        numbers.random((16, 32, 4)).astype(np.float32), mipmaps=True, max_anisotropy=6.0, wrap_s=wrap,
        wrap_t=wrap, border_color=(0.5, 2.0, 0.0, 1.0), min_filter="LINEAR_MIPMAP_LINEAR",
    )  # fmt: skip
    attributes = {name: array.astype(np.float32) for name, array in given.items()}
    assert compared(program, attributes, textures={0: texture}) == []


def test_lookups_that_are_not_supported_are_refused() -> None:
    texture = Texture.from_array(np.ones((4, 4, 4), np.float32))
    text = "!!NVfp5.0\nTXG result.color, fragment.texcoord[0], texture[0].x, 2D;\nEND"
    with pytest.raises(TargetError, match="the back end llvm does not run the texture operation gather"):
        nvrender.run(text, textures={0: texture}, backend="llvm")
