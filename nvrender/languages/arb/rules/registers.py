"""Bindings → registers: which parameters, attributes, results and buffers a program uses."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise

from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.languages.arb.rules.rules import Context, Rules
from nvrender.languages.arb.vertex_bindings import attribute_number
from nvrender.languages.common.nodes import BindingNode
from nvrender.languages.common.numbers import Words
from nvrender.program import Binding, BindingKind, BoundAttribute
from nvrender.program.binding_rows import BindingRow
from nvrender.source import ProgramError, Span

#: Attributes from this number on have no generic attribute beside them (ARB_vertex_program Table X.2.1).
_ALIASED = 16
_WORDS = re.compile(r"[a-z]+")
_KINDS = {kind.value: kind for kind in BindingKind}
_FACES = ("front", "back")
_MODIFIERS = ("inverse", "transpose", "invtrans")
_ROW = ".row["
_COLORS = tuple(FRAGMENT_ATTRIBUTES.index(f"fragment.color.{which}") for which in ("primary", "secondary"))


@cache
def _parts(row: BindingRow) -> tuple[BindingKind, str, str, str, bool]:
    """Kind, item, face, modifier, and whether the first number is the kind's own."""
    words = _WORDS.findall(row.name)
    kind = _KINDS[words[1]]
    rest = [word for word in words[2:] if word not in (*_FACES, *_MODIFIERS, "row")]
    face = next((word for word in words if word in _FACES), "")
    modifier = next((word for word in words if word in _MODIFIERS), "")
    return kind, ".".join(rest), face, modifier, "[{}]" in row.name.split(_ROW)[0]


def bound(row: BindingRow, numbers: tuple[int, ...]) -> Binding:
    """The binding of a row with its numbers."""
    kind, item, face, modifier, numbered = _parts(row)
    return Binding(
        name=row.name.format(*numbers),
        kind=kind,
        item=item,
        index=numbers[0] if numbered else 0,
        face=face,
        modifier=modifier,
        row=numbers[-1] if _ROW in row.name else 0,
        type=row.type,
    )


def is_whole_matrix(row: BindingRow) -> bool:
    """True for a matrix without a row: four registers."""
    return row.pattern.startswith("state.matrix") and _ROW not in row.pattern


def members(node: BindingNode) -> list[tuple[BindingRow, tuple[int, ...]]]:
    """The single bindings a range or whole matrix stands for; itself otherwise."""
    row, numbers = node.row, node.numbers
    if is_whole_matrix(row):
        rows = BindingRow(f"{row.pattern}.row[4]", f"{row.name}.row[{{}}]", array=True)
        return [(rows, (*numbers, number)) for number in range(4)]
    if node.last is None:
        return [(row, numbers)]
    return [(row, (*numbers[:-1], number)) for number in range(numbers[-1], node.last + 1)]


