"""Float opcodes on operands that compilers know to be 0, in exact numerics: oracle and GPU, bit for bit."""

from __future__ import annotations

import re
from collections.abc import Iterator

import moderngl
import numpy as np
import numpy.typing as npt
import pytest
from both_sides import SIDES, Drawn, color_of, constant
from fuzz.array_runs import run_on_gpu as execute

import nvrender
from nvrender.gl.inputs.vertices import attributes_read, parameter_array
from nvrender.gl.state import State
from nvrender.gl.textures.images import Image
from nvrender.languages.arb.vertex_bindings import VERTEX_INSTANCE
from nvrender.ops.types import DataType
from nvrender.oracle.machine.machine import execute as execute_on_oracle
from nvrender.oracle.machine.resources import Resources
from nvrender.program.opcodes import Opcode, OperandClass, ResultClass

Floats = npt.NDArray[np.float32]

_VALUES = np.float32([0, -0.0, 1, -1, -2.5, np.inf, np.nan])
#: Vertices: every value beside every other, in every component.
_PAIRS = np.stack([grid.ravel() for grid in np.meshgrid(_VALUES, _VALUES)])
_ONE, _OTHER = (np.stack([np.roll(row, 5 * turn) for turn in range(4)], axis=1) for row in _PAIRS)
_ATTRIBUTES = {0: _ONE, 1: _ONE, 2: _OTHER, VERTEX_INSTANCE: np.zeros_like(_ONE)}
_HEADS = {
    "nv4": "!!NVvp4.0 TEMP Z, Y, R;",
    "arb": "!!ARBvp1.0 OPTION NV_vertex_program3; TEMP Z, Y, R;",
    "vp2": "!!VP2.0 MOV R8, v[1]; MOV R9, v[2];",
    "vp1": "!!VP1.1 MOV R8, v[1]; MOV R9, v[2];",
}
_RESULTS = {
    "nv4": [f"result.attrib[{number}]" for number in range(15)],
    "arb": [f"result.texcoord[{number}]" for number in range(8)],
    **{key: [f"o[TEX{number}]" for number in range(8)] for key in ("vp1", "vp2")},
}
#: What the register-named languages call registers; an instruction of theirs reads one attribute at most.
_NAMED = {
    "Z": "R4", "Y": "R5", "R": "R6", "vertex.attrib[1]": "R8", "vertex.attrib[2]": "R9",
    "result.position": "o[HPOS]", "0;": "R4;",
}  # fmt: skip
#: What leaves a 0 that a compiler knows, or 1.
_ZEROS = {
    "nv4": {
        "MOV.S": "MOV.S Z, 0;",
        "SFL.S": "SFL.S Z, vertex.attrib[1], vertex.attrib[1];",
        "XOR": "XOR.U Z, vertex.instance, vertex.instance;",
        "AND": "AND.S Z, vertex.instance, 0;",
        "SHR": "SHR.U Z, 1, 5;",
        "MUL.S": "MUL.S Z, vertex.instance, 0;",
        "I2F": "MOV.S Y, 0; I2F Z, Y;",
        "one": "MOV.U Z, 0x3f800000;",
        "SAT": "SWZ.SAT Z, vertex.attrib[1], -1, -1, -1, -1;",
    },
    "arb": {
        "MOV": "MOV Z, 0;",
        "SLT": "SLT Z, vertex.attrib[1], vertex.attrib[1];",
        "LIT": "LIT Z, 3; SUB Z, Z.x, Z.w;",
    },
    "vp2": {
        "SFL": "SFL Z, Z, Z;",
        "STR": "STR Z, Z, Z; ADD Z, Z, -Z;",
        "LIT": "LIT Z, vertex.attrib[1]; MOV Y, Z; ADD Z, Z.x, -Y.w;",
        "LG2": "DST Z, Z, Z; LG2 Z, Z.x;",
        "square": "MUL Z, -vertex.attrib[1], vertex.attrib[1]; LIT Z, Z; MOV Z, Z.z;",
    },
    "vp1": {
        "first": "",
        "LIT": "LIT Z, vertex.attrib[1]; MOV Y, Z; ADD Z, Z.x, -Y.w;",
        "EXP": "LIT Z, vertex.attrib[1]; EXP Z, Z.x; MOV Z, Z.y;",
        "SLT": "MOV Z, vertex.attrib[1]; SLT Z, Z, vertex.attrib[1];",
        "SGE": "MOV Z, vertex.attrib[1]; SGE Z, Z, vertex.attrib[1]; MOV Y, Z; SGE Z, Y, Y; ADD Z, Z, -Y;",
    },
}


