"""How far another implementation's results may lie from the oracle's, and whether they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.fragments import fog_mode
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.ops.evaluation.numerics import SMALLEST_NORMAL, BoolArray, arithmetic
from nvrender.ops.types import DataType
from nvrender.oracle.machine.machine import check_arrays, parameter_table, run_state, run_vertices
from nvrender.oracle.machine.quads import compares_neighbours
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.tolerance.precision import Float64Array, bounds
from nvrender.oracle.tolerance.shadow import INFINITE, STRAYED, shadow_of
from nvrender.program import Mask, Program, RegisterFile, covered
from nvrender.program.profile import Stage

__all__ = ["Comparison", "bounds", "compare", "envelope", "integer_components"]

#: How far a fog factor may lie off: results are accurate to about 1 part in 10^5 (OpenGL 1.5, 2.1.1).
_FOG = np.float32(1e-5)
_NO_INTEGERS: Mask = (False, False, False, False)


def envelope(
    program: Program,
    attributes: Mapping[int, Float32Array],
    resources: Resources,
    count: int,
    *,
    rounding: bool = False,
    fast: bool = False,
    undefined: bool = False,
) -> dict[str, Float32Array]:
    """Result name → (count, 4) float32: how far each result may lie from the oracle's.

    A radius goes with every register component: an approximate instruction gives its result the bound
    of program.opcodes.Precision, every other passes on what its operands' radii can do to its
    result, and its rounding. What no approximation flows into is exact, 0. Where a branch could go either
    way, or a result be INF or NaN or not, the tolerance is INF. ``rounding`` allows every profile but
    !!VP2.0 one unit in the last place an operation (NV_vertex_program 2.14.1.11); ``fast`` allows every
    profile that, and sums in any order, fused or not, as plain GLSL has them. Lookups lie off as
    ``texture_bound`` says. With ``undefined`` what the ARB's languages leave undefined is INF. Other
    arguments are execute's.

    Of fragments also "killed": 0, or INF where it could go either way. Colours and depths of fragments are
    as the program leaves them, before clamps and fog, which bring them no further apart.
    """
    with arithmetic():
        shadow = shadow_of(program, resources.textures, rounding=rounding, fast=fast, undefined=undefined)
        check_arrays(shadow.code, attributes, resources.parameters, count)
        table = parameter_table(shadow.code, resources.parameters, resources.buffers)
        if program.profile.stage is Stage.VERTEX_STATE:
            run_state(shadow.code, attributes, table, count)
            return {"c": np.ascontiguousarray(shadow.table(table)[:, 1:-1].T)}
        outputs = [*shadow.outputs(), (STRAYED, shadow.strayed)]
        found, _ = run_vertices(shadow.code, attributes, Shared(table, resources.watchdog), count, outputs)
    strayed = found.pop(STRAYED)[:, 0] > 0
    if compares_neighbours(program):
        strayed = _with_neighbours(strayed)
    names = program.profile.results
    radii = {names[index]: array for index, array in found.items()}
    for array in radii.values():
        array[strayed] = INFINITE
    if fog_mode(program) and "color[0]" in radii:
        radii["color[0]"][:, :3] += _FOG
    if program.profile.stage is Stage.FRAGMENT:
        radii["killed"] = np.where(strayed, INFINITE, np.float32(0.0))[:, None].repeat(4, axis=1)
    return radii


def _with_neighbours(strayed: BoolArray) -> BoolArray:
    """Where one fragment of a quad strays, none of them is sure."""
    quads = np.zeros(-(-len(strayed) // 4) * 4, np.bool_)
    quads[: len(strayed)] = strayed
    return quads.reshape(-1, 4).any(axis=1).repeat(4)[: len(strayed)]


@dataclass(frozen=True)
class Comparison:
    """What ``compare`` found for one result.

    ``mismatches`` are the (vertex, component) pairs outside the tolerance, in order, as (M, 2) int64.
    ``worst`` is the largest distance in units of the last place of the expected value, over every
    vertex and component, INF where NaN or INF met something else; ``worst_at`` is where, ``ulps``
    every distance, (N, 4) float64.
    """

    mismatches: npt.NDArray[np.int64]
    worst: float
    worst_at: tuple[int, int]
    ulps: Float64Array

    def __bool__(self) -> bool:
        """True if everything agrees."""
        return len(self.mismatches) == 0


def compare(
    expected: Results | Mapping[str, Float32Array],
    actual: Results | Mapping[str, Float32Array],
    tolerance: Mapping[str, Float32Array] | float = 0.0,
    *,
    signed_zeros: bool = False,
    integers: Mapping[str, Mask] | None = None,
    packed: Mapping[str, Mask] | None = None,
) -> dict[str, Comparison]:
    """Compare ``actual`` with ``expected``, result by result, each (N, 4) float32.

    NaN equals NaN; magnitudes below 2^-126 count as zero; zeros of either sign are equal unless
    ``signed_zeros``. ``tolerance`` is envelope's, or one absolute number for everything. Components
    that ``integers`` (integer_components) or ``packed`` (packed_components) names must agree word for word.
    Raises ValueError if the results' names or shapes differ.
    """
    if list(expected) != list(actual):
        raise ValueError(f"results {', '.join(actual)} are not {', '.join(expected)}")
    return {
        name: _compare(
            expected[name],
            actual[name],
            tolerance[name] if isinstance(tolerance, Mapping) else np.float32(tolerance),
            signed_zeros,
            [any(pair) for pair in zip(*(_of(masks, name) for masks in (integers, packed)), strict=True)],
        )
        for name in expected
    }


def _of(masks: Mapping[str, Mask] | None, name: str) -> Mask:
    return (masks or {}).get(name, _NO_INTEGERS)


def integer_components(program: Program) -> dict[str, Mask]:
    """Result name → the components that some instruction writes as integers, where there are any."""
    found: dict[str, Mask] = {}
    for instruction in program.instructions:
        destination = instruction.destination
        if destination is None or destination.register.file is not RegisterFile.RESULT:
            continue
        if destination.type is DataType.FLOAT:
            continue
        for index in covered(destination.register):
            name = program.profile.results[index]
            x, y, z, w = found.get(name, _NO_INTEGERS)
            mask = destination.mask
            found[name] = (x or mask[0], y or mask[1], z or mask[2], w or mask[3])
    return found


def _compare(
    expected: Float32Array,
    actual: Float32Array,
    tolerance: Float32Array | np.float32,
    signed_zeros: bool,
    words_alone: Sequence[bool],
) -> Comparison:
    if expected.shape != actual.shape:
        raise ValueError(f"{actual.shape} values for {expected.shape}")
    e, a = _flushed(expected), _flushed(actual)
    with np.errstate(all="ignore"):
        equal = (e == a) | (np.isnan(e) & np.isnan(a))
        if signed_zeros:
            equal &= (np.signbit(e) == np.signbit(a)) | (e != 0)
        distance = np.abs(a - e)
        distance[np.isnan(distance)] = np.inf
        distance[equal] = 0.0
        if signed_zeros:
            distance[(e == 0) & (a == 0) & ~equal] = np.inf
        allowed = np.broadcast_to(np.asarray(tolerance, np.float64), e.shape)
        _, exponent = np.frexp(np.where(np.isfinite(e) & (e != 0), e, 2.0**-126))
        ulps = distance / np.exp2(np.maximum(exponent - 24.0, -149.0))
    wrong = ~equal & ~(distance <= allowed)
    for place in range(4):
        if words_alone[place]:
            words = [values[:, place].view(np.uint32).astype(np.int64) for values in (expected, actual)]
            ulps[:, place] = np.abs(words[0] - words[1]).astype(np.float64)
            wrong[:, place] = words[0] != words[1]
    if not ulps.size:
        return Comparison(np.argwhere(wrong), 0.0, (0, 0), ulps)
    vertex, component = np.unravel_index(int(np.argmax(ulps)), ulps.shape)
    return Comparison(np.argwhere(wrong), float(ulps.max()), (int(vertex), int(component)), ulps)


def _flushed(values: Float32Array) -> Float64Array:
    with np.errstate(invalid="ignore"):  # words of integers may be signalling NaN
        wide = values.astype(np.float64)
    return np.where(np.abs(wide) < SMALLEST_NORMAL, np.copysign(0.0, wide), wide)
