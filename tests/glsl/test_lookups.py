"""Texture instructions as GLSL: every instruction of every target, in both stages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nvrender.glsl.textures.texture_keys import SAMPLERS
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load
from nvrender.ops.texture_targets import GENERATION_4, TARGETS

pytestmark = pytest.mark.usefixtures("line_by_line")

Compiles = Callable[[Translation], None]

_UNITS = {"F": 0, "S": 1, "U": 2}


def _lines(target: str) -> list[str]:
    """Every instruction a target may have, by type, with an offset and without."""
    row = TARGETS[target]
    names = [*(("TEX", "TXD") if row.sampled else ()), *(("TXB", "TXL", "TXP") if row.projected else ())]
    names += ["TXF"] if row.fetched else []
    lines = ["TXQ s, i.x, texture[5], {};", "TXQ s.yw, i.x, texture[0], {};"]
    for name in names:
        for type in "F" if row.reference else "FSU":
            place = "i" if name == "TXF" else "v"
            operands = ", ".join([place, "-v.zxyw", "|v.wzyx|"][: 3 if name == "TXD" else 1])
            numbers = ("2", "-3", "4")[: row.offsets]
            for offset in ("", *([", ({})".format(", ".join(numbers))] if row.offsets else [])):
                for mask in ("", ".xz", ".w"):
                    image = f"texture[{_UNITS[type]}], {{}}{offset}"
                    lines.append(f"{name}.{type} {type.lower()}{mask}, {operands}, {image};")
    return [line.format(target) for line in lines]


_STAGES = {
    "!!NVfp4.0": ("fragment.texcoord[0]", "result.color", ("fragment",)),
    "!!NVvp4.0": ("vertex.texcoord[0]", "result.position", ("vertex", "compute")),
}


@pytest.mark.parametrize("header", _STAGES)
@pytest.mark.parametrize("target", GENERATION_4)
def test_every_instruction_of_a_target_compiles(header: str, target: str, compiles: Compiles) -> None:
    """NV_gpu_program4 2.X.8 and Tables X.17-18."""
    source, result, interfaces = _STAGES[header]
    body = "\n".join(_lines(target))
    text = (
        f"{header}\nFLOAT TEMP v, f; INT TEMP i, s; UINT TEMP u;\nMOV v, {source}; MOV.S i, {{1, 2, 3, 0}};"
        f"{body}\nI2F.S s, s; I2F.U u, u; ADD f, f, s; ADD {result}, f, u;\nEND"
    ).replace("I2F.S s, s; I2F.U u, u; ADD f, f, s; ADD", "ADD.S s, s, s; ADD.U u, u, u; MAD")
    text = text.replace(f"MAD {result}, f, u;", f"MOV {result}, f;")
    program = load(text)
    for interface in interfaces:
        for numerics in ("exact", "fast"):
            for glsl in ("glsl330", "glsl430") if interface != "compute" else ("glsl430",):
                compiles(translate(program, glsl, interface=interface, numerics=numerics))


def _lookup(instruction: str, header: str = "!!NVfp4.0", numerics: str = "fast") -> str:
    """The right side of the statement that looks a texture up."""
    source, result, _ = _STAGES[header]
    text = f"{header} FLOAT ATTRIB v = {source}; {instruction.format(r=result)} END"
    lines = translate(load(text), numerics=numerics).source.split("void main() {\n")[1].split("\n")
    return next(line for line in lines if "texture" in line or "texel" in line).strip().split(" = ", 1)[1]


@pytest.mark.parametrize(
    "instruction, expected",
    [
        ("TEX {r}, v, texture[3], 2D;", "texture(texture3, TEX0.xy);"),
        ("TEX {r}, v, texture[0], 1D;", "texture(texture0, TEX0.x);"),
        ("TEX {r}.xyz, v, texture[0], 3D;", "texture(texture0, TEX0.xyz).xyz;"),
        ("TEX {r}, v, texture[0], 2D, (1, -2);", "textureOffset(texture0, TEX0.xy, ivec2(1, -2));"),
        ("TXB {r}, v, texture[0], CUBE;", "texture(texture0, TEX0.xyz, TEX0.w);"),
        ("TXB {r}, v, texture[0], RECT;", "texture(texture0, TEX0.xy);"),
        ("TXL {r}, v, texture[0], ARRAY2D;", "textureLod(texture0, TEX0.xyz, TEX0.w);"),
        ("TXP {r}, v, texture[0], 2D;", "textureProj(texture0, TEX0);"),
        ("TXP {r}, v, texture[0], CUBE;", "texture(texture0, TEX0.xyz / TEX0.w);"),
        ("TXP {r}, v, texture[0], ARRAY1D;", "texture(texture0, TEX0.xy / TEX0.w);"),
        ("TXD {r}, v, v, -v, texture[0], ARRAY1D;", "textureGrad(texture0, TEX0.xy, TEX0.x, -TEX0.x);"),
        ("TXD {r}, v, v, v, texture[0], CUBE;", "textureGrad(texture0, TEX0.xyz, TEX0.xyz, TEX0.xyz);"),
        (
            "TEX {r}, v, texture[0], SHADOW2D;",
            "vec4(vec3(texture(texture0, vec3(TEX0.xy, clamp(TEX0.z, 0.0, 1.0)))), 1.0);",
        ),
        (
            "TEX {r}.xy, v, texture[0], SHADOWCUBE;",
            "vec2(texture(texture0, vec4(TEX0.xyz, clamp(TEX0.w, 0.0, 1.0))));",
        ),
        ("TEX {r}.w, v, texture[0], SHADOW1D;", "1.0;"),
        (
            "TEX {r}.x, v, texture[0], SHADOWARRAY2D, (1, 1);",
            "textureGradOffset(texture0, vec4(TEX0.xyz, clamp(TEX0.w, 0.0, 1.0)), "
            "dFdx(TEX0.xy), dFdy(TEX0.xy), ivec2(1, 1));",
        ),
    ],
)
def test_instructions_read_as_the_functions_of_glsl(instruction: str, expected: str) -> None:
    if expected == "1.0;":
        text = f"!!NVfp4.0 FLOAT ATTRIB v = fragment.texcoord[0]; {instruction.format(r='result.color')} END"
        assert "color.w = 1.0;" in translate(load(text), numerics="fast").source
    else:
        assert _lookup(instruction) == expected


@pytest.mark.parametrize(
    "instruction, expected",
    [
        ("TEX {r}, v, texture[0], 2D;", "textureLod(texture0, vertex_texcoord_0.xy, 0.0);"),
        ("TXB {r}, v, texture[0], 2D;", "textureLod(texture0, vertex_texcoord_0.xy, vertex_texcoord_0.w);"),
        ("TXP {r}, v, texture[0], 2D;", "textureProjLod(texture0, vertex_texcoord_0, 0.0);"),
        ("TEX {r}, v, texture[0], RECT;", "texture(texture0, vertex_texcoord_0.xy);"),
        (
            "TEX {r}.x, v, texture[0], SHADOWCUBE;",
            "texture(texture0, vec4(vertex_texcoord_0.xyz, clamp(vertex_texcoord_0.w, 0.0, 1.0)));",
        ),
    ],
)
def test_vertex_programs_look_at_level_0(instruction: str, expected: str) -> None:
    """NV_gpu_program4 2.X.4.4: no derivatives; NV_vertex_program3 2.14.5.45-48: a level of zero."""
    assert (
        _lookup(instruction, "!!NVvp4.0")
        .replace("v.", "vertex_texcoord_0.")
        .replace("v,", "vertex_texcoord_0,")
        .replace("v)", "vertex_texcoord_0)")
        == expected
    )


def test_fetches_outside_the_image_are_zeros_in_exact_numerics() -> None:
    text = (
        "!!NVfp4.0 FLAT INT ATTRIB v = fragment.attrib[0];"
        "TXF.U result.color, v, texture[2], 3D, (1, 2, 3); END"
    )
    source = translate(load(text)).source
    assert "uniform usampler3D texture2;" in source
    assert "color = texture2_fetch(ATTR0.xyz + ivec3(1, 2, 3), ATTR0.w);" in source
    assert "all(lessThan(uvec3(place), uvec3(max(textureSize(texture2, 0) >> level, 1))))" in source
    fast = translate(load(text), numerics="fast").source
    assert "texelFetchOffset(texture2, ATTR0.xyz, ATTR0.w, ivec3(1, 2, 3))" in fast


def test_sizes_have_zeros_where_there_is_no_number() -> None:
    """NV_gpu_program4 2.X.8, TXQ; docs/semantics.md."""
    text = "!!NVfp4.0 FLAT INT ATTRIB v = fragment.attrib[0]; TXQ result.color, v.y, texture[1], {}; END"
    for target, expected in (
        ("1D", "ivec4(textureSize(texture1, ATTR0.y), 0, 0, 0)"),
        ("CUBE", "ivec4(textureSize(texture1, ATTR0.y), 0, 0)"),
        ("ARRAY2D", "ivec4(textureSize(texture1, ATTR0.y), 0)"),
        ("BUFFER", "ivec4(textureSize(texture1), 0, 0, 0)"),
    ):
        assert expected in translate(load(text.format(target))).source


def test_the_translation_lists_its_samplers() -> None:
    text = (
        "!!ARBfp1.0 TEMP r; TEX r, fragment.texcoord[0], texture[5], CUBE;"
        "TXP result.color, r, texture[2], RECT; END"
    )
    translation = translate(load(text), "glsl430")
    assert [(row.unit, row.type, row.name) for row in translation.samplers] == [
        (2, "sampler2DRect", "texture2"),
        (5, "samplerCube", "texture5"),
    ]
    assert "layout(binding = 5) uniform samplerCube texture5;" in translation.source


def test_every_target_has_a_sampler() -> None:
    assert set(SAMPLERS) == set(TARGETS)
