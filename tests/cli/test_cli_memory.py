"""Memory, storage buffers and work groups at the prompt: ``run``, ``trace`` and ``diff``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_helpers import Command

SUM = """!!NVcp5.0
GROUP_SIZE 4;
PARAM numbers = program.local[0];
PARAM sum = program.local[1];
TEMP place, number;
SHL.U place.x, invocation.globalid.x, 2;
ADD.U place.x, place.x, numbers.x;
LOAD.U32 number.x, place.x;
BAR;
ATOM.ADD.U32 number.y, number.x, sum.x;
END"""
STORED = """!!NVvp5.0
OPTION NV_shader_storage_buffer;
STORAGE kept[] = { program.storage[3] };
TEMP place;
SHL.U place.x, vertex.id.x, 2;
STB.F32 vertex.position, kept[place.x];
MOV result.position, vertex.position;
END"""
#: Each invocation leaves its number in one place: which one stays depends on their order.
RACE = """!!NVcp5.0
GROUP_SIZE 4;
STORE.U32 invocation.globalid, program.local[0].x;
END"""


@pytest.fixture
def summed(tmp_path: Path) -> list[str]:
    """A program with its memory."""
    (tmp_path / "sum.cp").write_text(SUM)
    arrays = {"numbers": np.arange(8, dtype=np.uint32), "sum": np.zeros(1, np.uint32)}
    np.savez(tmp_path / "memory.npz", **arrays)
    given = ["-p", "program.local[0]=@numbers", "-p", "program.local[1]=@sum", "--groups", "2"]
    return [str(tmp_path / "sum.cp"), "--memory", str(tmp_path / "memory.npz"), *given]


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_run(nvrender: Command, summed: list[str], tmp_path: Path, backend: str) -> None:
    lines = nvrender("run", *summed, "--backend", backend).out.splitlines()
    assert lines[7:] == ["memory.numbers[7]  7", "memory.sum[0]  28", "faults[0]  0"]
    failed = nvrender("run", *summed, "--backend", "native")
    failed.failed_with("is a compute program; what runs here is vertex and fragment programs")
    nvrender("run", *summed, "--backend", backend, "-o", tmp_path / "left.npz")
    assert np.load(tmp_path / "left.npz")["memory.sum"].tolist() == [28]


def test_storage(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "kept.vp").write_text(STORED)
    np.savez(tmp_path / "kept.npz", **{"3": np.zeros(3, np.float32)})
    np.savez(tmp_path / "in.npz", position=np.array([[1.5], [2.5], [3.5], [4.5]], np.float32))
    given = ("--storage", tmp_path / "kept.npz", "--attributes", tmp_path / "in.npz", "--json")
    found = json.loads(nvrender("run", tmp_path / "kept.vp", *given).out)
    assert found["storage[3]"] == [1.5, 2.5, 3.5] and found["faults"] == [1]
    steps = json.loads(nvrender("trace", tmp_path / "kept.vp", *given, "--vertex", "1").out)
    (change,) = steps[1]["changes"]
    assert change["register"] == "storage[3]" and change["component"] == "[4]"
    assert np.uint32(change["new"]) == np.float32(2.5).view(np.uint32)


def test_trace_shows_what_one_invocation_changes(nvrender: Command, summed: list[str]) -> None:
    """The numbers of the invocations before it are added already (docs/semantics.md)."""
    lines = nvrender("trace", *summed, "--vertex", "5").out.splitlines()
    assert [line.split("; ")[-1].strip() for line in lines[:3]] == [
        "place: x 0 → 20", "place: x 20 → 65556", "number: x 0 → 5",
    ]  # fmt: skip
    assert lines[3].endswith("BAR;") and lines[4].endswith("memory.sum: [0] 10 → 15")
    assert len(lines) == 5 and nvrender("trace", *summed, "--invocation", "5").out.splitlines() == lines
    assert nvrender("trace", *summed, "--invocation", "5,0").out.splitlines() == lines
    failed = nvrender("trace", *summed, "--vertex", "8")
    assert failed.status == 1 and failed.err == "there is no invocation 8; there are 8, 0 to 7\n"
    for given, status, message in (
        (("8,0",), 1, "there is no invocation at 8, 0, 0; there are 8 × 1 × 1"),
        (("1,0,0,0",), 2, "'1,0,0,0' is not a number or X,Y,Z"),
        (("",), 2, "the argument '' names nothing"),
        (("1.5",), 2, "'1.5' is not a number or X,Y,Z"),
        (("2", "--vertex", "3"), 2, "takes --invocation, and neither --vertex nor --patch"),
    ):
        nvrender("trace", *summed, "--invocation", *given).failed_with(message, status=status)


def test_a_trace_tells_of_invalid_accesses(nvrender: Command, summed: list[str]) -> None:
    """NV_gpu_program5 2.X.4.5: what lies behind the buffer."""
    given = [*summed[:-2], "--groups", "3", "--vertex", "9"]
    assert nvrender("trace", *given).out.splitlines()[2].endswith("invalid access")
    steps = json.loads(nvrender("trace", *given, "--json").out)
    assert [step.get("invalid", False) for step in steps] == [False, False, True, False, False]


def test_diff(nvrender: Command, summed: list[str], tmp_path: Path) -> None:
    assert nvrender("diff", *summed).out.splitlines()[1:] == [
        "  memory.numbers: 0 of 8 differ", "  memory.sum: 0 of 1 differ",
    ]  # fmt: skip
    (found,) = json.loads(nvrender("diff", *summed, "--json").out)
    assert found["mismatches"] == 0 and found["faults"] == {"oracle": 0, "gpu": 0}
    for option in (("-o", tmp_path / "a.png"), ("--backend", "native"), ("--report", tmp_path / "r")):
        failed = nvrender("diff", *summed, *option)
        assert failed.status == 2 and "do not apply to a program that reaches memory" in failed.err


def test_a_difference_is_told() -> None:
    """What two sides leave, and the faults of each."""
    from nvrender.gl.inputs.results import Results
    from nvrender.regression.comparison.memory import MemoryComparison, _arrays, _differ

    one = Results({}, memory={"a": np.array([1, 2], np.uint32)}, storage={0: np.array([1.0, 2.0])})
    other = Results({}, memory={"a": np.array([1, 3], np.uint32)}, storage={0: np.array([1.0, 2.00001])})
    counts = {name: int(_differ(*pair).sum()) for name, pair in _arrays(one, other).items()}
    assert counts == {"memory.a": 1, "storage[0]": 0}
    found = MemoryComparison("p", {"memory.a": (1, 2)}, (3, 0))
    assert found.mismatches == 2
    assert found.text().splitlines() == [
        "p: 2 differences", "  memory.a: 1 of 2 differ",
        "  invalid accesses: 3 on the oracle, 0 on the GPU",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("-p", "program.local[0]=@numbers"), 2, "@numbers is an address; give --memory"),
        (("--groups", "x"), 2, "'x' is not X[,Y,Z]"),
        (("--groups", "1,2,3,4"), 1, "groups has 4 numbers; give one to three"),
        (("--memory", "{memory}", "-p", "program.local[0]=@other"), 1, "there is no buffer 'other'"),
        (("--storage", "{memory}"), 1, "storage buffers are named by their binding, not 'numbers'"),
        (("--memory", "{array}"), 1, "memory needs an .npz with arrays, each by a name"),
    ],
)
@pytest.mark.parametrize("command", ["run", "trace", "diff"])
def test_mistakes(
    nvrender: Command,
    summed: list[str],
    tmp_path: Path,
    command: str,
    arguments: tuple[str, ...],
    status: int,
    message: str,
) -> None:
    np.save(tmp_path / "array.npy", np.zeros(4))
    places = {"memory": summed[2], "array": tmp_path / "array.npy"}
    found = nvrender(command, summed[0], *(argument.format(**places) for argument in arguments))
    assert found.status == status and message in found.err


TYPES = """!!NVfp5.0
OPTION ARB_draw_buffers;
TEMP r;
ADD.S r, program.local[0], 1;
I2F r, r;
MOV result.color, r;
MOV result.color[1], program.local[1];
END"""


def test_whole_numbers_are_integers_where_the_program_reads_integers(
    nvrender: Command, tmp_path: Path
) -> None:
    """docs/cli.md, run: -p; whole numbers are floats where it reads floats."""
    (tmp_path / "t.fp").write_text(TYPES)
    given = "-p", "program.local[0]=4,-6,+7,4294967295", "-p", "program.local[1]=4,-0,1e1,99999999999"
    lines = nvrender("run", tmp_path / "t.fp", *given).out.splitlines()
    assert lines[:2] == ["color[0][0]  5  -5  8  0", "color[1][0]  4  -0  10  9.9999998e+10"]
    lines = nvrender("run", tmp_path / "t.fp", "-p", "program.local[0]=4.0,5").out.splitlines()
    assert lines[0] == "color[0][0]  1.08213043e+09  1.08422758e+09  1  1.06535322e+09"


HANDLE = """!!NVfp5.0
OPTION NV_bindless_texture;
LONG TEMP h;
PK64.U h, program.local[0];
TEX result.color, {0, 0, 0, 0}, handle(h.x), 2D;
END"""


def test_handles(nvrender: Command, tmp_path: Path) -> None:
    """NV_bindless_texture 2.X.4.4: 64 bits in two words."""
    from PIL import Image

    (tmp_path / "h.fp").write_text(HANDLE)
    Image.new("RGB", (2, 2), (255, 51, 0)).save(tmp_path / "red.png")
    texture = "--texture", f"0x300000002={tmp_path / 'red.png'}"
    for number in ("@0x300000002", "@12884901890", "2,3"):
        given = *texture, "-p", f"program.local[0]={number}"
        lines = nvrender("run", tmp_path / "h.fp", *given).out.splitlines()
        assert lines[0] == "color[0][0]  1  0.200000003  0  1"
        assert nvrender("trace", tmp_path / "h.fp", *given).out.count("12884901890") == 2
        assert nvrender("diff", tmp_path / "h.fp", *given, "--count", "4").status == 0
    failed = nvrender("run", tmp_path / "h.fp", "-p", "program.local[0]=@0x10000000000000000")
    failed.failed_with("is an address; give --memory", status=2)


CHOICE = """!!NVfp5.0
SUBROUTINETYPE Shade { red, blue };
SUBROUTINE Shade shade = program.subroutine[0];
TEMP r;
CALI shade;
MOV result.color, r;
RET;
red SUBROUTINENUM(0): MOV r, {1, 0, 0, 1}; RET;
blue SUBROUTINENUM(1): MOV r, {0, 0, 1, 1}; RET;
END"""


def test_subroutines(nvrender: Command, tmp_path: Path) -> None:
    """ARB_shader_subroutine 2.X.5."""
    program, chosen = tmp_path / "s.fp", ("--subroutine", "shade=blue")
    program.write_text(CHOICE)
    assert nvrender("run", program).out.startswith("color[0][0]  1  0  0  1\n")
    for backend in ("oracle", "gpu"):
        found = nvrender("run", program, *chosen, "--backend", backend)
        assert found.out.startswith("color[0][0]  0  0  1  1\n")
    assert "line 9 " in nvrender("trace", program, *chosen).out.splitlines()[1]
    assert nvrender("diff", program, *chosen).status == 0
    for command in ("run", "trace", "diff"):
        nvrender(command, program, "--subroutine", "shade=green").failed_with("which has red, blue")
        nvrender(command, program, "--subroutine", "shape=blue").failed_with("there are shade")
        for wrong in ("shade", "=blue", "shade="):
            nvrender(command, program, "--subroutine", wrong).failed_with("is not NAME=LABEL", status=2)
        nvrender(command, program, *chosen, *chosen).failed_with("shade is given twice", status=2)


def test_a_run_that_leaves_nothing_says_so(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "n.cp").write_text("!!NVcp5.0\nGROUP_SIZE 4;\nSTOREIM.U32 image[0], 1, 0, 1D;\nEND")
    found = nvrender("run", tmp_path / "n.cp", "--groups", "2")
    assert found.out == "8 invocations ran and left nothing: no buffer and no image was given\n"


def test_groups_are_for_compute_programs(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "v.vp").write_text("!!NVvp5.0\nMOV result.position, vertex.position;\nEND")
    for command in ("run", "trace"):
        failed = nvrender(command, tmp_path / "v.vp", "--groups", "2")
        assert failed.status in (1, 2) and "for compute programs" in failed.err


SPREAD = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 4;
STORAGE numbers[] = { program.storage[0] };
TEMP here;
SHL.U here.x, invocation.globalid.x, 2;
STB.U32 here.x, numbers[here.x];
END"""


