"""A declared-name sample on the oracle against the GPU's translation or the driver: what differs."""

from __future__ import annotations

import random
from dataclasses import dataclass
from operator import or_
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.results import Results
from nvrender.gl.inputs.vertices import attributes_read
from nvrender.gpu.arrays.fragments import execute as execute_on_pixels
from nvrender.gpu.context.target import without
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES
from nvrender.languages.load import load
from nvrender.ops.types import DataType
from nvrender.oracle.machine.fragments import finished
from nvrender.oracle.machine.machine import execute as execute_on_oracle
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.memory.spaces import Spaces
from nvrender.oracle.tolerance.precision import packed_components
from nvrender.oracle.tolerance.tolerance import integer_components
from nvrender.program import BindingKind, Program
from nvrender.program.subroutines import with_subroutines

from .array_runs import LLVM, request_of, run_on_llvm
from .array_runs import run_on_gpu as execute_on_gpu
from .compare import SMALLEST_NORMAL, Mismatch
from .declared import DeclaredSample
from .declared_inputs import DeclaredInputs
from .fragment_inputs import FragmentInputs
from .memory_inputs import MEMORY_NAMES, ROWS, TURNS, FragmentMemoryInputs, MemoryInputs, with_memory
from .readings import Readings, meaningful, readings

BoolArray = npt.NDArray[np.bool_]
Words = npt.NDArray[np.uint32]

#: Readings are a few among many: the rest of the worst case is this factor.
_MARGIN = 1.5
#: The words of 1.0, -1.0 and -0.0.
_SELECTED = frozenset({0x3F800000, 0xBF800000, 0x80000000})


@dataclass
class Tally:
    """How many words were compared, and how many of them readings leave open; the largest deviation.

    ``deviation`` is relative to the larger of the value and 1, of words that are open.
    """

    words: int = 0
    open: int = 0
    deviation: float = 0.0


def compare(
    sample: DeclaredSample, inputs: DeclaredInputs, mode: str, tally: Tally | None = None
) -> Mismatch | None:
    """The first difference between the oracle and ``mode``, None if they agree.

    ``mode`` is compute, feedback, fast (feedback, with plain GLSL), words (compute, with 64-bit integers as
    pairs of words) or native. An error of any kind is a
    difference: every sample loads and runs.
    """
    tally = Tally() if tally is None else tally
    try:
        program = with_chosen_subroutines(load(sample.text), sample.seed)
        rows, arrays = inputs.rows(program), inputs.arrays()
        if isinstance(inputs, FragmentInputs):
            expected, actual = _fragments(program, inputs, mode)
        elif isinstance(inputs, MemoryInputs):
            expected, actual = _with_memory(program, inputs, mode)
        else:
            expected = execute_on_oracle(program, arrays, Resources(rows), inputs.count)
            actual = _elsewhere(program, arrays, rows, inputs.count, mode)
        if tuple(expected) != tuple(actual):
            return Mismatch("value", f"results {', '.join(expected)} against {', '.join(actual)}")
        return differences(program, inputs, expected, actual, mode, tally)
    except Exception as error:
        return Mismatch(type(error).__name__, str(error))


def with_chosen_subroutines(program: Program, seed: int) -> Program:
    """Every subroutine parameter set at random, or left alone (NV_gpu_program5 2.X.8, CALI)."""
    source = random.Random(f"subroutines {seed}")
    labels = {row.name: row.labels for row in program.subroutine_types}
    chosen = {
        f"program.subroutine[{row.index}]": source.choice(labels[row.type])
        for row in program.subroutine_parameters
        if labels[row.type] and source.random() < 0.7
    }
    return with_subroutines(program, chosen)


def _elsewhere(
    program: Program,
    arrays: dict[int, npt.NDArray[np.float32]],
    rows: npt.NDArray[np.float32],
    count: int,
    mode: str,
) -> Results:
    if mode == "native":
        from nvrender.gpu.native import execute as execute_by_driver

        read = {attribute.index: arrays[attribute.index] for attribute in program.attributes}
        return execute_by_driver(request_of(program, rows), read, count)
    if mode in LLVM:
        return run_on_llvm(program, arrays, rows, count, mode)
    way, numerics = ("feedback", "fast") if mode == "fast" else (mode, "exact")
    if mode == "words":
        with without("GL_ARB_gpu_shader_int64"):
            return execute_on_gpu(program, arrays, rows, count, mode="compute")
    return execute_on_gpu(program, arrays, rows, count, mode=way, numerics=numerics)


