"""Bindings → registers: every attribute, result and parameter of the vertex stage's tables."""

from __future__ import annotations

import pytest
from batches import every

from nvrender.languages.load import load
from nvrender.ops.types import DataType
from nvrender.program import Binding, BindingKind, BoundAttribute, RegisterFile

ARB, NV4 = "!!ARBvp1.0", "!!NVvp4.0"
ARB2, ARB3 = f"{ARB} OPTION NV_vertex_program2;", f"{ARB} OPTION NV_vertex_program3;"
FLOAT, SIGNED, UNSIGNED = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED


def binding(text: str, header: str = NV4) -> Binding:
    """What a PARAM of ``text`` is bound to; an operand is bound to the same."""
    declared = load(f"{header} PARAM p = {text}; TEMP r; MOV r, p; END")
    used = load(f"{header} TEMP r; MOV r, {text}; END")
    assert len(declared.parameters) == 1
    assert used.parameters == declared.parameters
    return declared.parameters[0]


# ARB_vertex_program Table X.2, NV_vertex_program4 2.X.3.2

ATTRIBUTES = [
    ("vertex.position", 0, "vertex.position", FLOAT),
    ("vertex.normal", 2, "vertex.normal", FLOAT),
    ("vertex.color", 3, "vertex.color.primary", FLOAT),
    ("vertex.color.primary", 3, "vertex.color.primary", FLOAT),
    ("vertex.color.secondary", 4, "vertex.color.secondary", FLOAT),
    ("vertex.fogcoord", 5, "vertex.fogcoord", FLOAT),
    ("vertex.texcoord", 8, "vertex.texcoord[0]", FLOAT),
    *((f"vertex.texcoord[{unit}]", 8 + unit, f"vertex.texcoord[{unit}]", FLOAT) for unit in range(8)),
    *((f"vertex.attrib[{number}]", number, f"vertex.attrib[{number}]", None) for number in range(16)),
]


@pytest.mark.parametrize("header", [ARB, NV4])
@pytest.mark.parametrize(("text", "index", "name", "type"), ATTRIBUTES, ids=lambda value: str(value))
def test_attribute(header: str, text: str, index: int, name: str, type: DataType | None) -> None:
    for body in (f"TEMP r; MOV r, {text};", f"ATTRIB a = {text}; TEMP r; MOV r, a;"):
        program = load(f"{header} {body} END")
        assert program.attributes == (BoundAttribute(index, name, type),)
        register = program.instructions[0].operands[0].register
        assert (register.file, register.index) == (RegisterFile.ATTRIBUTE, index)


@pytest.mark.parametrize(("text", "index"), [("vertex.id", 16), ("vertex.instance", 17)])
def test_integer_attribute(text: str, index: int) -> None:
    """NV_vertex_program4 2.X.3.2."""
    program = load(f"{NV4} INT TEMP i; MOV.S i, {text}; END")
    assert program.attributes == (BoundAttribute(index, text, SIGNED),)


def test_weights_and_matrix_indices() -> None:
    """ARB_vertex_program 2.14.3.1, with ARB_vertex_blend and ARB_matrix_palette."""
    text = f"{ARB} ATTRIB a = vertex.weight; ATTRIB b = vertex.weight[4]; ATTRIB c = vertex.weight[28];"
    text += " ATTRIB d = vertex.matrixindex[0]; ATTRIB e = vertex.matrixindex[28]; END"
    program = load(text, limits={"vertex_units": 32})
    assert [(row.index, row.name) for row in program.attributes] == [
        (1, "vertex.weight[0]"),
        (18, "vertex.weight[4]"),
        (24, "vertex.weight[28]"),
        (26, "vertex.matrixindex[0]"),
        (33, "vertex.matrixindex[28]"),
    ]


def test_declaring_is_binding() -> None:
    """ARB_vertex_program 2.14.3.7."""
    program = load(f"{NV4} ATTRIB t[] = {{ vertex.attrib[2..4] }}; END")
    assert [row.index for row in program.attributes] == [2, 3, 4]
    assert not program.reads(RegisterFile.ATTRIBUTE)


