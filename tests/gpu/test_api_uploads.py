"""What nvrender.api sends to the GPU again, what it links again, and how it leaves a caller's context."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.api.draw import mesh_cache as kept_meshes
from nvrender.gpu.resources.memory_buffer import KeptBuffers
from nvrender.gpu.resources.uniform_ring import UniformRing

VP = gl_enums.VERTEX_PROGRAM_NV
RED = "!!VP1.0 MOV o[HPOS],v[0];MOV o[COL0],c[8];END"
LARGE = np.array([[-1, -1, 0, 1], [3, -1, 0, 1], [-1, 3, 0, 1]], np.float32)


class Counts:
    """How often programs are linked, and buffers made and written."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.links = self.buffers = self.writes = 0
        for owner, name, count in (
            (moderngl.Context, "program", "links"),
            (moderngl.Context, "buffer", "buffers"),
            (moderngl.Buffer, "write", "writes"),
            (KeptBuffers, "rewrite", "writes"),
            (UniformRing, "write", "writes"),
        ):
            monkeypatch.setattr(owner, name, self._counting(getattr(owner, name), count))

    def _counting(self, function: Callable[..., Any], count: str) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            setattr(self, count, getattr(self, count) + 1)
            return function(*arguments, **named)

        return call

    def take(self) -> tuple[int, int, int]:
        """Links, buffers and writes since the last time."""
        found = self.links, self.buffers, self.writes
        self.links = self.buffers = self.writes = 0
        return found


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    return Counts(monkeypatch)


def loaded(gl: Context) -> None:
    """One large triangle in an array, its colour in c[8]."""
    gl.LoadProgramNV(VP, 1, RED)
    gl.BindProgramNV(VP, 1)
    gl.Enable(VP)
    gl.EnableClientState(gl_enums.VERTEX_ATTRIB_ARRAY0_NV)


def pixel(gl: Context) -> list[int]:
    found: list[int] = gl.ReadPixels(1, 1, 1, 1, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)[0, 0].tolist()
    return found


@pytest.mark.parametrize("own", [True, False])
def test_a_parameter_changed_between_draws(context: moderngl.Context, counts: Counts, own: bool) -> None:
    """Only the parameters are written, and they only where they are others."""
    with Context(None if own else context, size=(4, 4), raise_errors=True) as gl:
        loaded(gl)
        memory = LARGE.copy()
        gl.VertexAttribPointerNV(0, 4, gl_enums.FLOAT, 0, memory)
        gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
        counts.take()
        for step in range(1, 21):
            gl.ProgramParameter4fNV(VP, 8, step / 255, 0, 0, 1)
            gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
        assert counts.take() == (0, 0, 20)
        assert pixel(gl) == [20, 0, 0, 255]
        for _ in range(3):
            gl.ProgramParameter4fNV(VP, 8, 20 / 255, 0, 0, 1)
            gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
        assert counts.take() == (0, 0, 0)


def test_memory_changed_between_draws(context: moderngl.Context, counts: Counts) -> None:
    """OpenGL 1.5, 2.8: arrays are read at the draw, in whatever memory they are."""
    with Context(context, size=(4, 4), raise_errors=True) as gl:
        loaded(gl)
        gl.ProgramParameter4fNV(VP, 8, 1, 0, 0, 1)
        memory = np.full((3, 8), np.nan, np.float32)
        memory[:, :4] = LARGE
        gl.VertexAttribPointerNV(0, 4, gl_enums.FLOAT, 32, memory)
        gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
        assert pixel(gl) == [255, 0, 0, 255]
        gl.Clear(gl_enums.COLOR_BUFFER_BIT)
        memory[:, :4] *= -1, -1, 1, 0
        counts.take()
        gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
        assert counts.take() == (0, 0, 1)
        assert pixel(gl) == [0, 0, 0, 0]
        memory[:, 4:] = 7
        gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
        assert counts.take() == (0, 0, 0)


def test_large_arrays_are_compared_to_their_end(context: moderngl.Context, counts: Counts) -> None:
    with Context(context, size=(4, 4), raise_errors=True) as gl:
        loaded(gl)
        memory = np.zeros((40_000, 4), np.float32)
        gl.VertexAttribPointerNV(0, 4, gl_enums.FLOAT, 0, memory)
        gl.DrawArrays(gl_enums.POINTS, 0, len(memory))
        counts.take()
        for value, writes in ((-0.0, 1), (np.nan, 1), (np.nan, 0)):
            memory[-1, 3] = value
            gl.DrawArrays(gl_enums.POINTS, 0, len(memory))
            assert counts.take() == (0, 0, writes)


