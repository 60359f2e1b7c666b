"""The steps of docs/adding.md, carried out on a copy of the package as they are written there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
_SECTIONS = re.split(
    r"^## ", (REPOSITORY / "docs" / "adding.md").read_text(encoding="utf-8"), flags=re.MULTILINE
)[1:]
_BLOCK = re.compile(r"^```(diff|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HUNK = re.compile(r"--- (.*)\n\+\+\+ b/(.*)\n@@ .* @@\n((?:[ +].*\n|\+\n)+)\Z")


def _apply(folder: Path, text: str) -> None:
    """One hunk, which leaves lines as they are or adds some."""
    match = _HUNK.match(text)
    assert match is not None, text
    path, lines = folder / match[2], match[3].splitlines()
    kept = "".join(f"{line[1:]}\n" for line in lines if line[0] == " ")
    new = "".join(f"{line[1:]}\n" for line in lines)
    if match[1] == "/dev/null":
        assert not path.exists()
        path.write_text(new, encoding="utf-8")
        return
    old = path.read_text(encoding="utf-8")
    assert old.count(kept) == 1, f"{match[2]} has not once: {kept}"
    path.write_text(old.replace(kept, new), encoding="utf-8")


@pytest.mark.parametrize("section", _SECTIONS, ids=[text.split("\n", 1)[0] for text in _SECTIONS])
def test_the_steps_do_what_they_say(section: str, tmp_path: Path) -> None:
    shutil.copytree(
        REPOSITORY / "nvrender", tmp_path / "nvrender", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tmp_path / "shaders").symlink_to(REPOSITORY / "shaders")
    blocks = _BLOCK.findall(section)
    assert {kind for kind, _ in blocks} == {"diff", "python"}
    for kind, text in blocks:
        if kind == "diff":
            _apply(tmp_path, text)
    command = [sys.executable, "-c", "\n".join(text for kind, text in blocks if kind == "python")]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
