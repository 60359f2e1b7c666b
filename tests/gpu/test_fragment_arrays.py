"""Fragment programs over arrays: the GPU against the oracle, instruction by instruction."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

from nvrender.gl.state import Fog, State
from nvrender.languages.load import load
from nvrender.ops.types import DataType
from nvrender.run import run

sys.path.insert(0, str(Path(__file__).parent.parent / "glsl"))
from fragment_programs import CASES, fragment_program

Words = npt.NDArray[np.uint32]

_FLOATS = (0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3F800000, 0xBF800000, 0x3F000000, 0x42FE0000)
_INTEGERS = (0, 1, 2, 31, 32, 33, 0x80000000, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000001, 0xFFFFFFFE)
_COUNT = 64


def _words(generator: np.random.Generator, *, floats: bool, count: int = _COUNT) -> npt.NDArray[np.float32]:
    """Plain and special values, (count, 4) words."""
    shape = count, 4
    plain = (generator.normal(size=shape) * generator.choice([0.3, 3.0, 100.0], size=shape)).astype(
        np.float32
    )
    words = plain.view(np.uint32)
    if not floats:
        small = generator.integers(-40, 40, size=shape).astype(np.int32).view(np.uint32)
        words = np.where(generator.random(shape) < 0.5, small, words)
    special = generator.choice(np.array(_FLOATS if floats else _INTEGERS, np.uint32), size=shape)
    return np.where(generator.random(shape) < 0.25, special, words).astype(np.uint32).view(np.float32)


def agree(program: Any, attributes: dict[Any, Any], *, exactly: bool = False, **given: Any) -> None:
    """Both sides give the same; floats within the 1 part in 10^5 of ARB_fragment_program issue 1."""
    expected, found = (run(program, attributes, backend=backend, **given) for backend in ("oracle", "gpu"))
    assert list(expected) == list(found)
    assert (expected["killed"] == found["killed"]).all()
    for name in expected:
        if name == "killed":
            continue
        a, b = expected[name], found[name]
        same = a.view(np.uint32) == b.view(np.uint32)
        if not exactly:
            with np.errstate(invalid="ignore", over="ignore"):
                same |= np.abs(a - b) <= np.maximum(2e-5 * np.abs(a), 1e-5)
        same |= np.isnan(a) & np.isnan(b)
        wrong = np.argwhere(~same)
        assert not len(wrong), f"{name}{wrong[0]}: oracle {a[tuple(wrong[0])]}, GPU {b[tuple(wrong[0])]}"


@pytest.mark.parametrize(
    "family, name, type", CASES, ids=[f"{family}-{name}.{type.value}" for family, name, type in CASES]
)
def test_instructions_agree(family: str, name: str, type: DataType) -> None:
    program = load(fragment_program(family, name, type))
    generator = np.random.default_rng(CASES.index((family, name, type)))
    instruction = next(each for each in program.instructions[1:] if each.opcode.name == name)
    # Attributes of ARB programs are numbers: denormal words are zeros before an unpack reads their bits.
    unpacks = instruction.opcode.unpacks and family == "nv4"
    floats = instruction.operands[0].type is DataType.FLOAT and not unpacks
    attributes = {row.name: _words(generator, floats=floats) for row in program.attributes}
    parameters = {"program.local[1]": _words(generator, floats=floats, count=1)[0]}
    destination = instruction.destination
    assert destination is not None
    # Packed words that leave as colours of ARB programs are clamped as the numbers they are.
    words = destination.type is not DataType.FLOAT or (instruction.opcode.packs and family == "nv4")
    agree(program, attributes, parameters=parameters, exactly=words)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 7, 64, 4099])
def test_derivatives_are_differences_in_quads(count: int) -> None:
    """NV_fragment_program_option 3.11.5.30-31; docs/semantics.md where a neighbour is not there."""
    generator = np.random.default_rng(count)
    attributes = {"texcoord[0]": generator.normal(size=(count, 4)).astype(np.float32)}
    text = (
        "!!ARBfp1.0 OPTION NV_fragment_program; OPTION ARB_draw_buffers; TEMP x, y;"
        "DDX x, fragment.texcoord[0]; DDY y, fragment.texcoord[0]; ADD x, x, 100; ADD y, y, 100;"
        "MUL result.color[0], x, 0.005; MUL result.color[1], y, 0.005; END"
    )
    agree(load(text), attributes)


def test_killed_fragments_help_their_neighbours() -> None:
    """ARB_fragment_program 3.11.6.4; docs/semantics.md."""
    generator = np.random.default_rng(7)
    attributes = {
        "texcoord[0]": generator.normal(size=(256, 4)).astype(np.float32),
        "color": generator.normal(size=(256, 4)).astype(np.float32),
    }
    text = (
        "!!NVfp4.0 TEMP r; KIL fragment.color.x; DDX r, fragment.texcoord[0]; MOV result.color, r;"
        "MOV result.depth.z, fragment.color.y; END"
    )
    agree(load(text), attributes, exactly=True)
    found = run(load(text), attributes, backend="gpu")
    assert found["killed"].any() and not found["killed"].all()
    assert not found["color[0]"][found["killed"]].any()


@pytest.mark.parametrize("name", ["2H", "2US", "4B", "4UB"])
def test_packed_words_survive_registers(name: str) -> None:
    """NV_fragment_program_option 3.11.5.32-35, 44-47: bits, whatever number they are."""
    text = (
        f"!!ARBfp1.0 OPTION NV_fragment_program; TEMP a, b, c; PK{name} a.x, fragment.texcoord[0];"
        f"MOV b.y, a.x; MOV c, b.y; UP{name} a, c.w; MAD result.color, a, 0.125, 0.5; END"
    )
    attributes = {"texcoord[0]": _words(np.random.default_rng(9), floats=True)}
    agree(load(text), attributes)


def test_nrm_and_rsq_have_one_reciprocal_root() -> None:
    """NV_fragment_program2 3.11.5.50, ARB_fragment_program 3.11.5.22: of the absolute value."""
    text = (
        "!!ARBfp1.0 OPTION NV_fragment_program2; TEMP a, b; NRM a.xyz, fragment.texcoord[0];"
        "RSQ b, fragment.texcoord[0].w; MUL b, b, 0.125; MAD result.color, a, 0.5, b; END"
    )
    agree(load(text), {"texcoord[0]": _words(np.random.default_rng(13), floats=True)})


@pytest.mark.parametrize("mask", ["", " (TR)"])
def test_str_is_no_constant_for_lrp(mask: str) -> None:
    """ARB_fragment_program 3.11.5.14: (1 - 1) * INF is NaN, also where STR left the 1."""
    text = (
        "!!ARBfp1.0 OPTION NV_fragment_program; TEMP one;"
        f"STR one{mask}, fragment.color, fragment.color;"
        "LRP result.color, one, fragment.color, fragment.texcoord[0]; END"
    )
    agree(load(text), {"texcoord[0]": np.full((4, 4), np.inf), "color": np.full((4, 4), 0.5)})


@pytest.mark.parametrize("mode", ["exp", "exp2", "linear"])
@pytest.mark.parametrize("header", ["!!ARBfp1.0", "!!NVfp4.0"])
def test_fog_options_agree(header: str, mode: str) -> None:
    """ARB_fragment_program 3.11.4.5.1, NV_fragment_program4 2.X.6.Y."""
    generator = np.random.default_rng(3)
    attributes = {
        "color": generator.normal(size=(64, 4)).astype(np.float32),
        "fogcoord": generator.random((64, 1)).astype(np.float32) * 4,
    }
    for fog in (
        Fog(density=0.7, start=0.5, end=3.0, color=(0.25, 2.0, -1.0, 0.5)),
        Fog(density=0.0, start=1.5, end=1.5, color=(0.0, 1.0, 0.5, 0.5)),
    ):
        program = load(f"{header} OPTION ARB_fog_{mode}; MOV result.color, fragment.color; END")
        agree(program, attributes, state=State(fog=fog))


def test_depth_where_the_write_is_not_reached() -> None:
    """NV_fragment_program4 2.X.3.5; docs/semantics.md: the fragment's own."""
    generator = np.random.default_rng(5)
    attributes = {
        "position": generator.random((64, 4)).astype(np.float32),
        "color": generator.normal(size=(64, 4)).astype(np.float32),
    }
    body = "TEMP r; MOVC r, fragment.color; MOV result.depth.z (GT.x), r;"
    text = f"!!ARBfp1.0 OPTION NV_fragment_program; {body} END"
    agree(load(text), attributes, exactly=True)


