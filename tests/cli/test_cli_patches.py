"""Tessellation programs on the command line (NV_tessellation_program5 2.X.5)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_helpers import Command

from nvrender.gl.inputs.results import Results

CONTROL = """!!NVtcp5.0
VERTICES_OUT 3;
INT TEMP i;
TEMP r;
ATTRIB p = vertex.position;
MOV.S.CC i, primitive.invocation;
MOV result.position, p[i.x];
IF EQ.x;
MOV r, 5;
MOV result.patch.tessouter[0], 2;
ELSE;
REP.S i.x;
ADD r, r, vertex.out[0].position;
ENDREP;
RET;
ENDIF;
MOV result.attrib[0], r;
END
"""
EVALUATION = "!!NVtep5.0\nTESS_MODE QUADS;\nTEMP r;\nMOV r, vertex.tesscoord;\nMOV result.position, r;\nEND\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.tcp").write_text(CONTROL)
    (tmp_path / "a.tep").write_text(EVALUATION)
    (tmp_path / "a.vp").write_text("!!NVvp5.0 MOV result.position, vertex.position; END")
    np.savez(tmp_path / "in.npz", position=np.arange(24, dtype=np.float32).reshape(6, 4) + 1)
    return tmp_path


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_run_yields_vertices_and_patches(nvrender: Command, folder: Path, backend: str) -> None:
    done = nvrender(
        "run", str(folder / "a.tcp"), "--attributes", str(folder / "in.npz"), "--backend", backend
    )
    assert done.status == 0, done.err
    assert "position[5]  21  22  23  24" in done.out and "patch.tessouter[0][1]  2  0  0  0" in done.out


def test_run_cuts_patches_by_their_size(nvrender: Command, folder: Path) -> None:
    given = "--attributes", str(folder / "in.npz"), "--patch", "2", "--json"
    done = nvrender("run", str(folder / "a.tcp"), *given)
    found = json.loads(done.out)
    assert len(found["position"]) == 9 and len(found["patch.tessouter[0]"]) == 3


def test_a_trace_follows_one_thread_among_those_of_its_patch(nvrender: Command, folder: Path) -> None:
    """What other threads wrote is there; the way it does not take is not shown."""
    given = "--attributes", str(folder / "in.npz"), "--vertex", "5", "--json"
    steps = json.loads(nvrender("trace", str(folder / "a.tcp"), *given).out)
    names = [step["instruction"].split()[0] for step in steps]
    assert names == [
        "MOV.S.CC0", "MOV", "IF", "REP.S", "ADD", "ENDREP;", "ADD", "ENDREP;", "RET;",
    ]  # fmt: skip
    assert [step["taken"] for step in steps if step["taken"] is not None] == [False, True, True, False, True]
    assert [change["new"] for change in steps[4]["changes"]] == [13, 14, 15, 16]
    assert steps[-1]["end"] == "RET with no call pending"
    first = json.loads(nvrender("trace", str(folder / "a.tcp"), *given[:2], "--json").out)
    assert [step["line"] for step in first] == [6, 7, 8, 9, 10, 11, 17]


def test_a_trace_of_an_evaluation_program(nvrender: Command, folder: Path) -> None:
    done = nvrender("trace", str(folder / "a.tep"), "--vertex", "2", "--patch", "4")
    assert done.out.splitlines()[0].endswith("r: x 0 → 1, y 0 → 1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["trace", "a.tcp", "--vertex", "3"], "there are 3 vertices, 0 to 2"),
        (["trace", "a.tep", "--vertex", "-1"], "there are 4 vertices, 0 to 3"),
        (["trace", "a.tcp", "--mode", "TRIANGLES"], "--mode"),
        (["run", "a.tcp", "--patch", "33"], "33 is not in the range"),
        (["run", "a.tcp", "--mode", "TRIANGLES"], "mode is for geometry programs"),
        (["diff", "a.tcp", "--mode", "TRIANGLES"], "--mode is for geometry programs"),
        (["diff", "a.vp", "--patch", "4"], "--patch is for tessellation programs"),
        (["trace", "a.vp", "--patch", "4"], "--patch is for tessellation programs"),
        (["trace", "a.vp", "--invocation", "4"], "--invocation is for geometry and compute programs"),
    ],
)
def test_mistakes(nvrender: Command, folder: Path, arguments: list[str], message: str) -> None:
    command, file, *rest = arguments
    done = nvrender(command, str(folder / file), *rest)
    assert done.status in (1, 2) and message in done.err and "Traceback" not in done.err


@pytest.mark.parametrize("name", ["a.tcp", "a.tep"])
def test_diff_cuts_patches_by_their_size(nvrender: Command, folder: Path, name: str) -> None:
    """Four vertices a patch: VERTICES_OUT 3, or 8 places, of each four."""
    (folder / "a.tep").write_text(EVALUATION.replace("MOV r, ", "MUL r, vertex[3].position, "))
    done = nvrender("diff", str(folder / name), "--count", "40", "--patch", "4")
    assert done.status == 0, done.out
    assert f"{name}: {30 if name == 'a.tcp' else 80} vertices, 0 values outside" in done.out
    few = nvrender("diff", str(folder / name), "--count", "1", "--patch", "4")
    assert f"{name}: {3 if name == 'a.tcp' else 8} vertices" in few.out


def test_check_and_port(nvrender: Command, folder: Path) -> None:
    for name, layout in (("a.tcp", "layout(vertices = 3) out;"), ("a.tep", "layout(quads, ")):
        assert "ok" in nvrender("check", str(folder / name)).out
        assert layout in nvrender("port", str(folder / name)).out


APPROXIMATE = {
    "a.tcp": "!!NVtcp5.0\nVERTICES_OUT 3;\nTEMP r;\nATTRIB o = vertex.out.attrib[0];\nINT TEMP i;\n"
    "MOV.S i, primitive.invocation;\nRSQ r, vertex[1].position.x;\nMOV result.attrib[0], r;\n"
    "ADD r, r, o[2];\nMOV result.attrib[1], r;\nEX2 result.patch.tessouter[0].x, vertex[0].position.y;\n"
    "END\n",
    "a.tep": "!!NVtep5.0\nTESS_MODE TRIANGLES;\nTEMP r;\nMUL r, vertex[1].position, vertex.tesscoord.x;\n"
    "SIN result.position, r.x;\nMOV result.attrib[0], primitive.patch.attrib[0];\nEND\n",
}


@pytest.mark.parametrize("name", APPROXIMATE)
def test_diff_compares_within_the_precision(
    nvrender: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """What approximations lead to may differ, through other threads too; nothing else may."""
    (folder / name).write_text(APPROXIMATE[name])
    done = nvrender("diff", str(folder / name), "--count", "60")
    assert done.status == 0, done.out
    assert f"{name}: {60 if name == 'a.tcp' else 160} vertices, 0 values outside the precision" in done.out
    from nvrender.gpu.arrays import patches

    execute = patches.execute

    def wrong(*given: Any) -> Results:
        found = execute(*given)
        return Results({name: array * np.float32(1.01) for name, array in found.items()})

    monkeypatch.setattr(patches, "execute", wrong)
    assert nvrender("diff", str(folder / name), "--count", "60").status == 1
