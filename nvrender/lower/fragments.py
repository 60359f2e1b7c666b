"""What fragment programs do besides: kill, look at their quad, interpolate, have depths of their own.

Votes of other threads are of each thread alone (docs/semantics.md).
"""

from __future__ import annotations

from nvrender.ir.nodes import (
    Apply,
    Assign,
    Const,
    Discard,
    Expression,
    Interpolate,
    Load,
    Select,
    Statement,
)
from nvrender.ir.types import BOOL, FLOAT, INT, UINT, Kind
from nvrender.languages.arb.fragment_bindings import DEPTHS, FRAGMENT_ATTRIBUTES
from nvrender.lower.conditions import different, passes_any
from nvrender.lower.operands import bitcast, fetch, operand, signed
from nvrender.lower.register_types import KINDS
from nvrender.lower.registers import Registers
from nvrender.ops.rows import Form
from nvrender.ops.types import DataType
from nvrender.program import Instruction, Register, RegisterFile
from nvrender.program.profile import Stage

_POSITION = Register(RegisterFile.ATTRIBUTE, FRAGMENT_ATTRIBUTES.index("fragment.position"))
_ALL_ONES = 0xFFFFFFFF


def first_results(registers: Registers) -> list[Statement]:
    """The depth and samples of a fragment before the program writes them are its own (docs/semantics.md)."""
    program, found = registers.program, list[Statement]()
    if program.profile.stage is not Stage.FRAGMENT:
        return found
    for index in sorted(program.writes(RegisterFile.RESULT)):
        name = program.profile.results[index]
        place = registers.place(Register(RegisterFile.RESULT, index))
        if name in DEPTHS:
            depth = Load(registers.place(_POSITION).var, (2,))
            found.append(Assign(place.var, (2,), bitcast(depth, place.var.type)))
        elif name == "samplemask":
            found.append(Assign(place.var, (0,), Const(place.var.type.wide(1), (_ALL_ONES,))))
    return found


def killed(registers: Registers, instruction: Instruction) -> list[Statement]:
    """KIL of a condition, or of a component below 0, which no unsigned one is."""
    if instruction.condition is not None:
        if instruction.condition.test == "FL":
            return []
        return [Discard(passes_any(registers, instruction.condition), instruction.span)]
    row = instruction.operands[0]
    if row.type is DataType.UNSIGNED:
        return []
    components = (0, 1, 2, 3) if row.extended is not None else different(row.swizzle)
    value = operand(registers, row, components)
    width = len(components)
    below = Apply("less", (value, Const(value.type, (0,) * width)), BOOL.wide(width))
    return [Discard(below if width == 1 else Apply("holds_any", (below,), BOOL), instruction.span)]


def neighbours(registers: Registers, instruction: Instruction, components: tuple[int, ...]) -> Expression:
    """Derivatives, votes and reads of a quad; of one whose fragments may have parted each alone."""
    row, width = instruction.row, len(components)
    values = [operand(registers, each, components) for each in instruction.operands]
    if row.form is Form.DERIVATIVE:
        return Apply(row.name, tuple(values), FLOAT.wide(width))
    uniform = registers.uniform_control_flow(instruction)
    if row.form is Form.QUAD:
        type = FLOAT.wide(width)
        return Apply(row.name, tuple(values), type) if uniform else Const(type, (0,) * width)
    return _vote(registers, instruction, values[0], uniform)


def _vote(registers: Registers, instruction: Instruction, value: Expression, uniform: bool) -> Expression:
    name, width = instruction.row.name, value.type.width
    held: Expression = Apply("not_equal", (value, Const(value.type, (0,) * width)), BOOL.wide(width))
    fragment = registers.program.profile.stage is Stage.FRAGMENT
    if name == "ballot" and fragment:
        return Apply(name if uniform else "ballot_alone", (held,), UINT.wide(width))
    if name == "ballot":
        truth, type = 1, UINT
    else:
        type = {Kind.FLOAT: FLOAT, Kind.INT: INT, Kind.UINT: UINT}[KINDS[instruction.type]]
        truth = 0x3F800000 if type is FLOAT else _ALL_ONES
    yes, no = (Const(type.wide(width), (word,) * width) for word in (truth, 0))
    if uniform and fragment:
        held = Apply(name, (held,), BOOL.wide(width))
    elif name == "alike":
        return yes
    return Select(held, yes, no)


def interpolated(registers: Registers, instruction: Instruction, components: tuple[int, ...]) -> Expression:
    """An attribute elsewhere in its pixel, then its bars and sign (NV_gpu_program5 issue 8)."""
    row, name = instruction.operands[0], instruction.row.name
    value = fetch(registers, row.register, tuple(row.swizzle[component] for component in components))
    place = None
    if name == "at_offset":
        place = operand(registers, instruction.operands[1], (0, 1))
    elif name == "at_sample":
        place = bitcast(operand(registers, instruction.operands[1], (0,)), UINT)
    if isinstance(value, Select):
        assert isinstance(value.yes, Load) and isinstance(value.no, Const)
        inside = Interpolate(name, value.yes, place)
        value = Select(value.condition, inside, Const(inside.type, value.no.words))
    else:
        assert isinstance(value, Load)
        value = Interpolate(name, value, place)
    return signed(row, value)


def in_fixed_point(value: Expression) -> Expression:
    """A number with 12 bits in NV_fragment_program, steps finer than 1/1024 kept; NaN is 0 (3.11.4.2)."""
    return Apply("ffixed", (value,), value.type)
