"""The samplers of a declared-name program."""

from __future__ import annotations

from nvrender.glsl.readings import Sampler
from nvrender.glsl.word_types import KINDS
from nvrender.isa.textures import TARGETS
from nvrender.program import Instruction, Program, TextureAccess


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
        kind = "" if query or TARGETS[access.target].compares else KINDS[instruction.type]
        for unit in access.numbers:
            found.setdefault(unit, Sampler(unit, access.target, kind))
            found[unit] = _used(found[unit], instruction, access)
    return dict(sorted(found.items()))


def _used(sampler: Sampler, instruction: Instruction, access: TextureAccess) -> Sampler:
    """The sampler, used by one more instruction."""
    name = instruction.opcode.name
    if name in ("TXQ", "TXF", "TXFMS"):
        return sampler._replace(counts=True)
    if name in ("TXG", "TXGO"):
        return sampler._replace(gathers=True, scatters=sampler.scatters or name == "TXGO")
    leveled = name == "TXL" and access.target == "SHADOWCUBE"
    apart = sampler.apart or leveled or name == "LOD" or access.moved is not None
    return sampler._replace(samples=True, apart=apart)
