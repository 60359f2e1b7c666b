"""Samples of fragment shaders: what is read and written besides (ARB_sample_shading)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nvrender.glsl.io.fragment.attributes import SAMPLE_ID, SAMPLE_MASK
from nvrender.glsl.io.fragment.interpolation import WEIGHT, WEIGHTS, interpolating
from nvrender.glsl.targets import Target
from nvrender.glsl.varyings import Varying
from nvrender.ir.analysis.places import nodes_of
from nvrender.ir.nodes import Assign, Interpolate, Load, Role
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES
from nvrender.lower.places import named
from nvrender.lower.program import lowered
from nvrender.program import Program, RegisterFile
from nvrender.source import Span, TargetError

#: The GLSL that has samples as inputs and outputs, and that has early tests.
_SAMPLES, _EARLY = 400, 420


def runs_samples(program: Program) -> bool:
    """True if each sample is a fragment of its own: one is asked for, or an attribute's place is its own."""
    read = program.reads(RegisterFile.ATTRIBUTE)
    sampled = {row.index for row in program.attributes if "SAMPLE" in row.interpolation}
    return SAMPLE_ID in read or not read.isdisjoint(sampled)


def weight(program: Program, varyings: Iterable[Varying]) -> dict[str, Varying]:
    """The input that is 1 in the stage before, where one is taken away from the centre."""
    words = [row.interpolation for row in varyings if "noperspective" not in row.interpolation]
    apart = any(not row.isdisjoint(WEIGHTS) for row in words) or bool(interpolating(program))
    return {WEIGHT: Varying(WEIGHT)} if apart else {}


def check_sampling(program: Program, target: Target) -> None:
    """TargetError, with its place, for what GLSL of the target's version has not."""
    if "NV_early_fragment_tests" in program.options and target.version < _EARLY:
        raise TargetError(
            f"{program.source.name}: the option NV_early_fragment_tests needs GLSL 4.20, which {target.name} "
            f"is not; glsl430 has it"
        )
    if target.version >= _SAMPLES:
        return
    for place, what in sorted((place, what) for place, what in _sampled(program) if place is not None):
        start = f"{program.source.place(place)}: {what}" if what else named(program, place)
        raise TargetError(f"{start} needs GLSL 4.00, which {target.name} is not; glsl430 has it")


def _sampled(program: Program) -> Iterator[tuple[Span | None, str]]:
    """Where samples are needed, and what needs them; "" is the instruction."""
    shader, results = lowered(program), program.profile.results
    sampled = {row.index for row in program.attributes if "SAMPLE" in row.interpolation}
    sampled |= {SAMPLE_ID, SAMPLE_MASK}
    yield from ((place, "") for _, place in nodes_of(shader, Interpolate))
    for load, place in nodes_of(shader, Load):
        if load.var.role is Role.INPUT and load.var.binding in sampled:
            yield place, FRAGMENT_5_ATTRIBUTES[load.var.binding]
    for node, place in nodes_of(shader, Assign):
        if node.var.role is Role.OUTPUT and results[node.var.binding] == "samplemask":
            yield place, "result.samplemask"
