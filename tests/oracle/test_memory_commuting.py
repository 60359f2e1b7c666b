"""What commutes runs together, with the same outcome (NV_gpu_program5 2.X.4.5)."""

from __future__ import annotations

import numpy as np
import pytest

import nvrender
from nvrender.gl.textures.images import Image
from nvrender.oracle.machine.prepare import prepare
from nvrender.oracle.memory.commuting import commutes

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


#: Operations of integers that leave the same whoever is first.
_UNORDERED = ("ADD", "MIN", "MAX", "AND", "OR", "XOR")


@pytest.mark.parametrize("space", ["an image", "a buffer"])
@pytest.mark.parametrize("operation", _UNORDERED)
@pytest.mark.parametrize("type", ["U32", "S32"])
def test_operations_nobody_reads_the_result_of_are_not_put_in_order(
    operation: str, type: str, space: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The texels are those of the program that reads results; places outside change nothing."""
    rng = np.random.default_rng(5)
    given = rng.integers(-(2**31), 2**31, (40, 4)).astype(np.int32)
    at = rng.integers(-3, 20, (40, 4)).astype(np.int32)
    where = "c, image[0], 1D" if space == "an image" else "s[c.x]"
    name = "ATOMIM" if space == "an image" else "ATOMB"
    text = (
        "!!NVvp5.0\nOPTION NV_shader_storage_buffer;\nSTORAGE s[] = { program.storage[0] };\nTEMP c, d;\n"
        f"MOV.S c, vertex.attrib[2];\n{'' if space == 'an image' else 'MUL.S c, c, 4;'}\n"
        f"{name}.{operation}.{type} d.x, vertex.attrib[1].x, {where};\n"
    )
    attributes = {"vertex.attrib[1]": given, "vertex.attrib[2]": at}

    def left(text: str) -> np.ndarray:
        start = np.arange(16, dtype=np.int32 if type == "S32" else np.uint32) * 1000003
        image = Image(start[:, None].copy(), "R32I" if type == "S32" else "R32UI", "1D")
        outcome = nvrender.run(
            text, attributes, images={0: image}, storage={0: start}, count=40, backend="oracle"
        )
        return np.asarray(outcome.images[0] if space == "an image" else outcome.storage[0]).reshape(-1)

    seen = left(f"{text}MOV.U result.attrib[1], d.x;\nEND")
    monkeypatch.setattr("nvrender.oracle.memory.atomics.performed", lambda *_: None)
    assert len(np.unique(seen)) > 3
    np.testing.assert_array_equal(left(f"{text}END"), seen)
