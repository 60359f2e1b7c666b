"""Where the registers of a declared-name program live: GLSL variables, each of one type.

A kind is the letter GLSL puts before ``vec4``: "" for float, "i" for signed, "u" for unsigned. A variable
whose words are read as floats and as integers is unsigned, and its words are cast bit by bit
(NV_gpu_program4 2.X.3.1).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from nvrender.glsl.cg_names import NamedRegisters, named_registers, offsets
from nvrender.glsl.expressions import PRIMARY, Expression, vector_type
from nvrender.glsl.names import Names, safe, spelled
from nvrender.glsl.readings import Reading, Sampler
from nvrender.isa.limits import Limits
from nvrender.isa.opcodes import DataType
from nvrender.isa.profiles import Stage
from nvrender.isa.textures import TARGETS
from nvrender.program import (
    COMPONENTS,
    BindingKind,
    Destination,
    Instruction,
    Operand,
    Program,
    Register,
    RegisterFile,
    RelativeAddress,
)
from nvrender.program import Variable as DeclaredVariable

#: What instructions reach by their memory, not as variables of the shader.
MEMORY_FILES = (RegisterFile.BUFFER, RegisterFile.STORAGE, RegisterFile.SHARED)

KINDS = {DataType.FLOAT: "", DataType.SIGNED: "i", DataType.UNSIGNED: "u"}

#: Result → the name its GLSL variable has; the fixed-function stages link to these.
RESULT_NAMES = {
    "position": "HPOS",
    "color.front.primary": "COL0",
    "color.front.secondary": "COL1",
    "color.back.primary": "BFC0",
    "color.back.secondary": "BFC1",
    "fogcoord": "FOGC",
    "pointsize": "PSIZ",
    "id": "result_id",
    "primid": "primid",
    "layer": "layer",
    **{f"texcoord[{unit}]": f"TEX{unit}" for unit in range(8)},
    **{f"clip[{plane}]": f"CLP{plane}" for plane in range(8)},
    **{f"attrib[{number}]": f"ATTR{number}" for number in range(16)},
    **{f"patch.tessouter[{number}]": f"tessouter_{number}" for number in range(4)},
    **{f"patch.tessinner[{number}]": f"tessinner_{number}" for number in range(2)},
    **{f"patch.attrib[{number}]": f"patch_attrib_{number}" for number in range(32)},
    "color[0]": "color",
    **{f"color[{number}]": f"color_{number}" for number in range(1, 8)},
    "depth": "depth",
    **dict.fromkeys(("COLR", "COLH"), "color"),
    "DEPR": "depth",
}

#: What no variable holds.
_UNKEPT = frozenset({RegisterFile.SUBROUTINE, RegisterFile.TEXTURE})
#: Integer instructions whose sum or difference sets the overflow and carry flags
#: (NV_gpu_program4 2.X.4.3).
SUMS = frozenset({"ADD", "SUB", "MAD", "SAD"})
#: Opcodes that may pass an operand's words on as they are, denormal as a float or not; UP2H and its kin
#: take words apart.
PASSING = frozenset({"ABS", "CMP", "DST", "MAX", "MIN", "MOV", "SWZ"})
_OVERFLOW_TESTS = frozenset({"LT", "GE", "GT", "LE", "OF", "NOF"})
_CARRY_TESTS = frozenset({"CF", "NCF", "AB", "BLE"})


def cast(value: Expression, source: str, kind: str) -> Expression:
    """``value`` of kind ``source`` as ``kind``, bit by bit."""
    if source == kind:
        return value
    if not kind:
        function = "intBitsToFloat" if source == "i" else "uintBitsToFloat"
    elif not source:
        function = "floatBitsToInt" if kind == "i" else "floatBitsToUint"
    else:
        function = vector_type(value.width, kind)
    return Expression(f"{function}({value.text})", PRIMARY, value.width)


def read_type(instruction: Instruction, operand: Operand) -> DataType:
    """What an operand's word is read as: an unpack takes its bits (NV_gpu_program4 2.X.8, UP2H).

    So does a conversion of a half (NV_gpu_program5 2.X.8, CVT).
    """
    bits = instruction.opcode.unpacks and not (operand.absolute or operand.negate)
    bits |= instruction.opcode.rounded and instruction.storages[1].name == "F16"
    return DataType.UNSIGNED if bits else operand.type


def written_type(instruction: Instruction, destination: Destination) -> DataType:
    """What a result's words are: a pack gives bits (NV_gpu_program4 2.X.8, PK2H)."""
    half = instruction.opcode.rounded and instruction.storages[0].name == "F16"
    return DataType.UNSIGNED if instruction.opcode.packs or half else destination.type


