"""Which components of registers may be constants when the driver compiles a program.

Exact translations hide constants from it where what it folds would show (quirks.FOLDING): no float that is
computed is ever constant, so that only what copies and integers leave is.
"""

from __future__ import annotations

from itertools import combinations

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.text_numbers import Component, TextNumbers, components_of
from nvrender.glsl.declared.word_types import KINDS, read_components, written_type
from nvrender.ops.formulas import CHOICES, COMPARISONS, Node, Step, Term, answers, formulas, passes
from nvrender.ops.types import DataType
from nvrender.program import (
    FULL_MASK,
    Instruction,
    Program,
    Register,
    RegisterFile,
    Selector,
    chosen_by,
    covered,
)
from nvrender.program.opcodes import Flow

_STORED = (RegisterFile.TEMPORARY, RegisterFile.ADDRESS)


#: Attributes whose other components are written as zeros (docs/semantics.md) → the first of those. Patches of
#: one size are known to compilers, and so is the number of a thread that is alone.
_ABSENT = {
    "id": 1, "instance": 1, "invocation": 0, "vertexcount": 0, "tessouter": 1, "tessinner": 1,
    "tesscoord": 3, "facing": 1, "sampleid": 1, "samplemask": 1, "helperthread": 1,
}  # fmt: skip

#: By how much an instruction changes the number of blocks around what follows it; nothing ends a jump.
_OPENS = {
    Flow.IF: 1, Flow.REPEAT: 1, Flow.LOOP: 1, Flow.ENDIF: -1, Flow.END_REPEAT: -1, Flow.END_LOOP: -1,
    Flow.BRANCH: 1,
}  # fmt: skip
#: The same of what a vertex has where programs read those of a primitive or a patch.
_ABSENT_OF_VERTICES = {"fogcoord": 1, "pointsize": 1, "clip": 1}


