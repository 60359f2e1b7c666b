"""What of generation 5 is read and checked, and does not run yet: TargetErrors that name the place."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.isa.profiles import Stage
from nvrender.program.instructions import Instruction
from nvrender.program.registers import Register, RegisterFile
from nvrender.source import Span

#: The instructions of family ``nv5`` that oracle and GLSL have.
EXECUTED: frozenset[str] = frozenset(
    """
    BFE BFI BFR BTC BTFL BTFM CALI CVT IPAC IPAO IPAS LOD PK64 QSWZ0 QSWZ1 QSWZ2 QSWZ3 QSWZX QSWZY
    TGALL TGANY TGBALLOT TGEQ TXG TXGO UP64
    """.split()
)
#: The same that reach memory, or order what does.
REACHING = frozenset(
    "ATOM ATOMB ATOMIM ATOMS BAR IMQ LDB LDC LDS LOAD LOADIM MEMBAR STB STORE STOREIM STS".split()
)
#: The same that stages have for themselves.
STAGED = frozenset({"EMITS"})
#: Stages that run where they are asked for.
CALLED = frozenset(
    {Stage.COMPUTE, Stage.FRAGMENT, Stage.GEOMETRY, Stage.TESSELLATION_CONTROL, Stage.TESSELLATION_EVALUATION}
)


def unexecuted(instructions: tuple[Instruction, ...]) -> Iterator[tuple[Span, str]]:
    """(place, what) of everything that does not run."""
    for instruction in instructions:
        what = _unexecuted(instruction)
        if what:
            yield instruction.span, what


def _unexecuted(instruction: Instruction) -> str:
    """What of one instruction does not run, "" if it does."""
    opcode = instruction.opcode
    if opcode.family == "nv5" and opcode.name not in EXECUTED | REACHING | STAGED:
        return opcode.name
    registers = [operand.register for operand in instruction.sources]
    if instruction.destination is not None:
        registers.append(instruction.destination.register)
    return next((what for row in registers if (what := _register(row))), "")


def _register(row: Register) -> str:
    match row.file:
        case RegisterFile.BUFFER:
            return "a buffer chosen by an index" if row.banks and not row.bytes else ""
        case _:
            return ""
