"""Frames by compiled code against the oracle's: the same words in every buffer."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nvrender import State, Texture, render
from nvrender.gl.inputs.global_memory import Memory, Stores
from nvrender.gl.state import AlphaTest, Blend, Depth, Fog, PolygonOffset, Stencil, TextureUnit
from nvrender.gl.state import fragments as words
from nvrender.gl.textures.images import Image
from nvrender.languages.load import load
from nvrender.llvm.raster import drawing
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.oracle.frame.scene import Drawing
from nvrender.oracle.memory.spaces import Held
from nvrender.software.draw import Drawer
from nvrender.source import InputError, TargetError

SCENES = Path(__file__).parents[2] / "scenes"
VERTEX = load(
    "!!VP2.0\nMOV o[HPOS], v[OPOS];\nMOV o[COL0], v[COL0];\nMOV o[COL1], v[TEX1];\nMOV o[BFC0], v[TEX1];\n"
    "MOV o[TEX0], v[TEX0];\nMOV o[TEX1], v[TEX1];\nMOV o[FOGC], v[TEX1].x;\nMOV o[PSIZ], v[TEX0].x;\n"
    "MOV o[CLP0], v[TEX1].y;\nEND"
)
#: Every kind of attribute, texture, kill and depth; another colour for each of two buffers.
FRAGMENTS = (
    None,
    "!!ARBfp1.0\nOPTION ARB_fog_exp2;\nTXP result.color, fragment.texcoord[0], texture[0], 2D;\nEND",
    "!!ARBfp1.0\nKIL fragment.texcoord[1].x;\nMOV result.color, fragment.color;\nEND",
    "!!ARBfp1.0\nOPTION ARB_draw_buffers;\nMUL result.color[0], fragment.position, 0.05;\n"
    "MOV result.color[1], fragment.fogcoord;\nMAD result.depth.z, fragment.texcoord[1].x, 0.3, 0.5;\nEND",
    "!!NVfp4.0\nCENTROID ATTRIB a = fragment.texcoord[0];\nNOPERSPECTIVE ATTRIB b = fragment.texcoord[1];\n"
    "FLAT ATTRIB c = fragment.color.secondary;\nTEMP r;\nI2F r, primitive.id.x;\nADD r, r, a;\nADD r, r, b;\n"
    "MAD r, fragment.facing.x, c, r;\nDDX r.x, r;\nMUL result.color, r, 0.3;\nEND",
)
PRIMITIVES = ("TRIANGLES", "TRIANGLE_STRIP", "QUADS", "POINTS", "LINES", "POLYGON", "LINE_LOOP")


def _chance(dice: random.Random, part: float = 0.5) -> bool:
    return dice.random() < part


def _state(dice: random.Random) -> State:
    compare = words.COMPARISONS
    stencil = [
        Stencil(
            True, dice.choice(compare), dice.randrange(256), dice.randrange(256),
            *dice.choices(words.STENCIL_OPERATIONS, k=3), dice.randrange(256),
        )
        for _ in range(2)
    ]  # fmt: skip
    factors = words.DESTINATION_FACTORS[:-4]
    return State(
        depth=Depth(_chance(dice, 0.7), dice.choice(compare), _chance(dice)),
        stencil=stencil[0] if _chance(dice, 0.3) else Stencil(),
        back_stencil=stencil[1] if _chance(dice) else None,
        blend=Blend(
            _chance(dice), dice.choice((*factors, "SRC_ALPHA_SATURATE")), dice.choice(factors),
            dice.choice(words.BLEND_EQUATIONS), dice.choice(("", *factors)), dice.choice(("", *factors)),
            dice.choice(("", *words.BLEND_EQUATIONS)), tuple(dice.uniform(-0.5, 1.5) for _ in range(4)),
        ),
        alpha_test=AlphaTest(_chance(dice, 0.3), dice.choice(compare), dice.random()),
        logic_op=dice.choice(words.LOGIC_OPERATIONS) if _chance(dice, 0.2) else "",
        color_mask=tuple(_chance(dice, 0.9) for _ in range(4)),
        scissor=(dice.randrange(8), dice.randrange(8), 9, 7) if _chance(dice, 0.3) else None,
        viewport=(3, 1, 15, 9) if _chance(dice, 0.2) else None,
        cull_face=dice.choice(("", "", "FRONT", "BACK")), front_face=dice.choice(("CW", "CCW")),
        polygon_offset=PolygonOffset(_chance(dice, 0.3), dice.uniform(-2, 2), dice.uniform(-9, 9)),
        point_size=dice.uniform(0.5, 9.0), line_width=dice.uniform(0.5, 5.0),
        vertex_program_two_side=_chance(dice, 0.3), vertex_program_point_size=_chance(dice, 0.3),
        sample_mask=dice.choice((0xFFFFFFFF, 0b0110)), flat_shading=_chance(dice, 0.2),
        clip_planes=(_chance(dice, 0.2), *[False] * 5),
        fog=Fog(
            _chance(dice), dice.choice(words.FOG_MODES), dice.uniform(0, 2), -0.5, dice.uniform(0, 2),
            (0.5, 0.25, 1.5, 0.0),
        ),
        texture_units=(
            TextureUnit(_chance(dice), dice.choice(words.TEXTURE_ENVIRONMENTS[:5]), (0.5, 2.0, 0.1, 0.3),
                        coord_replace=_chance(dice)),
            *[TextureUnit()] * 7,
        ),
    )  # fmt: skip


def _texture(dice: random.Random) -> Texture:
    numbers = np.random.default_rng(dice.randrange(1 << 30))
    return Texture.from_array(
        numbers.random((8, 8, 4)).astype(np.float32), mipmaps=True, wrap_s="REPEAT", mag_filter="LINEAR",
        min_filter="LINEAR_MIPMAP_LINEAR", max_anisotropy=dice.choice((1.0, 4.0)),
    )  # fmt: skip


def _attributes(dice: random.Random) -> dict[int, Any]:
    numbers = np.random.default_rng(dice.randrange(1 << 30))
    found = {number: numbers.uniform(-0.5, 1.5, (12, 4)).astype(np.float32) for number in (3, 8, 9)}
    found[0] = numbers.uniform(-1.4, 1.4, (12, 4)).astype(np.float32)
    found[0][:, 3] = numbers.uniform(0.3, 1.5, 12)
    if _chance(dice, 0.3):
        found[0][::5, 3] *= -1.0  # behind the eye
    if _chance(dice):
        found[0][:, 3], found[8][:, 3] = 1.0, 1.0
    return found


def _drawn(by: Drawing | None, seed: int) -> Frame:
    """Three draws into one frame, all by chance."""
    dice = random.Random(seed)
    samples, outputs = dice.choice((1, 4)), dice.choice((1, 2))
    frame = Frame((19, 13), samples, outputs, format=dice.choice(("RGBA8", "RGBA8", "RGBA16F", "RGBA32F")))
    frame.clear((0.2, 0.4, 0.6, 0.8), 0.75, 77)
    for _ in range(3):
        text = dice.choice(FRAGMENTS)
        stages = Stages(VERTEX, None, fragment=None if text is None else load(text))
        primitives = Primitives(dice.choice(PRIMITIVES), _attributes(dice))
        (by or draw)(frame, stages, primitives, _state(dice), {0: _texture(dice)})
    if by is not None:
        by.finish()
    return frame


@pytest.mark.parametrize("seed", range(6))
def test_random_draws(seed: int) -> None:
    """OpenGL 1.5, chapters 3 and 4."""
    expected, found = _drawn(None, seed), _drawn(Drawer("exact"), seed)
    buffers = [*zip(expected.colors, found.colors, strict=True)]
    buffers += [(expected.depth, found.depth), (expected.stencil, found.stencil)]
    for number, (one, other) in enumerate(buffers):
        # Fog is exponential in doubles there, in floats here.
        bound = 1e-6 if one.dtype.kind == "f" else 0
        alike = np.isclose(one, other, rtol=bound, atol=bound, equal_nan=True)
        assert alike.all(), f"buffer {number}: {(~alike).sum()} of {alike.size} differ"


def test_a_scene_is_drawn_as_the_oracle_draws_it() -> None:
    path = SCENES / "letter.toml"
    pictures = [render(path, (24, 24), backend=backend) for backend in ("llvm", "oracle")]
    assert np.array_equal(*pictures)
    fast = render(path, (24, 24), backend="llvm", numerics="fast")
    assert np.mean(np.abs(fast.astype(int) - pictures[0]) > 2) < 0.01


def test_a_draw_of_nothing_leaves_alone_what_is_being_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The triangles of a draw lie where those of the last but one did."""
    begun = drawing._run

    def late(*given: Any) -> None:
        time.sleep(0.1)
        begun(*given)

    monkeypatch.setattr(drawing, "_run", late)
    monkeypatch.setattr(drawing, "_SMALL", 0)
    frames = []
    for by in (None, Drawer("exact")):
        frame = Frame((16, 16))
        for place, color in ((-0.5, 1.0), (5.0, 0.5), (0.5, 0.25)):
            corners = np.array([[-0.4, -0.4, 0, 1], [0.4, -0.4, 0, 1], [0, 0.4, 0, 1]], np.float32)
            corners[:, 0] += place
            attributes = {0: corners, 3: np.full((3, 4), color, np.float32), 8: corners, 9: corners}
            (by or draw)(frame, Stages(VERTEX), Primitives("TRIANGLES", attributes), State(), {})
        if by is not None:
            by.finish()
        frames.append(frame.colors[0])
    assert np.array_equal(frames[0], frames[1])


