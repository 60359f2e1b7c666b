"""Random programs of the declared-name languages: what is drawn and compared, and no difference found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nvrender.languages.arb.headers import generation5 as nv5
from nvrender.languages.arb.headers.generation4 import FRAGMENT_ONLY, GEOMETRY_ONLY, MULTISAMPLE
from nvrender.languages.arb.headers.generation5 import rows
from nvrender.languages.common.families import NV4, NV5
from nvrender.languages.load import load
from nvrender.languages.profiles import OPCODES
from nvrender.ops.conditions import FLAG_CONDITIONS, PASSES
from nvrender.ops.memory_access import BUFFER_ATOMICS, GLOBAL_ATOMICS, STORAGES, Atomic, Rounding, with_floats
from nvrender.ops.texture_targets import IMAGES
from nvrender.ops.types import DataType
from nvrender.oracle.memory.atomics import change
from nvrender.oracle.memory.image_spaces import Images
from nvrender.program import BindingKind, Clamp, Instruction, Multiply, RegisterFile
from nvrender.source import ProgramError

from . import nv5_images
from .campaign import GENERATOR, campaign, record, shrunk
from .declared import DeclaredSample
from .declared_compare import Tally, compare, with_chosen_subroutines
from .declared_inputs import draw
from .families import FAMILIES
from .nv5 import EXECUTED
from .readings import readings, sums_in_memory
from .shrink import shrink

DECLARED = ["arb", "arb-nv2", "arb-nv3", "nv4"]
#: (family, first seed, how many): a sample of what ``python -m tests.fuzz`` runs.
PARTS = [(family, 7020, 10) for family in DECLARED if family != "nv4"]
PARTS += [("nv4", 7000 + 15 * part, 15) for part in range(2)]
PARTS += [("nv5", 7000, 15), ("nv5-long", 7000, 10), ("nv5-memory", 7000, 10)]
PARTS += [("nv5-images", 7000, 15), ("nv5-buffers", 7000, 12)]


@pytest.mark.parametrize(("family", "seed", "count"), PARTS)
def test_oracle_and_gpu_agree(family: str, seed: int, count: int) -> None:
    """NV_gpu_program4 2.X and ARB_vertex_program 2.14, at random."""
    tally = Tally()
    failed = [
        f"{family} seed {outcome.sample.seed}, {outcome.mode}: {outcome.mismatch.message}"
        for outcome in campaign(family, seed, count, tally=tally)
        if outcome.mismatch is not None
    ]
    assert not failed, "\n".join(failed)
    assert tally.open < tally.words / 20


def _instructions(family: str, count: int) -> list[Instruction]:
    programs = [load(FAMILIES[family].generate(seed).text) for seed in range(count)]
    return [instruction for program in programs for instruction in program.instructions]


def test_what_generation_5_adds_is_drawn() -> None:
    """NV_gpu_program5 2.X.4.1 and 2.X.8: what runs of it, with every type, rounding and pair."""
    found = [*_instructions("nv5", 350), *_instructions("nv5-long", 280)]
    drawn = {(one.opcode.name, one.type) for one in found if one.opcode.family == NV5}
    names = {
        name for name in EXECUTED - nv5.FRAGMENT_ONLY - nv5.QUAD_ONLY if OPCODES["nv5", name].texture is None
    }
    assert {name for name, _ in drawn} == names
    plain = [OPCODES["nv5", name] for name in names]
    words = ("PK64", "UP64")
    assert {(row.name, type) for row in plain if row.name not in words for type in row.types} <= drawn
    conversions = [one for one in found if one.opcode.rounded]
    assert len({one.storages for one in conversions}) == 121
    assert {one.rounding for one in conversions} == {None, *Rounding}
    assert any(one.precise for one in found)
    wide = {(one.opcode.name, one.type) for one in found if one.bits == 64 and not one.opcode.rounded}
    assert wide >= {(row.name, type) for row in rows().values() for type in row.wide}


def test_what_reaches_images_is_drawn() -> None:
    """EXT_shader_image_load_store 2.X.8: every target, storage modifier, and atomic with its type."""
    found = [row for row in _instructions("nv5-images", 160) if row.image is not None]
    assert {row.opcode.name for row in found} == {"LOADIM", "STOREIM", "ATOMIM", "IMQ"}
    loads = {(row.image and row.image.target) for row in found if row.opcode.name == "LOADIM"}
    assert loads == IMAGES
    drawn = {row.storages[0].name for row in found if row.opcode.name == "LOADIM"}
    assert drawn == rows()["LOADIM"].storages
    pairs = {(row.atomic, row.storages[0].name) for row in found if row.opcode.name == "ATOMIM"}
    assert pairs == {(atomic, name) for atomic, names in rows()["ATOMIM"].atomics for name in names}
    assert {row.type for row in found if row.opcode.name == "STOREIM" and not row.storages} == set(DataType)
    assert any(row.image and row.image.relative for row in found)


def test_what_chooses_buffers_is_drawn() -> None:
    """NV_gpu_program5 2.X.3.6: the buffer by number and at run time, with each way to name an element."""
    found = _instructions("nv5-buffers", 120)
    read = [(one, row.register) for one in found for row in one.operands if row.register.banks]
    ways = {(row.bank_relative is not None, row.relative is not None) for _, row in read}
    assert ways == {(False, False), (False, True), (True, False), (True, True)}
    assert {one.type for one, row in read if row.bank_relative} == set(DataType)
    assert {one.bits for one, row in read if row.bank_relative} == {32, 64}
    assert any(row.bytes for _, row in read) and any(not row.bytes for _, row in read)


def test_images_that_differ_are_a_mismatch(monkeypatch: pytest.MonkeyPatch) -> None:
    """A side that leaves another texel behind is found."""
    sample = FAMILIES["nv5-images"].generate(7001)
    inputs = draw(sample, 64)
    assert nv5_images.compare(sample, inputs, "compute") is None
    plain = Images.left
    monkeypatch.setattr(Images, "left", lambda self: {k: array + 1 for k, array in plain(self).items()})
    found = nv5_images.compare(sample, inputs, "compute")
    assert found is not None and found.message.endswith("is not the same afterwards")


def test_everything_of_generation_4_is_drawn() -> None:
    """Opcodes but textures, types, modifiers and tests (NV_gpu_program4 Tables X.13 to X.16)."""
    found = _instructions("nv4", 210)
    left = FRAGMENT_ONLY | GEOMETRY_ONLY | MULTISAMPLE
    rows = {row for row in OPCODES.values() if row.family == NV4 and row.name not in left}
    rows = {row for row in rows if row.texture is None}
    assert {entry.opcode.key for entry in found} == {row.key for row in rows}
    exact = {row for row in rows if not row.is_flow and all(p.section == "" for p in row.precision)}
    drawn = {(entry.opcode.name, entry.type) for entry in found}
    assert {(row.name, type) for row in exact for type in row.types} <= drawn
    assert {entry.clamp for entry in found} == {None, *Clamp}
    assert {entry.multiply for entry in found} == {None, *Multiply}
    updated = {(entry.opcode.name, entry.condition_code) for entry in found}
    assert {(row.name, code) for row in exact if row.condition_code for code in (0, 1)} <= updated
    assert any(entry.unchecked for entry in found)
    masks = {entry.destination.condition for entry in found if entry.destination} - {None}
    branches = {entry.condition for entry in found} - {None}
    for conditions in (masks, branches):
        tests = {(each.test, each.register) for each in conditions if each is not None}
        assert {(test, register) for test in FLAG_CONDITIONS for register in (0, 1)} <= tests
    registers = [operand.register for entry in found for operand in entry.operands]
    registers += [entry.destination.register for entry in found if entry.destination]
    relative = {register.file for register in registers if register.relative}
    files = {RegisterFile.TEMPORARY, RegisterFile.PARAMETER, RegisterFile.ATTRIBUTE, RegisterFile.RESULT}
    assert relative == files


def test_everything_of_the_options_is_drawn() -> None:
    for family in ("arb", "arb-nv2", "arb-nv3"):
        found = _instructions(family, 90)
        profile = load(FAMILIES[family].generate(0).text).profile
        rows = {row.key for row in profile.opcodes.values() if row.texture is None}
        rows -= {("arb", "PUSHA"), ("arb", "POPA")}
        assert {entry.opcode.key for entry in found} == rows
        conditions = {entry.destination.condition for entry in found if entry.destination}
        conditions |= {entry.condition for entry in found}
        tests = {(each.test, each.register) for each in conditions if each is not None}
        codes = range(profile.condition_codes)
        assert tests == {(test, register) for test in PASSES for register in codes}


def test_a_seed_means_one_program_and_one_input() -> None:
    for family in DECLARED:
        row = FAMILIES[family]
        assert row.generate(7) == row.generate(7)
        assert row.generate(7).text != row.generate(8).text
        one, two = draw(row.generate(7), 8), draw(row.generate(7), 8)
        assert one.local.tobytes() == two.local.tobytes()
        assert one.attributes[3].tobytes() == two.attributes[3].tobytes()


def test_inputs_fill_the_parameters_of_a_program() -> None:
    text = (
        "!!NVvp4.0\nPARAM a = { 1, 2 };\nADD R, program.env[3], program.local[5];\nADD R, R, a;\n"
        "MOV result.position, R;\nEND\n"
    ).replace("ADD R,", "TEMP R;\nADD R,", 1)
    inputs = draw(FAMILIES["nv4"].generate(3), 4)
    program = load(text)
    rows = inputs.rows(program).view(np.uint32)
    tables = {BindingKind.LOCAL: inputs.local, BindingKind.ENVIRONMENT: inputs.environment}
    for row, binding in zip(rows, program.parameters, strict=True):
        expected = tables[binding.kind][binding.index] if binding.kind in tables else binding.words
        assert list(row) == list(expected)


def _sample(*lines: str) -> DeclaredSample:
    head = ("!!NVvp4.0", "TEMP R, S;")
    return DeclaredSample(5, "nv4", head, tuple((line,) for line in lines))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("ADD.S result.attrib[0], vertex.attrib[6], 1;", "ADD.S result.attrib[0], vertex.attrib[6], 2;"),
        ("MOV result.attrib[0], vertex.attrib[1];", "MOV result.attrib[0], -vertex.attrib[1];"),
        ("RCP result.attrib[0], vertex.attrib[1].x;", "MUL result.attrib[0], vertex.attrib[1].x, 1.0001;"),
        ("MAX result.position, vertex.attrib[1], 0;", "ABS result.position, vertex.attrib[1];"),
    ],
)
def test_wrong_results_are_found(right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from . import declared_compare

    sample = _sample(right)
    inputs = draw(sample, 32)
    assert compare(sample, inputs, "compute") is None
    instead = load(_sample(wrong).text)
    original = declared_compare.execute_on_gpu
    monkeypatch.setattr(
        declared_compare,
        "execute_on_gpu",
        lambda program, arrays, rows, count, **options: original(
            instead, arrays, inputs.rows(instead), count, **options
        ),
    )
    mismatch = compare(sample, inputs, "compute")
    assert mismatch is not None and mismatch.kind == "value", mismatch


@pytest.mark.parametrize("mode", ["compute", "feedback"])
def test_compilers_fold_no_zero_that_is_multiplied(mode: str) -> None:
    """NV_gpu_program4 2.X.8, MUL: 0 * INF is NaN, 0 * -1 is -0.0, also where the compiler can tell the 0."""
    nought = "SUB.S R, vertex.instance, vertex.instance;"
    product = "MUL result.attrib[0], {}, vertex.attrib[1];"
    for text in (
        f"{nought} {product.format('R')}",
        f"XOR.U R, vertex.instance, vertex.instance; {product.format('R')}",
        f"AND.S R, vertex.instance, 0; {product.format('R')}",
        f"MUL.S R, vertex.instance, 0; I2F S, R; {product.format('S')}",
        f"{nought} I2F S, R; {product.format('S')}",
        f"{nought} UP2H S, R.x; {product.format('S')}",
        f"{nought} MAX S, R, R; {product.format('S')}",
        f"I2F S, vertex.instance; {product.format('S')}",
        f"SLT R, vertex.attrib[1], vertex.attrib[1]; {product.format('R')}",
        f"SNE R, 1, 1; {product.format('R')}",
        f"{nought} REP 2; {product.format('R')} ENDREP;",
        f"{nought} CAL sub; RET; sub: {product.format('R')} RET;",
    ):
        sample = _sample(text)
        inputs = draw(sample, 2)
        inputs.attributes[1][:] = np.array([np.inf, -1, -0.0, 2], np.float32).view(np.uint32)
        mismatch = compare(sample, inputs, mode)
        assert mismatch is None, f"{text}: {mismatch.message}"


@pytest.mark.parametrize("mode", ["compute", "feedback"])
def test_found_at_random_and_stay_mended(mode: str) -> None:
    """What compilers fold, and denormal words that a MOV passes on: docs/semantics.md has them count as 0."""
    index = "INT TEMP ix; PARAM p[4] = { program.local[0..3] };"
    end = "MUL result.attrib[0], p[ix.x], vertex.attrib[2];"
    for text in (
        "MOV R, vertex.attrib[1]; SLT result.attrib[0], vertex.attrib[2], R;",
        "MOV R, vertex.attrib[1]; ADD.S S, S, vertex.attrib[1]; SUB result.attrib[0], S, R;",
        "RFL result.attrib[0], 1e-30, R;",
        "TEMP T; MOV.S.CC R, vertex.attrib[6]; IF SF; SLT.S.CC S, S, 1; ENDIF; TRUNC.U T (LT), R;"
        "DP4.CC result.attrib[3], R, 0; MOV.U result.attrib[0], T;",
        f"{index} IF FL; REP; BRK; ENDREP; ELSE; MOV.S ix, 4; ENDIF; {end}",
        "INT TEMP ix; OUTPUT o[3] = { result.attrib[4..6] }; IF FL; MOV o[ix.x], R; ENDIF; MOV o[0], S;",
    ):
        sample = _sample(text)
        inputs = draw(sample, 2)
        inputs.attributes[1][:] = [3, 0x14, 0x3F800000, 0x80000003]
        inputs.attributes[2][:] = [8, 0x80000000, 0xBF800000, 0xC0000000]
        inputs.attributes[6][:] = [0x7FC00000, 0xFFA6A534, 0xFF800000, 0x40400000]
        mismatch = compare(sample, inputs, mode)
        assert mismatch is None, f"{text}: {mismatch.message}"


@pytest.mark.parametrize(
    ("option", "lines"),
    [
        ("NV_vertex_program2", ("SNE t, s.x, u;", "MUL result.texcoord, t, vertex.attrib[1];")),
        ("NV_vertex_program2", ("l: ADD t, p[A.z - 1], -0;", "MUL t, t, vertex.attrib[1];", "BRA l (GT.y);")),
        (
            "NV_vertex_program3",
            (
                "CAL l;",
                "l: ADD t, p[0].x, |s.y|;",
                "DP4 s, p[A.y - 1], vertex.attrib[1];",
                "MOV result.texcoord, t;",
                "RET;",
            ),
        ),
    ],
)
def test_first_values_are_no_constants(option: str, lines: tuple[str, ...]) -> None:
    """docs/semantics.md: registers begin as 0, as is what lies past an array; times INF that is NaN."""
    head = ("!!ARBvp1.0", f"OPTION {option};", "TEMP s, t, u; ADDRESS A; PARAM p[] = { program.env[3..4] };")
    sample = DeclaredSample(5, "arb", head, tuple((line,) for line in (*lines, "MOV result.position, t;")))
    inputs = draw(sample, 2)
    inputs.attributes[1][:] = np.array([np.inf, -1, -0.0, 2], np.float32).view(np.uint32)
    mismatch = compare(sample, inputs, "feedback")
    assert mismatch is None, mismatch.message


def test_what_readings_leave_open_is_not_compared() -> None:
    """The bits of a NaN, and a word that as a float is denormal."""
    sample = _sample("MUL R, vertex.attrib[1], vertex.attrib[2];", "MOV.U.NTC result.attrib[0], R;")
    inputs = draw(sample, 2)
    inputs.attributes[1][:] = 0
    inputs.attributes[2][:] = np.float32(np.inf).view(np.uint32)
    tally = Tally()
    assert compare(sample, inputs, "compute", tally) is None
    assert tally.words == 8


def test_denormal_operands_count_as_zero_or_not_each_time() -> None:
    """docs/semantics.md: the sign of a sum of two, and a maximum, tell; FRC below 0 is 0 or nearly 1."""
    sample = _sample(
        "ADD result.attrib[0], vertex.attrib[1], -vertex.attrib[1];",
        "SUB result.attrib[3], vertex.attrib[1], vertex.attrib[2];",
        "MAX result.attrib[1], vertex.attrib[1], -2;",
        "FRC R, -vertex.attrib[1];",
        "COS result.attrib[2], R.x;",
    )
    inputs = draw(sample, 1)
    inputs.attributes[1][:] = 0x007FFFFF
    inputs.attributes[2][:] = 0x007FFFFE
    words = readings(load(sample.text), inputs).words
    assert {*words["attrib[0]"][:, 0, 0].tolist()} == {0, 0x80000000}
    assert {0, 0x80000000} <= {*words["attrib[3]"][:, 0, 0].tolist()}  # 0 - 2^-126 is flushed to -0
    assert {*words["attrib[1]"][:, 0, 0].tolist()} == {0, 0x007FFFFF}
    cosines = words["attrib[2]"][:, 0, 0].view(np.float32)
    assert cosines[0] == 1 and cosines.max() > 1 and np.abs(cosines - np.cos(1)).min() < 2e-5
    for fraction in (-1, 1):  # both ends of what is near
        assert np.abs(cosines - np.cos(1) - fraction * 1e-5).min() < 1e-6


def test_drivers_take_logarithms_of_0_and_add_terms_in_their_way() -> None:
    """ARB_vertex_program 2.14.5.14: 0 / 2^floor(log2(0)); 2.14.5.6: (4 + 0.004) - 3 or 4 + (0.004 - 3)."""
    lines = ("LOG result.texcoord.yw, vertex.attrib[1].x;", "DPH result.position, { -0.125, 4, 1e-3 }, t;")
    head = ("!!ARBvp1.0", "TEMP t;", "MOV t, vertex.attrib[2];")
    sample = DeclaredSample(5, "arb", head, tuple((line,) for line in lines))
    inputs = draw(sample, 1)
    inputs.attributes[1][:] = 0
    inputs.attributes[2][:] = np.array([0, 1, 4, -3], np.float32).view(np.uint32)
    program = load(sample.text)
    for loose in (False, True):
        words = readings(program, inputs, loose=loose).words
        logarithm = words["texcoord[0]"][:, 0].view(np.float32)
        assert np.isnan(logarithm[:, 1]).any() == loose
        sums = words["position"][:, 0, 0].view(np.float32)
        assert sums[0] == np.float32(np.float32(4.004) - 3)
        assert (np.abs(sums - np.float32(1.004)).max() > 2.0**-22) == loose


def test_shrinking_keeps_what_fails() -> None:
    seed = next(seed for seed in range(1000) if "SAD" in FAMILIES["nv4"].generate(seed).text)
    sample = FAMILIES["nv4"].generate(seed)

    def broken(candidate: DeclaredSample, arrays: object, mode: str) -> object:
        from .compare import Mismatch

        return Mismatch("value", "SAD is wrong", 0) if "SAD" in candidate.text else None

    first = broken(sample, None, "")
    small, one, _ = shrink(sample, draw(sample, 8), "compute", first, broken)  # type: ignore[arg-type]
    assert one.count == 1
    assert len(small.units) == 1 or all("IF" not in unit[0] for unit in small.units), small.text
    assert len(small.text.splitlines()) < 8, small.text


def test_shrunk_candidates_must_load() -> None:
    sample = _sample("IF GT;", "MOV R, 1;", "ENDIF;")
    with pytest.raises(ProgramError):
        load(replace(sample, units=sample.units[:2]).text)


@pytest.mark.parametrize("family", ["nv4", "nvgp5", "nv5-draws", "vp"])
def test_a_program_that_does_not_load_is_a_failure(
    family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told, with its message, and recorded like any other."""
    row = FAMILIES[family]

    def generate(seed: int) -> Any:
        sample = row.generate(seed)
        if family == "nv5-draws":
            stage = next(iter(sample.stages))
            return replace(sample, stages={**sample.stages, stage: _sample("MOV nothing, R;")})
        return _sample("MOV nothing, R;")

    monkeypatch.setitem(FAMILIES, family, replace(row, generate=generate))
    (outcome,) = campaign(family, 5, 1)
    assert outcome.mismatch is not None and outcome.mismatch.kind == GENERATOR
    assert "nothing" in outcome.mismatch.message
    assert shrunk(outcome) is outcome
    path = record(outcome, tmp_path)
    assert "nothing" in path.read_text() + path.with_suffix(".txt").read_text()


