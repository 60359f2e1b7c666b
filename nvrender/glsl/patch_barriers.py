"""Where threads of a control program must wait for each other (NV_tessellation_program5 2.X.5).

An instruction of all threads is done before the next begins; of that only the order of what several
threads reach can be seen. GLSL has ``barrier()`` in straight code of main alone (GLSL 4.60 8.16).
"""

from __future__ import annotations

from nvrender.flow.regions import Block, Flow
from nvrender.glsl.patch_inputs import is_of_patch, result_read
from nvrender.isa.generation5_bindings import CONTROL_ATTRIBUTES
from nvrender.program import Instruction, Program, Register, RegisterFile
from nvrender.source import TargetError


def barriers(program: Program, flow: Flow, *, wrapped: bool) -> frozenset[int]:
    """The ids of the instructions a barrier stands before.

    TargetError where one would stand in a branch, a loop or a subroutine.
    """
    shared = {name for one in program.instructions for name in _read(one)}
    if not shared:
        return frozenset()
    straight = [] if flow.dispatch or flow.counted or wrapped else _straight(flow)
    ordered = {id(one) for one in straight}
    for one in program.instructions:
        if id(one) not in ordered and (_read(one) or _written(program, one) & shared):
            line, column = program.source.line_and_column(one.span.start)
            raise TargetError(
                f"{program.source.name}:{line}:{column}: outputs that threads share in branches, loops and "
                f"subroutines do not run on the GPU yet; the oracle runs them"
            )
    found: set[int] = set()
    read: set[str] = set()
    written: set[str] = set()
    for one in straight:
        reads, writes = _read(one), _written(program, one) & shared
        if reads & written or writes & read or {name for name in writes & written if _of_patch(name)}:
            found.add(id(one))
            read, written = set(), set()
        read |= reads
        written |= writes
    return frozenset(found)


def _straight(flow: Flow) -> list[Instruction]:
    blocks = [region for region in flow.functions[-1].body if isinstance(region, Block)]
    return [instruction for block in blocks for instruction in block.instructions]


def _of_patch(name: str) -> bool:
    return name.startswith("patch.")


def _covered(register: Register) -> range:
    count = register.count if register.relative is not None else 1
    return range(register.index, register.index + count)


def _read(instruction: Instruction) -> set[str]:
    """The results of the program that an instruction reads."""
    found = set()
    for operand in instruction.operands:
        if operand.register.file is RegisterFile.ATTRIBUTE:
            for index in _covered(operand.register):
                name = CONTROL_ATTRIBUTES[index]
                if name.startswith("vertex.out.") or is_of_patch(name):
                    found.add(result_read(name))
    return found


def _written(program: Program, instruction: Instruction) -> set[str]:
    destination = instruction.destination
    if destination is None or destination.register.file is not RegisterFile.RESULT:
        return set()
    return {program.profile.results[index] for index in _covered(destination.register)}
