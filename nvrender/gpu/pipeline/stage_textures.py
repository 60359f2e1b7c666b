"""The textures a pipeline's stages read: their units, whether they are given, how they are read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import moderngl

from nvrender.gl.state.fragments import TextureUnit
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.gl.textures.units import given_textures, texture_units
from nvrender.glsl.link import Bindings
from nvrender.glsl.textures.texture_keys import Sampler, TextureKey
from nvrender.glsl.translation import Translation
from nvrender.gpu.resources.bindings import UNBOUND, bindings_of
from nvrender.gpu.resources.image_units import Reached
from nvrender.gpu.resources.texture_keys import like, texture_key
from nvrender.gpu.resources.textures import TextureObject
from nvrender.ops.texture_targets import TARGETS
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import InputError

#: None: there is none that is complete.
GivenTextures = Mapping[int, Texture | TextureObject | None]


class StageTextureKeys(NamedTuple):
    """What shaders must know of what is drawn with: of each program's stage, and of texture units."""

    #: Without those that nothing is bound for.
    programs: tuple[tuple[Stage, Bindings], ...] = ()
    #: Of the fixed function: (unit, target) → texture key.
    units: tuple[tuple[tuple[int, str], TextureKey], ...] = ()

    def of_units(self, units: Iterable[TextureUnit]) -> dict[int, TextureKey]:
        """What texture environments must know of the textures of ``units``."""
        known = dict(self.units)
        return {
            number: known[number, unit.target]
            for number, unit in enumerate(units)
            if (number, unit.target) in known
        }


def stage_texture_keys(
    context: moderngl.Context,
    programs: Iterable[Program],
    units: Iterable[TextureUnit],
    textures: GivenTextures | None,
    memory: Reached | None = None,
) -> StageTextureKeys:
    """How the stages of ``programs`` and the enabled ones of ``units`` read the textures and memory given.

    Without textures GL has what there is, of images too unless there is ``memory``.
    """
    if textures is None and memory is None:
        return StageTextureKeys()
    every = ((row.profile.stage, bindings_of(context, row, textures, memory)) for row in programs)
    known = tuple(row for row in every if row[1] != UNBOUND)
    if textures is None:
        return StageTextureKeys(known)
    return StageTextureKeys(
        known,
        tuple(
            ((number, unit.target), texture_key(context, Sampler(number, unit.target, ""), textures[number]))
            for number, unit in enumerate(units)
            if unit.enabled
        ),
    )


def shared_samplers(stages: Iterable[tuple[Program, Translation]]) -> dict[int, Sampler]:
    """The samplers of all stages; InputError where one unit has two targets (NV_gpu_program4 2.X.4.4)."""
    found: dict[int, tuple[Sampler, Program]] = {}
    for program, translation in stages:
        for row in translation.samplers:
            other, first = found.setdefault(row.unit, (row, program))
            if other.type != row.type:
                raise InputError(
                    f"texture[{row.unit}] is a {other.type} in {first.source.name} and a {row.type} in "
                    f"{program.source.name}; linked programs must read a unit in one way"
                )
    return {unit: row for unit, (row, _) in found.items()}


def with_units(samplers: Mapping[int, Sampler], units: Iterable[Sampler]) -> Collection[Sampler]:
    """The programs' samplers with those of texture environments; InputError where they differ."""
    found = dict(samplers)
    for row in units:
        if found.setdefault(row.unit, row).type != row.type:
            raise InputError(
                f"texture[{row.unit}] is a {found[row.unit].type} in a program and {row.target} in the "
                "state's unit; stages must read a unit in one way"
            )
    return found.values()


def check_textures(
    programs: Iterable[Program],
    samplers: Mapping[int, Sampler],
    textures: GivenTextures,
) -> None:
    """InputError unless every unit that programs read has a texture of the kind they read there, or None."""
    known: Mapping[int, Texture | None] | GivenTextures = textures
    if isinstance(textures, Mapping):
        # What is neither is told of by given_textures.
        known = {
            unit: like(texture) if isinstance(texture, Texture | TextureObject) else texture
            for unit, texture in textures.items()
        }
    given = given_textures(known)
    for unit, sampler in samplers.items():
        if not sampler.handle and sampler.key not in known:  # handles come and go
            raise InputError(f"the program reads texture[{unit}]; textures has none for it")
    for program in programs:
        texture_units(program, given)


def check_units(state: State, textures: GivenTextures) -> None:
    """InputError unless every texture unit that ``state`` enables has a texture as it says."""
    for index, unit in enumerate(state.texture_units):
        if not unit.enabled:
            continue
        given = textures.get(index)
        if given is None:
            raise InputError(f"texture unit {index} is enabled; textures has none for it")
        _check_unit(index, unit, like(given))


def _check_unit(index: int, unit: TextureUnit, texture: Texture) -> None:
    """InputError unless a texture is what the state says of its unit."""
    target = TARGETS[unit.target].plain
    base_format = texture.base_format
    if base_format == "DEPTH":
        base_format = texture.depth_mode
    elif target != unit.target:
        raise InputError(
            f"texture unit {index}: the state says {unit.target}, and the texture is of base format "
            f"{base_format}; DEPTH is needed"
        )
    for said, found in ((unit.base_format, base_format), (target, texture.target)):
        if said != found:
            raise InputError(f"texture unit {index}: the state says {said}, the texture is {found}")
    if texture.kind != "float":
        raise InputError(f"texture unit {index}: the texture is of kind {texture.kind}; float is needed")
