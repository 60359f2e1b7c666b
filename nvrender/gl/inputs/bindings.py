"""The value of every ``state.…`` binding (ARB_vertex_program 2.14.3.2, NV_gpu_program4 2.X.3.3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import is_
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.params import ROWS, Float64Array, matrix_array, transformed
from nvrender.gl.state.fragments import TextureUnit
from nvrender.gl.state.lighting import FIRST_LIGHT, Light, Material, TextureGeneration
from nvrender.gl.state.state import IDENTITY, State
from nvrender.program import Binding, BindingKind
from nvrender.source import InputError

Item = TypeVar("Item")
_Rows = tuple[tuple[float, ...], ...]

_TRANSFORMS = {
    "": "IDENTITY",
    "inverse": "INVERSE",
    "transpose": "TRANSPOSE",
    "invtrans": "INVERSE_TRANSPOSE",
}
_AXES = "strq"
_NO_PLANE = (0.0, 0.0, 0.0, 0.0)


def state_value(binding: Binding, state: State) -> tuple[float, ...]:
    """The four components ``binding`` has under ``state``, in double precision.

    Matrices are multiplied and inverted once as long as they stay the same, the inverse of a singular one
    is zero. InputError if the state holds something that is no vector or matrix.
    """
    if binding.kind is BindingKind.MATRIX:
        return matrix_rows(state, binding.item, binding.index, binding.modifier)[binding.row]
    try:
        value = tuple(map(float, _VALUES[binding.kind](binding, state)))
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{binding.name} cannot be taken from the state: {error}") from None
    if len(value) != 4:
        raise InputError(f"{binding.name} has {len(value)} components in the state; there must be 4")
    return value


class StateValues:
    """The values of bindings for one program's draws, computed when what they depend on is another."""

    def __init__(self) -> None:
        #: By name, or matrix: all that it depends on, whether that stays as it is inside, and value or rows.
        self._known: dict[object, tuple[tuple[object, ...], bool, Any]] = {}

    def value(self, binding: Binding, state: State) -> tuple[float, ...]:
        """``state_value`` of the binding."""
        if binding.kind is not BindingKind.MATRIX:
            value: tuple[float, ...] = self._found(binding.name, binding, state)
            return value
        rows: _Rows = self._found((binding.item, binding.index, binding.modifier), binding, state)
        return rows[binding.row]

    def _found(self, key: object, binding: Binding, state: State) -> Any:
        source = _source(binding, state)
        known = self._known.get(key)
        if known is None or not known[1] or not (all(map(is_, known[0], source)) or _same(known[0], source)):
            if binding.kind is BindingKind.MATRIX:
                found: Any = matrix_rows(state, binding.item, binding.index, binding.modifier)
            else:
                found = state_value(binding, state)
            known = self._known[key] = source, _is_fixed(source), found
        return known[2]


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """True for what is the same to the bit, 0 and -0 being equal, and cannot have changed inside."""
    return _is_fixed(now) and all(
        old is new or (old == new and repr(old) == repr(new)) for old, new in zip(before, now, strict=True)
    )


def _is_fixed(source: tuple[object, ...]) -> bool:
    try:
        hash(source)
    except TypeError:
        return False
    return True


def _source(binding: Binding, state: State) -> tuple[object, ...]:
    """All that the value of ``binding`` depends on."""
    if binding.kind is BindingKind.MATRIX:
        if binding.item == "mvp":
            return state.projection, state.modelview
        return (_matrix(state, binding.item, binding.index),)
    return _SOURCES[binding.kind](binding, state)


def matrix_rows(state: State, item: str, index: int, modifier: str) -> _Rows:
    """The rows of a ``state.matrix`` binding (ARB_vertex_program Table X.3.8)."""
    if item == "mvp":
        projection = matrix_array(state.projection, "projection")
        factors = projection.tobytes() + matrix_array(state.modelview, "modelview").tobytes()
    else:
        factors = matrix_array(_matrix(state, item, index), f"{item}[{index}]").tobytes()
    return _modified(factors, modifier)


