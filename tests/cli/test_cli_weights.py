"""Vertex weights without ARB_vertex_blend: every command refuses the program alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_helpers import Command

import nvrender as package
from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.source import ProgramError

WORD = "vertex.weight"
PROGRAM = f"!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, {WORD}; END"


@pytest.mark.parametrize("command", ["check", "port", "run", "diff", "trace"])
@pytest.mark.parametrize("suffix", ["", "[0]", "[4]"])
def test_every_command_refuses_them__arb_vertex_program_dependencies_on_arb_vertex_blend(
    nvrender: Command, tmp_path: Path, command: str, suffix: str
) -> None:
    """Where neither it nor EXT_vertex_weighting is supported, the bindings are removed."""
    (tmp_path / "bone.vp").write_text(PROGRAM.replace(WORD, WORD + suffix))
    outcome = nvrender(command, str(tmp_path / "bone.vp"))
    outcome.failed_with("bone.vp:1:", f"{WORD} is not available", "write vertex.attrib[1]")


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_run_and_the_object_model_refuse_them_too(backend: str) -> None:
    with pytest.raises(ProgramError, match=r"vertex\.weight is not available"):
        package.run(PROGRAM, {"position": [[0.0]]}, backend=backend)
    with Context(backend=backend) as gl:
        target = gl_enums.VERTEX_PROGRAM_ARB
        gl.ProgramStringARB(target, gl_enums.PROGRAM_FORMAT_ASCII_ARB, PROGRAM)
        assert gl.GetError() == gl_enums.INVALID_OPERATION
        assert gl.GetIntegerv(gl_enums.PROGRAM_ERROR_POSITION_ARB) == PROGRAM.index(WORD)


def test_the_line_that_mends_it() -> None:
    """Table X.1: generic attribute 1 is what WeightARB and VertexWeightEXT set."""
    found = package.run(PROGRAM.replace(WORD, "vertex.attrib[1]"), {"position": [[0.0]], 1: [[0.5, 0.25]]})
    assert found["color.front.primary"].tolist() == [[0.5, 0.25, 0.0, 1.0]]
