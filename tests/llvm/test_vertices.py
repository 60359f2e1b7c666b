"""Vertex programs compiled for the processor against the oracle: shaders/, the scripts, random programs."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from fuzz.campaign import campaign
from test_conformance import SCRIPTS

import nvrender
from nvrender.llvm import machine
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.program.profile import Stage
from nvrender.regression.comparison.sample_states import sample_state
from nvrender.regression.comparison.samples import samples
from nvrender.regression.conformance.run import check
from nvrender.source import InputError, TargetError

from .bits import compared

SHADERS = Path(__file__).parents[2] / "shaders"
#: Families of random vertex programs.
_FAMILIES = ("vp", "arb-nv3", "nv4", "nv5", "nv5-long", "nv5-buffers")
#: Of the scripts' cases one in so many; ``nvrender spec --backend llvm`` checks all.
_EACH = 60
_VERTEX = (b"!!VP", b"!!VSP", b"!!ARBvp", b"!!NVvp")


def _programs() -> list[str]:
    paths = (path for path in sorted(SHADERS.glob("*.vp")) if path.stat().st_size < 6000)
    return [path.name for path in paths if reaching_outside(nvrender.load(path)) is None][::4]


@pytest.mark.parametrize("name", _programs())
def test_exact_programs_give_the_oracles_bits(name: str) -> None:
    """Also of EX2, LG2, SIN and RSQ, which both compute in doubles and round once; NaN is NaN."""
    program = nvrender.load((SHADERS / name).read_text().replace("REP.S 900", "REP.S 60"))
    attributes, parameters = samples(program, 37, seed=5)
    state = sample_state(program, seed=5)
    assert compared(program, attributes, parameters, state=state) == []


def test_scripts() -> None:
    cases = [case for script in SCRIPTS.values() for case in script]
    outside = (b"TX", b"TEX", b"LOAD", b"LDC", b"ATOM", b"STORE")
    alone = [case for case in cases if case.runs and not any(word in case.program for word in outside)]
    taken = [case for case in alone if case.program.lstrip().startswith(_VERTEX)][::_EACH]
    assert len(taken) > 8
    assert [str(failure) for case in taken for failure in check(case, "llvm")] == []


@pytest.mark.parametrize(
    ("family", "way"), [*((family, "llvm") for family in _FAMILIES), ("arb", "llvm-fast")]
)
def test_random_programs(family: str, way: str) -> None:
    """``python -m tests.fuzz --backend llvm`` tries more.

    Fast numerics are within the precision of the opcodes (OpenGL 1.5, 2.1.1).
    """
    outcomes = list(campaign(family, 40, 2, (way,)))
    assert [row.mismatch.message for row in outcomes if row.mismatch is not None] == []


SCALAR = "!!VP2.0\n{0} o[TEX0].x, v[OPOS].x;\nMOV o[HPOS], v[OPOS];\nEND"


@pytest.mark.parametrize("opcode", ["COS", "SIN", "EX2", "LG2", "RCP", "RSQ"])
def test_functions_of_every_size_of_number(opcode: str) -> None:
    """Angles beyond 2^20 need more of π than a double has; zeros keep their sign (docs/semantics.md)."""
    random = np.random.default_rng(3)
    words = random.integers(0, 1 << 32, 4096, dtype=np.uint32).view(np.float32)
    special = np.array(
        [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 3.4e38, 1e22, 127.5, -149.5], np.float32
    )
    x = np.concatenate([np.float32(special), words, np.float32(random.uniform(-10, 10, 2048))])
    program = nvrender.load(SCALAR.format(opcode))
    wanted, have = (
        nvrender.run(program, {0: x[:, None]}, backend=backend)["TEX0"][:, 0]
        for backend in ("oracle", "llvm")
    )
    same = (wanted.view(np.uint32) == have.view(np.uint32)) | (np.isnan(wanted) & np.isnan(have))
    assert same.all(), list(zip(x[~same], wanted[~same], have[~same], strict=True))[:4]


@pytest.mark.parametrize("rounding", ["ROUND", "CEIL", "FLR", "TRUNC"])
def test_halves_of_doubles_are_rounded_once(rounding: str) -> None:
    """NV_gpu_program5 2.X.8, CVT, on processors that have no instruction for it, too."""
    program = nvrender.load(
        f"!!NVvp5.0 LONG TEMP d; TEMP r; CVT.F64.F32 d, vertex.attrib[0]; MAD.F64 d, d, {2.0**-40}, 1;"
        f"ADD.F64 d, d, vertex.attrib[1].x; CVT.F16.F64.{rounding} r, d; MOV.U result.attrib[0], r; END"
    )
    near = np.array([[1, -1, 0, 3], [-3, 2.0**29, 1 - 2.0**29, 5]], np.float32)
    offsets = np.array([0, 2.0**-11, 3 * 2.0**-11, 2.0**-10, -1, 65519, 65520, -65521, 7e4], np.float32)
    rows = (
        np.tile(near, (len(offsets), 1)),
        np.repeat(offsets, len(near))[:, None] * np.ones((1, 4), np.float32),
    )
    assert compared(program, dict(enumerate(rows)), None) == []


def test_condition_codes_are_of_results_whose_denormals_are_zeros() -> None:
    """2^−126.5 is a zero of a float, not of a double (NV_vertex_program2 2.14.1.6, 2.14.3)."""
    text = "!!VP2.0\nEX2C R0, v[OPOS].x;\nMOV o[HPOS], v[OPOS];\nMOV o[TEX0](EQ), v[OPOS];\nEND"
    x = np.array([[-126.5], [-126.0], [-200.0], [1.0]], np.float32)
    assert compared(text, {0: x}) == []


#: Instructions whose result tells whether a denormal R is a zero.
_OF_DENORMALS = (
    "FLR {0}, R;", "CEIL {0}, R;", "FRC {0}, R;", "ROUND {0}, R;", "SEQ {0}, R, 0;", "SNE {0}, -|R|, 0;",
    "SGT {0}, R, 0;", "LG2 {0}, R.x;", "LG2 {0}, R.y;", "FLR.S {0}, R;", "CEIL.S {0}, R;",
    "MOV.SAT {0}, R;", "MOV.SSAT {0}, R;", "MOV.CC Q, R; MOV {0}, 1; MOV {0} (NE), 2;",
    "MOV.F64 D, R; UP64.U {0}, D;", "ADD.F64 D, R, 1e-40; UP64.U {0}, D;", "CVT.F64.F32 D, R; UP64.U {0}, D;",
)  # fmt: skip


@pytest.mark.parametrize("given", ["{ 0x2afc, 0x80002afc, 0x7fffff, 0x80000001 }", "vertex.attrib[1]"])
def test_denormal_words_are_zeros_though_they_are_known(given: str) -> None:
    """LLVM compares, rounds and widens constants as they are, and words with 0.0 as integers."""
    words = np.array([[0x2AFC, 0x80002AFC, 0x7FFFFF, 0x80000001]], np.uint32)
    for start in range(0, len(_OF_DENORMALS), 8):
        part = enumerate(_OF_DENORMALS[start : start + 8])
        body = " ".join(f"{text.format('S')} MOV.U result.attrib[{number}], S;" for number, text in part)
        program = f"!!NVvp5.0 TEMP Q, R, S; LONG TEMP D; MOV.U R, {given}; {body} END"
        assert compared(program, {1: words.view(np.float32)}) == []


def test_instructions_flush_denormals_where_the_processor_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    """NV_vertex_program2 2.14.3: denormals are not supported."""
    from dataclasses import replace

    from nvrender.llvm import calls

    plain = replace(machine.host(), hardware_flush=False)
    monkeypatch.setattr(calls, "host", lambda: plain)
    text = (
        "!!VP2.0\nMOV R0, v[WGHT];\nMUL o[TEX0], v[OPOS], R0;\nADD o[TEX1], v[OPOS], R0;\n"
        "MOV o[HPOS], v[OPOS];\nEND"
    )
    a = np.array([[2.0**-70, -(2.0**-126), 2.0**-126, 1e-40]], np.float32).repeat(20, axis=0)
    b = np.array([[2.0**-70, 2.0**-126 * 1.5, -0.5, 1e-40]], np.float32).repeat(20, axis=0)
    for program in (nvrender.load(text), nvrender.load(text)):
        wanted, have = (nvrender.run(program, {0: a, 1: b}, backend=back) for back in ("oracle", "llvm"))
        for name in wanted:
            assert wanted[name].tobytes() == have[name].tobytes()


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 9000])
def test_any_number_of_vertices(count: int) -> None:
    program = nvrender.load("!!VP2.0\nMOV R0, v[COL0];\nMAD o[HPOS], v[OPOS], c[0], R0;\nEND")
    given = np.arange(4 * count, dtype=np.float32).reshape(count, 4)
    attributes = {0: given, 3: [1.0, 2.0, 3.0, 4.0]}
    parameters = {0: [2.0, 3.0, 4.0, 5.0]}
    wanted, have = (
        nvrender.run(program, attributes, parameters, backend=back, count=count)["HPOS"]
        for back in ("oracle", "llvm")
    )
    assert wanted.tobytes() == have.tobytes()


def test_what_is_not_supported_is_refused() -> None:
    with pytest.raises(TargetError, match="does not run stores to images in the format of the image"):
        nvrender.run(
            "!!NVvp5.0\nSTOREIM.F image[0], vertex.position, {0}, 2D;\nMOV result.position, {1};\nEND",
            backend="llvm",
        )


def test_without_llvmlite_one_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    with pytest.raises(InputError, match=r"pip install 'nvrender\[llvm\]'"):
        nvrender.run("!!VP1.0\nMOV o[HPOS], v[OPOS];\nEND", backend="llvm")


def test_the_same_program_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "!!VP1.0\nMUL o[HPOS], v[OPOS], v[OPOS].wzyx;\nEND"
    made: list[str] = []
    plain = machine.object_code
    monkeypatch.setattr(machine, "object_code", lambda text: made.append(text) or plain(text))
    programs: list[Program] = [nvrender.load(text), nvrender.load(text)]
    assert programs[0].profile.stage is Stage.VERTEX
    for program in programs * 2:
        nvrender.run(program, backend="llvm")
    assert len(made) <= 1
