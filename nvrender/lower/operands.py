"""Operands as expressions (NV_vertex_program2 2.14.2.1; NV_gpu_program4 2.X.4.2)."""

from __future__ import annotations

from dataclasses import replace

from nvrender.ir.nodes import (
    Apply,
    Bitcast,
    Compose,
    Const,
    Convert,
    Expression,
    Interpolate,
    Load,
    Select,
    Swizzle,
)
from nvrender.ir.types import BOOL, INT, UINT, Kind, Type, signed_word, type_of
from nvrender.lower.register_types import KINDS
from nvrender.lower.registers import Registers, load
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.program import Operand, Register, RegisterFile, RelativeAddress, Selector, banks_of
from nvrender.source import TargetError

_INTEGERS = {Kind.INT: "i", Kind.UINT: "u"}


class NotLowered(TargetError):
    """For what lowering does not know yet."""


def bitcast(value: Expression, type: Type) -> Expression:
    """``value``'s words as numbers of the kind of ``type``, as many as there are."""
    held = value.var.type if isinstance(value, Load) else value.type
    if held.kind is type.kind and held.bits == type.bits:
        return value
    if isinstance(value, Const) and type.bits == held.bits == 32 and _are_words(value, type):
        return Const(type.wide(held.width), value.words)
    if isinstance(value, Bitcast) and held.bits == type.bits:
        return bitcast(value.value, type)
    width = value.type.width * held.bits // type.bits
    return Bitcast(value, type.wide(width))


def told(value: Expression) -> Expression:
    """``value``, of whose words the type is told though they are only copied."""
    return Apply("mov", (value,), value.type)


def _are_words(value: Const, type: Type) -> bool:
    """True for numbers that as ``type`` say no less: words of no type, and integers above 0."""
    whole = value.type.kind is Kind.INT and type.kind is Kind.UINT
    return value.type.kind is Kind.UINT or (whole and not any(word >> 31 for word in value.words))


def retyped(value: Expression, type: Type) -> Expression:
    """``value``'s words, computed as numbers of a type where that makes no difference."""
    if isinstance(value, Bitcast) and value.value.type == type.wide(value.value.type.width):
        return value.value
    if isinstance(value, Apply) and OPERATIONS[value.operation].signless and value.type.kind in _INTEGERS:
        name = value.operation
        if name[0] in "iu" and f"{_INTEGERS[type.kind]}{name[1:]}" in OPERATIONS:
            name = f"{_INTEGERS[type.kind]}{name[1:]}"
        operands = tuple(retyped(operand, type) for operand in value.operands)
        return Apply(name, operands, type.wide(value.type.width))
    return bitcast(value, type)


def operand(
    registers: Registers, row: Operand, components: tuple[int, ...], kind: Kind | None = None
) -> Expression:
    """``components`` of an operand, swizzled, its absolute value taken, then negated, as its own type."""
    type = type_of(KINDS[row.type] if kind is None else kind, len(components), row.bits)
    if row.extended is not None:
        return Compose(tuple(_selected(registers, row, component, type) for component in components))
    words = fetch(registers, row.register, tuple(row.swizzle[c] for c in components))
    return signed(row, number(words, type))


def number(words: Expression, type: Type) -> Expression:
    """A register's words as numbers of a type (NV_gpu_program5 2.X.4.1).

    Denormals of 64 bits are zeros (docs/semantics.md).
    """
    bits = (words.var if isinstance(words, Load) else words).type.bits
    if bits == type.bits == 32:
        return bitcast(words, type)
    value = resized(bitcast(words, type_of(type.kind, type.width, bits)), type.bits)
    if type.kind is Kind.FLOAT and type.bits == bits == 64:
        return Apply("fflush", (value,), type)
    return value


def resized(value: Expression, bits: int) -> Expression:
    """A value's numbers in so many bits: floats rounded, integers extended by their kind, or the low bits."""
    if value.type.bits == bits:
        return value
    return Apply("resize", (value,), Type(value.type.kind, value.type.width, bits))


