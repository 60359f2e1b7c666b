"""Geometry programs that take patches: over arrays, in draws and captures, on both sides."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.inputs.results import Results
from nvrender.gl.patches import Patch
from nvrender.gl.state import State
from nvrender.gpu.arrays.geometry import plan
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.oracle.frame.capture import capture
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.source import InputError

HEAD = "!!NVgp5.0 PRIMITIVE_IN PATCHES; PRIMITIVE_OUT {}; VERTICES_OUT {}; INVOCATIONS {};"
#: Every vertex of the patch, one too many and one before, and everything else there is to read.
BODY = """
ATTRIB p = vertex.position; ATTRIB t[] = { vertex.texcoord[0..1] }; ATTRIB f = vertex.fogcoord;
ATTRIB out[] = { primitive.tessouter[0..3] }; ATTRIB own[] = { primitive.patch.attrib[0..2] };
INT TEMP i; MOV.S i, {-1, 0, 0, 0}; MOV.S i.z, primitive.invocation.x; ADD.S i.w, primitive.vertexcount.x, 2;
REP.S i.w;
    MOV result.position, p[i.x]; MOV result.texcoord[0], t[i.x][i.z]; MOV result.texcoord[1].xw, f[i.x];
    MOV result.texcoord[2].xy, vertex[0].position; MOV result.texcoord[3].zw, vertex[2].texcoord[1];
    MOV.S result.attrib[0].x, primitive.id; MOV.S result.attrib[1].xy, primitive.vertexcount;
    MOV.S result.attrib[2].x, vertex[1].id; MOV.S result.attrib[3].xw, vertex[1].attrib[7];
    MOV result.attrib[4].xy, out[i.y]; MOV result.attrib[5].xw, primitive.tessinner[1];
    MOV result.attrib[6].xw, own[i.y]; MOV result.attrib[7].w, primitive.patch.attrib[1];
    EMIT; ADD.S i.xy, i, 1;
