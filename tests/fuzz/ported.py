"""A program and its port to plain ARB assembly on the oracle, on the same inputs: what differs.

What both compute by operations that are exact must be the same words; what is approximate anywhere may lie
apart by as much as the specifications grant both, and by the rounding of operations that one of them spells.
Open is what is INF or NaN on the way, or otherwise undefined in the ARB's languages
(nvrender.oracle.tolerance.undefined).
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, TypeVar

import numpy as np

from nvrender.arb.assembly import Assembly
from nvrender.arb.interface import results_of
from nvrender.arb.translate import assemble
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.textures.texture import Texture
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES
from nvrender.languages.load import load
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.tolerance.tolerance import compare as compare_results
from nvrender.oracle.tolerance.tolerance import envelope
from nvrender.program import BindingKind, Instruction, Program
from nvrender.program.profile import Stage
from nvrender.source import ProgramError, TargetError

from .compare import Mismatch
from .declared import DeclaredSample
from .declared_compare import Tally
from .declared_inputs import DeclaredInputs
from .fragment_inputs import FragmentInputs
from .generator import Sample

AnySample = TypeVar("AnySample", Sample, DeclaredSample)
_FOG = FRAGMENT_5_ATTRIBUTES.index("fragment.fogcoord")
#: So far on is the seed of another program.
_FURTHER = 1 << 20
_LINE = re.compile(r"<text>:(\d+):")
#: The components of results that mean something.
_MEANT = {"result.fogcoord": (0,), "result.pointsize": (0,), "result.depth": (2,)}


@dataclass
class Words(Tally):
    """Also how many of the words were the same."""

    same: int = 0


@dataclass(frozen=True)
class Run:
    """A program and what it runs on: attributes by number, parameters, textures."""

    program: Program
    arrays: Mapping[int, Float32Array]
    resources: Resources
    count: int

    def results(self) -> dict[str, Float32Array]:
        """Results as the program leaves them, before clamps and fog."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = execute(self.program, self.arrays, self.resources, self.count)
        return {
            name: array if array.ndim == 2 else array.astype(np.float32)[:, None].repeat(4, axis=1)
            for name, array in found.items()
        }

    def granted(self) -> dict[str, Float32Array]:
        """How far others may lie off."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return envelope(
                self.program, self.arrays, self.resources, self.count, rounding=True, undefined=True
            )

    def of(self, port: Assembly) -> Run:
        """The same inputs for the port of the program, by the names that they have there."""
        source = self.program
        numbers = {row.name: number for number, row in enumerate(source.parameters)}
        before = {new: old for old, new in port.parameters.items()}
        rows = np.zeros((len(port.program.parameters), 4), np.float32)
        for row, binding in zip(rows, port.program.parameters, strict=True):
            if binding.kind is BindingKind.CONSTANT:
                row[:] = np.array(binding.words, np.uint32).view(np.float32)
            elif source.profile.declares_names:
                row[:] = self.resources.parameters[numbers[before[binding.name]]]
            else:
                row[:] = self.resources.parameters[binding.index]
        arrays = dict(self.arrays)
        if source.profile.stage is Stage.FRAGMENT:
            known = {name: number for number, name in enumerate(FRAGMENT_5_ATTRIBUTES)}
            arrays |= {known[new]: self.arrays[known[old]] for old, new in port.attributes.items()}
            if _FOG in arrays:  # (f, 0, 0, 1) in ARB_fragment_program 3.11.1.1
                arrays[_FOG] = np.where(
                    [True, False, False, False], arrays[_FOG], np.array([0, 0, 0, 1], np.float32)
                )
        return replace(
            self, program=port.program, arrays=arrays, resources=replace(self.resources, parameters=rows)
        )


def differences(run: Run, port: Assembly, tally: Tally | None = None) -> list[str]:
    """What differs of the results that the port has, a line a component."""
    ported, names = run.of(port), _names(run.program, port)
    expected, found = run.results(), ported.results()
    wide = {name: found[other] for name, other in names.items()}
    same = {name: _same(expected[name], wide[name]) for name in names}
    limits = {name: np.zeros_like(expected[name]) for name in names}
    if not all(row.all() for row in same.values()):
        limits = _limits(run, ported, port, expected, names)
    if tally is not None:
        tally.words += sum(row.size for row in same.values())
        tally.open += sum(int((np.isinf(limits[name]) & ~row).sum()) for name, row in same.items())
    if isinstance(tally, Words):
        tally.same += sum(int(row.sum()) for row in same.values())
    rows = compare_results({name: expected[name] for name in names}, wide, limits)
    return [
        f"{name} {lane}.{'xyzw'[place]}: {expected[name][lane, place]}, the port {wide[name][lane, place]}, "
        f"granted {limits[name][lane, place]}"
        for name, row in rows.items()
        for lane, place in row.mismatches.tolist()
    ]


def _same(one: Float32Array, other: Float32Array) -> Any:
    """The same numbers, whichever NaN or zero it is."""
    return (one == other) | (np.isnan(one) & np.isnan(other))


def _limits(
    run: Run, ported: Run, port: Assembly, expected: dict[str, Float32Array], names: dict[str, str]
) -> dict[str, Float32Array]:
    one, other = run.granted(), ported.granted()
    limits = {name: one[name] + other[row] for name, row in names.items()}
    killed = expected["killed"] > 0 if "killed" in expected else np.False_
    for name, limit in limits.items():
        limit[~np.isfinite(expected[name])] = np.inf
        limit[:, [n for n in range(4) if n not in _MEANT.get(port.results.get(name, ""), range(4))]] = np.inf
        if name != "killed":
            limit[np.broadcast_to(killed, limit.shape)] = np.inf
    return limits


def _names(program: Program, port: Assembly) -> dict[str, str]:
    """Results of the source → those of the port's program, but for positions of the fixed function."""
    there = {binding: name for name, binding in results_of(port.program).items()}
    killed = {"killed": "killed"} if program.profile.stage is Stage.FRAGMENT else {}
    invariant = program.profile.position if program.position_invariant else ""
    named = {name: there[binding] for name, binding in port.results.items() if name != invariant}
    return named | killed


