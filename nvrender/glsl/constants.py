"""Which components of registers may be constants when the driver compiles a program.

Mesa folds x + 0.0, 0 * x and a choice between -1.0 and 0.0 without regard to the sign of zero, to NaN and to
INF, ``precise`` or not. Exact translations hide constants from it where that would show: no float that is
computed is ever constant, so that only what copies and integers leave is.
"""

from __future__ import annotations

from itertools import combinations

from nvrender.glsl.first_values import ACROSS, read_components
from nvrender.glsl.storage import Storage
from nvrender.glsl.word_types import PASSING
from nvrender.isa.opcodes import DataType, Flow
from nvrender.program import (
    FULL_MASK,
    Instruction,
    Operand,
    Program,
    Register,
    RegisterFile,
    Selector,
    chosen_by,
    covered,
)

#: File, number, component.
Place = tuple[RegisterFile, int, int]

#: Components of results that are 1.0 whatever the operands are.
_ONES = {"LIT": (0, 3), "DST": (0,), "EXP": (3,), "LOG": (3,)}
#: Comparisons, which give 1.0 or 0.0.
_SETS = frozenset("SEQ SGE SGT SLE SLT SNE".split())
_STORED = (RegisterFile.TEMPORARY, RegisterFile.ADDRESS)


#: Attributes whose other components are written as zeros (docs/semantics.md) → the first of those. Patches of
#: one size are known to compilers, and so is the number of a thread that is alone.
_ABSENT = {
    "id": 1, "instance": 1, "invocation": 0, "vertexcount": 0, "tessouter": 1, "tessinner": 1,
    "tesscoord": 3, "facing": 1, "sampleid": 1, "samplemask": 1, "helperthread": 1,
}  # fmt: skip

_ONE = 0x3F800000
#: By how much an instruction changes the number of blocks around what follows it; nothing ends a jump.
_OPENS = {
    Flow.IF: 1, Flow.REPEAT: 1, Flow.LOOP: 1, Flow.ENDIF: -1, Flow.END_REPEAT: -1, Flow.END_LOOP: -1,
    Flow.BRANCH: 1,
}  # fmt: skip
#: The same of what a vertex has where programs read those of a primitive or a patch.
_ABSENT_OF_VERTICES = {"fogcoord": 1, "pointsize": 1, "clip": 1}


def _absent(program: Program) -> set[Place]:
    """Components of attributes that a compiler finds to be 0."""
    several = program.geometry is not None or program.tessellation is not None
    firsts = _ABSENT | _ABSENT_OF_VERTICES if several else _ABSENT
    return {
        (RegisterFile.ATTRIBUTE, attribute.index, component)
        for attribute in program.attributes
        for first in (firsts.get(attribute.name.rpartition(".")[2].partition("[")[0], 4),)
        for component in range(first, 4)
    }