def signed(row: Operand, value: Expression) -> Expression:
    """``value`` with an operand's bars and sign; of unsigned numbers the sign is that of their words."""
    letter = "f" if value.type.kind is Kind.FLOAT else "i"
    if row.absolute:
        value = bitcast(_of(f"{letter}abs", value), value.type)
    if row.negate:
        value = bitcast(_of(f"{letter}neg", value), value.type)
    return value


def _of(operation: str, value: Expression) -> Expression:
    if value.type.kind is Kind.UINT:
        value = bitcast(value, Type(Kind.INT, value.type.width, value.type.bits))
    if isinstance(value, Const) and operation == "fneg" and value.type.bits == 32:
        return Const(value.type, tuple(word ^ 0x80000000 for word in value.words))
    if isinstance(value, Const) and operation == "ineg" and value.type.bits == 32:
        return Const(value.type, tuple(-word & 0xFFFFFFFF for word in value.words))
    return Apply(operation, (value,), value.type)


def _selected(registers: Registers, row: Operand, component: int, type: Type) -> Expression:
    """A component of an extended swizzle (ARB_vertex_program 2.14.5.26; NV_gpu_program4 2.X.8, SWZ)."""
    extended = row.extended
    assert extended is not None
    selector, scalar = extended.selectors[component], type.wide(1)
    value: Expression
    if isinstance(selector, Selector):
        value = Const(scalar, (0x3F800000 if selector is Selector.ONE else 0,))
    else:
        value = number(fetch(registers, row.register, (selector,)), scalar)
    return _of("fneg", value) if extended.negate[component] else value


def fetch(registers: Registers, register: Register, components: tuple[int, ...]) -> Expression:
    """``components`` of a register as it is held."""
    if register.bytes:
        raise NotLowered("buffers of bytes")
    if register.file not in _READ:
        raise NotLowered(f"a {register.file.value}")
    if register.bank_relative is not None:
        return _of_banks(registers, register, components)
    constant = registers.constant(register)
    if constant is not None:
        words = _picked(constant.words, components)
        if not registers.typeless:
            words = tuple(word if word & 0x7F800000 else word & 0x80000000 for word in words)
        return Const(constant.type.wide(len(components)), words)
    place = registers.place(register)
    vertex = vertex_of(registers, register)
    if register.relative is None:
        return load(place, components, None, vertex)
    if place.var.length == register.count or register.count == 0:
        index = element(registers, register.relative, place.element)
        return load(place, components, index, vertex)
    chosen = element(registers, register.relative, 0)
    inside = Apply("less", (bitcast(chosen, UINT), Const(UINT, (register.count,))), BOOL)
    found = load(place, components, plus(chosen, place.element), vertex)
    return Select(inside, found, Const(found.type, (0,) * len(components)))


def vertex_of(registers: Registers, register: Register) -> Expression | None:
    """The number of the vertex whose attribute a register is."""
    if isinstance(register.vertex, RelativeAddress):
        return element(registers, register.vertex, 0)
    return None if register.vertex is None else Const(INT, (register.vertex,))


def _of_banks(registers: Registers, register: Register, components: tuple[int, ...]) -> Expression:
    """A buffer of several chosen at run time, outside their range zeros (NV_gpu_program5 2.X.3.6)."""
    assert register.bank_relative is not None
    chosen = element(registers, register.bank_relative, register.bank)
    found: Expression = Const(UINT.wide(len(components)), (0,) * len(components))
    for bank in banks_of(register):
        row = fetch(registers, replace(register, bank=bank, banks=0, bank_relative=None), components)
        found = Select(Apply("equal", (chosen, Const(INT, (bank,))), BOOL), row, found)
    return found


_READ = frozenset(
    {
        RegisterFile.TEMPORARY, RegisterFile.ATTRIBUTE, RegisterFile.PARAMETER, RegisterFile.RESULT,
        RegisterFile.ADDRESS, RegisterFile.BUFFER,
    }
)  # fmt: skip


