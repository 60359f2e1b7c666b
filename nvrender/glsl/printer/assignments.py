"""Assignments → statements of GLSL: masks, conditions of components, values of several variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nvrender.glsl.expressions import Expression, splat, vector_type
from nvrender.glsl.lines import block
from nvrender.glsl.printer.bounds import bounds
from nvrender.glsl.printer.conditions import relation, test
from nvrender.glsl.printer.expressions import LETTERS, Texts, mask, printed
from nvrender.glsl.word_types import cast
from nvrender.ir import visit
from nvrender.ir.nodes import Apply, Assign, Bitcast, Compose, Const, Load, Role, Var
from nvrender.ir.nodes import Expression as Node
from nvrender.ir.types import INT, UINT, Kind
from nvrender.lower.operands import bitcast, swizzled
from nvrender.ops.formulas import copies
from nvrender.ops.rows import GROUPED
from nvrender.ops.table import OPERATIONS
from nvrender.passes.kinds import as_kind
from nvrender.program import COMPONENTS

#: Operations that GLSL has an operator with = for, and what adds a negative.
_UPDATES = {
    **dict.fromkeys(("fadd", "fadd_positive", "iadd", "uadd"), "+"),
    **dict.fromkeys(("fsub", "fsub_positive", "isub", "usub"), "-"),
    **dict.fromkeys(("fmul", "fmul_zero", "imul", "umul"), "*"),
    **dict.fromkeys(("fmad", "fmad_zero", "imad", "umad"), "+"),
    "fdiv": "/",
}
#: The products in sums of one.
_PRODUCTS = {"fmad": "fmul", "fmad_zero": "fmul_zero", "imad": "imul", "umad": "umul"}
_OPPOSITE = {"+": "-", "-": "+"}
#: What names a value that is written more than once, and what is asked of a group outside of a test.
VALUE, ASKED = "value", "asked"
#: The variables of an instruction's own block, and of a LOOP.
_OWN = {name: name for name in (VALUE, ASKED, "overflow", "carry", "step")} | {"index": "A0"}


def own_name(var: Var) -> str:
    """The name of a variable of an instruction's or a LOOP's own block, of another ""."""
    return _OWN.get(var.stem, "") if var.role is Role.LOCAL else ""


def statements(texts: Texts, nodes: Sequence[Assign], guard: str = "") -> list[str]:
    """What one instruction assigns; ``guard`` is a condition under which it does."""
    if not nodes:
        return []
    if len(nodes) == 1 and not guard and _is_plain(nodes[0]):
        return _plain(texts, nodes)
    nodes = _conditional(nodes)
    when = bounds(nodes[-1].when)[1]
    if isinstance(when, Const):
        if not any(when.words):
            return []
        when = None
    nodes = _named(texts, nodes, guarded=bool(guard) or when is not None)
    alike = when is None or _is_alike(when)
    if alike and when is not None:
        one = test(texts, when, 0)
        guard = f"{guard} && {f'({one})' if ' || ' in one else one}" if guard else one
    first = [node for node in nodes if own_name(node.var) == ASKED]
    named = [node for node in nodes if own_name(node.var) and node not in first]
    stored = [node for node in nodes if node not in first and node not in named]
    each = False
    if alike or when is None:
        lines = _plain(texts, stored)
    elif all(_mixes(texts, node.var) for node in stored) and not named:
        lines = _mixed(texts, stored, when)
    else:
        named, stored = _all_named(named, stored)
        each = True  # its tests have a name
        lines = _each(texts, stored, when)
    scoped = bool(named) or each
    lines = _within(guard, [*(_declared(texts, node) for node in named), *lines], scoped=scoped)
    if not first:
        return lines
    return _within("", [*(_declared(texts, node) for node in first), *lines], scoped=True)


def _is_plain(node: Assign) -> bool:
    """True for what is assigned whatever holds, under no other name."""
    return node.when is None and node.var.role is not Role.LOCAL and not isinstance(node.value, Bitcast)


def _conditional(nodes: Sequence[Assign]) -> Sequence[Assign]:
    """The same without a name for the condition of several."""
    names = {
        node.var: node.value
        for node in nodes
        if node.var.type.kind is Kind.BOOL and node.var.role is Role.LOCAL and not own_name(node.var)
    }

    def conditional(node: Assign) -> Assign:
        when = node.when
        return replace(node, when=names[when.var]) if isinstance(when, Load) and when.var in names else node

    return [conditional(node) for node in nodes if node.var not in names] if names else nodes


def _is_alike(when: Node) -> bool:
    """True if a condition asks the same of every component."""
    first, *others = (swizzled(when, (place,)) for place in range(when.type.width))
    return all(row == first for row in others)


def _within(guard: str, lines: list[str], *, scoped: bool) -> list[str]:
    if not guard and not scoped:
        return lines
    if len(lines) == 1 and not scoped:
        return [f"if ({guard}) {lines[0]}"]
    return block(lines, guard)


def _named(texts: Texts, nodes: Sequence[Assign], *, guarded: bool) -> list[Assign]:
    """The same, with a name for a value that must be precise in what cannot be, or is asked of a group."""
    first, value = nodes[0], nodes[0].value
    inner = value.value if isinstance(value, Bitcast) else value
    grouped = guarded and any(
        isinstance(row, Apply) and OPERATIONS[row.operation].form in GROUPED
        for row in visit.expressions(value)
    )
    words = isinstance(value, Bitcast) and inner.type.kind is Kind.FLOAT and bool(texts.kind_of(first.var))
    if not grouped and not (texts.exact and words and _computes(inner)):
        return list(nodes)
    return _renamed(ASKED if grouped else VALUE, inner, nodes)


def _renamed(name: str, value: Node, nodes: Sequence[Assign]) -> list[Assign]:
    """The same, the first value under a name, and what reads it where it was stored reads the name."""
    first, every = nodes[0], tuple(range(value.type.width))
    local = Var(name, value.type, Role.LOCAL)
    loaded, stored = Load(local, every), Load(first.var, first.components, first.index)
    result = [Assign(local, every, value)]
    if own_name(first.var) != name:
        result.append(_with(first, bitcast(loaded, first.var.type)))
    return [*result, *(_with(node, _replaced(node.value, stored, loaded)) for node in nodes[1:])]


def _computes(node: Node) -> bool:
    """True if a float is more than a copy, of which no bit can change."""
    return any(
        isinstance(row, Apply) and OPERATIONS[row.operation].glsl != "-a" and not copies(row.operation)
        for row in visit.expressions(node)
    )


def _replaced(node: Node, old: Load, new: Load) -> Node:
    """``node`` with what was stored as it was before, whose bits it takes."""

    def change(row: Node) -> Node:
        if isinstance(row, Bitcast) and row.value == old:
            return bitcast(new, row.type)
        return bitcast(new, old.type) if row == old else row

    return visit.mapped(node, change)


def _with(node: Assign, value: Node) -> Assign:
    return Assign(node.var, node.components, value, node.when, node.index, node.origin)


def _all_named(named: list[Assign], stored: list[Assign]) -> tuple[list[Assign], list[Assign]]:
    """The same with a name for the value that every component's test may store."""
    if any(own_name(node.var) == VALUE for node in named) or isinstance(stored[0].value, Load):
        return named, stored
    value = stored[0].value
    local, *rest = _renamed(VALUE, value.value if isinstance(value, Bitcast) else value, stored)
    return [*named, local], rest


