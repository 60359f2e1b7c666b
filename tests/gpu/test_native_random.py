"""Random ARB programs of exact instructions: oracle, translation and driver agree to the last bit."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import pytest

import nvrender
from nvrender import Texture
from nvrender.gpu.native.context import compatibility
from nvrender.regression.comparison.programs import compare_program
from nvrender.regression.comparison.sample_states import sample_state
from nvrender.regression.comparison.samples import samples
from nvrender.run import run
from nvrender.source import ContextError

_SHADERS = Path(__file__).parents[2] / "shaders"
PROGRAMS_A_BATCH = 6
VERTICES = 64

#: Opcodes whose result is one rounding of the exact one, or none, and their operands.
_EXACT = {
    "MOV": 1, "ABS": 1, "FLR": 1, "FRC": 1, "ADD": 2, "SUB": 2, "MIN": 2, "MAX": 2, "SGE": 2, "SLT": 2,
    "MUL": 2, "DST": 2, "MAD": 3, "SWZ": 1,
}  # fmt: skip
_RESULTS = (
    "color", "color.secondary", "color.back.primary", "color.back.secondary", "fogcoord", "pointsize",
    "texcoord", "texcoord[1]", "texcoord[7]", "position",
)  # fmt: skip
_INPUTS = (
    "vertex.position", "vertex.attrib[1]", "normal", "vertex.color.secondary", "vertex.texcoord[3]",
    "program.env[7]", "program.local[2]", "table[2]", "table[A.x+1]", "{0.5, -1, 2, 0.25}", "-1.5",
    "state.matrix.mvp.row[1]", "state.fog.color",
)  # fmt: skip
_MASKS = ("", ".x", ".yw", ".xyz", ".zw", ".xyzw")


class _Writer:
    """Text of one program; factors are inputs, so that values stay far from overflow."""

    def __init__(self, seed: int) -> None:
        self.choice = random.Random(seed)
        self.parameter = ""
        self.attribute = ""

    def swizzled(self, name: str) -> str:
        if name[0] in "{-":
            return name
        swizzle = self.choice.choice(("", "", ".x", ".w", "." + "".join(self.choice.choices("xyzw", k=4))))
        return self.choice.choice(("", "", "-")) + name + swizzle

    def input(self) -> str:
        name = self.choice.choice(_INPUTS)
        # One attribute and one parameter register an instruction (ARB_vertex_program 2.14.4.1).
        kind = "attribute" if name.startswith(("vertex", "normal")) else "parameter"
        name = getattr(self, kind) or name
        setattr(self, kind, name)
        return name

    def instruction(self, target: str) -> str:
        self.parameter = self.attribute = ""
        name, count = self.choice.choice(list(_EXACT.items()))
        if name == "SWZ":
            selectors = [self.choice.choice(("", "-", "+")) + self.choice.choice("xyzw01") for _ in range(4)]
            source = self.choice.choice(("t0", "t1", "normal", "vertex.position"))
            return f"SWZ {target}, {source}, {', '.join(selectors)};"
        temporary = self.choice.choice(("t0", "t1", "t2"))
        operands = [temporary, self.input(), self.input()]
        if name == "DST":
            operands[0] = self.input()
        if name == "MAD":
            operands[2] = self.choice.choice(("t0", "t1"))
        return f"{name} {target}, {', '.join(self.swizzled(operand) for operand in operands[:count])};"

    def program(self) -> str:
        results = self.choice.sample(_RESULTS, self.choice.randint(1, len(_RESULTS)))
        declared = {f"out{number}": name for number, name in enumerate(results) if self.choice.random() < 0.5}
        targets = [*declared, *(f"result.{name}" for name in results if name not in declared.values())]
        lines = [
            "!!ARBvp1.0",
            "ATTRIB normal = vertex.normal; TEMP t0, t1, t2; ADDRESS A;",
            "PARAM table[4] = { program.env[3..4], { 1, 2, -0.5, 0.125 }, state.matrix.modelview.row[2] };",
            *(f"OUTPUT {name} = result.{result};" for name, result in declared.items()),
            "ARL A.x, vertex.attrib[6].x;",
            "MOV t0, vertex.position; MOV t1, vertex.attrib[1]; MOV t2, normal;",
        ]
        for _ in range(self.choice.randint(3, 14)):
            temporary = self.choice.choice(("t0", "t1", "t2"))
            lines.append(self.instruction(temporary + self.choice.choice(_MASKS)))
        for target in self.choice.sample(targets, len(targets)):
            lines.append(self.instruction(target + self.choice.choice(_MASKS)))
        return "\n".join((*lines, "END"))


def _inputs(seed: int) -> tuple[dict[Any, Any], dict[str, Any]]:
    generator = np.random.default_rng(seed)

    def values(*shape: int) -> Any:
        # Multiples of 1/4: sums and products of a few are exact, so that an optimiser may reorder them.
        table = (generator.integers(-8, 9, shape) / 4).astype(np.float32)
        return np.where(generator.random(shape) < 0.1, np.float32(-0.0), table)

    names = ("position", "normal", "color.secondary", "texcoord[3]", 1)
    attributes: dict[Any, Any] = {name: values(VERTICES, 4) for name in names}
    # table[A.x + 1] stays inside the array: ARB_vertex_program leaves the outside undefined.
    attributes[6] = generator.integers(-1, 3, (VERTICES, 1)).astype(np.float32)
    keys = ("program.env[3]", "program.env[4]", "program.env[7]", "program.local[2]", "state.fog.color",
            "state.matrix.mvp.row[1]")  # fmt: skip
    return attributes, {key: values(4) for key in keys}


def check(seed: int, backends: tuple[str, ...] = ("native", "gpu")) -> str:
    """What differs from the oracle for one seed, or ""."""
    text = _Writer(seed).program()
    program = nvrender.load(text)
    attributes, parameters = _inputs(seed)
    known = {binding.name for binding in program.parameters}
    parameters = {
        name: value for name, value in parameters.items() if name in known or not name.startswith("state")
    }
    expected = run(program, attributes, parameters)
    for backend in backends:
        actual = run(program, attributes, parameters, backend=backend)
        for name in expected:
            # MAX and MIN may give either zero, so signs of zeros are not compared.
            if not np.array_equal(expected[name], actual[name]):
                vertex = np.flatnonzero((expected[name] != actual[name]).any(axis=1))[:1]
                values = f"{expected[name][vertex]} on the oracle, {actual[name][vertex]} on {backend}"
                return f"seed {seed}, {name}: {values}\n{text}"
    return ""


def _needs_native() -> None:
    """Skips the test where no driver runs ARB programs, and says why."""
    try:
        with compatibility() as native:
            if "GL_ARB_vertex_program" not in native.extensions:
                pytest.skip(f"{native.renderer} has no ARB_vertex_program")
    except ContextError as error:
        pytest.skip(f"no compatibility context: {str(error).splitlines()[0]}")


@pytest.mark.parametrize("batch", range(5))
def test_oracle_translation_and_driver_agree(batch: int, context: moderngl.Context) -> None:
    _needs_native()
    for seed in range(batch * PROGRAMS_A_BATCH, (batch + 1) * PROGRAMS_A_BATCH):
        assert not (difference := check(seed)), difference


def _plain() -> list[Path]:
    """The shaders a driver with ARB_vertex_program alone runs."""
    return [
        path
        for path in sorted(_SHADERS.rglob("*.vp"))
        if path.read_bytes().startswith(b"!!ARBvp1.0") and not nvrender.load(path).profile.condition_codes
    ]


@pytest.mark.parametrize("path", _plain(), ids=lambda path: path.stem)
def test_every_plain_shader_agrees_three_ways(path: Path, context: moderngl.Context) -> None:
    """Within ARB_vertex_program's precision; a driver may fuse and order sums as it likes."""
    _needs_native()
    program = nvrender.load(path)
    attributes, parameters = samples(program, 256, special=False)
    state = sample_state(program)
    for backend, numerics in (("gpu", "exact"), ("native", "fast")):
        found = compare_program(
            path.stem, program, attributes, parameters, state, backend=backend, numerics=numerics
        )
        assert found.mismatches == 0, f"{backend}: {found.text()}"


