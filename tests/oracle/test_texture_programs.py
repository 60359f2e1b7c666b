"""Texture instructions in vertex programs: operands, levels, types, and textures that do not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from texture_helpers import image

import nvrender
from nvrender import InputError, Texture
from nvrender.gl.inputs.vertices import attribute_arrays, parameter_array
from nvrender.gl.state import State
from nvrender.ops.types import DataType
from nvrender.oracle.machine.prepare import prepare
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.texture.steps import access
from nvrender.oracle.tolerance.tolerance import envelope
from nvrender.oracle.trace.programs import trace

#: Levels of 4, 2 and 1 texels: 10 n + i.
ROW = Texture(
    "1D", (image([0, 1, 2, 3]), image([10, 11]), image([20])), "LUMINANCE",
    mag_filter="NEAREST", min_filter="NEAREST_MIPMAP_NEAREST",
)  # fmt: skip


def run(body: str, textures: Any = None, header: str = "!!NVvp4.0", **arguments: Any) -> list[list[float]]:
    text = f"{header} TEMP r; {body} MOV result.texcoord[0], r; MOV result.position, 0; END"
    found = nvrender.run(text, textures=textures, **arguments)["texcoord[0]"]
    return found.tolist()


def test_the_automatic_level_of_a_vertex_program_is_0() -> None:
    """NV_gpu_program4 2.X.4.4: derivatives are zero; NV_vertex_program3 2.14.5.45: the base LOD is 0."""
    assert run("TEX r, {0.3}, texture[0], 1D;", {0: ROW}) == [[1, 1, 1, 1]]
    assert run("TXB r, {0.3, 0, 0, 1}, texture[0], 1D;", {0: ROW}) == [[10, 10, 10, 1]]
    assert run("TXP r, {0.6, 0, 0, 2}, texture[0], 1D;", {0: ROW}) == [[1, 1, 1, 1]]
    assert run("TEX r, {0.3}, texture[0], 1D;", {0: ROW.with_(lod_bias=2.0)}) == [[20, 20, 20, 1]]
    assert run("TXL r, {0.3, 0, 0, 1}, texture[0], 1D;", {0: ROW.with_(lod_bias=1.0)})[0][0] == 20


def test_vertices_read_for_themselves_whatever_branch_they_take() -> None:
    text = (
        "!!NVvp4.0 TEMP r; MOV.CC r, vertex.attrib[1]; IF LT.x; TXL r, {0.9, 0, 0, 1}, texture[2], 1D; ELSE;"
        "TEX r, r, texture[2], 1D; ENDIF; MOV result.texcoord[0], r; MOV result.position, 0; END"
    )
    points = np.array([0.1, -1, 0.9, -1, 0.6], np.float32)
    found = nvrender.run(text, {"vertex.attrib[1]": points}, textures={2: ROW})["texcoord[0]"]
    assert found[:, 0].tolist() == [0, 11, 3, 11, 2]


def test_a_destination_may_be_an_operand() -> None:
    assert run("MOV r, {0.3, 0, 0, 1}; TXL r, r, texture[0], 1D;", {0: ROW}) == [[10, 10, 10, 1]]
    assert run("MOV r, {0.3, 0, 0, 1}; TXL r.yw, r, texture[0], 1D;", {0: ROW})[0] == [
        np.float32(0.3),
        10,
        0,
        1,
    ]


def test_a_unit_without_texture_reads_as_a_missing_one() -> None:
    assert run("TEX r, {0}, texture[3], 2D;", {0: ROW}) == [[0, 0, 0, 1]]
    assert run("TEX.S r, {0}, texture, 2D; I2F r, r;") == [[0, 0, 0, 1]]


def test_a_program_runs_with_one_texture_after_another() -> None:
    program = nvrender.load("!!NVvp4.0 TEX result.position, {0}, texture[0], 1D; END")
    for value in (1.0, 2.0, 3.0):
        texture = Texture.from_array(image([value]), "1D")
        assert nvrender.run(program, textures={0: texture})["position"][0, 0] == value
    assert nvrender.run(program)["position"].tolist() == [[0, 0, 0, 1]]
    assert prepare(program, {0: ROW}) is prepare(program, {0: ROW, 5: ROW})


@pytest.mark.parametrize(
    ("message", "textures"),
    [
        ("textures must be a mapping from image units, not list", [ROW]),
        ("textures: 'a' is not the number of an image unit", {"a": ROW}),
        ("textures: -1 is not", {-1: ROW}),
        (r"textures\[1\] must be a nvrender.Texture, not ndarray", {1: np.zeros(4)}),
        (r"<text>:1:19: texture\[0\]: TEX reads a 1D texture, and the one given is 2D",
         {0: Texture.from_array(image([[1]]))}),
        (r"texture\[0\]: TEX reads float texels, and those of the texture given are signed",
         {0: Texture.from_array(np.zeros(4, np.int32), "1D", kind="signed")}),
    ],
)  # fmt: skip
def test_textures_that_do_not_fit(message: str, textures: Any) -> None:
    """Undefined in NV_gpu_program4 2.X.4.4."""
    with pytest.raises(InputError, match=message):
        run("TEX r, {0.3}, texture[0], 1D;", textures)


def test_depths_are_compared_in_depth_textures_only() -> None:
    with pytest.raises(InputError, match=r"compares depths \(SHADOW1D\), .* LUMINANCE; DEPTH is needed"):
        run("TEX r, {0.3}, texture[0], SHADOW1D;", {0: ROW})
    integers = Texture.from_array(np.zeros(4, np.uint8), "1D", kind="unsigned")
    assert run("TXQ r, 0, texture[0], 1D; I2F r, r;", {0: integers}) == [[4, 0, 0, 0]], "a size has no kind"


def test_renderbuffers_are_multisample_textures() -> None:
    """NV_explicit_multisample 2.X.4.4, in programs of generation 4 too."""
    text = (
        "!!NVvp4.0 OPTION NV_explicit_multisample; TEMP r; TXQ r, 0, texture[0], RENDERBUFFER;"
        "I2F r, r; TXFMS r.zw, {1, 0, 0, 2}, texture[0], RENDERBUFFER; MOV result.position, r; END"
    )
    samples = np.float32([[[[0.0, 1.0]]], [[[2.0, 3.0]]], [[[4.0, 5.0]]]])[:, :, 0, :, None]
    given = Texture.from_array(samples, "2DMS")
    for backend in ("oracle", "gpu"):
        found = nvrender.run(text, textures={0: given}, backend=backend)
        assert found["position"].tolist() == [[2, 1, 5, 1]]
    with pytest.raises(InputError, match="TXQ reads a 2DMS texture, and the one given is 2D"):
        nvrender.run(text, textures={0: Texture.from_array(np.zeros((2, 2, 4)))})


def test_derivatives_come_from_a_stage_that_has_them() -> None:
    """NV_gpu_program4 2.X.8: TEX, TXB and TXP take ComputePartials of the coordinates as divided."""
    seen = []

    def partials(coordinates: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        seen.append(coordinates.copy())
        return np.full_like(coordinates, 0.5), np.zeros_like(coordinates)

    operand = np.array([[0.6], [0], [0], [2]], np.float32)
    found = {}
    for name in ("TEX", "TXB", "TXP", "TXL"):
        program = nvrender.load(f"!!NVvp4.0 {name} result.position, {{0}}, texture[0], 1D; END")
        found[name] = access(program.instructions[0], [operand], ROW, partials)[0].tolist()
    # Half of four texels is rho = 2, level 1; TXB adds 2; TXL has its own level.
    assert found == {"TEX": [11], "TXB": [20], "TXP": [10], "TXL": [20]}
    assert [round(float(each[0, 0]), 3) for each in seen] == [0.6, 0.6, 0.3]


def test_fragments_take_levels_from_their_quads() -> None:
    """Four texels of 4 · ds: ds/dx = 0.5 is rho = 2, level 1; the same in y."""
    steps = [[0, 0], [0.5, 0], [0, 0.25], [0.5, 0.25]]
    text = "!!NVfp4.0 TEX result.color, fragment.texcoord[0], texture[0], {}; END"

    def colors(points: Any, target: str, texture: Texture, operation: str = "TEX") -> list[float]:
        program = text.format(target).replace("TEX", operation)
        found = nvrender.run(program, {"fragment.texcoord[0]": points}, textures={0: texture})
        return found["color[0]"][:, 0].tolist()

    across = [[s, 0, 0, 1] for s, _ in steps]
    assert colors(across, "1D", ROW) == [10, 11, 10, 11]
    assert colors([[s / 2, 0, 0, 1] for s, _ in steps], "1D", ROW) == [0, 1, 0, 1]
    assert colors([[2 * s, 0, 0, 2] for s, _ in steps], "1D", ROW, "TXP") == [10, 11, 10, 11]
    assert colors([[s, 0, 0, 1] for s, _ in steps], "1D", ROW, "TXB") == [20, 20, 20, 20]
    assert colors([[0.6, 0, 0, 1]], "1D", ROW) == [2], "one fragment alone has no neighbours"
    down = Texture.from_array(np.arange(16.0).reshape(4, 4), mipmaps=True, wrap_s="CLAMP_TO_EDGE")
    values = down.levels[1][..., 0]
    # Two texels of four down a quad of t = 0.25 and 0.75.
    points = [[0.25, t, 0, 1] for t in (0.25, 0.25, 0.75, 0.75)]
    assert colors(points, "2D", down) == [values[0, 0], values[0, 0], values[1, 0], values[1, 0]]
    constant = "!!NVfp4.0 TEX result.color, {0.6, 0, 0, 0}, texture[0], 1D; END"
    found = nvrender.run(constant, count=4, textures={0: ROW})
    assert found["color[0]"][:, 0].tolist() == [2, 2, 2, 2]


def test_geometry_programs_read_level_0() -> None:
    """NV_gpu_program4 2.X.4.4."""
    text = (
        "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;"
        "TEX result.position, vertex[0].position, texture[1], 1D; EMIT; END"
    )
    points = {"vertex.position": [[0.3, 0, 0, 1], [0.9, 0, 0, 1]]}
    assert nvrender.run(text, points, textures={1: ROW})["position"][:, 0].tolist() == [1, 3]


def test_traces_and_tolerances_read_textures_too() -> None:
    program = nvrender.load("!!NVvp4.0 TEX result.position.x, vertex.attrib[1], texture[0], 1D; END")
    state = State()
    attributes, _ = attribute_arrays(program, {"vertex.attrib[1]": [[0.9, 0, 0, 0]]}, state, 1)
    parameters = parameter_array(program, None, state)
    (step,) = list(trace(program, attributes, Resources(parameters, textures={0: ROW}), 0))
    assert [change.new for change in step.changes] == [3.0]
    found = envelope(program, attributes, Resources(parameters, textures={0: ROW}), 1)
    assert not found["position"].any()
    assert program.instructions[0].type is DataType.FLOAT


def test_quotients_are_flushed_like_every_result() -> None:
    """docs/semantics.md: a quotient below 2^-126 is 0, not the texel before the first."""
    text = "!!NVvp4.0 TXP result.position, vertex.attrib[1], texture[0], 1D; END"
    points = {"vertex.attrib[1]": [[-1e-30, 0, 0, 1e10], [-1e-30, 0, 0, 1e5]]}
    assert nvrender.run(text, points, textures={0: ROW})["position"][:, 0].tolist() == [0, 3]
