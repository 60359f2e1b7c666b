"""Expressions → instructions: one for each operation, what is inside first, in temporaries of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from nvrender.arb.literals import Literals
from nvrender.arb.operations import lacking, negative
from nvrender.arb.refusal import INTEGERS, NOTHING, Refused, refuse
from nvrender.arb.rows import (
    Address,
    Attribute,
    Literal,
    Operand,
    Parameter,
    Place,
    Result,
    Row,
    Temporary,
    filled,
)
from nvrender.arb.stages import of_stage
from nvrender.arb.textures import looked_up, undivided
from nvrender.arb.wild import Wild
from nvrender.ir import nodes, visit
from nvrender.ir.analysis.uses import Slots, loads, reads, writes
from nvrender.ir.nodes import Apply, Assign, Compose, Const, Discard, Expression, Load, Role, Sample, Shader
from nvrender.ir.types import INT, Kind, signed_word
from nvrender.lower.operands import swizzled
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.program.opcodes import Opcode
from nvrender.source import Span

#: What may be added to the address register (ARB_vertex_program 2.14.3.5).
_LEAST, _MOST = -64, 63
_IDENTITY = (0, 1, 2, 3)


class Selector:
    """``opcodes`` are those of the target by operation; ``direct`` the results that nothing reads."""

    def __init__(
        self, opcodes: Mapping[str, Opcode], literals: Literals, *, fragment: bool, direct: frozenset[str]
    ) -> None:
        self.opcodes, self.literals, self.fragment, self.direct = opcodes, literals, fragment, direct
        self.rows: list[Row] = []
        self.origin: Span | None = None
        self._made = 0
        self._found: dict[tuple[Expression, tuple[int, ...]], Place] = {}
        #: What the address register holds, and the components that is made of.
        self._address: tuple[Expression, Slots] | None = None
        self.wild = Wild()

    def shader(self, shader: Shader) -> list[Row]:
        """The instructions of a straight shader."""
        for node in shader.functions[-1].body:
            assert isinstance(node, Assign | Discard)
            self.origin = node.origin or self.origin
            self._found = {key: row for key, row in self._found.items() if _of_test(key[0])}
            try:
                self._statement(node)
            except Refused as refused:
                raise Refused(refused.reason, refused.origin or self.origin) from None
        outputs = [var for var in shader.variables if var.role is Role.OUTPUT and var.name not in self.direct]
        self.origin = None
        for var in outputs:
            written = {n for row in self.rows for n in row.components if row.target == Temporary(var.name)}
            if written:
                value = Operand(Temporary(var.name), _IDENTITY)
                self._emit("mov", Result(var.binding), tuple(sorted(written)), (value,))
        return self.rows

    def _statement(self, node: Assign | Discard) -> None:
        if isinstance(node, Discard):
            self._kill(node.condition)
            return
        value = self._legal(node.value)
        self._into(self._target(node.var), node.components, value)
        self.wild.note(node)
        if self._address is not None and not self._address[1].isdisjoint(writes(node)):
            self._address = None

    def _legal(self, value: Expression) -> Expression:
        return of_stage(lacking(undivided(value)), fragment=self.fragment, wild=self.wild.of)

    def _target(self, var: nodes.Var) -> Place:
        if var.role is Role.OUTPUT and var.type.kind is not Kind.FLOAT:
            refuse(INTEGERS)
        return Result(var.binding) if var.name in self.direct else Temporary(var.name)

    # --- instructions

    def _emit(
        self,
        operation: str,
        target: Place | None,
        components: tuple[int, ...],
        operands: tuple[Operand, ...],
        **more: object,
    ) -> None:
        if operation not in self.opcodes:
            refuse(NOTHING)
        order = tuple(sorted(components))
        self.rows.append(Row(operation, target, order, operands, self.origin, **more))  # type: ignore[arg-type]

    def _into(
        self, target: Place, components: tuple[int, ...], value: Expression, saturate: bool = False
    ) -> None:
        """Computes a value into components of a place, its first component into the first of them."""
        match value:
            case Apply("fsaturate", (inner,)):
                self._into(target, components, inner, True)
            case Compose(parts):
                self._compose(target, components, parts, saturate)
            case nodes.Swizzle(Apply() as inner, lanes) if _form(inner) is Form.REPLICATED:
                self._apply(target, components, inner, saturate)
            case nodes.Swizzle(Apply() | Sample() as inner, lanes) if _in_place(inner, lanes, components):
                self._whole(target, components, inner, saturate)
            case nodes.Swizzle(Compose() | Apply() as inner, lanes) if not _composed(inner):
                self._into(target, components, swizzled(inner, lanes), saturate)
            case Apply("fneg"):
                self._move(target, components, value, saturate)
            case Apply() if _form(value) is not Form.COMPOSED:
                self._apply(target, components, value, saturate)
            case Apply() | Sample() if components == _IDENTITY:
                self._whole(target, components, value, saturate)
            case _:
                self._move(target, components, value, saturate)

    def _move(self, target: Place, components: tuple[int, ...], value: Expression, saturate: bool) -> None:
        operand = self.operand(value, dict(zip(components, range(len(components)), strict=True)))
        self._emit("mov", target, components, (operand,), saturate=saturate)

    def _apply(self, target: Place, components: tuple[int, ...], value: Apply, saturate: bool) -> None:
        row = OPERATIONS[value.operation]
        lanes = []
        for number, given in enumerate(value.operands):
            if row.form is Form.REPLICATED:
                places: Iterable[int] = next(places for which, places in row.reads[0] if which == number)
            else:
                places = components
            lanes.append(dict(zip(places, range(given.type.width), strict=True)))
        operands = self._operands(value.operands, lanes)
        self._emit(value.operation, target, components, operands, saturate=saturate)

    def _whole(
        self, target: Place, components: tuple[int, ...], value: Apply | Sample, saturate: bool
    ) -> None:
        """A lookup or a composed operation, of which each component has its place."""
        if isinstance(value, Sample):
            if not self.fragment:
                refuse("vertex programs of ARB_vertex_program read no textures")
            operation, operand = value.operation, self._coordinates(looked_up(value))
            unit, name = value.texture.unit, value.texture.target
            self._emit(operation, target, components, (operand,), saturate=saturate, unit=unit, texture=name)
            return
        lanes = [{n: n for n in range(given.type.width)} for given in value.operands]
        operands = self._operands(value.operands, lanes)
        self._emit(value.operation, target, components, operands, saturate=saturate)

    def _coordinates(self, given: list[tuple[int, Expression]]) -> Operand:
        """Numbers in their places as one operand; of one register where they are."""
        parts = [self.operand(value, {place: 0}) for place, value in given]
        first = parts[0]
        if all((part.place, part.negate) == (first.place, first.negate) for part in parts):
            chosen = {place: part.swizzle[place] for (place, _), part in zip(given, parts, strict=True)}
            return replace(first, swizzle=filled(chosen))
        target = self._new()
        for (place, value), part in zip(given, parts, strict=True):
            if isinstance(value, Load | Const):
                self._emit("mov", target, (place,), (part,))
            else:
                self._into(target, (place,), value)
        return Operand(target, _IDENTITY)

    def _compose(
        self, target: Place, components: tuple[int, ...], parts: tuple[Expression, ...], saturate: bool
    ) -> None:
        """Parts one after the other, elsewhere first where one would overwrite what another reads."""
        numbers, first = [], 0
        for part in parts:
            numbers.append(components[first : first + part.type.width])
            first += part.type.width
        name = target.name if isinstance(target, Temporary) else ""
        written = set[tuple[str, int]]()
        clash = False
        for part, places in zip(parts, numbers, strict=True):
            clash |= not written.isdisjoint(reads(part))
            written |= {(name, place) for place in places}
        into = self._new() if clash else target
        for part, places in zip(parts, numbers, strict=True):
            self._into(into, places, part, saturate and not clash)
        if clash:
            self._emit("mov", target, components, (Operand(into, _IDENTITY),), saturate=saturate)

    def _kill(self, condition: Expression) -> None:
        match condition:
            case Apply("less", (value, Const(words=words))) if not any(words):
                value = self._legal(value)
            case Apply("holds_any", (Apply("less", (value, Const(words=words))),)) if not any(words):
                value = self._legal(value)
            case _:
                value = negative(self._legal(condition))
        lanes = {place: min(place, value.type.width - 1) for place in range(4)}
        self._emit("kill", None, (), (self.operand(value, lanes),))

    # --- operands

    def _operands(self, values: Sequence[Expression], lanes: Sequence[dict[int, int]]) -> tuple[Operand, ...]:
        """Those of one instruction, which has one address register for all."""
        found = []
        for number, value in enumerate(values):
            own, further = _addresses([value]), _addresses(values[number + 1 :])
            if own and not further <= own and isinstance(_inner(value), Load):
                width = range(value.type.width)
                place = self._temporary(value, tuple(width))
                found.append(Operand(place, filled(lanes[number])))
            else:
                found.append(self.operand(value, lanes[number]))
        return tuple(found)

    def operand(self, value: Expression, lanes: dict[int, int]) -> Operand:
        """A value as an operand; ``lanes`` tell which of its components stands in which place."""
        match value:
            case Apply("fneg", (inner,)):
                found = self.operand(inner, lanes)
                return self._negated(found)
            case nodes.Swizzle(inner, components):
                return self.operand(inner, {place: components[lane] for place, lane in lanes.items()})
            case Const(words=words):
                return self.literals.operand({p: words[lane] for p, lane in lanes.items()}, self.origin)
            case Load():
                chosen = {place: value.components[lane] for place, lane in lanes.items()}
                return Operand(self._place(value), filled(chosen))
        if value.type.width > 1 and (scalar := _scalar(value)) is not None:
            value, lanes = scalar, dict.fromkeys(lanes, 0)
        return Operand(self._temporary(value, tuple(sorted(set(lanes.values())))), filled(lanes))

    def _negated(self, operand: Operand) -> Operand:
        return self.literals.negated(operand) or replace(operand, negate=not operand.negate)

    def _new(self) -> Temporary:
        self._made += 1
        return Temporary(f"{self._made}")

    def _temporary(self, value: Expression, lanes: tuple[int, ...]) -> Place:
        """Where components of a value are computed, once a statement."""
        if (value, lanes) not in self._found:
            target = self._new()
            self._into(target, lanes, swizzled(value, lanes))
            self._found[value, lanes] = target
        return self._found[value, lanes]

    def _place(self, load: Load) -> Place:
        var = load.var
        if var.role in (Role.INPUT, Role.PARAMETER) and var.type.kind is not Kind.FLOAT:
            refuse(INTEGERS)
        match var.role:
            case Role.INPUT:
                return Attribute(var.binding)
            case Role.PARAMETER if not var.length:
                return Parameter(var.binding)
            case Role.PARAMETER:
                return self._element(load)
        return Temporary(var.name)

    def _element(self, load: Load) -> Place:
        """An element of an array of parameters, chosen by the address register where it must be."""
        var, index = load.var, load.index
        assert index is not None
        if isinstance(index, Const):
            number = signed_word(index.words[0])
            inside = 0 <= number < var.length
            return Parameter(var.binding + number) if inside else Literal((0, 0, 0, 0))
        if self.fragment:
            refuse("plain ARB fragment programs have no relative addressing")
        base, offset = _split(index)
        if self._address is None or self._address[0] != base:
            value = self._legal(base)
            # ARL rounds down itself.
            value = value.operands[0] if isinstance(value, Apply) and value.operation == "ffloor" else value
            self._emit("ifloor", Address(), (0,), (self.operand(value, {0: 0}),))
            self._address = base, reads(base)
        return Parameter(var.binding, offset, var.length)


def _form(value: Apply) -> Form:
    return OPERATIONS[value.operation].form


def _of_test(value: Expression) -> bool:
    """Whether a value is the opposite of a test, which nothing writes again."""
    match value:
        case Apply("fsub", (Const(), Load(var))):
            return var.role is Role.LOCAL and var.type.kind is Kind.BOOL and var.name.startswith("test")
    return False


def _scalar(value: Expression) -> Expression | None:
    """The component of a value that is the same in all."""
    one = swizzled(value, (0,))
    return one if swizzled(value, (0,) * value.type.width) == value else None


def _composed(value: Expression) -> bool:
    return isinstance(value, Apply) and _form(value) is Form.COMPOSED


def _in_place(value: Expression, lanes: tuple[int, ...], components: tuple[int, ...]) -> bool:
    return (isinstance(value, Sample) or _composed(value)) and lanes == components


def _split(index: Expression) -> tuple[Expression, int]:
    """What the address register holds, and a number that an operand may add to it."""
    match index:
        case Apply("iadd", (base, Const(words=(word,)))):
            offset = signed_word(word)
            near = (offset - _LEAST) % (_MOST - _LEAST + 1) + _LEAST
            if near == offset:
                return base, offset
            return Apply("iadd", (base, Const(INT, (offset - near & 0xFFFFFFFF,))), base.type), near
    return index, 0


def _inner(value: Expression) -> Expression:
    """What is swizzled or negated."""
    match value:
        case Apply("fneg", (inner,)) | nodes.Swizzle(inner):
            return _inner(inner)
    return value


def _addresses(values: Iterable[Expression]) -> set[Expression]:
    """What the address register holds for each element that is chosen at run time."""
    indices = (row.index for value in values for row in visit.expressions(value) if isinstance(row, Load))
    return {_split(row)[0] for row in indices if row is not None and not isinstance(row, Const)}


def read_outputs(shader: Shader) -> frozenset[str]:
    """The results that something reads."""
    body = shader.functions[-1].body
    return frozenset(row.var.name for node in body for row in loads(node) if row.var.role is Role.OUTPUT)
