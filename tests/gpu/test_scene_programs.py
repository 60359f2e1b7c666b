"""Scenes whose draws have fragment and geometry programs, or no vertex program at all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from square_scenes import FLAT
from square_scenes import written as scene

from nvrender.render import inputs, programs_of, render

PLACED = """!!ARBvp1.0
OPTION ARB_position_invariant;
MOV result.texcoord[0], vertex.texcoord[0];
MOV result.color, program.local[0];
END
"""
GREEN_PLUS = """!!ARBfp1.0
ADD result.color, program.local[0], { 0.0, 1.0, 0.0, 0.0 };
END
"""
LOOKUP = """!!ARBfp1.0
TEX result.color, fragment.texcoord[0], texture[9], 2D;
END
"""
HALVED = """!!NVgp4.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MUL result.position, vertex[0].position, program.local[0]; MOV result.color, vertex[0].color; EMIT;
MUL result.position, vertex[1].position, program.local[0]; MOV result.color, vertex[1].color; EMIT;
MUL result.position, vertex[2].position, program.local[0]; MOV result.color, vertex[2].color; EMIT;
END
"""


def test_a_fragment_program_has_its_own_parameters(tmp_path: Path, backend: str) -> None:
    text = FLAT + (
        '[[draw]]\nmesh = "m"\nvertex = "v"\nfragment = "f"\n'
        'parameters = { "program.local[0]" = [1.0, 0.0, 0.0, 1.0] }\n'
        'fragment_parameters = { "program.local[0]" = [0.0, 0.0, 1.0, 1.0] }\n'
    )
    path = scene(tmp_path, text, {"v": PLACED, "f": GREEN_PLUS})
    assert (render(path, (8, 8), backend=backend) == [0, 255, 255, 255]).all()
    assert [program.profile.stage.value for program in programs_of(path)] == ["vertex", "fragment"]
    assert [program.profile.stage.value for program, *_ in inputs(path)] == ["vertex"]


def test_copies_override_fragment_parameters_and_the_scene_shares_them(tmp_path: Path, backend: str) -> None:
    text = (
        'fragment_parameters = { "program.local[0]" = [0.0, 0.0, 1.0, 1.0] }\n'
        + FLAT
        + (
            '[[draw]]\nmesh = "m"\nvertex = "v"\nfragment = "f"\ncopies = [\n'
            "{ transform = [{ translate = [-1, 0, 0] }] },\n"
            "{ transform = [{ translate = [1, 0, 0] }],"
            ' fragment_parameters = { "program.local[0]" = [1, 0, 0, 1] } },\n]\n'
        )
    )
    picture = render(scene(tmp_path, text, {"v": PLACED, "f": GREEN_PLUS}), (8, 8), backend=backend)
    assert (picture[:, :4] == [0, 255, 255, 255]).all() and (picture[:, 4:] == [255, 255, 0, 255]).all()


def test_a_geometry_program_between_the_vertices_and_the_fixed_function(tmp_path: Path, backend: str) -> None:
    text = FLAT + (
        '[[draw]]\nmesh = "m"\nvertex = "v"\ngeometry = "g"\n'
        'parameters = { "program.local[0]" = [1.0, 0.0, 0.0, 1.0] }\n'
        'geometry_parameters = { "program.local[0]" = [0.5, 0.25, 1.0, 1.0] }\n'
    )
    picture = render(scene(tmp_path, text, {"v": PLACED, "g": HALVED}), (16, 16), backend=backend)
    assert (picture[..., 0] > 0).sum() == 8 * 4
    assert (picture[6:10, 4:12] == [255, 0, 0, 255]).all()


def test_conventional_vertices_before_a_fragment_program_that_reads_unit_nine(
    tmp_path: Path, backend: str
) -> None:
    text = FLAT + (
        '[textures.stripes]\nkind = "checker"\ncells = [2, 1]\nsize = [8, 8]\nfilter = "NEAREST"\n'
        "colors = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]\n"
        '[[draw]]\nmesh = "m"\nfragment = "f"\ntextures = { 9 = { texture = "stripes" } }\n'
    )
    picture = render(scene(tmp_path, text, {"f": LOOKUP}), (8, 8), backend=backend)
    assert (picture[:, :4] == [255, 0, 0, 255]).all() and (picture[:, 4:] == [0, 0, 255, 255]).all()


def test_no_program_at_all_draws_the_current_color(tmp_path: Path, backend: str) -> None:
    text = FLAT + '[[draw]]\nmesh = "m"\nattributes = { color = [0.0, 1.0, 0.0, 1.0] }\n'
    assert (render(scene(tmp_path, text, {}), (4, 4), backend=backend) == [0, 255, 0, 255]).all()


def test_a_mesh_drawn_as_its_vertices(tmp_path: Path, backend: str) -> None:
    text = FLAT.replace("height = 2.0", "height = 4.0") + (
        '[[draw]]\nmesh = "m"\nprimitive = "POINTS"\nattributes = { color = [1.0, 1.0, 1.0, 1.0] }\n'
    )
    picture = render(scene(tmp_path, text, {}), (32, 32), backend=backend)[..., 0]
    # A point of one pixel at each corner of the square, each over four pixels of several samples.
    assert int(picture.sum()) == pytest.approx(4 * 255, rel=0.02)
    assert set(np.argwhere(picture > 0).ravel()) == {7, 8, 23, 24}


FP1 = """!!FP1.0
DECLARE tint = { 0, 1, 0, 1 };
MOVR R0, tint;
ADDR R0, R0, p[1];
MOVR o[COLR], R0;
END
"""


@pytest.mark.parametrize("shared", [True, False])
def test_parameters_of_fp1_programs_have_their_own_names(tmp_path: Path, backend: str, shared: bool) -> None:
    given = 'fragment_parameters = { tint = [0.0, 0.0, 1.0, 1.0], "p[1]" = [1.0, 0.0, 0.0, 0.0] }\n'
    draw = '[[draw]]\nmesh = "m"\nfragment = "f"\n'
    text = given + FLAT + draw if shared else FLAT + draw + given
    assert (render(scene(tmp_path, text, {"f": FP1}), (4, 4), backend=backend) == [255, 0, 255, 255]).all()


BUFFERED = "BUFFER4 b[] = { program.buffer[1] };\n"


def test_each_stage_has_its_own_buffers(tmp_path: Path, backend: str) -> None:
    fragment = f"!!NVfp4.0\n{BUFFERED}ADD result.color, b[0], fragment.color;\nEND\n"
    geometry = HALVED.replace("VERTICES_OUT 3;\n", f"VERTICES_OUT 3;\n{BUFFERED}")
    geometry = geometry.replace("vertex[0].color", "b[0]").replace("vertex[1].color", "b[0]")
    geometry = geometry.replace("vertex[2].color", "b[0]").replace("program.local[0]", "1.0")
    text = (
        "fragment_buffers = { 1 = [[1.0, 0.0, 0.0, 0.0]] }\n"
        + FLAT
        + (
            '[[draw]]\nmesh = "m"\nvertex = "v"\ngeometry = "g"\nfragment = "f"\n'
            "geometry_buffers = { 1 = [0.0, [0.0, 1.0, 1.0]] }\n"
        )
    )
    path = scene(tmp_path, text, {"v": PLACED, "g": geometry, "f": fragment})
    assert (render(path, (4, 4), backend=backend) == [255, 0, 255, 255]).all()
