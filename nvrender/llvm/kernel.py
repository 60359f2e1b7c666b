"""One shader as a module of LLVM: a function that runs it for vectors of lanes, and what is around it.

``run`` takes what ``_ARGUMENTS`` names, then how many vectors of lanes it runs and how many lanes of each are
there. ``inputs`` points to the words of each attribute, four a lane; ``strides`` are the bytes from one to
the next vector. ``outputs`` points to where those of each result go, ``parameters`` to four words each,
``buffers`` to the words of each buffer, ``subroutines`` to numbers, one in four words, ``textures`` to the
descriptor of each, ``constants`` to address and bytes of each buffer that is read by bytes, ``emission`` to
where the vertices go that a geometry program emits (``emission.py``), ``memory`` to words of
``memory.py``. ``scratch`` is memory that no other call has. Parameters that a shader writes are what the
first lane of each vector left when the next one begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from nvrender.ir import nodes, visit
from nvrender.ir.nodes import Role, Shader, Var
from nvrender.llvm.constants import banks_of
from nvrender.llvm.emission import Emission, Emitted
from nvrender.llvm.expressions import Outside
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.machine import Machine
from nvrender.llvm.memory import Access, access_of
from nvrender.llvm.refusal import refused
from nvrender.llvm.statements import Statements, kills
from nvrender.llvm.textures.lookups import Bound
from nvrender.llvm.textures.samplers import Samplers
from nvrender.llvm.types import FLOAT, I8, I32, I64, POINTER, Rows, Value, element_of
from nvrender.llvm.variables import Variables, elements
from nvrender.ops.rows import NEIGHBOURS
from nvrender.ops.table import OPERATIONS
from nvrender.program.long_attributes import SECOND

#: Results of 32-bit components: four words a lane.
_COMPONENTS = 4
_ARGUMENTS = tuple(
    "inputs strides outputs parameters buffers subroutines textures constants emission memory scratch".split()
)
ENTRY = "run"
#: Between the numbers of an attribute of one vertex and the next one's.
VERTEX = 1 << 16
#: The number of what tells which fragments are killed, a word each.
KILLED = -1


@dataclass(frozen=True)
class Kernel:
    """The text of a module, and what its function is given, by number, in order.

    ``scratch`` is in bytes, ``width`` lanes make a vector, ``access`` tells of memory.
    """

    text: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    buffers: tuple[tuple[int, int], ...]
    textures: tuple[int, ...]
    constants: int
    kills: bool
    scratch: int
    width: int
    access: Access


def units_of(shader: Shader) -> tuple[int, ...]:
    """The image units that a shader reads, in order."""
    rows = (row for function in shader.functions for row in visit.statements(function.body))
    samples = (node for row in rows for node in visit.expressions(row) if isinstance(node, nodes.Sample))
    return tuple(sorted({number for node in samples for number in node.texture.numbers}))


def kernel(
    shader: Shader,
    machine: Machine,
    *,
    exact: bool,
    watchdog: int | None,
    flushes: bool,
    samplers: Samplers = (),
    emitted: Emitted | None = None,
    fragments: bool = False,
) -> Kernel:
    """The module of a shader; ``flushes``: the caller's words are floats, whose denormals are zeros.

    ``samplers`` are of the image units that it reads, ``emitted`` says what a geometry program may
    emit. ``fragments``: what tells who is killed says before who is there for its neighbours alone, where
    memory is reached. Raises TargetError for what is not supported.
    """
    helped = fragments and access_of(shader).reaches
    module = _Module(shader, machine, exact=exact, flushes=flushes, helped=helped)
    return module.written(watchdog, samplers, emitted)


class _Module:
    """Puts a module together."""

    def __init__(self, shader: Shader, machine: Machine, *, exact: bool, flushes: bool, helped: bool) -> None:
        self.shader, self.machine, self.exact, self.flushes = shader, machine, exact, flushes
        self.helped = helped
        self.module = ir.Module("shader")
        self.module.triple = machine.triple
        variables = shader.variables
        self.kills = helped or kills(shader)
        self.vertices = _vertices_read(shader)
        self.inputs = sorted(
            {number for var in variables if var.role is Role.INPUT for number in self._numbers(var)}
        )
        self.outputs = sorted(
            {
                var.binding + element
                for var in variables
                if var.role is Role.OUTPUT
                for element in _elements(var)
            }
        )
        self.buffers = tuple(
            sorted((var.binding, var.length * var.type.width) for var in variables if var.role is Role.BUFFER)
        )

    def _read(self, var: Var) -> list[int]:
        """The elements of an input that some instruction may read."""
        chosen, length = self.vertices.get(var.name), max(var.length, 1)
        return [row for row in range(elements(var)) if chosen is None or row // length in chosen]

    def _numbers(self, var: Var) -> list[int]:
        """The numbers of the attributes that a variable is, of 64 bits two each."""
        places = [divmod(element, max(var.length, 1)) for element in self._read(var)]
        numbers = [vertex * VERTEX + var.binding + place for vertex, place in places]
        return numbers + [number + SECOND for number in numbers] if var.type.bits == 64 else numbers

    def written(self, watchdog: int | None, samplers: Samplers, emitted: Emitted | None) -> Kernel:
        kind = ir.FunctionType(ir.VoidType(), [*[POINTER] * len(_ARGUMENTS), I64, I32])
        inner = self._inner(kind)
        given = dict(zip(_ARGUMENTS, inner.args, strict=False))
        vectors, count = inner.args[len(_ARGUMENTS) :]
        entry = inner.append_basic_block("entry")
        builder = ir.IRBuilder(entry)
        flushes = self.exact and not self.machine.hardware_flush
        words = not self.flushes
        lanes = Lanes(builder, self.machine.width, exact=self.exact, flushes=flushes, words=words)
        bases = self._bases(builder, given)
        with _each(builder, vectors) as number:
            variables = Variables(lanes, self.shader, entry)
            self._place(variables, given)
            self._begin(lanes, variables, bases, number)
            active = None
            if _needs_mask(self.shader):
                active = builder.icmp_signed("<", lanes.lane_numbers(), lanes.spread(count))
            textures = _bound(builder, samplers, given["textures"])
            outside = Outside(textures, given["constants"], given["memory"])
            emission = None
            if emitted is not None:
                emission = Emission(lanes, variables, self.shader, emitted, given["emission"], number)
            helpers = _told(lanes, bases["outputs", KILLED], number) if self.helped else None
            statements = Statements(self.shader, lanes, variables, watchdog, outside, emission, helpers)
            statements.run(active)
            if emission is None:
                self._end(lanes, variables, bases, number)
            else:
                emission.finish()
            if statements.killed is not None:
                _tell(lanes, statements.killed, bases["outputs", KILLED], number)
        builder.ret_void()
        self._entry(kind, inner)
        return Kernel(
            str(self.module),
            tuple(self.inputs),
            tuple(self.outputs),
            self.buffers,
            tuple(unit for unit, sampler in samplers if sampler is not None),
            banks_of(self.shader),
            self.kills,
            variables.scratch,
            self.machine.width,
            access_of(self.shader),
        )

    def _inner(self, kind: Any) -> Any:
        """The function that runs the shader, whose arguments are memory of their own."""
        function = self.machine.function(self.module, kind, "lanes", exact=self.exact)
        function.linkage = "internal"
        function.attributes.add("noinline")
        for argument in function.args[: len(_ARGUMENTS)]:
            argument.add_attribute("noalias")
        return function

    def _entry(self, kind: Any, inner: Any) -> None:
        """The function that is called: the processor flushes denormals inside."""
        function = self.machine.function(self.module, kind, ENTRY, exact=self.exact)
        builder = ir.IRBuilder(function.append_basic_block())
        with self.machine.flushing(builder):
            builder.call(inner, function.args)
        builder.ret_void()

    def _bases(self, builder: Any, given: dict[str, Value]) -> dict[tuple[str, int], Value]:
        """Where the words of each attribute and result are, and how far vectors of an attribute lie apart."""
        found = {}
        for place, number in enumerate(self.inputs):
            for name, type in (("inputs", POINTER), ("strides", I64)):
                slot = builder.gep(given[name], [I64(8 * place)], source_etype=I8)
                found[name, number] = builder.load(slot, typ=type)
        for place, number in enumerate([*self.outputs, *[KILLED] * self.kills]):
            slot = builder.gep(given["outputs"], [I64(8 * place)], source_etype=I8)
            found["outputs", number] = builder.load(slot, typ=POINTER)
        return found

    def _place(self, variables: Variables, given: dict[str, Value]) -> None:
        builder = variables.lanes.builder
        variables.place_scratch(given["scratch"])
        banks = [bank for bank, _ in self.buffers]
        for var in self.shader.variables:
            match var.role:
                case Role.PARAMETER | Role.SUBROUTINE:
                    base = given["parameters" if var.role is Role.PARAMETER else "subroutines"]
                    variables.place(var.name, builder.gep(base, [I64(16 * var.binding)], source_etype=I8))
                case Role.BUFFER:
                    slot = builder.gep(given["buffers"], [I64(8 * banks.index(var.binding))], source_etype=I8)
                    variables.place(var.name, builder.load(slot, typ=POINTER))

    # --- what variables hold at first

    def _begin(
        self, lanes: Lanes, variables: Variables, bases: dict[tuple[str, int], Value], number: Value
    ) -> None:
        for var in self.shader.variables:
            if var.patch:
                raise refused("programs over patches")
            if variables.shared(var):
                continue
            if var.role is Role.INPUT:
                for element in self._read(var):
                    rows = self._input(lanes, var, element, bases, number)
                    for component in range(var.type.width):
                        variables.write(var, element, component, rows[component], None)
                continue
            if var.role is Role.PARAMETER:  # of a vertex state program
                for element, component, place in self._parameter(variables, var):
                    value = lanes.builder.load(place, typ=element_of(var.type), align=4)
                    variables.write(var, element, component, lanes.spread(value), None)
                continue
            words = self.shader.initial.get(var.name, (0,) * var.type.width)
            values = [lanes.word(element_of(var.type), word) for word in words]
            for element in _elements(var):
                for component, value in enumerate(values):
                    variables.write(var, element, component, value, None)

    def _parameter(self, variables: Variables, var: Var) -> Iterator[tuple[int, int, Value]]:
        """Where the caller has each component of a parameter that the program writes."""
        for element in _elements(var):
            for component in range(var.type.width):
                yield element, component, variables.at(var, 16 * element + 4 * component)

    def _input(
        self, lanes: Lanes, var: Var, element: int, bases: dict[tuple[str, int], Value], number: Value
    ) -> Rows:
        """The components of an attribute of a vector of lanes."""
        vertex, place = divmod(element, max(var.length, 1))
        index, type = vertex * VERTEX + var.binding + place, element_of(var.type)
        if var.type.bits == 64:
            halves = [_loaded(lanes, bases, half, number, type, 2) for half in (index, index + SECOND)]
            return [*halves[0], *halves[1]]
        if not self.flushes or not self.exact:
            return _loaded(lanes, bases, index, number, type, _COMPONENTS)
        rows = _loaded(lanes, bases, index, number, FLOAT, _COMPONENTS)
        return [lanes.cast(lanes.flushed(row), type) for row in rows]

    # --- what they leave

    def _end(
        self, lanes: Lanes, variables: Variables, bases: dict[tuple[str, int], Value], number: Value
    ) -> None:
        for var in self.shader.variables:
            if var.role is Role.PARAMETER and not variables.shared(var):
                for element, component, place in self._parameter(variables, var):
                    value = variables.component(var, element, component)
                    lanes.builder.store(lanes.builder.extract_element(value, I32(0)), place, align=4)
            if var.role is not Role.OUTPUT:
                continue
            if var.type.bits == 64:
                raise refused("results of 64 bits")
            for element in _elements(var):
                width = var.type.width
                rows = [
                    lanes.cast(variables.component(var, element, min(place, width - 1)), FLOAT)
                    for place in range(_COMPONENTS)
                ]
                _stored(lanes, rows, bases["outputs", var.binding + element], number)


@contextmanager
def _each(builder: Any, count: Value) -> Iterator[Value]:
    """The block is for each number below ``count``, in order."""
    step = builder.append_basic_block("vector")
    behind = builder.append_basic_block("behind")
    start = builder.append_basic_block("start")
    builder.branch(start)
    builder.position_at_end(start)
    builder.cbranch(builder.icmp_signed(">", count, I64(0)), step, behind)
    builder.position_at_end(step)
    number = builder.phi(I64)
    number.add_incoming(I64(0), start)
    yield number
    following = builder.add(number, I64(1))
    number.add_incoming(following, builder.block)
    builder.cbranch(builder.icmp_signed("<", following, count), step, behind)
    builder.position_at_end(behind)


def _bound(builder: Any, samplers: Samplers, descriptors: Value) -> dict[int, Bound]:
    """What each unit is read by, and its descriptor: those of complete textures follow each other."""
    complete = [unit for unit, sampler in samplers if sampler is not None]
    textures = {}
    for unit, sampler in samplers:
        place = complete.index(unit) if sampler is not None else 0
        slot = builder.gep(descriptors, [I64(8 * place)], source_etype=I8)
        textures[unit] = Bound(sampler, builder.load(slot, typ=POINTER))
    return textures


def _elements(var: Var) -> range:
    return range(max(var.length, 1))


def _vertices_read(shader: Shader) -> dict[str, set[int]]:
    """Of inputs of several vertices those whose numbers are known; all where a variable is not there."""
    found: dict[str, set[int]] = {}
    unknown = set()
    for function in shader.functions:
        for row in visit.statements(function.body):
            for node in visit.expressions(row):
                if not isinstance(node, nodes.Load) or not node.var.vertices:
                    continue
                if isinstance(node.vertex, nodes.Const):
                    found.setdefault(node.var.name, set()).add(node.vertex.words[0])
                else:
                    unknown.add(node.var.name)
    return {name: numbers for name, numbers in found.items() if name not in unknown}


def _needs_mask(shader: Shader) -> bool:
    """Whether lanes that are not there would show, or might not end."""
    if access_of(shader).reaches:
        return True
    kinds = nodes.Loop
    rows = (row for function in shader.functions for row in visit.statements(function.body))
    return any(isinstance(row, kinds) for row in rows) or looks_beside(shader)


def looks_beside(shader: Shader) -> bool:
    """Whether lanes read what others of their quad have."""
    rows = (row for function in shader.functions for row in visit.statements(function.body))
    return any(any(map(_looks_beside, visit.expressions(row))) for row in rows)


def _looks_beside(node: nodes.Expression) -> bool:
    """Whether an expression reads what other lanes have."""
    if isinstance(node, nodes.Sample):
        return OPERATIONS[node.operation].implicit_detail
    return isinstance(node, nodes.Apply) and OPERATIONS[node.operation].form in NEIGHBOURS


def _loaded(
    lanes: Lanes, bases: dict[tuple[str, int], Value], index: int, number: Value, type: Any, count: int
) -> Rows:
    """The components of ``count`` that each lane has one behind the other."""
    builder, width = lanes.builder, lanes.width
    place = builder.gep(
        bases["inputs", index], [builder.mul(number, bases["strides", index])], source_etype=I8
    )
    whole = builder.load(place, typ=ir.VectorType(type, count * width), align=4)
    return [
        builder.shuffle_vector(
            whole, whole, ir.Constant(lanes.vector(I32), [count * lane + row for lane in range(width)])
        )
        for row in range(count)
    ]


def _stored(lanes: Lanes, rows: Rows, base: Value, number: Value) -> None:
    """Four components, those of a lane one behind the other."""
    builder, width = lanes.builder, lanes.width
    pairs = [
        builder.shuffle_vector(one, other, _order(range(2 * width))) for one, other in (rows[:2], rows[2:])
    ]
    places = [row * width + lane for lane in range(width) for row in range(_COMPONENTS)]
    whole = builder.shuffle_vector(*pairs, _order(places))
    bytes = _COMPONENTS * 4 * width
    place = builder.gep(base, [builder.mul(number, I64(bytes))], source_etype=I8)
    builder.store(whole, place, align=4)


def _tell(lanes: Lanes, mask: Value, base: Value, number: Value) -> None:
    """A mask as a word for each lane, 0 or 1."""
    builder = lanes.builder
    place = builder.gep(base, [builder.mul(number, I64(4 * lanes.width))], source_etype=I8)
    builder.store(lanes.convert("zext", mask, I32), place, align=4)


def _told(lanes: Lanes, base: Value, number: Value) -> Value:
    """The mask of words that are not 0."""
    builder = lanes.builder
    place = builder.gep(base, [builder.mul(number, I64(4 * lanes.width))], source_etype=I8)
    words = builder.load(place, typ=lanes.vector(I32), align=4)
    return builder.icmp_signed("!=", words, lanes.constant(I32, 0))


def _order(places: Any) -> Any:
    numbers = list(places)
    return ir.Constant(ir.VectorType(I32, len(numbers)), numbers)
