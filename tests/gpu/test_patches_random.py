"""Small tessellation programs at random, word for word (NV_tessellation_program5 2.X.5)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.patches import Patch
from nvrender.gpu.draw import Mesh
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.program import Program
from nvrender.program.profile import Stage

#: Instructions that every driver computes to the bit.
FLOATS = ("MOV", "ADD", "MUL", "MAD", "MIN", "MAX", "SGE", "SLT", "CMP", "FLR")
OPERANDS = {"MOV": 1, "FLR": 1, "MAD": 3, "CMP": 3}
INTEGERS = ("ADD.S", "SUB.S", "AND.S", "XOR.S", "MAX.S")
DECLARED = """CBUFFER b[] = { program.buffer[0] }; ATTRIB p = vertex.position;
ATTRIB t[] = { vertex.texcoord[0..2] }; OUTPUT u[] = { result.attrib[1..3] };
TEMP r, s, a[3]; INT TEMP i, j, n; LONG TEMP l;"""
CONTROL = """ATTRIB o = vertex.out.attrib[0]; ATTRIB q[] = { vertex.out.attrib[1..3] };
ATTRIB w[] = { primitive.out.patch.attrib[1..3] }; OUTPUT v[] = { result.patch.attrib[1..3] };"""
SUBROUTINES = """SUBROUTINETYPE kind { one, two };
SUBROUTINE kind ways[2] = { program.subroutine[0..1] };
one SUBROUTINENUM(1): %s RET;
two SUBROUTINENUM(2): %s RET;
main:"""
FIRST = """MOV.S j, {3, 1, -1, 2}; MOV.S i, primitive.invocation; ADD.S i.y, i.x, 1; MOD.S i.y, i.y, 3;
MOV.S i.z, primitive.id; MOV result.attrib[0], p[i.x]; MOV result.patch.tessouter[0], 1;
MOV result.patch.tessouter[1], 1;"""
EVALUATION = "ATTRIB w[] = { primitive.patch.attrib[1..3] };"


class Writer:
    """Writes statements; ``control`` programs reach what threads share."""

    def __init__(self, seed: int, *, control: bool, calls: tuple[str, ...] = ()) -> None:
        self.random = random.Random(seed)
        self.control = control
        self.calls = calls

    def mask(self) -> str:
        return self.random.choice(["", ".x", ".yz", ".xw", ".xyz"])

    def index(self) -> str:
        return self.random.choice(["i.x", "i.y", "i.z", "j.y", "j.z", "i.x + 1", "2", "0"])

    def source(self) -> str:
        choice = self.random.choice
        registers = ["r", "s", f"p[{self.index()}]", f"t[{self.index()}][{self.index()}]", "a[i.x]", "a[1]",
                     "vertex[1].color", "vertex[0].fogcoord", "program.local[0]",
                     "{0.5, -2, 3, 0.25}"]  # fmt: skip
        if self.control:
            registers += [f"o[{self.index()}]", f"q[{self.index()}][{self.index()}]", f"w[{self.index()}]",
                          "primitive.out.patch.attrib[0]", "vertex.out[2].attrib[0]",
                          "primitive.out.tessouter[1]"]  # fmt: skip
        else:
            registers += ["vertex.tesscoord", "primitive.tessouter[0]", f"w[{self.index()}]",
                          "primitive.patch.attrib[0]"]  # fmt: skip
        register = choice(registers)
        text = register if register.startswith("{") else register + choice(["", ".x", ".wzyx", ".yyxz"])
        return choice([text, text, f"-{text}", f"|{text}|"])

    def target(self) -> str:
        targets = ["r", "s", "a[i.x]", "a[j.y]", "u[i.x]", "u[j.w]", "result.attrib[0]", "result.attrib[2]"]
        if self.control:
            targets += ["result.patch.attrib[0]", "result.patch.attrib[2]", "v[i.x]", "v[j.y]", "v[i.z]"]
        return self.random.choice(targets)

    def statements(self, depth: int, loops: int = 0) -> Iterator[str]:
        choice = self.random.choice
        for _ in range(self.random.randrange(2, 7)):
            match self.random.randrange(15 if depth else 9):
                case 0 | 1 | 2 | 3:
                    name = choice(FLOATS)
                    operands = ", ".join(self.source() for _ in range(OPERANDS.get(name, 2)))
                    condition = choice(["", "", "", " (GT.x)", " (LE.xyzw)", " (NE)"])
                    code = choice(["", "", ".CC"])
                    yield f"{name}{code} {self.target()}{self.mask()}{condition}, {operands};"
                case 4:
                    other = choice(["j", "1", "primitive.vertexcount.x", "primitive.id.x", "i.wzyx"])
                    yield f"{choice(INTEGERS)} {choice('nj')}{self.mask()}, {choice('ijn')}, {other};"
                case 5:
                    place = choice(["i.x", "16", "0"])
                    yield f"LDC.{choice(['F32X4', 'U32', 'S16'])} {choice('rs')}, b[{place}];"
                case 6:
                    yield f"MOV.F64 l, {choice('rs')}; ADD.F64 l, l, {choice(['1', 'l'])}; MOV r.x, l.y;"
                case 7 | 8:
                    yield f"MOV {self.target()}, {self.source()};"
                case 9 | 10:
                    yield f"MOV.CC s.x, {self.source()}; IF {choice(['GT', 'LE', 'EQ', 'NE'])}.x;"
                    yield from self.statements(depth - 1, loops)
                    if self.random.random() < 0.5:
                        yield "ELSE;"
                        yield from self.statements(depth - 1, loops)
                    yield "ENDIF;"
                case 11 | 12:
                    count = choice(["3", "i.x", "j.x", "i.y"])
                    yield f"REP.S {count};"
                    yield from self.statements(depth - 1, loops + 1)
                    yield "ENDREP;"
                case 13 if loops:
                    yield f"MOV.CC s.y, {self.source()}; {choice(['BRK', 'CONT'])} (GT.y);"
                case 14 if self.calls:
                    yield choice(self.calls)
                case _:
                    yield f"MOV.CC s.z, {self.source()}; RET ({choice(['GT', 'LE'])}.z);"


def control_program(seed: int) -> Program:
    """A random program of three threads."""
    calls = ("CAL one;", "CAL two (GT.x);", "CALI ways[i.x];", "CALI ways[j.y];") if seed % 3 == 0 else ()
    body = "\n".join(Writer(seed, control=True, calls=calls).statements(2))
    ways = ""
    if calls:
        writers = Writer(seed + 1000, control=True, calls=("CAL two;",)), Writer(seed + 2000, control=True)
        ways = SUBROUTINES % tuple("\n".join(writer.statements(1)) for writer in writers)
    return nvrender.load(
        f"!!NVtcp5.0 VERTICES_OUT 3; {DECLARED} {CONTROL} {ways} {FIRST}\n{body}\nMOV result.position, s; END"
    )


def evaluation_program(seed: int) -> Program:
    mode = ["TRIANGLES", "QUADS", "ISOLINES"][seed % 3]
    body = "\n".join(Writer(seed, control=False).statements(2))
    first = "MOV.S j, {3, 1, -1, 2}; MOV.S i, primitive.id; ADD.S i.y, i.x, 1;"
    return nvrender.load(
        f"!!NVtep5.0 TESS_MODE {mode}; {DECLARED} {EVALUATION} {first}\n{body}\nMOV result.position, r; END"
    )


def given(seed: int, patches: int = 3) -> dict[str, Any]:
    """Vertices, three a patch, and what programs read besides."""
    numbers = np.random.default_rng(seed)
    shape = 3 * patches, 4
    names = ("position", "texcoord[0]", "texcoord[1]", "texcoord[2]", "color")
    attributes = {name: numbers.choice([-2, -1, -0.5, 0, 0.25, 1, 3], shape) for name in names}
    return {
        "attributes": {name: rows.astype(np.float32) for name, rows in attributes.items()},
        "parameters": {
            "program.local[0]": (0.5, -2.0, 3.0, 1.0),
            "program.buffer[0]": numbers.random(16, np.float32),
        },
    }


def words(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The words; NaN is NaN."""
    return np.where(np.isnan(array), np.uint32(0x7FC00000), array.view(np.uint32))


