"""One sample on the oracle and on the GPU: what differs."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from nvrender.gl.inputs.results import Results
from nvrender.languages.load import load
from nvrender.oracle.machine.machine import execute as execute_on_oracle
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program
from nvrender.program.opcodes import Precision, PrecisionKind
from nvrender.program.profile import Stage
from nvrender.run import run

from .array_runs import LLVM, run_on_llvm
from .array_runs import run_on_gpu as execute_on_gpu
from .generator import Sample
from .inputs import Inputs

SMALLEST_NORMAL = 2.0**-126
LARGEST = float(np.finfo(np.float32).max)
EXECUTION_LIMIT = 65536
LOWER_LIMITS = (300, 301, 302, 1000)
_LIT_EXPONENT = 128.0


@dataclass(frozen=True)
class Mismatch:
    """Where the two sides differ; ``kind`` is "value" or the name of an error."""

    kind: str
    message: str
    vertex: int = 0


def compare(sample: Sample, inputs: Inputs, mode: str) -> Mismatch | None:
    """The first difference between oracle and GPU (``mode`` compute or feedback), None if equal.

    An error of any kind is a difference: every sample loads and runs.
    """
    try:
        program = load(sample.text)
        if program.profile.stage is Stage.VERTEX_STATE:
            return _compare_state_program(sample, program, inputs, mode)
        reference = on_oracle(program, inputs)
        mismatch = _on_gpu(sample, program, inputs, reference, mode)
        if mismatch and reference.executed is not None and reference.executed.max() >= EXECUTION_LIMIT:
            mismatch = _compare_apart(sample, program, inputs, reference, mode)
    except Exception as error:
        return Mismatch(type(error).__name__, str(error))
    return mismatch


def _on_gpu(
    sample: Sample, program: Program, inputs: Inputs, reference: Results, mode: str
) -> Mismatch | None:
    return differences(sample, reference, _elsewhere(program, inputs, mode))


def _elsewhere(program: Program, inputs: Inputs, mode: str) -> Results:
    run_elsewhere = run_on_llvm if mode in LLVM else execute_on_gpu
    return run_elsewhere(program, inputs.attributes, inputs.parameters, inputs.count, mode=mode)


def _compare_apart(
    sample: Sample, program: Program, inputs: Inputs, reference: Results, mode: str
) -> Mismatch | None:
    """The vertices that end by themselves, then all of them under lower limits.

    Mesa's llvmpipe leaves all loops after 65,535 turns in all, counted over the vertices it runs together
    and over loops that none of them is in: it cannot run every program to the limit of
    NV_vertex_program2 2.14.2.3.
    """
    assert reference.executed is not None
    ending = np.flatnonzero(reference.executed < EXECUTION_LIMIT).tolist()
    if ending:
        part = Results({name: reference[name][ending] for name in reference})
        if mismatch := _on_gpu(sample, program, inputs.vertices(ending), part, mode):
            return Mismatch(mismatch.kind, mismatch.message, ending[mismatch.vertex])
    for limit in LOWER_LIMITS:
        limited = replace(program, profile=replace(program.profile, execution_limit=limit))
        if mismatch := _on_gpu(sample, limited, inputs, on_oracle(limited, inputs), mode):
            return mismatch
    return None


def on_oracle(program: Program, inputs: Inputs) -> Results:
    if program.position_invariant:
        return run(program, inputs.attributes, inputs.parameters, backend="oracle", count=inputs.count)
    return execute_on_oracle(program, inputs.attributes, Resources(inputs.parameters), inputs.count)


def _compare_state_program(sample: Sample, program: Program, inputs: Inputs, mode: str) -> Mismatch | None:
    """A state program runs for single vertices, each from the same parameters."""
    for vertex in range(min(inputs.count, 4)):
        one = inputs.vertices([vertex])
        reference = execute_on_oracle(program, one.attributes, Resources(one.parameters), 1)
        actual = _elsewhere(program, one, mode)
        if mismatch := differences(sample, reference, actual):
            return Mismatch(mismatch.kind, mismatch.message, vertex)
    return None


def differences(sample: Sample, reference: Results, actual: Results) -> Mismatch | None:
    """The first component that is not what the reference and the precision table allow."""
    if tuple(reference) != tuple(actual):
        return Mismatch("value", f"results {', '.join(reference)} against {', '.join(actual)}")
    for name in reference:
        wanted, have = reference[name], actual[name]
        if wanted.shape != have.shape or have.dtype != np.float32:
            return Mismatch("value", f"{name} has shape {have.shape}, type {have.dtype}")
        suspects = np.argwhere(~_identical(wanted, have))
        for row, component in map(tuple, suspects.tolist()):
            key = f"c[{row}]" if name == "c" else name
            opcode = sample.approximate.get(key)
            pair = float(wanted[row, component]), float(have[row, component])
            if opcode is not None and _within(opcode.precision[component], *pair):
                continue
            vertex = 0 if name == "c" else row
            place = f"{key}.{'xyzw'[component]} of vertex {vertex}"
            return Mismatch("value", f"{place}: oracle {_shown(pair[0])}, GPU {_shown(pair[1])}", vertex)
    return None


def _identical(wanted: np.ndarray, have: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    """Same bits; any NaN is any NaN, and below the smallest normal only the sign counts."""
    same = wanted.view(np.uint32) == np.ascontiguousarray(have).view(np.uint32)
    both_nan = np.isnan(wanted) & np.isnan(have)
    both_zero = (np.abs(wanted) < SMALLEST_NORMAL) & (np.abs(have) < SMALLEST_NORMAL)
    return same | both_nan | (both_zero & (np.signbit(wanted) == np.signbit(have)))


def _within(precision: Precision, wanted: float, have: float) -> bool:
    """Whether two approximations of one value may lie so far apart: each may err by the bound.

    A bound of any kind allows the last place of the result.
    """
    if math.isnan(wanted) or math.isnan(have):
        return False
    if math.isinf(wanted) or math.isinf(have):
        finite = have if math.isinf(wanted) else wanted
        infinite = wanted if math.isinf(wanted) else have
        return wanted == have or (
            math.copysign(1, finite) == math.copysign(1, infinite)
            and abs(finite) + 2 * _bound(precision, finite) > LARGEST
        )
    if wanted == have or max(abs(wanted), abs(have)) < 2 * SMALLEST_NORMAL:
        return True
    unit = math.ldexp(1.0, math.frexp(max(abs(wanted), abs(have)))[1] - 24)
    return abs(wanted - have) <= 2 * _bound(precision, wanted) + unit


def _bound(precision: Precision, value: float) -> float:
    """The error one approximation of ``value`` may have."""
    if value == 0.0:
        return precision.bound
    exponent = math.log2(abs(value))
    match precision.kind:
        case PrecisionKind.BINADE:
            return precision.bound * 2.0 ** math.floor(exponent)
        case PrecisionKind.BINADE_ABOVE:
            return precision.bound * 2.0 ** math.ceil(exponent)
        case PrecisionKind.LIT_POWER:
            return abs(value) * (2.0 ** (_LIT_EXPONENT * precision.bound) * (1 + precision.bound) - 1)
        case _:
            return precision.bound


def _shown(value: float) -> str:
    return f"{value!r} ({int(np.float32(value).view(np.uint32)):#010x})"