def _declared(texts: Texts, node: Assign) -> str:
    kind, width = LETTERS[node.var.type.kind], len(node.components)
    precise = "precise " if texts.exact and not kind else ""
    return f"{precise}{vector_type(width, kind)} {own_name(node.var)} = {_value(texts, node).text};"


def _value(texts: Texts, node: Assign) -> Expression:
    """The value, as wide as the mask, of the kind of GLSL's variable."""
    target = texts.kind_of(node.var)
    if not texts.exact and not target and isinstance(node.value, Compose):
        node = replace(node, value=as_kind(node.value, Kind.FLOAT))
    width, kind = len(node.components), LETTERS[node.value.type.kind]
    value = _converted(texts, node)
    if value.bits is not None and value.bits[0] in ("", target):
        kind, value = value.bits
    return cast(splat(value, width, kind), kind, target)


def _converted(texts: Texts, node: Assign) -> Expression:
    value, whole = node.value, {"i": INT, "u": UINT}.get(texts.kind_of(node.var))
    if isinstance(value, Const) and value.type.kind is not Kind.FLOAT and whole is not None:
        value = Const(whole.wide(value.type.width), value.words)
        return cast(printed(texts, value), LETTERS[whole.kind], LETTERS[node.value.type.kind])
    if isinstance(value, Apply) and value.operation == "i2f" and node.var.role is Role.CODE:
        inner = printed(texts, value.operands[0], full=True, target=node.var)
        return Expression(f"{vector_type(len(node.components))}({inner.text})", width=len(node.components))
    return printed(texts, value, target=node.var)


