"""Baselines of software renderers know the processor: reciprocals differ between them in the last bits."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from plugin_project import Project, project_in

from nvrender.regression.baselines import processors
from nvrender.regression.baselines.files import BaselineFile
from nvrender.regression.baselines.images import read
from nvrender.regression.baselines.processors import drawn_here, processor

#: A table of reciprocals, and stripes where a reciprocal is below a limit: on one processor it is a unit in
#: the last place more, as approximations of RCPPS are where AMD's and Intel's tables differ.
TESTS = """
import os
import numpy as np

LLVMPIPE = "llvmpipe (LLVM 15.0.7, 256 bits)"

def reciprocals():
    found = np.float32(1) / np.arange(1, 65, dtype=np.float32)
    return np.nextafter(found, np.float32(2)) if os.path.exists("amd") else found

def test_table(nvrender_numbers):
    nvrender_numbers.check({"rcp": reciprocals()}, renderer=LLVMPIPE)

def test_stripes(nvrender_image):
    stripes = np.where(reciprocals() * 8 <= 1, 255, 0).astype(np.uint8)
    nvrender_image.check(np.tile(stripes, (16, 1)), renderer=LLVMPIPE)
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    made = project_in(pytester, monkeypatch)
    made.write(test_a=TESTS)
    return made


def test_a_baseline_of_one_processor_under_the_other(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def on(name: str) -> None:
        monkeypatch.setattr(processors, "processor", lambda: name)
        (project.root / "amd").touch() if name == "amd" else (project.root / "amd").unlink(missing_ok=True)

    on("intel")
    project.run(passed=2)
    intel = [f"baselines/llvmpipe/test_a.test_{name}" for name in ("stripes.png", "table.npz")]
    assert project.files() == intel
    assert read(project.root / intel[0])[1].processor == "intel"

    on("amd")
    output = project.run(failed=2)
    assert "baseline by llvmpipe (LLVM 15.0.7, 256 bits), intel processor; result by" in output
    assert "accepted, the result is this processor's baseline alone" in output
    output = project.run("--nvrender-update", passed=2)
    assert "made baselines/llvmpipe-amd/test_a.test_stripes.png" in output
    amd = [name.replace("llvmpipe", "llvmpipe-amd") for name in intel]
    assert project.files() == sorted(intel + amd)
    strict = ("--nvrender-fail-missing", "--nvrender-fail-unused")
    project.run(*strict, passed=2)

    # Each has its own, and the other's is left alone.
    on("intel")
    project.run(*strict, passed=2)
    assert (read(project.root / intel[0])[0] != read(project.root / amd[0])[0]).any()
    on("amd")
    (project.root / amd[0]).unlink()
    output = project.run("--nvrender-add", passed=2)
    assert "added baselines/llvmpipe/test_a.test_stripes.2.png" in output


def test_baselines_within_the_tolerance_serve_both(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write(test_a=TESTS.replace("renderer=LLVMPIPE)", "renderer=LLVMPIPE, ulps=1)", 1))
    monkeypatch.setattr(processors, "processor", lambda: "intel")
    project.run("-k", "table", passed=1, deselected=1)
    monkeypatch.setattr(processors, "processor", lambda: "amd")
    (project.root / "amd").touch()
    project.run("-k", "table", "--nvrender-fail-missing", passed=1, deselected=1)


def test_the_same_processor_replaces_its_baseline(tmp_path: Path) -> None:
    place = BaselineFile(tmp_path, "llvmpipe", "a", ".png", "amd")
    own = tmp_path / "baselines" / "llvmpipe" / "a.png"
    assert place.instead_of(own, "amd") == place.instead_of(own, "") == own
    other = tmp_path / "baselines" / "llvmpipe-amd" / "a.png"
    assert place.instead_of(own, "intel") == place.instead_of(other, "amd") == other
    assert place.instead_of(tmp_path / "baselines" / "a.png", "") == own
    card = BaselineFile(tmp_path, "card", "a", ".png")
    assert card.instead_of(tmp_path / "baselines" / "card" / "a.png", "") == card.own / "a.png"


@pytest.mark.parametrize(
    ("text", "machine", "name"),
    [
        ("vendor_id\t: GenuineIntel\n", "x86_64", "intel"),
        ("vendor_id\t: AuthenticAMD\n", "x86_64", "amd"),
        ("Intel64 Family 6 Model 154 Stepping 3, GenuineIntel", "AMD64", "intel"),
        ("CPU implementer\t: 0x41\n", "aarch64", "arm64"),
        ("", "arm64", "arm64"),
        ("", "riscv64", "riscv64"),
    ],
)
def test_processors(monkeypatch: pytest.MonkeyPatch, text: str, machine: str, name: str) -> None:
    monkeypatch.setattr(processors, "_told", lambda: text)
    monkeypatch.setattr(processors.platform, "machine", lambda: machine)
    assert processor.__wrapped__() == name


def test_of_software_alone() -> None:
    software = (
        "llvmpipe (LLVM 19.1.7, 256 bits)",
        "softpipe",
        "oracle",
        "ANGLE (Google, Vulkan 1.3 (SwiftShader))",
    )
    assert {drawn_here(name).processor for name in software} == {processor()}
    assert {drawn_here(name).processor for name in ("NVIDIA GeForce RTX 3080/PCIe/SSE2", "")} == {""}
    if sys.platform.startswith("linux"):
        assert processors._told()
    assert np.all([letter.isalnum() for letter in processor()])
