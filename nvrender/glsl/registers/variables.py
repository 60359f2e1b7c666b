"""The variables that hold what a register-named vertex program shares with what surrounds it."""

from __future__ import annotations

from nvrender.glsl.declared.variables import Variable
from nvrender.glsl.io.blocks import Registers
from nvrender.glsl.io.interface import Attribute, Result
from nvrender.glsl.io.vertex import AttributeShader
from nvrender.glsl.options import Options
from nvrender.glsl.targets import Target
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Stage


class NumberedRegisters:
    """Attributes ``v_COL0``, results ``COL0``, and parameters, which are one array.

    A result that the next stage reads as another type is ``COL0_vector``. A vertex state program has a copy
    ``c`` of the ``parameters``, which it writes.
    """

    holds_words = False

    def __init__(self, program: Program, results: tuple[Result, ...], options: Options) -> None:
        vertex_state = program.profile.stage is Stage.VERTEX_STATE
        read = program.reads(RegisterFile.ATTRIBUTE) | ({0} if program.position_invariant else set())
        used = program.reads(RegisterFile.PARAMETER) | program.writes(RegisterFile.PARAMETER)
        count = max(used, default=-1) + 1
        if program.has_relative_parameters:
            count = program.profile.parameters
        block = "parameters" if vertex_state else "c"
        self.program = program
        self.parameters = Variable(RegisterFile.PARAMETER, 0, count, array=True, name=block)
        self.offsets: list[str] = []
        self.samplers: dict[int, Sampler] = {}
        self.variables: dict[tuple[RegisterFile, int], Variable] = {}
        for index in sorted(read):
            name = f"v_{ATTRIBUTES[index].mnemonic or index}"
            variable = Variable(RegisterFile.ATTRIBUTE, index, 1, array=False, name=name)
            self.variables[RegisterFile.ATTRIBUTE, index] = variable
        copy = Variable(RegisterFile.PARAMETER, 0, count, array=True, name="c")
        wanted = options.link.read or {}
        for row in results:
            retyped = row.name in wanted and wanted[row.name].kind
            name = f"{row.name}_vector" if retyped else row.name
            own = Variable(RegisterFile.RESULT, row.index, 1, array=False, name=name)
            self.variables[RegisterFile.RESULT, row.index] = copy if vertex_state else own

    def all(self, file: RegisterFile) -> list[Variable]:
        """The variables of a file, in order."""
        if file is RegisterFile.PARAMETER:
            return [self.parameters]
        return [variable for (found, _), variable in self.variables.items() if found is file]


def numbered_shader(
    made: type[AttributeShader], program: Program, target: Target, options: Options
) -> AttributeShader:
    """The shader of a kind around ``program``."""
    if program.profile.stage is Stage.VERTEX_STATE:
        written = sorted(program.writes(RegisterFile.PARAMETER))
        results = tuple(Result(f"c[{index}]", f"c_{index}", index) for index in written)
    else:
        results = tuple(Result(name, name, program.profile.results.index(name)) for name in program.results)
    registers = NumberedRegisters(program, results, options)
    attributes = tuple(
        Attribute(row.start, ATTRIBUTES[row.start].mnemonic, row.name, row.start)
        for row in registers.all(RegisterFile.ATTRIBUTE)
    )
    return made(registers, target, options, attributes, results)


def register_names(program: Program, shared: Registers) -> dict[tuple[RegisterFile, int], str]:
    """Every register the instructions name, in the order declarations have."""
    used: set[tuple[RegisterFile, int]] = set()
    for instruction in program.instructions:
        destination = instruction.destination
        registers = [operand.register for operand in instruction.operands]
        if destination is not None:
            registers.append(destination.register)
            if destination.condition is not None:
                used.add((RegisterFile.CONDITION_CODE, destination.condition.register))
        for register in registers:
            used.add((register.file, register.index))
            if register.relative is not None:
                used.add((RegisterFile.ADDRESS, register.relative.register))
        if instruction.condition_code is not None:
            used.add((RegisterFile.CONDITION_CODE, instruction.condition_code))
        if instruction.condition is not None:
            used.add((RegisterFile.CONDITION_CODE, instruction.condition.register))
    variables = shared.variables
    spelled = {
        RegisterFile.TEMPORARY: lambda index: f"R{index}",
        RegisterFile.ADDRESS: lambda index: f"A{index}",
        RegisterFile.CONDITION_CODE: lambda index: f"CC{index or ''}",
        RegisterFile.ATTRIBUTE: lambda index: variables[RegisterFile.ATTRIBUTE, index].name,
        RegisterFile.RESULT: lambda index: variables[RegisterFile.RESULT, index].name,
    }
    order = list(spelled)
    ordered = sorted(
        ((file, index) for file, index in used if file in spelled),
        key=lambda k: (order.index(k[0]), k[1]),
    )
    return {(file, index): spelled[file](index) for file, index in ordered}