ENDREP;
"""
PROGRAM = load(HEAD.format("POINTS", 34, 2) + BODY + "END")


def same(first: Results, second: Results) -> None:
    assert list(first.listed) == list(second.listed)
    for name, array in first.listed.items():
        other = second.listed[name]
        assert array.shape == other.shape, name
        assert (array.view(np.uint32) == other.view(np.uint32)).all(), name


def arrays(count: int) -> dict[str, npt.NDArray[Any]]:
    random = np.random.default_rng(count)
    found: dict[str, npt.NDArray[Any]] = {
        name: random.random((count, 4), np.float32) for name in ("position", "texcoord[0]", "texcoord[1]")
    }
    found["fogcoord"] = random.random((count, 1), np.float32)
    found["id"] = random.integers(-9, 9, (count, 1))
    found["attrib[7]"] = random.integers(-9, 9, (count, 4)).astype(np.int32)
    return found


def test_records_have_what_no_invocation_reads() -> None:
    """An attribute that stands where no invocation comes changes nothing of where the others are found."""
    body = (
        "MOV result.position, vertex[0].texcoord[0]; EMIT; RET; MOV result.position, vertex[0].position; END"
    )
    program = load(f"!!NVgp5.0 PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; {body}")
    given = {name: array for name, array in arrays(6).items() if name in ("position", "texcoord[0]")}
    for backend in ("oracle", "gpu"):
        found = nvrender.run(program, given, patch=Patch(2), backend=backend)["position"]
        assert found.tolist() == given["texcoord[0]"][::2].tolist(), backend


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6, 7, 31, 32])
def test_patches_of_every_size_over_arrays(context: moderngl.Context, size: int) -> None:
    """NV_gpu_program5 2.14.6.1: as many vertices as the patch has; outside them 0."""
    given = arrays(3 * size + size // 2)
    given["primitive.patch.attrib[0]"] = np.arange(12, dtype=np.float32).reshape(3, 4)
    given["primitive.tessouter[2]"] = np.float32([[5], [6], [7]])
    given["primitive.id"] = np.array([[7], [-1], [1 << 30]])
    options: dict[str, Any] = {"patch": Patch(size, (1.0, 2.5, 3.0, float("nan")), (0.5, 8.0))}
    oracle = nvrender.run(PROGRAM, given, **options)
    assert len(oracle["position"]) == 3 * 2 * (size + 2)
    whole = given["position"][: 3 * size].reshape(3, size, 4)
    emitted = oracle["position"].reshape(3, 2, size + 2, 4)
    assert (emitted[:, 0, 1:-1] == whole).all() and not emitted[:, :, [0, -1]].any()
    assert oracle["attrib[5]"][0].tolist() == [8, 0, 0, 0]
    assert oracle["attrib[0]"].view(np.int32)[:: 2 * (size + 2), 0].tolist() == [7, -1, 1 << 30]
    same(oracle, nvrender.run(PROGRAM, given, backend="gpu", context=context, **options))


def test_in_several_draws(context: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    given = arrays(44)
    oracle = nvrender.run(PROGRAM, given, patch=Patch(4))
    monkeypatch.setattr(plan, "BUFFER_BYTES", 34 * 2 * 4 * 64 * 3)
    seen: list[int] = []
    gpu = nvrender.run(
        PROGRAM, given, patch=Patch(4), backend="gpu", context=context, progress=lambda n, _: seen.append(n)
    )
    same(oracle, gpu)
    assert seen == [3, 6, 9, 11]


def test_no_patch_at_all(context: moderngl.Context) -> None:
    for backend in ("oracle", "gpu"):
        found = nvrender.run(PROGRAM, arrays(2), backend=backend)
        assert len(found["position"]) == 0


def test_more_attributes_than_one_buffer_texture_has(context: moderngl.Context) -> None:
    names = [f"attrib[{n}]" for n in range(16)] + [f"texcoord[{n}]" for n in range(8)]
    sums = "".join(f"ADD r, r, vertex[1].{name};" for name in names)
    program = load(HEAD.format("POINTS", 1, 1) + f"TEMP r; {sums} MOV result.position, r; EMIT; END")
    random = np.random.default_rng(3)
    given = {name: random.integers(0, 99, (6, 4)).astype(np.float32) for name in names}
    oracle = nvrender.run(program, given, patch=Patch(2))
    assert (oracle["position"] == sum(given.values())[1::2]).all()  # type: ignore[index]
    same(oracle, nvrender.run(program, given, patch=Patch(2), backend="gpu", context=context))


def test_variables_named_like_the_records_of_every_attribute(context: moderngl.Context) -> None:
    """2.X.3.2: identifiers are the program's own; three buffer textures hold all that a vertex has."""
    single = ["fogcoord", "pointsize", *(f"clip[{n}]" for n in range(6))]
    names = [f"attrib[{n}]" for n in range(16)] + [f"texcoord[{n}]" for n in range(8)] + ["position"]
    names += [f"color.{side}.{which}" for side in ("front", "back") for which in ("primary", "secondary")]
    own = ["patch_values", "patch_size", *(f"patch_vertices_{n}" for n in range(3))]
    sums = "".join(f"ADD {own[n % 5]}, {own[n % 5]}, vertex[1].{name};" for n, name in enumerate(names))
    sums += "".join(f"ADD {own[n % 5]}.x, {own[n % 5]}, vertex[1].{name}.x;" for n, name in enumerate(single))
    body = f"TEMP {', '.join(own)}; {sums} MOV result.position, {own[0]};"
    body += "".join(f"ADD result.texcoord[{n}], {own[n]}, primitive.patch.attrib[0];" for n in range(5))
    program = load(HEAD.format("POINTS", 1, 1) + body + "EMIT; END")
    random = np.random.default_rng(5)
    given = {name: random.integers(0, 99, (6, 4)).astype(np.float32) for name in names}
    given |= {name: random.integers(0, 99, (6, 1)).astype(np.float32) for name in single}
    oracle = nvrender.run(program, given, patch=Patch(2))
    wanted = sum(given[name][1::2] for name in names[::5])
    assert (oracle["position"][:, 1:] == wanted[:, 1:]).all()  # type: ignore[index]
    same(oracle, nvrender.run(program, given, patch=Patch(2), backend="gpu", context=context))


