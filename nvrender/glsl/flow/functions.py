"""A shader's first lines, subroutines and main, around what the Emitter writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nvrender.glsl.comments import Placement
from nvrender.glsl.flow.regions import Emitter
from nvrender.glsl.lines import Lines
from nvrender.glsl.names import Names
from nvrender.glsl.requirements import extensions
from nvrender.glsl.shader import PRECISE_330, headline, shown_parts
from nvrender.glsl.targets import Target
from nvrender.glsl.textures.lookup_extensions import lookup_extensions
from nvrender.lower.control_flow.regions import Flow
from nvrender.program import Program


def shown_instructions(program: Program, flow: Flow) -> tuple[dict[int, int], list[int]]:
    """id of an Instruction or of a branch's Condition → the instruction's index; those that have a line."""
    indices = {id(instruction): n for n, instruction in enumerate(program.instructions)}
    for n, instruction in enumerate(program.instructions):
        if instruction.condition is not None:
            indices[id(instruction.condition)] = n
    return indices, sorted({indices[id(part)] for part in shown_parts(flow) if id(part) in indices})


def names_of(flow: Flow, names: Names) -> tuple[dict[str, str], dict[str, str]]:
    """GLSL names of the subroutines and of the boolean flags, by theirs in ``flow``."""
    functions = {function.name: names.take(function.name) for function in flow.functions[:-1]}
    flags = dict.fromkeys(flag for function in flow.functions for flag in function.flags)
    return functions, {flag: names.take(flag) for flag in flags}


def first_lines(
    program: Program, target: Target, kind: str, placement: Placement, *, exact: bool, bindless: bool = False
) -> Lines:
    """The version, what the shader was made from, and the comments at the program's head."""
    lines = Lines()
    lines.add(f"#version {target.version}{' core' if target.version < 430 else ''}")
    for extension in extensions(program, target, bindless=bindless):
        lines.add(f"#extension {extension} : require")
    if target.version < 400:
        for line in lookup_extensions(program):
            lines.add(line)
    if exact and not target.precise:
        lines.add(PRECISE_330)
    lines.add(headline(program, kind, exact=exact))
    for comment in placement.head:
        lines.add(f"// {comment}".rstrip())
    return lines


def written_functions(
    emitter: Emitter,
    *,
    wrapped: bool,
    prologue: Callable[[], Iterable[str]],
    closing: Callable[[], Iterable[str]],
) -> Lines:
    """Every function, main last; ``wrapped`` in a function of its own where the program may end early.

    ``prologue`` and ``closing`` are what main does before and after the program, asked for once its
    instructions are written.
    """
    flow, lines = emitter.flow, emitter.lines
    for function in flow.functions[:-1]:
        lines.add("")
        emitter.function(function)
    lines.add("")
    if wrapped:
        emitter.function(flow.functions[-1], "void program() {")
        lines.add("")
    emitter.lines = Lines()
    if flow.dispatch or not flow.functions:
        emitter.dispatch()
    elif wrapped:
        emitter.lines.add("    program();")
    else:
        emitter.body(flow.functions[-1], is_main=True)
    lines.add("void main() {")
    lines.depth += 1
    for text in prologue():
        lines.add(text)
    lines.extend(emitter.lines)
    for comment in emitter.placement.end:
        lines.add(f"// {comment}".rstrip())
    for text in closing():
        lines.add(text)
    lines.depth -= 1
    lines.add("}")
    emitter.lines = lines
    return lines
