"""How many work groups a dispatch has (ARB_compute_shader)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from nvrender.gl.inputs.arrays import whole_number
from nvrender.program import Program
from nvrender.program.declared import compute_of
from nvrender.source import InputError

#: MAX_COMPUTE_WORK_GROUP_COUNT, in each direction.
MOST_GROUPS = 65535
#: Invocations of one dispatch. GL bounds each direction alone; 65535 groups in all three would never end.
MOST_INVOCATIONS = 2**32


def work_groups(groups: Any) -> tuple[int, int, int]:
    """The argument ``groups`` of a run as three numbers; InputError for what is none."""
    if groups is None:
        return 1, 1, 1
    if isinstance(groups, np.ndarray) and groups.ndim == 1:
        groups = groups.tolist()
    parts = groups if isinstance(groups, Sequence) and not isinstance(groups, (str, bytes)) else (groups,)
    numbers = [whole_number(part) for part in parts]
    if not 1 <= len(numbers) <= 3:
        raise InputError(f"groups has {len(numbers)} numbers; give one to three")
    found = []
    for number in [*numbers, 1, 1][:3]:
        if number is None or not 0 <= number <= MOST_GROUPS:
            raise InputError(f"groups is {groups!r}; give one to three numbers from 0 to {MOST_GROUPS}")
        found.append(number)
    return found[0], found[1], found[2]


def invocations(program: Program, groups: tuple[int, int, int]) -> int:
    """How many invocations so many groups are; InputError for more than any machine would end."""
    size = math.prod(compute_of(program).size)
    count = size * math.prod(groups)
    if count > MOST_INVOCATIONS:
        raise InputError(
            f"{' × '.join(map(str, groups))} work groups of {size} are {count} invocations; "
            f"a dispatch has {MOST_INVOCATIONS} at most"
        )
    return count


def invocation_at(program: Program, groups: tuple[int, int, int], place: Sequence[int]) -> int:
    """The number of the invocation whose invocation.globalid is ``place``, group after group.

    InputError where there is none (NV_compute_program5 Table X.1).
    """
    size = compute_of(program).size
    given = (*place, 0, 0)[:3]
    there = [count * each for count, each in zip(groups, size, strict=True)]
    if not all(0 <= number < most for number, most in zip(given, there, strict=True)):
        raise InputError(
            f"there is no invocation at {', '.join(map(str, given))}; there are {' × '.join(map(str, there))}"
        )
    group, local = 0, 0
    for axis in (2, 1, 0):
        group = group * groups[axis] + given[axis] // size[axis]
        local = local * size[axis] + given[axis] % size[axis]
    return group * math.prod(size) + local


def missed_barrier(program: Program, index: int, here: int, place: tuple[int, int, int]) -> InputError:
    """``here`` invocations of the work group at ``place`` wait at BAR ``index``, the others do not.

    All must reach a BAR, or none (NV_compute_program5 2.X.8, BAR).
    """
    compute = compute_of(program)
    count = compute.size[0] * compute.size[1] * compute.size[2]
    return InputError(
        f"{program.source.place(program.instructions[index].span)}: {here} of the {count} invocations of "
        f"work group {place} wait at this BAR, which all must reach, or none (NV_compute_program5 2.X.8, BAR)"
    )
