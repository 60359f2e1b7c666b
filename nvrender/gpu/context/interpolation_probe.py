"""Whether a context interpolates wrongly away from the centre of a pixel (nvrender.glsl.io.interpolation)."""

from __future__ import annotations

import weakref

import moderngl
import numpy as np

from nvrender.gpu.context.hold import held
from nvrender.gpu.context.making import make_program
from nvrender.gpu.context.neutral import neutral
from nvrender.program import Program

#: The GLSL and the OpenGL that have interpolateAtOffset.
WEIGHTED = 400
#: A triangle over one pixel, whose w differ; what is 1 at its corners is 1 everywhere.
_VERTEX = """\
#version 400 core
out float one;
void main() {
    float w = float(gl_VertexID + 1);
    vec2 place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(place * w, 0.0, w);
    one = 1.0;
}
"""
_FRAGMENT = """\
#version 400 core
in float one;
layout(location = 0) out vec4 found;
void main() {
    found = vec4(interpolateAtOffset(one, vec2(0.5, -0.5)));
}
"""
_known: weakref.WeakKeyDictionary[moderngl.Context, bool] = weakref.WeakKeyDictionary()


def away_from_centers(program: Program) -> bool:
    """True if the program reads attributes anywhere but at the centres of pixels."""
    words = {"CENTROID", "SAMPLE"}
    return any(row.opcode.interpolates for row in program.instructions) or any(
        row.interpolation & words for row in program.attributes
    )


def divides_wrongly(context: moderngl.Context) -> bool:
    """True if the context divides by 1/w at the centre what it interpolates elsewhere; drawn once."""
    if context not in _known:
        _known[context] = context.version_code >= WEIGHTED and _drawn(context) != 1.0
    return _known[context]


def _drawn(context: moderngl.Context) -> float:
    """What 1 becomes, to three digits."""
    with held(context):
        neutral(context)
        color = context.texture((1, 1), 4, dtype="f4")
        framebuffer = context.framebuffer([color])
        program = make_program(context, vertex_shader=_VERTEX, fragment_shader=_FRAGMENT)
        array = context.vertex_array(program, [])
        framebuffer.use()
        context.enable_only(moderngl.NOTHING)
        array.render(moderngl.TRIANGLES, vertices=3)
        found = float(np.frombuffer(color.read(), np.float32)[0])
        for used in (array, program, framebuffer, color):
            used.release()
    return round(found, 3)
