"""Parameters and buffers of a draw: which tables count, and their values as nvrender.run takes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from nvrender.gl.inputs.names import parse
from nvrender.gl.inputs.words import Use, float_words, integer_words, uses
from nvrender.languages.cg import metadata
from nvrender.program import BindingKind, Program, RegisterFile
from nvrender.program.profile import Stage
from nvrender.program.subroutines import with_stage_subroutines
from nvrender.records import once
from nvrender.scene.forms import scene as forms
from nvrender.scene.model import Scene
from nvrender.scene.moment.animation import bone_rows
from nvrender.scene.moment.matrices import Moment
from nvrender.scene.moment.values import Known, Rows, rows_of
from nvrender.source import InputError

#: Number or name → vector, matrix or words, as nvrender.run takes them.
ParameterValues = dict[Any, Any]

#: A local parameter of an !!FP1.0 program.
_LOCAL = re.compile(r"p\[[0-9]{1,9}\]")
_REGISTER = re.compile(r"[0-9]{1,9}|c\[[0-9]{1,9}\]")


#: Keys with values that are remembered of a program.
_MOST_FOUND = 1024

#: Stage → the key of its programs' parameters.
KEYS = {
    Stage.VERTEX: "parameters",
    Stage.TESSELLATION_CONTROL: "tess_control_parameters",
    Stage.TESSELLATION_EVALUATION: "tess_evaluation_parameters",
    Stage.GEOMETRY: "geometry_parameters",
    Stage.FRAGMENT: "fragment_parameters",
}
#: Stage → the key of its program.
PROGRAM_KEYS = {stage: key.removesuffix("_parameters") for stage, key in KEYS.items()} | {
    Stage.VERTEX: "vertex"
}
#: Stage → the key of its programs' buffers.
BUFFER_KEYS = {stage: key.replace("parameters", "buffers") for stage, key in KEYS.items()}


def program_paths(draw: forms.DrawForm) -> dict[Stage, str]:
    """The programs of a draw, by stage."""
    named = {
        Stage.VERTEX: draw.vertex,
        Stage.TESSELLATION_CONTROL: draw.tess_control,
        Stage.TESSELLATION_EVALUATION: draw.tess_evaluation,
        Stage.GEOMETRY: draw.geometry,
        Stage.FRAGMENT: draw.fragment,
    }
    return {stage: path for stage, path in named.items() if path is not None}


def programs_of(scene: Scene, draw: forms.DrawForm) -> dict[Stage, Program]:
    """The programs of a draw, by stage, calling the subroutines it names; InputError for others."""
    programs = {stage: scene.programs[path] for stage, path in program_paths(draw).items()}
    return with_stage_subroutines(programs, draw.subroutines or None)


def tables(
    form: forms.SceneForm, index: int, copy: int, stage: Stage
) -> Iterator[tuple[str, forms.Parameters, bool]]:
    """Key and contents of every table of parameters of a copy of a draw, later ones over earlier ones.

    The last tells whether the table is shared with other draws: then what it names for other languages
    does not matter here. Materials hold parameters of vertex programs.
    """
    draw, key = form.draw[index], KEYS[stage]
    materials = form.materials if stage is Stage.VERTEX else {}
    yield key, getattr(form, key), True
    if draw.material in materials:
        yield f"materials.{draw.material}", materials[draw.material], True
    yield f"draw[{index}].{key}", getattr(draw, key), False
    if draw.copies:
        one = draw.copies[copy]
        if one.material in materials:
            yield f"materials.{one.material}", materials[one.material], True
        yield f"draw[{index}].copies[{copy}].{key}", getattr(one, key), False


def buffer_tables(
    form: forms.SceneForm, index: int, copy: int, stage: Stage
) -> Iterator[tuple[str, forms.Buffers, bool]]:
    """The same of buffers."""
    draw, key = form.draw[index], BUFFER_KEYS[stage]
    yield key, getattr(form, key), True
    yield f"draw[{index}].{key}", getattr(draw, key), False
    if draw.copies:
        yield f"draw[{index}].copies[{copy}].{key}", getattr(draw.copies[copy], key), False


def is_register(key: str) -> bool:
    """True for the number of a parameter."""
    return _REGISTER.fullmatch(key) is not None


def register_of(key: str) -> int:
    """The number of a register written ``4`` or ``c[4]``."""
    return int(key.removeprefix("c[").removesuffix("]"))


@once
def concerns(program: Program, key: str) -> bool:
    """True if a shared table's ``key`` means something to ``program``."""
    if is_register(key):
        return not program.profile.declares_names
    if key.startswith(("program.", "state.")):
        return program.profile.declares_names
    if program.profile.declares_parameters and _LOCAL.fullmatch(key):
        return True
    return key in uniform_shapes(program) or key in declared_names(program)


