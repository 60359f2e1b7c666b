"""What msgspec found wrong with a scene, in the scene's own words: full key path and the nearest name."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

import msgspec

from nvrender.scene.forms.scene import SceneForm

_AT = re.compile(r"^(?P<message>.*?)(?: - at (?P<key>`key` in )?`(?P<path>\$.*)`)?$", re.DOTALL)
_CHOICE = re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*)`")
_STEPS = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|(\[\.\.\.\])")
_TYPES = re.compile(r"`([a-z]+(?: \| [a-z]+)*)`")
#: Keys of a number that changes.
_CHANGES = ("linear", "sine", "keys", "whole")
_WORDS = {
    "object": "a table",
    "array": "an array",
    "str": "a string",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "nothing",
}


def explained(error: msgspec.ValidationError, data: dict[str, Any]) -> str:
    """``key.path: what is wrong``; ``data`` is the parsed file the error is about."""
    match = _AT.match(str(error))
    message, path = (match["message"], match["path"] or "$") if match else (str(error), "$")
    keys = _keys(path, data)
    if match and match["key"] and (name := _culprit(keys, data, _at(data, keys))) is not None:
        keys.append(name)
    where = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys).lstrip(".")
    if (unknown := _UNKNOWN.fullmatch(message)) is not None:
        known = _known_keys(keys, data)
        near = get_close_matches(unknown[1], known, n=1)
        message = f"unknown key {unknown[1]!r}"
        if unknown[1] in _CHANGES and "viewport" in known:
            message += f"; a number that changes stands in a vector here: [{{ {unknown[1]} = … }}]"
        elif known:
            message += f"; did you mean {near[0]!r}?" if near else f"; known keys are {', '.join(known)}"
    elif (choice := _CHOICE.fullmatch(message)) is not None:
        names = [str(name) for name in _choices(keys, data)]
        near = get_close_matches(choice[1].strip("'"), names, n=1, cutoff=0.5)
        message = f"{choice[1]} is not one of {', '.join(name or repr(name) for name in names)}"
        message += f"; did you mean {near[0]!r}?" if near else ""
    elif (missing := _MISSING.fullmatch(message)) is not None:
        message = f"the key {missing[1]!r} is missing"
    else:
        message = _TYPES.sub(_in_words, message)
        message = message[0].lower() + message[1:]
    return f"{where}: {message}" if where else message


def _in_words(types: re.Match[str]) -> str:
    """The types as words; an int is a number too where a float may stand, and TOML has no null."""
    names = types[1].split(" | ")
    names = [name for name in names if name != "null" and not (name == "int" and "float" in names)] or names
    return " or ".join(_WORDS.get(name, name) for name in names)


def _keys(path: str, data: dict[str, Any]) -> list[str | int]:
    """The path's steps; names of the user's own, which msgspec hides as ``[...]``, are found by trial."""
    keys: list[str | int] = []
    at: Any = data
    for name, index, hidden in _STEPS.findall(path):
        if hidden:
            found = _culprit(keys, data, at)
            if found is None:
                break
            keys.append(found)
        else:
            keys.append(int(index) if index else name)
        at = _entry(at, keys[-1])
    return keys


def _culprit(keys: list[str | int], data: dict[str, Any], table: Any) -> str | None:
    """The entry of ``table``, found at ``keys``, without which the same place is fault-free."""
    if not isinstance(table, dict):
        return None
    alone = {keys[0]: data[str(keys[0])]} if keys else data  # the other tables need no trial
    for name, value in table.items():
        if _fails_at(keys, _replaced(alone, keys, {name: value})):
            return str(name)
    return None


def _fails_at(keys: list[str | int], data: Any) -> bool:
    try:
        msgspec.convert(data, SceneForm, str_keys=True)
    except msgspec.ValidationError as error:
        match = _AT.match(str(error))
        path = (match["path"] if match else None) or "$"
        prefix = _STEPS.findall(path)[: len(keys)]
        return len(prefix) == len(keys) and all(
            hidden or (int(index) if index else name) == key
            for (name, index, hidden), key in zip(prefix, keys, strict=True)
        )
    return False


def _replaced(data: Any, keys: list[str | int], value: Any) -> Any:
    if not keys:
        return value
    copy: Any = dict(data) if isinstance(data, dict) else list(data)
    copy[keys[0]] = _replaced(data[keys[0]], keys[1:], value)
    return copy


def _known_keys(keys: list[str | int], data: dict[str, Any]) -> list[str]:
    """The keys the table at ``keys`` may have."""
    found = _chosen(_type_at(keys, data), _at(data, keys))
    if not isinstance(found, msgspec.inspect.StructType):
        return []
    return [field.encode_name for field in found.fields]


def _choices(keys: list[str | int], data: dict[str, Any]) -> list[Any]:
    """The words the value at ``keys`` may be; those of ``kind`` are the names of a union's tables."""
    if keys and keys[-1] == "kind":
        union = _type_at(keys[:-1], data)
        return [member.tag for member in getattr(union, "types", ())]
    found = _type_at(keys, data)
    members = found.types if isinstance(found, msgspec.inspect.UnionType) else (found,)
    return [
        value
        for member in members
        if isinstance(member, msgspec.inspect.LiteralType)
        for value in member.values
    ]


def _type_at(keys: list[str | int], data: dict[str, Any]) -> Any:
    found: Any = msgspec.inspect.type_info(SceneForm)
    at: Any = data
    for key in keys:
        found = _inside(_chosen(found, at), key)
        at = _entry(at, key)
    return found


def _at(data: Any, keys: list[str | int]) -> Any:
    for key in keys:
        data = _entry(data, key)
    return data


def _inside(found: Any, key: str | int) -> Any:
    if isinstance(found, msgspec.inspect.StructType):
        return next((field.type for field in found.fields if field.encode_name == key), None)
    if isinstance(found, msgspec.inspect.DictType):
        return found.value_type
    if isinstance(found, msgspec.inspect.VarTupleType):
        return found.item_type
    return found.item_types[0] if isinstance(found, msgspec.inspect.TupleType) else None


def _chosen(found: Any, at: Any) -> Any:
    """The member of a union that the data is of: by ``kind``, or table against array."""
    if not isinstance(found, msgspec.inspect.UnionType):
        return found
    structs = [member for member in found.types if isinstance(member, msgspec.inspect.StructType)]
    if isinstance(at, dict):
        kind = at.get("kind")
        return next((member for member in structs if member.tag == kind), structs[0] if structs else None)
    arrays = (msgspec.inspect.VarTupleType, msgspec.inspect.TupleType)
    return next((member for member in found.types if isinstance(member, arrays)), None)


def _entry(data: Any, key: str | int) -> Any:
    try:
        return data[key]
    except (KeyError, IndexError, TypeError):
        return None
