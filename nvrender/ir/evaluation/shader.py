"""The definition of the intermediate representation: an evaluator over arrays.

Every invocation is a lane. Lanes run together, as far as a mask of those that are active says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.ir.evaluation import lookups, memory, patches, quads
from nvrender.ir.evaluation.surroundings import Surroundings
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Atomic,
    Barrier,
    Bitcast,
    Body,
    Break,
    Call,
    Compose,
    Const,
    Continue,
    Convert,
    Discard,
    EmitVertex,
    EndPrimitive,
    Executed,
    Expression,
    If,
    Interpolate,
    Load,
    Loop,
    Read,
    Return,
    Sample,
    Select,
    Shader,
    Statement,
    Store,
    Switch,
    Swizzle,
    Terminate,
    Var,
)
from nvrender.ir.types import Kind, Type
from nvrender.ops.evaluation import conversions, typed, wide
from nvrender.ops.evaluation.numerics import arithmetic
from nvrender.ops.evaluation.table import evaluation_of
from nvrender.ops.memory_access import Space
from nvrender.ops.rows import BY_COMPONENT, Form
from nvrender.ops.table import OPERATIONS

Array = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]
_FURTHEST = np.float32(0.5)  # MIN_ and MAX_FRAGMENT_INTERPOLATION_OFFSET_NV
_DTYPES: dict[tuple[Kind, int], type[np.generic]] = {
    (Kind.FLOAT, 32): np.float32,
    (Kind.INT, 32): np.int32,
    (Kind.UINT, 32): np.uint32,
    (Kind.FLOAT, 64): np.float64,
    (Kind.INT, 64): np.int64,
    (Kind.UINT, 64): np.uint64,
    (Kind.BOOL, 1): np.bool_,
}


def dtype_of(type: Type) -> np.dtype[Any]:
    """What a component of ``type`` is in an array."""
    return np.dtype(_DTYPES[type.kind, type.bits])


@dataclass
class _Frame:
    """Where the lanes are that a loop or a function has left."""

    broken: list[Mask] = field(default_factory=list)
    continued: list[Mask] = field(default_factory=list)
    returned: list[Mask] = field(default_factory=list)


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
        self.shader, self.lanes = shader, lanes
        self.functions = {row.name: row for row in shader.functions}
        self.values = {row.name: self._beginning(row) for row in shader.variables}
        self.executed = np.zeros(lanes, np.int64)
        self.turns = np.zeros(lanes, np.int64)
        self.watchdog = watchdog
        self.frames: list[_Frame] = []
        self.ended = np.zeros(lanes, np.bool_)
        self.killed = np.zeros(lanes, np.bool_)
        self.active = np.ones(lanes, np.bool_)
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
        width, dtype = var.type.width, dtype_of(var.type)
        words = self.shader.initial.get(var.name, (0,) * width)
        rows = _words(var.type, words)[:, None].repeat(self.lanes, 1)
        sizes = [size for size in (var.vertices, var.length) if size]
        return np.broadcast_to(rows, (*sizes, *rows.shape)).astype(dtype)

    def run(self) -> None:
        """Runs the last function, main, to its end."""
        with arithmetic():
            self._call(self.shader.functions[-1].name, np.ones(self.lanes, np.bool_))

    # --- expressions

    def value(self, node: Expression) -> Array:
        """The value of each lane, (width, lanes)."""
        match node:
            case Const():
                return _words(node.type, node.words)[:, None].repeat(self.lanes, 1)
            case Load():
                return self._load(node)
            case Swizzle():
                return self.value(node.value)[list(node.components)]
            case Compose():
                return np.concatenate([self.value(part) for part in node.parts])
            case Bitcast():
                return _bitcast(self.value(node.value), node.type)
            case Select():
                return np.where(self.value(node.condition), self.value(node.yes), self.value(node.no))
            case Apply():
                operands = [self.value(row) for row in node.operands]
                if node.operation in quads.EVALUATIONS:
                    return quads.EVALUATIONS[node.operation](self.active, *operands)
                return apply(node, operands)
            case Convert():
                return _converted(node, self.value(node.value))
            case Sample():
                words = lookups.sampled(node, self.value, self.active, self.surroundings)
                return words.view(dtype_of(node.type))
            case Interpolate():
                return self._interpolate(node)
            case Read():
                constant = node.memory.space is Space.CONSTANT
                return memory.read(
                    node, self.value, self.active if constant else self.alive, self.surroundings
                )

    def _load(self, node: Load) -> Array:
        held, components = self.values[node.var.name], list(node.components)
        if node.vertex is not None:
            number = self.value(node.vertex)[0].astype(np.int64)
            held = patches.of_vertices(held, node.var, number, self.shader.patch)
        if node.index is None:
            return held[components]
        element, inside = self._element(node.var, node.index)
        found: Array = held[element[:, None], components, np.arange(self.lanes)[:, None]].T
        return np.where(inside, found, np.zeros((), found.dtype))

    def _interpolate(self, node: Interpolate) -> Array:
        var, place = node.input.var, None if node.place is None else self.value(node.place)
        if place is not None and node.operation == "at_offset":
            place = np.where(place >= -_FURTHEST, np.minimum(place, _FURTHEST), -_FURTHEST)
        found = np.zeros((4, self.lanes), np.float32)
        element, there = np.zeros(self.lanes, np.intp), self.active
        if node.input.index is not None:
            element, inside = self._element(var, node.input.index)
            there = there & inside
        for number in np.unique(element[there]):
            values = self.surroundings.interpolate(node.operation, var.binding + int(number), place)
            np.copyto(found, values.view(np.float32), where=there & (element == number))
        return found[list(node.input.components)]

    def _element(self, var: Var, index: Expression) -> tuple[npt.NDArray[np.intp], Mask]:
        """Which element each lane means, and whether the array has it."""
        number = self.value(index)[0].astype(np.int64)
        inside: Mask = (number >= 0) & (number < var.length)
        return np.where(inside, number, 0).astype(np.intp), inside

    # --- statements

    def _body(self, body: Body, active: Mask) -> Mask:
        """Runs ``body`` for the ``active`` lanes; which of them come out at its end."""
        for statement in body:
            if not active.any():
                break
            active = self._statement(statement, active)
        return active

    def _statement(self, node: Statement, active: Mask) -> Mask:
        nobody = np.zeros_like(active)
        self.active = active
        match node:
            case Assign():
                self._assign(node, active)
            case If():
                holds = self.value(node.condition)[0]
                then = self._body(node.then, active & holds)
                return then | self._body(node.otherwise, active & ~holds)
            case Switch():
                return self._switch(node, active)
            case Loop():
                return self._loop(node, active)
            case Break():
                self.frames[-1].broken[-1] |= active
                return nobody
            case Continue():
                self.frames[-1].continued[-1] |= active
                return nobody
            case Return():
                self.frames[-1].returned[-1] |= active
                return nobody
            case Terminate():
                self.ended |= active
                return nobody
            case Discard():
                self.killed |= active & self.value(node.condition)[0]
            case Store():
                memory.store(node, self.value, self.alive, self.surroundings)
            case Atomic():
                found = memory.atomic(node, self.value, self.alive, self.surroundings)
                np.copyto(self.values[node.var.name], found, where=active)
            case Barrier():
                if node.waits:
                    self.surroundings.wait(node, active)
            case EmitVertex(stream):
                streams = None if stream is None else self.value(stream)[0]
                self.surroundings.emit(active, streams, self.values)
            case EndPrimitive():
                self.surroundings.end_primitive(active)
            case Call():
                return self._call(node.function, active)
            case Executed():
                return self._count(node.count, active)
        return active

    def _assign(self, node: Assign, active: Mask) -> None:
        value = self.value(node.value)
        mask = np.broadcast_to(active, value.shape)
        if node.when is not None:
            mask = mask & self.value(node.when)
        held = self.values[node.var.name]
        if node.index is None and not node.var.patch:
            for row, component in enumerate(node.components):
                np.copyto(held[component], value[row], where=mask[row])
            return
        elements = held[None] if node.index is None else held
        element, inside = np.zeros(self.lanes, np.intp), np.ones(self.lanes, np.bool_)
        if node.index is not None:
            element, inside = self._element(node.var, node.index)
        for row, component in enumerate(node.components):
            lanes = np.flatnonzero(mask[row] & inside)
            places = patches.of_patch(lanes, self.shader.patch if node.var.patch else 1)
            elements[element[lanes, None], component, places] = value[row, lanes, None]

    def _switch(self, node: Switch, active: Mask) -> Mask:
        number = self.value(node.value)[0]
        through = active & ~np.isin(number, [case for case, _ in node.cases])
        for case, body in node.cases:
            through = through | self._body(body, active & (number == case))
        return through

    def _loop(self, node: Loop, active: Mask) -> Mask:
        frame = self.frames[-1]
        left = None if node.turns is None else self.value(node.turns)[0].astype(np.int64)
        frame.broken.append(np.zeros_like(active))
        while True:
            if left is not None:
                frame.broken[-1] |= active & (left <= 0)
                active = active & (left > 0)
                left -= 1
            if node.watched and self.watchdog is not None:
                spent = active & (self.turns >= self.watchdog)
                frame.broken[-1] |= spent
                active = active & ~spent
                self.turns[active] += 1
            if not active.any():
                break
            frame.continued.append(np.zeros_like(active))
            active = self._body(node.body, active)
            active = self._body(node.continuing, active | frame.continued.pop())
        return frame.broken.pop()

    def _call(self, name: str, active: Mask) -> Mask:
        self.frames.append(_Frame(returned=[np.zeros_like(active)]))
        through = self._body(self.functions[name].body, active)
        return through | self.frames.pop().returned[0]

    def _count(self, count: int, active: Mask) -> Mask:
        limit = self.shader.limit
        if limit is not None:
            spent = active & (self.executed >= limit)
            self.ended |= spent
            active = active & ~spent
        self.executed[active] += count
        return active


def _words(type: Type, words: Sequence[int]) -> Array:
    unsigned = np.uint64 if type.bits == 64 else np.uint32
    held = np.array(words, unsigned)
    found: Array = held != 0 if type.kind is Kind.BOOL else held.view(dtype_of(type))
    return found


def _bitcast(value: Array, type: Type) -> Array:
    dtype = dtype_of(type)
    if value.dtype.itemsize == dtype.itemsize:
        return np.ascontiguousarray(value).view(dtype)
    if value.dtype.itemsize < dtype.itemsize:
        low, high = (value[half::2].view(np.uint32).astype(np.uint64) for half in (0, 1))
        pairs: Array = (low | high << np.uint64(32)).view(dtype)
        return pairs
    wide_words = np.ascontiguousarray(value).view(np.uint64)
    halves = wide_words & np.uint64(0xFFFFFFFF), wide_words >> np.uint64(32)
    words: Array = np.stack(halves, 1).reshape(-1, value.shape[1]).astype(np.uint32).view(dtype)
    return words


def _apply_wide(name: str, operands: Sequence[Array], dtype: np.dtype[Any]) -> Array:
    """What an operation gives where an operand or the result has 64 bits."""
    if name in typed.CONVERSIONS:
        found: Array = typed.CONVERSIONS[name](operands[0], dtype)
        return found
    plain = OPERATIONS[name].numpy
    function = getattr(np, plain) if plain else wide.EVALUATIONS[name]
    numbers = typed.flushed(np.asarray(function(*operands)))
    same = numbers.dtype.itemsize == dtype.itemsize
    resized: Array = numbers.view(dtype) if same else numbers.astype(dtype)
    return resized


def _converted(node: Convert, value: Array) -> Array:
    words = np.ascontiguousarray(value).view(f"u{value.dtype.itemsize}").astype(np.uint64)
    found = conversions.converted(words, node.source, node.result, node.rounding, node.clamp)
    dtype = dtype_of(node.type)
    return found.astype(f"u{dtype.itemsize}").view(dtype)


def apply(node: Apply, operands: Sequence[Array]) -> Array:
    """What an operation gives, by its row's NumPy functions."""
    if node.operation in typed.EVALUATIONS:
        found: Array = typed.EVALUATIONS[node.operation](*operands)
        return found
    row, dtype = OPERATIONS[node.operation], dtype_of(node.type)
    if 8 in {dtype.itemsize, *(each.dtype.itemsize for each in operands)}:
        return _apply_wide(node.operation, operands, dtype)
    shape = node.type.width, operands[0].shape[1]
    out, work = np.empty(shape, np.float32), np.empty((4, shape[1]), np.float32)
    words = [np.ascontiguousarray(row).view(np.float32) for row in operands]
    evaluation = evaluation_of(row)
    assert evaluation is not None, row.name
    if row.form is Form.COMPOSED:
        for part in range(node.type.width):
            given = [words[number][list(places)] for number, places in row.reads[part]]
            evaluation.functions[part](out[part : part + 1], work, *given)
    elif row.form in BY_COMPONENT or row.form is Form.REPLICATED:
        evaluation.functions[0](out, work, *words)
    return out.view(dtype)


def evaluate(
    shader: Shader, inputs: Mapping[str, Array], lanes: int, watchdog: int | None = None
) -> Evaluation:
    """Runs a shader for so many lanes; ``inputs`` has what variables hold at first, by name."""
    run = Evaluation(shader, lanes, watchdog)
    for name, array in inputs.items():
        run.values[name][...] = array
    run.run()
    return run
