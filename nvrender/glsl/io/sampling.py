"""Samples of fragment shaders: what is read and written besides (ARB_sample_shading)."""

from __future__ import annotations

from collections.abc import Iterable

from nvrender.glsl.io.fragment_attributes import SAMPLE_ID, SAMPLE_MASK
from nvrender.glsl.io.interpolation import WEIGHT, WEIGHTS, interpolating
from nvrender.glsl.targets import Target
from nvrender.glsl.varyings import Varying
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES
from nvrender.program import Instruction, Program, RegisterFile
from nvrender.source import TargetError

#: The GLSL that has samples as inputs and outputs, and that has early tests.
_SAMPLES, _EARLY = 400, 420


def runs_samples(program: Program) -> bool:
    """True if each sample is a fragment of its own: one is asked for, or an attribute's place is its own."""
    read = program.reads(RegisterFile.ATTRIBUTE)
    sampled = {row.index for row in program.attributes if "SAMPLE" in row.interpolation}
    return SAMPLE_ID in read or not read.isdisjoint(sampled)


def weight(program: Program, varyings: Iterable[Varying], *, position: bool) -> dict[str, Varying]:
    """The input that is 1 in the stage before, where one is taken away from the centre."""
    words = [row.interpolation for row in varyings if "noperspective" not in row.interpolation]
    apart = any(not row.isdisjoint(WEIGHTS) for row in words) or bool(interpolating(program))
    needed = apart or (position and runs_samples(program))
    return {WEIGHT: Varying(WEIGHT)} if needed else {}


def check_sampling(program: Program, target: Target) -> None:
    """TargetError, with its place, for what GLSL of the target's version has not."""
    if "NV_early_fragment_tests" in program.options and target.version < _EARLY:
        raise TargetError(
            f"{program.source.name}: the option NV_early_fragment_tests needs GLSL 4.20, which {target.name} "
            f"is not; glsl430 has it"
        )
    if target.version >= _SAMPLES:
        return
    sampled = {row.index for row in program.attributes if "SAMPLE" in row.interpolation} | {
        SAMPLE_ID,
        SAMPLE_MASK,
    }
    mask = program.profile.results.index("samplemask") if "samplemask" in program.profile.results else -1
    for instruction in program.instructions:
        if what := _needs(instruction, sampled, mask):
            raise TargetError(
                f"{program.source.place(instruction.span)}: {what} needs GLSL 4.00, which {target.name} is "
                f"not; glsl430 has it"
            )


def _needs(instruction: Instruction, sampled: set[int], mask: int) -> str:
    """What of an instruction needs samples, "" if nothing does."""
    if instruction.opcode.interpolates:
        return instruction.opcode.name
    destination = instruction.destination
    written = None if destination is None else destination.register
    if written is not None and written.file is RegisterFile.RESULT and written.index == mask:
        return "result.samplemask"
    for operand in instruction.operands:
        register = operand.register
        if register.file is RegisterFile.ATTRIBUTE and register.index in sampled:
            return FRAGMENT_5_ATTRIBUTES[register.index]
    return ""
