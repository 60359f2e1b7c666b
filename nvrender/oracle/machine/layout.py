"""Where each register lives: one float32 array of rows, a row per register component, a column per lane."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from nvrender.languages.arb.geometry_bindings import GEOMETRY_ATTRIBUTES
from nvrender.languages.vp.bindings import INITIAL_RESULT
from nvrender.oracle.patches.layout import PLACE, Owner, owner, slots_of, takes_patches
from nvrender.program import (
    Program,
    Register,
    RegisterFile,
    RelativeAddress,
    banks_of,
    chosen_by,
    covered,
)
from nvrender.program.long_attributes import SECOND
from nvrender.program.opcodes import Flow
from nvrender.program.profile import Stage
from nvrender.program.uniform_control_flow import uniform_control_flow
from nvrender.program.words import holds_words

#: Scratch rows: a result before it is committed, three operands, four rows of work, and flags.
RESULT_ROWS = 4
OPERAND_ROWS = 4
WORK_ROWS = 4
FLAG_ROWS = 4
SCRATCH_ROWS = RESULT_ROWS + 3 * OPERAND_ROWS + WORK_ROWS + FLAG_ROWS

#: Behind every number an attribute or its second vector has.
_FRAGMENT = 2 * SECOND
#: Added to the number of a fragment's attribute: how it changes to the right and up, and what it is at the
#: centre.
RIGHT, UP, CENTER = _FRAGMENT, 2 * _FRAGMENT, 3 * _FRAGMENT
#: Numbers behind them: 1/w and how it changes to the right and up; where attributes are taken inside the
#: primitive, in pixels from the centre, and how many samples there are.
WEIGHTS, PLACES = 4 * _FRAGMENT, 4 * _FRAGMENT + 1

_SHARED = (
    *(RegisterFile.PARAMETER, RegisterFile.BUFFER, RegisterFile.CONDITION_CODE),
    *(RegisterFile.STORAGE, RegisterFile.SHARED, RegisterFile.SUBROUTINE, RegisterFile.TEXTURE),
    RegisterFile.IMAGE,
)


@dataclass(frozen=True, slots=True)
class Around:
    """How many IFs and loops are open before an instruction, and the innermost LOOP's level, −1 for none."""

    ifs: int
    loops: int
    indexed: int