def _fragment_programs() -> list[Path]:
    """The fragment programs of shaders/ that a driver with ARB_fragment_program alone runs."""
    return [
        path
        for path in sorted(_SHADERS.rglob("*.fp"))
        if path.read_bytes().startswith(b"!!ARBfp1.0") and not nvrender.load(path).profile.condition_codes
    ]


def _textures(program: nvrender.Program) -> dict[int, Texture]:
    """Something in every unit the program reads: depths for comparisons, else colours, mipmapped."""
    generator = np.random.default_rng(1)
    shapes = {"1D": (16,), "2D": (16, 8), "3D": (4, 4, 4), "CUBE": (6, 8, 8), "RECT": (16, 16)}
    found = {}
    for entry in program.instructions:
        if entry.texture is not None:
            target = entry.texture.target.removeprefix("SHADOW")
            depth = target != entry.texture.target
            image = generator.random((*shapes[target], 1 if depth else 4)).astype(np.float32)
            texture = Texture(target, (image,), "DEPTH" if depth else "RGBA")
            wrap = "CLAMP_TO_EDGE" if target in ("CUBE", "RECT") else "REPEAT"
            found[entry.texture.unit] = texture.with_(wrap_s=wrap, wrap_t=wrap)
    return found


@pytest.mark.parametrize("path", _fragment_programs(), ids=lambda path: path.stem)
def test_every_fragment_program_agrees_three_ways(path: Path, context: moderngl.Context) -> None:
    """Within ARB_fragment_program's precision, which is OpenGL's (OpenGL 1.5, 2.1.1)."""
    _needs_native()
    program = nvrender.load(path)
    attributes, parameters = samples(program, 512, special=False)
    state = sample_state(program).with_(window_height=64)
    for backend, numerics in (("gpu", "exact"), ("native", "fast")):
        found = compare_program(
            path.stem, program, attributes, parameters, state,
            backend=backend, numerics=numerics, textures=_textures(program),
        )  # fmt: skip
        assert found.mismatches == 0, f"{backend}: {found.text()}"
