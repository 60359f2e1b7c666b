"""Comparisons find errors just beyond the precision, draw them and report them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from nvrender import State, load
from nvrender.gl.inputs.results import Results
from nvrender.oracle.tolerance.precision import bounds
from nvrender.regression.comparison import programs as numbers
from nvrender.regression.comparison.programs import ProgramComparison, compare_program, picture
from nvrender.regression.comparison.samples import SPECIAL_VALUES, samples

#: An exact component, an approximate one, and one that follows from it.
PROGRAM = """!!VP2.0
MUL o[HPOS], v[OPOS], c[0];
RCP R0.x, v[OPOS].x;
MOV o[COL0].x, R0.x;
MUL o[COL0].y, R0.x, c[0].y;
END"""
COUNT = 64
RED = (230, 30, 30)


@pytest.fixture
def inputs():
    """Ordinary attributes, and parameters."""
    attributes, parameters = samples(load(PROGRAM), COUNT, special=False)
    attributes[0][:, 0] = np.abs(attributes[0][:, 0]) + np.float32(0.5)
    return attributes, parameters


@pytest.fixture
def compared(monkeypatch, inputs):
    """A function that compares with the oracle a GPU whose results ``nudge`` changes."""

    def compare(nudge, text=PROGRAM, given=None, **options) -> ProgramComparison:
        real = numbers.run

        def run(program, *arguments, backend, **keywords):
            keywords.pop("numerics", None)
            results = real(program, *arguments, backend="oracle", **keywords)
            if backend == "oracle":
                return results
            arrays = {name: array.copy() for name, array in results.items()}
            nudge(arrays)
            return Results(arrays)

        monkeypatch.setattr(numbers, "run", run)
        attributes, parameters = given or inputs
        return compare_program("planted", load(text), attributes, parameters, State(), **options)

    return compare


def _ulps(name, vertex, component, ulps):
    def nudge(arrays):
        value = arrays[name][vertex, component]
        arrays[name][vertex, component] = value + np.spacing(value) * np.float32(ulps)

    return nudge


def test_nothing_planted_nothing_found(compared):
    comparison = compared(lambda arrays: None)
    assert comparison.mismatches == 0 and comparison.vertices == COUNT
    assert all(not outcome.ulps.any() for outcome in comparison.results.values())


@pytest.mark.parametrize("ulps", [1, -3])
def test_one_unit_in_an_exact_component(compared, ulps):
    comparison = compared(_ulps("HPOS", 17, 2, ulps))
    assert comparison.results["HPOS"].mismatches.tolist() == [[17, 2]]
    assert comparison.results["HPOS"].worst == abs(ulps)
    assert not len(comparison.results["COL0"].mismatches)


@pytest.mark.parametrize(("share", "found"), [(1.0, 0), (-1.0, 0), (3.0, 1), (-3.0, 1)])
@pytest.mark.parametrize("component", [0, 1])
def test_bounds_in_an_approximate_component(compared, inputs, share, found, component):
    """NV_vertex_program2 2.14.3.26: RCP's bound is granted, three times the bound is not."""
    precision = next(i for i in load(PROGRAM).instructions if i.opcode.name == "RCP").opcode.precision[0]
    attributes, parameters = inputs

    def nudge(arrays):
        bound = bounds(precision, 1 / attributes[0][5:6, 0].astype(np.float64))[0]
        factor = 1.0 if component == 0 else abs(float(parameters[0, 1]))
        arrays["COL0"][5, component] += np.float32(share * bound * factor)

    comparison = compared(nudge)
    assert comparison.mismatches == found
    assert comparison.results["COL0"].ulps[5, component] > 0


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_special_value_where_a_number_was(compared, value):
    def nudge(arrays):
        arrays["COL0"][3, 0] = value

    comparison = compared(nudge)
    assert comparison.results["COL0"].mismatches.tolist() == [[3, 0]]
    assert json.loads(json.dumps(comparison.as_data(), allow_nan=False))["results"][1]["worst_ulp"] is None


