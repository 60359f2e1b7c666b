"""Textures named by handles, in translations that know none of them (NV_bindless_texture 2.X.5.Y).

They are written for ARB_bindless_texture. Where a driver has not the extension, a macro in the place of the
handles' constructor gives one texture, and what is drawn is what the same program draws with it on a unit.
"""

from __future__ import annotations

import re
from contextlib import ExitStack

import moderngl
import numpy as np
import numpy.typing as npt
import pytest
from drawing import SQUARE

from nvrender import TargetError, Texture
from nvrender.glsl.textures.texture_keys import SAMPLERS
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.draw import Target
from nvrender.gpu.resources.textures import Textures
from nvrender.languages.load import load

FRAGMENT = """!!NVfp5.0 OPTION NV_bindless_texture; OPTION NV_texture_multisample;
LONG TEMP h; TEMP r; INT TEMP i;
PK64.U h, fragment.attrib[1];
MAD r, fragment.position, 0.23, 0.1; MOV r.w, 0.75; MOV.S i, {{1, 0, 0, 0}};
{} MAD result.color, r, 0.25, 0.125; END"""
VERTEX = """#version 430 core
in vec2 place;
out vec4 ATTR1;
void main() { gl_Position = vec4(place, 0.0, 1.0); ATTR1 = vec4(0.0); }
"""
EXTENSION = "#extension GL_ARB_bindless_texture : require\n"
#: Target and what reads it; ``T`` is the texture.
LOOKUPS = [
    *(
        ("2D", f"{text}, T, 2D;")
        for text in ("TEX r, r", "TXP r, r", "TXB r, r", "TXL r, r", "TXD r, r, r, r")
    ),
    ("2D", "TEX r, r, T, 2D, (1, -1);"),
    ("2D", "TXL r, r, T, 2D, offset(i);"),
    ("2D", "TXB r, r, T, 2D, offset(i);"),
    ("2D", "TXF.U r, i, T, 2D; I2F.U r, r; MUL r, r, 0.004;"),
    ("2D", "TXF r, i, T, 2D, (1, 1);"),
    ("2D", "TXQ r, i, T, 2D; I2F r, r;"),
    ("2D", "TXG r, r, T.y, 2D;"),
    ("2D", "TXGO r, r, i, i, T.z, 2D;"),
    ("2D", "LOD r, r, T, 2D;"),
    ("SHADOW2D", "TXG r, r, T, SHADOW2D;"),
    ("SHADOW2D", "TEX r, r, T, SHADOW2D;"),
    ("RECT", "LOD r, r, T, RECT;"),
    ("RECT", "TEX r, r, T, RECT, offset(i);"),
    ("CUBE", "TEX r, r, T, CUBE;"),
    ("SHADOWCUBE", "TXL r, r, r, T, SHADOWCUBE;"),
    ("ARRAY2D", "TXF r, i, T, ARRAY2D;"),
    ("SHADOWARRAY2D", "TEX r, r, T, SHADOWARRAY2D, offset(i);"),
    ("3D", "TEX r, r, T, 3D;"),
    ("1D", "TEX r, r, T, 1D, offset(i.x);"),
    ("2DMS", "TXFMS r, i, T, 2DMS;"),
]
SHAPES = {"CUBE": (6, 4, 4), "ARRAY2D": (3, 4, 8), "3D": (2, 4, 8), "1D": (8,)}


def texture(target: str, *, whole: bool, seed: int = 3) -> Texture | None:
    """One whose texels differ; None of multisample textures, which are uploaded as others."""
    plain = target.removeprefix("SHADOW")
    if plain == "2DMS":
        return None
    shape = (*SHAPES.get(plain, (4, 8)), 1 if plain != target else 4)
    image = np.random.default_rng(seed).integers(0, 256, shape, np.uint8)
    if whole:
        return Texture(plain, (image.astype(np.uint32),), "RGBA", kind="unsigned")
    return Texture(plain, (image,), "DEPTH" if plain != target else "RGBA")


def drawn(context: moderngl.Context, fragment: str) -> npt.NDArray[np.uint8]:
    """(4, 4, 4) of a frame that the shader fills."""
    with ExitStack() as stack:
        program = context.program(vertex_shader=VERTEX, fragment_shader=fragment)
        stack.callback(program.release)
        square = context.buffer(SQUARE)
        stack.callback(square.release)
        array = context.vertex_array(program, [(square, "2f", "place")])
        stack.callback(array.release)
        frame = stack.enter_context(Target(context, (4, 4)))
        frame.clear((0.0, 0.0, 0.0, 0.0))
        with state_guard(context):
            frame.framebuffer.use()
            array.render(moderngl.TRIANGLE_FAN)
        return frame.read()


