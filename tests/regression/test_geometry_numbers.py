"""What geometry programs emit on GPU and oracle is compared, vertex by vertex of each invocation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.state import State
from nvrender.languages.load import load
from nvrender.regression.comparison import geometry as geometry_numbers
from nvrender.regression.comparison.programs import ProgramComparison, compare_program
from nvrender.regression.comparison.samples import samples

SHADERS = Path(__file__).parent.parent.parent / "shaders"
HEAD = "!!NVgp5.0 PRIMITIVE_IN {}; PRIMITIVE_OUT {}; VERTICES_OUT 6; INVOCATIONS 2;"
BODY = """ATTRIB p = vertex.position; INT TEMP i; MOV.S i, 0; TEMP r; RCP r.x, p[0].x;
    REP.S 2; MUL result.position, p[i.x], r.x; MOV.S result.attrib[0], i; EMIT; ADD.S i.x, i.x, 1; ENDREP;"""
STREAMS = "EMITS primitive.invocation.x; EMITS 3;"


def compared(text: str, **options: Any) -> ProgramComparison:
    program = load(text)
    attributes, parameters = samples(program, 60, **options)
    return compare_program("a", program, attributes, parameters, State())


@pytest.mark.parametrize("name", ["grass", "silhouette", "sprites", "faces"])
def test_shaders_agree(name: str) -> None:
    program = load(SHADERS / f"{name}.gp")
    found = compare_program(name, program, *samples(program, 300), State())
    assert found.mismatches == 0 and found.vertices > 90
    assert {"emitted", "position", "strip"} <= found.results.keys()


@pytest.mark.parametrize(
    ("primitive", "output", "more"),
    [("LINES", "LINE_STRIP", ""), ("POINTS", "POINTS", STREAMS), ("PATCHES", "POINTS", STREAMS)],
)
def test_every_stream_is_compared(primitive: str, output: str, more: str) -> None:
    found = compared(f"{HEAD.format(primitive, output)} {BODY} {more} END")
    assert found.mismatches == 0
    named = {"stream[3].position", "stream[1].attrib[0]", "stream[2].strip"}
    assert named <= found.results.keys() if more else named.isdisjoint(found.results)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (
            BODY.replace("MUL result.position, p[i.x], r.x;", "MUL result.position, p[i.x], 1.001;"),
            "position",
        ),
        (BODY.replace("MOV.S result.attrib[0], i;", "ADD.S result.attrib[0], i, 1;"), "attrib[0]"),
        (BODY.replace("REP.S 2;", "REP.S 3;"), "emitted"),
        (BODY.replace("EMIT;", "ENDPRIM; EMIT;", 1), "strip"),
    ],
)
def test_what_differs_is_found(monkeypatch: pytest.MonkeyPatch, text: str, wrong: str) -> None:
    other = load(f"{HEAD.format('POINTS', 'POINTS')} {text} END")

    def planted(program: Any, *given: Any, backend: str, **options: Any) -> Any:
        return nvrender.run(other if backend == "gpu" else program, *given, **options)

    monkeypatch.setattr(geometry_numbers, "run", planted)
    found = compared(f"{HEAD.format('POINTS', 'POINTS')} {BODY} END", special=False)
    assert [name for name, row in found.results.items() if not row] == [wrong]


def test_approximations_may_lie_off_as_far_as_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a reciprocal is owed flows into positions, and into nothing else."""

    def moved(program: Any, *given: Any, backend: str, **options: Any) -> Any:
        found = nvrender.run(program, *given, **options)
        if backend == "gpu":
            found["position"][:] *= np.float32(1 + 2.0**-22)
        return found

    monkeypatch.setattr(geometry_numbers, "run", moved)
    found = compared(f"{HEAD.format('POINTS', 'POINTS')} {BODY} END", special=False)
    assert found.mismatches == 0 and 0 < found.results["position"].worst <= 4


def test_lanes_that_may_go_another_way_are_not_held_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD.format("POINTS", "POINTS") + (
        "TEMP r; RCP r.x, vertex[0].position.x; MUL r.x, r.x, vertex[0].position.x; SUB.CC r.x, r.x, 1.0;"
        "MOV result.position, vertex[0].position; IF GE.x; EMIT; ENDIF; EMIT; END"
    )

    def one_less(program: Any, *given: Any, backend: str, **options: Any) -> Any:
        if backend != "gpu":
            return nvrender.run(program, *given, **options)
        fewer = load(text.replace("IF GE.x;", "IF FL;"))
        return nvrender.run(fewer, *given, **options)

    monkeypatch.setattr(geometry_numbers, "run", one_less)
    assert compared(text, special=False).mismatches == 0
