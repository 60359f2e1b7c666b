"""Every state binding: ARB_vertex_program 2.14.3.2 Tables X.3.2-8, NV_gpu_program4 2.X.3.3 Tables X.1-11."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from nvrender.gl.inputs import bindings, params
from nvrender.gl.inputs.vertices import parameter_array
from nvrender.gl.state import (
    FIRST_LIGHT,
    IDENTITY,
    Fog,
    Light,
    LightModel,
    Material,
    Point,
    State,
    TextureGeneration,
    TextureUnit,
)
from nvrender.languages.arb.vertex_bindings import ARB_VERTEX_PARAMETERS, NV4_PARAMETERS
from nvrender.languages.load import load
from nvrender.source import InputError

MATRIX = ((1.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0), (9.0, 10.0, 11.0, 12.0), (13.0, 14.0, 15.0, 16.0))
#: x' = 2y + 5, y' = 4x - 3, z' = z/2 + 1; its inverse is x = y'/4 + 3/4, y = x'/2 - 5/2, z = 2z' - 2.
AFFINE = ((0.0, 2.0, 0.0, 5.0), (4.0, 0.0, 0.0, -3.0), (0.0, 0.0, 0.5, 1.0), (0.0, 0.0, 0.0, 1.0))
INVERSE = ((0.0, 0.25, 0.0, 0.75), (0.5, 0.0, 0.0, -2.5), (0.0, 0.0, 2.0, -2.0), (0.0, 0.0, 0.0, 1.0))
SCALE = ((2.0, 0.0, 0.0, 0.0), (0.0, 3.0, 0.0, 0.0), (0.0, 0.0, 4.0, 0.0), (0.0, 0.0, 0.0, 1.0))
#: SCALE · AFFINE.
PRODUCT = ((0.0, 4.0, 0.0, 10.0), (12.0, 0.0, 0.0, -9.0), (0.0, 0.0, 2.0, 4.0), (0.0, 0.0, 0.0, 1.0))

LIGHT = Light(
    ambient=(0.5, 0.25, 0.125, 0.75),
    diffuse=(1.0, 0.5, 0.25, 0.5),
    specular=(2.0, 4.0, 8.0, 0.25),
    position=(3.0, 0.0, 4.0, 2.0),
    spot_direction=(0.0, -1.0, 0.5),
    spot_exponent=16.0,
    spot_cutoff=60.0,
    attenuation=(1.5, 0.25, 0.0625),
)
FRONT = Material(
    ambient=(0.5, 0.5, 0.25, 0.875),
    diffuse=(0.25, 0.5, 1.0, 0.625),
    specular=(0.5, 0.25, 0.125, 0.375),
    emission=(0.125, 0.25, 0.5, 0.0625),
    shininess=32.0,
)
BACK = Material(
    ambient=(1.0, 2.0, 4.0, 0.5),
    diffuse=(8.0, 4.0, 2.0, 0.25),
    specular=(0.0, 1.0, 0.5, 0.125),
    emission=(0.0, 0.0, 0.25, 1.0),
    shininess=8.0,
)
PLANES = tuple((n + 0.5, n + 1.5, n + 2.5, n + 3.5) for n in range(8))


def at(number: int, value, fill, count: int = 8):  # type: ignore[no-untyped-def]
    """A tuple of ``count`` with ``value`` at ``number``."""
    return tuple(value if index == number else fill for index in range(count))


STATE = State(
    modelview=AFFINE,
    projection=SCALE,
    texture=at(3, MATRIX, IDENTITY),
    program=at(5, MATRIX, IDENTITY),
    lights=at(2, LIGHT, Light()),
    light_model=LightModel(ambient=(0.5, 0.25, 1.0, 0.125)),
    material=FRONT,
    back_material=BACK,
    texture_generation=at(1, TextureGeneration(PLANES[:4], PLANES[4:]), TextureGeneration()),  # type: ignore[arg-type]
    fog=Fog(density=0.25, start=2.0, end=10.0, color=(0.5, 0.25, 0.125, 1.0)),
    clip_planes=(False,) * 6,
    clip_plane_equations=at(4, (1.0, -2.0, 3.0, -4.0), (0.0,) * 4, 6),
    point_size=5.0,
    point=Point(1.0, 20.0, 2.0, (1.0, 0.5, 0.25)),
    texture_units=at(1, TextureUnit(color=(0.25, 0.5, 0.75, 1.0)), TextureUnit()),
    depth_range=(0.25, 0.75),
)
_HALF = math.sqrt(0.6**2 + 1.8**2)


def value(binding: str, state: State = STATE, header: str = "!!NVvp4.0") -> list[float]:
    """What a parameter bound so holds."""
    program = load(f"{header}\nPARAM p = state.{binding};\nMOV result.position, p;\nEND")
    rows = parameter_array(program, None, state)
    assert rows.shape == (1, 4)
    assert rows.dtype == np.float32
    return [float(number) for number in rows[0]]


CASES = [
    # Table X.3.2
    ("material.ambient", FRONT.ambient),
    ("material.front.ambient", FRONT.ambient),
    ("material.back.ambient", BACK.ambient),
    ("material.diffuse", FRONT.diffuse),
    ("material.front.diffuse", FRONT.diffuse),
    ("material.back.diffuse", BACK.diffuse),
    ("material.specular", FRONT.specular),
    ("material.front.specular", FRONT.specular),
    ("material.back.specular", BACK.specular),
    ("material.emission", FRONT.emission),
    ("material.front.emission", FRONT.emission),
    ("material.back.emission", BACK.emission),
    ("material.shininess", (32.0, 0.0, 0.0, 1.0)),
    ("material.front.shininess", (32.0, 0.0, 0.0, 1.0)),
    ("material.back.shininess", (8.0, 0.0, 0.0, 1.0)),
    # Table X.3.3
    ("light[2].ambient", LIGHT.ambient),
    ("light[2].diffuse", LIGHT.diffuse),
    ("light[2].specular", LIGHT.specular),
    ("light[2].position", (3.0, 0.0, 4.0, 2.0)),
    ("light[2].attenuation", (1.5, 0.25, 0.0625, 16.0)),
    ("light[2].spot.direction", (0.0, -1.0, 0.5, 0.5)),
    # P = (0.6, 0, 0.8), P + (0, 0, 1) = (0.6, 0, 1.8)
    ("light[2].half", (0.6 / _HALF, 0.0, 1.8 / _HALF, 1.0)),
    ("lightmodel.ambient", (0.5, 0.25, 1.0, 0.125)),
    ("lightmodel.scenecolor", (0.375, 0.375, 0.75, 0.625)),
    ("lightmodel.front.scenecolor", (0.375, 0.375, 0.75, 0.625)),
    ("lightmodel.back.scenecolor", (0.5, 0.5, 4.25, 0.25)),
    ("lightprod[2].ambient", (0.25, 0.125, 0.03125, 0.875)),
    ("lightprod[2].diffuse", (0.25, 0.25, 0.25, 0.625)),
    ("lightprod[2].specular", (1.0, 1.0, 1.0, 0.375)),
    ("lightprod[2].front.ambient", (0.25, 0.125, 0.03125, 0.875)),
    ("lightprod[2].front.diffuse", (0.25, 0.25, 0.25, 0.625)),
    ("lightprod[2].front.specular", (1.0, 1.0, 1.0, 0.375)),
    ("lightprod[2].back.ambient", (0.5, 0.5, 0.5, 0.5)),
    ("lightprod[2].back.diffuse", (8.0, 2.0, 0.5, 0.25)),
    ("lightprod[2].back.specular", (0.0, 4.0, 4.0, 0.125)),
    # Table X.3.4
    *((f"texgen[1].eye.{axis}", PLANES[n]) for n, axis in enumerate("strq")),
    *((f"texgen[1].object.{axis}", PLANES[n + 4]) for n, axis in enumerate("strq")),
    ("texgen.eye.s", (1.0, 0.0, 0.0, 0.0)),
    ("texgen.object.t", (0.0, 1.0, 0.0, 0.0)),
    # Tables X.3.5-7
    ("fog.color", (0.5, 0.25, 0.125, 1.0)),
    ("fog.params", (0.25, 2.0, 10.0, 0.125)),
    ("clip[4].plane", (1.0, -2.0, 3.0, -4.0)),
    ("point.size", (5.0, 1.0, 20.0, 2.0)),
    ("point.attenuation", (1.0, 0.5, 0.25, 1.0)),
    # NV_gpu_program4 Tables X.7, X.10
    ("texenv[1].color", (0.25, 0.5, 0.75, 1.0)),
    ("texenv.color", (0.0, 0.0, 0.0, 0.0)),
    ("depth.range", (0.25, 0.75, 0.5, 1.0)),
    # Table X.3.8
    *((f"matrix.modelview.row[{row}]", AFFINE[row]) for row in range(4)),
    *((f"matrix.modelview[0].inverse.row[{row}]", INVERSE[row]) for row in range(4)),
    *((f"matrix.modelview.transpose.row[{row}]", tuple(r[row] for r in AFFINE)) for row in range(4)),
    *((f"matrix.modelview.invtrans.row[{row}]", tuple(r[row] for r in INVERSE)) for row in range(4)),
    *((f"matrix.projection.row[{row}]", SCALE[row]) for row in range(4)),
    ("matrix.projection.inverse.row[2]", (0.0, 0.0, 0.25, 0.0)),
    *((f"matrix.mvp.row[{row}]", PRODUCT[row]) for row in range(4)),
    ("matrix.mvp.transpose.row[3]", (10.0, -9.0, 4.0, 1.0)),
    # x = y'/12 + 3/4
    ("matrix.mvp.inverse.row[0]", (0.0, 1.0 / 12.0, 0.0, 0.75)),
    ("matrix.mvp.invtrans.row[3]", (0.75, -2.5, -2.0, 1.0)),
    *((f"matrix.texture[3].row[{row}]", MATRIX[row]) for row in range(4)),
    ("matrix.texture.row[1]", IDENTITY[1]),
    *((f"matrix.program[5].row[{row}]", MATRIX[row]) for row in range(4)),
    ("matrix.program[5].transpose.row[3]", (4.0, 8.0, 12.0, 16.0)),
]


@pytest.mark.parametrize(("binding", "expected"), CASES, ids=[case[0] for case in CASES])
def test_binding(binding: str, expected: tuple[float, ...]) -> None:
    """ARB_vertex_program 2.14.3.2: the four components the tables define."""
    assert value(binding) == [float(np.float32(number)) for number in expected]


def test_every_row_of_the_tables_has_a_case() -> None:
    """Every ``state.…`` pattern but those of extensions, with one of its rows for each matrix."""
    cases = {name.split(".row")[0] for name, _ in CASES}
    named = {
        row.name.format(*{"light": (2,), "lightprod": (2,), "texgen": (1,), "clip": (4,), "texenv": (1,)}.get(
            row.name.split(".")[1].split("[")[0], ({"texture": 3, "program": 5}.get(
                row.name.split(".")[2].split("[")[0] if row.name.count(".") > 1 else "", 0), 0)
        ))
        for row in (*ARB_VERTEX_PARAMETERS, *NV4_PARAMETERS)
        if row.name.startswith("state.") and "palette" not in row.name
    }  # fmt: skip
    known = {
        name.replace("matrix.modelview.", "matrix.modelview[0].") if "[0]" not in name else name
        for name in cases
    } | {"matrix.modelview[0]"}
    missing = {name.removeprefix("state.").split(".row")[0] for name in named} - known
    # Their modifiers are those of every matrix.
    missing = {name for name in missing if not (name.startswith("matrix.") and name.count(".") == 2)}
    assert not missing


@pytest.mark.parametrize("binding", [name for name, _ in CASES if not name.startswith(("texenv", "depth"))])
def test_arb_programs_have_the_same_values(binding: str) -> None:
    """ARB_vertex_program 2.14.3.2 and NV_gpu_program4 2.X.3.3 define the same."""
    assert value(binding, header="!!ARBvp1.0") == value(binding)


INITIAL = [
    ("material.ambient", (0.2, 0.2, 0.2, 1.0)),
    ("material.back.diffuse", (0.8, 0.8, 0.8, 1.0)),
    ("material.specular", (0.0, 0.0, 0.0, 1.0)),
    ("material.emission", (0.0, 0.0, 0.0, 1.0)),
    ("material.shininess", (0.0, 0.0, 0.0, 1.0)),
    ("light[0].ambient", (0.0, 0.0, 0.0, 1.0)),
    ("light[0].diffuse", (1.0, 1.0, 1.0, 1.0)),
    ("light[0].specular", (1.0, 1.0, 1.0, 1.0)),
    ("light[7].diffuse", (0.0, 0.0, 0.0, 1.0)),
    ("light[1].position", (0.0, 0.0, 1.0, 0.0)),
    ("light[1].attenuation", (1.0, 0.0, 0.0, 0.0)),
    # cos 180 degrees
    ("light[1].spot.direction", (0.0, 0.0, -1.0, -1.0)),
    ("light[1].half", (0.0, 0.0, 1.0, 1.0)),
    ("lightmodel.ambient", (0.2, 0.2, 0.2, 1.0)),
    ("fog.color", (0.0, 0.0, 0.0, 0.0)),
    ("fog.params", (1.0, 0.0, 1.0, 1.0)),
    ("texgen[7].eye.s", (1.0, 0.0, 0.0, 0.0)),
    ("texgen[7].eye.r", (0.0, 0.0, 0.0, 0.0)),
    ("clip[0].plane", (0.0, 0.0, 0.0, 0.0)),
    ("point.attenuation", (1.0, 0.0, 0.0, 1.0)),
    ("depth.range", (0.0, 1.0, 1.0, 1.0)),
    ("matrix.program[7].row[2]", (0.0, 0.0, 1.0, 0.0)),
]


@pytest.mark.parametrize(("binding", "expected"), INITIAL, ids=[case[0] for case in INITIAL])
def test_initial_state(binding: str, expected: tuple[float, ...]) -> None:
    """OpenGL 1.5 tables 6.6-6.12."""
    assert value(binding, State()) == [float(np.float32(number)) for number in expected]


def test_the_scene_colour_rounds_like_stored_floats() -> None:
    """ARB_vertex_program 2.14.3.2: a_cs · a_cm + e_cm of single-precision colours."""
    expected = np.float32(0.2) * np.float32(0.2) + np.float32(0.0)
    assert value("lightmodel.scenecolor", State())[0] == float(expected)


def test_half_vector_of_lights_behind_and_at_the_eye() -> None:
    """ARB_vertex_program 2.14.3.2: the vector towards P/w; opposite to (0, 0, 1) nothing is left."""
    behind = State(lights=(replace(LIGHT, position=(3.0, 0.0, 4.0, -2.0)),))
    # P = (-0.6, 0, -0.8), P + (0, 0, 1) = (-0.6, 0, 0.2)
    length = math.sqrt(0.6**2 + 0.2**2)
    expected = [float(np.float32(-0.6 / length)), 0.0, float(np.float32(0.2 / length)), 1.0]
    assert value("light[0].half", behind) == pytest.approx(expected, rel=1e-7)
    opposite = State(lights=(replace(LIGHT, position=(0.0, 0.0, -1.0, 0.0)),))
    assert value("light[0].half", opposite) == [0.0, 0.0, 0.0, 1.0]


def test_fog_of_an_empty_range() -> None:
    """docs/semantics.md: 1/(end - start) as IEEE divides."""
    assert value("fog.params", State(fog=Fog(start=3.0, end=3.0))) == [1.0, 3.0, 3.0, math.inf]


@pytest.mark.parametrize("modifier", ["inverse", "invtrans"])
@pytest.mark.parametrize("matrix", [MATRIX, ((0.0,) * 4,) * 4, ((math.nan,) * 4,) * 4])
def test_a_singular_matrix_has_an_inverse_of_zeros(matrix: object, modifier: str) -> None:
    """docs/semantics.md: ARB_vertex_program 2.14.3.2 leaves it undefined."""
    state = State(modelview=matrix)  # type: ignore[arg-type]
    for row in range(4):
        assert value(f"matrix.modelview.{modifier}.row[{row}]", state) == [0.0] * 4


def test_identities_of_the_modifiers() -> None:
    """ARB_vertex_program 2.14.3.2: M · M⁻¹ is the identity, invtrans the transpose of inverse."""

    def rows(modifier: str) -> np.ndarray:  # type: ignore[type-arg]
        return np.array([value(f"matrix.mvp{modifier}.row[{row}]") for row in range(4)])

    assert np.allclose(rows("") @ rows(".inverse"), np.eye(4), atol=1e-6)
    assert np.array_equal(rows(".invtrans"), rows(".inverse").T)
    assert np.array_equal(rows(".transpose"), rows("").T)


def test_column_major_example() -> None:
    """ARB_vertex_program issue 50: rows of LoadMatrixf{1,5,9,13, 2,6,10,14, …} in array declarations."""
    program = load(
        "!!ARBvp1.0\nPARAM m[] = { state.matrix.program[0] };\n"
        "PARAM t[] = { state.matrix.program[0].transpose.row[1..2] };\n"
        "ADD result.position, m[0], t[0];\nEND"
    )
    rows = parameter_array(program, None, State(program=(MATRIX,)))
    assert rows[:4].tolist() == [list(row) for row in MATRIX]
    assert rows[4:].tolist() == [[2.0, 6.0, 10.0, 14.0], [3.0, 7.0, 11.0, 15.0]]


def test_matrices_are_computed_once_while_they_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(
        "!!ARBvp1.0\nPARAM m[] = { state.matrix.mvp.inverse };\nPARAM f = state.fog.color;\n"
        "ADD result.position, m[0], f;\nEND"
    )
    bindings._modified.cache_clear()
    calls = []
    inverse = params._inverse
    monkeypatch.setattr(params, "_inverse", lambda matrix: (calls.append(1), inverse(matrix))[1])
    before = parameter_array(program, None, STATE)
    after = parameter_array(program, None, STATE.with_(fog=Fog(color=(1.0, 0.0, 0.0, 0.0))))
    assert len(calls) == 1
    assert np.array_equal(before[:4], after[:4])
    assert after[4].tolist() == [1.0, 0.0, 0.0, 0.0]
    moved = parameter_array(program, None, STATE.with_(modelview=IDENTITY))
    assert len(calls) == 2
    assert moved[0].tolist() == [0.5, 0.0, 0.0, 0.0]


def test_zeros_keep_their_sign() -> None:
    """Matrices that are equal but not the same have their own rows."""
    for zero in (0.0, -0.0):
        state = State(modelview=((zero, 1.0, 0.0, 0.0), *IDENTITY[1:]))
        assert math.copysign(1.0, value("matrix.modelview.row[0]", state)[0]) == math.copysign(1.0, zero)


def test_state_is_one_hashable_value() -> None:
    assert hash(State()) == hash(State())
    assert STATE.with_(point_size=5.0) == STATE
    assert State().lights[0] == FIRST_LIGHT
    assert State().lights[1] == Light()


@pytest.mark.parametrize(
    ("state", "binding"),
    [
        (State(modelview=((1.0, 2.0),)), "matrix.modelview.inverse.row[0]"),  # type: ignore[arg-type]
        (State(fog=Fog(color=(1.0, 0.0, 0.0))), "fog.color"),  # type: ignore[arg-type]
        (State(fog=Fog(color="red!")), "fog.color"),  # type: ignore[arg-type]
    ],
)
def test_a_state_that_holds_something_else(state: State, binding: str) -> None:
    with pytest.raises(InputError, match="state"):
        value(binding, state)


def test_what_a_short_state_lacks_is_initial() -> None:
    state = State(lights=(), texture=(), clip_plane_equations=(), texture_generation=(), texture_units=())
    assert value("light[0].diffuse", state) == [1.0] * 4
    assert value("light[3].diffuse", state) == [0.0, 0.0, 0.0, 1.0]
    assert value("matrix.texture[2].row[1]", state) == list(IDENTITY[1])
    assert value("texgen[2].object.t", state) == [0.0, 1.0, 0.0, 0.0]


def test_matrices_as_people_hold_them() -> None:
    """M · v: rows, an array of rows, and pyrr's, whose vectors stand to the left."""
    from pyrr import Matrix44

    rows = ((1.0, 0.0, 0.0, 2.0), (0.0, 1.0, 0.0, 3.0), (0.0, 0.0, 1.0, 4.0), (0.0, 0.0, 0.0, 1.0))
    moved = Matrix44.from_translation([2.0, 3.0, 4.0])
    for given in (np.array(rows), np.array(rows, np.float32), list(map(list, rows)), moved):
        state = State(projection=given, texture=(given,))
        assert (state.projection, state.texture) == (rows, (rows,))
        assert hash(state.with_(modelview=given)) == hash(
            State(modelview=rows, projection=rows, texture=(rows,))
        )
    for wrong in (np.eye(3), "matrix", None, [[1.0, 2.0], [3.0]]):
        with pytest.raises(InputError, match=r"texture\[1\] is no matrix: give four rows"):
            State(texture=(rows, wrong))
