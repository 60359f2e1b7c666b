"""Exercises of extensions. Of textures."""

from __future__ import annotations

from typing import Any

import numpy as np
from exercise_helpers import BYTE, FLOAT, RGBA, T2, Exercise, color, fill, image, shown, textured
from frame_exercises import framebuffer
from generation5 import FRAGMENT

from nvrender.api import Context, enums

_HALF = np.full((1, 1, 4), 0.5, np.float16)
_COMBINE_ADD = {"COMBINE_RGB_ARB": enums.ADD}
_DOT = {"COMBINE_RGB_ARB": enums.DOT3_RGB_ARB, "SOURCE0_RGB_ARB": enums.CONSTANT_ARB,
        "SOURCE1_RGB_ARB": enums.CONSTANT_ARB, "OPERAND0_RGB_ARB": enums.SRC_COLOR}  # fmt: skip


def depths(gl: Context, function: int = enums.LEQUAL, level: int = 200) -> bool:
    gl.TexImage2D(T2, 0, enums.DEPTH_COMPONENT24_ARB, 1, 1, 0, enums.DEPTH_COMPONENT, BYTE,
                  np.full((1, 1), level, np.uint8))  # fmt: skip
    for pname in (enums.TEXTURE_MIN_FILTER, enums.TEXTURE_MAG_FILTER):
        gl.TexParameteri(T2, pname, enums.NEAREST)
    gl.TexParameteri(T2, enums.TEXTURE_COMPARE_MODE_ARB, enums.COMPARE_R_TO_TEXTURE_ARB)
    gl.TexParameteri(T2, enums.TEXTURE_COMPARE_FUNC_ARB, function)
    gl.TexCoord4f(0, 0, 0.5, 1)
    return textured(gl) == 255


def depth_texture(gl: Context) -> bool:
    gl.TexParameteri(T2, enums.DEPTH_TEXTURE_MODE_ARB, enums.LUMINANCE)
    gl.TexImage2D(
        T2,
        0,
        enums.DEPTH_COMPONENT16_ARB,
        1,
        1,
        0,
        enums.DEPTH_COMPONENT,
        BYTE,
        np.full((1, 1), 51, np.uint8),
    )
    for pname in (enums.TEXTURE_MIN_FILTER, enums.TEXTURE_MAG_FILTER):
        gl.TexParameteri(T2, pname, enums.NEAREST)
    return textured(gl) == 51


def combined(mode: int, **settings: int) -> Exercise:
    """COMBINE_ARB of the white of a primitive and a texture of (128, 128, 128)."""

    def exercise(gl: Context) -> bool:
        image(gl, texel=(128, 128, 128, 255))
        gl.Color3f(0.5, 0.5, 0.5)
        for name, value in settings.items():
            gl.TexEnvi(enums.TEXTURE_ENV, getattr(enums, name), value)
        return textured(gl, mode) > 200

    return exercise


def crossbar(gl: Context) -> bool:
    for unit, texel in ((0, (0, 0, 0, 255)), (1, (255, 0, 0, 255))):
        gl.ActiveTextureARB(enums.TEXTURE0_ARB + unit)
        gl.BindTexture(T2, unit + 1)
        image(gl, texel=texel)
        gl.Enable(T2)
    gl.ActiveTextureARB(enums.TEXTURE0_ARB)
    gl.TexEnvi(enums.TEXTURE_ENV, enums.COMBINE_RGB_ARB, enums.REPLACE)
    gl.TexEnvi(enums.TEXTURE_ENV, enums.SOURCE0_RGB_ARB, enums.TEXTURE1)
    gl.TexEnvi(enums.TEXTURE_ENV, enums.TEXTURE_ENV_MODE, enums.COMBINE_ARB)
    gl.ActiveTextureARB(enums.TEXTURE1_ARB)
    gl.TexEnvi(enums.TEXTURE_ENV, enums.COMBINE_RGB_ARB, enums.REPLACE)
    gl.TexEnvi(enums.TEXTURE_ENV, enums.SOURCE0_RGB_ARB, enums.PREVIOUS_ARB)
    gl.TexEnvi(enums.TEXTURE_ENV, enums.TEXTURE_ENV_MODE, enums.COMBINE_ARB)
    fill(gl)
    return color(gl) == [255, 0, 0]


def multitexture(gl: Context) -> bool:
    for unit, texel in ((0, (255, 255, 0, 255)), (1, (255, 0, 255, 255))):
        gl.ActiveTextureARB(enums.TEXTURE0_ARB + unit)
        gl.BindTexture(T2, unit + 1)
        image(gl, texel=texel)
        gl.Enable(T2)
        gl.MultiTexCoord2fARB(enums.TEXTURE0_ARB + unit, 0.5, 0.5)
    fill(gl)
    return color(gl) == [255, 0, 0]


