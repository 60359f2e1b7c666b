"""Patches through tessellation programs: frames of the GPU against the oracle's."""

from __future__ import annotations

import ctypes
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.patches import Patch
from nvrender.gl.state import Depth, State
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import InputError, TargetError

SIZE = (96, 96)
VERTEX = """!!NVvp5.0 MOV result.position, vertex.position; MOV result.color, vertex.color;
MOV result.texcoord[2], vertex.attrib[9]; MOV result.attrib[3], vertex.attrib[9]; END"""
MIXED = """!!NVtep5.0 TESS_MODE {mode}; TEMP t, u; MOV t, vertex.tesscoord; {more}
MUL u, vertex[0].position, t.x; MAD u, vertex[1].position, t.y, u;
MAD result.position, vertex[2].position, t.z, u;
MUL u, vertex[0].color, t.x; MAD u, vertex[1].color, t.y, u; MAD result.color, vertex[2].color, t.z, u; END"""
BILINEAR = """!!NVtep5.0 TESS_MODE {mode}; {declarations} TEMP t, u, v; MOV t, vertex.tesscoord;
LRP u, t.x, vertex[1].position, vertex[0].position; LRP v, t.x, vertex[2].position, vertex[3].position;
LRP result.position, t.y, v, u; MOV result.color.xy, t; MUL result.color.z, t.x, t.y;
MOV result.color.w, 1; END"""
PASSING = """INT TEMP i; ATTRIB p = vertex.position; ATTRIB c = vertex.color; ATTRIB x = vertex.texcoord[2];
ATTRIB a = vertex.attrib[3]; MOV.S i, primitive.invocation; MOV result.position, p[i.x];
MOV result.color, c[i.x]; MOV result.texcoord[2], x[i.x]; MOV result.attrib[3], a[i.x];"""


@pytest.fixture(autouse=True, params=["chosen", "lockstep"])
def threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads of control programs as the program asks for, and each invocation running all of a patch."""
    if request.param == "lockstep":
        monkeypatch.setattr("nvrender.glsl.threads.lockstep.needs_lockstep", is_control)


def is_control(program: Program) -> bool:
    return program.profile.stage is Stage.TESSELLATION_CONTROL


def control(body: str, vertices: int = 3) -> str:
    return f"!!NVtcp5.0 VERTICES_OUT {vertices}; TEMP r, s; {body} END"


def levels(*outer: float, inner: tuple[float, ...] = (1, 1)) -> str:
    lines = [f"MOV result.patch.tessouter[{place}].x, {level};" for place, level in enumerate(outer)]
    lines += [f"MOV result.patch.tessinner[{place}].x, {level};" for place, level in enumerate(inner)]
    return "".join(lines)


def corners(count: int) -> dict[int, npt.NDArray[np.float32]]:
    random = np.random.default_rng(count)
    square = np.array([[-0.9, -0.9], [0.8, -0.8], [0.9, 0.9], [-0.7, 0.8]], np.float32)
    position = np.zeros((count, 4), np.float32)
    position[:, :2], position[:, 3] = np.resize(square, (count, 2)), 1.0
    position[4:, :2] *= 0.5
    return {0: position, 3: random.random((count, 4), np.float32), 9: random.random((count, 4), np.float32)}


def drawn(
    context: moderngl.Context,
    programs: dict[str, str | None],
    arrays: dict[int, npt.NDArray[np.float32]],
    patch: Patch,
    parameters: Any = None,
    instances: int = 1,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The frame of the GPU, and the oracle's."""
    loaded: dict[str, Program | None] = {
        name: None if text is None else nvrender.load(text) for name, text in programs.items()
    }
    state = State(depth=Depth(enabled=True))
    given = parameters or {}
    with Pipeline(context, **loaded, state=state) as pipeline, Target(context, SIZE) as target:
        for stage, values in given.items():
            pipeline.set_parameters(values, stage.replace("tess_", "tessellation "))
        target.clear((0.0, 0.0, 0.0, 1.0))
        mesh = Mesh(context, arrays, primitive="PATCHES")
        pipeline.draw(mesh, target, patch=patch, instances=instances)
        seen = target.read()
        mesh.release()
    frame = Frame(SIZE)
    frame.clear((0.0, 0.0, 0.0, 1.0))
    more = {f"{stage}_parameters": values for stage, values in given.items()}
    stages = Stages(loaded.pop("vertex"), **loaded, **more)  # type: ignore[arg-type]
    draw(frame, stages, Primitives("PATCHES", arrays, patch=patch, instances=instances), state, {})
    return seen, frame.picture()


