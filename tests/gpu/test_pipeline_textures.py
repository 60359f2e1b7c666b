"""Textures in pipelines: every target in every stage, shared uploads, texture objects of a caller's."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest
from drawing import SQUARE, close, one_color, picture

from nvrender import InputError, Texture
from nvrender.gl.state import State, TextureUnit
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.resources.textures import TextureObject
from nvrender.languages.load import load
from nvrender.ops.texture_targets import GENERATION_4
from nvrender.run import run

_SHAPES: dict[str, tuple[int, ...]] = {
    "1D": (8,), "2D": (4, 8), "3D": (4, 4, 4), "CUBE": (6, 4, 4), "RECT": (4, 8), "ARRAY1D": (3, 8),
    "ARRAY2D": (3, 4, 8), "BUFFER": (32,),
}  # fmt: skip
_NAMES = [name for name in GENERATION_4 if name != "RENDERBUFFER"]


def _texture(target: str, **fields: Any) -> Texture:
    generator = np.random.default_rng(7)
    plain = target.removeprefix("SHADOW")
    base_format = "RGBA" if plain == target else "DEPTH"
    shape = (*_SHAPES[plain], 1 if base_format == "DEPTH" else 4)
    if plain != "BUFFER":
        fields = {"min_filter": "NEAREST", "mag_filter": "NEAREST"} | fields
    return Texture(plain, (generator.integers(0, 256, shape, np.uint8),), base_format, **fields)


_PLACE = np.array([0.4, 0.7, 0.6, 0.55], np.float32)


def _instruction(target: str) -> str:
    """One lookup at _PLACE, into ``r``."""
    if target == "BUFFER":
        return "MOV.S i, 5; TXF r, i, texture[3], BUFFER;"
    return f"TEX r, {{{', '.join(map(str, _PLACE))}}}, texture[3], {target};"


def _expected(target: str, texture: Texture) -> npt.NDArray[np.float32]:
    text = f"!!NVfp4.0 TEMP r; INT TEMP i; {_instruction(target)} MOV result.color, r; END"
    return run(text, count=1, textures={3: texture})["color[0]"][0]


_STAGES: dict[str, tuple[str, str | None, str]] = {
    "vertex": (
        "!!NVvp4.0 TEMP r; INT TEMP i; MOV result.position, vertex.position; {}"
        "MOV result.texcoord[0], r; END",
        None,
        "!!ARBfp1.0 MOV result.color, fragment.texcoord[0]; END",
    ),
    "geometry": (
        "!!NVvp4.0 MOV result.position, vertex.position; END",
        """!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3; TEMP r; INT TEMP i;
        {} MOV result.position, vertex[0].position; MOV result.texcoord[0], r; EMIT;
        MOV result.position, vertex[1].position; MOV result.texcoord[0], r; EMIT;
        MOV result.position, vertex[2].position; MOV result.texcoord[0], r; EMIT; END""",
        "!!ARBfp1.0 MOV result.color, fragment.texcoord[0]; END",
    ),
    "fragment": (
        "!!NVvp4.0 MOV result.position, vertex.position; END",
        None,
        "!!NVfp4.0 TEMP r; INT TEMP i; {} MOV result.color, r; END",
    ),
}


@pytest.mark.parametrize("target", _NAMES)
@pytest.mark.parametrize("stage", _STAGES)
def test_every_target_in_every_stage(context: moderngl.Context, stage: str, target: str) -> None:
    """NV_gpu_program4 2.X.4.4."""
    texts = [None if text is None else text.format(_instruction(target)) for text in _STAGES[stage]]
    programs = [None if text is None else load(text) for text in texts]
    texture = _texture(target)
    with ExitStack() as stack:
        frame = stack.enter_context(Target(context, (2, 2)))
        square = np.concatenate([SQUARE, [[0, 1]] * 4], axis=1).astype(np.float32)
        mesh = stack.enter_context(Mesh(context, {0: square}, primitive="QUADS"))
        pipeline = stack.enter_context(Pipeline(context, programs[0], programs[2], geometry=programs[1]))
        frame.clear()
        pipeline.draw(mesh, frame, {3: texture})
        close(one_color(frame.read()), _expected(target, texture))


@pytest.mark.parametrize("target", ["1D", "2D", "3D", "CUBE", "RECT", "SHADOW1D", "SHADOW2D", "SHADOWRECT"])
def test_every_target_in_the_fixed_function(context: moderngl.Context, target: str) -> None:
    """OpenGL 1.5, 3.8.15; q divides s, t and r, the reference too (3.8.14)."""
    texture = _texture(target)
    unit = TextureUnit(
        True, "REPLACE", base_format="RGBA" if target in _SHAPES else "LUMINANCE", target=target
    )
    place = _PLACE if target == "CUBE" else np.append(_PLACE[:3] * 2, 2.0)
    found = picture(
        context,
        "MOV o[TEX0],c[0];MOV o[COL0],c[1];",
        state=State(texture_units=(unit,)),
        parameters={0: place, 1: (0.0, 0.0, 0.0, 1.0)},
        textures={0: texture},
    )
    close(one_color(found), _expected(target, texture))


@pytest.mark.parametrize(
    ("target", "unit", "words"),
    [
        ("2D", TextureUnit(True, target="3D"), "the state says 3D, the texture is 2D"),
        (
            "2D",
            TextureUnit(True, target="SHADOW2D", base_format="ALPHA"),
            "texture is of base format RGBA; DEPTH is needed",
        ),
        ("SHADOW2D", TextureUnit(True), "the state says RGBA, the texture is LUMINANCE"),
    ],
)
def test_textures_the_state_does_not_mean(
    context: moderngl.Context, target: str, unit: TextureUnit, words: str
) -> None:
    with pytest.raises(InputError, match=f"texture unit 0: .*{words}"):
        picture(
            context, "MOV o[COL0],c[0];", state=State(texture_units=(unit,)), textures={0: _texture(target)}
        )


def _names(context: moderngl.Context, function: str) -> set[int]:
    exists = ctypes.CFUNCTYPE(ctypes.c_ubyte, ctypes.c_uint)(context.mglo._context.load(function))
    with context:
        return {name for name in range(1, 1 << 16) if exists(name)}


def test_an_upload_is_shared_and_goes_with_its_last_user(context: moderngl.Context) -> None:
    before = _names(context, "glIsTexture")
    vertex, fragment = load(_STAGES["fragment"][0]), load(_STAGES["fragment"][2].format(_instruction("2D")))
    with ExitStack() as stack:
        frame = stack.enter_context(Target(context, (2, 2)))
        mesh = stack.enter_context(Mesh(context, {0: SQUARE}, primitive="QUADS"))
        pipelines = [stack.enter_context(Pipeline(context, vertex, fragment)) for _ in range(3)]
        texture = _texture("2D")
        for pipeline in pipelines[:2] * 2:
            pipeline.draw(mesh, frame, {3: texture})
        assert len(_names(context, "glIsTexture") - before) == 1
        pipelines[0].release()
        assert len(_names(context, "glIsTexture") - before) == 1
        pipelines[1].release()
        assert not _names(context, "glIsTexture") - before
        pipelines[2].draw(mesh, frame, {3: texture})
        pipelines[2].draw(mesh, frame, {3: _texture("2D")})
        gc.collect()
        pipelines[2].draw(mesh, frame, {3: texture})
        assert len(_names(context, "glIsTexture") - before) == 1  # the other went with its Texture


def test_images_are_shared_by_textures_that_have_the_same(context: moderngl.Context) -> None:
    """Whatever their other parameters; they stay while one of them is drawn with."""
    before = _names(context, "glIsTexture")
    vertex, fragment = load(_STAGES["fragment"][0]), load(_STAGES["fragment"][2].format(_instruction("2D")))
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, vertex, fragment) as pipeline,
    ):
        first = _texture("2D", wrap_s="CLAMP_TO_EDGE")
        other = first.with_(wrap_s="REPEAT", lod_bias=2.0)
        assert other.levels[0] is first.levels[0]
        for texture in (first, other):
            pipeline.draw(mesh, frame, {3: texture})
        assert len(made := _names(context, "glIsTexture") - before) == 1
        del first, texture
        gc.collect()
        pipeline.draw(mesh, frame, {3: other})
        assert _names(context, "glIsTexture") - before == made
        pipeline.draw(mesh, frame, {3: other.with_(border_color=(1, 0, 0, 1))})
        pipeline.draw(mesh, frame, {3: other.with_(srgb=True)})
        assert len(_names(context, "glIsTexture") - before) == 2


def test_a_texture_that_is_none_is_not_complete(context: moderngl.Context) -> None:
    """OpenGL 1.5, 3.8.10; ARB_fragment_program 3.11.6."""
    fragment = load(_STAGES["fragment"][2].format(_instruction("3D")))
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, load(_STAGES["fragment"][0]), fragment) as pipeline,
    ):
        pipeline.draw(mesh, frame, {3: None})
        assert frame.read()[0, 0].tolist() == [0, 0, 0, 255]


def test_texture_objects_are_sampled_as_said_and_left_as_found(
    foreign_context: moderngl.Context, snapshot: Callable[[moderngl.Context], dict[str, object]]
) -> None:
    """Base format ALPHA of one red component, clamped to a border: neither is in the object itself."""
    context = foreign_context
    own = context.texture((2, 1), 1, b"\x33\x66")
    own.repeat_x, own.filter, own.swizzle = True, (moderngl.LINEAR, moderngl.LINEAR), "RRR1"
    given = TextureObject(
        own, "2D", "ALPHA", wrap_s="CLAMP_TO_BORDER", mag_filter="NEAREST", border_color=(0.9, 0.9, 0.9, 0.8)
    )
    vertex = load("!!VP1.0 MOV o[HPOS],v[OPOS]; MOV o[TEX0],c[0]; END")
    fragment = load("!!ARBfp1.0 TEX result.color, fragment.texcoord[0], texture[5], 2D; END")
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, vertex, fragment) as pipeline,
    ):
        before = snapshot(context)
        for s, alpha in ((0.25, 0.2), (0.75, 0.4), (1.5, 0.8)):
            pipeline.set_parameters({0: (s, 0.5, 0.0, 1.0)})
            pipeline.draw(mesh, frame, {5: given})
            close(one_color(frame.read()), [0, 0, 0, alpha])
        assert snapshot(context) == before
    assert (own.swizzle, own.filter, own.repeat_x) == ("RRR1", (moderngl.LINEAR, moderngl.LINEAR), True)
    own.release()


def test_depths_of_a_target_are_compared(context: moderngl.Context) -> None:
    depth = context.depth_texture((2, 2), np.array([0.25, 0.75, 0.25, 0.75], "f4").tobytes())
    given = TextureObject(depth, "2D", "DEPTH", mag_filter="NEAREST", compare_function="GEQUAL")
    body = "TEX r, {{0.75, 0.25, {}, 1}}, texture[0], SHADOW2D;"
    for reference, expected in ((0.7, 0.0), (0.8, 1.0)):
        fragment = load(_STAGES["fragment"][2].format(body.format(reference)))
        with (
            Target(context, (2, 2)) as frame,
            Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
            Pipeline(context, load(_STAGES["fragment"][0]), fragment) as pipeline,
        ):
            pipeline.draw(mesh, frame, {0: given})
            close(one_color(frame.read()), [expected] * 3 + [1.0])
    depth.release()


def test_missing_textures_are_named(context: moderngl.Context) -> None:
    fragment = load(_STAGES["fragment"][2].format(_instruction("3D")))
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, load(_STAGES["fragment"][0]), fragment) as pipeline,
    ):
        with pytest.raises(InputError, match=r"reads texture\[3\]; textures has none"):
            pipeline.draw(mesh, frame)
        with pytest.raises(InputError, match=r"texture\[3\]: TEX reads a 3D texture.*is 2D"):
            pipeline.draw(mesh, frame, {3: _texture("2D")})
        with pytest.raises(InputError, match=r"textures\[3\] must be a nvrender.Texture, not ndarray"):
            pipeline.draw(mesh, frame, {3: np.zeros(3)})  # type: ignore[dict-item]


def test_a_texture_drawn_into_while_it_is_read(context: moderngl.Context) -> None:
    """OpenGL 3.3, 4.4.3: a feedback loop is undefined; a texture that nobody reads makes none."""
    text = "!!ARBfp1.0 TEX result.color, fragment.texcoord[0], texture[1], 2D; END"
    drawn, other = context.texture((2, 2), 4), context.texture((2, 2), 4)
    framebuffer = context.framebuffer([drawn])
    with (
        Pipeline(context, None, load(text)) as pipeline,
        Mesh(context, {"vertex.position": SQUARE}, primitive="QUADS") as square,
    ):
        framebuffer.use()
        pipeline.draw(square, None, {0: TextureObject(drawn), 1: TextureObject(other)})
        with pytest.raises(
            InputError, match=r"texture\[1\] is drawn into while it is read; draw into another"
        ):
            pipeline.draw(square, None, {1: TextureObject(drawn)})
    for made in (framebuffer, drawn, other):
        made.release()


def test_a_texture_object_is_of_a_texture() -> None:
    for wrong in ("shadow", None, 0, True):
        with pytest.raises(InputError, match="texture must be a moderngl texture or GL's name of one, not"):
            TextureObject(wrong)
