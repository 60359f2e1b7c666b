"""Statements of the intermediate representation as lines of GLSL."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nvrender.glsl.comments import Placement
from nvrender.glsl.emit.statements import EmitContext
from nvrender.glsl.hidden import Zeros, zeros
from nvrender.glsl.memory.buffer_banks import BufferBanks
from nvrender.glsl.memory.image_variables import ImageVariables
from nvrender.glsl.names import Names
from nvrender.glsl.printer.functions import function_names, written_functions
from nvrender.glsl.printer.locals import Locals
from nvrender.glsl.printer.statements import Remarks
from nvrender.glsl.printer.structure import Printer
from nvrender.glsl.registers.numbered import NumberedStorage
from nvrender.glsl.targets import TARGETS
from nvrender.ir.nodes import Loop, Statement
from nvrender.ir.text.reader import read
from nvrender.ir.text.writer import statement_head
from nvrender.ir.verify import verify
from nvrender.languages.load import load
from nvrender.lower.program import lowered
from nvrender.source import Span

_HEAD = """\
shader%s
input v: floatx4
output o: float
code CC0: floatx4
local f.run: bool
local main.run: bool
local block: int
local stack: int [4]
local depth: int
local main.count: int

"""


class _Language(EmitContext):
    """Instructions stay as they are written."""

    def instruction(self, nodes: Sequence[Statement], guard: str) -> list[str]:
        return [f"{f'if ({guard}) ' if guard else ''}{statement_head(node)};" for node in nodes]

    def turns(self, loop: Loop) -> tuple[str, str]:
        return "times", "i"


def printed(functions: str, *, limit: str = "", watchdog: int | None = None, behind: str = "") -> str:
    shader = verify(read(_HEAD % limit + functions))
    names = Names()
    program = load("!!VP2.0 MOVC o[HPOS], v[0]; END")
    storage = NumberedStorage(program, {}, shader=lowered(program), numbered=lowered(program))
    storage.name(names)
    language = _Language(
        program,
        True,
        False,
        glsl=TARGETS["glsl330"],
        storage=storage,
        local_names=Locals(names.take),
        take_name=names.take,
        banks=BufferBanks(storage, names.take, zeros),
        zeros=Zeros(exact=True),
        images=ImageVariables(shader, {}, frozenset()),
    )
    placement = Placement(behind={0: behind} if behind else {})
    remarks = Remarks(placement, {Span(1, 2): 0})
    printer = Printer(shader, language, remarks, function_names(shader, names), watchdog)
    lines = written_functions(printer, wrapped=False, prologue=list, closing=list)
    return "\n".join(lines.text).strip()


def test_flags_and_functions_that_end() -> None:
    assert (
        printed(
            """\
function f {
  f.run.x = true
  if f.run.x { terminate }
}
function main {
  call f
  main.run.x = false
  if holds_not(main.run.x) { o.x = 1.0 @1:2 } else { return }
}
""",
            behind="a comment",
        )
        == """\
bool f() {
    bool run = false;
    run = true;
    if (run) {
        return true;
    }
    return false;
}

void main() {
    bool run = false;
    if (f()) return;
    run = false;
    if (!run) {
        o.x = 1.0;  // a comment
    } else {
        return;
    }
}"""
    )


def test_blocks_and_their_stack() -> None:
    assert (
        printed(
            """\
function main {
  block.x = 0
  loop {
    if less(block.x, 0) { break }
    switch block.x {
      case 0 "start" {
        stack[depth.x].x = 1
        depth.x = iadd(depth.x, 1)
        block.x = 1
      }
      case 1 "" {
        if greater(depth.x, 0) {
          depth.x = iadd(depth.x, -1)
          block.x = stack[depth.x].x
        } else { block.x = -1 }
      }
    }
  }
}
"""
        )
        == """\
void main() {
    int block = 0;
    int stack[4];
    int depth = 0;
    while (block >= 0) {
        switch (block) {
        case 0:  // start
            stack[depth++] = 1;
            block = 1;
            break;
        case 1:
            block = depth > 0 ? stack[--depth] : -1;
            break;
        }
    }
}"""
    )


def test_instructions_up_to_a_limit() -> None:
    assert (
        printed(
            """\
function main {
  executed 1
  o.x = 1.0 @1:2
  loop {
    executed 1
    if greater(CC0.x, 0.0) { break }
    executed 1
    o.x = 2.0 @1:2
  }
  executed 1
}
""",
            limit=" limit 9",
        )
        == """\
void main() {
    o.x = 1.0;
    ++executed;
    while (executed < 9) {
        ++executed;
        if (nv_greater(CC.x, 0.0)) {
            break;
        }
        if (executed < 9) o.x = 2.0;
        ++executed;
    }
}"""
    )


@pytest.mark.parametrize(
    ("loop", "watchdog", "head"),
    [
        ("loop turns 5 watched { o.x = 1.0 @1:2 }", None, "for (int count = 5; count > 0; --count) {"),
        ("loop turns 5 watched { break }", None, "for (int count = 5; count-- > 0;) {"),
        ("loop turns 5 watched { break }", 7, "for (int count = 5; count-- > 0;) {"),
        ("loop watched { break }", 7, "while (turns++ < 7) {"),
        ("loop watched { break }", None, "while (true) {"),
        ("loop { o.x = 1.0 @1:2 }", None, "while (true) {"),
        ("loop { if main.run.x { } else { break } }", None, "while (run) {"),
    ],
)
def test_heads_of_loops(loop: str, watchdog: int | None, head: str) -> None:
    assert head in printed(f"function main {{ {loop} }}", watchdog=watchdog)


def test_another_turn_among_blocks() -> None:
    step = "main.count.x = iadd(main.count.x, -1) block.x = 2"
    turn = "loop turns main.count.x watched { block.x = 1 break }"
    text = printed(f"function main {{ depth.x = 0 loop {{ {step} {turn} }} }}", watchdog=7)
    assert "block = --count > 0 && turns++ < 7 ? 1 : 2;" in text