def same(seen: npt.NDArray[np.uint8], expected: npt.NDArray[np.uint8]) -> None:
    assert expected[..., :3].any()
    different = (np.abs(seen.astype(int) - expected).max(axis=2) > 2).mean()
    assert different < 0.002, different


def test_the_callers_patches_are_left_as_found(context: moderngl.Context) -> None:
    """PATCH_VERTICES and both default levels (ARB_tessellation_shader 2.X.1)."""
    gl = GL(context)

    def state() -> tuple[object, ...]:
        outer, inner = (ctypes.c_float * 4)(), (ctypes.c_float * 2)()
        gl("glGetFloatv", "up", 0x8E74, ctypes.addressof(outer))
        gl("glGetFloatv", "up", 0x8E73, ctypes.addressof(inner))
        return gl.integers(0x8E72)[0], tuple(outer), tuple(inner)

    first = state()
    gl("glPatchParameteri", "ui", 0x8E72, 7)
    gl("glPatchParameterfv", "up", 0x8E74, (ctypes.c_float * 4)(2, 3, 4, 5))
    gl("glPatchParameterfv", "up", 0x8E73, (ctypes.c_float * 2)(6, 8))
    before = state()
    text = BILINEAR.format(mode="QUADS", declarations="")
    drawn(context, {"vertex": VERTEX, "tess_evaluation": text}, corners(4), Patch(4, (9.0,) * 4, (9.0,) * 2))
    assert state() == before == (7, (2, 3, 4, 5), (6, 8))
    gl("glPatchParameteri", "ui", 0x8E72, first[0])


@pytest.mark.parametrize("spacing", ["EQUAL", "FRACTIONAL_EVEN", "FRACTIONAL_ODD"])
@pytest.mark.parametrize("mode", ["TRIANGLES", "QUADS"])
def test_default_levels(context: moderngl.Context, mode: str, spacing: str) -> None:
    text = BILINEAR.format(mode=mode, declarations=f"TESS_SPACING {spacing};")
    patch = Patch(4, (3.5, 5.0, 2.0, 4.25), (3.0, 4.5))
    seen, expected = drawn(context, {"vertex": VERTEX, "tess_evaluation": text}, corners(9), patch)
    same(seen, expected)


@pytest.mark.parametrize(("mode", "points"), [("ISOLINES", ""), ("ISOLINES", "P"), ("TRIANGLES", "P")])
def test_lines_and_points(context: moderngl.Context, mode: str, points: str) -> None:
    text = BILINEAR.format(mode=mode, declarations="TESS_POINT_MODE;" if points else "")
    patch = Patch(4, (5.0, 7.0, 4.0, 4.0), (5.0, 5.0))
    seen, expected = drawn(context, {"vertex": VERTEX, "tess_evaluation": text}, corners(4), patch)
    same(seen, expected)


def test_control_programs_hand_on_vertices_and_levels(context: moderngl.Context) -> None:
    texts = {
        "vertex": VERTEX,
        "tess_control": control(PASSING + levels(4, 2, 3, inner=(5,))),
        "tess_evaluation": MIXED.format(mode="TRIANGLES", more=""),
    }
    same(*drawn(context, texts, corners(6), Patch(3)))


