"""What commands do to the state as far as draws that were done before are concerned.

Most change it in some way, and such draws are prepared anew. Some set one thing to what their arguments say,
whatever it was before, so that what was drawn with the same settings can be drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.objects.context import ContextState
from nvrender.api.registry import OTHER_NAMES

Setting = tuple[Hashable, Hashable]
Effect = Callable[[ContextState, tuple[Any, ...]], Setting | None]

#: Capabilities that nothing but Enable and Disable sets one at a time.
_CAPABILITIES = frozenset(
    (enums.BLEND, enums.DEPTH_TEST, enums.CULL_FACE, enums.STENCIL_TEST, enums.SCISSOR_TEST, enums.FOG,
     enums.ALPHA_TEST, enums.LIGHTING, enums.POLYGON_OFFSET_FILL, enums.COLOR_LOGIC_OP,
     enums.VERTEX_PROGRAM_ARB, enums.FRAGMENT_PROGRAM_ARB)
)  # fmt: skip
_PROGRAMS = frozenset((enums.VERTEX_PROGRAM_ARB, enums.FRAGMENT_PROGRAM_ARB))
_TEXTURES = frozenset((enums.TEXTURE_1D, enums.TEXTURE_2D, enums.TEXTURE_3D, enums.TEXTURE_CUBE_MAP))
#: Client arrays that no active unit chooses.
_ARRAYS = frozenset((enums.VERTEX_ARRAY, enums.NORMAL_ARRAY, enums.COLOR_ARRAY))
#: What draws look at themselves, and what changes nothing that they ask for.
_PARAMETERS = ("ProgramLocalParameter", "ProgramEnvParameter", "ProgramParameter4", "ProgramParameters4")
_DRAWS = frozenset(("DrawArrays", "DrawElements", "DrawRangeElements", "Begin", "End", "ArrayElement"))
_READS = frozenset(("Finish", "Flush", "CallList", "CallLists", "ReadPixels"))


def _nothing_else(gl: ContextState, arguments: tuple[Any, ...]) -> Setting | None:
    return None


def _switch(on: bool) -> Effect:
    def effect(gl: ContextState, arguments: tuple[Any, ...]) -> Setting | None:
        (capability,) = arguments
        return (("enable", capability), on) if capability in _CAPABILITIES else None

    return effect


def _blend(gl: ContextState, arguments: tuple[Any, ...]) -> Setting | None:
    return "blend function", arguments


def _bind_texture(gl: ContextState, arguments: tuple[Any, ...]) -> Setting | None:
    """That of one that is there already."""
    target, name = arguments
    if target not in _TEXTURES or (name and name not in gl.textures.names.objects):
        return None
    return ("texture", gl.textures.active_texture, target), name


def _activate(gl: ContextState, arguments: tuple[Any, ...]) -> Setting | None:
    return "active texture", arguments


def _bind_program(gl: ContextState, arguments: tuple[Any, ...]) -> Setting | None:
    """That of one that is there already, where no subroutines were chosen."""
    target, name = arguments
    there = not name or name in gl.programs.names.objects
    if target not in _PROGRAMS or not there or gl.programs.subroutines:
        return None
    return ("program", target), name


def _client(on: bool) -> Effect:
    def effect(gl: ContextState, arguments: tuple[Any, ...]) -> Setting | None:
        (array,) = arguments
        return (("client array", array), on) if array in _ARRAYS else None

    return effect


def _attribute(on: bool) -> Effect:
    return lambda gl, arguments: (("attribute array", *arguments), on)


def _pointer(name: str, *, numbered: bool = False) -> Effect:
    """That of an array, which what is drawn again keeps alive, so that no other has its identity."""

    def effect(gl: ContextState, arguments: tuple[Any, ...]) -> Setting | None:
        which, *form, pointer = arguments if numbered else (name, *arguments)
        return (("pointer", which), (name, *form, id(pointer))) if type(pointer) is np.ndarray else None

    return effect


_SETTINGS: dict[str, Effect] = {
    "EnableClientState": _client(True), "DisableClientState": _client(False),
    "EnableVertexAttribArrayARB": _attribute(True), "DisableVertexAttribArrayARB": _attribute(False),
    "VertexPointer": _pointer("VertexPointer"), "NormalPointer": _pointer("NormalPointer"),
    "ColorPointer": _pointer("ColorPointer"),
    "VertexAttribPointerARB": _pointer("VertexAttribPointerARB", numbered=True),
    "VertexAttribPointerNV": _pointer("VertexAttribPointerNV", numbered=True),
    "Enable": _switch(True), "Disable": _switch(False), "BlendFunc": _blend, "BlendFuncSeparate": _blend,
    "ActiveTexture": _activate, "BindTexture": _bind_texture, "BindProgramARB": _bind_program,
    "BindProgramNV": _bind_program,
}  # fmt: skip


def setting_of(effect: Effect, gl: ContextState, arguments: tuple[Any, ...]) -> Setting | None:
    """What a command sets, None for anything else, such as arguments that it does not take."""
    try:
        found = effect(gl, arguments)
        hash(found)
    except (TypeError, ValueError):
        return None
    return found


def effect_of(name: str, parts: tuple[str, ...]) -> Effect | None:
    """What the command ``name`` does that takes these parts of the state; None for nothing."""
    name = OTHER_NAMES.get(name, name)
    if name in _SETTINGS:
        return _SETTINGS[name]
    apart = name in _DRAWS or name in _READS or name.startswith(_PARAMETERS)
    asks = name.startswith(("Get", "Is")) and "Handle" not in name
    if apart or asks or parts in ((), ("immediate",), ("errors",)):
        return None
    return _nothing_else


def note(gl: ContextState, setting: Setting | None) -> None:
    """A command has set this, None for anything else."""
    if setting is not None:
        gl.replays.set(*setting)
    else:
        gl.shared.changes += 1
        gl.replays.forget()
