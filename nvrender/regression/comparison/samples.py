"""Inputs that show what a program does: ordinary vertices, structured values, special values."""

from __future__ import annotations

from typing import Any

import numpy as np

from nvrender.gl.inputs.fragments import POINT_COORDINATE, attributes_read, strip
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.inputs.words import RegisterKey, Use, uses
from nvrender.languages.arb.generation5_bindings import (
    CONTROL_ATTRIBUTES,
    EVALUATION_ATTRIBUTES,
    FRAGMENT_5_ATTRIBUTES,
    GEOMETRY_5_ATTRIBUTES,
)
from nvrender.languages.arb.vertex_bindings import VERTEX_ID, VERTEX_INSTANCE
from nvrender.memory import check_memory
from nvrender.program import BindingKind, Program, RegisterFile
from nvrender.program.profile import Stage

#: Values every opcode's special-value list speaks of (NV_vertex_program2 2.14.3), and their neighbours.
SPECIAL_VALUES = np.array(
    [
        0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.0, -2.0, 127.99609375, 128.0, -128.0, 511.5, -512.5,
        2.0**-126, -(2.0**-126), 2.0**64, -(2.0**64), 2.0**-64, 3.0e38, -3.0e38,
        np.inf, -np.inf, np.nan,
    ],
    np.float32,
)  # fmt: skip

_ORDINARY_SHARE = 0.75
#: Attributes of vertices that nobody gives.
_MADE_BY_RUNS = ("vertex.out.", "vertex.tesscoord")


def samples(
    program: Program, count: int = 1024, *, seed: int = 0, special: bool = True
) -> tuple[dict[Any, Any], Any]:
    """Attributes and parameters to run ``program`` on.

    Returns attribute number → (count, 4) float32 for the attributes the program reads, and the
    (P, 4) float32 parameters; of a declared-name program attributes and parameters by name, integers where
    it reads some, of fragments in quads. Three quarters of the vertices are ordinary (positions around the
    origin, unit normals, colours, small whole numbers); the rest mix in SPECIAL_VALUES unless
    ``special`` is false.
    """
    generator = np.random.default_rng(seed)
    read = len(program.reads(RegisterFile.ATTRIBUTE)) + 1
    check_memory(count * (read + 2) * 4 * 8, f"samples of {count} vertices", "take a smaller count")
    if program.profile.stage is Stage.FRAGMENT:
        return _fragments(program, count, generator, special)
    names = None
    if program.geometry is not None:
        count = max(count, program.geometry.vertices)
        names = GEOMETRY_5_ATTRIBUTES
    if program.tessellation is not None:
        control = program.profile.stage is Stage.TESSELLATION_CONTROL
        count, names = max(count, 3), CONTROL_ATTRIBUTES if control else EVALUATION_ATTRIBUTES
    ordinary = int(count * _ORDINARY_SHARE) if special else count
    attributes: dict[int, Float32Array] = {}
    position = {0} if program.position_invariant else set()
    for index in sorted(program.reads(RegisterFile.ATTRIBUTE) | position):
        if names is not None and (
            not names[index].startswith("vertex.") or names[index].startswith(_MADE_BY_RUNS)
        ):
            continue
        values = generator.uniform(-2.0, 2.0, (count, 4)).astype(np.float32)
        if index == 2:
            values[:, :3] /= np.linalg.norm(values[:, :3], axis=1, keepdims=True)
        if index in (3, 4):
            values = np.abs(values) / np.float32(2.0)
        values[::5] = np.round(values[::5] * 4)
        values[:, 3] = np.where(np.arange(count) % 2, values[:, 3], np.float32(1.0))
        if special:
            rows = values[ordinary:]
            chosen = generator.random(rows.shape) < 0.5
            rows[chosen] = generator.choice(SPECIAL_VALUES, int(chosen.sum()))
        attributes[index] = values
    if program.profile.declares_names:
        return _named(program, attributes, generator, names)
    parameters = generator.uniform(-2.0, 2.0, (program.profile.parameters, 4)).astype(np.float32)
    parameters[::7] = np.round(parameters[::7] * 2)
    return attributes, parameters


def _fragments(
    program: Program, count: int, generator: np.random.Generator, special: bool
) -> tuple[dict[Any, Any], dict[str, Any]]:
    """Fragments side by side in quads, as a surface has them: attributes change little within a quad."""
    quads = -(-count // 4)
    arrays: dict[int, Float32Array] = {}
    for index in sorted(attributes_read(program, program.reads(RegisterFile.ATTRIBUTE))):
        middle = generator.uniform(-2.0, 2.0, (quads, 1, 4))
        slopes = generator.uniform(-0.25, 0.25, (2, quads, 1, 4))
        corners = np.arange(4)
        across = slopes[0] * (corners % 2)[:, None] + slopes[1] * (corners // 2)[:, None]
        values = (middle + across).reshape(-1, 4)[:count].astype(np.float32)
        name = FRAGMENT_5_ATTRIBUTES[index]
        if name == "primitive.id" or "sample" in name or index > POINT_COORDINATE:
            continue  # whole numbers, of which threads' are nobody's to give
        if name == "fragment.position":
            values = strip(count)
            values[:, 2:] = generator.uniform(0.0, 1.0, (count, 2))
        elif name == "fragment.facing":
            values[:, 0] = np.where(values[:, 0] < 0, -1.0, 1.0)
        elif name.startswith("fragment.color"):
            values = np.abs(values) / np.float32(2.25)
        elif special:
            rows = values[int(count * _ORDINARY_SHARE) :]
            chosen = generator.random(rows.shape) < 0.5
            rows[chosen] = generator.choice(SPECIAL_VALUES, int(chosen.sum()))
        arrays[index] = values
    return _named(program, arrays, generator, FRAGMENT_5_ATTRIBUTES)


def _named(
    program: Program,
    attributes: dict[int, Float32Array],
    generator: np.random.Generator,
    names: tuple[str, ...] | None = None,
) -> tuple[dict[Any, Any], dict[str, Any]]:
    """The same by name, which ``names`` has by number; environment and local parameters, buffers of 64."""
    reads = uses(program)

    def values(place: RegisterKey, shape: tuple[int, ...]) -> Any:
        if reads.get(place, Use.FLOAT) & Use.INTEGER:
            return generator.integers(-8, 64, shape).astype(np.int32)
        return generator.uniform(-2.0, 2.0, shape).astype(np.float32)

    bound = {row.index: row for row in program.attributes}
    named: dict[Any, Any] = {}
    numbers = (VERTEX_ID, VERTEX_INSTANCE) if names is None else ()
    for index, array in attributes.items():
        if names is not None and names[index] == "vertex.id":
            named["vertex.id"] = np.arange(len(array), dtype=np.int32)[:, None]
        elif index not in numbers:
            place = (RegisterFile.ATTRIBUTE, index)
            integer = (
                index in bound and bound[index].type is None and reads.get(place, Use.FLOAT) & Use.INTEGER
            )
            fallback = index if names is None else names[index]
            named[bound[index].name if index in bound else fallback] = (
                values(place, array.shape) if integer else array
            )
    parameters: dict[str, Any] = {}
    for index, binding in enumerate(program.parameters):
        if binding.kind in (BindingKind.ENVIRONMENT, BindingKind.LOCAL, BindingKind.NAMED):
            parameters[binding.name] = values((RegisterFile.PARAMETER, index), (4,))
    for buffer in program.buffers:
        shape = (64, buffer.words)
        parameters[f"program.buffer[{buffer.bank}]"] = values((RegisterFile.BUFFER, buffer.bank), shape)
    return named, parameters
