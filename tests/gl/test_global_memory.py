"""Buffers that programs reach: addresses, copies, errors (NV_shader_buffer_load 2.9)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.inputs.global_memory import Memory
from nvrender.source import InputError

STORES = "!!NVvp5.0\nTEMP t;\nSTORE.U32 vertex.id, 65536;\nEND"
BOUND = (
    "!!NVvp5.0\nOPTION NV_shader_storage_buffer;\nSTORAGE s[] = { program.storage[1..2] };\nTEMP t;\n"
    "LDB.U32 result.attrib[0], s[1][0];\nEND"
)


def test_addresses_are_pages_in_order() -> None:
    memory = Memory({"a": np.zeros(5, np.uint8), "b": np.zeros(1025, np.float32), "c": np.ones(1)})
    assert [memory.address(name) for name in "abc"] == [0x10000, 0x11000, 0x13000]
    assert memory.words("b").tolist() == [0x11000, 0] and memory.words("b").dtype == np.uint32


def test_what_is_given_is_copied_and_what_is_left_has_its_dtype_and_shape() -> None:
    given = np.arange(6, dtype=np.int16).reshape(2, 3)
    memory = Memory({"a": given})
    given[:] = 9
    left = nvrender.run(STORES, memory=memory, attributes={"id": [7]}).memory["a"]
    assert left.dtype == np.int16 and left.tolist() == [[7, 0, 2], [3, 4, 5]]
    assert memory.buffers["a"].tolist() == [[0, 1, 2], [3, 4, 5]]
    left[0, 0] = 1


def test_structures_and_numbers_of_another_order_of_bytes() -> None:
    rows = np.array([(1, 2.5)], [("n", "<u4"), ("x", "<f4")])
    results = nvrender.run(STORES, memory=Memory({"a": rows}), attributes={"id": [3]})
    assert results.memory["a"]["n"].tolist() == [3] and results.memory["a"]["x"].tolist() == [2.5]
    assert Memory({"a": np.array([1], ">u4")}).buffers["a"].tobytes() == b"\1\0\0\0"


def test_results_without_memory_have_none() -> None:
    results = nvrender.run(STORES, count=2)
    assert dict(results.memory) == {} and dict(results.storage) == {} and results.faults == 2


@pytest.mark.parametrize(
    ("buffers", "access", "message"),
    [
        ([1], "READ_WRITE", "a mapping from names"),
        ({1: [1]}, "READ_WRITE", "have names, not 1"),
        ({"a": []}, "READ_WRITE", "has no bytes"),
        ({"a": ["x"]}, "READ_WRITE", "dtype <U1"),
        ({"a": [object()]}, "READ_WRITE", "dtype object"),
        ({"a": [[1], [1, 2]]}, "READ_WRITE", "is no array"),
        ({"a": [1]}, "READ", "'READ'; it is one of READ_ONLY, READ_WRITE, WRITE_ONLY"),
        ({"a": [1]}, {"b": "READ_ONLY"}, "access is given for 'b'; the buffers are 'a'"),
        ({"a": [1]}, {"a": None}, "'a' is None"),
        ({"a": np.broadcast_to(np.uint8(1), (1 << 32,))}, "READ_WRITE", "beyond GPU addresses of 32 bits"),
    ],
)
def test_what_is_no_memory(buffers: Any, access: Any, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        Memory(buffers, access)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"memory": {"a": [1]}}, "memory must be a nvrender.Memory, not dict"),
        ({"storage": [1]}, "storage must map bindings to arrays, not list"),
        ({"storage": {8: [1]}}, "storage has the key 8; bindings are 0 to 7"),
        ({"storage": {"0": [1]}}, "storage has the key '0'"),
        ({"storage": {1: np.zeros(2**22 + 1, np.float32)}}, "16777220 bytes; a buffer has 16777216 at most"),
        ({"storage": {1: [1]}}, r"program.storage\[2\] is used by the program but not given"),
        ({"backend": "native", "memory": Memory({})}, "native takes no memory"),
    ],
)
def test_what_no_run_takes(arguments: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        nvrender.run(BOUND, **arguments)


@pytest.mark.parametrize("text", ["!!VP1.0 MOV o[HPOS],v[0]; END", "!!ARBvp1.0 MOV result.position, 1; END"])
@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_programs_without_memory_leave_what_is_given(text: str, backend: str) -> None:
    """Any program may be given buffers and images, as any draw is made with those that are bound."""
    image = nvrender.Image(np.full((1, 1, 4), 7, np.uint8))
    given = {"memory": Memory({"a": [3]}), "storage": {7: [5]}, "images": {7: image}}
    left = nvrender.run(text, {0: [[1, 2]]}, backend=backend, **given)
    assert (left.memory["a"].tolist(), left.storage[7].tolist()) == ([3], [5])
    assert left.images[7].tolist() == [[[7] * 4]] and left.faults == 0
    for what, key, message in (
        ("storage", 8, "storage has the key 8; bindings are 0 to 7"),
        ("images", 8, "images has the key 8; image units are 0 to 7"),
    ):
        with pytest.raises(InputError, match=message):
            nvrender.run(text, {0: [[1, 2]]}, backend=backend, **{what: {key: given[what][7]}})


@pytest.mark.parametrize("given", [1, 2])
def test_every_storage_buffer_that_may_be_chosen_is_given(given: int) -> None:
    """NV_shader_storage_buffer_object 2.X.3.Y."""
    text = BOUND.replace("LDB", "MOV.S t, vertex.id;\nLDB").replace("s[1]", "s[t.x]")
    with pytest.raises(InputError, match=rf"storage\[{3 - given}\] is used by the program but not given"):
        nvrender.run(text, storage={given: [1]}, attributes={"id": [0]})


def test_unknown_names_of_buffers() -> None:
    with pytest.raises(InputError, match="no buffer 'b'; the buffers are 'a'"):
        Memory({"a": [1]}).address("b")
