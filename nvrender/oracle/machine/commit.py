"""What becomes of a result: condition codes, masks and the register written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from nvrender.ops.conditions import FLAG_PASSES
from nvrender.ops.evaluation.numerics import BoolArray, Float32Array, select
from nvrender.ops.rows import Addition
from nvrender.ops.types import DataType
from nvrender.oracle.machine.addressing import element
from nvrender.oracle.machine.initial import unconditional
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import Loaded, Step, runs, strided
from nvrender.program import Condition, Destination, Instruction, RegisterFile

#: test name → comparison of a condition code, kept as the value that set it, with 0.
#: NaN fails all but NE, as UN does (NV_vertex_program2 2.14.2.2).
TESTS: dict[str, np.ufunc] = {
    "EQ": np.equal,
    "NE": np.not_equal,
    "LT": np.less,
    "GE": np.greater_equal,
    "LE": np.less_equal,
    "GT": np.greater,
}
#: Flags of a condition code word (NV_gpu_program4 2.X.4.3). ZF is stored inverted.
SIGN, ZERO_FLAG, OVERFLOW, CARRY = 8, 4, 2, 1
_ZERO = np.float32(0.0)

#: Rows of a condition code register → True where the test passes.
Test = Callable[[Float32Array], BoolArray]
UInt32Array = npt.NDArray[np.uint32]


def tester(test: str, layout: Layout) -> Test:
    """A condition test other than TR and FL, on condition codes as ``layout`` keeps them."""
    if layout.program.profile.flags:
        passes = np.array([FLAG_PASSES[test][word ^ ZERO_FLAG] for word in range(16)])
        return lambda codes: passes[codes.view(np.int32)]
    compare = TESTS[test]
    return lambda codes: compare(codes, _ZERO)


def one_slice(rows: Iterable[int]) -> slice:
    """The slice that picks ``rows``, which must be strided."""
    picked = strided(list(rows))
    assert picked is not None
    return picked


def copy(source: slice, target: slice) -> Step:
    """Copy rows to rows."""

    def step(f: Float32Array, c: Float32Array) -> None:
        f[target] = f[source]

    return step


def clamp(least: float, most: float, enabled: Sequence[int], first: int) -> list[Step]:
    """NaN stays NaN (ARB_fragment_program 3.11.4.3; docs/semantics.md)."""
    low, high = np.float32(least), np.float32(most)

    def clamped(rows: slice) -> Step:
        def step(f: Float32Array, c: Float32Array) -> None:
            np.clip(f[rows], low, high, out=f[rows])

        return step

    return [clamped(one_slice(first + component for component in run)) for run in runs(enabled)]


# --- condition codes that are not the result itself


def _keeps_result(instruction: Instruction, layout: Layout) -> bool:
    """True if the condition code is the float result itself."""
    assert instruction.destination is not None
    return not layout.program.profile.flags and (
        not layout.declared or instruction.destination.type is DataType.FLOAT
    )


def needs_operands(instruction: Instruction) -> bool:
    """True if the flags need the operands after the result is known."""
    return instruction.condition_code is not None and instruction.row.addition is not None


def flag_step(
    instruction: Instruction, layout: Layout, loaded: Sequence[Loaded], enabled: Sequence[int], first: int
) -> list[Step]:
    """Compute what the condition code becomes, where it is not the result, into the flag rows."""
    if _keeps_result(instruction, layout):
        return []
    assert instruction.destination is not None
    if not layout.program.profile.flags:
        return [_signs(enabled, first, layout.flags)]
    steps = [_flags(enabled, first, layout.flags, instruction.destination)]
    if needs_operands(instruction):
        steps.append(_overflow(instruction, loaded, enabled, layout.flags))
    return steps


def _signs(enabled: Sequence[int], first: int, flags: int) -> Step:
    """Integers of address registers as floats of the same sign (NV_vertex_program2_option 2.14.4.3)."""

    def step(f: Float32Array, c: Float32Array) -> None:
        for component in enabled:
            f[flags + component] = f[first + component].view(np.int32)

    return step


def _flags(enabled: Sequence[int], first: int, flags: int, destination: Destination) -> Step:
    """SF and ZF of a result (NV_gpu_program4 2.X.4.3).

    The most significant bit is that of the variable: of a LONG one 0 before an unsigned word.
    """
    type = destination.type
    positive = destination.register.long and type is DataType.UNSIGNED

    def step(f: Float32Array, c: Float32Array) -> None:
        for component in enabled:
            row = f[first + component]
            if type is DataType.FLOAT:
                nan = np.isnan(row)
                sign, zero = (row < 0) | nan, (row == 0) | nan
            else:
                words = row.view(np.int32)
                sign, zero = (words < 0) & (not positive), words == 0
            code = f[flags + component].view(np.int32)
            np.multiply(sign, np.int32(SIGN), out=code)
            code += np.int32(ZERO_FLAG) * ~zero

    return step


def _overflow(instruction: Instruction, loaded: Sequence[Loaded], enabled: Sequence[int], flags: int) -> Step:
    """OF and CF of the last addition (NV_gpu_program4 2.X.4.3).

    A negated operand makes it a subtraction; with both negated neither flag is set (docs/semantics.md).
    """
    signs = [operand.negate for operand in instruction.operands]
    addition, signed = instruction.row.addition, instruction.type is DataType.SIGNED

    def step(f: Float32Array, c: Float32Array) -> None:
        for component in enabled:
            words = [operand.fetch((component,))(f, c)[0].view(np.uint32) for operand in loaded]
            if addition is Addition.OF_PRODUCT:
                one, minus_one = words[0] * words[1], signs[0] != signs[1]
                two, minus_two = words[2], signs[2]
            elif addition is Addition.OF_DISTANCE:
                one, minus_one = difference(words[0], words[1], signed), False
                two, minus_two = words[2], signs[2]
            else:
                one, minus_one = words[0], signs[0]
                two, minus_two = words[1], signs[1]
            if addition is Addition.NEGATED:
                two, minus_two = np.negative(two), not minus_two
            code = f[flags + component].view(np.uint32)
            if not minus_one and not minus_two:
                code |= _sum_flags(one, two)
            elif not minus_one:
                code |= _difference_flags(one, np.negative(two))
            elif not minus_two:
                code |= _difference_flags(two, np.negative(one))

    return step


def difference(a: UInt32Array, b: UInt32Array, signed: bool) -> UInt32Array:
    """|a − b| exactly, of words read as signed or unsigned (NV_gpu_program4 2.X.8, SAD)."""
    less = a.view(np.int32) < b.view(np.int32) if signed else a < b
    distance: UInt32Array = np.where(less, b - a, a - b)
    return distance


def _sum_flags(a: UInt32Array, b: UInt32Array) -> UInt32Array:
    total = a + b
    overflow = ((a ^ total) & (b ^ total)) >> np.uint32(31)
    flags: UInt32Array = overflow * np.uint32(OVERFLOW) + (total < a) * np.uint32(CARRY)
    return flags


def _difference_flags(a: UInt32Array, b: UInt32Array) -> UInt32Array:
    total = a - b
    overflow = ((a ^ b) & (a ^ total)) >> np.uint32(31)
    flags: UInt32Array = overflow * np.uint32(OVERFLOW) + (a >= b) * np.uint32(CARRY)
    return flags


# --- writing


def commit(instruction: Instruction, layout: Layout, enabled: Sequence[int], out: int | None) -> list[Step]:
    """Write the enabled components whose condition holds, and their codes (NV_vertex_program2 2.14.2.2).

    ``out`` is the first scratch row, None if the result is in the destination already.
    """
    destination = instruction.destination
    assert destination is not None
    register = destination.register
    if register.file is RegisterFile.PARAMETER:
        assert out is not None
        return [_store_parameter(register.index, enabled, out)]
    code = None if instruction.condition_code is None else layout.code(instruction.condition_code)
    kept = _keeps_result(instruction, layout)
    steps: list[Step] = []
    moves: list[tuple[int, int]] = []
    if register.file is RegisterFile.CONDITION_CODE:
        source = code if out is None else out
    elif register.relative is not None:
        assert out is not None
        source = out
        steps.append(_scatter(destination, layout, enabled, out))
    else:
        source = layout.row(register) if out is None else out
        moves.append((source, layout.row(register)))
    assert source is not None
    if register.long and register.relative is None:
        moves.append((layout.high, layout.row(register) + 4))
    if code is not None:
        moves.append((source if kept else layout.flags, code))
    moves = [(place, target) for place, target in moves if place != target]
    if not moves:
        return steps
    condition = destination.condition
    if condition is None or unconditional(condition):
        return steps + [
            copy(one_slice(place + k for k in run), one_slice(target + k for k in run))
            for place, target in moves
            for run in runs(enabled)
        ]
    return [*steps, _commit_where(condition, layout, enabled, moves)]


def _commit_where(
    condition: Condition, layout: Layout, enabled: Sequence[int], moves: Sequence[tuple[int, int]]
) -> Step:
    test = tester(condition.test, layout)
    register = layout.code(condition.register)
    parts = []
    for run in runs(enabled, condition.swizzle):
        codes = one_slice(register + condition.swizzle[k] for k in run)
        places = [
            (one_slice(source + k for k in run), one_slice(target + k for k in run))
            for source, target in moves
        ]
        parts.append((codes, places, len(run)))

    def step(f: Float32Array, c: Float32Array) -> None:
        masks = [test(f[codes]) for codes, _, _ in parts]
        for mask, (_, places, length) in zip(masks, parts, strict=True):
            if len(mask) != length:
                mask = np.repeat(mask, length, axis=0)
            for source, target in places:
                select(f[target], f[source], mask)

    return step


def _scatter(destination: Destination, layout: Layout, enabled: Sequence[int], out: int) -> Step:
    """Write an array element; outside the array nothing is written (docs/semantics.md)."""
    find = element(destination.register, layout)
    start = layout.row(destination.register)
    stride = 8 if destination.register.long else 4
    sources = [(out, 0), (layout.high, 4)] if destination.register.long else [(out, 0)]
    condition = None if unconditional(destination.condition) else destination.condition
    test = None if condition is None else tester(condition.test, layout)

    def step(f: Float32Array, c: Float32Array) -> None:
        which, inside = find(f)
        if inside is False:
            return
        rows = np.broadcast_to(np.asarray(start + stride * which), f.shape[1:])
        for component in enabled:
            chosen = np.broadcast_to(np.asarray(inside), rows.shape)
            if test is not None and condition is not None:
                chosen = chosen & test(f[layout.code(condition.register) + condition.swizzle[component]])
            lanes = np.flatnonzero(chosen)
            for source, offset in sources:
                f[rows[lanes] + offset + component, lanes] = f[source + component, lanes]

    return step


def _store_parameter(index: int, enabled: Sequence[int], out: int) -> Step:
    """c[index] of the shared parameters (NV_vertex_program 2.14.4); one lane only."""
    pairs = [(component, out + component) for component in enabled]

    def store(f: Float32Array, c: Float32Array) -> None:
        for component, row in pairs:
            c[component, index + 1] = f[row, 0]

    return store
