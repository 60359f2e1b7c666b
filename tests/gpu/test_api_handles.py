"""The object model's programs read textures by handle (NV_bindless_texture 3.9.X)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums

T2D, BYTES, FRAGMENT = gl_enums.TEXTURE_2D, gl_enums.UNSIGNED_BYTE, gl_enums.FRAGMENT_PROGRAM_ARB
#: Pixels of even columns read one texture, the others the other.
TEXT = """!!NVfp5.0
OPTION NV_bindless_texture;
PARAM handles = program.local[0];
LONG TEMP handle;
TEMP t, words;
FLR.S t.x, fragment.position.x;
AND.S.CC t.x, t.x, 1;
MOV.U words, handles;
IF NE.x;
  MOV.U words.xy, handles.zwzw;
ENDIF;
PK64.U handle.x, words;
TEX t, fragment.texcoord[0], handle(handle.x), 2D;
MOV result.color, t;
END"""


@pytest.fixture
def gl(backend: str, context: moderngl.Context) -> Any:
    with Context(
        context if backend == "gpu" else None, backend=backend, size=(4, 4), raise_errors=True
    ) as made:
        made.ProgramStringARB(FRAGMENT, gl_enums.PROGRAM_FORMAT_ASCII_ARB, TEXT)
        made.Enable(FRAGMENT)
        yield made


def texture(gl: Context, name: int, color: tuple[int, ...]) -> int:
    gl.BindTexture(T2D, name)
    gl.TexParameteri(T2D, gl_enums.TEXTURE_MIN_FILTER, gl_enums.NEAREST)
    texels = np.array(color, np.uint8) + np.zeros((2, 2, 4), np.uint8)
    gl.TexImage2D(T2D, 0, gl_enums.RGBA8, 2, 2, 0, gl_enums.RGBA, BYTES, texels)
    handle: int = gl.GetTextureHandleNV(name)
    return handle


def shown(gl: Context, *handles: int) -> list[list[int]]:
    """What two pixels side by side read."""
    words = [part for handle in handles for part in (handle & 0xFFFFFFFF, handle >> 32)]
    gl.ProgramLocalParameterI4uiNV(FRAGMENT, 0, *words)
    gl.Rectf(-1, -1, 1, 1)
    found: list[list[int]] = gl.ReadPixels(0, 0, 2, 1, gl_enums.RGBA, BYTES)[0].tolist()
    return found


RED, GREEN, NOTHING = [200, 0, 0, 255], [0, 100, 0, 50], [0, 0, 0, 0]


def test_handles_are_read_where_they_are_resident(gl: Context) -> None:
    """3.9.X; docs/semantics.md: of others zeros are read."""
    first, second = texture(gl, 1, (200, 0, 0, 255)), texture(gl, 2, (0, 100, 0, 50))
    gl.MakeTextureHandleResidentNV(first)
    assert shown(gl, first, second) == [RED, NOTHING]
    gl.MakeTextureHandleResidentNV(second)
    assert shown(gl, first, second) == [RED, GREEN] and shown(gl, second, first) == [GREEN, RED]
    gl.MakeTextureHandleNonResidentNV(first)
    assert shown(gl, first, second) == [NOTHING, GREEN]
    gl.DeleteTextures([2])
    assert shown(gl, second, 0) == [NOTHING, NOTHING]


def test_texels_that_change_are_read_anew(gl: Context) -> None:
    handle = texture(gl, 1, (200, 0, 0, 255))
    gl.MakeTextureHandleResidentNV(handle)
    assert shown(gl, handle, handle) == [RED, RED]
    part = np.array([0, 100, 0, 50], np.uint8) + np.zeros((2, 2, 4), np.uint8)
    gl.TexSubImage2D(T2D, 0, 0, 0, 2, 2, gl_enums.RGBA, BYTES, part)
    assert shown(gl, handle, handle) == [GREEN, GREEN]


def test_handles_take_no_unit(gl: Context) -> None:
    """2.14.6: they count neither for the targets of units nor have the bias of one."""
    handle = texture(gl, 1, (200, 0, 0, 255))
    gl.MakeTextureHandleResidentNV(handle)
    gl.BindTexture(gl_enums.TEXTURE_3D, 5)
    vertex = "!!NVvp5.0 TEMP t; TEX t, 0, texture[0], 3D; MOV result.position, vertex.position; END"
    gl.ProgramStringARB(gl_enums.VERTEX_PROGRAM_ARB, gl_enums.PROGRAM_FORMAT_ASCII_ARB, vertex)
    gl.Enable(gl_enums.VERTEX_PROGRAM_ARB)
    assert shown(gl, handle, handle) == [RED, RED]


def test_compute_programs_read_them(gl: Context) -> None:
    handle = texture(gl, 1, (200, 0, 0, 255))
    gl.MakeTextureHandleResidentNV(handle)
    text = """!!NVcp5.0
