"""PushAttrib, PushClientAttrib and their Pops (OpenGL 1.5, 6.1.12; NV_vertex_program 6.1.12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.command import command
from nvrender.api.errors import refused
from nvrender.api.objects.attributes import Saved
from nvrender.api.objects.context import ContextState
from nvrender.api.state.enables import CAPABILITIES, MAPS, MULTISAMPLE, PER_UNIT, is_enabled, switch
from nvrender.gl.state.state import TEXTURE_UNITS

_SECTION = "OpenGL 1.5, 6.1.12"

#: How many entries each stack holds.
DEPTH = 16


@dataclass(frozen=True, slots=True)
class Group:
    """Fields of State and of the parts of the context, and capabilities that no field of either has."""

    state: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    capabilities: tuple[int, ...] = ()


#: Those of vertices, fragments and reads (ARB_color_buffer_float, New State).
_CLAMPS = "fixed.clamp_vertex_color", "fixed.clamp_fragment_color", "fixed.clamp_read_color"
#: Bit → what the column "Attribute" of OpenGL 1.5, tables 6.5 to 6.22 puts into its group.
GROUPS: dict[int, Group] = {
    enums.CURRENT_BIT: Group(
        fields=("immediate.current", "raster.vertex", "raster.valid", "immediate.edge_flag")
    ),
    enums.POINT_BIT: Group(("point_size", "point"), capabilities=(enums.POINT_SPRITE, enums.POINT_SMOOTH)),
    enums.LINE_BIT: Group(("line_width",), ("fixed.line_stipple",), (enums.LINE_SMOOTH, enums.LINE_STIPPLE)),
    enums.POLYGON_BIT: Group(
        ("front_face", "polygon_offset"),
        ("fixed.cull_mode", "fixed.polygon_modes"),
        (enums.CULL_FACE, enums.POLYGON_SMOOTH, enums.POLYGON_OFFSET_POINT, enums.POLYGON_OFFSET_LINE),
    ),
    enums.LIGHTING_BIT: Group(
        ("lighting", "color_material", "lights", "light_model", "material", "back_material", "flat_shading"),
        ("fixed.clamp_vertex_color",),
    ),
    enums.FOG_BIT: Group(("fog", "color_sum")),
    enums.DEPTH_BUFFER_BIT: Group(("depth",), ("framebuffers.clear_depth",)),
    enums.STENCIL_BUFFER_BIT: Group(("stencil", "back_stencil"), ("framebuffers.clear_stencil",)),
    enums.VIEWPORT_BIT: Group(("depth_range",), ("fixed.viewport",)),
    enums.TRANSFORM_BIT: Group(
        ("clip_planes", "clip_plane_equations", "normalize", "rescale_normal"), ("fixed.matrix_mode",)
    ),
    enums.ENABLE_BIT: Group((), _CLAMPS, tuple(sorted(CAPABILITIES))),
    enums.COLOR_BUFFER_BIT: Group(
        ("alpha_test", "blend", "color_mask"),
        ("framebuffers.clear_color", "framebuffers.draw_buffers", "fixed.logic_operation", *_CLAMPS[1:]),
        (enums.COLOR_LOGIC_OP, enums.DITHER),
    ),
    enums.MULTISAMPLE_BIT: Group(
        fields=("fixed.sample_coverage", "fixed.sample_masks"), capabilities=MULTISAMPLE
    ),
    enums.PIXEL_MODE_BIT: Group(fields=("framebuffers.read_buffer",)),
    enums.SCISSOR_BIT: Group(fields=("fixed.scissor_box",), capabilities=(enums.SCISSOR_TEST,)),
    enums.EVAL_BIT: Group(fields=("evaluators.grids",), capabilities=(enums.AUTO_NORMAL, *sorted(MAPS))),
    enums.HINT_BIT: Group(fields=("fixed.hints",)),
    enums.LIST_BIT: Group(fields=("lists.base",)),
    enums.TEXTURE_BIT: Group(
        ("texture_generation",),
        ("fixed.generation_modes", "textures.active_texture", "textures.units", "textures.bound_parameters"),
    ),
}
#: The same of the client's attributes (OpenGL 1.5, tables 6.6 to 6.8, 6.20; NV_vertex_program, table X.6).
CLIENT_GROUPS: dict[int, Group] = {
    enums.CLIENT_PIXEL_STORE_BIT: Group(fields=("pixels.unpack", "pixels.pack")),
    enums.CLIENT_VERTEX_ARRAY_BIT: Group(
        fields=("arrays.generic", "arrays.conventional", "arrays.enabled", "arrays.enabled_arb",
                "arrays.enabled_conventional", "arrays.client_texture", "buffers.array_bindings")
    ),
}  # fmt: skip


def _saved(gl: ContextState, groups: Iterable[Group]) -> Saved:
    chosen = tuple(groups)
    capabilities = [cap for group in chosen for cap in group.capabilities]
    return Saved(
        {name: getattr(gl.fixed.state, name) for group in chosen for name in group.state},
        {name: _copied(gl.get(name)) for group in chosen for name in group.fields},
        {cap: is_enabled(gl.fixed, gl.textures, cap) for cap in capabilities if cap not in PER_UNIT},
        {
            (unit, cap): _on_unit(gl, unit, partial(is_enabled, gl.fixed, gl.textures, cap))
            for cap in capabilities
            if cap in PER_UNIT
            for unit in range(TEXTURE_UNITS)
        },
    )


def _copied(value: Any) -> Any:
    """Of lists and dicts, which commands change in place, a copy; everything else is frozen."""
    return value.copy() if isinstance(value, (list, dict)) else value


def _on_unit(gl: ContextState, unit: int, act: Callable[[], Any]) -> Any:
    """What ``act`` gives while a texture unit is the active one."""
    active, gl.textures.active_texture = gl.textures.active_texture, unit
    try:
        return act()
    finally:
        gl.textures.active_texture = active


def _restore(gl: ContextState, saved: Saved) -> None:
    gl.fixed.state = gl.fixed.state.with_(**saved.state)
    for name, value in saved.fields.items():
        gl.put(name, value)
    for cap, on in saved.capabilities.items():
        if is_enabled(gl.fixed, gl.textures, cap) != on:
            switch(gl.fixed, gl.textures, cap, on=on)
    for (unit, cap), on in saved.units.items():
        _on_unit(gl, unit, partial(switch, gl.fixed, gl.textures, cap, on=on))


def _entry(gl: ContextState, entries: tuple[Saved, ...], mask: int, groups: Mapping[int, Group]) -> Saved:
    """What a stack of ``entries`` gets."""
    bits = whole(mask, "mask")
    if len(entries) >= DEPTH:
        raise refused(enums.STACK_OVERFLOW, f"the stack holds {DEPTH} entries already", _SECTION)
    return _saved(gl, (group for bit, group in groups.items() if bits & bit))


def _top(entries: tuple[Saved, ...]) -> Saved:
    if not entries:
        raise refused(enums.STACK_UNDERFLOW, "the stack is empty", _SECTION)
    return entries[-1]


@command()
def PushAttrib(gl: ContextState, mask: int) -> None:
    """Keep the groups of state of ``mask`` for PopAttrib; bits that are no group's keep nothing."""
    gl.stacks.server += (_entry(gl, gl.stacks.server, mask, GROUPS),)


@command()
def PopAttrib(gl: ContextState) -> None:
    """Make the state what the last PushAttrib kept."""
    entry = _top(gl.stacks.server)
    gl.stacks.server = gl.stacks.server[:-1]
    _restore(gl, entry)


@command()
def PushClientAttrib(gl: ContextState, mask: int) -> None:
    """Keep the groups of the client's state of ``mask`` for PopClientAttrib."""
    gl.stacks.client += (_entry(gl, gl.stacks.client, mask, CLIENT_GROUPS),)


@command()
def PopClientAttrib(gl: ContextState) -> None:
    """Make the client's state what the last PushClientAttrib kept."""
    entry = _top(gl.stacks.client)
    gl.stacks.client = gl.stacks.client[:-1]
    _restore(gl, entry)