@dataclass(frozen=True)
class Layout:
    """First row of each register the program names; ``state`` rows make up a lane's whole state.

    In the VP family address components are kept as the float32 that was stored, −512…511 being exact;
    in the declared-name languages they are int32 words. A condition code is the value that set it
    (NV_vertex_program2 2.14.1.6), or with ``profile.flags`` the word 8 SF + 4 ZF + 2 OF + CF with ZF
    inverted, so that 0 is what +0 sets. ``saved`` are the rows of what PUSHA saves, four an entry of the
    call stack; ``loops`` those of loop counters, ``loop_depth`` for each number of pending calls; ``turns``
    is the row that counts the turns of all loops. ``indices`` and ``increments`` are what LOOP counts
    besides, as many rows as ``loops``. The first of the four rows from ``fragment`` is 1 where a fragment has
    been killed, the second its number in the chunk. ``buffers`` has binding point, first column in the table
    of shared values and elements of each buffer; ``columns`` is the width of that table. Of tessellation
    programs ``slots`` has the place, behind those columns, of each attribute that lanes share. ``lasting``
    are the LONG registers, which have eight rows: the low words of the components, then the high ones.
    """

    program: Program
    rows: dict[tuple[RegisterFile, int], int]
    condition_code: int
    state: int
    saved: int = 0
    loops: int = 0
    loop_depth: int = 0
    turns: int = 0
    indices: int = 0
    increments: int = 0
    fragment: int = 0
    buffers: tuple[tuple[int, int, int], ...] = ()
    columns: int = 0
    slots: dict[int, int] = field(default_factory=dict)
    lasting: frozenset[tuple[RegisterFile, int]] = frozenset()

    @cached_property
    def declared(self) -> bool:
        """True for the declared-name languages."""
        return self.program.profile.declares_names

    @cached_property
    def parameters(self) -> int:
        """How many parameter registers there are."""
        return parameter_count(self.program)

    @cached_property
    def uniform(self) -> frozenset[int]:
        """The instructions that all threads of a group surely execute together."""
        return uniform_control_flow(self.program)

    @cached_property
    def around(self) -> tuple[Around, ...]:
        """What is around each instruction of the program, and at last around its end."""
        return _blocks_around(self.program)

    @cached_property
    def loop_levels(self) -> tuple[int, ...]:
        """The level of the innermost LOOP around each instruction, () where there is no LOOP."""
        levels = tuple(around.indexed for around in self.around)
        return levels if max(levels) >= 0 else ()

    def columns_of(self, register: Register) -> list[int]:
        """Columns of a parameter or buffer element in the table of shared values; column 0 holds zeros.

        Of a buffer chosen at run time one for each binding point, else one.
        """
        if register.file is RegisterFile.PARAMETER:
            return [1 + register.index]
        return [self._first_columns[bank] + register.index for bank in banks_of(register)]

    @cached_property
    def _first_columns(self) -> dict[int, int]:
        return {bank: column for bank, column, _ in self.buffers}

    @cached_property
    def converts(self) -> bool:
        """True if every word that comes in is a float, whose denormals are flushed."""
        return not self.declared or not holds_words(self.program)

    def code(self, number: int) -> int:
        """First row of condition code register ``number``."""
        return self.condition_code + 4 * number

    @cached_property
    def attributes(self) -> tuple[tuple[int, int], ...]:
        """(attribute number, first row); they are laid out first."""
        return self._of(RegisterFile.ATTRIBUTE)

    @cached_property
    def attribute_rows(self) -> int:
        """How many rows they take: those of 64 bits eight."""
        long = sum(file is RegisterFile.ATTRIBUTE for file, _ in self.lasting)
        return 4 * (len(self.attributes) + long)

    @cached_property
    def results(self) -> tuple[tuple[int, int], ...]:
        """(result number, first row) in table order."""
        return self._of(RegisterFile.RESULT)

    def _of(self, file: RegisterFile) -> tuple[tuple[int, int], ...]:
        return tuple((index, row) for (owner, index), row in self.rows.items() if owner is file)

    def initial(self, row: int) -> float:
        """What a row holds before the program writes it (NV_vertex_program2 2.14.1.3-6)."""
        results = [first for _, first in self.results if first <= row < first + 4]
        return INITIAL_RESULT[row - results[0]] if results and not self.declared else 0.0

    @cached_property
    def out(self) -> int:
        return self.state

    @cached_property
    def work(self) -> int:
        return self.state + RESULT_ROWS + 3 * OPERAND_ROWS

    @cached_property
    def flags(self) -> int:
        return self.work + WORK_ROWS

    @property
    def high(self) -> int:
        """The high words of a 64-bit result before it is committed."""
        return self.state + SCRATCH_ROWS

    @property
    def total(self) -> int:
        return self.high + (RESULT_ROWS if self.lasting else 0)

    def operand_scratch(self, position: int) -> int:
        return self.state + RESULT_ROWS + position * OPERAND_ROWS

    def row(self, register: Register) -> int:
        """First row of a register that is not a parameter; of a relative one the first of its array."""
        return self.rows[register.file, numbers(register, self.program)[0]]

    def derived(self, number: int) -> int:
        """First row of WEIGHTS or PLACES."""
        return self.rows[RegisterFile.ATTRIBUTE, number]

    def vertex_rows(self, register: Register) -> int:
        """How many rows lie between one vertex's attribute and the next one's, which are all there."""
        number = register.index + len(GEOMETRY_ATTRIBUTES)
        following = self.rows.get((register.file, number))
        return 0 if following is None else following - self.rows[register.file, register.index]


def parameter_count(program: Program) -> int:
    """How many parameter registers a program has: those of its file, or those it declares."""
    profile = program.profile
    return profile.parameters if not profile.declares_names else len(program.parameters)


def numbers(register: Register, program: Program) -> list[int]:
    """The numbers under which ``Layout.rows`` has what a register may be.

    They are indices, but a geometry program has its attributes once for each vertex of the input primitive
    (NV_geometry_program4 2.X.3.2): index + vertex · the number of attributes, ``primitive.id`` behind them.
    """
    indices = list(covered(register))
    if register.file is RegisterFile.ATTRIBUTE and takes_patches(program):
        return [index for index in indices if owner(program, index) is Owner.LANE]
    if register.file is not RegisterFile.ATTRIBUTE or program.geometry is None:
        return indices
    vertices: Iterable[int] = range(program.geometry.vertices)
    if not isinstance(register.vertex, RelativeAddress):
        vertices = (program.geometry.vertices if register.vertex is None else register.vertex,)
    return [vertex * len(GEOMETRY_ATTRIBUTES) + index for vertex in vertices for index in indices]


def registers_of(program: Program) -> list[Register]:
    """Every register written in the program, in order of the text."""
    found = []
    for instruction in program.instructions:
        found += [operand.register for operand in instruction.sources]
        if instruction.destination is not None:
            found.append(instruction.destination.register)
        if instruction.unit is not None and instruction.unit.relative is not None:
            found.append(instruction.unit)
    return found


