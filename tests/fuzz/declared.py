"""What the random programs of the declared-name languages share: the sample, and pieces of its text."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from nvrender.program.opcodes import Opcode, PrecisionKind

COMPONENTS = "xyzw"
_EXACT = (PrecisionKind.EXACT, PrecisionKind.ROUNDED)

#: Set aside: small counts, floats in x and integers in y, and what brings an angle into one turn.
LOOP_ATTRIBUTE = 15
#: Opcodes whose bound holds for angles from 0 to 2 pi only (OpenGL 2.1.1).
ANGULAR = ("SIN", "COS", "SCS")
#: Undefined where a neighbour took another way.
DERIVATIVES = ("DDX", "DDY")
#: A little less than one turn.
TURN = "6.2769"

Unit = tuple[str, ...]


@dataclass(frozen=True)
class DeclaredSample:
    """A random program: its header with options and declarations, then statements in ``units``.

    ``tame`` programs get numbers that stay finite where they can; ``defined`` ones do nothing that their
    specification calls undefined, given the indices they ask for.
    """

    seed: int
    family: str
    head: Unit
    units: tuple[Unit, ...]
    tame: bool = False
    defined: bool = False
    #: What shrinking leaves alone.
    kept: Unit = ()

    @property
    def text(self) -> str:
        return "\n".join((*self.head, *(line for unit in self.units for line in unit), "END"))


def exact_components(row: Opcode) -> str:
    """The components of a result that every machine computes alike."""
    return "".join(
        component
        for component, precision in zip(COMPONENTS, row.precision, strict=True)
        if precision.kind in _EXACT
    )


class Writer:
    """Random text, the same for a seed on every machine."""

    def __init__(self, seed: int, family: str) -> None:
        self.seed = seed
        self.random = random.Random(f"{family} {seed}")
        self.pick = self.random.choice

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def some(self, texts: Sequence[str], weights: Sequence[float]) -> str:
        return self.random.choices(texts, weights)[0]

    def swizzle(self, scalar: bool, letters: str = COMPONENTS) -> str:
        """A swizzle; one component where a scalar is meant."""
        if scalar:
            return "." + self.pick(letters)
        draw = self.random.random()
        if draw < 0.5:
            return ""
        if draw < 0.65:
            return "." + self.pick(letters)
        return "." + "".join(self.pick(letters) for _ in range(4))

    def mask(self, allowed: str = COMPONENTS) -> str:
        """A write mask of ``allowed`` components."""
        if allowed == COMPONENTS and self.chance(0.5):
            return ""
        chosen = self.random.sample(allowed, self.random.randint(1, len(allowed)))
        return "." + "".join(sorted(chosen, key=COMPONENTS.index))

    def modified(self, register: str, suffix: str, *, bars: bool) -> str:
        """A register with its swizzle and perhaps bars and a sign."""
        text = register + suffix
        if bars and self.chance(0.12):
            text = f"|{self.pick(('', '', '-'))}{text}|"
        return f"-{text}" if self.chance(0.2) else text

    def selectors(self, both: bool) -> str:
        """SWZ's four selectors (ARB_vertex_program 2.14.5.26); ``both``: rgba letters may stand too."""
        letters = "xyzw01" + ("rgba" if both and self.chance(0.2) else "")
        return ", ".join(self.pick(("", "", "-", "+")) + self.pick(letters) for _ in range(4))
