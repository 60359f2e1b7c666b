"""``nvrender run``: a program over arrays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from nvrender.cli.arrays import attributes_from, input_options, parameters_from
from nvrender.cli.check import load_file
from nvrender.cli.files import write_whole
from nvrender.cli.progress import progress

_SHOWN = 8


@click.command()
@click.argument("file")
@input_options
@click.option("-o", "--output", metavar="NPZ", help="Write the results, one array each; shown if absent.")
@click.option(
    "--backend", default="oracle", show_default=True, type=click.Choice(["oracle", "gpu", "native"])
)
@click.option("--numerics", default="exact", show_default=True, type=click.Choice(["exact", "fast"]))
@click.option("--json", "as_json", is_flag=True, help="Write all results as JSON to standard output.")
def command(
    file: str,
    attributes: str | None,
    parameters: str | None,
    parameter: tuple[str, ...],
    output: str | None,
    backend: str,
    numerics: str,
    as_json: bool,
) -> None:
    """Run the program in FILE for every vertex of the attribute arrays."""
    from nvrender.run import run

    program = load_file(file)
    with progress(f"Running on the {backend}") as update:
        results = run(
            program,
            attributes_from(attributes),
            parameters_from(parameters, parameter),
            backend=backend,
            numerics=numerics,
            progress=update,
        )
    if output is not None:
        import numpy as np

        arrays: dict[str, Any] = dict(results)
        write_whole(Path(output), lambda stream: np.savez(stream, **arrays))
        click.echo(output)
    if as_json:
        click.echo(json.dumps({name: array.tolist() for name, array in results.items()}))
    elif output is None:
        for name, array in results.items():
            for row, vector in enumerate(array[:_SHOWN]):
                click.echo(f"{name}[{row}]  " + "  ".join(f"{value:.9g}" for value in vector))
            if len(array) > _SHOWN:
                click.echo(f"{name}: {len(array) - _SHOWN} more; -o FILE.npz keeps them all")
