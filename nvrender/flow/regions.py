"""Structured regions: what a program's branches, calls and loops become.

Leaves are the program's own instructions. A back end reads a Flow top to bottom and never looks at
labels or targets again.
"""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.program import Condition, Instruction


@dataclass(frozen=True, slots=True)
class Block:
    """Instructions that run one after the other; none is BRA, CAL or RET.

    ``executed`` counts the instructions of the 65536 that this block stands for, the branches,
    calls and returns before, among and after them that became structure included: every path
    through the regions adds up to the exact number fetched (NV_vertex_program2 2.14.2.3).
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
    """Repeats ``body`` until a Break; the end of the body continues."""

    body: tuple[Region, ...]


@dataclass(frozen=True, slots=True)
class Break:
    """Leaves the innermost Loop."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Starts the innermost Loop's body again."""


@dataclass(frozen=True, slots=True)
class SetFlag:
    """Sets the function's boolean ``flag`` (for exits through more than one loop)."""

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
class Return:
    """Leaves the function; in the main function, ends the program."""


@dataclass(frozen=True, slots=True)
class Terminate:
    """Ends the program from any depth; results stay as they are."""


Region = Block | If | Loop | Break | Continue | SetFlag | IfFlag | Call | Return | Terminate


@dataclass(frozen=True, slots=True)
class Function:
    """A subroutine at one call depth: ``label`` is the program's own name for it.

    ``may_terminate`` tells whether a path in it or below it ends the program.
    """

    name: str
    label: str
    depth: int
    body: tuple[Region, ...]
    flags: tuple[str, ...] = ()
    may_terminate: bool = False


@dataclass(frozen=True, slots=True)
class Jump:
    """How a dispatched block ends: where to go; ``target`` None ends the program.

    ``kind`` is "next", "branch", "call", "return" or "end". A "branch", "call" or "return" with a
    ``condition`` goes on at ``following`` where it fails; a "call" pushes ``following``.
    """

    kind: str
    condition: Condition | None = None
    target: int | None = None
    following: int | None = None


@dataclass(frozen=True, slots=True)
class DispatchBlock:
    """One case of the dispatch loop: its number, instructions, and how it ends."""

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
    ``call_depth`` entries and ``entry`` as the first block. ``counted`` tells whether a run can
    reach the execution limit, so that instructions must be counted.
    """

    functions: tuple[Function, ...] = ()
    dispatch: tuple[DispatchBlock, ...] = ()
    entry: int | None = 0
    call_depth: int = 0
    counted: bool = False
