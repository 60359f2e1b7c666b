"""Numbers of the text as operands: by the name the program gave them, else as they are."""

from __future__ import annotations

from dataclasses import replace

from nvrender.arb.refusal import refuse
from nvrender.arb.rows import Literal, Operand, Parameter, filled
from nvrender.program import IDENTITY_SWIZZLE, BindingKind, Program, RegisterFile
from nvrender.source import Span

_SIGN, _INFINITY = 0x80000000, 0x7F800000


class Literals:
    """What the instructions of a program read of its named constants."""

    def __init__(self, program: Program) -> None:
        self._named: dict[Span, list[int]] = {}
        self._words: dict[int, tuple[int, int, int, int]] = {}
        named = {
            number
            for row in program.variables
            if row.file is RegisterFile.PARAMETER and program.profile.declares_names
            for number in range(row.index, row.index + row.count)
        }
        for instruction in program.instructions:
            for operand in instruction.operands:
                number = operand.register.index
                if operand.register.file is not RegisterFile.PARAMETER or number not in named:
                    continue
                binding = program.parameters[number]
                if binding.kind is BindingKind.CONSTANT and operand.register.relative is None:
                    self._words[number] = binding.words
                    self._named.setdefault(instruction.span, []).append(number)

    def operand(self, words: dict[int, int], origin: Span | None) -> Operand:
        """Words by place."""
        if any(word & ~_SIGN > _INFINITY for word in words.values()):
            refuse("plain ARB programs have no text for NaN", origin)
        for sign in (0, _SIGN):
            for number in self._named.get(origin, ()) if origin is not None else ():
                held = self._words[number]
                places = {p: held.index(w ^ sign) for p, w in words.items() if w ^ sign in held}
                if len(places) == len(words):
                    same = {p: p for p in words if held[p] == words[p] ^ sign}
                    return Operand(
                        Parameter(number), filled(same if len(same) == len(words) else places), bool(sign)
                    )
        rest = words[min(words)] if len(set(words.values())) == 1 else 0
        a, b, c, d = (words.get(place, rest) for place in range(4))
        return Operand(Literal((a, b, c, d)), IDENTITY_SWIZZLE)

    @staticmethod
    def negated(operand: Operand) -> Operand | None:
        """A number of the text with the other sign; None for another operand."""
        if not isinstance(operand.place, Literal):
            return None
        a, b, c, d = (word ^ _SIGN for word in operand.place.words)
        return replace(operand, place=Literal((a, b, c, d)))
