"""Translations that are found again by other processes (nvrender.cache)."""

from __future__ import annotations

import hashlib
import os
from dataclasses import fields, replace
from functools import cache as once_a_process
from pathlib import Path

import msgspec

from nvrender.cache import Cache, cache
from nvrender.glsl.link import Link
from nvrender.glsl.targets import Target
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.program import Program
from nvrender.program.limits import WATCHDOG_TURNS
from nvrender.records import once

#: What of a profile is encoded; the rest comes with the header and the options.
_PLAIN = (int, float, str, bool, tuple, frozenset, type(None))
_ALONE = Link()
_encoder = msgspec.msgpack.Encoder(order="deterministic")


def translated(
    program: Program,
    target: Target,
    *,
    interface: str | None = None,
    numerics: str = "exact",
    watchdog: int | None = WATCHDOG_TURNS,
    link: Link = _ALONE,
) -> Translation:
    """``translate``, once for all processes of a user."""

    def made() -> Translation:
        return translate(
            program, target, interface=interface, numerics=numerics, watchdog=watchdog, link=link
        )

    kept = cache()
    if kept is None:
        return made()
    linked = [_identity(other) for other in link.programs]
    arguments = target, interface, numerics, watchdog, replace(link, programs=())
    key = _encoder.encode((_nvrender(), _identity(program), linked, arguments))
    found = _found(kept, key)
    if found is None:
        found = made()
        kept.put(key, _encoder.encode(found))
    return found


def _found(kept: Cache, key: bytes) -> Translation | None:
    data = kept.get(key)
    if data is None:
        return None
    try:
        return _decoder().decode(data)
    except msgspec.MsgspecError:
        return None


@once_a_process
def _decoder() -> msgspec.msgpack.Decoder[Translation]:
    return msgspec.msgpack.Decoder(Translation)


@once
def _identity(program: Program) -> bytes:
    """What a program was made from: its text, what it is called, the profile, the subroutines chosen."""
    profile = program.profile
    named = {row.name: getattr(profile, row.name) for row in fields(profile) if row.name != "larger"}
    return _encoder.encode(
        (
            program.source.data,
            program.source.name,
            {name: value for name, value in named.items() if isinstance(value, _PLAIN)},
            profile.stage.value,
            profile.limits,
            program.options,
            program.subroutine_parameters,
        )
    )


@once_a_process
def _nvrender() -> bytes:
    """What nvrender is: its version stays the same while its files are worked on, so these count too."""
    root = Path(__file__).parents[1]
    state = hashlib.sha256((root / "__init__.py").read_bytes())  # which has the version
    folders = [os.fspath(root)]
    while folders:
        with os.scandir(folders.pop()) as found:
            for entry in sorted(found, key=lambda row: row.name):
                if entry.is_dir():
                    folders += [entry.path] * (entry.name != "__pycache__")
                else:
                    status = entry.stat()
                    state.update(f"{entry.name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return state.digest()
