"""What the languages of a family have in common beside their instructions and their grammar."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Family:
    """The rules of arithmetic, textures and results in which families differ; ``name`` keys its opcodes.

    ``rounds_to_zero``: sums and products may be rounded to zero "or better" (NV_vertex_program 2.14.1.11);
    ``rounds_to_nearest``: they never are but to nearest. ``inverts_one``: the reciprocal of 1 is 1
    (NV_vertex_program 2.14.1.10.6, ARB_fragment_program 3.11.5.21). ``fixed_point_operands``: precision X has
    12 bits in operands too (NV_fragment_program 3.11.4.2), elsewhere it is the range of results.
    ``divides_cube_maps``: TXP divides the coordinates of cube maps too. ``opaque``: the fourth component of a
    fog coordinate, and of what an incomplete texture gives, is 1 (NV_fragment_program Table X.1 and
    3.11.5.38 have 0). ``clamps_colors``: fragments' colours are clamped to [0, 1].
    ``cites`` is how the specifications begin that it has before others.
    """

    name: str
    rounds_to_zero: bool = False
    rounds_to_nearest: bool = False
    inverts_one: bool = True
    fixed_point_operands: bool = False
    divides_cube_maps: bool = True
    opaque: bool = True
    clamps_colors: bool = False
    cites: tuple[str, ...] = ()
