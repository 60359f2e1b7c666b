"""Which components of registers may be constants when the driver compiles a program.

Mesa folds x + 0.0, 0 * x and a choice between -1.0 and 0.0 without regard to the sign of zero, to NaN and to
INF, ``precise`` or not. Exact translations hide constants from it where that would show: no float that is
computed is ever constant, so that only what copies and integers leave is.
"""

from __future__ import annotations

from nvrender.glsl.first_values import ACROSS, read_components
from nvrender.glsl.storage import PASSING, Storage, chosen_by
from nvrender.isa.arb_bindings import VERTEX_ID, VERTEX_INSTANCE
from nvrender.isa.opcodes import DataType, Flow
from nvrender.program import FULL_MASK, Instruction, Operand, Program, Register, RegisterFile, Selector

#: File, number, component.
Place = tuple[RegisterFile, int, int]

#: Components of results that are 1.0 whatever the operands are.
_ONES = {"LIT": (0, 3), "DST": (0,), "EXP": (3,), "LOG": (3,)}
_STORED = (RegisterFile.TEMPORARY, RegisterFile.ADDRESS)


#: What vertex.id and vertex.instance do not have is 0 (NV_vertex_program4 2.X.3.2).
_ABSENT = {
    (RegisterFile.ATTRIBUTE, number, component)
    for number in (VERTEX_ID, VERTEX_INSTANCE)
    for component in (1, 2, 3)
}


class Constants:
    """What a compiler knows to be constant, block by block; loops that it may unroll are not followed.

    ``hides`` tells of each operand of an instruction whether it must not look like a constant, ``indexes``
    of a register whether the element of its array is known.
    """

    def __init__(self, program: Program, storage: Storage) -> None:
        self._storage = storage
        #: Constant components now; those that may be 0 as floats, which integer instructions leave.
        self._places: set[Place] = set()
        self._zeros: set[Place] = set()
        self._hidden: dict[int, tuple[bool, ...]] = {}
        self._known: set[int] = set()
        targets = {label.index for label in program.labels}
        before: list[tuple[set[Place], set[Place]]] = []
        for index, instruction in enumerate(program.instructions):
            if index == program.entry and index not in targets:
                self._begin()
            elif index == program.entry or index in targets:
                self._forget()
                if index == program.entry and not self._jumped(program, index):
                    self._begin()
            match instruction.opcode.flow:
                case None:
                    self._hidden[id(instruction)] = self._hides(instruction)
                    self._note_indices(instruction)
                    self._follow(instruction)
                case Flow.IF:
                    before.append((set(self._places), set(self._zeros)))
                case Flow.ELSE:
                    before.append((self._places, self._zeros))
                    self._places, self._zeros = (set(places) for places in before[-2])
                case Flow.ENDIF:
                    places, zeros = before.pop()
                    self._places &= places
                    self._zeros = (self._zeros | zeros) & self._places
                    if _has_else(program, index):
                        before.pop()
                case Flow.BRANCH | Flow.RETURN | Flow.BREAK | Flow.CONTINUE:
                    pass
                case _:
                    self._forget()

    def hides(self, instruction: Instruction) -> tuple[bool, ...]:
        """Whether each operand of a float instruction must not look like a constant to the compiler."""
        return self._hidden.get(id(instruction), (False,) * len(instruction.operands))

    def indexes(self, register: Register) -> bool:
        """True if the element of an array that ``register`` is may be known to the compiler."""
        return id(register) in self._known

    def _forget(self) -> None:
        self._places, self._zeros = set(), set()

    def _jumped(self, program: Program, index: int) -> bool:
        return any(instruction.target == index for instruction in program.instructions)

    def _begin(self) -> None:
        """Integers begin as a plain 0."""
        for (file, index), variable in self._storage.variables.items():
            if file in _STORED and variable.kind and not variable.used_as_float:
                self._places |= {(file, index, component) for component in range(4)}
        self._zeros = set(self._places)

    def _hides(self, instruction: Instruction) -> tuple[bool, ...]:
        count = len(instruction.operands)
        destination = instruction.destination
        floats = destination is not None and destination.type is instruction.type is DataType.FLOAT
        if not floats or instruction.opcode.unpacks:
            return (False,) * count
        known = [self._constant(instruction, number) for number in range(count)]
        if count and all(known) and instruction.opcode.name not in ("MOV", "SWZ"):
            return (True,) * count
        if instruction.opcode.name in PASSING:
            return (False,) * count
        return tuple(
            not self._read(instruction, number).isdisjoint(self._zeros if _stored(operand) else _ABSENT)
            for number, operand in enumerate(instruction.operands)
        )

    def _note_indices(self, instruction: Instruction) -> None:
        for operand in instruction.operands:
            for relative in chosen_by(operand.register):
                if (relative.file, relative.register, relative.component) in self._places:
                    self._known.add(id(operand.register))

    def _read(self, instruction: Instruction, number: int) -> set[Place]:
        operand = instruction.operands[number]
        mask = FULL_MASK if instruction.destination is None else instruction.destination.mask
        masked = frozenset(component for component in range(4) if mask[component])
        components = read_components(instruction, number, operand, masked)
        return {(operand.register.file, index, k) for index in _indices(operand.register) for k in components}

    def _constant(self, instruction: Instruction, number: int) -> bool:
        """True if some component that is read is known, of a sum of several if all are."""
        operand = instruction.operands[number]
        if self._literal(operand):
            return True
        if operand.register.file not in _STORED:
            return False
        read = self._read(instruction, number)
        if instruction.opcode.name in ACROSS - {"LIT"}:
            return read <= self._places
        return not read.isdisjoint(self._places)

    def _literal(self, operand: Operand) -> bool:
        return operand.register.relative is None and self._storage.is_literal(operand.register)

    def _follow(self, instruction: Instruction) -> None:
        """What an instruction leaves in the register it writes."""
        destination = instruction.destination
        if destination is None or destination.register.file not in _STORED:
            return
        file, name = destination.register.file, instruction.opcode.name
        written = {
            (file, index, component)
            for index in _indices(destination.register)
            for component in range(4)
            if destination.mask[component]
        }
        certain = destination.condition is None and destination.register.relative is None
        floats = instruction.type is DataType.FLOAT and destination.type is DataType.FLOAT
        constant, zero = set[Place](), False
        if floats and not instruction.opcode.unpacks and name not in ("MOV", "SWZ", "STR"):
            constant = {place for place in written if place[2] in _ONES.get(name, ())}
        elif name == "SWZ":
            extended = instruction.operands[0].extended
            assert extended is not None
            constant = {place for place in written if extended.selectors[place[2]] is Selector.ONE}
        elif all(self._constant(instruction, number) for number in range(len(instruction.operands))):
            constant = written
            read = [self._read(instruction, number) for number in range(len(instruction.operands))]
            zero = not floats or any(not places.isdisjoint(self._zeros) for places in read)
        if certain:
            self._places = self._places - written | constant
            self._zeros -= written
        else:
            self._places -= written - constant
        if zero:
            self._zeros |= constant


def _has_else(program: Program, end: int) -> bool:
    """True if the ENDIF at ``end`` belongs to an IF with an ELSE."""
    return any(
        instruction.opcode.flow is Flow.ELSE and instruction.target == end
        for instruction in program.instructions[:end]
    )


def _stored(operand: Operand) -> bool:
    return operand.register.file in _STORED


def _indices(register: Register) -> range:
    return range(register.index, register.index + (register.count if register.relative is not None else 1))
