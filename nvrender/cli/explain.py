"""``nvrender explain``: what a word of the languages means."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from nvrender.cli.messages.terminal import echo_json


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON array, an object for each NAME.")
def command(names: tuple[str, ...], as_json: bool) -> None:
    """Tell what each NAME means in every language that has it.

    NAME is an instruction (MUL), a binding (state.light[0].half, HPOS), an option, a declaration, a
    condition, a texture target, a header ('!!VP2.0'), a target of translations (glsl330), or the id of a rule
    (unused-name). Of instructions there are formula, special values, precision, and a program's GLSL.
    """
    from nvrender.reference.explain import explain
    from nvrender.reference.texts import terminal_text

    found = [explain(name) for name in names]
    if as_json:
        echo_json([_data(row) for row in map(asdict, found)])
        return
    click.echo("\n\n".join(map(terminal_text, found)))


def _data(value: Any) -> Any:
    """Named tuples as objects, too."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: _data(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [_data(item) for item in value]
    return value
