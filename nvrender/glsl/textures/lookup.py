"""What the texts of a lookup are made of: its operands, its sampler, texel offsets, components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from nvrender.glsl.expressions import PRODUCT, SUM, Expression, call, splat, vector_type
from nvrender.glsl.printer.expressions import LETTERS, Texts, letters, printed
from nvrender.glsl.textures.filtering import filtering_functions
from nvrender.glsl.textures.texture_keys import Filtering, Sampler
from nvrender.ir.nodes import Apply, Bitcast, Compose, Const, Load, Sample
from nvrender.ir.nodes import Expression as Node
from nvrender.ir.types import signed_word
from nvrender.lower.operands import is_componentwise, joined, swizzled
from nvrender.ops.texture_targets import TARGETS, TEXEL_OFFSETS, TextureTarget

ONE = Expression("1.0")
_XYZW = (0, 1, 2, 3)
#: Targets of one level, for which GLSL has neither bias nor level.
SINGLE = frozenset({"RECT", "SHADOWRECT", "BUFFER", "2DMS", "ARRAY2DMS", "RENDERBUFFER"})


class LookupTexts(Texts, Protocol):
    """What lookups are printed with besides."""

    @property
    def samplers(self) -> dict[int, Sampler]:
        """The sampler of each image unit."""

    @property
    def named(self) -> dict[tuple[str, str], Sampler] | None:
        """Target and kind → the sampler of accesses by handles; None where the handled textures are known."""

    @property
    def differentiates(self) -> bool:
        """True in fragment shaders, which alone have derivatives."""

    def words(self, node: Node) -> Expression:
        """A handle as uvec2."""

    def function(self, name: str, text: str) -> None:
        """Have the shader define a function, or several, that begin with a sampler's name."""


