"""A program and its port to plain ARB assembly on the oracle, on the same inputs.

What both compute by operations that are exact must be the same words; what is approximate anywhere may lie
apart by as much as the specifications grant both. Open is what is INF or NaN on the way, or otherwise
undefined in the ARB's languages (nvrender.oracle.tolerance.undefined).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from nvrender.arb.interface import results_of
from nvrender.arb.translate import Assembly
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.inputs.vertices import attribute_arrays, buffer_arrays, parameter_array
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.lower.first_reads import first_reads
from nvrender.ops.types import DataType
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.tolerance.tolerance import compare, envelope
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.regression.comparison.sample_states import sample_state
from nvrender.regression.comparison.samples import samples

COUNT = 64
_TEXELS: dict[DataType, tuple[str, Any]] = {
    DataType.FLOAT: ("float", np.float32),
    DataType.SIGNED: ("signed", np.int32),
    DataType.UNSIGNED: ("unsigned", np.uint32),
}
#: The components of results that mean something.
_MEANT = {"result.fogcoord": (0,), "result.pointsize": (0,), "result.depth": (2,)}


@dataclass(frozen=True)
class Difference:
    """Where a port gives other numbers: the result, the lane and component, both numbers, what is granted."""

    result: str
    lane: int
    component: int
    expected: float
    found: float
    granted: float


@dataclass
class Tally:
    """How many words were compared, how many of them were the same, or open."""

    words: int = 0
    same: int = 0
    open: int = 0


@dataclass(frozen=True)
class _Run:
    """A program with what it runs on."""

    program: Program
    arrays: dict[int, Float32Array]
    resources: Resources

    def results(self) -> dict[str, Float32Array]:
        """Results as the program leaves them, before clamps and fog."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = execute(self.program, self.arrays, self.resources, COUNT)
        return {
            name: array if array.ndim == 2 else array.astype(np.float32)[:, None].repeat(4, axis=1)
            for name, array in found.items()
        }

    def granted(self, *, undefined: bool) -> dict[str, Float32Array]:
        """How far others may lie off."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return envelope(
                self.program, self.arrays, self.resources, COUNT, rounding=True, undefined=undefined
            )


def differences(
    program: Program,
    port: Assembly,
    *,
    seed: int = 1,
    special: bool = False,
    inputs: tuple[Any, Any] | None = None,
    held: Any = None,
    tally: Tally | None = None,
) -> list[Difference]:
    """What differs of the results that the port has."""
    attributes, parameters = samples(program, COUNT, seed=seed, special=special) if inputs is None else inputs
    state = sample_state(program).with_(window_height=64)
    held = textures(program, seed) if held is None else held
    source = _run(program, attributes, parameters, state, held)
    ported = _run(port.program, *inputs_of(port, attributes, parameters), state, held)
    expected, found, names = source.results(), ported.results(), _names(program, port)
    wide = {name: found[other] for name, other in names.items()}
    same = {name: _same(expected[name], wide[name]) for name in names}
    limits = {name: np.zeros_like(expected[name]) for name in names}
    if not all(row.all() for row in same.values()):
        limits = _limits(source, ported, port, expected, names)
    if tally is not None:
        tally.words += sum(row.size for row in same.values())
        tally.same += sum(int(row.sum()) for row in same.values())
        tally.open += sum(int((np.isinf(limits[name]) & ~row).sum()) for name, row in same.items())
    rows = compare({name: expected[name] for name in names}, wide, limits)
    return [
        Difference(name, lane, place, *(float(row[name][lane, place]) for row in (expected, wide, limits)))
        for name, found in rows.items()
        for lane, place in found.mismatches.tolist()
    ]


def _same(one: Float32Array, other: Float32Array) -> Any:
    """The same words, but for which NaN or zero it is."""
    return (one == other) | (np.isnan(one) & np.isnan(other))


def _limits(
    source: _Run,
    ported: _Run,
    port: Assembly,
    expected: dict[str, Float32Array],
    names: dict[str, str],
) -> dict[str, Float32Array]:
    # Registers of the source begin as its language tells; those of ports are written first.
    one = source.granted(undefined=not first_reads(source.program))
    other = ported.granted(undefined=True)
    limits = {name: one[name] + other[row] for name, row in names.items()}
    killed = expected["killed"] > 0 if "killed" in expected else np.False_
    for name, limit in limits.items():
        limit[~np.isfinite(expected[name])] = np.inf
        limit[:, [n for n in range(4) if n not in _MEANT.get(port.results.get(name, ""), range(4))]] = np.inf
        if name != "killed":
            limit[np.broadcast_to(killed, limit.shape)] = np.inf
    return limits


def _names(program: Program, port: Assembly) -> dict[str, str]:
    """Results of the source → those of the port's program."""
    there = {binding: name for name, binding in results_of(port.program).items()}
    killed = {"killed": "killed"} if program.profile.stage is Stage.FRAGMENT else {}
    invariant = program.profile.position if program.position_invariant else ""
    named = {name: there[binding] for name, binding in port.results.items() if name != invariant}
    return named | killed


def _run(program: Program, attributes: Any, parameters: Any, state: State, held: Any) -> _Run:
    arrays, _ = attribute_arrays(program, attributes, state, COUNT)
    rows, buffers = parameter_array(program, parameters, state), buffer_arrays(program, parameters)
    return _Run(program, arrays, Resources(rows, buffers, held))


def inputs_of(port: Assembly, attributes: Any, parameters: Any) -> tuple[Any, Any]:
    """Attributes and parameters of the source by the names that they have in the port."""
    bound = {row.name for row in port.program.parameters}
    if not isinstance(parameters, dict):
        parameters = {f"c[{number}]": row for number, row in enumerate(parameters)}
    named = {port.parameters.get(name, name): row for name, row in parameters.items()}
    given = {
        port.attributes.get(str(name), name): row
        for name, row in attributes.items()
        if "fragment.attrib" not in str(name) or name in port.attributes
    }
    return given, {name: row for name, row in named.items() if name in bound}


def textures(program: Program, seed: int) -> dict[int, Texture]:
    """A small texture of noise for each unit."""
    generator = np.random.default_rng(seed)
    found: dict[int, Texture] = {}
    shapes = {"1D": (8, 4), "2D": (8, 8, 4), "3D": (4, 4, 4, 4), "CUBE": (6, 8, 8, 4), "RECT": (8, 8, 4)}
    for instruction in program.instructions:
        access = instruction.texture
        if access is None or access.unit in found:
            continue
        target = access.target.removeprefix("SHADOW")
        if target not in shapes:
            continue
        if access.target != target:
            image = generator.random(shapes[target][:-1]).astype(np.float32)
            found[access.unit] = Texture(target, (image,), base_format="DEPTH", compare_function="LEQUAL")
            continue
        texels = generator.random(shapes[target]) * (1 if instruction.type is DataType.FLOAT else 9)
        kind, type = _TEXELS[instruction.type]
        found[access.unit] = Texture(target, (texels.astype(type),), kind=kind)
    return found
