"""Statements of !!FP1.0 → Program (NV_fragment_program 3.11.2, 3.11.3).

The grammar has already refused what no program may contain; here are the restrictions the specification
states in prose. Each statement is checked as it comes and from left to right, so the error reported is
the one at the lowest offset.
"""

from __future__ import annotations

from nvrender.languages.arb.fragment_bindings import FP1_RESULTS, FP1_TEMPORARIES, FRAGMENT_ATTRIBUTES
from nvrender.languages.arb.nodes import TextureNode
from nvrender.languages.arb.rules.textures import TextureChecker
from nvrender.languages.fp1.nodes import DeclareNode, InstructionNode, OperandNode
from nvrender.languages.fp1.parser import TEMPORARIES, Parser
from nvrender.languages.fp1.printer import register_text, source_text
from nvrender.ops.types import DataType
from nvrender.program import (
    Binding,
    BindingKind,
    BoundAttribute,
    Destination,
    Instruction,
    Operand,
    Program,
    Register,
    RegisterFile,
    TextureAccess,
    Variable,
)
from nvrender.program.limits import Changes
from nvrender.program.opcodes import Opcode
from nvrender.program.profile import Profile, relimited
from nvrender.source import ProgramError, Source

_LIMITS = "NV_fragment_program 3.11.3"
_OUTPUTS = "NV_fragment_program 3.11.1.3"
_PARAMETERS = "NV_fragment_program 3.11.2"
_ATTRIBUTES = "NV_fragment_program 3.11.1.1"
_TEXTURES = "NV_fragment_program 3.11.3"
#: What all temporary and output registers may cost together (NV_fragment_program 3.11.3).
REGISTERS = 64
#: Scalars of the one vector constant an instruction's constants are merged into.
_MERGED = 4
_COLORS = frozenset({FP1_RESULTS.index("COLR"), FP1_RESULTS.index("COLH")})
_HALF_COLOR = FP1_RESULTS.index("COLH")


def is_half(register: Register) -> bool:
    """True for registers of 16-bit floats: H0 to H63, o[COLH] and HC."""
    match register.file:
        case RegisterFile.TEMPORARY:
            return register.index >= FP1_TEMPORARIES
        case RegisterFile.RESULT:
            return register.index == _HALF_COLOR
        case RegisterFile.CONDITION_CODE:
            return register.index == 1
        case _:
            return False


def check(source: Source, profile: Profile, limits: Changes = None) -> Program:
    """The Program that ``source`` holds, or ProgramError at its first error.

    ``source`` begins with the profile's header; ``limits`` replace the profile's.
    """
    profile = relimited(profile, limits)
    parser = Parser(source, profile, profile.declared_limits)
    checker = _Checker(source, profile)
    for statement in parser.statements():
        if isinstance(statement, DeclareNode):
            checker.declared.append(statement)
        else:
            checker.instruction(statement)
    return checker.program(parser)


