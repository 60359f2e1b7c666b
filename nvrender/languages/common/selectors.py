"""The operand of SWZ (ARB_vertex_program 2.14.5.26)."""

from __future__ import annotations

from nvrender.languages.common.advice import shown
from nvrender.languages.common.cursor import Cursor
from nvrender.languages.common.nodes import AnyOperand, ConstantNode, OperandNode, ValueNode
from nvrender.languages.common.statements import StatementReader
from nvrender.program import IDENTITY_SWIZZLE, ExtendedSwizzle, Operand, Register, Selector
from nvrender.program.opcodes import Opcode

_SIGNS = frozenset("+-")
_SELECTORS = {"0": Selector.ZERO, "1": Selector.ONE}


class SelectorReader(StatementReader):
    """Reads an operand and the selectors behind it."""

    __slots__ = ()

    def whole(self, opcode: Opcode) -> AnyOperand:
        """SWZ's operand, with neither sign nor bars nor swizzle, and its four selectors."""
        begin = self.index
        if self.token in _SIGNS or self.token == "|":
            hint = "each selector may have its sign"
            raise self.error(f"the operand of {opcode.name} has no sign and no bars", hint, opcode.section)
        source = self.read_source(opcode)
        if self.token == ".":
            if isinstance(source, ConstantNode | ValueNode) and source.scalar:
                self.constant_suffix(source, False, opcode)
            else:
                hint = "the selectors follow it"
                raise self.error(f"the operand of {opcode.name} has no swizzle", hint, opcode.section)
        extended = self._selectors(opcode)
        span = self.span(self.starts[begin])
        if isinstance(source, Register):
            return Operand(source, span=span, extended=extended)
        return OperandNode(source, IDENTITY_SWIZZLE, False, False, False, span, extended)

    def _selectors(self, opcode: Opcode) -> ExtendedSwizzle:
        """``, x, -0, 1, w`` (extendedSwizzle)."""
        selectors: list[int | Selector] = []
        signs: list[bool] = []
        letters = ""
        for number in range(1, 5):
            self.expect(",", f"before selector {number} of {opcode.name}")
            signs.append(Cursor.sign(self))
            word = self.token
            selector: int | Selector | None = _SELECTORS.get(word)
            if selector is None and len(word) == 1 and word in self.swizzles:
                selector = self.swizzles[word][0]
                letters += word
            if selector is None:
                message = f"expected a selector 0, 1, x, y, z or w, found {shown(word)}"
                raise self.error(message, section=opcode.section)
            rgba = [letter in "rgba" for letter in letters]
            if not self.language.mixed_selectors and any(rgba) and not all(rgba):
                raise self.error("the selectors mix xyzw and rgba", section=opcode.section)
            selectors.append(selector)
            self.index += 1
        return ExtendedSwizzle(
            (selectors[0], selectors[1], selectors[2], selectors[3]),
            (signs[0], signs[1], signs[2], signs[3]),
        )