def test_memory_of_another_form(context: moderngl.Context) -> None:
    """More vertices, fewer, other sizes, integers, another order, each drawn as it is."""
    with Context(context, size=(4, 4), raise_errors=True) as gl:
        loaded(gl)
        gl.LoadProgramNV(VP, 1, "!!VP1.0 MOV o[HPOS],v[0];MOV o[COL0],v[3];END")
        gl.EnableClientState(gl_enums.VERTEX_ATTRIB_ARRAY3_NV)
        for step, (places, count) in enumerate(
            ((LARGE, 3), (LARGE[:, :2].copy(), 3), (np.tile(LARGE, (2, 1)), 6), (LARGE.astype("i2"), 3))
        ):
            colors = np.full((count, 4), step / 5, np.float32)
            kind = gl_enums.SHORT if places.dtype == np.int16 else gl_enums.FLOAT
            gl.VertexAttribPointerNV(0, places.shape[1], kind, 0, places)
            gl.VertexAttribPointerNV(3, 4, gl_enums.FLOAT, 0, colors)
            gl.Clear(gl_enums.COLOR_BUFFER_BIT)
            gl.DrawArrays(gl_enums.TRIANGLES, 0, count)
            assert pixel(gl) == [51 * step] * 4
            colors[:] = 1 - step / 5
            gl.DrawArrays(gl_enums.TRIANGLES, 0, count)
            assert pixel(gl) == [255 - 51 * step] * 4
            gl.Clear(gl_enums.COLOR_BUFFER_BIT)
            gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_BYTE, [0, 0, 1])
            assert pixel(gl) == [0, 0, 0, 0]


def test_changed_floats_that_are_read_as_integers(context: moderngl.Context) -> None:
    """NV_gpu_program4 2.X.3.3: a typeless attribute is what the instruction takes it for."""
    with Context(context, size=(4, 4), raise_errors=True) as gl:
        loaded(gl)
        gl.ProgramStringARB(
            VP, gl_enums.PROGRAM_FORMAT_ASCII_ARB,
            "!!NVvp4.0 TEMP r; AND.U r,vertex.attrib[3],255; I2F.U r,r;"
            "MUL result.color,r,0.00392156862745098; MOV result.position,vertex.attrib[0];END",
        )  # fmt: skip
        gl.VertexAttribPointerNV(0, 4, gl_enums.FLOAT, 0, LARGE)
        gl.EnableClientState(gl_enums.VERTEX_ATTRIB_ARRAY3_NV)
        words = np.full((3, 4), 0x3F800005, np.uint32)
        gl.VertexAttribPointerNV(3, 4, gl_enums.FLOAT, 0, words.view(np.float32))
        for value in (5, 200, 77):
            words[:] = 0x3F800000 + value
            gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
            assert pixel(gl) == [value] * 4


def test_buffers_that_did_not_change(context: moderngl.Context, counts: Counts) -> None:
    """Two arrays in buffer objects drawn by turns stay on the GPU; a change of one sends that one."""
    with Context(context, size=(4, 4), raise_errors=True) as gl:
        loaded(gl)
        gl.ProgramParameter4fNV(VP, 8, 1, 0, 0, 1)
        for name in (1, 2):
            gl.BindBuffer(gl_enums.ARRAY_BUFFER, name)
            gl.BufferData(gl_enums.ARRAY_BUFFER, LARGE * name, gl_enums.STATIC_DRAW)

        def draw(name: int) -> None:
            gl.BindBuffer(gl_enums.ARRAY_BUFFER, name)
            gl.VertexAttribPointerNV(0, 4, gl_enums.FLOAT, 0, 0)
            gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
            gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_BYTE, [0, 1, 2])

        draw(1)
        draw(2)
        counts.take()
        for _ in range(3):
            draw(1)
            draw(2)
        assert counts.take() == (0, 0, 0)
        gl.BufferSubData(gl_enums.ARRAY_BUFFER, 0, np.full(12, -1, np.float32))
        draw(1)
        assert counts.take() == (0, 0, 0)
        gl.Clear(gl_enums.COLOR_BUFFER_BIT)
        draw(2)
        assert counts.take()[1:] == (3, 0)
        assert pixel(gl) == [0, 0, 0, 0]
        draw(1)
        assert pixel(gl) == [255, 0, 0, 255]


def test_lists_that_are_called_by_turns(context: moderngl.Context, counts: Counts) -> None:
    with Context(context, size=(4, 4), raise_errors=True) as gl:
        loaded(gl)
        for name in (1, 2):
            gl.VertexAttribPointerNV(0, 4, gl_enums.FLOAT, 0, LARGE * name)
            gl.NewList(name, gl_enums.COMPILE)
            gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
            gl.EndList()
        for _ in range(3):
            gl.CallList(1)
            gl.CallList(2)
        assert counts.take()[0] <= 1
        gl.CallList(1)
        gl.CallList(2)
        assert counts.take() == (0, 0, 0)


