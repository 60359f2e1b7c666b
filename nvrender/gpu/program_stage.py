"""A fragment program as a pipeline's fragment stage, and the textures it reads."""

from __future__ import annotations

from typing import NamedTuple

from nvrender.glsl.lookups import Sampler
from nvrender.glsl.translate import Translation, translate
from nvrender.gpu.textures import CubeTexture, Texture
from nvrender.program import Program
from nvrender.source import InputError

#: Texture target of an instruction → what textures here are called.
_TARGETS = {"2D": "2D", "CUBE": "CUBE_MAP"}


class ProgramStage(NamedTuple):
    """What of the state decides the text of a fragment program's shader."""

    two_side: bool
    flat_colors: bool
    alpha_function: str


def program_stage(
    program: Program, stage: ProgramStage, target: str, numerics: str, taken: frozenset[str] = frozenset()
) -> Translation:
    """The fragment shader; ``taken`` are the names of the vertex stage's uniforms."""
    return translate(
        program,
        target,
        interface="fragment",
        numerics=numerics,
        flat_colors=stage.flat_colors,
        two_side=stage.two_side,
        alpha_function=stage.alpha_function,
        taken=taken,
    )


def shared_samplers(
    vertex: Translation, fragment: Translation, programs: tuple[Program | None, Program | None]
) -> dict[int, Sampler]:
    """The samplers of both stages; InputError where one unit has two targets (NV_gpu_program4 2.X.4.4)."""
    found = {row.unit: row for row in vertex.samplers}
    for row in fragment.samplers:
        other = found.setdefault(row.unit, row)
        if other != row:
            names = [program.source.name for program in programs if program is not None]
            raise InputError(
                f"texture[{row.unit}] is a {other.type} in {names[0]} and a {row.type} in {names[-1]}; "
                f"linked programs must read a unit in one way"
            )
    return found


def check_texture(sampler: Sampler, texture: Texture | CubeTexture | None) -> None:
    """InputError unless the texture on a unit is what the program reads there."""
    if texture is None:
        raise InputError(f"the program reads texture[{sampler.unit}]; textures has none for it")
    if _TARGETS.get(sampler.target) != texture.target or sampler.kind:
        raise InputError(
            f"the program reads texture[{sampler.unit}] as {sampler.type}; the texture is {texture.target}"
        )
