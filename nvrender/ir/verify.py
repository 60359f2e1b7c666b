"""What holds of every shader in the intermediate representation, between any two passes."""

from __future__ import annotations

from collections.abc import Iterable

from nvrender.ir import visit
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Atomic,
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
    Expression,
    If,
    Interpolate,
    Load,
    Loop,
    Memory,
    Read,
    Role,
    Sample,
    Select,
    Shader,
    Statement,
    Store,
    Switch,
    Swizzle,
    Var,
)
from nvrender.ir.signatures import LETTERS
from nvrender.ir.text.writer import expression, statement_head
from nvrender.ir.types import BOOL, FLOAT, INT, UINT, Kind, Type
from nvrender.ops.image_formats import IMAGE_COORDINATES
from nvrender.ops.memory_access import Space, Storage
from nvrender.ops.rows import Form, Lookup
from nvrender.ops.signatures import signature
from nvrender.ops.table import OPERATIONS
from nvrender.ops.texture_targets import TARGETS
from nvrender.ops.types import DataType
from nvrender.source import InternalError

_KINDS = {DataType.FLOAT: Kind.FLOAT, DataType.SIGNED: Kind.INT, DataType.UNSIGNED: Kind.UINT}
_ALONE = "a load is not the whole value of an assignment"
_BITS = {Kind.FLOAT: (32, 64), Kind.INT: (32, 64), Kind.UINT: (32, 64), Kind.BOOL: (1,)}


class InvalidShader(InternalError):
    """A shader that breaks a rule of the intermediate representation; the message names the node."""


def verify(shader: Shader) -> Shader:
    """``shader`` itself.

    Raises InvalidShader where a type, a width or the structure is not what the nodes' documentation says.
    """
    _variables(shader)
    known = _Known({var.name: var for var in shader.variables})
    if not shader.functions:
        raise InvalidShader("no function")
    for function in shader.functions:
        if function.name in known.functions:
            raise InvalidShader(f"two functions {function.name}")
        known.body(function.body, loop=False)
        known.functions.add(function.name)
    return shader


def _variables(shader: Shader) -> None:
    names = [var.name for var in shader.variables]
    for var in shader.variables:
        place = f"variable {var.name}"
        _must(names.count(var.name) == 1, place, "another has the name")
        _must(_is_type(var.type), place, f"{var.type} is no type")
        _must(var.length >= 0, place, "its length is negative")
    for name, words in shader.initial.items():
        _must(name in names, f"first value of {name}", "there is no such variable")
        type = shader.variables[names.index(name)].type
        _must(_fits(words, type), f"first value of {name}", f"{words} are not {type}")


def _is_type(type: Type) -> bool:
    return type.width in (1, 2, 3, 4) and type.bits in _BITS[type.kind]


def _fits(words: tuple[int, ...], type: Type) -> bool:
    return len(words) == type.width and all(0 <= word < 1 << type.bits for word in words)


def _must(holds: bool, place: visit.Node | str, message: str) -> None:
    if holds:
        return
    if isinstance(place, visit.EXPRESSIONS):
        place = expression(place)  # type: ignore[arg-type]
    raise InvalidShader(f"{place}: {message}" if isinstance(place, str) else message)