def _written(language: str, text: str) -> str:
    if language not in ("vp1", "vp2"):
        return text
    for name, own in _NAMED.items():
        text = re.sub(rf"(?<![\w.]){re.escape(name)}(?!\w)", own, text)
    return text


def _forms(row: Opcode) -> Iterator[str]:
    """The instruction with Z for every choice of its operands, plain and negated; others are attributes."""
    name = f"{row.name}.F" if len(row.types) > 1 else row.name
    count = len(row.operands)
    for chosen in range(1, 2**count):
        for sign in ("", "-"):
            others = iter(("vertex.attrib[1]", "vertex.attrib[2]"))
            operands = [f"{sign}Z" if chosen >> place & 1 else next(others) for place in range(count)]
            scalar = [".x" if each is OperandClass.SCALAR else "" for each in row.operands]
            texts = [operand + suffix for operand, suffix in zip(operands, scalar, strict=True)]
            yield f"{name} {{}}, {'Z, x, -y, 0, 1' if row.selectors else ', '.join(texts)};"


def _computed(row: Opcode) -> bool:
    numbers = DataType.FLOAT in row.types and row.result in (ResultClass.VECTOR, ResultClass.SCALAR)
    plain = row.flow is None and row.texture is None and row.space is None and not row.packs
    return numbers and plain and bool(row.operands) and OperandClass.ADDRESS not in row.operands


def _both(program: nvrender.Program, mode: str) -> Iterator[tuple[str, Floats, Floats]]:
    registers, count = parameter_array(program, None, State()), len(_ONE)
    read = {index: _ATTRIBUTES[index] for index in attributes_read(program)}
    oracle = execute_on_oracle(program, read, Resources(registers), count)
    gpu = execute(program, read, registers, count, mode=mode)
    yield from ((name, oracle[name], gpu[name]) for name in oracle if name not in ("position", "HPOS"))


def _differ(one: Floats, other: Floats) -> npt.NDArray[np.bool_]:
    """Other words; numbers that are no zeros may differ in what precision the opcode is owed."""
    words = one.view(np.uint32) != other.view(np.uint32)
    with np.errstate(invalid="ignore"):
        near = np.abs(one - other) < 1e-3 * np.abs(one)
    found: npt.NDArray[np.bool_] = words & ~(np.isnan(one) & np.isnan(other)) & ~near
    return found


@pytest.mark.parametrize(
    ("language", "zero"), [(language, zero) for language, rows in _ZEROS.items() for zero in rows]
)
@pytest.mark.parametrize(("mode", "used"), [("compute", "{1}"), ("feedback", "{1} MUL {0}, R, {2};")])
def test_no_opcode_loses_what_a_known_zero_makes(language: str, zero: str, mode: str, used: str) -> None:
    """NV_gpu_program4 2.X.8, MUL: 0 * -1 is -0.0, 0 * INF is NaN; of results and of what they multiply.

    Where the operands of the one are plain, those of the other are negated, and the other way with the next.
    """
    head, places = _HEADS[language], _RESULTS[language]
    first, end = _ZEROS[language][zero], "MOV result.position, 0;"
    opcodes = nvrender.load(f"{head} {_written(language, end)} END").profile.opcodes.values()
    forms = [form for row in opcodes if _computed(row) for form in _forms(row)]
    assert len(forms) > 90
    forms = forms[(list(_ZEROS[language]).index(zero) + ("MUL" in used)) % 2 :: 2]
    for start in range(0, len(forms), len(places)):
        part = forms[start : start + len(places)]
        lines = [
            used.format(place, form.format("R" if "MUL" in used else place), "vertex.attrib[2]")
            for place, form in zip(places, part, strict=False)
        ]
        text = f"{head} {_written(language, ' '.join((first, *lines, end)))} END"
        for (name, *sides), form in zip(_both(nvrender.load(text), mode), part, strict=True):
            assert not _differ(*sides).any(), f"{form} {name}"