def without_overflow(program: Program) -> Program:
    """A program whose EXP has no rule for what is beyond the floats, which ports of VP1.x do not keep."""

    def plain(row: Instruction) -> Instruction:
        if row.operation != "fexponential_positive":
            return row
        return replace(row, opcode=replace(row.opcode, operation="fexponential"))

    return replace(program, instructions=tuple(map(plain, program.instructions)))


def expressible(generate: Callable[[int], AnySample], seed: int) -> AnySample:
    """A random program, without what plain ARB cannot express; of another seed if nothing is left."""
    while (found := _reduced(generate(seed))) is None:
        seed += _FURTHER
    return found


def _reduced(sample: AnySample) -> AnySample | None:
    """``sample`` without the units that refusals tell of, None where it loads no more."""
    while sample.units:
        try:
            assemble(load(sample.text))
        except TargetError as error:
            refused = _unit_of(sample, str(error))
            sample = replace(sample, units=sample.units[:refused] + sample.units[refused + 1 :])
        except ProgramError:
            return None
        else:
            return sample
    return None


def _unit_of(sample: Sample | DeclaredSample, message: str) -> int:
    """The unit that a message tells of by its line, else the longest."""
    lengths = [len(unit) for unit in sample.units]
    if (found := _LINE.match(message)) is None:
        return lengths.index(max(lengths))
    last = len(sample.text.splitlines()) - 1
    behind = accumulate(reversed(lengths))
    number = next((n for n, count in enumerate(behind, 1) if last - count < int(found[1])), len(lengths))
    return len(lengths) - number


def _complete(program: Program, textures: Mapping[int, Texture]) -> bool:
    """Whether every unit that a program looks up has a texture that is complete."""
    units = {row.texture.unit for row in program.instructions if row.texture is not None}
    return all(unit in textures and textures[unit].complete for unit in units)


def _finite(array: Float32Array) -> Float32Array:
    """Numbers, since the ARB's languages leave the rest open (OpenGL 1.5, 2.1.1)."""
    return np.where(np.isfinite(array), array, np.float32(1.5))


def compare(sample: Any, inputs: Any, mode: str, tally: Tally | None = None) -> Mismatch | None:
    """The first difference between a program and its port."""
    try:
        program = load(sample.text)
        port = assemble(program)
        program = without_overflow(program)
        if isinstance(inputs, DeclaredInputs):
            textures = inputs.textures if isinstance(inputs, FragmentInputs) else None
            if not program.profile.family.opaque and not _complete(program, textures or {}):
                return None  # black in NV_fragment_program, of alpha 1 in ARB_fragment_program
            rows = inputs.rows(program)
            given = [binding.kind is not BindingKind.CONSTANT for binding in program.parameters]
            rows[given] = _finite(rows[given])
            resources = Resources(rows, textures=textures)
            arrays = inputs.arrays()
            if program.profile.declares_parameters:  # (f, 0, 0, 0) in NV_fragment_program 3.11.1.1
                arrays[_FOG] = arrays[_FOG] * np.array([1, 0, 0, 0], np.float32)
        else:
            arrays, resources = inputs.attributes, Resources(_finite(inputs.parameters))
        arrays = {number: _finite(array) for number, array in arrays.items()}
        found = differences(Run(program, arrays, resources, inputs.count), port, tally)
        return Mismatch("value", found[0]) if found else None
    except Exception as error:
        return Mismatch(type(error).__name__, str(error))
