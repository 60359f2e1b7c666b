"""The passes that a shader goes through behind its lowering, each with the reason why it stands there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial, reduce

from nvrender.ir.nodes import Shader
from nvrender.passes.computed_nans import positive
from nvrender.passes.condition_codes import numbers
from nvrender.passes.constant_folding import folded
from nvrender.passes.copies import propagated
from nvrender.passes.dead_code import without_dead_code
from nvrender.passes.fixed_point import in_range
from nvrender.passes.idioms.lengths import lengths
from nvrender.passes.idioms.matrices import matrices
from nvrender.passes.idioms.negations import negations
from nvrender.passes.idioms.quotients import quotients
from nvrender.passes.idioms.ranges import ranges
from nvrender.passes.idioms.reflections import reflections
from nvrender.passes.joining import joined
from nvrender.passes.kinds import typed
from nvrender.passes.lengths import Names
from nvrender.passes.shields import Surroundings, known_values, shielded
from nvrender.passes.updates import updated
from nvrender.passes.values import split
from nvrender.records import once
from nvrender.source import Span

#: What a shader is before the first pass.
LOWERED = "lowered"


@dataclass(frozen=True, slots=True)
class Pass:
    """``run`` gives a shader that computes the same; ``reason`` is why it stands where it stands.

    If ``rounded``, finite, normal numbers give the same within the precision that the specification grants.
    """

    name: str
    reason: str
    run: Callable[[Shader], Shader]
    rounded: bool = False


#: What only fast numerics have.
SIMPLIFYING: tuple[Pass, ...] = (
    Pass("constant_folding", "what is folded reads nothing", folded),
    Pass("copies", "what is copied may be in vain then", propagated),
    Pass("dead_code", "kinds are of what is left", without_dead_code),
)

#: What GLSL has words for; fast numerics alone.
IDIOMS: tuple[Pass, ...] = (
    Pass("matrices", "rows are products until other passes take them apart", matrices, rounded=True),
    Pass("lengths", "what is of unit length is asked by reflections", lengths, rounded=True),
    Pass("quotients", "reciprocals that lengths take are no divisors", quotients, rounded=True),
    Pass("ranges", "shares of blends are sums that signs would turn", ranges, rounded=True),
    Pass("reflections", "what they subtract still has its sign", reflections, rounded=True),
    Pass("negations", "no pass asks for signs any more", negations, rounded=True),
    Pass("unused", "what idioms do not read is in vain", without_dead_code),
)


#: Those of them that find more in values, which nothing else changes, than in registers.
AGAIN = tuple(row for row in IDIOMS if row.run in (lengths, quotients, ranges, reflections))


#: What makes fast numerics worth reading, behind those and numbers in place of codes.
READABLE: tuple[Pass, ...] = (
    Pass("values", "what is joined are values, which nothing else changes", split),
    Pass("joining", "what is read once need not grow", joined),
    Pass("updates", "names are those of what is left", updated),
)


def around(surroundings: Surroundings) -> tuple[Pass, ...]:
    """Those that ask what is around the program."""

    def shields(shader: Shader) -> Shader:
        return shielded(shader, known_values(shader, surroundings.zeros), surroundings)

    converts = partial(in_range, exact=surroundings.exact)
    fixed_point = Pass("fixed_point", "what is not converted needs no shield", converts)
    exact = (
        Pass("computed_nans", "what is asked of operands are the program's own", positive),
        Pass("shields", "what a pass computes later would be in sight", shields),
    )
    return (fixed_point,) * surroundings.fixed_point + exact * surroundings.exact


PIPELINE: tuple[Pass, ...] = (
    *SIMPLIFYING,
    *IDIOMS,
    Pass("condition_codes", "kinds are of what codes keep, not of their flags", numbers),
    Pass("kinds", "what comes later need not ask what words are", typed),
    *around(Surroundings()),
    *READABLE,
)


def through(passes: Iterable[Pass], shader: Shader) -> Shader:
    """``shader`` behind ``passes``."""
    return reduce(lambda found, row: row.run(found), passes, shader)


@once
def simplified(shader: Shader) -> Shader:
    """``shader`` as it was lowered with less to read."""
    return through(SIMPLIFYING, shader)


@once
def idiomatic(shader: Shader) -> Shader:
    """``shader`` as it was lowered in the words that GLSL has."""
    plain = simplified(shader)
    found = through(IDIOMS[:-1], plain)
    return plain if found is plain else IDIOMS[-1].run(found)


def readable(shader: Shader, *, fixed_point: bool, names: Names, remarked: frozenset[Span]) -> Shader:
    """A simplified ``shader`` as a person would have written it.

    ``fixed_point``: some of its numbers are; ``names`` are how long those of registers are, ``remarked`` the
    instructions with a comment of their own.
    """
    shader = numbers(shader)
    shader = through(around(Surroundings(exact=False, fixed_point=fixed_point)), shader)
    if shader.patch > 1:
        return shader
    values = split(shader)
    found = through(AGAIN, values)
    return updated(joined(found if found is values else without_dead_code(found), names, remarked))


def names() -> tuple[str, ...]:
    """What a shader may be shown as: lowered, or behind a pass."""
    return (LOWERED, *(row.name for row in PIPELINE))


def after_each(shader: Shader) -> Iterator[tuple[str, Shader]]:
    """A shader as it was lowered, then as each pass leaves it, with its name."""
    yield LOWERED, shader
    for row in PIPELINE:
        shader = row.run(shader)
        yield row.name, shader
