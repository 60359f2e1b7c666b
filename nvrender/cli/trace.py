"""``nvrender trace``: what each instruction of one vertex or fragment changed."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from nvrender.cli.arrays import attributes_from, input_options, parameters_from, window_height_option
from nvrender.cli.check import load_file
from nvrender.cli.terminal import echo_json
from nvrender.cli.textures import texture_option, textures_from
from nvrender.source import InputError

if TYPE_CHECKING:
    from nvrender.oracle.trace import Step
    from nvrender.program import Program


@click.command()
@click.argument("file")
@input_options
@texture_option
@window_height_option
@click.option(
    "--vertex",
    "--fragment",
    default=0,
    show_default=True,
    help="Which vertex or fragment of the attribute arrays.",
)
@click.option(
    "--limit",
    default=1000,
    show_default=True,
    type=click.IntRange(min=1),
    help="Stop after this many instructions.",
)
@click.option("--json", "as_json", is_flag=True, help="Write one JSON array, an object for each instruction.")
def command(
    file: str,
    attributes: str | None,
    parameters: str | None,
    parameter: tuple[str, ...],
    texture: tuple[str, ...],
    window_height: float | None,
    vertex: int,
    limit: int,
    as_json: bool,
) -> None:
    """Show every instruction one vertex or fragment executes with the registers it changed.

    FILE is - for standard input. Each line has the instruction's number, its line in FILE, itself, and
    the components that have a new value (CC is the condition code, by the value that set it).
    """
    from nvrender.gl.inputs import attribute_arrays, buffer_arrays, parameter_array
    from nvrender.gl.state import State
    from nvrender.isa.profiles import Stage
    from nvrender.oracle.trace import trace
    from nvrender.oracle.trace_lines import step_line

    program = load_file(file)
    state = State(window_height=window_height)
    arrays, count = attribute_arrays(program, attributes_from(attributes), state, None)
    if not 0 <= vertex < count:
        one, many = ("vertex", "vertices")
        if program.profile.stage is Stage.FRAGMENT:
            one, many = ("fragment", "fragments")
        there = f"there is 1 {one}, 0" if count == 1 else f"there are {count} {many}, 0 to {count - 1}"
        raise InputError(f"--vertex {vertex}: {there}")
    given = parameters_from(parameters, parameter)
    values = parameter_array(program, given, state)
    textures = textures_from(program, texture)
    steps = trace(program, arrays, values, vertex, buffers=buffer_arrays(program, given), textures=textures)
    if as_json:
        echo_json([_data(program, step) for step in islice(steps, limit)])
        return
    for step in islice(steps, limit):
        click.echo(step_line(program, step))
    if next(steps, None) is not None:
        click.echo(f"stopped after {limit} instructions; --limit shows more")


def _data(program: Program, step: Step) -> dict[str, Any]:
    from nvrender.oracle.trace_lines import line_of
    from nvrender.syntax.printer import statement_text

    return {
        "number": step.number,
        "line": line_of(program, step),
        "instruction": statement_text(program, step.instruction),
        "changes": [
            {
                "register": change.register,
                "component": change.component,
                "old": float(change.old),
                "new": float(change.new),
            }
            for change in step.changes
        ],
        "taken": step.taken,
        "end": step.end or None,
    }