def _with_memory(program: Program, inputs: MemoryInputs, mode: str) -> tuple[Results, Results]:
    """A program that reaches memory on the oracle and on the GPU, and what each leaves there."""
    rows, arrays = inputs.rows(program), inputs.arrays()
    given: dict[str, Any] = {"buffers": inputs.buffers, "textures": inputs.textures, "watchdog": TURNS}
    spaces = Spaces(inputs.stores, inputs.buffers)
    expected = execute_on_oracle(program, arrays, Resources(rows, spaces=spaces, **given), inputs.count)
    if mode in LLVM:
        actual = run_on_llvm(program, arrays, rows, inputs.count, mode, stores=inputs.stores, **given)
    else:
        actual = execute_on_gpu(program, arrays, rows, inputs.count, stores=inputs.stores, **given)
    return with_memory(dict(expected), spaces.left()), with_memory(dict(actual), actual)


def _fragments(program: Program, inputs: FragmentInputs, mode: str) -> tuple[Results, Results]:
    """A fragment program on the oracle and elsewhere; ``killed`` as words."""
    rows, arrays = inputs.rows(program), inputs.arrays()
    given: dict[str, Any] = {"textures": inputs.textures}
    spaces = None
    if isinstance(inputs, FragmentMemoryInputs):
        given |= {"buffers": inputs.buffers, "watchdog": TURNS}
        spaces = Spaces(inputs.stores, inputs.buffers)
    outcome = execute_on_oracle(program, arrays, Resources(rows, spaces=spaces, **given), inputs.count)
    given["state"] = inputs.state
    expected = finished(program, outcome, arrays, inputs.state)
    if mode == "native":
        from nvrender.gpu.native import execute as execute_by_driver

        actual = execute_by_driver(request_of(program, rows, **given), arrays, inputs.count)
    elif mode in LLVM:
        if isinstance(inputs, FragmentMemoryInputs):
            given["stores"] = inputs.stores
        actual = run_on_llvm(program, arrays, rows, inputs.count, mode, **given)
    else:
        sources = {
            index: AttributeSource(name, arrays[index], False)
            for index, name in enumerate(FRAGMENT_5_ATTRIBUTES)
            if index in arrays
        }
        read = attributes_read(program)
        if isinstance(inputs, FragmentMemoryInputs):
            given["stores"] = inputs.stores
        request = request_of(program, rows, numerics="fast" if mode == "fast" else "exact", **given)
        actual = execute_on_pixels(request, {index: sources[index] for index in sorted(read)}, inputs.count)
    if spaces is not None:
        words = (dict(as_words(found, program)) for found in (expected, actual))
        return with_memory(next(words), spaces.left()), with_memory(next(words), actual)
    return as_words(expected, program), as_words(actual, program)


def as_words(found: Results, program: Program) -> Results:
    """Results in order, components that mean nothing 0; who was killed as 0 or 1 in four components."""
    killed = found["killed"].astype(np.uint32)[:, None].repeat(4, axis=1)
    results = {name: meaningful(name, found[name]) for name in program.results}
    return Results({**results, "killed": killed.view(np.float32)})