#: Of which a compiler may know that R is 0 by the sign, the order or the sameness of what is compared.
_FOLDED = (
    "MUL R, -{0}, {0}; MAX R, R, 0;",
    "SGE R, {0}, {1}; MUL R, R, -2; MAX R, R, 0;",
    "MUL R, {0}, {0}; SLT R, R, 0;",
    "MUL R, -{0}, {0}; SGT R, R, 0;",
    "MUL R, -{0}, {0}; LIT R, R.yyzw; MOV R, R.z;",
    "ABS R, {0}; SLT R, R, 0;",
    "I2F.U R, {0}; SLT R, R, 0;",
    "UP2US R, {0}.x; SLT R, R, 0;",
    "MOV.SAT R, -1;",
    "MOV Z, {0}; MOV.U Z.xyz, 0x3f800000; XPD R, Z, Z; MOV R, R.x;",
    "MOV Z, 1; DP2 R, Z, {{1, -1, 0, 0}};",
    "MOV Z, {0}; MOV Z.y, 1e-30; DST R, Z, Z; MOV R, R.y;",
    "LRP R, 0.5, 1e-45, {0};",
    "MOV Z, {0}; MOV R, Z; SLT R, R, Z;",
    "MUL R, {0}, {1}; MUL Z, {1}, {0}; SLT R, R, Z;",
    "MAD Y, 1e-30, 1e-30, {0}; MOV R, 1; RCP R.x, Y.x;",
)


@pytest.mark.parametrize("mode", ["compute", "feedback"])
def test_nothing_that_follows_of_a_comparison_or_of_numbers_is_folded(mode: str) -> None:
    """NV_gpu_program4 2.X.8, MUL: R times INF is NaN where R is 0, however a compiler comes to know it."""
    for start in range(0, len(_FOLDED), 8):
        lines = []
        for number, text in enumerate(_FOLDED[start : start + 8]):
            lines.append(text.format("vertex.attrib[1]", "vertex.attrib[2]"))
            lines.append(f"MUL result.attrib[{number}], R, vertex.attrib[2];")
        program = nvrender.load(f"!!NVvp4.0 TEMP R, Z, Y; {' '.join(lines)} END")
        for (_, *sides), text in zip(_both(program, mode), _FOLDED[start:], strict=False):
            assert not _differ(*sides).any(), text


def test_zeros_of_misaligned_loads_are_no_constants() -> None:
    """NV_gpu_program5 2.X.4.5, whether the text has the address or an integer that is computed."""
    head = "!!NVvp5.0 OPTION NV_gpu_program5_mem_extended; CBUFFER b[] = { program.buffer[0] }; TEMP R, i;"
    loads = "LDC.F32X4 R, b[10];", "LDC.F16X4 R, b[12];", "AND.U i.x, -4, 31; LDC.F16X4 R, b[i.x];"
    uses = (f"{load} MUL result.attrib[{n}], R, vertex.attrib[2];" for n, load in enumerate(loads))
    text = f"{head} {' '.join(uses)} END"
    infinite, words = {2: np.full((1, 4), np.inf, np.float32)}, {"program.buffer[0]": np.ones(16, np.uint32)}
    for backend in ("oracle", "gpu"):
        found = nvrender.run(text, infinite, words, backend=backend)
        assert np.isnan([found[f"attrib[{n}]"] for n in range(len(loads))]).all(), backend


