"""The GL state of a draw at a moment of the scene: what GL commands with these values would leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from nvrender.gl import state as gl
from nvrender.gl.inputs.conventional import CONVENTIONAL_ATTRIBUTES
from nvrender.gl.inputs.vertices import attribute_number
from nvrender.gl.state.state import INITIAL, State
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.records import once
from nvrender.scene.forms import scene as forms
from nvrender.scene.forms import state as sf
from nvrender.scene.forms.base import MAX_SIZE, Number
from nvrender.scene.forms.fixed import CombineForm
from nvrender.scene.model import Scene
from nvrender.scene.moment.animation import number, transform, vector
from nvrender.scene.moment.gl_fixed import combine, modes, scissor, stencil
from nvrender.scene.moment.matrices import Float64Array, ModelView, frozen, inverse, mirrors
from nvrender.scene.textures.uses import environment_kind, units_read
from nvrender.source import InputError, SceneError

_AXES = "strq"
_DEFAULT_FILL = (0.0, 0.0, 0.0, 1.0)
_NOTHING = sf.StateForm()
_NO_MATERIAL = sf.MaterialForm()
_TEXTURE_MATRICES = tuple(f"TEXTURE{unit}" for unit in range(gl.TEXTURE_UNITS))
_TRACKING_MATRICES = tuple(f"MATRIX{number}" for number in range(gl.TRACKING_MATRICES))
_DEPTH = gl.Depth(enabled=True, function="LESS")


def draw_state(scene: Scene, index: int, copy: int, place: ModelView) -> State:
    """The state of copy ``copy`` of draw ``index``; SceneError for a number GL refuses, with its key."""
    form, draw = scene.form, scene.form.draw[index]
    view, time = place.view, place.view.time
    matrices = {"MATRIX0": place.model, "MATRIX1": view.view}
    for name, steps in draw.matrices.items():
        matrices[name] = transform(steps, form.lights, time)
    tracking = form.tracking if draw.tracking is None else draw.tracking
    state = INITIAL.with_(
        modelview=frozen(view.view @ place.model),
        projection=frozen(view.projection),
        texture=_matrices(matrices, _TEXTURE_MATRICES),
        program=_matrices(matrices, _TRACKING_MATRICES),
        tracking=tuple(gl.Tracking(entry.address, entry.matrix, entry.transform) for entry in tracking),
        current_attributes=_current(scene, draw, time),
        texture_units=_units(scene, index),
        depth=_DEPTH,
        window_height=float(view.size[1]),
    )
    for key, table in state_tables(form, index, copy):
        if table == _NOTHING:
            continue
        state = _Overlay(scene.form, place, key).over(state, table)
    if any(index < gl.TEXTURE_UNITS for index in draw.textures):
        state = state.with_(texture_units=_colored(state.texture_units, draw, time))
    if mirrors(view):
        state = state.with_(front_face="CW" if state.front_face == "CCW" else "CCW")
    return state


def state_tables(form: forms.SceneForm, index: int, copy: int) -> Iterator[tuple[str, sf.StateForm]]:
    """Key and table of each state of a copy of a draw, later ones over earlier ones."""
    draw = form.draw[index]
    yield "state", form.state
    yield f"draw[{index}].state", draw.state
    if draw.copies:
        yield f"draw[{index}].copies[{copy}].state", draw.copies[copy].state


def _matrices(given: Mapping[str, Float64Array], names: tuple[str, ...]) -> tuple[gl.Matrix, ...]:
    """Each matrix of a name; INITIAL's own tuple where there is none."""
    if given.keys().isdisjoint(names):
        return INITIAL.texture if names is _TEXTURE_MATRICES else INITIAL.program
    return tuple(frozen(given[name]) if name in given else gl.IDENTITY for name in names)


def _current(scene: Scene, draw: forms.DrawForm, time: float) -> tuple[gl.Vector4, ...]:
    if not draw.attributes:
        return INITIAL.current_attributes
    current = [row.initial for row in ATTRIBUTES]
    for key, values in draw.attributes.items():
        if isinstance(values, str):
            continue
        current[current_attribute(scene, draw, key)] = filled(vector(values, time), _DEFAULT_FILL)
    return tuple(current)


