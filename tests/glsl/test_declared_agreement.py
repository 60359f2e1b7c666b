"""Translations of the declared-name languages on the GPU against the oracle, bit by bit where exact."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
import pytest
from declared_programs import CASES, declared_program
from numpy.typing import NDArray

import nvrender
from nvrender.glsl.translate import translate
from nvrender.gpu.context.context import using
from nvrender.languages.load import load
from nvrender.ops.types import DataType
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.program import BindingKind, Program

Words = NDArray[np.uint32]

_COUNT = 64
#: Zeros, infinities, NaN, numbers at the edges of the integers; counts around the width of a word.
_FLOATS = (0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3F800000, 0xBF800000, 0x3F000000, 0x42FE0000)
_INTEGERS = (0, 1, 2, 31, 32, 33, 0x80000000, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000001, 0xFFFFFFFE)


def _words(generator: np.random.Generator, rows: int, *, floats: bool) -> Words:
    shape = rows, 4
    scale = generator.choice([0.3, 1.0, 3.0, 100.0], size=shape)
    plain = (generator.normal(size=shape) * scale).astype(np.float32).view(np.uint32)
    special = generator.choice(np.array(_FLOATS if floats else _INTEGERS, np.uint32), size=shape)
    if not floats:
        small = generator.integers(-40, 40, size=shape).astype(np.int32).view(np.uint32)
        large = generator.integers(0, 2**32, size=shape, dtype=np.uint64).astype(np.uint32)
        plain = np.where(generator.random(shape) < 0.5, small, large)
    return np.where(generator.random(shape) < 0.25, special, plain).astype(np.uint32)


def _parameters(program: Program, words: Words) -> NDArray[np.float32]:
    """``words`` with the program's constants in their places."""
    rows = words.copy()
    for index, binding in enumerate(program.parameters):
        if binding.kind is BindingKind.CONSTANT:
            rows[index] = binding.words
    return rows.view(np.float32)


