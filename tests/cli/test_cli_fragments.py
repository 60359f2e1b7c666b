"""Fragment programs at the prompt: ``run``, ``trace`` and ``diff``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from cli_helpers import Command

PROGRAM = """!!ARBfp1.0
OPTION NV_fragment_program;
TEMP t;
DDX t, fragment.texcoord[0];
KIL -t.y;
MUL result.color, t, 0.25;
END
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "slope.fp"
    path.write_text(PROGRAM)
    return path


@pytest.fixture
def quad(tmp_path: Path) -> Path:
    path = tmp_path / "quad.npz"
    np.savez(path, **{"texcoord[0]": np.array([[0, 0], [2, 0], [0, 1], [4, 2]], np.float32)})
    return path


def test_run_tells_which_fragments_are_killed(nvrender: Command, program: Path, quad: Path) -> None:
    lines = nvrender("run", program, "--attributes", quad).out.splitlines()
    assert lines[0] == "color[0][0]  0.5  0  0  0"
    assert lines[4:] == ["killed[0]  no", "killed[1]  no", "killed[2]  yes", "killed[3]  yes"]
    data = json.loads(nvrender("run", program, "--attributes", quad, "--json").out)
    assert data["killed"] == [False, False, True, True]
    assert data["color[0]"][1] == [0.5, 0, 0, 0] and data["color[0]"][3] == [0, 0, 0, 0]
    out = program.with_name("out.npz")
    nvrender("run", program, "--attributes", quad, "-o", out)
    with np.load(out) as results:
        assert results["killed"].tolist() == [False, False, True, True]


def test_trace_of_one_fragment(nvrender: Command, program: Path, quad: Path) -> None:
    lines = nvrender("trace", program, "--attributes", quad, "--fragment", "1").out.splitlines()
    assert lines[0].endswith("t: x 0 → 2") and len(lines) == 3
    lines = nvrender("trace", program, "--attributes", quad, "--fragment", "2").out.splitlines()
    assert lines[-1].endswith("ends: the fragment is killed") and len(lines) == 2
    beyond = nvrender("trace", program, "--attributes", quad, "--fragment", "4")
    beyond.failed_with("there are 4 fragments, 0 to 3")


def test_the_window_s_height(nvrender: Command, tmp_path: Path) -> None:
    path = tmp_path / "window.fp"
    path.write_text(
        "!!ARBfp1.0\nOPTION ARB_fragment_coord_origin_upper_left;\n"
        "MUL result.color, fragment.position, 0.0625;\nEND\n"
    )
    for command in ("run", "trace"):
        nvrender(command, path).failed_with("--window-height")
    assert nvrender("run", path, "--window-height", "10").out.startswith("color[0][0]  0.03125  0.59375  0")
    assert "y 0 → 0.59375" in nvrender("trace", path, "--window-height", "10").out


def test_programs_without_an_attribute_of_that_name(nvrender: Command, program: Path, tmp_path: Path) -> None:
    path = tmp_path / "wrong.npz"
    np.savez(path, normal=np.zeros((4, 3)))
    nvrender("run", program, "--attributes", path).failed_with(
        "there is no attribute 'normal'", "texcoord[n]"
    )


@pytest.mark.parametrize(
    "body",
    [
        "KIL -t.y; RSQ t.x, t.x; MUL result.color, t, 0.25; MOV result.depth.z, t.y;",
        "MUL result.color, t, t;",
    ],
)
@pytest.mark.parametrize("option", ["ARB_fog_exp2", "ARB_fog_linear", "ARB_precision_hint_nicest"])
def test_oracle_and_gpu_agree(nvrender: Command, tmp_path: Path, body: str, option: str) -> None:
    path = tmp_path / "both.fp"
    path.write_text(
        f"!!ARBfp1.0\nOPTION NV_fragment_program;\nOPTION {option};\n"
        f"TEMP t; DDX t, fragment.texcoord[0]; {body}\nEND\n"
    )
    outcome = nvrender("diff", path, "--count", "257")
    assert outcome.status == 0, outcome.out + outcome.err
    assert "257 fragments, 0 values outside" in outcome.out
    assert "killed" in outcome.out and "color[0]" in outcome.out
