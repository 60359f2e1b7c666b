"""Expressions of the intermediate representation → GLSL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from nvrender.glsl.expressions import (
    CONDITIONAL,
    PRIMARY,
    Expression,
    call,
    minus,
    splat,
    vector,
    vector_type,
)
from nvrender.glsl.literals import literal
from nvrender.glsl.operations.comparisons import NAMES
from nvrender.glsl.operations.table import builder_of
from nvrender.glsl.operations.view import Builder, Matrix
from nvrender.glsl.targets import Target
from nvrender.glsl.word_types import cast
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Compose,
    Const,
    Convert,
    Interpolate,
    Load,
    Role,
    Sample,
    Select,
    Swizzle,
    Var,
)
from nvrender.ir.nodes import Expression as Node
from nvrender.ir.types import BOOL, Kind
from nvrender.lower.operands import bitcast, swizzled
from nvrender.ops.formulas import compares
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.passes.expressions import asked
from nvrender.program import COMPONENTS, Clamp
from nvrender.source import InternalError

LETTERS = {Kind.FLOAT: "", Kind.INT: "i", Kind.UINT: "u", Kind.BOOL: "b"}
_ALL: dict[tuple[int, ...], str] = {(0, 1, 2, 3): ""}
_SIGNS = {"fneg": "-", "ineg": "-"}


def letters(components: tuple[int, ...]) -> str:
    """``.xyz``; nothing for all four in order."""
    known = _ALL.get(components)
    if known is None:
        known = _ALL[components] = "." + "".join(COMPONENTS[component] for component in components)
    return known


def mask(components: tuple[int, ...], width: int) -> str:
    """The letters of what is read or written of so many components; nothing for all in order."""
    return "" if components == tuple(range(width)) else letters(components)


class Texts(Protocol):
    """What expressions are printed with: the names of a shader, and the helpers it calls."""

    exact: bool
    flush: bool
    #: Whether some pixels stand for no fragment, which ``idle`` tells.
    counts: bool
    glsl: Target

    @property
    def builders(self) -> Mapping[str, Builder]: ...

    @property
    def small_addresses(self) -> bool:
        """True where every address is exact as a float."""

    def read(self, load: Load | Select) -> Expression:
        """What is loaded, of the variable's type; a Select has zeros beside a part of an array."""

    def target(self, node: Assign) -> str:
        """What is written: a variable, or an element of an array."""

    def declares(self, node: Assign) -> str:
        """The type of a variable that an assignment declares, in front of it; "" where none is."""

    def inside(self, node: Assign) -> str:
        """What asks whether the element that is written is there, in front of a statement."""

    def kind_of(self, var: Var) -> str:
        """The letter of what GLSL's variable holds, whose words ``var`` has."""

    def use(self, name: str, width: int) -> str:
        """The name to call a helper by."""

    def matrix(self, rows: Sequence[Node]) -> Matrix | None:
        """The variable that parameters are the rows or columns of, None where they are none."""

    def built_in(self, name: str, width: int) -> str:
        """The name to call a function of GLSL by, or what stands for it where the target has it not."""

    def narrowed(self, node: Node) -> Expression:
        """What of numbers of 64 bits has 32: their words, or the nearest numbers."""

    def lookup(self, node: Sample, components: tuple[int, ...]) -> Expression:
        """Components of what is read of a texture, one where all are the same."""

    def interpolated(self, node: Interpolate | Select, *, full: bool) -> Expression:
        """An attribute elsewhere in its pixel; a Select has zeros beside a part of an array."""

    def ask(self, extension: str, *, needed: bool = True) -> None:
        """Have the shader ask for an extension, or do without if it is not ``needed``."""

    def zero(self) -> str:
        """0.0 that no compiler knows, where numerics are exact."""

    def may_be_words(self, load: Load | Select) -> bool:
        """True if what is loaded as floats may be words that are no floats."""