@pytest.mark.parametrize(
    ("attributes", "options", "message"),
    [
        ({"primitive.invocation": [1]}, {}, "there is no attribute 'primitive.invocation'"),
        ({"primitive.tessouter[4]": [1]}, {}, "there is no attribute"),
        ({"primitive.patch.attrib[0]": [[1], [2]]}, {"count": 3}, "has 2 rows, and there are 1 patches"),
        ({}, {"mode": "TRIANGLES"}, "modes that do are PATCHES"),
        ({}, {"patch": Patch(33)}, "from 1 to 32"),
    ],
)
def test_what_does_not_fit(attributes: dict[str, Any], options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        nvrender.run(PROGRAM, attributes, **options)


def test_patch_is_for_those_that_take_them() -> None:
    points = load("!!NVgp5.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; EMIT; END")
    with pytest.raises(InputError, match="geometry programs of PATCHES"):
        nvrender.run(points, patch=Patch(3))


# Draws

STRIP = load(
    HEAD.format("TRIANGLE_STRIP", 8, 1)
    + """ATTRIB p = vertex.position; ATTRIB c = vertex.color; INT TEMP i; MOV.S i, 0;
    TEMP n; I2F n, primitive.id.x;
    REP.S primitive.vertexcount.x; MOV result.position, p[i.x];
    MUL result.color, c[i.x], primitive.tessinner[0].x; MUL result.color.z, n.x, 0.25;
    MOV result.texcoord[3], vertex[1].texcoord[3];
    MOV.S result.attrib[0], primitive.id;
    MOV.S result.attrib[1].x, vertex[2].id.x; MOV result.clip[1].x, vertex[0].clip[1].x;
    EMIT; ADD.S i.x, i.x, 1; ENDREP; END"""
)
VERTEX = {
    "none": None,
    "VP2.0": "!!VP2.0 MOV o[HPOS],v[OPOS];MOV o[COL0],v[COL0];MOV o[TEX3],v[8]; END",
    "ARBvp1.0": "!!ARBvp1.0 MOV result.position, vertex.position; "
    "MUL result.color, vertex.color, program.local[0];"
    "MOV result.texcoord[3].xy, vertex.texcoord.yxzw; END",
    "NVvp5.0": "!!NVvp5.0 MOV result.position, vertex.position; "
    "ADD result.color, vertex.color, program.local[0];"
    "MOV result.clip[1].x, vertex.position.x; ADD.S result.id.x, vertex.id.x, 5; END",
}
RANDOM = np.random.default_rng(11)
ATTRIBUTES = {
    0: np.concatenate([RANDOM.uniform(-1, 1, (14, 2)), np.tile([0.0, 1.0], (14, 1))], 1).astype(np.float32),
    3: RANDOM.random((14, 4), np.float32),
    8: RANDOM.random((14, 4), np.float32),
}
INDICES = np.array([0, 5, 3, 2, 9, 1, 13, 12, 4, 4, 8, 7, 6, 11, 10, 9, 2])
PARAMETERS = {"program.local[0]": (0.5, 0.75, 0.25, 1.0)}


def stages_of(vertex: str | None, **more: Any) -> Stages:
    program = None if vertex is None else load(vertex)
    parameters = PARAMETERS if vertex is not None and "local" in vertex else None
    return Stages(program, parameters, **{"geometry": STRIP, **more})


@pytest.mark.parametrize("indices", [None, INDICES], ids=["in order", "indices"])
@pytest.mark.parametrize("size", [3, 4, 7])
@pytest.mark.parametrize("vertex", VERTEX)
def test_draws_and_captures_agree(
    context: moderngl.Context, vertex: str, size: int, indices: npt.NDArray[np.int64] | None
) -> None:
    """NV_gpu_program5 2.14.6.1; primitive.id counts patches, and of vertices left over there is none."""
    patch = Patch(size, inner=(0.75, 0.0))
    stages = stages_of(VERTEX[vertex])
    primitives = Primitives("PATCHES", ATTRIBUTES, indices, instances=2, patch=patch)
    with ExitStack() as stack:
        pipeline = stack.enter_context(Pipeline(context, stages.vertex, geometry=STRIP))
        if stages.parameters:
            pipeline.set_parameters(stages.parameters)
        mesh = stack.enter_context(Mesh(context, ATTRIBUTES, indices, "PATCHES"))
        target = stack.enter_context(Target(context, (48, 48)))
        target.clear((0, 0, 0, 1))
        pipeline.draw(mesh, target, instances=2, patch=patch)
        gpu = target.read()
        captured = pipeline.capture(mesh, patch=patch)
    frame = Frame((48, 48))
    frame.clear((0.0, 0.0, 0.0, 1.0))
    draw(frame, stages, primitives, State(), {})
    oracle = frame.picture()
    differ = np.abs(gpu.astype(int) - oracle).max(axis=2) > 1
    assert differ.mean() < 0.002 and oracle[..., :3].any(axis=2).mean() > 0.05
    one = Primitives("PATCHES", ATTRIBUTES, indices, patch=patch)
    same(capture(stages, one, State(), {}), captured)
    count = len(ATTRIBUTES[0]) if indices is None else len(indices)
    ids = captured["attrib[0]"].view(np.int32)[:, 0]
    assert ids.tolist() == np.repeat(np.arange(count // size), size).tolist()


CONTROL = """!!NVtcp5.0 VERTICES_OUT 5; ATTRIB p = vertex.position; ATTRIB c = vertex.color; INT TEMP i;
MOV.S i.x, primitive.invocation.x; MOV result.position, p[i.x]; MUL result.color, c[i.x], program.local[1].x;
MOV result.texcoord[3], vertex.out[1].position; I2F result.texcoord[3].w, primitive.id.x;
MOV result.patch.tessinner[0].x, program.local[1].y; MOV result.patch.attrib[1], vertex[6].position; END"""
OF_CONTROL = load(
    HEAD.format("POINTS", 9, 2)
    + """ATTRIB p = vertex.position; INT TEMP i; MOV.S i, 0; REP.S 6; MOV result.position, p[i.x];
    MAX result.position.w, p[i.x].w, {1.0}.x; MOV result.attrib[4], p[i.x];
    MUL result.color, vertex[4].color, primitive.tessinner[0].x;
    MOV result.texcoord[3], vertex[2].texcoord[3];
    MOV result.texcoord[4], vertex[0].attrib[5]; MOV result.attrib[2], primitive.patch.attrib[1];
    MOV result.attrib[3], primitive.patch.attrib[0]; MOV.S result.attrib[0], primitive.id;
    MOV.S result.attrib[1], primitive.vertexcount; EMIT; ADD.S i.x, i.x, 1; ENDREP; END"""
)


@pytest.mark.parametrize("vertex", VERTEX)
def test_a_control_program_makes_the_patches(context: moderngl.Context, vertex: str) -> None:
    """NV_tessellation_program5, Overview: without an evaluation program its patch goes on as such."""
    control, parameters = load(CONTROL), {"program.local[1]": (2.0, 0.375, 0.0, 0.0)}
    stages = stages_of(
        VERTEX[vertex], geometry=OF_CONTROL, tess_control=control, tess_control_parameters=parameters
    )
    patch = Patch(7, inner=(9.0, 9.0))
    with ExitStack() as stack:
        pipeline = Pipeline(context, stages.vertex, geometry=OF_CONTROL, tess_control=control)
        stack.enter_context(pipeline)
        if stages.parameters:
            pipeline.set_parameters(stages.parameters)
        pipeline.set_parameters(parameters, "tessellation control")
        mesh = stack.enter_context(Mesh(context, ATTRIBUTES, INDICES, "PATCHES"))
        target = stack.enter_context(Target(context, (24, 24)))
        target.clear((0, 0, 0, 1))
        pipeline.draw(mesh, target, instances=2, patch=patch)
        gpu = target.read()
        captured = pipeline.capture(mesh, patch=patch)
    found = capture(stages, Primitives("PATCHES", ATTRIBUTES, INDICES, patch=patch), State(), {})
    same(found, captured)
    rows = [INDICES[0:5], INDICES[7:12]]
    expected = np.stack([ATTRIBUTES[0][row] for row in rows])
    emitted = found["attrib[4]"].reshape(2, 2, 6, 4)
    assert not emitted[:, :, 5].any()  # and its point, which has a w, is in the middle
    if vertex != "none":
        assert (emitted[:, 0, :5] == expected).all()
    assert found["attrib[1]"].view(np.int32)[0].tolist() == [5, 0, 0, 0]
    frame = Frame((24, 24))
    frame.clear((0.0, 0.0, 0.0, 1.0))
    draw(frame, stages, Primitives("PATCHES", ATTRIBUTES, INDICES, 2, patch), State(), {})
    assert np.abs(frame.picture().astype(int) - gpu).max() <= 1 and gpu[..., :3].any()


def test_what_does_not_draw(context: moderngl.Context) -> None:
    """INVALID_OPERATION at the draw (NV_tessellation_program5, Overview; docs/semantics.md)."""
    vertex = load("!!NVvp5.0 MOV result.position, vertex.position; END")
    control = load("!!NVtcp5.0 VERTICES_OUT 3; MOV result.position, vertex[0].position; END")
    evaluation = load("!!NVtep5.0 TESS_MODE TRIANGLES; MOV result.position, vertex[0].position; END")
    with ExitStack() as stack:
        pipeline = stack.enter_context(Pipeline(context, vertex, geometry=STRIP))
        triangles = stack.enter_context(Mesh(context, ATTRIBUTES))
        patches = stack.enter_context(Mesh(context, ATTRIBUTES, primitive="PATCHES"))
        target = stack.enter_context(Target(context, (4, 4)))
        with pytest.raises(InputError, match="takes PATCHES; draw with the mode PATCHES"):
            pipeline.draw(triangles, target)
        with pytest.raises(InputError, match="takes PATCHES; draw with the mode PATCHES"):
            pipeline.capture(triangles)
        with pytest.raises(InputError, match="use draw"):
            pipeline.render(patches)
        with pytest.raises(InputError, match=r"takes PATCHES, and .* makes TRIANGLES"):
            Pipeline(context, vertex, geometry=STRIP, tess_evaluation=evaluation)
    with pytest.raises(InputError, match="takes patches, and the mesh is of TRIANGLES"):
        draw(
            Frame((4, 4)),
            Stages(vertex, None, STRIP, tess_control=control),
            Primitives("TRIANGLES", ATTRIBUTES),
            State(),
            {},
        )
    with pytest.raises(InputError, match="gives no PATCHES"):
        draw(Frame((4, 4)), Stages(vertex, None, STRIP), Primitives("TRIANGLES", ATTRIBUTES), State(), {})


def test_the_context_is_left_as_it_was(context: moderngl.Context) -> None:
    before = context.texture((1, 1), 4, b"\x01\x02\x03\x04")
    units = int(context.info["GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS"])
    with ExitStack() as stack:
        stack.callback(before.release)
        before.use(units - 1)
        pipeline = stack.enter_context(Pipeline(context, None, geometry=STRIP))
        mesh = stack.enter_context(Mesh(context, ATTRIBUTES, primitive="PATCHES"))
        target = stack.enter_context(Target(context, (4, 4)))
        pipeline.draw(mesh, target)
        pipeline.draw(mesh, target, patch=Patch(5))
        assert context.error == "GL_NO_ERROR"
