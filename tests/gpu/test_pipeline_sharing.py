"""Programs shared by value, a caller's own draws, and a caller's context left as found."""

from __future__ import annotations

import ctypes
import re
from typing import Any

import moderngl
import numpy as np
import pytest
from drawing import PASS, SQUARE, close, image, one_color, program

from nvrender.gl.state import AlphaTest, Blend, Depth, Fog, State, TextureUnit
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.pipeline.raster import Raster, demands
from nvrender.source import InputError, TargetError

BODY = PASS + "MOV o[COL0],c[0];MOV o[FOGC],c[1];"
FOG = State(fog=Fog(True, "EXP", 0.5))


def test_equal_pipelines_share_one_program(context: moderngl.Context) -> None:
    with (
        Pipeline(context, program(BODY), state=FOG) as first,
        Pipeline(context, program(BODY), state=FOG) as second,
    ):
        assert first.program is second.program


def test_a_shared_program_keeps_each_pipelines_numbers(context: moderngl.Context) -> None:
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(
            context, program(BODY), state=FOG.with_(fog=Fog(True, "EXP", 1.0, color=(1, 0, 0, 0)))
        ) as first,
        Pipeline(
            context, program(BODY), state=FOG.with_(fog=Fog(True, "EXP", 1.0, color=(0, 1, 0, 0)))
        ) as second,
    ):
        assert first.program is second.program
        first.set_parameters({0: (0.0, 0.0, 0.0, 1.0), 1: (100.0,)})
        second.set_parameters({0: (0.0, 0.0, 0.0, 0.5), 1: (100.0,)})
        for pipeline, color in ((first, [1, 0, 0, 1]), (second, [0, 1, 0, 0.5]), (first, [1, 0, 0, 1])):
            pipeline.draw(mesh, frame)
            close(one_color(frame.read()), color)


def test_numbers_do_not_relink_and_words_do(context: moderngl.Context) -> None:
    with Pipeline(context, program(BODY), state=FOG) as pipeline:
        linked = pipeline.program
        for state in (
            FOG.with_(fog=Fog(True, "EXP", 0.9, 3.0, 4.0, (1.0, 0.0, 0.0, 0.0))),
            FOG.with_(point_size=3.0, depth=Depth(True), blend=Blend(True), cull_face="BACK"),
            FOG.with_(alpha_test=AlphaTest(False, "NEVER", 0.5)),
        ):
            pipeline.set_state(state)
            assert pipeline.program is linked
            assert pipeline.state == state
        text = pipeline.sources
        for state in (
            FOG.with_(fog=Fog(True, "EXP2")),
            FOG.with_(alpha_test=AlphaTest(True, "LESS")),
            FOG.with_(flat_shading=True),
        ):
            pipeline.set_state(state)
            assert pipeline.sources != text
        pipeline.set_state(FOG)
        assert pipeline.sources == text


def test_a_wrong_state_leaves_the_pipeline_as_it_was(context: moderngl.Context) -> None:
    with Pipeline(context, program(BODY), state=FOG) as pipeline:
        linked = pipeline.program
        with pytest.raises(InputError):
            pipeline.set_state(FOG.with_(fog=Fog(True, "SQUARE")))
        assert pipeline.state == FOG
        assert pipeline.program is linked


def test_the_program_outlives_one_of_two_users(context: moderngl.Context) -> None:
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, program(BODY)) as pipeline,
    ):
        with Pipeline(context, program(BODY)) as other:
            other.draw(mesh, frame)
        pipeline.set_parameters({0: (0.0, 1.0, 0.0, 1.0)})
        pipeline.draw(mesh, frame)
        close(one_color(frame.read()), [0.0, 1.0, 0.0, 1.0])