def test_patches_change_size(context: moderngl.Context) -> None:
    """Input patches of 4, output patches of 3 of other vertices; vertexcount on both sides."""
    body = (
        "INT TEMP i; ATTRIB p = vertex.position; ATTRIB c = vertex.color; SUB.S i, 3, primitive.invocation;"
        "MOV result.position, p[i.x]; MOV result.color, c[i.x]; I2F r, primitive.vertexcount.x;"
        "MOV result.patch.attrib[2], r; MOV result.patch.attrib[7], {0.5, 0.25, 1, 1};"
    )
    more = (
        "TEMP n; I2F n, primitive.vertexcount.x; MUL n, n, primitive.patch.attrib[2]; MUL n, n, 0.0625;"
        "MUL t, t, 1; MUL result.texcoord[0], primitive.patch.attrib[7], n;"
        "MUL result.texcoord[0].z, primitive.tessouter[1].x, 0.2;"
        "MUL result.texcoord[0].w, primitive.tessinner[0].x, 0.125; "
    )
    texts = {
        "vertex": VERTEX, "tess_control": control(body + levels(4, 2, 3, inner=(5,))),
        "tess_evaluation": MIXED.format(mode="TRIANGLES", more=more),
        "fragment": "!!NVfp4.0 TEMP r; MOV r, fragment.texcoord[0]; ADD result.color.xy, r, r.w;"
        "MOV result.color.z, r.z; MOV result.color.w, 1; END",
    }  # fmt: skip
    same(*drawn(context, texts, corners(8), Patch(4)))


def test_threads_wait_for_what_they_read(context: moderngl.Context) -> None:
    """Levels of the lengths that other threads wrote (NV_tessellation_program5 2.X.5)."""
    body = (
        "INT TEMP i; ATTRIB p = vertex.position; ATTRIB c = vertex.color; ATTRIB o = vertex.out.attrib[3];"
        "MOV.S i, primitive.invocation; MOV result.position, p[i.x]; MUL r, p[i.x], 4;"
        "MOV result.attrib[3], |r|; ADD.S i.y, i.x, 1; MOD.S i.y, i.y, 3; ADD r, o[i.y], 1;"
        "MOV result.color, c[i.y]; MUL result.texcoord[2], r, 0.1; MAX s, r.x, r.y;"
        "MOV result.attrib[3], {9, 9, 9, 9}; MOV result.patch.attrib[1], vertex.out[1].attrib[3];"
        "ADD result.patch.attrib[1].x, primitive.out.patch.attrib[1], -6;"
        "MOV s, primitive.out.patch.attrib[1]; MOV result.patch.tessouter[0], s; "
        "MOV result.patch.tessouter[1], 2; MOV result.patch.tessouter[2], primitive.out.tessouter[1].x;"
        "MOV result.patch.tessinner[0], s.x;"
    )
    more = "MAD result.texcoord[2], vertex[1].texcoord[2], t.x, vertex[2].texcoord[2]; "
    texts = {
        "vertex": VERTEX, "tess_control": control(body),
        "tess_evaluation": MIXED.format(mode="TRIANGLES", more=more),
        "fragment": "!!NVfp4.0 ADD result.color, fragment.texcoord[2], fragment.color; END",
    }  # fmt: skip
    same(*drawn(context, texts, corners(6), Patch(3)))


def test_one_thread_writes_the_levels(context: moderngl.Context) -> None:
    """Under a condition, of the others none."""
    body = PASSING + "MOV.S.CC i, i; IF EQ.x;" + levels(3, 3, 3, inner=(4,)) + "ENDIF;"
    texts = {"vertex": VERTEX, "tess_control": control(body),
             "tess_evaluation": MIXED.format(mode="TRIANGLES", more="")}  # fmt: skip
    same(*drawn(context, texts, corners(3), Patch(3)))


def test_levels_from_parameters_and_numbers_of_primitives(context: moderngl.Context) -> None:
    body = PASSING + (
        "PARAM l = program.local[0]; I2F r, primitive.id.x; ADD r, r, l;"
        + "".join(
            f"MOV result.patch.{name}, r.x;" for name in ("tessouter[0]", "tessouter[1]", "tessouter[2]")
        )
        + "MOV result.patch.tessinner[0], r.y;"
    )
    more = "PARAM m = program.local[1]; MUL t, t, m; I2F u, primitive.id.x; MAD result.fogcoord, u, 1, 0;"
    texts = {"vertex": VERTEX, "tess_control": control(body),
             "tess_evaluation": MIXED.format(mode="TRIANGLES", more=more)}  # fmt: skip
    parameters = {
        "tess_control": {"program.local[0]": (2.0, 3.0, 0.0, 0.0)},
        "tess_evaluation": {"program.local[1]": (1.0, 1.0, 1.0, 1.0)},
    }
    same(*drawn(context, texts, corners(6), Patch(3), parameters, instances=2))


