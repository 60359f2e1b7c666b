"""DispatchCompute and DispatchComputeIndirect (ARB_compute_shader, with NV_compute_program5)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.buffers.commands import bound_buffer
from nvrender.api.command import command
from nvrender.api.draw.memory import keep, reached
from nvrender.api.draw.stages import check_dispatch, parameters_of, program_of
from nvrender.api.errors import invalid_operation, invalid_value
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.drawing import Dispatch
from nvrender.api.objects.programs import LIMITS
from nvrender.api.textures.drawing import drawn_textures
from nvrender.gl.inputs.work_groups import MOST_GROUPS

_SECTION = "ARB_compute_shader, Errors"
_TARGET = enums.COMPUTE_PROGRAM_NV
_WORDS = 3


@command()
def DispatchCompute(gl: ContextState, num_groups_x: int, num_groups_y: int, num_groups_z: int) -> None:
    """Run so many work groups of the current compute program."""
    groups = whole(num_groups_x, "x"), whole(num_groups_y, "y"), whole(num_groups_z, "z")
    _check_groups(groups)
    check_dispatch(gl.programs, gl.textures, gl.fixed)
    _dispatch(gl, groups)


@command()
def DispatchComputeIndirect(gl: ContextState, indirect: int) -> None:
    """DispatchCompute of three words of the buffer bound to DISPATCH_INDIRECT_BUFFER, from a byte on."""
    start = whole(indirect, "indirect")
    if start < 0 or start % 4:
        raise invalid_value(f"indirect is {start}; it must be a multiple of 4", _SECTION)
    check_dispatch(gl.programs, gl.textures, gl.fixed)
    if not (number := bound_buffer(gl.buffers, enums.DISPATCH_INDIRECT_BUFFER)):
        raise invalid_operation("no buffer is bound to DISPATCH_INDIRECT_BUFFER", _SECTION)
    content = gl.buffers.readable(number, _SECTION).content
    if start + 4 * _WORDS > len(content):
        reason = f"bytes {start} to {start + 4 * _WORDS} of a buffer of {len(content)}"
        raise invalid_operation(reason, _SECTION)
    x, y, z = np.frombuffer(content[start : start + 4 * _WORDS].tobytes(), np.uint32).tolist()
    _check_groups((x, y, z))
    _dispatch(gl, (x, y, z))


def _check_groups(groups: tuple[int, int, int]) -> None:
    for axis, count in zip("xyz", groups, strict=True):
        if not 0 <= count <= MOST_GROUPS:
            raise invalid_value(f"there are {count} groups in {axis}; 0 to {MOST_GROUPS} may be", _SECTION)


def _dispatch(gl: ContextState, groups: tuple[int, int, int]) -> None:
    program, held = program_of(gl.programs, gl.fixed, _TARGET), gl.programs.bound(_TARGET)
    assert program is not None and held is not None
    textures, units = drawn_textures(gl.textures, gl.framebuffers, gl.fixed, gl.buffers, [held])
    memory = reached(gl.textures, gl.buffers, [program])
    if 0 in groups:
        return
    state = gl.fixed.state.with_(texture_units=units)
    parameters = parameters_of(gl.programs, gl.fixed, gl.buffers, _TARGET, program)
    keep(
        gl.textures,
        gl.errors,
        memory,
        gl.screen.dispatch(Dispatch(program, parameters, groups, state, textures, memory)),
    )


_LIMITS = LIMITS[_TARGET]


def _axis(values: tuple[int, int, int]) -> Callable[[ContextState, int], int]:
    def value(gl: ContextState, axis: int) -> int:
        if not 0 <= axis < len(values):
            raise invalid_value(f"index is {axis}; 0, 1 and 2 are x, y and z", "ARB_compute_shader 6.X")
        return values[axis]

    return value


#: What GetIntegerIndexedvEXT and its kin know of them.
INDEXED: dict[int, Callable[[ContextState, int], int]] = {
    enums.MAX_COMPUTE_WORK_GROUP_COUNT: _axis((MOST_GROUPS,) * 3),
    enums.MAX_COMPUTE_WORK_GROUP_SIZE: _axis(_LIMITS.group_size),
}
