"""How many instructions an execution of a program may take, by its text (docs/semantics.md)."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from warnings import warn

from nvrender.program import Instruction, Program
from nvrender.program.opcodes import Flow
from nvrender.program.subroutines import subroutine_targets
from nvrender.records import once
from nvrender.source import LoopsEndedWarning

#: So many instructions loops may take together, or INSTRUCTIONS_A_TURN for each turn where those are more.
LOOP_INSTRUCTIONS = 1 << 22
INSTRUCTIONS_A_TURN = 64


@dataclass(frozen=True)
class Work:
    """Most instructions, every call in its place: ``once`` those outside loops, ``turn`` a turn of a loop.

    Turns of the loops inside a turn count for themselves.
    """

    once: int
    turn: int


def most_instructions(watchdog: int | None) -> int:
    """How many instructions the loops of an execution take together."""
    return sys.maxsize if watchdog is None else max(LOOP_INSTRUCTIONS, INSTRUCTIONS_A_TURN * watchdog)


def allowed_turns(program: Program, watchdog: int | None) -> int | None:
    """How many turns all loops of an execution take together; None for any number.

    ``watchdog``, but fewer where turns are so long that their instructions were more than are allowed; always
    one.
    """
    if watchdog is None or not program.profile.blocks:
        return watchdog
    return max(min(watchdog, most_instructions(watchdog) // max(work_of(program).turn, 1)), 1)


def warn_ended(program: Program, turns: int) -> None:
    """Tell that loops wanted more turns than the ``turns`` they are allowed."""
    warn(
        f"{program.source.name}: loops end after {turns} turns together, though they want more; watchdog= "
        f"of a run allows others, None any number",
        LoopsEndedWarning,
        stacklevel=2,
    )


@once
def work_of(program: Program) -> Work:
    """The work of a program without branches (NV_gpu_program4 2.X.5)."""
    parts: dict[int, list[_Part]] = {}
    entries = [program.entry]
    while entries:
        entry = entries.pop()
        if entry not in parts and entry < len(program.instructions):
            parts[entry] = _parts(program, entry)
            entries += [target for part in parts[entry] for target in part.calls]
    sizes = dict.fromkeys(parts, 0)
    for _ in range(program.profile.call_depth):  # from the deepest calls, which call no more, outwards
        sizes = {entry: part.size(sizes) for entry, (part, *_) in parts.items()}
    turns = [part.size(sizes) for _, *loops in parts.values() for part in loops]
    main = parts.get(program.entry)
    return Work(main[0].size(sizes) if main else 0, max(turns, default=0))


@dataclass
class _Part:
    """Instructions of a subroutine, or of a turn of a loop in it, and how often they call which entries."""

    own: int = 0
    calls: Counter[int] = field(default_factory=Counter)

    def size(self, sizes: dict[int, int]) -> int:
        return self.own + sum(times * sizes.get(entry, 0) for entry, times in self.calls.items())


def _parts(program: Program, entry: int) -> list[_Part]:
    """What the subroutine at ``entry`` has outside loops, then each of its loops."""
    found = [_Part()]
    inside = [found[0]]
    blocks = 0
    for instruction in program.instructions[entry:]:
        part = inside[-1]
        part.own += not instruction.implicit
        match instruction.opcode.flow:
            case Flow.CALL if instruction.target is not None:
                part.calls[instruction.target] += 1
            case Flow.CALL_INDIRECT:
                part.calls.update(_dearest(program, instruction))
            case Flow.IF:
                blocks += 1
            case Flow.ENDIF:
                blocks -= 1
            case Flow.REPEAT | Flow.LOOP:
                found.append(_Part())
                inside.append(found[-1])
            case Flow.END_REPEAT | Flow.END_LOOP:
                inside.pop()
            case Flow.RETURN if not blocks and len(inside) == 1 and instruction.condition is None:
                break
            case _:
                pass
    return found


def _dearest(program: Program, instruction: Instruction) -> list[int]:
    """The entries a CALI may call: all of them, which is more than any of them."""
    return list(subroutine_targets(program, instruction.operands[0].register.index).values())
