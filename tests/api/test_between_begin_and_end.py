"""What may be called between Begin and End, and that nothing else may (OpenGL 1.5, 2.6.3)."""

from __future__ import annotations

import re

from api_helpers import context
from batches import every

from nvrender.api import enums
from nvrender.api.command import COMMANDS

#: Vertex, its attributes and materials, EvalCoord and EvalPoint, array elements and lists; of the extensions
#: the attributes (NV_vertex_program 2.6.3, ARB_vertex_program 2.6.3, NV_vertex_program4 2.6.3).
ALLOWED = re.compile(
    r"(Vertex[234]|Color[34]|SecondaryColor3|Normal3|TexCoord[1234]|MultiTexCoord[1234]|FogCoord|EdgeFlag"
    r"|Indexi?|EvalCoord[12]|VertexAttrib(s|I|L)?[1234]N?)(b|s|i|f|d|ub|us|ui|i64|ui64)?v?(ARB|EXT|NV)?"
    r"|Material(i|f)v?|EvalPoint[12]|ArrayElement(EXT)?|CallLists?|End"
)


@every("name", COMMANDS)
def test_what_may_stand_between(name: str) -> None:
    gl = context()
    before = gl.GetVertexAttribfvNV(3, enums.CURRENT_ATTRIB_NV)
    gl.Begin(enums.POINTS)
    assert COMMANDS[name].inside == bool(ALLOWED.fullmatch(name))
    if not COMMANDS[name].inside:
        getattr(gl, name)()  # refused before its arguments are looked at
        gl.End()
        assert gl.GetError() == enums.INVALID_OPERATION
        assert gl.GetVertexAttribfvNV(3, enums.CURRENT_ATTRIB_NV) == before


def test_a_state_program_is_not_executed_between() -> None:
    """NV_vertex_program Errors: ExecuteProgramNV between Begin and End."""
    gl = context()
    gl.Begin(enums.POINTS)
    gl.ExecuteProgramNV(enums.VERTEX_STATE_PROGRAM_NV, 2, (1, 2, 3, 4))
    gl.End()
    assert gl.GetError() == enums.INVALID_OPERATION
    pname = enums.PROGRAM_PARAMETER_NV
    assert gl.GetProgramParameterfvNV(enums.VERTEX_PROGRAM_NV, 2, pname) == (0, 0, 0, 0)
