"""The way on from GLSL 4.50 that docs/targets.md shows, where its tools are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MISSING = [name for name in ("glslangValidator", "spirv-cross") if shutil.which(name) is None]


@pytest.mark.skipif(bool(_MISSING), reason=f"not installed: {', '.join(_MISSING)}")
def test_to_spirv_hlsl_and_msl(tmp_path: Path) -> None:
    (block,) = _BLOCK.findall((REPOSITORY / "docs" / "targets.md").read_text(encoding="utf-8"))
    (tmp_path / "shaders").symlink_to(REPOSITORY / "shaders")
    for line in block.splitlines():
        command = line.split()
        command[:1] = [sys.executable, "-m", "nvrender"] if command[0] == "nvrender" else command[:1]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    names = ("vert.hlsl", "frag.hlsl", "vert.metal", "frag.metal")
    texts = {name: (tmp_path / f"coast.{name}").read_text(encoding="utf-8") for name in names}
    for kind, place in (
        ("hlsl", r"TEX(\d+) : TEXCOORD(\d+);"),
        ("metal", r"TEX(\d+) \[\[user\(locn(\d+)\)\]\]"),
    ):
        handed, read = (set(re.findall(place, texts[f"{stage}.{kind}"])) for stage in ("vert", "frag"))
        assert handed >= read
        assert len(read) == 8
