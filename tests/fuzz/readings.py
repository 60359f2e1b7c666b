"""A declared-name program on the oracle under every reading of what its specification leaves open.

Left open are where within its precision an approximate result lies, the bits of a NaN, and whether a word
read as a float that would be denormal counts as zero, each time it is read. What all readings agree on is
compared bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any
from unittest.mock import patch

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.fragments import fog_mode
from nvrender.gl.inputs.results import Results
from nvrender.languages.arb.fragment_bindings import FRAGMENT_RESULT_COMPONENTS
from nvrender.ops.evaluation import numerics
from nvrender.ops.types import DataType
from nvrender.oracle.machine import prepare
from nvrender.oracle.machine.fragments import finished
from nvrender.oracle.machine.jumps import Jump
from nvrender.oracle.machine.layout import Layout, lay_out
from nvrender.oracle.machine.machine import parameter_table, run_vertices
from nvrender.oracle.machine.operands import Step
from nvrender.oracle.machine.prepare import Observe, Operands, prepare_watched
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.memory import atomics
from nvrender.oracle.memory.spaces import Spaces
from nvrender.oracle.texture.spread import moved_sample
from nvrender.oracle.tolerance.precision import bounds, unit
from nvrender.program import Instruction, Program, RegisterFile
from nvrender.program.limits import WATCHDOG_TURNS
from nvrender.program.opcodes import Opcode, PrecisionKind

from .declared_inputs import DeclaredInputs
from .fragment_inputs import POSITION, FragmentInputs
from .memory_inputs import TURNS, Reaching, with_memory

Float32Array = npt.NDArray[np.float32]
Words = npt.NDArray[np.uint32]

_NAN = (0x7FC00000, 0xFFC00123)
_RANDOM = 4
_SMALLEST_NORMAL, _SIGN = 0x00800000, 0x80000000
_LEAST_NORMAL = 2.0**-126
_HUGE = 2.0**100
#: Rows of what is watched, before those of a lane's state.
_STATE = 4
#: The components of powers.
_POWERS = frozenset({("LIT", 2), *(("POW", component) for component in range(4))})
#: What numbers beyond the range become, of which plain GLSL leaves open what they are.
_SIGNED_ENDS = (0x7FFFFFFF, 0x80000000)
_ENDS = {DataType.SIGNED: _SIGNED_ENDS, DataType.UNSIGNED: (0xFFFFFFFF,)}
_WATCHED, _KILLED = -1, -2
#: Sums of products, whose terms plain GLSL and drivers add in any order, and how many these are.
_PRODUCTS = {
    "DP2": 2,
    "DP2A": 3,
    "DP3": 3,
    "DP4": 4,
    "DPH": 4,
    "LRP": 2,
    "MAD": 2,
    "RFL": 3,
    "X2D": 3,
    "XPD": 2,
}


@dataclass(frozen=True)
class Readings:
    """Result name → words under each reading, (readings, N, 4) uint32; the first is the oracle's.

    ``plain`` tells of each vertex whether all its float operations had finite normal results or 0, of
    operands none of which was INF or NaN, with which comparisons give such results too, and no power was of
    what GLSL leaves open.
    """

    words: dict[str, npt.NDArray[np.uint32]]
    plain: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Reading:
    """``fraction`` of its bound by which an approximate result is moved; None: another one each.

    Of denormal operands what is ``flushed`` says counts as zero; with ``mixed`` some do and some do not.
    """

    fraction: float | None = 0.0
    nan: int | None = None
    flushed: str = "all"
    zero: int | None = None
    mixed: bool = False


def choices_of(programs: Iterable[Program], *, loose: bool = False) -> list[Reading]:
    """The readings that tell what ``programs`` leave open; the first is the oracle's own."""
    rows = [row.opcode for program in programs for row in program.instructions]
    kinds = {precision.kind for opcode in rows for precision in opcode.precision}
    lookups = any(opcode.texture is not None for opcode in rows)
    approximate = lookups or bool(kinds - {PrecisionKind.EXACT, PrecisionKind.ROUNDED}) or loose
    return [
        Reading(),
        Reading(1.0, _NAN[0], zero=0 if loose else None),
        Reading(-1.0, _NAN[1], zero=0x80000000 if loose else None),
        *[
            Reading(fraction, nan, flushed=flushed, mixed=mixed)
            for mixed in (False, True)
            for nan, flushed in zip(_NAN, ("results", "nothing"), strict=True)
            for fraction in ((None, 0.0, 1.0, -1.0) if approximate else (None,))
        ],
        *[Reading(flushed=flushed) for flushed in ("results", "nothing")],
        *[Reading(None, _NAN[1]) for _ in range(_RANDOM if approximate else 0)],
    ]


