"""Fragment programs over arrays by the driver's own assembler: each is a pixel, covered by a point."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.fragments import FOG_COORDINATE, fog_mode
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gpu.arrays.grid import Grid
from nvrender.gpu.native.batch import Attributes, rows_of
from nvrender.gpu.native.context import Native, compatibility
from nvrender.gpu.native.fragment_copies import check_copyable, copy_for
from nvrender.gpu.native.programs import (
    FRAGMENT,
    VERTEX,
    check_language,
    environment_size,
    loaded,
    set_parameters,
)
from nvrender.gpu.native.states import moved_state, set_state
from nvrender.gpu.native.textures import bound
from nvrender.languages.arb.fragment_bindings import DEPTHS
from nvrender.program import Program, RegisterFile
from nvrender.source import InternalError, TargetError

#: Fragments of one draw.
_MOST = 1 << 17
_RECT = 0x84F5
_POINT_SIZE = 0x8642
_CLAMP_VERTEX_COLOR, _CLAMP_FRAGMENT_COLOR, _CLAMP_READ_COLOR = 0x891A, 0x891B, 0x891C
_DEPTH_STENCIL = 0x8CAD  # DEPTH32F_STENCIL8
_UNITS, _COLORS = 0x8872, 0x8824  # MAX_TEXTURE_IMAGE_UNITS, MAX_DRAW_BUFFERS
#: Places each point and gives it the fog coordinate.
_VERTEX = b"""!!ARBvp1.0
MOV result.position, vertex.attrib[0];
MOV result.fogcoord.x, vertex.attrib[1].x;
MOV result.pointsize.x, {1.0, 1.0, 1.0, 1.0}.x;
END"""


def execute(request: Request, attributes: Attributes, count: int) -> Results:
    """Run a program for ``count`` fragments by the driver; result name → (count, 4), ``killed`` (count,).

    Fragments 4k … 4k + 3 are one 2×2 quad. The driver is first given the program's own text, then a copy
    that looks its attributes up (``fragment_copies``). Results of killed fragments are 0, as are components
    of colours nobody writes. The state gives the fog and what ``state.…`` bindings read unless
    the parameters say otherwise.

    ContextError without PyOpenGL or a compatibility context; TargetError if the driver does not have the
    language, an option or a texture's parameters, or refuses the program, or for what a copy cannot hold.
    """
    program = request.program
    found: dict[str, npt.NDArray[Any]] = {name: np.zeros((count, 4), np.float32) for name in program.results}
    found["killed"] = np.zeros(count, np.bool_)
    with compatibility() as native:
        check_language(native, program)
        check_copyable(program)
        with _settings(native), ExitStack() as stack:
            with loaded(native, FRAGMENT, program.source.data, program.source.name):
                set_state(native, program, request.state)
            if count and request.results:
                stack.enter_context(bound(native, program, request.textures))
                _run(native, request, attributes, found, stack)
    return Results({name: found[name] for name in request.results})


def _run(
    native: Native,
    request: Request,
    attributes: Attributes,
    found: Mapping[str, npt.NDArray[Any]],
    stack: ExitStack,
) -> None:
    """Fill ``found``."""
    program, parameters, count = request.program, request.parameters, len(found["killed"])
    colors = [name for name in program.results if name not in DEPTHS]
    most = int(native.gl.glGetIntegerv(_COLORS))
    for name in colors:
        if int(name[6:-1]) >= most:
            raise TargetError(f"{native.renderer} has {most} draw buffers, and the program writes {name}")
    read = sorted(program.reads(RegisterFile.ATTRIBUTE))
    unit = _free_unit(native, program)
    moved = moved_state(program, parameters, request.state, environment_size(native, program))
    grid = Grid.of(min(count, _MOST))
    text = copy_for(program, read, grid.size[1], unit, moved)
    stack.enter_context(loaded(native, VERTEX, _VERTEX, "the vertex stage"))
    stack.enter_context(loaded(native, FRAGMENT, text, f"the copy of {program.source.name}"))
    set_parameters(native, program, parameters, moved)
    stack.enter_context(
        _targets(native, grid.size, len(colors) and 1 + max(int(name[6:-1]) for name in colors))
    )
    for start in range(0, count, _MOST):
        stop = min(start + _MOST, count)
        part = Grid.of(stop - start)
        with _inputs(native, attributes, read, part, grid.size[1], unit, start):
            fog = _fog_coordinates(program, attributes, part, start)
            _draw(native, grid.size, part, fog)
        for name, values in _read(native, program.results, part):
            found[name][start:stop] = values
        request.tell(stop, count)


def _free_unit(native: Native, program: Program) -> int:
    """The last image unit the program does not access."""
    accessed = {entry.texture.unit for entry in program.instructions if entry.texture}
    free = [unit for unit in range(int(native.gl.glGetIntegerv(_UNITS))) if unit not in accessed]
    if not free:
        raise TargetError("backend native needs one image unit for itself, and the program accesses all")
    return free[-1]


@contextmanager
def _settings(native: Native) -> Iterator[None]:
    """Every fragment arrives, colours clamped as ARB_fragment_program 3.11.4.4 says; all is restored."""
    gl = native.gl
    gl.glPushAttrib(gl.GL_ALL_ATTRIB_BITS)
    gl.glPushClientAttrib(gl.GL_CLIENT_ALL_ATTRIB_BITS)
    try:
        gl.glClampColor(_CLAMP_VERTEX_COLOR, gl.GL_FALSE)
        gl.glClampColor(_CLAMP_FRAGMENT_COLOR, gl.GL_TRUE)
        gl.glClampColor(_CLAMP_READ_COLOR, gl.GL_FALSE)
        for setting in (
            gl.GL_BLEND,
            gl.GL_DITHER,
            gl.GL_ALPHA_TEST,
            gl.GL_FOG,
            gl.GL_SCISSOR_TEST,
        ):
            gl.glDisable(setting)
        for setting in (gl.GL_DEPTH_TEST, gl.GL_STENCIL_TEST, _POINT_SIZE):
            gl.glEnable(setting)
        gl.glDepthFunc(gl.GL_ALWAYS)
        gl.glStencilFunc(gl.GL_ALWAYS, 1, 0xFF)
        gl.glStencilOp(gl.GL_REPLACE, gl.GL_REPLACE, gl.GL_REPLACE)
        yield
    finally:
        gl.glPopClientAttrib()
        gl.glPopAttrib()


@contextmanager
def _targets(native: Native, size: tuple[int, int], colors: int) -> Iterator[None]:
    """A framebuffer of floats; the stencil tells who was not killed."""
    gl = native.gl
    framebuffer = gl.glGenFramebuffers(1)
    buffers = [gl.glGenRenderbuffers(1) for _ in range(colors + 1)]
    formats = [gl.GL_RGBA32F] * colors + [_DEPTH_STENCIL]
    attachments = [gl.GL_COLOR_ATTACHMENT0 + number for number in range(colors)]
    try:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
        for buffer, format, attachment in zip(
            buffers, formats, (*attachments, gl.GL_DEPTH_STENCIL_ATTACHMENT), strict=True
        ):
            gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, buffer)
            gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, format, *size)
            gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, attachment, gl.GL_RENDERBUFFER, buffer)
        gl.glDrawBuffers(max(len(attachments), 1), attachments or [gl.GL_NONE])
        if (status := gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER)) != gl.GL_FRAMEBUFFER_COMPLETE:
            raise InternalError(f"framebuffer status {int(status):#x} on {native.renderer}")
        gl.glViewport(0, 0, *size)
        yield
    finally:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, 0)
        gl.glDeleteFramebuffers(1, [framebuffer])
        gl.glDeleteRenderbuffers(len(buffers), buffers)


@contextmanager
def _inputs(
    native: Native,
    attributes: Attributes,
    read: list[int],
    grid: Grid,
    height: int,
    unit: int,
    start: int,
) -> Iterator[None]:
    """The attributes of some fragments in a rectangle texture, a picture of ``height`` rows each."""
    gl = native.gl
    texture = gl.glGenTextures(1)
    width = grid.size[0]
    pictures = np.zeros((max(len(read), 1) * height, width, 4), np.uint32)
    for number, index in enumerate(read):
        words = rows_of(attributes[index], start, start + grid.count).view(np.uint32)
        top = number * height
        pictures[top : top + grid.size[1]] = grid.pixels(words).reshape(grid.size[1], width, 4)
    try:
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glBindTexture(_RECT, texture)
        gl.glTexImage2D(
            _RECT, 0, gl.GL_RGBA32F, width, len(pictures), 0,
            gl.GL_RGBA, gl.GL_FLOAT, pictures.view(np.float32),
        )  # fmt: skip
        for name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(_RECT, name, gl.GL_NEAREST)
        yield
    finally:
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glBindTexture(_RECT, 0)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glDeleteTextures([texture])


def _fog_coordinates(program: Program, attributes: Attributes, grid: Grid, start: int) -> Float32Array:
    """The fog coordinate of each pixel, (pixels, 4), for what the fog option does after the program."""
    if not fog_mode(program):
        return np.zeros((grid.size[0] * grid.size[1], 4), np.float32)
    words = rows_of(attributes[FOG_COORDINATE], start, start + grid.count).view(np.uint32)
    return grid.pixels(words).reshape(-1, 4).view(np.float32)


def _draw(native: Native, size: tuple[int, int], grid: Grid, fog: Float32Array) -> None:
    """A point a pixel."""
    gl = native.gl
    gl.glClearStencil(0)
    gl.glClear(gl.GL_STENCIL_BUFFER_BIT)
    rows, columns = np.mgrid[: grid.size[1], : grid.size[0]]
    places = np.zeros((rows.size, 4), np.float32)
    places[:, 0] = (2 * columns.ravel() + 1) / size[0] - 1
    places[:, 1] = (2 * rows.ravel() + 1) / size[1] - 1
    places[:, 3] = 1
    # Client arrays stay referenced here until the draw is over.
    arrays = (places, np.ascontiguousarray(fog))
    for index, array in enumerate(arrays):
        gl.glVertexAttribPointer(index, 4, gl.GL_FLOAT, gl.GL_FALSE, 0, ctypes.c_void_p(array.ctypes.data))
        gl.glEnableVertexAttribArray(index)
    gl.glDrawArrays(gl.GL_POINTS, 0, len(places))
    gl.glFinish()
    for index in range(len(arrays)):
        gl.glDisableVertexAttribArray(index)


def _read(native: Native, names: Iterable[str], grid: Grid) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """The results, and who was killed."""
    gl = native.gl
    width, height = grid.size
    stencil = np.empty((height, width), np.uint8)
    gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
    gl.glReadPixels(0, 0, width, height, gl.GL_STENCIL_INDEX, gl.GL_UNSIGNED_BYTE, stencil)
    marks = np.zeros((height, width, 4), np.uint32)
    marks[..., 0] = stencil
    killed = grid.fragments(marks.tobytes())[:, 0] == 0
    yield "killed", killed
    for name in names:
        pixels = np.zeros((height, width, 4), np.float32)
        if name in DEPTHS:
            depth = np.empty((height, width), np.float32)
            gl.glReadPixels(0, 0, width, height, gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT, depth)
            pixels[..., 2] = depth
        else:
            gl.glReadBuffer(gl.GL_COLOR_ATTACHMENT0 + int(name[6:-1]))
            gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_FLOAT, pixels)
        values = grid.fragments(pixels.tobytes()).view(np.float32)
        values[killed] = 0.0
        yield name, values
