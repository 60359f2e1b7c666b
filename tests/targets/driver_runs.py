"""A translation run by a driver, vertex by vertex or fragment by fragment, as nvrender.run gives results."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from drivers import Functions

from nvrender.gl.inputs.results import Results
from nvrender.gl.inputs.vertices import attribute_arrays, parameter_array
from nvrender.gl.state.state import State
from nvrender.glsl.targets import TARGETS, Target
from nvrender.glsl.translation import Translation
from nvrender.program import Program
from nvrender.program.profile import Stage

_VERTEX, _FRAGMENT = 0x8B31, 0x8B30
_COMPILED, _LINKED = 0x8B81, 0x8B82
_ARRAY, _UNIFORM, _FEEDBACK = 0x8892, 0x8A11, 0x8C8E
_FLOAT, _POINTS, _RGBA, _RGBA32F = 0x1406, 0, 0x1908, 0x8814
_DISCARD, _POINT_SIZE, _STATIC, _READ = 0x8C89, 0x8642, 0x88E4, 0x0001
_TEXTURE, _NEAREST, _MINIFYING, _MAGNIFYING = 0x0DE1, 0x2600, 0x2801, 0x2800
_FRAMEBUFFER, _COLOR, _COMPLETE = 0x8D40, 0x8CE0, 0x8CD5
#: What is left where a fragment is killed.
_NOTHING = -12345.0
Rows = npt.NDArray[np.float32]


def run(
    gl: Functions, program: Program, translation: Translation, attributes: Any, parameters: Any
) -> Results:
    """What ``translation`` gives; of a fragment program its attributes are those of points."""
    state = State()
    arrays, count = attribute_arrays(program, attributes, state, None)
    wide = {index: np.broadcast_to(rows, (count, 4)).astype(np.float32) for index, rows in arrays.items()}
    target = TARGETS[translation.target]
    runs = _fragments if program.profile.stage is Stage.FRAGMENT else _vertices
    return runs(gl, target, translation, wide, parameter_array(program, parameters, state), count)


def _vertices(
    gl: Functions,
    target: Target,
    translation: Translation,
    arrays: Mapping[int, Rows],
    registers: Rows,
    count: int,
) -> Results:
    names = [row.name for row in translation.results]
    made = _linked(gl, translation.source, _end(target), translation.attributes, captured=names)
    _uniforms(gl, made, translation, registers)
    _buffer(gl, _FEEDBACK, np.zeros((count, len(names), 4), np.float32))
    gl.BindBufferBase(_FEEDBACK, 0, _last(gl))
    for row in translation.attributes:
        _attribute(gl, row.location, arrays[row.index])
    _frame(gl, 1)
    gl.Enable(_DISCARD)
    gl.BeginTransformFeedback(_POINTS)
    gl.DrawArrays(_POINTS, 0, count)
    gl.EndTransformFeedback()
    gl.Disable(_DISCARD)
    gl.MapBufferRange.restype = ctypes.c_void_p
    size = count * len(names) * 16
    address = gl.MapBufferRange(_FEEDBACK, ctypes.c_ssize_t(0), ctypes.c_ssize_t(size), _READ)
    words = np.frombuffer(ctypes.string_at(address, size), np.float32).reshape(count, len(names), 4)
    gl.UnmapBuffer(_FEEDBACK)
    assert (error := gl.GetError()) == 0, hex(error)
    gl.DeleteProgram(made)
    return Results({row.result: words[:, place] for place, row in enumerate(translation.results)})


def _fragments(
    gl: Functions,
    target: Target,
    translation: Translation,
    arrays: Mapping[int, Rows],
    registers: Rows,
    count: int,
) -> Results:
    names = [row.name for row in translation.varyings]
    called = {row.name: arrays[row.index] for row in translation.attributes}
    made = _linked(gl, _before(target, names), translation.source, (), locations=names)
    _uniforms(gl, made, translation, registers)
    _frame(gl, count)
    gl.ClearBufferfv(0x1800, 0, (ctypes.c_float * 4)(*[_NOTHING] * 4))
    places = np.zeros((count, 4), np.float32)
    places[:, 0] = (np.arange(count) + 0.5) / count * 2.0 - 1.0
    places[:, 3] = 1.0
    _attribute(gl, 0, places)
    for number, name in enumerate(names, 1):
        _attribute(gl, number, called[name])
    gl.DrawArrays(_POINTS, 0, count)
    found = np.zeros((count, 4), np.float32)
    gl.ReadPixels(0, 0, count, 1, _RGBA, _FLOAT, found.ctypes.data_as(ctypes.c_void_p))
    assert (error := gl.GetError()) == 0, hex(error)
    gl.DeleteProgram(made)
    killed = (found == _NOTHING).all(axis=1)
    return Results({translation.results[0].result: np.where(killed[:, None], 0.0, found), "killed": killed})


def _frame(gl: Functions, width: int) -> None:
    """Draws into a row of floats from here on."""
    texture, frame = ctypes.c_uint(), ctypes.c_uint()
    gl.GenTextures(1, ctypes.byref(texture))
    gl.BindTexture(_TEXTURE, texture)
    gl.TexParameteri(_TEXTURE, _MINIFYING, _NEAREST)
    gl.TexImage2D(_TEXTURE, 0, _RGBA32F, width, 1, 0, _RGBA, _FLOAT, None)
    gl.GenFramebuffers(1, ctypes.byref(frame))
    gl.BindFramebuffer(_FRAMEBUFFER, frame)
    gl.FramebufferTexture2D(_FRAMEBUFFER, _COLOR, _TEXTURE, texture, 0)
    assert gl.CheckFramebufferStatus(_FRAMEBUFFER) == _COMPLETE
    gl.Viewport(0, 0, width, 1)


def _linked(
    gl: Functions, vertex: str, fragment: str, attributes: Sequence[Any], *,
    captured: Sequence[str] = (), locations: Sequence[str] = (),
) -> int:  # fmt: skip
    made = gl.CreateProgram()
    for kind, text in ((_VERTEX, vertex), (_FRAGMENT, fragment)):
        shader = gl.CreateShader(kind)
        gl.ShaderSource(shader, 1, ctypes.byref(ctypes.c_char_p(text.encode())), None)
        gl.CompileShader(shader)
        _check(gl.GetShaderiv, gl.GetShaderInfoLog, shader, _COMPILED, text)
        gl.AttachShader(made, shader)
    for row in attributes:
        gl.BindAttribLocation(made, row.location, row.name.encode())
    for number, name in enumerate(("place", *(f"given_{name}" for name in locations)) if locations else ()):
        gl.BindAttribLocation(made, number, name.encode())
    if captured:
        words = (ctypes.c_char_p * len(captured))(*(name.encode() for name in captured))
        gl.TransformFeedbackVaryings(made, len(captured), words, 0x8C8C)
    gl.LinkProgram(made)
    _check(gl.GetProgramiv, gl.GetProgramInfoLog, made, _LINKED, f"{vertex}\n{fragment}")
    gl.UseProgram(made)
    return int(made)


def _check(state: Any, log_of: Any, made: int, asked: int, text: str) -> None:
    """AssertionError with the driver's log of a shader or program that is not well."""
    done = ctypes.c_int()
    state(made, asked, ctypes.byref(done))
    if not done.value:
        log = ctypes.create_string_buffer(4096)
        log_of(made, 4096, None, log)
        raise AssertionError(f"{log.value.decode()}\n{text}")