def test_data_is_json(compared):
    comparison = compared(_ulps("HPOS", 17, 2, 4))
    data = json.loads(json.dumps(comparison.as_data(), allow_nan=False))
    assert data == {
        "program": "planted",
        "vertices": COUNT,
        "mismatches": 1,
        "notes": [],
        "results": [
            {"name": "HPOS", "mismatches": 1, "worst_ulp": 4.0, "worst_vertex": 17},
            {"name": "COL0", "mismatches": 0, "worst_ulp": 0.0, "worst_vertex": 0},
        ],
    }


def test_text(compared):
    lines = compared(_ulps("HPOS", 17, 2, 4)).text().splitlines()
    assert lines[0] == f"planted: {COUNT} vertices, 1 values outside the precision"
    assert lines[1].split() == "HPOS worst 4 ulp at vertex 17.z, 1 outside".split()
    assert lines[2].split() == "COL0 worst 0 ulp, 0 outside".split()


def test_picture_is_red_where_outside(compared):
    """A row a component, vertices from left to right."""
    image = np.asarray(picture([compared(_ulps("HPOS", 17, 2, 4))]))
    rows, columns = np.nonzero((image == RED).all(axis=-1))
    height, width = image.shape[0] / 8, (image.shape[1] - 72) / COUNT
    assert set(rows // height) == {2.0}
    assert set((columns - 72) // width) == {17.0}


def test_picture_without_errors_has_no_red(compared):
    image = np.asarray(picture([compared(lambda arrays: None)]))
    assert not (image == RED).all(axis=-1).any()


def test_large_meshes_are_sampled_evenly(compared, monkeypatch):
    """The last vertex takes part, and is named by its number in the mesh."""
    monkeypatch.setattr(numbers, "MOST_VERTICES", 10)
    comparison = compared(_ulps("HPOS", 9, 0, 2))
    assert comparison.vertices == 10
    assert comparison.notes == (f"10 of {COUNT} vertices compared",)
    assert comparison.as_data()["results"][0]["worst_vertex"] == COUNT - 1
    assert f"at vertex {COUNT - 1}.x" in comparison.text()


def test_endless_programs_are_compared_up_to_a_limit(compared, monkeypatch):
    """Where approximations decide, an unbounded tolerance would hide HPOS."""
    monkeypatch.setattr(numbers, "LONGEST", 100)
    text = (
        "!!VP2.0 MOV o[HPOS],v[OPOS];RCPC R0.x,v[OPOS].x;again:ADD R1.x,R1.x,v[OPOS].x;"
        "MOV o[COL0].x,R1.x;BRA again (GT.x);END"
    )
    comparison = compared(_ulps("COL0", 3, 0, 1), text)
    assert comparison.notes == ("both sides stopped after 100 instructions",)
    assert comparison.results["COL0"].mismatches.tolist() == [[3, 0]]


def test_state_programs_name_the_parameter(compared):
    text = "!!VSP1.0 MOV c[5],v[0];RCP c[6].x,v[0].x;END"
    rows = np.array([[2, 1, 1, 1], [3, 1, 1, 1]], np.float32)
    comparison = compared(_ulps("c", 5, 1, 1), text, ({0: rows}, np.zeros((96, 4), np.float32)))
    assert comparison.results["c"].mismatches.tolist() == [[5, 1]]
    assert "at parameter 5.y" in comparison.text()


def test_samples_hold_special_and_ordinary_values():
    program = load(PROGRAM)
    attributes, parameters = samples(program, 1024)
    assert np.isfinite(attributes[0][:768]).all() and np.isfinite(parameters).all()
    special = attributes[0][768:]
    assert all(((special == v) | (np.isnan(special) & np.isnan(v))).any() for v in SPECIAL_VALUES)
    plain, _ = samples(program, 1024, special=False)
    assert np.isfinite(plain[0]).all()
    again, _ = samples(program, 1024)
    assert np.array_equal(again[0], attributes[0], equal_nan=True)


def test_components_that_read_nothing_are_compared_in_fast_numerics_too() -> None:
    """NV_gpu_program4 2.X.8, XPD: w is not computed of its operands."""
    program = load("!!NVvp4.0\nXPD result.position, vertex.attrib[1], vertex.attrib[2];\nEND")
    found = compare_program("crossed", program, *samples(program, 40), State(), numerics="fast")
    assert found.mismatches == 0 and found.vertices == 40
