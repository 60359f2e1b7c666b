"""Uniforms of Cg metadata as names in the translation: blocks, arrays chosen from, register files."""

from __future__ import annotations

import re

import numpy as np
import pytest

import nvrender
from nvrender.glsl.translate import translate
from nvrender.languages.load import load

pytestmark = pytest.mark.usefixtures("line_by_line")

_METADATA = """\
# cgc version 3.1.0013
#profile {profile}
#program main
#semantic main.modelViewProj : WORLDVIEWPROJECTION
#var float4x4 modelViewProj : : c[1], 4 : 1 : 1
#var float3 light.position : : c[5] : 2 : 1
#var float2 scales[0] : : c[6] : 3 : 1
#var float2 scales[1] : : c[7] : 3 : 1
#var float4 texture : : c[8] : 4 : 1
#var float shared : : c[9].x : 5 : 1
#var float other : : c[9].y : 6 : 1
#var float4 unused : : : 7 : 0
#const c[0] = 0.5 2 4 8
"""
_BODY = """\
DP4 {position}.x, c[1], {vertex};
DP4 {position}.y, c[2], {vertex};
DP4 {position}.z, c[3], {vertex};
DP4 {position}.w, c[4], {vertex};
MOV R0, c[5];
MUL R0, R0, {vertex};
ADD R0, R0, c[{seven}];
ADD R0, R0, c[8];
MUL R0, R0, c[9].x;
MOV {color}, R0;
"""
_ARB_NAMES = {"position": "result.position", "vertex": "vertex.position", "color": "result.color"}
_VP_NAMES = {"position": "o[HPOS]", "vertex": "v[0]", "color": "o[COL0]"}
_PARAM = "PARAM c[10] = { { 0.5, 2, 4, 8 }, program.local[1..9] };\nTEMP R0;\n"


def _arb(seven: str = "7", header: str = "!!ARBvp1.0\n", more: str = "") -> str:
    metadata = _METADATA.format(profile="arbvp1")
    return f"{header}{metadata}{_PARAM}{more}{_BODY.format(seven=seven, **_ARB_NAMES)}END"


def _vp(seven: str = "7", more: str = "") -> str:
    return f"!!VP2.0\n{_METADATA.format(profile='vp30')}{more}{_BODY.format(seven=seven, **_VP_NAMES)}END"


def _source(text: str) -> str:
    return translate(load(text), "glsl330", numerics="fast").source


@pytest.mark.parametrize("header", ["!!ARBvp1.0\n", "!!NVvp4.0\n"])
def test_uniforms_are_members_of_the_block(header: str) -> None:
    """In the order of their registers; a register of two uniforms keeps its binding's name."""
    source = _source(_arb(header=header))
    block = re.search(r"ProgramParameters \{\n(.*?)\n\} program;", source, re.DOTALL)
    assert block is not None
    assert block[1].splitlines() == [
        "    layout(row_major) mat4 modelViewProj;  // float4x4, a row in each (WORLDVIEWPROJECTION)",
        "    vec4 light_position;  // float3",
        "    vec4 scales[2];  // float2[2]",
        "    vec4 v_texture;  // float4",
        "    vec4 local_9;",
    ]
    assert "HPOS = program.modelViewProj * position;" in source
    assert "R0 += program.scales[1];" in source
    assert "unused" not in source.partition("void main")[2]


def test_the_members_tell_which_bindings_they_hold() -> None:
    translation = translate(load(_arb()), "glsl330")
    members = {row.name: row for row in translation.parameters.members}
    assert members["scales"].offset == 5 and members["scales"].count == 2
    assert members["scales"].bindings == ("program.local[6]", "program.local[7]")
    assert sum(row.count for row in members.values()) == translation.parameters.count == 9


def test_an_array_chosen_from_keeps_its_places_under_names() -> None:
    more = "ADDRESS A0;\nARL A0.x, vertex.position.x;\n"
    source = _source(_arb("A0.x + 7", more=more))
    assert "    vec4 c[10];\n" in source
    assert "const int modelViewProj = 1;  // float4x4, a row in each (WORLDVIEWPROJECTION)\n" in source
    assert (
        "mat4(program.c[modelViewProj + 0], program.c[modelViewProj + 1], program.c[modelViewProj + 2], "
        in source
    )
    assert "c_at(A0.x + 7)" in source and "program.c[v_texture]" in source


@pytest.mark.parametrize("seven", ["7", "A0.x + 7"])
def test_register_files_keep_their_numbers_under_names(seven: str) -> None:
    """c[n] is what an application sets by number."""
    source = _source(_vp(seven, "ARL A0.x, v[0].x;\n" if "A0" in seven else ""))
    assert "const int scales = 6;  // float2[2]\n" in source
    assert "v_OPOS * mat4(program.c[modelViewProj + 0], program.c[modelViewProj + 1], " in source
    assert "program.c[light_position]" in source
    assert "program.c[9].x" in source


def test_names_that_glsl_or_the_translation_keeps_become_others() -> None:
    """GLSL 4.60 3.6 and 3.7; a second name of the same spelling gets a number."""
    lines = ["gl_Position", "main", "sampler2D", "a__b", "HPOS", "R0", "vertex_position", "a.b", "a_b"]
    metadata = "".join(f"#var float4 {name} : : c[{n}] : 1 : 1\n" for n, name in enumerate(lines))
    sums = "".join(f"ADD R0, R0, c[{n}];\n" for n in range(len(lines)))
    text = (
        f"!!ARBvp1.0\n#profile arbvp1\n{metadata}PARAM c[9] = {{ program.local[0..8] }};\nTEMP R0;\n"
        f"MOV R0, vertex.position;\n{sums}MOV result.position, R0;\nEND"
    )
    program = load(text)
    parameters = {name: np.full(4, n + 1.0) for n, name in enumerate(lines)}
    position = np.ones((3, 4), np.float32)
    for backend in ("oracle", "gpu"):
        results = nvrender.run(program, attributes={0: position}, parameters=parameters, backend=backend)
        assert results["position"].tolist() == [[46.0] * 4] * 3, backend
    names = [row.name for row in translate(program, "glsl330").parameters.members]
    assert len(set(names)) == 9 and not {"gl_Position", "main", "sampler2D", "a__b", "HPOS"} & set(names)


@pytest.mark.parametrize("text", [_arb(), _arb(header="!!NVvp4.0\n"), _vp()], ids=["arb", "nv4", "vp2"])
def test_values_set_by_name_reach_their_registers_on_both_sides(text: str) -> None:
    program = load(text)
    matrix = np.arange(16.0).reshape(4, 4)
    parameters = {
        "modelViewProj": matrix,
        "light": {"position": [1.0, 2.0, 3.0]},
        "scales": [[5.0, 6.0], [7.0, 8.0]],
        "texture": [1.0, 1.0, 1.0, 1.0],
        "shared": 2.0,
        "other": 3.0,
    }
    position = np.array([[1.0, 2.0, 3.0, 1.0]])
    for backend in ("oracle", "gpu"):
        results = nvrender.run(program, attributes={0: position}, parameters=parameters, backend=backend)
        where, color = ("HPOS", "COL0") if "HPOS" in results else ("position", "color.front.primary")
        assert results[where][0].tolist() == (matrix @ position[0]).tolist(), backend
        assert results[color][0].tolist() == [2 * (1 + 7 + 1), 2 * (4 + 8 + 1), 2 * (9 + 1), 2.0], backend


def test_comments_of_the_compiler_stand_at_the_head() -> None:
    source = _source(_arb())
    assert (
        source.index("// cgc version") < source.index("layout(") and "//" not in source.split("void main")[1]
    )
