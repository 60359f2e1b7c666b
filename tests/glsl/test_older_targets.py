"""GLSL 1.20, 1.50 and GLSL ES: what stands in a shader for what they lack, and what they refuse."""

from __future__ import annotations

import pytest

import nvrender
from nvrender.glsl.targets import TARGETS, USUAL, best_target

VP2 = "!!VP2.0\nARL A0.x, v[0].x;\nMOV R0, c[A0.x + 4];\nADDC R0, R0, v[1];\nMOV o[HPOS], R0;\n{}END\n"
LOOP = "ONE: MOV o[COL0] (GT), v[3];\nADDC R0, R0, -v[2];\nBRA ONE (GT.x);\n"
LOOKUPS = """!!ARBfp1.0
TEMP a, b;
TEX a, fragment.texcoord[0], texture[0], 2D;
TXP b, fragment.texcoord[1], texture[1], CUBE;
MUL a, a, b;
TXB b, fragment.texcoord[2], texture[2], {};
CMP result.color, fragment.color, a, b;
END
"""


def _source(text: str, target: str, **options: bool) -> str:
    return nvrender.translate(nvrender.load(text), target, numerics="fast", **options).source


def test_what_is_usual_is_what_it_was() -> None:
    assert list(USUAL) == ["glsl330", "glsl430", "glsl450"]
    assert best_target(320 + 10).name == "glsl330"


@pytest.mark.parametrize(
    ("target", "lines"),
    [
        ("glsl120", ["attribute vec4 v_OPOS;", "uniform vec4 c[256];", "varying vec4 COL0;"]),
        ("glsl150", ["in vec4 v_OPOS;", "layout(std140) uniform ProgramParameters {", "out vec4 COL0;"]),
        ("glsles100", ["attribute vec4 v_OPOS;", "uniform vec4 c[256];", "varying vec4 COL0;"]),
        ("glsles300", ["layout(location = 0) in vec4 v_OPOS;", "out vec4 COL0;"]),
        ("glsles310", ["layout(std140, binding = 0) uniform ProgramParameters {", "out vec4 COL0;"]),
    ],
)
def test_declarations(target: str, lines: list[str]) -> None:
    found = _source(VP2.format(LOOP), target).splitlines()
    head = f"#version {TARGETS[target].version} {TARGETS[target].profile}".strip()
    assert found[0] == head
    assert not [line for line in lines if line not in found]


def test_arrays_and_conditions_without_unsigned_integers() -> None:
    text = _source(VP2.format("MOV o[COL0].xyz (GT.yzxw), v[3];\n"), "glsl120")
    assert "    return index >= 0 && index < 256 ? c[index] : vec4(0);" in text
    assert "COL0.xyz = chosen_by(COL0.xyz, v_COL0.xyz, greaterThan(R0.yzx, vec3(0.0)));" in text
    assert "uint" not in text


def test_loops_of_es_have_a_constant_number_of_turns() -> None:
    """GLSL ES 1.00, appendix A.4."""
    text = _source(VP2.format(LOOP), "glsles100")
    assert "for (int turn = 0; turn < 65536; turn++) {" in text
    assert "while" not in text
    assert "while" in _source(VP2.format(LOOP), "glsl120")


def test_loops_of_es_count_and_step_behind_their_first_turn() -> None:
    text = _source(
        "!!FP2.0\nMOVR R0, {0}.x;\nLOOP {3, 5, 2};\nADDR R0, R0, f[TEX0];\nENDLOOP;\nMOVR o[COLR], R0;\nEND",
        "glsles100",
    )
    lines = [line.strip() for line in text.splitlines()]
    place = lines.index("for (int turn = 0; turn < 65536; turn++) {")
    assert lines[place - 1].startswith("int count = 3")
    assert lines[place + 1] == "if (turn > 0) --count;"
    assert "if (!(count > 0)) break;" in lines[place + 1 : place + 4]


