"""Names that commands and enumerants had in extensions and have in later versions, by the registry."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import pkgutil
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from nvrender.api import Context, enums
from nvrender.api.command import COMMANDS
from nvrender.api.registry import OTHER_ENUMERANTS, OTHER_NAMES

TOOL = Path(__file__).parents[2] / "tools" / "registered-names"
REGISTRY = Path("/usr/share/khronos-api/gl.xml")


@pytest.mark.skipif(not REGISTRY.is_file(), reason=f"{REGISTRY} is missing: the package khronos-api has it")
def test_the_files_are_those_of_the_registry() -> None:
    loader = importlib.machinery.SourceFileLoader("registered_names", str(TOOL))
    spec = importlib.util.spec_from_loader("registered_names", loader)
    assert spec is not None
    tool = importlib.util.module_from_spec(spec)
    loader.exec_module(tool)
    for path, text in tool.generated(REGISTRY).items():
        assert path.read_text() == text, f"run tools/registered-names, which writes {path.name}"


def test_other_names_are_the_same_commands() -> None:
    for name, base in OTHER_NAMES.items():
        assert COMMANDS[name] is COMMANDS[base] and callable(getattr(Context, name))


def test_values_are_the_registered_ones() -> None:
    """Against PyOpenGL, which was made from the registry too."""
    found: dict[str, int] = {}
    for vendor in ("VERSION", "ARB", "EXT", "ATI", "NV"):
        package = importlib.import_module(f"OpenGL.raw.GL.{vendor}")
        for module in pkgutil.iter_modules(package.__path__):
            content: dict[str, object] = {}
            with suppress(AttributeError):  # some of PyOpenGL's own modules do not import
                content = vars(importlib.import_module(f"{package.__name__}.{module.name}"))
            found |= {
                name.removeprefix("GL_"): int(value)
                for name, value in content.items()
                if name.startswith("GL_") and isinstance(value, int)
            }
    assert {name: found[name] for name in OTHER_ENUMERANTS} == OTHER_ENUMERANTS
    assert all(getattr(enums, name) == value for name, value in OTHER_ENUMERANTS.items())


@pytest.mark.parametrize(
    "name",
    """GenBuffersARB DeleteBuffersARB BindBufferARB BufferDataARB BufferSubDataARB MapBufferARB UnmapBufferARB
    GetBufferParameterivARB IsBufferARB FogCoordfEXT FogCoordPointerEXT SecondaryColor3fEXT
    SecondaryColorPointerEXT
    PointParameterfARB PointParameterfvEXT BlendEquationEXT BlendColorEXT BlendFuncSeparateEXT WindowPos2fARB
    WindowPos3ivARB GenQueriesARB BeginQueryARB GetQueryObjectuivARB MultiDrawArraysEXT MultiDrawElementsEXT
    DrawRangeElementsEXT TexImage3DEXT CompressedTexImage2DARB LoadTransposeMatrixfARB SampleCoverageARB
    BindTextureEXT GenTexturesEXT DeleteTexturesEXT IsTextureEXT AreTexturesResidentEXT
    ActiveTextureARB ClientActiveTextureARB MultiTexCoord2fARB VertexAttrib4f EnableVertexAttribArray
    VertexAttribPointer VertexAttribIPointer DrawBuffers DrawBuffersARB DrawBuffersATI""".split(),
)
def test_commands_of_the_era(name: str) -> None:
    assert callable(getattr(Context, name))


@pytest.mark.parametrize(
    "name",
    """FOG_COORDINATE FOG_COORDINATE_SOURCE_EXT COMBINE_ARB COMBINE_EXT ARRAY_BUFFER_ARB STATIC_DRAW_ARB
    VERTEX_PROGRAM_TWO_SIDE VERTEX_PROGRAM_POINT_SIZE MAX_TEXTURE_COORDS MAX_TEXTURE_IMAGE_UNITS TEXTURE0_ARB
    MAX_TEXTURE_UNITS_ARB COLOR_SUM_EXT FUNC_ADD_EXT DOT3_RGB_ARB TEXTURE_CUBE_MAP_ARB
    DEPTH_COMPONENT24_ARB TEXTURE_COMPARE_MODE_ARB POINT_SPRITE_NV SAMPLES_PASSED_ARB MULTISAMPLE_ARB
    RGBA_FLOAT32_ATI INCR_WRAP_EXT BGRA_EXT TEXTURE_LOD_BIAS_EXT DEPTH_STENCIL_NV""".split(),
)
def test_enumerants_of_the_era(name: str) -> None:
    assert getattr(enums, name)


def test_a_program_in_names_of_extensions() -> None:
    """Of ARB_vertex_buffer_object, EXT_secondary_color, EXT_fog_coord, EXT_multi_draw_arrays and others."""
    gl = Context(backend="oracle", size=(16, 16), raise_errors=True)
    (buffer,) = gl.GenBuffersARB(1)
    gl.BindBufferARB(enums.ARRAY_BUFFER_ARB, buffer)
    corners = np.array([[-1, -1], [3, -1], [-1, 3]], np.float32)
    gl.BufferDataARB(enums.ARRAY_BUFFER_ARB, corners, enums.STATIC_DRAW_ARB)
    assert gl.GetBufferParameterivARB(enums.ARRAY_BUFFER_ARB, enums.BUFFER_SIZE_ARB) == corners.nbytes
    gl.Enable(enums.COLOR_SUM_EXT)
    gl.Color3f(0.2, 0, 0)
    gl.SecondaryColor3fEXT(0, 0.4, 0)
    gl.FogCoordfEXT(2.5)
    assert gl.GetFloatv(enums.CURRENT_FOG_COORDINATE_EXT) == 2.5
    gl.VertexPointer(2, enums.FLOAT, 0, 0)
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.MultiDrawArraysEXT(enums.TRIANGLES, [0], [3])
    assert gl.ReadPixels(5, 5, 1, 1, enums.RGB, enums.UNSIGNED_BYTE).tolist() == [[[51, 102, 0]]]
    gl.BlendEquationEXT(enums.MIN_EXT)
    assert gl.GetIntegerv(enums.BLEND_EQUATION_EXT) == enums.MIN
    gl.WindowPos2fARB(3, 4)
    assert gl.GetFloatv(enums.CURRENT_RASTER_POSITION)[:2] == (3, 4)


def test_other_names_go_into_display_lists_as_the_first() -> None:
    """OpenGL 1.5, 5.4: what is carried out at once, and arrays that are read when the list is made."""
    gl = Context(backend="oracle", size=(16, 16), raise_errors=True)
    corners = np.array([[-1, -1], [3, -1], [-1, 3]], np.float32)
    gl.VertexPointer(2, enums.FLOAT, 0, corners)
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.NewList(1, enums.COMPILE)
    gl.DrawArraysEXT(enums.TRIANGLES, 0, 3)
    gl.SecondaryColor3fEXT(0, 1, 0)
    (buffer,) = gl.GenBuffersARB(1)
    gl.BindBufferARB(enums.ARRAY_BUFFER_ARB, buffer)
    gl.EndList()
    assert buffer == 1 and gl.GetIntegerv(enums.ARRAY_BUFFER_BINDING_ARB) == buffer
    corners[:] = 0
    gl.CallList(1)
    assert gl.ReadPixels(5, 5, 1, 1, enums.RED, enums.UNSIGNED_BYTE).tolist() == [[[255]]]
    assert gl.GetFloatv(enums.CURRENT_SECONDARY_COLOR_EXT)[:3] == (0, 1, 0)
