"""Storage buffers that are parts of other buffers, and buffers at given GPU addresses, on both sides.

NV_shader_storage_buffer_object 2.X.3.Y, NV_shader_buffer_load 2.9.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.inputs.global_memory import HIDDEN, Window
from nvrender.source import InputError

PROGRAM = """!!NVvp5.0
OPTION NV_shader_storage_buffer;
STORAGE low[] = { program.storage[0] };
STORAGE high[] = { program.storage[5] };
PARAM place = program.local[0];
TEMP t, a;
LDB.U32 t, high[0];
ADD.U t.x, t.x, 100;
STB.U32 t, low[4];
LOAD.U32 t, place.x;
STB.U32 t, high[8];
MOV result.position, 0;
END"""


def run(backend: str, memory: nvrender.Memory, storage: Any, address: int) -> Any:
    words = np.array([address, 0, 0, 0], np.uint32)
    parameters = {"program.local[0]": words}
    return nvrender.run(
        PROGRAM, parameters=parameters, memory=memory, storage=storage, count=1, backend=backend
    )


def test_windows_are_the_buffers_they_are_of(backend: str) -> None:
    memory = nvrender.Memory(
        {"far": np.arange(8, dtype=np.uint32), "near": np.arange(10, 18, dtype=np.uint32)},
        at={"far": 0x40000, "near": 0x12000},
    )
    assert memory.address("far") == 0x40000 and list(memory.buffers) == ["near", "far"]
    storage = {0: Window("far", 0, 8), 5: Window("near", 16, 12)}
    found = run(backend, memory, storage, 0x40004)
    assert found.memory["far"].tolist() == [0, 114, 2, 3, 4, 5, 6, 7]
    assert found.memory["near"].tolist() == [10, 11, 12, 13, 14, 15, 114, 17]
    assert found.faults == 0 and dict(found.storage) == {}
    assert memory.buffers["far"].tolist() == list(range(8))


def test_windows_end_where_they_end(backend: str) -> None:
    memory = nvrender.Memory({"a": np.arange(8, dtype=np.uint32)})
    found = run(backend, memory, {0: Window("a", 0, 4), 5: Window("a", 8, 8)}, memory.address("a"))
    assert found.memory["a"].tolist() == list(range(8)) and found.faults == 2


def test_hidden_buffers_have_no_address(backend: str) -> None:
    memory = nvrender.Memory({"a": np.arange(8, dtype=np.uint32)}, access=HIDDEN)
    found = run(backend, memory, {0: Window("a", 0, 32), 5: Window("a", 0, 32)}, memory.address("a") + 16)
    assert found.memory["a"].tolist() == [0, 100, 0, 3, 4, 5, 6, 7] and found.faults == 1


@pytest.mark.parametrize(
    ("message", "at"),
    [
        ("at gives addresses of none, not of 'a', 'b'", {}),
        ("'b' lies at 0x10000; give a multiple of 0x1000", {"a": 0x10000, "b": 0x10000}),
        ("'b' lies at 0x11000", {"a": 0x10000, "b": 0x11000}),
        ("'a' lies at 0xf000", {"a": 0xF000, "b": 0x20000}),
        ("'a' lies at 0x10010", {"a": 0x10010, "b": 0x20000}),
        ("'b' ends beyond", {"a": 0x10000, "b": 0xFFFFF000}),
    ],
)
def test_addresses_that_are_none(message: str, at: dict[str, int]) -> None:
    with pytest.raises(InputError, match=message):
        nvrender.Memory({"a": np.zeros(5000, np.uint8), "b": np.zeros(5000, np.uint8)}, at=at)


@pytest.mark.parametrize(
    "window", [Window("b", 0, 4), Window("a", 8, 4), Window("a", -4, 4), Window("a", 0, -1)]
)
def test_windows_of_what_is_not_there(window: Window) -> None:
    memory = nvrender.Memory({"a": np.zeros(2, np.uint32)})
    with pytest.raises(InputError, match="is a window of bytes that"):
        run("oracle", memory, {0: window, 5: Window("a", 0, 4)}, 0)
