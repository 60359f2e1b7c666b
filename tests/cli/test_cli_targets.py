"""``nvrender port`` to the GLSL that drivers here are not held to."""

from __future__ import annotations

import json
from pathlib import Path

from cli_helpers import SHADERS, Command, files

OTHERS = ["glsl120", "glsl150", "glsles100", "glsles300", "glsles310"]


def test_every_target_in_one_run(nvrender: Command, tmp_path: Path) -> None:
    """And which are refused, by cause, with exit status 1."""
    pair = [SHADERS / "toon.fp", SHADERS / "agate.vp"]
    outcome = nvrender(
        "port", *pair, "-o", tmp_path, *(word for name in OTHERS for word in ("--target", name))
    )
    assert outcome.status == 1
    assert "MOV needs gl_ClipDistance" not in outcome.out
    assert "needs gl_ClipDistance, which glsles300 has not; glsl150 has" in outcome.err
    for name in OTHERS:
        written = [path for path in files(tmp_path / name) if path != "manifest.json"]
        assert "toon.fp.frag.glsl" in written
        assert ("agate.vp.vert.glsl" in written) is (name == "glsl150")


def test_the_manifest_of_uniforms_that_stand_alone(nvrender: Command, tmp_path: Path) -> None:
    made = tmp_path / "a.glsl"
    assert nvrender("port", SHADERS / "arb_lighting.vp", "-o", made, "--target", "glsles100").status == 0
    (program,) = json.loads((tmp_path / "a.glsl.json").read_text())["programs"]
    (facts,) = program["outputs"]
    assert facts["blocks"] == facts["state"] == []
    assert facts["parameters"][1] == {
        "block": "", "offset": 16, "member": "mvp[1]", "name": "state.matrix.mvp.row[1]", "cg": None,
        "default": None,
    }  # fmt: skip
    assert "uniform vec4 mvp[4];" in made.read_text()


def test_built_ins(nvrender: Command) -> None:
    program = SHADERS / "arb_lighting.vp"
    outcome = nvrender("port", program, "--target", "glsl120", "--builtins")
    assert outcome.status == 0
    assert "gl_Vertex" in outcome.out
    for arguments in ((), ("--target", "glsles100")):
        refused = nvrender("port", program, "--builtins", *arguments)
        refused.failed_with("has no built-in attributes and matrices; glsl120 has")
