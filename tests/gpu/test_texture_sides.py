"""Textures drawn with on both sides: what GL has no more, depths, incomplete textures, texture objects."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest
from both_sides import SIDES, Drawn, color_of, constant, picture_of
from drawing import SQUARE, close, one_color

from nvrender import InputError, Texture
from nvrender.gl.state import State, TextureUnit
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.resources.textures import TextureObject
from nvrender.languages.load import load
from nvrender.run import run
from nvrender.source import TargetError

_ROW = np.array([[51, 102, 153, 204]], np.uint8)
_RAMP = np.array([[-0.5, -0.5], [1.5, -0.5], [1.5, 1.5], [-0.5, 1.5]])


def _unit(target: str = "2D", base_format: str = "LUMINANCE") -> State:
    return State(texture_units=(TextureUnit(True, "REPLACE", base_format=base_format, target=target),))


@pytest.mark.parametrize(
    "fields",
    [
        {"wrap_s": "CLAMP", "wrap_t": "CLAMP", "border_color": (1.0, 1.0, 1.0, 1.0)},
        {"wrap_s": "MIRROR_CLAMP", "wrap_t": "MIRROR_CLAMP_TO_BORDER"},
        {"wrap_s": "MIRROR_CLAMP_TO_EDGE", "wrap_t": "MIRROR_CLAMP_TO_EDGE"},
        {"wrap_s": "CLAMP_TO_BORDER", "border_color": (0.5, 0.0, 0.0, 0.0)},
        {"border": 1, "wrap_s": "CLAMP", "wrap_t": "CLAMP_TO_BORDER"},
    ],
)
@pytest.mark.parametrize("programmed", [False, True])
def test_wrap_modes_of_pictures(context: moderngl.Context, fields: dict[str, Any], programmed: bool) -> None:
    """OpenGL 1.5, 3.8.7 and 3.8.8; NV_gpu_program4 Table X.19."""
    generator = np.random.default_rng(1)
    texture = Texture("2D", (generator.integers(0, 256, (6, 6), np.uint8),), "LUMINANCE", **fields)
    text = "!!ARBfp1.0 TEX result.color, fragment.texcoord[0], texture[0], 2D; END"
    fragment = load(text) if programmed else None
    drawn = Drawn(_unit(), {8: _RAMP}, textures={0: texture}, fragment=fragment)
    found, expected = (picture_of(side, context, [drawn], size=(31, 29)).astype(int) for side in SIDES)
    assert np.abs(found - expected).max() <= 2
    assert len(np.unique(expected[..., 0])) > 50


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("mode", ["LUMINANCE", "INTENSITY", "ALPHA"])
@pytest.mark.parametrize("compared", [False, True])
def test_depths_in_the_fixed_function(
    context: moderngl.Context, side: str, mode: str, compared: bool
) -> None:
    """OpenGL 1.5, 3.8.14: a depth is the luminance, intensity or alpha; compared, 0 or 1."""
    texture = Texture("2D", (np.full((1, 1), 0.6, np.float32),), "DEPTH", depth_mode=mode)
    state = _unit("SHADOW2D" if compared else "2D", mode)
    drawn = Drawn(
        state, {3: constant(0.2, 0.2, 0.2, 0.4), 8: constant(0.5, 0.5, 0.5, 1.0)}, textures={0: texture}
    )
    depth = 1.0 if compared else 0.6
    expected = {"LUMINANCE": [depth] * 3 + [0.4], "INTENSITY": [depth] * 4, "ALPHA": [0.2] * 3 + [depth]}
    close(color_of(side, context, drawn), expected[mode])


@pytest.mark.parametrize("side", SIDES)
def test_incomplete_textures_disable_their_unit(context: moderngl.Context, side: str) -> None:
    """OpenGL 1.5, 3.8.10."""
    texture = Texture("2D", (np.full((2, 2), 255, np.uint8),), "LUMINANCE", min_filter="LINEAR_MIPMAP_LINEAR")
    assert not texture.complete
    drawn = Drawn(_unit(), {3: constant(0.2, 0.4, 0.6, 0.8)}, textures={0: texture})
    close(color_of(side, context, drawn), [0.2, 0.4, 0.6, 0.8])


def test_a_pipeline_reads_one_texture_after_another(context: moderngl.Context) -> None:
    """Shaders follow the textures: filtered by GL, by the shader, missing levels, depths."""
    vertex = load("!!NVvp4.0 MOV result.position, vertex.position; END")
    fragment = load("!!NVfp4.0 TEX result.color, {1, 0.5, 0, 0}, texture[0], 2D; END")
    plain = Texture.from_array(_ROW, mag_filter="NEAREST", wrap_s="CLAMP_TO_EDGE")
    depth = Texture("2D", (np.full((1, 1), 0.5, np.float32),), "DEPTH", depth_mode="INTENSITY")
    textures = [
        (plain, [0.8, 0.8, 0.8, 1.0]),
        (plain.with_(mag_filter="LINEAR", wrap_s="CLAMP", wrap_t="CLAMP"), [0.4, 0.4, 0.4, 1.0]),
        (plain.with_(min_filter="LINEAR_MIPMAP_LINEAR"), [0.0, 0.0, 0.0, 1.0]),
        (depth, [0.5, 0.5, 0.5, 0.5]),
    ]
    with (
        Target(context, (2, 2)) as target,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, vertex, fragment) as pipeline,
    ):
        for texture, expected in textures * 2:
            pipeline.draw(mesh, target, {0: texture})
            close(one_color(target.read()), expected)


def test_texture_objects_that_clamp(context: moderngl.Context) -> None:
    """CLAMP is the shader's work; of a cube map's object its faces cannot be fetched."""
    own = context.texture((4, 1), 1, _ROW.tobytes())
    given = TextureObject(own, "2D", "LUMINANCE", wrap_s="CLAMP", wrap_t="CLAMP")
    fragment = load("!!NVfp4.0 TEX result.color, {1, 0.5, 0, 0}, texture[0], 2D; END")
    cubed = load("!!NVfp4.0 TEX result.color, {1, 0.5, 0, 0}, texture[0], CUBE; END")
    with (
        Target(context, (2, 2)) as target,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, None, fragment) as pipeline,
        Pipeline(context, None, cubed) as other,
    ):
        pipeline.draw(mesh, target, {0: given})
        close(one_color(target.read()), [0.4, 0.4, 0.4, 1.0])
        with pytest.raises(
            TargetError, match=r"texture\[0\] is a 2D texture object with mipmaps that wraps by CLAMP"
        ):
            many = TextureObject(own, wrap_s="CLAMP", min_filter="LINEAR_MIPMAP_LINEAR")
            pipeline.draw(mesh, target, {0: many})
        with pytest.raises(TargetError, match=r"texture\[0\] is a CUBE texture object that wraps by REPEAT"):
            other.draw(mesh, target, {0: TextureObject(own, "CUBE", wrap_s="REPEAT")})
        with pytest.raises(InputError, match=r"texture\[0\]: the texture object is no CUBE texture"):
            other.draw(mesh, target, {0: TextureObject(own, "CUBE")})
        with pytest.raises(InputError, match=r"texture\[0\]: the texture object is no 2D texture"):
            pipeline.draw(mesh, target, {0: TextureObject(1 << 20)})
    own.release()


def test_geometry_programs_over_arrays_read_textures(context: moderngl.Context) -> None:
    """NV_geometry_program4 2.X.8: lookups at level 0, fetches and sizes."""
    generator = np.random.default_rng(4)
    texture = Texture("2D", (generator.random((4, 4, 4), np.float32),), wrap_s="CLAMP", wrap_t="CLAMP")
    volume = Texture("3D", (generator.integers(0, 99, (2, 3, 4, 4), np.int32),), "RGBA", "signed")
    text = """!!NVgp4.0 PRIMITIVE_IN LINES; PRIMITIVE_OUT POINTS; VERTICES_OUT 2; INT TEMP i; TEMP r;
    TEX result.position, vertex[0].texcoord[0], texture[0], 2D; TXQ i, 0, texture[5], 3D;
    I2F.S result.texcoord[0], i; EMIT;
    FLR r, vertex[1].texcoord[0]; TRUNC.S i, r; MOV.S i.w, 0; TXF.S i, i, texture[5], 3D;
    I2F.S result.texcoord[0], i; EMIT; END"""
    places = (generator.random((12, 4), np.float32) * 4 - 0.5).astype(np.float32)
    options: dict[str, Any] = {"textures": {0: texture, 5: volume}}
    expected = run(text, {"texcoord[0]": places}, **options)
    found = run(text, {"texcoord[0]": places}, backend="gpu", context=context, **options)
    assert expected["texcoord[0]"].any() and expected["position"].any()
    for name in expected:
        assert np.allclose(expected[name], found[name], rtol=0, atol=1e-5), name
