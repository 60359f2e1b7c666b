"""Starting points: a vertex and a fragment program each, with what a scene gives them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from nvrender.gl.inputs.params import matrix_named, transformed
from nvrender.gl.inputs.vertices import attributes_read, parameter_array
from nvrender.gl.state.state import TRACKING_TRANSFORMS, State
from nvrender.glsl.link import Link
from nvrender.glsl.translate import translate
from nvrender.oracle.fixed.state_programs import prepared
from nvrender.program import BindingKind, Program
from nvrender.scene.load import load_scene
from nvrender.scene.moment.evaluate import Draw, draws
from nvrender.source import InputError, NvrenderError

#: What a program without matrices of its own is given: the conventional places.
FIRST = {
    "name": "A lit sphere",
    "mesh": "sphere",
    "vertex": """\
!!VP2.0
# Lights every vertex from one side.
#
# c[0]-c[3]   model-view-projection matrix
# c[8]-c[11]  inverse transpose of the model-view matrix
# c[16]       direction to the light
# c[17]       colour of the light
# c[18]       colour where no light falls; 0
DP4 o[HPOS].x, c[0], v[OPOS];
DP4 o[HPOS].y, c[1], v[OPOS];
DP4 o[HPOS].z, c[2], v[OPOS];
DP4 o[HPOS].w, c[3], v[OPOS];
# R0 = the normal, of length 1
DP3 R0.x, c[8], v[NRML];
DP3 R0.y, c[9], v[NRML];
DP3 R0.z, c[10], v[NRML];
DP3 R0.w, R0, R0;
RSQ R0.w, R0.w;
MUL R0.xyz, R0, R0.w;
DP3 R1.x, R0, c[16];
MAX R1.x, R1.x, c[18].w;
MUL R1, R1.x, c[17];
ADD o[COL0].xyz, R1, c[18];
MOV o[TEX0], v[TEX0];
END
""",
    "fragment": """\
!!ARBfp1.0
# The vertices' colour, on a texture.
TEMP texel;
TEX texel, fragment.texcoord[0], texture[0], 2D;
MUL texel, texel, fragment.color;
MOV result.color, texel;
END
""",
    "values": {
        "c[16]": [0.5, 0.6, 0.62, 0.0],
        "c[17]": [1.0, 0.95, 0.85, 1.0],
        "c[18]": [0.12, 0.14, 0.2, 0.0],
    },
    "matrices": {
        **{f"c[{row}]": ["MODELVIEW_PROJECTION", "IDENTITY", row] for row in range(4)},
        **{f"c[{8 + row}]": ["MODELVIEW", "INVERSE_TRANSPOSE", row] for row in range(4)},
    },
}  # fmt: skip
#: Behind a vertex program of a scene whose fragments are the fixed function's.
_PLAIN = "!!ARBfp1.0\n# Beside it stood the fixed function.\nMOV result.color, fragment.color;\nEND\n"
_NORMAL = 2
_MATRICES = ("MODELVIEW_PROJECTION", "MODELVIEW", "PROJECTION", "TEXTURE0")


def starting_points(scenes: list[Path]) -> list[dict[str, Any]]:
    """The first, then one of each scene that has draws of a vertex and, maybe, a fragment program.

    Scenes none of whose draws can be drawn in the page are left out; InputError for one that is wrong.
    """
    return [FIRST, *(start for path in scenes for start in _of_scene(path))]


def _of_scene(path: Path) -> Iterator[dict[str, Any]]:
    scene = load_scene(path)
    try:
        found = list(draws(scene, scene.animation.poster, scene.size))
    except NvrenderError as error:
        raise InputError(str(error)) from None
    for draw in sorted(found, key=_dullness):
        if _can_be_drawn(draw):
            yield _start(scene.title, draw)
            return


def _dullness(draw: Draw) -> tuple[bool, bool, bool, int]:
    """What is least for the draw to show: none in a mirror, lit, with fragments of its own, the longest."""
    lit = draw.program is not None and _NORMAL in attributes_read(draw.program)
    length = sum(len(program.instructions) for program in draw.programs)
    return draw.key.endswith("reflected"), not lit, draw.fragment is None, -length


def _can_be_drawn(draw: Draw) -> bool:
    """Whether the page has what the draw needs, WebGL 2's shaders among it."""
    others = draw.geometry, draw.tess_control, draw.tess_evaluation
    if draw.program is None or any(program is not None for program in others):
        return False
    if draw.primitive != "TRIANGLES" or set(draw.mesh.attributes) - {0, 2, 8, 14, 15}:
        return False
    try:
        varyings = (
            () if draw.fragment is None else translate(draw.fragment, "glsles300", numerics="fast").varyings
        )
        translate(draw.program, "glsles300", numerics="fast", link=Link(varyings))
        translate(draw.program, "glsles300", numerics="fast", interface="feedback")
    except NvrenderError:
        return False
    return True


def _start(title: str, draw: Draw) -> dict[str, Any]:
    assert draw.program is not None
    values: dict[str, list[float]] = {}
    matrices: dict[str, list[Any]] = {}
    given = [(draw.program, prepared(draw))]
    given += [] if draw.fragment is None else [(draw.fragment, draw.fragment_parameters)]
    for program, parameters in given:
        state = draw.state.with_(tracking=())
        rows = parameter_array(program, parameters, state)
        known = _known_rows(state)
        for name, row in zip(_names(program), rows, strict=True):
            if name and row.any() and name not in values:
                values[name] = [float(np.nan_to_num(value)) for value in row]
                if matrix := known.get(row.tobytes()):
                    matrices[name] = list(matrix)
    return {
        "name": title,
        "mesh": "sphere",
        "vertex": draw.program.source.text,
        "fragment": _PLAIN if draw.fragment is None else draw.fragment.source.text,
        "values": values,
        "matrices": matrices,
    }


def _names(program: Program) -> list[str]:
    """What the page calls each parameter, "" for what it knows itself."""
    if not program.profile.declares_names:
        return [f"c[{number}]" for number in range(program.profile.parameters)]
    known = (BindingKind.CONSTANT, BindingKind.MATRIX)
    return ["" if row.kind in known else row.name for row in program.parameters]


def _known_rows(state: State) -> dict[bytes, tuple[str, str, int]]:
    """The rows of matrices of the state, to the bit, and which they are; the first of equal ones."""
    found: dict[bytes, tuple[str, str, int]] = {}
    for name in _MATRICES:
        for transform in TRACKING_TRANSFORMS:
            with np.errstate(all="ignore"):
                rows = transformed(matrix_named(state, name), transform).astype(np.float32)
            for number, row in enumerate(rows):
                # Rows such as (0, 0, 0, 1) are of many matrices.
                if np.count_nonzero(row) > 1:
                    found.setdefault(row.tobytes(), (name, transform, number))
    return found