def _matrix(state: State, item: str, index: int) -> object:
    if item == "projection":
        return state.projection
    if item == "modelview":
        return state.modelview if index == 0 else _at(state.modelviews, index - 1, IDENTITY)
    matrices = {"texture": state.texture, "program": state.program, "palette": state.palette}
    return _at(matrices[item], index, IDENTITY)


@lru_cache(maxsize=1024)
def _modified(factors: bytes, modifier: str) -> _Rows:
    """The product of matrices under a modifier: one computation for equal ones, bit for bit."""
    first, *others = np.frombuffer(factors, np.float64).reshape(-1, ROWS, 4)
    product: Float64Array = first
    with np.errstate(all="ignore"):
        for factor in others:
            product = product @ factor
    return tuple(tuple(row) for row in transformed(product, _TRANSFORMS[modifier]).tolist())


def _at(items: tuple[Item, ...], index: int, initial: Item) -> Item:
    """What a tuple holds, or GL's initial value past its end."""
    return items[index] if index < len(items) else initial


def _light(state: State, index: int) -> Light:
    return _at(state.lights, index, FIRST_LIGHT if index == 0 else Light())


def _face(binding: Binding, state: State) -> Material:
    return state.back_material if binding.face == "back" else state.material


def _material_value(binding: Binding, state: State) -> tuple[float, ...]:
    """ARB_vertex_program Table X.3.2."""
    material = _face(binding, state)
    if binding.item == "shininess":
        return (material.shininess, 0.0, 0.0, 1.0)
    return tuple(getattr(material, binding.item))


def _light_value(binding: Binding, state: State) -> tuple[float, ...]:
    """ARB_vertex_program Table X.3.3."""
    light = _light(state, binding.index)
    if binding.item == "attenuation":
        return (*light.attenuation, light.spot_exponent)
    if binding.item == "spot.direction":
        return (*light.spot_direction, _cosine(light.spot_cutoff))
    if binding.item == "half":
        return (*_half_vector(light), 1.0)
    return tuple(getattr(light, binding.item))


def _cosine(degrees: float) -> float:
    """The cosine; exactly 0 and -1 at 90 and 180 degrees, where float pi is not."""
    return {90.0: 0.0, 180.0: -1.0}.get(degrees, math.cos(math.radians(degrees)))


def _half_vector(light: Light) -> tuple[float, ...]:
    """h_inf of ARB_vertex_program 2.14.3.2: P towards the light from the eye, plus (0, 0, 1), normalised.

    The light's w does not matter: a local light's position over w is homogeneous in sign.
    """
    x, y, z, w = light.position
    scale = -1.0 if w < 0 else 1.0
    towards = _normalized(scale * x, scale * y, scale * z)
    return _normalized(towards[0], towards[1], towards[2] + 1.0)


def _normalized(x: float, y: float, z: float) -> tuple[float, float, float]:
    length = math.hypot(x, y, z)
    return (x / length, y / length, z / length) if length else (0.0, 0.0, 0.0)


def _light_model_value(binding: Binding, state: State) -> tuple[float, ...]:
    """The ambient light, or a_cs · a_cm + e_cm with the diffuse alpha (ARB_vertex_program 2.14.3.2)."""
    ambient = state.light_model.ambient
    if binding.item == "ambient":
        return tuple(ambient)
    material = _face(binding, state)
    with np.errstate(all="ignore"):
        colour = _float32(ambient) * _float32(material.ambient) + _float32(material.emission)
    return (*colour[:3].tolist(), material.diffuse[3])


def _light_product_value(binding: Binding, state: State) -> tuple[float, ...]:
    """Light times material, the material's alpha (ARB_vertex_program 2.14.3.2)."""
    light = getattr(_light(state, binding.index), binding.item)
    material = getattr(_face(binding, state), binding.item)
    with np.errstate(all="ignore"):
        product = _float32(light) * _float32(material)
    return (*product[:3].tolist(), material[3])


