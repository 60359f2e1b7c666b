"""The option that says how shaders treat special values."""

from __future__ import annotations

import re

import click

from nvrender.numerics import NUMERICS

numerics_option = click.option(
    "--numerics",
    default="exact",
    show_default=True,
    type=click.Choice(NUMERICS),
    help="Every special value as specified, or plain operators.",
)


def checked_size(text: str | None) -> tuple[int, int] | None:
    """``1280x720`` as (1280, 720), None for None; BadParameter of --size."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,6})[xX](\d{1,6})", text, re.ASCII)
    if match is None or not int(match[1]) * int(match[2]):
        raise click.BadParameter(f"{text!r} is not WxH, such as 1280x720", param_hint="--size")
    return int(match[1]), int(match[2])
