"""What every shader is put together from, of whatever language: its flow, its first line, its parts."""

from __future__ import annotations

import os.path

from nvrender.glsl.comments import sanitised
from nvrender.program import Program

#: The interfaces of a fragment program: a pipeline's shader, and one over arrays.
FRAGMENT_KINDS = ("fragment", "pixels")

#: GLSL 3.30 has no ``precise``; where the extension is missing the word vanishes.
PRECISE_330 = """\
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif"""


def headline(program: Program, kind: str, *, exact: bool) -> str:
    """The comment that says what a shader was made from."""
    name = sanitised(os.path.basename(program.source.name)) or "a program"
    purpose = {
        "vertex": "vertex shader",
        "feedback": "vertex shader for transform feedback",
        "compute": "compute shader",
        "groups": "compute shader of work groups",
        "patches": "compute shader over patches",
        "fragment": "fragment shader",
        "pixels": "fragment shader over arrays",
        "geometry": "geometry shader",
        "control": "",
    }[kind]
    if program.tessellation is not None and kind != "patches":
        purpose = f"{program.profile.stage.value} shader"
    if program.geometry is not None and kind == "feedback":
        purpose = "geometry shader for transform feedback"
    numerics = "exact" if exact else "fast"
    return f"// Translated from {name} ({program.profile.header}): {purpose}, {numerics} numerics"