@pytest.mark.parametrize(
    ("target", "kind", "lines"),
    [
        ("glsl120", "1D", ["texture2D(texture0, ", "textureCube(texture1, ", "texture1D(texture2, "]),
        ("glsl120", "RECT", ["#extension GL_ARB_texture_rectangle : require", "texture2DRect(texture2, "]),
        ("glsl150", "RECT", ["texture(texture0, ", "texture(texture2, "]),
        (
            "glsles100",
            "3D",
            ["#extension GL_OES_texture_3D : require", "texture3D(texture2, "],
        ),
        ("glsles300", "3D", ["texture(texture2, ", "uniform highp sampler3D texture2;"]),
        ("glsles310", "2D", ["layout(binding = 2) uniform highp sampler2D texture2;"]),
    ],
)
def test_lookups(target: str, kind: str, lines: list[str]) -> None:
    text = _source(LOOKUPS.format(kind), target)
    assert not [line for line in lines if line not in text]
    assert ("gl_FragColor = " in text) is not TARGETS[target].modern


def test_levels_and_gradients_are_extensions() -> None:
    text = (
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP r;\n"
        "TXL r, fragment.texcoord[0], texture[0], 2D;\nDDX result.color, r;\nEND"
    )
    assert "texture2DLod(" in (desktop := _source(text, "glsl120"))
    assert "#extension GL_ARB_shader_texture_lod : require" in desktop
    es = _source(text, "glsles100")
    assert "texture2DLodEXT(" in es
    assert (
        "#extension GL_EXT_shader_texture_lod : require\n#extension GL_OES_standard_derivatives : require"
        in es
    )


def test_several_colours_and_depth() -> None:
    text = "!!ARBfp1.0\nOPTION ARB_draw_buffers;\nMOV result.color[1], 1;\nMOV result.depth, 0.5;\nEND"
    assert "gl_FragData[1] = vec4(1.0);" in (es := _source(text, "glsles100"))
    assert "gl_FragDepthEXT = " in es
    assert "#extension GL_EXT_frag_depth : require" in es
    assert "#ifdef GL_EXT_draw_buffers" in es
    assert "gl_FragDepth = " in _source(text, "glsl120")


def test_parameters_of_stages_have_different_names_where_blocks_do_not_tell_them_apart() -> None:
    vertex = "!!ARBvp1.0\nMOV result.position, program.local[0];\nEND"
    fragment = "!!ARBfp1.0\nMOV result.color, program.local[0];\nEND"
    assert "uniform vec4 local_0;" in _source(vertex, "glsl120")
    assert "uniform vec4 fragment_local_0;" in _source(fragment, "glsl120")
    made = nvrender.translate(nvrender.load(vertex), "glsl120", numerics="fast")
    assert made.parameters.block == ""


@pytest.mark.parametrize(
    ("text", "target", "message"),
    [
        ("!!VP1.0\nMOV o[HPOS], v[0];\n"
            "END", "exact glsl120", ":1:1: a !!VP1.0 program needs the bits of floats "
         "for exact numerics, which glsl120 has not; glsl150 has"),
        ("!!VP2.0\nMOV o[HPOS], v[0];\nMOV o[CLP0].x, v[1].x;\nEND", "glsles300",
         ":3:1: MOV needs gl_ClipDistance, which glsles300 has not; glsl150 has"),
        ("!!VP2.0\nMOV o[HPOS], v[0];\nBRA e;\nMOV o[CLP0].x, v[1].x;\ne:\nEND", "glsl120",
         ":4:1: MOV needs gl_ClipDistance, which glsl120 has not; glsl150 has"),
        ("!!NVvp4.0\nTEMP r;\nAND.U r, vertex.attrib[1], 3;\nMOV result.position, r;\nEND", "glsl120",
         ":3:1: AND needs integers with all their bits, which glsl120 has not; glsl150 has"),
        ("!!NVvp4.0\nMOV result.position, vertex.id;\nEND", "glsles100",
         ":2:1: MOV needs gl_VertexID and gl_InstanceID, which glsles100 has not; glsles300 has"),
        ("!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], RECT;\nEND", "glsles300",
         ":2:1: TEX needs textures of the target RECT, which glsles300 has not; glsl120 has"),
        ("!!FP1.0\nPK4UB R0, f[TEX0];\nMOV o[COLR], R0;\nEND", "glsl120",
         ":2:1: PK4UB needs the bits of floats, which glsl120 has not; glsl150 has"),
        ("!!NVfp4.0\nNOPERSPECTIVE ATTRIB a = fragment.texcoord[0];\nMOV result.color, a;\nEND", "glsles310",
         ":3:1: MOV needs noperspective inputs, which glsles310 has not; glsl150 has"),
        ("!!NVfp5.0\nTEMP r;\nTXG r, fragment.texcoord[0], texture[0], 2D;\nMOV result.color, r;\n"
            "END", "glsles300",
         ":3:1: TXG needs textureGather, which glsles300 has not; glsles310 has"),
        ("!!ARBfp1.0\nOPTION ARB_fragment_coord_origin_upper_left;\n"
            "MOV result.color, fragment.position;\nEND",
         "glsl120", "needs the layout of gl_FragCoord"),
        ("!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nMOV result.position, "
         "vertex[0].position;\nEMIT;\n"
             "END", "glsles310", "needs geometry shaders, which glsles310 has not; glsl150 has"),
    ],
)  # fmt: skip
def test_what_a_target_cannot_express(text: str, target: str, message: str) -> None:
    numerics, _, name = target.rpartition(" ")
    program = nvrender.load(text, name="a")
    with pytest.raises(nvrender.TargetError) as caught:
        nvrender.translate(program, name, numerics=numerics or "fast")
    assert message in str(caught.value)


