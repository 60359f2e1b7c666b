"""What instructions become, read as text; what cannot be expressed, and why."""

from __future__ import annotations

import numpy as np
import pytest
from batches import every

import nvrender
from nvrender.source import InputError, TargetError

_LOOP = """!!ARBfp1.0
OPTION NV_fragment_program2;
TEMP sum;
MOV sum, 0.0;
REP program.local[0];
  ADD sum, sum, fragment.texcoord[0];
ENDREP;
MOV result.color, sum;
END"""


def body(text: str) -> list[str]:
    """The instructions of a port."""
    source = nvrender.assemble(nvrender.load(text)).source
    return source.partition("\n\n")[2].splitlines()[:-1]


@every(
    ("text", "expected"),
    [
        # ARB's RSQ and LG2 are those of VP2.0 but for what the ARB leaves open.
        ("!!VP2.0\nRSQ o[HPOS], -v[0].x; END", ["RSQ result.position, -OPOS.x;"]),
        # A sign that the specification keeps as a test: not NaN, not 0 (NV_vertex_program2 2.14.3.31, 36).
        (
            "!!VP2.0\nSSG o[HPOS], v[0]; END",
            ["SLT T1, 0.0, OPOS;", "SLT T2, OPOS, 0.0;", "SUB result.position, T1, T2;"],
        ),
        # One address register: the second index waits until the first was used.
        (
            "!!NVvp4.0\nPARAM p[3] = { program.local[0..2] }; INT TEMP i;\n"
            "FLR.S i.xy, vertex.attrib[1];\nADD result.position, p[i.x], p[i.y];\nEND",
            [
                "FLR i.xy, vertex.attrib[1];", "ARL A0.x, i.x;", "MOV T1, p[A0.x];", "ARL A0.x, i.y;",
                "ADD result.position, T1, p[A0.x];",
            ],
        ),
        # A condition code that nothing has set yet is 0, and decides at once.
        ("!!FP1.0\nKIL GT; MOV o[COLR], f[COL0]; END", ["MOV result.color, fragment.color.primary;"]),
        (
            "!!NVfp4.0\nMOV result.color, fragment.attrib[3];\nEND",
            ["MOV result.color, fragment.texcoord[3];"],
        ),
    ],
)  # fmt: skip
def test_instructions(text: str, expected: list[str]) -> None:
    assert body(text) == expected


def test_an_offset_beyond_that_of_operands() -> None:
    """Operands add -64 to 63 to the address (ARB_vertex_program 2.14.3.5), VP2.0's -256 to 255."""
    lines = body("!!VP2.0\nARL A0.x, v[1].x;\nMOV o[HPOS], c[A0.x+200];\nMOV o[COL0], c[A0.x-3];\nEND")
    assert "MOV result.position, c[A0.x - 56];" in lines
    assert "MOV result.color, c[A0.x - 3];" in lines
    assert sum(line.startswith("ARL") for line in lines) == 2


def test_loops_are_left_after_as_many_turns_as_asked() -> None:
    program = nvrender.load(_LOOP)
    with pytest.raises(TargetError, match="how often the loop runs is known at run time alone"):
        nvrender.assemble(program)
    port = nvrender.assemble(program, turns=3).program
    rows = {"fragment.texcoord[0]": np.float32([[0.125, 0.0625, 0.25, 0.03125]])}
    for count in range(5):
        given = {"program.local[0]": [count, 0, 0, 0]}
        expected = rows["fragment.texcoord[0]"] * min(count, 3)
        assert np.array_equal(nvrender.run(port, rows, given)["color[0]"], np.clip(expected, 0, 1))
    for wrong in (0, -1, True, 1.5):
        with pytest.raises(InputError, match="turns must be a number from 1 on"):
            nvrender.assemble(program, turns=wrong)  # type: ignore[arg-type]


@every(
    ("text", "place", "message"),
    [
        ("!!FP1.0\nDDX R0, f[TEX0];\nMOV o[COLR], R0;\nEND", "2:1", "plain ARB programs have no derivatives"),
        (
            "!!FP1.0\nTXD R0, f[TEX0], R1, R2, TEX0, 2D;\nMOV o[COLR], R0;\nEND", "2:1",
            "plain ARB programs take no derivatives of coordinates",
        ),
        (
            "!!FP2.0\nTXL o[COLR], f[TEX0], TEX0, 2D;\nEND", "2:1",
            "plain ARB programs choose no level of detail",
        ),
        (
            "!!VP2.0\nMOV o[HPOS], v[0];\nMOV o[CLP2].x, v[1].x;\nEND", "3:5",
            "plain ARB programs have no result `result.clip[2]`",
        ),
        ("!!FP2.0\nMOV o[COLR], f[FACE];\nEND", "2:14", "have no attribute `fragment.facing`"),
        ("!!NVvp4.0\nMOV result.attrib[8], 1;\nEND", "2:5", "have no result `result.attrib[8]`"),
        (
            "!!NVvp4.0\nMOV result.attrib[2], 1;\nMOV result.texcoord[2], 1;\nEND", "3:5",
            "`result.texcoord[2]` would stand for both `result.texcoord[2]` and `result.attrib[2]`",
        ),
        (
            "!!NVfp4.0\nFLAT ATTRIB a = fragment.attrib[1];\nMOV result.color, a;\nEND", "2:13",
            "plain ARB programs have no attributes that are `FLAT`",
        ),
        ("!!NVvp4.0\nMOV.S result.attrib[0], 1;\nEND", "2:1", "plain ARB programs have no integers"),
        (
            "!!NVvp4.0\nINT ATTRIB a = vertex.attrib[1];\nTEMP r;\nI2F r, a;\nMOV result.position, r;\nEND",
            "4:1", "plain ARB programs have no integers",
        ),
        (
            "!!NVvp5.0\nTEMP r;\nLOAD.F32 r, program.local[0].x;\nMOV result.position, r;\nEND", "3:1",
            "plain ARB programs have nothing like `LOAD`",
        ),
        (
            "!!NVvp4.0\nTEMP r;\nTEX r, vertex.attrib[1], texture[0], 2D;\nMOV result.color, r;\nEND", "3:1",
            "vertex programs of ARB_vertex_program read no textures",
        ),
        (
            "!!NVfp4.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D, (1, 0);\nEND",
            "2:1", "plain ARB programs have no texel offsets",
        ),
        ("!!NVfp4.0\nTEMP t;\nMOV.U t, 0x7FC00000;\nMOV result.color, t;\nEND", "3:1", "no text for NaN"),
    ],
)  # fmt: skip
def test_refusals(text: str, place: str, message: str) -> None:
    with pytest.raises(TargetError) as caught:
        nvrender.assemble(nvrender.load(text, name="a"))
    first, line, caret = str(caught.value).splitlines()
    assert first.startswith(f"a:{place}: ") and message in first
    assert line[caret.index("^")] != " "


def test_other_stages_and_other_things() -> None:
    compute = nvrender.load("!!NVcp5.0\nGROUP_SIZE 1;\nEND", name="a")
    with pytest.raises(
        TargetError, match="a: plain ARB programs are vertex and fragment programs, and this is"
    ):
        nvrender.assemble(compute)
    with pytest.raises(InputError, match="give what nvrender"):
        nvrender.assemble("!!VP1.0 END")  # type: ignore[arg-type]
    plain = nvrender.load("!!ARBvp1.0\nMOV result.position, vertex.position;  # as it is\nEND")
    assert nvrender.assemble(plain).source == plain.source.text
