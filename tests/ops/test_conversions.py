"""CVT into 32-bit registers gives the words of the general conversion (NV_gpu_program5 2.X.8, CVT)."""

from __future__ import annotations

import numpy as np
import pytest

from nvrender.ops.evaluation.conversions import conversion, converted
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.ops.types import DataType

FLOAT = Storage(DataType.FLOAT, 32)
#: Zeros, denormals, halves, the ends of 31 and 32 bits, infinities, NaN.
WORDS = (
    *(0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x807FFFFF, 0x00800000, 0x80800000),
    *(0x3EFFFFFF, 0x3F000000, 0xBF000000, 0x3FC00000, 0xBFC00000, 0x4EFFFFFF, 0x4F000000, 0xCEFFFFFF),
    *(0xCF000000, 0xCF000001, 0x4F7FFFFF, 0x4F800000, 0x5F000000, 0x7F800000, 0xFF800000, 0x7FC00000),
)


@pytest.mark.parametrize("rounding", Rounding)
@pytest.mark.parametrize("type", [DataType.SIGNED, DataType.UNSIGNED])
def test_integers_of_floats(type: DataType, rounding: Rounding) -> None:
    """One at a time and all together: what is small is converted another way than what is not."""
    result = Storage(type, 32)
    convert = conversion(FLOAT, result, rounding, None)
    words = np.array(WORDS, np.uint32)
    expected = converted(words.astype(np.uint64), FLOAT, result, rounding, None).astype(np.uint32)
    for lanes in (slice(None), *(slice(lane, lane + 1) for lane in range(len(WORDS)))):
        found = np.empty_like(words[lanes]).view(np.float32)
        convert(found, found, words[lanes].view(np.float32))
        np.testing.assert_array_equal(found.view(np.uint32), expected[lanes])
