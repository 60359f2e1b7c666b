"""GL's own state as a State has it, where a program's bindings read it (ARB_vertex_program 2.14.3.2).

Derived state, such as inverses, light products and half vectors, is the driver's to compute.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nvrender.gl.inputs.bindings import state_value
from nvrender.gl.inputs.fragments import fog_mode
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.inputs.words import float_words
from nvrender.gl.state.fragments import TextureUnit
from nvrender.gl.state.lighting import FIRST_LIGHT, Light, TextureGeneration
from nvrender.gl.state.state import IDENTITY, State
from nvrender.gpu.native.context import Native
from nvrender.program import Binding, BindingKind, Program
from nvrender.source import TargetError

_GIVEN = (BindingKind.CONSTANT, BindingKind.ENVIRONMENT, BindingKind.LOCAL)
_MATRIX0 = 0x88C0


def moved_state(program: Program, parameters: Float32Array, state: State, size: int) -> dict[str, int]:
    """Bindings that ``parameters`` gives another value than ``state``, and an environment parameter for each.

    The rows of a matrix move together. TargetError if the environment of ``size`` parameters has no room.
    """
    names: list[str] = []
    for words, binding in zip(parameters.view(np.uint32), program.parameters, strict=True):
        if (
            binding.kind in _GIVEN
            or binding.name in names
            or np.array_equal(words, _expected(binding, state))
        ):
            continue
        stem = binding.name.split(".row[")[0]
        names += [f"{stem}.row[{row}]" for row in range(4)] if stem != binding.name else [stem]
    used = [row.index for row in program.parameters if row.kind is BindingKind.ENVIRONMENT]
    first = max(used, default=-1) + 1
    if names and first + len(names) > size:
        raise TargetError(
            f"backend native keeps state that parameters override in program.env, and only "
            f"{size - first} of {size} are left behind the program's own"
        )
    return {name: first + number for number, name in enumerate(names)}


def _expected(binding: Binding, state: State) -> Any:
    return float_words(np.array(state_value(binding, state)))


def set_state(native: Native, program: Program, state: State) -> None:
    """Make GL hold what the ``state.…`` bindings and the fog option of ``program`` read."""
    needed: dict[BindingKind, list[Binding]] = {BindingKind.FOG: []} if fog_mode(program) else {}
    for binding in program.parameters:
        if binding.kind not in _GIVEN:
            needed.setdefault(binding.kind, []).append(binding)
    if program.position_invariant and program.profile.declares_names:
        needed.setdefault(BindingKind.MATRIX, []).append(Binding("mvp", BindingKind.MATRIX, "mvp"))
    # Positions, directions and planes are given in eye coordinates.
    _matrix(native, native.gl.GL_MODELVIEW, IDENTITY)
    for kind, setter in _SETTERS.items():
        if kind in needed:
            setter(native, needed[kind], state)


def _floats(values: Any) -> Float32Array:
    return np.array(values, np.float32)


def _matrix(native: Native, mode: int, rows: Any) -> None:
    native.gl.glMatrixMode(mode)
    native.gl.glLoadTransposeMatrixf(_floats(rows))


def _matrices(native: Native, bindings: Sequence[Binding], state: State) -> None:
    gl = native.gl
    for item, index in sorted({(binding.item, binding.index) for binding in bindings}):
        if item in ("mvp", "projection"):
            _matrix(native, gl.GL_PROJECTION, state.projection)
        if item == "mvp" or (item == "modelview" and index == 0):
            _matrix(native, gl.GL_MODELVIEW, state.modelview)
        elif item == "texture":
            gl.glActiveTexture(gl.GL_TEXTURE0 + index)
            _matrix(native, gl.GL_TEXTURE, _at(state.texture, index, IDENTITY))
        elif item == "program":
            _matrix(native, _MATRIX0 + index, _at(state.program, index, IDENTITY))
        elif item != "projection":
            raise TargetError(f"backend native has no state.matrix.{item}[{index}]")


def _materials(native: Native, bindings: Sequence[Binding], state: State) -> None:
    gl = native.gl
    for face, material in ((gl.GL_FRONT, state.material), (gl.GL_BACK, state.back_material)):
        for name, value in (
            (gl.GL_AMBIENT, material.ambient),
            (gl.GL_DIFFUSE, material.diffuse),
            (gl.GL_SPECULAR, material.specular),
            (gl.GL_EMISSION, material.emission),
            (gl.GL_SHININESS, (material.shininess,)),
        ):
            gl.glMaterialfv(face, name, _floats(value))


def _lights(native: Native, bindings: Sequence[Binding], state: State) -> None:
    gl = native.gl
    for index in sorted({binding.index for binding in bindings}):
        light = _at(state.lights, index, FIRST_LIGHT if index == 0 else Light())
        number = gl.GL_LIGHT0 + index
        constant, linear, quadratic = light.attenuation
        for name, value in (
            (gl.GL_AMBIENT, light.ambient),
            (gl.GL_DIFFUSE, light.diffuse),
            (gl.GL_SPECULAR, light.specular),
            (gl.GL_POSITION, light.position),
            (gl.GL_SPOT_DIRECTION, light.spot_direction),
            (gl.GL_SPOT_EXPONENT, (light.spot_exponent,)),
            (gl.GL_SPOT_CUTOFF, (light.spot_cutoff,)),
            (gl.GL_CONSTANT_ATTENUATION, (constant,)),
            (gl.GL_LINEAR_ATTENUATION, (linear,)),
            (gl.GL_QUADRATIC_ATTENUATION, (quadratic,)),
        ):
            gl.glLightfv(number, name, _floats(value))


def _light_model(native: Native, bindings: Sequence[Binding], state: State) -> None:
    native.gl.glLightModelfv(native.gl.GL_LIGHT_MODEL_AMBIENT, _floats(state.light_model.ambient))
    _materials(native, bindings, state)


def _light_products(native: Native, bindings: Sequence[Binding], state: State) -> None:
    _lights(native, bindings, state)
    _materials(native, bindings, state)


def _texture_generation(native: Native, bindings: Sequence[Binding], state: State) -> None:
    gl = native.gl
    for index in sorted({binding.index for binding in bindings}):
        gl.glActiveTexture(gl.GL_TEXTURE0 + index)
        unit = _at(state.texture_generation, index, TextureGeneration())
        for name, planes in ((gl.GL_OBJECT_PLANE, unit.object), (gl.GL_EYE_PLANE, unit.eye)):
            for axis, plane in zip((gl.GL_S, gl.GL_T, gl.GL_R, gl.GL_Q), planes, strict=True):
                gl.glTexGenfv(axis, name, _floats(plane))


def _fog(native: Native, bindings: Sequence[Binding], state: State) -> None:
    gl = native.gl
    gl.glFogfv(gl.GL_FOG_COLOR, _floats(state.fog.color))
    gl.glFogf(gl.GL_FOG_DENSITY, state.fog.density)
    gl.glFogf(gl.GL_FOG_START, state.fog.start)
    gl.glFogf(gl.GL_FOG_END, state.fog.end)


def _clip_planes(native: Native, bindings: Sequence[Binding], state: State) -> None:
    for index in sorted({binding.index for binding in bindings}):
        plane = _at(state.clip_plane_equations, index, (0.0,) * 4)
        native.gl.glClipPlane(native.gl.GL_CLIP_PLANE0 + index, np.array(plane, np.float64))


def _points(native: Native, bindings: Sequence[Binding], state: State) -> None:
    gl, point = native.gl, state.point
    gl.glPointSize(state.point_size)
    gl.glPointParameterf(gl.GL_POINT_SIZE_MIN, point.minimum)
    gl.glPointParameterf(gl.GL_POINT_SIZE_MAX, point.maximum)
    gl.glPointParameterf(gl.GL_POINT_FADE_THRESHOLD_SIZE, point.fade_threshold)
    gl.glPointParameterfv(gl.GL_POINT_DISTANCE_ATTENUATION, _floats(point.attenuation))


def _texture_environment(native: Native, bindings: Sequence[Binding], state: State) -> None:
    gl = native.gl
    for index in sorted({binding.index for binding in bindings}):
        gl.glActiveTexture(gl.GL_TEXTURE0 + index)
        color = _at(state.texture_units, index, TextureUnit()).color
        gl.glTexEnvfv(gl.GL_TEXTURE_ENV, gl.GL_TEXTURE_ENV_COLOR, _floats(color))


def _depth_range(native: Native, bindings: Sequence[Binding], state: State) -> None:
    native.gl.glDepthRange(*state.depth_range)


def _at(items: Sequence[Any], index: int, initial: Any) -> Any:
    return items[index] if index < len(items) else initial


_SETTERS: dict[BindingKind, Callable[[Native, Sequence[Binding], State], None]] = {
    BindingKind.MATERIAL: _materials,
    BindingKind.LIGHT: _lights,
    BindingKind.LIGHT_MODEL: _light_model,
    BindingKind.LIGHT_PRODUCT: _light_products,
    BindingKind.TEXTURE_GENERATION: _texture_generation,
    BindingKind.FOG: _fog,
    BindingKind.CLIP_PLANE: _clip_planes,
    BindingKind.POINT: _points,
    BindingKind.TEXTURE_ENVIRONMENT: _texture_environment,
    BindingKind.DEPTH: _depth_range,
    # Last: the modelview matrix transforms what is set after it.
    BindingKind.MATRIX: _matrices,
}