def cube(gl: Context) -> bool:
    for face in range(6):
        place = enums.TEXTURE_CUBE_MAP_POSITIVE_X_ARB + face
        gl.TexImage2D(place, 0, RGBA, 1, 1, 0, RGBA, BYTE, np.full((1, 1, 4), 51 * face, np.uint8))
    for pname in (enums.TEXTURE_MIN_FILTER, enums.TEXTURE_MAG_FILTER):
        gl.TexParameteri(enums.TEXTURE_CUBE_MAP_ARB, pname, enums.NEAREST)
    gl.TexCoord3f(0, 1, 0)
    return textured(gl, target=enums.TEXTURE_CUBE_MAP_ARB) == 102


def reflected(mode: str) -> Exercise:
    def exercise(gl: Context) -> bool:
        for coordinate, cap in ((enums.S, enums.TEXTURE_GEN_S), (enums.T, enums.TEXTURE_GEN_T),
                                (enums.R, enums.TEXTURE_GEN_R)):  # fmt: skip
            gl.TexGeni(coordinate, enums.TEXTURE_GEN_MODE, getattr(enums, mode))
            gl.Enable(cap)
        gl.Normal3f(0, 1, 0)
        return cube(gl)

    return exercise


def stored(internal: int, format: int, type: int, texels: Any, *, read: int = 0) -> Exercise:
    """An image comes back as it was given."""

    def exercise(gl: Context) -> bool:
        gl.TexImage2D(T2, 0, internal, 1, 1, 0, format, type, texels)
        found = gl.GetTexImage(T2, 0, read or format, type)
        return bool((found.reshape(-1) == np.asarray(texels).reshape(-1)).all())

    return exercise


def parameter(pname: int, value: float) -> Exercise:
    """A parameter of textures is kept, and the texture is drawn with it."""

    def exercise(gl: Context) -> bool:
        image(gl)
        gl.TexParameterf(T2, pname, value)
        return bool(gl.GetTexParameterfv(T2, pname) == value) and textured(gl) == 255

    return exercise


def bordered(mode: int, coordinate: float, expected: int) -> Exercise:
    """What a texture of black and white texels has beyond its edge; the border is white."""

    def exercise(gl: Context) -> bool:
        image(gl, texel=(0, 0, 0, 255))
        gl.TexSubImage2D(T2, 0, 0, 0, 1, 2, RGBA, BYTE, np.full((2, 1, 4), 255, np.uint8))
        gl.TexParameterfv(T2, enums.TEXTURE_BORDER_COLOR, (1, 1, 1, 1))
        gl.TexParameteri(T2, enums.TEXTURE_WRAP_S, mode)
        gl.TexCoord2f(coordinate, 0.5)
        return textured(gl) == expected

    return exercise