def test_a_released_pipeline_says_so(context: moderngl.Context) -> None:
    pipeline = Pipeline(context, program(BODY))
    pipeline.release()
    pipeline.release()
    with pytest.raises(InputError, match="released"):
        _ = pipeline.program
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: [[0, 0]]}) as mesh,
        pytest.raises(InputError, match="released"),
    ):
        pipeline.draw(mesh, frame)


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        ((None,), {}, "mesh is of type NoneType; give a nvrender.gpu.draw.Mesh"),
        (("mesh", "frame"), {}, "target is of type str; give a nvrender.gpu.draw.Target"),
        (("mesh",), {"instances": 0}, "instances is 0; it must be a whole number from 1 to 2147483647"),
        (("mesh",), {"instances": 10**12}, "instances is 1000000000000; "),
        (("mesh",), {"instances": 1.5}, "instances is 1.5; "),
        (("mesh",), {"textures": {16: None}}, "textures: 16 is not the number of an image unit, 0 to 15"),
    ],
)
def test_wrong_draws(context: moderngl.Context, arguments: Any, options: Any, words: str) -> None:
    with Pipeline(context, program(BODY)) as pipeline, Mesh(context, {0: [[0, 0]]}) as mesh:
        given = (mesh if argument == "mesh" else argument for argument in arguments)
        with pytest.raises(InputError, match=re.escape(words)):
            pipeline.draw(*given, **options)


def test_wrong_pipelines(context: moderngl.Context) -> None:
    no_context: Any = "egl"
    with pytest.raises(InputError, match=r"context must be a moderngl\.Context in use; this one is a str"):
        Pipeline(no_context, program(BODY))
    no_state: Any = {"two_side": True}
    with pytest.raises(InputError, match=r"state must be a nvrender\.State, not dict"):
        Pipeline(context, program(BODY), state=no_state)


def test_meshes_and_pipelines_may_go_in_any_order(context: moderngl.Context) -> None:
    with Target(context, (2, 2)) as frame, Pipeline(context, program(BODY)) as pipeline:
        for _ in range(3):
            mesh = Mesh(context, {0: SQUARE}, primitive="QUADS")
            pipeline.draw(mesh, frame)
            mesh.release()
        mesh = Mesh(context, {0: SQUARE}, primitive="QUADS")
        with Pipeline(context, program(BODY)) as short:
            short.draw(mesh, frame)
        pipeline.draw(mesh, frame)
        mesh.release()


def test_only_vertex_programs_draw(context: moderngl.Context) -> None:
    state_program = program("MOV c[0],v[0];", "!!VSP1.0")
    with pytest.raises(InputError, match="vertex state program"):
        Pipeline(context, state_program)
    with pytest.raises(InputError, match=r"nvrender\.load"):
        Pipeline(context, "!!VP1.0 MOV o[HPOS],v[0]; END")  # type: ignore[arg-type]


def test_targets_beyond_the_context_are_an_error(context: moderngl.Context) -> None:
    if context.version_code >= 430:
        Pipeline(context, program(BODY), target="glsl430").release()
    else:
        with pytest.raises(TargetError, match="glsl430"):
            Pipeline(context, program(BODY), target="glsl430")
    with pytest.raises(TargetError, match="'glsl120'"):
        Pipeline(context, program(BODY), target="glsl120")


# A caller's own draws


def test_a_callers_vertex_array(context: moderngl.Context) -> None:
    with Target(context, (2, 2)) as frame, Pipeline(context, program(BODY)) as pipeline:
        pipeline.set_parameters({0: (0.0, 0.0, 1.0, 1.0)})
        buffer = context.buffer(SQUARE.tobytes())
        array = context.vertex_array(pipeline.program, [(buffer, "2f", 0)])
        frame.framebuffer.use()
        pipeline.render(array, moderngl.TRIANGLE_FAN)
        close(one_color(frame.read()), [0.0, 0.0, 1.0, 1.0])
        frame.clear()
        frame.framebuffer.use()
        pipeline.bind()
        array.render(moderngl.TRIANGLE_FAN)
        close(one_color(frame.read()), [0.0, 0.0, 1.0, 1.0])
        array.release()
        buffer.release()


def test_a_mesh_into_the_framebuffer_in_use(context: moderngl.Context) -> None:
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, program(BODY)) as pipeline,
    ):
        pipeline.set_parameters({0: (0.0, 0.0, 1.0, 1.0)})
        for draw in (pipeline.render, pipeline.draw):
            frame.clear()
            frame.framebuffer.use()
            draw(mesh)
            close(one_color(frame.read()), [0.0, 0.0, 1.0, 1.0])


