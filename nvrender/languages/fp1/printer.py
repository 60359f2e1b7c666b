"""Program of !!FP1.0 → canonical text, which loads as an equal program."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.languages.arb.fragment_bindings import FP1_ATTRIBUTES, FP1_RESULTS, FP1_TEMPORARIES
from nvrender.languages.arb.grammar.numbers import component
from nvrender.languages.common.printing import condition_text, mask_text, suffix_text
from nvrender.ops.types import DataType
from nvrender.program import (
    IDENTITY_SWIZZLE,
    Binding,
    BindingKind,
    Instruction,
    Operand,
    Program,
    Register,
    RegisterFile,
)
from nvrender.program.opcodes import OperandClass
from nvrender.source import InternalError

_ATTRIBUTES = {index: name for name, index in FP1_ATTRIBUTES.items()}


def lines(program: Program) -> Iterator[str]:
    """Header, one DECLARE or instruction a line, END; constants stand where they are used."""
    yield program.profile.header
    for binding in program.parameters:
        if binding.kind is BindingKind.NAMED:
            value = f" = {_vector(binding)}" if any(binding.words) else ""
            yield f"DECLARE {binding.name}{value};"
    for instruction in program.instructions:
        yield instruction_text(instruction, program.parameters)
    yield "END"


def instruction_text(instruction: Instruction, parameters: tuple[Binding, ...]) -> str:
    """One instruction with its ``;``."""
    opcode, destination, condition = instruction.opcode, instruction.destination, instruction.condition
    if destination is None:
        assert condition is not None
        return f"{opcode.name} {condition.test}{suffix_text(condition.swizzle)};"
    word = opcode.name + instruction.precision + "C" * (instruction.condition_code is not None)
    word += "" if instruction.clamp is None else "_SAT"
    parts = [
        register_text(destination.register)
        + mask_text(destination.mask)
        + condition_text(destination.condition)
    ]
    parts += [
        _operand_text(operand, operand_class, parameters)
        for operand, operand_class in zip(instruction.operands, opcode.operands, strict=True)
    ]
    if instruction.texture is not None:
        parts += [f"TEX{instruction.texture.unit}", instruction.texture.target]
    return f"{word} {', '.join(parts)};"


def register_text(register: Register) -> str:
    """``R0``, ``H0``, ``f[TEX0]``, ``o[COLR]`` or ``RC``."""
    index = register.index
    match register.file:
        case RegisterFile.TEMPORARY:
            return f"R{index}" if index < FP1_TEMPORARIES else f"H{index - FP1_TEMPORARIES}"
        case RegisterFile.CONDITION_CODE:
            return ("RC", "HC")[index]
        case RegisterFile.RESULT:
            return f"o[{FP1_RESULTS[index]}]"
        case RegisterFile.ATTRIBUTE:
            return f"f[{_ATTRIBUTES[index]}]"
        case _:
            raise InternalError(f"!!FP1.0 has no register of file {register.file.value}")


def source_text(binding: Binding) -> str:
    """``p[0]``, a declared name, or a constant; of a constant of one number that number."""
    match binding.kind:
        case BindingKind.LOCAL:
            return f"p[{binding.index}]"
        case BindingKind.NAMED:
            return binding.name
        case _:
            same = len(set(binding.words)) == 1
            return component(binding.words[0], DataType.FLOAT) if same else _vector(binding)


def _vector(binding: Binding) -> str:
    return "{" + ", ".join(component(word, DataType.FLOAT) for word in binding.words) + "}"


def _operand_text(operand: Operand, operand_class: OperandClass, parameters: tuple[Binding, ...]) -> str:
    """Sign, bars, register or constant, and suffix."""
    register, swizzle = operand.register, operand.swizzle
    scalar = operand_class is OperandClass.SCALAR
    if register.file is not RegisterFile.PARAMETER:
        text = register_text(register) + suffix_text(swizzle)
    else:
        binding = parameters[register.index]
        text = source_text(binding)
        if binding.kind is not BindingKind.CONSTANT:
            text += suffix_text(swizzle)
        elif text[0] == "{" or (operand.negate and not operand.absolute) or swizzle != _natural(scalar):
            # A sign before a number would become part of it, and a number takes no suffix.
            text = _vector(binding) + suffix_text(swizzle)
    if operand.absolute:
        text = f"|{text}|"
    return f"-{text}" if operand.negate else text


def _natural(scalar: bool) -> tuple[int, int, int, int]:
    """The swizzle of a scalar constant."""
    return (0, 0, 0, 0) if scalar else IDENTITY_SWIZZLE
