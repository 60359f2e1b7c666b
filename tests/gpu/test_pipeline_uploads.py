"""Values of the GL state are computed, and uploaded, when what they depend on has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import moderngl
import numpy as np
import pytest
from drawing import SQUARE, close, one_color

from nvrender.gl.inputs import bindings, params
from nvrender.gl.inputs.bindings import StateValues, state_value
from nvrender.gl.state import (
    Fog,
    Light,
    LightModel,
    Material,
    Matrix,
    Point,
    State,
    TextureGeneration,
    TextureUnit,
)
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.pipeline.stage_parameters import StageParameters
from nvrender.gpu.resources.memory_buffer import KeptBuffers
from nvrender.gpu.resources.uniform_ring import UniformRing
from nvrender.languages.load import load
from nvrender.program import Binding, BindingKind
from nvrender.source import InputError

PROGRAM = load(
    "!!ARBvp1.0\nPARAM inverse[] = { state.matrix.modelview.inverse };\nTEMP r;\n"
    "MUL r, state.lightprod[1].diffuse, state.material.emission;\nADD r, r, inverse[0];\n"
    "ADD r, r, state.matrix.program[2].invtrans.row[3];\nMAD r, state.fog.color, program.local[0], r;\n"
    "MOV result.color, r;\nMOV result.position, vertex.position;\nEND"
)
HALF: Matrix = ((2.0, 0.0, 0.0, 0.0), (0.0, 2.0, 0.0, 0.0), (0.0, 0.0, 2.0, 0.0), (0.0, 0.0, 0.0, 2.0))


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """How often a binding of each kind was computed, and matrices were inverted."""
    count: Counter[str] = Counter()

    def counting(kind: BindingKind, compute: Callable[[Binding, State], tuple[float, ...]]) -> object:
        def counted(binding: Binding, state: State) -> tuple[float, ...]:
            count[kind.value] += 1
            return compute(binding, state)

        return counted

    monkeypatch.setattr(
        bindings, "_VALUES", {kind: counting(kind, compute) for kind, compute in bindings._VALUES.items()}
    )
    params._inverse.cache_clear()
    bindings._modified.cache_clear()
    yield count


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many uniform buffers were written."""
    count: Counter[str] = Counter()

    def counting(write: Callable[..., object]) -> object:
        def counted(*arguments: object) -> object:
            count["writes"] += 1
            return write(*arguments)

        return counted

    monkeypatch.setattr(KeptBuffers, "rewrite", counting(KeptBuffers.rewrite))
    monkeypatch.setattr(UniformRing, "write", counting(UniformRing.write))
    return count


def test_only_what_changed_is_computed_and_uploaded(
    context: moderngl.Context, computed: Counter[str], written: Counter[str]
) -> None:
    lights = (Light(), Light(diffuse=(0.5, 0.5, 0.5, 1.0)))
    state = State(modelview=HALF, lights=lights, material=Material(emission=(0.5, 0.5, 0.5, 1.0)))
    with (
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Target(context, (2, 2)) as frame,
        Pipeline(context, PROGRAM, state=state) as pipeline,
    ):
        pipeline.set_parameters({"program.local[0]": (0.0, 0.0, 0.0, 0.0)})

        def drawn(state: State) -> None:
            pipeline.set_state(state)
            frame.clear()
            pipeline.draw(mesh, frame)

        drawn(state)
        first = Counter(computed)
        assert first == {"lightprod": 1, "material": 1, "fog": 1}
        assert params._inverse.cache_info().misses == 2
        writes = written["writes"]
        # Another draw, and another with an equal state made anew.
        drawn(state)
        drawn(state.with_(lights=(Light(), Light(diffuse=(0.5, 0.5, 0.5, 1.0)))))
        assert computed == first and written["writes"] == writes
        # What no binding of the program reads.
        drawn(state.with_(projection=HALF, point=Point(minimum=1.0), back_material=Material(shininess=3.0)))
        assert computed == first and written["writes"] == writes
        # The light changes its product alone.
        drawn(state.with_(lights=(Light(), Light(diffuse=(1.0, 1.0, 1.0, 1.0)))))
        assert computed - first == {"lightprod": 1} and written["writes"] == writes + 1
        close(one_color(frame.read()), [0.9, 0.4, 0.4, 1.0])
        assert params._inverse.cache_info().misses == 2
        # Parameters leave what comes from the state alone.
        pipeline.set_parameters({"program.local[0]": (1.0, 1.0, 1.0, 1.0)})
        pipeline.draw(mesh, frame)
        assert computed - first == {"lightprod": 1}


