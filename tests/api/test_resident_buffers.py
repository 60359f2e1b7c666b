"""Residency and GPU addresses of buffers (NV_shader_buffer_load 2.9 and 6.1; NV_shader_buffer_store 2.9)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums
from nvrender.api.buffers.commands import TARGETS

AB = enums.ARRAY_BUFFER
READ_ONLY, ADDRESS = enums.READ_ONLY, enums.BUFFER_GPU_ADDRESS_NV


def filled(gl: Context, number: int, size: int = 8, target: int = AB) -> None:
    gl.BindBuffer(target, number)
    gl.BufferData(target, size, enums.STATIC_DRAW)


def address(gl: Context, number: int) -> Any:
    return gl.GetNamedBufferParameterui64vNV(number, ADDRESS)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("access", ["READ_ONLY", "READ_WRITE", "WRITE_ONLY"])
def test_a_buffer_becomes_resident_and_ceases_to_be(target: int, access: str) -> None:
    """2.9: by every target of BindBuffer, and by name."""
    gl = context()
    filled(gl, 5, target=target)
    assert not gl.IsBufferResidentNV(target) and not gl.IsNamedBufferResidentNV(5)
    gl.MakeBufferResidentNV(target, getattr(enums, access))
    assert gl.IsBufferResidentNV(target) and gl.IsNamedBufferResidentNV(5)
    gl.MakeNamedBufferNonResidentNV(5)
    assert not gl.IsBufferResidentNV(target) and not gl.IsNamedBufferResidentNV(5)
    gl.MakeNamedBufferResidentNV(5, getattr(enums, access))
    assert gl.IsBufferResidentNV(target)
    gl.MakeBufferNonResidentNV(target)
    assert not gl.IsNamedBufferResidentNV(5) and gl.GetError() == enums.NO_ERROR


def test_addresses() -> None:
    """2.9: never 0, no two buffers overlap; a multiple of 16 at least (issue 16)."""
    gl = context()
    sizes = {1: 1, 2: 4096, 3: 4097, 4: 100000, 5: 16}
    for number, size in sizes.items():
        filled(gl, number, size)
    found = {number: address(gl, number) for number in (3, 1, 5, 4, 2)}
    assert all(each > 0 and each % 4096 == 0 for each in found.values())
    rows = sorted((start, start + sizes[number]) for number, start in found.items())
    assert all(end <= start for (_, end), (start, _) in pairwise(rows))
    assert rows[-1][1] <= gl.GetIntegerui64vNV(enums.MAX_SHADER_BUFFER_ADDRESS_NV) == 0xFFFFFFFF
    gl.BindBuffer(AB, 4)
    assert gl.GetBufferParameterui64vNV(AB, ADDRESS) == found[4] == address(gl, 4)


def test_an_address_is_as_long_valid_as_the_data_store() -> None:
    """2.9: until the buffer is deleted or respecified via BufferData."""
    gl = context()
    for number in (1, 2, 3):
        filled(gl, number, 5000)
        gl.MakeBufferResidentNV(AB, READ_ONLY)
    before = [address(gl, number) for number in (1, 2, 3)]
    gl.BindBuffer(AB, 2)
    gl.BufferSubData(AB, 0, b"1234")
    gl.MapBuffer(AB, enums.WRITE_ONLY)  # legal while it is resident (issue 10)
    gl.UnmapBuffer(AB)
    assert gl.IsNamedBufferResidentNV(2)
    gl.MakeNamedBufferNonResidentNV(2)
    gl.MakeNamedBufferResidentNV(2, enums.READ_WRITE)
    assert [address(gl, number) for number in (1, 2, 3)] == before
    gl.BufferData(AB, 9000, enums.STATIC_DRAW)
    assert not gl.IsNamedBufferResidentNV(2) and gl.IsNamedBufferResidentNV(3)
    assert address(gl, 2) not in before
    gl.DeleteBuffers([1])
    filled(gl, 9, 5000)
    assert address(gl, 9) == before[0]  # which nobody has any more
    assert gl.GetError() == enums.NO_ERROR


def test_a_resident_buffer_that_shrinks_has_another_store() -> None:
    gl = context()
    filled(gl, 1, 8192)
    gl.MakeBufferResidentNV(AB, READ_ONLY)
    gl.BufferData(AB, 16, enums.STATIC_DRAW)
    assert not gl.IsBufferResidentNV(AB)
    gl.MakeBufferResidentNV(AB, READ_ONLY)
    assert gl.IsBufferResidentNV(AB) and gl.GetError() == enums.NO_ERROR


def test_residency_is_the_contexts_and_addresses_are_shared() -> None:
    """Appendix D.X."""
    first = context()
    second = Context(backend="oracle", share=first)
    filled(first, 1)
    first.MakeBufferResidentNV(AB, READ_ONLY)
    assert not second.IsNamedBufferResidentNV(1) and address(second, 1) == address(first, 1)
    second.MakeNamedBufferResidentNV(1, enums.WRITE_ONLY)
    first.MakeBufferNonResidentNV(AB)
    assert second.IsNamedBufferResidentNV(1)
    first.BufferData(AB, 4, enums.STATIC_DRAW)
    assert not second.IsNamedBufferResidentNV(1)
    second.MakeNamedBufferResidentNV(1, READ_ONLY)
    first.DeleteBuffers([1])
    filled(first, 1)
    assert not second.IsNamedBufferResidentNV(1)  # another buffer of the same name
    assert first.GetError() == second.GetError() == enums.NO_ERROR


@pytest.mark.parametrize("call", [
    lambda gl: gl.IsNamedBufferResidentNV(7), lambda gl: gl.MakeNamedBufferResidentNV(7, READ_ONLY),
    lambda gl: gl.MakeNamedBufferNonResidentNV(7), lambda gl: gl.GetNamedBufferParameterui64vNV(7, ADDRESS),
])  # fmt: skip
def test_names_make_buffers(call: Callable[[Context], Any]) -> None:
    """2.9: the GL first creates a new state vector, with a zero-sized memory buffer."""
    gl = context()
    assert not gl.IsBuffer(7)
    call(gl)
    gl.GetError()
    assert gl.IsBuffer(7)
    assert 7 not in gl.GenBuffers(8)


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.MakeBufferResidentNV(7, READ_ONLY)),
        ("INVALID_ENUM", lambda gl: gl.MakeBufferNonResidentNV(7)),
        ("INVALID_ENUM", lambda gl: gl.IsBufferResidentNV(7)),
        ("INVALID_ENUM", lambda gl: gl.GetBufferParameterui64vNV(7, ADDRESS)),
        ("INVALID_ENUM", lambda gl: gl.MakeBufferResidentNV(AB, enums.STATIC_DRAW)),
        ("INVALID_ENUM", lambda gl: gl.MakeNamedBufferResidentNV(1, 0)),
        ("INVALID_ENUM", lambda gl: gl.GetBufferParameterui64vNV(AB, enums.BUFFER_SIZE)),
        ("INVALID_ENUM", lambda gl: gl.GetNamedBufferParameterui64vNV(1, enums.BUFFER_SIZE)),
        ("INVALID_ENUM", lambda gl: gl.GetIntegerui64vNV(enums.MAX_LIGHTS)),
        # No buffer is bound, or the name is 0.
        *(("INVALID_OPERATION", call) for call in (
            lambda gl: gl.MakeBufferResidentNV(enums.ELEMENT_ARRAY_BUFFER, READ_ONLY),
            lambda gl: gl.MakeBufferNonResidentNV(enums.ELEMENT_ARRAY_BUFFER),
            lambda gl: gl.IsBufferResidentNV(enums.ELEMENT_ARRAY_BUFFER),
            lambda gl: gl.GetBufferParameterui64vNV(enums.ELEMENT_ARRAY_BUFFER, ADDRESS),
            lambda gl: gl.MakeNamedBufferResidentNV(0, READ_ONLY),
            lambda gl: gl.MakeNamedBufferNonResidentNV(0),
            lambda gl: gl.IsNamedBufferResidentNV(0),
            lambda gl: gl.GetNamedBufferParameterui64vNV(0, ADDRESS),
        )),
        # No data store.
        ("INVALID_OPERATION", lambda gl: gl.MakeNamedBufferResidentNV(7, READ_ONLY)),
        ("INVALID_OPERATION", lambda gl: gl.GetNamedBufferParameterui64vNV(7, ADDRESS)),
        ("INVALID_OPERATION", lambda gl: (gl.BufferData(AB, 0, enums.STATIC_DRAW),
                                          gl.MakeBufferResidentNV(AB, READ_ONLY))),
        # Already resident, and not resident.
        ("INVALID_OPERATION", lambda gl: (gl.MakeBufferResidentNV(AB, READ_ONLY),
                                          gl.MakeBufferResidentNV(AB, enums.READ_WRITE))),
        ("INVALID_OPERATION", lambda gl: (gl.MakeBufferResidentNV(AB, READ_ONLY),
                                          gl.MakeNamedBufferResidentNV(1, READ_ONLY))),
        ("INVALID_OPERATION", lambda gl: gl.MakeBufferNonResidentNV(AB)),
        ("INVALID_OPERATION", lambda gl: gl.MakeNamedBufferNonResidentNV(1)),
    ],
)  # fmt: skip
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    def with_buffer(gl: Context) -> None:
        filled(gl, 1)
        call(gl)

    assert error_of(with_buffer) == error


def test_there_may_be_no_address_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenGL 1.5, table 2.3: OUT_OF_MEMORY."""
    from nvrender.api.buffers import resident as resident_buffers

    monkeypatch.setattr(resident_buffers, "LAST_ADDRESS", resident_buffers.BASE + 8192)
    gl = context()
    for number, size in ((1, 4000), (2, 4097), (3, 4096)):
        filled(gl, number, size)
    assert address(gl, 1) == resident_buffers.BASE and address(gl, 2) is None
    assert gl.GetError() == enums.OUT_OF_MEMORY
    assert address(gl, 3) == resident_buffers.BASE + 4096


def test_they_do_not_go_into_lists() -> None:
    """5.4: executed immediately."""
    gl = context()
    filled(gl, 1)
    gl.NewList(1, enums.COMPILE)
    gl.MakeBufferResidentNV(AB, READ_ONLY)
    assert gl.IsBufferResidentNV(AB) and gl.IsNamedBufferResidentNV(1)
    gl.MakeNamedBufferNonResidentNV(1)
    gl.MakeNamedBufferResidentNV(1, READ_ONLY)
    gl.MakeBufferNonResidentNV(AB)
    assert gl.GetBufferParameterui64vNV(AB, ADDRESS) and address(gl, 1)
    assert gl.GetIntegerui64vNV(enums.MAX_SHADER_BUFFER_ADDRESS_NV)
    gl.EndList()
    gl.MakeBufferResidentNV(AB, READ_ONLY)
    gl.CallList(1)
    assert gl.IsBufferResidentNV(AB) and gl.GetError() == enums.NO_ERROR


def test_numbers_of_numpy() -> None:
    gl = context()
    filled(gl, 1)
    gl.MakeNamedBufferResidentNV(np.uint32(1), np.uint16(READ_ONLY))
    assert gl.IsNamedBufferResidentNV(np.int64(1))
