"""Programs in the driver: whether it has their language, loading them, and their parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from nvrender.gl.inputs.results import Float32Array
from nvrender.gpu.native.context import Native
from nvrender.program import BindingKind, Program
from nvrender.program.profile import Stage
from nvrender.source import TargetError

#: VERTEX_PROGRAM_ARB, which is VERTEX_PROGRAM_NV's number too, and FRAGMENT_PROGRAM_ARB.
VERTEX, FRAGMENT = 0x8620, 0x8804
_ASCII, _ERROR_POSITION, _ERROR_STRING = 0x8875, 0x864B, 0x8874
_MOST_ENVIRONMENT = 0x88B5

_LANGUAGES = {
    "VP1.0": "GL_NV_vertex_program",
    "VP1.1": "GL_NV_vertex_program1_1",
    "VP2.0": "GL_NV_vertex_program2",
    "ARBvp1.0": "GL_ARB_vertex_program",
    "ARBvp1.0 with NV_vertex_program2": "GL_NV_vertex_program2_option",
    "ARBvp1.0 with NV_vertex_program3": "GL_NV_vertex_program3",
    "NVvp4.0": "GL_NV_vertex_program4",
    "ARBfp1.0": "GL_ARB_fragment_program",
    "ARBfp1.0 with NV_fragment_program": "GL_NV_fragment_program_option",
    "ARBfp1.0 with NV_fragment_program2": "GL_NV_fragment_program2",
    "FP1.0": "GL_NV_fragment_program",
    "FP2.0": "GL_NV_fragment_program2",
    "NVfp4.0": "GL_NV_fragment_program4",
    "NVvp5.0": "GL_NV_gpu_program5",
    "NVfp5.0": "GL_NV_gpu_program5",
}
#: Options that an extension of their own defines.
_OPTIONS = {
    "ARB_draw_buffers": "GL_ARB_draw_buffers",
    "ATI_draw_buffers": "GL_ATI_draw_buffers",
    "ARB_fragment_program_shadow": "GL_ARB_fragment_program_shadow",
    "ARB_fragment_coord_origin_upper_left": "GL_ARB_fragment_coord_conventions",
    "ARB_fragment_coord_pixel_center_integer": "GL_ARB_fragment_coord_conventions",
}


def check_language(native: Native, program: Program) -> None:
    """TargetError if the driver lacks the extension of ``program``'s language or of one of its options."""
    needed = [_LANGUAGES[program.profile.name]]
    needed += [_OPTIONS[option] for option in sorted(program.options) if option in _OPTIONS]
    for extension in needed:
        if extension not in native.extensions:
            raise TargetError(
                f"backend native cannot run {program.profile.name} programs on {native.renderer}: "
                f"it has no {extension.removeprefix('GL_')}"
                if extension == needed[0]
                else f"backend native cannot run {program.source.name} on {native.renderer}: "
                f"it has no {extension.removeprefix('GL_')}"
            )


def target_of(program: Program) -> int:
    """What the program is bound to."""
    return FRAGMENT if program.profile.stage is Stage.FRAGMENT else VERTEX


def function(name: str) -> Any:
    """A function of the program extensions."""
    from OpenGL.GL.ARB import vertex_program as arb
    from OpenGL.GL.NV import vertex_program as nv

    return getattr(arb if name.endswith("ARB") else nv, name)


@contextmanager
def loaded(native: Native, target: int, text: bytes, name: str, *, nv: bool = False) -> Iterator[None]:
    """``text`` is loaded and enabled inside the block; TargetError with the driver's message if refused.

    ``nv`` says that it is of a register-named language.
    """
    gl, suffix = native.gl, "NV" if nv else "ARB"
    names = np.zeros(1, np.uint32)
    function(f"glGenPrograms{suffix}")(1, names)
    number = int(names[0])
    try:
        function(f"glBindProgram{suffix}")(target, number)
        try:
            if nv:
                function("glLoadProgramNV")(target, number, len(text), text)
            else:
                function("glProgramStringARB")(target, _ASCII, len(text), text)
        except gl.GLError:
            position, message = int(gl.glGetIntegerv(_ERROR_POSITION)), gl.glGetString(_ERROR_STRING) or b""
            raise TargetError(
                f"{native.renderer} refuses {name} at byte {position}: {message.decode('latin-1').strip()}"
            ) from None
        gl.glEnable(target)
        yield
    finally:
        gl.glDisable(target)
        function(f"glBindProgram{suffix}")(target, 0)
        function(f"glDeletePrograms{suffix}")(1, names)


def environment_size(native: Native, program: Program) -> int:
    """How many ``program.env`` the driver has for the program's stage."""
    found = np.zeros(1, np.int32)
    function("glGetProgramivARB")(target_of(program), _MOST_ENVIRONMENT, found)
    return int(found[0])


def set_parameters(
    native: Native, program: Program, parameters: Float32Array, moved: Mapping[str, int]
) -> None:
    """Environment and local parameters, or all of c[]; constants are in the text, other state in GL."""
    target = target_of(program)
    if not program.profile.declares_names:
        for index, vector in enumerate(parameters):
            function("glProgramParameter4fvNV")(target, index, vector)
        return
    for binding, vector in zip(program.parameters, parameters, strict=True):
        local, index = binding.kind is BindingKind.LOCAL, moved.get(binding.name, binding.index)
        if not local and binding.kind is not BindingKind.ENVIRONMENT and binding.name not in moved:
            continue
        name = "glProgramLocalParameter4fvARB" if local else "glProgramEnvParameter4fvARB"
        try:
            function(name)(target, index, vector)
        except native.gl.GLError:
            raise TargetError(f"{native.renderer} has no {binding.name}") from None
