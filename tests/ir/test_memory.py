"""What programs do to images and shared memory is the same on the evaluator as on the oracle."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz import declared_inputs, nv5_images

import nvrender
from nvrender.gl.inputs.global_memory import Memory, Stores
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.memory.spaces import Spaces

from .machine import evaluated

#: Half of the invocations store what is theirs, all wait, and load what is their neighbour's; %s goes around.
_EXCHANGE = """\
!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 8;
SHARED_MEMORY 64;
SHARED space[] = { program.sharedmem };
STORAGE kept[] = { program.storage[0] };
TEMP n, p, v, turns;
MOV.U turns, 0;
%s
MUL.U n.x, invocation.localid.x, 4;
ADD.U n.y, turns.x, invocation.groupid.x;
ADD.U n.y, n.y, n.x;
STS.U32 n.y, space[n.x];
BAR;
ADD.U p.x, invocation.localid.x, 1;
AND.U p.x, p.x, 7;
MUL.U p.x, p.x, 4;
LDS.U32 v.x, space[p.x];
BAR;
%s
ATOMB.ADD.U32 v.y, v.x, kept[n.x];
END"""
_LOOP = "REP.S 3;", "ADD.U turns.x, turns.x, 1; ENDREP;"


def _images(seed: int) -> tuple[list[bytes], int]:
    """The words that a random program gives and leaves, and how many accesses were invalid."""
    sample = nv5_images.generate(seed)
    program, inputs = nvrender.load(sample.text), declared_inputs.draw(sample, 12)
    spaces = Spaces(Stores(Memory({}), {}, nv5_images.images_of(seed)), {})
    resources = Resources(inputs.rows(program), spaces=spaces)
    found, left = execute(program, inputs.arrays(), resources, inputs.count), spaces.left()
    return [rows.tobytes() for rows in (*found.values(), *left.images.values())], left.faults


@pytest.mark.parametrize("seed", range(6))
def test_random_programs_leave_the_same_images(seed: int) -> None:
    expected = _images(seed)
    with evaluated():
        assert _images(seed) == expected


@pytest.mark.parametrize(("before", "behind"), [("", ""), _LOOP])
def test_invocations_wait_for_each_other(before: str, behind: str) -> None:
    kept = {0: np.zeros(8, np.uint32)}
    program = _EXCHANGE % (before, behind)
    expected = nvrender.run(program, storage=kept, groups=(3, 1, 1)).storage[0]
    assert expected.any()
    with evaluated():
        assert nvrender.run(program, storage=kept, groups=(3, 1, 1)).storage[0].tolist() == expected.tolist()


def test_a_barrier_that_some_miss_is_told_of() -> None:
    program = _EXCHANGE % ("SUB.S.CC n, invocation.localid, 3; IF GE.x;", "ENDIF;")
    with pytest.raises(nvrender.InputError) as expected:
        nvrender.run(program, storage={0: np.zeros(8, np.uint32)}, groups=(1, 1, 1))
    with evaluated(), pytest.raises(nvrender.InputError, match=str(expected.value)[:40]):
        nvrender.run(program, storage={0: np.zeros(8, np.uint32)}, groups=(1, 1, 1))
