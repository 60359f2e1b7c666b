"""The conventional vertex transform, for passes without a vertex program (OpenGL 1.5, 2.11)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nvrender.gl.params import matrix_named
from nvrender.gl.state import State
from nvrender.glsl.interface import (
    POSITION_AND_CLIPPING,
    POSITION_FUNCTION,
    POSITION_INVARIANT,
    Varying,
    Varyings,
    renamed,
    unwritten,
    user_clipping,
)

_BLOCK_TEXT = """layout(std140) uniform ConventionalTransform {
    vec4 modelview_z;
    vec4 texture_matrix[32];
};
"""


def conventional_results(state: State) -> tuple[str, ...]:
    """The results this stage hands over under ``state``."""
    units = (f"TEX{unit}" for unit, row in enumerate(state.texture_units) if row.enabled)
    return ("HPOS", "COL0", *(("FOGC",) if state.fog.enabled else ()), *units)


def conventional_source(
    results: Sequence[str],
    version: int,
    flat_colors: bool,
    clip_planes: tuple[int, ...] = (),
    varyings: Varyings | None = None,
    feeds_geometry: bool = False,
) -> str:
    """A vertex shader: position, current colour, eye distance, texture coordinates, distances of clip planes.

    Attributes are those the vertex programs' numbers alias (NV_vertex_program2 table X.2). The fog
    coordinate is the distance along the eye's axis, which OpenGL 1.5, 3.10 allows for the distance.
    ``varyings`` are what a fragment program reads: the coordinates of any unit, and (0, 0, 0, 1) where this
    stage has nothing.
    """
    if varyings is not None:
        results = ("HPOS", "COL0", *(name for name in varyings if name == "FOGC" or name.startswith("TEX")))
    units = [int(name[3:]) for name in results if name.startswith("TEX")]
    lines = [f"#version {version} core", "", *(renamed(varyings) if feeds_geometry else ())]
    if clip_planes:
        lines.append(POSITION_AND_CLIPPING.format(binding="", count=max(clip_planes) + 1))
    else:
        lines.append(POSITION_INVARIANT.format(binding=""))
    if units or "FOGC" in results:
        lines.append(_BLOCK_TEXT)
    attributes = {0: "v_OPOS", 3: "v_COL0"} | {8 + unit: f"v_TEX{unit}" for unit in units}
    lines += [f"layout(location = {number}) in vec4 {name};" for number, name in attributes.items()]
    for name in results[1:]:
        usual = Varying(name, "flat" if flat_colors and name == "COL0" else "")
        lines.append((varyings or {}).get(name, usual).declared("out"))
    missing = unwritten(varyings, results)
    lines += [row.declared("out") for row in missing]
    lines += ["invariant gl_Position;", "", POSITION_FUNCTION, "void main() {"]
    lines.append("    gl_Position = fixed_function_position(v_OPOS);")
    lines.append(f"    COL0 = {'v_COL0' if feeds_geometry else 'clamp(v_COL0, 0.0, 1.0)'};")
    if "FOGC" in results:
        lines.append("    FOGC = vec4(abs(dot(modelview_z, v_OPOS)), 0.0, 0.0, 1.0);")
    for unit in units:
        products = (f"dot(texture_matrix[{4 * unit + row}], v_TEX{unit})" for row in range(4))
        lines.append(f"    TEX{unit} = vec4({', '.join(products)});")
    lines += [f"    {row.name} = {row.unwritten};" for row in missing]
    if clip_planes:
        lines += [f"    {line}" for line in user_clipping("v_OPOS", clip_planes)]
    return "\n".join([*lines, "}", ""])


def conventional_numbers(state: State) -> bytes:
    """The contents of the uniform block ConventionalTransform."""
    rows = [matrix_named(state, "MODELVIEW")[2:3]]
    rows += [matrix_named(state, f"TEXTURE{unit}") for unit in range(len(state.texture))]
    with np.errstate(all="ignore"):
        return np.concatenate(rows).astype(np.float32).tobytes()
