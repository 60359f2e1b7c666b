"""Contexts of nvrender.api in several threads, many on one moderngl context, released in any order."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context, enums
from nvrender.source import ContextError, InputError

GREEN = [0, 255, 0, 255]


def drawn(gl: Context) -> Any:
    gl.Color3f(0, 1, 0)
    gl.Begin(enums.TRIANGLES)
    for corner in ((-1, -1), (1, -1), (0, 1)):
        gl.Vertex2f(*corner)
    gl.End()
    return gl.ReadPixels(8, 4, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE)[0, 0].tolist()


def elsewhere(call: Callable[[], Any]) -> Any:
    """What a call gives in another thread."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(call).result(60)


def test_a_context_stays_in_the_thread_it_drew_in() -> None:
    gl = Context(size=(16, 16))
    assert drawn(gl) == GREEN
    for call in (lambda: drawn(gl), gl.release):
        with pytest.raises(InputError, match="another thread"):
            elsewhere(call)
    assert drawn(gl) == GREEN
    gl.release()
    gl.release()
    assert elsewhere(lambda: (drawn(gl), gl.release())) == (GREEN, None)


def test_a_thread_has_contexts_of_its_own() -> None:
    def call() -> Any:
        with Context(size=(16, 16)) as gl:
            return drawn(gl)

    assert elsewhere(call) == GREEN


def test_a_given_context_is_current_in_one_thread(context: moderngl.Context) -> None:
    gl = Context(context, size=(16, 16))
    with context:
        assert drawn(gl) == GREEN
        with pytest.raises(ContextError, match="current in another thread"):
            elsewhere(lambda: drawn(Context(context, size=(16, 16))))
        assert drawn(gl) == GREEN
    gl.release()


def test_ten_contexts_on_one(context: moderngl.Context) -> None:
    all_ = [Context(context, size=(16, 16)) for _ in range(10)]
    for place, gl in enumerate(all_):
        gl.ClearColor(0, 0, place / 15, 1)
        gl.Clear(enums.COLOR_BUFFER_BIT)
    for gl in all_[1::2]:
        assert drawn(gl) == GREEN
    for gl in all_[::2]:
        gl.release()
    for place, gl in enumerate(all_):
        corner = gl.ReadPixels(0, 15, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE)[0, 0].tolist()
        assert corner == [0, 0, 17 * place, 255]
        gl.release()


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("backends", [("gpu", "gpu", "gpu"), ("gpu", "oracle", "gpu")])
def test_shared_textures_outlive_the_context_that_drew_them(
    order: tuple[int, ...], backends: tuple[str, ...]
) -> None:
    """EXT_framebuffer_object 4.4: what was drawn into a texture is the texture's, whoever goes first."""
    first = Context(backend=backends[0], size=(16, 16))
    contexts = [first, *(Context(backend=each, size=(16, 16), share=first) for each in backends[1:])]
    image = np.full((16, 16, 4), 99, np.uint8)
    first.BindTexture(enums.TEXTURE_2D, 1)
    first.TexImage2D(enums.TEXTURE_2D, 0, enums.RGBA8, 16, 16, 0, enums.RGBA, enums.UNSIGNED_BYTE, image)
    first.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 1)
    target = enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT, enums.TEXTURE_2D
    first.FramebufferTexture2DEXT(*target, 1, 0)
    assert drawn(first) == GREEN
    first.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 0)
    for gl in contexts:
        gl.BindTexture(enums.TEXTURE_2D, 1)
    for place in order:
        contexts[place].release()
        for gl in contexts:
            texels = gl.GetTexImage(enums.TEXTURE_2D, 0, enums.RGBA, enums.UNSIGNED_BYTE)
            assert texels[4, 8].tolist() == GREEN and texels[15, 0].tolist() == [99] * 4
            assert gl.GetError() == enums.NO_ERROR
    for gl in contexts:
        gl.release()
