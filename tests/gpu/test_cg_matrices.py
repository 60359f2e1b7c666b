"""Matrices uploaded as the comments of translations say, and by name: the picture is that of the matrix.

The Cg compiler gives each row of a matrix a register, of GLSL (``-oglsl``) each column (GLSL 1.20, 4.1.6).
"""

from __future__ import annotations

import re

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.glsl.translate import translate
from nvrender.gpu.context.context import using
from nvrender.languages.load import load

MATRIX = np.array([[0.8, 0.3, 0.1, 0.1], [-0.2, 0.7, 0.0, -0.1], [0.0, 0.1, 0.5, 0.0], [0.1, 0.0, 0.2, 1.0]],
                  np.float32)  # fmt: skip
CORNERS = np.array([[-0.9, -0.8, 0.3, 1], [0.9, -0.5, -0.3, 1], [0.1, 0.9, 0.5, 1]], np.float32)
METADATA = """# cgc version 3.1.0013, build date Apr 24 2012
# command line args: {arguments}-profile {profile}
# source file: turned.glsl
#vendor NVIDIA Corporation
#version 3.1.0.13
#profile {profile}
#program main
#semantic turn
#var float4x4 turn :  : c[0], 4 : -1 : 1
"""
PARAMETERS = "PARAM c[4] = { program.local[0..3] };\nTEMP R0;\n"
#: Profile → header, what is declared, the vector, and what the matrix makes of it.
VERTEX = {
    "vp20": ("!!VP1.1\n", "", "v[OPOS]", "o[HPOS]"),
    "vp30": ("!!VP2.0\n", "", "v[OPOS]", "o[HPOS]"),
    "arbvp1": ("!!ARBvp1.0\n", PARAMETERS, "vertex.position", "result.position"),
    "vp40": ("!!ARBvp1.0\nOPTION NV_vertex_program3;\n", PARAMETERS, "vertex.position", "result.position"),
    "gp4vp": ("!!NVvp4.0\n", PARAMETERS, "vertex.position", "result.position"),
    "gp5vp": ("!!NVvp5.0\n", PARAMETERS, "vertex.position", "result.position"),
}
FRAGMENT = {
    "arbfp1": ("!!ARBfp1.0\n", PARAMETERS, "fragment.texcoord[0]", "result.color"),
    "fp40": (
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\n",
        PARAMETERS,
        "fragment.texcoord[0]",
        "result.color",
    ),
    "gp4fp": ("!!NVfp4.0\n", PARAMETERS, "fragment.texcoord[0]", "result.color"),
}
#: What tells of GLSL: the compiler's arguments, or names of its own.
SOURCES = {
    "Cg": ("", ""),
    "GLSL": ("-oglsl ", ""),
    "GLSL ES": ("-q -ogles ", ""),
    "GLSL by a name": ("", "#var float4 gl_Position : $vout.POSITION : HPOS : -1 : 1\n"),
}


def program_of(row: tuple[str, str, str, str], profile: str, source: str) -> str:
    header, declared, vector, result = row
    arguments, more = SOURCES[source]
    if source == "Cg":
        body = "".join(f"DP4 {result}.{'xyzw'[k]}, c[{k}], {vector};\n" for k in range(4))
    else:
        body = (
            f"MUL R0, {vector}.y, c[1];\nMAD R0, {vector}.x, c[0], R0;\n"
            f"MAD R0, {vector}.z, c[2], R0;\nMAD {result}, {vector}.w, c[3], R0;\n"
        )
    return f"{header}{METADATA.format(arguments=arguments, profile=profile)}{more}{declared}{body}END"


def uploaded(source: str) -> bytes:
    """The matrix as the comment beside its name says."""
    said = re.search(r"\bturn\b.*// float4x4, a (row|column) in each", source)
    assert said is not None, source
    return (MATRIX if said[1] == "row" else MATRIX.T).tobytes()


