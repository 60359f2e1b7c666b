"""Operands and conversions of 64 bits as pairs of words, the low one in x (NV_gpu_program5 2.X.4.1, CVT)."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.glsl.declared.bit_operations import ODD, ROUNDINGS
from nvrender.glsl.declared.operands import TypedOperands
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.ops.types import DataType
from nvrender.program import Clamp, Instruction, Operand

_F, _S = DataType.FLOAT, DataType.SIGNED
#: A function of the library and the texts of its arguments → the call, with the function in use.
Call = Callable[..., str]


def caller(context: TypedOperands) -> Call:
    """What writes calls for a shader."""
    return lambda name, *arguments: f"{context.use(name, 1)}({', '.join(arguments)})"


def operand_words(context: TypedOperands, operand: Operand, component: int) -> str:
    """An operand's component in 64 bits, bars and sign applied: a uvec2."""
    chosen, register, type = operand.swizzle[component], operand.register, operand.type
    call, binding = caller(context), None
    if context.storage.is_literal(register):
        binding = context.storage.program.parameters[register.index]
    if binding is not None and binding.bits == 64:
        word = binding.words[chosen]
        text = f"uvec2(0x{word & 0xFFFFFFFF:x}u, 0x{word >> 32:x}u)"
    elif register.long:
        text = context.long_words(register, chosen)
        text = call("nv_double_flushed", text) if type is _F else text
    else:
        word_text = word_of(context, operand, component)
        match type:
            case DataType.FLOAT:
                text = call("nv_double_of_float", word_text)
            case DataType.SIGNED:
                text = call("nv_words", f"int({word_text})")
            case _:
                text = f"uvec2({word_text}, 0u)"
    return signed_words(call, text, operand)


def signed_words(call: Call, text: str, operand: Operand) -> str:
    """Words with an operand's bars and sign."""
    type = operand.type
    if operand.absolute and type is not DataType.UNSIGNED:
        text = f"({text} & uvec2(0xffffffffu, 0x7fffffffu))" if type is _F else call("nv_words_abs", text)
    if operand.negate:
        text = f"({text} ^ uvec2(0u, 0x80000000u))" if type is _F else call("nv_negative", text)
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
        return caller(context)("nv_float_of_double", words, "0")
    plain = Operand(operand.register, operand.swizzle, type=operand.type)
    return context.operand(plain, (component,), "u").text


def conversion_words(context: TypedOperands, instruction: Instruction, component: int) -> str:
    """What CVT from or to a type of 64 bits gives: a uvec2.

    Integers and doubles in 64 bits; of floats of 32 or 16 bits the word in x.
    """
    result, source = instruction.storages
    rounding, call = f"{ROUNDINGS[instruction.rounding or Rounding.NEAREST]}", caller(context)
    operand, clamp = instruction.operands[0], instruction.clamp
    if source.type is _F:
        number = _source_double(context, operand, component, source)
        if result.type is not _F:
            return call("nv_integer_of_double", number, rounding, *_kind(result, clamp))
    else:
        number = _source_integer(context, operand, component, source)
        extend = truth(source.type is _S)
        if result.type is not _F:
            return call("nv_integer_of_words", number, extend, *_kind(result, clamp))
        number = call("nv_double_of_words", number, extend, rounding if result.bits == 64 else f"{ODD}")
    if clamp is not None:
        number = call("nv_double_limited", number, truth(clamp is Clamp.SIGNED))
    match result.bits:
        case 64:
            return number
        case 32:
            word = call("nv_float_of_double", number, rounding)
        case _:
            word = call("nv_half_of_float", call("nv_float_of_double", number, f"{ODD}"), rounding)
    return f"uvec2({word}, 0u)"


def truth(value: bool) -> str:
    return "true" if value else "false"


def _kind(result: Storage, clamp: Clamp | None) -> tuple[str, str, str]:
    """How functions are told of an integer type: bits, sign, and whether to clamp."""
    return f"{result.bits}u", truth(result.type is _S), truth(clamp is not None)


def _source_double(context: TypedOperands, operand: Operand, component: int, source: Storage) -> str:
    call = caller(context)
    match source.bits:
        case 64:
            return operand_words(context, operand, component)
        case 32:
            return call("nv_double_of_float", word_of(context, operand, component))
        case _:
            plain = Operand(operand.register, operand.swizzle, type=DataType.UNSIGNED)
            half = call("nv_from_half", context.operand(plain, (component,), "u").text)
            return call("nv_double_of_float", f"floatBitsToUint({half})")


def _source_integer(context: TypedOperands, operand: Operand, component: int, source: Storage) -> str:
    if source.bits == 64:
        return operand_words(context, operand, component)
    word, call = word_of(context, operand, component), caller(context)
    if source.bits < 32:
        word = call("nv_narrow", word, f"{source.bits}u", truth(source.type is _S))
    return call("nv_words", f"int({word})") if source.type is _S else f"uvec2({word}, 0u)"


def count_of(context: TypedOperands, operand: Operand) -> str:
    """How often a loop runs whose count has 64 bits: floats rounded down, NaN not at all."""
    words, call = operand_words(context, operand, 0), caller(context)
    if operand.type is not _F:
        return call("nv_count_of_words", words, truth(operand.type is _S))
    rounding = f"{ROUNDINGS[Rounding.DOWN]}"
    return f"int({call('nv_integer_of_double', words, rounding, '32u', 'true', 'true')}.x)"
