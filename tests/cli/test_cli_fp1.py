"""!!FP1.0 programs at the prompt: ``port``, ``run``, ``diff``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from cli_helpers import Command

PROGRAM = """!!FP1.0
DECLARE tint = {0.5, 0.25};  # of the light
SUBC RC.x, f[TEX0], 1;
KIL GT.x;
MOVX R0, f[COL0];
MUL o[COLH], R0, tint;
END
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "tint.fp"
    path.write_text(PROGRAM)
    return path


def test_port_tells_what_a_program_declares(nvrender: Command, program: Path) -> None:
    out = program.with_name("tint.glsl")
    nvrender("port", program, "-o", out)
    assert "    vec4 tint;  // of the light; at first 0.5, 0.25, 0.0, 1.0\n" in out.read_text()
    (entry,) = json.loads(program.with_name("tint.glsl.json").read_text())["programs"]
    (output,) = entry["outputs"]
    (parameter,) = output["parameters"]
    assert (parameter["block"], parameter["offset"]) == ("FragmentParameters", 0)
    assert (parameter["member"], parameter["name"]) == ("tint", "tint")
    assert parameter["default"] == [0.5, 0.25, 0.0, 1.0]
    assert [row["name"] for row in output["varyings"]] == ["COL0", "TEX0"]
    assert output["results"] == [{"result": "COLH", "name": "color"}]


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_run_takes_parameters_by_name(nvrender: Command, program: Path, backend: str) -> None:
    attributes, parameters = program.with_name("in.npz"), program.with_name("p.npz")
    np.savez(attributes, COL0=np.float32([[1, 3, 0.5, 0.5]] * 2), TEX0=np.float32([[0.5], [1.5]]))
    np.savez(parameters, tint=np.float32([1, 0.25, 0.5, 1]))
    given = ("run", program, "--attributes", attributes, "--backend", backend)
    outcome = nvrender(*given)
    assert outcome.out == (
        "COLH[0]  0.5  0.499755859  0  0.5\nCOLH[1]  0  0  0  0\nkilled[0]  no\nkilled[1]  yes\n"
    )
    outcome = nvrender(*given, "--parameters", parameters)
    assert outcome.out.splitlines()[0] == "COLH[0]  1  0.499755859  0.25  0.5"


def test_diff_finds_no_difference(nvrender: Command, program: Path) -> None:
    outcome = nvrender("diff", program)
    assert outcome.status == 0
    assert "1024 fragments, 0 values outside the precision" in outcome.out
