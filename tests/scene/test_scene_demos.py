"""The demo scenes load, each program is used, and every vertex of every draw has a finite place."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from scene_files import ROOT, SCENES

from nvrender.gl.inputs.vertices import attribute_arrays, buffer_arrays, parameter_array
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.render import inputs, programs_of, render
from nvrender.scene.load import load_scene

EVERY = pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)


@lru_cache(maxsize=1)
def shown() -> dict[Path, Program]:
    """The programs of all scenes."""
    return {Path(program.source.name).resolve(): program for path in SCENES for program in programs_of(path)}


def opcodes(program: Program) -> set[str]:
    return {instruction.opcode.name for instruction in program.instructions}


def test_there_are_at_least_nine() -> None:
    assert len(SCENES) >= 9


def test_every_program_in_shaders_is_shown_by_a_scene() -> None:
    assert shown().keys() >= {path.resolve() for path in (ROOT / "shaders").glob("*.vp")}


@EVERY
def test_a_demo_loads_and_says_what_it_shows(path: Path) -> None:
    scene = load_scene(path)
    assert scene.form.title and re.search(r"[VFG]S?P[1-5]\.|[vfgc]p[1-5]\.", scene.form.description)
    assert scene.size == (1280, 720)
    assert scene.animation.frames > 1 and scene.animation.poster < scene.animation.frames


@EVERY
def test_every_vertex_has_a_finite_place(path: Path) -> None:
    for program, attributes, parameters, state in inputs(path, 5):
        registers = parameter_array(program, parameters, state)
        assert program.profile.declares_names or np.isfinite(registers).all()
        thinned = {index: array[:: max(1, len(array) // 500)] for index, array in attributes.items()}
        arrays, count = attribute_arrays(program, thinned, state)
        extra = {"buffers": buffer_arrays(program, parameters)} if program.buffers else {}
        results = execute(program, arrays, Resources(registers, **extra), count)
        for name, values in results.items():
            assert np.isfinite(values).all(), (program.source.name, name)


@pytest.mark.parametrize(
    ("name", "header", "wanted"),
    [
        ("lighting", "!!VP1.0", {"LIT"}),
        ("skin", "!!VP2.0", {"ARL", "ARA", "CAL", "RET"}),
        ("lights", "!!VP2.0", {"BRA", "LIT"}),
        ("terrain", "!!VP2.0", {"CAL", "SIN", "COS"}),
        ("two_side", "!!VP1.1", {"SUB"}),
        ("fog", "!!VP1.0", {"EXP"}),
        ("galaxy", "!!VP2.0", {"SIN", "COS", "FRC"}),
        ("water", "!!VP2.0", {"SIN", "COS", "BRA", "ARA"}),
        ("prepare_lights", "!!VSP1.0", {"RSQ"}),
        ("invariant_gloss", "!!VP1.1", {"LIT"}),
        ("arb_lighting", "!!ARBvp1.0", {"LIT", "DST", "POW"}),
        ("arb_table", "!!ARBvp1.0", {"DST", "SGE"}),
        ("cg_film", "!!ARBvp1.0", {"FRC", "SGE"}),
        ("stone", "!!ARBvp1.0", {"ARL", "CAL", "SIN", "COS"}),
        ("agate", "!!ARBvp1.0", {"ARL", "CAL", "LIT"}),
        ("crystals", "!!ARBvp1.0", {"ARL", "CAL", "FRC"}),
        ("canyon", "!!NVvp4.0", {"REP", "XOR", "SHR", "I2F"}),
        ("tree", "!!NVvp4.0", {"CAL", "DIV", "MOD"}),
        ("octopus", "!!NVvp4.0", {"REP", "NRM", "POW"}),
        ("deep", "!!NVfp5.0", {"REP", "MAD", "MUL"}),
        ("marquetry", "!!NVfp5.0", {"CALI", "MOD", "SHR"}),
        ("sparks_emit", "!!NVcp5.0", {"ATOM", "LOAD", "STORE"}),
        ("veil_visits", "!!NVcp5.0", {"ATOMIM", "IMQ", "CAL"}),
        ("lotus_petal", "!!NVfp5.0", {"ATOMB", "STORE", "PK2H"}),
        ("lotus_resolve", "!!NVfp5.0", {"LDB", "LOAD", "UP2H"}),
        ("faces", "!!NVgp5.0", {"EMIT", "REP", "RET"}),
    ],
)
def test_each_feature_has_its_program(name: str, header: str, wanted: set[str]) -> None:
    program = {path.stem: program for path, program in shown().items()}[name]
    assert program.profile.header == header and wanted <= opcodes(program)
    results = {
        "terrain": {"CLP0"}, "two_side": {"BFC0", "BFC1"}, "fog": {"FOGC"}, "galaxy": {"PSIZ"},
        "stone": {"clip[0]"}, "agate": {"clip[0]", "clip[1]"}, "crystals": {"clip[0]"},
    }.get(name, set())  # fmt: skip
    assert results <= set(program.results)
    assert program.position_invariant == (name == "invariant_gloss")
    assert (program.profile.stage is Stage.VERTEX_STATE) == (name == "prepare_lights")


def test_the_state_program_prepares_unit_vectors() -> None:
    rows = inputs(ROOT / "scenes" / "vases.toml")
    glossy = [parameters for program, _, parameters, _ in rows if program.source.name.endswith("gloss.vp")]
    assert glossy
    for parameters in glossy:
        assert np.linalg.norm(parameters[16, :3]) == pytest.approx(1.0, abs=1e-5)
        assert np.linalg.norm(parameters[18, :3]) == pytest.approx(1.0, abs=1e-5)
        assert np.allclose(parameters[24, :3], parameters[20, :3] * parameters[22, :3], atol=1e-6)


def test_the_burning_edge_of_the_letter_is_soft() -> None:
    """What its program leaves of a pixel at the edge is blended with what is behind it."""
    red = render(ROOT / "scenes" / "letter.toml", (240, 240), backend="oracle")[..., 0].astype(np.int16)
    jumps = sum(int((np.abs(np.diff(red, axis=axis)) > 150).sum()) for axis in (0, 1))
    assert 0 < jumps < 300  # 216; 554 without blending