def test_geometry_programs_take_what_is_made(context: moderngl.Context) -> None:
    geometry = """!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3; TEMP m;
    ADD m, vertex[0].position, vertex[1].position; ADD m, m, vertex[2].position; MUL m, m, 0.0666;
    MAD result.position, vertex[0].position, 0.8, m; MOV result.color, vertex[0].color; EMIT;
    MAD result.position, vertex[1].position, 0.8, m; MOV result.color, vertex[0].color; EMIT;
    MAD result.position, vertex[2].position, 0.8, m; MOV result.color, vertex[2].color; EMIT; END"""
    texts = {
        "vertex": VERTEX, "tess_control": control(PASSING + levels(3, 2, 3, inner=(2,))),
        "tess_evaluation": MIXED.format(mode="TRIANGLES", more=""), "geometry": geometry,
    }  # fmt: skip
    same(*drawn(context, texts, corners(3), Patch(3)))


@pytest.mark.parametrize("behind", ["fragment", "geometry"])
def test_what_tessellation_makes_has_the_number_of_its_patch(context: moderngl.Context, behind: str) -> None:
    """NV_geometry_program4 2.X.3.2: primitives received by the GL since Begin (docs/semantics.md)."""
    emitted = "".join(
        f"MOV result.position, vertex[{k}].position; MOV.S result.primid.x, primitive.id.x; EMIT;"
        for k in range(3)
    )
    texts: dict[str, str | None] = {
        "vertex": VERTEX,
        "tess_control": control(PASSING + levels(3, 2, 3, inner=(2,))),
        "tess_evaluation": MIXED.format(mode="TRIANGLES", more=""),
        "fragment": "!!NVfp5.0 FLAT ATTRIB n = primitive.id; TEMP primitive_id; I2F primitive_id, n.x; "
        "MAD result.color, primitive_id, {0.25, -0.25, 0, 0}, {0.25, 1, 0, 1}; END",
    }
    if behind == "geometry":
        texts["geometry"] = (
            f"!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3; {emitted} END"
        )
    seen, known = drawn(context, texts, corners(9), Patch(3))
    same(seen, known)
    assert {64, 128, 191} <= {*known[..., 0].reshape(-1).tolist()}


def test_without_a_vertex_program(context: moderngl.Context) -> None:
    texts = {"vertex": None, "tess_control": control(PASSING + levels(3, 2, 3, inner=(2,))),
             "tess_evaluation": MIXED.format(mode="TRIANGLES", more="")}  # fmt: skip
    same(*drawn(context, texts, corners(3), Patch(3)))


NAN, INFINITE = float("nan"), float("inf")
NO_LEVEL = "RCP r, 0; SUB r, r, r; MOV result.patch.tessouter[2], r;"


@pytest.mark.parametrize(
    ("body", "vertices", "patch", "there"),
    [
        (None, 3, Patch(3, (NAN, 1.0, 1.0, 1.0)), False),
        (None, 3, Patch(3, (INFINITE, 1.0, INFINITE, 1.0), (INFINITE, INFINITE)), True),
        (None, 3, Patch(3, (2.0, 2.0, 2.0, 1.0), (NAN, INFINITE)), True),
        (PASSING + levels(2, 2, 2), 3, Patch(4), False),
        (PASSING + levels(2, 2, 2), 32, Patch(32), True),
        (PASSING + levels(2, 2, 2) + "RET; MOV result.color, 0;", 3, Patch(3), True),
        (PASSING + levels(2, 2, 2) + "MOV.S.CC i, i; RET (EQ.x); MOV result.color, 0;", 3, Patch(3), True),
        (PASSING + levels(2, 2) + NO_LEVEL, 3, Patch(3), False),
        ("", 1, Patch(3), False),
    ],
)
def test_odd_levels_sizes_and_ends(
    context: moderngl.Context, body: str | None, vertices: int, patch: Patch, there: bool
) -> None:
    """NaN discards a patch, INF is the greatest level; threads that end early keep what they wrote."""
    texts = {"vertex": VERTEX, "tess_control": None if body is None else control(body, vertices),
             "tess_evaluation": MIXED.format(mode="TRIANGLES", more="")}  # fmt: skip
    arrays = corners(3 if patch.vertices == 4 else patch.vertices)
    seen, expected = drawn(context, texts, arrays, patch)
    assert expected[..., :3].any() == there
    assert (np.abs(seen.astype(int) - expected).max(axis=2) > 2).mean() < 0.002


