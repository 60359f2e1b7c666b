"""Thread groups on both sides: quads of fragments, and every other thread alone (docs/semantics.md)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest
from both_sides import SIDES, Drawn, picture_of

import nvrender
from nvrender.cli.describe import describe
from nvrender.gl.state import State
from nvrender.glsl.threads.quad_groups import DERIVATIVES
from nvrender.glsl.translate import translate
from nvrender.gpu.context.target import without
from nvrender.languages.load import load
from nvrender.languages.printer import print_program
from nvrender.regression.comparison.programs import compare_program
from nvrender.regression.comparison.samples import samples
from nvrender.source import InputError, TargetError

OPTION = "OPTION NV_shader_thread_group;"
#: A triangle whose edges cross quads; no sample lies on an edge.
CORNERS = np.array([[1.3125, 1.1875], [14.6875, 2.9375], [6.125, 14.4375]])
POSITIONS = CORNERS / 8.0 - 1.0
MASKS = "threadid threadeqmask threadltmask threadlemask threadgtmask threadgemask warpid smid".split()


def drawn(side: str, context: moderngl.Context, body: str, samples: int = 0) -> npt.NDArray[np.float64]:
    """(16, 16, 4), bottom row first."""
    text = f"!!NVfp5.0 {OPTION} TEMP r; {body} END"
    one = Drawn(State(), {0: POSITIONS}, "TRIANGLES", fragment=load(text))
    return np.asarray(picture_of(side, context, [one], size=(16, 16), samples=samples)[::-1] / 255.0)


def covered() -> npt.NDArray[np.bool_]:
    """(16, 16): whether the centre of each pixel is inside."""
    y, x = np.mgrid[0:16, 0:16] + 0.5
    edges = zip(CORNERS, np.roll(CORNERS, -1, axis=0), strict=True)
    return np.all([(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) > 0 for a, b in edges], axis=0)


def quads(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """(8, 8, 4): threads 0 to 3 of each quad, x fastest."""
    return values.reshape(8, 2, 8, 2).transpose(0, 2, 1, 3).reshape(8, 8, 4)


def spread(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """What each quad has, for its pixels."""
    return np.asarray(np.kron(values, np.ones((2, 2))))


@pytest.mark.parametrize("side", SIDES)
def test_the_threads_of_a_frame(context: moderngl.Context, side: str) -> None:
    """NV_shader_thread_group 2.X.3.2: a bit for x, one for y of the pixel, upwards."""
    found = drawn(side, context, "I2F.U r, fragment.threadid.x; MUL result.color.x, r, 0.25;")
    y, x = np.mgrid[0:16, 0:16]
    wanted = (x % 2 + y % 2 * 2) / 4 * covered()
    assert np.abs(found[..., 0] - wanted).max() < 1.1 / 255


@pytest.mark.parametrize("side", SIDES)
def test_helper_threads_are_active(context: moderngl.Context, side: str) -> None:
    """NV_shader_thread_group 2.X.3.2: they lie outside of the primitive, and their values count."""
    inside = covered()
    text = "I2F r, -fragment.helperthread; TGBALLOT.F r, r.x; I2F.U r, r; MUL result.color.x, r, 0.0625;"
    outside = quads(~inside) @ (1 << np.arange(4))
    found = drawn(side, context, text)
    assert np.abs(found[..., 0] - spread(outside / 16) * inside).max() < 1.1 / 255
    everyone = drawn(side, context, "TGBALLOT r, 1; I2F.U r, r; MUL result.color.x, r, 0.0625;")
    assert np.abs(everyone[..., 0] - 15 / 16 * inside).max() < 1.1 / 255


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("vote", ["TGALL", "TGANY", "TGEQ"])
def test_votes_of_quads(context: moderngl.Context, side: str, vote: str) -> None:
    """NV_gpu_program5 2.X.8: the pseudo-code compares with zero, of TGEQ too."""
    inside = covered()
    text = f"SGT r, fragment.position.x, 7; {vote} r, r.x; MOV result.color, r;"
    held = quads(np.broadcast_to(np.arange(16) + 0.5 > 7, (16, 16)))
    wanted = {"TGALL": held.all(-1), "TGANY": held.any(-1), "TGEQ": held.all(-1) == held.any(-1)}[vote]
    assert np.abs(drawn(side, context, text)[..., 0] - spread(wanted) * inside).max() == 0


@pytest.mark.parametrize("side", SIDES)
def test_each_sample_has_quads(context: moderngl.Context, side: str) -> None:
    """Quads of one sample: the same as of four in every pixel wholly inside."""
    text = "I2F r, fragment.sampleid.x; QSWZX r, r.x, r.x; MUL result.color.x, r.x, 0.125;"
    found = drawn(side, context, text, samples=4)
    assert abs(found[6, 6, 0] - (0 + 2 + 4 + 6) / 4 / 8) < 1.1 / 255


@pytest.mark.parametrize("side", SIDES)
def test_killed_fragments_go_on(context: moderngl.Context, side: str) -> None:
    """docs/semantics.md: as helpers."""
    inside = covered()
    text = """SGT r, fragment.position.x, 7; KIL -r.x; TGBALLOT r, 1; I2F.U r, r;
    MUL result.color.x, r, 0.0625; MOV result.color.w, 1;"""
    wanted = inside & (np.arange(16) + 0.5 <= 7)
    found = drawn(side, context, text)
    assert np.abs(found[..., 0] - 15 / 16 * wanted).max() < 1.1 / 255
    assert np.array_equal(found[..., 3] > 0, wanted)


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_fragments_over_arrays(backend: str) -> None:
    """Each four are a quad; numbers of warps and processors are 0, helpers there are none."""
    head = f"!!NVfp5.0 {OPTION} OPTION ARB_draw_buffers;"
    for first in (0, 4):
        names = MASKS[first : first + 4] if first else MASKS[:4]
        body = " ".join(f"MOV.U result.color[{n}], fragment.{name};" for n, name in enumerate(names))
        body += "MOV.S result.color[4], fragment.helperthread; MOV.S result.color[5], state.thread.warpsize;"
        body += "MOV.S result.color[6], state.thread.warpspersm; MOV.S result.color[7], state.thread.smcount;"
        found = nvrender.run(f"{head} {body} END", count=6, backend=backend)
        threads = np.arange(6) % 4
        own = 1 << threads
        wanted = {
            "threadid": threads, "threadeqmask": own, "threadltmask": own - 1, "threadlemask": 2 * own - 1,
            "threadgtmask": -2 * own, "threadgemask": -own, "warpid": 0 * own, "smid": 0 * own,
        }  # fmt: skip
        for n, name in enumerate(names):
            words = found[f"color[{n}]"].view(np.int32)
            assert words[:, 0].tolist() == wanted[name].tolist() and not words[:, 1:].any(), name
        assert not found["color[4]"].view(np.int32).any()
        for place, number in ((5, 4), (6, 1), (7, 1)):
            assert found[f"color[{place}]"].view(np.int32)[:, 0].tolist() == [number] * 6


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_fragments_of_a_quad_that_part(backend: str) -> None:
    """NV_gpu_program5 2.X.8, TGBALLOT: where not all go, each is alone and has the bit it has in its quad."""
    text = (
        f"!!NVfp5.0 {OPTION} TEMP r; MOV.CC r, fragment.attrib[0]; MOV.U r, 0;"
        "IF GT.x; TGBALLOT.U r.x, 1; TGALL.U r.y, -1; TGEQ.U r.z, fragment.threadid.x; ENDIF;"
        "MOV.U result.color, r; END"
    )
    taken = np.array([[1], [0], [0], [1], [1], [1], [1], [1], [1], [1]])
    found = nvrender.run(text, {"attrib[0]": taken}, backend=backend)["color[0]"].view(np.uint32)
    assert found[:, 0].tolist() == [1, 0, 0, 8, 1, 2, 4, 8, 1, 2]
    assert found[:, 1].tolist() == found[:, 2].tolist() == [0xFFFFFFFF * int(row) for row in taken[:, 0]]


#: What a thread alone has, as words.
ALONE = [0, 1, 0, 1, 0xFFFFFFFE, 0xFFFFFFFF, 0, 0]


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_vertices_are_alone(backend: str) -> None:
    """NV_shader_thread_group 2.X.3.2, of vertex programs."""
    moves = " ".join(f"MOV.U result.attrib[{n}], vertex.{name};" for n, name in enumerate(MASKS))
    text = f"!!NVvp5.0 {OPTION} {moves} MOV.S result.attrib[8], state.thread.warpsize; END"
    found = nvrender.run(text, {0: [[1.0], [2.0]]}, backend=backend)
    for n, word in enumerate([*ALONE, 4]):
        assert found[f"attrib[{n}]"].view(np.uint32).tolist() == [[word, 0, 0, 0]] * 2


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_threads_that_are_alone_name_images_and_offsets(backend: str) -> None:
    """What they are called stands for handles of images and for offsets too; 32 bits name no image."""
    image = nvrender.Image(np.array([7], np.uint32), "R32UI", "1D")
    text = f"""!!NVvp5.0 {OPTION} OPTION NV_bindless_texture; TEMP c;
    ATTRIB own = vertex.threadeqmask; MOV.U c, 0;
    LOADIM.U32 result.attrib[0], c, handle(own.x), 1D;
    TXF.U result.attrib[1], {{0, 0, 0, 0}}, texture[0], 1D, offset(own.x); END"""
    texture = nvrender.Texture(
        "1D",
        (np.arange(16, dtype=np.uint8).reshape(4, 4),),
        "RGBA",
        kind="unsigned",
        min_filter="NEAREST",
        mag_filter="NEAREST",
    )
    found = nvrender.run(text, count=2, images={0: image}, textures={0: texture}, backend=backend)
    assert not found["attrib[0]"].any()
    assert found["attrib[1]"].view(np.uint32).tolist() == [[4, 5, 6, 7]] * 2


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_primitives_are_alone(backend: str) -> None:
    """The same of geometry programs."""
    moves = " ".join(f"MOV.U result.attrib[{n}], primitive.{name};" for n, name in enumerate(MASKS))
    text = f"""!!NVgp5.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; {moves} EMIT; END"""
    text = text.replace("!!NVgp5.0", f"!!NVgp5.0 {OPTION}")
    found = nvrender.run(text, {"position": [[0, 0, 0, 1]] * 3}, backend=backend)
    for n, word in enumerate(ALONE):
        assert found[f"attrib[{n}]"].view(np.uint32).tolist() == [[word, 0, 0, 0]] * 3


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_invocations_are_alone(backend: str) -> None:
    """The same of compute programs: no invocation asks another."""
    moves = " ".join(f"STB.U32 invocation.{name}, out[i.x]; ADD.U i, i, 4;" for name in MASKS)
    text = f"""!!NVcp5.0 {OPTION} OPTION NV_shader_storage_buffer; GROUP_SIZE 2;
    STORAGE out[] = {{ program.storage[0] }}; TEMP r; UINT TEMP i;
    MUL.U i, invocation.localindex.x, 40; {moves}
    TGBALLOT.U r, 1; STB.U32 r, out[i.x]; ADD.U i, i, 4;
    TGALL.U r, invocation.localindex.x; STB.U32 r, out[i.x]; END"""
    found = nvrender.run(text, storage={0: np.zeros(20, np.uint32)}, backend=backend)
    words = np.asarray(found.storage[0]).reshape(2, 10)
    assert words.tolist() == [[*ALONE, 1, 0], [*ALONE, 1, 0xFFFFFFFF]]


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize("numerics", ["exact", "fast"])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 401])
def test_words_are_exchanged_exactly(backend: str, numerics: str, count: int) -> None:
    """NV_shader_thread_group 8.3: any word of 32 bits, and the votes of quads that are not whole."""
    generator = np.random.default_rng(count)
    words = generator.integers(0, 1 << 32, (count, 4), np.uint64).astype(np.uint32)
    text = f"""!!NVfp5.0 {OPTION} OPTION ARB_draw_buffers; TGBALLOT.U result.color[0], fragment.attrib[0];
    QSWZ2 result.color[1], fragment.attrib[0]; END"""
    words[generator.random((count, 4)) < 0.5] = 0
    words[:, 3] = words[:, 3] & 0x3FFFFFFF | 0x20000000  # a float that no sum changes
    found = nvrender.run(text, {"attrib[0]": words}, backend=backend, numerics=numerics)
    room = np.zeros((-(-count // 4) * 4, 4), np.uint32)
    room[:count] = words
    ballots = ((room.reshape(-1, 4, 4) != 0) << np.arange(4)[:, None]).sum(axis=1)
    assert np.array_equal(found["color[0]"].view(np.uint32), np.repeat(ballots, 4, axis=0)[:count])
    whole = count // 4 * 4
    third = np.repeat(room.reshape(-1, 4, 4)[:, 2], 4, axis=0)[:count, 3]
    swizzled = found["color[1]"].view(np.uint32)[:, 3]
    assert np.array_equal(swizzled[:whole], third[:whole]) and not swizzled[whole:].any()


def test_where_there_are_no_fine_derivatives() -> None:
    """Before GLSL 4.50 they are an extension, asked for where they are needed alone."""
    asks = load(f"!!NVfp5.0 {OPTION} TGALL result.color, fragment.attrib[0]; END")
    assert f"#extension {DERIVATIVES} : require" in translate(asks, "glsl330").source
    assert DERIVATIVES not in translate(asks, "glsl450").source
    alone = load(f"!!NVvp5.0 {OPTION} TGALL result.position, vertex.attrib[0]; END")
    assert DERIVATIVES not in translate(alone, "glsl330").source
    with (
        without(DERIVATIVES),
        pytest.raises(TargetError, match=rf"<text>:1:\d+: TGALL needs {DERIVATIVES}, which is not there"),
    ):
        nvrender.run(asks, backend="gpu")


def test_what_is_refused() -> None:
    helper = load(f"!!NVfp5.0 {OPTION} MOV.S result.color, fragment.helperthread; END")
    with pytest.raises(TargetError, match=r"fragment.helperthread needs GLSL 4.50, .* glsl450 has it"):
        translate(helper, "glsl430")
    assert "gl_HelperInvocation" in translate(helper, "glsl450").source
    above = f"""!!NVfp5.0 {OPTION} OPTION ARB_fragment_coord_origin_upper_left;
    MOV.U result.color.x, fragment.threadid; MOV.U result.color.y, fragment.position; END"""
    with pytest.raises(TargetError, match="leaves no GLSL for the threads of quads; count it from the lower"):
        translate(load(above), "glsl450")
    with pytest.raises(InputError, match=r"fragment.threadid is where a fragment stands in its quad"):
        nvrender.run(helper.source.data.replace(b"helperthread", b"threadid"), {"threadid": [[1], [2]]})
    both = f"!!NVfp5.0 {OPTION} TEMP r; DDX r, fragment.attrib[0]; TGALL result.color, r; END"
    with pytest.raises(InputError, match="takes whole quads: give a multiple of four fragments, not 3"):
        nvrender.run(both, {"attrib[0]": [[1], [2], [3]]}, backend="gpu")
    assert nvrender.run(both, {"attrib[0]": [[1], [2], [3]]})["color[0]"].tolist()[0][0] == 0.0


@pytest.mark.parametrize("text", [
    f"""!!NVfp5.0 {OPTION} TEMP r; I2F.U r, fragment.samplemask; I2F r.y, fragment.helperthread;
    TGALL r.z, r; IPAO r.w, fragment.pointcoord, fragment.attrib[0];
    QSWZX r, fragment.attrib[0], r; MOV result.color, r;
    MOV.U result.samplemask, fragment.threadid.x; END""",
    f"""!!NVvp5.0 {OPTION} MOV.U result.attrib[0], vertex.threadid;
    MOV.S result.attrib[1], state.thread.warpsize;
    TGBALLOT result.attrib[2], vertex.attrib[0]; MOV result.position, vertex.attrib[0]; END""",
])  # fmt: skip
def test_comparisons_make_inputs_for_them(text: str) -> None:
    """As `nvrender diff` does."""
    program = load(text)
    found = compare_program("it", program, *samples(program, 64), State())
    assert found.mismatches == 0


def test_programs_keep_what_they_say_of_threads() -> None:
    plain = load("!!NVvp5.0 MOV result.position, vertex.attrib[0]; END")
    assert plain.as_written is plain
    named = load(f"!!NVvp5.0 {OPTION} MOV.U result.position, vertex.threadid; END")
    assert not named.attributes and "vertex.threadid" in print_program(named)
    assert [row.name for row in named.as_written.attributes] == ["vertex.threadid"]
    assert describe(named)["attributes"] == describe(named.as_written)["attributes"] != []
