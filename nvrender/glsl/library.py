"""GLSL functions that shaders call, each defined once and only if called; ``library/*.glsl`` has their texts.

The comment above a function has a line for each specification that some language cites it by, and may have
two more. ``name: nv_rsq in vp1, vp2`` is what shaders call it, and which families mean it where others mean
the function of that name; ``calls:`` has the widths of those of its callees that have several.

A function is defined for any width over genFType, genIType, genUType or genBType, as in the chapter on
built-in functions of GLSL 4.60, and for one component over float, int or uint. Of both, vectors take the
first; without the first, vectors call it component by component.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path

from nvrender.languages.common.families import FP1, VP2
from nvrender.program.families import Family

_FOLDER = Path(__file__).parent / "library"
_TOKEN = re.compile(r"//[^\n]*|[A-Za-z_]\w*|[0-9][\w.]*|\s+|.")
_VECTORS = {"float": "vec", "int": "ivec", "uint": "uvec", "bool": "bvec"}
_GENERIC = {"genFType": "float", "genIType": "int", "genUType": "uint", "genBType": "bool"}
#: How the citations begin that other families have last.
_LAST = VP2.cites + FP1.cites

#: Functions and their widths, in the order of their definitions.
Used = dict[tuple[str, int], None]
#: Of a position-invariant program, and of one where GLSL may have no ``transpose``.
POSITION: Used = {("fixed_function_position", 1): None}
POSITION_BY_ROWS: Used = {("fixed_function_position_by_rows", 1): None}


@dataclass(frozen=True, slots=True)
class Function:
    """What a file says of a function; ``families`` are those that mean it by its name in shaders."""

    citations: tuple[str, ...]
    name: str
    families: tuple[str, ...]
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

    def definition(self, width: int) -> str:
        """The one for operands of ``width`` components."""
        if width == 1:
            return self.plain or self.generic
        return self.generic or _spread(self.plain, width)


@cache
def functions() -> dict[str, Function]:
    """Every function by the name it has in its file."""
    paths = sorted(_FOLDER.glob("*.glsl"))
    return {key: row for path in paths for key, row in read(path.read_text(encoding="utf-8"))}


@cache
def names() -> frozenset[str]:
    """The names that shaders have for functions."""
    return frozenset(function.name for function in functions().values())


@cache
def own_functions(family: Family) -> Mapping[str, str]:
    """The functions that a family means by names it calls others' by."""
    return {row.name: key for key, row in functions().items() if family.name in row.families}


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


def texts(used: Used, family: Family, *, precise: bool = True) -> list[str]:
    """The definitions of the functions a shader uses, each with what it implements."""
    return [f"// {citation(key, family)}\n{text(key, width, precise)}" for key, width in used]


def citation(key: str, family: Family) -> str:
    """What a function implements, as programs of a family have it."""
    lines = functions()[key].citations
    ours = [line for line in lines if line.startswith(family.cites)]
    return (ours or [line for line in lines if not line.startswith(_LAST)] or lines)[0]


@cache
def text(key: str, width: int, precise: bool = True) -> str:
    """A function's definition for operands of ``width`` components."""
    shown = ""
    for token in _tokens(functions()[key].definition(width)):
        if token in _GENERIC:
            shown += _typed(_GENERIC[token], width)
        elif token.isspace() and shown.endswith("precise") and not precise:
            shown = shown.removesuffix("precise")
        else:
            shown += functions()[token].name if token in functions() else token
    return shown


@cache
def callees(key: str, width: int) -> tuple[tuple[str, int], ...]:
    """What a definition calls, in the order of the calls, and the widths."""
    row = functions()[key]
    definition = row.definition(width)
    own = width if definition == row.generic else 1
    opened, before = list[str](), ""
    found: Used = {}
    for token in _tokens(definition.partition("{")[2]):
        if token == "(":
            opened.append(before)
        elif token == ")" and (callee := opened.pop()) in functions():
            widths = [number for name, number in row.widths if name == callee]
            found |= dict.fromkeys((callee, number) for number in widths or [own])
        before = token
    return tuple(found)


def _spread(plain: str, width: int) -> str:
    """The function of vectors that calls one of scalars for each component."""
    result, key, *rest = re.findall(r"\w+", plain.partition(")")[0])
    kind, names = _typed(result, width), rest[1::2]
    signature = ", ".join(
        f"{_typed(type, width)} {name}" for type, name in zip(rest[::2], names, strict=True)
    )
    calls = [f"{key}({', '.join(f'{name}.{letter}' for name in names)})" for letter in "xyzw"[:width]]
    return f"{kind} {key}({signature}) {{\n    return {kind}({', '.join(calls)});\n}}"


def _typed(scalar: str, width: int) -> str:
    return scalar if width == 1 else f"{_VECTORS[scalar]}{width}"


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def read(text: str) -> Iterator[tuple[str, Function]]:
    """The functions of a file: paragraphs of a comment and the definitions under it."""
    for paragraph in text.split("\n\n"):
        lines = paragraph.strip("\n").split("\n")
        comment = [line[3:] for line in takewhile(lambda line: line.startswith("//"), lines)]
        definitions = tuple(
            f"{one.strip()}\n}}" for one in "\n".join(lines[len(comment) :]).split("\n}")[:-1]
        )
        if definitions:
            key = definitions[0].partition("(")[0].split()[-1]
            fields = {field: rest for field, _, rest in (line.partition(": ") for line in comment)}
            name, _, families = fields.get("name", key).partition(" in ")
            calls = fields.get("calls", "").replace(",", "").split()
            yield (
                key,
                Function(
                    tuple(line for line in comment if not line.startswith(("name: ", "calls: "))),
                    name,
                    tuple(families.split(", ")),
                    tuple(zip(calls[::2], map(int, calls[1::2]), strict=True)),
                    definitions,
                ),
            )
