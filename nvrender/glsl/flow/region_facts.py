"""Whether regions end, leave loops or hold instructions."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.lower.control_flow.regions import (
    Block,
    Break,
    Call,
    Flow,
    If,
    IfFlag,
    Loop,
    Region,
    Return,
    Terminate,
)
from nvrender.program import Condition, Instruction


def exit_test(region: Region) -> tuple[bool, tuple[Region, ...], Condition] | None:
    """A region that breaks or goes on: the outcome of the condition that stays, what it runs then."""
    match region:
        case If(condition=condition, then=(Break(),), otherwise=inside, negated=negated):
            return negated, inside, condition
        case If(condition=condition, then=inside, otherwise=(Break(),), negated=negated):
            return not negated, inside, condition
    return None


def leaves_loop(regions: tuple[Region, ...]) -> bool:
    """True if a Break in the body of a loop leaves that loop."""
    for region in regions:
        match region:
            case Break():
                return True
            case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                if leaves_loop(then) or leaves_loop(otherwise):
                    return True
            case _:
                pass
    return False


def instructions_of(regions: tuple[Region, ...]) -> Iterator[Instruction]:
    """Every instruction of ``regions``."""
    for region in regions:
        match region:
            case Block(instructions=instructions):
                yield from instructions
            case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                yield from instructions_of(then)
                yield from instructions_of(otherwise)
            case Loop(body=body):
                yield from instructions_of(body)
            case _:
                pass


def falls_through(regions: tuple[Region, ...]) -> bool:
    return not regions or not isinstance(regions[-1], (Return, Terminate))


def ends_early(flow: Flow) -> bool:
    """True if the main body can end before its last statement."""
    if flow.dispatch or not flow.functions:
        return False
    body = flow.functions[-1].body
    if body and isinstance(body[-1], (Return, Terminate)):
        body = body[:-1]
    endings = {function.name for function in flow.functions if function.may_terminate}

    def ending(regions: tuple[Region, ...]) -> bool:
        for region in regions:
            match region:
                case Return() | Terminate():
                    return True
                case Call(function=function) if function in endings:
                    return True
                case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                    if ending(then) or ending(otherwise):
                        return True
                case Loop(body=inner):
                    if ending(inner):
                        return True
                case _:
                    pass
        return False

    return ending(body)