# ARB_vertex_program Table X.4, NV_vertex_program4 Table X.4

COLOURS = [
    (face + kind, f"color{face or '.front'}{kind or '.primary'}")
    for face in ("", ".front", ".back")
    for kind in ("", ".primary", ".secondary")
]
RESULTS = [
    (ARB, "position", "position"),
    *((ARB, f"color{words}", name) for words, name in COLOURS),
    (ARB, "fogcoord", "fogcoord"),
    (ARB, "pointsize", "pointsize"),
    (ARB, "texcoord", "texcoord[0]"),
    *((ARB, f"texcoord[{unit}]", f"texcoord[{unit}]") for unit in range(8)),
    *((ARB2, f"clip[{plane}]", f"clip[{plane}]") for plane in range(8)),
    *((NV4, f"attrib[{number}]", f"attrib[{number}]") for number in range(16)),
    (NV4, "id", "id"),
]


@pytest.mark.parametrize(("header", "text", "name"), RESULTS, ids=lambda value: str(value))
def test_result(header: str, text: str, name: str) -> None:
    for head in {header, NV4}:
        for body in (f"TEMP r; MOV result.{text}, r;", f"OUTPUT o = result.{text}; TEMP r; MOV o, r;"):
            assert load(f"{head} {body} END").results == (name,)


def test_a_position_invariant_program_has_a_position() -> None:
    """ARB_vertex_program 2.14.4.5.1, NV_vertex_program4 2.X.6.Y."""
    for header in (ARB, NV4):
        program = load(f"{header} OPTION ARB_position_invariant; MOV result.color, 0; END")
        assert program.position_invariant
        assert program.results == ("position", "color.front.primary")


# NV_gpu_program4 Tables X.1-11

PRODUCTS = ("ambient", "diffuse", "specular")
STATE = [
    ("program.env[4]", "program.env[4]", BindingKind.ENVIRONMENT, {"index": 4}),
    ("program.local[7]", "program.local[7]", BindingKind.LOCAL, {"index": 7}),
    *(
        (
            f"state.material{face}.{item}",
            f"state.material{face or '.front'}.{item}",
            BindingKind.MATERIAL,
            {"item": item, "face": face[1:] or "front"},
        )
        for face in ("", ".front", ".back")
        for item in (*PRODUCTS, "emission", "shininess")
    ),
    *(
        (f"state.light[3].{item}", f"state.light[3].{item}", BindingKind.LIGHT, {"item": item, "index": 3})
        for item in (*PRODUCTS, "position", "attenuation", "spot.direction", "half")
    ),
    ("state.lightmodel.ambient", "state.lightmodel.ambient", BindingKind.LIGHT_MODEL, {"item": "ambient"}),
    *(
        (
            f"state.lightmodel{face}.scenecolor",
            f"state.lightmodel{face or '.front'}.scenecolor",
            BindingKind.LIGHT_MODEL,
            {"item": "scenecolor", "face": face[1:] or "front"},
        )
        for face in ("", ".front", ".back")
    ),
    *(
        (
            f"state.lightprod[5]{face}.{item}",
            f"state.lightprod[5]{face or '.front'}.{item}",
            BindingKind.LIGHT_PRODUCT,
            {"item": item, "index": 5, "face": face[1:] or "front"},
        )
        for face in ("", ".front", ".back")
        for item in PRODUCTS
    ),
    *(
        (
            f"state.texgen{number}.{plane}.{axis}",
            f"state.texgen{number or '[0]'}.{plane}.{axis}",
            BindingKind.TEXTURE_GENERATION,
            {"item": f"{plane}.{axis}", "index": 2 if number else 0},
        )
        for number in ("", "[2]")
        for plane in ("eye", "object")
        for axis in "strq"
    ),
    ("state.fog.color", "state.fog.color", BindingKind.FOG, {"item": "color"}),
    ("state.fog.params", "state.fog.params", BindingKind.FOG, {"item": "params"}),
    ("state.clip[5].plane", "state.clip[5].plane", BindingKind.CLIP_PLANE, {"item": "plane", "index": 5}),
    ("state.point.size", "state.point.size", BindingKind.POINT, {"item": "size"}),
    ("state.point.attenuation", "state.point.attenuation", BindingKind.POINT, {"item": "attenuation"}),
]
NV4_STATE = [
    ("state.texenv.color", "state.texenv[0].color", BindingKind.TEXTURE_ENVIRONMENT, {"item": "color"}),
    (
        "state.texenv[1].color",
        "state.texenv[1].color",
        BindingKind.TEXTURE_ENVIRONMENT,
        {"item": "color", "index": 1},
    ),
    ("state.depth.range", "state.depth.range", BindingKind.DEPTH, {"item": "range"}),
]
MATRICES = [
    ("modelview", "modelview[0]", "modelview", 0),
    ("modelview[0]", "modelview[0]", "modelview", 0),
    ("projection", "projection", "projection", 0),
    ("mvp", "mvp", "mvp", 0),
    ("texture", "texture[0]", "texture", 0),
    ("texture[6]", "texture[6]", "texture", 6),
    ("program[2]", "program[2]", "program", 2),
]


