"""The definition of the intermediate representation: an evaluator over arrays.

Every invocation is a lane. Lanes run together, as far as a mask of those that are active says.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from nvrender.ir import nodes
from nvrender.ir.evaluation import lookups, memory, patches
from nvrender.ir.evaluation.numbers import applied, bitcast, converted, numbers
from nvrender.ir.evaluation.surroundings import Array, Mask, Surroundings
from nvrender.ir.nodes import Body, Break, Continue, Expression, Return, Shader, Statement, Var
from nvrender.ops.evaluation import quads
from nvrender.ops.evaluation.numerics import arithmetic
from nvrender.ops.memory_access import Space

_FURTHEST = np.float32(0.5)  # MIN_ and MAX_FRAGMENT_INTERPOLATION_OFFSET_NV


class Evaluation:
    """One run of a shader.

    ``values`` has an array of each variable, (width, lanes), or (length, width, lanes); ``executed`` how many
    instructions each lane has executed; ``killed`` tells the fragments that are discarded.
    """

    def __init__(
        self,
        shader: Shader,
        lanes: int,
        watchdog: int | None = None,
        surroundings: Surroundings | None = None,
    ) -> None:
        self.shader, self.lanes, self.watchdog = shader, lanes, watchdog
        self.bodies = {row.name: row.body for row in shader.functions}
        self.values = {row.name: self._beginning(row) for row in shader.variables}
        self.executed, self.turns = np.zeros((2, lanes), np.int64)
        self.killed, self.active = np.zeros(lanes, np.bool_), np.ones(lanes, np.bool_)
        #: The lanes that have left the innermost loop, its turn or the function, by the statement's class.
        self._left: dict[type, Mask] = {}
        self._surroundings = surroundings

    @property
    def surroundings(self) -> Surroundings:
        """What a shader that reaches outside needs."""
        assert self._surroundings is not None
        return self._surroundings

    @property
    def alive(self) -> Mask:
        """The lanes that reach memory: killed fragments do not (EXT_shader_image_load_store, issue 20)."""
        return self.active & ~self.killed

    def _beginning(self, var: Var) -> Array:
        words = self.shader.initial.get(var.name, (0,) * var.type.width)
        sizes = [size for size in (var.vertices, var.length) if size]
        rows = numbers(var.type, words, self.lanes)
        return np.array(np.broadcast_to(rows, (*sizes, *rows.shape)))

    def run(self) -> None:
        """Runs the last function, main, to its end."""
        with arithmetic():
            self._call(self.shader.functions[-1].name, np.ones(self.lanes, np.bool_))

    # --- expressions

    def value(self, node: Expression) -> Array:
        """The value of each lane, (width, lanes)."""
        match node:
            case nodes.Const(type, words):
                return numbers(type, words, self.lanes)
            case nodes.Load():
                return self._load(node)
            case nodes.Swizzle(value, components):
                return self.value(value)[list(components)]
            case nodes.Compose(parts):
                return np.concatenate([self.value(part) for part in parts])
            case nodes.Bitcast(value, type):
                return bitcast(self.value(value), type)
            case nodes.Select(condition, yes, no):
                return np.where(self.value(condition), self.value(yes), self.value(no))
            case nodes.Apply(operation, operands) if operation in quads.EVALUATIONS:
                return quads.EVALUATIONS[operation](self.active, *map(self.value, operands))
            case nodes.Apply(_, operands):
                return applied(node, [self.value(row) for row in operands])
            case nodes.Convert(value):
                return converted(node, self.value(value))
            case nodes.Sample():
                return lookups.sampled(node, self.value, self.active, self.surroundings)
            case nodes.Interpolate():
                return self._interpolate(node)
            case nodes.Read():
                lanes = self.active if node.memory.space is Space.CONSTANT else self.alive
                return memory.read(node, self.value, lanes, self.surroundings)

    def _load(self, node: nodes.Load) -> Array:
        held, components = self.values[node.var.name], list(node.components)
        if node.vertex is not None:
            number = self.value(node.vertex)[0].astype(np.int64)
            held = patches.of_vertices(held, node.var, number, self.shader.patch)
        if node.index is None:
            return held[components]
        element, inside = self._element(node.var, node.index)
        found = held[element[:, None], components, np.arange(self.lanes)[:, None]].T
        return np.where(inside, found, np.zeros((), found.dtype))

    def _interpolate(self, node: nodes.Interpolate) -> Array:
        var, place = node.input.var, None if node.place is None else self.value(node.place)
        if place is not None and node.operation == "at_offset":
            place = np.where(place >= -_FURTHEST, np.minimum(place, _FURTHEST), -_FURTHEST)
        found = np.zeros((4, self.lanes), np.float32)
        element, inside = self._element(var, node.input.index)
        there = self.active & inside
        for number in np.unique(element[there]):
            values = self.surroundings.interpolate(node.operation, var.binding + int(number), place)
            np.copyto(found, values.view(np.float32), where=there & (element == number))
        return found[list(node.input.components)]

    def _element(self, var: Var, index: Expression | None) -> tuple[npt.NDArray[np.intp], Mask]:
        """Which element each lane means, and whether the array has it."""
        if index is None:
            return np.zeros(self.lanes, np.intp), np.ones(self.lanes, np.bool_)
        number = self.value(index)[0].astype(np.intp)
        inside = (number >= 0) & (number < var.length)
        return np.where(inside, number, 0), inside

    # --- statements

    def _body(self, body: Body, active: Mask) -> Mask:
        """Runs ``body`` for the ``active`` lanes; which of them come out at its end."""
        for statement in body:
            if not active.any():
                break
            active = self._statement(statement, active)
        return active

    def _statement(self, node: Statement, active: Mask) -> Mask:
        self.active = active
        match node:
            case nodes.Assign():
                self._assign(node)
            case nodes.If(condition, then, otherwise):
                holds = self.value(condition)[0]
                return self._body(then, active & holds) | self._body(otherwise, active & ~holds)
            case nodes.Switch():
                return self._switch(node, active)
            case nodes.Loop():
                return self._loop(node, active)
            case Break() | Continue() | Return():
                self._left[node.__class__] |= active
                return np.zeros_like(active)
            case nodes.Terminate():
                return np.zeros_like(active)
            case nodes.Discard(condition):
                self.killed |= active & self.value(condition)[0]
            case nodes.Store():
                memory.store(node, self.value, self.alive, self.surroundings)
            case nodes.Atomic():
                found = memory.atomic(node, self.value, self.alive, self.surroundings)
                np.copyto(self.values[node.var.name], found, where=active)
            case nodes.Barrier(waits):
                if waits:
                    self.surroundings.wait(node, active)
            case nodes.EmitVertex(stream):
                streams = None if stream is None else self.value(stream)[0]
                self.surroundings.emit(active, streams, self.values)
            case nodes.EndPrimitive():
                self.surroundings.end_primitive(active)
            case nodes.Call(function):
                return self._call(function, active)
            case nodes.Executed(count):
                if self.shader.limit is not None:
                    active = active & (self.executed < self.shader.limit)
                self.executed[active] += count
        return active

    def _assign(self, node: nodes.Assign) -> None:
        value, held = self.value(node.value), self.values[node.var.name]
        mask = np.broadcast_to(self.active, value.shape)
        if node.when is not None:
            mask = mask & self.value(node.when)
        element, inside = self._element(node.var, node.index)
        elements = held[None] if node.index is None else held
        for row, component in enumerate(node.components):
            lanes = np.flatnonzero(mask[row] & inside)
            places = patches.of_patch(lanes, self.shader.patch if node.var.patch else 1)
            elements[element[lanes, None], component, places] = value[row, lanes, None]

    def _switch(self, node: nodes.Switch, active: Mask) -> Mask:
        number = self.value(node.value)[0]
        through = active & ~np.isin(number, [case for case, _ in node.cases])
        for case, body in node.cases:
            through = through | self._body(body, active & (number == case))
        return through

    def _loop(self, node: nodes.Loop, active: Mask) -> Mask:
        turns = None if node.turns is None else self.value(node.turns)[0].astype(np.int64)
        outer, self._left = self._left, self._left | {Break: np.zeros_like(active)}
        while active.any():
            going = np.ones_like(active) if turns is None else turns > 0
            if node.watched and self.watchdog is not None:
                going = going & (self.turns < self.watchdog)
            self._left[Break] |= active & ~going
            self._left[Continue] = np.zeros_like(active)
            active = active & going
            self.turns[active] += node.watched
            turns = None if turns is None else turns - 1
            active = self._body(node.body, active)
            active = self._body(node.continuing, active | self._left[Continue])
        found, self._left = self._left[Break], outer
        return found

    def _call(self, name: str, active: Mask) -> Mask:
        outer, self._left = self._left, {Return: np.zeros_like(active)}
        through = self._body(self.bodies[name], active) | self._left[Return]
        self._left = outer
        return through


def evaluate(
    shader: Shader, inputs: Mapping[str, Array], lanes: int, watchdog: int | None = None
) -> Evaluation:
    """Runs a shader for so many lanes; ``inputs`` has what variables hold at first, by name."""
    run = Evaluation(shader, lanes, watchdog)
    for name, array in inputs.items():
        run.values[name][...] = array
    run.run()
    return run