def agree(seen: nvrender.Results, expected: nvrender.Results, text: str) -> None:
    assert list(seen) == list(expected)
    for name, array in expected.items():
        np.testing.assert_array_equal(words(seen[name]), words(array), err_msg=f"{name}\n{text}")


@pytest.mark.parametrize("seed", range(8))
def test_random_control_programs_agree_over_arrays(context: moderngl.Context, seed: int) -> None:
    program = control_program(seed)
    text = program.source.data.decode()
    agree(
        nvrender.run(program, backend="gpu", context=context, **given(seed)),
        nvrender.run(program, **given(seed)),
        text,
    )


@pytest.mark.parametrize("seed", range(6))
def test_random_evaluation_programs_agree_over_arrays(context: moderngl.Context, seed: int) -> None:
    program, inputs = evaluation_program(seed), given(seed)
    numbers = np.random.default_rng(seed + 1)
    inputs["attributes"] |= {
        "vertex.tesscoord": numbers.random((4, 3), np.float32),
        **{f"primitive.patch.attrib[{k}]": numbers.random((3, 4), np.float32) for k in range(4)},
    }
    text = program.source.data.decode()
    agree(
        nvrender.run(program, backend="gpu", context=context, **inputs), nvrender.run(program, **inputs), text
    )


VERTEX = """!!NVvp5.0 MOV result.position, vertex.position; MOV result.color, vertex.color;
MOV result.texcoord[0], vertex.attrib[8]; MOV result.texcoord[1], vertex.attrib[9];
MOV result.texcoord[2], vertex.attrib[10]; END"""
#: Hands on all that a control program wrote.
HANDED = "".join(
    [f"MOV result.attrib[{4 * v + k}], vertex[{v}].attrib[{k}];" for v in range(3) for k in range(4)]
    + [f"MOV result.attrib[{12 + k}], primitive.patch.attrib[{k}];" for k in range(4)]
)
READING = f"!!NVtep5.0 TESS_MODE ISOLINES; {HANDED} MOV result.position, vertex[0].position; END"


