"""Which kind each variable of a declared-name program has: what its instructions say of its words."""

from __future__ import annotations

from collections import Counter, deque

from nvrender.glsl.declared.layout import Layout
from nvrender.glsl.declared.variables import DOUBLE, Code, Variable, key_of
from nvrender.glsl.declared.word_types import (
    copies_words,
    is_signless,
    passes_words,
    read_type,
    written_type,
)
from nvrender.glsl.formulas import passes
from nvrender.ops.types import DataType
from nvrender.program import BindingKind, Instruction, Program, RegisterFile, chosen_by

#: What no variable holds.
_UNKEPT = frozenset({RegisterFile.SUBROUTINE, RegisterFile.TEXTURE, RegisterFile.IMAGE})
_OVERFLOW_TESTS = frozenset({"LT", "GE", "GT", "LE", "OF", "NOF"})
_WHOLE = {DataType.SIGNED, DataType.UNSIGNED}
_CARRY_TESTS = frozenset({"CF", "NCF", "AB", "BLE"})


def infer(layout: Layout, *, plain: bool) -> None:
    """Gives every variable of ``layout`` the kind of its uses; with ``plain`` doubles one of their own."""
    types: dict[Variable, set[DataType]] = {v: set() for v in layout.variables.values()}
    fixed = _fixed_kinds(layout, types)
    arithmetic = _read_types(layout, types)
    typed = {layout.variables.get(key_of(row)) for row in layout.program.variables if row.type is not None}
    _spread_copies(layout, types)
    for variable, found in types.items():
        variable.kind = "u" if variable.high is not None else fixed.get(variable, _kind(found))
        free = variable.file is RegisterFile.TEMPORARY and variable.high is None and variable not in typed
        if plain and found == _WHOLE and free:
            variable.kind = _more(layout, variable)
        variable.used_as_float = variable in arithmetic
        if plain and _is_double(variable, found):
            variable.kind, variable.high = DOUBLE, None
    for instruction in layout.program.instructions:
        given = instruction.opcode.space is not None or instruction.opcode.long_operand
        if given and instruction.destination is not None:
            layout.of(instruction.destination.register).passed = True
    passing = [row for row in layout.program.instructions if passes(row.operation)]
    for _ in range(2):  # jumps back lead through one copy more
        for instruction in passing:
            _note_passed(layout, instruction)


def _more(layout: Layout, variable: Variable) -> str:
    """What more instructions take the integers of a variable for, of those to which it matters."""
    votes: Counter[DataType] = Counter()
    for instruction in layout.program.instructions:
        if is_signless(instruction):
            continue
        read = [(operand.register, read_type(instruction, operand)) for operand in instruction.sources]
        destination = instruction.destination
        if destination is not None:
            read.append((destination.register, written_type(instruction, destination)))
        for register, type in read:
            if register.file is RegisterFile.TEMPORARY and layout.of(register) is variable:
                votes[type] += 1
    return "i" if votes[DataType.SIGNED] >= votes[DataType.UNSIGNED] else "u"


def _is_double(variable: Variable, types: set[DataType]) -> bool:
    """True for a LONG temporary that only floats are read from and written to."""
    single = variable.file is RegisterFile.TEMPORARY and not variable.array
    return single and variable.high is not None and types == {DataType.FLOAT}


def _fixed_kinds(layout: Layout, types: dict[Variable, set[DataType]]) -> dict[Variable, str]:
    """The kinds that bindings and declarations fix; what they only hint at goes into ``types``."""
    fixed: dict[Variable, str] = {}
    for (file, index), variable in layout.variables.items():
        if file is RegisterFile.ADDRESS:
            fixed[variable] = "i"
        elif file is RegisterFile.RESULT:
            name = layout.program.profile.results[index]
            typeless = name.startswith(("attrib", "patch.attrib", "samplemask")) or (
                name.startswith("color[") and layout.program.profile.flags
            )
            if not typeless:
                fixed[variable] = "i" if name in ("id", "primid", "layer") else ""
        elif file is RegisterFile.ATTRIBUTE:
            given = {row.index: row.type for row in layout.program.attributes}.get(index)
            if given is not None:
                types[variable].add(given)
        elif file is RegisterFile.PARAMETER:
            kind = layout.program.parameters[index].kind
            if kind not in (BindingKind.ENVIRONMENT, BindingKind.LOCAL, BindingKind.CONSTANT):
                types[variable].add(DataType.FLOAT)
    for row in layout.program.variables:
        declared = layout.variables.get(key_of(row))
        if declared is not None and row.type is not None:
            types[declared].add(row.type)
    by_bytes = {row.bank for row in layout.program.buffers if row.bytes}
    for (file, bank), variable in layout.variables.items():
        if file is RegisterFile.BUFFER and bank in by_bytes:
            fixed[variable] = "u"
    return fixed


