"""What a program takes beyond the least that every implementation has."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.languages.arb.rules.resources import Resources
from nvrender.languages.arb.rules.rules import Context
from nvrender.program import Program
from nvrender.program.limits import MINIMUM_ARB_FRAGMENT, MINIMUM_ARB_VERTEX, Limits
from nvrender.program.profile import Stage

_SECTIONS = {Stage.VERTEX: "ARB_vertex_program 2.14.3.7", Stage.FRAGMENT: "ARB_fragment_program 3.11.3.6"}


def beyond(program: Program) -> Iterator[str]:
    """A message for each figure of a plain ARB program that some implementation may lack."""
    fragment = program.profile.stage is Stage.FRAGMENT
    least = MINIMUM_ARB_FRAGMENT if fragment else MINIMUM_ARB_VERTEX
    figures = [
        ("instructions", len(program.instructions), least.instructions),
        ("temporaries", program.temporaries, least.temporaries),
        ("parameters", program.parameter_count, least.parameters),
    ]
    if fragment:
        counted = Resources(Context(program.source, program.profile, Limits()))
        for instruction in program.instructions:
            counted.count(instruction)
        figures += [
            ("ALU instructions", counted.alu, least.alu_instructions or 0),
            ("texture instructions", counted.texture, least.texture_instructions or 0),
            ("texture indirections", counted.indirections, least.texture_indirections or 0),
        ]
    section = _SECTIONS[program.profile.stage]
    for what, count, most in figures:
        if count > most:
            name = program.source.name
            yield f"{name}: warning: {count} {what}; drivers need have no more than {most} ({section})"
