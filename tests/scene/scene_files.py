"""Scene files for tests: the smallest complete one, and writing variants of it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCENES = sorted((ROOT / "scenes").glob("*.toml"))

PROGRAM = """!!VP1.0
DP4 o[HPOS].x, c[0], v[OPOS];
DP4 o[HPOS].y, c[1], v[OPOS];
DP4 o[HPOS].z, c[2], v[OPOS];
DP4 o[HPOS].w, c[3], v[OPOS];
MOV o[COL0], c[4];
END
"""
STATE_PROGRAM = "!!VSP1.0\nMUL c[4], v[0], c[5];\nEND\n"

SMALLEST = """
{before}
[meshes.ball]
kind = "sphere"
{mesh}
[[draw]]
vertex = "plain.vp"
mesh = "ball"
{draw}
"""


def write(directory: Path, before: str = "", mesh: str = "", draw: str = "") -> Path:
    """The smallest scene with something added at the top, to its mesh or to its draw."""
    return write_text(directory, SMALLEST.format(before=before, mesh=mesh, draw=draw))


def write_text(directory: Path, text: str | bytes) -> Path:
    (directory / "plain.vp").write_text(PROGRAM)
    (directory / "state.vp").write_text(STATE_PROGRAM)
    path = directory / "scene.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def said(error: BaseException, path: Path) -> str:
    """What an error says of a scene behind its file and, mostly, a line of it."""
    match = re.match(rf"{re.escape(str(path))}(?::(\d+)(?::\d+)?)?: ", str(error))
    assert match, error
    if match[1] is not None:
        assert 1 <= int(match[1]) <= len(path.read_bytes().split(b"\n")), error
    return str(error)[match.end() :]
