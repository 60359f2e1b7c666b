"""What generation 5 adds to texture instructions, as GLSL: every one of every target, in both stages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load
from nvrender.ops.texture_targets import GENERATION_5, MULTISAMPLE, TARGETS

pytestmark = pytest.mark.usefixtures("line_by_line")

Compiles = Callable[[Translation], None]

_STAGES = {
    "!!NVfp5.0": ("fragment.texcoord[0]", "result.color", ("fragment",)),
    "!!NVvp5.0": ("vertex.texcoord[0]", "result.position", ("vertex", "compute")),
}


def _lines(target: str) -> list[str]:
    """Every instruction a target may have, by type, with offsets from a register and without."""
    row = TARGETS[target]
    wide = row.projected or bool(row.second & {"TXB"})
    names = [*(("TEX", "LOD") if row.sampled else ()), *(("TXB", "TXL") if wide else ())]
    names += ["TXD"] if row.sampled and "TXD" not in row.refused else []
    names += ["TXP"] if row.projected else []
    names += ["TXF"] if row.fetched else []
    names += ["TXG"] if row.gathered else []
    names += ["TXGO"] if row.gathered and row.offsets else []
    names += ["TXFMS"] if row.multisample else []
    lines = [f"TXQ s, i.x, texture[5], {target};"]
    for name in names:
        second = ["v.yxwz"] * (name in row.second)
        for type in "F" if row.compares or name == "LOD" else "FSU":
            place = "i" if name in ("TXF", "TXFMS") else "v"
            operands = [place, *second, *{"TXD": ("-v", "v.y"), "TXGO": ("i.yxzw", "-i")}.get(name, ())]
            moves = name not in ("TXD", "TXGO") and bool(row.offsets)
            component = ".z" if name in ("TXG", "TXGO") else ""
            for offset in ("", *([", offset(-i.yxzw)"] if moves else [])):
                for mask in ("", ".xz", ".w"):
                    image = f"texture[{'FSU'.index(type)}]{component}, {target}{offset}"
                    lines.append(f"{name}.{type} {type.lower()}{mask}, {', '.join(operands)}, {image};")
    return lines


@pytest.mark.parametrize("header", _STAGES)
@pytest.mark.parametrize("target", [*GENERATION_5, *MULTISAMPLE, "RENDERBUFFER"])
def test_every_instruction_of_a_target_compiles(header: str, target: str, compiles: Compiles) -> None:
    """NV_gpu_program5 2.X.4.4 and 2.X.8; EXT_sparse_texture2 Table X.17; NV_explicit_multisample 2.X.4.4."""
    source, result, interfaces = _STAGES[header]
    options = "OPTION NV_texture_multisample; OPTION NV_explicit_multisample;"
    body = "\n".join(_lines(target))
    text = (
        f"{header} {options}\nFLOAT TEMP v, f; INT TEMP i, s; UINT TEMP u;\n"
        f"MOV v, {source}; MOV.S i, {{1, 2, 3, 0}};\n{body}\n"
        f"ADD.S s, s, s; ADD.U u, u, u; MOV {result}, f;\nEND"
    )
    program = load(text)
    for interface in interfaces:
        for numerics in ("exact", "fast"):
            for glsl in ("glsl330", "glsl430") if interface != "compute" else ("glsl430",):
                compiles(translate(program, glsl, interface=interface, numerics=numerics))


def _lookup(instruction: str, header: str = "!!NVfp5.0", target: str = "glsl430") -> str:
    """The right side of the statement that looks a texture up."""
    source, result, _ = _STAGES[header]
    given = f"FLOAT ATTRIB v = {source}; INT TEMP i; MOV.S i, {{1, 2, 3, 4}};"
    text = f"{header} {given} {instruction.format(r=result)} END"
    lines = translate(load(text), target, numerics="fast").source.split("void main() {\n")[1].split("\n")
    return next(line for line in lines if "texture" in line).strip().split(" = ", 1)[1]


@pytest.mark.parametrize(
    "instruction, expected",
    [
        ("TXG {r}, v, texture[0].y, 2D;", "textureGather(texture0, TEX0.xy, 1);"),
        (
            "TXG {r}, v, texture[0].y, 2D, offset(i);",
            "textureGatherOffset(texture0, TEX0.xy, clamp(i.xy, -8, 7), 1);",
        ),
        ("TXG {r}, v, texture[0].w, ARRAYCUBE;", "textureGather(texture0, TEX0, 3);"),
        (
            "TXG {r}, v, v, texture[0], SHADOWARRAYCUBE;",
            "textureGather(texture0, TEX0, clamp(TEX0.x, 0.0, 1.0));",
        ),
        ("TEX {r}, v, texture[0], ARRAYCUBE;", "texture(texture0, TEX0);"),
        ("TXB {r}, v, v.y, texture[0], ARRAYCUBE;", "texture(texture0, TEX0, TEX0.y);"),
        ("TXL {r}, v, v.y, texture[0], ARRAYCUBE;", "textureLod(texture0, TEX0, TEX0.y);"),
        (
            "TEX {r}.x, v, v.y, texture[0], SHADOWARRAYCUBE;",
            "texture(texture0, TEX0, clamp(TEX0.y, 0.0, 1.0));",
        ),
        ("LOD {r}, v, texture[0], ARRAY2D;", "vec4(textureQueryLod(texture0, TEX0.xy), 0.0, 0.0);"),
        (
            "TEX {r}, v, texture[0], RECT, offset(i);",
            "texture(texture0, TEX0.xy + vec2(clamp(i.xy, -8, 7)));",
        ),
        ("TXL {r}, v, texture[0], 2D, offset(i);", "texture0_moved(TEX0.xy, clamp(i.xy, -8, 7), TEX0.w);"),
    ],
)
def test_instructions_read_as_the_functions_of_glsl(instruction: str, expected: str) -> None:
    assert _lookup(instruction) == expected


def test_extensions_are_asked_for_where_they_are_used() -> None:
    """GLSL 3.30 has neither gathering nor cube map arrays nor levels of detail; 4.30 has them all."""
    wanted = {
        "TXG r, r, texture[0], 2D;": ["GL_ARB_gpu_shader5"],
        "TXGO r, r, r, r, texture[0], 2D;": ["GL_ARB_gpu_shader5"],
        "TEX r, r, texture[0], ARRAYCUBE;": ["GL_ARB_texture_cube_map_array"],
        "TEX r, r, texture[0], 2D, offset(r);": ["GL_ARB_texture_query_levels", "GL_ARB_texture_query_lod"],
        "LOD r, r, texture[0], 2D;": ["GL_ARB_texture_query_lod"],
        "TEX r, r, texture[0], 2D;": [],
        "TXF r, r, texture[0], 2D, offset(r);": [],
    }
    for line, names in wanted.items():
        program = load(f"!!NVfp5.0 TEMP r; {line} MOV result.color, r; END")
        for glsl, found in (("glsl330", names), ("glsl430", [])):
            source = translate(program, glsl, numerics="fast").source
            assert [name.split()[1] for name in source.split("\n") if name.startswith("#extension")] == found


@pytest.mark.parametrize(
    ("line", "waits"),
    [
        ("DDX r, a;", True), ("DDY r, a;", True), ("TEX r, a, texture[0], 2D;", True),
        ("TXB r, a, texture[0], 2D;", True), ("TXP r, a, texture[0], 2D;", True),
        ("LOD r, a, texture[0], 2D;", True), ("TGANY r, a;", True), ("QSWZ0 r, a, a;", True),
        ("TXL r, a, texture[0], 2D;", False), ("TXG r, a, texture[0], 2D;", False),
        ("TXD r, a, a, a, texture[0], 2D;", False), ("TXQ r, a, texture[0], 2D;", False),
    ],
)  # fmt: skip
def test_fragments_go_on_for_the_derivatives_of_their_neighbours(line: str, waits: bool) -> None:
    """GLSL 4.60 8.14: derivatives are undefined once a fragment of the quad is discarded."""
    text = (
        "!!NVfp5.0 OPTION NV_shader_thread_group; TEMP r; ATTRIB a = fragment.attrib[0];"
        f"KIL fragment.attrib[1]; {line} MOV result.color, r; END"
    )
    body = translate(load(text), "glsl430").source.partition("void main() {")[2]
    assert body.rstrip().endswith("if (killed) discard;\n}") == waits, body
