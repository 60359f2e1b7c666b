"""A scene file → Scene: typed, complete, every path and name resolved; no GL context is needed."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from nvrender.demos import advice
from nvrender.languages.load import load
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.scene.advice import explained
from nvrender.scene.check.check import check_scene
from nvrender.scene.files import check_mesh_file, existing
from nvrender.scene.forms.meshes import File
from nvrender.scene.forms.scene import SceneForm
from nvrender.scene.lines import invalid, placed
from nvrender.scene.model import Scene
from nvrender.scene.moment.parameters import PROGRAM_KEYS, program_paths
from nvrender.scene.textures.facts import texture_facts
from nvrender.source import InputError, ProgramError, SceneError, named

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]

FILE_LIMIT = 4 * 2**20
PROGRAM_LIMIT = 64 * 2**20
_KEY_PARTS = 64
#: A part of a dotted key and the dot behind it, or any other character of a line.
_KEY_PART = re.compile(r"""(?:"(?:[^"\\]|\\.)*"?|'[^']*'?|[A-Za-z0-9_-]+)[ \t]*(\.?)[ \t]*|.""", re.DOTALL)


#: What makes a program of a file.
ProgramReader = Callable[[Path], Program]


def load_scene(scene: str | os.PathLike[str], read: ProgramReader = load) -> Scene:
    """The scene in the TOML file ``scene`` (docs/scenes.md), whose programs ``read`` loads.

    SceneError names the file and the key for whatever is wrong with it, a missing file, mesh, texture or
    light included; a program that does not load is reported with its own caret and the key that named it, and
    its error is the cause of the SceneError.
    """
    if not isinstance(scene, (str, os.PathLike)):
        raise InputError(f"a scene is loaded from a path, not from a {type(scene).__name__}")
    path = Path(scene)
    data = parsed(path)
    if (place := _not_finite(data)) is not None:
        raise placed(path, f"{named(place)}: must be a finite number")
    form = _converted(data, path)
    directory = path.parent
    try:
        programs = _programs(form, directory, read)
        loaded = Scene(form, directory, str(path), programs, texture_facts(form, directory))
        _check_meshes(form, directory)
        check_scene(loaded)
    except SceneError as error:
        raise placed(path, str(error)) from error.__cause__
    return loaded


def parsed(path: Path) -> dict[str, Any]:
    """The tables of a scene file. SceneError for what is no TOML file."""
    _check_place(path)
    file = existing(Path(), str(path), "scene", FILE_LIMIT)
    try:
        data = file.read_bytes()
        if data.startswith(b"!!"):
            raise SceneError("is a program; a scene is a TOML file that draws with programs")
        text = data.decode("utf-8")
        _check_keys(text)
        tables: dict[str, Any] = tomllib.loads(text)
        return tables
    except SceneError as error:
        raise SceneError(error.message, str(path), error.line) from None
    except OSError as error:
        raise SceneError(f"cannot be read: {error.strerror}", str(path)) from None
    except UnicodeDecodeError as error:
        raise SceneError(f"is no TOML file: byte {error.start} is not UTF-8 text", str(path)) from None
    except ValueError as error:  # TOMLDecodeError, and what int() says of a number of 5000 digits
        raise invalid(path, str(error)) from None
    except RecursionError:
        raise SceneError("is nested too deeply", str(path)) from None


def _check_place(path: Path) -> None:
    """SceneError for a folder, which names the scene in it, and where there is nothing."""
    try:
        scene = min(path.glob("*.toml"), default=None) if path.is_dir() else None
        missing = not os.path.lexists(path)
    except (OSError, ValueError):  # what can be said of it is said when it is read
        return
    if missing:
        raise SceneError(f"no such file{advice(path)}", str(path))
    if scene is not None:
        raise SceneError(f"is a directory; name a scene in it, as {named(scene)}", str(path))


def _check_keys(text: str) -> None:
    """SceneError for a key of very many parts: what reads TOML takes the square of their number in time."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") < _KEY_PARTS:
            continue
        parts = 1
        for part in _KEY_PART.finditer(line):
            parts = parts + 1 if part[1] else 1
            if parts > _KEY_PARTS:
                raise SceneError(f"a key has more than {_KEY_PARTS} parts, and none is so deep", line=number)


def _not_finite(data: Any) -> str | None:
    """Where the first infinity or NaN is, which TOML can write."""
    entries: list[Iterator[tuple[Any, Any]]] = [iter([("", data)])]
    keys: list[Any] = []
    while entries:
        key, value = next(entries[-1], (None, None))
        if key is None:
            entries.pop()
            del keys[-1:]
        elif isinstance(value, dict):
            entries.append(iter(value.items()))
            keys.append(key)
        elif isinstance(value, list):
            entries.append(iter(enumerate(value)))
            keys.append(key)
        elif isinstance(value, (int, float)) and not abs(value) <= sys.float_info.max:
            path = (f"[{each}]" if isinstance(each, int) else f".{each}" for each in (*keys[1:], key))
            return "".join(path).lstrip(".")
    return None


def _converted(data: dict[str, Any], path: Path) -> SceneForm:
    try:
        return msgspec.convert(data, SceneForm, str_keys=True)
    except msgspec.ValidationError as error:
        raise placed(path, explained(error, data)) from None
    except RecursionError:
        raise SceneError("is nested too deeply", str(path)) from None


def _programs(form: SceneForm, directory: Path, read: ProgramReader) -> dict[str, Program]:
    programs: dict[str, Program] = {}
    for key, path, stage in _named_programs(form):
        if path not in programs:
            file = existing(directory, path, key, PROGRAM_LIMIT)
            try:
                programs[path] = read(file)
            except (ProgramError, InputError) as error:
                raise SceneError(f"{key} names a program that does not load:\n{error}") from error
        found = programs[path].profile
        if found.stage is not stage:
            raise SceneError(
                f"{key}: {named(path)} is a {found.header} {found.stage.value} program; "
                f"a {stage.value} program is needed"
            )
    return programs


def _named_programs(form: SceneForm) -> Iterator[tuple[str, str, Stage]]:
    for index, draw in enumerate(form.draw):
        for stage, program in program_paths(draw).items():
            yield f"draw[{index}].{PROGRAM_KEYS[stage]}", program, stage
        for number, state_program in enumerate(draw.state_programs):
            yield f"draw[{index}].state_programs[{number}].program", state_program.program, Stage.VERTEX_STATE

    for index, one in enumerate(form.passes):
        if one.compute is not None:
            yield f"passes[{index}].compute", one.compute, Stage.COMPUTE


def _check_meshes(form: SceneForm, directory: Path) -> None:
    for name, mesh in form.meshes.items():
        if isinstance(mesh, File):
            check_mesh_file(mesh, directory, f"meshes.{name}.path")
