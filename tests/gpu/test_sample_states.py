"""GL state that comparisons draw: what is exchanged or taken for something else shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import pytest
from click.testing import CliRunner

import nvrender
from nvrender.cli.main import main
from nvrender.gl.state import Matrix, State
from nvrender.program import Program
from nvrender.regression.comparison import programs as numbers
from nvrender.regression.comparison.programs import compare_program
from nvrender.regression.comparison.sample_states import sample_state
from nvrender.regression.comparison.samples import samples
from nvrender.run import run

Fault = Callable[[State], State]
_SHADERS = Path(__file__).parents[2] / "shaders"


def _transposed(matrix: Matrix) -> Matrix:
    first, second, third, fourth = (tuple(row[k] for row in matrix) for k in range(4))
    return first, second, third, fourth  # type: ignore[return-value]


def _each(*names: str) -> Fault:
    """Rows and columns of matrices exchanged."""

    def fault(state: State) -> State:
        changes: dict[str, Any] = {}
        for name in names:
            value = getattr(state, name)
            if isinstance(value[0][0], tuple):
                changes[name] = tuple(map(_transposed, value))
            else:
                changes[name] = _transposed(value)
        return replace(state, **changes)

    return fault


def _vertex(binding: str) -> str:
    return f"!!ARBvp1.0\nPARAM s = state.{binding}; MUL result.position, s, vertex.position; END"


def _fragment(binding: str) -> str:
    return (
        f"!!ARBfp1.0\nPARAM s = state.{binding}; TEMP t;\n"
        "MUL t, s, fragment.texcoord[0]; MAD result.color, t, 0.1, 0.5; END"
    )


def _planted(monkeypatch: pytest.MonkeyPatch, fault: Fault) -> None:
    """The GPU gets the state that ``fault`` makes of the one that is given."""

    def wrong(program: Program, *given: Any, backend: str, state: State, **options: Any) -> Any:
        state = fault(state) if backend == "gpu" else state
        return run(program, *given, backend=backend, state=state, **options)

    monkeypatch.setattr(numbers, "run", wrong)


def _mismatches(program: Program, state: State) -> int:
    attributes, parameters = samples(program, 16, special=False)
    return compare_program("a", program, attributes, parameters, state).mismatches


_MATRICES: list[tuple[str, Fault]] = [
    (_vertex("matrix.mvp.row[1]"), _each("modelview")),
    (_vertex("matrix.modelview.row[2]"), _each("modelview")),
    (_vertex("matrix.modelview.inverse.row[0]"), _each("modelview")),
    (_vertex("matrix.projection.transpose.row[3]"), _each("projection")),
    (_vertex("matrix.program[3].row[1]"), _each("program")),
    (_fragment("matrix.texture[1].invtrans.row[2]"), _each("texture")),
    ("!!ARBvp1.0\nOPTION ARB_position_invariant; MOV result.color, vertex.color; END", _each("projection")),
]
_OTHERS: list[tuple[str, Fault]] = [
    (_vertex("light[1].position"), lambda state: replace(state, lights=state.lights[::-1])),
    (_vertex("light[2].half"), lambda state: replace(state, lights=state.lights[::-1])),
    (_vertex("lightprod[0].back.diffuse"), lambda state: replace(state, back_material=state.material)),
    (_vertex("material.shininess"), lambda state: replace(state, material=state.back_material)),
    (_vertex("lightmodel.ambient"), lambda state: replace(state, light_model=State().light_model)),
    (
        _vertex("texgen[1].eye.t"),
        lambda state: replace(
            state,
            texture_generation=tuple(
                replace(row, eye=row.object, object=row.eye) for row in state.texture_generation
            ),
        ),
    ),
    (
        _vertex("clip[2].plane"),
        lambda state: replace(state, clip_plane_equations=state.clip_plane_equations[::-1]),
    ),
    (_vertex("point.attenuation"), lambda state: replace(state, point=State().point)),
    (_fragment("texenv[1].color"), lambda state: replace(state, texture_units=state.texture_units[::-1])),
    (
        _fragment("fog.params"),
        lambda state: replace(state, fog=replace(state.fog, start=state.fog.end, end=state.fog.start)),
    ),
    (_fragment("depth.range"), lambda state: replace(state, depth_range=state.depth_range[::-1])),
    (
        "!!ARBfp1.0\nOPTION ARB_fog_linear; MOV result.color, fragment.color; END",
        lambda state: replace(state, fog=replace(state.fog, color=state.fog.color[::-1])),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "fault"), _MATRICES)
def test_exchanged_rows_and_columns_are_found(
    text: str, fault: Fault, context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ARB_vertex_program 2.14.3.2, table X.3.8: of identities nobody could tell."""
    program = nvrender.load(text)
    assert _mismatches(program, sample_state(program)) == 0
    _planted(monkeypatch, fault)
    assert _mismatches(program, State()) == 0
    assert _mismatches(program, sample_state(program))


@pytest.mark.parametrize(("text", "fault"), _OTHERS)
def test_state_in_the_wrong_place_is_found(
    text: str, fault: Fault, context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = nvrender.load(text)
    assert _mismatches(program, sample_state(program)) == 0
    _planted(monkeypatch, fault)
    assert _mismatches(program, sample_state(program))


def test_a_program_that_reads_no_state_has_the_defaults() -> None:
    assert sample_state(nvrender.load("!!ARBvp1.0\nMOV result.position, vertex.position; END")) == State()


def test_seeds_draw_other_states() -> None:
    program = nvrender.load(_vertex("matrix.mvp.row[1]"))
    states = [sample_state(program, seed=seed) for seed in (0, 0, 1)]
    assert states[0] == states[1] != states[2]
    for matrix in (states[0].modelview, *states[0].texture):
        assert np.linalg.cond(np.array(matrix)) < 10


def test_diff_draws_state(context: moderngl.Context, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "program.vp"
    path.write_text(_MATRICES[0][0])
    assert CliRunner().invoke(main, ["diff", str(path)]).exit_code == 0
    _planted(monkeypatch, _MATRICES[0][1])
    assert CliRunner().invoke(main, ["diff", str(path)]).exit_code == 1


def test_declared_names_are_drawn(context: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """NV_fragment_program 3.11.2: all of them at 0 would look alike, whichever is read."""
    program = nvrender.load(_SHADERS / "ripples.fp")
    _, parameters = samples(program, 16, special=False)
    assert {"drift", "turn", "deep"} <= set(parameters)
    assert len({tuple(parameters[name].tolist()) for name in ("drift", "turn", "deep")}) == 3

    def wrong(program: Program, attributes: Any, parameters: Any, *, backend: str, **options: Any) -> Any:
        if backend == "gpu":
            parameters = {**parameters, "one": parameters["two"], "two": parameters["one"]}
        return run(program, attributes, parameters, backend=backend, **options)

    text = "!!FP1.0\nDECLARE one; DECLARE two;\nMULR R0, f[TEX0], one; ADDR o[COLR], R0, two; END"
    assert _mismatches(nvrender.load(text), State()) == 0
    monkeypatch.setattr(numbers, "run", wrong)
    assert _mismatches(nvrender.load(text), State())
