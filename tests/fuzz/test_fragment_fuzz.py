"""Random fragment programs: what is drawn and compared, and no difference found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from nvrender.gpu.native.context import compatibility
from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.languages.arb.headers.generation5 import GROUPED
from nvrender.languages.load import load
from nvrender.ops.conditions import PASSES
from nvrender.ops.types import DataType
from nvrender.program.uniform_control_flow import uniform_control_flow
from nvrender.source import ContextError

from . import declared_compare
from .campaign import campaign
from .declared import DeclaredSample
from .declared_compare import Tally, compare
from .families import FAMILIES
from .fragment_inputs import FragmentInputs, draw
from .readings import readings

ARB_FAMILIES = ("arbfp", "arbfp-nv", "arbfp-nv2")
FRAGMENT_FAMILIES = (*ARB_FAMILIES, "nvfp4", "nvfp5")


def _differences(family: str, seed: int, count: int, modes: tuple[str, ...]) -> tuple[str, Tally]:
    tally = Tally()
    failed = [
        f"{family} seed {outcome.sample.seed}, {outcome.mode}: {outcome.mismatch.message}"
        for outcome in campaign(family, seed, count, modes, tally)
        if outcome.mismatch is not None
    ]
    return "\n".join(failed), tally


@pytest.mark.parametrize("family", (*FRAGMENT_FAMILIES, "nvfp5-memory"))
def test_oracle_and_gpu_agree(family: str) -> None:
    """ARB_fragment_program 3.11 and its options, NV_gpu_program5 2.X.4.5 and 2.X.8, at random."""
    differences, tally = _differences(family, 7020, 10, ())
    assert not differences
    assert tally.open < tally.words / 10


def test_oracle_and_driver_agree() -> None:
    try:
        with compatibility() as native:
            if "GL_ARB_fragment_program" not in native.extensions:
                pytest.skip(f"{native.renderer} has no ARB_fragment_program")
    except ContextError as error:
        pytest.skip(f"no compatibility context: {str(error).splitlines()[0]}")
    differences, tally = _differences("arbfp", 7020, 15, ("native",))
    assert not differences
    assert tally.open < tally.words / 5


@pytest.mark.parametrize("family", ARB_FAMILIES)
def test_everything_is_drawn(family: str) -> None:
    """Opcodes, targets, clamps, options and tests (ARB_fragment_program Tables X.5 and X.6)."""
    programs = [load(FAMILIES[family].generate(seed).text) for seed in range(120)]
    found = [entry for program in programs for entry in program.instructions]
    assert {entry.opcode.name for entry in found} >= set(programs[0].profile.opcodes)
    targets = {entry.texture.target for entry in found if entry.texture}
    assert targets == {"1D", "2D", "3D", "CUBE", "RECT", "SHADOW1D", "SHADOW2D", "SHADOWRECT"}
    assert {entry.clamp for entry in found if entry.opcode.texture} > {None}
    options = {option for program in programs for option in program.options}
    assert options >= {
        "ARB_draw_buffers", "ARB_fog_exp", "ARB_fog_exp2", "ARB_fog_linear", "ARB_fragment_program_shadow",
        "ARB_precision_hint_fastest", "ARB_precision_hint_nicest",
    }  # fmt: skip
    results = {name for program in programs for name in program.results}
    assert results == {*(f"color[{number}]" for number in range(8)), "depth"}
    if family != "arbfp":
        tests = {entry.destination.condition for entry in found if entry.destination}
        assert {test.test for test in tests if test is not None} == set(PASSES)
        assert {entry.precision for entry in found} == {"", "R", "H", "X"}


def test_everything_of_generation_4_is_drawn() -> None:
    """KIL, derivatives, lookups and interpolation (NV_fragment_program4 2.X.3.1, NV_gpu_program4 2.X.4.4)."""
    programs = [load(FAMILIES["nvfp4"].generate(seed).text) for seed in range(120)]
    found = [entry for program in programs for entry in program.instructions]
    names = {entry.opcode.name for entry in found}
    assert names >= {"KIL", "DDX", "DDY", "TEX", "TXB", "TXD", "TXF", "TXL", "TXP", "TXQ", "IF", "REP", "CAL"}
    kills = [entry for entry in found if entry.opcode.name == "KIL"]
    assert {entry.condition is None for entry in kills} == {True, False}
    assert {entry.type for entry in kills if entry.condition is None} == set(DataType)
    accesses = [entry.texture for entry in found if entry.texture]
    assert {access.target for access in accesses} >= {
        "1D", "2D", "3D", "CUBE", "RECT", "ARRAY1D", "ARRAY2D", "SHADOW1D", "SHADOW2D", "SHADOWRECT",
        "SHADOWARRAY1D",
    }  # fmt: skip
    assert any(any(access.offset) for access in accesses)
    assert {entry.type for entry in found if entry.opcode.name == "TEX"} == set(DataType)
    modifiers = {word for program in programs for row in program.attributes for word in row.interpolation}
    assert modifiers == {"FLAT", "CENTROID", "NOPERSPECTIVE"}
    assert {name for program in programs for name in program.results} >= {"color[0]", "color[7]", "depth"}


def test_what_generation_5_adds_is_drawn() -> None:
    """NV_gpu_program5 2.X.8, IPAC to IPAS and TGALL to TGEQ; NV_shader_thread_group 2.X.8."""
    programs = [load(FAMILIES["nvfp5"].generate(seed).text) for seed in range(120)]
    found = {(one.opcode.name, index in together) for program in programs
             for together in (uniform_control_flow(program),)
             for index, one in enumerate(program.instructions)}  # fmt: skip
    names = GROUPED | {"IPAC", "IPAO", "IPAS"}
    assert {(name, together) for name in names for together in (True, False)} <= found


def test_a_seed_means_one_program_and_one_input() -> None:
    for family in FRAGMENT_FAMILIES:
        row = FAMILIES[family]
        assert row.generate(7) == row.generate(7)
        assert row.generate(7).text != row.generate(8).text
        one, two = draw(row.generate(7), 8), draw(row.generate(7), 8)
        assert one.state == two.state
        assert one.attributes[9].tobytes() == two.attributes[9].tobytes()
        for unit, texture in one.textures.items():
            assert texture.levels[0].tobytes() == two.textures[unit].levels[0].tobytes()


def _sample(*lines: str) -> DeclaredSample:
    head = ("!!ARBfp1.0", "TEMP t;", "OUTPUT o = result.color;")
    return DeclaredSample(5, "arbfp", head, tuple((line,) for line in lines), tame=True)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("MAD o, fragment.texcoord, 0.0625, 0.5;", "MAD o, fragment.texcoord, -0.0625, 0.5;"),
        ("RCP t, k.x; MUL o, t, 0.25;", "RCP t, k.x; MUL o, t, 0.2501;"),
        ("KIL fragment.color.x; MOV o, 1.0;", "KIL -fragment.color.x; MOV o, 1.0;"),
        ("TEX o, fragment.texcoord[5], texture[1], 2D;", "TEX o, fragment.texcoord[5].yxzw, texture[1], 2D;"),
        (
            "TEX t, fragment.texcoord[6], texture[9], 2D; MOV o, t;",
            "TEX t, fragment.texcoord[6], texture[9], 2D; MUL o, t, 0.999;",
        ),
    ],
)
def test_wrong_results_are_found(right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    constant = "PARAM k = { 3, 1, 1, 1 };"
    sample = _sample(constant, right)
    inputs = draw(sample, 32)
    assert compare(sample, inputs, "pixels") is None
    instead = load(_sample(constant, wrong).text)
    original = declared_compare.execute_on_pixels
    monkeypatch.setattr(
        declared_compare,
        "execute_on_pixels",
        lambda request, sources, count: original(
            replace(request, program=instead, parameters=inputs.rows(instead)), sources, count
        ),
    )
    mismatch = compare(sample, inputs, "pixels")
    assert mismatch is not None and mismatch.kind == "value", mismatch


def test_a_quad_stays_together() -> None:
    inputs = draw(FAMILIES["arbfp"].generate(3), 16)
    part = inputs.vertices([9])
    assert isinstance(part, FragmentInputs)
    assert part.count == 4
    assert np.array_equal(part.attributes[9], inputs.attributes[9][8:12])
    assert part.textures is inputs.textures


def test_readings_move_lookups_and_fog() -> None:
    """OpenGL 1.5, 2.1.1; nothing moves where single texels are read without fog."""
    fixed = _sample("TEX o, fragment.texcoord[5], texture[1], 2D;")
    words = readings(load(fixed.text), draw(fixed, 8)).words["color[0]"]
    assert (words == words[0]).all()
    fogged = replace(fixed, head=(fixed.head[0], "OPTION ARB_fog_exp;", *fixed.head[1:]))
    values = readings(load(fogged.text), draw(fogged, 8)).words["color[0]"].view(np.float32)
    assert 0 < np.abs(values - values[0]).max() < 2e-5


def test_readings_leave_open_what_a_clamp_makes_of_denormals() -> None:
    """NV_gpu_program4 2.X.4.1: what counts as zero where it is compared may go on as the word it is."""
    head = ("!!NVfp5.0", "TEMP t;", "INT OUTPUT o = result.color;")
    for operand in ("t", "-t"):
        lines = ("MOV.NTC t, fragment.position.w;", f"MOV.SAT t, {operand};", "AND.S o, t, 1;")
        sample = DeclaredSample(5, "nvfp5", head, tuple((line,) for line in lines), tame=True)
        inputs = draw(sample, 4)
        inputs.attributes[FRAGMENT_ATTRIBUTES.index("fragment.position")][:, 3] = 1
        assert set(np.unique(readings(load(sample.text), inputs).words["color[0]"])) == {0, 1}
