"""Exercises of extensions. Of what becomes of fragments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exercise_helpers import BYTE, Exercise, fill, red, shown
from generation5 import FRAGMENT

from nvrender.api import Context, enums


def framebuffer(gl: Context, samples: int = 0) -> bool:
    gl.BindRenderbufferEXT(enums.RENDERBUFFER_EXT, 1)
    if samples:
        gl.RenderbufferStorageMultisampleEXT(enums.RENDERBUFFER_EXT, samples, enums.RGBA8, 8, 8)
    else:
        gl.RenderbufferStorageEXT(enums.RENDERBUFFER_EXT, enums.RGBA8, 8, 8)
    target = enums.FRAMEBUFFER_EXT
    gl.BindFramebufferEXT(target, 1)
    point = enums.COLOR_ATTACHMENT0_EXT
    gl.FramebufferRenderbufferEXT(target, point, enums.RENDERBUFFER_EXT, 1)
    fill(gl)
    return bool(gl.CheckFramebufferStatusEXT(target) == enums.FRAMEBUFFER_COMPLETE_EXT)


def blitted(gl: Context, samples: int = 0) -> bool:
    complete = framebuffer(gl, samples)
    gl.BindFramebufferEXT(enums.DRAW_FRAMEBUFFER_EXT, 0)
    gl.BlitFramebufferEXT(0, 0, 8, 8, 0, 0, 8, 8, enums.COLOR_BUFFER_BIT, enums.NEAREST)
    gl.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 0)
    return complete and red(gl) == 255


def draw_buffers(suffix: str) -> Exercise:
    def exercise(gl: Context) -> bool:
        getattr(gl, f"DrawBuffers{suffix}")([enums.NONE, enums.BACK_LEFT])
        option = f"OPTION {suffix}_draw_buffers;"
        return shown(gl, FRAGMENT, f"!!ARBfp1.0 {option} MOV result.color[0], 0; MOV result.color[1], 1; END")

    return exercise


def blended(setting: Callable[[Context], Any], expected: int) -> Exercise:
    """Half of red over all of it."""

    def exercise(gl: Context) -> bool:
        gl.ClearColor(0.8, 0, 0, 1)
        gl.Clear(enums.COLOR_BUFFER_BIT)
        gl.Enable(enums.BLEND)
        setting(gl)
        gl.Color4f(0.4, 0, 0, 1)
        fill(gl)
        return abs(red(gl) - expected) <= 1

    return exercise


def wrapped(gl: Context) -> bool:
    gl.Enable(enums.STENCIL_TEST)
    gl.StencilFunc(enums.ALWAYS, 0, 0xFF)
    gl.StencilOp(enums.KEEP, enums.KEEP, enums.DECR_WRAP_EXT)
    fill(gl)
    return bool(gl.ReadPixels(1, 1, 1, 1, enums.STENCIL_INDEX, BYTE)[0, 0, 0] == 255)


def covered(gl: Context) -> bool:
    gl.SampleCoverageARB(0.25, True)
    gl.Disable(enums.MULTISAMPLE_ARB)
    told = gl.GetFloatv(enums.SAMPLE_COVERAGE_VALUE_ARB), gl.GetBooleanv(enums.SAMPLE_COVERAGE_INVERT_ARB)
    return told == (0.25, True) and not gl.IsEnabled(enums.MULTISAMPLE_ARB)


def dual(gl: Context) -> bool:
    gl.Enable(enums.BLEND)
    gl.BlendFunc(enums.SRC1_COLOR, enums.ZERO)
    text = "OPTION ARB_blend_func_extended; MOV result.color.primary, 1; MOV result.color.secondary, 1;"
    return shown(gl, FRAGMENT, f"!!NVfp5.0 {text} END")


FRAME_EXERCISES: dict[str, Exercise] = {
    "ARB_blend_func_extended": dual,
    "ARB_draw_buffers": draw_buffers("ARB"),
    "ATI_draw_buffers": draw_buffers("ATI"),
    "ARB_multisample": covered,
    "EXT_blend_color": blended(lambda gl: (
        gl.BlendColorEXT(0.5, 0, 0, 0), gl.BlendFunc(enums.CONSTANT_COLOR_EXT, enums.ZERO)), 51),
    "EXT_blend_func_separate": blended(
        lambda gl: gl.BlendFuncSeparateEXT(enums.ZERO, enums.ONE, enums.ONE, enums.ZERO), 204),
    "EXT_blend_minmax": blended(lambda gl: gl.BlendEquationEXT(enums.MAX_EXT), 204),
    "EXT_blend_subtract": blended(lambda gl: (
        gl.BlendFunc(enums.ONE, enums.ONE), gl.BlendEquationEXT(enums.FUNC_REVERSE_SUBTRACT_EXT)), 102),
    "NV_blend_square": blended(lambda gl: gl.BlendFunc(enums.SRC_COLOR, enums.ZERO), 41),
    "EXT_framebuffer_object": lambda gl: framebuffer(gl) and red(gl) == 255,
    "EXT_framebuffer_blit": blitted,
    "EXT_framebuffer_multisample": lambda gl: blitted(gl, 4),
    "EXT_stencil_wrap": wrapped,
}  # fmt: skip
