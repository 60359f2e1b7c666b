"""The textures a draw reads, and the texture units as the state has them.

ARB_fragment_program 3.11.6, NV_gpu_program4 2.X.4.4; without a fragment program OpenGL 1.5, 3.8.15.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nvrender.api import enums
from nvrender.api.errors import invalid_operation
from nvrender.api.objects.buffers import BufferState
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.framebuffers import FramebufferState
from nvrender.api.objects.multisample_images import sampled
from nvrender.api.objects.programs import ProgramObject
from nvrender.api.objects.texture_units import ImageUnit, TextureState
from nvrender.api.objects.textures import TextureObject
from nvrender.api.textures.buffers import read_texels
from nvrender.api.textures.samplers import parameters_with, sampling
from nvrender.api.textures.targets import ENABLES, bound_texture
from nvrender.gl.state.fragments import TextureUnit
from nvrender.gl.state.state import TEXTURE_UNITS
from nvrender.gl.textures.texture import Texture
from nvrender.gl.textures.units import TARGET_WORDS, texture_problem
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.ops.texture_targets import TARGETS
from nvrender.program import Instruction
from nvrender.program.profile import Stage
from nvrender.source import InputError

#: What a draw reads: unit or handle → texture, None where none is complete.
DrawnTextures = dict[int, Texture | None]


def check_targets(textures: TextureState, held: Sequence[ProgramObject]) -> None:
    """INVALID_OPERATION where two programs, or one and the fixed function, take a unit for two targets.

    NV_vertex_program3 2.14.1, NV_gpu_program4 2.X.4.4.
    """
    found: dict[int, str] = {}
    if _is_fixed(held) and any(program.texture_instructions for program in held):
        units = enumerate(textures.units[:TEXTURE_UNITS])
        found = {number: enabled_target(unit) for number, unit in units if unit.enabled}
    for program in held:
        for unit, target, _ in _accesses(program):
            if (other := found.setdefault(unit, target)) != target:
                reason = f"texture unit {unit} is read as a {other} and as a {target} texture"
                raise invalid_operation(reason, "NV_gpu_program4 2.X.4.4")


def _is_fixed(held: Sequence[ProgramObject]) -> bool:
    """Whether no fragment program is drawn with."""
    programs = (one.program for one in held)
    return all(program is None or program.profile.stage is not Stage.FRAGMENT for program in programs)


def _accesses(held: ProgramObject) -> Iterator[tuple[int, str, Instruction]]:
    """Unit, target as the word of a texture, and the instruction."""
    for instruction in held.texture_instructions:
        if instruction.texture is not None:
            target = TARGETS[instruction.texture.target].texture
            for unit in instruction.texture.numbers:
                # A unit has a renderbuffer texture apart from one of several samples.
                renderbuffer = instruction.texture.target == "RENDERBUFFER"
                yield unit, "RENDERBUFFER" if renderbuffer else TARGET_WORDS.get(target, target), instruction


def enabled_target(unit: ImageUnit) -> str:
    """The target that counts of those that are enabled, "" for none (OpenGL 1.5, 3.8.15)."""
    return next((target for target in ENABLES.values() if target in unit.enabled), "")


def drawn_textures(
    textures: TextureState,
    framebuffers: FramebufferState,
    fixed: FixedState,
    buffers: BufferState,
    held: Sequence[ProgramObject],
) -> tuple[DrawnTextures, tuple[TextureUnit, ...]]:
    """The textures that are read, and the texture units as a State has them.

    Of a program's texture that is not complete, or does not suit the instruction, there is None: lookups give
    (0, 0, 0, 1) (ARB_fragment_program 3.11.6, docs/semantics.md). In the fixed function its unit is as if
    it were not enabled (OpenGL 1.5, 3.8.10), as is one of integers. InputError where two stages sample a unit
    in different ways.
    """
    drawn: DrawnTextures = {}
    for program in held:
        for unit, target, instruction in _accesses(program):
            if unit not in drawn:
                drawn[unit] = _drawn(textures, framebuffers, buffers, unit, target)
            texture = drawn[unit]
            if texture is not None and texture_problem(instruction, texture):
                drawn[unit] = None
    if any(row.texture is not None and row.texture.handle is not None
           for program in held for row in program.texture_instructions):  # fmt: skip
        drawn |= resident_textures(textures, buffers)
    sprites = enums.POINT_SPRITE in fixed.enabled
    units: list[TextureUnit] = []
    for number, row in enumerate(textures.units[:TEXTURE_UNITS]):
        texture = None
        if row.enabled and _is_fixed(held):
            texture = _drawn(textures, framebuffers, buffers, number, enabled_target(row))
        if texture is not None and texture.kind == "float":
            drawn[number] = texture
            units.append(_enabled_unit(textures, number, texture, sprites))
        else:
            units.append(_environment(row, sprites))
    _check_samplers(held, units)
    return drawn, tuple(units)


def _check_samplers(held: Sequence[ProgramObject], units: Sequence[TextureUnit]) -> None:
    """InputError where linked stages would sample a unit in two ways, such as comparing depths and not."""
    if not any(program.samplers for program in held):
        return
    found = {
        number: Sampler(number, unit.target, "").type for number, unit in enumerate(units) if unit.enabled
    }
    for program in held:
        for number, type in program.samplers.items():
            if (other := found.setdefault(number, type)) != type:
                raise InputError(
                    f"texture unit {number} is a {other} of one stage and a {type} of another; stages "
                    "that are drawn with together must sample a unit in one way"
                )


def resident_textures(textures: TextureState, buffers: BufferState) -> DrawnTextures:
    """The textures that programs read by handle, without a unit's bias (NV_bindless_texture 3.9.11)."""
    found: DrawnTextures = {}
    for handle in textures.resident:
        if (what := textures.handles.known.get(handle)) is not None:
            held = textures.names.objects[what.texture]
            parameters = parameters_with(textures, held, what.sampler)
            found[handle] = _texels(buffers, held) if held.target == "BUFFER" else held.sampled(parameters)
    return found