def test_no_framebuffer_in_use(foreign_context: moderngl.Context) -> None:
    with (
        Mesh(foreign_context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(foreign_context, program(BODY)) as pipeline,
    ):
        foreign_context.fbo = None
        with pytest.raises(InputError, match="no framebuffer"):
            pipeline.draw(mesh)


# The context as found

_INTEGERS = {
    "CURRENT_PROGRAM": (0x8B8D, 1), "VERTEX_ARRAY_BINDING": (0x85B5, 1), "DRAW_FRAMEBUFFER": (0x8CA6, 1),
    "READ_FRAMEBUFFER": (0x8CAA, 1), "VIEWPORT": (0x0BA2, 4), "SCISSOR_BOX": (0x0C10, 4),
    "DEPTH_FUNC": (0x0B74, 1), "DEPTH_WRITEMASK": (0x0B72, 1), "BLEND_SRC": (0x80C9, 1),
    "BLEND_DST": (0x80C8, 1), "CULL_FACE_MODE": (0x0B45, 1), "FRONT_FACE": (0x0B46, 1),
    "POINT_SIZE": (0x0B11, 1), "ACTIVE_TEXTURE": (0x84E0, 1), "TEXTURE_2D": (0x8069, 1),
    "UNIFORM_BUFFER": (0x8A28, 1), "PROVOKING_VERTEX": (0x8E4F, 1), "ARRAY_BUFFER": (0x8894, 1),
    "UNPACK_ALIGNMENT": (0x0CF5, 1), "PACK_ALIGNMENT": (0x0D05, 1),
}  # fmt: skip
_ENABLES = (0x0BE2, 0x0B71, 0x0B44, 0x8C89, 0x8642, 0x0C11, *range(0x3000, 0x3006))


def snapshot(context: moderngl.Context) -> dict[str, Any]:
    load = context.mglo._context.load
    get = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_void_p)(load("glGetIntegerv"))
    enabled = ctypes.CFUNCTYPE(ctypes.c_ubyte, ctypes.c_uint)(load("glIsEnabled"))
    values: dict[str, Any] = {}
    for name, (number, count) in _INTEGERS.items():
        data = (ctypes.c_int * 16)()
        get(number, ctypes.addressof(data))
        values[name] = list(data[:count])
    values |= {hex(number): enabled(number) for number in _ENABLES}
    return values | {"fbo": context.fbo, "viewport": context.viewport, "point_size": context.point_size}


def test_a_callers_context_is_left_as_found(foreign_context: moderngl.Context) -> None:
    context = foreign_context
    own_color = context.renderbuffer((7, 5))
    own_frame = context.framebuffer(own_color)
    own_frame.use()
    context.viewport = (1, 1, 5, 3)
    context.enable_only(moderngl.BLEND | moderngl.CULL_FACE)
    context.enable_direct(0x3001)
    context.blend_func = moderngl.DST_COLOR, moderngl.ZERO
    context.depth_func = ">"
    context.front_face = "cw"
    context.point_size = 3.0
    own_buffer = context.buffer(reserve=64)
    own_buffer.bind_to_uniform_block(0)
    own_texture = context.texture((1, 1), 4, b"\1\2\3\4")
    own_texture.use(0)
    before = snapshot(context)
    state = State(
        vertex_program_point_size=True,
        clip_planes=(True,) * 6,
        depth=Depth(True, "LEQUAL", write=False),
        flat_shading=True,
        point_size=9.0,
        texture_units=(TextureUnit(True, base_format="RGB"),),
    )
    vertex = program(PASS + "MOV o[COL0],c[0];MOV o[CLP0].x,c[0].x;MOV o[PSIZ].x,c[0].x;", "!!VP2.0")
    with Target(context, (4, 4), samples=4) as frame, Mesh(context, {0: SQUARE}, [0, 1, 2]) as mesh:
        assert snapshot(context) == before
        with (
            Pipeline(context, vertex, state=state) as pipeline,
        ):
            assert snapshot(context) == before
            frame.clear()
            pipeline.draw(mesh, frame, {0: image(np.zeros((3, 3, 3), np.uint8))})
            assert snapshot(context) == before
            pipeline.render(mesh)
            frame.read()
            assert snapshot(context) == before
    assert snapshot(context) == before
    for own in (own_frame, own_color, own_buffer, own_texture):
        own.release()


