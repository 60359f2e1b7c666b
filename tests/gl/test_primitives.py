"""Which vertices make each primitive, in GL's order."""

from __future__ import annotations

import numpy as np
import pytest

from nvrender.gl.inputs.primitives import MODES, assemble, check_mode, output_primitives
from nvrender.source import InputError

#: Mode, vertices, primitives as the specifications number them (OpenGL 1.5 2.6.1; NV_geometry_program4
#: 2.6.1), and primitive.id where it does not count.
CASES: list[tuple[str, int, list[tuple[int, ...]], list[int] | None]] = [
    ("POINTS", 2, [(1,), (2,)], None),
    ("LINES", 5, [(1, 2), (3, 4)], None),
    ("LINE_STRIP", 1, [], None),
    ("LINE_STRIP", 3, [(1, 2), (2, 3)], None),
    ("LINE_LOOP", 1, [], None),
    ("LINE_LOOP", 2, [(1, 2), (2, 1)], None),
    ("LINE_LOOP", 3, [(1, 2), (2, 3), (3, 1)], None),
    ("LINES_ADJACENCY", 11, [(1, 2, 3, 4), (5, 6, 7, 8)], None),
    ("LINE_STRIP_ADJACENCY", 3, [], None),
    ("LINE_STRIP_ADJACENCY", 6, [(1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6)], None),
    ("TRIANGLES", 8, [(1, 2, 3), (4, 5, 6)], None),
    ("TRIANGLE_STRIP", 2, [], None),
    ("TRIANGLE_STRIP", 5, [(1, 2, 3), (3, 2, 4), (3, 4, 5)], None),
    ("TRIANGLE_FAN", 5, [(1, 2, 3), (1, 3, 4), (1, 4, 5)], None),
    # NV_geometry_program4 issues 17 and 23
    ("QUADS", 9, [(1, 2, 3), (1, 3, 4), (5, 6, 7), (5, 7, 8)], [0, 0, 1, 1]),
    ("QUAD_STRIP", 3, [], []),
    ("QUAD_STRIP", 7, [(1, 2, 4), (3, 1, 4), (3, 4, 6), (5, 3, 6)], [0, 0, 1, 1]),
    ("POLYGON", 2, [], []),
    ("POLYGON", 5, [(2, 3, 1), (3, 4, 1), (4, 5, 1)], [0, 0, 0]),
    ("TRIANGLES_ADJACENCY", 13, [(1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12)], None),
    # Table X.1, the neighbours between: 1st, 1/2, 2nd, 2/3, 3rd, 3/1
    ("TRIANGLE_STRIP_ADJACENCY", 5, [], None),
    ("TRIANGLE_STRIP_ADJACENCY", 7, [(1, 2, 3, 6, 5, 4)], None),
    ("TRIANGLE_STRIP_ADJACENCY", 8, [(1, 2, 3, 7, 5, 4), (5, 1, 3, 6, 7, 8)], None),
    (
        "TRIANGLE_STRIP_ADJACENCY",
        12,
        [(1, 2, 3, 7, 5, 4), (5, 1, 3, 6, 7, 9), (5, 3, 7, 11, 9, 8), (9, 5, 7, 10, 11, 12)],
        None,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("mode", "count", "primitives", "ids"), CASES)
def test_primitives_have_the_vertices_of_the_specification(
    mode: str, count: int, primitives: list[tuple[int, ...]], ids: list[int] | None
) -> None:
    assembly = assemble(mode, count)
    assert [tuple(row) for row in (assembly.vertices + 1).tolist()] == primitives
    assert assembly.ids.tolist() == (list(range(len(primitives))) if ids is None else ids)


@pytest.mark.parametrize("mode", [mode for modes in MODES.values() for mode in modes])
def test_no_vertices_make_no_primitives(mode: str) -> None:
    assert assemble(mode, 0).vertices.shape[0] == 0


def test_a_mode_must_give_what_the_program_takes() -> None:
    """NV_geometry_program4 2.14.6.1: INVALID_OPERATION at Begin."""
    assert check_mode("LINES", None) == "LINES"
    assert check_mode("TRIANGLES", "POLYGON") == "POLYGON"
    with pytest.raises(InputError, match=r"'TRIANGLES' gives no LINES.*LINES, LINE_STRIP, LINE_LOOP"):
        check_mode("LINES", "TRIANGLES")


def test_strips_are_cut_into_primitives() -> None:
    """NV_geometry_program4 2.14.6.2-3: each input primitive begins a strip, short ones draw nothing."""
    source = np.array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1], np.int32)
    strip = np.array([0, 0, 1, 1, 1, 1, 1, 1, 1, 2], np.int32)
    triangles = output_primitives("TRIANGLE_STRIP", source, strip)
    assert triangles.tolist() == [[2, 3, 4], [4, 3, 5], [6, 7, 8]]
    lines = output_primitives("LINE_STRIP", source, strip)
    assert lines.tolist() == [[0, 1], [2, 3], [3, 4], [4, 5], [6, 7], [7, 8]]
    assert output_primitives("POINTS", source, strip).tolist() == [[number] for number in range(10)]
    assert output_primitives("TRIANGLE_STRIP", source[:1], strip[:1]).shape == (0, 3)