ONE: Matrix = ((1.0, 2.0, 0.0, 4.0), (0.0, 5.0, 6.0, 0.0), (8.0, 0.0, 9.0, 1.0), (0.0, 3.0, 0.0, 1.0))
COLOUR = (0.1, 0.2, 0.3, 0.4)
CHANGED = State(
    modelview=ONE,
    projection=HALF,
    texture=(HALF, ONE) * 4,
    program=(ONE, HALF) * 4,
    texture_units=tuple(TextureUnit(color=(unit / 8, 0.0, 0.0, 1.0)) for unit in range(8)),
    lights=tuple(
        Light(True, COLOUR, (0.5, light / 8, 0.5, 1.0), COLOUR, (1.0, light, 2.0, 1.0), (1.0, 0.0, light),
              2.0, 45.0, (1.0, 2.0, light))
        for light in range(8)
    ),
    light_model=LightModel(ambient=COLOUR),
    material=Material(COLOUR, COLOUR, COLOUR, COLOUR, 3.0),
    back_material=Material((0.9, 0.8, 0.7, 0.6), COLOUR, COLOUR, (0.5, 0.5, 0.5, 0.5), 4.0),
    texture_generation=tuple(TextureGeneration(eye=ONE, object=HALF) for _ in range(8)),
    clip_plane_equations=tuple((plane, 1.0, 2.0, 3.0) for plane in range(6)),
    fog=Fog(True, "EXP", 0.25, 1.0, 3.0, COLOUR),
    point=Point(1.0, 2.0, 3.0, (4.0, 5.0, 6.0)),
    point_size=7.0,
    depth_range=(0.25, 0.5),
)  # fmt: skip
EVERY = load(
    "!!NVvp4.0\nTEMP r;\n"
    + "".join(
        f"ADD r, r, state.{name};\n"
        for name in (
            *(f"material.{face}.{item}" for face in ("front", "back")
              for item in ("ambient", "diffuse", "specular", "emission", "shininess")),
            *(f"light[3].{item}" for item in ("ambient", "diffuse", "specular", "position", "attenuation",
                                              "spot.direction", "half")),
            "lightmodel.ambient", "lightmodel.front.scenecolor", "lightmodel.back.scenecolor",
            *(f"lightprod[5].{face}.{item}" for face in ("front", "back")
              for item in ("ambient", "diffuse", "specular")),
            *(f"texgen[2].{plane}.{axis}" for plane in ("eye", "object") for axis in "strq"),
            "texenv[6].color", "fog.color", "fog.params", "clip[4].plane", "point.size", "point.attenuation",
            "depth.range",
            *(f"matrix.{name}{modifier}.row[1]"
              for name in ("modelview", "projection", "mvp", "texture[1]", "program[6]")
              for modifier in ("", ".inverse", ".transpose", ".invtrans")),
        )
    )
    + "MOV result.position, r;\nEND"
)  # fmt: skip


def test_every_binding_follows_each_part_of_the_state() -> None:
    """After any one field has changed, each remembered value is the one computed anew."""
    start = State()
    values = StateValues()
    rows = [binding for binding in EVERY.parameters if binding.kind is not BindingKind.CONSTANT]
    assert len(rows) == len({row.name for row in rows}) > 55
    moved = set()
    for field in State.__dataclass_fields__:
        for state in (start, start.with_(**{field: getattr(CHANGED, field)})):
            for binding in rows:
                value = values.value(binding, state)
                assert np.array_equal(value, state_value(binding, state), equal_nan=True), (
                    field,
                    binding.name,
                )
                if value != state_value(binding, start):
                    moved.add(binding.name)
    assert moved == {row.name for row in rows}


def test_a_changed_sign_of_zero_is_a_change() -> None:
    binding = EVERY.parameters[[row.name for row in EVERY.parameters].index("state.fog.color")]
    values = StateValues()
    for sign in (0.0, -0.0, 0.0):
        state = State(fog=Fog(color=(sign, 0.0, 0.0, 0.0)))
        assert np.signbit(values.value(binding, state)[0]) == np.signbit(sign)


def test_a_state_keeps_what_an_array_held() -> None:
    names = [row.name for row in EVERY.parameters]
    binding = EVERY.parameters[names.index("state.matrix.projection.row[1]")]
    values, matrix = StateValues(), np.eye(4)
    state = State(projection=matrix)  # type: ignore[arg-type]
    assert values.value(binding, state) == (0.0, 1.0, 0.0, 0.0)
    matrix[1] = 3.0
    assert values.value(binding, state) == (0.0, 1.0, 0.0, 0.0)


def test_parameters_are_taken_again_where_they_hold_something_else() -> None:
    given, array = StageParameters(PROGRAM), np.zeros(4, np.float32)
    parameters = {"program.local[0]": array}

    def held() -> list[float]:
        rows = np.frombuffer(given.contents(given.block, State()), np.float32).reshape(-1, 4)
        return list(rows[[row.name for row in PROGRAM.parameters].index("program.local[0]")])

    assert given.set(parameters, State())
    assert not given.set({"program.local[0]": np.zeros(4, np.float32)}, State())
    array[1] = 3.0  # in the caller's own array
    assert held() == [0.0, 0.0, 0.0, 0.0]
    assert given.set(parameters, State()) and held() == [0.0, 3.0, 0.0, 0.0]
    array[0] = -0.0
    assert given.set(parameters, State()) and np.signbit(held()[0])
    assert given.set({}, State()) and held() == [0.0, 0.0, 0.0, 0.0]
    with pytest.raises(InputError, match="has shape"):
        given.set({"program.local[0]": np.zeros(5, np.float32)}, State())
    assert given.set({}, State())


def test_parameters_stay_where_others_do_not_fit(context: moderngl.Context) -> None:
    """Vectors that were written by difference are among what stays."""
    program = load("!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, program.local[0]; END")
    with (
        Mesh(context, {0: [[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]]}) as mesh,
        Target(context, (4, 4)) as target,
        Pipeline(context, program) as pipeline,
    ):
        for value in (0.25, 0.5, 0.75):
            pipeline.set_parameters({"program.local[0]": (value, value, 0.0, 1.0)})
            pipeline.draw(mesh, target)
        with pytest.raises(InputError):
            pipeline.set_parameters({"program.local[0]": (0.0,) * 5})
        pipeline.set_state(State(point_size=3.0, fog=Fog(color=(0.5, 0.5, 0.5, 0.5))))
        pipeline.draw(mesh, target)
        close(one_color(target.read()), [0.75, 0.75, 0.0, 1.0])
