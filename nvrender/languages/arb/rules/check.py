"""Statements of the declared-name grammar → Program.

Each statement is checked as it comes, so the error reported is that of the first wrong statement. The
rules are those of ARB_vertex_program 2.14, its options and NV_gpu_program4 2.X, in the modules beside
this one.
"""

from __future__ import annotations

from itertools import chain

from nvrender.languages.arb.grammar.parser import ArbParser
from nvrender.languages.arb.rules.accesses import Accesses
from nvrender.languages.arb.rules.declarations import Declarations
from nvrender.languages.arb.rules.flow import FlowChecker
from nvrender.languages.arb.rules.memory import Memory
from nvrender.languages.arb.rules.names import Names
from nvrender.languages.arb.rules.operand_rules import OperandRules
from nvrender.languages.arb.rules.operands import Operands
from nvrender.languages.arb.rules.registers import Registers
from nvrender.languages.arb.rules.resources import Resources, without_fog
from nvrender.languages.arb.rules.rules import Context, Rules
from nvrender.languages.arb.rules.stages import Frame
from nvrender.languages.arb.rules.subroutines import Subroutines
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.nodes import (
    DeclarationNode,
    DirectiveNode,
    EndNode,
    InstructionNode,
    LabelNode,
    OperandNode,
    OptionNode,
    Statement,
    VariableNode,
)
from nvrender.languages.common.recovery import STRICT, Errors
from nvrender.languages.common.textures import TextureChecker
from nvrender.program import Instruction, Operand, Program, RegisterFile
from nvrender.program.limits import Changes
from nvrender.program.opcodes import Flow
from nvrender.program.profile import Profile, Stage
from nvrender.source import ProgramError, Source, Span

_POSITION_INVARIANT = "ARB_position_invariant"


def check(
    source: Source, profile: Profile, limits: Changes, leniency: Leniency, errors: Errors = STRICT
) -> Program:
    """The Program that ``source`` holds, or ProgramError at its first error.

    ``limits`` replace the profile's; ``errors`` may gather the others.
    """
    parser = ArbParser(source, profile, limits, leniency)
    statements = errors.statements(parser)
    pending: list[Statement] = []
    for statement in statements:
        if not isinstance(statement, OptionNode):
            pending.append(statement)
            break
    # The options have made the profile what it stays.
    limits = without_fog(parser.limits, parser.options)
    checker = _Checker(Context(source, parser.profile, limits, leniency), parser.options)
    for statement in chain(pending, statements):
        try:
            checker.check(statement)
        except ProgramError as error:
            errors.report(parser.preempted(error))
    return checker.program(parser, errors)


