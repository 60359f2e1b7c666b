"""What a translation is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from nvrender.glsl.io.blocks import ParameterBuffer, Parameters
from nvrender.glsl.io.interface import Attribute, Result
from nvrender.glsl.memory.image_variables import ImageVariable
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.glsl.varyings import Varying
from nvrender.showing import shown_by
from nvrender.source import Span


class Resources(NamedTuple):
    """What a shader takes of what drivers have limits for.

    ``inputs`` are the vectors of each vertex before that it reads, ``vertices`` those a geometry shader may
    emit; ``loops`` are those that are compiled, with every call in its place.
    """

    inputs: int = 0
    uniform_blocks: int = 0
    storage_buffers: int = 0
    textures: int = 0
    vertices: int = 0
    loops: int = 0


@dataclass(frozen=True)
class Translation:
    """A program as GLSL, and how to feed it.

    ``attributes`` and ``results`` are in the order the compute interface packs them into its buffers
    (attributes at binding 0, results at binding 1; vertex i's are the ``len(…)`` vec4 from
    ``i * len(…)``). A vertex state program's results are the parameters it writes. ``lines`` holds,
    per line of ``source``, the span of the program it comes from, or None. ``buffers`` are the program
    parameter buffers it reads, each a uniform block. ``varyings`` are the inputs of a fragment shader that
    the stage before it must write; ``samplers`` the textures it reads, the sampler ``texture<n>`` being image
    unit n. ``images`` are its image variables, each of an image unit.
    """

    source: str
    target: str
    interface: str
    numerics: str
    attributes: tuple[Attribute, ...]
    parameters: Parameters
    results: tuple[Result, ...]
    lines: tuple[Span | None, ...]
    resources: Resources
    buffers: tuple[ParameterBuffer, ...] = ()
    varyings: tuple[Varying, ...] = ()
    samplers: tuple[Sampler, ...] = ()
    images: tuple[ImageVariable, ...] = ()
    #: Whether a compute shader tells of work groups that did not meet (nvrender.glsl.threads.group_barriers).
    waits: bool = False
    #: Whether a control shader tells of threads that a driver did not let end
    #: (nvrender.glsl.threads.lockstep_ends).
    tells_ends: bool = False

    _repr_html_ = shown_by("programs.translation")

    def __repr__(self) -> str:
        lines = self.source.count("\n")
        return (
            f"<Translation: {self.target} {self.interface} shader, {self.numerics} numerics, {lines} lines>"
        )
