"""Matrix tracking (NV_vertex_program 2.14.5)."""

from __future__ import annotations

import numpy as np

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.command import command
from nvrender.api.errors import invalid_enum, invalid_value
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.programs import PARAMETERS, ProgramState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.programs.targets import check_vertex
from nvrender.api.textures.targets import coordinate_set
from nvrender.gl.inputs.params import ROWS, tracked_rows
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.state.state import TEXTURE_UNITS, TRACKING_MATRICES, Tracking

_SECTION = "NV_vertex_program 2.14.5"
_QUERY = "NV_vertex_program 6.1.13"

#: Enumerant → the matrix's name in the state.
MATRICES = {
    enums.MODELVIEW: "MODELVIEW",
    enums.PROJECTION: "PROJECTION",
    enums.MODELVIEW_PROJECTION_NV: "MODELVIEW_PROJECTION",
    **{enums.TEXTURE0 + unit: f"TEXTURE{unit}" for unit in range(TEXTURE_UNITS)},
    **{enums.MATRIX0_NV + number: f"MATRIX{number}" for number in range(TRACKING_MATRICES)},
}
_ENUMERANTS = {name: value for value, name in MATRICES.items()}
TRANSFORMS = {
    enums.IDENTITY_NV: "IDENTITY",
    enums.INVERSE_NV: "INVERSE",
    enums.TRANSPOSE_NV: "TRANSPOSE",
    enums.INVERSE_TRANSPOSE_NV: "INVERSE_TRANSPOSE",
}


@command()
def TrackMatrixNV(
    fixed: FixedState, textures: TextureState, programs: ProgramState, target: int, address: int,
    matrix: int, transform: int,
) -> None:  # fmt: skip
    """Tie c[address] to c[address+3] to the rows of a matrix; NONE ends that, with the values they have."""
    check_vertex(target, _SECTION)
    if matrix not in (enums.NONE, enums.TEXTURE, *MATRICES):
        known = "NONE, MODELVIEW, PROJECTION, TEXTURE, TEXTUREi_ARB, MODELVIEW_PROJECTION_NV and MATRIXi_NV"
        raise invalid_enum("matrix", matrix, known, _SECTION)
    if transform not in TRANSFORMS:
        known = "IDENTITY_NV, INVERSE_NV, TRANSPOSE_NV and INVERSE_TRANSPOSE_NV"
        raise invalid_enum("transform", transform, known, _SECTION)
    start = _checked_address(address, _SECTION)
    if matrix == enums.TEXTURE:
        matrix = enums.TEXTURE0 + coordinate_set(textures)
    if matrix == enums.NONE:
        if (ended := programs.tracking.pop(start, None)) is not None:
            programs.nv_parameters[start : start + ROWS] = tracked_rows(ended, fixed.state)
    else:
        programs.tracking[start] = Tracking(start, MATRICES[matrix], TRANSFORMS[transform])
    programs.transforms[start] = transform


@command()
def GetTrackMatrixivNV(programs: ProgramState, target: int, address: int, pname: int) -> int:
    """TRACK_MATRIX_NV or TRACK_MATRIX_TRANSFORM_NV of c[address] to c[address+3]."""
    check_vertex(target, _QUERY)
    if pname not in (enums.TRACK_MATRIX_NV, enums.TRACK_MATRIX_TRANSFORM_NV):
        raise invalid_enum("pname", pname, "TRACK_MATRIX_NV and TRACK_MATRIX_TRANSFORM_NV", _QUERY)
    start = _checked_address(address, _QUERY)
    if pname == enums.TRACK_MATRIX_TRANSFORM_NV:
        return programs.transforms.get(start, enums.IDENTITY_NV)
    entry = programs.tracking.get(start)
    return enums.NONE if entry is None else _ENUMERANTS[entry.matrix]


def parameter_rows(fixed: FixedState, programs: ProgramState) -> Float32Array:
    """Environment parameters of vertex programs, (n, 4): what tracks a matrix has its rows; a fresh array."""
    rows = programs.nv_parameters.copy()
    for start, entry in programs.tracking.items():
        rows[start : start + ROWS] = tracked_rows(entry, fixed.state)
    return np.asarray(rows, np.float32)


def _checked_address(address: int, section: str) -> int:
    start = whole(address, "address")
    if start % ROWS or not 0 <= start < PARAMETERS:
        last = PARAMETERS - ROWS
        raise invalid_value(f"address is {start}; it takes multiples of {ROWS} from 0 to {last}", section)
    return start