def copies_words(instruction: Instruction) -> bool:
    """True for a MOV that gives the words no type: untyped, and one that neither changes nor tests them."""
    if instruction.opcode.name != "MOV" or instruction.clamp or instruction.condition_code is not None:
        return False
    if instruction.precision == "X" or instruction.bits == 64:
        return False
    operand, destination = instruction.operands[0], instruction.destination
    if operand.register.long or (destination is not None and destination.register.long):
        return False
    return not (operand.absolute or operand.negate) and instruction.type is DataType.FLOAT


def passes_words(instruction: Instruction) -> bool:
    """True if operands read as floats may be no numbers, or go on as they are."""
    opcode = instruction.opcode
    return opcode.unpacks or opcode.space is not None or opcode.name in PASSING


@dataclass(eq=False)
class Variable:
    """``count`` registers of ``file`` from ``start`` as one GLSL variable, an array if ``array``.

    ``relative``: some operand or destination chooses among them at run time. ``used_as_float``: some
    instruction reads or writes them as floats, more than moves them. ``moved``: some may pass them on
    as they are; ``passed``: what lies there may have come so. ``uniform`` is what Cg metadata calls them,
    ``places`` what it calls some of an array's elements; ``remark`` is the comment at a parameter's
    declaration. ``packed``: an element is one word, four lie in each vector of the array. A LONG
    variable holds the low words, ``high`` the high ones.
    """

    file: RegisterFile
    start: int
    count: int
    array: bool
    relative: bool = False
    name: str = ""
    kind: str = ""
    used_as_float: bool = False
    moved: bool = False
    passed: bool = False
    uniform: NamedRegisters | None = None
    remark: str = ""
    places: dict[int, str] = field(default_factory=dict)
    packed: bool = False
    high: Variable | None = None

    @property
    def vectors(self) -> int:
        """How many vectors it takes."""
        return -(-self.count // 4) if self.packed else self.count

    def at(self, index: int) -> str:
        """The register with this number."""
        if self.packed:
            return f"{self.name}[{index // 4}].{COMPONENTS[index % 4]}"
        place = index - self.start
        return f"{self.name}[{self.places.get(place, place)}]" if self.array else self.name

    @property
    def declaration(self) -> str:
        """Its type and name."""
        return f"{self.kind}vec4 {self.name}{f'[{self.vectors}]' if self.array else ''}"


@dataclass
class Code:
    """A condition code register: the value that set it, and the flags that tests read."""

    name: str
    kind: str = ""
    sums: bool = False
    overflow: bool = False
    carry: bool = False
    types: set[DataType] = field(default_factory=set)
    tests: set[str] = field(default_factory=set)


class Storage:
    """Every register the instructions name, and the variable it lives in."""

    def __init__(self, program: Program, readings: Mapping[int, Reading]) -> None:
        self.program = program
        self.variables: dict[tuple[RegisterFile, int], Variable] = {}
        self.codes: dict[int, Code] = {}
        self.uniforms = named_registers(program)
        #: Declarations of the names that stand for places in arrays of parameters.
        self.offsets: list[str] = []
        used, relative = self._used()
        for file in (
            RegisterFile.PARAMETER,
            RegisterFile.ATTRIBUTE,
            RegisterFile.TEMPORARY,
            RegisterFile.ADDRESS,
            RegisterFile.RESULT,
            RegisterFile.CONDITION_CODE,
        ):
            self._lay_out(file, used.get(file, set()), relative.get(file, set()))
        self._lay_out_buffers()
        for register in self._registers():
            if register.long:
                low = self.of(register)
                low.high = low.high or Variable(low.file, low.start, low.count, low.array, kind="u")
        #: Texture image unit → its sampler.
        self.samplers = {
            unit: row._replace(reading=readings.get(unit, Reading()))
            for unit, row in samplers_of(program).items()
        }
        self._infer()
        self._codes()

    def _registers(self) -> Iterator[Register]:
        """Every register the instructions read or write."""
        for instruction in self.program.instructions:
            yield from (operand.register for operand in instruction.operands)
            if instruction.destination is not None:
                yield instruction.destination.register

    def all(self, file: RegisterFile) -> list[Variable]:
        """The variables of a file, in order."""
        return list(dict.fromkeys(v for (f, _), v in sorted(self.variables.items(), key=_order) if f is file))

    def of(self, register: Register) -> Variable:
        """The variable a register, or the array it is chosen from, lives in."""
        return self.variables[_key(register)]

    def is_literal(self, register: Register) -> bool:
        """True for a constant written as such."""
        return (
            register.file is RegisterFile.PARAMETER and (register.file, register.index) not in self.variables
        )

    def name(self, names: Names, inputs: Mapping[int, str] | None = None) -> None:
        """Names every variable after the program's; ``names`` must not give away RESULT_NAMES.

        ``inputs`` are attributes whose names the shader's interface gives.
        """
        inputs = inputs or {}
        declared: dict[tuple[RegisterFile, int, int], str] = {}
        for row in self.program.variables:
            if not row.alias:
                declared.setdefault((row.file, row.index, row.count), row.name)
        for variable in dict.fromkeys(self.variables.values()):
            known = declared.get((variable.file, variable.start, variable.count))
            if variable.file is RegisterFile.CONDITION_CODE:
                continue  # RC and HC keep nothing (NV_fragment_program 3.11.1.2)
            if variable.file is RegisterFile.RESULT and not variable.array:
                variable.name = RESULT_NAMES[self.program.profile.results[variable.start]]
            elif variable.file is RegisterFile.ATTRIBUTE and variable.start in inputs and not variable.array:
                variable.name = inputs[variable.start]
            elif variable.file is RegisterFile.ATTRIBUTE and not variable.array:
                variable.name = names.take(safe(known or self.attribute_name(variable.start)))
            elif variable.uniform is not None:
                variable.name = names.take(safe(spelled(variable.uniform.name)))
            elif variable.file is RegisterFile.BUFFER:
                variable.name = names.take(safe(self._buffer_name(self.bank(variable))))
            elif variable.file is RegisterFile.ADDRESS and self.program.profile.nesting_ends:
                variable.name = names.take("A0")
            else:
                variable.name = names.take(safe(known or self._described(variable)))
        for variable in dict.fromkeys(self.variables.values()):
            if variable.high is not None:
                variable.high.name = names.take(f"{variable.name}_high")
            if variable.file is RegisterFile.PARAMETER and variable.relative:
                found = offsets(self.uniforms, names, variable.start, variable.count)
                variable.places = found.places
                self.offsets += found.declarations

    def attribute_name(self, index: int) -> str:
        """``vertex_normal``; ``v_texcoord_1``."""
        for row in self.program.attributes:
            if row.index == index:
                return spelled(row.name)
        return f"vertex_attrib_{index}"

    def bank(self, buffer: Variable) -> int:
        """The binding point of a buffer."""
        return next(bank for (_, bank), variable in self.variables.items() if variable is buffer)

    def _buffer_name(self, bank: int) -> str:
        """The program's name for a buffer, where it has one."""
        names = {
            row.name for row in self.program.variables
            if row.file is RegisterFile.BUFFER and row.bank == bank and not row.alias
        }  # fmt: skip
        return names.pop() if len(names) == 1 else f"buffer_{bank}"

    def _described(self, variable: Variable) -> str:
        if variable.file is RegisterFile.PARAMETER:
            name = self.program.parameters[variable.start].name
            name = name if self.program.parameters[variable.start].kind is not BindingKind.CONSTANT else "c"
            return spelled(name)
        if variable.file is RegisterFile.ATTRIBUTE and self.program.profile.stage is Stage.FRAGMENT:
            return self.attribute_name(variable.start).rstrip("0123456789").rstrip("_")
        return f"{variable.file.value}_{variable.start}"

    def _used(self) -> tuple[dict[RegisterFile, set[int]], dict[RegisterFile, set[tuple[int, int]]]]:
        used: dict[RegisterFile, set[int]] = {}
        relative: dict[RegisterFile, set[tuple[int, int]]] = {}
        for instruction in self.program.instructions:
            registers = [operand.register for operand in instruction.operands]
            if instruction.destination is not None:
                registers.append(instruction.destination.register)
            if instruction.texture is not None:
                registers.append(instruction.texture.register)
            for register in registers:
                address = register.relative
                for place in chosen_by(register):
                    used.setdefault(place.file, set()).add(place.register)
                if register.file in MEMORY_FILES:
                    continue
                used.setdefault(register.file, set()).add(register.index)
                if address is not None:
                    relative.setdefault(register.file, set()).add((register.index, register.count))
        for file, ranges in relative.items():
            for start, count in ranges:
                used[file].update(range(start, start + count))
        return used, relative

    def _lay_out(self, file: RegisterFile, used: set[int], relative: set[tuple[int, int]]) -> None:
        """Arrays where registers are chosen at run time or declared together, else single registers."""
        ranges = set(relative)
        named = self._named(used, relative) if file is RegisterFile.PARAMETER else []
        self.variables.update(
            {(file, row.start + place): variable for variable, row in named for place in range(row.count)}
        )
        if file in (RegisterFile.PARAMETER, RegisterFile.TEMPORARY):
            for row in self.program.variables:
                if row.file is file and row.array and not row.alias:
                    covered = range(row.index, row.index + row.count)
                    split = any((file, index) in self.variables for index in covered)
                    if not (split or used.isdisjoint(covered) or self._all_constant(file, covered)):
                        ranges.add((row.index, row.count))
        starts = sorted(index for index, _ in relative)
        for start, end in _merged(ranges):
            chosen = bisect_left(starts, start) < bisect_left(starts, end)
            variable = Variable(file, start, end - start, array=True, relative=chosen)
            self.variables.update({(file, index): variable for index in range(start, end)})
        for index in sorted(used):
            if (file, index) not in self.variables and not self._all_constant(file, (index,)):
                self.variables[file, index] = Variable(file, index, 1, array=False)

    def _named(self, used: set[int], relative: set[tuple[int, int]]) -> list[tuple[Variable, NamedRegisters]]:
        """The uniforms the program reads as variables of their own, unless in an array chosen from."""
        reached = {index for start, count in relative for index in range(start, start + count)}
        rows = [(row, range(row.start, row.start + row.count)) for row in self.uniforms]
        return [
            (Variable(RegisterFile.PARAMETER, row.start, row.count, row.array, uniform=row), row)
            for row, covered in rows
            if reached.isdisjoint(covered) and not used.isdisjoint(covered)
        ]

    def _lay_out_buffers(self) -> None:
        """Each buffer up to the last element the instructions name, in arrays as large as declared."""
        sizes: dict[int, int] = {}
        for instruction in self.program.instructions:
            for operand in instruction.operands:
                register = operand.register
                if register.file is RegisterFile.BUFFER:
                    last = register.index + (register.count if register.relative is not None else 1)
                    if register.bytes:
                        last = self._elements(register, instruction.storages[0].bytes)
                    banks = 1 if register.bank_relative is None else register.banks
                    for bank in range(register.bank, register.bank + banks):
                        sizes[bank] = max(sizes.get(bank, 0), last)
        words = {row.bank: row.words or 1 for row in self.program.buffers}
        for bank, size in sorted(sizes.items()):
            variable = Variable(RegisterFile.BUFFER, 0, size, array=True, packed=words[bank] == 1)
            self.variables[RegisterFile.BUFFER, bank] = variable

    def _elements(self, register: Register, size: int) -> int:
        """How many elements of a buffer hold all bytes that LDC may read."""
        words = {row.bank: row.words or 1 for row in self.program.buffers}
        most = 4 * Limits().buffer_size
        last = most if register.relative is not None else min(register.index + size, most)
        return -(-last // (4 * words[register.bank]))

    def _all_constant(self, file: RegisterFile, indices: Iterable[int]) -> bool:
        return file is RegisterFile.PARAMETER and all(
            self.program.parameters[index].kind is BindingKind.CONSTANT for index in indices
        )

    def _infer(self) -> None:
        """Gives every variable the kind of its uses."""
        types: dict[Variable, set[DataType]] = {v: set() for v in self.variables.values()}
        fixed: dict[Variable, str] = {}
        for (file, index), variable in self.variables.items():
            if file is RegisterFile.ADDRESS:
                fixed[variable] = "i"
            elif file is RegisterFile.RESULT:
                name = self.program.profile.results[index]
                typeless = name.startswith(("attrib", "patch.attrib")) or (
                    name.startswith("color[") and self.program.profile.flags
                )
                if not typeless:
                    fixed[variable] = "i" if name in ("id", "primid", "layer") else ""
            elif file is RegisterFile.ATTRIBUTE:
                given = {row.index: row.type for row in self.program.attributes}.get(index)
                if given is not None:
                    types[variable].add(given)
            elif file is RegisterFile.PARAMETER:
                kind = self.program.parameters[index].kind
                if kind not in (BindingKind.ENVIRONMENT, BindingKind.LOCAL, BindingKind.CONSTANT):
                    types[variable].add(DataType.FLOAT)
        for row in self.program.variables:
            declared = self.variables.get(_key(row))
            if declared is not None and row.type is not None:
                types[declared].add(row.type)
        by_bytes = {row.bank for row in self.program.buffers if row.bytes}
        for (file, bank), variable in self.variables.items():
            if file is RegisterFile.BUFFER and bank in by_bytes:
                fixed[variable] = "u"
        copies: dict[Variable, list[Variable]] = {}
        arithmetic: set[Variable] = set()
        for instruction in self.program.instructions:
            destination = instruction.destination
            registers = [
                (operand.register, read_type(instruction, operand)) for operand in instruction.operands
            ]
            if destination is not None:
                registers.append((destination.register, written_type(instruction, destination)))
            if instruction.texture is not None:
                registers.append((instruction.texture.register, DataType.SIGNED))
            for register, type in registers:
                for address in chosen_by(register):
                    types[self.variables[address.file, address.register]].add(DataType.SIGNED)
                unnamed = register.bytes or register.file in _UNKEPT
                if unnamed or self.is_literal(register):
                    continue
                if passes_words(instruction) and type is DataType.FLOAT:
                    self.of(register).moved = True
                if not self._copies(instruction):
                    types[self.of(register)].add(type)
                    if type is DataType.FLOAT:
                        arithmetic.add(self.of(register))
            if self._copies(instruction) and destination is not None:
                to, source = self.of(destination.register), self.of(instruction.operands[0].register)
                copies.setdefault(to, []).append(source)
                copies.setdefault(source, []).append(to)
        known = deque(variable for variable in copies if types[variable])
        while known:
            variable = known.popleft()
            for other in copies[variable]:
                if not types[other]:
                    types[other] |= types[variable]
                    known.append(other)
        fixed |= {variable: "u" for variable in types if variable.high is not None}
        for variable, found in types.items():
            variable.kind = fixed.get(variable, _kind(found))
            variable.used_as_float = variable in arithmetic
        for instruction in self.program.instructions:
            if instruction.opcode.space is not None and instruction.destination is not None:
                self.of(instruction.destination.register).passed = True
        passing = [row for row in self.program.instructions if row.opcode.name in PASSING]
        for _ in range(2):  # jumps back lead through one copy more
            for instruction in passing:
                self._note_passed(instruction)

    def _note_passed(self, instruction: Instruction) -> None:
        destination = instruction.destination
        if destination is None or destination.register.file is not RegisterFile.TEMPORARY:
            return
        for operand in instruction.operands:
            if not self.is_literal(operand.register):
                source = self.of(operand.register)
                given = source.file is RegisterFile.ATTRIBUTE or source.kind or source.passed
                self.of(destination.register).passed |= bool(given)

    def _copies(self, instruction: Instruction) -> bool:
        return (
            copies_words(instruction)
            and instruction.destination is not None
            and not self.is_literal(instruction.operands[0].register)
        )

    def _code(self, register: int) -> Code:
        return self.codes.setdefault(register, Code(f"CC{register}"))

    def _codes(self) -> None:
        for instruction in self.program.instructions:
            destination = instruction.destination
            conditions = [instruction.condition, destination.condition if destination else None]
            for condition in conditions:
                if condition is not None and condition.test not in ("TR", "FL"):
                    self._code(condition.register).tests.add(condition.test)
            if instruction.condition_code is not None and destination is not None:
                code = self._code(instruction.condition_code)
                code.types.add(destination.type)
                whole = destination.type is not DataType.FLOAT
                code.sums |= whole and instruction.opcode.name in SUMS and self.program.profile.flags
        for code in self.codes.values():
            code.kind = "i" if code.types and DataType.FLOAT not in code.types else ""
            code.overflow = code.sums and not code.tests.isdisjoint(_OVERFLOW_TESTS)
            code.carry = code.sums and not code.tests.isdisjoint(_CARRY_TESTS)


def samplers_of(program: Program) -> dict[int, Sampler]:
    """The samplers of a program; the first instruction of a unit says which type it gives.

    What another type would give is undefined (NV_gpu_program4 2.X.4.4), and here is the words.
    """
    found: dict[int, Sampler] = {}
    # Queries last: they give sizes, whatever the texels are.
    for instruction in sorted(program.instructions, key=lambda one: one.opcode.name == "TXQ"):
        access = instruction.texture
        if access is None:
            continue
        query = instruction.opcode.name == "TXQ"
        kind = "" if query or TARGETS[access.target].reference else KINDS[instruction.type]
        for unit in access.numbers:
            found.setdefault(unit, Sampler(unit, access.target, kind))
            if query or instruction.opcode.name == "TXF":
                found[unit] = found[unit]._replace(counts=True)
            elif instruction.opcode.name == "TXG":
                found[unit] = found[unit]._replace(gathers=True)
            else:
                found[unit] = found[unit]._replace(samples=True)
    return dict(sorted(found.items()))


def _key(register: Register | DeclaredVariable) -> tuple[RegisterFile, int]:
    """What finds a register's variable: its number, of a buffer the binding point."""
    return register.file, register.bank if register.file is RegisterFile.BUFFER else register.index


def chosen_by(register: Register) -> Iterator[RelativeAddress]:
    """What chooses a register at run time: an element of its array, a vertex of the input primitive."""
    if register.relative is not None:
        yield register.relative
    if isinstance(register.vertex, RelativeAddress):
        yield register.vertex
    if register.bank_relative is not None:
        yield register.bank_relative


def _kind(types: set[DataType]) -> str:
    if DataType.FLOAT in types or not types:
        return "u" if len(types) > 1 else ""
    return "i" if DataType.SIGNED in types else "u"


def _order(item: tuple[tuple[RegisterFile, int], Variable]) -> tuple[str, int]:
    return item[0][0].value, item[0][1]


def _merged(ranges: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """(start, count) ranges as disjoint (start, end) ranges."""
    merged: list[tuple[int, int]] = []
    for start, count in sorted(ranges):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], start + count)
        else:
            merged.append((start, start + count))
    return merged
