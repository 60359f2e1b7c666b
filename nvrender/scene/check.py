"""What must hold between the tables of a scene: names, places of parameters, and values GL takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from nvrender.gl.inputs import attribute_number, attributes_read, buffer_arrays, parameter_array
from nvrender.isa.arb_bindings import VERTEX_INSTANCE
from nvrender.isa.bindings import ATTRIBUTES
from nvrender.program import Program
from nvrender.scene.animation import BONE_ROWS
from nvrender.scene.evaluate import placed
from nvrender.scene.form import MAX_COPIES
from nvrender.scene.forms import Copy, Named, SceneForm, Transform, Value
from nvrender.scene.gl_state import state_tables
from nvrender.scene.model import Scene
from nvrender.scene.number_forms import Number
from nvrender.scene.parameters import (
    ParameterValues,
    buffer_tables,
    buffer_words,
    concerns,
    entry,
    has_buffer,
    is_register,
    parameter_values,
    register_of,
    tables,
    uniform_shapes,
)
from nvrender.scene.state_forms import Tracked
from nvrender.scene.values import Known, Rows, chains, rows_of
from nvrender.scene.view import View
from nvrender.source import InputError, SceneError

LAST_PARAMETER = 255

_SETTABLE = (*(f"TEXTURE{i}" for i in range(8)), *(f"MATRIX{i}" for i in range(8)))
_MATRICES = ("MODELVIEW", "PROJECTION", "MODELVIEW_PROJECTION", *_SETTABLE)
_COMPONENTS = 4


def check_scene(scene: Scene) -> None:
    """SceneError with the key, unless every draw can be made of the scene's first frame."""
    form = scene.form
    _check_chains(form)
    if (count := sum(len(draw.copies) for draw in form.draw)) > MAX_COPIES:
        raise SceneError(f"draw: has {count} copies in all; at most {MAX_COPIES} are drawn")
    for index, draw in enumerate(form.draw):
        _check_draw(form, index, scene.programs)
        seen = set()
        for copy, one in enumerate(draw.copies or (Copy(),)):
            # Where a copy stands does not matter here.
            said = repr((one.material, one.parameters, one.buffers, one.state))
            if said not in seen:
                _check_copy(scene, index, copy)
            seen.add(said)
    _check_shared(scene)


def _check_chains(form: SceneForm) -> None:
    names: set[str] = set()
    for index, chain in enumerate(form.chains):
        if chain.name and chain.name in names:
            raise SceneError(f"chains[{index}].name: there is a chain {chain.name!r} before this one")
        names.add(chain.name)
        if chain.address is None:
            continue
        if (last := chain.address + chain.bones * BONE_ROWS - 1) > LAST_PARAMETER:
            raise SceneError(
                f"chains[{index}]: its bones would fill c[{chain.address}] to c[{last}]; c[255] is the last"
            )


def _check_draw(form: SceneForm, index: int, programs: Mapping[str, Program]) -> None:
    """What does not depend on the copy."""
    draw, key = form.draw[index], f"draw[{index}]"
    program = programs[draw.vertex]
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
    for name, values in draw.attributes.items():
        _check_current(program, name, values, f"{key}.attributes.{name}")
    if draw.instances > 1 and VERTEX_INSTANCE not in attributes_read(program):
        raise SceneError(f"{key}.instances: {draw.vertex} reads no vertex.instance: all would look the same")
    for number, state_program in enumerate(draw.state_programs):
        place = f"{key}.state_programs[{number}].input"
        _check_value(form, state_program.input, place)
    if program.profile.language is not None:
        for name, given in (("tracking", draw.tracking), ("state_programs", draw.state_programs)):
            if given:
                raise SceneError(
                    f"{key}.{name}: fills c[…], which {program.profile.header} programs do not have; "
                    "give { matrix = … } or other values under parameters"
                )
    else:
        tracking = form.tracking if draw.tracking is None else draw.tracking
        limit = program.profile.parameters
        _check_tracking(tracking, limit, "tracking" if draw.tracking is None else f"{key}.tracking")
    for place, steps in _transforms(form, index):
        for number, step in enumerate(steps):
            if step.to_light is not None:
                _check_name(step.to_light, form.lights, f"{place}[{number}].to_light", "light")


def _check_current(program: Program, name: str, values: tuple[Number, ...], key: str) -> None:
    if not 1 <= len(values) <= _COMPONENTS:
        raise SceneError(f"{key}: expected 1 to 4 numbers, got {len(values)}")
    try:
        if attribute_number(program, name) < len(ATTRIBUTES):
            return
    except InputError as error:
        raise SceneError(f"{key}: {error}") from None
    raise SceneError(f"{key}: {name} has no current value")


