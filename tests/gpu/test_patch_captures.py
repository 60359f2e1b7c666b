"""What tessellation programs make of patches, captured, against the oracle (NV_transform_feedback 2.X)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.patches import Patch
from nvrender.gl.state import State
from nvrender.gpu.draw import MemoryBuffer, Mesh
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.oracle.frame.capture import capture
from nvrender.oracle.frame.draw import Primitives, Stages
from nvrender.source import InputError

RANDOM = np.random.default_rng(11)
POSITIONS = RANDOM.random((12, 4), np.float32)
COLORS = (RANDOM.random((12, 4), np.float32) * 3 - 1).astype(np.float32)
VERTEX = """!!NVvp5.0 MOV result.position, vertex.position; MOV result.color, vertex.color;
MOV result.texcoord[2], vertex.position; MOV.S result.attrib[3].x, vertex.id.x; END"""
CONTROL = """!!NVtcp5.0 OPTION NV_shader_storage_buffer; VERTICES_OUT 3; TEMP t; INT TEMP i;
STORAGE words[] = { program.storage[0] }; ATTRIB p = vertex.position; ATTRIB c = vertex.color;
ATTRIB n = vertex.attrib[3]; MOV.S i, primitive.invocation; MOV result.position, p[i.x];
MOV result.color, c[i.x]; MOV.S result.attrib[3], n[i.x]; I2F t, primitive.id.x; ADD t, t, 2; %s
MOV result.patch.tessouter[0], t; MOV result.patch.tessouter[1], 2; MOV result.patch.tessouter[2], 3;
MOV result.patch.tessouter[3], 1; MOV result.patch.tessinner[0], t; MOV result.patch.tessinner[1], 2;
MOV result.patch.attrib[1], p[1]; END"""
EVALUATION = """!!NVtep5.0 TESS_MODE %s; TEMP t, u; MOV t, vertex.tesscoord;
MUL u, vertex[0].position, t.x; MAD u, vertex[1].position, t.y, u;
MAD result.position, vertex[2].position, t.z, u; MUL u, vertex[0].color, t.x;
MAD u, vertex[1].color, t.y, u; MOV result.color, u; MOV result.texcoord[1], vertex.tesscoord;
MOV.S result.attrib[0].x, primitive.id.x; MOV.S result.attrib[0].y, vertex[2].attrib[3].x; END"""
TEXCOORD = "MOV result.texcoord[1], vertex.tesscoord;"
LEVELS = Patch(3, (2.0, 3.0, 2.0, 1.0), (3.0, 2.0))
#: llvmpipe's coordinates have 16 bits.
NEAR = 2.0**-12


def captured(
    context: moderngl.Context,
    control: str | None,
    evaluation: str,
    geometry: str | None = None,
    patch: Patch = LEVELS,
    vertex: str | None = VERTEX,
    **options: Any,
) -> nvrender.Results:
    loaded = {
        "tess_control": None if control is None else nvrender.load(control),
        "tess_evaluation": nvrender.load(evaluation),
        "geometry": None if geometry is None else nvrender.load(geometry),
    }
    first = None if vertex is None else nvrender.load(vertex)
    with (
        Pipeline(context, first, **loaded) as pipeline,
        Mesh(context, {0: POSITIONS, 3: COLORS}, primitive="PATCHES") as mesh,
    ):
        return pipeline.capture(mesh, patch=patch, **options)


def vertex_results() -> dict[str, npt.NDArray[Any]]:
    return {"position": POSITIONS, "color": COLORS, "attrib[3]": np.arange(12, dtype=np.int32).reshape(12, 1)}


def expected(control: str | None, evaluation: str, patch: Patch) -> nvrender.Results:
    """The oracle's vertices, each once."""
    given: dict[str, Any] = vertex_results()
    size = patch
    if control is not None:
        program = nvrender.load(control)
        storage = {0: np.zeros(4, np.uint32)}
        made = nvrender.run(program, given, patch=patch, storage=storage)
        given = {}
        for name, array in made.items():
            if not name.startswith("patch."):
                given[name] = array.view(np.int32)[:, :1] if name == "attrib[3]" else array
            elif "tess" in name:
                given[f"primitive.{name.removeprefix('patch.')}"] = array[:, :1]
            else:
                given[f"primitive.{name}"] = array
        size = Patch(3)
    return nvrender.run(nvrender.load(evaluation), given, patch=size)


