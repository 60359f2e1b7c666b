"""The oracle with a radius beside every register: how far others may lie from it, in one run.

A float's ball takes in whatever an implementation that keeps the precision table may hold there. A word that
is no float has radius 0, certain, or INF, anything; so have flags.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nvrender.gl.textures.texture import Textures
from nvrender.gl.textures.units import texture_units
from nvrender.ops.evaluation.numerics import BoolArray, Float32Array
from nvrender.ops.rows import GROUPED, Form
from nvrender.ops.types import DataType
from nvrender.oracle.machine import wide
from nvrender.oracle.machine.computation import Computation, computation_of, is_fixed_point
from nvrender.oracle.machine.initial import discarded
from nvrender.oracle.machine.jumps import Jump
from nvrender.oracle.machine.layout import Layout, lay_out
from nvrender.oracle.machine.operands import Step
from nvrender.oracle.machine.prepare import Code, Operands, prepare_watched, reads_of
from nvrender.oracle.memory.access import writes_memory
from nvrender.oracle.texture.access import Sample
from nvrender.oracle.tolerance.ball import Ball, Setting, open_where_moved
from nvrender.oracle.tolerance.influence import is_source, reached
from nvrender.oracle.tolerance.precision import Float64Array
from nvrender.oracle.tolerance.rules.table import integer_rule, rule_of
from nvrender.oracle.tolerance.shadow_commit import Commit, codes_of, unsure
from nvrender.oracle.tolerance.shadow_operands import Reader, Rows, radii_of, reader
from nvrender.oracle.tolerance.texture_bound import Reach, bounded_sample, of_lookup, prepare_look_up
from nvrender.oracle.tolerance.undefined import derived_parameters, left_undefined, unwritten_rows
from nvrender.program import Clamp, Condition, Instruction, Operand, Program
from nvrender.program.opcodes import Flow, Opcode
from nvrender.program.profile import Stage

_FIXED_POINT = (-2048.0 / 1024.0, 2047.0 / 1024.0)
_ALL = (0, 1, 2, 3)
#: What reads every component of its operands.
_APART = GROUPED | {Form.INTERPOLATION}
Radius = Callable[[Float32Array, Float64Array, Sequence[Ball]], Any]


#: What stands for ``Shadow.strayed`` among the numbers of results.
STRAYED = -1
INFINITE = np.float32(np.inf)
_KEPT = 8
#: By the identities of program and textures, which the shadows keep alive.
_shadows: OrderedDict[tuple[object, ...], Shadow] = OrderedDict()


def shadow_of(
    program: Program, textures: Textures | None, *, rounding: bool, fast: bool, undefined: bool = False
) -> Shadow:
    """A shadow for one run, nothing shared yet; the last few are kept."""
    units = texture_units(program, textures)
    key = id(program), rounding, fast, undefined, *((unit, id(units[unit])) for unit in sorted(units))
    found = _shadows.pop(key, None)
    if found is None:
        found = Shadow(program, units, rounding=rounding, fast=fast, undefined=undefined)
    _shadows[key] = found
    while len(_shadows) > _KEPT:
        _shadows.popitem(last=False)
    found.rows.shared = np.zeros((4, 0), np.float32)
    return found


class Shadow:
    """``code`` runs the program; ``strayed`` is the first of four rows, INF where a lane may go another way.

    The radius of row r is in row r + ``offset``. With ``undefined`` what the ARB languages leave undefined is
    open (``undefined``).
    """

    def __init__(
        self, program: Program, units: Textures, *, rounding: bool, fast: bool, undefined: bool = False
    ) -> None:
        plain = lay_out(program)
        self.offset = plain.state
        self.strayed = 2 * plain.state
        self.layout: Layout = replace(plain, state=2 * plain.state + 8)
        self.rows = Rows(self.layout, self.offset, self.strayed + 4)
        self.rows.derived = derived_parameters(program) if undefined else frozenset()
        self.rows.stored = program.profile.stage is Stage.VERTEX_STATE
        self._program = program
        self._free = rounding, fast
        self._units = units
        self._raw: dict[int, Float32Array] = {}
        self._reach: dict[int, Reach] = {}
        self._remembers = any(map(writes_memory, program.instructions))
        self._undefined = undefined
        every = frozenset(range(len(program.instructions)))
        known = undefined or self.rows.stored
        self._reached = every if known else reached(program, self._units, self._free)
        self.code: Code = prepare_watched(
            program, self.layout, self._watch,
            observe=self._keep, textures=units, look_ups=self._look_up,
        )  # fmt: skip
        if undefined:
            unwritten = unwritten_rows(program, plain, self.offset)
            self.code = replace(self.code, initial=(*self.code.initial, *unwritten))

    def outputs(self) -> list[tuple[int, int]]:
        """(number, first row) of the radii of each result."""
        return [(index, row + self.offset) for index, row in self.code.layout.results]

    def table(self, c: Float32Array) -> Float32Array:
        """The radii of what lanes share, beside the machine's table."""
        return self.rows.table(c)

    # --- hooks

    def _keep(
        self, ordinal: int, opcode: Opcode, component: int, values: Float32Array, operands: Operands
    ) -> None:
        """What is not yet clamped."""
        if ordinal in self._reached and _limits(self._program.instructions[ordinal]) is not None:
            self._raw[component] = values.copy()

    def _look_up(self, ordinal: int) -> Sample:
        return bounded_sample(self._reach.setdefault(ordinal, Reach()))

    def _watch(self, ordinal: int, step: Step | Jump) -> Step | Jump:
        if ordinal not in self._reached:
            return step
        instruction = self._program.instructions[ordinal]
        if isinstance(step, Jump):
            return self._jump(instruction, step)
        destination = instruction.destination
        if instruction.opcode.row.form is Form.KILL:
            return self._kill(instruction, step)
        if destination is None or discarded(instruction):
            return step
        enabled = [component for component in _ALL if destination.mask[component]]
        if not enabled or (destination.condition is not None and destination.condition.test == "FL"):
            return step
        return self._instruction(ordinal, instruction, step, enabled)

    # --- what decides

    def _stray(self, f: Float32Array, where: Any) -> None:
        f[self.strayed, np.broadcast_to(where, f.shape[1:])] = np.inf

    def _decided(self, condition: Condition) -> Callable[[Float32Array], BoolArray]:
        rows = codes_of(condition, self.rows)
        return lambda f: np.asarray(unsure(f, rows, self.offset).any(axis=0))

    def _jump(self, instruction: Instruction, jump: Jump) -> Jump:
        changed = jump
        if jump.passes is not None and instruction.condition is not None:
            passes, decided = jump.passes, self._decided(instruction.condition)

            def watched(f: Float32Array) -> BoolArray:
                self._stray(f, decided(f))
                return passes(f)

            changed = replace(changed, passes=watched)
        if jump.count is not None:
            changed = replace(changed, count=self._counted(instruction, jump.count))
        moved = None
        if instruction.opcode.flow is Flow.CALL_INDIRECT:
            moved = self.rows.moved_address(instruction.operands[0].register)
        if jump.choose is not None and moved is not None:
            choose, chosen = jump.choose, moved

            def chooses(f: Float32Array) -> Any:
                self._stray(f, chosen(f))
                return choose(f)

            changed = replace(changed, choose=chooses)
        if jump.access is not None:
            changed = replace(changed, access=self._access(instruction, jump.access))
        return changed

    def _counted(self, instruction: Instruction, count: Callable[..., Any]) -> Callable[..., Any]:
        """A loop's count, index and increment, or a stream."""
        operand = instruction.operands[0]
        if operand.bits == 64:
            return count
        read = reader(operand, 0, self.rows, (0, 1, 2) if instruction.opcode.flow is Flow.LOOP else (0,))
        whole = operand.type is DataType.FLOAT

        def watched(f: Float32Array, c: Float32Array) -> Any:
            ball = read(f, c)
            if ball.radius.any():
                same = np.floor(ball.low) == np.floor(ball.high) if whole else False
                self._stray(f, ((ball.radius > 0) & ~same).any(axis=0))
            return count(f, c)

        return watched

    def _kill(self, instruction: Instruction, step: Step) -> Step:
        condition = instruction.condition
        if condition is not None:
            if condition.test in ("TR", "FL"):
                return step
            decided = self._decided(condition)

            def tested(f: Float32Array, c: Float32Array) -> None:
                self._stray(f, decided(f))
                step(f, c)

            return tested
        operand = instruction.operands[0]
        read = reader(operand, 0, self.rows, _ALL)
        whole = operand.type is DataType.FLOAT

        def negative(f: Float32Array, c: Float32Array) -> None:
            ball = read(f, c)
            if ball.radius.any():
                open_ = (ball.low < 0) & ~(ball.high < 0) if whole else True
                self._stray(f, ((ball.radius > 0) & (open_ | np.isinf(ball.radius))).any(axis=0))
            step(f, c)

        return negative

    def _access(self, instruction: Instruction, access: Callable[..., Any]) -> Callable[..., Any]:
        """What memory holds is certain where only the program's caller writes it."""
        destination = instruction.destination
        sources = [
            self._reader(operand, position, _ALL) for position, operand in enumerate(instruction.sources)
        ]
        moved = [self.rows.moved_address(operand.register) for operand in instruction.sources]
        enabled = [k for k in _ALL if destination is not None and destination.mask[k]]
        commit = None
        if destination is not None and enabled and not discarded(instruction):
            commit = Commit(instruction, enabled, self.rows)

        def watched(f: Float32Array, c: Float32Array, spaces: Any) -> Any:
            open_ = open_where_moved([read(f, c) for read in sources])[0] if sources else np.zeros(1)
            for chosen in moved:
                open_ = np.where(chosen(f), np.inf, open_) if chosen is not None else open_
            if self._remembers:
                open_ = np.full(1, np.inf)
            after = commit.before(f) if commit is not None else None
            found = access(f, c, spaces)
            if after is not None:
                after(f, c, np.broadcast_to(open_, (len(enabled), f.shape[1])))
            return found

        return watched

    # --- what computes

    def _reader(self, operand: Operand, position: int, components: Sequence[int]) -> Reader:
        """Of 64 bits only whether they are certain counts."""
        if operand.bits == 64 or operand.register.long:
            return self._certain(operand)
        return reader(operand, position, self.rows, components)

    def _certain(self, operand: Operand) -> Reader:
        radii = radii_of(operand.register, self.rows)
        none = np.zeros((4, 1))
        return lambda f, c: Ball(none, none if radii is None else radii(f, c).max(axis=0) + none)

    def _instruction(self, ordinal: int, instruction: Instruction, step: Step, enabled: list[int]) -> Step:
        computation = computation_of(instruction)
        apart = wide.is_wide(instruction) or computation.form in _APART
        sources = instruction.sources
        reads = [_ALL if apart else reads_of(computation, place, enabled) for place in range(len(sources))]
        readers = [
            self._reader(operand, min(place, 2), reads[place]) for place, operand in enumerate(sources)
        ]
        source = is_source(instruction, *self._free) or instruction.texture is not None
        commit = Commit(instruction, enabled, self.rows)
        radius = self._rule(ordinal, instruction, computation, enabled)
        out = [self.layout.out + component for component in enabled]
        limits, chosen = _limits(instruction), None
        if instruction.unit is not None:
            chosen = self.rows.moved_address(instruction.unit)
        reach = None if instruction.texture is None else self._reach.setdefault(ordinal, Reach())
        nothing = np.zeros((len(enabled), 1))

        def watched(f: Float32Array, c: Float32Array) -> None:
            operands = [read(f, c) for read in readers]
            moves = source or self._undefined or any(operand.radius.any() for operand in operands)
            after = commit.before(f)
            if reach is not None:
                prepare_look_up(reach, instruction, operands, f.shape[1])
            step(f, c)
            if not moves:
                after(f, c, nothing)
                return
            result = f[out].astype(np.float64)
            raw = result
            if limits is not None and all(k in self._raw for k in enabled):
                raw = np.concatenate([self._raw[k] for k in enabled]).astype(np.float64)
            with np.errstate(all="ignore"):
                found = np.broadcast_to(np.asarray(radius(f, raw, operands)), raw.shape)
                found = np.where(np.isnan(found), np.inf, found)
                found = np.where(np.isfinite(raw) | np.isinf(found), found, 0.0)
                if chosen is not None:
                    found = np.where(chosen(f), np.inf, found)
                if self._undefined:
                    found = np.where(left_undefined(instruction, raw, operands, enabled), np.inf, found)
                if limits is not None:
                    low, high = np.clip(raw - found, *limits), np.clip(raw + found, *limits)
                    nearer = np.maximum(high - result, result - low)
                    found = np.where(np.isinf(found) | (found == 0), found, nearer)
            after(f, c, found)

        return watched

    def _rule(
        self, ordinal: int, instruction: Instruction, computation: Computation, enabled: list[int]
    ) -> Radius:
        opcode, destination = instruction.opcode, instruction.destination
        assert destination is not None
        if instruction.texture is not None:
            reach = self._reach.setdefault(ordinal, Reach())
            keys = [key for key in instruction.texture.keys(self._units) if key in self._units]
            if not any(self._units[key].complete for key in keys):
                return lambda f, raw, operands: 0.0
            return lambda f, raw, operands: of_lookup(reach, operands, enabled)
        if computation.form in GROUPED:
            return lambda f, raw, operands: _of_group(operands)
        if computation.form is Form.DERIVATIVE:
            return lambda f, raw, operands: self._of_derivative(f, operands, enabled)
        if wide.is_wide(instruction):
            return lambda f, raw, operands: open_where_moved(operands)
        float_operation = instruction.type is DataType.FLOAT
        if destination.type is not DataType.FLOAT or not float_operation or opcode.packs or opcode.rounded:
            rule = integer_rule(instruction.operation)
        else:
            rule = rule_of(instruction.operation)
        setting = Setting(opcode, *self._free)
        if is_fixed_point(instruction):
            inner = rule
            return lambda f, raw, operands: inner(setting, raw, [*map(_fixed, operands)], enabled)
        return lambda f, raw, operands: rule(setting, raw, operands, enabled)

    def _of_derivative(
        self, f: Float32Array, operands: Sequence[Ball], enabled: Sequence[int]
    ) -> Float64Array:
        """What is subtracted moves twice."""
        radius = np.broadcast_to(operands[0].radius[list(enabled)], (len(enabled), f.shape[1]))
        lanes = f[self.layout.fragment + 1].view(np.int32) >> 2
        worst = np.zeros((len(enabled), int(lanes.max(initial=0)) + 1))
        for row, of_component in enumerate(radius):
            np.maximum.at(worst[row], lanes, of_component)
        size = np.abs(np.broadcast_to(operands[0].value[list(enabled)], radius.shape))
        found = 2.0 * worst[:, lanes]
        return np.where(found > 0, found + 2.0**-22 * (size + found), 0.0)


def _of_group(operands: Sequence[Ball]) -> Float64Array:
    """Anything where other threads are asked for what is not certain."""
    return np.full((1, 1), np.inf if any(operand.radius.any() for operand in operands) else 0.0)


def _limits(instruction: Instruction) -> tuple[float, float] | None:
    """The range a float result is brought into."""
    destination = instruction.destination
    if destination is None or destination.type is not DataType.FLOAT or instruction.opcode.rounded:
        return None
    if instruction.clamp is not None:
        return (0.0 if instruction.clamp is Clamp.UNSIGNED else -1.0), 1.0
    if instruction.precision == "X" and not instruction.opcode.family.fixed_point_operands:
        return _FIXED_POINT
    return None


def _fixed(ball: Ball) -> Ball:
    """An operand of 12 bits (NV_fragment_program 3.11.4.2)."""
    value = np.where(np.isnan(ball.value), 0.0, np.clip(ball.value, *_FIXED_POINT))
    return Ball(value, ball.radius)