def _absent(program: Program) -> set[Component]:
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
        self._text = TextNumbers(storage)
        self._absent = _absent(program)
        #: Constant components now.
        self._places: set[Component] = set()
        #: Those that a compiler may find to be 0.0: what integer instructions leave, as x - x is, and copies.
        self._zeros: set[Component] = set()
        #: What was surely written so far, and how many blocks that may be left out are open.
        self._touched: set[Component] = set()
        self._open = 0
        self._hidden: dict[int, tuple[bool, ...]] = {}
        self._known: set[int] = set()
        #: Those of the zeros with which some instruction leads to a label, or back to a loop's beginning.
        begins = _begins(program)
        self._arriving: dict[int, set[Component]] = {index: set() for index in begins}
        #: What arrays are indexed by, and what of it is constant where some instruction leads to a label.
        self._addresses = _addresses(program)
        self._led: dict[int, set[Component]] = {index: set() for index in begins}
        self._walk(program)
        if begins:  # now jumps back and calls of what comes before are known
            self._walk(program)

    def _walk(self, program: Program) -> None:
        self._places, self._zeros, self._touched, self._open = set(), set(), set(), 0
        before: list[tuple[set[Component], set[Component]]] = []
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
        assert destination is not None
        hidden: set[int] = set()
        for component, node in enumerate(formulas(instruction.operation)):
            if destination.mask[component]:
                self._visit(
                    instruction, node if instruction.clamp is None else Step("clamp", (node,)), hidden
                )
        return tuple(number in hidden for number in range(count))

    def _visit(
        self, instruction: Instruction, node: Node, hidden: set[int], *, inner: bool = False
    ) -> tuple[bool, set[int]]:
        """Whether a compiler knows a value, and the operands it is made of; adds to those to be hidden.

        A step of what is known is known. Left in sight is only one that others take, and that is not 0.
        """
        if isinstance(node, Term):
            if node.number >= len(instruction.operands):
                return True, set()
            return self._knows(instruction, node), {node.number}
        if isinstance(node, float):
            return True, set()
        visited = [self._visit(instruction, part, hidden, inner=True) for part in node.of]
        of = set().union(*(numbers for _, numbers in visited))
        known = all(each for each, _ in visited)
        if known and not (inner and self._text.is_nonzero(instruction, node)):
            hidden |= of
        if not known and node.name not in CHOICES | COMPARISONS:
            terms = [part for part in node.of if isinstance(part, Term)]
            hidden |= {part.number for part in terms if self._finds_zero(instruction, part)}
        return known, of

    def _knows(self, instruction: Instruction, term: Term) -> bool:
        """True if a compiler may know an operand's component; the zero of SWZ is hidden already."""
        operand = instruction.operands[term.number]
        if self._text.is_literal(operand):
            return True
        if operand.extended is not None and operand.extended.selectors[term.component] is Selector.ONE:
            return True
        stored = operand.register.file in _STORED
        return stored and not components_of(instruction, term).isdisjoint(self._places)

    def _finds_zero(self, instruction: Instruction, term: Term) -> bool:
        """True if an operand's component may be 0.0 to a compiler."""
        if term.number >= len(instruction.operands):
            return False
        stored = instruction.operands[term.number].register.file in _STORED
        zeros = self._zeros if stored else self._absent
        return not components_of(instruction, term).isdisjoint(zeros)

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
        if instruction.opcode.rounded:
            operand = instruction.operands[0]
            read = self._read(instruction, 0)
            return self._text.is_literal(operand) or not read.isdisjoint(self._places | self._absent)
        if floats and passes(instruction.operation):
            return any(self._may_be_zero(instruction, number) for number in numbers)
        return not floats

    def _cancels(self, instruction: Instruction) -> bool:
        """True where x - x or x * 0 of integers may be a constant."""
        if instruction.type is DataType.FLOAT:
            return False
        operands = instruction.operands
        if any(self._text.holds_zero(operand) for operand in operands):
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
        return self._text.is_literal(operand) or (
            begins and not self._read(instruction, number) <= self._touched
        )

    def _written(self, instruction: Instruction) -> set[Component]:
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

    def _read(self, instruction: Instruction, number: int) -> set[Component]:
        operand = instruction.operands[number]
        mask = FULL_MASK if instruction.destination is None else instruction.destination.mask
        masked = frozenset(component for component in range(4) if mask[component])
        components = read_components(instruction, number, operand, masked)
        return {(operand.register.file, index, k) for index in covered(operand.register) for k in components}

    def _constant(self, instruction: Instruction, number: int) -> bool:
        """True if some component that is read is known."""
        operand = instruction.operands[number]
        if self._text.is_literal(operand):
            return True
        if operand.register.file not in _STORED:
            return False
        return not self._read(instruction, number).isdisjoint(self._places)

    def _is_copied(self, instruction: Instruction, node: Node) -> bool:
        """True for 1.0, and what is known and copied; what is computed of what is known is hidden."""
        if isinstance(node, Term):
            return instruction.clamp is None and self._knows(instruction, node)
        return node == 1.0

    def _follow(self, instruction: Instruction) -> None:
        """What an instruction leaves in the register it writes."""
        destination = instruction.destination
        if destination is None or destination.register.file not in _STORED:
            return
        written = self._written(instruction)
        always = destination.condition is None or destination.condition.test == "TR"
        certain = always and destination.register.relative is None
        floats = instruction.type is DataType.FLOAT and destination.type is DataType.FLOAT
        told = hides_result(instruction)
        zero = not told and self._leaves_zero(instruction)
        nodes = formulas(instruction.operation)
        constant = {place for place in written if not floats and isinstance(nodes[place[2]], float)}
        if self._cancels(instruction):
            constant = written
        elif floats and not instruction.opcode.unpacks:
            constant = {place for place in written if self._is_copied(instruction, nodes[place[2]])}
        elif not told and all(self._constant(instruction, row) for row in range(len(instruction.operands))):
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


def hides_result(instruction: Instruction) -> bool:
    """True for a float that answers a comparison or is made of words: compilers may know that it is 0.

    Of 1.0, 0.0 and converted integers they know the sign too, and that they are numbers, and fold the
    comparisons of what is computed of them.
    """
    destination, opcode = instruction.destination, instruction.opcode
    if destination is None or destination.register.file is not RegisterFile.TEMPORARY:
        return False
    if KINDS[written_type(instruction, destination)] or instruction.bits == 64:
        return False
    if opcode.space is not None or opcode.texture is not None:
        return False
    components = tuple(component for component in range(4) if destination.mask[component])
    chosen = opcode.selectors and instruction.clamp is not None  # -1.0 clamped is 0.0
    return chosen or instruction.type is not DataType.FLOAT or answers(instruction.operation, components)


def _begins(program: Program) -> set[int]:
    """Where instructions lead that are not the one before: labels, and the beginnings of loops."""
    loops = (n for n, row in enumerate(program.instructions) if row.opcode.flow in (Flow.REPEAT, Flow.LOOP))
    return {*(label.index for label in program.labels), *loops}


def _addresses(program: Program) -> set[Component]:
    registers = [operand.register for row in program.instructions for operand in row.sources]
    registers += [row.destination.register for row in program.instructions if row.destination is not None]
    relative = [register.relative for register in registers if register.relative is not None]
    return {(row.file, row.register, row.component) for row in relative}
