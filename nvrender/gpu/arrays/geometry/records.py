"""Records of patches in buffer textures, where geometry shaders find them (glsl.io.patch_records)."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.patch_runs import PatchRun
from nvrender.glsl.io.geometry.patch_records import PER_RECORD, SIZE, VALUES, VERTICES, Records
from nvrender.glsl.io.tessellation.inputs import LEVELS, PATCH_RESULTS
from nvrender.gpu.context.gl_functions import GL
from nvrender.languages.arb.generation5_bindings import GEOMETRY_5_ATTRIBUTES, item

_BUFFER_TEXTURE, _BINDING, _RGBA32UI = 0x8C2A, 0x8C2C, 0x8D70
_TEXTURE0, _ACTIVE, _SAMPLER = 0x84C0, 0x84E0, 0x8919


def most_patches(context: moderngl.Context, records: Records, size: int) -> int:
    """How many patches of ``size`` vertices the records of one draw have room for."""
    widest = max(min(len(records.vertices), PER_RECORD) * size, len(records.values), 1)
    return max(int(context.info["GL_MAX_TEXTURE_BUFFER_SIZE"]) // widest, 1)


def vertex_words(records: Records, patches: PatchRun, start: int, stop: int) -> list[npt.NDArray[np.uint32]]:
    """(V, attributes, 4) words of the vertices of some patches, for each buffer texture."""
    rows = slice(start * patches.size, stop * patches.size)
    names = [[item(GEOMETRY_5_ATTRIBUTES[index]) for index in group] for group in records.groups]
    return [np.stack([_words(patches.vertices[name][rows]) for name in group], axis=1) for group in names]


def value_words(records: Records, patches: PatchRun, start: int, stop: int) -> npt.NDArray[np.uint32]:
    """(P, values, 4) words of some patches; what no program writes is 0 (docs/semantics.md)."""
    found = np.zeros((stop - start, len(records.values), 4), np.uint32)
    for column, index in enumerate(records.values):
        name = item(GEOMETRY_5_ATTRIBUTES[index])
        if name == "id":
            found[:, column, 0] = patches.ids[start:stop].view(np.uint32)
            continue
        result = name if name in PATCH_RESULTS else f"patch.{name}"
        rows = patches.values.get(result)
        if rows is not None:
            components = 1 if result in LEVELS else 4
            found[:, column, :components] = _words(rows[start:stop])[:, :components]
    return found


def bind_records(
    context: moderngl.Context,
    programs: Iterable[int],
    vertices: Sequence[moderngl.Buffer],
    values: moderngl.Buffer | None,
    size: int,
    stack: ExitStack,
) -> None:
    """Let programs, by GL's names of them, read these buffers until ``stack`` closes.

    They are bound to the last texture units there are, which no program of nvrender's has.
    """
    gl = GL(context)
    named = {f"{VERTICES}_{number}": buffer for number, buffer in enumerate(vertices)}
    named |= {} if values is None else {VALUES: values}
    last = int(context.info["GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS"]) - 1
    units = {name: last - number for number, name in enumerate(named)}
    active = gl.integers(_ACTIVE)[0]
    for name, buffer in named.items():
        _bind(gl, units[name], buffer.glo, stack)
    gl("glActiveTexture", "u", active)
    for program in programs:
        gl("glUseProgram", "u", program)
        for name, number in {**units, SIZE: size}.items():
            place = gl(
                "glGetUniformLocation", "up", program, ctypes.c_char_p(name.encode()), result=ctypes.c_int
            )
            if place >= 0:
                gl("glUniform1i", "ii", place, number)


def _bind(gl: GL, unit: int, buffer: int, stack: ExitStack) -> None:
    """A buffer as a texture of a unit."""
    gl("glActiveTexture", "u", _TEXTURE0 + unit)
    before, sampler = gl.integers(_BINDING)[0], gl.integers(_SAMPLER)[0]
    name = (ctypes.c_uint * 1)()
    gl("glGenTextures", "ip", 1, name)

    def restore() -> None:
        active = gl.integers(_ACTIVE)[0]
        gl("glActiveTexture", "u", _TEXTURE0 + unit)
        gl("glBindTexture", "uu", _BUFFER_TEXTURE, before)
        gl("glBindSampler", "uu", unit, sampler)
        gl("glDeleteTextures", "ip", 1, name)
        gl("glActiveTexture", "u", active)

    stack.callback(restore)
    gl("glBindSampler", "uu", unit, 0)
    gl("glBindTexture", "uu", _BUFFER_TEXTURE, name[0])
    gl("glTexBuffer", "uuu", _BUFFER_TEXTURE, _RGBA32UI, buffer)


def buffer_of(context: moderngl.Context, words: npt.NDArray[np.uint32], stack: ExitStack) -> moderngl.Buffer:
    """A buffer of these words until ``stack`` closes."""
    buffer = context.buffer(words) if words.nbytes else context.buffer(reserve=16)
    stack.callback(buffer.release)
    return buffer


@dataclass(frozen=True)
class PatchRecords:
    """The records of ``count`` patches of ``size`` vertices."""

    context: moderngl.Context
    count: int
    size: int
    vertices: tuple[moderngl.Buffer, ...]
    values: moderngl.Buffer

    def array(self, program: moderngl.Program, stack: ExitStack) -> moderngl.VertexArray:
        """What draws a point for each patch; ``program`` finds the records until ``stack`` closes."""
        bind_records(self.context, [program.glo], self.vertices, self.values, self.size, stack)
        array = self.context.vertex_array(program, [])
        stack.callback(array.release)
        return array


def _words(array: npt.NDArray[np.generic]) -> npt.NDArray[np.uint32]:
    return np.ascontiguousarray(array).view(np.uint32)