def test_components_that_images_lack_are_no_constants() -> None:
    """EXT_shader_image_load_store 2.X.8, LOADIM: 0, 0 and 1; 0 times INF is NaN, and -0 + 0 is 0."""
    loads = "LOADIM.F32X2 R, vertex.id, image[0], 1D;", "LOADIM.U32 R, vertex.id, image[1], 1D;"
    uses = [f"{name} result.attrib[{{}}], R, vertex.attrib[2];" for name in ("ADD", "MUL", "MAX")]
    lines = [line for load in loads for line in (load, *uses)]
    results = iter(range(len(loads) * len(uses)))
    body = "".join(line.format(next(results)) if line in uses else line for line in lines)
    images = {
        0: Image(np.zeros((len(_OTHER), 2), np.float32), "RG32F", "1D"),
        1: Image(np.zeros(len(_OTHER), np.uint32), "R32UI", "1D"),
    }
    expected, found = (
        nvrender.run(f"!!NVvp5.0 TEMP R; {body} END", {2: _OTHER}, images=images, backend=backend)
        for backend in ("oracle", "gpu")
    )
    for name in expected:
        assert not _differ(expected[name], found[name]).any(), name


#: Texture coordinate 1 goes on, coordinate 0 in part or not at all.
_HANDS_ON = "!!NVvp4.0 MOV result.position, vertex.position; MOV result.texcoord[1], vertex.attrib[9];"
_EMITS = "MOV result.position, vertex[{0}].position; MOV result.texcoord[1], vertex[{0}].texcoord[1]; EMIT;"
_LEAVES = {
    "vp1": ("!!VP1.1 MOV o[HPOS], v[0]; MOV o[TEX1], v[9]; END", ""),
    "vp1, w alone": ("!!VP1.1 MOV o[HPOS], v[0]; MOV o[TEX1], v[9]; MOV o[TEX0].w, v[9]; END", ""),
    "nv4": (f"{_HANDS_ON} END", ""),
    "nv4, w alone": (f"{_HANDS_ON} MOV result.texcoord[0].w, vertex.attrib[9]; END", ""),
    "geometry": (
        f"{_HANDS_ON} END",
        "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
        f"{''.join(map(_EMITS.format, range(3)))} END",
    ),
}
#: 1 where 0 times what is too large is NaN.
_MEETS_INFINITY = (
    "!!ARBfp1.0 TEMP R; MUL R, fragment.texcoord[1], fragment.texcoord[1];"
    "MUL R, R, fragment.texcoord[0]; SGE R, R, R; SUB result.color, 1, R; END"
)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("leaves", _LEAVES)
def test_no_zero_of_the_stage_before_is_known(leaves: str, side: str, context: moderngl.Context) -> None:
    """What nothing writes is 0 (docs/semantics.md), which linkers carry over and fold 0 * INF by."""
    vertex, geometry = _LEAVES[leaves]
    drawn = Drawn(
        State(),
        {9: constant(*[1e30] * 4)},
        program=nvrender.load(vertex),
        geometry=nvrender.load(geometry) if geometry else None,
        fragment=nvrender.load(_MEETS_INFINITY),
    )
    assert color_of(side, context, drawn).tolist() == [1.0, 1.0, 1.0, 0.0]


#: What hands a constant on in texture coordinate 0, the constant, and the components that are it.
_HANDS = {
    "nv4": (f"{_HANDS_ON} MOV result.texcoord[0], 0.5; END", "", 0.5, "xyzw"),
    "nv4, copied": (f"{_HANDS_ON} TEMP R; MOV R, 0.5; MOV result.texcoord[0], R; END", "", 0.5, "xyzw"),
    "nv4, integers": (
        f"{_HANDS_ON} TEMP R; MOV.U R, 0x3f000000; MOV result.texcoord[0], R; END", "", 0.5, "xyzw",
    ),
    "nv4, within an array": (
        f"{_HANDS_ON} OUTPUT t[1] = {{ result.texcoord[0] }}; TEMP A; MOV.S A, 0; MOV t[A.x], 0.5; END", "",
        0.5, "xyzw",
    ),
    "nv4, with a code": (f"{_HANDS_ON} MOV.CC result.texcoord[0], 0.5; END", "", 0.5, "xyzw"),
    "nv4, DST": (f"{_HANDS_ON} DST result.texcoord[0], vertex.attrib[9], vertex.attrib[9]; END", "", 1, "x"),
    "arb": (
        "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.texcoord[1], vertex.attrib[9];"
        "MOV result.texcoord[0], 0.5; END", "", 0.5, "xyzw",
    ),
    "vp2, STR": ("!!VP2.0 MOV o[HPOS], v[0]; MOV o[TEX1], v[9]; STR o[TEX0], v[9], v[9]; END", "", 1, "xyzw"),
    "vp1, LIT": ("!!VP1.1 MOV o[HPOS], v[0]; MOV o[TEX1], v[9]; LIT o[TEX0], v[9]; END", "", 1, "xw"),
    "geometry": (
        f"{_HANDS_ON} END",
        "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
        f"MOV result.texcoord[0], 0.5; {''.join(map(_EMITS.format, range(3)))} END", 0.5, "xyzw",
    ),
}  # fmt: skip
#: Where the difference from a constant, times what is too large, is NaN.
_DIFFERS = (
    "TEMP R, S; MUL R, fragment.texcoord[1], fragment.texcoord[1]; {};"
    "MUL R, R, S; SGE R, R, R; SUB R, 1, R; MOV result.color, R.{}; END"
)