def _float32(vector: tuple[float, ...]) -> npt.NDArray[np.float32]:
    """As the GL stores it."""
    return np.array(vector, np.float32)


def _texture_generation_value(binding: Binding, state: State) -> tuple[float, ...]:
    """ARB_vertex_program Table X.3.4."""
    planes, axis = binding.item.split(".")
    unit = _at(state.texture_generation, binding.index, TextureGeneration())
    return tuple(getattr(unit, planes)[_AXES.index(axis)])


def _fog_value(binding: Binding, state: State) -> tuple[float, ...]:
    """ARB_vertex_program Table X.3.5; 1/(end - start) of an empty range is infinite, as IEEE divides."""
    fog = state.fog
    if binding.item == "color":
        return tuple(fog.color)
    width = fog.end - fog.start
    return (fog.density, fog.start, fog.end, 1.0 / width if width else math.copysign(math.inf, width))


def _point_value(binding: Binding, state: State) -> tuple[float, ...]:
    """ARB_vertex_program Table X.3.7."""
    point = state.point
    if binding.item == "attenuation":
        return (*point.attenuation, 1.0)
    return (state.point_size, point.minimum, point.maximum, point.fade_threshold)


def _depth_value(binding: Binding, state: State) -> tuple[float, ...]:
    """ARB_fragment_program 3.11.3.2: near, far, far - near, 1."""
    near, far = state.depth_range
    return (near, far, far - near, 1.0)


_VALUES: Mapping[BindingKind, Callable[[Binding, State], tuple[float, ...]]] = {
    BindingKind.MATERIAL: _material_value,
    BindingKind.LIGHT: _light_value,
    BindingKind.LIGHT_MODEL: _light_model_value,
    BindingKind.LIGHT_PRODUCT: _light_product_value,
    BindingKind.TEXTURE_GENERATION: _texture_generation_value,
    BindingKind.FOG: _fog_value,
    BindingKind.CLIP_PLANE: lambda binding, state: _at(state.clip_plane_equations, binding.index, _NO_PLANE),
    BindingKind.POINT: _point_value,
    BindingKind.TEXTURE_ENVIRONMENT: lambda binding, state: (
        _at(state.texture_units, binding.index, TextureUnit()).color
    ),
    BindingKind.DEPTH: _depth_value,
    # 0 for every program of an assembly language (NV_shader_storage_buffer_object 2.X.3.3).
    BindingKind.STORAGE_LENGTH: lambda binding, state: (0.0, 0.0, 0.0, 0.0),
}

_SOURCES: Mapping[BindingKind, Callable[[Binding, State], tuple[object, ...]]] = {
    BindingKind.MATERIAL: lambda binding, state: (_face(binding, state),),
    BindingKind.LIGHT: lambda binding, state: (_light(state, binding.index),),
    BindingKind.LIGHT_MODEL: lambda binding, state: (state.light_model, _face(binding, state)),
    BindingKind.LIGHT_PRODUCT: lambda binding, state: (_light(state, binding.index), _face(binding, state)),
    BindingKind.TEXTURE_GENERATION: lambda binding, state: (
        _at(state.texture_generation, binding.index, TextureGeneration()),
    ),
    BindingKind.FOG: lambda binding, state: (state.fog,),
    BindingKind.CLIP_PLANE: lambda binding, state: (
        _at(state.clip_plane_equations, binding.index, _NO_PLANE),
    ),
    BindingKind.POINT: lambda binding, state: (state.point, state.point_size),
    BindingKind.TEXTURE_ENVIRONMENT: lambda binding, state: (
        _at(state.texture_units, binding.index, TextureUnit()),
    ),
    BindingKind.DEPTH: lambda binding, state: (state.depth_range,),
    BindingKind.STORAGE_LENGTH: lambda binding, state: (),
}
