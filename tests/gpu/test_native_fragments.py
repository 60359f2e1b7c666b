"""Fragment programs by the driver's own assembler, against expected numbers and the oracle."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import nvrender
from nvrender import Texture
from nvrender.cli.main import main
from nvrender.gl.state import Fog, State, TextureUnit
from nvrender.gl.textures.formats import WRAPS
from nvrender.gpu.native.context import Native
from nvrender.run import run
from nvrender.source import Source, TargetError

X = (0.75, -2.25, 3.0, -0.5)
Y = (0.5, 0.25, -1.0, 0.125)


def one(instruction: str) -> Any:
    """A quarter of the result of one instruction and a half, so that no clamp hides it."""
    text = (
        "!!ARBfp1.0\nTEMP t; ATTRIB a = fragment.texcoord[1]; ATTRIB b = fragment.texcoord[2];\n"
        f"MOV t, 0.0; {instruction.replace('@', 't')} MAD result.color, t, 0.125, 0.5; END"
    )
    found = run(text, {"texcoord[1]": [X], "texcoord[2]": [Y]}, backend="native")["color[0]"][0]
    return (found - 0.5) * 8


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        pytest.param("ABS @, a;", (0.75, 2.25, 3, 0.5), id="ABS ARB_fragment_program 3.11.5.1"),
        pytest.param("ADD @, a, -b.wzyx;", (0.625, -1.25, 2.75, -1), id="ADD 3.11.5.2"),
        pytest.param("CMP @, a, b, 1;", (1, 0.25, 1, 0.125), id="CMP 3.11.5.3"),
        pytest.param("COS @, {0}.x;", (1,) * 4, id="COS 3.11.5.4"),
        pytest.param("DP3 @, a, b;", (-3.1875,) * 4, id="DP3 3.11.5.5"),
        pytest.param("DP4 @, a, b;", (-3.25,) * 4, id="DP4 3.11.5.6"),
        pytest.param("DPH @, a, b;", (-3.0625,) * 4, id="DPH 3.11.5.7"),
        pytest.param("DST @, a, b;", (1, -0.5625, 3, 0.125), id="DST 3.11.5.8"),
        pytest.param("EX2 @, b.z;", (0.5,) * 4, id="EX2 3.11.5.9"),
        pytest.param("FLR @, a;", (0, -3, 3, -1), id="FLR 3.11.5.10"),
        pytest.param("FRC @, a;", (0.75, 0.75, 0, 0.5), id="FRC 3.11.5.11"),
        pytest.param("LG2 @, b.w;", (-3,) * 4, id="LG2 3.11.5.12"),
        pytest.param("LIT @, {0.5, 0.25, 0, 2};", (1, 0.5, 0.0625, 1), id="LIT 3.11.5.13"),
        pytest.param("LRP @, b, a, 2;", (1.375, 0.9375, 1, 1.6875), id="LRP 3.11.5.14"),
        pytest.param("MAD @, a, b, b.x;", (0.875, -0.0625, -2.5, 0.4375), id="MAD 3.11.5.15"),
        pytest.param("MAX @, a, b;", (0.75, 0.25, 3, 0.125), id="MAX 3.11.5.16"),
        pytest.param("MIN @, a, b;", (0.5, -2.25, -1, -0.5), id="MIN 3.11.5.17"),
        pytest.param("MOV @, a;", X, id="MOV 3.11.5.18"),
        pytest.param("MUL @, a, b;", (0.375, -0.5625, -3, -0.0625), id="MUL 3.11.5.19"),
        pytest.param("POW @, b.y, b.x;", (0.5,) * 4, id="POW 3.11.5.20"),
        pytest.param("RCP @, b.x;", (2,) * 4, id="RCP 3.11.5.21"),
        pytest.param("RSQ @, b.y;", (2,) * 4, id="RSQ 3.11.5.22"),
        pytest.param("SCS @.xy, {0}.x;", (1, 0, 0, 0), id="SCS 3.11.5.23"),
        pytest.param("SGE @, a, b;", (1, 0, 1, 0), id="SGE 3.11.5.24"),
        pytest.param("SIN @, {0}.x;", (0,) * 4, id="SIN 3.11.5.25"),
        pytest.param("SLT @, a, b;", (0, 1, 0, 1), id="SLT 3.11.5.26"),
        pytest.param("SUB @, a, b;", (0.25, -2.5, 4, -0.625), id="SUB 3.11.5.27"),
        pytest.param("SWZ @, a, w, -x, 0, -1;", (-0.5, -0.75, 0, -1), id="SWZ 3.11.5.28"),
        pytest.param("XPD @.xyz, a, b;", (1.5, 2.25, 1.3125, 0), id="XPD 3.11.5.29"),
        pytest.param("MOV_SAT @, a;", (0.75, 0, 1, 0), id="_SAT 3.11.4.3"),
        pytest.param("MOV @.yw, a;", (0, -2.25, 0, -0.5), id="write mask 3.11.4.2"),
    ],
)
def test_an_instruction_gives_the_expected_number(native: Native, instruction: str, expected: Any) -> None:
    assert one(instruction).tolist() == pytest.approx(list(map(float, expected)), abs=1e-5)


def agree(text: str, attributes: dict[str, Any], within: float = 0.0, **given: Any) -> Any:
    """Oracle and driver give the same; what the driver gives."""
    expected, found = (run(text, attributes, backend=backend, **given) for backend in ("oracle", "native"))
    assert list(expected) == list(found)
    assert np.array_equal(expected["killed"], found["killed"])
    for name in expected:
        assert found[name].shape == expected[name].shape
        if name != "killed":
            np.testing.assert_allclose(found[name], expected[name], rtol=0, atol=within, err_msg=name)
    return found


PROGRAM = """!!ARBfp1.0
OPTION ARB_draw_buffers; OPTION ARB_precision_hint_nicest;
# result.color[0] comes last; ATTRIB late = fragment.fogcoord;
ATTRIB coordinate = fragment.texcoord; OUTPUT third = result.color[2];
PARAM scale = program.local[3]; PARAM rows[4] = { state.matrix.program[1] };
PARAM mixed[4] = { program.env[5..6], state.texenv[1].color, { 0.125, -2, 0.5 } };
TEMP t;
MUL t, fragment.texcoord[ 7 ].wzyx, scale;
KIL fragment.color.primary.x;
MAD third.xy, coordinate, mixed[3].x, mixed[2];
MOV result.color[5], fragment.position;
DP4 t.w, rows[1], t;
MOV result.depth.z, fragment.color.secondary.y;
MUL result.color[0], t, fragment . fogcoord.x;
END"""
STATE = State(
    program=(((2, 0, 1, 0), (0, 1, 0, 0.5), (0, 1, 1, 0), (0, 0, 0, 1)),) * 8,
    texture_units=(TextureUnit(color=(0.25, 0.5, 0.75, 1.0)),) * 8,
)  # fmt: skip
PARAMETERS = {"program.local[3]": [0.25, 0.5, 0.125, 1], "program.env[6]": [1, 2, 3, 4]}


def attributes(count: int) -> dict[str, Any]:
    generator = np.random.default_rng(count)
    names = ("position", "texcoord[0]", "texcoord[7]", "color", "color.secondary", "fogcoord")
    return {name: np.round(generator.normal(size=(count, 4)) * 16) / 16 for name in names}


@pytest.mark.parametrize("count", [1, 2, 3, 6, 1023, (1 << 17) + 5])
def test_driver_and_oracle_agree(native: Native, count: int) -> None:
    """Everything bound, killed and written, in any number of fragments (ARB_fragment_program 3.11.3)."""
    steps: list[tuple[int, int]] = []
    found = agree(
        PROGRAM,
        attributes(count),
        parameters=PARAMETERS,
        state=STATE,
        progress=lambda *step: steps.append(step),
    )
    assert list(found) == ["color[0]", "color[2]", "color[5]", "depth", "killed"]
    if count > 100:
        assert 0 < found["killed"].sum() < count
    assert steps[-1] == (count, count)


def test_parameters_override_state_bindings(native: Native) -> None:
    override = {"state.matrix.program[1].row[1]": [0.5, 0, 0, 0], "state.texenv[1].color": [0.5, 0.25, 0, 0]}
    plain, moved = (
        agree(PROGRAM, attributes(16), parameters=PARAMETERS | extra, state=STATE) for extra in ({}, override)
    )
    assert not np.array_equal(plain["color[0]"], moved["color[0]"])
    assert not np.array_equal(plain["color[2]"], moved["color[2]"])


FOG = Fog(density=0.7, start=0.5, end=3.0, color=(0.25, 2.0, -1.0, 0.5))


@pytest.mark.parametrize("mode", ["exp", "exp2", "linear"])
def test_fog_options(native: Native, mode: str) -> None:
    """ARB_fragment_program 3.11.4.5.1."""
    generator = np.random.default_rng(3)
    given = {"color": generator.random((64, 4)), "fogcoord": generator.random((64, 1)) * 4}
    text = f"!!ARBfp1.0 OPTION ARB_fog_{mode}; MOV result.color, fragment.color; END"
    agree(text, given, 1e-5, state=State(fog=FOG))


def test_fog_is_applied_to_clamped_colours(native: Native) -> None:
    """ARB_fragment_program 3.11.4.5.1: "the program's final clamped color"."""
    generator = np.random.default_rng(3)
    colors, distances = generator.normal(size=(64, 4)), generator.random((64, 1)) * 4
    given = {"color": colors, "fogcoord": distances}
    text = "!!ARBfp1.0 OPTION ARB_fog_linear; MOV result.color, fragment.color; END"
    found = run(text, given, backend="native", state=State(fog=FOG))["color[0]"][:, :3]
    share = np.clip((3.0 - distances) / 2.5, 0.0, 1.0)
    late = np.clip(share * colors[:, :3] + (1.0 - share) * np.clip(FOG.color[:3], 0.0, 1.0), 0.0, 1.0)
    if np.abs(found - late).max() < 1e-5:
        pytest.skip(f"{native.renderer} clamps behind the fog, as Mesa 26 does, not before it")
    agree(text, given, 1e-5, state=State(fog=FOG))


def test_fog_with_numbered_colours_is_refused(native: Native) -> None:
    text = "!!ARBfp1.0 OPTION ARB_fog_exp; OPTION ARB_draw_buffers; MOV result.color[1], fragment.color; END"
    with pytest.raises(TargetError, match="what a fog option does"):
        run(text, backend="native")


def test_coordinate_conventions(native: Native) -> None:
    """ARB_fragment_coord_conventions 3.11.4.5.3."""
    text = (
        "!!ARBfp1.0 OPTION ARB_fragment_coord_origin_upper_left;"
        "OPTION ARB_fragment_coord_pixel_center_integer; MUL result.color, fragment.position, 0.125; END"
    )
    position = np.float32([[2.5, 3.5, 0.25, 0.5], [3.5, 3.5, 0.5, 1.0]])
    found = agree(text, {"position": position}, state=State(window_height=10))
    assert found["color[0]"][0].tolist() == [0.25, 0.75, 0.03125, 0.0625]


_SHAPES: dict[str, tuple[int, ...]] = {
    "1D": (8,), "2D": (4, 8), "3D": (4, 4, 4), "CUBE": (6, 4, 4), "RECT": (4, 8),
}  # fmt: skip
_COMPONENTS = {
    "ALPHA": 1,
    "LUMINANCE": 1,
    "LUMINANCE_ALPHA": 2,
    "INTENSITY": 1,
    "RGB": 3,
    "RGBA": 4,
    "DEPTH": 1,
}


def _texture(target: str, base_format: str = "RGBA", **fields: Any) -> Texture:
    image = np.random.default_rng(5).random((*_SHAPES[target], _COMPONENTS[base_format])).astype(np.float32)
    return Texture(target, (image,), base_format, **fields)


def _places(target: str, projected: bool = False) -> Any:
    places = np.random.default_rng(6).random((64, 4)).astype(np.float32) * 2 - 0.5
    if target == "RECT":
        places[:, :2] *= (8, 4)
    if target == "CUBE":
        places -= 0.25
    places[:, 3] = np.float32(2) if projected else 0.0
    return places


def _lookup(name: str, target: str) -> str:
    option = "OPTION ARB_fragment_program_shadow;" if target.startswith("SHADOW") else ""
    return f"!!ARBfp1.0 {option} {name} result.color, fragment.texcoord[1], texture[2], {target}; END"


@pytest.mark.parametrize("filter", ["NEAREST", "LINEAR"])
@pytest.mark.parametrize("name", ["TEX", "TXP", "TXB"])
@pytest.mark.parametrize("target", _SHAPES)
def test_lookups(native: Native, target: str, name: str, filter: str) -> None:
    """ARB_fragment_program 3.11.6.1-3."""
    texture = _texture(target, min_filter=filter, mag_filter=filter)
    if target == "CUBE":
        texture = texture.with_(wrap_s="CLAMP_TO_EDGE", wrap_t="CLAMP_TO_EDGE")
    agree(_lookup(name, target), {"texcoord[1]": _places(target, name == "TXP")}, 1e-6, textures={2: texture})


@pytest.mark.parametrize("wrap", WRAPS)
def test_wrap_modes(native: Native, wrap: str) -> None:
    """OpenGL 1.5, 3.8.7; NV_gpu_program4 Table X.19."""
    texture = _texture("2D", wrap_s=wrap, wrap_t=wrap, border_color=(0.1, 0.2, 0.3, 0.4))
    places = _places("2D") * 3 - 1
    # llvmpipe blends the border in at 0 in the mode the table has no border for.
    filters = ("NEAREST",) if wrap in ("MIRROR_CLAMP", "MIRROR_CLAMP_TO_BORDER") else ("NEAREST", "LINEAR")
    for filter in filters:
        used = texture.with_(min_filter=filter, mag_filter=filter)
        agree(_lookup("TEX", "2D"), {"texcoord[1]": places}, 2e-6, textures={2: used})


@pytest.mark.parametrize("base_format", [name for name in _COMPONENTS if name != "DEPTH"])
def test_base_formats(native: Native, base_format: str) -> None:
    """OpenGL 1.5, table 3.21; the border has the format too."""
    texture = _texture("2D", base_format, wrap_s="CLAMP_TO_BORDER", border_color=(0.1, 0.2, 0.3, 0.4))
    agree(_lookup("TEX", "2D"), {"texcoord[1]": _places("2D")}, 1e-6, textures={2: texture})


def test_levels(native: Native) -> None:
    """OpenGL 1.5, 3.8.8: level of detail kept in whole bounds, and biased to them."""
    texture = _texture("2D").with_mipmaps().with_(min_filter="LINEAR_MIPMAP_NEAREST")
    for level in (0, 1, 2, 3):
        agree(
            _lookup("TEX", "2D"),
            {"texcoord[1]": _places("2D")},
            1e-6,
            textures={2: texture.with_(min_lod=level, max_lod=level)},
        )
    found = agree(
        _lookup("TEX", "2D"), {"texcoord[1]": _places("2D")}, 1e-6,
        textures={2: texture.with_(base_level=3, lod_bias=9.0)},
    )  # fmt: skip
    assert (found["color[0]"] == found["color[0]"][0]).all()


@pytest.mark.parametrize("mode", ["LUMINANCE", "INTENSITY", "ALPHA"])
@pytest.mark.parametrize("target", ["1D", "2D", "RECT", "SHADOW1D", "SHADOW2D", "SHADOWRECT"])
def test_depths(native: Native, target: str, mode: str) -> None:
    """OpenGL 1.5, 3.8.14; ARB_fragment_program_shadow 3.11.6."""
    plain = target.removeprefix("SHADOW")
    texture = _texture(
        plain,
        "DEPTH",
        depth_mode=mode,
        compare_function="GREATER",
        min_filter="NEAREST",
        mag_filter="NEAREST",
    )
    for _ in range(3):
        agree(_lookup("TEX", target), {"texcoord[1]": _places(plain)}, textures={2: texture})


@pytest.mark.parametrize("target", [*_SHAPES, "SHADOW2D"])
def test_missing_textures_are_0_0_0_1(native: Native, target: str) -> None:
    """ARB_fragment_program 3.11.6."""
    found = agree(_lookup("TEX", target), {}, count=2)
    assert found["color[0]"].tolist() == [[0, 0, 0, 1]] * 2


def test_lookups_see_their_neighbours(native: Native) -> None:
    """OpenGL 1.5, 3.8.8: the level of detail comes from the differences in a quad of any four fragments."""
    texture = _texture("2D").with_mipmaps().with_(min_filter="NEAREST_MIPMAP_NEAREST", mag_filter="NEAREST")
    near, far = np.full((4, 2), 0.3), np.array([[0.3, 0.3], [0.8, 0.3], [0.3, 0.8], [0.8, 0.8]])
    found = agree(_lookup("TEX", "2D"), {"texcoord[1]": np.concatenate([near, far])}, textures={2: texture})
    assert not np.array_equal(found["color[0]"][0], found["color[0]"][4])


def test_textures_with_borders_are_refused(native: Native) -> None:
    texture = Texture("1D", (np.zeros((6, 4), np.float32),), border=1)
    with pytest.raises(TargetError, match=r"texture\[2\] has a border"):
        run(_lookup("TEX", "1D"), textures={2: texture}, backend="native")


@pytest.mark.parametrize(
    ("text", "extension"),
    [
        ("!!ARBfp1.0 OPTION NV_fragment_program; MOV result.color, fragment.color; END",
         "NV_fragment_program_option"),
        ("!!ARBfp1.0 OPTION NV_fragment_program2; MOV result.color, fragment.color; END",
         "NV_fragment_program2"),
        ("!!FP1.0 MOV o[COLR], f[COL0]; END", "NV_fragment_program"),
        ("!!NVfp4.0 MOV result.color, fragment.color; END", "NV_fragment_program4"),
    ],
)  # fmt: skip
def test_languages_need_their_extension(native: Native, text: str, extension: str) -> None:
    if f"GL_{extension}" in native.extensions:
        pytest.skip(f"{native.renderer} has {extension}")
    with pytest.raises(TargetError, match=f"has no {extension}$"):
        run(text, {"color": [[0.5, 0.25, 0.75, 1.0]]}, backend="native")


def test_options_need_their_extension(native: Native, monkeypatch: pytest.MonkeyPatch) -> None:
    from nvrender.gpu.native import context as native_context

    run(_lookup("TEX", "2D"), backend="native")
    poorer = replace(native, extensions=native.extensions - {"GL_ARB_fragment_program_shadow"})
    monkeypatch.setattr(native_context._thread, "native", poorer)
    with pytest.raises(TargetError, match="has no ARB_fragment_program_shadow"):
        run(_lookup("TEX", "SHADOW2D"), backend="native")


def test_a_refused_program_tells_what_the_driver_says(native: Native) -> None:
    program = nvrender.load("!!ARBfp1.0 MOV result.color, fragment.color; END")
    broken = replace(program, source=Source(b"!!ARBfp1.0 MOV result.color, nothing; END", "broken.fp"))
    with pytest.raises(TargetError, match=r"refuses broken\.fp at byte \d+: .*"):
        run(broken, backend="native")


def test_no_fragments_and_no_results(native: Native) -> None:
    assert run(PROGRAM, backend="native", count=0)["color[0]"].shape == (0, 4)
    assert dict(run(PROGRAM, backend="native", results=[])) == {}
    killed = run("!!ARBfp1.0 KIL fragment.color.x; END", {"color": [[-1.0], [1.0]]}, backend="native")
    assert {name: list(array) for name, array in killed.items()} == {"killed": [True, False]}


def test_diff_compares_driver_and_oracle(native: Native, tmp_path: Path) -> None:
    path = tmp_path / "program.fp"
    path.write_text(
        "!!ARBfp1.0 OPTION ARB_draw_buffers; TEMP t; RSQ t, fragment.texcoord.x; KIL fragment.texcoord[1];"
        "MUL result.color[0], t, fragment.color; MOV result.color[3], fragment.position; END"
    )
    done = CliRunner().invoke(main, ["diff", str(path), "--backend", "native", "--json"])
    assert done.exit_code == 0, done.output
    (comparison,) = json.loads(done.output)
    assert [row["name"] for row in comparison["results"]] == ["color[0]", "color[3]", "killed"]
