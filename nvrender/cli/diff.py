"""``nvrender diff``: GPU against oracle, per result, within the precision each opcode is owed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from nvrender.cli.arrays import attributes_from, input_options, parameters_from
from nvrender.cli.check import load_file
from nvrender.cli.files import check_output, write_whole
from nvrender.cli.terminal import echo_json, progress

_MOST_VERTICES = 1 << 24


@click.command()
@click.argument("source", metavar="FILE|SCENE")
@input_options
@click.option(
    "--count",
    default=1024,
    show_default=True,
    type=click.IntRange(1, _MOST_VERTICES),
    help="Vertices, where no attributes are given.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    type=click.IntRange(min=0),
    help="Seed of the inputs, where none are given.",
)
@click.option(
    "--frame", default=0, show_default=True, type=click.IntRange(min=0), help="Which frame of a scene."
)
@click.option(
    "--backend",
    default="gpu",
    show_default=True,
    type=click.Choice(["gpu", "native"]),
    help="The other side.",
)
@click.option(
    "--numerics",
    default="exact",
    show_default=True,
    type=click.Choice(["exact", "fast"]),
    help="How the GPU's translation treats special values.",
)
@click.option("-o", "--output", metavar="PNG", help="Write a picture of the errors, one row a component.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON array to standard output.")
def command(
    source: str,
    attributes: str | None,
    parameters: str | None,
    parameter: tuple[str, ...],
    count: int,
    seed: int,
    frame: int,
    backend: str,
    numerics: str,
    output: str | None,
    as_json: bool,
) -> None:
    """Run a program, or every program of a scene (.toml), on GPU and oracle and compare each result.

    Backend native lets the driver run the program text itself, where it knows the language.
    Without attributes, ordinary and special values are made up. Exit status 1 if any value differs by
    more than the specification's precision allows.
    """
    if output is not None:
        check_output(Path(output))
    from nvrender.regression.numbers import ProgramComparison, compare_program, picture

    comparisons: list[ProgramComparison] = []
    with progress(f"Comparing {source}") as update:
        for number, (total, case) in enumerate(
            _cases(source, attributes, parameters, parameter, count, seed, frame)
        ):
            update(number, total)
            comparisons.append(compare_program(*case, backend=backend, numerics=numerics))
    if output is not None:
        image = picture(comparisons)
        write_whole(Path(output), lambda stream: image.save(stream, format="PNG"))
    if as_json:
        echo_json([row.as_data() for row in comparisons])
    else:
        for comparison in comparisons:
            click.echo(comparison.text())
        if output is not None:
            click.echo(output)
    if any(comparison.mismatches for comparison in comparisons):
        sys.exit(1)


def _cases(
    source: str,
    attributes: str | None,
    parameters: str | None,
    parameter: tuple[str, ...],
    count: int,
    seed: int,
    frame: int,
) -> list[tuple[int, tuple[Any, ...]]]:
    """(how many there are, (name, program, attributes, parameters, state)) for each program to compare."""
    from nvrender.gl.state import State
    from nvrender.regression.samples import samples

    if source.endswith(".toml"):
        from nvrender.render import inputs
        from nvrender.scene.load import load_scene

        cases = [(row[0].source.name, *row) for row in inputs(load_scene(Path(source)), frame)]
        return [(len(cases), case) for case in cases]
    program = load_file(source)
    made_attributes, made_parameters = samples(program, count, seed=seed)
    given = attributes_from(attributes) if attributes else made_attributes
    values = parameters_from(parameters, parameter) if parameters or parameter else made_parameters
    return [(1, (program.source.name, program, given, values, State()))]
