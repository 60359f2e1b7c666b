"""Every primitive, mode, instruction and binding of geometry programs is executed by a conformance script."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from digest.corpus import cases_of

from nvrender.gl.inputs.primitives import MODES
from nvrender.languages.arb.geometry_bindings import (
    GEOMETRY_RESULTS,
    INPUT_PRIMITIVES,
    NV4_GEOMETRY_ATTRIBUTES,
    NV4_GEOMETRY_RESULTS,
    OUTPUT_PRIMITIVES,
)
from nvrender.languages.arb.headers.generation4 import GEOMETRY_ONLY
from nvrender.languages.load import load
from nvrender.program import Program, RegisterFile, RelativeAddress
from nvrender.regression.conformance.script import Case

SPEC = Path(__file__).parent / "spec"


@cache
def _programs() -> tuple[tuple[Case, Program], ...]:
    """The cases of geometry programs that are executed."""
    cases = [case for script in sorted(SPEC.rglob("*.toml")) for case in cases_of(script)]
    return tuple(
        (case, load(case.program, limits=case.limits or None))
        for case in cases
        if case.vertices is not None and not case.backends
    )


@cache
def _text() -> str:
    return "\n".join(re.sub("#.*", "", case.program.decode("latin-1")) for case, _ in _programs())


@pytest.mark.parametrize("name", sorted(GEOMETRY_ONLY))
def test_every_instruction_is_executed(name: str) -> None:
    """NV_geometry_program4 2.X.8.Z: straight, under tests, in loops and subroutines."""
    script = SPEC / "nv4" / f"{name}.toml"
    cases = [case for case, _ in _programs() if Path(case.path) == script]
    assert sum(f"{name};".encode() in case.program for case in cases) >= 5
    text = b"\n".join(case.program for case in cases).decode()
    assert all(re.search(rf"\b{word}\b", text) for word in ("IF", "CAL"))
    assert any({"strip", "source"} <= case.places.keys() for case in cases)


@pytest.mark.parametrize("primitive", INPUT_PRIMITIVES)
def test_every_input_primitive_is_executed_by_every_mode(primitive: str) -> None:
    """NV_geometry_program4 2.14.6.1."""
    used = {
        case.mode for case, program in _programs() if program.geometry and program.geometry.input == primitive
    }
    assert used >= set(MODES[primitive])


@pytest.mark.parametrize("primitive", OUTPUT_PRIMITIVES)
def test_every_output_primitive_is_executed(primitive: str) -> None:
    """NV_geometry_program4 2.14.6.2."""
    cases = [
        case for case, program in _programs() if program.geometry and program.geometry.output == primitive
    ]
    assert any("strip" in case.places for case in cases)


@pytest.mark.parametrize(
    "pattern", [row.pattern for row in (*NV4_GEOMETRY_ATTRIBUTES, *NV4_GEOMETRY_RESULTS)]
)
def test_every_binding_is_executed(pattern: str) -> None:
    """NV_geometry_program4 Tables X.2 and X.3; where the number may be left out, with and without it."""
    for form in {re.sub(r"\[\w+\?\]", "", pattern), pattern.replace("?]", "]")}:
        words = re.sub(r"\\\[\w+\\\]", r"\\[[0-9]+(?:\\.\\.[0-9]+)?\\]", re.escape(form))
        words = words.replace("vertex", r"vertex(?:\[[0-9]\])?", 1) if form.startswith("vertex.") else words
        assert re.search(rf"{words}(?![\[\w]|\.[a-z]{{5}})", _text()), form


@pytest.mark.parametrize("binding", ["vertex.texcoord", "vertex.attrib", "vertex.clip", "result.texcoord",
                                     "result.attrib", "result.clip"])  # fmt: skip
def test_every_range_is_executed(binding: str) -> None:
    words = re.escape(binding).replace("vertex", r"vertex(?:\[[0-9]\])?", 1)
    assert re.search(words + r"\[\d+\.\.\d+\]", _text())


def test_vertices_and_elements_are_chosen_in_every_way() -> None:
    """By number and at run time, each with each (NV_geometry_program4 2.X.3.2)."""
    registers = [
        operand.register
        for _, program in _programs()
        for each in program.instructions
        for operand in each.operands
        if operand.register.file is RegisterFile.ATTRIBUTE and operand.register.vertex is not None
    ]
    ways = {(isinstance(one.vertex, RelativeAddress), one.relative is not None) for one in registers}
    assert ways == {(False, False), (False, True), (True, False), (True, True)}


def test_every_result_is_checked() -> None:
    checked = {name for case, program in _programs() for name in case.expected if name in program.results}
    assert checked == set(GEOMETRY_RESULTS)