def printed(texts: Texts, node: Node, *, full: bool = False, target: Var | None = None) -> Expression:
    """``node`` as GLSL; one component for several that are the same, unless ``full``.

    ``target`` is the variable the value is for.
    """
    match node:
        case Load(components=components):
            if not full and len(set(components)) == 1:
                node = Load(node.var, components[:1], node.index, node.vertex)
            return texts.read(node)
        case Const():
            return _constant(texts, node, full=full)
        case Sample():
            return texts.lookup(node, (0, 1, 2, 3))
        case Swizzle(value=Sample() as value, components=components):
            return texts.lookup(value, components)
        case Apply(operation="resize"):
            return texts.narrowed(node)
        case Bitcast(value=inner) | Swizzle(value=Bitcast(value=inner)) if inner.type.bits > node.type.bits:
            return texts.narrowed(node)
        case Convert(source=source) if source.bits == 64:
            return texts.narrowed(node)
        case Bitcast():
            return _cast(texts, node, full=full, target=target)
        case Apply(operation="fabs" | "fneg" | "ineg" | "iabs"):
            return _signed(texts, node, full=full)
        case Apply(operation="fhidden", operands=(Const() as value,)):
            return _vector_of([_hidden(texts, word) for word in value.words], "", full=full)
        case Swizzle(value=Apply() as value, components=components):
            if OPERATIONS[value.operation].form is Form.REPLICATED:
                return printed(texts, value, target=target)
            return _built(texts, value, components, target)
        case Swizzle(value=Convert() as value, components=components):
            return _built(texts, value, components, target)
        case Apply() | Convert():
            return _built(texts, node, tuple(range(node.type.width)), target)
        case Compose(parts=parts):
            kind = LETTERS[node.type.kind]
            if not texts.exact:
                parts = tuple(one for part in parts for one in _singly(part))
            values = [printed(texts, part, full=True, target=target) for part in parts]
            if all(part.type.width == 1 for part in parts):
                return vector(values, kind)
            width = node.type.width
            wide = (splat(value, part.type.width, kind) for value, part in zip(values, parts, strict=True))
            text = ", ".join(value.text for value in wide)
            return Expression(f"{vector_type(width, kind)}({text})", PRIMARY, width)
        case Select(yes=Const()):
            return _told(texts, node, tuple(range(node.type.width)))
        case Swizzle(value=Select(yes=Const()) as value, components=components):
            return _told(texts, value, components)
        case Interpolate() | Select(yes=Interpolate()):
            return texts.interpolated(node, full=full)
        case Select() | Swizzle(value=Select()):
            return texts.read(_chosen(node, full=full))
        case _:
            raise InternalError(f"{type(node).__name__} has no text")


def _singly(part: Node) -> Sequence[Node]:
    """The numbers of a constant."""
    if not isinstance(part, Const):
        return (part,)
    return [Const(part.type.wide(1), (word,)) for word in part.words]


def _told(texts: Texts, node: Select, components: tuple[int, ...]) -> Expression:
    """One of two numbers, component by component."""
    assert isinstance(node.yes, Const) and isinstance(node.no, Const)
    kind, parts = LETTERS[node.type.kind], list[Expression]()
    for component in components:
        test = printed(texts, swizzled(node.condition, (component,))).text
        match node.yes.words[component], node.no.words[component]:
            case 0x3F800000, 0 if not kind:
                parts.append(Expression(f"float({test})"))
            case 0xFFFFFFFF, 0 if kind == "i":
                parts.append(minus(Expression(f"int({test})")))
            case 0xFFFFFFFF, 0 if kind == "u":
                parts.append(Expression(f"uint(-int({test}))"))
            case words:
                yes, no = (literal(word, kind).text for word in words)
                parts.append(Expression(f"{test} ? {yes} : {no}", CONDITIONAL))
    return vector(parts, kind)


def _chosen(node: Select | Swizzle, *, full: bool) -> Select:
    """The read of a part of an array, of the components that are read."""
    components = tuple(range(node.type.width))
    if isinstance(node, Swizzle):
        components, node = node.components, node.value  # type: ignore[assignment]
    assert isinstance(node, Select)
    first: Node = node
    while isinstance(first, Select):
        first = first.yes
    assert isinstance(first, Load)
    if not full and len({first.components[component] for component in components}) == 1:
        components = components[:1]
    found = _read_of(node, components)
    assert isinstance(found, Select)
    return found


def _read_of(node: Node, components: tuple[int, ...]) -> Node:
    """Components of a read; what it gives elsewhere tells no more than that it may be elsewhere."""
    if isinstance(node, Select):
        return Select(node.condition, _read_of(node.yes, components), node.no)
    return swizzled(node, components)


def _cast(texts: Texts, node: Bitcast, *, full: bool, target: Var | None) -> Expression:
    """The same bits; the words of a negative are those of the negated words."""
    value, kind = node.value, LETTERS[node.type.kind]
    if not texts.exact and not kind and isinstance(value, Compose):
        parts = tuple(bitcast(part, node.type.wide(part.type.width)) for part in value.parts)
        return printed(texts, Compose(parts), full=full, target=target)
    if isinstance(value, Apply) and value.operation == "ineg" and kind == "u":
        (inner,) = value.operands
        whole = printed(texts, inner, full=full)
        if whole.bits is None:
            return cast(minus(whole), "i", kind)
        return minus(printed(texts, bitcast(inner, node.type), full=full))
    return cast(printed(texts, value, full=full, target=target), LETTERS[value.type.kind], kind)


def _constant(texts: Texts, node: Const, *, full: bool) -> Expression:
    bits = texts.glsl.bit_casts is not None
    parts = [literal(word, LETTERS[node.type.kind], bits=bits) for word in node.words]
    return _vector_of(parts, LETTERS[node.type.kind], full=full)


def _hidden(texts: Texts, word: int) -> Expression:
    """A float, of zero the one that no compiler knows."""
    if word << 1 & 0xFFFFFFFF:
        return literal(word, "")
    zero = Expression(texts.zero())
    return minus(zero) if word else zero