def readings(program: Program, inputs: DeclaredInputs, *, loose: bool = False) -> Readings:
    """All readings of one program.

    ``loose``: rounded results may be off by a unit in the last place too, and zeros have either sign, as
    plain GLSL and ARB_vertex_program allow.
    """
    choices = choices_of((program,), loose=loose)
    generator = np.random.default_rng(0)
    found = [_run(program, inputs, reading, loose, generator) for reading in choices]
    words = {name: np.stack([results[name].view(np.uint32) for results, _ in found]) for name in found[0][0]}
    return Readings(words, np.logical_and.reduce([plain for _, plain in found]))


@contextmanager
def arithmetic_of(flushed: str) -> Iterator[None]:
    """The oracle's arithmetic; else denormal operands stay, and only results are flushed, or nothing is."""
    with ExitStack() as stack:
        if flushed == "all":
            stack.enter_context(numerics.arithmetic())
        else:
            stack.enter_context(np.errstate(all="ignore"))
            stack.enter_context(patch.object(numerics, "HARDWARE_FLUSH", flushed == "nothing"))
        yield


@contextmanager
def clamps_of(flushed: str) -> Iterator[None]:
    """The oracle's clamps; where nothing is flushed a denormal is compared as zero and goes on as it is."""
    with ExitStack() as stack:
        if flushed == "nothing":
            stack.enter_context(patch.object(prepare, "clamp", _clamp_of_zeros))
        yield


def _clamp_of_zeros(least: float, most: float, enabled: Sequence[int], first: int) -> list[Step]:
    rows = [first + component for component in enabled]

    def step(f: Float32Array, c: Float32Array) -> None:
        values = f[rows]
        words = values.view(np.uint32)
        denormal = (words & ~np.uint32(_SIGN) < _SMALLEST_NORMAL) & (words << 1 != 0)
        f[rows] = np.where(denormal, values, np.clip(values, np.float32(least), np.float32(most)))

    return [step]


@contextmanager
def sums_in_memory(nan: int | None) -> Iterator[None]:
    """Sums of ATOM.ADD.F32 that are NaN have these bits, unless None."""
    before = atomics._float_sum

    def total(old: int, a: int, b: int) -> int:
        word = before(old, a, b)
        return nan if nan is not None and word & 0x7FFFFFFF > 0x7F800000 else word

    with patch.object(atomics, "_float_sum", total):
        yield


def _reordered(name: str, operands: Sequence[Float32Array]) -> npt.NDArray[np.float64]:
    """How far a sum of products may move with the order of its terms.

    Of n terms, none beyond the largest t, each order is off by n roundings of n t at the most.
    """
    sizes = [np.abs(operand).max(axis=0, keepdims=True).astype(np.float64) for operand in operands]
    if name == "LRP":
        term = (1.0 + sizes[0]) * np.maximum(sizes[1], sizes[2])
    elif name == "RFL":  # d - 2 (n d) / (n n) n, of which no part is beyond 4 d
        term = 4.0 * sizes[1]
    elif name == "X2D":
        term = np.maximum(sizes[0], sizes[1] * sizes[2])
    else:
        term = np.maximum(sizes[0], 1.0) * sizes[1]  # DPH takes one by 1
        if len(sizes) > 2:
            term = np.maximum(term, sizes[2] * (sizes[3] if len(sizes) > 3 else 1.0))
    count = _PRODUCTS[name]
    return np.where(np.isfinite(term), count**2 * unit(np.where(np.isfinite(term), term, 0.0)), 0.0)


def _of_denormals(values: Float32Array, base: Float32Array, exponent: Float32Array) -> None:
    """Powers of denormals as of the smallest normal number: drivers take logarithms by exponents."""
    denormal = (base > 0) & (base < _LEAST_NORMAL) & (values > 0) & np.isfinite(values)
    with np.errstate(over="ignore"):
        power = np.power(_LEAST_NORMAL, exponent.astype(np.float64))
    np.copyto(values, power, where=denormal, casting="same_kind")