def _picked(words: tuple[int, ...], components: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(words[component] for component in components)


def element(registers: Registers, relative: RelativeAddress, first: int) -> Expression:
    """Which element a relative address chooses, as a scalar INT."""
    place = registers.place(Register(relative.file, relative.register))
    address = number(load(place, (relative.component,)), INT)
    return plus(address, relative.offset + first)


def plus(value: Expression, number: int) -> Expression:
    """``value`` + ``number``."""
    match value:
        case Apply("iadd", (inner, Const(words=(word,)))):
            return plus(inner, number + signed_word(word))
    if not number:
        return value
    return Apply("iadd", (value, Const(INT, (number & 0xFFFFFFFF,))), INT)


def joined(*parts: Expression) -> Expression:
    """The components of values of one kind side by side, as one value where all are of one."""
    if len(parts) == 1:
        return parts[0]
    return _joined(
        parts, Type(parts[0].type.kind, sum(part.type.width for part in parts), parts[0].type.bits)
    )


def _joined(parts: tuple[Expression, ...], type: Type) -> Expression:
    first_name = parts[0].operation if isinstance(parts[0], Apply) else ""
    loads = [part for part in parts if isinstance(part, Load)]
    constants = [part for part in parts if isinstance(part, Const)]
    swizzles = [part for part in parts if isinstance(part, Swizzle)]
    if len(loads) == len(parts) and len({(row.var, row.index, row.vertex) for row in loads}) == 1:
        return replace(loads[0], components=sum((row.components for row in loads), ()))
    if len(constants) == len(parts):
        return Const(type, sum((row.words for row in constants), ()))
    if len(swizzles) == len(parts) and len({row.value for row in swizzles}) == 1:
        return Swizzle(swizzles[0].value, sum((row.components for row in swizzles), ()))
    casts = [part.value for part in parts if isinstance(part, Bitcast) and _keeps_width(part)]
    if len(casts) == len(parts) and len({row.type.kind for row in casts}) == 1:
        return Bitcast(joined(*casts), type)
    rows = [part.operands for part in parts if isinstance(part, Apply) and part.operation == first_name]
    if len(rows) == len(parts) and is_componentwise(first_name):
        return Apply(first_name, tuple(joined(*each) for each in zip(*rows, strict=True)), type)
    return Compose(parts)


def _keeps_width(node: Bitcast) -> bool:
    return node.type.width == node.value.type.width


def swizzled(value: Expression, components: tuple[int, ...]) -> Expression:
    """Components of a value."""
    if isinstance(value, Load):
        read = tuple([value.components[c] for c in components])
        return value if read == value.components else Load(value.var, read, value.index, value.vertex)
    if components == tuple(range(value.type.width)):
        return value
    if isinstance(value, Swizzle):
        return Swizzle(value.value, tuple([value.components[c] for c in components]))
    if isinstance(value, Interpolate):
        return replace(value, input=swizzled(value.input, components))  # type: ignore[arg-type]
    width = len(components)
    if isinstance(value, Apply) and is_componentwise(value.operation):
        operands = tuple(swizzled(row, components) for row in value.operands)
        return Apply(value.operation, operands, value.type.wide(width))
    if isinstance(value, Select) and value.condition.type.width == 1:
        yes, no = (swizzled(way, components) for way in (value.yes, value.no))
        return Select(value.condition, yes, no)
    if isinstance(value, Bitcast) and value.type.width == value.value.type.width:
        return Bitcast(swizzled(value.value, components), value.type.wide(width))
    if isinstance(value, Const):
        return Const(value.type.wide(width), _picked(value.words, components))
    if isinstance(value, Convert):
        return replace(value, value=swizzled(value.value, components), type=value.type.wide(width))
    if isinstance(value, Compose):
        parts = [swizzled(part, (number,)) for part in value.parts for number in range(part.type.width)]
        return joined(*(parts[component] for component in components))
    return Swizzle(value, components)


def is_componentwise(operation: str) -> bool:
    """True if each component of the result is of the same component of every operand."""
    return OPERATIONS[operation].form is Form.COMPONENTWISE