def _transforms(form: SceneForm, index: int) -> Iterator[tuple[str, Transform]]:
    draw, key = form.draw[index], f"draw[{index}]"
    yield f"{key}.transform", draw.transform
    for number, copy in enumerate(draw.copies):
        yield f"{key}.copies[{number}].transform", copy.transform
    for name, steps in draw.matrices.items():
        yield f"{key}.matrices.{name}", steps


def _check_copy(scene: Scene, index: int, copy: int) -> None:
    """Parameters, buffers and state of one copy, in the first frame."""
    form, draw = scene.form, scene.form.draw[index]
    program = scene.programs[draw.vertex]
    for key, table in state_tables(form, index, copy):
        for number, name in enumerate(table.lights or ()):
            _check_name(name, form.lights, f"{key}.lights[{number}]", "light")
    eye = np.eye(4)
    view = View(0, 0.0, scene.size, eye, eye, (0.0, 0.0, 0.0), eye)
    with np.errstate(all="ignore"):
        known = placed(scene, index, copy, view)
        for place, parameters, shared in tables(form, index, copy):
            owners: dict[Any, str] = {}
            for key, value in parameters.items():
                _check_value(form, value, f"{place}.{key}")
                if not shared or concerns(program, key):
                    rows = rows_of(value, known)
                    _check_parameter(program, draw.vertex, key, rows, place)
                    _check_owners(owners, entry(program, key, rows), place, key)
        for place, buffers, shared in buffer_tables(form, index, copy):
            for bank, contents in buffers.items():
                _check_contents(form, contents, f"{place}.{bank}")
                if not shared or has_buffer(program, bank):
                    _check_buffer(program, bank, contents, known, place)
        _check_tracked(form, index, copy, program)
        try:
            parameter_array(program, parameter_values(program, index, copy, known), known.state)
        except InputError as error:
            raise SceneError(f"draw[{index}].parameters: {error}") from None


def _check_owners(owners: dict[Any, str], found: ParameterValues, place: str, key: str) -> None:
    """Nothing is set twice in one table: its entries have no order."""
    for name in found:
        if name in owners:
            shown = f"c[{name}]" if isinstance(name, int) else name
            raise SceneError(f"{place}.{key}: sets {shown}, which {place}.{owners[name]} sets as well")
        owners[name] = key


def _check_parameter(program: Program, path: str, key: str, rows: Rows, place: str) -> None:
    """One entry fits the program."""
    where = f"{place}.{key}"
    if is_register(key) and program.profile.language is None:
        last, limit = register_of(key) + len(rows.vectors) - 1, program.profile.parameters
        if last >= limit:
            raise SceneError(
                f"{where}: {path} has the parameters c[0] to c[{limit - 1}]; c[{last}] is not one of them"
            )
        return
    if is_register(key):
        raise SceneError(
            f"{where}: {path} is an {program.profile.header} program, whose parameters have names such as "
            f"program.env[{register_of(key)}]"
        )
    if key.startswith(("program.", "state.")) and program.profile.language is None:
        raise SceneError(
            f"{where}: {path} is a {program.profile.header} program, whose parameters are the numbers 0 to "
            f"{program.profile.parameters - 1}"
        )
    if key.startswith("program.buffer"):
        raise SceneError(f"{where}: the contents of buffers are given under buffers, by their number")
    try:
        parameter_array(program, entry(program, key, rows))
    except InputError as error:
        raise SceneError(f"{where}: {_plain(str(error), key)}") from None


def _plain(message: str, key: str) -> str:
    """The message of an InputError without the key it begins with."""
    for start in (f"parameters[{key!r}]: ", f"parameters[{key!r}] "):
        message = message.removeprefix(start)
    return message


def _check_buffer(program: Program, bank: int, contents: Any, known: Known, place: str) -> None:
    name = f"program.buffer[{bank}]"
    path = Path(program.source.name).name
    if program.profile.language is None:
        raise SceneError(
            f"{place}.{bank}: {path} is a {program.profile.header} program, which has no buffers"
        )
    try:
        buffer_arrays(program, {name: buffer_words(program, bank, contents, known)})
    except InputError as error:
        raise SceneError(f"{place}.{bank}: {error}") from None
    if not has_buffer(program, bank):
        declared = ", ".join(f"program.buffer[{buffer.bank}]" for buffer in program.buffers) or "none"
        raise SceneError(f"{place}.{bank}: the program has no {name}; it declares {declared}")


