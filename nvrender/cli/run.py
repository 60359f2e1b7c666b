"""``nvrender run``: a program over arrays."""

from __future__ import annotations

import math
from itertools import islice
from pathlib import Path
from typing import Any

import click

from nvrender.cli.inputs.inputs import Inputs, input_options
from nvrender.cli.inputs.memory import left_in
from nvrender.cli.inputs.numerics import numerics_option
from nvrender.cli.inputs.reading import Reading, reading_options
from nvrender.cli.messages.terminal import echo_numbers, progress
from nvrender.files import check_output, write_whole
from nvrender.source import named

_SHOWN = 8


@click.command()
@click.argument("file")
@input_options
@click.option("-o", "--output", metavar="NPZ", help="Write the results, one array each; shown if absent.")
@click.option(
    "--backend",
    default="oracle",
    show_default=True,
    type=click.Choice(["oracle", "gpu", "llvm", "native"]),
    help="The reference, a translation on the GPU, compiled code, or the driver's own assembler.",
)
@numerics_option
@reading_options
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Write all results as one JSON object to standard output; numbers JSON lacks are the strings "
    "NaN, Infinity and -Infinity.",
)
def command(
    file: str,
    output: str | None,
    backend: str,
    numerics: str,
    as_json: bool,
    inputs: Inputs,
    reading: Reading,
) -> None:
    """Run the program in FILE (- for standard input) for every vertex or fragment of the attribute arrays.

    A vertex state program runs once for each row of attribute 0; its result is c, all parameters
    after the last. A geometry program yields the vertices it emits, with "source" and "strip", the numbers of
    the input primitive and of the strip each is of, and "invocation" where it runs several times; those of
    vertex streams beyond the first are called stream[1].position and so on. A tessellation control program
    yields the vertices of patches and what it writes of each patch; a tessellation evaluation program runs at
    vertex.tesscoord in every patch, or for the vertices that levels make. What a program leaves in buffers is
    memory.NAME and storage[N], in images image[N]; faults tells how many accesses were invalid.
    """
    from nvrender.gl.state.state import State
    from nvrender.run import run

    if output is not None:
        check_output(Path(output))
    program, reached = inputs.load(file, reading), inputs.reached
    textures = inputs.textures(program)
    with progress(f"Running on the {backend}") as update:
        results = run(
            program,
            inputs.arrays,
            inputs.values(reached),
            backend=backend,
            state=State(window_height=inputs.window_height),
            numerics=numerics,
            progress=update,
            mode=inputs.mode,
            patch=inputs.patches,
            textures=textures,
            **reached.of_run,
        )
    found: dict[str, Any] = results.listed | left_in(results)
    if output is not None:
        import numpy as np

        write_whole(Path(output), lambda stream: np.savez(stream, **found))
    if as_json:
        echo_numbers({name: array.tolist() for name, array in found.items()})
    elif output is not None:
        click.echo(named(output))
    elif found:
        _show(found)
    else:
        count = 0 if results.executed is None else len(results.executed)
        click.echo(f"{count} invocations ran and left nothing: no buffer and no image was given")


def _show(results: dict[str, Any]) -> None:
    import numpy as np

    for name, given in ((named(each), array) for each, array in results.items()):
        array = np.atleast_1d(given)
        places = array.shape[: max(array.ndim - 1, 1)]
        count = math.prod(places)
        if not count:
            click.echo(f"{name}: none")
        for place in islice(np.ndindex(places), _SHOWN):
            row = "".join(f"[{index}]" for index in place)
            click.echo(f"{name}{row}  " + "  ".join(map(_word, np.atleast_1d(array[place]))))
        if count > _SHOWN:
            click.echo(f"{name}: {count - _SHOWN} more; -o FILE.npz keeps them all")


def _word(value: Any) -> str:
    if value.dtype.kind == "b":
        return "yes" if value else "no"
    return f"{value:.9g}" if value.dtype.kind == "f" else str(value)