@every(
    ("header", "text", "name", "kind", "parts"),
    [(header, *row) for row in STATE for header in (ARB, NV4)] + [(NV4, *row) for row in NV4_STATE],
)
def test_state(header: str, text: str, name: str, kind: BindingKind, parts: dict[str, object]) -> None:
    found = binding(text, header)
    expected = Binding(name, kind, type=None if text.startswith("program") else FLOAT, **parts)  # type: ignore[arg-type]
    assert found == expected


@pytest.mark.parametrize("header", [ARB, NV4])
@pytest.mark.parametrize("modifier", ["", "inverse", "transpose", "invtrans"])
@pytest.mark.parametrize(("text", "name", "item", "index"), MATRICES, ids=lambda value: str(value))
def test_matrix(header: str, modifier: str, text: str, name: str, item: str, index: int) -> None:
    """ARB_vertex_program Table X.3.9, NV_gpu_program4 Table X.11."""
    dotted = f".{modifier}" if modifier else ""

    def row(number: int) -> Binding:
        whole = f"state.matrix.{name}{dotted}.row[{number}]"
        return Binding(whole, BindingKind.MATRIX, item, index, "", modifier, number)

    assert binding(f"state.matrix.{text}{dotted}.row[3]", header) == row(3)
    ranges = load(f"{header} PARAM p[] = {{ state.matrix.{text}{dotted}.row[1..2] }}; END")
    assert ranges.parameters == (row(1), row(2))
    whole = load(f"{header} PARAM p[4] = {{ state.matrix.{text}{dotted} }}; END")
    assert whole.parameters == tuple(map(row, range(4)))


def test_palette_and_further_modelview_matrices() -> None:
    """ARB_vertex_program 2.14.3.2, with ARB_matrix_palette and ARB_vertex_blend."""
    text = f"{ARB} PARAM p = state.matrix.palette[3].row[1]; PARAM q = state.matrix.modelview[2].row[0]; END"
    program = load(text, limits={"palette_matrices": 4, "vertex_units": 3})
    assert [(row.item, row.index, row.row) for row in program.parameters] == [
        ("palette", 3, 1),
        ("modelview", 2, 0),
    ]


# Sharing of registers


def test_equal_bindings_share_a_register_outside_arrays() -> None:
    text = "PARAM p = state.material.ambient; PARAM q = state.material.front.ambient; PARAM c = 2;"
    program = load(f"{NV4} {text} TEMP r; ADD r, p, q; ADD r, c, {{2, 2.0, 2e0, 0x2}}; END")
    first, second = program.instructions
    assert first.operands[0].register == first.operands[1].register
    assert second.operands[0].register == second.operands[1].register
    assert len(program.parameters) == 2