class _Known:
    """What a node may name: variables, and functions so far."""

    def __init__(self, variables: dict[str, Var]) -> None:
        self.variables = variables
        self.functions = set[str]()

    # --- statements

    def body(self, body: Body, *, loop: bool) -> None:
        """``loop``: a Break may stand here, and a Continue."""
        for statement in body:
            try:
                self._statement(statement, loop=loop)
            except InvalidShader as error:
                raise InvalidShader(f"in {statement_head(statement)}: {error}") from None
            if isinstance(statement, Loop):
                self.body(statement.body, loop=True)
                self.body(statement.continuing, loop=False)
                continue
            for inner in visit.bodies(statement):
                self.body(inner, loop=loop)

    def _statement(self, node: Statement, *, loop: bool) -> None:
        for child in visit.children(node):
            whole = isinstance(node, Assign) and child is node.value
            _must(whole or not isinstance(child, Read), node, _ALONE)
            self._expression(child)
        match node:
            case Assign():
                self._assign(node)
            case If(condition):
                _must(condition.type == BOOL, node, "the condition is no scalar bool")
            case Switch(value, cases, names):
                _must(value.type in (INT, UINT), node, "the value is no scalar integer")
                _must(len(names) in (0, len(cases)), node, "not every case has a name")
                numbers = [number for number, _ in cases]
                _must(len(set(numbers)) == len(numbers), node, "two cases of a number")
            case EmitVertex(stream=stream):
                _must(stream is None or stream.type == Type(Kind.INT), node, "the stream is no scalar int")
            case Loop(turns=turns):
                _must(turns is None or turns.type == Type(Kind.INT), node, "the turns are no scalar int")
            case Discard(condition):
                _must(condition.type == BOOL, node, "the condition is no scalar bool")
            case Store(memory, storage, value):
                _memory(node, memory)
                type = _numbers(storage).wide(storage.count)
                _must(value.type == type, node, f"the value is {value.type}, not {type}")
            case Atomic(var, memory, storage, value=value):
                _memory(node, memory)
                type = _numbers(storage)
                self._place(node, var, (0,), None)
                _must(var.type == type, node, f"{var.name} is {var.type}, not {type}")
                _must(value.type == type.wide(2), node, f"the value is {value.type}, not {type.wide(2)}")
            case Break() | Continue():
                _must(loop, node, "stands in no loop's body")
            case Call(function):
                _must(function in self.functions, node, "the function is not one of those before")

    def _assign(self, node: Assign) -> None:
        type = node.var.type.wide(len(node.components))
        self._place(node, node.var, node.components, node.index)
        _must(len(set(node.components)) == len(node.components), node, "a component is written twice")
        _must(node.value.type == type, node, f"the value is {node.value.type}, not {type}")
        if node.when is not None:
            fits = node.when.type in (BOOL, BOOL.wide(type.width))
            _must(fits, node, f"a condition of type {node.when.type}")

    def _place(self, node: visit.Node, var: Var, components: Iterable[int], index: Expression | None) -> None:
        _must(self.variables.get(var.name) == var, node, f"{var.name} is not declared so")
        inside = all(0 <= component < var.type.width for component in components)
        _must(inside, node, f"{var.name} is {var.type}")
        _must(
            (index is None) == (var.length == 0), node, f"{var.name} is an array and has an element, or not"
        )
        if index is not None:
            integer = index.type in (Type(Kind.INT), Type(Kind.UINT))
            _must(integer, node, f"the element is {index.type}, no scalar integer")

    # --- expressions

    def _vertex(self, node: Load) -> None:
        of_vertex = node.var.role is Role.INPUT and node.var.vertices > 0
        if node.vertex is None:
            _must(not of_vertex, node, f"{node.var.name} is of several vertices")
            return
        _must(of_vertex or node.var.role is Role.OUTPUT, node, f"{node.var.name} is not of several vertices")
        _must(node.vertex.type == Type(Kind.INT), node, f"the vertex is {node.vertex.type}, no scalar int")

    def _expression(self, node: Expression) -> None:
        for child in visit.children(node):
            _must(not isinstance(child, Read), node, _ALONE)
            self._expression(child)
        _must(_is_type(node.type), node, f"{node.type} is no type")
        match node:
            case Const(type, words):
                _must(_fits(words, type), node, f"{words} are not {type}")
            case Load():
                self._place(node, node.var, node.components, node.index)
                self._vertex(node)
            case Swizzle(value, components):
                inside = all(0 <= component < value.type.width for component in components)
                _must(inside, node, f"the value is {value.type}")
            case Compose(parts):
                same = {part.type.wide(1) for part in parts}
                _must(len(same) == 1, node, f"parts of {' and '.join(map(str, same))}")
            case Bitcast(value, type):
                bits = value.type.width * value.type.bits
                fits = bits == type.width * type.bits and Kind.BOOL not in (value.type.kind, type.kind)
                _must(fits, node, f"{value.type} as {type}")
            case Select(condition, yes, no):
                fits = condition.type in (BOOL, BOOL.wide(yes.type.width))
                _must(fits, node, f"a condition of type {condition.type}")
                _must(yes.type == no.type, node, f"{yes.type} or {no.type}")
            case Convert(value, type=type):
                fits = value.type.width == type.width
                _must(fits, node, f"{value.type} as {type}")
            case Sample():
                _sample(node)
            case Interpolate(input=input, place=place):
                _must(input.var.role is Role.INPUT, node, f"{input.var.name} is no input")
                fits = place is None or place.type in (FLOAT.wide(2), Type(Kind.UINT))
                _must(fits, node, "the place is neither an offset nor a number")
            case Read(memory, storage, type):
                _memory(node, memory)
                wanted = Type(Kind.INT, 4)
                if storage is not None:
                    width = 4 if memory.space is Space.IMAGE else storage.count
                    wanted = _numbers(storage).wide(width)
                _must(type == wanted, node, f"what is loaded is {wanted}, not {type}")
            case Apply():
                _apply(node)