def _target(texts: Texts, node: Assign) -> str:
    return texts.target(node) + mask(node.components, node.var.type.width)


def _repeats(texts: Texts, first: Assign, second: Assign) -> bool:
    """True if the second assignment is of what the first has written, as it is."""
    if texts.kind_of(first.var) != texts.kind_of(second.var) or first.var.value or second.var.value:
        return False
    value = second.value.value if isinstance(second.value, Bitcast) else second.value
    return value == Load(first.var, first.components, first.index)


def _statement(texts: Texts, node: Assign) -> str:
    """An assignment that declares what it writes where that is new."""
    if not texts.exact and (update := _update(texts, node)) is not None:
        return f"{texts.inside(node)}{_target(texts, node)} {update};"
    value = _value(texts, node).text
    return f"{texts.inside(node)}{texts.declares(node)}{_target(texts, node)} = {value};"


def _update(texts: Texts, node: Assign) -> str | None:
    """``+= b`` of what is changed by one operation."""
    value, own = node.value, Load(node.var, node.components, node.index)
    other: Node
    if isinstance(value, Bitcast):
        value = value.value
    if not isinstance(value, Apply) or (operator := _UPDATES.get(value.operation)) is None:
        return None
    kind, target = LETTERS[value.type.kind], texts.kind_of(node.var)
    if kind != target and "" in (kind, target):
        return None
    rows = [bitcast(row, node.var.type) if kind == target else row for row in value.operands]
    if len(rows) == 3:
        if rows[2] != own:
            return None
        other = Apply(_PRODUCTS[value.operation], value.operands[:2], value.type)
    elif rows[0] == own:
        other = value.operands[1]
    elif rows[1] == own and operator in "+*":
        other = value.operands[0]
    else:
        return None
    if kind != target:  # sums and products of words are the same, signed or not
        other = bitcast(other, {"i": INT, "u": UINT}[target].wide(other.type.width))
    text = printed(texts, other, target=node.var)
    if operator in _OPPOSITE and text.positive is not None:
        operator, text = _OPPOSITE[operator], text.positive
    return f"{operator}= {text.text}"


def _plain(texts: Texts, nodes: Sequence[Assign]) -> list[str]:
    lines = [_statement(texts, node) for node in nodes]
    for place in range(len(nodes) - 1):
        if _repeats(texts, *nodes[place : place + 2]):
            lines[place : place + 2] = [f"{_target(texts, nodes[place + 1])} = {lines[place]}"]
            break
    return lines


def _mixes(texts: Texts, var: Var) -> bool:
    """True if GLSL 3.30 mixes values of the variable: floats, and whole numbers that are exact as such."""
    return not texts.kind_of(var) or (var.role in (Role.ADDRESS, Role.CODE) and texts.small_addresses)


def _mixed(texts: Texts, nodes: Sequence[Assign], when: Node) -> list[str]:
    """Each component under its own test; the code is still the old one for every test."""
    passed = relation(texts, when, precise=not any(texts.kind_of(node.var) for node in nodes))
    lines = []
    for node in nodes:
        target, value, width = _target(texts, node), _value(texts, node).text, len(node.components)
        mix = texts.built_in("mix", width)
        if texts.kind_of(node.var):
            kind = vector_type(width)
            mixed = f"{mix}({kind}({target}), {kind}({value}), {passed})"
            lines.append(f"{target} = {vector_type(width, 'i')}({mixed});")
        else:
            lines.append(f"{texts.inside(node)}{target} = {mix}({target}, {value}, {passed});")
    return lines


def _each(texts: Texts, nodes: Sequence[Assign], when: Node) -> list[str]:
    """The same of words, which GLSL 3.30 does not mix."""
    lines = [f"bvec{when.type.width} passed = {relation(texts, when)};"]
    for place in range(when.type.width):
        parts = [
            Assign(row.var, (row.components[place],), swizzled(row.value, (place,)), row.when, row.index)
            for row in nodes
        ]
        stores = [f"{texts.inside(row)}{_target(texts, row)} = {_value(texts, row).text};" for row in parts]
        lines += _within(f"passed.{COMPONENTS[place]}", stores, scoped=False)
    return lines
