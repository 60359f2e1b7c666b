"""Operands and conversions of 64 bits as pairs of words, the low one in x (NV_gpu_program5 2.X.4.1, CVT)."""

from __future__ import annotations

import re

from nvrender.glsl.declared.bit_operations import ODD, ROUNDINGS
from nvrender.glsl.declared.operands import TypedOperands
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.ops.types import DataType
from nvrender.program import Clamp, Instruction, Operand

_F, _S = DataType.FLOAT, DataType.SIGNED
_CALLED = re.compile(r"\bnv_\w+(?=\()")


def called(context: TypedOperands, text: str) -> str:
    """The text, with the helpers it calls in use."""
    for name in _CALLED.findall(text):
        context.use(name, 1)
    return text


def operand_words(context: TypedOperands, operand: Operand, component: int) -> str:
    """An operand's component in 64 bits, bars and sign applied: a uvec2."""
    chosen, register, type = operand.swizzle[component], operand.register, operand.type
    binding = None
    if context.storage.is_literal(register):
        binding = context.storage.program.parameters[register.index]
    if binding is not None and binding.bits == 64:
        word = binding.words[chosen]
        text = f"uvec2(0x{word & 0xFFFFFFFF:x}u, 0x{word >> 32:x}u)"
    elif register.long:
        text = context.long_words(register, chosen)
        text = f"nv_double_flushed({text})" if type is _F else text
    else:
        word_text = word_of(context, operand, component)
        match type:
            case DataType.FLOAT:
                text = f"nv_double_of_float({word_text})"
            case DataType.SIGNED:
                text = f"nv_words(int({word_text}))"
            case _:
                text = f"uvec2({word_text}, 0u)"
    return called(context, signed_words(text, operand))


def signed_words(text: str, operand: Operand) -> str:
    """Words with an operand's bars and sign."""
    type = operand.type
    if operand.absolute and type is not DataType.UNSIGNED:
        text = f"({text} & uvec2(0xffffffffu, 0x7fffffffu))" if type is _F else f"nv_words_abs({text})"
    if operand.negate:
        text = f"({text} ^ uvec2(0u, 0x80000000u))" if type is _F else f"nv_negative({text})"
    return text


def stored_words(context: TypedOperands, operand: Operand, component: int) -> str:
    """The same of what goes to memory: words of a LONG variable that no sign changes go as they are."""
    if operand.register.long and not (operand.absolute or operand.negate):
        return context.long_words(operand.register, operand.swizzle[component])
    return operand_words(context, operand, component)


def word_of(context: TypedOperands, operand: Operand, component: int) -> str:
    """The word of an operand's component without bars and sign, of a LONG variable in 32 bits."""
    if operand.register.long and operand.type is _F:
        words = context.long_words(operand.register, operand.swizzle[component])
        return called(context, f"nv_float_of_double({words}, 0)")
    plain = Operand(operand.register, operand.swizzle, type=operand.type)
    return context.operand(plain, (component,), "u").text


def conversion_words(context: TypedOperands, instruction: Instruction, component: int) -> str:
    """What CVT from or to a type of 64 bits gives: a uvec2.

    Integers and doubles in 64 bits; of floats of 32 or 16 bits the word in x.
    """
    result, source = instruction.storages
    rounding = ROUNDINGS[instruction.rounding or Rounding.NEAREST]
    operand, clamp = instruction.operands[0], instruction.clamp
    if source.type is _F:
        number = _source_double(context, operand, component, source)
        if result.type is not _F:
            return called(context, f"nv_integer_of_double({number}, {rounding}, {_kind(result, clamp)})")
    else:
        number = _source_integer(context, operand, component, source)
        extend = _truth(source.type is _S)
        if result.type is not _F:
            return called(context, f"nv_integer_of_words({number}, {extend}, {_kind(result, clamp)})")
        number = f"nv_double_of_words({number}, {extend}, {rounding if result.bits == 64 else ODD})"
    if clamp is not None:
        number = f"nv_double_limited({number}, {_truth(clamp is Clamp.SIGNED)})"
    match result.bits:
        case 64:
            text = number
        case 32:
            text = f"uvec2(nv_float_of_double({number}, {rounding}), 0u)"
        case _:
            text = f"uvec2(nv_half_of_float(nv_float_of_double({number}, {ODD}), {rounding}), 0u)"
    return called(context, text)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _kind(result: Storage, clamp: Clamp | None) -> str:
    """How helpers are told of an integer type: bits, sign, and whether to clamp."""
    return f"{result.bits}u, {_truth(result.type is _S)}, {_truth(clamp is not None)}"


def _source_double(context: TypedOperands, operand: Operand, component: int, source: Storage) -> str:
    match source.bits:
        case 64:
            return operand_words(context, operand, component)
        case 32:
            return f"nv_double_of_float({word_of(context, operand, component)})"
        case _:
            plain = Operand(operand.register, operand.swizzle, type=DataType.UNSIGNED)
            half = f"nv_from_half({context.operand(plain, (component,), 'u').text})"
            return f"nv_double_of_float(floatBitsToUint({half}))"


def _source_integer(context: TypedOperands, operand: Operand, component: int, source: Storage) -> str:
    if source.bits == 64:
        return operand_words(context, operand, component)
    word = word_of(context, operand, component)
    if source.bits < 32:
        word = f"nv_narrow({word}, {source.bits}u, {_truth(source.type is _S)})"
    return f"nv_words(int({word}))" if source.type is _S else f"uvec2({word}, 0u)"


def count_of(context: TypedOperands, operand: Operand) -> str:
    """How often a loop runs whose count has 64 bits: floats rounded down, NaN not at all."""
    words = operand_words(context, operand, 0)
    if operand.type is not _F:
        return called(context, f"nv_count_of_words({words}, {_truth(operand.type is _S)})")
    text = f"nv_integer_of_double({words}, {ROUNDINGS[Rounding.DOWN]}, 32u, true, true)"
    return called(context, f"int({text}.x)")
