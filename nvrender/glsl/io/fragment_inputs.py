"""What a fragment shader has of its program's attributes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nvrender.glsl.declared.variables import RESULT_NAMES
from nvrender.glsl.io import sprites
from nvrender.glsl.io.interpolation import WEIGHTS
from nvrender.glsl.io.sampling import given, position_of
from nvrender.glsl.threads import quad_groups
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID, Varying
from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES

POSITION, FOGCOORD, FACING, PRIMITIVE_ID = (
    FRAGMENT_ATTRIBUTES.index(name)
    for name in ("fragment.position", "fragment.fogcoord", "fragment.facing", "primitive.id")
)
POINT_COORDINATE = FRAGMENT_5_ATTRIBUTES.index("fragment.pointcoord")
#: Attribute → the varying it arrives in: vertex and geometry stages write it under the same name.
VARYINGS: dict[int, str] = {
    number: RESULT_NAMES[
        {"color.primary": "color.front.primary", "color.secondary": "color.front.secondary"}.get(
            item := name.removeprefix("fragment."), item
        )
    ]
    for number, name in enumerate(FRAGMENT_ATTRIBUTES)
    if number not in (POSITION, FACING, PRIMITIVE_ID)
}
#: Colour of the front → that of the back.
BACK = {"COL0": "BFC0", "COL1": "BFC1"}


@dataclass(frozen=True, slots=True)
class FragmentInputs:
    """The texts of attributes at the fragment, and of varyings elsewhere in its pixel.

    ``family`` is the program's. Each of ``replaced`` is a point's own coordinates. ``split`` says how many
    primitives of the draw count as one, None for all. With ``samples`` each sample is run by itself, with
    ``weighted`` inputs away from the centre are divided by a weight.
    """

    family: str
    varyings: tuple[Varying, ...]
    replaced: frozenset[int]
    two_side: bool
    split: int | None
    samples: bool
    weighted: bool

    def own(self, index: int) -> tuple[str, str]:
        """An attribute as the shader has it, and of which kind."""
        return self.read(index, self._mended)

    def read(self, index: int, read: Callable[[str], str]) -> tuple[str, str]:
        """An attribute and its kind, with each of its varyings as ``read`` has it."""
        if index == POINT_COORDINATE:
            return sprites.POINT_COORDINATE if index in self.replaced else "vec4(0.0)", ""
        if index in self.replaced:
            return sprites.TEXTURE_COORDINATE, ""
        if index > POINT_COORDINATE:
            return quad_groups.thread_attribute(index)
        if index >= len(FRAGMENT_ATTRIBUTES):
            return given(index, samples=self.samples)
        if index in VARYINGS:
            return self._varying(index, read)
        if index == POSITION:
            return position_of(samples=self.samples, weighted=self.weighted), ""
        if index == FACING:
            return "vec4(gl_FrontFacing ? 1.0 : -1.0, 0.0, 0.0, 1.0)", ""
        if GIVEN_PRIMITIVE_ID in [row.name for row in self.varyings]:
            return GIVEN_PRIMITIVE_ID, "i"
        number = "gl_PrimitiveID" if self.split == 1 else f"gl_PrimitiveID / {self.split}"
        return f"ivec4({number if self.split else 0}, 0, 0, 0)", "i"

    def _varying(self, index: int, read: Callable[[str], str]) -> tuple[str, str]:
        name = VARYINGS[index]
        if index == FOGCOORD or name.startswith("CLP"):
            # NV_fragment_program Table X.1
            last = "0.0" if index == FOGCOORD and self.family == "fp1" else "1.0"
            return f"vec4({_bracketed(read(name))}.x, 0.0, 0.0, {last})", ""
        if self.two_side and name in BACK:
            return f"gl_FrontFacing ? {read(name)} : {read(BACK[name])}", ""
        return read(name), next(row.kind for row in self.varyings if row.name == name)

    def _mended(self, name: str) -> str:
        """A varying, divided by the weight where it is taken away from the centre."""
        words = next(row.qualifiers for row in self.varyings if row.name == name).split()
        mended = self.weighted and not {"flat", "noperspective"} & {*words}
        return next((f"{name} / {WEIGHTS[word]}" for word in words if mended and word in WEIGHTS), name)


def _bracketed(text: str) -> str:
    return text if text.isidentifier() or text.endswith(")") else f"({text})"