def test_few_meshes_stay(context: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many draws there are out of buffers, and however large they are."""
    monkeypatch.setattr(kept_meshes, "MESHES", 3)
    monkeypatch.setattr(kept_meshes, "VERTICES", 20)
    with Context(context, size=(4, 4), raise_errors=True) as gl:
        loaded(gl)
        gl.BindBuffer(gl_enums.ARRAY_BUFFER, 1)
        gl.BufferData(gl_enums.ARRAY_BUFFER, np.zeros((64, 4), np.float32), gl_enums.STATIC_DRAW)
        gl.VertexAttribPointerNV(0, 4, gl_enums.FLOAT, 0, 0)
        before = live(context)
        for first, count in ((0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (0, 15), (0, 16), (0, 60), (1, 60)):
            gl.DrawArrays(gl_enums.TRIANGLES, first, count)
            assert live(context) - before <= 3 + 3  # buffers of meshes, current values and parameters


def live(context: moderngl.Context) -> int:
    """How many buffers there are."""
    exists = ctypes.CFUNCTYPE(ctypes.c_ubyte, ctypes.c_uint)(context.mglo._context.load("glIsBuffer"))
    with context:
        return sum(map(bool, map(exists, range(1, 400))))


def test_a_context_that_is_current_is_so_after_every_command(context: moderngl.Context) -> None:
    """Of nvrender's own nothing is left behind where another was current, or after release."""
    theirs = moderngl.create_context(standalone=True, backend="egl")
    with Context(size=(4, 4), raise_errors=True) as gl:
        loaded(gl)
        gl.VertexAttribPointerNV(0, 4, gl_enums.FLOAT, 0, LARGE)
        gl.ProgramParameter4fNV(VP, 8, 1, 0, 0, 1)
        buffer = theirs.buffer(b"mine")
        gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
        assert buffer.read() == b"mine"
        assert pixel(gl) == [255, 0, 0, 255]
        assert buffer.read() == b"mine"
        with theirs:
            pass
        gl.Clear(gl_enums.COLOR_BUFFER_BIT)
        gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
        with theirs:
            assert buffer.read() == b"mine"
            gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
            assert buffer.read() == b"mine"
        assert pixel(gl) == [255, 0, 0, 255]
    with theirs:
        buffer.release()
    theirs.release()


def test_a_callers_context_is_left_as_it_was_found_by_every_command(
    context: moderngl.Context, snapshot: Callable[[moderngl.Context], dict[str, object]]
) -> None:
    context.enable_only(moderngl.BLEND)
    context.viewport = 1, 2, 3, 4
    before = snapshot(context)
    with Context(context, size=(4, 4), raise_errors=True) as gl:
        loaded(gl)
        gl.VertexAttribPointerNV(0, 4, gl_enums.FLOAT, 0, LARGE)
        for command in (
            lambda: gl.Clear(gl_enums.COLOR_BUFFER_BIT),
            lambda: gl.DrawArrays(gl_enums.TRIANGLES, 0, 3),
            lambda: gl.DrawArrays(gl_enums.TRIANGLES, 0, 3),
            lambda: pixel(gl),
        ):
            command()
            assert snapshot(context) == before
    assert snapshot(context) == before
    context.enable_only(moderngl.NOTHING)


def test_arrays_drawn_in_turn_are_sent_once(counts: Counts) -> None:
    """Each memory has a mesh of its own, also with vertices between Begin and End in between."""
    with Context(size=(4, 4), raise_errors=True) as gl:
        loaded(gl)
        gl.ProgramParameter4fNV(VP, 8, 1, 0, 0, 1)
        memories = [LARGE.copy(), LARGE * np.array([-1, -1, 1, 0], np.float32)]

        def frame() -> list[list[int]]:
            found = []
            for memory in memories:
                gl.Clear(gl_enums.COLOR_BUFFER_BIT)
                gl.VertexAttribPointerNV(0, 4, gl_enums.FLOAT, 0, memory)
                gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
                found.append(pixel(gl))
            gl.Begin(gl_enums.TRIANGLES)
            for corner in LARGE.tolist():
                gl.Vertex4f(*corner)
            gl.End()
            return found

        for _ in range(4):
            assert frame() == [[255, 0, 0, 255], [0, 0, 0, 0]]
        counts.take()
        assert frame() == [[255, 0, 0, 255], [0, 0, 0, 0]]
        links, buffers, writes = counts.take()
        assert (links, buffers) == (0, 0)
        assert writes <= 1  # of those between Begin and End
        memories[0][:], memories[1][:] = memories[1].copy(), memories[0].copy()
        assert frame() == [[0, 0, 0, 0], [255, 0, 0, 255]]


def test_arrays_that_are_new_at_each_draw_take_one_mesh(counts: Counts) -> None:
    """Memory that is drawn from once makes room for the next one's."""
    with Context(size=(4, 4), raise_errors=True) as gl:
        loaded(gl)
        gl.ProgramParameter4fNV(VP, 8, 1, 0, 0, 1)
        memories = [LARGE + np.float32(number / 100) for number in range(40)]
        buffers = 0
        for memory in memories:
            gl.VertexAttribPointerNV(0, 4, gl_enums.FLOAT, 0, memory)
            gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
            buffers += counts.take()[1]
        assert buffers < 8
        for _ in range(3):
            for memory in memories:
                gl.VertexAttribPointerNV(0, 4, gl_enums.FLOAT, 0, memory)
                gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
        screen: Any = gl._state.screen
        assert len(screen._meshes._client) <= kept_meshes.CLIENT_MESHES
        assert pixel(gl) == [255, 0, 0, 255]