def _count_as_zero(name: str, words: Words, operands: Sequence[Float32Array], sign: int) -> None:
    """Of denormal operands some count as zero: what is then zero gets ``sign``, a denormal minimum is zero.

    So 2^-145 - 2^-148 is 0 - 2^-148, a result that is flushed to -0.
    """
    tiny = np.zeros(words.shape, bool)
    for operand in operands:
        sizes = np.ascontiguousarray(operand).view(np.uint32) & 0x7FFFFFFF
        tiny |= ((sizes > 0) & (sizes < _SMALLEST_NORMAL)).any(axis=0, keepdims=True)
    small = words & 0x7FFFFFFF < _SMALLEST_NORMAL
    if name not in ("MIN", "MAX"):
        words[tiny & small] = sign
        return
    words[tiny & (words & 0x7FFFFFFF == 0)] = sign
    if not sign:
        words[small] &= np.uint32(_SIGN)


def observer(reading: Reading, generator: np.random.Generator, *, loose: bool = False) -> Observe:
    """What moves float results as ``reading`` says."""

    def observe(
        ordinal: int, opcode: Opcode, component: int, values: Float32Array, scalars: Operands
    ) -> None:
        if opcode.packs:
            return
        operands = scalars()
        precision = opcode.precision[component]
        exact = (PrecisionKind.EXACT,) if loose else (PrecisionKind.EXACT, PrecisionKind.ROUNDED)
        if precision.kind not in exact and reading.fraction != 0.0:
            fraction = reading.fraction
            part = generator.uniform(-1, 1, values.shape) if fraction is None else fraction
            bound = bounds(precision, values, operands, rounding=loose)
            if loose and opcode.name in _PRODUCTS and operands:
                bound = np.maximum(bound, _reordered(opcode.name, operands))
            moves = bound > 0
            if reading.zero is not None:  # a zero stays one, of which somebody may unpack the sign
                moves &= values != 0
            np.copyto(values, values + bound * part, where=moves, casting="same_kind")
            if loose and fraction == 1.0 and (opcode.name, component) in _POWERS:
                _of_denormals(values, *operands[-2:])
        if loose and opcode.name == "LOG" and component == 1 and reading.nan is not None:
            # ARB_vertex_program 2.14.5.14 has |x| / 2^floor(log2(|x|)): of 0 and INF that is no number.
            np.copyto(values, np.nan, where=(operands[0] == 0) | np.isinf(operands[0]))
        words = values.view(np.uint32)
        if reading.mixed:
            _count_as_zero(opcode.name, words, operands, 0 if reading.flushed == "results" else _SIGN)
        if reading.zero is not None:
            words[values == 0] = reading.zero
        if reading.nan is not None:
            words[np.isnan(values)] = reading.nan

    return observe


def _watching(
    program: Program, layout: Layout, reading: Reading, moved: Observe
) -> tuple[Observe, Callable[[int, Step | Jump], Step | Jump]]:
    """What sees results before they are committed and around each step; the row before a lane's state counts
    what plain GLSL leaves open.
    """
    watched = layout.state - _STATE
    #: By the ordinals of instructions that are watched around, what their results leave open.
    left_open: dict[int, Any] = {}

    def observe(
        ordinal: int, opcode: Opcode, component: int, values: Float32Array, scalars: Operands
    ) -> None:
        operands = scalars()
        if ordinal in left_open and not opcode.packs and not opcode.unpacks:
            found = [~np.isfinite(number).all(axis=0) for number in (values, *operands)]
            if opcode.name in _PRODUCTS:  # drivers make a (b + c) of a b + a c, where b + c may be INF
                found += [(np.abs(operand) > _HUGE).any(axis=0) for operand in operands]
            if (opcode.name, component) in _POWERS:
                base, exponent = operands[-2:]
                found.append(((base < 0) | ((base == 0) & (exponent <= 0))).any(axis=0))
            left_open[ordinal] = reduce(np.logical_or, found, left_open[ordinal])
        moved(ordinal, opcode, component, values, scalars)

    def watch(ordinal: int, step: Step | Jump) -> Step | Jump:
        instruction = program.instructions[ordinal]
        destination = instruction.destination
        if isinstance(step, Jump) or destination is None or not any(destination.mask):
            return step
        floats = destination.type is DataType.FLOAT and not instruction.opcode.packs
        converts = DataType.FLOAT in [operand.type for operand in instruction.operands]
        fetches = instruction.operation == "fetch"
        if not floats and not converts and not fetches:
            return step
        rows = [layout.out + component for component in range(4) if destination.mask[component]]
        read = None if floats else _float_rows(instruction, layout)

        def noted(f: Float32Array, c: Float32Array) -> None:
            if not floats:
                f[watched] += np.isnan(f[read]).any(axis=0) if read is not None else converts
            left_open[ordinal] = np.False_
            step(f, c)
            f[watched] += left_open[ordinal]
            if fetches:  # of no texel, perhaps, of which plain GLSL leaves open what it is
                f[watched] += (f[rows] == 0).all(axis=0)
            for row in rows:
                if floats:
                    size = np.abs(f[row])
                    # A zero that precision moves is no result that would be denormal.
                    small = (size < _LEAST_NORMAL) & (size != 0) if reading.fraction == 0.0 else np.False_
                    f[watched] += small | ~np.isfinite(size)
                else:
                    whole = f[row].view(np.uint32)
                    f[watched] += np.isin(whole, _ENDS.get(destination.type, _SIGNED_ENDS))

        left_open[ordinal] = np.False_
        return noted

    return observe, watch


