"""PushAttrib, PushClientAttrib and their Pops (OpenGL 1.5, 6.1.12; NV_vertex_program 6.1.12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.command import command
from nvrender.api.errors import refused
from nvrender.api.record import Record
from nvrender.api.state.enables import CAPABILITIES, MAPS, MULTISAMPLE, PER_UNIT, is_enabled, switch
from nvrender.gl.state.state import TEXTURE_UNITS

_SECTION = "OpenGL 1.5, 6.1.12"

#: How many entries each stack holds.
DEPTH = 16


@dataclass(frozen=True, slots=True)
class Group:
    """Fields of State, fields of Record, and capabilities of which no field is in either tuple."""

    state: tuple[str, ...] = ()
    record: tuple[str, ...] = ()
    capabilities: tuple[int, ...] = ()


#: Those of vertices, fragments and reads (ARB_color_buffer_float, New State).
_CLAMPS = "clamp_vertex_color", "clamp_fragment_color", "clamp_read_color"
#: Bit → what the column "Attribute" of OpenGL 1.5, tables 6.5 to 6.22 puts into its group.
GROUPS: dict[int, Group] = {
    enums.CURRENT_BIT: Group(record=("current", "raster", "raster_valid", "edge_flag")),
    enums.POINT_BIT: Group(("point_size", "point"), capabilities=(enums.POINT_SPRITE, enums.POINT_SMOOTH)),
    enums.LINE_BIT: Group(("line_width",), ("line_stipple",), (enums.LINE_SMOOTH, enums.LINE_STIPPLE)),
    enums.POLYGON_BIT: Group(
        ("front_face", "polygon_offset"),
        ("cull_mode", "polygon_modes"),
        (enums.CULL_FACE, enums.POLYGON_SMOOTH, enums.POLYGON_OFFSET_POINT, enums.POLYGON_OFFSET_LINE),
    ),
    enums.LIGHTING_BIT: Group(
        ("lighting", "color_material", "lights", "light_model", "material", "back_material", "flat_shading"),
        ("clamp_vertex_color",),
    ),
    enums.FOG_BIT: Group(("fog", "color_sum")),
    enums.DEPTH_BUFFER_BIT: Group(("depth",), ("clear_depth",)),
    enums.STENCIL_BUFFER_BIT: Group(("stencil", "back_stencil"), ("clear_stencil",)),
    enums.VIEWPORT_BIT: Group(("depth_range",), ("viewport",)),
    enums.TRANSFORM_BIT: Group(
        ("clip_planes", "clip_plane_equations", "normalize", "rescale_normal"), ("matrix_mode",)
    ),
    enums.ENABLE_BIT: Group((), _CLAMPS, tuple(sorted(CAPABILITIES))),
    enums.COLOR_BUFFER_BIT: Group(
        ("alpha_test", "blend", "color_mask"),
        ("clear_color", "draw_buffers", "logic_operation", *_CLAMPS[1:]),
        (enums.COLOR_LOGIC_OP, enums.DITHER),
    ),
    enums.MULTISAMPLE_BIT: Group(record=("sample_coverage", "sample_masks"), capabilities=MULTISAMPLE),
    enums.PIXEL_MODE_BIT: Group(record=("read_buffer",)),
    enums.SCISSOR_BIT: Group(record=("scissor_box",), capabilities=(enums.SCISSOR_TEST,)),
    enums.EVAL_BIT: Group(record=("grids",), capabilities=(enums.AUTO_NORMAL, *sorted(MAPS))),
    enums.HINT_BIT: Group(record=("hints",)),
    enums.LIST_BIT: Group(record=("list_base",)),
    enums.TEXTURE_BIT: Group(
        ("texture_generation",),
        ("generation_modes", "active_texture", "image_units", "bound_texture_parameters"),
    ),
}
#: The same of the client's attributes (OpenGL 1.5, tables 6.6 to 6.8, 6.20; NV_vertex_program, table X.6).
CLIENT_GROUPS: dict[int, Group] = {
    enums.CLIENT_PIXEL_STORE_BIT: Group(record=("unpack", "pack")),
    enums.CLIENT_VERTEX_ARRAY_BIT: Group(
        record=("arrays", "conventional_arrays", "enabled_arrays", "enabled_arb_arrays",
                "enabled_conventional_arrays", "client_texture", "array_buffers")
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Saved:
    """What a stack's entry holds; ``units`` has the capabilities of each texture unit."""

    state: Mapping[str, Any] = field(default_factory=dict)
    record: Mapping[str, Any] = field(default_factory=dict)
    capabilities: Mapping[int, bool] = field(default_factory=dict)
    units: Mapping[tuple[int, int], bool] = field(default_factory=dict)


