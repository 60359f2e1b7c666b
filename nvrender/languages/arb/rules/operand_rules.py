"""Which operands the instructions of generation 5 take (NV_gpu_program5 2.X.8 and the sections it cites)."""

from __future__ import annotations

from nvrender.languages.arb.rules.memory import Memory
from nvrender.languages.arb.rules.names import Symbol
from nvrender.languages.arb.rules.registers import Registers
from nvrender.languages.arb.rules.rules import Context, Rules
from nvrender.languages.common.advice import shown
from nvrender.languages.common.nodes import OperandNode, VariableNode
from nvrender.languages.common.spellings import Spelling
from nvrender.ops.memory_access import Space
from nvrender.program import Register, RegisterFile, Variable
from nvrender.program.opcodes import Opcode, OperandClass
from nvrender.source import ProgramError, Span

_SPACES = {
    Space.STORAGE: RegisterFile.STORAGE,
    Space.SHARED: RegisterFile.SHARED,
    Space.CONSTANT: RegisterFile.BUFFER,
}
#: Files that only certain instructions reach.
_APART = frozenset(
    {
        RegisterFile.TEXTURE,
        RegisterFile.IMAGE,
        RegisterFile.STORAGE,
        RegisterFile.SHARED,
        RegisterFile.SUBROUTINE,
    }
)
_USERS = {
    RegisterFile.TEXTURE: "texture instructions alone access it",
    RegisterFile.IMAGE: "LOADIM, STOREIM and ATOMIM alone access it",
    RegisterFile.STORAGE: "LDB, STB and ATOMB alone access it",
    RegisterFile.SHARED: "LDS, STS and ATOMS alone access it",
    RegisterFile.SUBROUTINE: "CALI alone calls it",
}
_UNINTERPOLATED = frozenset({"fragment.facing", "primitive.id"})


class OperandRules(Rules):
    """Raises for operands of the wrong kind."""

    def __init__(self, context: Context, registers: Registers, memory: Memory) -> None:
        super().__init__(context)
        self._registers = registers
        self._memory = memory

    def check_variable(
        self, node: VariableNode, symbol: Symbol, opcode: Opcode, operand_class: OperandClass
    ) -> None:
        """A variable as operand: of the memory its instruction reaches, or of none that is apart."""
        variable = symbol.variable
        file = variable.file
        wanted = _wanted(opcode, operand_class)
        if wanted is None:
            if file in _APART:
                raise self.fail(node.span, f"{shown(node.name)} is {symbol.what}", _USERS[file])
            if file is RegisterFile.BUFFER and variable.bytes:
                message = f"{shown(node.name)} is a CBUFFER"
                raise self.fail(node.span, message, "LDC alone reads it", self.sections.buffers)
            return
        if file is not wanted or (opcode.space is Space.CONSTANT and not variable.bytes):
            what = "a SUBROUTINE variable" if opcode.space is None else opcode.space.value
            kind = symbol.what
            if file is RegisterFile.BUFFER and not variable.bytes:
                kind = "a BUFFER of words"
            message = f"{opcode.name} takes {what}, {shown(node.name)} is {kind}"
            raise self.fail(node.span, message, section=opcode.section)

    def check_operand(
        self,
        node: OperandNode,
        spelling: Spelling,
        position: int,
        register: Register,
        variable: Variable | None,
    ) -> None:
        """What an instruction demands of an operand, once it is resolved; ``variable`` is its variable."""
        opcode = spelling.opcode
        if opcode.space is Space.CONSTANT and variable is None:
            raise self.fail(node.span, f"{opcode.name} reads a CBUFFER variable", section=opcode.section)
        if opcode.rounded and (node.negate or node.absolute):
            message = f"the operand of {opcode.name} has no sign and no bars"
            raise self.fail(node.span, message, section=opcode.section)
        if opcode.long_operand and (variable is None or variable.size != "LONG"):
            message = f"the operand of {opcode.name} is a LONG variable"
            raise self.fail(node.span, message, "declare it LONG", opcode.section)
        if opcode.interpolates and position == 0:
            self._check_interpolated(node, opcode, register)
        if register.file is RegisterFile.SHARED:
            self._check_shared(node, spelling, register)

    def _check_interpolated(self, node: OperandNode, opcode: Opcode, register: Register) -> None:
        if register.file is not RegisterFile.ATTRIBUTE:
            message = f"{opcode.name} interpolates a fragment attribute"
            raise self.fail(node.span, message, "such as fragment.attrib[0]", opcode.section)
        name = self._registers.attributes[register.index].name
        if name in _UNINTERPOLATED:
            raise self.fail(node.span, f"{opcode.name} cannot interpolate {name}", section=opcode.section)

    def _check_shared(self, node: OperandNode, spelling: Spelling, register: Register) -> None:
        """The shared memory a program uses is declared (NV_compute_program5 2.X.7.Y, 2.X.8)."""
        opcode, shared = spelling.opcode, self._memory.shared
        section = self.sections.directives
        if shared is None:
            message = f"{opcode.name} without SHARED_MEMORY"
            raise self.fail(node.span, message, "write SHARED_MEMORY n; after GROUP_SIZE", section)
        if register.relative is None and spelling.storages:
            end = register.index + spelling.storages[0].bytes
            if end > shared:
                message = f"bytes {register.index} to {end - 1} of {shared} bytes of shared memory"
                raise self.fail(node.span, message, section=opcode.section)

    def not_long(self, span: Span, opcode: Opcode) -> ProgramError:
        """The error of a destination that is not LONG."""
        message = f"{opcode.name} writes 64-bit components"
        return self.fail(span, message, "declare the destination LONG TEMP", opcode.section)


def _wanted(opcode: Opcode, operand_class: OperandClass) -> RegisterFile | None:
    """The file an operand is in, None where any but those apart."""
    if operand_class is OperandClass.SUBROUTINE:
        return RegisterFile.SUBROUTINE
    if operand_class is OperandClass.MEMORY or opcode.space is Space.CONSTANT:
        assert opcode.space is not None
        return _SPACES[opcode.space]
    return None
