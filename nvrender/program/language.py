"""What a header's grammar accepts: the columns of a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from nvrender.program.binding_rows import BindingRow
from nvrender.program.directive_rows import Directive
from nvrender.program.sections import Sections

_NONE: Mapping[str, tuple[int, ...]] = MappingProxyType({})


_EMPTY: Mapping[str, frozenset[str]] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Language:
    """The grammar of one header with one set of options.

    ``declarations`` are the words that begin one, ``arrays`` those whose variables may be arrays;
    ``modifiers`` tells which declarations a modifier may stand before. ``precisions``,
    ``code_suffixes`` and ``clamps`` are the suffixes an opcode word may carry, in this order;
    ``dotted`` tells of ``.NAME`` modifiers, ``typed`` of data types. ``bars`` may stand round an operand, a
    plus before it with ``unary_plus``; ``lettered``: registers are named by the text, and each component of a
    suffix is a token, which white space may precede. ``scalar_constant_suffix``: a
    component follows a scalar constant, always where the operand is a scalar; else none may.
    ``address_components`` are the letters an address register has, "" where
    there is none: integer temporaries index where ``typed``, nothing else does.
    ``relative_bindings`` are the bindings that may be indexed.
    ``bounded``: the grammar itself says how large numbers may be.
    ``bare_tests``: a branch's test may lack its parentheses. ``mixed_selectors``: SWZ may choose from
    xyzw and rgba at once. ``result_components`` are the components of a result that mean anything, where
    not all four do. ``loop_register`` is the address register a LOOP has, "" where there is none;
    ``counted_parameters``: the operand of REP and LOOP is a program parameter and not left out.
    ``vertex_prefixes`` are beginnings of bindings that take a vertex's number; ``directives`` are what a
    program begins with. ``sized``: the modifiers of NV_gpu_program5, its texture accesses and its memory;
    ``threads`` are the attributes that NV_shader_thread_group adds; ``handles``: ``handle(…)`` stands for
    texture and image units. ``exclusive`` are options of which a program has one at most; ``next_option`` is
    one that adds condition codes and bars, ``flow_option`` one that adds labels.
    """

    sections: Sections
    reserved: frozenset[str]
    attributes: tuple[BindingRow, ...] = ()
    results: tuple[BindingRow, ...] = ()
    parameters: tuple[BindingRow, ...] = ()
    declarations: frozenset[str] = frozenset()
    arrays: frozenset[str] = frozenset()
    modifiers: Mapping[str, frozenset[str]] = field(default_factory=lambda: _EMPTY)
    precisions: tuple[str, ...] = ()
    code_suffixes: tuple[str, ...] = ()
    clamps: tuple[str, ...] = ()
    dotted: bool = False
    typed: bool = False
    hexadecimal: bool = False
    rgba: bool = False
    bars: bool = False
    unary_plus: bool = True
    lettered: bool = False
    scalar_constant_suffix: bool = False
    address_components: str = ""
    relative_offset: tuple[int, int] | None = None
    relative_bindings: frozenset[str] = frozenset()
    labels: bool = False
    tests: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    bounded: bool = False
    bare_tests: bool = False
    mixed_selectors: bool = False
    texture_targets: tuple[str, ...] = ()
    texel_offsets: bool = False
    result_components: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: _NONE)
    loop_register: str = ""
    counted_parameters: bool = False
    vertex_prefixes: frozenset[str] = frozenset()
    directives: tuple[Directive, ...] = ()
    sized: bool = False
    threads: tuple[BindingRow, ...] = ()
    handles: bool = False
    exclusive: tuple[frozenset[str], ...] = ()
    next_option: str = ""
    flow_option: str = ""
