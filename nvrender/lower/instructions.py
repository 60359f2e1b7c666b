"""Instructions that compute: a value, its clamp, what it makes of condition codes, where it is written."""

from __future__ import annotations

from dataclasses import replace

from nvrender.ir.nodes import Apply, Assign, Bitcast, Const, Expression, Load
from nvrender.ir.types import BOOL, FLOAT, INT, UINT, Kind, Type, type_of
from nvrender.languages.fp1.bindings import FULL_PRECISION
from nvrender.lower import fragments
from nvrender.lower.conditions import passes
from nvrender.lower.conversions import converted, of_half
from nvrender.lower.operands import (
    bitcast,
    element,
    operand,
    plus,
    resized,
    swizzled,
    told,
)
from nvrender.lower.register_types import KINDS
from nvrender.lower.registers import Place, Registers, load
from nvrender.lower.stages import is_level
from nvrender.lower.textures import looked_up
from nvrender.lower.wide import packed, unpacked
from nvrender.ops.rows import Addition, Form
from nvrender.ops.types import DataType
from nvrender.program import Clamp, Destination, Instruction, RegisterFile


def computed(registers: Registers, instruction: Instruction) -> list[Assign]:
    """The statements of an instruction that computes a value of its operands."""
    destination, components = destination_of(instruction), written_components(instruction)
    if not components:
        return []
    value = clamped(instruction, value_of(registers, instruction, components))
    value = resized(value, 64 if destination.register.long else 32)
    return written(registers, instruction, components, value)


def written_components(instruction: Instruction) -> tuple[int, ...]:
    """The components of a result that may be written or tested."""
    destination = destination_of(instruction)
    discards = destination.register.file is RegisterFile.CONDITION_CODE and instruction.condition_code is None
    never = destination.condition is not None and destination.condition.test == "FL"
    return () if discards or never else tuple(number for number in range(4) if destination.mask[number])


def value_of(registers: Registers, instruction: Instruction, components: tuple[int, ...]) -> Expression:
    """What an instruction computes, of the components that are written."""
    row = instruction.row
    match row.form:
        case Form.TEXTURE:
            return swizzled(looked_up(registers, instruction), components)
        case Form.INTERPOLATION:
            return fragments.interpolated(registers, instruction, components)
        case Form.DERIVATIVE | Form.QUAD | Form.VOTE:
            return fragments.neighbours(registers, instruction, components)
        case _:
            return _arithmetic(registers, instruction, components)


def _arithmetic(registers: Registers, instruction: Instruction, components: tuple[int, ...]) -> Expression:
    row, operands = instruction.row, instruction.operands
    fixed = _is_fixed_point(registers, instruction)

    def read(number: int, places: tuple[int, ...]) -> Expression:
        value = operand(registers, operands[number], places)
        value = fragments.in_fixed_point(value) if fixed else value
        return bitcast(value, UINT) if row.unpacks else value

    if "address_" in row.name:
        return _address(registers, instruction, components)
    kind, bits, width = KINDS[destination_of(instruction).type], instruction.bits, len(components)
    if instruction.opcode.long_result:
        return packed(registers, operands[0], components, kind)
    if instruction.opcode.long_operand:
        return unpacked(registers, operands[0], components, kind)
    if row.name in ("i2f", "u2f"):
        bits = min(bits, 64 if destination_of(instruction).register.long else 32)
    value: Expression
    if row.name == "mov":
        value = read(0, components)
        if kind is not Kind.FLOAT and value.type.bits == 32 and not isinstance(value, Const):
            value = told(value)
    elif row.name == "convert":
        value = converted(registers, instruction, components)
    elif row.form is Form.COMPONENTWISE:
        given = tuple(read(number, components) for number in range(len(operands)))
        value = Apply(row.name, given, type_of(kind, width, bits))
    elif row.form is Form.REPLICATED:
        given = tuple(read(number, places) for number, places in row.reads[0])
        type = UINT if row.packs else type_of(kind, 1, bits)
        value = bitcast(swizzled(Apply(row.name, given, type), (0,) * width), type_of(kind, 1, bits))
    else:
        given = tuple(
            read(number, tuple(range(max((*row.components_read(number), 0)) + 1)))
            for number in range(len(operands))
        )
        value = swizzled(Apply(row.name, given, type_of(kind, 4, bits)), components)
    return fragments.in_fixed_point(value) if fixed else value


def _is_fixed_point(registers: Registers, instruction: Instruction) -> bool:
    """True for what NV_fragment_program computes with 12 bits (3.11.4.2)."""
    if not registers.program.profile.family.fixed_point_operands or instruction.precision != "X":
        return False
    read = [row.register for row in instruction.operands]
    return not any(row.file is RegisterFile.ATTRIBUTE and row.index in FULL_PRECISION for row in read)


def _address(registers: Registers, instruction: Instruction, components: tuple[int, ...]) -> Expression:
    """Addresses of VP1.x and VP2.0 within [−512, 511] (NV_vertex_program2 2.14.5.3)."""
    row, operands = instruction.row, instruction.operands
    if row.form is Form.COMPONENTWISE:
        given = operand(registers, operands[0], components)
        return Apply(row.name, (given,), INT.wide(len(components)))
    words = bitcast(operand(registers, operands[0], (0, 1, 2, 3)), INT)
    return swizzled(Apply(row.name, (words,), INT.wide(4)), components)


def destination_of(instruction: Instruction) -> Destination:
    """The destination of an instruction that has one."""
    assert instruction.destination is not None
    return instruction.destination


