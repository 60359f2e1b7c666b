"""The value of a parameter at a moment of the scene, before it is known what it is for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.params import matrix_named, transformed
from nvrender.gl.state.state import State
from nvrender.records import once
from nvrender.scene.forms import scene as forms
from nvrender.scene.forms.base import Component
from nvrender.scene.moment.animation import BONE_ROWS, bone_matrices, component, number, vector
from nvrender.scene.moment.cameras import turned
from nvrender.scene.moment.matrices import Float64Array, ModelView, Moment, View, frozen, inverse

Vector = npt.NDArray[Any]


@dataclass(frozen=True)
class Rows:
    """One vector, or ``several``; integers where all components of a vector are.

    What the scene ``knows`` fits a smaller uniform by leaving components out. ``matrices`` are the whole
    (n, 4, 4) matrices that rows were taken from.
    """

    vectors: tuple[Vector, ...]
    several: bool = False
    knows: bool = False
    matrices: Float64Array | None = None

    def filled(self) -> npt.NDArray[np.float32]:
        """(n, 4) float32, filled up with 0, 0, 1."""
        rows = np.tile(np.array([0.0, 0.0, 0.0, 1.0]), (len(self.vectors), 1))
        for row, found in zip(rows, self.vectors, strict=True):
            row[: len(found)] = found
        return rows.astype(np.float32)

    def fitting(self, shape: tuple[int, ...] | None) -> Any:
        """What a uniform of ``shape`` takes."""
        if not self.knows or shape is None:
            return [row.tolist() for row in self.vectors] if self.several else self.vectors[0]
        if self.matrices is None:
            (found,) = self.vectors
            return found[0] if shape == () else found[: shape[0]] if len(shape) == 1 else found
        if len(shape) == 2 and len(self.matrices) == 1:
            return self.matrices[0][: shape[0], : shape[1]]
        if len(shape) == 3:
            return self.matrices[:, : shape[1], : shape[2]]
        return np.array(self.vectors)


@dataclass(frozen=True)
class Known:
    """What values may refer to: the scene, the draw's place, its state and the cameras of the moment."""

    form: forms.SceneForm
    place: ModelView
    state: State
    moment: Moment

    @property
    def time(self) -> float:
        return self.place.view.time

    def seen(self, name: str | None, face: int | None) -> Known:
        """The same as pass ``name`` sees it, or with its camera turned to a face; never in the mirror."""
        if name is None and face is None:
            return self
        view = self.place.view if name is None else self.moment.views[name]
        model = self.place.model
        if name is not None:
            model = np.asarray(inverse(self.place.view.reflection) @ model)
        if face is not None:
            view = replace(turned(view, face), reflection=view.reflection)
        state = self.state.with_(modelview=frozen(view.view @ model), projection=frozen(view.projection))
        return replace(self, place=ModelView(view, model), state=state)


def rows_of(value: forms.Value, known: Known) -> Rows:
    """``value`` as vectors."""
    if isinstance(value, forms.Named) and value.address is not None:
        address = known.moment.addresses[value.address]
        return Rows((np.array([address & 0xFFFFFFFF, address >> 32, 0, 0], np.uint32),), knows=True)
    if isinstance(value, forms.Named):
        return _matrices(value, known) or Rows((_named(value, known),), knows=True)
    if isinstance(value, (int, float)):
        return Rows((_components((value,), known.time),))
    vectors = [row for row in value if isinstance(row, tuple)]
    if vectors:
        return Rows(tuple(_components(row, known.time) for row in vectors), several=True)
    return Rows((_components(scalars(value), known.time),))


def scalars(value: tuple[Component | tuple[Component, ...], ...]) -> tuple[Component, ...]:
    """The components of a value that is one vector."""
    return tuple(entry for entry in value if not isinstance(entry, tuple))


def _components(values: tuple[Component, ...], time: float) -> Vector:
    found = [component(value, time) for value in values]
    whole = all(isinstance(value, int) for value in found)
    return np.array(found) if whole else np.array([float(value) for value in found])


def _matrices(value: forms.Named, known: Known) -> Rows | None:
    known = known.seen(value.pass_name, value.face)
    if value.matrix is not None:
        with np.errstate(all="ignore"):
            matrix = transformed(matrix_named(known.state, value.matrix), value.transform)
        matrices, rows = np.array([matrix]), value.rows or 4
    elif value.chain is not None:
        matrices, rows = bone_matrices(chains(known.form)[value.chain], known.time), value.rows or BONE_ROWS
    else:
        return None
    return Rows(tuple(matrices[:, :rows].reshape(-1, 4)), several=True, knows=True, matrices=matrices)


def chains(form: forms.SceneForm) -> Mapping[str, forms.Chain]:
    """The chains that have names."""
    return {chain.name: chain for chain in form.chains if chain.name}


def _named(value: forms.Named, known: Known) -> Float64Array:
    """A vector; one that depends on a view and nothing else is found once."""
    known = known.seen(value.pass_name, value.face)
    if value.target is not None or "object" in (value.eye, value.space):
        return _vector(value, known)
    found = _of_view(known.place.view)
    before = found.get(id(value))
    if before is None or before[0] is not value:
        before = found[id(value)] = value, _vector(value, known)
    return before[1]


@once
def _of_view(view: View) -> dict[int, tuple[forms.Named, Float64Array]]:
    """By the identity of what names a vector: that, and the vector as the view has it."""
    return {}


def _vector(value: forms.Named, known: Known) -> Float64Array:
    place, form, time = known.place, known.form, known.time
    view = place.view
    if value.viewport is not None or value.target is not None:
        width, height = view.size if value.target is None else known.moment.sizes[value.target]
        found = np.array([width, height, 1.0 / width, 1.0 / height])
    elif value.color is not None:
        scale = number(value.scale, time)
        found = np.array([*(scale * part for part in vector(form.lights[value.color].color, time)), 1.0])
    elif value.eye is not None:
        found = place.in_space(np.array([*view.eye, 1.0]), value.eye)
    elif value.direction is not None:
        found = _unit(place.in_space(np.array([*value.direction, 0.0]), value.space))
    else:
        light = form.lights[value.light or ""]
        if light.position is not None:
            point = view.reflection @ np.array([*vector(light.position, time), 1.0])
            found = place.in_space(point, value.space)
        else:
            way = view.reflection @ np.array([*vector(light.direction or (), time), 0.0])
            found = _unit(place.in_space(way, value.space))
    if value.w is not None:
        found[3] = number(value.w, time)
    return found


def _unit(way: Float64Array) -> Float64Array:
    return np.array([*(way[:3] / (np.linalg.norm(way[:3]) or 1.0)), 0.0])
