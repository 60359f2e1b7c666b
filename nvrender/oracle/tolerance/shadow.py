"""The oracle with a radius beside every register: how far others may lie from it, in one run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Float32Array
from nvrender.ops.evaluation.numerics import SMALLEST_NORMAL, BoolArray, arithmetic
from nvrender.oracle.machine.commit import TESTS
from nvrender.oracle.machine.initial import discarded, unconditional
from nvrender.oracle.machine.jumps import Jump
from nvrender.oracle.machine.layout import Layout, lay_out
from nvrender.oracle.machine.machine import check_arrays, parameter_table, run_state, run_vertices
from nvrender.oracle.machine.operands import Step
from nvrender.oracle.machine.prepare import prepare_watched
from nvrender.oracle.machine.resources import Shared
from nvrender.oracle.tolerance.ball import Ball, Setting
from nvrender.oracle.tolerance.influence import Influence, is_source
from nvrender.oracle.tolerance.rules.table import rule_of
from nvrender.program import Condition, Instruction, Operand, Program, RegisterFile
from nvrender.program.profile import Stage

_STRAYED = -1


def radii(
    program: Program,
    attributes: Mapping[int, Float32Array],
    parameters: Float32Array,
    count: int,
    influence: Influence,
    *,
    rounding: bool = False,
    fast: bool = False,
) -> dict[str, Float32Array]:
    """Result name → (count, 4) float32, radii around what execute gives for the same arguments.

    A vertex one of whose branches could go either way has INF everywhere.
    """
    shadow = _Shadow(program, influence, rounding, fast)
    with arithmetic():
        code = prepare_watched(program, shadow.layout, shadow.watch)
        check_arrays(code, attributes, parameters, count)
        table = parameter_table(code, parameters)
        if program.profile.stage is Stage.VERTEX_STATE:
            run_state(code, attributes, table, count)
            return {"c": np.ascontiguousarray(shadow.table[:, 1:-1].T)}
        outputs = [(index, row + shadow.offset) for index, row in code.layout.results]
        found, _ = run_vertices(
            code, attributes, Shared(table), count, [*outputs, (_STRAYED, shadow.strayed)]
        )
    strayed = found.pop(_STRAYED)
    return {program.profile.results[index]: np.maximum(array, strayed) for index, array in found.items()}


class _Shadow:
    """Row r's radius is in row r + ``offset``; ``strayed`` is the first of four rows, 0 or INF.

    ``table`` has the radii of the parameters, laid out as the machine's.
    """

    def __init__(self, program: Program, influence: Influence, rounding: bool, fast: bool) -> None:
        plain = lay_out(program)
        self.offset = plain.state
        self.strayed = 2 * plain.state
        self.layout: Layout = replace(plain, state=2 * plain.state + 4)
        self.table = np.zeros((4, program.profile.parameters + 2), np.float32)
        self._program = program
        self._influence = influence
        self._rounding = rounding
        self._fast = fast

    def watch(self, ordinal: int, step: Step | Jump) -> Step | Jump:
        """``step`` and what it does to the radii; ``step`` itself where all of them stay 0."""
        instruction = self._program.instructions[ordinal]
        moves = is_source(instruction, self._rounding, self._fast) or self._influence.reads(instruction)
        if isinstance(step, Jump):
            return self._jump(instruction, step) if moves else step
        destination = instruction.destination
        assert destination is not None
        never = destination.condition is not None and destination.condition.test == "FL"
        enabled = [component for component in range(4) if destination.mask[component]]
        if never or not enabled or discarded(instruction):
            return step
        if not (moves or self._influence.writes(instruction)):
            return step
        return self._instruction(instruction, step, enabled)

    def _jump(self, instruction: Instruction, jump: Jump) -> Jump:
        assert jump.passes is not None and instruction.condition is not None
        passes, rows = jump.passes, [self.layout.condition_code + k for k in instruction.condition.swizzle]
        strayed = slice(self.strayed, self.strayed + 4)

        def watched(f: Float32Array) -> BoolArray:
            f[strayed, self._unsure(f, rows).any(axis=0)] = np.inf
            return passes(f)

        return replace(jump, passes=watched)

    def _unsure(self, f: Float32Array, rows: Sequence[int]) -> BoolArray:
        """Where a condition code may be on another side of 0 than it is."""
        radius = f[[row + self.offset for row in rows]]
        return np.asarray((radius > 0) & ~(np.abs(f[rows]) > radius))

    def _instruction(self, instruction: Instruction, step: Step, enabled: list[int]) -> Step:
        fetches = [self._fetch(operand) for operand in instruction.operands]
        rule = rule_of(instruction.operation)
        setting = Setting(instruction.opcode, self._rounding, self._fast)
        out = [self.layout.out + component for component in enabled]
        commit = self._commit(instruction, enabled)

        def watched(f: Float32Array, c: Float32Array) -> None:
            operands = [fetch(f, c) for fetch in fetches]
            committed = commit(f)
            step(f, c)
            result = f[out].astype(np.float64)
            radius = np.asarray(rule(setting, result, operands, enabled))
            # An INF or NaN that is certain.
            radius = np.where(np.isfinite(result) | np.isinf(radius), radius, 0.0)
            committed(result, upward(radius))

        return watched

    def _fetch(self, operand: Operand) -> Callable[[Float32Array, Float32Array], Ball]:
        """All four components of an operand."""
        register, swizzle = operand.register, list(operand.swizzle)

        def signed(value: Float32Array) -> npt.NDArray[np.float64]:
            wide = value.astype(np.float64)
            wide = np.abs(wide) if operand.absolute else wide
            return -wide if operand.negate else wide

        if register.relative is not None:
            relative = register.relative
            address = self.layout.rows[RegisterFile.ADDRESS, relative.register] + relative.component
            last = self._program.profile.parameters + 1

            def gathered(f: Float32Array, c: Float32Array) -> Ball:
                columns = np.clip(f[address].astype(np.intp) + relative.offset + 1, 0, last)
                radius = self.table[swizzle][:, columns].astype(np.float64)
                unknown = f[address + self.offset] > 0
                return Ball(signed(c[swizzle][:, columns]), np.where(unknown, np.inf, radius))

            return gathered
        if register.file is RegisterFile.PARAMETER:
            column = slice(register.index + 1, register.index + 2)
            return lambda f, c: Ball(
                signed(c[swizzle, column]), self.table[swizzle, column].astype(np.float64)
            )
        rows = [self.layout.row(register) + component for component in swizzle]
        beside = [row + self.offset for row in rows]
        return lambda f, c: Ball(signed(f[rows]), f[beside].astype(np.float64))

    def _commit(
        self, instruction: Instruction, enabled: list[int]
    ) -> Callable[[Float32Array], Callable[[npt.NDArray[np.float64], Float32Array], None]]:
        """Called before the step with the rows; the answer is called after it, with results and radii."""
        destination = instruction.destination
        assert destination is not None
        register = destination.register
        if register.file is RegisterFile.PARAMETER:

            def store(result: npt.NDArray[np.float64], radius: Float32Array) -> None:
                self.table[enabled, register.index + 1] = np.broadcast_to(radius, result.shape)[:, 0]

            return lambda f: store
        targets = []
        if register.file is not RegisterFile.CONDITION_CODE:
            targets.append([self.layout.row(register) + k for k in enabled])
        if instruction.condition_code is not None:
            targets.append([self.layout.condition_code + k for k in enabled])
        condition = destination.condition
        if condition is None or unconditional(condition):
            return lambda f: lambda result, radius: self._set(f, targets, radius)
        return self._commit_where(condition, enabled, targets)

    def _set(self, f: Float32Array, targets: list[list[int]], radius: Float32Array) -> None:
        for rows in targets:
            f[[row + self.offset for row in rows]] = radius

    def _commit_where(
        self, condition: Condition, enabled: list[int], targets: list[list[int]]
    ) -> Callable[[Float32Array], Callable[[npt.NDArray[np.float64], Float32Array], None]]:
        codes = [self.layout.condition_code + condition.swizzle[k] for k in enabled]
        test = TESTS[condition.test]

        def before(f: Float32Array) -> Callable[[npt.NDArray[np.float64], Float32Array], None]:
            passes = test(f[codes], np.float32(0.0))
            unsure = self._unsure(f, codes)
            old = [f[rows].astype(np.float64) for rows in targets]

            def after(result: npt.NDArray[np.float64], radius: Float32Array) -> None:
                for rows, value in zip(targets, old, strict=True):
                    beside = [row + self.offset for row in rows]
                    kept = f[beside]
                    either = np.abs(result - value) + np.maximum(kept, radius)
                    either = np.where(result == value, np.maximum(kept, radius), either)
                    either = np.where(np.isnan(either), np.inf, either)
                    f[beside] = np.where(unsure, upward(either), np.where(passes, radius, kept))

            return after

        return before


def upward(radius: npt.NDArray[np.float64]) -> Float32Array:
    """float32 no smaller than ``radius``, and no denormal."""
    narrow = np.where(radius > 0, np.maximum(radius, SMALLEST_NORMAL), 0.0).astype(np.float32)
    return np.where(narrow < radius, np.nextafter(narrow, np.float32(np.inf)), narrow)