def current_attribute(scene: Scene, draw: forms.DrawForm, key: str) -> int:
    """The number of the attribute ``key`` of a draw; InputError for one its vertex program does not have."""
    if draw.vertex is not None:
        return attribute_number(scene.programs[draw.vertex], key)
    if key.isdecimal() and int(key) < len(ATTRIBUTES):
        return int(key)
    if key not in CONVENTIONAL_ATTRIBUTES:
        raise InputError(f"the conventional vertex stage has no attribute {key!r}; a name is color or normal")
    return CONVENTIONAL_ATTRIBUTES[key]


@once
def _units(scene: Scene, number: int) -> tuple[gl.TextureUnit, ...]:
    """The units of the fixed function, on unless a program reads them (ARB_fragment_program 3.11)."""
    draw, usual = scene.form.draw[number], INITIAL.texture_units[0]
    units = [usual] * gl.TEXTURE_UNITS
    reads = units_read(scene, draw)
    for index, entry in draw.textures.items():
        if index >= gl.TEXTURE_UNITS:
            continue
        target, base_format = environment_kind(scene, entry) or (usual.target, usual.base_format)
        units[index] = gl.TextureUnit(
            enabled=draw.fragment is None and index not in reads,
            mode=entry.mode,
            base_format=base_format,
            coord_replace=entry.sprite,
            target=target,
            combine=combine(entry.combine or CombineForm()),
        )
    return tuple(units)


def _colored(
    units: tuple[gl.TextureUnit, ...], draw: forms.DrawForm, time: float
) -> tuple[gl.TextureUnit, ...]:
    """The units with the colours that the draw's textures give their environments."""
    if all(entry.color is None for entry in draw.textures.values()):
        return units
    changed = list(units)
    for index, entry in draw.textures.items():
        if entry.color is not None and index < len(changed):
            changed[index] = replace(units[index], color=filled(vector(entry.color, time), _DEFAULT_FILL))
    return tuple(changed)


def filled(values: tuple[float, ...], fill: gl.Vector4) -> gl.Vector4:
    """Four components."""
    row = (*values, *fill[len(values) :])
    return row[0], row[1], row[2], row[3]


#: Keys that are State's own, and what they hold too.
_AS_THEY_ARE = ("lighting", "normalize", "rescale_normal", "color_sum", "color_mask", "logic_op")


