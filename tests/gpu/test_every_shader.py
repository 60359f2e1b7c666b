"""Every program of shaders/ agrees on GPU and oracle for any inputs, and a fault of 2^-18 is found."""

from __future__ import annotations

import random
from pathlib import Path

import moderngl
import pytest

import nvrender
from nvrender.glsl.expressions import PRODUCT, Expression
from nvrender.glsl.operations import builders as typed_builders
from nvrender.glsl.operations import numbered as ops
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.regression.comparison import programs as numbers
from nvrender.regression.comparison.programs import ProgramComparison, compare_program
from nvrender.regression.comparison.sample_states import sample_state
from nvrender.regression.comparison.samples import samples

SHADERS = Path(__file__).parents[2] / "shaders"
#: What a loop of one instruction may take, and a loop of many: enough to differ, few enough to be cheap.
INSTRUCTIONS = 128
#: Vertices or fragments: many, and few in turns.
MANY, FEW = 48, (1, 2, 5)
SEEDS = 1 << 16
FAULT = "1.0000038146972656"  # 1 + 2^-18


def _loaded(name: str) -> Program:
    """A program, whose loops of 900 turns have 60."""
    return nvrender.load((SHADERS / name).read_text().replace("REP.S 900", "REP.S 60"))


def _names() -> list[str]:
    """The programs whose inputs can be made up: those that reach no memory."""
    paths = sorted(path for path in SHADERS.iterdir() if path.is_file())
    return [path.name for path in paths if reaching_outside(nvrender.load(path)) is None]


def _compared(program: Program, count: int, seed: int) -> ProgramComparison:
    attributes, parameters = samples(program, count, seed=seed)
    state = sample_state(program, seed=seed).with_(window_height=64)
    return compare_program(program.source.name, program, attributes, parameters, state)


NAMES = _names()


@pytest.mark.parametrize("name", NAMES)
def test_every_program_agrees_for_any_count_and_seed(
    name: str, context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within what the precision of each opcode comes to (OpenGL 1.5, 2.1.1; NV_vertex_program2 2.14.3)."""
    monkeypatch.setattr(numbers, "LONGEST", INSTRUCTIONS)
    program = _loaded(name)
    seeds = random.Random(name)
    for count in (MANY, FEW[NAMES.index(name) % len(FEW)]):
        seed = seeds.randrange(SEEDS)
        found = _compared(program, count, seed)
        assert found.mismatches == 0, f"--count {count} --seed {seed}: {found.text()}"


@pytest.mark.parametrize(
    ("name", "count", "seed"),
    [("lake.fp", 32, 970), ("lake.fp", 1024, 0), ("agate.vp", 128, 0), ("arb_lighting.vp", 128, 0)],
)
def test_inputs_that_sampled_tolerances_did_not_cover(
    name: str, count: int, seed: int, context: moderngl.Context
) -> None:
    """POW of 0 to a negative number beside a texture that is not there; sums that cancel before RSQ."""
    found = _compared(_loaded(name), count, seed)
    assert found.mismatches == 0, found.text()


@pytest.mark.parametrize(
    ("name", "opcode"),
    [
        ("agate.vp", "MUL"),
        ("arb_lighting.vp", "DP4"),
        ("cg_film.vp", "DP4"),
        ("chrome.vp", "DP4"),
        ("curved.tep", "MUL"),
        ("galaxy.vp", "MAD"),
        ("glass.vp", "DP4"),
        ("curved.fp", "MUL"),
        ("ember.fp", "MUL"),
        ("silhouette.gp", "MAD"),
        ("skin.vp", "MAD"),
        ("sprites.gp", "MAD"),
        ("stone.vp", "DP4"),
        ("neon.fp", "MUL"),
        ("terrain.vp", "DP4"),
        ("two_side.vp", "DP3"),
        ("water.vp", "DP4"),
    ],
)
def test_a_fault_of_2_to_the_minus_18_is_found(
    name: str, opcode: str, context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What bounds take in is no more than the opcodes' precision allows."""
    program = _loaded(name)
    operations = {row.operation for row in program.instructions if row.opcode.name == opcode}
    assert operations
    tables = (ops.BUILDERS, typed_builders.BUILDERS)
    for table, operation in [(table, operation) for table in tables for operation in operations]:
        builder = table.get(operation)
        if builder is None:
            continue

        def wrong(site, builder=builder):  # type: ignore[no-untyped-def]
            made = builder(site)
            if made.width != 1 and made.width != len(site.components):
                return made
            return Expression(f"{made.at(PRODUCT)} * {FAULT}", PRODUCT, made.width)

        monkeypatch.setitem(table, operation, wrong)
    assert _compared(program, 256, 3).mismatches