class Constants:
    """What a compiler knows to be constant, block by block; loops that it may unroll are not followed.

    ``hides`` tells of each operand of an instruction whether it must not look like a constant, ``indexes``
    of a register whether the element of its array is known.
    """

    def __init__(self, program: Program, storage: Storage) -> None:
        self._storage = storage
        self._absent = _absent(program)
        #: Constant components now.
        self._places: set[Place] = set()
        #: Those that a compiler may find to be 0.0: what integer instructions leave, as x - x is, and copies.
        self._zeros: set[Place] = set()
        #: What was surely written so far, and how many blocks that may be left out are open.
        self._touched: set[Place] = set()
        self._open = 0
        self._hidden: dict[int, tuple[bool, ...]] = {}
        self._known: set[int] = set()
        #: Those of the zeros with which some instruction leads to a label.
        self._arriving: dict[int, set[Place]] = {label.index: set() for label in program.labels}
        #: What arrays are indexed by, and what of it is constant where some instruction leads to a label.
        self._addresses = _addresses(program)
        self._led: dict[int, set[Place]] = {label.index: set() for label in program.labels}
        for _ in range(2):  # the second time jumps back and calls of what comes before are known
            self._walk(program)

    def _walk(self, program: Program) -> None:
        self._places, self._zeros, self._touched, self._open = set(), set(), set(), 0
        before: list[tuple[set[Place], set[Place]]] = []
        #: ENDIFs of an IF with an ELSE.
        alternatives = {row.target for row in program.instructions if row.opcode.flow is Flow.ELSE}
        for index, instruction in enumerate(program.instructions):
            if index == program.entry and index not in self._arriving:
                self._begin()
            elif index in self._arriving:
                self._places = self._places & self._addresses | self._led[index]
                self._zeros |= self._arriving[index]
                if index == program.entry:
                    self._begin()
                    if self._jumped(program, index):
                        self._places &= self._addresses
            if instruction.target in self._arriving:
                self._arriving[instruction.target] |= self._zeros
                self._led[instruction.target] |= self._places & self._addresses
            flow = instruction.opcode.flow
            self._open += _OPENS.get(flow, 0) if flow is not None else 0
            match flow:
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
                    self._places |= places
                    self._zeros |= zeros
                    if index in alternatives:
                        before.pop()
                case Flow.BRANCH | Flow.RETURN | Flow.BREAK | Flow.CONTINUE:
                    pass
                case _:
                    self._places &= self._addresses  # of zeros those before a loop or call stay

    def hides(self, instruction: Instruction) -> tuple[bool, ...]:
        """Whether each operand of a float instruction must not look like a constant to the compiler."""
        return self._hidden.get(id(instruction), (False,) * len(instruction.operands))

    def indexes(self, register: Register) -> bool:
        """True if the element of an array that ``register`` is may be known to the compiler."""
        return id(register) in self._known

    def _jumped(self, program: Program, index: int) -> bool:
        return any(instruction.target == index for instruction in program.instructions)

    def _begin(self) -> None:
        """Integers begin as a plain 0."""
        self._open = 0
        for (file, index), variable in self._storage.variables.items():
            plain = file is RegisterFile.ADDRESS or not variable.used_as_float
            if file in _STORED and variable.kind and plain:
                self._places |= {(file, index, component) for component in range(4)}
        self._zeros |= self._places

    def _hides(self, instruction: Instruction) -> tuple[bool, ...]:
        count = len(instruction.operands)
        destination = instruction.destination
        floats = destination is not None and destination.type is instruction.type is DataType.FLOAT
        if not floats or instruction.opcode.unpacks or instruction.opcode.space is not None:
            return (False,) * count
        known = [self._constant(instruction, number) for number in range(count)]
        if count and all(known) and instruction.opcode.name not in ("MOV", "SWZ"):
            return (True,) * count
        if instruction.opcode.name == "RFL" and known[0]:
            return (True, self._may_be_zero(instruction, 1))  # its square may be 0
        if instruction.opcode.name == "LRP" and known[0] and self._may_be_one(instruction.operands[0]):
            rest = [self._may_be_zero(instruction, number) for number in (1, 2)]
            return (True, *rest)  # 1 - 1 times NaN is NaN
        if instruction.opcode.name == "POW" and known[0] and self._may_be_one(instruction.operands[0]):
            return (True, self._may_be_zero(instruction, 1))  # its logarithm may be 0
        if instruction.opcode.name in PASSING:
            return (False,) * count
        return tuple(self._may_be_zero(instruction, number) for number in range(count))

    def _may_be_one(self, operand: Operand) -> bool:
        """True unless an operand is written as numbers of which none is 1.0 or -1.0."""
        if not self._literal(operand):
            return True
        words = self._storage.program.parameters[operand.register.index].words
        return any(word & 0x7FFFFFFF == _ONE for word in words)

    def _may_be_zero(self, instruction: Instruction, number: int) -> bool:
        """True if an operand reads a component that a compiler may find to be 0.0."""
        stored = instruction.operands[number].register.file in _STORED
        return not self._read(instruction, number).isdisjoint(self._zeros if stored else self._absent)

    def _leaves_zero(self, instruction: Instruction) -> bool:
        """True if the result may be 0.0 to a compiler: an integer's words, or of one."""
        destination = instruction.destination
        if destination is None or destination.register.file not in _STORED:
            return False
        floats = instruction.type is destination.type is DataType.FLOAT
        numbers = range(len(instruction.operands))
        if instruction.opcode.name == "I2F" or instruction.opcode.unpacks or instruction.opcode.rounded:
            operand = instruction.operands[0]
            read = self._read(instruction, 0)
            return self._literal(operand) or not read.isdisjoint(self._places | self._absent)
        if instruction.opcode.name in PASSING and floats:
            return any(self._may_be_zero(instruction, number) for number in numbers)
        return not floats or self._cancels(instruction)

    def _cancels(self, instruction: Instruction) -> bool:
        """True where x - x, x * 0 of integers or x < x of floats may be a constant."""
        if instruction.type is DataType.FLOAT and instruction.opcode.name not in _SETS:
            return False
        operands = instruction.operands
        if instruction.type is not DataType.FLOAT and any(self._holds_zero(operand) for operand in operands):
            return True
        mask = FULL_MASK if instruction.destination is None else instruction.destination.mask
        return any(
            one.register == other.register and one.swizzle[component] == other.swizzle[component]
            for one, other in combinations(operands, 2)
            for component in range(4)
            if mask[component]
        ) or all(self._given(instruction, number) for number in range(len(operands)))

    def _given(self, instruction: Instruction, number: int) -> bool:
        """True for a literal, or a register that nothing before writes: all begin with one zero."""
        operand = instruction.operands[number]
        begins = operand.register.file is RegisterFile.TEMPORARY
        return self._literal(operand) or (begins and not self._read(instruction, number) <= self._touched)

    def _written(self, instruction: Instruction) -> set[Place]:
        destination = instruction.destination
        assert destination is not None
        return {
            (destination.register.file, index, component)
            for index in covered(destination.register)
            for component in range(4)
            if destination.mask[component]
        }

    def _note_indices(self, instruction: Instruction) -> None:
        for operand in instruction.sources:
            for relative in chosen_by(operand.register):
                if (relative.file, relative.register, relative.component) in self._places:
                    self._known.add(id(operand.register))

    def _read(self, instruction: Instruction, number: int) -> set[Place]:
        operand = instruction.operands[number]
        mask = FULL_MASK if instruction.destination is None else instruction.destination.mask
        masked = frozenset(component for component in range(4) if mask[component])
        components = read_components(instruction, number, operand, masked)
        return {(operand.register.file, index, k) for index in covered(operand.register) for k in components}

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

    def _holds_zero(self, operand: Operand) -> bool:
        if not self._literal(operand):
            return False
        words = self._storage.program.parameters[operand.register.index].words
        return any(words[component] == 0 for component in operand.swizzle)

    def _follow(self, instruction: Instruction) -> None:
        """What an instruction leaves in the register it writes."""
        destination = instruction.destination
        if destination is None or destination.register.file not in _STORED:
            return
        name, written = instruction.opcode.name, self._written(instruction)
        always = destination.condition is None or destination.condition.test == "TR"
        certain = always and destination.register.relative is None
        floats = instruction.type is DataType.FLOAT and destination.type is DataType.FLOAT
        constant, zero = set[Place](), self._leaves_zero(instruction)
        if self._cancels(instruction) or name == "STR":
            constant = written
        elif floats and not instruction.opcode.unpacks and name not in ("MOV", "SWZ"):
            constant = {place for place in written if place[2] in _ONES.get(name, ())}
        elif name == "SWZ":
            extended = instruction.operands[0].extended
            assert extended is not None
            constant = {place for place in written if extended.selectors[place[2]] is Selector.ONE}
        elif all(self._constant(instruction, number) for number in range(len(instruction.operands))):
            constant = written
        if certain:
            self._places = self._places - written | constant
            self._zeros -= written
        else:  # whether it writes may be known as well
            self._places |= constant
        if zero:
            self._zeros |= written
        if destination.condition is None and not self._open:
            self._touched |= written  # last: an instruction may read what it writes


def _addresses(program: Program) -> set[Place]:
    registers = [operand.register for row in program.instructions for operand in row.sources]
    registers += [row.destination.register for row in program.instructions if row.destination is not None]
    relative = [register.relative for register in registers if register.relative is not None]
    return {(row.file, row.register, row.component) for row in relative}
