"""Fragment programs over arrays: a fragment shader whose inputs and outputs are words in textures.

The attributes of the fragment at each pixel are the layers of an unsigned texture, in the order of
``attributes``.
"""

from __future__ import annotations

from collections.abc import Callable

from nvrender.glsl.expressions import Expression
from nvrender.glsl.io.fragment.attributes import POSITION
from nvrender.glsl.io.fragment.common import FragmentProgram, attributes_read, numbered
from nvrender.glsl.io.interface import Result, results_written
from nvrender.glsl.memory.block import COUNTED, IDLENESS
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.targets import Target
from nvrender.glsl.threads import quad_groups
from nvrender.glsl.varyings import Varyings
from nvrender.glsl.word_types import cast
from nvrender.languages.arb.fragment_bindings import DEPTHS
from nvrender.program.memory import reaching_outside

#: What stands at the pixels of fragments that were not discarded.
EMITTED = "emitted"


class PixelShader(FragmentProgram):
    """One invocation a pixel."""

    kind = "pixels"
    purpose = "fragment shader over arrays"
    keeps_denormals = True
    replaced = frozenset[int]()
    runs_samples = False

    @property
    def counts_fragments(self) -> bool:
        return reaching_outside(self.program) is not None or quad_groups.grouped(self.program)

    @property
    def helpers(self) -> tuple[tuple[str, int], ...]:
        depth = self.options.exact and any(row.name == "depth" for row in self.results)
        return super().helpers + (("nv_saturate", 4), ("nv_flush", 4)) * depth

    @property
    def has_final_section(self) -> bool:
        return True

    @property
    def varyings(self) -> Varyings:
        """Layers in place of what a stage before hands over."""
        return {}

    @property
    def layers(self) -> dict[int, int]:
        """The layer of each attribute."""
        return {row.index: place for place, row in enumerate(self.attributes)}

    def inputs(self) -> list[str]:
        fragments = "uniform usampler2DArray fragments;  // a layer for each attribute"
        return [*COUNTED * self.counts_fragments, *[fragments] * bool(self.attributes)]

    def outputs(self) -> list[str]:
        names = [(f"words_{place}", f"  // {row.result}") for place, row in enumerate(self.results)]
        return [
            f"layout(location = {place}) out uvec4 {name};{remark}"
            for place, (name, remark) in enumerate([*names, (EMITTED, "")])
        ]

    def prologue(self) -> list[str]:
        return [*IDLENESS * self.counts_fragments]

    def reads_directly(self, index: int) -> bool:
        return False

    def element(self, index: int) -> tuple[str, str]:
        return f"texelFetch(fragments, ivec3(gl_FragCoord.xy, {self.layers[index]}), 0)", "u"

    def elsewhere(self, index: int, read: Callable[[str], Expression]) -> tuple[str, str]:
        return self.element(index)

    def component(self, index: int, letter: str) -> str:
        return cast(Expression(f"{self.element(index)[0]}.{letter}"), "u", "").text

    @property
    def own_depth(self) -> str:
        return self.component(POSITION, "z")

    def other_result(self, row: Result) -> list[str]:
        if row.name != "depth":
            return []
        value = f"nv_saturate(nv_flush({row.name}))" if self.options.exact else f"clamp({row.name}, 0.0, 1.0)"
        return [f"{row.name} = {value};"]

    def epilogue(self) -> list[str]:
        stores = [f"words_{place} = {self.words(row, 'u')};" for place, row in enumerate(self.results)]
        return [*super().epilogue(), *stores, f"{EMITTED} = uvec4(1u);"]


def pixel_shader(storage: Storage, names: Names, target: Target, options: Options) -> PixelShader:
    """The shader over arrays around a program; names every register."""
    read = attributes_read(storage)
    read |= set() if DEPTHS.isdisjoint(storage.program.results) else {POSITION}
    storage.name(names)
    return PixelShader(
        storage, target, options, numbered(read), results_written(storage.program, options.link.captured)
    )