def _drawn(
    textures: TextureState, framebuffers: FramebufferState, buffers: BufferState, unit: int, target: str
) -> Texture | None:
    if target not in textures.defaults:
        return None
    held = bound_texture(textures, target, unit)
    if target == "RENDERBUFFER":
        return renderbuffer_texture(framebuffers, held.renderbuffer)
    if target != "BUFFER":
        return held.sampled(sampling(textures, held, unit), textures.units[unit].lod_bias)
    return _texels(buffers, held)


def renderbuffer_texture(framebuffers: FramebufferState, number: int) -> Texture | None:
    """What programs fetch samples of a renderbuffer from (NV_explicit_multisample 3.8.4); None for none.

    So it is of stencil values, which are no texels.
    """
    held = framebuffers.renderbuffers.objects.get(number)
    if held is None or not all(held.size) or not (held.form.colors or held.form.depths):
        return None
    return sampled(held.surface, held.form.base)


def _texels(buffers: BufferState, held: TextureObject) -> Texture | None:
    """What a buffer texture has, None where there is no buffer."""
    attached = held.buffer
    if attached is None or buffers.names.objects.get(attached.name) is not attached.buffer:
        return None
    return read_texels(buffers, attached)


def _environment(row: ImageUnit, sprites: bool) -> TextureUnit:
    """A unit as the state has it that nothing of the fixed function reads."""
    unit = row.environment
    return replace(unit, coord_replace=False) if unit.coord_replace and not sprites else unit


def _enabled_unit(textures: TextureState, number: int, texture: Texture, sprites: bool) -> TextureUnit:
    """A unit whose ``texture`` the fixed function reads."""
    target, base_format = texture.target, texture.base_format
    if base_format == "DEPTH":
        base_format = texture.depth_mode
        if sampling(textures, bound_texture(textures, target, number), number).compare_mode != "NONE":
            if target == "CUBE":
                raise InputError(f"texture unit {number}: depths of cube maps are compared by programs only")
            target = f"SHADOW{target}"
    unit = _environment(textures.units[number], sprites)
    return replace(unit, enabled=True, target=target, base_format=base_format)