def _registers(program: Program) -> list[tuple[RegisterFile, int]]:
    found: set[tuple[RegisterFile, int]] = set()
    for register in registers_of(program):
        found.update((chosen.file, chosen.register) for chosen in chosen_by(register))
        if register.file not in _SHARED:
            found.update((register.file, number) for number in numbers(register, program))
    for instruction in program.instructions:
        if instruction.opcode.interpolates:
            places = [WEIGHTS, PLACES]
            for number in covered(instruction.operands[0].register):
                places += [number + further for further in (RIGHT, UP, CENTER)]
            found.update((RegisterFile.ATTRIBUTE, number) for number in places)
    if takes_patches(program):
        found.add((RegisterFile.ATTRIBUTE, PLACE))
    elif program.geometry is not None and any(
        isinstance(register.vertex, RelativeAddress) for register in registers_of(program)
    ):
        _complete(found, program.geometry.vertices)
    order = [RegisterFile.ATTRIBUTE, RegisterFile.TEMPORARY, RegisterFile.ADDRESS, RegisterFile.RESULT]
    return sorted(found, key=lambda key: (order.index(key[0]), key[1]))


def _blocks_around(program: Program) -> tuple[Around, ...]:
    """What is around each instruction of ``program``, and at last around its end."""
    found = []
    ifs, loops = 0, [-1]
    for instruction in program.instructions:
        found.append(Around(ifs, len(loops) - 1, loops[-1]))
        match instruction.opcode.flow:
            case Flow.IF:
                ifs += 1
            case Flow.ENDIF:
                ifs -= 1
            case Flow.LOOP:
                loops.append(len(loops) - 1)
            case Flow.REPEAT:
                loops.append(loops[-1])
            case Flow.END_LOOP | Flow.END_REPEAT:
                loops.pop()
    return (*found, Around(ifs, len(loops) - 1, loops[-1]))


def _complete(found: set[tuple[RegisterFile, int]], vertices: int) -> None:
    """Every vertex gets the attributes that any has, so that the rows of all are alike."""
    size = len(GEOMETRY_ATTRIBUTES)
    file = RegisterFile.ATTRIBUTE
    indices = {number % size for owner, number in found if owner is file and number < vertices * size}
    found.update((file, vertex * size + index) for vertex in range(vertices) for index in indices)


def _buffers(program: Program) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """(binding point, first column, elements) of each buffer, behind the parameters; all columns."""
    sizes: dict[int, int] = {}
    for register in registers_of(program):
        if register.file is RegisterFile.BUFFER and not register.bytes:
            for bank in banks_of(register):
                sizes[bank] = max(sizes.get(bank, 0), covered(register).stop)
    column = parameter_count(program) + 1
    found = []
    for bank, size in sorted(sizes.items()):
        found.append((bank, column, size))
        column += size
    return tuple(found), column + 1


def _loop_depth(program: Program) -> int:
    """How deeply loops are nested in the text."""
    depth = deepest = 0
    for instruction in program.instructions:
        if instruction.opcode.flow in (Flow.REPEAT, Flow.LOOP):
            depth += 1
            deepest = max(deepest, depth)
        elif instruction.opcode.flow in (Flow.END_REPEAT, Flow.END_LOOP):
            depth -= 1
    return deepest


def lay_out(program: Program) -> Layout:
    """Rows for every register ``program`` names, four each, then what else a lane carries."""
    rows: dict[tuple[RegisterFile, int], int] = {}
    lasting = frozenset(
        (row.file, number) for row in registers_of(program) if row.long for number in covered(row)
    )
    size = 0
    for key in _registers(program):
        rows[key] = size
        size += 8 if key in lasting else 4
    profile = program.profile
    condition_code = size
    saved = condition_code + 4 * profile.condition_codes
    pushes = any(instruction.operation == "push_address" for instruction in program.instructions)
    loops = saved + (4 * profile.call_depth if pushes else 0)
    loop_depth = _loop_depth(program)
    turns = loops + loop_depth * (profile.call_depth + 1)
    indices = turns + (1 if loop_depth else 0)
    index_rows = turns - loops if any(each.opcode.flow is Flow.LOOP for each in program.instructions) else 0
    increments = indices + index_rows
    fragment = increments + index_rows
    state = fragment + (4 if profile.stage is Stage.FRAGMENT else 0)
    buffers, columns = _buffers(program)
    return Layout(
        program, rows, condition_code, state, saved, loops, loop_depth, turns, indices, increments, fragment,
        buffers, columns, slots_of(program), lasting,
    )  # fmt: skip
