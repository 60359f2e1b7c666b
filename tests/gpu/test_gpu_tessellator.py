"""The primitive generator of the oracle against the GPU's: the same primitives over the same coordinates."""

from __future__ import annotations

from contextlib import ExitStack

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

from nvrender.gl.patches import generated
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.context.pixel import bind_pixel
from nvrender.oracle.patches.tessellator import tessellate
from nvrender.program import Tessellation

_CONTROL = """#version 430
layout(vertices = 1) out;
uniform vec4 outer; uniform vec2 inner;
void main() {
    for (int place = 0; place < 4; ++place) gl_TessLevelOuter[place] = outer[place];
    for (int place = 0; place < 2; ++place) gl_TessLevelInner[place] = inner[place];
}"""
_GEOMETRY = """#version 430
layout(%s) in; layout(points, max_vertices = 1) out;
in vec3 coordinate[];
layout(std430, binding = 0) buffer Found { uint count; uint padding[3]; vec4 corners[]; };
void main() {
    uint place = atomicAdd(count, 1u);
    for (int corner = 0; corner < coordinate.length(); ++corner)
        corners[place * uint(coordinate.length()) + uint(corner)] = vec4(coordinate[corner], 0.0);
}"""
_SPACINGS = {"EQUAL": "equal_spacing", "FRACTIONAL_EVEN": "fractional_even_spacing",
             "FRACTIONAL_ODD": "fractional_odd_spacing"}  # fmt: skip
_CORNERS = {"POINTS": 1, "LINES": 2, "TRIANGLES": 3}
LEVELS = [
    ((1, 1, 1, 1), (1, 1)), ((2, 1, 1, 1), (1, 1)), ((4, 4, 4, 4), (4, 4)), ((5, 3, 2, 7), (6, 3)),
    ((3, 9, 4, 1), (1, 7)), ((1, 1, 1, 1), (9, 2)), ((2.5, 3.25, 1.1, 7.75), (4.5, 6.125)),
    ((64, 17, 33, 5), (20, 31)), ((99, 1, 2, 3), (7, 64)), ((0, 1, 1, 1), (4, 4)),
    ((9.5, 12.5, 30.3, 2), (5, 5)),
]  # fmt: skip
#: The error of four lengths rounded to 16 bits, and of their sum, is below 2^-15.
EXACT_LEVEL = 8


def drawn(
    context: moderngl.Context, declared: Tessellation, outer: tuple[float, ...], inner: tuple[float, ...]
) -> npt.NDArray[np.float32]:
    """(K, corners, 3) coordinates of the primitives the GPU makes of a patch."""
    kind = generated(declared)
    layout = ", ".join([declared.mode.lower(), _SPACINGS[declared.spacing], declared.order.lower(),
                        *(["point_mode"] if declared.points else [])])  # fmt: skip
    with ExitStack() as stack:
        program = context.program(
            vertex_shader="#version 430\nvoid main() { gl_Position = vec4(0.0); }",
            tess_control_shader=_CONTROL,
            tess_evaluation_shader=f"#version 430\nlayout({layout}) in; out vec3 coordinate;\n"
            "void main() { coordinate = gl_TessCoord; gl_Position = vec4(0.0); }",
            geometry_shader=_GEOMETRY % kind.lower(),
            fragment_shader="#version 430\nvoid main() {}",
        )
        stack.callback(program.release)
        program["outer"], program["inner"] = tuple(outer), tuple(inner)
        buffer = context.buffer(reserve=16 + 16 * 3 * 20000)
        stack.callback(buffer.release)
        buffer.clear()
        buffer.bind_to_storage_buffer(0)
        bind_pixel(context, stack)
        array = context.vertex_array(program, [])
        stack.callback(array.release)
        context.patch_vertices = 1
        array.render(moderngl.PATCHES, vertices=1)
        context.memory_barrier()
        data = buffer.read()
        GL(context)("glBindBufferBase", "uuu", 0x90D2, 0, 0)
        context.patch_vertices = 3
    count = int(np.frombuffer(data, np.uint32, 1)[0])
    corners = np.frombuffer(data, np.float32, 4 * count * _CORNERS[kind], 16)
    return corners.reshape(count, _CORNERS[kind], 4)[:, :, :3]


