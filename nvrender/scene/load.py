"""A scene file → Scene: typed, complete, every path and name resolved; no GL context is needed."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from nvrender.check.load import load
from nvrender.isa.profiles import Stage
from nvrender.program import Program
from nvrender.scene.advice import explained
from nvrender.scene.animation import BONE_ROWS
from nvrender.scene.files import check_mesh_file, check_texture_file, existing
from nvrender.scene.forms import Named, Parameters, SceneForm, Tracked, Transform, Value
from nvrender.scene.mesh_forms import File
from nvrender.scene.model import Scene
from nvrender.scene.texture_forms import Picture
from nvrender.scene.textures import BASE_FORMATS
from nvrender.source import InputError, ProgramError, SceneError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]

FILE_LIMIT = 4 * 2**20
PROGRAM_LIMIT = 64 * 2**20
LAST_PARAMETER = 255

_SETTABLE = (*(f"TEXTURE{i}" for i in range(8)), *(f"MATRIX{i}" for i in range(8)))
_MATRICES = ("MODELVIEW", "PROJECTION", "MODELVIEW_PROJECTION", *_SETTABLE)


def load_scene(scene: str | os.PathLike[str]) -> Scene:
    """The scene in the TOML file ``scene`` (docs/scenes.md).

    SceneError names the file and the key for whatever is wrong with it, a missing file, mesh, texture or
    light included; a program that does not load is reported with its own caret and the key that named it.
    """
    path = Path(scene)
    data = _parsed(path)
    if (place := _not_finite(data)) is not None:
        raise SceneError(f"{path}: {place}: must be a finite number")
    form = _converted(data, str(path))
    directory = path.parent
    try:
        programs = _programs(form, directory)
        base_formats = _base_formats(form, directory)
        _check_meshes(form, directory)
        _check_chains(form)
        _check_draws(form, programs)
        _check_lights(form)
    except SceneError as error:
        raise SceneError(f"{path}: {error}") from None
    return Scene(form, directory, str(path), programs, base_formats)


def _parsed(path: Path) -> dict[str, Any]:
    file = existing(Path(), str(path), "scene", FILE_LIMIT)
    try:
        parsed: dict[str, Any] = tomllib.loads(file.read_bytes().decode("utf-8"))
        return parsed
    except OSError as error:
        raise SceneError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SceneError(f"{path}: is no TOML file: byte {error.start} is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise SceneError(f"{path}: is no valid TOML: {error}") from None
    except RecursionError:
        raise SceneError(f"{path}: is nested too deeply") from None


def _not_finite(value: Any, place: str = "") -> str | None:
    """Where the first infinity or NaN is, which TOML can write."""
    if isinstance(value, float) and not math.isfinite(value):
        return place
    entries: Iterator[tuple[str, Any]] = iter(())
    if isinstance(value, dict):
        entries = ((f"{place}.{key}".lstrip("."), entry) for key, entry in value.items())
    elif isinstance(value, list):
        entries = ((f"{place}[{index}]", entry) for index, entry in enumerate(value))
    return next((found for name, entry in entries if (found := _not_finite(entry, name)) is not None), None)


def _converted(data: dict[str, Any], name: str) -> SceneForm:
    try:
        return msgspec.convert(data, SceneForm, str_keys=True)
    except msgspec.ValidationError as error:
        raise SceneError(f"{name}: {explained(error, data)}") from None
    except RecursionError:
        raise SceneError(f"{name}: is nested too deeply") from None


def _programs(form: SceneForm, directory: Path) -> dict[str, Program]:
    programs: dict[str, Program] = {}
    for key, path, stage in _named_programs(form):
        if path not in programs:
            file = existing(directory, path, key, PROGRAM_LIMIT)
            try:
                programs[path] = load(file)
            except (ProgramError, InputError) as error:
                raise SceneError(f"{key} names a program that does not load:\n{error}") from None
        found = programs[path].profile
        if found.stage is not stage:
            raise SceneError(
                f"{key}: {path} is a {found.header} {found.stage.value} program; "
                f"a {stage.value} program is needed"
            )
    return programs


def _named_programs(form: SceneForm) -> Iterator[tuple[str, str, Stage]]:
    for index, draw in enumerate(form.draw):
        yield f"draw[{index}].vertex", draw.vertex, Stage.VERTEX
        for number, state_program in enumerate(draw.state_programs):
            yield f"draw[{index}].state_programs[{number}].program", state_program.program, Stage.VERTEX_STATE


def _check_meshes(form: SceneForm, directory: Path) -> None:
    for name, mesh in form.meshes.items():
        if isinstance(mesh, File):
            check_mesh_file(mesh, directory, f"meshes.{name}.path")


def _base_formats(form: SceneForm, directory: Path) -> dict[str, str]:
    return {
        name: BASE_FORMATS[check_texture_file(texture.path, directory, f"textures.{name}.path")]
        if isinstance(texture, Picture)
        else "RGB"
        for name, texture in form.textures.items()
    }


def _check_chains(form: SceneForm) -> None:
    for index, chain in enumerate(form.chains):
        if (last := chain.address + chain.bones * BONE_ROWS - 1) > LAST_PARAMETER:
            raise SceneError(
                f"chains[{index}]: its bones would fill c[{chain.address}] to c[{last}]; c[255] is the last"
            )


def _check_draws(form: SceneForm, programs: dict[str, Program]) -> None:
    for index, draw in enumerate(form.draw):
        key = f"draw[{index}]"
        _check_name(draw.mesh, form.meshes, f"{key}.mesh", "mesh")
        for unit, texture in draw.textures.items():
            _check_name(texture.texture, form.textures, f"{key}.textures.{unit}.texture", "texture")
        if draw.material:
            _check_name(draw.material, form.materials, f"{key}.material", "material")
        for number, copy in enumerate(draw.copies):
            if copy.material:
                _check_name(copy.material, form.materials, f"{key}.copies[{number}].material", "material")
        for matrix in draw.matrices:
            if matrix not in _SETTABLE:
                names = ", ".join(_SETTABLE)
                raise SceneError(f"{key}.matrices.{matrix}: matrices that can be set are {names}")
        for number, values in draw.attributes.items():
            if not 1 <= len(values) <= 4:
                raise SceneError(f"{key}.attributes.{number}: expected 1 to 4 numbers, got {len(values)}")
        for number, state_program in enumerate(draw.state_programs):
            _check_value(state_program.input, f"{key}.state_programs[{number}].input")
        _check_parameters(form, index, programs[draw.vertex].profile.parameters)


def _check_parameters(form: SceneForm, index: int, limit: int) -> None:
    """Tracked matrices and parameters of a draw fit its program's file and each other."""
    draw = form.draw[index]
    tracking = form.tracking if draw.tracking is None else draw.tracking
    _check_tracking(tracking, limit, "tracking" if draw.tracking is None else f"draw[{index}].tracking")
    tracked = {row for entry in tracking for row in range(entry.address, entry.address + 4)}
    for place, parameters in _parameters_of(form, index):
        for register, value in parameters.items():
            _check_value(value, f"{place}.{register}")
            last = register + rows_of(value) - 1
            if last >= limit:
                raise SceneError(
                    f"{place}.{register}: {draw.vertex} has the parameters c[0] to c[{limit - 1}]; "
                    f"c[{last}] is not one of them"
                )
            if tracked & set(range(register, last + 1)):
                raise SceneError(f"{place}.{register}: sets a parameter that tracks a matrix")


