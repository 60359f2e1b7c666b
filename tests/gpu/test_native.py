"""The driver's own assembler against expected numbers and the oracle; the copies it reads results by."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import pytest
from click.testing import CliRunner

import nvrender
from nvrender.cli.main import main
from nvrender.gl.state import Fog, Light, Material, Point, State, TextureGeneration
from nvrender.gpu.native import context as native_context
from nvrender.gpu.native import copies
from nvrender.gpu.native.context import Native
from nvrender.render import inputs
from nvrender.run import run
from nvrender.source import ContextError, InputError, Source, TargetError

ROOT = Path(__file__).parent.parent.parent


def words(array: Any) -> Any:
    return np.ascontiguousarray(array, np.float32).view(np.uint32)


def one(body: str, *attributes: Any, **options: Any) -> Any:
    """``result.texcoord[0]`` of a program of a few instructions on one vertex."""
    text = f"!!ARBvp1.0\nTEMP t; ADDRESS A;\n{body}\nMOV result.position, vertex.position;\nEND"
    given = {index: [value] for index, value in enumerate(attributes)}
    return run(text, given, backend="native", results=["texcoord[0]"], **options)["texcoord[0]"][0]


X = (1.5, -2.25, 3.0, -4.0)
Y = (2.0, 0.5, -1.0, 4.0)


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        pytest.param("MOV @, a;", X, id="MOV ARB_vertex_program 2.14.5.18"),
        pytest.param("ABS @, a;", (1.5, 2.25, 3, 4), id="ABS 2.14.5.1"),
        pytest.param("ADD @, a, -b.wzyx;", (-2.5, -1.25, 2.5, -6), id="ADD 2.14.5.2"),
        pytest.param("SUB @, a, b;", (-0.5, -2.75, 4, -8), id="SUB 2.14.5.25"),
        pytest.param("MUL @, a, b;", (3, -1.125, -3, -16), id="MUL 2.14.5.19"),
        pytest.param("MAD @, a, b, b.x;", (5, 0.875, -1, -14), id="MAD 2.14.5.15"),
        pytest.param("MIN @, a, b;", (1.5, -2.25, -1, -4), id="MIN 2.14.5.17"),
        pytest.param("MAX @, a, b;", (2, 0.5, 3, 4), id="MAX 2.14.5.16"),
        pytest.param("SGE @, a, b;", (0, 0, 1, 0), id="SGE 2.14.5.23"),
        pytest.param("SLT @, a, b;", (1, 1, 0, 1), id="SLT 2.14.5.24"),
        pytest.param("DP3 @, a, b;", (-1.125,) * 4, id="DP3 2.14.5.4"),
        pytest.param("DP4 @, a, b;", (-17.125,) * 4, id="DP4 2.14.5.5"),
        pytest.param("DPH @, a, b;", (2.875,) * 4, id="DPH 2.14.5.6"),
        pytest.param("DST @, a, b;", (1, -1.125, 3, 4), id="DST 2.14.5.7"),
        pytest.param("FLR @, a;", (1, -3, 3, -4), id="FLR 2.14.5.10"),
        pytest.param("FRC @, a;", (0.5, 0.75, 0, 0), id="FRC 2.14.5.11"),
        pytest.param("RCP @, b.y;", (2,) * 4, id="RCP 2.14.5.21"),
        pytest.param("XPD @.xyz, a, b;", (0.75, 7.5, 5.25, 0), id="XPD 2.14.5.27"),
        pytest.param("SWZ @, a, w, -x, 0, -1;", (-4, -1.5, 0, -1), id="SWZ 2.14.5.26"),
        pytest.param("EX2 @, b.x;", (4,) * 4, id="EX2 2.14.5.8"),
        pytest.param("LG2 @, b.w;", (2,) * 4, id="LG2 2.14.5.13"),
        pytest.param("LIT @, b.xxxx;", (1, 2, 4, 1), id="LIT 2.14.5.14"),
        pytest.param("ARL A.x, b.x; MOV @, p[A.x + 1];", (7, 8, 9, 10), id="ARL 2.14.5.3"),
        pytest.param("MOV @.yw, a;", (0, -2.25, 0, -4), id="write mask 2.14.4.3"),
    ],
)
def test_an_instruction_gives_the_expected_number(native: Native, instruction: str, expected: Any) -> None:
    declarations = (
        "ATTRIB a = vertex.attrib[1]; ATTRIB b = vertex.attrib[2];\n"
        "PARAM p[4] = {{1, 2, 3, 4}, {2, 3, 4, 5}, {4, 5, 6, 7}, {7, 8, 9, 10}};\n"
    )
    actual = one(declarations + instruction.replace("@", "result.texcoord[0]"), X, X, Y)
    assert actual.tolist() == pytest.approx(list(map(float, expected)), rel=1e-6)


def test_words_come_back_bit_for_bit(native: Native) -> None:
    """Signs of zeros, infinities, NaN payloads and denormals pass through MOV to every result."""
    generator = np.random.default_rng(5)
    table = generator.integers(0, 1 << 32, (600, 4), dtype=np.uint64).astype(np.uint32)
    table[:2] = [[0x80000000, 0x7F800000, 0xFF800000, 0x7FC00001], [1, 0x80000001, 0x7FFFFF, 0x7F9E8372]]
    names = ["position", "color", "color.secondary", "color.back", "fogcoord", "pointsize", "texcoord[7]"]
    text = "!!ARBvp1.0\n" + "".join(f"MOV result.{name}, vertex.attrib[1];\n" for name in names) + "END"
    results = run(text, {1: table.view(np.float32)}, backend="native")
    assert len(results) == len(names)
    for name, array in results.items():
        assert np.array_equal(array.view(np.uint32), table), name


PROGRAM = """!!ARBvp1.0
# result.color is written last; OUTPUT late = result.fogcoord;
OUTPUT front = result.color; OUTPUT same = result.color.front.primary; OUTPUT distance = result.fogcoord;
ATTRIB normal = vertex.normal; PARAM scale = program.local[3]; PARAM rows[4] = { state.matrix.mvp };
PARAM mixed[5] = { program.env[5], state.matrix.program[1].row[1..3], { 1, -2, 0.5 } };
TEMP t;
DP4 t.x, rows[0], vertex.position; DP4 t.y, rows[1], vertex.position;
DP4 t.z, rows[2], vertex.position; DP4 t.w, rows[3], vertex.position;
MOV result.position, t;
MUL front.xy, normal, scale; ADD same.zw, normal, mixed[3];
MAD result.texcoord[3].xyz, normal, {2, 3, 4}, mixed[0];
MOV distance.x, state.fog.color.z;
MAX result.color.back.secondary, vertex.texcoord[2].wzyx, mixed[4];
ADD result.pointsize.x, -vertex.color.secondary.y, state.texgen[0].eye.r.y;
END"""

STATE = State(
    modelview=((1, 2, 3, 4), (0, 1, 0, 2), (0, 0, 1, 1), (0, 0, 0, 1)),
    projection=((2, 0, 0, 0), (0, 4, 0, 0), (0, 1, 1, 0), (0, 0, 0, 1)),
    program=(((2, 0, 1, 0), (0, 1, 0, 0), (0, 1, 1, 0), (0, 0, 0, 1)),) * 8,
    fog=Fog(color=(0.125, 0.25, 0.5, 1.0), start=2.0, end=4.0, density=0.25),
    texture_generation=(TextureGeneration(eye=((1, 2, 3, 4),) * 4),) * 4,
    material=Material(ambient=(0.5, 0.25, 0.125, 1.0), shininess=3.0),
    back_material=Material(shininess=7.0, ambient=(0.1, 0.2, 0.3, 0.4), emission=(0.5,) * 4),
    lights=tuple(
        Light(position=(1, 2, 3, 0), attenuation=(1.5, 2, 3), spot_direction=(1, 2, 3), spot_cutoff=30.0 + n,
              spot_exponent=4.0, specular=(0.5, 0.25, n, 1), diffuse=(n, 1, 2, 3))
        for n in range(8)
    ),
    clip_plane_equations=((1, 2, 3, 4),) * 6,
    point_size=2.5,
    point=Point(1.0, 20.0, 2.0, (0.5, 0.25, 0.125)),
)  # fmt: skip
PARAMETERS = {"program.local[3]": [2, -1, 0.5, 4], "program.env[5]": [0.25, 1, -3, 0]}


def attributes(count: int) -> dict[str, Any]:
    """Multiples of 1/8: what PROGRAM computes of them is exact."""
    generator = np.random.default_rng(count)
    names = ("position", "normal", "texcoord[2]", "color.secondary")
    return {name: np.round(generator.normal(size=(count, 4)) * 16) / 8 for name in names}


@pytest.mark.parametrize("count", [1, 511, 512 * 256 + 3])
def test_driver_and_oracle_agree(native: Native, count: int) -> None:
    given = attributes(count)
    steps: list[tuple[int, int]] = []
    actual = run(
        PROGRAM, given, PARAMETERS, state=STATE, backend="native", progress=lambda *step: steps.append(step)
    )
    expected = run(PROGRAM, given, PARAMETERS, state=STATE)
    assert list(actual) == list(expected)
    for name in expected:
        np.testing.assert_array_equal(actual[name], expected[name], err_msg=name)
    assert steps[-1] == (count, count)


def test_parameters_override_state_bindings(native: Native) -> None:
    """A value for a binding counts, not the state (docs/program.md); whole matrices and ranges too."""
    override = {
        "state.matrix.mvp.row[1]": [5, 6, 7, 8],
        "state.matrix.program[1].row[2]": [1, 2, 3, 4],
        "state.fog.color": [9, 8, 7, 6],
        "state.texgen[0].eye.r": [1, 0.5, 2, 3],
    }
    given = attributes(7)
    expected = run(PROGRAM, given, PARAMETERS | override, state=STATE)
    actual = run(PROGRAM, given, PARAMETERS | override, state=STATE, backend="native")
    for name in expected:
        np.testing.assert_array_equal(actual[name], expected[name], err_msg=name)
    plain = run(PROGRAM, given, PARAMETERS, state=STATE, backend="native")
    assert all(
        not np.array_equal(plain[name], actual[name]) for name in ("position", "fogcoord", "pointsize")
    )


@pytest.mark.parametrize(
    "binding",
    [
        "material.ambient", "material.back.shininess", "light[3].spot.direction", "light[2].half",
        "light[2].attenuation", "light[1].position", "lightmodel.ambient", "lightmodel.back.scenecolor",
        "lightprod[4].specular", "lightprod[5].back.diffuse", "texgen[1].eye.t", "texgen[1].object.s",
        "fog.params", "fog.color", "clip[2].plane", "point.size", "point.attenuation",
        "matrix.texture[1].row[2]", "matrix.program[3].inverse.row[1]", "matrix.modelview.invtrans.row[0]",
        "matrix.mvp.transpose.row[3]", "matrix.projection.row[2]",
    ],
)  # fmt: skip
def test_the_driver_derives_the_same_state(native: Native, binding: str) -> None:
    """ARB_vertex_program tables X.3.1 to X.3.8."""
    text = f"!!ARBvp1.0 MOV result.position, state.{binding}; END"
    actual = run(text, state=STATE, backend="native")["position"]
    np.testing.assert_allclose(actual, run(text, state=STATE)["position"], rtol=1e-5, atol=1e-6)


def test_a_position_invariant_program(native: Native) -> None:
    text = "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, vertex.position; END"
    given = {"position": attributes(9)["position"]}
    actual, expected = run(text, given, state=STATE, backend="native"), run(text, given, state=STATE)
    for name in ("position", "color.front.primary"):
        np.testing.assert_array_equal(actual[name], expected[name])


def test_diff_compares_driver_and_oracle(native: Native, tmp_path: Path) -> None:
    path = tmp_path / "program.vp"
    text = "!!ARBvp1.0 MUL result.color, vertex.normal, {2, 3, 4}; RSQ result.texcoord, vertex.color.x;"
    path.write_text(f"{text} MOV result.position, vertex.position; END")
    done = CliRunner().invoke(main, ["diff", str(path), "--backend", "native", "--json"])
    assert done.exit_code == 0, done.output
    (comparison,) = json.loads(done.output)
    assert [row["name"] for row in comparison["results"]] == [
        "position",
        "color.front.primary",
        "texcoord[0]",
    ]


def test_no_vertices_and_no_results(native: Native) -> None:
    assert run(PROGRAM, backend="native", count=0)["position"].shape == (0, 4)
    assert dict(run(PROGRAM, backend="native", results=[])) == {}


@pytest.mark.parametrize(
    ("text", "extension"),
    [
        ("!!VP1.0 MOV o[HPOS], v[0]; END", "NV_vertex_program"),
        ("!!VP2.0 MOV o[HPOS], v[0]; END", "NV_vertex_program2"),
        ("!!ARBvp1.0 OPTION NV_vertex_program2; MOV result.position, vertex.position; END",
         "NV_vertex_program2_option"),
        ("!!NVvp4.0 MOV result.position, vertex.position; END", "NV_vertex_program4"),
        ("!!NVvp5.0 MOV result.position, vertex.position; END", "NV_gpu_program5"),
    ],
)  # fmt: skip
def test_languages_need_their_extension(native: Native, text: str, extension: str) -> None:
    given = {0: [[1.0, -2.0, 3.0, 4.0]]}
    if f"GL_{extension}" in native.extensions:
        assert next(iter(run(text, given, backend="native").values())).tolist() == given[0]
        return
    with pytest.raises(TargetError, match=f"has no {extension}$"):
        run(text, given, backend="native")


def test_a_refused_program_tells_what_the_driver_says(native: Native) -> None:
    program = nvrender.load("!!ARBvp1.0 MOV result.position, vertex.position; END")
    broken = replace(program, source=Source(b"!!ARBvp1.0 MOV result.position, nothing; END", "broken.vp"))
    with pytest.raises(TargetError, match=r"refuses broken\.vp at byte \d+: .*"):
        run(broken, backend="native")


def test_what_was_current_stays_current(native: Native, context: moderngl.Context) -> None:
    buffer = context.buffer(words([[1, 2, 3, 4]]).tobytes())
    run(PROGRAM, attributes(3), PARAMETERS, backend="native")
    with pytest.raises(TargetError):
        run("!!NVvp4.0 MOV result.position, vertex.instance; END", backend="native")
    assert buffer.read() == words([[1, 2, 3, 4]]).tobytes()
    assert context.error == "GL_NO_ERROR"
    buffer.release()


def test_nothing_becomes_current_where_nothing_was(native: Native) -> None:
    run(PROGRAM, attributes(3), PARAMETERS, backend="native")
    assert native_context._call("eglGetCurrentContext") == 0


def test_each_thread_has_its_own_context(native: Native) -> None:
    with ThreadPoolExecutor(1) as pool:
        given = attributes(20)
        other = pool.submit(run, PROGRAM, given, PARAMETERS, backend="native").result()
    own = run(PROGRAM, given, PARAMETERS, backend="native")
    assert all(np.array_equal(own[name], other[name]) for name in own)


def test_missing_pyopengl_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def refuse(name: str, *rest: Any) -> Any:
        if name.startswith("OpenGL"):
            raise ImportError("No module named 'OpenGL'")
        return real(name, *rest)

    monkeypatch.setattr(native_context.importlib, "import_module", refuse)
    with pytest.raises(ContextError, match=r"pip install 'nvrender\[native\]'"):
        run(PROGRAM, backend="native")


@pytest.mark.parametrize("platform", ["glx", "osmesa"])
def test_pyopengl_on_another_platform_is_told(platform: str) -> None:
    """PyOpenGL decides once a process where it finds its functions."""
    pytest.importorskip("OpenGL", reason="PyOpenGL is not installed")
    script = """