class _Overlay:
    """One table of state, at ``key``, over what is there."""

    def __init__(self, form: forms.SceneForm, place: ModelView, key: str) -> None:
        self._form = form
        self._place = place
        self._key = key
        self._time = place.view.time

    def over(self, state: State, table: sf.StateForm) -> State:
        changes: dict[str, Any] = {}
        if table.cull is not None:
            changes["cull_face"] = table.cull
        if table.front_face is not None:
            changes["front_face"] = table.front_face
        if table.two_side is not None:
            changes["vertex_program_two_side"] = table.two_side
        if table.flat is not None:
            changes["flat_shading"] = table.flat
        if table.point_size is not None:
            changes |= self._point_size(table.point_size)
        if table.clip_planes is not None:
            changes["clip_planes"] = tuple(plane in table.clip_planes for plane in range(gl.CLIP_PLANES))
        for name in _AS_THEY_ARE:
            if getattr(table, name) is not None:
                changes[name] = getattr(table, name)
        return state.with_(**changes, **self._tests(state, table), **self._lighting(state, table),
                           **self._planes(state, table), **self._operations(table))  # fmt: skip

    def _point_size(self, size: Number | str) -> dict[str, Any]:
        program = isinstance(size, str)
        value = 1.0 if isinstance(size, str) else self._number(size, "point_size", _POSITIVE)
        return {"vertex_program_point_size": program, "point_size": value}

    def _tests(self, state: State, table: sf.StateForm) -> dict[str, Any]:
        changes: dict[str, Any] = {}
        if (fog := table.fog) is not None:
            changes["fog"] = gl.Fog(
                True,
                fog.mode,
                self._number(fog.density, "fog.density", _NOT_NEGATIVE),
                number(fog.start, self._time),
                number(fog.end, self._time),
                self._color(fog.color),
                fog.source,
            )
        if (blend := table.blend) is not None:
            words = {name: getattr(blend, name) for name in blend.__struct_fields__ if name != "color"}
            changes["blend"] = gl.Blend(True, **words, color=self._color(blend.color))
        if (depth := table.depth) is not None:
            changes["depth"] = gl.Depth(depth.test, depth.function, depth.write)
            if depth.range is not None:
                low, high = (self._number(end, "depth.range", _FRACTION) for end in depth.range)
                changes["depth_range"] = low, high
        if (alpha := table.alpha_test) is not None:
            changes["alpha_test"] = gl.AlphaTest(True, alpha.function, number(alpha.reference, self._time))
        if table.point != sf.PointForm():
            changes["point"] = self._point(state.point, table.point)
        if table.texenv:
            units = list(state.texture_units)
            for index, color in table.texenv.items():
                units[index] = replace(units[index], color=self._color(color))
            changes["texture_units"] = tuple(units)
        return changes

    def _operations(self, table: sf.StateForm) -> dict[str, Any]:
        """Stencil, offset, scissor, width of lines."""
        changes: dict[str, Any] = {}
        if table.stencil is not None:
            changes["stencil"] = stencil(table.stencil)
        if table.back_stencil is not None:
            changes["back_stencil"] = stencil(table.back_stencil)
        if (offset := table.polygon_offset) is not None:
            factor, units = number(offset.factor, self._time), number(offset.units, self._time)
            changes["polygon_offset"] = gl.PolygonOffset(True, factor, units)
        if table.scissor is not None:
            changes["scissor"] = scissor(table.scissor, self._place.view.size)
        if table.line_width is not None:
            changes["line_width"] = self._number(table.line_width, "line_width", _WIDTH)
        return changes

    def _point(self, point: gl.Point, table: sf.PointForm) -> gl.Point:
        def chosen(name: str, before: float) -> float:
            value = getattr(table, name)
            return before if value is None else self._number(value, f"point.{name}", _NOT_NEGATIVE)

        attenuation = point.attenuation
        if table.attenuation is not None:
            attenuation = self._vector3(table.attenuation, "point.attenuation", _NOT_NEGATIVE)
        return gl.Point(
            chosen("minimum", point.minimum),
            chosen("maximum", point.maximum),
            chosen("fade_threshold", point.fade_threshold),
            attenuation,
        )

    def _lighting(self, state: State, table: sf.StateForm) -> dict[str, Any]:
        changes: dict[str, Any] = {}
        if (tracking := table.color_material) is not None:
            changes["color_material"] = gl.ColorMaterial(True, tracking.face, tracking.mode)
        if table.lights is not None:
            lights = tuple(self._light(name) for name in table.lights)
            changes["lights"] = (*lights, *State().lights[len(lights) :])
        model = table.light_model
        if model != sf.LightModelForm():
            before = state.light_model
            changes["light_model"] = gl.LightModel(
                before.ambient if model.ambient is None else self._color(model.ambient),
                before.local_viewer if model.local_viewer is None else model.local_viewer,
                before.two_side if model.two_side is None else model.two_side,
                before.separate_specular if model.separate_specular is None else model.separate_specular,
            )
        # What is said of the material is said of both faces, and then of the back face alone.
        changes["material"] = self._material(state.material, table.material, "material")
        back = self._material(state.back_material, table.material, "material")
        changes["back_material"] = self._material(back, table.back_material, "back_material")
        return changes

    def _light(self, name: str) -> gl.Light:
        """Light: position and spot direction go through the modelview matrix (OpenGL 1.5 2.14.1)."""
        form, key = self._form.lights[name], f"lights.{name}"
        to_eye = self._place.to_eye("world")
        w = 0.0 if form.position is None else 1.0
        given = form.direction if form.position is None else form.position
        position = to_eye @ np.array([*vector(given or (), self._time), w])
        spot = form.spot or forms.Spot(direction=(0.0, 0.0, -1.0))
        way = np.array(vector(spot.direction, self._time))
        if form.spot is not None:
            way = to_eye[:3, :3] @ way
        color = (*vector(form.color, self._time), 1.0)
        return gl.Light(
            True,
            self._color(form.ambient),
            self._color(color if form.diffuse is None else form.diffuse),
            self._color(color if form.specular is None else form.specular),
            _four(position),
            (float(way[0]), float(way[1]), float(way[2])),
            self._number(spot.exponent, f"{key}.spot.exponent", _TO_128, whole_key=True),
            self._number(spot.cutoff, f"{key}.spot.cutoff", _CUTOFF, whole_key=True),
            self._vector3(form.attenuation, f"{key}.attenuation", _NOT_NEGATIVE, whole_key=True),
        )

    def _material(self, before: gl.Material, table: sf.MaterialForm, key: str) -> gl.Material:
        def chosen(given: Any, old: gl.Vector4) -> gl.Vector4:
            return old if given is None else self._color(given)

        if table == _NO_MATERIAL:
            return before
        shininess = before.shininess
        if table.shininess is not None:
            shininess = self._number(table.shininess, f"{key}.shininess", _TO_128)
        return gl.Material(
            chosen(table.ambient, before.ambient),
            chosen(table.diffuse, before.diffuse),
            chosen(table.specular, before.specular),
            chosen(table.emission, before.emission),
            shininess,
        )

    def _planes(self, state: State, table: sf.StateForm) -> dict[str, Any]:
        """ClipPlane and TexGen: planes go through the inverse of the modelview (OpenGL 1.5 2.11, 2.11.4)."""
        changes: dict[str, Any] = {}
        if table.clip_plane_equations:
            equations = list(state.clip_plane_equations)
            for index, plane in table.clip_plane_equations.items():
                equations[index] = self._plane(plane.plane, plane.space)
            changes["clip_plane_equations"] = tuple(equations)
        if table.texgen:
            units = list(state.texture_generation)
            for index, form in table.texgen.items():
                units[index] = gl.TextureGeneration(
                    self._axes(form.eye, units[index].eye, form.space),
                    self._axes(form.object, units[index].object, "eye"),
                    units[index].modes if form.modes is None else modes(form.modes),
                )
            changes["texture_generation"] = tuple(units)
        return changes

    def _axes(self, table: sf.Planes, before: tuple[gl.Vector4, ...], space: str) -> Any:
        planes = [getattr(table, axis) for axis in _AXES]
        return tuple(
            old if plane is None else self._plane(plane, space)
            for plane, old in zip(planes, before, strict=True)
        )

    def _plane(self, plane: tuple[Number, ...], space: str) -> gl.Vector4:
        coefficients = np.array(vector(plane, self._time))
        return _four(coefficients @ inverse(self._place.to_eye(space)))

    def _color(self, color: tuple[Number, ...]) -> gl.Vector4:
        return filled(vector(color, self._time), _DEFAULT_FILL)

    def _vector3(
        self, values: tuple[Number, ...], key: str, check: _Check, *, whole_key: bool = False
    ) -> gl.Vector3:
        x, y, z = (
            self._number(value, f"{key}[{i}]", check, whole_key=whole_key) for i, value in enumerate(values)
        )
        return x, y, z

    def _number(self, value: Number, key: str, check: _Check, *, whole_key: bool = False) -> float:
        """A number GL takes; ``whole_key`` says that the key is not below the table's."""
        found = number(value, self._time)
        passes, expected = check
        if not passes(found):
            place = key if whole_key else f"{self._key}.{key}"
            raise SceneError(f"{place}: is {found:g} in frame {self._place.view.frame}; expected {expected}")
        return found


_Check = tuple[Callable[[float], bool], str]
_POSITIVE: _Check = (lambda value: value > 0.0, "a number above 0")
_WIDTH: _Check = (lambda value: 0.0 < value <= MAX_SIZE, f"a number above 0, at most {MAX_SIZE}")
_NOT_NEGATIVE: _Check = (lambda value: value >= 0.0, "a number from 0")
_FRACTION: _Check = (lambda value: 0.0 <= value <= 1.0, "numbers from 0 to 1")
_TO_128: _Check = (lambda value: 0.0 <= value <= 128.0, "0 to 128")
_CUTOFF: _Check = (lambda value: 0.0 <= value <= 90.0 or value == 180.0, "0 to 90 degrees, or 180")


def _four(values: Float64Array) -> gl.Vector4:
    x, y, z, w = (float(value) for value in values)
    return x, y, z, w