def test_a_callers_state_does_not_reach_a_target(foreign_context: moderngl.Context) -> None:
    context = foreign_context
    pixels = np.array([[[0, 0, 0], [255, 255, 255]]], np.uint8)
    unit = TextureUnit(True, "REPLACE", base_format="RGB")
    vertex = program(PASS + "MOV o[COL0],c[0];MOV o[TEX0],c[1];")
    sampler = context.sampler(filter=(moderngl.LINEAR, moderngl.LINEAR))
    with (
        Target(context, (4, 4)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, vertex, state=State(texture_units=(unit,))) as pipeline,
    ):
        pipeline.set_parameters({0: (0.0, 0.0, 0.0, 1.0), 1: (0.6, 0.5, 0.0, 1.0)})
        context.scissor = (0, 0, 1, 1)
        context.wireframe = True
        for name in (0x0B90, 0x0BF2, 0x8037, 0x809E, 0x864F):
            context.enable_direct(name)
        sampler.use(0)
        frame.clear()
        pipeline.draw(mesh, frame, {0: image(pixels, "RGB", "CLAMP_TO_EDGE", "NEAREST")})
        close(one_color(frame.read()), [1.0, 1.0, 1.0, 1.0])
        assert context.wireframe
    sampler.clear(0)
    sampler.release()


def test_depth_clamp_coverage_and_blend_equation_do_not_reach_a_target(
    foreign_context: moderngl.Context,
) -> None:
    context = foreign_context
    vertex = program(PASS + "MOV o[COL0],c[0];")
    with (
        Target(context, (2, 2), 4 if context.max_samples >= 4 else 0) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as near,
        Mesh(context, {0: np.insert(SQUARE, 2, 2.0, axis=1)}, primitive="QUADS") as beyond,
        Pipeline(context, vertex, state=State(blend=Blend(True, "ONE", "ONE"))) as pipeline,
    ):
        context.blend_equation = moderngl.MAX
        for name in (0x809E, 0x864F):
            context.enable_direct(name)
        frame.clear((0.25, 0.25, 0.25, 0.0))
        pipeline.set_parameters({0: (0.5, 0.25, 0.25, 0.0)})
        pipeline.draw(near, frame)
        pipeline.draw(beyond, frame)
        close(one_color(frame.read()), [0.75, 0.5, 0.5, 0.0])


@pytest.mark.parametrize(
    ("results", "planes", "size"),
    [
        (("HPOS", "COL0"), [], False),
        (("HPOS", "PSIZ", "CLP1", "CLP4"), [1], True),
        (("HPOS", "CLP0", "CLP2"), [2], False),
    ],
)
def test_only_results_that_are_written_are_enabled__nv_vertex_program2_2_14_1_5(
    context: moderngl.Context, results: tuple[str, ...], planes: list[int], size: bool
) -> None:
    """GL leaves undefined what an enabled clip distance or point size is that no shader writes."""
    state = State(clip_planes=(False, True, True, True, False, False), vertex_program_point_size=True)
    with Target(context, (2, 2)) as frame:
        found = demands(context, Raster(frame.framebuffer, moderngl.POINTS), state, results)
    assert [plane for plane in range(8) if found["enable", 0x3000 + plane] == (1,)] == planes
    assert found["enable", 0x8642] == (int(size),)


def test_a_context_stays_current_for_its_owner(foreign_context: moderngl.Context) -> None:
    with Target(foreign_context, (2, 2)) as frame, Pipeline(foreign_context, program(BODY)) as pipeline:
        with Mesh(foreign_context, {0: SQUARE}) as mesh:
            pipeline.draw(mesh, frame)
        buffer = foreign_context.buffer(b"1234")
        assert buffer.read() == b"1234"
        buffer.release()