class _Checker(Rules):
    """The parts that check a program, and the instructions so far."""

    cited = "limits"

    def __init__(self, context: Context, options: frozenset[str]) -> None:
        super().__init__(context)
        self._invariant = _POSITION_INVARIANT in options
        self._names = Names(context)
        self._registers = Registers(context)
        self._memory = Memory(context)
        self._subroutines = Subroutines(context, self._names, self._memory)
        self._declarations = Declarations(
            context, self._names, self._registers, self._memory, self._subroutines
        )
        self._declarations.position_invariant = self._invariant
        self._flow = FlowChecker(context)
        rules = OperandRules(context, self._registers, self._memory)
        self._operands = Operands(
            context, self._names, self._registers, self._declarations, self._flow, rules
        )
        self._frame = Frame(context)
        section, sized = self.sections.texture, self.language.sized
        textures = TextureChecker(context.source, self.limits, section, self.profile.header, second=sized)
        self._accesses = Accesses(self._operands, textures)
        self._instructions: list[Instruction] = []
        self._count = 0
        self._most = self.limits.instructions - 4 * self._invariant
        self._resources = Resources(context) if self.profile.stage is Stage.FRAGMENT else None
        names = enumerate(self.profile.results)
        self._colors = {index for index, name in names if name.startswith("color[")}
        self._end = Span(0, 0)
        returns = [row for row in self.profile.opcodes.values() if row.flow is Flow.RETURN]
        self._return = returns[0] if returns else None

    def check(self, statement: Statement) -> None:
        if isinstance(statement, InstructionNode):
            self._instruction(statement)
        elif isinstance(statement, DeclarationNode):
            self._declarations.declare(statement)
        elif isinstance(statement, LabelNode):
            self._flow.label(statement, self._instructions, self._return)
        elif isinstance(statement, DirectiveNode):
            self._frame.note(statement, self._declarations, self._memory)
        elif isinstance(statement, EndNode):
            self._end = statement.span

    def _instruction(self, node: InstructionNode) -> None:
        self._count += 1
        if self._count > self._most:
            kind = f"position-invariant {self.profile.header}" if self._invariant else self.profile.header
            section = self.sections.position_invariant if self._invariant else ""
            message = f"instruction {self._count}: a {kind} program has at most {self._most} instructions"
            raise self.fail(node.span, message, section=section, rule="too-many-instructions")
        spelling = node.spelling
        opcode = spelling.opcode
        if opcode.flow is not None:
            self._flow.instruction(node, len(self._instructions))
        destination = None
        if node.destination is not None:
            destination = self._operands.destination(node.destination, spelling)
        operands: tuple[Operand, ...] = ()
        if node.operands:
            resolve = self._operands.operand
            operands = tuple(
                [resolve(operand, spelling, position) for position, operand in enumerate(node.operands)]
            )
        texture, image = None, None
        if node.texture is not None:
            if node.texture.image:
                image = self._accesses.image(node.texture)
            else:
                texture = self._accesses.texture(node.texture, spelling, node.operands)
        if opcode.flow is Flow.CALL_INDIRECT:
            self._call(node)
        if opcode.streams:
            self._frame.check_streams(node.span)
        instruction = Instruction(
            opcode,
            destination=destination,
            operands=operands,
            condition_code=spelling.condition_code,
            condition=node.condition,
            target_name=node.label,
            span=node.span,
            type=spelling.type,
            clamp=spelling.clamp,
            multiply=spelling.multiply,
            texture=texture,
            precision=spelling.precision,
            unchecked=spelling.unchecked,
            bits=64 if spelling.wide_storage else spelling.bits,
            storages=spelling.storages,
            atomic=spelling.atomic,
            rounding=spelling.rounding,
            coherent=spelling.coherent,
            volatile=spelling.volatile,
            precise=spelling.precise,
            group=spelling.group,
            image=image,
        )
        if self._resources is not None:
            self._resources.count(instruction)
        self._instructions.append(instruction)

    def _call(self, node: InstructionNode) -> None:
        """Notes which subroutine parameter a CALI reads."""
        operand = node.operands[0]
        assert isinstance(operand, OperandNode) and isinstance(operand.source, VariableNode)
        self._subroutines.call(self._names.find(operand.source.name).variable, node.span)

    def program(self, parser: ArbParser, errors: Errors) -> Program:
        """The whole program, once END is reached."""
        self._flow.check_end(self._end, errors)
        errors.stop()
        entry = self._flow.finish(self._instructions, self._return, self._end)
        self._subroutines.finish(self._instructions, self._flow.labels)
        registers = self._registers
        program = Program(
            source=self.source,
            profile=self.profile,
            instructions=tuple(self._instructions),
            labels=tuple(self._flow.labels.values()),
            entry=entry,
            options=parser.options,
            variables=tuple(self._names.variables),
            comments=tuple(parser.lexer.comments),
            warned=tuple(parser.leniency.warned),
            parameters=tuple(registers.parameters),
            attributes=registers.bound_attributes(),
            buffers=self._memory.buffers,
            temporaries=registers.temporaries,
            parameter_count=registers.parameter_count,
            geometry=self._frame.geometry,
            tessellation=self._frame.tessellation,
            compute=self._frame.compute,
            subroutine_types=self._subroutines.types,
            subroutine_parameters=self._subroutines.parameters(self._flow.labels),
        )
        if self.profile.flags:
            self._check_components(program)
        return program

    def _check_components(self, program: Program) -> None:
        """Components of attributes read and results written (NV_gpu_program4 2.X.3.2, 2.X.3.5)."""
        counts = (
            (RegisterFile.ATTRIBUTE, self.limits.attribute_components, "attribute"),
            (RegisterFile.RESULT, self.limits.result_components, "result"),
        )
        for file, most, what in counts:
            count = len(components(program, file))
            if count > most:
                message = f"the program uses {count} {what} components, at most {most} are allowed"
                section = self.sections.attributes if what == "attribute" else self.sections.results
                raise self.fail(len(self.source.data), message, section=section)
        each = components(program, RegisterFile.RESULT)
        self._frame.check_output(program, each)
        colors = {index for index, _ in each if index in self._colors}
        together, most = len(self._accesses.images) + len(colors), self.limits.images_and_outputs
        if self._accesses.images and program.profile.stage is Stage.FRAGMENT and together > most:
            message = f"{len(self._accesses.images)} image units and {len(colors)} colour results"
            message += f", {most} together at most"
            raise self.fail(len(self.source.data), message, section=self.sections.images)


def components(program: Program, file: RegisterFile) -> set[tuple[int, int]]:
    """(index, component) of every component some instruction names."""
    found: set[tuple[int, int]] = set()
    results, language = program.profile.results, program.profile.language
    for instruction in program.instructions:
        destination = instruction.destination
        if file is RegisterFile.RESULT:
            if destination is not None and destination.register.file is file:
                register = destination.register
                for index in range(register.index, register.index + max(register.count, 1)):
                    meant = language.result_components.get(results[index], range(4))
                    found.update((index, place) for place in meant if destination.mask[place])
            continue
        for operand in instruction.operands:
            if operand.register.file is file:
                register = operand.register
                places: set[int] = set(operand.swizzle)
                if operand.extended is not None:
                    places = {one for one in operand.extended.selectors if isinstance(one, int)}
                for index in range(register.index, register.index + max(register.count, 1)):
                    found.update((index, place) for place in places)
    return found
