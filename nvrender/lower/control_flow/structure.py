"""A program's control flow as regions (NV_vertex_program2 2.14.2.3)."""

from __future__ import annotations

from collections.abc import Mapping

from nvrender.lower.control_flow.blocks import block_functions, may_recurse, retries, unfolded
from nvrender.lower.control_flow.calls import Subroutine, Survey
from nvrender.lower.control_flow.dispatch import dispatch
from nvrender.lower.control_flow.graph import always
from nvrender.lower.control_flow.loops import loop_functions
from nvrender.lower.control_flow.regions import Block, Call, Flow, Function, If, IfFlag, Loop, Region
from nvrender.lower.control_flow.saved import saved_places, saves
from nvrender.lower.control_flow.shape import TooDeep, shape, size
from nvrender.program import Program
from nvrender.program.opcodes import Flow as OpcodeFlow
from nvrender.source import TargetError

#: Structured programs stay below these many instructions, as written and with every call inlined
#: (drivers inline); larger ones are dispatched.
WRITTEN_LIMIT = 3000
INLINED_LIMIT = 4000
#: More no vertex may execute, each loop taken once: they would hold a GPU up for seconds.
UNFOLDED_LIMIT = 1 << 22
#: Blocks nested deeper in the text are not looked at one inside the other.
_DEEPEST_BLOCKS = 128
#: Loops after inlining, those around accesses that are retried among them (quirks.COMPILED_LOOPS).
LOOP_LIMIT = 12


def analyse(program: Program, *, structured: bool | None = None) -> Flow:
    """The control flow of a loaded program.

    Structured functions where the flow is reducible and the result not too large, else one dispatch
    loop. ``structured`` forces the one (True) or the other (False) whatever the size. Raises
    TargetError if a structured form is demanded that does not exist.
    """
    instructions = program.instructions
    if program.profile.blocks:
        return _blocks(program, structured)
    if program.profile.nesting_ends:
        return loop_functions(program)
    saved: dict[int, int] | None = {}
    if any(map(saves, instructions)):
        saved = saved_places(program)
        if saved is None and structured:
            raise TargetError(
                f"{program.source.name}: no structured form: its PUSHA and POPA need a stack at run time"
            )
    if structured is not False and saved is not None:
        block = _straight(program)
        if block is not None:
            main = Function("main", "main", 0, (block,) if block.executed else ())
            return Flow(functions=(main,), saved=saved)
    labels: dict[int, str] = {}
    for label in program.labels:
        labels.setdefault(label.index, label.name)
    if program.entry >= len(instructions):
        return Flow(entry=None, call_depth=program.profile.call_depth)
    subroutines = Survey(program, labels).run(None if structured else WRITTEN_LIMIT)
    limit = program.profile.execution_limit
    counted = limit is not None and (
        subroutines is None or any(s.looping for s in subroutines) or subroutines[-1].longest >= limit
    )
    if structured is not False and subroutines is not None and saved is not None:
        functions = _structured(program, subroutines, labels, forced=bool(structured))
        if functions is not None:
            return Flow(functions=functions, counted=counted, saved=saved)
    blocks, entry = dispatch(program, labels)
    return Flow(
        dispatch=blocks,
        entry=entry,
        call_depth=program.profile.call_depth,
        counted=counted,
    )


def _blocks(program: Program, structured: bool | None) -> Flow:
    """Blocks are regions already; what is too large or deep for compilers is dispatched all the same."""
    depth = program.profile.call_depth
    size = unfolded(program)
    if size.instructions > UNFOLDED_LIMIT:
        raise TargetError(
            f"{program.source.name}: with every call in its place it has {size.instructions} instructions; "
            f"no more than {UNFOLDED_LIMIT} are given to a GPU"
        )
    many = size.instructions > max(
        INLINED_LIMIT, 2 * len(program.instructions)
    ) or size.loops + size.retries > max(LOOP_LIMIT, 1 + sum(map(retries, program.instructions)))
    if structured or (structured is None and not many and _block_depth(program) <= _DEEPEST_BLOCKS):
        return Flow(functions=block_functions(program), call_depth=depth)
    labels: dict[int, str] = {}
    for label in program.labels:
        labels.setdefault(label.index, label.name)
    blocks, entry = dispatch(program, labels)
    return Flow(dispatch=blocks, entry=entry, call_depth=depth, skips=True, recursive=may_recurse(program))


def _block_depth(program: Program) -> int:
    """How deep blocks nest in the text."""
    depth = deepest = 0
    for instruction in program.instructions:
        match instruction.opcode.flow:
            case OpcodeFlow.IF | OpcodeFlow.REPEAT:
                depth += 1
                deepest = max(deepest, depth)
            case OpcodeFlow.ENDIF | OpcodeFlow.END_REPEAT:
                depth -= 1
            case _:
                pass
    return deepest


def _straight(program: Program) -> Block | None:
    """All that runs, where no branch or call comes before the end or a RET that always goes."""
    instructions = program.instructions
    entry = program.entry
    if program.profile.labels:
        for index in range(entry, len(instructions)):
            instruction = instructions[index]
            if instruction.opcode.is_flow:
                if instruction.operation != "return" or not always(instruction.condition):
                    return None
                return Block(instructions[entry:index], index - entry + 1)
    return Block(instructions[entry:], len(instructions) - entry)


def _structured(
    program: Program, subroutines: list[Subroutine], labels: dict[int, str], forced: bool
) -> tuple[Function, ...] | None:
    """The structured functions; None where there are none or they are too large."""
    if not forced and subroutines[-1].inlined > INLINED_LIMIT:
        return None
    for subroutine in subroutines:
        crossing = subroutine.graph.irreducible
        if crossing is not None:
            if not forced:
                return None
            index = subroutine.graph.order[crossing[1]]
            place = labels.get(index, "the loop's start")
            raise TargetError(
                f"{program.source.name}: no structured form: the loop at '{place}' is also entered elsewhere"
            )
    try:
        functions = tuple(shape(subroutine, labels) for subroutine in subroutines)
    except TooDeep:
        if not forced:
            return None
        raise TargetError(f"{program.source.name}: no structured form: its branches nest too deep") from None
    if not forced and (
        sum(size(function.body) for function in functions) > WRITTEN_LIMIT
        or _inlined_loops(functions) > LOOP_LIMIT
    ):
        return None
    return functions


def _inlined_loops(functions: tuple[Function, ...]) -> int:
    """How many loops the main function, the last, has with every call in its place."""
    loops: dict[str, int] = {}
    for function in functions:
        loops[function.name] = _loops_in(function.body, loops)
    return loops[functions[-1].name]


def _loops_in(regions: tuple[Region, ...], loops: Mapping[str, int]) -> int:
    """The same of regions; ``loops`` has the functions that they call."""
    total = 0
    for region in regions:
        match region:
            case Loop(body=body):
                total += 1 + _loops_in(body, loops)
            case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                total += _loops_in(then, loops) + _loops_in(otherwise, loops)
            case Call(function=name):
                total += loops[name]
            case _:
                pass
    return total
