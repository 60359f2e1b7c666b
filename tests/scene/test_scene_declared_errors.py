"""Wrong scenes around ARB, NV4 and Cg programs: one line that names the key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from scene_files import said, write_text

from nvrender.render import render
from nvrender.scene.load import load_scene
from nvrender.source import SceneError

PROGRAMS = {
    "arb.vp": "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, program.env[0];\nEND\n",
    "nv4.vp": "!!NVvp4.0\nOPTION ARB_position_invariant;\nBUFFER b[] = { program.buffer[1] };\nINT TEMP i;\n"
    "ADD.S i, program.local[0], 1;\nI2F result.color, i;\nMOV result.texcoord, b[2];\nEND\n",
    "cg.vp": "!!ARBvp1.0\n#profile arbvp1\n#var float4x4 mvp :  : c[0], 4 : 0 : 1\n"
    "#var float3 tint :  : c[4] : 1 : 1\nOPTION ARB_position_invariant;\n"
    "PARAM c[5] = { program.local[0..4] };\nADD result.color, c[4], c[0];\nEND\n",
}
TEXT = (Path(__file__).parent / "declared_errors.txt").read_text()
SCENE = """{top}
[lights.lamp]
position = [0.0, 1.0, 0.0]
{light}
[meshes.ball]
kind = "sphere"
segments = 8
rings = 4
[[draw]]
vertex = "{program}.vp"
mesh = "ball"
{draw}
"""


def scene(directory: Path, program: str, draw: str = "", top: str = "", light: str = "") -> Path:
    for name, text in PROGRAMS.items():
        (directory / name).write_text(text)
    return write_text(directory, SCENE.format(program=program, draw=draw, top=top, light=light))


def cases() -> Iterator[tuple[str, str, str, str, str]]:
    """(program, draw, top, light, error) of each case in declared_errors.txt."""
    for block in re.split(r"^== ", TEXT, flags=re.MULTILINE)[1:]:
        head, _, expected = block.partition("\n-- ")
        program, _, body = head.partition("\n")
        draw, *rest = re.split(r"^(top|light)\n", body, flags=re.MULTILINE)
        tables = dict(zip(rest[::2], rest[1::2], strict=True))
        yield program, draw, tables.get("top", ""), tables.get("light", ""), expected.strip()


@pytest.mark.parametrize(("program", "draw", "top", "light", "expected"), tuple(cases()))
def test_a_wrong_scene_names_its_key(
    tmp_path: Path, program: str, draw: str, top: str, light: str, expected: str
) -> None:
    check(scene(tmp_path, program, draw, top, light), expected)


def test_numbers_too_long_to_read(tmp_path: Path) -> None:
    check(scene(tmp_path, "arb", "", f"title = {'1' * 5000}"), "is no valid TOML: ")
    draw = f'[draw.parameters]\n"program.env[0]" = 1{"0" * 400}'
    check(scene(tmp_path, "arb", draw), "draw[0].parameters.program.env[0]: must be a finite number")


def check(path: Path, expected: str) -> None:
    with pytest.raises(SceneError) as caught:
        load_scene(path)
    text = said(caught.value, path)
    assert "\n" not in text and text.startswith(expected), text


def test_a_number_that_leaves_its_range_names_the_frame(tmp_path: Path) -> None:
    draw = "[draw.state]\nmaterial = { shininess = { linear = { rate = 30.0 } } }"
    path = scene(tmp_path, "arb", draw, "[animation]\nframes = 200\nfps = 30.0")
    render(path, (8, 8), frame=128)
    with pytest.raises(SceneError) as caught:
        render(path, (8, 8), frame=129)
    assert said(caught.value, path) == (
        "draw[0].state.material.shininess: is 129 in frame 129; expected 0 to 128"
    )


def test_copies_are_counted(tmp_path: Path) -> None:
    copies = "copies = [" + "{}, " * 5001 + "]"
    draw = f'{copies}\n[[draw]]\nvertex = "arb.vp"\nmesh = "ball"\n{copies}\n'
    check(scene(tmp_path, "arb", draw), "draw: has 10002 copies in all; at most 10000 are drawn")