def _check_shared(scene: Scene) -> None:
    """What all draws share concerns at least one of them."""
    form = scene.form
    programs = [scene.programs[draw.vertex] for draw in form.draw]
    users = {
        name: [
            program
            for draw, program in zip(form.draw, programs, strict=True)
            if name in (draw.material, *(copy.material for copy in draw.copies))
        ]
        for name in form.materials
    }
    shared = [("parameters", form.parameters, programs)]
    shared += [(f"materials.{name}", form.materials[name], users[name]) for name in form.materials]
    for place, table, concerned in shared:
        for key, value in table.items():
            _check_value(form, value, f"{place}.{key}")
            if concerned and not any(concerns(program, key) for program in concerned):
                raise SceneError(f"{place}.{key}: {_nobody(concerned, key)}")
    for bank, contents in form.buffers.items():
        _check_contents(form, contents, f"buffers.{bank}")
        if not any(has_buffer(program, bank) for program in programs):
            raise SceneError(f"buffers.{bank}: no program of the scene has program.buffer[{bank}]")


def _nobody(programs: list[Program], key: str) -> str:
    names = sorted({name for program in programs for name in uniform_shapes(program)})
    known = f"; uniforms are {', '.join(names[:12])}{', …' * (len(names) > 12)}" if names else ""
    return (
        f"is no parameter of a program that uses it: expected a whole number for VP programs, a name such as "
        f"program.env[0] for ARB and NV4 programs, or a uniform of Cg metadata{known}"
    )


def _check_tracked(form: SceneForm, index: int, copy: int, program: Program) -> None:
    """No parameter of a VP program that tracks a matrix is set as well."""
    if program.profile.language is not None:
        return
    draw = form.draw[index]
    tracking = form.tracking if draw.tracking is None else draw.tracking
    tracked = {row for tracks in tracking for row in range(tracks.address, tracks.address + 4)}
    for place, parameters, _ in tables(form, index, copy):
        for key, value in parameters.items():
            if is_register(key):
                first = register_of(key)
                if tracked & set(range(first, first + _length(form, value))):
                    raise SceneError(f"{place}.{key}: sets a parameter that tracks a matrix")


def _length(form: SceneForm, value: Value) -> int:
    """How many registers a value fills."""
    if isinstance(value, Named):
        if value.matrix is not None:
            return value.rows or 4
        return chains(form)[value.chain].bones * (value.rows or BONE_ROWS) if value.chain is not None else 1
    return len(value) if isinstance(value, tuple) and value and isinstance(value[0], tuple) else 1


def _check_value(form: SceneForm, value: Value, key: str) -> None:
    if isinstance(value, Named):
        _check_named(form, value, key)
    elif isinstance(value, tuple):
        for row in value if value and isinstance(value[0], tuple) else (value,):
            if not isinstance(row, tuple) or any(isinstance(component, tuple) for component in row):
                raise SceneError(f"{key}: expected a vector of numbers, or a list of vectors; got a mixture")
            if not 1 <= len(row) <= _COMPONENTS:
                raise SceneError(f"{key}: expected a vector of 1 to 4 numbers, got {len(row)}")


def _check_contents(form: SceneForm, contents: Any, key: str) -> None:
    """The contents of a buffer: numbers and vectors in any order, a matrix or a chain."""
    if isinstance(contents, Named):
        if contents.matrix is None and contents.chain is None:
            raise SceneError(f"{key}: expected numbers, a matrix or a chain, got a vector")
        _check_named(form, contents, key)


def _check_named(form: SceneForm, value: Named, key: str) -> None:
    for name in (value.light, value.color):
        if name is not None:
            _check_name(name, form.lights, key, "light")
    if value.chain is not None:
        _check_name(value.chain, chains(form), key, "chain")
    if value.matrix is not None and value.matrix not in _MATRICES:
        raise SceneError(f"{key}.matrix: {value.matrix!r} is not one of {', '.join(_MATRICES)}")


def _check_tracking(tracking: tuple[Tracked, ...], limit: int, key: str) -> None:
    for index, tracks in enumerate(tracking):
        if tracks.address % 4 or tracks.address + 4 > limit:
            raise SceneError(
                f"{key}[{index}].address: expected a multiple of 4 up to {limit - 4}, got {tracks.address}"
            )
        if tracks.matrix not in _MATRICES:
            raise SceneError(f"{key}[{index}].matrix: {tracks.matrix!r} is not one of {', '.join(_MATRICES)}")


def _check_name(name: str, table: Mapping[str, Any], key: str, what: str) -> None:
    if name not in table:
        known = ", ".join(table) or "none"
        raise SceneError(f"{key}: there is no {what} {name!r}; this scene has {known}")
