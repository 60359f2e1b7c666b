"""``nvrender trace``: what each instruction of one vertex or fragment changed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from nvrender.cli.inputs.inputs import Inputs, input_options
from nvrender.cli.inputs.memory import Reached
from nvrender.cli.inputs.reading import Reading, reading_options
from nvrender.cli.messages.terminal import echo_json
from nvrender.cli.trace.scene import ScenePixel, fragment_of, scene_pixel_options
from nvrender.files import check_output, write_bytes
from nvrender.gl.patches import Patch
from nvrender.languages.arb.geometry_bindings import PATCHES
from nvrender.source import InputError, named

if TYPE_CHECKING:
    from nvrender.gl.state.state import State
    from nvrender.oracle.machine.resources import Resources
    from nvrender.oracle.trace.programs import Step
    from nvrender.program import Program


@click.command()
@click.argument("file")
@input_options
@click.option(
    "--vertex",
    "--fragment",
    "--primitive",
    default=0,
    show_default=True,
    help="Which vertex or fragment of the attribute arrays, or which input primitive they make.",
)
@click.option(
    "--invocation",
    metavar="N|X,Y,Z",
    help="Which of the INVOCATIONS of a geometry program, or which invocation of a compute program: its "
    "number, group after group, or its invocation.globalid.  [default: 0]",
)
@click.option(
    "--limit",
    default=1000,
    show_default=True,
    type=click.IntRange(min=1),
    help="Stop after this many instructions.",
)
@scene_pixel_options
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write a page with the program, its GLSL, its intermediate representation and all values.",
)
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Write one JSON array, an object for each instruction.")
def command(
    file: str,
    vertex: int,
    invocation: str | None,
    limit: int,
    scene_pixel: ScenePixel,
    html: Path | None,
    as_json: bool,
    inputs: Inputs,
    reading: Reading,
) -> None:
    """Show every instruction one vertex, fragment or invocation executes, what it reads and what it changes.

    FILE is a program, - for standard input, or a scene, of whose frame --pixel says a fragment. Each line has
    the instruction's number, its line in FILE, itself, the values it reads, and the components that have a
    new value (CC is the condition code, by the value that set it), and the words of buffers, images and
    shared memory that do. Others run beside it as they do in "nvrender run": the threads of its patch, and
    those of its work group from BAR to BAR; where the program writes memory, also whatever comes before it.
    """
    from nvrender.gl.state.state import State

    if as_json and html is not None:
        raise click.UsageError("--json and --html are two answers; ask for one")
    output = _Output(limit, as_json, html)
    if file.endswith(".toml"):
        found, where = fragment_of(file, scene_pixel)
        output.write(found.program, found.steps(), where)
        return
    if scene_pixel.asked:
        raise click.UsageError("--pixel, --frame, --size and --draw are for scenes")
    program, reached = inputs.load(file, reading), inputs.reached
    given = _Given(
        inputs.arrays,
        inputs.values(reached),
        inputs.textures(program),
        State(window_height=inputs.window_height),
        reached,
    )
    if inputs.groups is not None and program.compute is None:
        raise click.UsageError("--groups is for compute programs")
    if program.geometry is not None:
        steps = _of_primitive(program, given, vertex, _numbers(invocation, 1)[0], inputs)
    elif inputs.mode is not None:
        raise click.UsageError("--mode is for geometry programs")
    elif program.compute is not None:
        if inputs.patch is not None or (vertex and invocation is not None):
            raise click.UsageError("a compute program takes --invocation, and neither --vertex nor --patch")
        steps = _of_invocation(program, given, (vertex,) if invocation is None else _numbers(invocation, 3))
    elif invocation is not None:
        raise click.UsageError("--invocation is for geometry and compute programs")
    elif program.tessellation is not None:
        steps = _of_patches(program, given, vertex, inputs.patches, limit)
    elif inputs.patch is not None:
        raise click.UsageError("--patch is for tessellation programs and geometry programs of PATCHES")
    else:
        steps = _of_vertex(program, given, vertex)
    output.write(program, steps)


class _Output(NamedTuple):
    """Where steps go: lines of text, JSON, or a page."""

    limit: int
    as_json: bool
    html: Path | None

    def write(self, program: Program, steps: Iterator[Step], where: str = "") -> None:
        """At most ``limit`` steps; ``where`` is what of a scene they are of."""
        from nvrender.oracle.trace.lines import step_line

        if self.html is not None:
            check_output(self.html)
        first = islice(steps, self.limit)
        if self.as_json:
            echo_json([_data(program, step) for step in first])
        elif self.html is not None:
            self._page(self.html, program, list(first), where)
        else:
            if where:
                click.echo(where)
            for step in first:
                click.echo(named(step_line(program, step)))
            if next(steps, None) is not None:
                click.echo(f"stopped after {self.limit} instructions; --limit shows more")

    def _page(self, path: Path, program: Program, steps: list[Step], where: str) -> None:
        from nvrender.regression.report.trace_page import trace_page

        if not steps:
            raise InputError(f"{program.source.name}: executes no instruction to show")
        name = Path(program.source.name).name
        about = where or f"{len(steps)} instructions of {program.profile.header}"
        write_bytes(path, trace_page(program, steps, f"{name}, step by step", about))
        click.echo(named(path))


class _Given(NamedTuple):
    """What the command line gives a program."""

    attributes: dict[int | str, Any]
    parameters: Any
    textures: Any
    state: State
    reached: Reached

    def resources(self, program: Program) -> Resources:
        """What the program has on the oracle; InputError where it names what is not given."""
        from nvrender.gl.inputs.global_memory import stores_given
        from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
        from nvrender.oracle.machine.resources import Resources
        from nvrender.oracle.memory.spaces import Spaces

        parameters = parameter_array(program, self.parameters, self.state)
        buffers = buffer_arrays(program, self.parameters)
        reached = self.reached
        stores = stores_given(program, reached.memory, reached.storage, reached.images)
        return Resources(parameters, buffers, self.textures, spaces=Spaces.of(program, stores, buffers))


def _numbers(text: str | None, most: int) -> tuple[int, ...]:
    """The argument of --invocation: one number, or up to ``most``."""
    try:
        found = tuple(int(part) for part in ("0" if text is None else text).split(","))
    except ValueError:
        found = ()
    if not 1 <= len(found) <= most:
        wanted = "a number" if most == 1 else "a number or X,Y,Z"
        raise click.BadParameter(f"{text!r} is not {wanted}", param_hint="--invocation")
    return found


def _of_invocation(program: Program, given: _Given, place: tuple[int, ...]) -> Iterator[Step]:
    from nvrender.gl.inputs.work_groups import invocation_at, work_groups
    from nvrender.oracle.trace.compute import trace_invocation

    groups = work_groups(given.reached.groups)
    number = place[0] if len(place) == 1 else invocation_at(program, groups, place)
    return trace_invocation(program, groups, given.resources(program), number)


def _of_vertex(program: Program, given: _Given, vertex: int) -> Iterator[Step]:
    from nvrender.gl.inputs.vertices import attribute_arrays
    from nvrender.oracle.trace.programs import trace
    from nvrender.program.profile import Stage

    arrays, count = attribute_arrays(program, given.attributes, given.state, None)
    if not 0 <= vertex < count:
        one, many = ("vertex", "vertices")
        if program.profile.stage is Stage.FRAGMENT:
            one, many = ("fragment", "fragments")
        there = f"there is 1 {one}, 0" if count == 1 else f"there are {count} {many}, 0 to {count - 1}"
        raise InputError(f"--vertex {vertex}: {there}")
    return trace(program, arrays, given.resources(program), vertex)


def _of_primitive(
    program: Program, given: _Given, primitive: int, invocation: int, inputs: Inputs
) -> Iterator[Step]:
    from nvrender.gl.inputs.geometry import geometry_inputs
    from nvrender.gl.inputs.patch_runs import patch_run
    from nvrender.gl.inputs.primitives import check_mode
    from nvrender.oracle.patches.programs import Patches
    from nvrender.oracle.trace.compute import trace_patch, trace_primitive

    assert program.geometry is not None
    check_mode(program.geometry.input, inputs.mode)
    resources = given.resources(program)
    if program.geometry.input == PATCHES:
        run = patch_run(program, given.attributes, inputs.patches, None)
        patches = Patches(run.size, run.ids, run.vertices, run.values)
        return trace_patch(program, patches, resources, primitive, invocation)
    if inputs.patch is not None:
        raise click.UsageError(f"--patch is for programs that take PATCHES; {program.source.name} takes none")
    count = None if given.attributes else program.geometry.vertices
    sources, assembly, _ = geometry_inputs(program, given.attributes, inputs.mode, count)
    arrays = {index: source.rows(0, len(source.array)) for index, source in sources.items()}
    return trace_primitive(program, arrays, assembly, resources, primitive, invocation)


def _of_patches(
    program: Program, given: _Given, vertex: int, patch: Patch | None, limit: int
) -> Iterator[Step]:
    from nvrender.gl.inputs.patch_runs import patch_run
    from nvrender.oracle.trace.patches import trace_patches

    run = patch_run(program, given.attributes, patch, None)
    return trace_patches(program, run, vertex, given.resources(program), limit)


def _data(program: Program, step: Step) -> dict[str, Any]:
    from nvrender.languages.printer import statement_text
    from nvrender.oracle.trace.lines import line_of

    return {
        "number": step.number,
        "line": line_of(program, step),
        "instruction": statement_text(program, step.instruction),
        "operands": [
            {"operand": row.text, "components": row.components, "values": list(row.values)}
            for row in step.operands
        ],
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
        **({"invalid": True} if step.invalid else {}),
    }
