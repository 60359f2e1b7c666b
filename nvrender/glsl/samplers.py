"""The samplers of a declared-name program."""

from __future__ import annotations

from nvrender.glsl.readings import Sampler
from nvrender.glsl.word_types import KINDS
from nvrender.isa.textures import TARGETS
from nvrender.program import Program


def samplers_of(program: Program) -> dict[int, Sampler]:
    """The samplers of a program; the first instruction of a unit says which type it gives.

    What another type would give is undefined (NV_gpu_program4 2.X.4.4), and here is the words.
    """
    found: dict[int, Sampler] = {}
    # Queries last: they give sizes, whatever the texels are.
    for instruction in sorted(program.instructions, key=lambda one: one.opcode.name == "TXQ"):
        access = instruction.texture
        if access is None:
            continue
        query = instruction.opcode.name == "TXQ"
        kind = "" if query or TARGETS[access.target].reference else KINDS[instruction.type]
        for unit in access.numbers:
            found.setdefault(unit, Sampler(unit, access.target, kind))
            if query or instruction.opcode.name == "TXF":
                found[unit] = found[unit]._replace(counts=True)
            elif instruction.opcode.name == "TXG":
                found[unit] = found[unit]._replace(gathers=True)
            else:
                found[unit] = found[unit]._replace(samples=True)
    return dict(sorted(found.items()))