def clamped(instruction: Instruction, value: Expression) -> Expression:
    """A float result within [0, 1] or [−1, 1] (NV_gpu_program4 2.X.4.1), or the range of precision X."""
    if instruction.precision == "X" and not instruction.opcode.family.fixed_point_operands:
        value = Apply("ffixed_nan", (value,), value.type)
    if instruction.clamp is None or value.type.kind is not Kind.FLOAT or instruction.opcode.rounded:
        return value
    name = "fsaturate" if instruction.clamp is Clamp.UNSIGNED else "fsaturate_signed"
    return Apply(name, (value,), value.type)


def written(
    registers: Registers, instruction: Instruction, components: tuple[int, ...], value: Expression
) -> list[Assign]:
    """Writes a result and its condition code where the mask lets it (NV_vertex_program2 2.14.2.2)."""
    destination, span = destination_of(instruction), instruction.span
    when = None
    if destination.condition is not None:
        when = passes(registers, destination.condition, components)
    code, register = instruction.condition_code, destination.register
    if register.file is RegisterFile.CONDITION_CODE:
        assert code is not None
        flags = _code(registers, instruction, value)
        return [Assign(registers.code(code), components, flags, when, origin=span)]
    if code is None:
        return store(registers, instruction, components, value, when)
    # What the code is made of may be gone once the register is written.
    before: list[Assign] = []
    sums = _addition_flags(registers, instruction, components) if registers.program.profile.flags else None
    if sums is not None:
        sums = _kept(registers, "sums", sums, instruction, before)
    # Threads of a patch share results.
    shared = registers.program.tessellation is not None and register.file is not RegisterFile.TEMPORARY
    if register.relative is not None or shared:
        written = value = _kept(registers, "value", value, instruction, before)
    else:
        written = bitcast(load(registers.place(register), components), value.type)
    stores = store(registers, instruction, components, value, when)
    flags = _code(registers, instruction, written)
    if sums is not None:
        flags = Apply("or", (flags, sums), flags.type)
    return [*before, *stores, Assign(registers.code(code), components, flags, when, origin=span)]


def _kept(
    registers: Registers,
    name: str,
    value: Expression,
    instruction: Instruction,
    statements: list[Assign],
) -> Expression:
    """``value`` in a variable of its own."""
    components = tuple(range(value.type.width))
    local = registers.local(name, value.type)
    statements.append(Assign(local, components, value, origin=instruction.span))
    return Load(local, components)


def store(
    registers: Registers,
    instruction: Instruction,
    components: tuple[int, ...],
    value: Expression,
    when: Expression | None,
) -> list[Assign]:
    """Writes a register, of an array the element that is chosen, outside it none."""
    register = destination_of(instruction).register
    if is_level(registers.program, register):
        if 0 not in components:
            return []
        value, when = swizzled(value, (0,)), when and swizzled(when, (0,))
        components = (0,)
    place = registers.place(register)
    type = place.var.type.wide(value.type.width)
    if isinstance(value, Const) and value.type.bits == type.bits and value.type != type:
        value = Bitcast(value, type)  # which tells what the words are
    value = bitcast(value, type)
    index: Expression | None = None
    if register.relative is not None:
        index = element(registers, register.relative, 0)
        when = within(place, index, register.count, when, len(components))
        index = plus(index, place.element)
    elif place.var.length:
        index = Const(INT, (place.element,))
    return [Assign(place.var, components, value, when, index, origin=instruction.span)]


def within(
    place: Place, index: Expression, count: int, when: Expression | None, width: int
) -> Expression | None:
    """``when``, and that ``index`` is inside a part of an array of so many elements."""
    if count == place.var.length:
        return when
    inside = Apply("less", (bitcast(index, UINT), Const(UINT, (count,))), BOOL)
    if when is None:
        return inside
    return Apply("holds_both", (swizzled(inside, (0,) * width), when), BOOL.wide(width))


def _code(registers: Registers, instruction: Instruction, value: Expression) -> Expression:
    """What a condition code becomes: the float that sets it, or flags."""
    if not registers.program.profile.flags:
        if value.type.kind is Kind.FLOAT:
            return value
        return Apply("i2f", (bitcast(value, INT),), FLOAT.wide(value.type.width))
    value = of_half(instruction, value)
    letter = {Kind.FLOAT: "f", Kind.INT: "i", Kind.UINT: "u"}[value.type.kind]
    return Apply(f"{letter}flags", (value,), UINT.wide(value.type.width))


def _addition_flags(
    registers: Registers, instruction: Instruction, components: tuple[int, ...]
) -> Expression | None:
    """OF and CF of the last addition; a negated operand makes it a subtraction (NV_gpu_program4 2.X.4.3).

    With both negated neither flag is set (docs/semantics.md).
    """
    if instruction.row.addition is None:
        return None
    rows = instruction.operands
    signs = [row.negate for row in rows]
    type = Type(Kind.UINT, len(components), instruction.bits)
    words = [bitcast(operand(registers, replace(row, negate=False), components), type) for row in rows]
    match instruction.row.addition:
        case Addition.OF_PRODUCT:
            one: Expression = Apply("umul", (words[0], words[1]), type)
            two = words[2]
            minus_one, minus_two = signs[0] != signs[1], signs[2]
        case Addition.OF_DISTANCE:
            kind = Kind.INT if instruction.type is DataType.SIGNED else Kind.UINT
            given = (operand(registers, row, components) for row in rows[:2])
            apart = tuple(bitcast(value, Type(kind, type.width, type.bits)) for value in given)
            one, two = Apply("distance", apart, type), words[2]
            minus_one, minus_two = False, signs[2]
        case addition:
            one, two = words[0], words[1]
            minus_one, minus_two = signs[0], signs[1] is not (addition is Addition.NEGATED)
    if minus_one and minus_two:
        return None
    name = "difference_flags" if minus_one or minus_two else "sum_flags"
    return Apply(name, (two, one) if minus_one else (one, two), UINT.wide(type.width))
