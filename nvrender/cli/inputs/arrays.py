"""Attributes, parameters and the like from command-line options."""

from __future__ import annotations

import re
from typing import Any

import click

from nvrender.files import read_arrays
from nvrender.gl.patches import MAX_PATCH_VERTICES
from nvrender.source import InputError, named

_WHOLE = re.compile(r"\+?[0-9]{1,10}|-0*[1-9][0-9]{0,9}")


#: Attributes and parameters.
array_options = (
    click.option(
        "--attributes",
        metavar="NPZ",
        help="Arrays named by attribute number or name (0, OPOS, texcoord[1] …), (N, 1…4) each.",
    ),
    click.option(
        "--parameters",
        metavar="NPZ|NPY",
        help="One (k, 4) array, or vectors named by parameter number or name.",
    ),
    click.option(
        "-p",
        "--parameter",
        multiple=True,
        metavar="NAME=X[,Y,Z,W]",
        help="Sets c[N], program.local[0], state.fog.color or a Cg uniform; whole numbers are "
        "integers where the program reads those, @0x100000001 is a handle. May be repeated.",
    ),
)


#: What indirect calls call.
subroutine_option = click.option(
    "--subroutine",
    multiple=True,
    metavar="NAME=LABEL",
    help="Which label CALI calls by a subroutine variable: shade=gold, or shade[2]=gold of an array; may be "
    "repeated.  [default: the label with the lowest number]",
)


def subroutines_from(settings: tuple[str, ...]) -> dict[str, str] | None:
    """Subroutine parameter → label, None where nothing is chosen; BadParameter for what says neither."""
    found: dict[str, str] = {}
    for setting in settings:
        name, equals, label = (part.strip() for part in setting.partition("="))
        if not (name and equals and label):
            raise click.BadParameter(f"{setting!r} is not NAME=LABEL", param_hint="--subroutine")
        if name in found:
            raise click.BadParameter(f"{name} is given twice", param_hint="--subroutine")
        found[name] = label
    return found or None


#: How high the window is whose fragments a program colours.
window_height_option = click.option(
    "--window-height",
    type=click.FloatRange(min=1),
    metavar="PIXELS",
    help="The window's height, for fragment programs that count from the upper left.",
)


#: How vertices make input primitives.
mode_option = click.option(
    "--mode",
    metavar="MODE",
    help="How vertices make the primitives a geometry program takes, such as TRIANGLE_STRIP.  "
    "[default: each by its own vertices]",
)
patch_option = click.option(
    "--patch",
    metavar="VERTICES",
    type=click.IntRange(1, MAX_PATCH_VERTICES),
    help="How many vertices make a patch of a program that takes patches.  [default: 3]",
)


def attributes_from(path: str | None) -> dict[int | str, Any]:
    """Attribute arrays by number or name."""
    if path is None:
        return {}
    arrays = read_arrays(path)
    if "" in arrays:
        raise InputError(f"{named(path)}: attributes need an .npz with arrays named by number or mnemonic")
    return {_number(name): value for name, value in arrays.items()}


def parameters_from(path: str | None, settings: tuple[str, ...]) -> dict[Any, Any]:
    """A mapping of index to vector; --parameter wins over --parameters."""
    parameters: dict[Any, Any] = {}
    if path is not None:
        arrays = read_arrays(path)
        parameters = (
            dict(enumerate(arrays[""])) if "" in arrays else {_number(name): arrays[name] for name in arrays}
        )
    for setting in settings:
        index, equals, values = setting.partition("=")
        try:
            if not equals:
                raise ValueError
            parameters[_number(index.strip())] = _vector(values.split(","))
        except ValueError:
            raise click.BadParameter(f"{setting!r} is not NAME=X[,Y,Z,W]", param_hint="--parameter") from None
    return parameters


def _vector(texts: list[str]) -> list[float]:
    """Integers where all are integers of 32 bits; of zeros with a sign, which integers have not, floats."""
    whole = [int(text) if _WHOLE.fullmatch(text.strip()) else None for text in texts]
    found = [number for number in whole if number is not None and -(2**31) <= number < 2**32]
    return list(found) if len(found) == len(texts) else [float(text) for text in texts]


def _number(name: str) -> int | str:
    return int(name) if name.isascii() and name.isdecimal() else name
