"""Which instructions threads of one group surely execute together, whatever they are given.

Threads part where a branch depends on what may differ between them. What may differ is followed component by
component through registers, without regard to order; what a program reads from memory it may have written
differs as well. NV_gpu_program5 2.X.8, TGALL to TGEQ: "active" threads; NV_compute_program5 2.X.8, BAR.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nvrender.ops.memory_access import Space
from nvrender.ops.rows import Form
from nvrender.program import (
    Condition,
    Instruction,
    Operand,
    Program,
    RegisterFile,
    RelativeAddress,
    chosen_by,
    covered,
)
from nvrender.program.opcodes import Flow
from nvrender.program.profile import Stage

#: A component of a register or of a condition code.
_RegisterComponent = tuple[RegisterFile, int, int]

#: What is the same for all invocations of a work group (NV_compute_program5 Table X.1).
_SHARED = frozenset({"invocation.groupid", "invocation.groupcount", "invocation.groupsize"})
_FIXED = (RegisterFile.PARAMETER, RegisterFile.SUBROUTINE, RegisterFile.TEXTURE, RegisterFile.BUFFER)


def uniform_control_flow(program: Program) -> frozenset[int]:
    """Indices of the instructions that all threads of a quad or a work group reach together, or none."""
    walk = _Walk(program)
    while walk.goes_on():
        pass
    return frozenset(index for index, apart in enumerate(walk.apart) if not apart)


@dataclass
class _Block:
    """An IF or a loop around instructions: where it begins, and whether threads are apart in it."""

    index: int
    loop: bool
    apart: bool


@dataclass
class _Walk:
    """What is known to differ so far; grows until nothing is added."""

    program: Program
    apart: list[bool] = field(init=False)
    _differs: set[_RegisterComponent] = field(default_factory=set)
    #: Loops that threads leave, or go on in, at different times; functions they call or leave so.
    _loops: set[int] = field(default_factory=set)
    _functions: set[int] = field(default_factory=set)
    _left: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.apart = [False] * len(self.program.instructions)
        starts = {row.index for row in self.program.labels} | {0, self.program.entry}
        self._starts = sorted(starts)
        shared = {row.index for row in self.program.attributes if row.name in _SHARED}
        self._shared = shared if self.program.profile.stage is Stage.COMPUTE else set[int]()
        self._fragments = self.program.profile.stage is Stage.FRAGMENT

    def goes_on(self) -> bool:
        """One walk through the text; True if it found something new."""
        before = self._found()
        blocks: list[_Block] = []
        for index, instruction in enumerate(self.program.instructions):
            function = max(start for start in self._starts if start <= index)
            self._enter(index, instruction, blocks)
            outside = function in self._functions or index > self._left.get(function, index)
            apart = outside or any(block.apart for block in blocks)
            self.apart[index] = self.apart[index] or apart
            self._follow(index, instruction, blocks, function, apart)
        return self._found() != before

    def _found(self) -> tuple[int, ...]:
        sizes = len(self._differs), len(self._loops), len(self._functions), len(self._left)
        return (*sizes, sum(self._left.values()), sum(self.apart))

    def _enter(self, index: int, instruction: Instruction, blocks: list[_Block]) -> None:
        """Leave the block that ends here."""
        if instruction.opcode.flow in (Flow.ENDIF, Flow.END_LOOP, Flow.END_REPEAT) and blocks:
            blocks.pop()

    def _follow(
        self, index: int, instruction: Instruction, blocks: list[_Block], function: int, apart: bool
    ) -> None:
        flow = instruction.opcode.flow
        differs = apart or self._tested(instruction.condition)
        match flow:
            case Flow.IF:
                blocks.append(_Block(index, False, self._tested(instruction.condition)))
            case Flow.REPEAT | Flow.LOOP:
                counts = any(map(self._read, instruction.operands))
                blocks.append(_Block(index, True, counts or index in self._loops))
            case Flow.BREAK | Flow.CONTINUE:
                inner = next(place for place in range(len(blocks) - 1, -1, -1) if blocks[place].loop)
                if self._tested(instruction.condition) or any(row.apart for row in blocks[inner + 1 :]):
                    self._loops.add(blocks[inner].index)
            case Flow.CALL_INDIRECT:
                register = instruction.operands[0].register
                chosen = register.relative is not None and self._chosen(register.relative)
                if differs or chosen:
                    self._functions.update(row.index for row in self.program.labels if row.number is not None)
            case Flow.CALL:
                if differs and instruction.target is not None:
                    self._functions.add(instruction.target)
            case Flow.RETURN if differs:
                self._left[function] = min(index, self._left.get(function, index))
                self._loops.update(row.index for row in blocks if row.loop)
            case _:
                self._write(instruction, apart)

    def _write(self, instruction: Instruction, apart: bool) -> None:
        destination = instruction.destination
        if destination is None:
            return
        differs = apart or self._tested(destination.condition) or self._value(instruction)
        if not differs:
            return
        register = destination.register
        components = [component for component in range(4) if destination.mask[component]]
        for number in covered(register):
            self._differs.update((register.file, number, component) for component in components)
        if instruction.condition_code is not None:
            code = instruction.condition_code
            self._differs.update((RegisterFile.CONDITION_CODE, code, component) for component in components)

    def _value(self, instruction: Instruction) -> bool:
        """Whether what an instruction computes may differ."""
        opcode = instruction.opcode
        if self._fragments and opcode.row.form is Form.VOTE:
            return False
        if opcode.space not in (None, Space.CONSTANT):
            return True
        return any(map(self._read, instruction.sources)) or self._unit(instruction)

    def _unit(self, instruction: Instruction) -> bool:
        """Whether which texture or image it reads may differ."""
        accesses = (instruction.texture, instruction.image)
        units = [row.relative for row in accesses if row is not None and row.relative is not None]
        return any(map(self._chosen, units))

    def _read(self, operand: Operand) -> bool:
        register = operand.register
        if any(map(self._chosen, chosen_by(register))):
            return True
        if register.file in _FIXED:
            return False
        if register.file is RegisterFile.ATTRIBUTE:
            return register.index not in self._shared
        components = set(operand.swizzle) if operand.extended is None else {0, 1, 2, 3}
        return any(
            (register.file, number, component) in self._differs
            for number in covered(register)
            for component in components
        )

    def _chosen(self, address: RelativeAddress) -> bool:
        return (address.file, address.register, address.component) in self._differs

    def _tested(self, condition: Condition | None) -> bool:
        if condition is None or condition.test in ("TR", "FL"):
            return False
        places = ((RegisterFile.CONDITION_CODE, condition.register, place) for place in condition.swizzle)
        return any(place in self._differs for place in places)
