"""Random programs straight from the tables, for round trips."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from nvrender.languages.profiles import VP_PROFILES
from nvrender.ops.conditions import PASSES
from nvrender.program import (
    NO_SPAN,
    Condition,
    Destination,
    Instruction,
    Label,
    Operand,
    Program,
    Register,
    RegisterFile,
    RelativeAddress,
)
from nvrender.program.opcodes import Opcode, OperandClass, ResultClass
from nvrender.program.profile import Profile
from nvrender.source import Source

Draw = st.DrawFn


def without_spans(instruction: Instruction) -> Instruction:
    """The instruction with every span NO_SPAN."""
    destination = instruction.destination
    if destination is not None:
        destination = replace(destination, condition=_bare(destination.condition), span=NO_SPAN)
    return replace(
        instruction,
        destination=destination,
        operands=tuple(replace(operand, span=NO_SPAN) for operand in instruction.operands),
        condition=_bare(instruction.condition),
        span=NO_SPAN,
    )


def _bare(condition: Condition | None) -> Condition | None:
    return condition and replace(condition, span=NO_SPAN)


_swizzles = st.one_of(
    st.just((0, 1, 2, 3)),
    st.integers(0, 3).map(lambda place: (place,) * 4),
    st.tuples(*[st.integers(0, 3)] * 4),
)


@st.composite
def _conditions(draw: Draw) -> Condition:
    return Condition(draw(st.sampled_from(sorted(PASSES))), draw(_swizzles))


@st.composite
def _parameters(draw: Draw, profile: Profile, relative: bool) -> Register:
    if not relative or draw(st.booleans()):
        return Register(RegisterFile.PARAMETER, draw(st.integers(0, profile.parameters - 1)))
    address = RelativeAddress(
        draw(st.integers(0, profile.address_registers - 1)),
        draw(st.integers(0, profile.address_components - 1)),
        draw(st.integers(*profile.relative_offset)),
    )
    return Register(RegisterFile.PARAMETER, 0, address)


@st.composite
def _operands(draw: Draw, opcode: Opcode, profile: Profile, relative: bool) -> tuple[Operand, ...]:
    parameter = draw(_parameters(profile, relative))
    attribute = Register(RegisterFile.ATTRIBUTE, draw(st.integers(0, profile.attributes - 1)))
    operands = []
    for operand_class in opcode.operands:
        if operand_class is OperandClass.ADDRESS:
            index = draw(st.integers(0, profile.address_registers - 1))
            operands.append(Operand(Register(RegisterFile.ADDRESS, index)))
            continue
        temporary = Register(RegisterFile.TEMPORARY, draw(st.integers(0, profile.temporaries - 1)))
        swizzle = draw(_swizzles)
        if operand_class is OperandClass.SCALAR:
            swizzle = (swizzle[0],) * 4
        register = draw(st.sampled_from([temporary, parameter, attribute]))
        absolute = profile.language.bars and draw(st.booleans())
        operands.append(Operand(register, swizzle, absolute, draw(st.booleans())))
    return tuple(operands)


@st.composite
def _destinations(draw: Draw, opcode: Opcode, profile: Profile, position_invariant: bool) -> Destination:
    mask = draw(st.tuples(*[st.booleans()] * 4).filter(any))
    condition = draw(st.none() | _conditions()) if profile.condition_codes else None
    if opcode.result is ResultClass.ADDRESS:
        register = Register(RegisterFile.ADDRESS, draw(st.integers(0, profile.address_registers - 1)))
        return Destination(
            register, mask if profile.address_components > 1 else (True, False, False, False), condition
        )
    registers = [
        st.builds(Register, st.just(RegisterFile.TEMPORARY), st.integers(0, profile.temporaries - 1))
    ]
    if profile.results:
        results = st.integers(int(position_invariant), len(profile.results) - 1)
        registers.append(st.builds(Register, st.just(RegisterFile.RESULT), results))
    if profile.writable_parameters:
        registers.append(_parameters(profile, False))
    if profile.condition_codes:
        registers.append(st.just(Register(RegisterFile.CONDITION_CODE, 0)))
    return Destination(draw(st.one_of(registers)), mask, condition)


@st.composite
def programs(draw: Draw) -> Program:
    """A Program no text was ever written for; it satisfies every load rule."""
    profile = draw(st.sampled_from(list(VP_PROFILES.values())))
    invariant = bool(profile.options) and draw(st.booleans())
    relative = profile.position_invariant_relative or not invariant
    count = draw(st.integers(1, 12))
    names = draw(st.lists(st.from_regex(r"[a-z_][A-Za-z0-9_]{0,5}", fullmatch=True), unique=True, max_size=3))
    places = sorted(draw(st.integers(0, count)) for _ in names) if profile.labels else []
    labels = tuple(Label(name, place) for name, place in zip(names, places, strict=False))
    choices = [row for row in profile.opcodes.values() if labels or row.operands != (OperandClass.LABEL,)]
    instructions = []
    for _ in range(count - 1):
        opcode = draw(st.sampled_from(choices))
        if opcode.is_flow:
            label = draw(st.sampled_from(labels)) if opcode.operands else None
            instructions.append(
                Instruction(
                    opcode,
                    condition=draw(st.none() | _conditions()),
                    target=label.index if label else None,
                    target_name=label.name if label else "",
                )
            )
            continue
        sets = profile.condition_codes > 0 and draw(st.booleans())
        instructions.append(
            Instruction(
                opcode,
                destination=draw(_destinations(opcode, profile, invariant)),
                operands=draw(_operands(opcode, profile, relative)),
                condition_code=0 if sets else None,
            )
        )
    file = RegisterFile.PARAMETER if profile.writable_parameters else RegisterFile.RESULT
    required = Register(file, 1 if invariant else 0)
    move = Instruction(
        profile.opcodes["MOV"],
        destination=Destination(required),
        operands=(Operand(Register(RegisterFile.ATTRIBUTE, 0)),),
    )
    return Program(
        source=Source(b""),
        profile=profile,
        instructions=(*instructions, move),
        labels=labels,
        options=frozenset({"NV_position_invariant"}) if invariant else frozenset(),
    )