OPTION NV_bindless_texture;
OPTION NV_shader_storage_buffer;
GROUP_SIZE 1;
STORAGE found[] = { program.storage[0] };
LONG TEMP handle;
TEMP t;
PK64.U handle.x, program.local[0];
TXF.F t, 0, handle(handle.x), 2D;
STB.F32X4 t, found[0];
END"""
    target = gl_enums.COMPUTE_PROGRAM_NV
    gl.ProgramStringARB(target, gl_enums.PROGRAM_FORMAT_ASCII_ARB, text)
    gl.Enable(target)
    gl.ProgramLocalParameterI4uiNV(target, 0, handle & 0xFFFFFFFF, handle >> 32, 0, 0)
    gl.BindBufferBase(gl_enums.SHADER_STORAGE_BUFFER, 0, 1)
    gl.BufferData(gl_enums.SHADER_STORAGE_BUFFER, 16, gl_enums.DYNAMIC_READ)
    gl.DispatchCompute(1, 1, 1)
    found = gl.GetBufferSubData(gl_enums.SHADER_STORAGE_BUFFER, 0, 16).view(np.float32)
    assert found.tolist() == pytest.approx([200 / 255, 0, 0, 1])


#: Adds 1 to a texel of the image a handle names, and says what was there.
COUNT = """!!NVcp5.0
OPTION NV_bindless_texture;
OPTION NV_shader_storage_buffer;
GROUP_SIZE 4;
STORAGE found[] = { program.storage[0] };
LONG TEMP handle;
TEMP old, place;
PK64.U handle.x, program.local[0];
MOV.U place, 0;
MOV.U place.x, invocation.localid.x;
ATOMIM.ADD.U32 old, {1}, place, handle(handle.x), 2D;
SHL.U place.x, place.x, 2;
STB.U32 old, found[place.x];
END"""


def counted(gl: Context, handle: int) -> list[int]:
    """What four texels held, which have 1 more now."""
    target = gl_enums.COMPUTE_PROGRAM_NV
    gl.ProgramStringARB(target, gl_enums.PROGRAM_FORMAT_ASCII_ARB, COUNT)
    gl.Enable(target)
    gl.ProgramLocalParameterI4uiNV(target, 0, handle & 0xFFFFFFFF, handle >> 32, 0, 0)
    gl.BindBufferBase(gl_enums.SHADER_STORAGE_BUFFER, 0, 1)
    gl.BufferData(gl_enums.SHADER_STORAGE_BUFFER, 16, gl_enums.DYNAMIC_READ)
    gl.DispatchCompute(1, 1, 1)
    found: list[int] = gl.GetBufferSubData(gl_enums.SHADER_STORAGE_BUFFER, 0, 16).view(np.uint32).tolist()
    return found


def test_images_are_reached_by_handles(gl: Context) -> None:
    """3.9.X: a layer of a texture in a format, while it is resident that way."""
    array = gl_enums.TEXTURE_2D_ARRAY_EXT
    gl.BindTexture(array, 3)
    gl.TexParameteri(array, gl_enums.TEXTURE_MIN_FILTER, gl_enums.NEAREST)
    gl.TexImage3D(array, 0, gl_enums.RGBA8, 4, 1, 2, 0, gl_enums.RGBA, BYTES, None)
    first, second = (gl.GetImageHandleNV(3, 0, False, layer, gl_enums.R32UI) for layer in (0, 1))
    gl.MakeImageHandleResidentNV(second, gl_enums.READ_WRITE)
    assert counted(gl, second) == [0] * 4 and counted(gl, second) == [1] * 4
    assert counted(gl, first) == [0] * 4 == counted(gl, first)
    texels = gl.GetTexImage(array, 0, gl_enums.RGBA, BYTES)
    assert texels[..., 0].tolist() == [[[0] * 4], [[2] * 4]] and not texels[..., 1:].any()
    gl.MakeImageHandleResidentNV(first, gl_enums.READ_WRITE)
    assert counted(gl, first) == [0] * 4 and counted(gl, second) == [2] * 4
    texels = gl.GetTexImage(array, 0, gl_enums.RGBA, BYTES)
    assert texels[..., 0].tolist() == [[[1] * 4], [[3] * 4]] and not texels[..., 1:].any()
    gl.MakeImageHandleNonResidentNV(second)
    gl.MakeImageHandleResidentNV(second, gl_enums.READ_ONLY)
    counted(gl, second)
    assert np.array_equal(gl.GetTexImage(array, 0, gl_enums.RGBA, BYTES), texels)
    gl.DeleteTextures([3])
    assert counted(gl, second) == [0] * 4
