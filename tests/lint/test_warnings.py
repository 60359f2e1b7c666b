"""What programs that load are warned of: the rule, the place, nothing else."""

from __future__ import annotations

from batches import every

from nvrender.languages.load import load
from nvrender.lint.warnings import warnings_of

_VP = "!!ARBvp1.0\n"
_FP = "!!ARBfp1.0\n"
_NV4 = "!!NVvp4.0\n"
_PLACED = "MOV result.position, vertex.position; END"
_PAINTED = "MOV result.color, fragment.color; END"

_CASES = {
    # Results (ARB_vertex_program 2.14.3.4, ARB_fragment_program 3.11.3.4): undefined unless written.
    f"{_VP}MOV result.color, vertex.color; END": ["1:1 unwritten-result result.position"],
    f"{_VP}MOV result.position.xyz, vertex.position; END": ["2:5 unwritten-result result.position.w"],
    f"{_VP}MOV result.position.xyz, vertex.position; MOV result.position.w, 1.0; END": [],
    f"{_VP}OPTION ARB_position_invariant; MOV result.color, vertex.color; END": [],
    f"{_FP}TEMP a; MOV a, 1; END": ["1:1 unwritten-result result.color", "2:13 unused-value `a`"],
    f"{_FP}MOV result.depth.z, fragment.position.z; END": [],
    f"{_FP}MOV result.depth.x, fragment.position.z; END": ["2:5 unwritten-result result.depth.z"],
    f"{_FP}MOV result.color.rgb, fragment.color; END": ["2:5 unwritten-result result.color.w"],
    f"{_FP}KIL fragment.color; END": [],
    "!!NVfp5.0\nSTOREIM.F image[0], fragment.color, fragment.position, 2D;"
    " END": [],
    # Registers of these begin with values, results with (0, 0, 0, 1) (NV_vertex_program 2.14.1.5).
    "!!VP1.0\nMOV o[HPOS].x, v[0]; END": [],
    "!!NVgp4.0\nPRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; EMIT; END": [
        "1:1 unwritten-result result.position"
    ],
    # Names: what counts is a word that is no component, no part of a binding, no comment.
    f"{_VP}TEMP a, b;\nMOV b, vertex.position; MOV result.position, b; END": ["2:6 unused-name `a`"],
    f"{_VP}ATTRIB color = vertex.color; # color\nMOV result.color, vertex.color; {_PLACED}": [
        "2:8 unused-name `color`"
    ],
    f"{_VP}PARAM p = 1; ADDRESS A; OUTPUT o = result.color; {_PLACED}": [
        "2:7 unused-name `p`", "2:22 unused-name `A`", "2:32 unused-name `o`"
    ],
    f"{_VP}TEMP a; ALIAS b = a; MOV a, vertex.position; MOV result.position, a; END": [
        "2:15 unused-name `b`"
    ],
    f"{_VP}ATTRIB x = vertex.attrib[1]; MOV result.color.x, x.x; {_PLACED}": [],
    "!!FP1.0\nDEFINE half = 0.5; DECLARE tint; DECLARE gone;\nMUL R0, R0, tint; MUL o[COLR], R0, half; END": [
        "2:42 unused-name `gone`", "3:9 read-before-write `R0`"
    ],
    # Values: read on no path before they are written again or the program ends.
    f"{_VP}TEMP a; MOV a, 1; MOV a, vertex.position; MOV result.position, a; END": ["2:13 unused-value `a`"],
    f"{_VP}MOV result.color, 1; MOV result.color, vertex.color; {_PLACED}": [
        "2:5 unused-value `result.color`"
    ],
    f"{_VP}TEMP a; MOV a.x, 1; MOV a.yzw, vertex.position; MOV result.position, a; END": [],
    f"{_VP}TEMP a, b; MOV a, 1; ADD b, a, a; {_PLACED}": ["2:16 unused-value `a`", "2:26 unused-value `b`"],
    f"{_NV4}TEMP a; MOV.CC a, vertex.attrib[1]; IF GT.x; MOV a, 1; ENDIF; MOV result.position, a; END": [],
    f"{_NV4}TEMP a; MOV.CC a, vertex.attrib[1]; MOV result.position, a; END": [
        "2:16 unused-value condition code"
    ],
    f"{_NV4}TEMP a; MOV a, 0; REP 3; ADD a, a, 1; ENDREP; MOV result.position, a; END": [],
    f"{_NV4}TEMP a; CAL s; MOV result.position, a; RET; s: MOV a, 1; MOV a, 2; RET; END": [
        "2:52 unused-value `a`"
    ],
    "!!VP2.0\nMOVC CC, v[0]; MOV o[HPOS], v[0]; END": ["2:6 unused-value `CC`"],
    "!!VP1.1\nMOV R0, v[0]; MOV o[HPOS], v[0]; END": ["2:5 unused-value `R0`"],
    "!!NVfp5.0\nTEMP a; ATOM.ADD.U32 a.x, 1, 4; MOV result.color, 1; END": [],
    # Names that are words elsewhere, or here.
    f"{_NV4}TEMP MOV; MOV MOV, vertex.position; MOV result.position, MOV; END": ["2:6 shadowing-name `MOV`"],
    f"{_VP}ATTRIB texture = vertex.texcoord; MOV result.color, texture; {_PLACED}": [
        "2:8 shadowing-name !!NVvp4.0"
    ],
    f"{_FP}OPTION NV_fragment_program2; TEMP GT; MOV GT, fragment.color; KIL GT; {_PAINTED}": [
        "2:35 shadowing-name condition"
    ],
    "!!FP1.0\nDEFINE R40 = 1; MOV o[COLR], R40; END": ["2:8 shadowing-name !!FP2.0"],
    f"{_VP}TEMP R0, color, position; MOV R0, 1; ADD color, R0, R0; ADD position, color, R0;\n"
    "MOV result.position, position; END": [],
}  # fmt: skip


@every(("text", "expected"), _CASES.items())
def test_warnings(text: str, expected: list[str]) -> None:
    found = warnings_of(load(text))
    assert len(found) == len(expected), [str(row) for row in found]
    for row, line in zip(found, expected, strict=True):
        place, rule, what = line.split(" ", 2)
        assert (f"{row.line}:{row.column}", row.rule) == (place, rule)
        assert what in row.message


def test_a_warning_says_place_rule_and_what_would_be_right() -> None:
    (warning,) = warnings_of(load(f"{_VP}TEMP a;\n{_PLACED}", name="a.vp"))
    assert str(warning).splitlines() == [
        "a.vp:2:6: warning: `a` is declared and never used [unused-name]",
        "  TEMP a;",
        "       ^",
        "  leave its declaration out",
    ]
