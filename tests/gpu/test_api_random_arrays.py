"""Random arrays of every type, in memory and in buffers, floats and integers: both sides draw them alike."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.api.arrays.vertex import TYPES

VP = gl_enums.VERTEX_PROGRAM_ARB
SIZE = (24, 20)
VERTICES = 12
#: Attribute 3 as bytes of integers, as numbers, and without a program as the colour.
PROGRAMS = (
    "!!NVvp4.0 TEMP r; AND.U r,vertex.attrib[3],255; I2F.U r,r; MUL r,r,0.004;"
    "MAD result.color,vertex.attrib[4],{0.01,0.02,0.03,0.01},r; MOV result.position,vertex.attrib[0];END",
    "!!ARBvp1.0 TEMP r; MUL r,vertex.attrib[3],0.01;"
    "MAD result.color,vertex.attrib[4],{0.01,0.02,0.03,0.01},r; MOV result.position,vertex.attrib[0];END",
    "",
)
MODES = (gl_enums.TRIANGLES, gl_enums.TRIANGLE_STRIP, gl_enums.QUADS, gl_enums.TRIANGLE_FAN)
INDICES = {gl_enums.UNSIGNED_BYTE: "u1", gl_enums.UNSIGNED_SHORT: "u2", gl_enums.UNSIGNED_INT: "u4"}


class Scene:
    """The calls of one seed, the same for every context."""

    def __init__(self, gl: Context, seed: int) -> None:
        self.gl = gl
        self.random = np.random.default_rng(seed)
        self.buffers = 0

    def chance(self, share: float) -> bool:
        return bool(self.random.random() < share)

    def memory(self, data: bytes, offset: int) -> Any:
        """A pointer to ``data`` from ``offset`` on, or an offset into a buffer that has it."""
        if self.chance(0.5):
            self.gl.BindBuffer(gl_enums.ARRAY_BUFFER, 0)
            return data, offset
        self.buffers += 1
        self.gl.BindBuffer(gl_enums.ARRAY_BUFFER, self.buffers)
        self.gl.BufferData(gl_enums.ARRAY_BUFFER, data, gl_enums.STATIC_DRAW)
        return offset

    def array(self, number: int) -> None:
        integer = number > 0 and self.chance(0.5)
        types = [kind for kind in TYPES if not integer or TYPES[kind][0] != "f"]
        chosen = types[self.random.integers(len(types))] if number else gl_enums.FLOAT
        dtype, size = np.dtype(TYPES[chosen]), int(self.random.integers(1, 5)) if number else 2
        gap, offset = (dtype.itemsize * int(self.random.integers(0, 4)) for _ in range(2))
        stride = size * dtype.itemsize + gap
        data = bytearray(offset + stride * VERTICES)
        table = np.ndarray((VERTICES, size), dtype, data, offset, (stride, dtype.itemsize))
        if number:
            table[:] = self.random.integers(0 if dtype.kind == "u" else -100, 120, table.shape)
        else:
            table[:] = self.random.uniform(-1, 1, table.shape)
        pointer, told = self.memory(bytes(data), offset), stride if gap else 0
        if integer:
            self.gl.VertexAttribIPointerEXT(number, size, chosen, told, pointer)
        else:
            normalized = number > 0 and self.chance(0.3)
            self.gl.VertexAttribPointerARB(number, size, chosen, normalized, told, pointer)
        self.gl.EnableVertexAttribArrayARB(number)

    def current(self, number: int) -> None:
        self.gl.DisableVertexAttribArrayARB(number)
        if self.chance(0.5):
            self.gl.VertexAttribI4ivEXT(number, self.random.integers(-300, 300, 4).tolist())
        else:
            self.gl.VertexAttrib4fvARB(number, self.random.normal(0, 40, 4).tolist())

    def draw(self) -> None:
        mode = MODES[self.random.integers(len(MODES))]
        kind = list(INDICES)[self.random.integers(len(INDICES))]
        order = self.random.integers(0, VERTICES, 9).astype(INDICES[kind])
        listed = self.chance(0.3)
        if listed:
            self.gl.NewList(1, gl_enums.COMPILE)
        if self.chance(0.5):
            first = int(self.random.integers(0, 4))
            self.gl.DrawArrays(mode, first, VERTICES - first)
        elif self.chance(0.5):
            self.gl.BindBuffer(gl_enums.ELEMENT_ARRAY_BUFFER, 99)
            self.gl.BufferData(gl_enums.ELEMENT_ARRAY_BUFFER, order, gl_enums.STREAM_DRAW)
            self.gl.DrawElements(mode, kind, 0, len(order))
            self.gl.BindBuffer(gl_enums.ELEMENT_ARRAY_BUFFER, 0)
        else:
            self.gl.DrawElements(mode, kind, order)
        if listed:
            self.gl.EndList()
            self.gl.CallList(1)

    def picture(self) -> Any:
        text = PROGRAMS[self.random.integers(len(PROGRAMS))]
        if text:
            self.gl.ProgramStringARB(VP, gl_enums.PROGRAM_FORMAT_ASCII_ARB, text)
            self.gl.Enable(VP)
        for _ in range(3):
            self.array(0)
            for number in (3, 4):
                self.array(number) if self.chance(0.8) else self.current(number)
            self.draw()
        pixels = self.gl.ReadPixels(0, 0, *SIZE, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)
        return pixels.astype(int)


@pytest.mark.parametrize("seed", range(40))
def test_arrays_are_drawn_alike(context: moderngl.Context, seed: int) -> None:
    """OpenGL 1.5, 2.8 and 2.9; ARB_vertex_program 2.8, NV_vertex_program4 2.7."""
    with Context(backend="oracle", size=SIZE, raise_errors=True) as gl:
        oracle = Scene(gl, seed).picture()
    with Context(context, size=SIZE, raise_errors=True) as gl:
        found = Scene(gl, seed).picture()
    assert oracle.any()
    assert (np.abs(oracle - found).max(axis=2) > 2).sum() <= 2
