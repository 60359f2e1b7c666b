"""Fragment programs as GLSL: every opcode compiles, inputs and results are called by binding."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fragment_programs import CASES, fragment_program

from nvrender.glsl.link import DrawState, Link
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load
from nvrender.numerics import NUMERICS
from nvrender.ops.types import DataType
from nvrender.source import TargetError

pytestmark = pytest.mark.usefixtures("line_by_line")

Compiles = Callable[[Translation], None]


def text(
    body: str, header: str = "!!ARBfp1.0", *, interface: str = "fragment", numerics: str = "fast"
) -> str:
    return translate(load(f"{header} {body} END"), interface=interface, numerics=numerics).source


def main(source: str) -> list[str]:
    """The statements of main."""
    lines = source.split("void main() {\n")[1].rstrip().removesuffix("}").split("\n")
    return [line.strip() for line in lines if line]


@pytest.mark.parametrize(
    "family, name, type", CASES, ids=[f"{family}-{name}.{type.value}" for family, name, type in CASES]
)
def test_every_form_compiles(family: str, name: str, type: DataType, compiles: Compiles) -> None:
    """Exact pixels run in tests/gpu/test_fragment_arrays.py."""
    program = load(fragment_program(family, name, type))
    numerics = NUMERICS[CASES.index((family, name, type)) % 2]
    compiles(translate(program, "glsl330", interface="fragment", numerics=numerics))
    compiles(translate(program, "glsl430", interface="pixels", numerics="fast"))


def test_a_modulate_reads_as_one_would_write_it() -> None:
    source = text("TEMP r; MUL r, fragment.color, fragment.texcoord[3]; MOV result.color, r;")
    assert "in vec4 COL0;\nin vec4 TEX3;\nlayout(location = 0) out vec4 color;" in source
    assert main(source) == ["vec4 r;", "r = COL0 * TEX3;", "color = r;", "color = clamp(color, 0.0, 1.0);"]


def test_colours_of_nv4_are_not_clamped() -> None:
    """NV_fragment_program4: results are what the program wrote; ARB_fragment_program 3.11.4.4 clamps."""
    assert main(text("MOV result.color, fragment.color;", "!!NVfp4.0")) == ["color = COL0;"]


def test_integer_colours_and_inputs() -> None:
    """NV_fragment_program4 2.X.3.1: integer attributes are flat; results have the type of their writes."""
    source = text(
        "OPTION ARB_draw_buffers; FLAT INT ATTRIB a = fragment.attrib[3]; FLAT ATTRIB p = primitive.id;"
        "ADD.S result.color[1], a, p; MOV.U result.color[2], 7; MOV result.color[0], fragment.texcoord[1];",
        "!!NVfp4.0",
    )
    for line in (
        "flat in ivec4 ATTR3;",
        "layout(location = 1) out ivec4 color_1;",
        "layout(location = 2) out uvec4 color_2;",
        "layout(location = 0) out vec4 color;",
        "ivec4 p = ivec4(gl_PrimitiveID, 0, 0, 0);",
    ):
        assert line in source


def test_interpolation_modifiers_are_qualifiers() -> None:
    """NV_fragment_program4 2.X.3.1."""
    source = text(
        "CENTROID NOPERSPECTIVE ATTRIB t = fragment.texcoord[0]; FLAT ATTRIB c = fragment.color;"
        "ADD result.color, t, c;",
        "!!NVfp4.0",
    )
    assert "noperspective centroid in vec4 TEX0;" in source
    assert "flat in vec4 COL0;" in source


@pytest.mark.parametrize(
    "options, layout",
    [
        ("", ""),
        ("OPTION ARB_fragment_coord_origin_upper_left;", "origin_upper_left"),
        ("OPTION ARB_fragment_coord_pixel_center_integer;", "pixel_center_integer"),
        (
            "OPTION ARB_fragment_coord_pixel_center_integer; OPTION ARB_fragment_coord_origin_upper_left;",
            "origin_upper_left, pixel_center_integer",
        ),
    ],
)
def test_window_position_conventions(options: str, layout: str, compiles: Compiles) -> None:
    """ARB_fragment_coord_conventions 3.11.4.5.4-5: GLSL has the same as layouts of gl_FragCoord."""
    program = load(f"!!ARBfp1.0 {options} MOV result.color, fragment.position; END")
    translation = translate(program, numerics="fast")
    assert "color = gl_FragCoord;" in translation.source
    assert (f"layout({layout}) in vec4 gl_FragCoord;" in translation.source) is bool(layout)
    compiles(translation)


def test_facing_fog_coordinate_and_clip_distance_have_one_component() -> None:
    """NV_fragment_program2 3.11.3.1: (f, 0, 0, 1); read as .x they are the varying itself."""
    source = text(
        "MOV r, fragment.facing; ADD r, r, fragment.fogcoord; ADD result.color, r, fragment.fogcoord.x;",
        "!!ARBfp1.0 OPTION NV_fragment_program2; TEMP r;",
    )
    assert "vec4 fragment_facing = vec4(gl_FrontFacing ? 1.0 : -1.0, 0.0, 0.0, 1.0);" in source
    assert "vec4 fragment_fogcoord = vec4(FOGC.x, 0.0, 0.0, 1.0);" in source
    source = text("ADD result.color, fragment.fogcoord.x, fragment.clip[2].x;", "!!NVfp4.0")
    assert main(source) == ["color = vec4(FOGC.x + CLP2.x);"]


def test_back_colours_where_both_sides_are_lit() -> None:
    """ARB_vertex_program 2.14.4.4 (two-sided colour selection) happens before the fragment program."""
    program = load("!!ARBfp1.0 ADD result.color, fragment.color, fragment.texcoord[0]; END")
    source = translate(program, numerics="fast", link=Link(state=DrawState(two_side=True))).source
    assert "in vec4 COL0;\nin vec4 BFC0;\n" in source
    assert "vec4 fragment_color_primary = gl_FrontFacing ? COL0 : BFC0;" in source


@pytest.mark.parametrize(
    "program, test",
    [
        ("KIL fragment.color;", "if (any(lessThan(COL0, vec4(0.0)))) discard;"),
        ("KIL fragment.color.a;", "if (COL0.w < 0.0) discard;"),
        ("KIL -fragment.color.xxyy;", "if (any(lessThan(-COL0.xy, vec2(0.0)))) discard;"),
        (
            "OPTION NV_fragment_program; TEMP r; MOVC r, fragment.color; KIL LE.y;",
            "if (CC0.y <= 0.0) discard;",
        ),
        ("OPTION NV_fragment_program; KIL TR;", "discard;"),
    ],
)
def test_kil_discards(program: str, test: str) -> None:
    """ARB_fragment_program 3.11.6.4, NV_fragment_program_option 3.11.6.4."""
    assert test in main(text(f"{program} MOV result.color, fragment.color;"))


def test_kil_of_integers() -> None:
    """NV_fragment_program4 2.X.8, KIL: no unsigned component is negative."""
    body = "FLAT INT ATTRIB a = fragment.attrib[0]; KIL.{} a.xyxy; MOV result.color, fragment.color;"
    assert "if (any(lessThan(ATTR0.xy, ivec2(0)))) discard;" in text(body.format("S"), "!!NVfp4.0")
    assert "discard" not in text(body.format("U").replace("INT", "UINT"), "!!NVfp4.0")


def test_killed_fragments_go_on_where_neighbours_need_them() -> None:
    """GLSL 4.60 8.14: a discard would leave the quad's derivatives undefined."""
    source = text(
        "TEMP r; KIL fragment.color; DDX r, fragment.texcoord[0]; MOV result.color, r;",
        "!!ARBfp1.0 OPTION NV_fragment_program;",
    )
    assert "if (any(lessThan(COL0, vec4(0.0)))) killed = true;" in source
    assert "r = dFdx(TEX0);" in source
    assert "if (killed) discard;" in main(source)
    source = text(
        "TEMP r; DDX r, fragment.texcoord[0]; KIL fragment.color; MOV result.color, r;",
        "!!ARBfp1.0 OPTION NV_fragment_program;",
    )
    assert "killed" not in source