class Registers(Rules):
    """Hands out registers and counts what counts against limits (ARB_vertex_program 2.14.3.7)."""

    cited = "limits"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.parameters: list[Binding] = []
        self.attributes: dict[int, BoundAttribute] = {}
        self.temporaries = 0
        self.addresses = 0
        self._interpolations: dict[int, frozenset[str]] = {}
        self._singles: dict[Binding, int] = {}
        self._used: dict[tuple[BindingRow, tuple[int, ...]], int] = {}
        self._bindings: set[str] = set()
        self._constants: set[Words] = set()
        self._moving_constants: list[Words] = []
        self._moving: dict[str, set[str]] = {}

    def _too_many(self, span: Span, most: int, what: str) -> ProgramError:
        return self.fail(span, f"a program has at most {most} {what}{'s' if most != 1 else ''}")

    # Temporaries and address registers

    def temporary(self, count: int, span: Span) -> int:
        """The first of ``count`` new temporaries."""
        first = self.temporaries
        self.temporaries += count
        if self.temporaries > self.limits.temporaries:
            raise self._too_many(span, self.limits.temporaries, "temporary register")
        return first

    def address(self, span: Span) -> int:
        first = self.addresses
        self.addresses += 1
        if self.addresses > self.limits.address_registers:
            raise self._too_many(span, self.limits.address_registers, "address register")
        return first

    # Parameters

    def used(self, node: BindingNode) -> int:
        """The parameter register of a single binding used as operand."""
        key = node.row, node.numbers
        index = self._used.get(key)
        if index is None:
            index = self._used[key] = self.single(bound(node.row, node.numbers), node.span)
        return index

    def single(self, binding: Binding, span: Span) -> int:
        """The parameter register of a binding that is no array member; equal ones share it."""
        index = self._singles.get(binding)
        if index is None:
            index = self._singles[binding] = len(self.parameters)
            self.parameters.append(binding)
            self._count(binding, span)
        return index

    def array(self, bindings: list[Binding], span: Span) -> int:
        """The first of new neighbouring parameter registers."""
        first = len(self.parameters)
        if len(bindings) > self.limits.parameters:
            raise self._too_many(span, self.limits.parameters, "parameter")
        self.parameters += bindings
        for binding in bindings:
            self._count(binding, span)
        return first

    def _count(self, binding: Binding, span: Span) -> None:
        if binding.kind is BindingKind.CONSTANT:
            self._constants.add(binding.words)
        else:
            self._bindings.add(binding.name)
        self.check_parameters(span)

    @property
    def parameter_count(self) -> int:
        """Each distinct binding and constant counts once, constants of an array addressed relatively each."""
        count = len(self._bindings) + len(self._constants)
        if self._moving_constants:
            count += len(self._moving_constants) - len(self._constants.intersection(self._moving_constants))
        return count

    def check_parameters(self, span: Span) -> None:
        if self.parameter_count > self.limits.parameters:
            raise self._too_many(span, self.limits.parameters, "parameter")

    def move(self, kind: str, name: str, bindings: list[str], span: Span, section: str) -> None:
        """Notes that an array is addressed relatively: what it binds no other such array may."""
        moving = self._moving.setdefault(kind, set())
        for binding in bindings:
            if binding in moving:
                message = f"{binding} is twice in arrays addressed relatively, now in {name}"
                raise self.fail(span, message, section=section)
            moving.add(binding)

    def move_parameters(self, name: str, first: int, count: int, span: Span) -> None:
        """The same of a PARAM array, whose constants may repeat (ARB_vertex_program 2.14.3.7)."""
        array = self.parameters[first : first + count]
        named = [binding.name for binding in array if binding.kind is not BindingKind.CONSTANT]
        self.move("parameter", name, named, span, self.sections.parameters)
        constants = [binding.words for binding in array if binding.kind is BindingKind.CONSTANT]
        self._moving_constants += constants
        if constants:
            self.check_parameters(span)

    # Attributes and results

    def attribute(self, row: BindingRow, numbers: tuple[int, ...], span: Span) -> int:
        """The number of an attribute the program binds (NV_vertex_program4 2.X.3.2)."""
        index = attribute_number(row, numbers)
        name = row.name.format(*numbers)
        other = self.attributes.get(index)
        if other is None:
            attribute = self.attributes[index] = BoundAttribute(index, name, row.type)
            if (
                attribute.counts
                and sum(row.counts for row in self.attributes.values()) > self.limits.attributes
            ):
                raise self._too_many(span, self.limits.attributes, "attribute")
        elif other.name != name and index < _ALIASED:
            message = f"{name} and {other.name} in one program"
            hint = "setting one of them may leave the other undefined"
            raise self.fail(span, message, hint, self.sections.attributes)
        return index

    def all_attributes(self, row: BindingRow, count: int) -> int:
        """The first attribute of a binding addressed relatively, all of which may be read."""
        for number in range(count):
            index = row.index + number
            if index not in self.attributes:
                self.attributes[index] = BoundAttribute(index, row.name.format(number), row.type)
        return row.index

    def interpolate(self, index: int, name: str, modifiers: frozenset[str], span: Span) -> None:
        """Notes the modifiers of a declared fragment attribute (NV_fragment_program4 2.X.3.1)."""
        colors = [number for number in _COLORS if index in _COLORS]
        for other in (index, *colors):
            known = self._interpolations.get(other)
            if known is not None and known != modifiers:
                message = f"{name} has other interpolation modifiers in another declaration"
                if other != index:
                    message = "the primary and the secondary colour have different interpolation modifiers"
                raise self.fail(span, message, section=self.sections.interpolation)
        self._interpolations[index] = modifiers

    def bound_attributes(self) -> tuple[BoundAttribute, ...]:
        """The attributes in order; what a program reads directly is interpolated as declared."""
        nothing: frozenset[str] = frozenset()
        return tuple(
            replace(row, interpolation=self._interpolations.get(index, nothing))
            for index, row in sorted(self.attributes.items())
        )


def follow(indices: list[int]) -> bool:
    """True if each index is one more than the one before it."""
    return all(second == first + 1 for first, second in pairwise(indices))
