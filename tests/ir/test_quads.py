"""What fragments see of their quad and of textures, on the evaluator alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from nvrender.ir.evaluation.shader import Evaluation
from nvrender.ir.evaluation.surroundings import Lookup
from nvrender.ir.text.reader import read
from nvrender.ops.evaluation.quads import EVALUATIONS

Array = npt.NDArray[Any]
#: Of two quads the second has no lane 7, and lane 2 is not active.
ACTIVE = np.array([True, True, False, True, True, True, True])
NUMBERS = np.array([[1, 2, 4, 8, 16, 32, 64]], np.float32)


@pytest.mark.parametrize(
    ("operation", "expected"),
    [("fddx", [1, 1, 0, 0, 16, 16, 0]), ("fddy", [0, 6, 0, 6, 48, 0, 48])],
)
def test_a_neighbour_that_is_not_there_counts_as_equal(operation: str, expected: list[float]) -> None:
    found = EVALUATIONS[operation](ACTIVE, NUMBERS)[0]
    assert found[ACTIVE].tolist() == np.array(expected)[ACTIVE].tolist()


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ("all", [0, 0, 0, 0, 1, 1, 1]),
        ("any", [1, 1, 1, 1, 1, 1, 1]),
        ("alike", [0, 0, 0, 0, 1, 1, 1]),
        ("ballot", [2, 2, 2, 2, 7, 7, 7]),
        ("ballot_alone", [0, 2, 4, 0, 1, 2, 4]),
    ],
)
def test_active_fragments_vote(operation: str, expected: list[int]) -> None:
    held = np.array([[False, True, True, False, True, True, True]])
    assert EVALUATIONS[operation](ACTIVE, held)[0].astype(int).tolist() == expected


def test_a_quad_that_is_not_whole_reads_zeros() -> None:
    numbers = np.arange(7, dtype=np.float32)[None]
    everyone = np.ones(7, np.bool_)
    assert EVALUATIONS["quad_y"](everyone, numbers, numbers)[0].tolist() == [2, 4, 2, 4, 0, 0, 0]
    assert not EVALUATIONS["quad_0"](ACTIVE, numbers, numbers).any()


class _Units:
    """Every texture is its number everywhere; what is asked is kept."""

    def __init__(self) -> None:
        self.asked = list[tuple[int, Lookup]]()

    def sample(self, key: int, lookup: Lookup) -> Array:
        self.asked.append((key, lookup))
        return np.full((4, 4), key % 1000, np.float32)


@pytest.mark.parametrize(
    ("texture", "expected"),
    [
        ("unit = 3", [3, 3, 3, 3]),
        ("unit = 3, units = 2, index = n.x", [3, 4, 0, 0]),
        ("unit = 0, handle = h.x", [0, 6, 6, 7]),
    ],
)
def test_each_lane_reads_the_texture_it_names(texture: str, expected: list[int]) -> None:
    shader = read(f"""\
shader
local n: int
local h: uint64
local a: floatx2
output o: floatx4
function main {{
  o.xyzw = Sample(operation = "sample", texture = Texture({texture}, target = "2D"),
                  operands = [a.xy], type = floatx4)
}}""")
    units = _Units()
    run = Evaluation(shader, 4, surroundings=units)  # type: ignore[arg-type]
    run.values["n"][...] = [0, 1, 2, -1]
    run.values["h"][...] = [5, 2**32 + 710, 2**32 + 710, 2**32 + 711]
    run.values["a"][0] = [0, 1, 4, 4]
    run.run()
    assert run.values["o"][3].tolist() == expected
    for _, lookup in units.asked:
        assert lookup.derivatives is not None
        across, along = lookup.derivatives
        assert across.tolist() == [[1, 1, 0, 0], [0, 0, 0, 0]]
        assert along.tolist() == [[4, 3, 4, 3], [0, 0, 0, 0]]