def test_depth_only_where_the_program_writes_it() -> None:
    """ARB_fragment_program 3.11.4.4; NV_fragment_program4 2.X.3.5: the fragment's own depth else."""
    assert "gl_FragDepth" not in text("MOV result.color, fragment.color;")
    assert "gl_FragDepth = clamp(depth.z, 0.0, 1.0);" in text("MOV result.depth.z, fragment.color.x;")
    source = text(
        "TEMP r; MOVC r, fragment.color; MOV result.depth.z (GT.x), r;",
        "!!ARBfp1.0 OPTION NV_fragment_program;",
    )
    assert "vec4 depth = vec4(0.0, 0.0, gl_FragCoord.z, 0.0);" in source


@pytest.mark.parametrize(
    "mode, factor",
    [
        ("exp", "exp(-fog_density * FOGC.x)"),
        ("exp2", "exp(-(fog_density * FOGC.x) * (fog_density * FOGC.x))"),
        ("linear", "(fog_end - FOGC.x) * fog_scale"),
    ],
)
def test_fog_options_come_after_the_program(mode: str, factor: str, compiles: Compiles) -> None:
    """ARB_fragment_program 3.11.4.5.1: of the clamped colour, alpha kept."""
    program = load(f"!!ARBfp1.0 OPTION ARB_fog_{mode}; MOV result.color, fragment.color; END")
    translation = translate(program, numerics="fast")
    assert main(translation.source) == [
        "color = COL0;",
        "color = clamp(color, 0.0, 1.0);",
        f"float fog = clamp({factor}, 0.0, 1.0);",
        "color.rgb = fog * color.rgb + (1.0 - fog) * fog_color.rgb;",
    ]
    assert [row.name for row in translation.varyings] == ["COL0", "FOGC"]
    for interface in ("fragment", "pixels"):
        compiles(translate(program, interface=interface))


def test_names_of_the_shader_are_no_names_of_the_program(compiles: Compiles) -> None:
    body = (
        "TEMP COL0, TEX1, color, depth, killed, fog, fragments, emitted, words_0, gl_FragCoord;"
        "MOV COL0, fragment.color; ADD TEX1, COL0, fragment.texcoord[1]; ADD color, TEX1, fragment.position;"
        "MUL depth, color, COL0; MUL killed, depth, fog; ADD fragments, killed, emitted;"
        "ADD gl_FragCoord, fragments, words_0; KIL gl_FragCoord; DDX killed, killed;"
        "MOV result.color, killed; MOV result.depth, depth;"
    )
    header = "!!ARBfp1.0 OPTION NV_fragment_program; OPTION ARB_fog_linear;"
    for interface in ("fragment", "pixels"):
        compiles(translate(load(f"{header} {body} END"), interface=interface))


def test_only_interfaces_of_its_stage() -> None:
    fragment = load("!!ARBfp1.0 MOV result.color, fragment.color; END")
    vertex = load("!!ARBvp1.0 MOV result.position, vertex.position; END")
    for program, interface in ((fragment, "vertex"), (fragment, "compute"), (vertex, "pixels")):
        with pytest.raises(TargetError, match=f"the interface {interface} is for"):
            translate(program, "glsl430", interface=interface)
    assert translate(fragment).interface == "fragment"
    assert translate(vertex).interface == "vertex"
