"""Doubles in fast numerics: LONG variables of floats alone are dvec4, and operations plain GLSL.

NV_gpu_program5 2.X.4.1.
"""

from __future__ import annotations

import math
import struct

from nvrender.glsl.declared.operands import TypedOperands
from nvrender.glsl.declared.variables import DOUBLE
from nvrender.glsl.printer.expressions import letters
from nvrender.glsl.wide.operations import TEXTS, Text, built_in
from nvrender.ops.types import DataType
from nvrender.program import Instruction, Operand

#: What computes component by component.
_VECTORS: dict[str, Text] = {
    **{name: TEXTS[name] for name in ("fabs", "fadd", "fmad", "fmul", "fsub", "mov")},
    **{f"f{name}": built_in(name) for name in ("ceil", "floor", "fract", "max", "min", "sign", "trunc")},
    "fround": built_in("roundEven"),
}
#: What gives every component one number, of one component of each operand.
_SCALARS: dict[str, Text] = {"frcp": TEXTS["frcp"], "frsq_unsigned": built_in("inversesqrt")}


def vector_type(width: int) -> str:
    return "double" if width == 1 else f"dvec{width}"


def literal(word: int) -> str | None:
    """A double of these 64 bits as GLSL has it; None for what has no number."""
    value: float = struct.unpack("<d", struct.pack("<Q", word))[0]
    return f"{value!r}lf" if math.isfinite(value) else None


def negative(text: str) -> str:
    """A double, or one that is no sum, with the other sign."""
    return text.removeprefix("-") if text.startswith("-") else f"(-{text})"


def expression(context: TypedOperands, instruction: Instruction, components: tuple[int, ...]) -> str | None:
    """The components of a result in one expression; None where it takes more than that."""
    name, width = instruction.operation, len(components)
    if instruction.type is not DataType.FLOAT:
        return None
    if name in _VECTORS:
        texts = [_operand(context, operand, components) for operand in instruction.operands]
        return None if None in texts else _VECTORS[name](None, *texts)
    if name != "fdiv" and name not in _SCALARS:
        return None
    scalars = [_operand(context, operand, (0,)) for operand in instruction.operands]
    if name in _SCALARS:
        return None if None in scalars else _splat(_SCALARS[name](None, *scalars), width)
    dividend, divisor = _operand(context, instruction.operands[0], components), scalars[1]
    return None if dividend is None or divisor is None else f"{dividend} / {divisor}"


def _splat(text: str, width: int) -> str:
    return text if width == 1 else f"{vector_type(width)}({text})"


def _operand(context: TypedOperands, operand: Operand, components: tuple[int, ...]) -> str | None:
    """An operand's components as doubles, bars and sign applied."""
    chosen = tuple(operand.swizzle[component] for component in components)
    register, storage = operand.register, context.storage
    if storage.is_literal(register) and (binding := storage.program.parameters[register.index]).bits == 64:
        parts = [literal(binding.words[component]) for component in chosen]
        if None in parts:
            return None
        numbers = [part for part in parts if part is not None]
        text = _splat(numbers[0], len(parts))
        if len(set(numbers)) > 1:
            text = f"dvec{len(parts)}({', '.join(numbers)})"
    elif register.long:
        variable = storage.of(register)
        if variable.kind != DOUBLE:
            return None
        text = variable.at(register.index) + letters(chosen)
    else:
        plain = Operand(register, operand.swizzle, type=operand.type)
        text = f"{vector_type(len(chosen))}({context.operand(plain, components, '', full=True).text})"
    text = f"abs({text})" if operand.absolute else text
    return negative(text) if operand.negate else text