def picture(vertex: str, fragment: str, blocks: bytes | None, matrix: bool = False) -> npt.NDArray[np.uint8]:
    with using(None) as context:
        program = context.program(vertex_shader=vertex, fragment_shader=fragment)
        buffers = []
        if blocks is not None:
            buffers = [context.buffer(blocks)]
            (block,) = (row for row in (program[name] for name in program)
                        if isinstance(row, moderngl.UniformBlock))  # fmt: skip
            block.binding = 7
            buffers[0].bind_to_uniform_block(7)
        if matrix:
            program["turn"].write(MATRIX.T.tobytes())
        name = next(name for name in program if isinstance(program[name], moderngl.Attribute))
        corners = context.buffer(CORNERS.tobytes())
        array = context.vertex_array(program, [(corners, "4f", name)])
        target = context.simple_framebuffer((32, 32), 4)
        target.use()
        target.clear()
        array.render(moderngl.TRIANGLES)
        found = np.frombuffer(target.read(components=4), np.uint8).reshape(32, 32, 4)
        for each in (array, corners, target, program, *buffers):
            each.release()
        return found


PLAIN = "#version 330\nin vec4 place;\nuniform mat4 turn;\nvoid main() { gl_Position = turn * place; }"
WHITE = "#version 330\nout vec4 color;\nvoid main() { color = vec4(1.0); }"


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("profile", VERTEX)
def test_matrices_of_vertex_profiles(profile: str, source: str) -> None:
    wanted = picture(PLAIN, WHITE, None, matrix=True)
    assert 100 < np.count_nonzero(wanted[:, :, 0]) < 900
    for numerics in ("exact", "fast"):
        text = translate(load(program_of(VERTEX[profile], profile, source)), numerics=numerics).source
        assert ("mat4" in text) is (numerics == "fast")
        assert np.array_equal(picture(text, WHITE, uploaded(text)), wanted)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("profile", FRAGMENT)
def test_matrices_of_fragment_profiles(profile: str, source: str) -> None:
    program = load(program_of(FRAGMENT[profile], profile, source))
    vertex = (
        "#version 330\nin vec4 place;\nout vec4 TEX0;\nvoid main() { gl_Position = place; TEX0 = place; }"
    )
    colored = (
        "#version 330\nin vec4 TEX0;\nuniform mat4 turn;\nout vec4 color;\n"
        "void main() { color = turn * TEX0; }"
    )
    wanted = picture(vertex, colored, None, matrix=True)
    for numerics in ("exact", "fast"):
        text = translate(program, numerics=numerics).source
        assert (" * TEX0" in text) is (numerics == "fast")
        found = picture(vertex, text, uploaded(text))
        assert np.abs(found.astype(int) - wanted).max() <= 1
    assert len(np.unique(wanted.reshape(-1, 4), axis=0)) > 100


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("profile", VERTEX)
def test_matrices_by_name(profile: str, source: str, backend: str) -> None:
    """A matrix is given row by row, whatever the registers hold."""
    program = program_of(VERTEX[profile], profile, source)
    for value in (MATRIX, MATRIX.tolist(), MATRIX.ravel()):
        found = nvrender.run(program, {0: CORNERS}, {"turn": value}, count=3, backend=backend)
        assert np.allclose(found[next(iter(found))], CORNERS @ MATRIX.T, atol=1e-6)


def test_matrices_that_are_not_square() -> None:
    """mat2x4 is two columns of four numbers; defaults are the registers' own."""
    program = load(
        "!!ARBvp1.0\n# command line args: -oglsl -profile arbvp1\n#profile arbvp1\n"
        "#var float2x4 tall :  : c[0], 2 : -1 : 1\n#default tall = 1 2 3 4 5 6 7 8\n"
        "PARAM c[2] = { program.local[0..1] };\nMUL result.position, vertex.position, c[0];\n"
        "MOV result.texcoord[0], c[1];\nEND"
    )
    rows = nvrender.run(
        program, {0: CORNERS[:1] * 0 + 1}, {"tall": [[1, 5], [2, 6], [3, 7], [4, 8]]}, count=1
    )
    initial = nvrender.run(program, {0: CORNERS[:1] * 0 + 1}, count=1)
    for found in (rows, initial):
        assert found["position"].tolist() == [[1, 2, 3, 4]]
        assert found["texcoord[0]"].tolist() == [[5, 6, 7, 8]]
    with pytest.raises(nvrender.InputError, match="4×2"):
        nvrender.run(program, {0: CORNERS}, {"tall": [[1, 2, 3, 4], [5, 6, 7, 8]]}, count=3)