import nvrender
try:
    nvrender.run("!!ARBvp1.0 MOV result.position, vertex.position; END", backend="native")
except nvrender.NvrenderError as error:
    print(type(error).__name__, error)
"""
    environment = {**os.environ, "PYOPENGL_PLATFORM": platform}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("ContextError backend native needs PyOpenGL on EGL"), done.stdout


def test_a_machine_without_compatibility_profile_is_told(
    native: Native, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native_context, "_thread", type("Fresh", (), {})())
    monkeypatch.setattr(native_context, "_compatibility_context", lambda display: 0)
    with pytest.raises(ContextError, match="EGL device 0: no compatibility profile"):
        run(PROGRAM, backend="native")


def test_unknown_backends_are_listed() -> None:
    with pytest.raises(InputError, match="oracle, gpu, llvm, native"):
        run(PROGRAM, backend="driver")


# The copies are programs themselves: the oracle runs them where no driver does.


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(PROGRAM, id="ARB"),
        pytest.param(
            """!!ARBvp1.0 OPTION NV_vertex_program2; TEMP t; OUTPUT o = result.texcoord[1];
            add: ADD t, t, vertex.normal; RET;
            main: MOV t, vertex.position; MOVC t.x, t.x; CAL add (GT.x); MOV o, t; MOV result.clip[1].x, t.y;
            MOV result.position, -t; END""",
            id="main",
        ),
        pytest.param(
            "!!VP2.0 top: ADD R0, R0, v[3]; SGTC R1.x, v[0].x, R0.x; BRA top (NE.x); MOV o[FOGC].x, R0; "
            "MOV o[HPOS], v[0]; ADD o[COL0].yz, R0, c[3]; END",
            id="VP2.0 loop to the first instruction",
        ),
        pytest.param("!!VP1.1 MOV o[HPOS], v[0]; MAD o[ TEX3 ].xy, v[2], c[1], v[2]; MOV o[BFC1], v[0]; END",
                     id="VP1.1"),
        pytest.param("!!NVvp4.0 TEMP t; REP {3}; ADD t, t, vertex.position; ENDREP; MOV result.attrib[2], t; "
                     "MOV result.position, vertex.normal; RET; END", id="NVvp4.0"),
    ],
)  # fmt: skip
def test_a_copy_leaves_its_results_in_the_colours(text: str) -> None:
    program = nvrender.load(text)
    generator = np.random.default_rng(1)
    given: dict[Any, Any] = {n: np.round(generator.normal(size=(5, 4)) * 8) / 8 for n in range(16)}
    given[2][:, 3] = 1  # as vertex.normal is
    parameters: Any = {1: [1, 2, 3, 4], 3: [5, 6, 7, 8]} if not program.profile.declares_names else None
    expected = run(program, given, parameters)
    pixel = copies.free_attribute(program)
    for name in program.results:
        copy = nvrender.load(copies.copy_for(program, [name], pixel))
        actual = run(copy, given, parameters)
        names = (
            ("COL0", "HPOS") if not program.profile.declares_names else ("color.front.primary", "position")
        )
        np.testing.assert_array_equal(actual[names[0]], expected[name], err_msg=name)
        np.testing.assert_array_equal(actual[names[1]], given[pixel], err_msg=name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("!!ARBvp1.0 TEMP t; MOV t, vertex.attrib[0];"
         + "".join(f"ADD t, t, vertex.attrib[{n}];" for n in range(1, 16)) + "MOV result.position, t; END",
         "reads all sixteen"),
        ("!!NVvp4.0 MOV result.position, vertex.instance; END", "beyond the sixteen"),
        ("!!ARBvp1.0 OPTION NV_vertex_program3; ADDRESS A; ARL A, vertex.position; "
         "MOV result.position, vertex.attrib[A.x + 1]; END", "addressed relatively"),
        ("!!ARBvp1.0 OPTION NV_vertex_program2; "
         "main: MOV result.position, vertex.position; BRA main (GT); END",
         "a jump to main"),
        ("!!VSP1.0 MOV c[1], v[0]; END", "does not run VSP1.0"),
    ],
)  # fmt: skip
def test_what_no_copy_can_hold_is_refused(native: object, text: str, message: str) -> None:
    with pytest.raises(TargetError, match=message):
        run(text, backend="native")


@pytest.mark.parametrize("scene", ["lamplight", "bubbles"])
def test_demo_programs_agree_with_the_driver(scene: str, native: Native) -> None:
    """The driver multiplies and inverts matrices in float32, so the last bits are its own."""
    compared = 0
    for program, attributes, parameters, state in inputs(ROOT / "scenes" / f"{scene}.toml"):
        if program.profile.header != "!!ARBvp1.0":
            continue
        some = {index: array[:: max(1, len(array) // 100)] for index, array in attributes.items()}
        expected = run(program, some, parameters, state=state)
        found = run(program, some, parameters, state=state, backend="native")
        assert list(found) == list(expected)
        for name, values in expected.items():
            np.testing.assert_allclose(found[name], values, rtol=5e-5, atol=5e-5, err_msg=name)
        compared += 1
    assert compared >= 2