def of_one(by_handle: Translation, by_unit: Translation) -> str:
    """The shader of handles, each of which is the texture of the unit."""
    assert not by_handle.samplers and by_handle.source.count(EXTENSION) == 1
    (sampler,) = by_unit.samplers
    given = f"layout(binding = 3) uniform {sampler.type} texture3;\n"
    macros = "".join(
        f"#define {kind}{name}(handle) texture3\n"
        for name in set(SAMPLERS.values())
        for kind in ("", "u", "i")
    )
    return by_handle.source.replace(EXTENSION, "").replace("\n", f"\n{given}{macros}", 1)


@pytest.mark.parametrize("numerics", ["exact", "fast"])
@pytest.mark.parametrize(
    ("target", "lookup"), LOOKUPS, ids=[f"{row[1][:5].strip()} {row[0]}" for row in LOOKUPS]
)
def test_every_lookup_reads_what_its_handle_names(
    context: moderngl.Context, target: str, lookup: str, numerics: str
) -> None:
    """NV_bindless_texture 2.X.4.4, against NV_gpu_program4 2.X.4.4 of a unit."""
    handles = translate(
        load(FRAGMENT.format(re.sub(r"\bT\b", "handle(h.x)", lookup))), "glsl430", numerics=numerics
    )
    units = translate(
        load(FRAGMENT.format(re.sub(r"\bT\b", "texture[3]", lookup))), "glsl430", numerics=numerics
    )
    assert re.search(r"sampler\w+\(uvec2\(|, uvec2\(h\.x, |\(uvec2\(h\.x, |_lod\(", handles.source)
    shader = of_one(handles, units)
    seen, known = [], []
    for seed in (3, 4):
        given = texture(target, whole=".U" in lookup, seed=seed)
        with state_guard(context), ExitStack() as stack:
            textures = Textures(context)
            stack.callback(textures.release)
            if given is not None:
                stack.enter_context(textures.bound(units.samplers, {3: given}))
            seen.append(drawn(context, shader))
            known.append(drawn(context, units.source))
    np.testing.assert_array_equal(seen, known)
    depends = target != "2DMS" and not lookup.startswith(("LOD", "TXQ"))
    assert depends == bool((seen[0] != seen[1]).any())


def test_a_handle_of_32_bits_is_extended_by_zeros() -> None:
    """NV_bindless_texture 2.X.5.Y; one of 64 is its words, the low one first."""
    text = "!!NVvp5.0 OPTION NV_bindless_texture; TEMP t; MOV.U t, 5; {} TEX t, t, handle({}.x), 2D; "
    text += "MOV result.position, t; END"
    source = translate(load(text.format("", "t")), "glsl430", numerics="fast").source
    assert "textureLod(sampler2D(uvec2(t.x, 0u)), " in source
    source = translate(load(text.format("LONG TEMP h; PK64.U h, t;", "h")), "glsl430", numerics="fast").source
    assert "textureLod(sampler2D(uvec2(h.x, h_high.x)), " in source


def test_units_beside_handles_are_units() -> None:
    """Each where its instruction says; the extension is asked for once, and by nobody else."""
    text = "!!NVfp5.0 OPTION NV_bindless_texture; TEMP t, u; MOV.U t, 5; TEX u, t, {}, 2D; "
    text += "TXF.U u, t, texture[2], ARRAY2D; MOV result.color, u; END"
    made = translate(load(text.format("handle(t.x)")), "glsl430")
    assert [row.unit for row in made.samplers] == [2] and made.source.count("GL_ARB_bindless_texture") == 1
    assert "bindless" not in translate(load(text.format("texture[0]")), "glsl430").source


def test_what_has_no_handles() -> None:
    program = load("!!NVvp5.0 OPTION NV_bindless_texture;\nTEMP t;\nTEX t, t, handle(t.x), 2D;\nEND")
    with pytest.raises(
        TargetError, match=r"<text>:3:1: TEX by a handle needs GLSL 4.00, which glsl330 is not; glsl430"
    ):
        translate(program, "glsl330")
