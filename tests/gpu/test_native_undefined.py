"""What the ARB's languages leave undefined is open where the driver runs the program itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.state import State
from nvrender.gpu.native.context import Native
from nvrender.program import Program
from nvrender.regression.comparison import programs as numbers
from nvrender.regression.comparison.programs import ProgramComparison, compare_program
from nvrender.regression.comparison.sample_states import sample_state
from nvrender.regression.comparison.samples import samples
from nvrender.run import run

HEAD = "!!ARBvp1.0\nTEMP t, u; ATTRIB a = vertex.attrib[1];\nMOV result.position, vertex.position;\n"
FRAGMENT = "!!ARBfp1.0\nTEMP t, u; ATTRIB a = fragment.texcoord[1];\n"
STATE = State(modelview=((1, 2, 3, 4), (0.1, 1, 0.3, 2), (0, 0.7, 1.1, 1), (0.9, 0, 0.2, 1)))


def _compared(program: Program, attributes: Any = None) -> ProgramComparison:
    made, parameters = samples(program, 64, special=False)
    given = made if attributes is None else attributes
    return compare_program("a", program, given, parameters, STATE, backend="native")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{HEAD}XPD result.texcoord, a, a.yzxw; END", id="XPD's w 2.14.5.27"),
        pytest.param(f"{HEAD}MOV result.texcoord, u; END", id="temporaries 2.14.3.6"),
        pytest.param(f"{HEAD}MOV result.texcoord.y, a; END", id="results 2.14.3.7"),
        pytest.param(f"{HEAD}LIT result.texcoord, {{1, 0, 0, -2}}; END", id="LIT of 0 2.14.5.13"),
        pytest.param(f"{HEAD}LIT result.texcoord, {{1, -1, 0, 0}}; END", id="LIT to 0 2.14.5.13"),
        pytest.param(f"{HEAD}SUB t, a, a; POW result.texcoord, t.x, a.y; END", id="POW of 0 2.14.5.20"),
        pytest.param(f"{HEAD}POW result.texcoord, a.x, 2.0.x; END", id="POW of negative numbers 2.14.5.20"),
        pytest.param(f"{HEAD}LOG result.texcoord, {{0}}.x; END", id="LOG of 0 2.14.5.14"),
        pytest.param(f"{HEAD}LG2 t.x, a.x; MUL result.texcoord, t.x, a; END", id="LG2 2.14.5.12"),
        pytest.param(
            "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, vertex.color; END",
            id="position 2.14.4.5.1",
        ),
        pytest.param(f"{FRAGMENT}SCS t, a.x; MOV result.color, t; END", id="SCS's z and w 3.11.5.23"),
        pytest.param(f"{FRAGMENT}XPD t, a, a.yzxw; MOV result.color, t; END", id="XPD's w 3.11.5.29"),
        pytest.param(f"{FRAGMENT}MOV t.x, a; MOV result.color, t; END", id="temporaries 3.11.3.3"),
    ],
)
def test_what_is_undefined_is_no_mismatch(native: Native, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Whatever the driver leaves in places the oracle has something else in: here its own results, or 7."""
    program = nvrender.load(text.replace("2.0.x", "{2}.x"))
    assert _compared(program).mismatches == 0
    limits = []
    real = numbers.compare

    def seen(expected: Any, actual: Any, tolerance: Any, **options: Any) -> Any:
        limits.append({name: array for name, array in tolerance.items() if np.isinf(array).any()})
        return real(expected, actual, tolerance, **options)

    monkeypatch.setattr(numbers, "compare", seen)
    _compared(program)
    assert limits[0]


def test_what_is_defined_beside_it_is_compared(native: Native, monkeypatch: pytest.MonkeyPatch) -> None:
    """XPD's x, y and z, and components that were written, are as they must be."""

    def moved(program: Program, *given: Any, backend: str, **options: Any) -> Any:
        found = run(program, *given, backend=backend, **options)
        if backend == "native":
            found["texcoord[0]"][:, :2] += np.float32(2.0**-10)
        return found

    monkeypatch.setattr(numbers, "run", moved)
    program = nvrender.load(f"{HEAD}XPD t, a, a.yzxw; MOV result.texcoord, t; MOV result.color.x, u; END")
    found = _compared(program)
    assert found.mismatches == 128
    assert {component for _, component in found.results["texcoord[0]"].mismatches.tolist()} == {0, 1}


@pytest.mark.parametrize(
    "binding",
    [
        "matrix.mvp.row[1]", "matrix.modelview.inverse.row[2]", "matrix.texture[1].invtrans.row[0]",
        "light[1].half", "light[0].spot.direction", "lightprod[1].specular", "lightmodel.back.scenecolor",
        "fog.params",
    ],
)  # fmt: skip
def test_state_that_a_driver_derives_need_not_be_the_same_bits(native: Native, binding: str) -> None:
    """1 part in 10^5 (OpenGL 1.5, 2.1.1), which flows on into what is computed of it."""
    for declared in (f"PARAM s = state.{binding};", f"PARAM p[2] = {{ {{1, 2, 3, 4}}, state.{binding} }};"):
        name = "p[A.x]" if "[2]" in declared.split("=")[0] else "s"
        program = nvrender.load(
            f"!!ARBvp1.0\n{declared} ADDRESS A; TEMP t; ARL A.x, {{1}}.x; MOV result.position, {name};"
            f"DP4 t.x, {name}, vertex.position; MOV result.texcoord, t.x; END"
        )
        for seed in range(6):
            attributes, parameters = samples(program, 16, seed=seed, special=False)
            state = sample_state(program, seed=seed)
            found = compare_program("a", program, attributes, parameters, state, backend="native")
            assert found.mismatches == 0, found.text()


def test_state_that_nobody_derives_is_the_same_bits(native: Native, monkeypatch: pytest.MonkeyPatch) -> None:
    program = nvrender.load(
        "!!ARBvp1.0\nMOV result.position, state.light[1].diffuse; MOV result.color, state.light[1].half; END"
    )

    def moved(program: Program, *given: Any, backend: str, **options: Any) -> Any:
        found = run(program, *given, backend=backend, **options)
        if backend == "native":
            for array in found.values():
                array *= np.float32(1 + 2.0**-20)
        return found

    monkeypatch.setattr(numbers, "run", moved)
    found = compare_program(
        "a", program, {0: np.ones((4, 4), np.float32)}, {}, sample_state(program), backend="native"
    )
    assert [name for name, row in found.results.items() if not row] == ["position"]
