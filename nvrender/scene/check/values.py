"""Values of a scene: their shape, and the names in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nvrender.scene.forms.scene import PICTURE, Named, SceneForm, Value
from nvrender.scene.moment.values import chains
from nvrender.source import SceneError

SETTABLE = (*(f"TEXTURE{i}" for i in range(8)), *(f"MATRIX{i}" for i in range(8)))
MATRICES = ("MODELVIEW", "PROJECTION", "MODELVIEW_PROJECTION", *SETTABLE)
COMPONENTS = 4


def check_value(form: SceneForm, value: Value, key: str) -> None:
    """SceneError at ``key`` unless ``value`` is a value of docs/scenes.md whose names the scene has."""
    if isinstance(value, Named):
        check_named(form, value, key)
    elif isinstance(value, tuple):
        for row in value if value and isinstance(value[0], tuple) else (value,):
            if not isinstance(row, tuple) or any(isinstance(component, tuple) for component in row):
                raise SceneError(f"{key}: expected a vector of numbers, or a list of vectors; got a mixture")
            if not 1 <= len(row) <= COMPONENTS:
                raise SceneError(f"{key}: expected a vector of 1 to 4 numbers, got {len(row)}")


def check_contents(form: SceneForm, contents: Any, key: str) -> None:
    """The contents of a buffer: numbers and vectors in any order, a matrix or a chain."""
    if isinstance(contents, Named):
        if contents.matrix is None and contents.chain is None:
            raise SceneError(f"{key}: expected numbers, a matrix or a chain, got a vector")
        check_named(form, contents, key)


def check_named(form: SceneForm, value: Named, key: str) -> None:
    """SceneError at ``key`` for names that the scene does not have, and words that do not go together."""
    for name in (value.light, value.color):
        if name is not None:
            check_name(name, form.lights, key, "light")
    if value.target is not None:
        check_name(value.target, form.targets, key, "target")
    if value.address is not None:
        check_name(value.address, form.memory, key, "buffer in memory")
    if value.pass_name is not None:
        check_pass(form, value.pass_name, f"{key}.pass")
    if value.chain is not None:
        check_name(value.chain, chains(form), key, "chain")
    if value.matrix is not None and value.matrix not in MATRICES:
        raise SceneError(f"{key}.matrix: {value.matrix!r} is not one of {', '.join(MATRICES)}")


def check_pass(form: SceneForm, name: str, key: str) -> None:
    """There is such a pass; the picture's always is."""
    if name != PICTURE:
        check_name(name, {one.name: one for one in form.passes}, key, "pass")


def check_name(name: str, table: Mapping[str, Any], key: str, what: str) -> None:
    """SceneError at ``key`` unless ``table``, of things called ``what``, has the name."""
    if name not in table:
        known = ", ".join(table) or "none"
        raise SceneError(f"{key}: there is no {what} {name!r}; this scene has {known}")
