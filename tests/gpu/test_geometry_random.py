"""Small geometry programs at random: what they emit on the GPU is, word for word, what the oracle emits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import moderngl
import numpy as np
import pytest

import nvrender
from nvrender.gl.inputs.primitives import MODES
from nvrender.gl.patches import Patch
from nvrender.languages.arb.geometry_bindings import INPUT_PRIMITIVES, OUTPUT_PRIMITIVES

#: Instructions that every driver computes to the bit.
FLOATS = ("MOV", "ADD", "MUL", "MAD", "MIN", "MAX", "SGE", "SLT", "CMP", "FLR")
OPERANDS = {"MOV": 1, "FLR": 1, "MAD": 3, "CMP": 3}
INTEGERS = ("ADD.S", "SUB.S", "AND.S", "XOR.S", "MAX.S")
RESULTS = ("position", "color", "texcoord[1]", "attrib[2]", "fogcoord", "clip[1]")
DECLARED = """ATTRIB p = vertex.position; ATTRIB t[] = { vertex.texcoord[0..1] };
ATTRIB g[] = { vertex.attrib[3..4] }; OUTPUT o[] = { result.texcoord[4..6] };
TEMP r, s; INT TEMP i, j; MOV.S i, {0, 1, 2, 3}; MOV.S j, {3, 1, -1, 7};"""


#: What generation 5 adds to emit by, where points are made.
STREAMS = ("EMITS i.x;", "EMITS j.w;", "EMITS -i.x;", "EMITS 3;", "EMITS 1;", "EMITS i.z;")


def statements(
    random: random.Random, depth: int, vertices: int, own: tuple[str, ...] = (), emits: tuple[str, ...] = ()
) -> Iterator[str]:
    """Some statements; blocks up to ``depth`` deep.

    ``own`` are integers of the invocation that may be read, ``emits`` what may stand for EMIT.
    """

    def mask() -> str:
        return random.choice(["", ".x", ".yz", ".xw", ".xyz"])

    def source() -> str:
        vertex = random.randrange(vertices)
        register = random.choice(
            [
                "r", "s", f"p[{vertex}]", "p[i.x]", "p[j.y]", "t[i.y][1]", "t[j.x][i.x]", f"t[{vertex}][j.z]",
                f"vertex[{vertex}].color", f"vertex[{vertex}].fogcoord", "program.local[0]",
                "{0.5, -2, 3, 0.25}",
            ]
        )  # fmt: skip
        swizzle = random.choice(["", ".x", ".wzyx", ".yyxz"])
        text = register if register.startswith("{") else register + swizzle
        return random.choice([text, text, f"-{text}", f"|{text}|"])

    for _ in range(random.randrange(2, 7)):
        match random.randrange(12 if depth else 9):
            case 0 | 1 | 2:
                name = random.choice(FLOATS)
                operands = ", ".join(source() for _ in range(OPERANDS.get(name, 2)))
                yield f"{name} {random.choice('rs')}{mask()}, {operands};"
            case 3 | 4:
                name = random.choice(RESULTS)
                single = name in ("fogcoord", "clip[1]")
                yield f"MOV result.{name}{'.x' if single else mask()}, {source()};"
            case 5:
                yield f"MOV o[{random.choice(['i.x', 'j.y', 'j.w'])}], {source()};"
            case 6:
                name, register = random.choice(INTEGERS), random.choice("ij")
                other = random.choice(["i", "j", "g[0][1]", "g[i.x][j.y]", "primitive.id.x", "1", *own])
                yield f"{name} {register}{mask()}, {random.choice('ij')}, {other};"
            case 7:
                yield random.choice(["EMIT;", *emits])
            case 8:
                yield random.choice(
                    ["ENDPRIM;", "EMIT;", "MOV.S result.primid.x, i.x;", "MOV.S result.layer.x, j.y;"]
                )
            case 9 | 10:
                yield f"MOV.CC s.x, {source()}; IF {random.choice(['GT', 'LE', 'EQ', 'NE'])}.x;"
                yield from statements(random, depth - 1, vertices, own, emits)
                if random.random() < 0.5:
                    yield "ELSE;"
                    yield from statements(random, depth - 1, vertices, own, emits)
                yield "ENDIF;"
            case _:
                yield f"REP.S {random.randrange(4)};"
                yield from statements(random, depth - 1, vertices, own, emits)
                yield "ENDREP;"


@pytest.mark.parametrize("seed", range(15))
def test_random_programs_agree(context: moderngl.Context, seed: int) -> None:
    choice = random.Random(seed)
    primitive = list(INPUT_PRIMITIVES)[seed % 5]
    output = list(OUTPUT_PRIMITIVES)[seed % 3]
    head = f"!!NVgp4.0 PRIMITIVE_IN {primitive}; PRIMITIVE_OUT {output};"
    assert_agrees(context, choice, seed, head, statements(choice, 2, INPUT_PRIMITIVES[primitive]))


@pytest.mark.parametrize("seed", range(15))
def test_random_programs_of_generation_5_agree(context: moderngl.Context, seed: int) -> None:
    """NV_gpu_program5 2.X.7.Y, INVOCATIONS; 2.X.8.Z, EMITS."""
    choice = random.Random(seed)
    primitive = list(INPUT_PRIMITIVES)[seed % 5]
    output = ["POINTS", "POINTS", "LINE_STRIP", "TRIANGLE_STRIP"][seed % 4]
    invocations = choice.choice(["", "INVOCATIONS 1;", "INVOCATIONS 3;", "INVOCATIONS 32;"])
    head = f"!!NVgp5.0 {invocations} PRIMITIVE_IN {primitive}; PRIMITIVE_OUT {output};"
    emits = STREAMS if output == "POINTS" else ()
    own = ("primitive.invocation", "primitive.invocation.x", "primitive.vertexcount.xyxx")
    body = statements(choice, 2, INPUT_PRIMITIVES[primitive], own, emits)
    assert_agrees(context, choice, seed, head, body)


@pytest.mark.parametrize("seed", range(10))
def test_random_programs_of_patches_agree(context: moderngl.Context, seed: int) -> None:
    """NV_gpu_program5 2.14.6.1: also of patches that lack vertices the program reads."""
    choice = random.Random(seed)
    output = ["POINTS", "LINE_STRIP", "TRIANGLE_STRIP"][seed % 3]
    head = f"!!NVgp5.0 INVOCATIONS {choice.choice([1, 4])}; PRIMITIVE_IN PATCHES; PRIMITIVE_OUT {output};"
    own = ("primitive.invocation", "primitive.vertexcount.x")
    emits = STREAMS if output == "POINTS" else ()
    patch = Patch(choice.choice([1, 2, 3, 4, 5, 16]))
    assert_agrees(context, choice, seed, head, statements(choice, 2, 5, own, emits), patch=patch)


def assert_agrees(
    context: moderngl.Context,
    choice: random.Random,
    seed: int,
    head: str,
    body: Iterator[str],
    **given: Any,
) -> None:
    written = "\n".join(body)
    text = f"{head} VERTICES_OUT {choice.randrange(1, 12)};\n{DECLARED}\n{written}\nEMIT;\nEND"
    program = nvrender.load(text)
    assert program.geometry is not None
    numbers = np.random.default_rng(seed)
    count = 17
    attributes = {
        name: np.round(numbers.uniform(-4, 4, (count, 4)), 2).astype(np.float32)
        for name in ("position", "texcoord[0]", "texcoord[1]", "color", "fogcoord")
    }
    integers = {f"attrib[{n}]": numbers.integers(-3, 9, (count, 4)).astype(np.int32) for n in (3, 4)}
    options = {
        "mode": choice.choice(MODES.get(program.geometry.input, ("PATCHES",))),
        "parameters": {"program.local[0]": [1.5, -1, 0.25, 2]},
        **given,
    }
    oracle = nvrender.run(program, attributes | integers, **options)  # type: ignore[arg-type]
    gpu = nvrender.run(program, attributes | integers, backend="gpu", context=context, **options)  # type: ignore[arg-type]
    assert list(oracle.listed) == list(gpu.listed)
    for name, array in oracle.listed.items():
        other = gpu.listed[name]
        assert array.shape == other.shape, f"{name}\n{text}"
        same = (array == other) | (array.view(np.uint32) == other.view(np.uint32))
        assert same.all(), f"{name}\n{text}"
