"""What every shader is put together from, of whatever language: its flow, its first line, its parts."""

from __future__ import annotations

import os.path

from nvrender.glsl.comments import sanitised
from nvrender.glsl.threads.group_barriers import parts_at_barriers
from nvrender.lower.control_flow.regions import (
    Block,
    Break,
    Call,
    Choice,
    Continue,
    Flow,
    Function,
    If,
    IfFlag,
    Loop,
    Region,
    Return,
    Terminate,
)
from nvrender.lower.control_flow.saved import saves
from nvrender.program import Program

#: The interfaces of a fragment program: a pipeline's shader, and one over arrays.
FRAGMENT_KINDS = ("fragment", "pixels")
#: Deeper nesting becomes a dispatch loop: no reader follows it, and llvmpipe drops what lies 80 deep.
_DEEPEST = 48
#: Blocks are written as deep as they nest, as long as drivers run them right.
_DEEPEST_BLOCKS = 72

#: GLSL 3.30 has no ``precise``; where the extension is missing the word vanishes.
PRECISE_330 = """\
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif"""


def flow_of(program: Program) -> Flow:
    """The program's control flow; a straight line needs no analysis."""
    if any(instruction.opcode.is_flow or saves(instruction) for instruction in program.instructions):
        from nvrender.lower.control_flow import analyse

        if parts_at_barriers(program):
            return analyse(program, structured=False)
        flow = analyse(program)
        deepest = _DEEPEST_BLOCKS if program.profile.blocks else _DEEPEST
        return flow if _nesting(flow) <= deepest else analyse(program, structured=False)
    instructions = program.instructions[program.entry :]
    return Flow((Function("main", "main", 0, (Block(instructions, len(instructions)),)),))


def _nesting(flow: Flow) -> int:
    """How deep if and while stand inside each other once a compiler has inlined all functions.

    What follows an early end counts as nested in its other way, as compilers without jumps have it.
    """
    depths: dict[str, int] = {}
    ends = {function.name: function.may_terminate for function in flow.functions}

    def measure(regions: tuple[Region, ...]) -> tuple[int, bool, bool]:
        """The depth, and whether a path leaves the function or the loop around ``regions`` early."""
        deepest = outer = 0
        ended = left = False
        for region in regions:
            inner, ends_here, leaves_here = 0, False, False
            match region:
                case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                    one, other = measure(then), measure(otherwise)
                    inner = 1 + max(one[0], other[0])
                    ends_here, leaves_here = one[1] or other[1], one[2] or other[2]
                case Loop(body=body):
                    inner, ends_here, _ = measure(body)
                    inner += 1
                case Call(function=function):
                    inner, ends_here = depths[function], ends[function]
                case Choice(ways=ways):
                    inner = len(ways) + max(measure(called)[0] for _, called in ways)
                case Return() | Terminate():
                    ended = True
                case Break() | Continue():
                    left = True
                case _:
                    pass
            deepest = max(deepest, outer + inner)
            outer += ends_here or leaves_here
            ended |= ends_here
            left |= leaves_here
        return max(deepest, outer), ended, left

    for function in flow.functions:
        depths[function.name] = measure(function.body)[0]
    return depths[flow.functions[-1].name] if flow.functions else 0


def headline(program: Program, kind: str, *, exact: bool) -> str:
    """The comment that says what a shader was made from."""
    name = sanitised(os.path.basename(program.source.name)) or "a program"
    purpose = {
        "vertex": "vertex shader",
        "feedback": "vertex shader for transform feedback",
        "compute": "compute shader",
        "groups": "compute shader of work groups",
        "patches": "compute shader over patches",
        "fragment": "fragment shader",
        "pixels": "fragment shader over arrays",
        "geometry": "geometry shader",
        "control": "",
    }[kind]
    if program.tessellation is not None and kind != "patches":
        purpose = f"{program.profile.stage.value} shader"
    if program.geometry is not None and kind == "feedback":
        purpose = "geometry shader for transform feedback"
    numerics = "exact" if exact else "fast"
    return f"// Translated from {name} ({program.profile.header}): {purpose}, {numerics} numerics"


def shown_parts(flow: Flow) -> list[object]:
    """Every instruction, and every branch's condition, that the translation has a line for."""
    shown: list[object] = []
    for block in flow.dispatch:
        shown.extend(block.instructions)
        shown += [block.jump.instruction, block.jump.condition]

    def collect(regions: tuple[Region, ...]) -> None:
        for region in regions:
            match region:
                case Block(instructions=instructions):
                    shown.extend(instructions)
                case If(condition=condition, then=then, otherwise=otherwise):
                    shown.append(condition)
                    collect(then)
                    collect(otherwise)
                case IfFlag(then=then, otherwise=otherwise):
                    collect(then)
                    collect(otherwise)
                case Loop(body=body):
                    collect(body)
                case Choice(instruction=instruction):
                    shown.append(instruction)
                case _:
                    pass

    for function in flow.functions:
        collect(function.body)
    return shown
