"""What ``--output-format json`` writes, as JSON Schema."""

from __future__ import annotations

from nvrender.cli.messages.terminal import json_text
from nvrender.json_schema import DIALECT
from nvrender.program.rules import RULES


def messages_schema() -> str:
    """The schema as text, JSON Schema 2020-12."""
    number = {"type": "integer", "minimum": 0}
    text = {"type": "string"}
    properties = {
        "file": text
        | {"description": "The file as it was named, or as a program names it; empty of no file."},
        "line": number | {"description": "From 1; 0 where it is not known."},
        "column": number | {"description": "From 1, in characters; 0 where it is not known."},
        "severity": {"enum": ["error", "warning"]},
        "rule": {"enum": sorted(RULES), "description": "The id of the rule; ids stay."},
        "message": text | {"description": "What is wrong, without the place."},
        "hint": text | {"description": "What would be right; may be empty."},
        "section": text | {"description": "The specification's section; may be empty."},
    }
    row = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    schema = {
        "$schema": DIALECT,
        "title": "Messages of nvrender check and nvrender port",
        "type": "array",
        "items": row,
    }
    return json_text(schema) + "\n"