def _on_gpu(
    program: Program, attributes: Mapping[int, Words], parameters: NDArray[np.float32]
) -> dict[str, Words]:
    """The results of the compute translation, from buffers of the test's own."""
    translation = translate(program, "glsl430", interface="compute")
    order = [attributes[row.index] for row in translation.attributes]
    packed = np.stack(order, axis=1) if order else np.zeros((_COUNT, 1, 4), np.uint32)
    with using(None) as context:
        shader = context.compute_shader(translation.source)
        inputs = context.buffer(np.ascontiguousarray(packed).tobytes())
        outputs = context.buffer(reserve=_COUNT * len(translation.results) * 16)
        made = [shader, inputs, outputs]
        inputs.bind_to_storage_buffer(0)
        outputs.bind_to_storage_buffer(1)
        if translation.parameters.count:
            rows = np.ascontiguousarray(parameters[list(translation.parameters.registers)])
            made.append(context.buffer(rows.tobytes()))
            made[-1].bind_to_uniform_block(0)
        shader["vertex_count"] = _COUNT
        shader.run(-(-_COUNT // 64))
        read = np.frombuffer(outputs.read(), np.uint32).reshape(_COUNT, -1, 4).copy()
        for each in made:
            each.release()
    return {row.result: read[:, place] for place, row in enumerate(translation.results)}


def _close(expected: Words, found: Words, *, floats: bool) -> NDArray[np.bool_]:
    """Equal words; of floats any NaN for NaN, and ARB_vertex_program 2.14's 1 part in 10^5."""
    same: NDArray[np.bool_] = expected == found
    if floats:
        a, b = expected.view(np.float32), found.view(np.float32)
        with np.errstate(invalid="ignore", over="ignore"):
            near = np.abs(a - b) <= np.maximum(2e-5 * np.abs(a), 1e-5)
        same |= (np.isnan(a) & np.isnan(b)) | (np.isfinite(a) & np.isfinite(b) & near)
    return same


@pytest.mark.parametrize(
    "family, name, type", CASES, ids=[f"{family}-{name}.{type.value}" for family, name, type in CASES]
)
def test_instructions_agree(family: str, name: str, type: DataType) -> None:
    program = load(declared_program(family, name, type))
    generator = np.random.default_rng(CASES.index((family, name, type)))
    instruction = next(each for each in program.instructions[2:] if each.opcode.name == name)
    floats = instruction.operands[0].type is DataType.FLOAT and not instruction.opcode.unpacks
    attributes = {row.index: _words(generator, _COUNT, floats=floats) for row in program.attributes}
    parameters = _parameters(program, _words(generator, len(program.parameters), floats=floats))
    views = {index: words.view(np.float32) for index, words in attributes.items()}
    expected = execute(program, views, Resources(parameters), _COUNT)
    found = _on_gpu(program, attributes, parameters)
    destination = instruction.destination
    assert destination is not None
    rounded = destination.type is DataType.FLOAT and not instruction.opcode.packs
    for result in program.results:
        if result == "position":
            continue
        words = np.ascontiguousarray(expected[result]).view(np.uint32)
        wrong = np.argwhere(~_close(words, found[result], floats=rounded))
        assert not len(wrong), (
            f"{result}{wrong[0]}: oracle {words[tuple(wrong[0])]:08x}, GPU "
            f"{found[result][tuple(wrong[0])]:08x} of {[f'{w[wrong[0][0]]}' for w in views.values()]}"
        )


def test_constant_counts_and_divisors_agree() -> None:
    """NV_gpu_program4 2.X.8, SHL, SHR, DIV, MOD; docs/semantics.md for counts outside 0...31 and for 0."""
    operations = [f"{name}.{type}" for name in ("SHL", "SHR") for type in "SU"]
    forms = [f"{operation} {{}}, {{}}, {count};" for operation in operations for count in (0, 1, 31, 32)]
    forms += ["SHL.S {}, {}, -1;", "SHR.S {}, -{}, 3;", "SHR.U {}.yz, {}, {{5, 6, 7, 8}}.y;"]
    forms += [f"{name}.U {{}}, {{}}, {divisor};" for name in ("DIV", "MOD") for divisor in (0, 1, 5)]
    for first in range(0, len(forms), 16):
        lines, typed = [], ""
        for number, form in enumerate(forms[first : first + 16]):
            kind = form[form.index(".") + 1]
            typed += f"{'INT' if kind == 'S' else 'UINT'} TEMP t{number};\n"
            lines.append(form.replace(f".{kind}", f".{kind}.NTC", 1).format(f"t{number}", "vertex.attrib[1]"))
            lines.append(f"MOV.{kind} result.attrib[{number}], t{number};")
        program = load("\n".join(["!!NVvp4.0", typed, "main:", *lines, "END"]))
        words = {1: _words(np.random.default_rng(first), _COUNT, floats=False)}
        parameters = _parameters(program, np.zeros((len(program.parameters), 4), np.uint32))
        expected = execute(program, {1: words[1].view(np.float32)}, Resources(parameters), _COUNT)
        found = _on_gpu(program, words, parameters)
        for result, form in zip(program.results, forms[first:], strict=False):
            assert np.array_equal(expected[result].view(np.uint32), found[result]), form


_TESTS = "EQ NE LT GE GT LE CF NCF OF NOF SF NSF AB BLE NAN LEG".split()


class _Writer:
    """A random program of integer sums, arrays, all tests, blocks and subroutines."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.subroutines = [f"s{number}" for number in range(self.random.randint(0, 2))]

    def text(self) -> str:
        lines = [
            "MOV.S R0, vertex.attrib[1];",
            "MOV.S R1, vertex.attrib[2];",
            "MOV.S i, {0, 1, 2, 3};",
            "MOV.S.CC R1, R1;",
            "ADD.S.CC1 R0, R0, R1;",
            *self.block(0, 0),
            "MOV.NTC result.attrib[0], R0;",
            "MOV.NTC result.attrib[1], a[1];",
            "MOV.S result.attrib[2], i;",
            "MOV.NTC result.attrib[3], R1;",
        ]
        blocks = [["main:", *lines], *([f"{name}:", *self.block(1, 0)] for name in self.subroutines)]
        self.random.shuffle(blocks)
        declarations = "TEMP R0, R1, i, k; INT TEMP a[4];"
        return "\n".join(["!!NVvp4.0", declarations, *(line for block in blocks for line in block), "END"])

    def test(self) -> str:
        pick = self.random.choice
        components = "".join(pick("xyzw") for _ in range(pick([1, 4])))
        return f"{pick(_TESTS)}{pick(['', '0', '1'])}.{components}"

    def register(self) -> str:
        return self.random.choice(["R0", "R1", f"a[{self.random.randint(0, 3)}]"])

    def signed(self) -> str:
        return self.random.choice(["", "-"]) + self.register()

    def instruction(self) -> str:
        pick, register = self.random.choice, self.register
        mask = pick(["", ".x", ".yz", ".xw"]) + (f" ({self.test()})" if self.random.random() < 0.3 else "")
        code = pick(["", ".CC", ".CC1"])
        forms = [
            f"{pick('ADD SUB MUL AND MIN XOR'.split())}.S{code} {register()}{mask}, {self.signed()}, "
            f"{self.signed()};",
            f"{pick(['ADD', 'SUB'])}.U{code}.NTC {register()}{mask}, {self.signed()}, {self.signed()};",
            f"MAD.S{code} {register()}{mask}, {register()}, {self.signed()}, {self.signed()};",
            f"MOV.S{code} a[i.{pick('xy')}]{mask}, {register()};",
            f"AND.S i{pick(['.x', '.y', '.z'])}, {register()}, 3;",
            f"MOV.S {register()}{mask}, a[i.{pick('xyzw')} + {pick('0123')}];",
        ]
        return pick(forms)

    def block(self, depth: int, loops: int) -> list[str]:
        chance, lines = self.random.random, []
        for _ in range(self.random.randint(1, 4)):
            kind = chance()
            if kind < 0.5 or depth > 3:
                lines.append(self.instruction())
            elif kind < 0.7:
                lines += [f"IF {self.test()};", *self.block(depth + 1, loops)]
                lines += ["ELSE;", *self.block(depth + 1, loops)] if chance() < 0.5 else []
                lines.append("ENDIF;")
            elif kind < 0.8 and loops < 2 and depth < 3:
                count = self.random.choice([" 3", " 2", " i.y", ""])
                lines.append(f"REP{'.S' if count else ''}{count};")
                if not count:
                    lines += ["ADD.S k.x, k.x, 1;", "SUB.S.CC i.w, k.x, 6;", "BRK (GE.w);"]
                lines += [*self.block(depth + 1, loops + 1), "ENDREP;"]
            elif kind < 0.88 and loops:
                jump = self.random.choice(["BRK", "CONT"])
                lines.append(f"{jump} ({self.test()});")
            elif kind < 0.95 and self.subroutines:
                lines.append(f"CAL {self.random.choice(self.subroutines)} ({self.test()});")
            else:
                lines.append(f"RET ({self.test()});")
        return lines


@pytest.mark.parametrize("seed", range(16))
def test_random_blocks_agree(seed: int) -> None:
    program = load(_Writer(seed).text())
    generator = np.random.default_rng(seed)
    small = generator.integers(-5, 6, (2, _COUNT, 4)).astype(np.int32).view(np.uint32)
    any_words = generator.integers(0, 2**32, small.shape, dtype=np.uint64).astype(np.uint32)
    rows = np.where(generator.random(small.shape) < 0.8, small, any_words)
    attributes = {1: rows[0], 2: rows[1]}
    parameters = _parameters(program, np.zeros((len(program.parameters), 4), np.uint32))
    views = {index: words.view(np.float32) for index, words in attributes.items()}
    expected = execute(program, views, Resources(parameters), _COUNT)
    found = _on_gpu(program, attributes, parameters)
    for result in program.results:
        np.testing.assert_array_equal(np.ascontiguousarray(expected[result]).view(np.uint32), found[result])


def _branching(seed: int) -> str:
    """A random program of branches, calls, both condition codes and everything that A may index."""
    random_ = random.Random(seed)
    pick, chance = random_.choice, random_.random
    labels = [f"l{number}" for number in range(random_.randint(1, 4))]

    def register() -> str:
        return pick(["R0", "R1", "R2"])

    def test() -> str:
        relation = pick("EQ NE LT GE GT LE TR FL".split())
        return f"({relation}{pick(['', '0', '1'])}{pick(['', '.x', '.y', '.wzyx'])})"

    def line() -> str:
        kind, mask, code = chance(), pick(["", ".x", ".yz"]), pick(["", "C", "C1"])
        mask += f" {test()}" if chance() < 0.3 else ""
        last = pick([register(), "c[A.x + 1]", "vertex.attrib[A.y + 1]", "0.5"])
        if kind < 0.5:
            name = pick("ADD SUB MUL SLT MAX SGE".split()) + code + pick(["", "_SAT"])
            return f"{name} {register()}{mask}, {pick(['', '-'])}{register()}, {last};"
        if kind < 0.62:
            return f"ARL{code} A{mask}, {register()};"
        if kind < 0.68:
            return f"MOV result.texcoord[A.x + 1]{mask}, {register()};"
        if kind < 0.93:
            return f"{'BRA' if kind < 0.85 else 'CAL'} {pick(labels)} {test()};"
        return f"RET {test()};"

    lines = [
        "!!ARBvp1.0 OPTION NV_vertex_program3;",
        "TEMP R0, R1, R2; ADDRESS A; PARAM c[4] = { program.local[0..3] };",
        "main: MOVC R0, vertex.attrib[1]; MOVC1 R1, vertex.attrib[2];",
    ]
    for label in ("", *labels):
        lines += [f"{label}:"] if label else []
        lines += [line() for _ in range(random_.randint(1, 5))]
    return "\n".join([*lines, "MOV result.color, R1; MOV result.position, R2;", "END"])


@pytest.mark.parametrize("seed", range(16))
def test_random_branches_agree(seed: int) -> None:
    program = load(_branching(seed))
    generator = np.random.default_rng(seed)

    def halves(rows: int) -> Words:
        return (generator.integers(-3, 4, (rows, 4)) / 2).astype(np.float32).view(np.uint32)

    attributes = {index: halves(_COUNT) for index in range(16)}
    parameters = _parameters(program, halves(len(program.parameters)))
    views = {index: words.view(np.float32) for index, words in attributes.items()}
    expected = execute(program, views, Resources(parameters), _COUNT)
    found = _on_gpu(program, attributes, parameters)
    for result in program.results:
        words = np.ascontiguousarray(expected[result]).view(np.uint32)
        assert _close(words, found[result], floats=True).all(), result


@pytest.mark.parametrize("numerics", ["fast", "exact"])
@pytest.mark.parametrize("word", [0, 0x80000000, 0x3F800000, 0xBF800000], ids=hex)
def test_codes_of_words_are_those_of_numbers(word: int, numerics: str) -> None:
    """NV_gpu_program4 2.X.3.7, EQ: -0 is equal to 0, in a register that holds words otherwise too."""
    program = load(
        "!!NVvp5.0\nTEMP r, q;\nMOV.U r, vertex.attrib[1];\nMOV.CC r.x, r.w;\nMOV q, 5.0;\n"
        "MOV q.y (EQ.x), 7.0;\nMOV result.position, q;\nMOV.U result.attrib[1], r;\nEND"
    )
    given = {"attrib[1]": np.full((1, 4), word, np.uint32).view(np.float32)}
    found = nvrender.run(program, given, backend="gpu", numerics=numerics)["position"][0].tolist()
    assert found == [5.0, 5.0 if word & 0x7FFFFFFF else 7.0, 5.0, 5.0]
