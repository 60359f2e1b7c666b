"""The textures of a conformance script, by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nvrender.source import InputError

if TYPE_CHECKING:
    from nvrender.gl.textures.texture import Texture

_NUMBER = re.compile(r"0|[1-9][0-9]*|0x[0-9A-Fa-f]+")
#: Kind of texel → the dtype of the numbers of a level, where none is given.
_DTYPES = {"float": "float32", "signed": "int32", "unsigned": "uint32"}


def named_textures(place: str, tables: object) -> dict[str, Texture]:
    """Name → texture of a script's ``textures``. InputError names file, texture and field."""
    if not isinstance(tables, dict):
        raise InputError(f"{place}: textures must be a table of textures")
    return {name: _texture(f"{place}: texture {name!r}", table) for name, table in tables.items()}


def _texture(where: str, table: object) -> Texture:
    import numpy as np

    from nvrender.gl.textures.texture import Texture

    if not isinstance(table, dict):
        raise InputError(f"{where} must be a table")
    fields: dict[str, Any] = dict(table)
    dtype = fields.pop("dtype", _DTYPES.get(fields.get("kind", "float"), "float32"))
    known = Texture.__dataclass_fields__
    if unknown := sorted(set(fields) - set(known)):
        raise InputError(f"{where}: unknown key {unknown[0]!r}; a texture has dtype, {', '.join(known)}")
    for key in ("target", "levels"):
        if key not in fields:
            raise InputError(f"{where}: {key} is missing")
    if not isinstance(fields["levels"], list):
        raise InputError(f"{where}: levels is a list of images")
    try:
        fields["levels"] = tuple(np.array(level, dtype) for level in fields["levels"])
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{where}: levels: {error}") from None
    try:
        return Texture(**fields)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def case_textures(units: Mapping[str, Any], textures: Mapping[str, Texture]) -> dict[int, Texture]:
    """Image unit or handle → texture, of a case's table from these to names. ValueError."""
    for unit, name in units.items():
        if not _NUMBER.fullmatch(unit):
            raise ValueError(f"{unit!r} is not the number of an image unit")
        if not isinstance(name, str) or name not in textures:
            raise ValueError(f"there is no texture {name!r}; there are {', '.join(textures) or 'none'}")
    return {int(unit, 0): textures[name] for unit, name in units.items()}
