"""LOADIM, STOREIM, ATOMIM and IMQ → GLSL (EXT_shader_image_load_store 2.X.8, ARB_shader_image_size 2.X.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nvrender.glsl.emit.operands import Operands
from nvrender.glsl.expressions import CONDITIONAL, Expression, call, splat, vector_type
from nvrender.glsl.memory.image_functions import accessor, verb
from nvrender.glsl.memory.operations import as_words
from nvrender.glsl.printer.expressions import printed
from nvrender.glsl.wide.values import component
from nvrender.ir.analysis.places import Access
from nvrender.ir.nodes import Atomic, Store
from nvrender.ops.memory_access import Atomic as Change


def accessed(context: Operands, node: Access) -> Expression | None:
    """The call that does what ``node`` does, and gives what it finds; None of a store that stores nothing."""
    memory, width = node.memory, 0 if isinstance(node, Store) else 1 if isinstance(node, Atomic) else 4
    arguments = _arguments(context, node)
    units = context.images.units(memory)
    ways = [_function(context, unit, node) for unit in units]
    if memory.handle is not None:
        tests = [_is_handle(context.images.handles[unit]) for unit in units]
        chosen = _choice(context, node, list(zip(tests, ways, strict=True)), "uvec2 handle", arguments, width)
        return call(chosen, context.words(memory.handle), *_values(arguments), width=width)
    if memory.index is None:
        (way,) = ways
        if way:
            return call(way, *_values(arguments), width=width)
        return _zeros(width) if width else None
    tests = [f"index == {number}" for number in range(len(ways))]
    chosen = _choice(context, node, list(zip(tests, ways, strict=True)), "int index", arguments, width)
    return call(chosen, printed(context, memory.index), *_values(arguments), width=width)


#: The type of a parameter of a function, and what is given for it.
_Argument = tuple[str, Expression]


def _values(arguments: Mapping[str, _Argument]) -> list[Expression]:
    return [value for _, value in arguments.values()]


def _arguments(context: Operands, node: Access) -> dict[str, _Argument]:
    """Those of a function, by their names."""
    found: dict[str, _Argument] = {}
    if (address := node.memory.address) is not None:
        kind = vector_type(address.type.width, "i")
        place = printed(context, address, full=True)
        if context.asleep:  # no texel
            place = Expression(f"{context.asleep} ? {kind}(-1) : {place.text}", CONDITIONAL, place.width)
        found["place"] = kind, place
    if isinstance(node, Store):
        words = printed(context, as_words(node.value), full=True)
        found["words"] = vector_type(words.width, "u"), words
    elif isinstance(node, Atomic):
        for number, name in enumerate("ab"[: 1 + (node.change is Change.COMPARE_AND_SWAP)]):
            found[name] = "uint", printed(context, as_words(component(node.value, number)))
    return found


def _zeros(width: int) -> Expression:
    return splat(Expression("0u"), width, "u")


def _function(context: Operands, unit: int, node: Access) -> str:
    """The function that accesses one unit; "" where it is invalid whatever the coordinates."""
    variable = context.images.of(unit, node)
    if variable is None:
        return ""
    found = accessor(variable, context.images.image_key(unit), node, context.use)
    context.accessors[found.name] = found.text
    return found.name


def _is_handle(handle: int) -> str:
    return f"handle == uvec2({handle & 0xFFFFFFFF}u, {handle >> 32}u)"


def _choice(
    context: Operands,
    node: Access,
    ways: Sequence[tuple[str, str]],
    first: str,
    arguments: Mapping[str, _Argument],
    width: int,
) -> str:
    """A function that accesses one of several units: GLSL indexes arrays of images alike in all lanes."""
    memory = node.memory
    last = memory.unit + memory.units - 1
    several = "_of_handles" if memory.handle is not None else f"{memory.unit}_to_{last}"
    name = f"images{several}_{verb(node)}"
    kind = vector_type(width, "u") if width else "void"
    parameters = [f"{type} {name}" for name, (type, _) in arguments.items()]
    passed = ", ".join(arguments)
    body = [f"({', '.join((first, *parameters))}) {{"]
    for test, way in ways:
        if way:
            body.append(f"    if ({test}) {'return ' * bool(width)}{way}({passed});")
    if width:
        body.append(f"    return {_zeros(width).text};")
    lines = "\n".join([*body, "}"])
    if context.accessors.get(name, f"{kind} {name}{lines}") != f"{kind} {name}{lines}":
        name += f"_as_{memory.target.lower()}"
    context.accessors[name] = f"{kind} {name}{lines}"
    return name
