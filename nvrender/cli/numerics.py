"""The option that says how shaders treat special values."""

from __future__ import annotations

import click

numerics_option = click.option(
    "--numerics",
    default="exact",
    show_default=True,
    type=click.Choice(["exact", "fast"]),
    help="Every special value as specified, or plain operators.",
)
