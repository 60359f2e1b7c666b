"""What geometry programs emit: each lane's vertices, one behind the other (NV_geometry_program4 2.14.6.4)."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.ir.nodes import Role, Shader
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.types import FLOAT, I8, I32, I64, POINTER, Value
from nvrender.llvm.variables import Variables, elements

_COMPONENTS = 4


@dataclass(frozen=True)
class Emitted:
    """The most vertices that an invocation emits, and how many streams there are."""

    limit: int
    streams: int


class Emission:
    """Counts and writes vertices of a vector of lanes, the ``number``-th of a call.

    ``table`` points to where go how many vertices each lane emits, int32; then of each vertex that a lane may
    emit, one lane behind the other, strip and stream, two int32; then a table of the results, four words a
    vertex each. A vertex beyond the limit, and one for a stream that is not there, is ignored
    (docs/semantics.md).
    """

    def __init__(
        self,
        lanes: Lanes,
        variables: Variables,
        shader: Shader,
        emitted: Emitted,
        table: Value,
        number: Value,
    ) -> None:
        self._lanes, self._variables, self._shader, self._emitted = lanes, variables, shader, emitted
        builder = lanes.builder
        self._counts, self._places, self._results = (
            builder.load(builder.gep(table, [I64(8 * word)], source_etype=I8), typ=POINTER)
            for word in range(3)
        )
        self._first = builder.mul(number, I64(lanes.width))
        self._count, self._strip = (variables.allocate(I32) for _ in range(2))
        for place in (self._count, self._strip):
            builder.store(lanes.constant(I32, 0), place)

    def emit(self, active: Value | None, stream: Value | None) -> None:
        """EMIT, or EMITS to each lane's stream."""
        lanes, builder = self._lanes, self._lanes.builder
        count = self._loaded(self._count)
        there = lanes.both(active, builder.icmp_unsigned("<", count, lanes.like(count, self._emitted.limit)))
        if stream is not None:
            stream = lanes.words(stream)
            known = builder.icmp_unsigned("<", stream, lanes.like(stream, self._emitted.streams))
            there = lanes.both(there, known)
        lane = builder.add(lanes.spread(self._first), lanes.lane_numbers(I64))
        slot = builder.add(
            builder.mul(lane, lanes.like(lane, self._emitted.limit)), lanes.convert("zext", count, I64)
        )
        strip = self._loaded(self._strip)
        for word, value in enumerate((strip, lanes.constant(I32, 0) if stream is None else stream)):
            place = builder.gep(self._places, [I64(4 * word)], source_etype=I8)
            lanes.scatter(value, lanes.addresses(place, builder.mul(slot, lanes.like(slot, 8))), there)
        self._write(builder.mul(slot, lanes.like(slot, 4 * _COMPONENTS)), there)
        builder.store(builder.add(count, lanes.convert("zext", there, I32)), self._count)

    def _loaded(self, place: Value) -> Value:
        return self._lanes.builder.load(place, typ=self._lanes.vector(I32))

    def _write(self, offsets: Value, there: Value) -> None:
        lanes, builder = self._lanes, self._lanes.builder
        outputs = sorted(
            (var.binding + element, var, element)
            for var in self._shader.variables
            if var.role is Role.OUTPUT
            for element in range(elements(var))
        )
        for number, (_, var, element) in enumerate(outputs):
            slot = builder.gep(self._results, [I64(8 * number)], source_etype=I8)
            base = builder.load(slot, typ=POINTER)
            for component in range(_COMPONENTS):
                value = self._variables.component(var, element, min(component, var.type.width - 1))
                place = builder.gep(base, [I64(4 * component)], source_etype=I8)
                lanes.scatter(lanes.cast(value, FLOAT), lanes.addresses(place, offsets), there)

    def end_primitive(self, active: Value | None) -> None:
        """ENDPRIM."""
        lanes, builder = self._lanes, self._lanes.builder
        strip = self._loaded(self._strip)
        more = lanes.constant(I32, 1) if active is None else lanes.convert("zext", active, I32)
        builder.store(builder.add(strip, more), self._strip)

    def finish(self) -> None:
        """Says how many vertices each lane has emitted."""
        builder = self._lanes.builder
        place = builder.gep(self._counts, [builder.mul(self._first, I64(4))], source_etype=I8)
        builder.store(self._loaded(self._count), place, align=4)
