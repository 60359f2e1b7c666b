"""The tables of isa against the specifications' own numbers."""

from __future__ import annotations

import pytest

from nvrender.languages.arb.headers import arbvp1_0 as arb
from nvrender.languages.arb.headers import generation4 as nv4
from nvrender.languages.arb.options import with_options
from nvrender.languages.common.spellings import spellings as opcode_words
from nvrender.languages.profiles import PROFILES
from nvrender.ops.conditions import FLAG_CONDITIONS, FLAG_PASSES, PASSES, spellings
from nvrender.ops.texture_targets import GENERATION_4, TARGETS
from nvrender.ops.types import DataType
from nvrender.program.opcodes import ResultClass

NV4 = {row.name: row for row in nv4.ROWS}


def test_the_tables_have_the_opcodes_of_the_specifications() -> None:
    """ARB_vertex_program, NV_vertex_program2_option, NV_vertex_program3 Table X.5; NV_gpu_program4."""
    assert len(arb.ROWS) == 48
    assert len(nv4.ROWS) == 85
    assert [len(one.opcodes) for one in (PROFILES["!!ARBvp1.0"], PROFILES["!!NVvp4.0"])] == [27, 79]
    assert "TXFMS" in with_options(PROFILES["!!NVvp4.0"], frozenset({"NV_explicit_multisample"})).opcodes


@pytest.mark.parametrize(
    ("column", "names"),
    [
        (
            "float and integer",
            "ABS ADD CEIL CMP DIV FLR MAD MAX MIN MOV MUL ROUND SEQ SFL SGE SGT SLE SLT SNE",
        ),
        ("integer only", "AND I2F MOD NOT OR SAD SHL SHR XOR"),
    ],
)
def test_types(column: str, names: str) -> None:
    """NV_gpu_program4 Table X.13, columns F and I."""
    integers = {DataType.SIGNED, DataType.UNSIGNED}
    expected = integers if column == "integer only" else integers | {DataType.FLOAT}
    for name in names.split():
        assert NV4[name].types == expected
        assert NV4[name].default is (DataType.SIGNED if column == "integer only" else DataType.FLOAT)


def test_suffix_columns() -> None:
    """NV_gpu_program4 Table X.13, columns C, S and H."""
    no_code = "PK2H PK2US PK4B PK4UB TXQ REP KIL".split()
    no_clamp = "AND OR XOR NOT SHL SHR MOD SAD I2F PK2H PK2US PK4B PK4UB TXQ REP KIL".split()
    no_half = "AND OR XOR NOT SHL SHR MOD SAD I2F PK2H PK2US PK4B PK4UB".split()
    no_half += "UP2H UP2US UP4B UP4UB TEX TXB TXD TXF TXFMS TXL TXP TXQ".split()
    others = [row.name for row in nv4.ROWS if row.unmodified and row.name != "TXQ"]
    assert {row.name for row in nv4.ROWS if not row.condition_code} == {*no_code, *others}
    assert {row.name for row in nv4.ROWS if not row.clamp} == {*no_clamp, *others}
    assert {row.name for row in nv4.ROWS if "H" not in row.precisions} == {*no_half, *others}


def test_results() -> None:
    """NV_gpu_program4 Table X.13: one value for all components."""
    scalar = "COS DP2 DP2A DP3 DP4 DPH EX2 LG2 PK2H PK2US PK4B PK4UB POW RCC RCP RSQ SIN".split()
    assert {row.name for row in nv4.ROWS if row.result is ResultClass.SCALAR} == set(scalar)
    scalar = "COS DP3 DP4 DPH EX2 LG2 POW RCC RCP RSQ SIN".split()
    assert {row.name for row in arb.ROWS if row.result is ResultClass.SCALAR} == set(scalar)


@pytest.mark.parametrize(
    ("options", "count"),
    [((), 27), (("NV_vertex_program2",), 42 + 39), (("NV_vertex_program3",), 48 + 3 * 43 + 4 * 40)],
)
def test_opcode_words_of_the_options(options: tuple[str, ...], count: int) -> None:
    """NV_vertex_program2_option 2.14.4, NV_vertex_program3 2.14.4: up to two and eight variants."""
    profile = with_options(PROFILES["!!ARBvp1.0"], frozenset(options))
    coded = sum(row.condition_code for row in profile.opcodes.values())
    clamped = sum(row.clamp for row in profile.opcodes.values())
    codes = len(profile.language.code_suffixes) if profile.language else 0
    assert len(opcode_words(profile)) == len(profile.opcodes) + codes * coded + (1 + codes) * clamped
    assert len(opcode_words(profile)) == count


