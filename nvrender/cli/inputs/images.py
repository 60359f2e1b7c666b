"""Images from command-line options: arrays and pictures for a program's image units."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nvrender.files import read_arrays
from nvrender.source import InputError

if TYPE_CHECKING:
    from nvrender.gl.textures.images import Image

_FIELDS = ("format", "target", "access", "view", "layer")
_NUMBER = re.compile(r"[0-9]+|0x[0-9A-Fa-f]+")
_HINT = "--image"

image_option = click.option(
    "--image",
    multiple=True,
    metavar="UNIT=FILE[,…]",
    help="An .npy array or a picture that programs load from and store into; with format=R32UI, target=1D, "
    "access=READ_ONLY, view=RGBA8, layer=0 behind it. May be repeated.",
)


def images_from(settings: tuple[str, ...]) -> dict[int, Image] | None:
    """Unit or handle → image, None without any.

    Without a format that of the array: RGBA of bytes for four components of uint8, else the formats of
    integers and floats. BadParameter for what is no such option; InputError for files that cannot be used.
    """
    found: dict[int, Image] = {}
    for setting in settings:
        number, equals, rest = setting.partition("=")
        if not equals or not _NUMBER.fullmatch(number.strip()):
            raise click.BadParameter(f"{setting!r} is not UNIT=FILE[,FIELD=VALUE]", param_hint=_HINT)
        unit = int(number, 0 if number.strip().startswith("0x") else 10)
        if unit in found:
            raise click.BadParameter(f"unit {unit} has two images", param_hint=_HINT)
        file, *parts = rest.split(",")
        fields: dict[str, Any] = {}
        for part in parts:
            name, _, value = part.partition("=")
            if name not in _FIELDS or name in fields:
                known = ", ".join(_FIELDS)
                what = "is given twice" if name in fields else f"is no field; fields are {known}"
                raise click.BadParameter(f"{setting!r}: {name!r} {what}", param_hint=_HINT)
            fields[name] = value
        if "layer" in fields:
            if not _NUMBER.fullmatch(fields["layer"]):
                raise click.BadParameter(f"layer is {fields['layer']!r}, no number", param_hint=_HINT)
            fields["layer"] = int(fields["layer"])
        try:
            found[unit] = _image(file, fields)
        except InputError as error:
            raise InputError(f"--image {unit}: {error}") from None
    return found or None


def _image(file: str, fields: dict[str, Any]) -> Image:
    from nvrender.gl.textures.formats import TARGET_AXES
    from nvrender.gl.textures.images import Image
    from nvrender.gl.textures.pictures import picture

    if not file:
        raise InputError("a file's name is missing")
    # The bottom row of a picture is y = 0, as of a texture.
    texels = read_arrays(file)[""] if file.endswith(".npy") else picture(Path(file))[::-1]
    if "format" not in fields:
        axes = len(TARGET_AXES.get(fields.get("target", "2D"), "HW"))
        components = texels.shape[-1] if texels.ndim > axes else 1
        fields["format"] = _format(texels.dtype.name, components)
    return Image(texels, **fields)


def _format(dtype: str, components: int) -> str:
    """The format of an array; of what has none the message says so."""
    letters = {1: "R", 2: "RG", 4: "RGBA"}.get(components, "")
    bits = dtype.lstrip("abcdefghijklmnopqrstuvwxyz")
    suffix = {"uint": "UI", "int": "I", "float": "F"}.get(dtype.removesuffix(bits), "")
    if dtype == "uint8" and components == 4:
        return "RGBA8"
    if not letters or not suffix or bits == "64":
        raise InputError(f"an array of {components} components of {dtype} has no format; say format=…")
    return f"{letters}{bits}{suffix}"