def numbered(
    seen: npt.NDArray[np.float32], coordinates: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.intp], float]:
    """The vertex of ``coordinates`` next to each corner of ``seen``, and the longest way to one in u or v."""
    corners = seen.reshape(-1, 3)[:, :2]
    found, longest = [np.zeros(0, np.intp)], 0.0
    for part in np.array_split(corners, max(len(corners) // 500, 1)) if len(corners) else ():
        distances = np.abs(part[:, None] - coordinates[None, :, :2]).max(axis=2)
        found.append(distances.argmin(axis=1))
        longest = max(longest, float(distances.min(axis=1).max()))
    return np.concatenate(found).reshape(seen.shape[:2]), longest


def listed(primitives: npt.NDArray[np.integer], same: npt.NDArray[np.intp]) -> list[tuple[int, ...]]:
    """Primitives in order, the vertices of each as they come.

    ``same`` numbers vertices that lie on one another alike; what has no extent is left out.
    """
    rows = []
    for row in same[primitives].tolist():
        if len(set(row)) == len(row):
            rows.append(tuple(row))
    return sorted(rows)


def together(coordinates: npt.NDArray[np.float32]) -> npt.NDArray[np.intp]:
    """Of each vertex the first that is not told from it by coordinates of 16 bits."""
    found = [
        np.argmax(np.abs(coordinates - row).max(axis=1) < 2.0**-14) if len(coordinates) else 0
        for row in coordinates
    ]
    return np.array(found, np.intp)


@pytest.mark.parametrize("mode", ["TRIANGLES", "QUADS", "ISOLINES"])
@pytest.mark.parametrize("spacing", _SPACINGS)
@pytest.mark.parametrize("points", [False, True])
def test_the_same_coordinates_and_primitives(
    context: moderngl.Context, mode: str, spacing: str, points: bool
) -> None:
    """Primitives are the same at every level; coordinates within 2^-15 where the GPU's are as exact.

    llvmpipe multiplies the number of a segment by a length of 16 bits, so that its error grows with levels.
    """
    order = ("CCW", "CW")[(len(mode) + list(_SPACINGS).index(spacing) + points) % 2]
    declared = Tessellation(0, mode, spacing, order, points)
    for outer, inner in LEVELS:
        expected = tessellate(declared, outer, inner)
        seen = drawn(context, declared, outer, inner)
        assert len(seen) == len(expected.primitives)
        primitives, longest = numbered(seen, expected.coordinates)
        same = together(expected.coordinates)
        assert listed(primitives, same) == listed(expected.primitives, same), f"{declared} {outer} {inner}"
        if max(outer + inner) <= EXACT_LEVEL:
            assert longest <= 2.0**-15, f"{declared} {outer} {inner}"


def random_levels(seed: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Whole and fractional levels, odd and even, inner ones of 1 beside others, and what is clamped."""
    random = np.random.default_rng(seed)
    kinds = random.choice(["whole", "fraction", "one", "edge"], 6, p=[0.4, 0.35, 0.2, 0.05])
    levels = []
    for kind in kinds:
        most = 9 if seed % 3 else 30
        if kind == "whole":
            levels.append(float(random.integers(1, most)))
        elif kind == "fraction":
            # Far enough from whole numbers that 16 bits tell on which side a level is.
            levels.append(float(random.integers(1, most)) + float(random.uniform(0.05, 0.95)))
        else:
            levels.append(1.0 if kind == "one" else float(random.choice([0.25, 64.0, 65.5, np.inf])))
    return tuple(levels[:4]), tuple(levels[4:])


@pytest.mark.parametrize("mode", ["TRIANGLES", "QUADS", "ISOLINES"])
@pytest.mark.parametrize("spacing", _SPACINGS)
def test_random_levels_make_the_same_primitives(context: moderngl.Context, mode: str, spacing: str) -> None:
    """ARB_tessellation_shader 2.X.2."""
    for seed in range(15):
        outer, inner = random_levels(seed)
        declared = Tessellation(0, mode, spacing, "CW" if seed % 4 == 1 else "CCW", seed % 5 == 2)
        expected = tessellate(declared, outer, inner)
        seen = drawn(context, declared, outer, inner)
        what = f"{declared} {outer} {inner}"
        assert len(seen) == len(expected.primitives), what
        if max(outer + inner) > 24:
            continue  # vertices closer than the GPU's coordinates tell apart
        primitives, longest = numbered(seen, expected.coordinates)
        same = together(expected.coordinates)
        assert listed(primitives, same) == listed(expected.primitives, same), what
        assert longest <= 2.0 ** (-15 if max(outer + inner) <= EXACT_LEVEL else -13), what


NOT_NUMBERS = (0.0, -0.0, -3.0, -np.inf, np.nan)


@pytest.mark.parametrize("mode", ["TRIANGLES", "QUADS", "ISOLINES"])
def test_outer_levels_that_are_not_above_0_discard_the_patch(context: moderngl.Context, mode: str) -> None:
    """The relevant ones; inner levels never do (ARB_tessellation_shader 2.X.2)."""
    declared = Tessellation(0, mode, "EQUAL", "CCW", False)
    relevant = {"TRIANGLES": 3, "QUADS": 4, "ISOLINES": 2}[mode]
    for place in range(4):
        for level in NOT_NUMBERS:
            outer = tuple(level if number == place else 2.0 for number in range(4))
            count = len(tessellate(declared, outer, (2.0, 2.0)).primitives)
            assert (count == 0) == (place < relevant)
            assert len(drawn(context, declared, outer, (2.0, 2.0))) == count
    for level in NOT_NUMBERS:
        expected = tessellate(declared, (2.0,) * 4, (level, level))
        assert len(expected.primitives)
        assert len(drawn(context, declared, (2.0,) * 4, (level, level))) == len(expected.primitives)
