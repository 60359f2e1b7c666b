"""Every program in shaders/ on GPU and oracle, within the precision table (NV_vertex_program2 2.14.3)."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import moderngl
import numpy as np
import pytest
from fuzz.array_runs import run_on_gpu as execute

from nvrender.gl.inputs.vertices import attribute_arrays, parameter_array
from nvrender.gl.state import State
from nvrender.languages.arb.vertex_bindings import VERTEX_ID
from nvrender.languages.load import load
from nvrender.numerics import NUMERICS
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.tolerance.tolerance import compare, envelope
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.regression.comparison.programs import LONGEST
from nvrender.regression.comparison.samples import samples
from nvrender.render import inputs
from nvrender.run import run

ROOT = Path(__file__).parent.parent.parent
SHADERS = sorted((ROOT / "shaders").glob("*.vp"))
SCENES = sorted((ROOT / "scenes").glob("*.toml"))
MODES = ("compute", "feedback")
COUNT = 1024
SEED = 5
STATE_ROWS = 4
#: What every program has in c[12], and counts, first registers and steps of loops.
CONSTANTS = (0.0, 1.0, 0.5, 2.0)
LOOPS = {
    "lights": {13: (3, 0, 0, 0), 14: (0, 0, 2, 0)},
    "water": {13: (0, 0, 2, 0), 14: (4, 2, 1, 0.5)},
    "floor": {19: (3, 0.1, 0.2, 0.5)},
}
#: Attributes that count turns, and the component that does.
COUNTS = {"octopus": {"vertex.attrib[6]": 1}}
MOST_TURNS = 4
MOST = 2000
LARGEST_ANGLE = 1000.0
Parameters = np.ndarray | dict[str, np.ndarray]


def _outside(
    program: Program,
    attributes: object,
    parameters: object,
    context: moderngl.Context,
    numerics: str,
    state: State | None = None,
    modes: tuple[str, ...] = MODES,
) -> list[str]:
    """The values outside the envelope, as text."""
    state = State() if state is None else state
    arrays, count = attribute_arrays(program, attributes, state)  # type: ignore[arg-type]
    registers = parameter_array(program, parameters, state)
    named = {row.index: row.name for row in program.attributes}
    given = {
        named.get(index, index): array if index < VERTEX_ID else array.view(np.uint32)
        for index, array in arrays.items()
    }
    expected = run(program, given, registers, state=state, count=count)
    tolerance = envelope(program, arrays, Resources(registers), count, fast=numerics == "fast")
    zero = {name: np.zeros_like(array) for name, array in expected.items()}
    found = []
    for mode in modes:
        actual = execute(
            program, arrays, registers, count, context=context, numerics=numerics, mode=mode, state=state
        )
        if numerics == "fast":  # promises finite numbers only
            actual = {
                name: np.where(np.isfinite(array), actual[name], array) for name, array in expected.items()
            }
        found += [
            f"{mode} {name} {place}: oracle {expected[name][place]!r}, GPU {actual[name][place]!r}"
            for name, outcome in compare(expected, actual, zero | tolerance).items()
            for place in map(tuple, outcome.mismatches[:3].tolist())
        ]
    return found


def _bound(program: Program, seed: int) -> dict[str, np.ndarray]:
    """Vectors for all a declared-name program reads of the GL's state."""
    generator = np.random.default_rng(seed)
    names = [row.name for row in program.parameters if row.name.startswith("state.")]
    return {name: generator.uniform(-2.0, 2.0, 4).astype(np.float32) for name in names}


def _without_large(array: np.ndarray) -> np.ndarray:
    """Without finite values whose sine could be anything, which no trial run follows."""
    if array.dtype.kind != "f":
        return array
    return np.where(np.isfinite(array) & (np.abs(array) > LARGEST_ANGLE), np.float32(1.0), array)


def _positive(parameters: Parameters) -> Parameters:
    if isinstance(parameters, np.ndarray):
        return np.abs(parameters)
    return {name: np.abs(value) for name, value in parameters.items()}


def _sampled(path: Path, seed: int, *, special: bool) -> tuple[Program, dict[int, np.ndarray], Parameters]:
    """A program and made-up inputs on which its loops end."""
    program = load(path)
    attributes, parameters = samples(program, COUNT, seed=seed, special=special)
    if program.profile.declares_names:
        for name, component in COUNTS.get(path.stem, {}).items():
            attributes[name] = attributes[name].copy()
            attributes[name][:, component] = attributes[name][:, component] % MOST_TURNS + 1
        if {row.opcode.name for row in program.instructions} & {"SIN", "COS"}:
            attributes = {name: _without_large(array) for name, array in attributes.items()}
        return program, attributes, _bound(program, seed) | parameters
    parameters[12] = CONSTANTS
    for index, value in LOOPS.get(path.stem, {}).items():
        parameters[index] = value
    if program.profile.stage is Stage.VERTEX_STATE:
        attributes = {index: array[:STATE_ROWS] for index, array in attributes.items()}
    executed = run(program, attributes, parameters).executed
    assert executed is not None
    assert executed.max() <= LONGEST
    return program, attributes, parameters


def _turn(path: Path, numerics: str) -> tuple[str, ...]:
    """One mode for exact numerics, the other for fast ones; with the next program it is the other way."""
    return (MODES[(SHADERS.index(path) + NUMERICS.index(numerics)) % 2],)


@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.stem)
def test_exact_on_special_values(path: Path, context: moderngl.Context) -> None:
    program, attributes, parameters = _sampled(path, SEED, special=True)
    assert not _outside(program, attributes, parameters, context, "exact", modes=_turn(path, "exact"))


@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.stem)
def test_fast_on_ordinary_values(path: Path, context: moderngl.Context) -> None:
    """Parameters are positive: 0 to a negative shininess is INF, a special value."""
    program, attributes, parameters = _sampled(path, SEED, special=False)
    modes = _turn(path, "fast")
    assert not _outside(program, attributes, _positive(parameters), context, "fast", modes=modes)


@pytest.mark.parametrize("scene", SCENES, ids=lambda path: path.stem)
def test_vertices_of_scenes(scene: Path, context: moderngl.Context) -> None:
    """The first and last draw of each program; tests/scene/test_scene_render.py has the pictures of all."""
    draws = defaultdict(list)
    for draw in inputs(scene, 0):
        draws[draw[0].source.data].append(draw)
    rows = [row for same in draws.values() for row in same[:: max(1, len(same) - 1)]]
    for program, attributes, parameters, state in rows:
        some = {index: array[:: -(-len(array) // MOST)] for index, array in attributes.items()}
        for numerics in NUMERICS:
            outside = _outside(program, some, parameters, context, numerics, state, modes=("compute",))
            assert not outside, (program.source.name, numerics)