def test_window_positions_agree() -> None:
    """ARB_fragment_coord_conventions 3.11.4.5.3."""
    text = (
        "!!NVfp4.0 OPTION ARB_fragment_coord_origin_upper_left;"
        "OPTION ARB_fragment_coord_pixel_center_integer; MOV result.color, fragment.position; END"
    )
    position = np.float32([[2.5, 3.5, 0.25, 0.5], [3.5, 3.5, 0.5, 1.0]])
    agree(load(text), {"position": position}, exactly=True, state=State(window_height=10))


def test_integers_stay_words() -> None:
    """NV_fragment_program4 2.X.3.1: generic attributes and colours have the type of their use."""
    text = (
        "!!NVfp4.0 OPTION ARB_draw_buffers; FLAT INT ATTRIB a = fragment.attrib[0];"
        "FLAT UINT ATTRIB b = fragment.attrib[1]; FLAT ATTRIB p = primitive.id;"
        "MUL.S result.color[0], a, -3; SHR.U result.color[1], b, 3; ADD.S result.color[7], p, a; END"
    )
    generator = np.random.default_rng(11)
    attributes = {
        "attrib[0]": generator.integers(-(2**31), 2**31, size=(64, 4)).astype(np.int32),
        "attrib[1]": generator.integers(0, 2**32, size=(64, 4)).astype(np.uint32),
        "primitive.id": np.arange(64, dtype=np.int32)[:, None],
    }
    agree(load(text), attributes, exactly=True)