def differences(
    program: Program, inputs: DeclaredInputs, expected: Results, actual: Results, mode: str, tally: Tally
) -> Mismatch | None:
    kept = [name for name in expected if name.startswith(MEMORY_NAMES)]
    loose = mode in ("fast", "native", "llvm-fast")
    integers = {**integer_components(program), **dict.fromkeys(("killed", *kept), (True,) * 4)}
    for name, mask in packed_components(program, fast=loose).items():
        integers[name] = tuple(map(or_, integers.get(name, (False,) * 4), mask))
    found: Readings | None = None
    quiets = makes_quiet(program)
    for name in expected:
        wanted = expected[name].view(np.uint32)
        have = np.ascontiguousarray(actual[name]).view(np.uint32)
        if wanted.shape != have.shape:
            return Mismatch("value", f"{name} has shape {have.shape}, not {wanted.shape}")
        whole = np.broadcast_to(np.array(integers.get(name, (False,) * 4)), wanted.shape)
        suspects = ~alike(wanted, have, whole, loose)
        if quiets:
            suspects &= ~same_nan(wanted, have)
        tally.words += wanted.size
        if not suspects.any():
            continue
        found = readings(program, inputs, loose=loose) if found is None else found
        suspects &= ~open_to(found.words[name], have, whole, loose, tally)
        if mode == "fast" and selects_words(program):
            suspects &= ~both_zero(wanted, have)
        if loose:
            suspects &= found.plain[:, None]
        for vertex, component in np.argwhere(suspects).tolist():
            pair = int(wanted[vertex, component]), int(have[vertex, component])
            vertex = vertex if name not in kept else min(vertex // ROWS, inputs.count - 1)
            place = f"{name}.{'xyzw'[component]} of vertex {vertex}"
            return Mismatch("value", f"{place}: oracle {shown(pair[0])}, {mode} {shown(pair[1])}", vertex)
    return None


def alike(wanted: Words, have: Words, whole: BoolArray, loose: bool) -> BoolArray:
    """Same words; of floats any NaN is any NaN, and below the smallest normal only the sign counts.

    Where sums may be taken in any order (``loose``) zeros have either sign.
    """
    a, b = wanted.view(np.float32), have.view(np.float32)
    both_nan = np.isnan(a) & np.isnan(b)
    both_zero = (np.abs(a) < SMALLEST_NORMAL) & (np.abs(b) < SMALLEST_NORMAL)
    same_sign = np.signbit(a) == np.signbit(b)
    found: BoolArray = (wanted == have) | (~whole & (both_nan | (both_zero & (same_sign | loose))))
    return found


def selects_words(program: Program) -> bool:
    """Whether the text has one of the words that drivers take for another in choices, where nothing is hidden
    from them (nvrender.glsl.quirks.SELECTED_WORDS).
    """
    constants = [row.words for row in program.parameters if row.kind is BindingKind.CONSTANT]
    return any(word in _SELECTED for words in constants for word in words)


def both_zero(wanted: Words, have: Words) -> BoolArray:
    """Zeros of either sign, words of integers too."""
    found: BoolArray = (wanted | have) & 0x7FFFFFFF == 0
    return found


def makes_quiet(program: Program) -> bool:
    """A NaN that is loaded as a half may become quiet (docs/semantics.md), and is stored as it is then."""
    storages = (each for row in program.instructions for each in row.storages)
    return any(each.type is DataType.FLOAT and each.bits == 16 for each in storages)


def same_nan(wanted: Words, have: Words) -> BoolArray:
    """NaNs that differ in nothing but whether they are quiet."""
    found: BoolArray = np.isnan(wanted.view(np.float32)) & (wanted ^ have == np.uint32(0x400000))
    return found & np.isnan(have.view(np.float32))


def open_to(words: Words, have: Words, whole: BoolArray, loose: bool, tally: Tally) -> BoolArray:
    """Where readings differ, and what they allow holds ``have``."""
    same = np.logical_and.reduce([alike(words[0], other, whole, loose) for other in words[1:]])
    with np.errstate(all="ignore"):
        values = words.view(np.float32).astype(np.float64)
        value = have.view(np.float32).astype(np.float64)
        spread = np.abs(values[1:] - values[0]).max(axis=0)
        finite = np.isfinite(values).all(axis=0)
        distance = np.abs(value - values[0])
        near = ~(distance > _MARGIN * spread + 2.0 * SMALLEST_NORMAL)
        deviation = distance / np.maximum(np.abs(values[0]), 1.0)
    allowed: BoolArray = ~same & (whole | ~finite | (near & np.isfinite(value)))
    counted = ~same & ~whole & finite & np.isfinite(value)
    tally.open += int((~same).sum())
    tally.deviation = max(tally.deviation, float(deviation[counted].max(initial=0.0)))
    return allowed


def shown(word: int) -> str:
    signed = word - (word >> 31 << 32)
    return f"{float(np.uint32(word).view(np.float32))!r} ({word:#010x}, {signed})"