def _read_types(layout: Layout, types: dict[Variable, set[DataType]]) -> set[Variable]:
    """Adds to ``types`` what instructions read and write words as; the variables they compute floats with."""
    arithmetic: set[Variable] = set()
    for instruction in layout.program.instructions:
        destination = instruction.destination
        registers = [(operand.register, read_type(instruction, operand)) for operand in instruction.sources]
        if destination is not None:
            registers.append((destination.register, written_type(instruction, destination)))
        if instruction.unit is not None:
            registers.append((instruction.unit, DataType.SIGNED))
        for register, type in registers:
            for address in chosen_by(register):
                types[layout.variables[address.file, address.register]].add(DataType.SIGNED)
            unnamed = register.bytes or register.file in _UNKEPT
            if unnamed or layout.is_literal(register):
                continue
            for variable in layout.may_be(register):
                if passes_words(instruction) and type is DataType.FLOAT:
                    variable.moved = True
                if not _copies(layout, instruction):
                    types[variable].add(type)
                    if type is DataType.FLOAT:
                        arithmetic.add(variable)
    return arithmetic


def _spread_copies(layout: Layout, types: dict[Variable, set[DataType]]) -> None:
    """Gives variables of no type the types of those they are copied from and to."""
    copies: dict[Variable, list[Variable]] = {}
    for instruction in layout.program.instructions:
        destination = instruction.destination
        if _copies(layout, instruction) and destination is not None:
            to = layout.of(destination.register)
            for source in layout.may_be(instruction.operands[0].register):
                copies.setdefault(to, []).append(source)
                copies.setdefault(source, []).append(to)
    known = deque(variable for variable in copies if types[variable])
    while known:
        variable = known.popleft()
        for other in copies[variable]:
            if not types[other]:
                types[other] |= types[variable]
                known.append(other)


def _note_passed(layout: Layout, instruction: Instruction) -> None:
    destination = instruction.destination
    if destination is None or destination.register.file is not RegisterFile.TEMPORARY:
        return
    for operand in instruction.operands:
        if not layout.is_literal(operand.register):
            for source in layout.may_be(operand.register):
                given = source.file is RegisterFile.ATTRIBUTE or source.kind or source.passed
                layout.of(destination.register).passed |= bool(given)


def _copies(layout: Layout, instruction: Instruction) -> bool:
    return (
        copies_words(instruction)
        and instruction.destination is not None
        and not layout.is_literal(instruction.operands[0].register)
    )


def _code(codes: dict[int, Code], register: int) -> Code:
    return codes.setdefault(register, Code(f"CC{register}"))


def codes_of(program: Program) -> dict[int, Code]:
    """The condition code registers of a program, with what sets and what tests them."""
    codes: dict[int, Code] = {}
    for instruction in program.instructions:
        destination = instruction.destination
        conditions = [instruction.condition, destination.condition if destination else None]
        for condition in conditions:
            if condition is not None and condition.test not in ("TR", "FL"):
                tests = _code(codes, condition.register).tests
                tests.update((condition.test, component) for component in condition.swizzle)
        if instruction.condition_code is not None and destination is not None:
            code = _code(codes, instruction.condition_code)
            code.types.add(destination.type)
            adds = instruction.row.addition is not None
            if adds and destination.type is not DataType.FLOAT and program.profile.flags:
                code.sums.update(component for component in range(4) if destination.mask[component])
    for code in codes.values():
        code.kind = "i" if code.types and DataType.FLOAT not in code.types else ""
        asked = {test for test, component in code.tests if component in code.sums}
        code.overflow, code.carry = bool(asked & _OVERFLOW_TESTS), bool(asked & _CARRY_TESTS)
    return codes


def _kind(types: set[DataType]) -> str:
    if DataType.FLOAT in types or not types:
        return "u" if len(types) > 1 else ""
    return "i" if DataType.SIGNED in types else "u"
