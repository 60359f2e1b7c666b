"""Textures from command-line options: pictures for a program's image units."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from nvrender.source import InputError

if TYPE_CHECKING:
    from nvrender.gl.textures.texture import Texture
    from nvrender.ops.texture_targets import TextureTarget
    from nvrender.program import Program

#: Option → the fields of a texture it sets; of ``filter`` the minifying one.
_OPTIONS = {
    "wrap": ("wrap_s", "wrap_t", "wrap_r"),
    "filter": ("min_filter",),
    "target": ("target",),
    "base_format": ("base_format",),
    "compare_function": ("compare_function",),
    "depth_mode": ("depth_mode",),
    "srgb": ("srgb",),
}
_SETTING = re.compile(r"([a-z_]+)=(.*)", re.DOTALL)
_NUMBER = re.compile(r"[0-9]+|0x[0-9A-Fa-f]+")
_HINT = "--texture"

texture_option = click.option(
    "--texture",
    multiple=True,
    metavar="UNIT=PICTURE[,…]",
    help="A picture, or several for the faces of a cube map, layers or slices, for an image unit; with "
    "wrap=CLAMP_TO_EDGE, filter=NEAREST, srgb=true, … behind it. May be repeated.",
)


def textures_from(program: Program, settings: tuple[str, ...]) -> dict[int, Texture]:
    """Unit or handle → texture, of the target the program reads there unless the option says another.

    Handles, 2^32 and above, have that of the first instruction that reads a texture by one.

    BadParameter for what is no such option; InputError for pictures that cannot be used, units the program
    does not read and targets it reads otherwise.
    """
    from nvrender.gl.textures.units import texture_units
    from nvrender.ops.texture_targets import TARGETS
    from nvrender.program import FIRST_HANDLE

    reads: dict[int, TextureTarget] = {}
    named: TextureTarget | None = None
    for instruction in program.instructions:
        if instruction.texture is not None:
            for unit in instruction.texture.numbers:
                reads.setdefault(unit, TARGETS[instruction.texture.target])
            if instruction.texture.handle is not None:
                named = named or TARGETS[instruction.texture.target]
    found: dict[int, Texture] = {}
    for setting in settings:
        unit, pictures, options = _parsed(setting)
        if unit in found:
            raise click.BadParameter(f"unit {unit} has two textures", param_hint=_HINT)
        if unit >= FIRST_HANDLE and named is not None:
            reads[unit] = named
        if unit not in reads:
            units = ", ".join(f"texture[{number}]" for number in sorted(reads)) or "no texture"
            raise InputError(f"--texture {unit}: the program reads {units}")
        found[unit] = _made(unit, reads[unit], pictures, options)
    return texture_units(program, found)


def _parsed(setting: str) -> tuple[int, list[str], dict[str, str]]:
    """The unit, the pictures, and the options of one setting."""
    number, equals, rest = setting.partition("=")
    number = number.strip()
    if not equals or not _NUMBER.fullmatch(number):
        raise click.BadParameter(f"{setting!r} is not UNIT=PICTURE[,OPTION=VALUE]", param_hint=_HINT)
    pictures, options = [], {}
    for part in rest.split(","):
        if (match := _SETTING.fullmatch(part)) is None:
            pictures.append(part)
            continue
        name, value = match.groups()
        if name not in _OPTIONS:
            known = ", ".join(_OPTIONS)
            raise click.BadParameter(f"{setting!r}: there is no option {name!r}; options are {known}",
                                     param_hint=_HINT)  # fmt: skip
        if name in options:
            raise click.BadParameter(f"{setting!r}: {name} is given twice", param_hint=_HINT)
        options[name] = value
    if not all(pictures) or not pictures:
        raise click.BadParameter(f"{setting!r}: a picture's name is missing", param_hint=_HINT)
    return int(number, 0 if number.startswith("0x") else 10), pictures, options


def _made(unit: int, reads: TextureTarget, pictures: list[str], options: dict[str, str]) -> Texture:
    from nvrender.gl.textures.texture import Texture
    from nvrender.gl.textures.units import TARGET_WORDS

    fields: dict[str, Any] = {"target": TARGET_WORDS.get(reads.texture, reads.name)}
    if reads.compares:
        fields["base_format"] = "DEPTH"
    for name, value in options.items():
        fields |= dict.fromkeys(_OPTIONS[name], value)
    if "srgb" in fields:
        if fields["srgb"] not in ("true", "false"):
            raise click.BadParameter(f"srgb is {fields['srgb']!r}; it is true or false", param_hint=_HINT)
        fields["srgb"] = fields["srgb"] == "true"
    if "min_filter" in fields:
        fields["mag_filter"] = fields["min_filter"].partition("_")[0]
        fields["mipmaps"] = "MIPMAP" in fields["min_filter"]
    try:
        return Texture.from_file(pictures if len(pictures) > 1 else pictures[0], **fields)
    except InputError as error:
        raise InputError(f"--texture {unit}: {error}") from None
