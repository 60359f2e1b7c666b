"""Enable, Disable and IsEnabled (OpenGL 1.5, 6.1.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arrays.vertex import UNIFIED, conventional_array, generic_array
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_enum
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.objects.vertices import ArrayState
from nvrender.api.state.evaluator_maps import INITIAL
from nvrender.api.state.eye_space import generates, switch_generation
from nvrender.api.textures.targets import ENABLES, change_unit
from nvrender.gl.state.state import CLIP_PLANES, LIGHTS, State

_SECTION = "OpenGL 1.5, 6.1.1"


@dataclass(frozen=True, slots=True)
class Capability:
    """Where the state keeps it."""

    read: Callable[[State], bool]
    write: Callable[[State, bool], State]


def _field(name: str) -> Capability:
    return Capability(lambda state: bool(getattr(state, name)), lambda state, on: state.with_(**{name: on}))


def _part(name: str) -> Capability:
    """The ``enabled`` of a part of the state."""

    def write(state: State, on: bool) -> State:
        part: Any = getattr(state, name)
        return state.with_(**{name: replace(part, enabled=on)})

    return Capability(lambda state: bool(getattr(state, name).enabled), write)


def _plane(plane: int) -> Capability:
    def write(state: State, on: bool) -> State:
        planes = state.clip_planes
        return state.with_(clip_planes=(*planes[:plane], on, *planes[plane + 1 :]))

    return Capability(lambda state: state.clip_planes[plane], write)


def _light(number: int) -> Capability:
    def write(state: State, on: bool) -> State:
        lights = state.lights
        changed = replace(lights[number], enabled=on)
        return state.with_(lights=(*lights[:number], changed, *lights[number + 1 :]))

    return Capability(lambda state: state.lights[number].enabled, write)


#: Those that gl.state.state.State has.
_STATE: dict[int, Capability] = {
    enums.VERTEX_PROGRAM_POINT_SIZE_NV: _field("vertex_program_point_size"),
    enums.VERTEX_PROGRAM_TWO_SIDE_NV: _field("vertex_program_two_side"),
    enums.LIGHTING: _field("lighting"),
    enums.NORMALIZE: _field("normalize"),
    enums.RESCALE_NORMAL: _field("rescale_normal"),
    enums.COLOR_SUM_ARB: _field("color_sum"),
    enums.FOG: _part("fog"),
    enums.ALPHA_TEST: _part("alpha_test"),
    enums.BLEND: _part("blend"),
    enums.DEPTH_TEST: _part("depth"),
    enums.STENCIL_TEST: _part("stencil"),
    enums.POLYGON_OFFSET_FILL: _part("polygon_offset"),
    enums.COLOR_MATERIAL: _part("color_material"),
    **{enums.CLIP_PLANE0 + plane: _plane(plane) for plane in range(CLIP_PLANES)},
    **{enums.LIGHT0 + number: _light(number) for number in range(LIGHTS)},
}
#: The maps of evaluators.
MAPS = frozenset(INITIAL)
#: Those of samples, of which there are none (OpenGL 1.5, 4.1.3; NV_explicit_multisample 4.1.3).
MULTISAMPLE = (
    enums.MULTISAMPLE, enums.SAMPLE_ALPHA_TO_COVERAGE, enums.SAMPLE_ALPHA_TO_ONE, enums.SAMPLE_COVERAGE,
    enums.SAMPLE_MASK_NV,
)  # fmt: skip
#: Those that change nothing, or with which draws are refused.
UNDRAWN = (
    enums.DITHER, enums.POINT_SMOOTH, enums.LINE_SMOOTH, enums.LINE_STIPPLE, enums.POLYGON_SMOOTH,
    enums.POLYGON_OFFSET_POINT, enums.POLYGON_OFFSET_LINE,
)  # fmt: skip
#: Those that only say what is drawn with.
_OWN = frozenset(
    {
        enums.VERTEX_PROGRAM_NV,
        enums.FRAGMENT_PROGRAM_ARB,
        enums.FRAGMENT_PROGRAM_NV,
        enums.GEOMETRY_PROGRAM_NV,
        enums.TESS_CONTROL_PROGRAM_NV,
        enums.TESS_EVALUATION_PROGRAM_NV,
        enums.COMPUTE_PROGRAM_NV,
        enums.CULL_FACE,
        enums.COLOR_LOGIC_OP,
        enums.POINT_SPRITE,
        enums.AUTO_NORMAL,
        *MAPS,
        enums.SCISSOR_TEST,
        enums.RASTERIZER_DISCARD_NV,
        *MULTISAMPLE,
        *UNDRAWN,
    }
)
#: The same mode (ARB_fragment_program, Interactions with NV_fragment_program).
_SAME = {enums.FRAGMENT_PROGRAM_NV: enums.FRAGMENT_PROGRAM_ARB}
_GENERATION = frozenset((enums.TEXTURE_GEN_S, enums.TEXTURE_GEN_T, enums.TEXTURE_GEN_R, enums.TEXTURE_GEN_Q))
#: Those that each texture unit has, of which commands mean the active one's.
PER_UNIT = _GENERATION | frozenset(ENABLES)
#: Everything Enable takes.
CAPABILITIES = frozenset(_STATE) | _OWN | PER_UNIT


@command()
def Enable(fixed: FixedState, textures: TextureState, cap: int) -> None:
    """Switch a capability on."""
    switch(fixed, textures, cap, on=True)


@command()
def Disable(fixed: FixedState, textures: TextureState, cap: int) -> None:
    """Switch a capability off."""
    switch(fixed, textures, cap, on=False)


@command(failing=False)
def IsEnabled(fixed: FixedState, arrays: ArrayState, textures: TextureState, cap: int) -> bool:
    """Whether a capability or an array is on."""
    if (number := generic_array(cap)) is not None:
        return number in arrays.enabled
    if (number := conventional_array(arrays, cap)) is not None:
        return number in arrays.enabled_conventional
    if cap in UNIFIED:
        return cap in arrays.unified
    check_enum("cap", cap, CAPABILITIES, "a capability or an array", _SECTION)
    return is_enabled(fixed, textures, cap)


def is_enabled(fixed: FixedState, textures: TextureState, cap: int) -> bool:
    if cap in _GENERATION:
        return generates(fixed, textures, cap)
    if cap in ENABLES:
        return ENABLES[cap] in textures.units[textures.active_texture].enabled
    return _STATE[cap].read(fixed.state) if cap in _STATE else _SAME.get(cap, cap) in fixed.enabled


def switch(fixed: FixedState, textures: TextureState, cap: int, *, on: bool) -> None:
    """Enable or Disable."""
    if cap in _STATE:
        fixed.state = _STATE[cap].write(fixed.state, on)
    elif cap in _GENERATION:
        switch_generation(fixed, textures, cap, on=on)
    elif cap in ENABLES:
        enabled = textures.units[textures.active_texture].enabled
        change_unit(
            textures,
            textures.active_texture,
            enabled=enabled | {ENABLES[cap]} if on else enabled - {ENABLES[cap]},
        )
    elif cap in _OWN:
        changed = {_SAME.get(cap, cap)}
        fixed.enabled = fixed.enabled | changed if on else fixed.enabled - changed
    else:
        raise invalid_enum("cap", cap, "a capability", _SECTION)