def rows_of(value: Value) -> int:
    """How many registers a value fills."""
    return len(value) if isinstance(value, tuple) and value and isinstance(value[0], tuple) else 1


def _check_value(value: Value, key: str) -> None:
    if isinstance(value, Named):
        return
    for row in value if value and isinstance(value[0], tuple) else (value,):
        if not isinstance(row, tuple) or any(isinstance(component, tuple) for component in row):
            raise SceneError(f"{key}: expected a vector of numbers, or a list of vectors; got a mixture")
        if not 1 <= len(row) <= 4:
            raise SceneError(f"{key}: expected a vector of 1 to 4 numbers, got {len(row)}")


def _check_tracking(tracking: tuple[Tracked, ...], limit: int, key: str) -> None:
    for index, entry in enumerate(tracking):
        if entry.address % 4 or entry.address + 4 > limit:
            raise SceneError(
                f"{key}[{index}].address: expected a multiple of 4 up to {limit - 4}, got {entry.address}"
            )
        if entry.matrix not in _MATRICES:
            raise SceneError(f"{key}[{index}].matrix: {entry.matrix!r} is not one of {', '.join(_MATRICES)}")


def _parameters_of(form: SceneForm, index: int) -> Iterator[tuple[str, Parameters]]:
    """Every table of parameters a draw uses, and its key."""
    draw = form.draw[index]
    yield "parameters", form.parameters
    yield f"draw[{index}].parameters", draw.parameters
    for material in {draw.material, *(copy.material for copy in draw.copies)} - {""}:
        yield f"materials.{material}", form.materials[material]
    for number, copy in enumerate(draw.copies):
        yield f"draw[{index}].copies[{number}].parameters", copy.parameters


def _check_lights(form: SceneForm) -> None:
    for index, draw in enumerate(form.draw):
        key = f"draw[{index}]"
        values = [
            (f"{place}.{register}", value)
            for place, parameters in _parameters_of(form, index)
            for register, value in parameters.items()
        ]
        values += [(f"{key}.state_programs[{i}].input", p.input) for i, p in enumerate(draw.state_programs)]
        for place, value in values:
            if isinstance(value, Named) and (name := value.light or value.color) is not None:
                _check_name(name, form.lights, place, "light")
        transforms: list[tuple[str, Transform]] = [(f"{key}.transform", draw.transform)]
        transforms += [(f"{key}.copies[{i}].transform", copy.transform) for i, copy in enumerate(draw.copies)]
        transforms += [(f"{key}.matrices.{name}", steps) for name, steps in draw.matrices.items()]
        for place, steps in transforms:
            for number, step in enumerate(steps):
                if step.to_light is not None:
                    _check_name(step.to_light, form.lights, f"{place}[{number}].to_light", "light")


def _check_name(name: str, table: dict[str, Any], key: str, what: str) -> None:
    if name not in table:
        known = ", ".join(table) or "none"
        raise SceneError(f"{key}: there is no {what} {name!r}; this scene has {known}")