def _differs(read: str, number: float, component: str) -> str:
    return _DIFFERS.format(f"SUB S, {read}, {number}" if number else f"MOV S, {read}", component)


def _shown(drawn: Drawn, side: str, context: moderngl.Context) -> None:
    assert color_of(side, context, drawn).tolist() == [1.0] * 4


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("hands", _HANDS)
def test_no_constant_of_the_stage_before_is_known(hands: str, side: str, context: moderngl.Context) -> None:
    """x - x times what is too large is NaN, though a linker carries the constant x on."""
    vertex, geometry, number, components = _HANDS[hands]
    for component in components:
        text = _differs("fragment.texcoord[0]", number, component)
        drawn = Drawn(
            State(),
            {9: constant(*[1e30] * 4)},
            program=nvrender.load(vertex),
            geometry=nvrender.load(geometry) if geometry else None,
            fragment=nvrender.load(f"!!ARBfp1.0 {text}"),
        )
        _shown(drawn, side, context)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("read", "number"),
    [("fragment.attrib[5].x", 0), ("fragment.attrib[5].w", 1), ("fragment.color.secondary.x", 0)],
)
def test_no_constant_of_the_fixed_function_stage_is_known(
    read: str, number: int, side: str, context: moderngl.Context
) -> None:
    """What that stage does not have is (0, 0, 0, 1), and the secondary colour without lights is 0."""
    text = _differs(read, number, "x")
    drawn = Drawn(
        State(lighting=True), {9: constant(*[1e30] * 4)}, fragment=nvrender.load(f"!!NVfp4.0 {text}")
    )
    _shown(drawn, side, context)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("place", "number"), [("y", 0), ("z", 0), ("w", 1)])
def test_nothing_beside_a_single_component_is_known(
    place: str, number: int, side: str, context: moderngl.Context
) -> None:
    """ARB_fragment_program Table X.1: fragment.fogcoord is (f, 0, 0, 1)."""
    text = _differs(f"fragment.fogcoord.{place}", number, "x")
    drawn = Drawn(State(), {9: constant(*[1e30] * 4)}, fragment=nvrender.load(f"!!ARBfp1.0 {text}"))
    _shown(drawn, side, context)


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize("given", ["", "MOV.U R, 0;", "MOV.U R, {0, 1, 7, 0};"])
@pytest.mark.parametrize("types", ["F32.U32", "F32.S16.CEIL", "F16.U8", "F16.S32"])
def test_conversions_of_known_integers(types: str, given: str, backend: str) -> None:
    """NV_gpu_program5 2.X.8.Z, CVT: the float of 0 is 0 and not -0, also where SSAT follows."""
    text = f"!!NVvp5.0 TEMP R; {given} CVT.{types}.SSAT result.texcoord[1], R; END"
    found = nvrender.run(text, {0: np.zeros((1, 4), np.float32)}, backend=backend)["texcoord[1]"]
    one = 0x3C00 if types.startswith("F16") else 0x3F800000
    expected = [0, one, one, 0] if "{" in given else [0] * 4
    assert found.view(np.uint32)[0].tolist() == expected


