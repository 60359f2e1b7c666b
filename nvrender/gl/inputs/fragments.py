"""Attributes of fragments: what they are where nobody gives them, and how windows count pixels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import FILL, AttributeSource
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.state.state import State
from nvrender.languages.arb.fragment_bindings import DEPTHS
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES
from nvrender.program import Program, RegisterFile
from nvrender.source import InputError

#: Attributes of which one component means anything; the others are 0, 0, 1 (ARB_fragment_program
#: Table X.1; NV_fragment_program4 2.X.3.2 leaves them undefined).
COMPONENTS = {
    **{
        name: 1
        for name in FRAGMENT_5_ATTRIBUTES
        if name in ("fragment.fogcoord", "fragment.facing") or name.startswith("fragment.clip[")
    },
    "fragment.pointcoord": 2,
}
POSITION = FRAGMENT_5_ATTRIBUTES.index("fragment.position")
FOG_COORDINATE = FRAGMENT_5_ATTRIBUTES.index("fragment.fogcoord")
SAMPLE_ID = FRAGMENT_5_ATTRIBUTES.index("fragment.sampleid")
SAMPLE_MASK = FRAGMENT_5_ATTRIBUTES.index("fragment.samplemask")
POINT_COORDINATE = FRAGMENT_5_ATTRIBUTES.index("fragment.pointcoord")
UPPER_LEFT = "ARB_fragment_coord_origin_upper_left"
PIXEL_CENTER_INTEGER = "ARB_fragment_coord_pixel_center_integer"
FOG_OPTIONS = {"ARB_fog_exp": "EXP", "ARB_fog_exp2": "EXP2", "ARB_fog_linear": "LINEAR"}

_ZEROS = (0.0, 0.0, 0.0, 0.0)
#: Attributes that are whole numbers: arrays are single samples, each covered (NV_gpu_program5 2.X.3.2).
_NUMBERS = {
    "primitive.id": 0,
    "fragment.sampleid": 0,
    "fragment.samplemask": 1,
    "fragment.warpid": 0,
    "fragment.smid": 0,
    "fragment.helperthread": 0,
}
_ALL = 0xFFFFFFFF
#: What depends on a fragment's place in its quad, whose threads are (0, 0), (1, 0), (0, 1), (1, 1)
#: (NV_shader_thread_group 2.X.3.2, docs/semantics.md).
THREADS = {
    "fragment.threadid": (0, 1, 2, 3),
    "fragment.threadeqmask": (1, 2, 4, 8),
    "fragment.threadltmask": (0, 1, 3, 7),
    "fragment.threadlemask": (1, 3, 7, 15),
    "fragment.threadgtmask": (_ALL - 1, _ALL - 3, _ALL - 7, _ALL - 15),
    "fragment.threadgemask": (_ALL, _ALL - 1, _ALL - 3, _ALL - 7),
}
#: The vertex attribute whose current value a fragment attribute is that nobody gives.
_CURRENT = {
    "fragment.color.primary": 3,
    "fragment.color.secondary": 4,
    "fragment.fogcoord": 5,
    **{f"fragment.texcoord[{unit}]": 8 + unit for unit in range(8)},
}


def attributes_read(program: Program, read: frozenset[int]) -> frozenset[int]:
    """``read``, what a fog option reads (ARB_fragment_program 3.11.4.5.1), and where a depth is written the
    position, whose z is the depth otherwise (docs/semantics.md).
    """
    needed = {FOG_COORDINATE} if fog_mode(program) else set()
    deep = depth_register(program) in program.writes(RegisterFile.RESULT)
    return read | needed | ({POSITION} if deep else set())


def depth_register(program: Program) -> int:
    """The number of the result that holds the depth."""
    return next(index for index, name in enumerate(program.profile.results) if name in DEPTHS)


def filled_up(program: Program, source: AttributeSource) -> AttributeSource:
    """The fog coordinate of !!FP1.0 (NV_fragment_program Table X.1) and the point coordinate with zeros.

    Of the latter z and w are undefined (NV_gpu_program5 2.X.3.2, docs/semantics.md).
    """
    zeros = not program.profile.family.opaque or source.name == "fragment.pointcoord"
    return replace(source, fill=_ZEROS) if zeros else source


def fog_mode(program: Program) -> str:
    """EXP, EXP2 or LINEAR by the fog option of a fragment program, "" where it has none."""
    return next((mode for option, mode in FOG_OPTIONS.items() if option in program.options), "")


def unfilled(index: int, state: State, total: int) -> AttributeSource:
    """What an attribute is that nobody gives (docs/semantics.md)."""
    name = FRAGMENT_5_ATTRIBUTES[index]
    if name == "fragment.position":
        return AttributeSource(name, strip(total), False)
    if name in THREADS:
        numbers = np.array(THREADS[name], np.uint32)[np.arange(total) & 3]
        return AttributeSource(name, numbers.reshape(total, 1), False, True, _ZEROS)
    if name in _NUMBERS:
        return AttributeSource(name, np.array([[_NUMBERS[name]]], np.uint32), True, True, _ZEROS)
    if name == "fragment.pointcoord":
        return AttributeSource(name, np.zeros((1, 2), np.float32), True)
    value: tuple[float, ...] = (1.0,) if name == "fragment.facing" else FILL
    current = _CURRENT.get(name)
    if current is not None and current < len(state.current_attributes):
        value = state.current_attributes[current]
    with np.errstate(all="ignore"):
        table = np.array([value], np.float32)
    return AttributeSource(name, table[:, : COMPONENTS.get(name, 4)], True)


def strip(total: int) -> Float32Array:
    """Window positions, (total, 4), of fragments whose quads stand side by side from (0, 0) on."""
    places = np.arange(total)
    positions = np.zeros((total, 4), np.float32)
    positions[:, 0] = places // 4 * 2 + places % 2 + 0.5
    positions[:, 1] = places // 2 % 2 + 0.5
    positions[:, 3] = 1.0
    return positions


def positioned(program: Program, source: AttributeSource, total: int, state: State) -> AttributeSource:
    """``fragment.position`` as the program's options count it.

    ``source`` has window coordinates: the origin at the lower left, pixel centers at .5.
    (ARB_fragment_coord_conventions 3.11.4.5.3). InputError where the window's height is needed and not known.
    """
    flipped, whole = UPPER_LEFT in program.options, PIXEL_CENTER_INTEGER in program.options
    if not flipped and not whole:
        return source
    if flipped and state.window_height is None:
        raise InputError(
            f"the program counts fragment.position from the upper left ({UPPER_LEFT}): say how high the "
            f"window is with State(window_height=…), or --window-height"
        )
    positions: npt.NDArray[np.float32] = np.array(source.rows(0, total))
    if flipped:
        positions[:, 1] = np.float32(state.window_height or 0) - positions[:, 1]
    if whole:
        positions[:, :2] -= np.float32(0.5)
    return AttributeSource(source.name, positions, source.constant)
