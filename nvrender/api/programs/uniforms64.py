"""Uniforms of GLSL programs, of which there are none here: every call is the error that says so.

NV_shader_buffer_load 2.20.3 and 6.1.15, NV_bindless_texture 2.14.4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nvrender.api.command import family
from nvrender.api.errors import invalid_operation, invalid_value


def _current(section: str) -> Callable[..., None]:
    def put(location: int, value: Any) -> None:
        raise invalid_operation("no GLSL program is in use; nvrender.api has programs of assembly", section)

    return put


def _named(section: str) -> Callable[..., None]:
    def put(program: int, location: int, value: Any) -> None:
        raise invalid_value(f"{program} is the name of no GLSL program", section)

    return put


def _asked(program: int, location: int) -> None:
    raise invalid_value(f"{program} is the name of no GLSL program", "NV_shader_buffer_load 6.1.15")


def _register() -> None:
    for kind, section in (("", "NV_shader_buffer_load 2.20.3"), ("Handle", "NV_bindless_texture 2.14.4")):
        for vector in ("", "v"):
            name = f"Uniform{kind}ui64{vector}NV"
            family(name, _current(section), "Set a uniform of the GLSL program in use; there is none.")
            family(f"Program{name}", _named(section), "Set a uniform of a GLSL program; there is none.")
    family("GetUniformui64vNV", _asked, "A uniform of a GLSL program; there is none.")


_register()
