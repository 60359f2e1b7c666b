"""What a port takes beyond what an implementation must have, or a driver says it has."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.languages.arb.rules.resources import Resources
from nvrender.languages.arb.rules.rules import Context
from nvrender.program import Program
from nvrender.program.limits import MINIMUM_ARB_FRAGMENT, MINIMUM_ARB_VERTEX, Limits
from nvrender.program.profile import Stage
from nvrender.source import ProgramWarning, Source

MINIMA = {Stage.VERTEX: MINIMUM_ARB_VERTEX, Stage.FRAGMENT: MINIMUM_ARB_FRAGMENT}
_SECTIONS = {Stage.VERTEX: "ARB_vertex_program 2.14.3.7", Stage.FRAGMENT: "ARB_fragment_program 3.11.3.6"}


def beyond(source: Source, port: Program, limits: Limits) -> Iterator[ProgramWarning]:
    """A warning for each figure of a port that is beyond ``limits``, at the head of what it was made of."""
    figures = [
        ("instructions", len(port.instructions), limits.instructions),
        ("temporaries", port.temporaries, limits.temporaries),
        ("parameters", port.parameter_count, limits.parameters),
    ]
    if port.profile.stage is Stage.FRAGMENT:
        counted = Resources(Context(port.source, port.profile, Limits()))
        for instruction in port.instructions:
            counted.count(instruction)
        figures += [
            ("ALU instructions", counted.alu, limits.alu_instructions or counted.alu),
            ("texture instructions", counted.texture, limits.texture_instructions or counted.texture),
            (
                "texture indirections",
                counted.indirections,
                limits.texture_indirections or counted.indirections,
            ),
        ]
    stage, least = port.profile.stage, limits is MINIMA[port.profile.stage]
    has = "drivers need have no more than" if least else "the driver has no more than"
    for what, count, most in figures:
        if count > most:
            message = f"the port has {count} {what}; {has} {most}"
            section = _SECTIONS[stage] if least else ""
            yield ProgramWarning(source, 0, message, section=section, rule="beyond-limits")
