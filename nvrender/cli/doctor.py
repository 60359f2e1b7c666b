"""``nvrender doctor``: what OpenGL is here, what works, what to install."""

from __future__ import annotations

import sys
from typing import Any

import click

from nvrender.cli.messages.terminal import echo_json
from nvrender.source import ContextError, NvrenderError

#: Ordinary and special arithmetic, and a branch: a driver that gets these right can be used.
_TRIAL = """!!VP2.0
RCP R0, v[OPOS].x;
MAD R1, v[OPOS], c[0], R0;
SLTC R2, R1, c[1];
MOV R1 (GT.x), c[1];
LIT R3, v[OPOS];
MOV o[COL0], R3;
MOV o[HPOS], R1;
END
"""
_VERTICES = 64


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object to standard output.")
def command(as_json: bool) -> None:
    """Tell what OpenGL is here, what works on it and what to install.

    A small program runs on the GPU, both ways there are, and is compared with the oracle. Exit status 1
    if no OpenGL is usable or the comparison fails.
    """
    facts: dict[str, Any] = _versions()
    try:
        from nvrender.gpu.context.context import headless, information, supports_compute

        context = headless()
    except ContextError as error:
        if as_json:
            echo_json({"ok": False, **facts, "error": str(error)})
        else:
            click.echo(str(error), err=True)
        sys.exit(1)
    facts |= information(context)
    modes = ("feedback", "compute") if supports_compute(context) else ("feedback",)
    problems = {f"trial by {mode}": _trial(mode) for mode in modes}
    ok = not any(problems.values())
    facts |= {name: problem or "same as the oracle" for name, problem in problems.items()}
    if as_json:
        echo_json({"ok": ok, **facts})
    else:
        width = max(len(name) for name in facts)
        for name, value in facts.items():
            click.echo(f"{name:<{width}}  {value}")
    if not ok:
        sys.exit(1)


def _versions() -> dict[str, str]:
    import platform
    from importlib.metadata import version

    from nvrender import __version__

    return {
        "nvrender": __version__,
        "python": platform.python_version(),
        "moderngl": version("moderngl"),
        "numpy": version("numpy"),
    }


def _trial(mode: str) -> str:
    """What is wrong with the results of a small program, "" if nothing."""
    import numpy as np

    from nvrender.gl.inputs.request import Request
    from nvrender.gl.inputs.vertices import attribute_arrays, parameter_array
    from nvrender.gpu.arrays.vertices import execute
    from nvrender.languages.load import load
    from nvrender.oracle.machine.resources import Resources
    from nvrender.oracle.tolerance.tolerance import compare, envelope
    from nvrender.run import run

    program = load(_TRIAL.encode(), name="trial")
    given = {0: np.linspace(-4.0, 4.0, 4 * _VERTICES, dtype=np.float32).reshape(-1, 4)}
    parameters = parameter_array(program, {0: (2.0, 3.0, 5.0, 7.0), 1: (1.0, 1.0, 1.0, 1.0)})
    arrays, count = attribute_arrays(program, given)
    try:
        request = Request(program, parameters, program.results)
        actual = execute(request, arrays, count, mode=mode)
    except NvrenderError as error:
        return f"fails: {error}"
    expected = run(program, given, parameters)
    zero = {name: np.zeros_like(array) for name, array in expected.items()}
    tolerance = zero | envelope(program, arrays, Resources(parameters), count)
    for name, outcome in compare(expected, actual, tolerance).items():
        if not outcome:
            return f"{name} differs from the oracle in {len(outcome.mismatches)} of {4 * count} values"
    return ""