@pytest.mark.parametrize(
    ("array", "shown", "written"),
    [
        (np.zeros((2, 1, 2), np.uint32), ["[0][0]  0  4", "[1][0]  8  12"], [[[0, 4]], [[8, 12]]]),
        (np.array(0, np.uint64), ["[0]  17179869184"], 17179869184),
        (np.zeros((1, 4), bool), ["[0]  no  no  no  no"], [[False] * 4]),
        (np.zeros(2, "V8"), None, [[0, 0, 0, 0, 4, 0, 0, 0], [8, 0, 0, 0, 12, 0, 0, 0]]),
        (np.zeros((1, 2), [("x", "u4"), ("y", "u4")]), ["[0]  (0, 4)  (8, 12)"], [[[0, 4], [8, 12]]]),
        (np.zeros(0, np.uint32), [": none"], []),
    ],
    ids=["three axes", "none", "booleans", "opaque", "records", "empty"],
)
def test_buffers_of_every_shape_are_shown(
    nvrender: Command, tmp_path: Path, array: np.ndarray[Any, Any], shown: list[str] | None, written: Any
) -> None:
    """Buffers keep the dtype and shape they were given in (docs/memory.md)."""
    (tmp_path / "s.cp").write_text(SPREAD)
    np.savez(tmp_path / "s.npz", **{"0": array})
    given = "run", tmp_path / "s.cp", "--storage", tmp_path / "s.npz"
    found = nvrender(*given)
    assert found.status == 0
    rows = [row.removeprefix("storage[0]") for row in found.out.splitlines() if row.startswith("storage")]
    assert rows == shown if shown is not None else rows
    assert json.loads(nvrender(*given, "--json").out)["storage[0]"] == written


def test_complex_numbers_are_pairs_in_json(nvrender: Command, tmp_path: Path) -> None:
    """``docs/cli.md``: JSON has no complex numbers."""
    (tmp_path / "s.cp").write_text(SPREAD)
    np.savez(tmp_path / "s.npz", **{"0": np.full(3, 1 - 2j, np.complex64)})
    found = nvrender("run", tmp_path / "s.cp", "--storage", tmp_path / "s.npz", "--json", "--groups", "0")
    assert json.loads(found.out)["storage[0]"] == [[1.0, -2.0]] * 3
