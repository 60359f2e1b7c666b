"""What cases of conformance scripts share: templates, and words for what differs.

A case with ``template`` has the keys of that table of the script's ``[template]``, and its own in place of
them; its name is the template's where it has none. ``templates`` names a file beside the script that holds
more ``[template]``, ``[words]`` and ``[textures]``. ``words`` of this file, the script and the case, each in
place of those before it, are put in for ``<NAME>`` wherever it stands in the case: in a text a word, for a
text that is ``<NAME>`` alone any value. ``<SECTION>`` is the script's ``section``. A list of ``words`` makes
as many cases::

    words = { OP = "ADD" }                          [[case]]
    [template."of two operands"]                    template = "of two operands"
    program = "!!VP2.0 <OP> o[HPOS],v[0],<B>; END"  words = [{ B = "v[1]" }, { B = "-v[1]" }]
    columns = ["v[0]", "v[1]", "HPOS"]              rows = [[1, 1, "any"]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
    shared = _toml(str(Path(place).parent / str(script["templates"])))
    return script | {key: _table(place, shared, key) | _table(place, script, key) for key in _SHARED}


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
        name, own = entry.get("template"), entry.get("words", {})
        if not (name or given or own):
            yield entry
            continue
        if name is not None and not isinstance(templates.get(name), dict):
            raise InputError(f"{named(place)}: template: there is no {name!r}")
        case = {"name": name, **templates[name]} if name is not None else {}
        case |= {key: value for key, value in entry.items() if key not in ("template", "words")}
        each = {"OP"} if "each" in case else set()
        for own_words in own if isinstance(own, list) else [own]:
            if not isinstance(own_words, dict):
                raise InputError(f"{named(place)}: words must be a table, or a list of tables")
            put = {key: value for key, value in (words | own_words).items() if key not in each}
            yield {key: _put_in(value, put) for key, value in case.items()}


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
