"""Random draws: what they are made of, and no difference found between oracle and GPU."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest

from nvrender.gl.patches import PATCHES
from nvrender.languages.arb.geometry_bindings import INPUT_PRIMITIVES
from nvrender.languages.load import load
from nvrender.ops.memory_access import STORAGES
from nvrender.oracle.memory.image_spaces import Images
from nvrender.program import Instruction, Program
from nvrender.program.profile import Stage

from . import draw_compare
from .campaign import Outcome, campaign, record, shrunk
from .compare import Mismatch
from .declared_compare import Tally
from .draw_inputs import DrawInputs, near_whole, ties
from .families import FAMILIES
from .nv5_draws import CHAINS, DrawSample

#: (family, first seed, how many): a sample of what ``python -m tests.fuzz`` runs.
PARTS = [("nv5-draws", 7000, 4), ("nv5-mixed", 7000, 5), ("nvgp5", 7000, 8), ("nvtcp5", 7000, 1)]
PARTS += [("nvtep5", 7000, 6)]


@pytest.mark.parametrize(("family", "seed", "count"), PARTS)
def test_oracle_and_gpu_agree(family: str, seed: int, count: int) -> None:
    """NV_gpu_program5 2.X.4.5 and EXT_shader_image_load_store 2.14.X, at random: every word there is."""
    tally = Tally()
    failed = [
        f"{family} seed {outcome.sample.seed}: {outcome.mismatch.message}"
        for outcome in campaign(family, seed, count, tally=tally)
        if outcome.mismatch is not None
    ]
    assert not failed, "\n".join(failed)
    assert tally.words > 20_000 * count, "memory and images are compared as a whole"
    assert tally.open < tally.words / 100


def _programs(count: int) -> Iterator[tuple[str, Program]]:
    for seed in range(count):
        for stage, sample in FAMILIES["nv5-mixed"].generate(seed).stages.items():
            yield stage, load(sample.text)


def test_what_is_drawn() -> None:
    """Memory, images, textures, flow, doubles and subroutines in every stage; all chains."""
    found: dict[str, list[Instruction]] = {}
    for stage, program in _programs(40):
        found.setdefault(stage, []).extend(program.instructions)
    for stage, rows in found.items():
        names = {row.opcode.name for row in rows}
        assert names >= {"LOAD", "LDB", "ATOM", "ATOMB", "LOADIM", "IMQ", "TEX", "TXF", "IF", "REP", "CALI"}
        assert any(row.bits == 64 for row in rows)
        if stage != "evaluation":
            assert names >= {"STOREIM", "ATOMIM", "LDC"}
    reached = [row for rows in found.values() for row in rows if row.opcode.space is not None]
    assert {row.storages[0].name for row in reached if row.storages} == set(STORAGES)
    assert {"KIL", "IPAO", "IPAC"} <= {row.opcode.name for row in found["fragment"]}
    chains = {tuple(FAMILIES["nv5-mixed"].generate(seed).stages) for seed in range(60)}
    assert chains == set(CHAINS)


def test_what_arrays_are_run_with() -> None:
    """NV_geometry_program4 2.14.6.1, NV_gpu_program5 2.14.6.1: all primitives, patches too, and streams."""
    programs = [load(FAMILIES["nvgp5"].generate(seed).text) for seed in range(40)]
    taken = {program.geometry.input for program in programs if program.geometry}
    assert taken == {*INPUT_PRIMITIVES, PATCHES}
    names = {row.opcode.name for program in programs for row in program.instructions}
    assert names >= {"EMIT", "EMITS", "ENDPRIM", "ATOM", "STB", "LOADIM", "CALI", "TXL"}
    for family, stage in (
        ("nvtcp5", Stage.TESSELLATION_CONTROL),
        ("nvtep5", Stage.TESSELLATION_EVALUATION),
    ):
        assert load(FAMILIES[family].generate(1).text).profile.stage is stage


def test_a_seed_means_one_draw() -> None:
    row = FAMILIES["nv5-mixed"]
    one, two = row.generate(7), row.generate(7)
    assert one == two and one.text != row.generate(8).text
    given, again = row.draw(one, 64), row.draw(two, 64)
    assert given.states == again.states
    assert all(given.attributes[key].tobytes() == again.attributes[key].tobytes() for key in given.attributes)


@pytest.mark.parametrize("what", ["pictures", "images", "faults"])
def test_what_differs_is_found(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    row = FAMILIES["nv5-draws"]
    sample = row.generate(7001)
    inputs = row.draw(sample, 64)
    if what == "images":
        plain = Images.left
        monkeypatch.setattr(Images, "left", lambda self: {k: v + 1 for k, v in plain(self).items()})
    else:
        original = draw_compare._on_gpu
        name = "float picture 1" if what == "pictures" else "faults"

        def wrong(*arguments: object) -> dict[str, np.ndarray]:  # type: ignore[type-arg]
            found = dict(original(*arguments))  # type: ignore[arg-type]
            found[name] = found[name] ^ 1
            return found

        monkeypatch.setattr(draw_compare, "_on_gpu", wrong)
    found = row.compare(sample, inputs, "draws")
    assert found is not None and {"pictures": "picture 1", "images": "image", "faults": "faults"}[what] in (
        found.message
    )


def _inputs(seeds: Iterable[int]) -> Iterator[DrawInputs]:
    return (FAMILIES["nv5-mixed"].draw(FAMILIES["nv5-mixed"].generate(seed), 64) for seed in seeds)


def test_edges_miss_the_middles_of_pixels() -> None:
    """OpenGL 1.5, 3.5.1: which of two triangles has such a pixel is known, whether any has is not."""
    for inputs in _inputs(range(8)):
        assert not ties(inputs.attributes[8], inputs.primitive)
    assert ties(np.array([[0, 0, 0, 1], [8, 8, 0, 1], [0, 8, 0, 1]], np.float32), "TRIANGLES")


def test_no_whole_number_is_interpolated() -> None:
    """OpenGL 1.5, 3.5.1: FLR of 1 but for rounding is 0 or 1. y is 1 in the middle of pixel (4, 1)."""
    rows = [[2.4375, 1.5625, 0.625, 1.0], [8.75, 2.3125, 0.625, 2.0], [0.5, -0.5, 0.625, 0.5]]
    places = np.array(rows, np.float32)
    assert near_whole(places, "TRIANGLE_FAN") and not ties(places, "TRIANGLE_FAN")
    places[:, 3] = 1.0
    assert not near_whole(places, "TRIANGLE_FAN"), "where w is the same each place is its pixel's own"
    for inputs in _inputs(range(8)):
        assert inputs.primitive == "PATCHES" or not near_whole(inputs.attributes[8], inputs.primitive)


def test_triangles_over_each_other_have_depths_apart() -> None:
    """OpenGL 1.5, 2.11: clipping computes depths anew where w differs, but for those that are 0."""
    for inputs in _inputs(range(16)):
        depths = inputs.attributes[8][:, 2]
        if inputs.primitive in ("TRIANGLE_STRIP", "TRIANGLE_FAN"):
            assert not depths.any()
        else:
            each = depths.reshape(-1, 4 if inputs.primitive == "PATCHES" else 3)
            assert (each == each[:, :1]).all() and len(set(each[:, 0])) == len(each)


def test_each_stage_shrinks_and_is_recorded(tmp_path: Path) -> None:
    sample = FAMILIES["nv5-draws"].generate(3)

    def broken(candidate: DrawSample, inputs: object, mode: str) -> Mismatch | None:
        there = "ATOM" in candidate.stages["fragment"].text
        return Mismatch("value", "ATOM is wrong") if there else None

    row = FAMILIES["nv5-draws"]
    inputs = row.draw(sample, 64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FAMILIES, "nv5-draws", type(row)(row.generate, row.draw, broken, row.modes))
        outcome = shrunk(Outcome("nv5-draws", sample, inputs, "draws", broken(sample, inputs, "")))
    vertex = outcome.sample.stages["vertex"]
    assert len(vertex.units) < 5 and "MUL result.position, T, vertex.attrib[8].w;" in vertex.text
    assert "ATOM" in outcome.sample.stages["fragment"].text
    path = record(outcome, tmp_path)
    assert path.read_text().startswith("value: ATOM is wrong")
    assert {one.suffix for one in tmp_path.iterdir()} == {".txt", ".vertex", ".fragment"}
