"""nvrender.run: what it takes, what it yields, what it refuses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.state import Depth, State, Tracking
from nvrender.run import run
from nvrender.source import InputError, ProgramError

TEXT = "!!VP1.0 DP4 o[HPOS].x,c[0],v[0];MOV o[COL0],v[3];MOV o[TEX0].xy,v[TEX0];END"
INVARIANT = "!!VP1.1 OPTION NV_position_invariant;MOV o[COL0],v[0];END"
PROJECTION = ((1.5, 0.0, 0.1, 0.0), (0.0, 2.0, -0.2, 0.0), (0.0, 0.0, -1.2, -2.2), (0.0, 0.0, -1.0, 0.0))
MODELVIEW = ((0.0, -2.0, 0.0, 5.0), (2.0, 0.0, 0.0, -3.0), (0.0, 0.0, 0.5, 1.0), (0.0, 0.0, 0.0, 1.0))


def test_results_are_named_and_in_table_order() -> None:
    results = run(TEXT, {0: [[1, 2, 3], [4, 5, 6]], "COL0": (0.5, 0.25, 0.125, 1)}, {0: (1, 10, 100, 1000)})
    assert list(results) == ["HPOS", "COL0", "TEX0"]
    assert results["HPOS"].tolist() == [[1321.0, 0.0, 0.0, 1.0], [1654.0, 0.0, 0.0, 1.0]]
    assert results["COL0"].tolist() == [[0.5, 0.25, 0.125, 1.0]] * 2
    assert results["HPOS"].dtype == np.float32
    assert len(list(results.values())) == 3


@pytest.mark.parametrize("form", [str, str.encode, Path, nvrender.load])
def test_the_program_is_a_path_text_or_program(form: Any, tmp_path: Path) -> None:
    file = tmp_path / "program.vp"
    file.write_text(TEXT)
    given = form(str(file)) if form is Path else form(TEXT)
    assert run(given, {0: (1, 2, 3)}, {0: (1, 0, 0, 0)})["HPOS"].tolist() == [[1.0, 0.0, 0.0, 1.0]]


@pytest.mark.parametrize("program", [None, 5, object(), [TEXT]])
def test_other_programs_are_refused(program: Any) -> None:
    with pytest.raises(InputError, match="program must be"):
        run(program)


def test_a_program_that_does_not_load() -> None:
    with pytest.raises(ProgramError):
        run("!!VP1.0 MOV o[HPOS],v[99];END")


def test_unknown_words_list_what_there_is() -> None:
    with pytest.raises(InputError, match="unknown backend 'cuda'; there are oracle, gpu"):
        run(TEXT, backend="cuda")
    with pytest.raises(InputError, match="unknown numerics 'quick'; there are exact, fast"):
        run(TEXT, numerics="quick")
    with pytest.raises(InputError, match="'TEX7'; it writes HPOS, COL0, TEX0"):
        run(TEXT, results=["HPOS", "TEX7"])
    with pytest.raises(InputError, match="results must be names"):
        run(TEXT, results=5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"nvrender\.State"):
        run(TEXT, state={})  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"state\.depth\.enabled is 'yes'; it must be True or False"):
        run(TEXT, state=State(depth=Depth("yes")))  # type: ignore[arg-type]


def test_results_can_be_picked() -> None:
    assert list(run(TEXT, {0: (1, 2)}, results=["TEX0", "HPOS"])) == ["HPOS", "TEX0"]
    assert list(run(TEXT, {0: (1, 2)}, results="COL0")) == ["COL0"]


def test_no_vertices() -> None:
    for results in (run(TEXT, {0: np.zeros((0, 4))}), run(TEXT, count=0)):
        assert {name: array.shape for name, array in results.items()} == dict.fromkeys(results, (0, 4))
    seen: list[tuple[int, int]] = []
    run(TEXT, count=0, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 0)]


def test_more_vertices_than_memory_is_refused_at_once() -> None:
    with pytest.raises(InputError, match=r"1000000000000 vertices with 3 results would take .* GiB"):
        run(TEXT, {0: (1, 2, 3)}, count=10**12)


def test_progress_goes_to_the_end_and_changes_nothing() -> None:
    positions = np.random.default_rng(1).normal(size=(600_000, 3))
    seen: list[tuple[int, int]] = []
    pieces = run(
        TEXT, {0: positions}, {0: (1, 2, 3, 4)}, progress=lambda done, total: seen.append((done, total))
    )
    whole = run(TEXT, {0: positions}, {0: (1, 2, 3, 4)})
    assert seen == [(262144, 600_000), (524288, 600_000), (600_000, 600_000)]
    assert list(pieces) == list(whole)
    assert all(np.array_equal(pieces[name], whole[name]) for name in whole)
    assert whole.executed is None or np.array_equal(pieces.executed, whole.executed)


def test_position_invariant_is_projection_times_modelview_times_position() -> None:
    """I16 NV_vertex_program1_1 2.14.B: HPOS is the conventional transform of attribute 0."""
    state = State(modelview=MODELVIEW, projection=PROJECTION)
    positions = np.array([[1.0, 2.0, 3.0], [-4.0, 0.5, 8.0]])
    results = run(INVARIANT, {0: positions}, state=state)
    expected = np.c_[positions, [1, 1]] @ (np.array(PROJECTION) @ np.array(MODELVIEW)).T
    assert list(results) == ["HPOS", "COL0"]
    assert np.allclose(results["HPOS"], expected, rtol=1e-6)


def test_position_invariant_with_a_position_all_share() -> None:
    results = run(INVARIANT, {0: (1, 2, 3)}, count=4, state=State(projection=PROJECTION))
    assert results["HPOS"].shape == (4, 4)
    assert results["HPOS"].tolist() == [results["HPOS"][0].tolist()] * 4


def test_tracked_matrices_reach_the_program() -> None:
    """NV_vertex_program 2.14.5: DP4 with the four rows is M · v."""
    text = (
        "!!VP1.0 DP4 o[HPOS].x,c[4],v[0];DP4 o[HPOS].y,c[5],v[0];"
        "DP4 o[HPOS].z,c[6],v[0];DP4 o[HPOS].w,c[7],v[0];END"
    )
    state = State(modelview=MODELVIEW, tracking=(Tracking(4, "MODELVIEW"),))
    assert run(text, {0: (1, 2, 3)}, state=state)["HPOS"].tolist() == [[1.0, -1.0, 2.5, 1.0]]


def test_a_state_program_yields_the_parameters() -> None:
    """M18 NV_vertex_program 2.14.4."""
    text = "!!VSP1.0 MOV c[2],v[0];ARL A0.x,v[0].x;MOV c[3],c[A0.x+1];END"
    results = run(text, {0: (1, 7, 8, 9)}, {50: (5, 5, 5, 5)})
    assert list(results) == ["c"]
    assert results["c"].shape == (96, 4)
    assert results["c"][[2, 3, 50]].tolist() == [[1.0, 7.0, 8.0, 9.0]] * 2 + [[5.0] * 4]


def test_a_state_program_runs_once_a_row_in_order() -> None:
    """M15 NV_vertex_program 2.14.4: executions are serialised."""
    text = "!!VSP1.0 MOV R0,c[1];MAD c[0],c[0],R0,v[0];END"
    results = run(text, {0: [[1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0]]}, {1: (10, 10, 10, 10)})
    assert results["c"][0].tolist() == [123.0, 0.0, 0.0, 0.0]
    assert run(text, {0: np.zeros((0, 4))}, {0: (4, 4, 4, 4)})["c"][0].tolist() == [4.0] * 4


def test_importing_the_verb_imports_neither_numpy_nor_gl() -> None:
    code = "import nvrender.run, sys; print([m for m in ('numpy', 'moderngl') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
