"""How statements leave a loop, a function or the program."""

from __future__ import annotations

from nvrender.ir import visit
from nvrender.ir.nodes import Body, Break, Call, If, Loop, Return, Shader, Statement, Terminate


def terminating(shader: Shader) -> frozenset[str]:
    """The functions but main in which, or below, the program may end, its limit of instructions aside."""
    found: set[str] = set()
    for function in shader.functions[:-1]:  # callees first
        for node in visit.statements(function.body):
            if isinstance(node, Terminate) or (isinstance(node, Call) and node.function in found):
                found.add(function.name)
                break
    return frozenset(found)


def ends_early(shader: Shader) -> bool:
    """True if main can end before its last statement."""
    ends = terminating(shader)
    return any(
        isinstance(node, (Return, Terminate)) or (isinstance(node, Call) and node.function in ends)
        for node in visit.statements(without_end(shader.functions[-1].body))
    )


def without_end(body: Body) -> Body:
    """The body of main without what ends the program anyway."""
    return body[:-1] if body and isinstance(body[-1], (Return, Terminate)) else body


def falls_through(body: Body) -> bool:
    """True if control may come to the end of a function's body."""
    return not body or not isinstance(body[-1], (Return, Terminate))


def exit_test(node: Statement) -> tuple[bool, Body] | None:
    """Of what breaks or goes on: whether its condition holds where it goes on, and what it runs then."""
    match node:
        case If(then=(Break(),), otherwise=inside):
            return False, inside
        case If(then=inside, otherwise=(Break(),)):
            return True, inside
    return None


def leaves_loop(body: Body) -> bool:
    """True if a Break in the body of a loop leaves that loop."""
    return any(
        isinstance(node, Break) or (not isinstance(node, Loop) and any(map(leaves_loop, visit.bodies(node))))
        for node in body
    )
