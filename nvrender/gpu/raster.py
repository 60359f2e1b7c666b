"""State as GL state: tests, blending, culling, points and clip planes, set for one draw."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

import moderngl

from nvrender.gl.state import BLEND_FACTORS, CLIP_PLANES, COMPARISONS, TEXTURE_UNITS, State
from nvrender.gpu.preservation import set_depth_range
from nvrender.isa.bindings import ATTRIBUTES
from nvrender.source import InputError

_CLIP_DISTANCE0 = 0x3000
_CLIP_DISTANCES = 8
_MULTISAMPLE = 0x809D

#: What State does not have and a caller may have on.
_FOREIGN_ENABLES = (
    0x0B90,  # STENCIL_TEST
    0x0BF2,  # COLOR_LOGIC_OP
    0x8037,  # POLYGON_OFFSET_FILL
    0x809E,  # SAMPLE_ALPHA_TO_COVERAGE
    0x864F,  # DEPTH_CLAMP
    0x8DB9,  # FRAMEBUFFER_SRGB
    0x884F,  # TEXTURE_CUBE_MAP_SEAMLESS: faces are filtered alone (OpenGL 1.5, 3.8.6)
)

_COMPARISONS = dict(zip(COMPARISONS, ("0", "<", "==", "<=", ">", "!=", ">=", "1"), strict=True))
_FACES = {"": "back", "FRONT": "front", "BACK": "back", "FRONT_AND_BACK": "front_and_back"}
_FRONTS = {"CCW": "ccw", "CW": "cw"}


def validate(state: State) -> None:
    """InputError for a word or number of ``state`` that GL does not take."""
    for place, word, words in (
        ("blend.source", state.blend.source, BLEND_FACTORS),
        ("blend.destination", state.blend.destination, BLEND_FACTORS),
        ("depth.function", state.depth.function, COMPARISONS),
        ("cull_face", state.cull_face, tuple(_FACES)),
        ("front_face", state.front_face, tuple(_FRONTS)),
    ):
        if word not in words:
            allowed = ", ".join(repr(name) for name in words)
            raise InputError(f"state.{place} is {word!r}; it must be one of {allowed}")
    for place, values, most in (
        ("texture_units", state.texture_units, TEXTURE_UNITS),
        ("clip_planes", state.clip_planes, CLIP_PLANES),
        ("clip_plane_equations", state.clip_plane_equations, CLIP_PLANES),
        ("current_attributes", state.current_attributes, len(ATTRIBUTES)),
    ):
        if len(values) > most:
            raise InputError(f"state.{place} has {len(values)} entries; there are {most}")
    if not state.point_size > 0.0:
        raise InputError(f"state.point_size is {state.point_size}; it must be greater than 0")
    if not state.fog.density >= 0.0:
        raise InputError(f"state.fog.density is {state.fog.density}; it must not be negative")


@contextmanager
def applied(
    context: moderngl.Context,
    framebuffer: moderngl.Framebuffer,
    state: State,
    results: Collection[str],
) -> Iterator[None]:
    """Bind ``framebuffer`` and set GL as ``state`` says for a vertex stage that writes ``results``.

    The caller has the context preserved; only the framebuffer's own depth mask is put back here.
    """
    flags = 0
    flags |= moderngl.BLEND if state.blend.enabled else 0
    flags |= moderngl.DEPTH_TEST if state.depth.enabled else 0
    flags |= moderngl.CULL_FACE if state.cull_face else 0
    # NV_vertex_program2 2.14.1.5: only where the mode is enabled and PSIZ is written.
    program_size = state.vertex_program_point_size and "PSIZ" in results
    flags |= moderngl.PROGRAM_POINT_SIZE if program_size else 0
    framebuffer.use()
    context.enable_only(flags)
    context.blend_equation = moderngl.FUNC_ADD, moderngl.FUNC_ADD
    context.blend_func = getattr(moderngl, state.blend.source), getattr(moderngl, state.blend.destination)
    context.depth_func = _COMPARISONS[state.depth.function]
    context.cull_face = _FACES[state.cull_face]
    context.front_face = _FRONTS[state.front_face]
    context.point_size = state.point_size
    context.provoking_vertex = moderngl.LAST_VERTEX_CONVENTION
    set_depth_range(context, *state.depth_range)
    _clip(context, state, results)
    depth_mask = framebuffer.depth_mask
    framebuffer.depth_mask = state.depth.write
    try:
        yield
    finally:
        framebuffer.depth_mask = depth_mask


def neutral(context: moderngl.Context) -> None:
    """Switch off what a caller's state would add to a draw of one's own; ``preserved`` puts it back."""
    for name in _FOREIGN_ENABLES:
        context.disable_direct(name)
    context.enable_direct(_MULTISAMPLE)
    context.wireframe = False
    context.clear_samplers(0, TEXTURE_UNITS)


def _clip(context: moderngl.Context, state: State, results: Collection[str]) -> None:
    """A plane clips if it is enabled and the program writes its distance (NV_vertex_program2 2.11)."""
    for plane in range(_CLIP_DISTANCES):
        if plane < len(state.clip_planes) and state.clip_planes[plane] and f"CLP{plane}" in results:
            context.enable_direct(_CLIP_DISTANCE0 + plane)
        else:
            context.disable_direct(_CLIP_DISTANCE0 + plane)