def declared_names(program: Program) -> tuple[str, ...]:
    """The local parameters that DECLARE names (NV_fragment_program 3.11.2)."""
    return tuple(row.name for row in program.parameters if row.kind is BindingKind.NAMED)


def uniform_shapes(program: Program) -> Mapping[str, tuple[int, ...] | None]:
    """The uniforms of Cg metadata by name."""
    data = metadata(program)
    return {uniform.name: uniform.shape for uniform in data.uniforms} if data else {}


def parameter_values(program: Program, index: int, copy: int, known: Known) -> ParameterValues:
    """What a copy of draw ``index`` sets, by register or by the one name of each parameter.

    VP programs that address parameters relatively have the chains' matrices as well.
    """
    form, stage = known.form, program.profile.stage
    found: ParameterValues = {}
    if not program.profile.declares_names and program.has_relative_parameters:
        found |= _chain_parameters(known)
    for _, table, shared in tables(form, index, copy, stage):
        for key, value in table.items():
            if not shared or concerns(program, key):
                found |= _entry(program, key, value, known)
    for _, buffers, shared in buffer_tables(form, index, copy, stage):
        for bank, contents in buffers.items():
            if not shared or has_buffer(program, bank):
                found[f"program.buffer[{bank}]"] = buffer_words(program, bank, contents, known)
    return found


def _entry(program: Program, key: str, value: forms.Value, known: Known) -> ParameterValues:
    """What one key sets; of numbers that nothing changes as it was found for the frame before."""
    found = _found(program)
    before = found.get((key, id(value)))
    if before is None or before[0] is not value:
        if len(found) >= _MOST_FOUND:
            found.clear()
        constant = entry(program, key, rows_of(value, known)) if _is_constant(value) else None
        before = found[key, id(value)] = value, constant
    return entry(program, key, rows_of(value, known)) if before[1] is None else before[1]


def _is_constant(value: object) -> bool:
    return all(map(_is_constant, value)) if isinstance(value, tuple) else isinstance(value, (int, float))


@once
def _found(program: Program) -> dict[tuple[str, int], tuple[forms.Value, ParameterValues | None]]:
    """Keys of a program with the identity of a value: the value, and what it sets if it is constant."""
    return {}


def entry(program: Program, key: str, rows: Rows) -> ParameterValues:
    """What one key sets."""
    if is_register(key):
        register = register_of(key)
        return {register + offset: row for offset, row in enumerate(rows.filled())}
    if not key.startswith(("program.", "state.")):
        return {key: rows.fitting(uniform_shapes(program).get(key))}
    name = parse(program.profile, "parameter", key)
    vectors = rows.vectors
    if rows.several and rows.knows and name.last is not None:
        vectors = vectors[: name.last - name.numbers[-1] + 1]
    names = name.registers(len(vectors) if name.row.array else 1)
    if len(names) != len(vectors):
        raise InputError(f"has {len(vectors)} rows; expected {len(names)}")
    return dict(zip(names, vectors, strict=True))


def has_buffer(program: Program, bank: int) -> bool:
    """True if the program declares the buffer at this binding point."""
    return any(buffer.bank == bank for buffer in program.buffers)


def _chain_parameters(known: Known) -> ParameterValues:
    found, time = _chains_at(known.moment), known.time
    if time not in found:
        found[time] = {
            chain.address + offset: row
            for chain in known.form.chains
            if chain.address is not None
            for offset, row in enumerate(bone_rows(chain, time).astype(np.float32))
        }
    return found[time]


@once
def _chains_at(now: Moment) -> dict[float, ParameterValues]:
    """What chains set at the times that views of a moment have."""
    return {}


def buffer_words(program: Program, bank: int, contents: Any, known: Known) -> Any:
    """(n,) uint32: floats, and integers where some instruction reads the buffer as integers."""
    if isinstance(contents, forms.Named):
        return float_words(np.concatenate(rows_of(contents, known).vectors))
    integer = bool(uses(program).get((RegisterFile.BUFFER, bank), Use(0)) & Use.INTEGER)
    parts = [rows_of(part if isinstance(part, tuple) else (part,), known).vectors[0] for part in contents]
    words = [
        integer_words(f"buffers.{bank}", part) if integer and part.dtype.kind == "i" else float_words(part)
        for part in parts
    ]
    return np.concatenate(words) if words else np.zeros(0, np.uint32)