_MINUS_ONE = -0x40800000


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize(
    "text",
    [
        f"MOV.S R, 0; MOV.S R (GT.x), {_MINUS_ONE};",
        f"MOV.S R, {_MINUS_ONE}; MOV.S R (LE.x), 0;",
        f"IF GT.x; MOV.S R, {_MINUS_ONE}; ELSE; MOV.S R, 0; ENDIF;",
    ],
)
def test_the_word_of_minus_one_or_zero(text: str, backend: str) -> None:
    """Integers that are -1.0 or 0.0 as floats stay what they are (quirks.SELECTED_WORDS)."""
    program = f"!!NVvp4.0 TEMP R; MOV.CC R.x, vertex.attrib[1]; {text} MOV.S result.attrib[0], R; END"
    given = {1: np.float32([[1, 0, 0, 0], [-1, 0, 0, 0]])}
    found = nvrender.run(program, given, backend=backend)["attrib[0]"]
    assert found.view(np.int32).tolist() == [[_MINUS_ONE] * 4, [0] * 4]


#: What leaves a word in a register: integers, floats, the negative of what is known, and a sum of integers.
_WORDS = {
    "0": ("MOV.S {0}, 0;", "SUB.S {0}, vertex.id, vertex.id;", "MOV.U {0}, 0x80000000; MOV {0}, -{0};"),
    "-0": (
        "MOV.U {0}, 0x80000000;",
        "MOV.U {0}, 0; MOV {0}, -{0};",
        "MOV.U {0}, 0; OR.U {0}, {0}, 0x80000000;",
    ),
    "1": (
        "MOV.U {0}, 0x3f800000;",
        "MOV {0}, 1;",
        "MOV {0}, -1; MOV {0}, -{0};",
        "SWZ {0}, vertex.attrib[1], 1, 1, 1, 1;",
    ),
    "-1": (
        "MOV.U {0}, 0xbf800000;",
        "MOV {0}, -1;",
        "MOV {0}, 1; MOV {0}, -{0};",
        "SWZ {0}, vertex.attrib[1], -1, -1, -1, -1;",
    ),
}
_CHOICES = (
    "IF GT.x; MOV.U R, A; ELSE; MOV.U R, B; ENDIF;",
    "MOV.U R, B; MOV.U R (GT.x), A;",
    "CMP R, -vertex.attrib[1].x, A, B;",
)


