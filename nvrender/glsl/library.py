"""GLSL functions that shaders call, each defined once and only if called; ``library/*.glsl`` has their texts.

The comment above a function has a line for each specification that a language cites it by, and may have
two more: ``name:`` is what shaders call it, where it is one of several meanings of a name, and ``calls:``
the width of those of its callees that have several.

A function is defined for any width over genFType, genIType, genUType or genBType, as in the chapter on
built-in functions of GLSL 4.60, and for one component over float, int, uint or bool. Of both, vectors take
the first; without the first, vectors call it component by component.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "library"
_TOKEN = re.compile(r"//[^\n]*|[A-Za-z_]\w*|[0-9][\w.]*|\s+|.")
_GENERIC = {
    "genFType": ("float", "vec"),
    "genIType": ("int", "ivec"),
    "genUType": ("uint", "uvec"),
    "genBType": ("bool", "bvec"),
}
_VECTORS = dict(_GENERIC.values())

#: Family → the specifications it cites before others.
_CITED = {
    **dict.fromkeys(("vp1", "vp2"), ("NV_vertex_program", "NV_position_invariant")),
    "fp1": ("NV_fragment_program 3",),
}
_ALL_CITED = tuple(start for starts in _CITED.values() for start in starts)
_VP = {
    "nv_max": "nv_max_or_nan",
    "nv_min": "nv_min_or_nan",
    "nv_rsq": "nv_rsq_signed",
    "nv_specular": "nv_specular_vp2",
    "nv_fast_specular": "nv_fast_specular_vp",
}
#: What a family has in place of others' functions: its own special values, or the root that it has itself.
_OWN = {
    "vp1": _VP,
    "vp2": _VP,
    "fp1": {name: _VP[name] for name in ("nv_max", "nv_min", "nv_rsq")},
    "arbfp": {"nv_nrm": "nv_nrm_absolute", "nv_nrm_flush": "nv_nrm_absolute_flush"},
}


#: Functions and their widths, in the order of their definitions.
Used = dict[tuple[str, int], None]
#: Of a position-invariant program.
POSITION: Used = {("fixed_function_position", 1): None}


@dataclass(frozen=True, slots=True)
class Function:
    """What a file says of a function: its citations, its name in shaders, callees' widths, definitions."""

    citations: tuple[str, ...]
    name: str
    widths: tuple[tuple[str, int], ...]
    definitions: tuple[str, ...]

    @property
    def generic(self) -> str:
        """The definition for any width, or ""."""
        return next((text for text in self.definitions if not _GENERIC.keys().isdisjoint(_tokens(text))), "")

    @property
    def plain(self) -> str:
        """The definition over types that are fixed, or ""."""
        return next((text for text in self.definitions if text != self.generic), "")


@cache
def functions() -> dict[str, Function]:
    """Every function by the name it has in its file."""
    found: dict[str, Function] = {}
    for path in sorted(_FOLDER.glob("*.glsl")):
        found |= dict(_read(path.read_text(encoding="utf-8")))
    return found


@cache
def names() -> frozenset[str]:
    """The names that shaders have for functions."""
    return frozenset(function.name for function in functions().values())


def own_functions(family: str) -> Mapping[str, str]:
    """The functions that a family means by names it calls others' by."""
    return _OWN.get(family, {})


def use(used: Used, called: str, width: int, own: Mapping[str, str]) -> str:
    """Adds a function for ``width`` components, behind those it calls, to those a shader uses; its name.

    ``own`` has the functions that stand for others.
    """
    key = own.get(called, called)
    if (key, width) not in used:
        for callee, callee_width in callees(key, width):
            use(used, callee, callee_width, own)
        used[key, width] = None
    return functions()[key].name


def texts(used: Used, family: str, *, precise: bool = True) -> list[str]:
    """The definitions of the functions a shader uses, each with what it implements."""
    return [f"// {citation(key, family)}\n{text(key, width, precise)}" for key, width in used]


def citation(key: str, family: str) -> str:
    """What a function implements, as programs of a family have it."""
    lines, cited = functions()[key].citations, _CITED.get(family, ())
    ours = [line for line in lines if line.startswith(cited)]
    return (ours or [line for line in lines if not line.startswith(_ALL_CITED)] or lines)[0]


@cache
def text(key: str, width: int, precise: bool = True) -> str:
    """A function's definition for operands of ``width`` components."""
    shown = ""
    for token in _tokens(_definition(key, width)):
        if token in _GENERIC:
            scalar, vector = _GENERIC[token]
            shown += scalar if width == 1 else f"{vector}{width}"
        elif token in functions():
            shown += functions()[token].name
        elif token.isspace() and shown.endswith("precise") and not precise:
            shown = shown.removesuffix("precise")
        else:
            shown += token
    return shown


@cache
def callees(key: str, width: int) -> tuple[tuple[str, int], ...]:
    """What a definition calls, in the order of the calls, and the widths."""
    row = functions()[key]
    definition = _definition(key, width)
    found: dict[str, None] = {}
    opened: list[str] = []
    before = ""
    for token in _tokens(definition.partition("{")[2]):
        if token == "(":
            opened.append(before)
        elif token == ")":
            found[opened.pop()] = None
        before = token
    own = width if definition == row.generic else 1
    called: dict[tuple[str, int], None] = {}
    for callee in found:
        if callee in functions():
            widths = [number for name, number in row.widths if name == callee]
            called |= dict.fromkeys((callee, number) for number in widths or [own])
    return tuple(called)


def _definition(key: str, width: int) -> str:
    row = functions()[key]
    if width == 1:
        return row.plain or row.generic
    return row.generic or _spread(key, row.plain, width)


def _spread(key: str, plain: str, width: int) -> str:
    """The function of vectors that calls one of scalars for each component."""
    result, _, rest = plain.partition(" ")
    parameters = [one.split() for one in rest.partition("(")[2].partition(")")[0].split(", ")]
    signature = ", ".join(f"{_VECTORS[kind]}{width} {name}" for kind, name in parameters)
    calls = [f"{key}({', '.join(f'{name}.{letter}' for _, name in parameters)})" for letter in "xyzw"[:width]]
    kind = f"{_VECTORS[result]}{width}"
    return f"{kind} {key}({signature}) {{\n    return {kind}({', '.join(calls)});\n}}"


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _read(text: str) -> Iterator[tuple[str, Function]]:
    """The functions of a file: paragraphs of a comment and the definitions under it."""
    for paragraph in text.split("\n\n"):
        comment, lines = [], paragraph.strip("\n").split("\n")
        while lines and lines[0].startswith("//"):
            comment.append(lines.pop(0).removeprefix("//").strip())
        if not lines:
            continue
        definitions = tuple(f"{one}\n}}" for one in "\n".join(lines).split("\n}")[:-1])
        definitions = tuple(one.strip("\n") for one in definitions)
        key = definitions[0].partition("(")[0].split()[-1]
        fields = dict(line.split(": ", 1) for line in comment if line.startswith(("name: ", "calls: ")))
        calls = [one.split() for one in fields.get("calls", "").split(", ") if one]
        citations = tuple(line for line in comment if not line.startswith(("name: ", "calls: ")))
        yield (
            key,
            Function(
                citations,
                fields.get("name", key),
                tuple((callee, int(width)) for callee, width in calls),
                definitions,
            ),
        )