def test_arrays_are_neighbours() -> None:
    """NV_gpu_program4 2.X.3.3: any bindings in any order."""
    text = "PARAM e = program.env[1]; PARAM p[] = { program.env[0..1], 3, state.fog.color, {1,2} };"
    program = load(f"{NV4} {text} INT TEMP i; TEMP r; MOV r, p[1]; MOV r, p[i.y+2]; END")
    variable = program.variables[1]
    names = [program.parameters[variable.index + member].name for member in range(variable.count)]
    assert names == [
        "program.env[0]", "program.env[1]", "{3.0, 3.0, 3.0, 3.0}", "state.fog.color", "{1.0, 2.0, 0.0, 1.0}",
    ]  # fmt: skip
    absolute, relative = (instruction.operands[0].register for instruction in program.instructions)
    assert absolute.index == variable.index + 1
    assert (relative.index, relative.count) == (variable.index, 5)
    assert relative.relative is not None
    assert (relative.relative.component, relative.relative.offset) == (1, 2)
    assert relative.relative.file is RegisterFile.TEMPORARY
    assert program.reads(RegisterFile.PARAMETER) == frozenset(range(variable.index, variable.index + 5))
    assert program.has_relative_parameters


@pytest.mark.parametrize(
    ("text", "file", "index", "count"),
    [
        ("MOV r, vertex.attrib[a.y-3];", RegisterFile.ATTRIBUTE, 0, 16),
        ("MOV r, vertex.texcoord[a.y-3];", RegisterFile.ATTRIBUTE, 8, 8),
        ("MOV result.texcoord[a.y-3], r;", RegisterFile.RESULT, 7, 8),
    ],
)
def test_bindings_addressed_relatively(text: str, file: RegisterFile, index: int, count: int) -> None:
    """NV_vertex_program3 2.14.3.1, 2.14.3.4."""
    instruction = load(f"{ARB3} TEMP r; ADDRESS b, a; {text} END").instructions[0]
    assert instruction.destination is not None
    registers = [instruction.operands[0].register, instruction.destination.register]
    register = next(one for one in registers if one.file is file)
    assert (register.index, register.count) == (index, count)
    relative = register.relative
    assert relative is not None
    assert (relative.file, relative.register, relative.component) == (RegisterFile.ADDRESS, 1, 1)
    assert relative.offset == -3


def test_result_arrays() -> None:
    """NV_gpu_program4 2.X.3.5."""
    text = "OUTPUT t[] = { result.clip[1], result.clip[2..3] }; INT TEMP i; MOV t[2], 0; MOV t[i.x+1], 0;"
    program = load(f"{NV4} {text} END")
    absolute, relative = (
        one.destination.register for one in program.instructions if one.destination is not None
    )
    assert program.profile.results[absolute.index] == "clip[3]"
    assert (program.profile.results[relative.index], relative.count) == ("clip[1]", 3)
    assert program.results == ("clip[1]", "clip[2]", "clip[3]")


# NV_gpu_program4 2.X.3.6


def test_buffers() -> None:
    text = (
        "BUFFER a = program.buffer[3][7]; BUFFER4 b[] = { program.buffer[0][2..5] };"
        "BUFFER c[9] = { program.buffer[1] }; BUFFER d[] = { program.buffer[3] };"
        "TEMP r; INT TEMP i; MOV r, a; MOV r, b[1]; MOV r, b[i.x+3]; MOV r, c[8]; MOV r, d[i.z]; END"
    )
    program = load(f"{NV4} {text}")
    assert [(one.bank, one.words) for one in program.buffers] == [(0, 4), (1, 1), (3, 1)]
    registers = [instruction.operands[0].register for instruction in program.instructions]
    assert {one.file for one in registers} == {RegisterFile.BUFFER}
    assert [(one.bank, one.index, one.count) for one in registers] == [
        (3, 7, 0),
        (0, 3, 0),
        (0, 2, 4),
        (1, 8, 0),
        (3, 0, 16384),
    ]
    assert not program.parameters
