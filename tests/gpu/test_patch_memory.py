"""Memory that tessellation programs of draws reach, on both sides (NV_gpu_program5 2.X.4.5)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.inputs.global_memory import Stores
from nvrender.gl.patches import Patch
from nvrender.gpu.draw import MemoryBuffer, Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.oracle.memory.spaces import Held
from nvrender.source import InputError

VERTEX = "!!NVvp5.0 MOV result.position, vertex.position; END"
CONTROL = """!!NVtcp5.0 OPTION NV_shader_storage_buffer; VERTICES_OUT 3; TEMP t; INT TEMP i;
STORAGE w[] = { program.storage[0] }; CBUFFER c[] = { program.buffer[0] }; ATTRIB p = vertex.position;
MOV.S.CC i, primitive.invocation; MOV result.position, p[i.x]; LDC.F32 t, c[4];
MOV result.patch.tessouter[0], t; MOV result.patch.tessouter[1], t; MOV result.patch.tessouter[2], t;
MOV result.patch.tessinner[0], t; %s END"""
EVALUATION = """!!NVtep5.0 OPTION NV_shader_storage_buffer; TESS_MODE TRIANGLES; TEMP t, u;
STORAGE w[] = { program.storage[0] }; MOV t, vertex.tesscoord; MUL u, vertex[0].position, t.x;
MAD u, vertex[1].position, t.y, u; MAD result.position, vertex[2].position, t.z, u; MOV result.color, 1;
%s END"""
CORNERS = np.array([[-1, -1, 0, 1], [1, -1, 0, 1], [0, 1, 0, 1]] * 2, np.float32)
LEVELS = {"program.buffer[0]": np.array([0, 2], np.float32)}


def both(
    context: moderngl.Context, control: str, evaluation: str
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """What is in storage after a draw of two patches, on the GPU and on the oracle; the frames are alike."""
    programs: dict[str, Any] = {
        "tess_control": nvrender.load(CONTROL % control),
        "tess_evaluation": nvrender.load(EVALUATION % evaluation),
    }
    vertex, storage = nvrender.load(VERTEX), {0: np.zeros(16, np.uint32)}
    with (
        MemoryBuffer(context, None, storage) as memory,
        Pipeline(context, vertex, **programs) as pipeline,
        Mesh(context, {0: CORNERS}, primitive="PATCHES") as mesh,
        Target(context, (16, 16)) as target,
    ):
        pipeline.set_memory(memory)
        pipeline.set_parameters(LEVELS, "tessellation control")
        target.clear((0.0, 0.0, 0.0, 1.0))
        pipeline.draw(mesh, target, patch=Patch(3))
        seen, left = target.read(), memory.left().storage[0]
    frame, held = Frame((16, 16)), Held(Stores(nvrender.Memory({}), storage))
    frame.clear((0.0, 0.0, 0.0, 1.0))
    stages = Stages(vertex, **programs, tess_control_parameters=LEVELS, memory=held)
    draw(frame, stages, Primitives("PATCHES", {0: CORNERS}, patch=Patch(3)), nvrender.State(), {})
    assert (np.abs(seen.astype(int) - frame.picture()).max(axis=2) > 2).mean() < 0.01
    assert seen[8, 8, 0] == 255
    return np.asarray(left), np.asarray(held.left().storage[0])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("ATOMB.ADD.U32 t, {1}, w[0];", [6]),
        ("SHL.S i.y, i.x, 2; STB.S32 i, w[i.y];", [0, 1, 2]),
        ("IF EQ.x; ATOMB.ADD.U32 t, {1}, w[0]; ELSE; ATOMB.ADD.U32 t, {10}, w[0]; ENDIF;", [42]),
        ("REP.S i.x; ATOMB.ADD.U32 t, {1}, w[4]; ENDREP; LDB.U32 t, w[4]; STB.U32 {9}, w[0];", [9, 6]),
        ("LONG TEMP l; CVT.S64.S32 l, i; REP.S64 l.x; ATOMB.ADD.U32 t, {1}, w[0]; ENDREP;", [6]),
        ("ATOMB.MAX.U32 t, {3}, w[0]; MOV result.attrib[0], vertex.out[1].position;", [3]),
    ],
)
def test_control_programs(context: moderngl.Context, body: str, expected: list[int]) -> None:
    """Once for each thread, in flow and out of it."""
    seen, known = both(context, body, "")
    assert known[: len(expected)].tolist() == expected and not known[len(expected) :].any()
    np.testing.assert_array_equal(seen, known)


def test_evaluation_programs(context: moderngl.Context) -> None:
    """They may run more than once for a vertex."""
    body = "ATOMB.MAX.U32 t, {7}, w[8]; STB.U32 {5}, w[0]; ATOMB.ADD.U32 t, {1}, w[4];"
    seen, known = both(context, "", body)
    assert known[0] == seen[0] == 5 and known[2] == seen[2] == 7
    assert known[1] == 2 * 7 and seen[1] >= known[1]


def test_draws_without_memory_are_refused_with_the_place() -> None:
    control = nvrender.load(CONTROL % "\nATOMB.ADD.U32 t, {1}, w[0];")
    stages = Stages(
        nvrender.load(VERTEX),
        tess_control=control,
        tess_evaluation=nvrender.load(EVALUATION % ""),
        tess_control_parameters=LEVELS,
    )
    with pytest.raises(InputError, match=r":6:1: ATOMB reaches memory, and this draw was given none"):
        draw(Frame((8, 8)), stages, Primitives("PATCHES", {0: CORNERS}, patch=Patch(3)), nvrender.State(), {})


@pytest.mark.parametrize(
    ("body", "barriers"),
    [
        ("LOAD.U32 r, program.local[0].x; LOAD.U32 s, program.local[0].y;", 0),
        ("STORE.U32 r, program.local[0].x; STORE.U32 s, program.local[0].y;", 1),
        ("STORE.U32 r, program.local[0].x; LOAD.U32 s, program.local[0].y;", 1),
        ("LOAD.U32 r, program.local[0].x; STORE.U32 s, program.local[0].y;", 1),
    ],
)
def test_threads_wait_between_accesses_that_another_may_see(body: str, barriers: int) -> None:
    """NV_tessellation_program5 2.X.5: all threads are done with one instruction before the next."""
    text = (
        f"!!NVtcp5.0 VERTICES_OUT 3; TEMP r, s; MOV.U r, 0; MOV.U s, 1; {body} MOV result.position, r;"
        "MOV result.texcoord[0], s; END"
    )
    source = nvrender.translate(nvrender.load(text), "glsl430").source
    assert source.count("    memoryBarrier();\n    barrier();\n") == source.count("barrier();") == barriers
