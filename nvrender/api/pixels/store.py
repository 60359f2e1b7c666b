"""PixelStore and PixelTransfer: how pixels lie in memory (OpenGL 1.5, 3.6.1 and 3.6.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import floats, whole
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_enum, invalid_value
from nvrender.api.formats.pixels import PixelStore
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.pixels import PixelState
from nvrender.api.words import constant
from nvrender.source import InputError

_SECTION = "OpenGL 1.5, 3.6.1"
_TRANSFER = "OpenGL 1.5, 3.6.3"

_FIELDS = tuple(field.name for field in fields(PixelStore))
#: pname → the PixelState's field, and that of the PixelStore.
_PARAMETERS: dict[int, tuple[str, str]] = {
    getattr(enums, f"{side}_{field}".upper()): (side, field)
    for side in ("unpack", "pack")
    for field in _FIELDS
}
#: What the transfer does nothing with, and what is the only value there is.
_TRANSFERS = {
    enums.MAP_COLOR: 0.0, enums.MAP_STENCIL: 0.0, enums.INDEX_SHIFT: 0.0, enums.INDEX_OFFSET: 0.0,
    **{getattr(enums, f"{name}_SCALE"): 1.0 for name in ("RED", "GREEN", "BLUE", "ALPHA", "DEPTH")},
    **{getattr(enums, f"{name}_BIAS"): 0.0 for name in ("RED", "GREEN", "BLUE", "ALPHA", "DEPTH")},
}  # fmt: skip


def _store(pixels: PixelState, pname: int, param: Any) -> None:
    if whole(pname, "pname") not in _PARAMETERS:
        raise invalid_enum("pname", pname, "PACK_ALIGNMENT, UNPACK_ROW_LENGTH and their kin", _SECTION)
    side, field = _PARAMETERS[pname]
    number = round(floats((param,), "param")[0])
    value: int | bool = number
    if field in ("swap_bytes", "lsb_first"):
        value = number != 0
    elif field == "alignment" and number not in (1, 2, 4, 8):
        raise invalid_value(f"an alignment is 1, 2, 4 or 8, not {number}", _SECTION)
    elif number < 0:
        raise invalid_value(f"{field} is {number}; it cannot be negative", _SECTION)
    setattr(pixels, side, replace(getattr(pixels, side), **{field: value}))


@command()
def PixelStorei(pixels: PixelState, pname: int, param: int) -> None:
    """How images lie in memory that commands read, UNPACK_…, or write, PACK_…."""
    _store(pixels, pname, param)


@command()
def PixelStoref(pixels: PixelState, pname: int, param: float) -> None:
    """As PixelStorei, rounded to the nearest integer."""
    _store(pixels, pname, param)


def _transfer(pname: int, param: Any) -> None:
    check_enum("pname", whole(pname, "pname"), _TRANSFERS, "MAP_COLOR, RED_SCALE and their kin", _TRANSFER)
    (value,) = floats((param,), "param")
    if value != _TRANSFERS[pname]:
        raise InputError(f"pixels are transferred as they are: {value} is not there, {_TRANSFERS[pname]} is")


@command()
def PixelTransferi(pname: int, param: int) -> None:
    """Nothing but the initial values is there."""
    _transfer(pname, param)


@command()
def PixelTransferf(pname: int, param: float) -> None:
    """Nothing but the initial values is there."""
    _transfer(pname, param)


def _query(side: str, field: str) -> Callable[[ContextState], Any]:
    return lambda gl: getattr(getattr(gl.pixels, side), field)


#: What GetIntegerv and its kin know of it (tables 6.20 and 6.21).
VALUES: dict[int, Callable[[ContextState], Any]] = {
    **{pname: _query(*place) for pname, place in _PARAMETERS.items()},
    **{pname: constant(value) for pname, value in _TRANSFERS.items()},
}
