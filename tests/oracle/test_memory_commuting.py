"""What commutes runs together, with the same outcome (NV_gpu_program5 2.X.4.5)."""

from __future__ import annotations

import numpy as np
import pytest

import nvrender
from nvrender.gl.images import Image
from nvrender.oracle.memory_commuting import commutes
from nvrender.oracle.prepare import prepare

HEAD = "!!NVvp5.0\nTEMP c, d, e[2];\nBUFFER b = program.buffer[0..1][0];\nINT TEMP a;\n"
ADD = "ATOMIM.ADD.U32 d, {1}, c, image[0], 1D;"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (ADD, True),
        (f"{ADD}\nATOMIM.ADD.S32 d, {{-1}}, c, image[1], 1D;", True),
        (f"{ADD}\nATOMIM.ADD.U32 d.x, c, c, image[1], 1D;", True),
        (f"{ADD}\nATOM.MAX.S32 d, c, 65536;", True),
        (f"{ADD}\nLOAD.U32 c, 65536;", True),
        (f"{ADD}\nMOV result.position, d;", False),
        (f"{ADD}\nMOV result.position, e[a.x];", True),
        ("ATOMIM.ADD.U32 e[1], {1}, c, image[0], 1D;\nMOV result.position, e[a.x];", False),
        ("ATOMIM.ADD.S32 a, {1}, c, image[0], 1D;\nMOV result.position, e[a.x];", False),
        ("ATOMIM.ADD.S32 a, {1}, c, image[0], 1D;\nMOV e[a.x], 0;", False),
        ("ATOMIM.ADD.S32 a, {1}, c, image[0], 1D;\nMOV result.position, b[a.x];", False),
        (f"{ADD}\nMOV result.position, b[a.x];", True),
        ("ATOMIM.ADD.U32 e[a.x], {1}, c, image[0], 1D;\nMOV result.position, e[1];", False),
        ("ATOMIM.ADD.U32 result.attrib[0], {1}, c, image[0], 1D;", False),
        ("ATOMIM.ADD.U32.CC d, {1}, c, image[0], 1D;", False),
        (f"{ADD}\nATOMIM.MAX.U32 d, {{1}}, c, image[1], 1D;", False),
        ("ATOM.MAX.S32 d, c, 65536;\nATOM.MAX.U32 d, c, 65536;", False),
        (f"{ADD}\nLOADIM.U32 c, c, image[1], 1D;", False),
        (f"{ADD}\nSTOREIM.U32 image[1], c, c, 1D;", False),
        ("ATOMIM.EXCH.U32 d, {1}, c, image[0], 1D;", False),
        ("ATOMIM.IWRAP.U32 d, {9}, c, image[0], 1D;", False),
        ("STORE.U32 c, 65536;", False),
    ],
)
def test_which_programs_commute(body: str, expected: bool) -> None:
    program = nvrender.load(f"{HEAD}MOV.S a, vertex.id;\nMOV.U c, 0;\n{body}\nEND")
    assert commutes(program) is expected
    assert prepare(program, {}).sequential is not expected


def test_floats_do_not_commute() -> None:
    text = HEAD.replace("0\n", "0\nOPTION NV_shader_atomic_float;\n", 1)
    program = nvrender.load(f"{text}ATOMIM.ADD.F32 d, {{1}}, {{0}}, image[0], 1D;\nEND")
    assert not commutes(program)


def test_many_additions_in_loops_are_all_there() -> None:
    """Invocations that meet at the same texels in another order each time."""
    program = (
        "!!NVvp5.0\nTEMP c, d, i;\nMOV.U c, 0;\nMOV.U i, vertex.id;\nREP.S {50};\nMUL.U i.x, i.x, 1664525;\n"
        "ADD.U i.x, i.x, 1013904223;\nSHR.U c.x, i.x, 26;\n"
        "ATOMIM.ADD.U32 d, i.x, c, image[0], 1D;\nENDREP;\nEND"
    )
    image = Image(np.zeros(64, np.uint32), "R32UI", "1D")
    left = nvrender.run(program, count=2000, images={0: image}).images[0]
    seeds, wanted = np.arange(2000, dtype=np.uint32), np.zeros(64, np.uint32)
    for _ in range(50):
        seeds = seeds * np.uint32(1664525) + np.uint32(1013904223)
        np.add.at(wanted, seeds >> 26, seeds)
    assert (left == wanted).all()
