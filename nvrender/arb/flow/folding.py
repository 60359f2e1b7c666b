"""Truths that are known, and selections of truths, as less to compute; copies of ways as what they copy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from nvrender.arb.flow.known import constant
from nvrender.arb.operations import mapped
from nvrender.ir import visit
from nvrender.ir.analysis.uses import Slot, writes
from nvrender.ir.nodes import Apply, Assign, Const, Discard, Expression, Load, Role, Select, Shader, Statement
from nvrender.ir.types import BOOL, Kind

_OWN = frozenset({Role.LOCAL, Role.CODE})


def folded(shader: Shader) -> Shader:
    """``shader``, one sequence of assignments and kills, with what is known put in its place."""
    main = shader.functions[-1]
    return replace(shader, functions=(replace(main, body=tuple(_folded(main.body))),))


def _folded(body: Iterable[Statement]) -> Iterable[Statement]:
    """``copied`` is what components of variables of ways are copies of, or constants."""
    copied: dict[Slot, tuple[Load, Slot] | int] = {}
    readers: dict[Slot, set[Slot]] = {}

    def read(node: Expression) -> Expression:
        if isinstance(node, Load) and node.var.role in _OWN and node.index is None:
            return _instead(node, [copied.get((node.var.name, place)) for place in node.components])
        return _simpler(node)

    for node in body:
        assert isinstance(node, Assign | Discard)
        node = visit.rebuilt(node, lambda value: mapped(value, read))
        if isinstance(node, Discard):
            if not isinstance(node.condition, Const) or any(node.condition.words):
                yield node
            continue
        for slot in writes(node):
            copied.pop(slot, None)
            for reader in readers.pop(slot, ()):
                copied.pop(reader, None)
        yield node
        if node.var.role in _OWN:
            _note(node, copied, readers)


def _note(node: Assign, copied: dict[Slot, tuple[Load, Slot] | int], readers: dict[Slot, set[Slot]]) -> None:
    """What the components that are written are, if they are copies."""
    written = writes(node)
    for place, component in enumerate(node.components):
        slot = node.var.name, component
        match node.value:
            case Const(words=words):
                copied[slot] = words[place]
            case Load(var, components, None, None) if var.role is not Role.PARAMETER:
                source = var.name, components[place]
                if source not in written:
                    copied[slot] = node.value, source
                    readers.setdefault(source, set()).add(slot)


def _instead(node: Load, found: list[tuple[Load, Slot] | int | None]) -> Expression:
    """A load as what it loads, where all of its components are constants, or copies of one variable."""
    if all(isinstance(row, int) for row in found):
        return Const(node.type, tuple(row for row in found if isinstance(row, int)))
    rows = [row for row in found if isinstance(row, tuple)]
    if len(rows) == len(found) and len({slot[0] for _, slot in rows}) == 1:
        return Load(rows[0][0].var, tuple(slot[1] for _, slot in rows))
    return node


def _simpler(node: Expression) -> Expression:
    match node:
        case Select(Const(words=words), yes, no) if len(set(words)) == 1:
            return yes if words[0] else no
        case Select(condition, Const(type, words), no) if type.kind is Kind.BOOL and all(words):
            return _holds("holds_either", condition, no)
        case Select(condition, yes, Const(type, words)) if type.kind is Kind.BOOL and not any(words):
            return _holds("holds_both", condition, yes)
        case Select(condition, Const(type, words), no) if type.kind is Kind.BOOL and not any(words):
            return _holds("holds_both", Apply("holds_not", (condition,), BOOL), no)
        case Apply("holds_not", (Const(type, words),)):
            return Const(type, tuple(int(not word) for word in words))
        case Apply("holds_not", (Apply("holds_not", (inner,)),)):
            return inner
        case Apply("holds_both" | "holds_either" as name, (one, other)):
            return _holds(name, one, other)
        case Apply(_, operands, type) if type.kind is Kind.BOOL and all(
            isinstance(x, Const) for x in operands
        ):
            return constant(node, {}) or node
    return node


def _holds(name: str, one: Expression, other: Expression) -> Expression:
    """Both truths, or either, of which one may be known."""
    decided = name == "holds_either"
    for first, second in ((one, other), (other, one)):
        if isinstance(first, Const) and len(set(first.words)) == 1:
            return first if bool(first.words[0]) is decided else second
    return Apply(name, (one, other), BOOL.wide(one.type.width))