def rounded(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Rows in an order that both sides agree on."""
    keys = np.round(rows.astype(np.float64) / (4 * NEAR))
    return rows[np.lexsort(keys.T[::-1])]


def numbers(name: str, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Integers as such, colours clamped."""
    if name.startswith("attrib"):
        return array.view(np.int32)
    return np.clip(array, 0, 1) if name.startswith("color") else array


def same_vertices(seen: nvrender.Results, wanted: nvrender.Results) -> None:
    """Each captured vertex is one of the oracle's, and each of those is captured."""
    assert list(seen) == list(wanted)
    every = np.concatenate([numbers(name, wanted[name]) for name in wanted], 1)
    rows = np.concatenate([numbers(name, seen[name]) for name in seen], 1)
    distances = np.abs(rows[:, None].astype(np.float64) - every[None]).max(axis=2)
    assert distances.min(axis=1).max() < NEAR and distances.min(axis=0).max() < NEAR


@pytest.mark.parametrize("mode", ["TRIANGLES", "QUADS", "ISOLINES", "QUADS; TESS_POINT_MODE"])
@pytest.mark.parametrize("control", [None, CONTROL % ""], ids=["levels", "control"])
def test_captured_vertices_are_the_oracles(context: moderngl.Context, mode: str, control: str | None) -> None:
    evaluation = EVALUATION % mode
    seen = captured(context, control, evaluation)
    same_vertices(seen, expected(control, evaluation, LEVELS))
    assert seen.emitted is not None
    corners = {"T": 3, "Q": 3, "I": 2}[mode[0]] if "POINT" not in mode else 1
    assert seen.primitives.shape == (len(seen["position"]) // corners, corners)


def test_every_primitive_of_a_quad_is_captured(context: moderngl.Context) -> None:
    """Areas in the domain sum to 1, in every patch (ARB_tessellation_shader 2.X.2)."""
    seen = captured(context, None, EVALUATION % "QUADS", patch=Patch(3, (4.0, 2.0, 3.0, 5.0), (3.0, 6.0)))
    corner = seen["texcoord[1]"][seen.primitives][:, :, :2].astype(np.float64)
    one, two = corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]
    areas = (one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2
    assert (areas > -1e-6).all()
    patches = seen["attrib[0]"].view(np.int32)[seen.primitives[:, 0], 0]
    np.testing.assert_allclose(np.bincount(patches, areas), np.ones(4), atol=1e-3)


LOCKSTEP = (
    "MOV.S.CC i.y, i.x; IF EQ.y; ATOMB.ADD.U32 t, {1}, words[0]; MOV t, vertex.out[1].position; ELSE; "
    "ATOMB.ADD.U32 t, {16}, words[0]; ENDIF; MOV t, 3;"
)


def test_control_programs_that_change_memory_in_flow(context: moderngl.Context) -> None:
    """Once for each thread, whoever runs them (NV_tessellation_program5 2.X.5)."""
    evaluation, patch = EVALUATION % "TRIANGLES", Patch(3)
    program = nvrender.load(CONTROL % LOCKSTEP)
    with (
        MemoryBuffer(context, None, {0: np.zeros(4, np.uint32)}) as memory,
        Pipeline(
            context, nvrender.load(VERTEX), tess_control=program, tess_evaluation=nvrender.load(evaluation)
        ) as pipeline,
        Mesh(context, {0: POSITIONS, 3: COLORS}, primitive="PATCHES") as mesh,
    ):
        pipeline.set_memory(memory)
        seen = pipeline.capture(mesh, patch=patch)
        counted = memory.left().storage[0][0]
    # Once for the count of primitives, once for the capture.
    assert counted in (4 * 33, 8 * 33)
    same_vertices(seen, expected(CONTROL % LOCKSTEP, evaluation, patch))


GEOMETRY = """!!NVgp4.0 PRIMITIVE_IN %s; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; TEMP m;
ADD m, vertex[0].position, vertex[1].position; MOV result.position, m;
MOV result.color, vertex[1].color; MOV.S result.attrib[0], vertex[0].attrib[0]; EMIT; END"""


@pytest.mark.parametrize("control", [None, CONTROL % ""], ids=["levels", "control"])
def test_geometry_programs_behind_them(context: moderngl.Context, control: str | None) -> None:
    seen = captured(context, control, EVALUATION % "TRIANGLES", GEOMETRY % "TRIANGLES", Patch(3))
    whole = captured(context, control, EVALUATION % "TRIANGLES", patch=Patch(3))
    corners = whole["position"][whole.primitives]
    assert len(seen["position"]) == len(corners)
    np.testing.assert_allclose(
        rounded(seen["position"]), rounded(corners[:, 0] + corners[:, 1]), atol=8 * NEAR
    )
    assert seen["color.front.primary"].min() >= 0


@pytest.mark.parametrize("invocations", [1, 2])
def test_strips_of_tessellated_points_are_apart(context: moderngl.Context, invocations: int) -> None:
    """NV_geometry_program4 2.14.6.2; of three points a patch two emit something, and are counted."""
    evaluation = EVALUATION % "TRIANGLES; TESS_POINT_MODE"
    strip = f"""!!NVgp5.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT LINE_STRIP; VERTICES_OUT 2;
    INVOCATIONS {invocations}; TEMP t; SUBC t.x, vertex[0].texcoord[1].x, 0.5; RET (GT.x);
    MOV result.position, vertex[0].position; EMIT; ADD result.position, vertex[0].position, 1; EMIT; END"""
    seen = captured(context, None, evaluation, strip, Patch(3))
    stages = Stages(
        nvrender.load(VERTEX), geometry=nvrender.load(strip), tess_evaluation=nvrender.load(evaluation)
    )
    patches = Primitives("PATCHES", {0: POSITIONS, 3: COLORS}, patch=Patch(3))
    for found in (seen, capture(stages, patches, State(), {})):
        assert found.emitted is not None
        assert found.emitted.source.tolist() == np.repeat(np.arange(8), 2 * invocations).tolist()
        rows = found["position"][found.primitives]
        assert len(rows) == 8 * invocations and (rows[:, 1] == rows[:, 0] + 1).all()


def test_the_conventional_stage_before_them(context: moderngl.Context) -> None:
    text = "!!NVtep5.0 TESS_MODE TRIANGLES; MOV result.position, vertex[0].position; END"
    seen = captured(context, None, text, vertex=None, patch=Patch(3))
    assert len(seen["position"]) == 12


def test_nothing_is_captured_of_patches_that_are_discarded(context: moderngl.Context) -> None:
    seen = captured(context, None, EVALUATION % "QUADS", patch=Patch(3, (0.0, 1.0, 1.0, 1.0)))
    assert seen["position"].shape == (0, 4) and seen.primitives.shape == (0, 3)


def test_some_results_are_captured(context: moderngl.Context) -> None:
    assert list(captured(context, None, EVALUATION % "QUADS", results=["texcoord[1]"])) == ["texcoord[1]"]


def test_more_results_than_one_pass_captures(context: moderngl.Context) -> None:
    body = "".join(f"MUL result.attrib[{number}], vertex[0].position, {number}.0;" for number in range(16))
    body += "".join(f"MOV result.texcoord[{number}], vertex.tesscoord;" for number in range(4))
    text = f"!!NVtep5.0 TESS_MODE TRIANGLES; {body} MOV result.position, vertex[1].position; END"
    seen = captured(context, None, text, patch=Patch(3))
    assert len(seen) == 21
    np.testing.assert_allclose(seen["attrib[7]"], 7 * POSITIONS[np.repeat(np.arange(0, 12, 3), 3)], rtol=1e-6)


def test_other_primitives_are_refused(context: moderngl.Context) -> None:
    with (
        Pipeline(context, None, tess_evaluation=nvrender.load(EVALUATION % "QUADS")) as pipeline,
        Mesh(context, {0: POSITIONS}) as mesh,
        pytest.raises(InputError, match="give it as PATCHES"),
    ):
        pipeline.capture(mesh)


def test_meshes_with_indices(context: moderngl.Context) -> None:
    """The second patch, then the first."""
    text = "!!NVtep5.0 TESS_MODE ISOLINES; MOV result.position, vertex[2].position; END"
    indices = np.array([3, 4, 5, 0, 1, 2], np.uint32)
    with (
        Pipeline(context, nvrender.load(VERTEX), tess_evaluation=nvrender.load(text)) as pipeline,
        Mesh(context, {0: POSITIONS, 3: COLORS}, indices=indices, primitive="PATCHES") as mesh,
    ):
        seen = pipeline.capture(mesh, patch=Patch(3))
    np.testing.assert_array_equal(seen["position"], POSITIONS[[5, 5, 2, 2]])


@pytest.mark.parametrize(("vertices", "results"), [(3, 6), (8, 6), (32, 2)])
def test_one_invocation_hands_all_results_over(
    context: moderngl.Context, vertices: int, results: int
) -> None:
    """More than a patch has room for at once (GLSL 4.60 7.3, gl_MaxTessPatchComponents)."""
    body = "".join(f"ADD r, t, {number}; MOV result.attrib[{number}], r;" for number in range(results))
    control = (
        f"!!NVtcp5.0 OPTION NV_shader_storage_buffer; VERTICES_OUT {vertices}; TEMP t, r; INT TEMP i;"
        "STORAGE words[] = { program.storage[0] }; MOV.S.CC i, primitive.invocation; IF EQ.x;"
        "ATOMB.ADD.U32 r, {1}, words[0]; ELSE; ATOMB.ADD.U32 r, {16}, words[0]; ENDIF; I2F t, i.x;"
        f"MUL t, t, 10; {body} MOV result.patch.tessouter[0], 1; MOV result.patch.tessouter[1], 1;"
        "MOV result.patch.attrib[0], 7; END"
    )
    last = vertices - 1
    text = (
        "!!NVtep5.0 TESS_MODE ISOLINES; MOV result.position, primitive.patch.attrib[0];"
        + "".join(
            f"MOV result.attrib[{number}], vertex[{last}].attrib[{number}];" for number in range(results)
        )
        + f"MOV result.attrib[6], vertex[1].attrib[{results - 1}]; END"
    )
    with (
        MemoryBuffer(context, None, {0: np.zeros(4, np.uint32)}) as memory,
        Pipeline(
            context, None, tess_control=nvrender.load(control), tess_evaluation=nvrender.load(text)
        ) as pipeline,
        Mesh(context, {0: POSITIONS}, primitive="PATCHES") as mesh,
    ):
        pipeline.set_memory(memory)
        seen = pipeline.capture(mesh, patch=Patch(3))
    assert len(seen["position"]) == 8 and (seen["position"] == 7).all()
    for number in range(results):
        assert (seen[f"attrib[{number}]"] == 10 * last + number).all()
    assert (seen["attrib[6]"] == 9 + results).all()


def test_an_integer_that_sets_a_code_and_is_handed_on_has_one_name(context: moderngl.Context) -> None:
    """Its word is shielded as a float; what threads of a patch share is kept once (2.X.4.3)."""
    evaluation = nvrender.load(
        "!!NVtep5.0 TESS_MODE QUADS; INT TEMP a; MOV.S a, 1; MOV result.position, vertex.tesscoord;"
        "MOV.S.CC result.texcoord[0], a; MOV result.texcoord[0].x (GT.x), 0.5; END"
    )
    fragment = nvrender.load("!!NVfp5.0 FLAT ATTRIB t = fragment.texcoord[0]; MOV result.color, t; END")
    with Pipeline(context, None, tess_evaluation=evaluation, fragment=fragment) as pipeline:
        assert "vec4 value = nv_opaque(intBitsToFloat(a));" in "".join(pipeline.sources)