def test_more_results_than_one_pass_has() -> None:
    writes = "".join(f"MUL result.color[{n}], fragment.color, 0.{n + 1};" for n in range(8))
    text = f"!!ARBfp1.0 OPTION ARB_draw_buffers; {writes} MOV result.depth, fragment.color; END"
    attributes = {"color": np.random.default_rng(2).random((9, 4)).astype(np.float32)}
    agree(load(text), attributes)


def test_only_what_is_asked_for() -> None:
    program = load("!!ARBfp1.0 KIL fragment.color.x; MOV result.color, fragment.color; END")
    attributes = {"color": np.float32([[-1, 0, 0, 0], [1, 0, 0, 0]])}
    assert list(run(program, attributes, backend="gpu", results="killed")) == ["killed"]
    assert run(program, attributes, backend="gpu", results="killed")["killed"].tolist() == [True, False]
    assert list(run(program, attributes, backend="gpu", results=["color[0]"])) == ["color[0]"]


def test_no_fragments() -> None:
    program = load("!!ARBfp1.0 MOV result.color, fragment.color; END")
    found = run(program, {"color": np.zeros((0, 4), np.float32)}, backend="gpu")
    assert found["color[0]"].shape == (0, 4) and found["killed"].shape == (0,)


def test_a_callers_context_is_left_as_it_was(foreign_context: moderngl.Context, snapshot: Any) -> None:
    program = load("!!ARBfp1.0 KIL fragment.color.x; MOV result.color, fragment.texcoord[1]; END")
    before = snapshot(foreign_context)
    run(program, {"color": np.ones((5, 4))}, backend="gpu", context=foreign_context)
    assert snapshot(foreign_context) == before


@pytest.mark.parametrize(
    ("word", "sign"), [("0x80000001", True), ("0x80000000", True), ("0x00000001", False), ("0", False)]
)
def test_a_depth_too_small_for_a_number_is_a_zero_of_its_sign(word: str, sign: bool) -> None:
    """docs/semantics.md: a magnitude below 2^-126 counts as zero, which a clamp to [0, 1] leaves alone."""
    program = load(f"!!NVfp4.0 TEMP r; MOV.U r, {word}; MOV result.depth, r; END")
    for backend in ("oracle", "gpu"):
        depth = run(program, {"position": np.zeros((1, 4), np.float32)}, backend=backend)["depth"][0, 2]
        assert abs(depth) < 2.0**-126 and np.signbit(depth) == sign, backend
