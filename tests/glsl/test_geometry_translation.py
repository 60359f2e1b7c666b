"""What geometry programs look like in GLSL (NV_geometry_program4)."""

from __future__ import annotations

import pytest

import nvrender
from nvrender.glsl.link import DrawState, Link
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.source import TargetError

pytestmark = pytest.mark.usefixtures("line_by_line")

HEAD = "!!NVgp4.0 PRIMITIVE_IN {}; PRIMITIVE_OUT {}; VERTICES_OUT {};"


def translated(
    body: str, frame: tuple[str, str, int] = ("TRIANGLES", "TRIANGLE_STRIP", 3), **options: object
) -> Translation:
    options.setdefault("numerics", "fast")
    return translate(nvrender.load(f"{HEAD.format(*frame)} {body} END"), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("primitive", "layout"),
    [
        ("POINTS", "points"), ("LINES", "lines"), ("LINES_ADJACENCY", "lines_adjacency"),
        ("TRIANGLES", "triangles"),
        ("TRIANGLES_ADJACENCY", "triangles_adjacency"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("output", "strip"),
    [("POINTS", "points"), ("LINE_STRIP", "line_strip"), ("TRIANGLE_STRIP", "triangle_strip")],
)
def test_primitives_are_layouts(primitive: str, layout: str, output: str, strip: str) -> None:
    """NV_geometry_program4 2.14.6.1-2 and 2.14.6.4."""
    source = translated("EMIT;", (primitive, output, 7)).source
    assert f"layout({layout}) in;\nlayout({strip}, max_vertices = 7) out;\n" in source


def test_attributes_are_inputs_by_binding() -> None:
    """NV_geometry_program4 Table X.2."""
    body = """MOV result.position, vertex[1].position; MOV result.texcoord[0], vertex[2].color.back.secondary;
    MOV result.texcoord[1].x, vertex[0].clip[3]; MOV result.texcoord[2], vertex[0].texcoord[7];
    MOV result.texcoord[3].x, vertex[0].pointsize; MOV.S result.attrib[0].x, vertex[0].id;
    MOV.U result.attrib[1], vertex[0].attrib[9]; EMIT;"""
    translation = translated(body)
    assert [(row.name, row.qualifiers, row.kind) for row in translation.varyings] == [
        ("vertex_BFC1", "", ""), ("vertex_PSIZ", "", ""), ("vertex_TEX7", "", ""), ("vertex_CLP3", "", ""),
        ("vertex_ATTR9", "flat", "u"), ("vertex_result_id", "flat", "i"),
    ]  # fmt: skip
    for line in (
        "in vec4 vertex_BFC1[];", "flat in uvec4 vertex_ATTR9[];", "    result_HPOS = gl_in[1].gl_Position;",
        "    result_TEX0 = vertex_BFC1[2];", "    result_TEX1.x = vertex_CLP3[0].x;",
    ):  # fmt: skip
        assert f"{line}\n" in translation.source, line


@pytest.mark.parametrize(
    ("body", "output", "another"),
    [
        ("REP.S 5; {} ENDREP;", "TRIANGLE_STRIP", True),
        ("REP.S 5; {} ENDREP;", "LINE_STRIP", True),
        ("REP.S 5; {} ENDREP;", "POINTS", False),
        ("REP.S 5; MOV result.color, 1.0; ENDREP; {}", "TRIANGLE_STRIP", False),
        ("REP.S 5; CAL one; ENDREP; RET; one: {} RET;", "TRIANGLE_STRIP", True),
        ("CAL one; CAL one; CAL one; RET; one: {} RET;", "TRIANGLE_STRIP", False),
    ],
)
def test_another_vertex_where_one_is_emitted_in_turns(body: str, output: str, another: bool) -> None:
    """quirks.REPEATED_VERTICES: values that stand still are no others; those that are flat need none."""
    emits = "MOV result.position, 1.0; MOV result.color, 1.0; MOV.S result.attrib[0], 1; EMIT;"
    source = translated(body.format(emits), ("TRIANGLES", output, 9)).source
    prologue = source.partition("void main() {\n")[2].splitlines()[:4]
    assert (prologue[0].startswith("    if (gl_PrimitiveIDIn < 0) {")) is another
    if another:
        assert prologue[1:] == ["        COL0 = vec4(0.0);", "        EmitVertex();", "    }"]
    flat = "MOV result.position, 1.0; MOV.S result.attrib[0], 1; EMIT;"
    assert "gl_PrimitiveIDIn" not in translated(body.format(flat), ("TRIANGLES", output, 9)).source


def test_emit_stores_every_result() -> None:
    """NV_geometry_program4 Table X.3; colours are clamped behind the program (issue 16)."""
    body = """MOV result.position, 1.0; MOV result.color, 2.0; MOV result.color.back, 2.0;
    MOV result.pointsize.x, 0.5;
    MOV result.clip[1].x, 1.0; MOV result.fogcoord.x, 1.0; MOV.S result.primid.x, 1; MOV.S result.layer.x, 2;
    MOV result.attrib[3], 1.0; EMIT; ENDPRIM;"""
    source = translated(body).source
    emit = source[source.index("void emit_vertex") : source.index("void main")]
    assert emit.splitlines()[1:-2] == [
        "    gl_Position = result_HPOS;",
        "    COL0 = clamp(result_COL0, 0.0, 1.0);",
        "    BFC0 = clamp(result_BFC0, 0.0, 1.0);",
        "    FOGC = result_FOGC;",
        "    gl_PointSize = max(result_PSIZ.x, 1.0);",
        "    ATTR3 = result_ATTR3;",
        "    gl_PrimitiveID = result_primid.x;",
        "    gl_Layer = result_layer.x;",
        "    gl_ClipDistance[0] = 0.0;",
        "    gl_ClipDistance[1] = result_CLP1.x;",
        "    EmitVertex();",
    ]
    assert source.rstrip().endswith("emit_vertex();\n    EndPrimitive();\n}")
    flat = translated(body, link=Link(state=DrawState(flat_colors=True, clip_distances=False))).source
    assert "flat out vec4 COL0;" in flat and "gl_ClipDistance" not in flat


def test_fragments_read_the_number_0_of_primitives_without_one() -> None:
    """NV_geometry_program4 2.X.3.5, result.primid: undefined where nothing writes it (docs/semantics.md)."""
    linked = translated("MOV result.position, 1.0; EMIT;", link=Link(varyings=())).source
    assert "    gl_PrimitiveID = 0;\n" in linked
    numbered = translated("MOV.S result.primid.x, 7; EMIT;", link=Link(varyings=())).source
    assert "gl_PrimitiveID = result_primid.x;" in numbered and "gl_PrimitiveID = 0;" not in numbered


@pytest.mark.parametrize(
    ("body", "limit", "guarded"),
    [
        ("EMIT; EMIT;", 2, False),
        ("EMIT; EMIT;", 1, True),
        ("IF GT.x; EMIT; ELSE; EMIT; ENDIF;", 2, False),
        ("REP.S 2; EMIT; ENDREP;", 2, False),
        ("REP.S 2; EMIT; ENDREP;", 1, True),
        ("REP.S vertex[0].id.x; EMIT; ENDREP;", 9, True),
        ("CAL twice; RET; twice: EMIT; RET;", 1, False),
        ("CAL twice; CAL twice; RET; twice: EMIT; RET;", 1, True),
    ],
)
def test_only_what_may_exceed_the_limit_counts(body: str, limit: int, guarded: bool) -> None:
    """NV_geometry_program4 2.14.6.4; docs/semantics.md."""
    source = translated(body, ("POINTS", "POINTS", limit)).source
    assert (f"if (emitted++ >= {limit}) return;" in source) is guarded


def test_vertices_chosen_at_run_time_stay_inside() -> None:
    body = """ATTRIB p = vertex.position; ATTRIB t[] = { vertex.texcoord[2..3] }; INT TEMP i;
    MOV.S i, vertex[0].id; MOV result.position, p[i.y]; MOV result.texcoord[0], t[i.x][1];
    MOV result.texcoord[1], t[i.x][i.z]; EMIT;"""
    source = translated(body).source
    assert "vec4 value = gl_in[min(uint(vertex), 2u)].gl_Position;" in source
    assert "result_HPOS = p_of(i.y);" in source
    assert "result_TEX1 = t_at(i.x, i.z);" in source
    assert "    case 1: value = vertex_TEX3[place]; break;\n" in source
    assert "return uint(vertex) < 3u ? value : vec4(0);" in source


def test_primitive_numbers() -> None:
    """``primitive.id`` is GL's number, or comes from the vertex shader."""
    body = "MOV.S result.primid.x, primitive.id.x; EMIT;"
    assert "result_primid.x = gl_PrimitiveIDIn;" in translated(body).source
    given = translated(body, link=Link(numbers_given=True))
    assert "flat in ivec4 primitive_id[];" in given.source
    assert [row.name for row in given.varyings] == ["primitive_id"]


def test_feedback_leaves_results_as_they_are() -> None:
    body = "MOV result.position, 1.0; MOV result.color, 2.0; EMIT; ENDPRIM;"
    source = translated(body, interface="feedback").source
    assert "layout(points, max_vertices = 3) out;" in source
    assert "    HPOS = result_HPOS;\n    COL0 = result_COL0;\n" in source
    assert "    emitted_place = ivec2(gl_PrimitiveIDIn, strip);\n" in source
    assert "++strip;" in source
    part = translated(body, interface="feedback", link=Link(captured=("position",))).source
    assert "COL0;" in part and "out vec4 COL0" not in part and "emitted_place" not in part


@pytest.mark.parametrize("interface", ["vertex", "compute", "fragment", "pixels"])
def test_other_interfaces_are_refused(interface: str) -> None:
    with pytest.raises(TargetError, match="is a geometry program; the interface"):
        translated("EMIT;", target="glsl430", interface=interface)


@pytest.mark.parametrize("call", ["CAL a;", "CALI v;"])
def test_subroutines_that_emit_are_counted(call: str) -> None:
    """NV_gpu_program5 2.14.6.4: vertices beyond VERTICES_OUT; GLSL leaves undefined what comes of them."""
    text = (
        "!!NVgp5.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 2;"
        "SUBROUTINETYPE T { a }; SUBROUTINE T v = program.subroutine[0];"
        f"main: {call} {call} {call} RET; a SUBROUTINENUM(0): MOV result.attrib[0], 1; EMIT; RET; END"
    )
    assert "if (emitted++ >= 2) return;" in translate(nvrender.load(text), "glsl430").source
