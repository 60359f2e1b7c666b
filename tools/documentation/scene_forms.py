"""The page of every table that a scene file may have, from the schema of its forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from documentation.markdown import cell, code, prose, table
from nvrender.scene.forms.scene import SceneForm

_HEAD = """# Tables of a scene file

Every table that a scene file may have and every key in it, from the schema that scenes are checked against.
[Scenes](../scenes.md) explains what they do, [the tutorial](../tutorial/first-scene.md) begins with one. A
key without a default must be given.

**Number**: a number, or a [function](#function) of time. **Value**: what a parameter is set to, a number, a
list of numbers, a list of such lists, or something that [the scene knows by name](#named).
"""
_, _FORMS = msgspec.json.schema_components((SceneForm,), ref_template="{name}")
#: What a parameter is set to.
_VALUE = _FORMS[SceneForm.__name__]["properties"]["parameters"]["additionalProperties"]
_WORDS = {"integer": "whole number", "boolean": "true or false", "string": "text", "null": ""}
_BOUNDS = {
    "minimum": "≥ {}", "exclusiveMinimum": "> {}", "maximum": "≤ {}", "exclusiveMaximum": "< {}",
    "minLength": "at least {} characters", "maxLength": "at most {} characters",
}  # fmt: skip


def page() -> str:
    """Markdown."""
    return "\n".join([_HEAD, *(_section(name, form) for name, form in _FORMS.items())])


def _section(name: str, form: Mapping[str, Any]) -> str:
    required = form.get("required", ())
    rows = [
        (code(key), _type(value), "" if key in required else _default(value))
        for key, value in form.get("properties", {}).items()
    ]
    text = "The whole file." if name == SceneForm.__name__ else prose(form.get("description"))
    parts = [f"## {name.removesuffix('Form')} {{ #{name.lower()} }}\n", f"{text}\n"]
    return "\n".join([*parts, table(("Key", "Value", "Default"), rows) if rows else "It has no keys.\n"])


def _default(value: Mapping[str, Any]) -> str:
    if "default" not in value:
        return "those of its keys"
    default = value["default"]
    if isinstance(default, dict) and default:
        return "those of its keys"
    return "" if default in (None, "") else code(_toml(default))


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value)


def _type(value: Mapping[str, Any]) -> str:
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name.removesuffix('Form')}](#{name.lower()})"
    if "enum" in value:
        return ", ".join(code(_toml(item)) for item in value["enum"])
    if "const" in value:
        return code(_toml(value["const"]))
    if "anyOf" in value:
        return _either(value["anyOf"])
    kind = value.get("type", "")
    if kind == "array":
        return _array(value)
    if kind == "object":
        inner = value.get("additionalProperties")
        return f"a table of {_type(inner)}" if isinstance(inner, dict) and inner else "a table"
    bounds = [text.format(value[key]) for key, text in _BOUNDS.items() if key in value]
    return cell(", ".join([_WORDS.get(kind, kind), *bounds]))


def _either(choices: list[Mapping[str, Any]]) -> str:
    """Numbers include whole ones; null is a key that is left out."""
    if choices == _VALUE["anyOf"]:
        return "value"
    number = any(choice.get("type") == "number" for choice in choices)
    words = [
        _type(choice)
        for choice in choices
        if choice.get("type") != "null" and not (number and choice.get("type") == "integer")
    ]
    return " or ".join(dict.fromkeys(words)).replace("number or [Function](#function)", "number or function")


def _array(value: Mapping[str, Any]) -> str:
    if "prefixItems" in value:
        return f"[{', '.join(_type(item) for item in value['prefixItems'])}]"
    least, most = value.get("minItems"), value.get("maxItems")
    items = value.get("items")
    inner = _type(items) if isinstance(items, dict) else "values"
    how_many = f" {least} to {most}" if least and most else f" {least} or more" if least else ""
    return f"a list of{how_many}{f' at most {most}' if most and not least else ''}: {inner}"
