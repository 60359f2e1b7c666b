"""What cases of conformance scripts share: templates, words for what differs, and a table of results.

A case with ``template`` has the keys of that table of the script's ``[template]``, and its own in place of
them; its name is the template's where it has none. ``templates`` names a file beside the script that holds
more ``[template]``, ``[words]`` and ``[textures]``. ``words`` of this file, the script, the template and the
case, each in place of those before it, are put in for ``<NAME>`` wherever it stands in the case: in a text a
word, for a text that is ``<NAME>`` alone any value. ``<SECTION>`` is the script's ``section``. A list of
templates or of ``words`` makes as many cases::

    words = { OP = "ADD" }                          [[case]]
    [template."of two operands"]                    template = "of two operands"
    program = "!!VP2.0 <OP> o[HPOS],v[0],<B>; END"  words = [{ B = "c[1]" }, { B = "-c[1]" }]
    columns = ["v[0]", "HPOS"]                      rows = [[1, "any"]]

``results`` of a case or template, a list of columns or a table from results to columns, takes the attributes
and these results from the ``columns`` and ``rows`` of the script, unless the case has ``columns``; its own
rows follow.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from nvrender.files import opened
from nvrender.source import InputError, named

_BYTES = 64 * 2**20
_SHARED = ("template", "textures", "words")
_HOLE = re.compile(r"<([A-Z][A-Z0-9_]*)>")


def tables(place: str) -> dict[str, Any]:
    """The tables of the script at ``place`` and of the file that its ``templates`` names."""
    script = _toml(place)
    if "templates" not in script:
        return script
    path = Path(place).parent / str(script["templates"])
    shared = _kept(str(path), path.stat().st_mtime_ns if path.exists() else 0)
    return script | {key: _table(place, shared, key) | _table(place, script, key) for key in _SHARED}


@functools.lru_cache(maxsize=16)
def _kept(place: str, changed: int) -> dict[str, Any]:
    """What a file holds that many scripts name, as long as it is not ``changed``."""
    return _toml(place)


def _toml(place: str) -> dict[str, Any]:
    try:
        with opened(Path(place), _BYTES) as file:
            table: dict[str, Any] = msgspec.toml.decode(file.read())
    except OSError as error:
        raise InputError(f"{named(place)}: {error.strerror or error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{named(place)}: not TOML: {error}") from None
    return table


def filled(place: str, script: Mapping[str, Any], entries: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The cases of ``script`` with what their templates give them, and words put in. InputError."""
    templates, given = _table(place, script, "template"), _table(place, script, "words")
    words = {"SECTION": script.get("section", "")} | given
    for entry in entries:
        names, own = entry.get("template"), entry.get("words", {})
        for name, more in product(_list(names), _list(own)):
            if name is not None and not isinstance(templates.get(name), dict):
                raise InputError(f"{named(place)}: template: there is no {name!r}")
            if not isinstance(more, dict):
                raise InputError(f"{named(place)}: words must be a table, or a list of tables")
            template = {"name": name, **templates[name]} if name is not None else {}
            put = words | _table(place, template, "words") | more
            case = {
                key: each for key, each in {**template, **entry}.items() if key not in ("template", "words")
            }
            if "each" in case:
                put.pop("OP", None)
            if name is not None or given or more:
                case = {key: _put_in(value, put) for key, value in case.items()}
            yield _with_results(place, script, case)


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _with_results(place: str, script: Mapping[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """The case with the columns and rows that its ``results`` take from the script's."""
    results = case.pop("results", None)
    if results is None or "columns" in case:
        return case
    columns = _list(script.get("columns"))
    names = {column: column for column in columns if str(column).startswith("v[")}
    names |= results if isinstance(results, dict) else {result: result for result in _list(results)}
    try:
        picked = [columns.index(column) for column in names.values()]
        rows = [[row[column] for column in picked] for row in script["rows"]]
    except (ValueError, KeyError, IndexError, TypeError):
        raise InputError(
            f"{named(place)}: results {results} are not in the script's columns and rows"
        ) from None
    return {**case, "columns": list(names), "rows": rows + case.get("rows", [])}


def _table(place: str, script: Mapping[str, Any], key: str) -> dict[str, Any]:
    table = script.get(key, {})
    if not isinstance(table, dict):
        raise InputError(f"{named(place)}: {key} must be a table")
    return table


def _put_in(value: Any, words: Mapping[str, Any]) -> Any:
    match value:
        case str() if (alone := _HOLE.fullmatch(value)) and alone[1] in words:
            return words[alone[1]]
        case str():
            return _HOLE.sub(lambda hole: str(words.get(hole[1], hole[0])), value)
        case list():
            return [_put_in(each, words) for each in value]
        case dict():
            return {str(_put_in(key, words)): _put_in(each, words) for key, each in value.items()}
    return value
