"""How programs of !!FP1.0 and !!FP2.0 are written."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.languages.common.numbers import component, vector
from nvrender.languages.common.printer import Printer, suffix_text
from nvrender.languages.common.spellings import CLAMPS
from nvrender.languages.fp1.bindings import ATTRIBUTES2, INDEXED, NAMES, RESULTS
from nvrender.ops.types import DataType
from nvrender.program import (
    IDENTITY_SWIZZLE,
    Binding,
    BindingKind,
    Instruction,
    Operand,
    Register,
    RegisterFile,
)
from nvrender.program.opcodes import OperandClass
from nvrender.source import InternalError

_ATTRIBUTES = {index: name for name, index in ATTRIBUTES2.items()}
_CLAMPS = {clamp: suffix for suffix, clamp in CLAMPS.items()}


class FragmentPrinter(Printer):
    """Prints one program; constants stand where they are used."""

    def declarations(self) -> Iterator[str]:
        """A DECLARE of each declared parameter."""
        for binding in self._program.parameters:
            if binding.kind is BindingKind.NAMED:
                value = f" = {vector(binding.words)}" if any(binding.words) else ""
                yield f"DECLARE {binding.name}{value};"

    def word(self, instruction: Instruction) -> str:
        return super().word(instruction) + ("" if instruction.clamp is None else _CLAMPS[instruction.clamp])

    def arguments(self, instruction: Instruction) -> list[str]:
        texture = instruction.texture
        access = [] if texture is None else [f"TEX{texture.unit}", texture.target]
        return super().arguments(instruction) + access

    def register(self, register: Register, type: DataType, unchecked: bool) -> str:
        if register.file is RegisterFile.PARAMETER:
            return source_text(self._program.parameters[register.index])
        return register_text(register)

    def constant(self, operand: Operand, operand_class: OperandClass) -> str | None:
        if operand.register.file is not RegisterFile.PARAMETER:
            return None
        binding = self._program.parameters[operand.register.index]
        if binding.kind is not BindingKind.CONSTANT:
            return None
        text = source_text(binding)
        natural = (0, 0, 0, 0) if operand_class is OperandClass.SCALAR else IDENTITY_SWIZZLE
        signed = operand.negate and not operand.absolute
        if text[0] == "{" or signed or operand.swizzle != natural:
            # A sign before a number would become part of it, and a number takes no suffix.
            return vector(binding.words) + suffix_text(operand.swizzle)
        return text


def register_text(register: Register) -> str:
    """``R0``, ``H0``, ``f[TEX0]``, ``f[TEX[A0.x+1]]``, ``o[COLR]`` or ``RC``."""
    index = register.index
    match register.file:
        case RegisterFile.TEMPORARY:
            return NAMES[index]
        case RegisterFile.CONDITION_CODE:
            return ("RC", "HC")[index]
        case RegisterFile.RESULT:
            return f"o[{RESULTS[index]}]"
        case RegisterFile.ATTRIBUTE if register.relative is not None:
            offset = register.relative.offset
            return f"f[{INDEXED}[A0.x{f'+{offset}' if offset else ''}]]"
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
            return component(binding.words[0], DataType.FLOAT) if same else vector(binding.words)
