"""Every instruction of every header of generation 5: the same in all stages, on both sides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from every_opcode import OPTIONS, STAGES, TARGETS, opcodes, program, run, statements

import nvrender
from nvrender.languages.profiles import PROFILES
from nvrender.ops.memory_access import Rounding
from nvrender.ops.types import DataType
from nvrender.program import Clamp, Instruction
from nvrender.program.opcodes import ResultClass

TESTS = Path(__file__).parents[1]
#: How many statements one program has.
SIZE = {"oracle": 128, "gpu": 24}


@cache
def instructions(stage: str) -> tuple[Instruction, ...]:
    rows, size = statements(stage), SIZE["oracle"]
    parts = [rows[start : start + size] for start in range(0, len(rows), size)]
    return tuple(one for part in parts for one in nvrender.load(program(stage, part)).instructions)


@pytest.mark.parametrize("stage", STAGES)
def test_statements_have_every_opcode_type_and_modifier(stage: str) -> None:
    """NV_gpu_program5 Table X.13, NV_compute_program5 2.X.4, EXT_shader_image_load_store Table X.4."""
    for name, row in opcodes(stage).items():
        used = [one for one in instructions(stage) if one.opcode.name == name]
        assert used, name
        if row.space is None and not row.is_flow and row.result is not ResultClass.NONE and name != "CVT":
            assert {one.type for one in used} >= row.types, name
            assert {one.type for one in used if one.bits == 64} >= row.wide, name
        # STOREIM's type may stand for a storage modifier; atomic operations have some with each.
        assert {storage.name for one in used for storage in one.storages} == row.storages, name
        wanted = {(atomic, storage) for atomic, storages in row.atomics for storage in storages}
        assert {(one.atomic, one.storages[0].name) for one in used if one.atomic} == wanted, name
        if row.cached and not row.atomics:
            assert {(one.coherent, one.volatile) for one in used} >= {(True, False), (False, True)}, name
        if row.precise and name not in ("PK64", "UP64") and not (row.packs or row.unpacks):
            assert row.name.startswith(("DD", "QSWZ", "TG")) or any(one.precise for one in used), name


@pytest.mark.parametrize("stage", STAGES)
def test_statements_have_every_modifier(stage: str) -> None:
    """NV_gpu_program5 2.X.4.1 to 2.X.4.3, 2.X.8, CVT."""
    rows = instructions(stage)
    assert {one.condition_code for one in rows} == {None, 0, 1}
    assert {one.clamp for one in rows} == {None, Clamp.UNSIGNED, Clamp.SIGNED}
    assert {one.rounding for one in rows} == {None, *Rounding}
    targets = {one.image.target for one in rows if one.image}
    assert targets == set(TARGETS)
    assert {one.type for one in rows if one.opcode.name == "STOREIM"} == set(DataType)


@pytest.mark.parametrize(
    "profile", [row for row in PROFILES.values() if row.generation == 5], ids=lambda profile: profile.name
)
def test_every_option_is_executed(profile: Any) -> None:
    """NV_gpu_program5 2.X.6: here, or in a module of its own."""
    texts = [
        path.read_text(encoding="utf-8") for path in TESTS.rglob("*.*") if path.suffix in (".py", ".toml")
    ]
    for option in profile.options - set(OPTIONS):
        assert any(option in text for text in texts), option
    assert set(OPTIONS) <= profile.options


def left(stage: str, rows: list[str], backend: str) -> Mapping[str, npt.NDArray[np.uint32]]:
    """Statement → the eight words it leaves."""
    results = run(program(stage, rows), stage, len(rows), backend)
    assert results.faults == 0
    words = results.memory["a"][64:].reshape(-1, 8)
    assert (words[:, 0] != 0xDEADBEEF).all()
    return dict(zip(rows, words, strict=True))


@cache
def specified(stage: str) -> Mapping[str, npt.NDArray[np.uint32]]:
    rows, size = list(dict.fromkeys(statements(stage))), SIZE["oracle"]
    found: dict[str, npt.NDArray[np.uint32]] = {}
    for start in range(0, len(rows), size):
        found |= left(stage, rows[start : start + size], "oracle")
    return found


@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage != "vp"])
def test_every_stage_computes_the_same(stage: str) -> None:
    """NV_gpu_program5 2.X.8: instructions are described once, for all stages."""
    vertices, own = specified("vp"), specified(stage)
    for row, words in own.items():
        if "LOD t" in row and stage == "fp":
            # ARB_texture_query_lod: the logarithm of no change; elsewhere zeros (docs/semantics.md).
            assert words[:4].view(np.float32).tolist() == [0, -np.inf, 0, 0]
        elif row in vertices:
            assert words.tolist() == vertices[row].tolist(), row
    assert set(vertices) <= set(own)


def chosen(stage: str) -> list[str]:
    """Of each instruction another statement in each stage, as scripts have all of vertex programs."""
    groups: dict[str, list[str]] = {}
    rows = list(dict.fromkeys(statements(stage)))
    for row in rows:
        groups.setdefault(row.removeprefix("MOV.U t, 0; ").split(" ")[0].split(".")[0], []).append(row)
    number = list(STAGES).index(stage)
    return [group[(number + step) % len(group)] for group in groups.values() for step in (0, len(group) // 2)]


PARTS = [
    (stage, start) for stage in STAGES for start in range(0, len(dict.fromkeys(chosen(stage))), SIZE["gpu"])
]


@pytest.mark.parametrize(("stage", "start"), PARTS)
def test_gpu(stage: str, start: int) -> None:
    """The oracle's words; of floats that GLSL rounds as it likes, the nearest ones."""
    rows = list(dict.fromkeys(chosen(stage)))[start : start + SIZE["gpu"]]
    for row, words in left(stage, rows, "gpu").items():
        expected = specified(stage)[row]
        if words.tolist() != expected.tolist():
            np.testing.assert_allclose(
                words.view(np.float32), expected.view(np.float32), rtol=4e-7, err_msg=row
            )