# NV_gpu_program4 Table X.16, for the flags SF ZF OF: positive, wrapped below, zero, wrapped to zero,
# negative, wrapped above, NaN, and what cannot occur.
TRUTH = {
    "EQ": "00110000",
    "GE": "10100101",
    "GT": "10000100",
    "LE": "01111000",
    "LT": "01011001",
    "NE": "11001111",
    "NAN": "00000011",
    "LEG": "11111100",
    "TR": "11111111",
    "FL": "00000000",
    "SF": "00001111",
    "NSF": "11110000",
    "OF": "01010101",
    "NOF": "10101010",
}


@pytest.mark.parametrize("test", TRUTH)
@pytest.mark.parametrize("carry", [0, 1])
def test_flag_tests(test: str, carry: int) -> None:
    assert [FLAG_PASSES[test][2 * flags + carry] for flags in range(8)] == [
        letter == "1" for letter in TRUTH[test]
    ]


@pytest.mark.parametrize(
    ("test", "passing"), [("CF", "0101"), ("NCF", "1010"), ("AB", "0100"), ("BLE", "1011")]
)
def test_carry_tests(test: str, passing: str) -> None:
    """The order is ZF CF: 00, 01, 10, 11."""
    for sign in (0, 1):
        for overflow in (0, 1):
            for number, letter in enumerate(passing):
                zero, carry = divmod(number, 2)
                assert FLAG_PASSES[test][8 * sign + 4 * zero + 2 * overflow + carry] == (letter == "1")


def test_there_are_18_tests_and_54_words() -> None:
    assert len(FLAG_CONDITIONS) == 18
    assert len(spellings(tuple(FLAG_CONDITIONS), 2)) == 54
    assert len(spellings(tuple(PASSES), 2)) == 24
    assert set(PASSES) < set(FLAG_CONDITIONS)


@pytest.mark.parametrize("test", PASSES)
def test_sign_tests_agree_with_flags(test: str) -> None:
    """LT is SF, EQ is ZF, GT neither, UN both (NV_gpu_program4 2.X.4.3)."""
    assert PASSES[test] == tuple(FLAG_PASSES[test][flags] for flags in (8, 4, 0, 12))


def test_texture_targets() -> None:
    """NV_gpu_program4 Tables X.17 and X.18."""
    assert [name for name, row in TARGETS.items() if row.fetched] == [
        "1D", "2D", "3D", "RECT", "ARRAY1D", "ARRAY2D", "BUFFER",
    ]  # fmt: skip
    coordinates = {
        name: (row.coordinates, row.layer, row.reference)
        for name in GENERATION_4
        for row in [TARGETS[name]]
        if row.sampled
    }
    assert coordinates == {
        "1D": ("x", "", ""),
        "2D": ("xy", "", ""),
        "3D": ("xyz", "", ""),
        "CUBE": ("xyz", "", ""),
        "RECT": ("xy", "", ""),
        "ARRAY1D": ("x", "y", ""),
        "ARRAY2D": ("xy", "z", ""),
        "SHADOW1D": ("x", "", "z"),
        "SHADOW2D": ("xy", "", "z"),
        "SHADOWRECT": ("xy", "", "z"),
        "SHADOWCUBE": ("xyz", "", "w"),
        "SHADOWARRAY1D": ("x", "y", "z"),
        "SHADOWARRAY2D": ("xy", "z", "w"),
    }


def test_reserved_words() -> None:
    """ARB_vertex_program 2.14.2 lists 39, the options 15 and 6 more; NV_gpu_program4 2.X.2 five."""
    assert PROFILES["!!ARBvp1.0"].declares_names
    counts = []
    for options in ((), ("NV_vertex_program2",), ("NV_vertex_program3",)):
        language = with_options(PROFILES["!!ARBvp1.0"], frozenset(options)).language
        assert language is not None
        counts.append(len(language.reserved))
    assert counts == [39, 54, 60]
    language = PROFILES["!!NVvp4.0"].language
    assert language is not None
    assert language.reserved == {"program", "result", "state", "texture", "vertex"}
