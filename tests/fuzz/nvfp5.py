"""Random fragment programs of generation 5: generation 4's, with interpolation and thread groups.

Votes and exchanges stand in branches, loops and subroutines too, where threads may have parted.
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.languages.arb.headers.generation5 import QUAD_ONLY
from nvrender.ops.types import DataType

from .declared import DeclaredSample, Unit
from .nv5 import PLAIN
from .nvfp4 import FRAGMENT, FragmentWriter

_F = DataType.FLOAT
STAGE = replace(
    FRAGMENT,
    family="nvfp5",
    head=("!!NVfp5.0", "OPTION NV_shader_thread_group;", *FRAGMENT.head[1:]),
    exact=(*FRAGMENT.exact, *PLAIN, *PLAIN),
    attributes=FRAGMENT.attributes
    | {
        DataType.UNSIGNED: (
            *FRAGMENT.attributes[DataType.UNSIGNED],
            "fragment.threadid",
            "fragment.samplemask",
        )
    },
)
_ATTRIBUTES = (
    *("v4", "av[0]", "middle", "fragment.attrib[1]", "fragment.attrib[4]", "fragment.fogcoord"),
    *("fragment.color", "fragment.position", "fragment.texcoord", "fragment.pointcoord", "av[{}]"),
)


def generate(seed: int) -> DeclaredSample:
    """The program of a seed: the same on every machine."""
    return Fragment5Writer(seed, STAGE).sample()


class Fragment5Writer(FragmentWriter):
    """A fragment program that asks its quad and interpolates."""

    def statement(self) -> Unit:
        draw = self.random.random()
        if draw < 0.1:
            return self.interpolation()
        return self.exchange() if draw < 0.2 else super().statement()

    def target(self) -> str:
        """Where floats go, and under which condition."""
        return self.writable(_F, False) + self.mask_and_condition("xyzw", 0.25)

    def interpolation(self) -> Unit:
        """IPAC, IPAO or IPAS of an attribute, which an index may choose."""
        attribute = self.pick(_ATTRIBUTES).format(self.index(3))
        sign, swizzle = self.pick(("", "", "-")), self.pick(("", ".yxwz", ".w"))
        operand = self.pick((f"{sign}{attribute}{swizzle}", f"{sign}|{attribute}{swizzle}|"))
        name = self.pick(("IPAC", "IPAO", "IPAO", "IPAO", "IPAS"))
        code = self.pick(("", "", ".CC0", ".CC1", ".SAT", ".SSAT"))
        argument = {
            "IPAC": "",
            "IPAO": ", "
            + self.pick(("{0.25, -0.5}", "{0, 0.125}", "{9, -9}", self.operand(_F, False, False))),
            "IPAS": f", {self.pick(('0', '1', '77'))}",
        }
        return (f"{name}{code} {self.target()}, {operand}{argument[name]};",)

    def exchange(self) -> Unit:
        """One of QSWZ0 to QSWZY, with a second operand or none."""
        name = self.pick(sorted(QUAD_ONLY))
        operands = [self.operand(_F, False, False) for _ in range(self.random.randint(1, 2))]
        return (f"{name} {self.target()}, {', '.join(operands)};",)