def layers(gl: Context) -> bool:
    target = enums.TEXTURE_2D_ARRAY_EXT
    gl.TexParameteri(target, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
    texels = np.zeros((2, 1, 1, 4), np.uint8)
    texels[1] = 255
    gl.TexImage3D(target, 0, RGBA, 1, 1, 2, 0, RGBA, BYTE, texels)
    return shown(gl, FRAGMENT, "!!NVfp4.0 TEX result.color, {0, 0, 1, 0}, texture[0], ARRAY2D; END")


def cube_arrays(gl: Context) -> bool:
    target = enums.TEXTURE_CUBE_MAP_ARRAY_ARB
    gl.TexParameteri(target, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
    texels = np.zeros((12, 1, 1, 4), np.uint8)
    texels[6:] = 255
    gl.TexImage3D(target, 0, RGBA, 1, 1, 12, 0, RGBA, BYTE, texels)
    return shown(gl, FRAGMENT, "!!NVfp5.0 TEX result.color, {1, 0, 0, 1}, texture[0], ARRAYCUBE; END")


def buffer_texture(gl: Context) -> bool:
    target = enums.TEXTURE_BUFFER_EXT
    gl.BindBuffer(target, 9)
    gl.BufferData(target, np.full(16, 255, np.uint8), enums.STATIC_DRAW)
    gl.BindTexture(target, 1)
    gl.TexBufferEXT(target, enums.RGBA8, 9)
    return shown(gl, FRAGMENT, "!!NVfp4.0 TXF result.color, {3, 0, 0, 0}, texture[0], BUFFER; END")


def rectangle(gl: Context) -> bool:
    image(gl, target=enums.TEXTURE_RECTANGLE_ARB)
    gl.TexCoord2f(1, 1)
    return textured(gl, target=enums.TEXTURE_RECTANGLE_ARB) == 255


def sampler(gl: Context) -> bool:
    image(gl, texel=(0, 0, 0, 255))
    gl.TexSubImage2D(T2, 0, 0, 0, 1, 2, RGBA, BYTE, np.full((2, 1, 4), 255, np.uint8))
    (name,) = gl.GenSamplers(1)
    gl.SamplerParameteri(name, enums.TEXTURE_WRAP_S, enums.CLAMP_TO_EDGE)
    for pname in (enums.TEXTURE_MIN_FILTER, enums.TEXTURE_MAG_FILTER):
        gl.SamplerParameteri(name, pname, enums.NEAREST)
    gl.BindSampler(0, name)
    gl.TexCoord2f(-5.3, 0.5)
    return textured(gl) == 255


def texture_objects(gl: Context) -> bool:
    first, other = gl.GenTexturesEXT(2)
    gl.BindTextureEXT(T2, first)
    gl.PrioritizeTexturesEXT([first], [0.5])
    gl.DeleteTexturesEXT([other])
    told = gl.GetTexParameterfv(T2, enums.TEXTURE_PRIORITY_EXT), gl.GetIntegerv(enums.TEXTURE_2D_BINDING_EXT)
    return gl.IsTextureEXT(first) and not gl.IsTextureEXT(other) and told == (0.5, first)


def copied(gl: Context) -> bool:
    gl.ClearColor(1, 0, 0, 1)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    gl.CopyTexImage2DEXT(T2, 0, enums.RGB, 0, 0, 2, 2, 0)
    gl.CopyTexSubImage2DEXT(T2, 0, 0, 0, 0, 0, 1, 1)
    return gl.GetTexImage(T2, 0, enums.RGB, BYTE).tolist() == [[[255, 0, 0]] * 2] * 2


def parts(gl: Context) -> bool:
    image(gl)
    gl.TexSubImage2DEXT(T2, 0, 1, 1, 1, 1, RGBA, BYTE, np.full((1, 1, 4), 7, np.uint8))
    return bool(gl.GetTexImage(T2, 0, RGBA, BYTE)[1, 1, 0] == 7)


def volume(gl: Context) -> bool:
    target = enums.TEXTURE_3D_EXT
    gl.TexImage3DEXT(target, 0, enums.RGBA8, 1, 1, 2, 0, RGBA, BYTE, np.full((2, 1, 1, 4), 255, np.uint8))
    for pname in (enums.TEXTURE_MIN_FILTER, enums.TEXTURE_MAG_FILTER):
        gl.TexParameteri(target, pname, enums.NEAREST)
    return textured(gl, target=target) == 255


def sampled_places(gl: Context) -> bool:
    framebuffer(gl, 4)
    gl.TexRenderbufferNV(enums.TEXTURE_RENDERBUFFER_NV, 1)
    gl.SampleMaskIndexedNV(0, 0xF)
    places = [gl.GetMultisamplefvNV(enums.SAMPLE_POSITION_NV, sample) for sample in range(4)]
    gl.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 0)
    text = "OPTION NV_explicit_multisample; TXFMS result.color, {0, 0, 0, 1}, texture[0], RENDERBUFFER;"
    return len(set(places)) == 4 and shown(gl, FRAGMENT, f"!!NVfp4.0 {text} END")


def multisample_texture(gl: Context, coverage: bool = False) -> bool:
    target = enums.TEXTURE_2D_MULTISAMPLE
    gl.BindTexture(target, 1)
    if coverage:
        gl.TexImage2DMultisampleCoverageNV(target, 4, 4, enums.RGBA8, 8, 8, True)
    else:
        gl.TexImage2DMultisample(target, 4, enums.RGBA8, 8, 8, True)
    gl.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 1)
    gl.FramebufferTexture2DEXT(enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT, target, 1, 0)
    fill(gl)
    gl.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 0)
    text = "OPTION NV_texture_multisample; TXFMS result.color, {0, 0, 0, 1}, texture[0], 2DMS;"
    return shown(gl, FRAGMENT, f"!!NVfp5.0 {text} END")


