"""What a fragment program may use of each kind of instruction (ARB_fragment_program 3.11.3.6, 3.11.6)."""

from __future__ import annotations

from dataclasses import replace

from nvrender.languages.arb.rules.rules import Context, Rules
from nvrender.program import Instruction, RegisterFile
from nvrender.program.limits import Limits

#: (instructions, ALU instructions) a fog option takes (ARB_fragment_program 3.11.4.5.1).
_FOG = {"ARB_fog_exp": 3, "ARB_fog_exp2": 4, "ARB_fog_linear": 2}


def without_fog(limits: Limits, options: frozenset[str]) -> Limits:
    """What a fog option leaves of the limits: it takes a temporary, an attribute and two parameters."""
    taken = next((count for name, count in _FOG.items() if name in options), 0)
    if not taken:
        return limits
    alu = limits.alu_instructions
    return replace(
        limits,
        instructions=limits.instructions - taken,
        alu_instructions=None if alu is None else alu - taken,
        temporaries=limits.temporaries - 1,
        attributes=limits.attributes - 1,
        parameters=limits.parameters - 2,
    )


class Resources(Rules):
    """Counts ALU and texture instructions, and the nodes of dependent texture instructions."""

    cited = "limits"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.alu = 0
        self.texture = 0
        self.indirections = 1
        self._written: set[int] = set()
        self._by_alu: set[int] = set()

    def count(self, instruction: Instruction) -> None:
        """One instruction more; raises ProgramError where it is one too many."""
        texture = instruction.texture is not None or instruction.opcode.name == "KIL"
        if texture:
            self.texture += 1
            self._check(instruction, self.texture, self.limits.texture_instructions, "texture instructions")
        else:
            self.alu += 1
            self._check(instruction, self.alu, self.limits.alu_instructions, "ALU instructions")
        self._follow(instruction, texture)

    def _check(self, instruction: Instruction, count: int, most: int | None, what: str) -> None:
        if most is not None and count > most:
            raise self.fail(instruction.span, f"a program has at most {most} {what}")

    def _follow(self, instruction: Instruction, texture: bool) -> None:
        """Masks and swizzles do not matter (ARB_fragment_program 3.11.6)."""
        read = {
            operand.register.index
            for operand in instruction.operands
            if operand.register.file is RegisterFile.TEMPORARY
        }
        written: set[int] = set()
        destination = instruction.destination
        if destination is not None and destination.register.file is RegisterFile.TEMPORARY:
            written.add(destination.register.index)
        if texture:
            if read & self._written or written & self._by_alu:
                self.indirections += 1
                self._written.clear()
                self._by_alu.clear()
                most = self.limits.texture_indirections
                if most is not None and self.indirections > most:
                    message = f"a program has at most {most} texture indirections"
                    hint = "each chain of lookups that depend on one another is as long as it has lookups"
                    start = instruction.span.start
                    raise self.fail(start, message, hint, self.sections.texture)
        else:
            self._by_alu |= read | written
        self._written |= written
