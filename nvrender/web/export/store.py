"""Bytes of a page, each kind once."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

#: Floats and words begin at such offsets.
_ALIGNMENT = 16


class Store:
    """Bytes behind each other; equal ones are there once."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._places: dict[bytes, int] = {}

    def place(self, data: bytes) -> int:
        """Where ``data`` begins."""
        if data not in self._places:
            self._data += bytes(-len(self._data) % _ALIGNMENT)
            self._places[data] = len(self._data)
            self._data += data
        return self._places[data]

    def script(self, name: str, facts: dict[str, Any]) -> bytes:
        """A script that says what is in the page, as the constant ``name``.

        Pages that are opened as files may load scripts, and nothing else. ``facts`` and, in base64, the bytes
        deflated.
        """
        packed = base64.b64encode(zlib.compress(bytes(self._data), 9)).decode()
        text = json.dumps({**facts, "data": packed}, separators=(",", ":"), allow_nan=False)
        return f"const {name} = {text};\n".encode()