@pytest.mark.parametrize("lockstep", [False, True], ids=["chosen", "lockstep"])
@pytest.mark.parametrize("seed", range(4))
def test_random_control_programs_agree_in_pipelines(
    context: moderngl.Context, monkeypatch: pytest.MonkeyPatch, seed: int, lockstep: bool
) -> None:
    """As control shaders, whatever makes their threads wait for each other."""
    program, inputs = control_program(seed), given(seed)
    if lockstep:
        monkeypatch.setattr("nvrender.glsl.threads.lockstep.needs_lockstep", is_control)
    numbers = {"position": 0, "color": 3, "texcoord[0]": 8, "texcoord[1]": 9, "texcoord[2]": 10}
    arrays = {numbers[name]: rows for name, rows in inputs["attributes"].items()}
    with (
        Pipeline(
            context, nvrender.load(VERTEX), tess_control=program, tess_evaluation=nvrender.load(READING)
        ) as pipeline,
        Mesh(context, arrays, primitive="PATCHES") as mesh,
    ):
        pipeline.set_parameters(inputs["parameters"], "tessellation control")
        seen = pipeline.capture(mesh, patch=Patch(3))
    made = nvrender.run(program, **inputs)
    for patch in range(3):
        for vertex in range(3):
            for result in range(4):
                expected = made.get(f"attrib[{result}]", UNWRITTEN)[3 * patch + vertex]
                found = seen[f"attrib[{4 * vertex + result}]"][2 * patch]
                np.testing.assert_array_equal(words(found), words(expected), program.source.data.decode())
        for result in range(4):
            expected = made.get(f"patch.attrib[{result}]", np.zeros((3, 4), np.float32))[patch]
            found = seen[f"attrib[{12 + result}]"][2 * patch]
            np.testing.assert_array_equal(words(found), words(expected), program.source.data.decode())


UNWRITTEN = np.tile(np.array([0, 0, 0, 1], np.float32), (9, 1))


def is_control(program: Program) -> bool:
    return program.profile.stage is Stage.TESSELLATION_CONTROL
