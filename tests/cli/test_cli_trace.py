"""``nvrender trace``: operands, scenes, pages."""

from __future__ import annotations

import json
from pathlib import Path

from cli_helpers import REPOSITORY, Command

SCENE = REPOSITORY / "scenes" / "coast.toml"
PIXEL = ("--pixel", "20,12", "--size", "40x24")
FIRST = ("--frame", "0")
PROGRAM = "!!NVvp4.0\nTEMP t;\nADD.U t.x, 3, {5}.x;\nMOV result.position, -|vertex.attrib[1]|;\nEND\n"


def test_operands_are_shown_with_signs_and_types(nvrender: Command) -> None:
    outcome = nvrender("trace", "-", stdin=PROGRAM.encode())
    assert outcome.status == 0
    first, second = outcome.out.splitlines()
    assert first.endswith("t: x 0 → 8")
    assert "-|vertex.attrib[1]| = (-0, -0, -0, -1)" in second


def test_json_has_operands(nvrender: Command) -> None:
    data = json.loads(nvrender("trace", "-", "--json", stdin=PROGRAM.encode()).out)
    assert data[1]["operands"] == [
        {"operand": "-|vertex.attrib[1]|", "components": "xyzw", "values": [-0.0, -0.0, -0.0, -1.0]}
    ]


def test_a_fragment_of_a_scene(nvrender: Command) -> None:
    outcome = nvrender("trace", SCENE, *PIXEL, *FIRST, "--limit", 2)
    where, first, *_ = outcome.out.splitlines()
    assert where == "pixel 20,12 of frame 0, 40 × 24: draw coast, coast.fp"
    assert "MOVR R0, f[TEX7];" in first


def test_a_page(nvrender: Command, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    outcome = nvrender("trace", "-", "--html", page, stdin=PROGRAM.encode())
    assert (outcome.status, outcome.out) == (0, f"{page}\n")
    text = page.read_text(encoding="utf-8")
    assert "GLSL, exact numerics" in text and "Intermediate representation" in text


def test_wrong_uses(nvrender: Command, tmp_path: Path) -> None:
    nvrender("trace", SCENE).failed_with("--pixel X,Y says which fragment", status=2)
    nvrender("trace", SCENE, "--pixel", "here").failed_with("'here' is not X,Y", status=2)
    nvrender("trace", SCENE, "--pixel", "99,99", "--size", "40x24").failed_with("40 × 24 pixels")
    without = SCENE.with_name("skin.toml")
    nvrender("trace", without, "--pixel", "9,9", "--size", "40x24").failed_with("none of its draws has one")
    nvrender("trace", SCENE, *PIXEL, "--frame", 10**6).failed_with("the scene has frames 0 to")
    nvrender("trace", SCENE, *PIXEL, "--draw", "none").failed_with("draws that do are coast")
    nvrender("trace", "-", "--pixel", "1,1", stdin=PROGRAM.encode()).failed_with("are for scenes", status=2)
    page = tmp_path / "page.html"
    nvrender("trace", "-", "--json", "--html", page, stdin=PROGRAM.encode()).failed_with(
        "ask for one", status=2
    )