def _head(target: Target) -> str:
    precision = "precision highp float;\n" if target.embedded else ""
    return f"#version {target.version} {target.profile}\n{precision}"


def _end(target: Target) -> str:
    """A fragment shader behind a captured vertex shader."""
    if not target.modern:
        return f"{_head(target)}void main() {{ gl_FragColor = vec4(0.0); }}\n"
    return f"{_head(target)}out vec4 color;\nvoid main() {{ color = vec4(0.0); }}\n"


def _before(target: Target, names: Sequence[str]) -> str:
    """A vertex shader in front of a fragment shader: points that hand on what they are given."""
    read, handed = ("in", "out") if target.modern else ("attribute", "varying")
    lines = [f"{read} vec4 given_{name};\n{handed} vec4 {name};\n" for name in names]
    moves = "".join(f"    {name} = given_{name};\n" for name in names)
    body = f"void main() {{\n    gl_Position = place;\n    gl_PointSize = 1.0;\n{moves}}}\n"
    return f"{_head(target)}{read} vec4 place;\n{''.join(lines)}{body}"


def _uniforms(gl: Functions, made: int, translation: Translation, registers: Rows) -> None:
    """Parameters, as a block or each as a uniform."""
    _position(gl, made, TARGETS[translation.target])
    block = translation.parameters
    if not block.count:
        return
    numbers = list(block.registers) if block.members else list(range(block.count))
    values = np.ascontiguousarray(registers[numbers], np.float32)
    if TARGETS[translation.target].blocks:
        place = gl.GetUniformBlockIndex(made, block.block.encode())
        gl.UniformBlockBinding(made, place, 0)
        _buffer(gl, _UNIFORM, values)
        gl.BindBufferBase(_UNIFORM, 0, _last(gl))
        return
    rows = [(row.name, row.offset, row.count) for row in block.members] or [(block.array, 0, block.count)]
    for name, offset, count in rows:
        part = np.ascontiguousarray(values[offset : offset + count])
        place = gl.GetUniformLocation(made, name.encode())
        gl.Uniform4fv(place, count, part.ctypes.data_as(ctypes.c_void_p))


def _position(gl: Functions, made: int, target: Target) -> None:
    """The identity, where a program leaves its position to the fixed function."""
    identity = np.eye(4, dtype=np.float32)
    if not target.blocks:
        gl.Uniform4fv(gl.GetUniformLocation(made, b"mvp"), 4, identity.ctypes.data_as(ctypes.c_void_p))
    elif (place := gl.GetUniformBlockIndex(made, b"FixedFunction") & 0xFFFFFFFF) != 0xFFFFFFFF:
        gl.UniformBlockBinding(made, place, 1)
        _buffer(gl, _UNIFORM, identity)
        gl.BindBufferBase(_UNIFORM, 1, _last(gl))


def _buffer(gl: Functions, target: int, data: Rows) -> None:
    name = ctypes.c_uint()
    gl.GenBuffers(1, ctypes.byref(name))
    gl.BindBuffer(target, name)
    size = ctypes.c_ssize_t(data.nbytes)
    gl.BufferData(target, size, np.ascontiguousarray(data).ctypes.data_as(ctypes.c_void_p), _STATIC)
    gl.last = name.value


def _last(gl: Functions) -> int:
    return int(gl.last)


def _attribute(gl: Functions, location: int, rows: Rows) -> None:
    _buffer(gl, _ARRAY, rows)
    gl.EnableVertexAttribArray(location)
    gl.VertexAttribPointer(location, 4, _FLOAT, 0, 0, None)