def test_a_draw_ends_when_each_of_its_parts_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread may be two draws ahead of another, and triangles lie where those of the last but one did."""
    ended = []

    def late(job: str, part: int, _: Any) -> None:
        time.sleep(0.2 * part)
        ended.append((job, part))

    monkeypatch.setattr(drawing, "THREADS", 2)
    monkeypatch.setattr(drawing, "_job", lambda draw, _: draw.words["name"])
    monkeypatch.setattr(drawing, "_run", late)
    filling = drawing.Filling()
    for name in "ab":
        given: Any = {"name": name, "stop": 1}, 1e6, (), None, None, None
        filling.fill(drawing.Draw(*given))
    assert {("a", 0), ("a", 1)} <= {*ended}
    filling.finish()
    assert len(ended) == 4


def test_fog_coordinates_that_nobody_writes_are_zeros_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """ARB_fragment_program 3.11.4.5.1: fog behind the program, here of the same coordinate everywhere."""

    class Used(drawing._Own):
        def __init__(self) -> None:
            super().__init__()
            self.bytes[:] = 0x3E

    monkeypatch.setattr(drawing, "_workspace", Used())
    vertex = load("!!VP2.0\nMOV o[HPOS], v[OPOS];\nMOV o[COL0], v[COL0];\nEND")
    text = "!!ARBfp1.0\nOPTION ARB_fog_linear;\nMOV result.color, fragment.color;\nEND"
    corners = np.array([[-1, -1, 0, 1], [3, -1, 0, 1], [-1, 3, 0, 1]], np.float32)
    primitives = Primitives("TRIANGLES", {0: corners, 3: np.full((3, 4), 0.75, np.float32)})
    state = State(fog=Fog(True, "LINEAR", 1.0, -1.0, 1.0, (0.25, 0.5, 1.0, 0.0)))
    frames = []
    for by in (None, Drawer("exact")):
        frame = Frame((16, 16))
        (by or draw)(frame, Stages(vertex, fragment=load(text)), primitives, state, {})
        if by is not None:
            by.finish()
        frames.append(frame.colors[0])
    assert np.array_equal(frames[0], frames[1])


def test_arguments_are_checked() -> None:
    with pytest.raises(InputError, match="samples is 3; a pixel has 1 or 4"):
        render(SCENES / "letter.toml", (8, 8), backend="llvm", samples=3)
    text = "!!NVfp5.0\nSAMPLE ATTRIB a = fragment.texcoord[0];\nMOV result.color, a;\nEND"
    stages = Stages(VERTEX, None, fragment=load(text))
    primitives = Primitives("TRIANGLES", _attributes(random.Random(1)))
    with pytest.raises(TargetError, match=r"does not run fragment.texcoord\[0\] of each sample"):
        Drawer("exact")(Frame((8, 8), 4), stages, primitives, State(), {})


def test_what_is_not_drawn_is_told_of_with_its_draw(tmp_path: Path) -> None:
    text = "!!NVfp5.0\nSAMPLE ATTRIB a = fragment.texcoord[0];\nMOV result.color, a;\nEND"
    (tmp_path / "each.fp").write_text(text)
    scene = tmp_path / "each.toml"
    scene.write_text(
        'title = "Each"\n[meshes.m]\nkind = "square"\n[[draw]]\nname = "all"\n'
        f'mesh = "m"\nvertex = "{SCENES.parent / "shaders/screen.vp"}"\nfragment = "each.fp"\n'
    )
    with pytest.raises(TargetError, match=r"each\.toml: draw 'all': the back end llvm does not run fragment"):
        render(scene, size=(16, 9), backend="llvm")


@pytest.mark.parametrize("name", ["lotus", "veil"])
def test_scenes_whose_programs_reach_memory(name: str) -> None:
    """Lists of fragments in order, whose edges are by derivatives; sums in an image."""
    path = SCENES / f"{name}.toml"
    pictures = [render(path, (40, 22), backend=backend) for backend in ("llvm", "oracle")]
    assert np.array_equal(*pictures)


#: What fragments do to memory: one after the other finds what the one before left; all at once, killed ones
#: and helpers besides; in an image; nothing, but look.
EFFECTS = (
    "STORAGE a[] = { program.storage[0] };\nFLR.U r, fragment.position;\nATOMB.EXCH.U32 r.y, r.x, a[0];\n"
    "ATOMB.ADD.U32 r.z, r.y, a[4];\nSTB.U32 r.z, a[8];\nI2F.U r, r;\nMAD c, r, 0.03, c;\n"
    "SUB.CC r.x, c.x, 0.4;\nKIL LT.x;",
    "STORAGE a[] = { program.storage[0] };\nDDX r.x, c.x;\nMAD.CC r.x, r.x, 4.0, c.y;\nKIL LT.x;\n"
    "ATOMB.ADD.U32 r.y, 1, a[16];\nI2F.U r.y, r.y;\nMUL c.x, r.y, 0.02;\nDDY r.z, r.y;\nADD c.z, c, r.z;",
    "IMAGE i = image[0];\nFLR.U r, fragment.position;\nATOMIM.OR.U32 s, 4, r, i, 2D;\n"
    "ATOMIM.OR.U32 s, {1}, r.yxzw, i, 2D;",
    "IMAGE i = image[0];\nFLR.U r, fragment.position;\nLOADIM.U32 r, r, i, 2D;\nI2F.U r, r;\nDDX r.y, r;\n"
    "MAD c, r, 0.001, c;",
)


def _with_effects(by: Drawing | None, seed: int) -> tuple[Frame, Held]:
    """Three draws that reach memory, all by chance."""
    dice = random.Random(seed)
    texels = np.arange(19 * 13, dtype=np.uint32).reshape(13, 19)
    storage = {0: np.arange(8, dtype=np.uint32)}
    held = Held(Stores(Memory({}), storage, {0: Image(texels, "R32UI")}))
    frame = Frame((19, 13), dice.choice((1, 4)))
    frame.clear((0.2, 0.4, 0.6, 0.8), 0.75, 77)
    for effects in dice.sample(EFFECTS, 3):
        early = _chance(dice, 0.3)
        text = (
            f"!!NVfp5.0\nOPTION NV_shader_storage_buffer;\n{'OPTION NV_early_fragment_tests;' * early}\n"
            f"TEMP r, s, c;\nMOV c, fragment.color;\n{effects}\nMOV result.color, c;\nEND"
        )
        state = _state(dice).with_(alpha_test=AlphaTest(), texture_units=(TextureUnit(),) * 8)
        if early:
            state = state.with_(stencil=Stencil(), back_stencil=None)
        stages = Stages(VERTEX, None, fragment=load(text), memory=held)
        primitives = Primitives(dice.choice(PRIMITIVES), _attributes(dice))
        (by or draw)(frame, stages, primitives, state, {})
    if by is not None:
        by.finish()
    return frame, held


@pytest.mark.parametrize("seed", range(6))
def test_random_draws_that_reach_memory(seed: int) -> None:
    """OpenGL 4.2, 3.10; EXT_shader_image_load_store 3.X, issue 20; in order (docs/semantics.md)."""
    (expected, before), (found, after) = _with_effects(None, seed), _with_effects(Drawer("exact"), seed)
    assert np.array_equal(expected.depth, found.depth) and np.array_equal(expected.stencil, found.stencil)
    assert np.array_equal(expected.colors[0], found.colors[0])
    one, other = before.left(), after.left()
    assert one.faults == other.faults
    assert np.array_equal(one.storage[0], other.storage[0]) and np.array_equal(one.images[0], other.images[0])


def test_stencil_tests_before_a_program_are_refused() -> None:
    text = "!!NVfp5.0\nOPTION NV_early_fragment_tests;\nMOV result.color, fragment.color;\nEND"
    primitives = Primitives("TRIANGLES", _attributes(random.Random(1)))
    state = State(stencil=Stencil(True))
    with pytest.raises(TargetError, match="does not run tests of stencil values before a fragment program"):
        Drawer("exact")(Frame((8, 8)), Stages(VERTEX, None, fragment=load(text)), primitives, state, {})
