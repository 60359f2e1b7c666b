"""Frames are compared with as many samples a pixel as OpenGL has, and a driver's own ways are told."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from cli_helpers import REPOSITORY, Command

from nvrender.gpu.scene import stage as scene_stage
from nvrender.render import render
from nvrender.source import InputError


def test_both_sides_have_the_samples_that_opengl_has(
    nvrender: Command, scene: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OpenGL 1.5, 3.2.1: drivers have any number of samples; one sample is no fault."""
    smooth = render(scene, (64, 64), backend="oracle")
    assert (smooth == render(scene, (64, 64), backend="oracle", samples=4)).all()
    assert (smooth != render(scene, (64, 64), backend="oracle", samples=1)).any()
    assert "samples" not in nvrender("diff", scene, "--size", "64x64").out
    monkeypatch.setattr(scene_stage, "samples_drawn", lambda context, size: 1)
    outcome = nvrender("diff", scene, "--size", "64x64", "--report", tmp_path / "report")
    assert outcome.status == 0 and ", 0 of them (0 %) differ" in outcome.out
    assert "both sides draw with 1, and edges are rough" in outcome.out
    (entry,) = json.loads((tmp_path / "report" / "report.json").read_bytes())["entries"]
    assert "both sides draw with 1" in entry["message"]
    (note,) = json.loads(nvrender("diff", scene, "--size", "64x64", "--json").out)["notes"]
    assert "both sides draw with 1" in note


def test_softpipe_is_said_to_be_no_driver_to_compare_with(process: Command) -> None:
    """Mesa's reference driver has one sample a pixel: edges are no differences."""
    scene = REPOSITORY / "scenes" / "two_side.toml"
    softpipe = os.environ | {"GALLIUM_DRIVER": "softpipe"}
    outcome = process("diff", scene, "--size", "96x64", env=softpipe)
    if "softpipe" not in outcome.out:
        pytest.skip("no softpipe here")
    assert outcome.status == 0
    assert (
        "softpipe has 1 sample a pixel and not 4" in outcome.out and "llvmpipe is one of these" in outcome.out
    )


@pytest.mark.parametrize("samples", [0, 3, 16, True, -1, 2.5, "4", [1]])
def test_samples_of_the_oracle(scene: Path, samples: object) -> None:
    with pytest.raises(InputError, match="a pixel has 1 or 4"):
        render(scene, (8, 8), backend="oracle", samples=samples)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="samples are the oracle's"):
        render(scene, (8, 8), samples=4)
