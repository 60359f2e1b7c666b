"""Memory instructions as steps of a prepared program: what is done, then what becomes of the result."""

from __future__ import annotations

from nvrender.ops.memory_access import Space
from nvrender.ops.types import DataType
from nvrender.oracle.machine import wide
from nvrender.oracle.machine.commit import clamp, commit, flag_step
from nvrender.oracle.machine.initial import discarded
from nvrender.oracle.machine.jumps import Jump
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import Step
from nvrender.oracle.memory import access as memory_access
from nvrender.oracle.memory import image_access
from nvrender.oracle.patches.writes import shared_write
from nvrender.program import Clamp, Instruction
from nvrender.program.memory import unseen
from nvrender.program.profile import Stage


def access_step(instruction: Instruction, layout: Layout, *, watched: bool) -> Jump:
    """A memory instruction, which is executed whatever is written of its result.

    Unless ``watched``, results that no instruction reads are not there.
    """
    finish: list[Step] = []
    destination = instruction.destination
    if destination is not None and not discarded(instruction):
        enabled = tuple(component for component in range(4) if destination.mask[component])
        limit, never = instruction.clamp, destination.condition and destination.condition.test == "FL"
        if enabled and not never:
            if limit is not None and destination.type is DataType.FLOAT:
                least = 0.0 if limit is Clamp.UNSIGNED else -1.0
                if destination.register.long:
                    finish.append(wide.clamped(least, layout, enabled))
                else:
                    finish += clamp(least, 1.0, enabled, layout.out)
            if instruction.condition_code is not None and destination.register.long:
                finish.append(wide.flagged(destination.type, layout, enabled))
            elif instruction.condition_code is not None:
                finish += flag_step(instruction, layout, [], enabled, layout.out)
            finish += commit(instruction, layout, enabled, layout.out)
            if layout.program.profile.stage is Stage.TESSELLATION_CONTROL:
                finish = shared_write(instruction, layout, enabled, finish)
    name = instruction.operation
    room = image_access if instruction.opcode.space is Space.IMAGE else memory_access
    if not watched and instruction.atomic is not None and unseen(layout.program, instruction):
        access = room.unordered_of(instruction, layout)
        if access is not None:
            return Jump(name, 0, None, False, access=access)
    return Jump(name, 0, None, False, access=room.access_of(instruction, layout, finish))