def _run(
    program: Program,
    inputs: DeclaredInputs,
    reading: Reading,
    loose: bool,
    generator: np.random.Generator,
) -> tuple[dict[str, Float32Array], npt.NDArray[np.bool_]]:
    base = lay_out(program)
    layout = replace(base, state=base.state + _STATE)
    watched = base.state

    def parts(lanes: int) -> Any:
        if reading.fraction is None:
            return generator.uniform(-1, 1, lanes)
        return np.full(lanes, reading.fraction)

    observe, watch = _watching(program, layout, reading, observer(reading, generator, loose=loose))

    with arithmetic_of(reading.flushed), clamps_of(reading.flushed), sums_in_memory(reading.nan):
        textures = inputs.textures if isinstance(inputs, FragmentInputs | Reaching) else None
        code = prepare_watched(
            program, layout, watch, observe=observe, textures=textures,
            look_ups=lambda ordinal: moved_sample(parts),
        )  # fmt: skip
        rows = inputs.rows(program)
        buffers = inputs.buffers if isinstance(inputs, Reaching) else {}
        spaces = Spaces(inputs.stores, buffers) if isinstance(inputs, Reaching) else None
        turns = TURNS if isinstance(inputs, Reaching) else WATCHDOG_TURNS
        table = parameter_table(code, rows, buffers)
        outputs = [*code.layout.results, (_WATCHED, watched), (_KILLED, layout.fragment or watched)]
        found, _ = run_vertices(code, inputs.arrays(), Shared(table, turns, spaces), inputs.count, outputs)
    strange = found.pop(_WATCHED)[:, 0]
    killed = found.pop(_KILLED)[:, 0].copy().view(np.int32) != 0
    named = {program.profile.results[index]: array for index, array in found.items()}
    if isinstance(inputs, FragmentInputs):
        named = _ended(program, inputs, named, killed, parts)
    if spaces is not None:
        named = dict(with_memory(named, spaces.left()))
    plain = strange == 0
    if isinstance(inputs, FragmentInputs):  # whose own depth stays where none is written
        plain &= ~np.isnan(inputs.arrays()[POSITION]).any(axis=1)
    return named, plain


def _float_rows(instruction: Instruction, layout: Layout) -> list[int] | None:
    """The rows of registers that are read as floats; None where these are chosen, or have 64 bits."""
    found = list[int]()
    for operand in instruction.operands:
        register = operand.register
        if operand.type is not DataType.FLOAT or register.file is RegisterFile.PARAMETER:
            continue
        first = layout.rows.get((register.file, register.index))
        if first is None or register.relative is not None or register.long or operand.bits == 64:
            return None
        found += [first + component for component in set(operand.swizzle)]
    return found


def meaningful(name: str, values: Float32Array) -> Float32Array:
    """A copy of a result of fragments whose components that mean nothing are 0."""
    kept = [component in FRAGMENT_RESULT_COMPONENTS.get(name, range(4)) for component in range(4)]
    return np.where(kept, values, np.float32(0.0))


def _ended(
    program: Program,
    inputs: FragmentInputs,
    found: dict[str, Float32Array],
    killed: npt.NDArray[np.bool_],
    parts: Callable[[int], Any],
) -> dict[str, Float32Array]:
    """What fragments leave; fog is as accurate as OpenGL asks for (OpenGL 1.5 2.1.1)."""
    outcome = finished(program, Results({**found, "killed": killed}), inputs.arrays(), inputs.state)
    named = {name: meaningful(name, outcome[name]) for name in program.results}
    if fog_mode(program) and "color[0]" in named:
        named["color[0]"][:, :3] += (1e-5 * np.asarray(parts(len(killed)))[..., None]).astype(np.float32)
    words = killed.astype(np.uint32)[:, None].repeat(4, axis=1)
    return {**named, "killed": words.view(np.float32)}