def _sample(node: Sample) -> None:
    """What names the texture, the coordinates and the offset fit the operation and the target."""
    row, target = OPERATIONS.get(node.operation), TARGETS.get(node.texture.target)
    if row is None or row.lookup is None or target is None:
        raise InvalidShader(f"{expression(node)}: no lookup of that name")
    _must(node.type.width == 4, node, f"a lookup of type {node.type}")
    texture, first = node.texture, node.operands[0].type
    if row.lookup is Lookup.QUERY:
        type = Type(Kind.INT)
    else:
        fetches = row.lookup in (Lookup.FETCH, Lookup.FETCH_SAMPLE)
        type = Type(Kind.INT if fetches else Kind.FLOAT, len(target.coordinates + target.layer))
    _must(first == type, node, f"coordinates of type {first}, not {type}")
    wanted = (
        (texture.index, Type(Kind.INT)),
        (texture.handle, Type(Kind.UINT, 1, 64)),
        (texture.offset, Type(Kind.INT, max(target.offsets, 1))),
    )
    for part, type in wanted:
        _must(part is None or part.type == type, node, f"of the texture {type} is wanted")


def _numbers(storage: Storage) -> Type:
    """What numbers that lie in memory so are outside of it."""
    return Type(_KINDS[storage.type], bits=64 if storage.bits == 64 else 32)


def _memory(node: Read | Store | Atomic, memory: Memory) -> None:
    """The address fits the space."""
    wide, image = Type(Kind.UINT, bits=64), memory.space is Space.IMAGE
    address = Type(Kind.INT, len(IMAGE_COORDINATES[memory.target]) if image else 1)
    address = wide if memory.space is Space.GLOBAL else address
    queries = isinstance(node, Read) and node.storage is None
    _must((memory.address is None) == queries, node, "an access without an address, or a query with one")
    for part, type in ((memory.address, address), (memory.index, Type(Kind.INT)), (memory.handle, wide)):
        _must(part is None or part.type == type, node, f"of the memory {type} is wanted")


def _apply(node: Apply) -> None:
    """The operation's row fits the types and widths."""
    row = OPERATIONS.get(node.operation)
    if row is None:
        raise InvalidShader(f"{expression(node)}: no operation of that name")
    types = [operand.type for operand in node.operands]
    kinds = signature(node.operation)
    for number, type in enumerate(types):
        letter = kinds.operand(number)
        kind = types[0].kind if letter == "=" else LETTERS.get(letter, type.kind)
        _must(type.kind is kind, node, f"operand {number} is {type}, not {kind.value}")
    kind = types[0].kind if kinds.result == "=" else LETTERS.get(kinds.result, node.type.kind)
    _must(node.type.kind is kind, node, f"the result is {node.type}, not {kind.value}")
    widths = [type.width for type in types]
    if row.form is Form.COMPOSED:
        least = [max((*row.components_read(number), 0)) + 1 for number in range(len(widths))]
        fits = node.type.width == 4 and all(map(int.__le__, least, widths))
    elif row.form is Form.REPLICATED:
        most = [len(row.components_read(number)) for number in range(len(widths))]
        exact = row.name != "holds_any"
        fits = node.type.width == 1 and (widths == most if exact else widths <= most)
    else:
        fits = set(widths) == {node.type.width}
    _must(fits, node, f"operands of {widths} components, a result of {node.type.width}")
