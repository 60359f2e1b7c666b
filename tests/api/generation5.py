"""Programs of generation 5, one for each target of commands, and contexts that draw with them."""

from __future__ import annotations

from nvrender.api import Context, enums

ASCII = enums.PROGRAM_FORMAT_ASCII_ARB
VERTEX, FRAGMENT = enums.VERTEX_PROGRAM_ARB, enums.FRAGMENT_PROGRAM_ARB
GEOMETRY, CONTROL = enums.GEOMETRY_PROGRAM_NV, enums.TESS_CONTROL_PROGRAM_NV
EVALUATION, COMPUTE = enums.TESS_EVALUATION_PROGRAM_NV, enums.COMPUTE_PROGRAM_NV

#: Target → a program that it loads.
PROGRAMS = {
    VERTEX: "!!NVvp5.0 MOV result.position, vertex.position; MOV result.color, vertex.color; END",
    CONTROL: """!!NVtcp5.0
VERTICES_OUT 3;
ATTRIB position = vertex.position;
ATTRIB color = vertex.color;
TEMP number;
MOV.U number.x, primitive.invocation.x;
MOV result.position, position[number.x];
MOV result.color, color[number.x];
MOV result.patch.tessouter[0], program.local[0].x;
MOV result.patch.tessouter[1], program.local[0].y;
MOV result.patch.tessouter[2], program.local[0].z;
MOV result.patch.tessinner[0], program.local[0].w;
END""",
    EVALUATION: """!!NVtep5.0
TESS_MODE TRIANGLES;
TEMP p;
MUL p, vertex[0].position, vertex.tesscoord.x;
MAD p, vertex[1].position, vertex.tesscoord.y, p;
MAD result.position, vertex[2].position, vertex.tesscoord.z, p;
MOV result.color, program.env[0];
END""",
    GEOMETRY: (
        "!!NVgp5.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
        "MOV result.position,vertex[0].position; EMIT; END"
    ),
    FRAGMENT: "!!NVfp5.0 MOV result.color, fragment.color; END",
    COMPUTE: "!!NVcp5.0 GROUP_SIZE 4; TEMP t; MOV t, invocation.localid; END",
}
#: A triangle over the whole frame.
CORNERS = [(-1, -1), (3, -1), (-1, 3)]


def loaded(gl: Context, target: int, text: str) -> None:
    """Make a program of the default object of ``target`` and switch the target on."""
    gl.ProgramStringARB(target, ASCII, text)
    gl.Enable(target)


def draw(gl: Context, mode: int = enums.TRIANGLES) -> None:
    """One primitive over the whole frame."""
    gl.Begin(mode)
    for corner in CORNERS:
        gl.Vertex2f(*corner)
    gl.End()


def pixel(gl: Context, x: int = 1, y: int = 1) -> tuple[int, ...]:
    return tuple(gl.ReadPixels(x, y, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE)[0, 0].tolist())
