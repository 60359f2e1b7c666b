"""What threads of a control program share, and which instructions reach it (NV_tessellation_program5 2.X.5).

Shared are the results, by name, and MEMORY.
"""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl.io.patch_inputs import NAMED, PATCH_RESULTS
from nvrender.languages.arb.generation5_bindings import CONTROL_ATTRIBUTES
from nvrender.ops.memory_access import Space
from nvrender.program import Instruction, Operand, Program, RegisterFile, covered

#: What stands for all of the memory among the names of results.
MEMORY = "memory"
_MEMORY_SPACES = (Space.GLOBAL, Space.STORAGE, Space.IMAGE)


@dataclass(frozen=True)
class Reached:
    """What an instruction, or several, read and write of what threads share."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()

    def __or__(self, other: Reached) -> Reached:
        return Reached(self.reads | other.reads, self.writes | other.writes)

    def conflicts(self, later: Reached) -> bool:
        """True if the order of this and what comes later can be seen, each done by several threads."""
        twice = {name for name in self.writes & later.writes if is_common(name)}
        return bool(self.writes & later.reads or self.reads & later.writes or twice)


def is_common(name: str) -> bool:
    """True for what every thread may write."""
    return name == MEMORY or name in PATCH_RESULTS


def reached(program: Program, instruction: Instruction) -> Reached:
    """What of results and memory ``instruction`` reads and writes."""
    reads = {name for operand in instruction.sources for name in results_read(operand)}
    writes: set[str] = set()
    destination = instruction.destination
    if destination is not None and destination.register.file is RegisterFile.RESULT:
        writes = {program.profile.results[index] for index in covered(destination.register)}
    if instruction.opcode.space in _MEMORY_SPACES:
        (writes if instruction.opcode.row.writes_memory else reads).add(MEMORY)
    return Reached(frozenset(reads), frozenset(writes))


def results_read(operand: Operand) -> set[str]:
    """The results of the program that an operand reads, of any thread or of the patch."""
    found = set()
    if operand.register.file is RegisterFile.ATTRIBUTE:
        for index in covered(operand.register):
            row = NAMED[CONTROL_ATTRIBUTES[index]]
            if row.own:
                found.add(row.result)
    return found
