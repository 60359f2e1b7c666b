"""Texture and image accesses of an instruction → units (NV_gpu_program5 2.X.4.4, EXT_shader_image_load_store
2.X.3.X).
"""

from __future__ import annotations

from nvrender.languages.arb.rules.operands import Operands
from nvrender.languages.common.nodes import AnyOperand, TextureNode, VariableNode
from nvrender.languages.common.spellings import Spelling
from nvrender.languages.common.textures import TextureChecker
from nvrender.ops.types import DataType
from nvrender.program import ImageAccess, Operand, Register, RegisterFile, TextureAccess


class Accesses:
    """Resolves units and the operands that stand in accesses."""

    def __init__(self, operands: Operands, textures: TextureChecker) -> None:
        self._operands = operands
        self._textures = textures
        #: The image units the program names.
        self.images: set[int] = set()

    def _unit(self, node: TextureNode, file: RegisterFile) -> tuple[Register, Operand | None]:
        """The register of a unit, and the handle in its place."""
        if isinstance(node.unit, int):
            return Register(file, node.unit), None
        if isinstance(node.unit, VariableNode):
            return self._operands.unit(node.unit, file), None
        return Register(file, 0), self._operands.handle(node.unit)

    @staticmethod
    def _covered(register: Register, handle: Operand | None) -> range:
        """The units an access may reach; those behind a handle do not count."""
        if handle is not None:
            return range(0)
        count = register.count or 1
        return range(register.index, register.index + count)

    def texture(
        self, node: TextureNode, spelling: Spelling, operands: tuple[AnyOperand, ...]
    ) -> TextureAccess:
        """One texture access; raises ProgramError for what its target does not bear."""
        register, handle = self._unit(node, RegisterFile.TEXTURE)
        units = self._covered(register, handle)
        # An access of an array variable counts for all its units, whatever the index (2.X.4.4).
        if isinstance(node.unit, VariableNode):
            units = self._operands.units(node.unit)
        moved = None
        if node.moved is not None:
            moved = self._operands.vector(node.moved, DataType.SIGNED)
        self._textures.access(node, spelling.opcode, units, operands)
        return TextureAccess(
            register.index,
            node.target,
            node.offset,
            node.span,
            register.count,
            register.relative,
            handle,
            node.component or 0,
            moved,
        )

    def image(self, node: TextureNode) -> ImageAccess:
        """One image access."""
        register, handle = self._unit(node, RegisterFile.IMAGE)
        self.images.update(self._covered(register, handle))
        return ImageAccess(register.index, node.target, node.span, register.count, register.relative, handle)