class _Checker:
    """What the statements so far use."""

    def __init__(self, source: Source, profile: Profile) -> None:
        self._source = source
        self._profile = profile
        self._nodes: list[InstructionNode] = []
        self._textures = TextureChecker(source, profile.declared_limits, _TEXTURES, profile.header, "TEX{}")
        self._cost = 0
        self._used: set[Register] = set()
        self._colors: set[int] = set()
        self.declared: list[DeclareNode] = []

    def _fail(self, start: int, message: str, hint: str, section: str) -> ProgramError:
        return ProgramError(self._source, start, message, hint, section)

    def instruction(self, node: InstructionNode) -> None:
        """One instruction more, perhaps cut short; raises ProgramError at what it may not do."""
        opcode = node.spelling.opcode
        most = self._profile.instruction_limit
        if len(self._nodes) >= most:
            message = (
                f"instruction {most + 1}: a {self._profile.header} program has at most {most} instructions"
            )
            raise self._fail(node.span.start, message, "", _LIMITS)
        if node.destination is not None:
            self._destination(node.destination, opcode, node.mask_start)
        self._operands(node.operands, opcode)
        if node.texture is not None:
            unit = _access(node.texture).unit
            self._textures.access(node.texture, opcode, range(unit, unit + 1))
        self._nodes.append(node)

    def _destination(self, destination: Destination, opcode: Opcode, mask_start: int | None) -> None:
        register, start = destination.register, destination.span.start
        if register.file is RegisterFile.RESULT and register.index in _COLORS:
            self._colors.add(register.index)
            if self._colors == _COLORS:
                message = "a program writes o[COLR] or o[COLH], not both"
                raise self._fail(start, message, "write one of them throughout", _OUTPUTS)
        if opcode.packs and (is_half(register) or register.file is RegisterFile.CONDITION_CODE):
            message = f"{opcode.name} writes a 32-bit register, not {register_text(register)}"
            raise self._fail(start, message, "write an R register, o[COLR] or o[DEPR]", opcode.section)
        self._use(register, start)
        if opcode.three_components and destination.mask[3]:
            message = f"{opcode.name} writes x, y and z only"
            hint = "write .xyz after the destination"
            raise self._fail(start if mask_start is None else mask_start, message, hint, opcode.section)

    def _use(self, register: Register, start: int) -> None:
        """Counts a register that holds something: two for 32 bits a component, one for 16."""
        if register in self._used or register.file is RegisterFile.CONDITION_CODE:
            return
        self._used.add(register)
        self._cost += 1 if is_half(register) else 2
        if self._cost > REGISTERS:
            message = f"{register_text(register)} is one register too many: {self._cost} of {REGISTERS}"
            hint = "each R register, o[COLR] and o[DEPR] counts 2, each H register and o[COLH] 1"
            raise self._fail(start, message, hint, _LIMITS)

    def _operands(self, operands: tuple[OperandNode, ...], opcode: Opcode) -> None:
        attribute: Register | None = None
        parameters: list[Binding] = []
        for operand in operands:
            source = operand.source
            if isinstance(source, Binding):
                parameters.append(source)
                self._check_parameters(parameters, operand.start)
                continue
            if opcode.unpacks and is_half(source):
                message = f"{opcode.name} reads a 32-bit register or a parameter, not {register_text(source)}"
                raise self._fail(operand.start, message, "copy it to an R register", opcode.section)
            if source.file is RegisterFile.TEMPORARY:
                self._use(source, operand.start)
            elif attribute is None:
                attribute = source
            elif source != attribute:
                one, other = register_text(attribute), register_text(source)
                message = f"{one} and {other} in one instruction: at most one distinct attribute"
                hint = "copy one of them to a temporary register first"
                raise self._fail(operand.start, message, hint, _ATTRIBUTES)

    def _check_parameters(self, parameters: list[Binding], start: int) -> None:
        """One parameter, or constants that have at most four scalars in all, signs and all."""
        first, last = parameters[0], parameters[-1]
        if all(parameter == first for parameter in parameters):
            return
        hint = "copy one of them to a temporary register first"
        if all(parameter.kind is BindingKind.CONSTANT for parameter in parameters):
            count = len({word for parameter in parameters for word in parameter.words})
            if count <= _MERGED:
                return
            message = f"the constants of this instruction are {count} different numbers, {_MERGED} at most"
        else:
            one, other = source_text(first), source_text(last)
            message = f"{one} and {other} in one instruction: at most one distinct parameter"
        raise self._fail(start, message, hint, _PARAMETERS)

    def program(self, parser: Parser) -> Program:
        """The whole program, once END is reached."""
        source = self._source
        if not any(register.file is RegisterFile.RESULT for register in self._used):
            message = "no instruction writes a result"
            hint = "a fragment program must write o[COLR], o[COLH] or o[DEPR]"
            raise self._fail(len(source.data), message, hint, _OUTPUTS)
        parameters = {node.binding: index for index, node in enumerate(self.declared)}
        instructions = tuple(_instruction(node, parameters) for node in self._nodes)
        return Program(
            source=source,
            profile=self._profile,
            instructions=instructions,
            variables=self._variables(),
            comments=tuple(parser.lexer.comments),
            parameters=tuple(parameters),
            attributes=_attributes(instructions),
            temporaries=len(TEMPORARIES),
        )

    def _variables(self) -> tuple[Variable, ...]:
        """The temporaries the program names and the local parameters it declares."""
        named = [
            Variable(name, register.file, register.index, size="SHORT" if is_half(register) else "")
            for name, register in TEMPORARIES.items()
            if register in self._used
        ]
        declared = [
            Variable(node.binding.name, RegisterFile.PARAMETER, index, span=node.span)
            for index, node in enumerate(self.declared)
        ]
        return (*named, *declared)


def _instruction(node: InstructionNode, parameters: dict[Binding, int]) -> Instruction:
    """The instruction a node is; gives parameters not met before their registers."""
    spelling, texture = node.spelling, node.texture
    operands = []
    for operand in node.operands:
        register = operand.source
        if isinstance(register, Binding):
            register = Register(RegisterFile.PARAMETER, parameters.setdefault(register, len(parameters)))
        operands.append(Operand(register, operand.swizzle, operand.absolute, operand.negate, operand.span))
    return Instruction(
        spelling.opcode,
        destination=node.destination,
        operands=tuple(operands),
        condition_code=spelling.condition_code,
        condition=node.condition,
        span=node.span,
        clamp=spelling.clamp,
        texture=None if texture is None else _access(texture),
        precision=spelling.precision,
    )


def _access(texture: TextureNode) -> TextureAccess:
    assert isinstance(texture.unit, int)
    return TextureAccess(texture.unit, texture.target, span=texture.span)


def _attributes(instructions: tuple[Instruction, ...]) -> tuple[BoundAttribute, ...]:
    read = {
        operand.register.index
        for instruction in instructions
        for operand in instruction.operands
        if operand.register.file is RegisterFile.ATTRIBUTE
    }
    return tuple(BoundAttribute(index, FRAGMENT_ATTRIBUTES[index], DataType.FLOAT) for index in sorted(read))
