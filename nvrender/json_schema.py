"""JSON Schemas of what files are read as and written from."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

import msgspec

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(form: type[Any], **head: str) -> dict[str, Any]:
    """The schema of a msgspec type in JSON Schema 2020-12, ``head`` before the rest.

    Descriptions are docstrings without indentation, of which Python and msgspec leave by their versions.
    """
    return {"$schema": DIALECT, **head, **_described(msgspec.json.schema(form))}


def _described(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            key: cleandoc(value) if key == "description" and isinstance(value, str) else _described(value)
            for key, value in part.items()
        }
    return [_described(row) for row in part] if isinstance(part, list) else part
