"""Structured regions: what a program's branches, calls and loops become.

Leaves are the program's own instructions. A back end reads a Flow top to bottom and never looks at
labels or targets again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nvrender.lower.control_flow.graph import always, never
from nvrender.program import Condition, Instruction, Operand, Register


@dataclass(frozen=True, slots=True)
class Block:
    """Instructions that run one after the other; none is BRA, CAL or RET.

    ``executed`` counts the instructions of the 65536 that this block stands for, the branches,
    calls and returns right after them that became structure included: every path through the
    regions adds up to the exact number fetched (NV_vertex_program2 2.14.2.3), and instruction k of
    the block is the (count before the block + k + 1)-th of the run. ``instructions`` may be empty.
    """

    instructions: tuple[Instruction, ...]
    executed: int


@dataclass(frozen=True, slots=True)
class If:
    """``condition`` passes if any of its four swizzled components does, unless ``negated``."""

    condition: Condition
    then: tuple[Region, ...]
    otherwise: tuple[Region, ...] = ()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Loop:
    """Repeats ``body`` until a Break; the end of the body continues.

    ``label`` is the program's label it starts at, "" where there is none. With a ``count`` (component x,
    read once, a float's floor) the body runs at most that many times, and a Continue counts as one.
    ``repeats``: it is a REP, of a language that sets no limit to it; the back end's watchdog must
    (docs/semantics.md). ``indexed``: it is a LOOP, whose index A0.x begins at y of ``count`` and grows by z.
    """

    body: tuple[Region, ...]
    label: str = ""
    count: Operand | None = None
    repeats: bool = False
    indexed: bool = False


@dataclass(frozen=True, slots=True)
class Break:
    """Leaves the innermost Loop."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Starts the innermost Loop's body again."""


@dataclass(frozen=True, slots=True)
class SetFlag:
    """Sets the function's boolean ``flag`` (for exits that no Break or Return makes alone).

    On every path a flag is set before it is read.
    """

    flag: str
    value: bool


@dataclass(frozen=True, slots=True)
class IfFlag:
    """Runs ``then`` if ``flag`` is set."""

    flag: str
    then: tuple[Region, ...]
    otherwise: tuple[Region, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """Calls a Function of the Flow by name; if it ends the program, so does the caller."""

    function: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Runs the ways of the number that ``register`` is set to, a subroutine parameter; or nothing.

    Outside an array chosen from there is no number. ``instruction`` is the CALI it is made of.
    """

    register: Register
    ways: tuple[tuple[int, tuple[Call, ...]], ...]
    instruction: Instruction


@dataclass(frozen=True, slots=True)
class Return:
    """Leaves the function; in the main function, ends the program.

    The end of a function's body does the same.
    """


@dataclass(frozen=True, slots=True)
class Terminate:
    """Ends the program from a subroutine; results stay as they are."""


Region = Block | If | Loop | Break | Continue | SetFlag | IfFlag | Call | Choice | Return | Terminate


@dataclass(frozen=True, slots=True)
class Function:
    """A subroutine: ``label`` is the program's own name for it, ``name`` its own in the Flow.

    ``depth`` is the number of pending calls while it runs where the call stack may overflow in it
    or below it, else 0. ``may_terminate`` tells whether a path in it or below it ends the program,
    the execution limit aside. The main function is named "main" and never terminates: it returns.
    """

    name: str
    label: str
    depth: int
    body: tuple[Region, ...]
    flags: tuple[str, ...] = ()
    may_terminate: bool = False


@dataclass(frozen=True, slots=True)
class Jump:
    """How a dispatched block ends: where to go; a place that is None ends the program.

    ``kind`` is "next" (goes to ``target``), "branch" (to ``target``), "call" (to ``target``, never
    None, after pushing ``following``; ends the program where the stack is full), "return" (to the
    popped place; ends the program where the stack is empty or has a saved register on top), "push" and
    "pop" (to ``target``, after the PUSHA or POPA ``instruction``; end the program where the stack is full,
    or has no saved register on top), "repeat" and "again" (into the body of the REP ``instruction`` at its
    beginning and end: to ``target``, or to ``following`` once it has run), "choose" (a call to that of
    ``ways`` whose number the subroutine parameter of the CALI ``instruction`` is set to), "wait" (at the BAR
    ``instruction`` for the others of the work group, then to ``target``) or "end". A "branch", "call",
    "choose" or "return" with a ``condition`` goes on at ``following`` where it fails. A call pushes a
    ``following`` that is None as well: returning there ends the program.
    """

    kind: str
    condition: Condition | None = None
    target: int | None = None
    following: int | None = None
    instruction: Instruction | None = None
    ways: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class DispatchBlock:
    """One case of the dispatch loop: its number, instructions, and how it ends.

    ``label`` is the program's label it starts at, "" where there is none; ``executed`` counts as in
    Block, the instruction that became ``jump`` included.
    """

    number: int
    label: str
    instructions: tuple[Instruction, ...]
    executed: int
    jump: Jump


@dataclass(frozen=True, slots=True)
class Flow:
    """A program's control flow.

    Either ``functions`` (callees first, the main function last) hold structured bodies, or
    ``dispatch`` holds the whole program as blocks of one ``switch`` in a loop, with a call stack of
    ``call_depth`` entries and ``entry`` as the first block, None where the program ends at once.
    With ``skips`` a call does nothing where the stack is full, and goes on; ``recursive`` tells whether a
    loop of ``dispatch`` may be running at several depths of the stack.
    ``counted`` tells whether a run can reach the execution limit, so that instructions must be
    counted. In the bodies of ``functions`` a PUSHA keeps its register, and a POPA takes it from, the place
    that ``saved`` has for its index; each function has places of its own.
    """

    functions: tuple[Function, ...] = ()
    dispatch: tuple[DispatchBlock, ...] = ()
    entry: int | None = 0
    call_depth: int = 0
    counted: bool = False
    saved: Mapping[int, int] = field(default_factory=dict)
    skips: bool = False
    recursive: bool = False


def chosen(
    condition: Condition | None, then: tuple[Region, ...], otherwise: tuple[Region, ...] = ()
) -> tuple[Region, ...]:
    """An If, or one of its ways where the condition is constant, or nothing where both are empty."""
    if always(condition):
        return then
    if never(condition):
        return otherwise
    assert condition is not None
    return (If(condition, then, otherwise),) if then or otherwise else ()
