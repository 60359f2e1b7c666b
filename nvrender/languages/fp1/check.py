"""Statements of !!FP1.0 and !!FP2.0 → Program (NV_fragment_program 3.11.2, 3.11.3)."""

from __future__ import annotations

from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.nodes import (
    DestinationNode,
    InstructionNode,
    LabelNode,
    OperandNode,
    ValueNode,
)
from nvrender.languages.common.recovery import STRICT, Errors
from nvrender.languages.fp1.parser import Parser
from nvrender.languages.fp1.rules import is_half
from nvrender.ops.types import DataType
from nvrender.program import (
    Binding,
    BoundAttribute,
    Instruction,
    Operand,
    Program,
    Register,
    RegisterFile,
    TextureAccess,
    Variable,
    covered,
)
from nvrender.program.limits import Changes
from nvrender.program.profile import Profile, relimited
from nvrender.source import ProgramError, Source


def check(
    source: Source, profile: Profile, limits: Changes, leniency: Leniency, errors: Errors = STRICT
) -> Program:
    """The Program that ``source`` holds, or ProgramError at its first error.

    ``limits`` replace the profile's; ``errors`` may gather the others.
    """
    profile = relimited(profile, limits)
    parser = Parser(source, profile, leniency)
    flow = parser.flow
    nodes: list[InstructionNode] = []
    for node in errors.statements(parser):
        try:
            if isinstance(node, LabelNode):
                flow.check_label(node)
                flow.place_label(node, len(nodes))
            elif isinstance(node, InstructionNode):
                flow.instruction(node, len(nodes))
                nodes.append(node)
        except ProgramError as error:
            errors.report(error)
    flow.check_end(parser.ended, errors)
    parser.rules.check_results(errors)
    errors.stop()
    parameters = {binding: index for index, (binding, _) in enumerate(parser.declared)}
    instructions = [_instruction(node, parameters) for node in nodes]
    entry = flow.finish(instructions, None, parser.ended)
    return Program(
        source=source,
        profile=profile,
        instructions=tuple(instructions),
        labels=tuple(flow.labels.values()),
        entry=entry,
        variables=_variables(parser),
        comments=tuple(parser.lexer.comments),
        warned=tuple(parser.leniency.warned),
        parameters=tuple(parameters),
        attributes=_attributes(instructions),
        temporaries=len(parser.registers),
    )


def _instruction(node: InstructionNode, parameters: dict[Binding, int]) -> Instruction:
    """The instruction a node is; gives parameters not met before their registers."""
    spelling, texture = node.spelling, node.texture
    access = None
    if texture is not None:
        assert isinstance(texture.unit, int)
        access = TextureAccess(texture.unit, texture.target, span=texture.span)
    assert not isinstance(node.destination, DestinationNode)
    return Instruction(
        spelling.opcode,
        destination=node.destination,
        operands=tuple(
            [row if isinstance(row, Operand) else _parameter(row, parameters) for row in node.operands]
        ),
        condition_code=spelling.condition_code,
        condition=node.condition,
        target_name=node.label,
        span=node.span,
        clamp=spelling.clamp,
        texture=access,
        precision=spelling.precision,
    )


def _parameter(node: OperandNode, parameters: dict[Binding, int]) -> Operand:
    assert isinstance(node.source, ValueNode)
    number = parameters.setdefault(node.source.binding, len(parameters))
    register = Register(RegisterFile.PARAMETER, number)
    return Operand(register, node.swizzle, node.absolute, node.negate, node.span, extended=node.extended)


def _variables(parser: Parser) -> tuple[Variable, ...]:
    """The temporaries the program names and the local parameters it declares."""
    named = [
        Variable(name, register.file, register.index, size="SHORT" if is_half(register) else "")
        for name, register in parser.registers.items()
        if register in parser.rules.used
    ]
    declared = [
        Variable(binding.name, RegisterFile.PARAMETER, index, span=span)
        for index, (binding, span) in enumerate(parser.declared)
    ]
    return (*named, *declared)


def _attributes(instructions: list[Instruction]) -> tuple[BoundAttribute, ...]:
    read = {
        index
        for instruction in instructions
        for operand in instruction.operands
        if operand.register.file is RegisterFile.ATTRIBUTE
        for index in covered(operand.register)
    }
    return tuple(BoundAttribute(index, FRAGMENT_ATTRIBUTES[index], DataType.FLOAT) for index in sorted(read))
