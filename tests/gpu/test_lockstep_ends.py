"""Control programs in lockstep whose loops a driver leaves before their end: that is said, with its place."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np
import pytest

import nvrender
from nvrender.gl.patches import Patch
from nvrender.glsl.targets import TARGETS
from nvrender.glsl.translate import translate
from nvrender.gpu.context.lockstep_ends import leaves_loops
from nvrender.gpu.draw import MemoryBuffer, Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.source import TargetError

#: The loop begins in line 5; its threads share attrib[0], so that they run in lockstep.
CONTROL = """!!NVtcp5.0 OPTION NV_shader_storage_buffer; VERTICES_OUT {size};
TEMP t; INT TEMP i, k; ATTRIB p = vertex.position; STORAGE w[] = {{ program.storage[0] }};
MOV.S i, primitive.invocation; MOV.S k, 0; MOV result.position, p[i.x]; MOV result.patch.tessouter[0], 1;
MOV result.patch.tessouter[1], 1; MOV result.patch.tessouter[2], 1; MOV.S k.y, {turns};
REP.S k.y;
  ADD.S k.x, k.x, 1;
  MOV.S result.attrib[0], k;
  ADD.S i.y, i.y, vertex.out[0].attrib[0].x;
ENDREP;
{more} MOV.S result.attrib[1].x, i.y; END"""
EVALUATION = """!!NVtep5.0 TESS_MODE TRIANGLES; TEMP t, u; MOV t, vertex.tesscoord;
MUL u, vertex[0].position, t.x; MAD u, vertex[1].position, t.y, u;
MAD result.position, vertex[2].position, t.z, u; MOV.S result.attrib[0], vertex[0].attrib[0]; END"""
VERTEX = "!!NVvp5.0 MOV result.position, vertex.position; END"
CORNERS = np.array([[-1, -1, 0, 1], [1, -1, 0, 1], [0, 1, 0, 1]], np.float32)
MEMORY = "ATOMB.ADD.U32 t, {1}, w[0];"
MESSAGE = r"<text>:6:3: threads of a patch had more to do here when .* left the loops of its shader"


def control(size: int, turns: int, more: str = "") -> nvrender.Program:
    return nvrender.load(CONTROL.format(size=size, turns=turns, more=more))


@pytest.mark.parametrize(
    ("size", "turns"),
    [(size, turns) for size in (1, 3) for turns in (100, 65_000, 65_522, 65_524, 65_534, 65_536)]
    + [(32, 65_000), (32, 65_536)],
)
def test_patches_over_arrays(context: moderngl.Context, size: int, turns: int) -> None:
    """All of what the program says (NV_gpu_program4 2.X.8, REP), or none of it."""
    program, given = control(size, turns), {"position": CORNERS}
    options: dict[str, Any] = {"backend": "gpu", "context": context, "patch": Patch(3), "watchdog": None}
    try:
        found = nvrender.run(program, given, **options)
    except TargetError as error:
        assert turns > 65_000 and leaves_loops(context)
        assert turns < 65_536 or str(error).startswith("<text>:6:3: threads of a patch had more to do here")
        return
    assert turns < 65_536 or not leaves_loops(context)
    assert found["attrib[0]"].view(np.int32)[:, 0].tolist() == [turns] * size
    sums = np.full(size, turns * (turns + 1) // 2).astype(np.uint32).view(np.int32)
    assert found["attrib[1]"].view(np.int32)[:, 0].tolist() == sums.tolist()


@pytest.mark.parametrize("more", ["", MEMORY], ids=["results", "memory"])
def test_draws(context: moderngl.Context, more: str) -> None:
    """The watchdog's 65,535 turns are more than llvmpipe lets threads take that share a loop."""
    vertex, evaluation = nvrender.load(VERTEX), nvrender.load(EVALUATION)
    with ExitStack() as stack:
        memory = stack.enter_context(MemoryBuffer(context, None, {0: np.zeros(1, np.uint32)}))
        mesh = stack.enter_context(Mesh(context, {0: CORNERS}, primitive="PATCHES"))
        target = stack.enter_context(Target(context, (8, 8)))
        for turns in (20, 90_000):
            programs: dict[str, Any] = {
                "tess_control": control(3, turns, more),
                "tess_evaluation": evaluation,
            }
            pipeline = stack.enter_context(Pipeline(context, vertex, **programs))
            pipeline.set_memory(memory)
            target.clear((0.0, 0.0, 0.0, 1.0))
            if turns == 20 or not leaves_loops(context):
                pipeline.draw(mesh, target, patch=Patch(3))
                found = pipeline.capture(mesh, patch=Patch(3))
                assert found["attrib[0]"].view(np.int32)[:, 0].tolist() == [min(turns, 65_535)] * 3
                continue
            with pytest.raises(TargetError, match=MESSAGE):
                pipeline.draw(mesh, target, patch=Patch(3))
            with pytest.raises(TargetError, match=MESSAGE):
                pipeline.capture(mesh, patch=Patch(3))
            with pytest.raises(TargetError, match=MESSAGE), target.framebuffer.ctx:
                target.framebuffer.use()
                pipeline.render(mesh)


def test_ports_and_other_drivers_tell_nothing() -> None:
    assert "Ends" not in translate(control(3, 90_000), "glsl430").source
    assert not TARGETS["glsl430"].leaves_loops