LIT = """!!ARBvp1.0
PARAM mvp[4] = { state.matrix.mvp };
PARAM normals[3] = { state.matrix.modelview.invtrans.row[0..2] };
PARAM cone = state.light[1].spot.direction;
PARAM shine = state.material.shininess;
PARAM own = program.local[3];
TEMP n;
DP4 result.position.x, mvp[0], vertex.position;
DP4 result.position.y, mvp[1], vertex.position;
DP4 result.position.z, mvp[2], vertex.position;
DP4 result.position.w, mvp[3], vertex.position;
DP3 n.x, normals[2], vertex.normal;
MUL n.y, n.x, cone.w;
MUL result.color, n.xyxy, shine.x;
MUL result.texcoord[3], vertex.texcoord[3], own;
MOV result.fogcoord, vertex.fogcoord;
MOV result.texcoord[1], vertex.attrib[6];
END
"""


def test_built_in_attributes_and_state() -> None:
    text = _source(LIT, "glsl120", built_ins=True)
    for line in (
        "gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;",
        "n.x = dot(gl_ModelViewMatrixInverse[2].xyz, gl_Normal.xyz);",
        "vec4 cone = vec4(gl_LightSource[1].spotDirection, gl_LightSource[1].spotCosCutoff);",
        "vec4 shine = vec4(gl_FrontMaterial.shininess, 0.0, 0.0, 1.0);",
        "vec4 fogcoord = vec4(gl_FogCoord, 0.0, 0.0, 1.0);",
        "gl_FrontColor = clamp(n.xyxy * shine.x, 0.0, 1.0);",
        "gl_TexCoord[3] = gl_MultiTexCoord3 * own;",
        "gl_FogFragCoord = fogcoord.x;",
        "attribute vec4 attrib6;",
        "uniform vec4 own;",
    ):
        assert line in [row.strip() for row in text.splitlines()], line
    made = nvrender.translate(nvrender.load(LIT), "glsl120", numerics="fast", built_ins=True)
    assert [row.name for row in made.attributes] == ["attrib6"]
    assert [row.name for row in made.parameters.members] == ["own"]


def test_built_in_position_inputs_and_fog() -> None:
    vertex = "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND"
    assert "gl_Position = ftransform();" in _source(vertex, "glsl120", built_ins=True)
    fragment = (
        "!!ARBfp1.0\nOPTION ARB_fog_linear;\nMUL result.color, fragment.color, fragment.texcoord[2];\nEND"
    )
    text = _source(fragment, "glsl120", built_ins=True)
    assert "color = clamp(gl_Color * gl_TexCoord[2], 0.0, 1.0);" in text
    assert "float fog = clamp((gl_Fog.end - gl_FogFragCoord) * gl_Fog.scale, 0.0, 1.0);" in text
    assert "varying" not in text
    with pytest.raises(nvrender.TargetError, match=r"glsl330 has no built-in attributes .* glsl120"):
        _source(fragment, "glsl330", built_ins=True)
