"""Which registers are warned of, and where."""

from __future__ import annotations

import pytest

from nvrender.languages.load import load
from nvrender.lint.first_reads import first_reads

_NV4 = "!!NVvp4.0\nTEMP a, b, t[2]; INT TEMP n;\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!!VP1.0 MOV o[HPOS],R1;END", ["`R1` 1:21 NV_vertex_program2 2.14.1.4"]),
        ("!!VP2.0 MOV o[HPOS],c[A1.y];END", ["`A1.y` 1:21 NV_vertex_program2 2.14.1.3"]),
        ("!!VP2.0 BRA e (GT.x);MOV R0,v[0];e:MOV o[HPOS],R0.yyyy;END",
         ["`R0.y` 1:48 NV_vertex_program2 2.14.1.4"]),
        ("!!VP2.0 MOVC R0,v[0];BRA s (GT.x);MOV R1.x,v[0];BRA e;s:MOV R1,c[0];e:MOV o[HPOS],R1.x;END", []),
        ("!!FP1.0 MOV o[COLR],H3.x;END", ["`H3.x` 1:21 NV_fragment_program 3.11.1.2"]),
        (f"{_NV4}MUL a.x, vertex.position, 2; MAD b, a, a, a; MOV result.position, b.x; END", []),
        (f"{_NV4}IF EQ.x; MOV a, 1; ENDIF; MOV result.position, a; END",
         ["`CC0.x` 3:4 NV_gpu_program4 2.X.3.7", "`a` 3:48 ARB_vertex_program 2.14.4.4"]),
        (f"{_NV4}REP.S n; MOV a, 1; ENDREP; MOV result.position, a; END",
         ["`n.x` 3:7 ARB_vertex_program 2.14.4.4"]),
        (f"{_NV4}CAL s; MOV result.position, a; RET; s: MOV a.xyz, b; RET; END",
         ["`b.xyz` 3:51 ARB_vertex_program 2.14.4.4", "`a.w` 3:29 ARB_vertex_program 2.14.4.4"]),
        (f"{_NV4}ADD.S n.x, vertex.attrib[1], 0; MOV result.position, t[n.x]; END", []),
        (f"{_NV4}MOV a, b; END", []),
    ],
)  # fmt: skip
def test_first_reads(text: str, expected: list[str]) -> None:
    found = [
        f"{row.message.split()[0]} {row.line}:{row.column} {row.section}" for row in first_reads(load(text))
    ]
    assert sorted(found) == sorted(expected)