def _saved(gl: Record, groups: Iterable[Group]) -> Saved:
    chosen = tuple(groups)
    capabilities = [cap for group in chosen for cap in group.capabilities]
    return Saved(
        {name: getattr(gl.state, name) for group in chosen for name in group.state},
        {name: _copied(getattr(gl, name)) for group in chosen for name in group.record},
        {cap: is_enabled(gl, cap) for cap in capabilities if cap not in PER_UNIT},
        {
            (unit, cap): _on_unit(gl, unit, partial(is_enabled, gl, cap))
            for cap in capabilities
            if cap in PER_UNIT
            for unit in range(TEXTURE_UNITS)
        },
    )


def _copied(value: Any) -> Any:
    """Of lists and dicts, which commands change in place, a copy; everything else is frozen."""
    return value.copy() if isinstance(value, (list, dict)) else value


def _on_unit(gl: Record, unit: int, act: Callable[[], Any]) -> Any:
    """What ``act`` gives while a texture unit is the active one."""
    active, gl.active_texture = gl.active_texture, unit
    try:
        return act()
    finally:
        gl.active_texture = active


def _restore(gl: Record, saved: Saved) -> None:
    gl.state = gl.state.with_(**saved.state)
    for name, value in saved.record.items():
        setattr(gl, name, value)
    for cap, on in saved.capabilities.items():
        if is_enabled(gl, cap) != on:
            switch(gl, cap, on=on)
    for (unit, cap), on in saved.units.items():
        _on_unit(gl, unit, partial(switch, gl, cap, on=on))


def _push(gl: Record, stack: str, mask: int, groups: Mapping[int, Group]) -> None:
    bits = whole(mask, "mask")
    entries = getattr(gl, stack)
    if len(entries) >= DEPTH:
        raise refused(enums.STACK_OVERFLOW, f"the stack holds {DEPTH} entries already", _SECTION)
    entry = _saved(gl, (group for bit, group in groups.items() if bits & bit))
    setattr(gl, stack, (*entries, entry))


def _pop(gl: Record, stack: str) -> None:
    entries = getattr(gl, stack)
    if not entries:
        raise refused(enums.STACK_UNDERFLOW, "the stack is empty", _SECTION)
    setattr(gl, stack, entries[:-1])
    _restore(gl, entries[-1])


@command()
def PushAttrib(gl: Record, mask: int) -> None:
    """Keep the groups of state of ``mask`` for PopAttrib; bits that are no group's keep nothing."""
    _push(gl, "attribute_stack", mask, GROUPS)


@command()
def PopAttrib(gl: Record) -> None:
    """Make the state what the last PushAttrib kept."""
    _pop(gl, "attribute_stack")


@command()
def PushClientAttrib(gl: Record, mask: int) -> None:
    """Keep the groups of the client's state of ``mask`` for PopClientAttrib."""
    _push(gl, "client_attribute_stack", mask, CLIENT_GROUPS)


@command()
def PopClientAttrib(gl: Record) -> None:
    """Make the client's state what the last PushClientAttrib kept."""
    _pop(gl, "client_attribute_stack")