TEXTURE_EXERCISES: dict[str, Exercise] = {
    "ARB_multitexture": multitexture,
    "ARB_depth_texture": depth_texture,
    "ARB_shadow": depths,
    "EXT_shadow_funcs": lambda gl: depths(gl, enums.GREATER, 40),
    "ARB_half_float_pixel": stored(enums.RGBA16F_ARB, RGBA, enums.HALF_FLOAT_ARB, _HALF),
    "ARB_sampler_objects": sampler,
    "ARB_texture_border_clamp": bordered(enums.CLAMP_TO_BORDER_ARB, 1.5, 255),
    "ARB_texture_mirrored_repeat": bordered(enums.MIRRORED_REPEAT_ARB, 1.9, 255),
    "EXT_texture_mirror_clamp": bordered(enums.MIRROR_CLAMP_TO_EDGE_EXT, -0.9, 0),
    "ATI_texture_mirror_once": bordered(enums.MIRROR_CLAMP_TO_EDGE_ATI, -0.2, 255),
    "ARB_texture_cube_map": cube,
    "EXT_texture_cube_map": reflected("NORMAL_MAP_EXT"),
    "NV_texgen_reflection": reflected("NORMAL_MAP_NV"),
    "ARB_texture_cube_map_array": cube_arrays,
    "ARB_texture_env_add": combined(enums.ADD),
    "EXT_texture_env_add": combined(enums.ADD),
    "ARB_texture_env_combine": combined(enums.COMBINE_ARB, **_COMBINE_ADD),
    "EXT_texture_env_combine": combined(enums.COMBINE_EXT, COMBINE_RGB_EXT=enums.ADD),
    "ARB_texture_env_crossbar": crossbar,
    "ARB_texture_env_dot3": lambda gl: gl.TexEnvfv(
        enums.TEXTURE_ENV, enums.TEXTURE_ENV_COLOR, (1, 1, 1, 1)) is None
    and combined(enums.COMBINE_ARB, **_DOT)(gl),
    "ARB_texture_float": stored(enums.RGBA32F_ARB, RGBA, FLOAT, np.full((1, 1, 4), -7.25, np.float32)),
    "ATI_texture_float": stored(enums.RGBA_FLOAT32_ATI, RGBA, FLOAT, np.full((1, 1, 4), 99.5, np.float32)),
    "ARB_texture_multisample": multisample_texture,
    "NV_texture_multisample": lambda gl: multisample_texture(gl, coverage=True),
    "NV_explicit_multisample": sampled_places,
    "ARB_texture_non_power_of_two": lambda gl: image(gl, size=5) is None and textured(gl) == 255,
    "ARB_texture_rectangle": rectangle,
    "NV_texture_rectangle": rectangle,
    "ARB_texture_rg": stored(enums.RG8, enums.RG, BYTE, np.full((1, 1, 2), 9, np.uint8)),
    "EXT_bgra": stored(enums.RGBA8, enums.BGRA_EXT, BYTE, np.array([[[1, 2, 3, 4]]], np.uint8)),
    "EXT_packed_pixels": stored(
        enums.RGBA8, RGBA, enums.UNSIGNED_INT_8_8_8_8_EXT, np.array([[0x12345678]], np.uint32)),
    "EXT_packed_depth_stencil": stored(
        enums.DEPTH24_STENCIL8_EXT, enums.DEPTH_STENCIL_EXT, enums.UNSIGNED_INT_24_8_EXT,
        np.array([[0x12345678]], np.uint32)),
    "NV_packed_depth_stencil": stored(
        enums.DEPTH_STENCIL_NV, enums.DEPTH_STENCIL_NV, enums.UNSIGNED_INT_24_8_NV,
        np.array([[0x9ABCDEF0]], np.uint32)),
    "EXT_packed_float": stored(
        enums.R11F_G11F_B10F_EXT, enums.RGB, enums.UNSIGNED_INT_10F_11F_11F_REV_EXT,
        np.array([[0x781E03C0]], np.uint32)),
    "EXT_texture_shared_exponent": stored(
        enums.RGB9_E5_EXT, enums.RGB, FLOAT, np.full((1, 1, 3), 0.5, np.float32)),
    "EXT_texture_snorm": stored(enums.RGBA8_SNORM, RGBA, FLOAT, np.full((1, 1, 4), -1, np.float32)),
    "EXT_texture_integer": stored(
        enums.RGBA8I_EXT, enums.RGBA_INTEGER_EXT, enums.INT, np.full((1, 1, 4), -5, np.int32)),
    "EXT_texture_sRGB": lambda gl: image(gl, enums.SRGB8_ALPHA8_EXT, (188, 0, 0, 255)) is None
    and abs(textured(gl) - 128) <= 2,
    "EXT_copy_texture": copied,
    "EXT_subtexture": parts,
    "EXT_texture3D": volume,
    "EXT_texture_array": layers,
    "EXT_texture_buffer_object": buffer_texture,
    "EXT_texture_filter_anisotropic": parameter(enums.TEXTURE_MAX_ANISOTROPY_EXT, 4),
    "EXT_texture_lod_bias": lambda gl: image(gl) is None and gl.TexEnvf(
        enums.TEXTURE_FILTER_CONTROL_EXT, enums.TEXTURE_LOD_BIAS_EXT, 1.5) is None and gl.GetTexEnvfv(
        enums.TEXTURE_FILTER_CONTROL_EXT, enums.TEXTURE_LOD_BIAS_EXT) == 1.5 and textured(gl) == 255,
    "EXT_texture_object": texture_objects,
}  # fmt: skip