@dataclass(frozen=True)
class Lookup:
    """A lookup by one sampler, and the components of its result that are wanted."""

    texts: LookupTexts
    node: Sample
    sampler: Sampler
    components: tuple[int, ...]

    @property
    def target(self) -> TextureTarget:
        return TARGETS[self.node.texture.target]

    @property
    def operation(self) -> str:
        return self.node.operation

    @property
    def exact(self) -> bool:
        return self.texts.exact

    @property
    def differentiates(self) -> bool:
        return self.texts.differentiates

    @property
    def kind(self) -> str:
        """The letter of what the result is."""
        return LETTERS[self.node.type.kind]

    # --- the texture

    @property
    def sampled(self) -> Expression:
        """What a function of GLSL reads the texture by: ARB_bindless_texture makes samplers of handles."""
        name = self.sampler.name
        return Expression(f"{self.sampler.type}({self.handle.text})" if self.sampler.named else name)

    @property
    def handed(self) -> tuple[Expression, ...]:
        """What the sampler's functions take first."""
        return (self.handle,) if self.sampler.named else ()

    @property
    def mode(self) -> str:
        """What depths are."""
        return self.sampler.texture_key.depth_mode

    @property
    def filtering(self) -> Filtering | None:
        """How the shader filters the texture where GL itself cannot."""
        return self.sampler.texture_key.filtering

    @property
    def handle(self) -> Expression:
        """The handle that stands in a unit's place (NV_bindless_texture 2.X.5.Y)."""
        assert self.node.texture.handle is not None
        return self.texts.words(self.node.texture.handle)

    # --- operands

    @property
    def parts(self) -> tuple[Node, Node | None, tuple[Node, ...]]:
        """Coordinates and layer, the reference, and the other operands."""
        place, *others = self.node.operands
        if self.target.compares and self.operation not in ("texture_level", "texture_size"):
            return place, others[0], tuple(others[1:])
        return place, None, tuple(others)

    @property
    def place(self) -> Expression:
        """Coordinates and layer."""
        return self.print(self.parts[0])

    @property
    def with_reference(self) -> Expression:
        """Coordinates, layer and reference; GLSL has a component between a single coordinate and these."""
        place, divisor = _divided(self.parts[0])
        if place.type.width == 1:
            place = joined(place, _own(place, 1) or place)
        flat = self._quotient(place, divisor)
        return call(f"vec{flat.width + 1}", flat, self.clamped_reference, width=flat.width + 1)

    @property
    def flat(self) -> Expression:
        """Coordinates without the layer."""
        return self.print(swizzled(self.parts[0], tuple(range(len(self.target.coordinates)))))

    @property
    def four(self) -> Expression:
        """Coordinates, layer, and the reference that has room beside them, where Table X.17 has them."""
        target, (place, divisor), reference = self.target, _divided(self.parts[0]), self.parts[1]
        where = dict(zip(target.coordinates + target.layer, _components(place), strict=True))
        if target.reference and reference is not None:
            where[target.reference] = _divided(reference)[0]
        return self._quotient(_filled([where.get(letter) for letter in "xyzw"]), divisor)

    def homogeneous(self) -> Expression | None:
        """Coordinates and behind them what they are divided by, None where they are not divided."""
        place, divisor = _divided(self.parts[0])
        if divisor is None:
            return None
        whole = _filled([*_components(place), *[None] * (3 - place.type.width), divisor])
        return self.print(joined(place, divisor) if isinstance(whole, Compose | Const) else whole)

    @property
    def reference(self) -> Expression | None:
        """The reference that depths are compared with."""
        reference = self.parts[1]
        return None if reference is None else self.print(reference)

    @property
    def clamped_reference(self) -> Expression:
        """The reference kept in [0, 1] (OpenGL 1.5, 3.8.14), as newer GL keeps no floats."""
        reference = self.reference
        assert reference is not None
        if self.exact:
            return call(self.texts.use("nv_saturate", 1), reference)
        return call("clamp", reference, Expression("0.0"), ONE)

    @property
    def last(self) -> Expression:
        """The bias, the level or the number of a sample."""
        return self.print(self.parts[2][-1])

    @property
    def at_base(self) -> bool:
        """True where level 0 is asked for, and no derivatives are."""
        level = self.parts[2][-1]
        return not self.differentiates and isinstance(level, Const) and not any(level.words)

    @property
    def others(self) -> list[Expression]:
        """The derivatives, or the offsets of four texels."""
        return [self.print(_unclamped(node)) for node in self.parts[2]]

    def print(self, node: Node) -> Expression:
        """A value, as wide as it is; a quotient with its divisor once."""
        return self._quotient(*_divided(node))

    def _quotient(self, node: Node, divisor: Node | None) -> Expression:
        value = splat(printed(self.texts, node, full=True), node.type.width, LETTERS[node.type.kind])
        if divisor is None:
            return value
        text = f"{value.at(PRODUCT)} / {printed(self.texts, divisor).at(PRODUCT + 1)}"
        return Expression(text, PRODUCT, value.width)

    # --- functions of the sampler

    def own(self, suffix: str, text: str, *arguments: Expression, width: int = 4) -> Expression:
        """A call of a function that begins with the sampler's name, which the shader then has."""
        name = f"{self.sampler.name}_{suffix}"
        self.texts.function(name, text)
        return call(name, *self.handed, *arguments, width=width)

    def filter_texels(self) -> None:
        """Have the shader define the functions that filter the sampler's texels."""
        text = filtering_functions(self.sampler, differentiates=self.differentiates)
        self.texts.function(self.sampler.name, text)

    @property
    def with_apart(self) -> list[Expression]:
        """What those functions take first: four coordinates, and the reference that has no room there."""
        apart = self.reference if not self.target.reference else None
        return [self.four, *([] if apart is None else [apart])]

    # --- texel offsets

    def offset(self, *, layered: bool = False) -> Expression | None:
        """The texel offset as GLSL takes it, None for none; ``layered``: with a 0 for the layer behind it.

        One that is computed is kept within its limits (docs/semantics.md).
        """
        node, width = self.node.texture.offset, self.target.offsets
        if node is None:
            return None
        behind = bool(layered and self.target.layer)
        whole = vector_type(width + behind, "i")
        if isinstance(node, Const):
            words = [*map(signed_word, node.words)]
            numbers = ", ".join(map(str, [*words, *[0] * behind]))
            return Expression(f"{whole}({numbers})" if width + behind > 1 else numbers, width=width + behind)
        low, high = (Expression(str(limit)) for limit in TEXEL_OFFSETS)
        kept = call("clamp", self.print(_unclamped(node)), low, high, width=width)
        return Expression(f"{whole}({kept.text}, 0)", width=width + 1) if behind else kept

    # --- results

    @property
    def nothing(self) -> Expression:
        """0.0; one that compilers know would make products with INF 0."""
        return Expression(self.texts.zero() if self.exact else "0.0")

    @property
    def whole(self) -> Expression:
        """1.0; less one that compilers know would be a 0 they know."""
        return Expression(f"1.0 + {self.texts.zero()}", SUM) if self.exact else ONE

    def chosen(self, value: Expression) -> Expression:
        """The components that are wanted of a vector of four."""
        if self.components == _XYZW:
            return value
        return Expression(value.text + letters(self.components), width=len(self.components))


def _components(node: Node) -> list[Node]:
    return [swizzled(node, (number,)) for number in range(node.type.width)]


def _filled(parts: Sequence[Node | None]) -> Node:
    """Four components side by side; those that do not count are the register's own, or the first."""
    first = next(part for part in parts if part is not None)
    return joined(*(part or _own(first, number) or first for number, part in enumerate(parts)))


def _own(node: Node, number: int) -> Node | None:
    """A component of the register that ``node`` is of."""
    match node:
        case Load(var=var):
            return replace(node, components=(number,)) if number < var.type.width else None
        case Const(words=words):
            return swizzled(node, (0,)) if len(set(words)) == 1 else None
        case Bitcast(value=value, type=type):
            inner = _own(value, number)
            return inner and Bitcast(inner, type.wide(1))
        case Apply(operation=operation, operands=operands, type=type) if is_componentwise(operation):
            rows = [_own(row, number) for row in operands]
            known = tuple(row for row in rows if row is not None)
            return Apply(operation, known, type.wide(1)) if len(known) == len(rows) else None
    return None


def _divided(node: Node) -> tuple[Node, Node | None]:
    """A value, and what it is divided by."""
    if isinstance(node, Apply) and node.operation == "fdiv":
        value, divisor = node.operands
        return value, swizzled(divisor, (0,))
    return node, None


def _unclamped(node: Node) -> Node:
    """A value without the limits it is kept within."""
    while isinstance(node, Apply) and node.operation in ("imin", "imax"):
        node = node.operands[0]
    return node