@pytest.mark.parametrize("seed", [88140078, 992000078, 992000124])
def test_geometry_programs_load_and_read_what_there_is_room_for(seed: int) -> None:
    """NV_gpu_program4 2.X.3.3: no parameter is twice in arrays addressed relatively."""
    program = load(FAMILIES["nvgp5"].generate(seed).text)
    assert sum(attribute.name.startswith("vertex.") for attribute in program.attributes) <= 16


def test_what_reaches_memory_is_drawn() -> None:
    """NV_gpu_program5 2.X.4.5 and 2.X.8: every storage modifier and atomic operation, lookups and loops."""
    found = _instructions("nv5-memory", 360)
    drawn = {(one.opcode.name, one.storages[0].name) for one in found if one.opcode.space is not None}
    for names in (("LOAD", "LDB", "LDC"), ("STORE", "STB")):
        assert {name for name, _ in drawn} >= set(names)
        assert {storage for name, storage in drawn if name in names} == set(STORAGES)
    atomics = {(one.opcode.name, one.atomic, one.storages[0].name) for one in found if one.atomic is not None}
    tables = {"ATOM": with_floats(GLOBAL_ATOMICS), "ATOMB": BUFFER_ATOMICS}
    assert atomics == {
        (name, atomic, storage)
        for name, rows in tables.items()
        for atomic, names in rows
        for storage in names
    }
    names = {one.opcode.name for one in found}
    assert names >= {"MEMBAR", "CALI", "REP", "IF", "CAL", "TXF", "TEX", "TXL", "TXG", "TXQ"}
    assert any(one.texture is not None and one.texture.relative is not None for one in found)


def test_other_subroutines_than_the_first_are_chosen() -> None:
    programs = [load(FAMILIES["nv5"].generate(seed).text) for seed in range(60)]
    chosen = [with_chosen_subroutines(program, seed) for seed, program in enumerate(programs)]
    pairs = zip(programs, chosen, strict=True)
    changed = [one for one, other in pairs if one.subroutine_parameters != other.subroutine_parameters]
    assert len(changed) > 8
    assert changed[0].subroutine_parameters


def test_sums_in_memory_are_any_nan() -> None:
    """docs/semantics.md: which payload a sum of two NaNs has is open, in memory as in registers."""
    found = set()
    for nan in (0x7FC00000, 0xFFC00123):
        with sums_in_memory(nan):
            add = change(Atomic.ADD, STORAGES["F32"])
            found.add(add(0xFFFFFFFF, 0xFFFFFFF8, 0))
            assert add(0x3F800000, 0x3F800000, 0) == 0x40000000
    assert found == {0x7FC00000, 0xFFC00123}
