"""What lockstep shaders tell where a driver leaves loops before their end (nvrender.glsl.printer.lockstep).

GLSL has loops of any length, but a driver may leave them early (quirks.LOOP_LIMIT). A thread then has
a block it did not run, and a loop over threads did not come to the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from nvrender.glsl.targets import Target
from nvrender.ir import visit
from nvrender.ir.analysis.blocks import blocks_of
from nvrender.ir.nodes import Loop, Shader
from nvrender.lower.program import lowered
from nvrender.program import Program

#: The binding point of the buffer that tells it: 0, or 1 more than the block, -1 where that is not known.
ENDS_BINDING = 3
_STOPPED = "stopped"
NAMES = frozenset({"Ends", _STOPPED, "unfinished"})
DECLARATION = f"layout(std430, binding = {ENDS_BINDING}) buffer Ends {{\n    int {_STOPPED};\n}};"


def tells_ends(shader: Shader, target: Target) -> bool:
    """True if a shader may take more passes than the driver gives it."""
    statements = visit.statements(shader.functions[-1].body)
    return target.leaves_loops and any(isinstance(node, Loop) and node.watched for node in statements)


def told_blocks(blocks: Sequence[str]) -> list[str]:
    """Statements behind the blocks' loop; ``blocks`` are those of each thread, below 0 once it has ended."""
    most = reduce(lambda one, other: f"max({one}, {other})", blocks)
    return [f"int unfinished = {most};", f"if (unfinished >= 0) {_STOPPED} = unfinished + 1;"]


def told_threads(thread: str, threads: int, *, alone: bool) -> str:
    """The statement behind the last loop over threads; ``alone``: the first invocation has it."""
    first = "gl_InvocationID == 0 && " if alone else ""
    return f"if ({first}{thread} < {threads}) {_STOPPED} = -1;"


def place_of(program: Program, told: int) -> str:
    """Where in the text the block stands that a shader told of, as line:column; "" if that is not known."""
    blocks = blocks_of(lowered(program, dispatched=True))
    block = () if blocks is None else dict(blocks.cases).get(told - 1, ())
    origins = (getattr(node, "origin", None) for node in visit.statements(block))
    first = next((origin for origin in origins if origin is not None), None)
    if first is None:
        return ""
    line, column = program.source.line_and_column(first.start)
    return f"{line}:{column}"
