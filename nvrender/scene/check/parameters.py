"""Parameters and buffers of a scene's draws: every entry fits the programs it is for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.scene.check.values import check_contents, check_name, check_value
from nvrender.scene.forms.scene import PICTURE, Named, SceneForm, Value
from nvrender.scene.model import Scene
from nvrender.scene.moment.animation import BONE_ROWS
from nvrender.scene.moment.any_moment import any_moment
from nvrender.scene.moment.evaluate import placed
from nvrender.scene.moment.gl_state import state_tables
from nvrender.scene.moment.parameters import (
    BUFFER_KEYS,
    KEYS,
    ParameterValues,
    buffer_tables,
    buffer_words,
    concerns,
    declared_names,
    entry,
    has_buffer,
    is_register,
    parameter_values,
    program_paths,
    register_of,
    tables,
    uniform_shapes,
)
from nvrender.scene.moment.values import Known, Rows, chains, rows_of
from nvrender.source import InputError, SceneError


def check_copy(scene: Scene, index: int, copy: int) -> None:
    """Parameters, buffers and state of one copy, in the first frame."""
    form, draw = scene.form, scene.form.draw[index]
    for key, table in state_tables(form, index, copy):
        for number, name in enumerate(table.lights or ()):
            check_name(name, form.lights, f"{key}.lights[{number}]", "light")
    now = any_moment(scene)
    with np.errstate(all="ignore"):
        known = placed(scene, index, copy, now, now.views[PICTURE])
        for stage, key in KEYS.items():
            _check_owned(form, index, copy, stage, key)
        for path in program_paths(draw).values():
            _check_tables(scene.programs[path], path, index, copy, known)
        for stage in KEYS:
            _check_buffers(scene, stage, index, copy, known)
        if draw.vertex is not None:
            _check_tracked(form, index, copy, scene.programs[draw.vertex])
        for stage, path in program_paths(draw).items():
            program = scene.programs[path]
            try:
                parameter_array(program, parameter_values(program, index, copy, known), known.state)
            except InputError as error:
                raise SceneError(f"draw[{index}].{KEYS[stage]}: {error}") from None


def _check_buffers(scene: Scene, stage: Stage, index: int, copy: int, known: Known) -> None:
    """The contents of every buffer fit the program of their stage."""
    path = program_paths(scene.form.draw[index]).get(stage)
    for place, buffers, shared in buffer_tables(scene.form, index, copy, stage):
        for bank, contents in buffers.items():
            check_contents(scene.form, contents, f"{place}.{bank}")
            if path is None and not shared:
                raise SceneError(f"{place}.{bank}: the draw has no {stage.value} program that reads buffers")
            if path is not None and (not shared or has_buffer(scene.programs[path], bank)):
                check_buffer(scene.programs[path], bank, contents, known, place)


def _check_owned(form: SceneForm, index: int, copy: int, stage: Stage, key: str) -> None:
    """Values are well formed, and a draw's own parameters have a program."""
    draw = form.draw[index]
    for place, parameters, shared in tables(form, index, copy, stage):
        for name, value in parameters.items():
            check_value(form, value, f"{place}.{name}")
        if parameters and not shared and stage not in program_paths(draw):
            raise SceneError(f"{place}: the draw has no {stage.value} program; give one as {stage.value}")


def _check_tables(program: Program, path: str, index: int, copy: int, known: Known) -> None:
    """Every entry of every table fits the program."""
    for place, parameters, shared in tables(known.form, index, copy, program.profile.stage):
        owners: dict[Any, str] = {}
        for key, value in parameters.items():
            if not shared or concerns(program, key):
                rows = rows_of(value, known)
                check_parameter(program, path, key, rows, place)
                _check_owners(owners, entry(program, key, rows), place, key)


def _check_owners(owners: dict[Any, str], found: ParameterValues, place: str, key: str) -> None:
    """Nothing is set twice in one table: its entries have no order."""
    for name in found:
        if name in owners:
            shown = f"c[{name}]" if isinstance(name, int) else name
            raise SceneError(f"{place}.{key}: sets {shown}, which {place}.{owners[name]} sets as well")
        owners[name] = key


def check_parameter(program: Program, path: str, key: str, rows: Rows, place: str) -> None:
    """One entry fits the program."""
    where = f"{place}.{key}"
    if is_register(key) and not program.profile.declares_names:
        last, limit = register_of(key) + len(rows.vectors) - 1, program.profile.parameters
        if last >= limit:
            raise SceneError(
                f"{where}: {path} has the parameters c[0] to c[{limit - 1}]; c[{last}] is not one of them"
            )
        return
    if is_register(key):
        array = "p" if program.profile.declares_parameters else "program.env"
        raise SceneError(
            f"{where}: {path} is an {program.profile.header} program, whose parameters have names such as "
            f"{array}[{register_of(key)}]"
        )
    if key.startswith(("program.", "state.")) and not program.profile.declares_names:
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


def check_buffer(program: Program, bank: int, contents: Any, known: Known, place: str) -> None:
    name = f"program.buffer[{bank}]"
    path = Path(program.source.name).name
    if not program.profile.declares_names:
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


def check_shared(scene: Scene) -> None:
    """What all draws share concerns at least one of them."""
    form = scene.form
    programs = {
        stage: [
            scene.programs[path] for draw in form.draw if (path := program_paths(draw).get(stage)) is not None
        ]
        for stage in KEYS
    }
    users = {
        name: [
            scene.programs[draw.vertex]
            for draw in form.draw
            if name in (draw.material, *(copy.material for copy in draw.copies)) and draw.vertex is not None
        ]
        for name in form.materials
    }
    shared = [(key, getattr(form, key), programs[stage]) for stage, key in KEYS.items()]
    shared += [(f"materials.{name}", form.materials[name], users[name]) for name in form.materials]
    for place, table, concerned in shared:
        for key, value in table.items():
            check_value(form, value, f"{place}.{key}")
            if place in KEYS.values() and not concerned:
                raise SceneError(f"{place}: no draw has a program that takes them")
            if concerned and not any(concerns(program, key) for program in concerned):
                raise SceneError(f"{place}.{key}: {_nobody(concerned, key)}")
    for stage, key in BUFFER_KEYS.items():
        for bank, contents in getattr(form, key).items():
            check_contents(form, contents, f"{key}.{bank}")
            if not any(has_buffer(program, bank) for program in programs[stage]):
                raise SceneError(
                    f"{key}.{bank}: no {stage.value} program of the scene has program.buffer[{bank}]"
                )


def _nobody(programs: list[Program], key: str) -> str:
    names = sorted(
        {name for program in programs for name in (*uniform_shapes(program), *declared_names(program))}
    )
    known = f"; uniforms are {', '.join(names[:12])}{', …' * (len(names) > 12)}" if names else ""
    return (
        f"is no parameter of a program that uses it: expected a whole number for VP programs, a name such as "
        f"program.env[0] for ARB and NV4 programs, p[0] or a declared name for FP1.0 ones, or a uniform of "
        f"Cg metadata{known}"
    )


def _check_tracked(form: SceneForm, index: int, copy: int, program: Program) -> None:
    """No parameter of a VP program that tracks a matrix is set as well."""
    if program.profile.declares_names:
        return
    draw = form.draw[index]
    tracking = form.tracking if draw.tracking is None else draw.tracking
    tracked = {row for tracks in tracking for row in range(tracks.address, tracks.address + 4)}
    for place, parameters, _ in tables(form, index, copy, Stage.VERTEX):
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
