"""What a display list holds, how commands get into it and are carried out (OpenGL 1.5, 5.4)."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.command import COMMANDS, Command, called, signature, wrong_arguments
from nvrender.api.effects import note
from nvrender.api.errors import invalid_operation
from nvrender.api.lists.arrays import CAPTURED
from nvrender.api.lists.primitives import draw_primitive
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.lists import Step, Steps
from nvrender.api.registry import OTHER_NAMES
from nvrender.source import GLError

#: How deep lists may call lists; what would go deeper is left out.
NESTING = 64
#: How many lists one command may call, those that lists call included: each that calls two doubles them.
CALLS = 1 << 18

#: Commands that are carried out at once while a list is made: 5.4 of OpenGL 1.5, EXT_framebuffer_object and
#: NV_transform_feedback, ARB_vertex_program and NV_explicit_multisample, NV_shader_buffer_load,
#: NV_bindless_texture and EXT_shader_image_load_store. By how their names begin …
_BEGINNINGS = ("Get", "Is", "Gen", "Delete", "Are")
#: … by what they contain …
_PARTS = (
    "Pointer", "Framebuffer", "Renderbuffer", "ClientState", "ClientAttrib", "VertexAttribArray",
    "BufferData", "BufferSubData", "MapBuffer", "UnmapBuffer", "BindBuffer", "ResidentNV",
    "TransformFeedbackAttribs", "TransformFeedbackStreamAttribs", "TransformFeedbackVaryings",
    "ActiveVarying", "FormatNV", "BufferAddressRange",
)  # fmt: skip
#: … and whole.
_NAMES = frozenset(
    {
        "NewList", "EndList", "ClientActiveTexture", "ClientActiveTextureARB", "InterleavedArrays",
        "ReadPixels", "PixelStorei", "PixelStoref", "Flush", "Finish", "FeedbackBuffer", "SelectBuffer",
        "RenderMode", "MemoryBarrierEXT",
    }
)  # fmt: skip
#: Commands that may not be called while a list is made (ARB_draw_instanced 5.4, and what stands for those).
_REFUSED = (
    "DrawArraysInstanced", "DrawElementsInstanced", "DrawArraysIndirect", "DrawElementsIndirect",
    "DrawTransformFeedbackInstanced", "DrawTransformFeedbackStreamInstanced",
)  # fmt: skip
#: Images of these targets are looked at and not kept, at once (OpenGL 1.5, 5.4; EXT_texture_array 5.4).
_PROXIES = frozenset((0x8063, 0x8064, 0x8070, 0x84F7, 0x851B, 0x8C19, 0x8C1B, 0x9101, 0x9103))


def is_compiled(name: str) -> bool:
    """Whether a command goes into lists."""
    name = OTHER_NAMES.get(name, name)
    apart = name in _NAMES or name.startswith(_BEGINNINGS) or any(part in name for part in _PARTS)
    return not apart or name.startswith("Blit")  # which EXT_framebuffer_blit does not list


def compile_step(gl: ContextState, name: str, command: Command, given: tuple[Any, ...], named: Any) -> Any:
    """Put a command into the list that is being made; carry it out too where NewList said so.

    What the client's memory holds is read now. InputError for arguments the command does not take,
    INVALID_OPERATION for a command that may not be called now.
    """
    assert gl.lists.compiling is not None
    if name.startswith(_REFUSED):
        error = invalid_operation(f"list {gl.lists.compiling.name} is being made", "ARB_draw_instanced 5.4")
        error.call = name
        raise error
    try:
        arguments = signature(command.function).bind(*given, **named).args
    except TypeError:
        raise wrong_arguments(name, command, given, named) from None
    if "TexImage" in name and arguments[0] in _PROXIES:
        return called(gl, name, command, arguments)
    kept = tuple(map(_kept, arguments))
    client: Mapping[str, Any] = {}
    if (base := OTHER_NAMES.get(name, name)) in CAPTURED:
        kept, client = CAPTURED[base](gl, kept)
    gl.lists.compiling.steps.append(Step(name, kept, client))
    return (
        called(gl, name, command, arguments) if gl.lists.compiling.mode == enums.COMPILE_AND_EXECUTE else None
    )


def _kept(value: Any) -> Any:
    """An argument as it is now, whatever its owner does to it later."""
    if isinstance(value, (int, float, str, bytes, np.generic)) or value is None:
        return value
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, (list, tuple, Iterator)):
        return tuple(map(_kept, value))
    return copy.deepcopy(value)


def carry_out(gl: ContextState, steps: Steps) -> None:
    """All steps, whatever goes wrong in one; GLError for the first that did."""
    first: GLError | None = None
    for step in steps:
        try:
            if isinstance(step, Step):
                _take(gl, step)
            elif not draw_primitive(gl, step):
                carry_out(gl, step.steps)
        except GLError as error:
            first = first or error
    if first is not None:
        raise first


def _take(gl: ContextState, step: Step) -> None:
    command = COMMANDS[step.name]
    if not step.client:
        called(gl, step.name, command, step.arguments)
        return
    held = {path: gl.get(path) for path in step.client}
    _set(gl, step.client)
    try:
        called(gl, step.name, command, step.arguments)
    finally:
        _set(gl, held)


def _set(gl: ContextState, fields: Mapping[str, Any]) -> None:
    for path, value in fields.items():
        gl.put(path, value)
    note(gl, None)