def test_older_targets_have_no_patches(context: moderngl.Context) -> None:
    evaluation = nvrender.load(MIXED.format(mode="TRIANGLES", more=""))
    with pytest.raises(
        TargetError,
        match=r"<text>:1:1: a !!NVtep5\.0 program needs tessellation shaders here, which glsl330 has not",
    ):
        Pipeline(context, tess_evaluation=evaluation, target="glsl330")


def test_meshes_and_programs_that_do_not_fit(context: moderngl.Context) -> None:
    evaluation = nvrender.load(MIXED.format(mode="TRIANGLES", more=""))
    with Target(context, SIZE) as target:
        mesh = Mesh(context, corners(3), primitive="PATCHES")
        plain = Mesh(context, corners(3))
        with Pipeline(context) as pipeline, pytest.raises(InputError, match="the draw has none"):
            pipeline.draw(mesh, target)
        with Pipeline(context) as pipeline:
            for patch in (Patch(3), Patch()):
                with pytest.raises(
                    InputError, match="patch is given, and the mesh is of TRIANGLES; give it as"
                ):
                    pipeline.draw(plain, target, patch=patch)
                with pytest.raises(
                    InputError, match="patch is given, and the mesh is of TRIANGLES; give it as"
                ):
                    pipeline.capture(plain, patch=patch)
        with Pipeline(context, tess_evaluation=evaluation) as pipeline:
            with pytest.raises(InputError, match="give it as PATCHES"):
                pipeline.draw(plain, target)
            with pytest.raises(InputError, match="33"):
                pipeline.draw(mesh, target, patch=Patch(33))
        mesh.release()
        plain.release()


@pytest.mark.parametrize("left_out", ["tessouter[1]", "tessouter[3]", "tessinner[0]"])
def test_levels_that_no_thread_writes_are_0(context: moderngl.Context, left_out: str) -> None:
    """docs/semantics.md; TRIANGLES have no fourth outer level, and inner ones are at least 1."""
    written = {f"tessouter[{number}]": 3.0 for number in range(4)} | {"tessinner[0]": 4.0}
    del written[left_out]
    body = "".join(f"MOV result.patch.{name}, {level};" for name, level in written.items())
    texts = {
        "vertex": VERTEX, "tess_control": control(PASSING + body),
        "tess_evaluation": MIXED.format(mode="TRIANGLES", more=""),
    }  # fmt: skip
    seen, expected = drawn(context, texts, corners(3), Patch(3, (5.0,) * 4, (5.0,) * 2))
    if left_out == "tessouter[1]":
        assert not seen[..., :3].any() and not expected[..., :3].any()
    else:
        same(seen, expected)


@pytest.mark.parametrize(
    ("mode", "place"),
    [
        ("TRIANGLES", "gl_TessCoord, 0.0"),
        ("QUADS", "gl_TessCoord.xy, 0.0, 0.0"),
        ("ISOLINES", "gl_TessCoord.xy, 0.0, 0.0"),
    ],
)
def test_the_third_coordinate_is_of_triangles(mode: str, place: str) -> None:
    """NV_tessellation_program5 2.X.3.2: undefined in other modes; docs/semantics.md."""
    text = f"!!NVtep5.0 TESS_MODE {mode}; MOV result.position, vertex.tesscoord; END"
    assert f"vec4({place})" in nvrender.translate(nvrender.load(text), "glsl430").source