def _vector_of(parts: list[Expression], kind: str, *, full: bool) -> Expression:
    """Components of a constant, one where all are the same, unless ``full``."""
    if len(parts) == 1 or (not full and len(set(parts)) == 1):
        return parts[0]
    texts = ", ".join(part.text for part in parts[: 1 if len(set(parts)) == 1 else 4])
    return Expression(f"{vector_type(len(parts), kind)}({texts})", PRIMARY, len(parts))


def _signed(texts: Texts, node: Apply, *, full: bool) -> Expression:
    value = printed(texts, node.operands[0], full=full)
    if node.operation in _SIGNS:
        return minus(value)
    return call("abs", value, width=value.width)


def _built(
    texts: Texts, node: Apply | Convert, components: tuple[int, ...], target: Var | None
) -> Expression:
    row = OPERATIONS["convert" if isinstance(node, Convert) else node.operation]
    return builder_of(texts.builders, row)(ApplyView(texts, node, components, target))


class ApplyView:
    """A View of a node."""

    def __init__(
        self, texts: Texts, node: Apply | Convert, components: tuple[int, ...], target: Var | None
    ) -> None:
        self._texts = texts
        self._node = node
        self._operands = (node.value,) if isinstance(node, Convert) else node.operands
        self._target = target
        self.components = components
        self.exact = texts.exact
        self.flush = texts.flush
        self.counts = texts.counts
        self.result_kind = LETTERS[node.type.kind]
        self.kind = LETTERS[self._operands[0].type.kind] if self._operands else self.result_kind

    @property
    def _stays(self) -> bool:
        """True if a zero that the operation itself gives may be read as one."""
        row = self._node
        compared = isinstance(row, Apply) and compares(row.operation)
        return self._target is not None and self._target.role in _HIDING and not compared

    @property
    def conversion(self) -> tuple[Storage, Storage, Rounding, Clamp | None]:
        node = self._node
        assert isinstance(node, Convert)
        return node.result, node.source, node.rounding, node.clamp

    @property
    def passes_words(self) -> bool:
        return any(self._texts.may_be_words(load) for row in self._operands for load in loads(row))

    def constant(self, number: int) -> int | None:
        operand = self._operands[number]
        return operand.words[0] if isinstance(operand, Const) else None

    def _part(self, number: int, components: tuple[int, ...]) -> Node:
        return swizzled(self._operands[number], components)

    def operand(self, number: int, components: tuple[int, ...], *, full: bool = False) -> Expression:
        part = self._part(number, components)
        value = printed(self._texts, part, full=full, target=self._target)
        return splat(value, len(components), LETTERS[part.type.kind]) if full else value

    def given(self, components: tuple[int, ...]) -> list[Expression]:
        return [self.operand(number, components) for number in range(len(self._operands))]

    def same(self, components: tuple[int, ...]) -> bool:
        return self._part(0, components) == self._part(1, components)

    def cancels(self, component: int, *, subtracted: bool) -> bool:
        if self.kind:
            return False
        one, other = (bare(self._part(number, (component,))) for number in (0, 1))
        return one == (other if subtracted else opposite(other)) or (
            not subtracted and opposite(one) == other
        )

    def negative(self) -> tuple[str, Expression, Expression]:
        value = self._part(0, self.components)
        test = Apply("less", (value, Const(value.type, (0,) * value.type.width)), BOOL.wide(value.type.width))
        row = test if self.exact else asked(test)
        one, other = (printed(self._texts, part, target=self._target) for part in row.operands)
        return NAMES[row.operation], one, other

    def matrix(self) -> Matrix | None:
        return self._texts.matrix(self._operands[1:])

    def address(self, component: int) -> str:
        return self.operand(0, (component,)).text

    def zero(self) -> Expression:
        return Expression(self._texts.zero() if self._stays else "0.0")

    def hidden_zero(self) -> Expression:
        return Expression(self._texts.zero())

    def helper(self, name: str, width: int = 1) -> str:
        return self._texts.use(name, width)

    def built_in(self, name: str, width: int) -> str:
        return self._texts.built_in(name, width)


#: What a zero that is written must not look like a constant in.
_HIDING = frozenset({Role.TEMPORARY, Role.OUTPUT})
#: What is around a value that a compiler, or denormals, would change.
SHIELDS = frozenset({"fopaque", "fhidden", "fflush"})


def bare(node: Node) -> Node:
    """An operand without its shields."""
    if isinstance(node, Apply) and node.operation in SHIELDS:
        return bare(node.operands[0])
    if isinstance(node, Apply) and len(node.operands) == 1:
        return Apply(node.operation, (bare(node.operands[0]),), node.type)
    return node


def opposite(node: Node) -> Node | None:
    """The operand of a negation."""
    return node.operands[0] if isinstance(node, Apply) and node.operation in _SIGNS else None


def loads(node: Node) -> list[Load | Select]:
    """The loads of an operand: of a register, its absolute value or its negative."""
    while not isinstance(node, Load):
        if isinstance(node, Apply) and node.operation in SHIELDS | {"fneg", "fabs"}:
            node = node.operands[0]
        elif isinstance(node, Bitcast):
            node = node.value
        elif isinstance(node, Select):
            return [node]
        else:
            return []
    return [node]
