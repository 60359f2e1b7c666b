"""``nvrender trace``: what each instruction of one vertex changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nvrender.cli.arrays import attributes_from, input_options, parameters_from
from nvrender.cli.check import load_file
from nvrender.source import InputError

if TYPE_CHECKING:
    from nvrender.oracle.trace import Step
    from nvrender.program import Program


@click.command()
@click.argument("file")
@input_options
@click.option("--vertex", default=0, show_default=True, help="Which vertex of the attribute arrays.")
@click.option("--limit", default=1000, show_default=True, help="Stop after this many instructions.")
def command(
    file: str,
    attributes: str | None,
    parameters: str | None,
    parameter: tuple[str, ...],
    vertex: int,
    limit: int,
) -> None:
    """Show every instruction one vertex executes with the registers it changed."""
    from nvrender.gl.inputs import attribute_arrays, buffer_arrays, parameter_array
    from nvrender.gl.state import State
    from nvrender.oracle.trace import trace

    program = load_file(file)
    arrays, count = attribute_arrays(program, attributes_from(attributes), State(), None)
    if not 0 <= vertex < count:
        raise InputError(f"--vertex {vertex}: there are {count} vertices, 0 to {count - 1}")
    given = parameters_from(parameters, parameter)
    values = parameter_array(program, given, State())
    buffers = buffer_arrays(program, given)
    for number, step in enumerate(trace(program, arrays, values, vertex, buffers=buffers)):
        if number == limit:
            click.echo(f"stopped after {limit} instructions; --limit shows more")
            break
        click.echo(_text(program, step))


def _text(program: Program, step: Step) -> str:
    """``12  line 7  ADD R0, R0, R1;    R0 = (1→2, –, –, –)``: the number, the place, what changed."""
    from nvrender.syntax.printer import statement_text

    line, _ = program.source.line_and_column(step.instruction.span.start)
    head = f"{step.number:>5}  line {line:<4} {statement_text(program, step.instruction)}"
    changed: dict[str, list[str]] = {}
    for change in step.changes:
        changed.setdefault(change.register, []).append(
            f"{change.component} {_number(change.old)} → {_number(change.new)}"
        )
    notes = [f"{register}: {', '.join(values)}" for register, values in changed.items()]
    if step.taken is not None:
        notes.append("taken" if step.taken else "not taken")
    if step.end:
        notes.append(f"ends: {step.end}")
    return f"{head:<64}  {'; '.join(notes)}".rstrip()


def _number(value: float) -> str:
    """Nine digits tell any two float32 apart; integers of 32 bits need ten."""
    return f"{value:.10g}" if value.is_integer() and abs(value) < 2**32 else f"{value:.9g}"