@pytest.mark.parametrize(("one", "other"), [("-1", "0"), ("0", "-1"), ("1", "-0"), ("-0", "1")])
@pytest.mark.parametrize("choice", _CHOICES)
def test_choices_between_known_words(choice: str, one: str, other: str) -> None:
    """Each word as it is, however a compiler knows it (quirks.SELECTED_WORDS)."""
    forms = [(a.format("A"), b.format("B")) for a in _WORDS[one] for b in _WORDS[other]]
    lines = (f"{a} {b} {choice} MOV.U result.attrib[{number}], R;" for number, (a, b) in enumerate(forms))
    program = f"!!NVvp4.0 TEMP A, B, R; MOV.CC R.x, vertex.attrib[1]; {' '.join(lines)} END"
    given = {1: np.float32([[1, 0, 0, 0], [-1, 0, 0, 0]])}
    expected = np.float32([[float(one)] * 4, [float(other)] * 4]).view(np.uint32)
    for backend in ("oracle", "gpu"):
        found = nvrender.run(program, given, backend=backend)
        for number, form in enumerate(forms):
            assert (found[f"attrib[{number}]"].view(np.uint32) == expected).all(), f"{backend} {form}"


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize("storages", ["F16.F32", "S32.F32", "F32.S32", "U8.U32"])
def test_first_values_that_are_converted(storages: str, backend: str) -> None:
    """0 times a negative number is -0, though compilers know what becomes of the zero's word."""
    program = (
        f"!!NVvp5.0 TEMP R, F; CVT.{storages}.FLR F, R; MUL.F result.position, F, vertex.attrib[1];"
        "CVT.F32.S32 F, 0; MUL.F result.texcoord[0], F, vertex.attrib[1]; END"
    )
    found = nvrender.run(program, {1: np.float32([[-3, 3, -0.5, 2]])}, backend=backend)
    for name in ("position", "texcoord[0]"):
        assert found[name].view(np.uint32).tolist() == [[0x80000000, 0, 0x80000000, 0]]


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize(
    ("one", "other"), [(0x3F800000, 0x80000000), (0xBF800000, 0), (0, 0xBF800000), (0x80000000, 0x3F800000)]
)
@pytest.mark.parametrize(
    "form", ["MOV.U64 {0}, {1:#x};", "MOV.U P, {{ {2:#x}, {2:#x}, {2:#x}, {2:#x} }}; PK64.U {0}, P;"]
)
def test_choices_between_halves_of_long_words(form: str, one: int, other: int, backend: str) -> None:
    """NV_gpu_program5 2.X.4.1: pairs of words of 32 bits, of doubles too (2 ** -7 is 0x3f80000000000000)."""
    wide = [form.format(name, word << 32 | word, word) for name, word in zip("AB", (one, other), strict=True)]
    program = (
        f"!!NVvp5.0 LONG TEMP A, B, R; TEMP P; MOV.CC P.x, vertex.attrib[1]; {' '.join(wide)}"
        "IF GT.x; MOV.U64 R, A; ELSE; MOV.U64 R, B; ENDIF; UP64.U result.attrib[0], R; END"
    )
    given = {1: np.float32([[1, 0, 0, 0], [-1, 0, 0, 0]])}
    found = nvrender.run(program, given, backend=backend)["attrib[0]"].view(np.uint32)
    assert found.tolist() == [[one] * 4, [other] * 4]


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_high_halves_of_products_with_known_words(backend: str) -> None:
    """NV_gpu_program4 2.X.8.Z, MUL: a * b of signed integers, of which a is known."""
    words = [_MINUS_ONE, -(1 << 31), 0x3F800000, -1]
    given = np.array([[0, 7, -7, 1 << 30], [-(1 << 31), 1, -1, 5]], np.int32).T
    program = (
        f"!!NVvp4.0 TEMP R; MOV.S R, {{{', '.join(map(str, words))}}};"
        "MUL.S.HI result.attrib[0], R, vertex.attrib[1].x; END"
    )
    for column in given.T:
        rows = np.stack([column, *np.zeros((3, len(column)), np.int32)], axis=1)
        found = nvrender.run(program, {1: rows}, backend=backend)["attrib[0]"].view(np.int32)
        assert found.tolist() == [[word * int(each) >> 32 for word in words] for each in column]


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_no_vote_is_known(backend: str) -> None:
    """NV_gpu_program5 2.X.8.Z, TGANY of 0 is 0, and NaN times that is NaN: compilers know the vote."""
    text = "TEMP R, V; TGANY.U V, 0; MUL R, vertex.attrib[1], V; MOV result.attrib[0], R;"
    program = f"!!NVvp5.0 {text} END"
    found = nvrender.run(program, {1: np.float32([[np.nan] * 4])}, backend=backend)["attrib[0]"]
    assert np.isnan(found).all()


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize("word", ["0", "0x80000000"])
def test_words_of_either_zero_are_zeros(word: str, backend: str) -> None:
    """NV_gpu_program4 2.X.8.Z, RFL of 0: 0 / 0 is NaN, whatever compilers know of what is reflected."""
    program = f"!!NVvp4.0 TEMP F, K; MOV.U K, {word}; RFL result.texcoord[4], F, K.x; END"
    found = nvrender.run(program, {0: np.zeros((1, 4), np.float32)}, backend=backend)["texcoord[4]"]
    assert np.isnan(found[0, :3]).all()


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize("mode", ["QUADS", "ISOLINES"])
def test_the_coordinate_that_patches_do_not_have_is_no_known_zero(mode: str, backend: str) -> None:
    """NV_tessellation_program5 Table X.4, vertex.tesscoord.z: -1 * 0 + 2 * 0 is 0 and not -0."""
    program = (
        f"!!NVtep5.0 TESS_MODE {mode}; FLOAT TEMP F;"
        "LRP result.attrib[6], program.local[1], F, vertex.tesscoord.z; END"
    )
    given = {"vertex.tesscoord": np.float32([[0, 0], [1, 0]])}
    found = nvrender.run(program, given, {"program.local[1]": [-1.0] * 4}, backend=backend)["attrib[6]"]
    assert not found.view(np.uint32).any()
