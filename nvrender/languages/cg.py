"""What the Cg compiler leaves in comments: which uniforms, varyings and constants are in which registers.

    #profile arbvp1
    #program main
    #semantic main.modelViewProj : WORLDVIEWPROJECTION
    #var float4x4 modelViewProj :  : c[1], 4 : 1 : 1
    #var float3 light.position :  : c[5] : 2 : 1
    #var float4 position : $vin.POSITION : ATTR0 : 0 : 1
    #const c[0] = 0.5 1 2 4
    #default light.position = 0 10 0

These are comments: a line that is not of this form says nothing, and nothing here keeps a program from
loading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from nvrender.program import COMPONENTS, NO_SPAN, Comment, Program
from nvrender.records import once
from nvrender.source import Span

_LINE = re.compile(r"(var|const|semantic|default|profile|program|version|vendor)(?:[ \t]+(.*))?", re.DOTALL)
#: What tells that GLSL was compiled, whose matrices are columns; so do names that begin with gl_.
_ARGUMENTS = re.compile(r"[ \t]*command line args:(.*)", re.DOTALL)
_GLSL_OPTION = re.compile(r"(?<!\S)-ogl(?:sl|es)(?!\S)")
_DECLARATION = re.compile(r"([A-Za-z_]\w{0,63})[ \t]+([^\s:]{1,256})")
_TYPE = re.compile(r"(float|half|fixed|double|int|uint|bool)(?:([1-4])(?:x([1-4]))?)?")
_REGISTER = re.compile(
    r"([A-Za-z_$][\w$.]{0,63})\[[ \t]*([0-9]{1,6})[ \t]*\](?:\.([xyzw]{1,4}))?(?:[ \t]*,[ \t]*([0-9]{1,6}))?"
)
_ASSIGNMENT = re.compile(r"([^\s=]{1,256})[ \t]*=[ \t]*(.*)", re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,6})?")
_ELEMENT = re.compile(r"(.*?)((?:\[[0-9]{1,6}\])+)", re.DOTALL)
_INDEX = re.compile(r"\[([0-9]+)\]")
_MOST_VALUES = 4096

INPUT, OUTPUT, UNIFORM = "in", "out", "uniform"


@dataclass(frozen=True, slots=True)
class CgRegisters:
    """``array[first]`` and the ``count`` - 1 registers after it, from component ``component`` on.

    ``array`` is ``c``, which in declared-name programs is a PARAM array or, without one, program.local; or
    a name such as ``program.env``.
    """

    array: str
    first: int
    count: int = 1
    component: int = 0


@dataclass(frozen=True, slots=True)
class CgVariable:
    """One ``#var`` line: a variable, a member of a structure or an element of an array.

    ``shape`` is () for a scalar, (n,) for a vector, (rows, columns) for a matrix, of which each row has a
    register, or each column where ``by_columns``, and None for what holds no numbers. ``registers`` is None
    where ``resource`` names none.
    """

    type: str
    name: str
    semantic: str = ""
    resource: str = ""
    direction: str = UNIFORM
    shape: tuple[int, ...] | None = None
    registers: CgRegisters | None = None
    referenced: bool = True
    span: Span = NO_SPAN
    by_columns: bool = False

    @property
    def is_matrix(self) -> bool:
        return self.shape is not None and len(self.shape) == 2


@dataclass(frozen=True, slots=True)
class CgConstant:
    """One ``#const`` line: what the program expects in a register."""

    register: CgRegisters
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class CgMetadata:
    """All of it, in the order of the text; pairs are name and semantic, name and values.

    ``uniforms`` are the uniforms by name, and every array with elements as one as well.
    """

    profile: str = ""
    program: str = ""
    version: str = ""
    vendor: str = ""
    variables: tuple[CgVariable, ...] = ()
    constants: tuple[CgConstant, ...] = ()
    semantics: tuple[tuple[str, str], ...] = ()
    defaults: tuple[tuple[str, tuple[float, ...]], ...] = ()
    uniforms: tuple[CgUniform, ...] = ()


@dataclass(frozen=True, slots=True)
class CgUniform:
    """What one name sets: ``shape`` with the array's dimensions first.

    ``parts`` are the variables it consists of, each with its place in the array, () where it is none.
    ``default`` is what ``#default`` gives it, register by register.
    """

    name: str
    type: str
    shape: tuple[int, ...] | None
    parts: tuple[tuple[tuple[int, ...], CgVariable], ...]
    semantic: str = ""
    default: tuple[float, ...] = ()

    @property
    def referenced(self) -> bool:
        return any(variable.referenced for _, variable in self.parts)


@once
def metadata(program: Program) -> CgMetadata | None:
    """The Cg metadata in a program's comments; None if there is none."""
    lines = tuple(comment for comment in program.comments if _LINE.fullmatch(comment.text))
    if not lines:
        return None
    arguments = (_ARGUMENTS.fullmatch(comment.text) for comment in program.comments)
    return _parse(lines, any(match and _GLSL_OPTION.search(match[1]) for match in arguments))


@lru_cache(maxsize=64)
def _parse(lines: tuple[Comment, ...], glsl: bool) -> CgMetadata | None:
    words: dict[str, str] = {}
    variables: list[CgVariable] = []
    constants: list[CgConstant] = []
    semantics: list[tuple[str, str]] = []
    defaults: list[tuple[str, tuple[float, ...]]] = []
    for line in lines:
        match = _LINE.fullmatch(line.text)
        assert match is not None
        kind, rest = match[1], (match[2] or "").strip()
        if kind == "var":
            variables += _variable(rest, line.span)
        elif kind == "const":
            constants += _constant(rest)
        elif kind == "default":
            defaults += _default(rest)
        elif kind == "semantic":
            name, _, semantic = rest.partition(":")
            semantics += [(name.strip(), semantic.strip())] if name.strip() else []
        else:
            words.setdefault(kind, rest)
    if not (variables or constants or semantics or defaults or "profile" in words):
        return None
    if glsl or any(variable.name.startswith("gl_") for variable in variables):
        variables = [_by_columns(variable) for variable in variables]
    return CgMetadata(
        profile=words.get("profile", ""),
        program=words.get("program", ""),
        version=words.get("version", ""),
        vendor=words.get("vendor", ""),
        variables=tuple(variables),
        constants=tuple(constants),
        semantics=tuple(semantics),
        defaults=tuple(defaults),
        uniforms=_uniforms(variables, words.get("program", "main"), semantics, defaults),
    )


def _variable(text: str, span: Span) -> Iterator[CgVariable]:
    """``type name : semantic : resource : number : referenced``."""
    fields = [field.strip() for field in text.split(":", 5)]
    match = _DECLARATION.fullmatch(fields[0])
    if not match:
        return
    semantic, resource, _, referenced = (*fields[1:5], *("",) * 4)[:4]
    direction = {"$vin": INPUT, "$vout": OUTPUT}.get(semantic.partition(".")[0], UNIFORM)
    yield CgVariable(
        type=match[1],
        name=match[2],
        semantic=semantic,
        resource=resource,
        direction=direction,
        shape=_shape(match[1]),
        registers=_registers(resource) if direction == UNIFORM else None,
        referenced=referenced != "0",
        span=span,
    )


def _by_columns(variable: CgVariable) -> CgVariable:
    """The same of a program in GLSL: a matNxM is N columns (OpenGL Shading Language 1.20, 4.1.6)."""
    if not variable.is_matrix:
        return variable
    columns, rows = variable.shape or ()
    return replace(variable, shape=(rows, columns), by_columns=True)


def _shape(name: str) -> tuple[int, ...] | None:
    match = _TYPE.fullmatch(name)
    return tuple(int(size) for size in match.groups()[1:] if size) if match else None


def _registers(text: str) -> CgRegisters | None:
    match = _REGISTER.fullmatch(text)
    if not match:
        return None
    array, first, component, count = match.groups()
    start = COMPONENTS.index(component[0]) if component else 0
    return CgRegisters(array, int(first), int(count or 1), start)


def _assignment(text: str) -> tuple[str, tuple[float, ...]] | None:
    match = _ASSIGNMENT.fullmatch(text)
    words = re.split(r"[\s,]+", match[2].strip(), maxsplit=_MOST_VALUES) if match else []
    if not match or not words or not all(map(_NUMBER.fullmatch, words)):
        return None
    return match[1], tuple(map(float, words))


def _constant(text: str) -> Iterator[CgConstant]:
    assignment = _assignment(text)
    register = _registers(assignment[0]) if assignment else None
    if assignment and register and len(assignment[1]) <= 4 - register.component:
        yield CgConstant(register, assignment[1])


def _default(text: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    if assignment := _assignment(text):
        yield assignment


def _uniforms(
    variables: list[CgVariable],
    program: str,
    semantics: list[tuple[str, str]],
    defaults: list[tuple[str, tuple[float, ...]]],
) -> tuple[CgUniform, ...]:
    groups: dict[str, list[tuple[tuple[int, ...], CgVariable]]] = {}
    for variable in variables:
        if variable.direction == UNIFORM:
            match = _ELEMENT.fullmatch(variable.name)
            if match:
                index = tuple(map(int, _INDEX.findall(match[2])))
                groups.setdefault(match[1], []).append((index, variable))
            groups.setdefault(variable.name, []).append(((), variable))
    # Names in these lines may begin with the program's.
    prefix = f"{program}."
    meanings = {name.removeprefix(prefix): semantic for name, semantic in reversed(semantics)}
    values = {name.removeprefix(prefix): numbers for name, numbers in reversed(defaults)}
    return tuple(
        _uniform(name, parts, meanings.get(name, ""), values.get(name, ())) for name, parts in groups.items()
    )


def _uniform(
    name: str,
    parts: list[tuple[tuple[int, ...], CgVariable]],
    semantic: str,
    default: tuple[float, ...],
) -> CgUniform:
    """One name; lines that do not go with the first are left out."""
    first_index, first = parts[0]
    places: dict[tuple[int, ...], CgVariable] = {}
    for index, variable in parts:
        if len(index) == len(first_index) and variable.type == first.type:
            places.setdefault(index, variable)
    fitting = tuple(places.items())
    shape = first.shape
    if shape is not None:
        lengths = (max(numbers) + 1 for numbers in zip(*places, strict=True))
        shape = (*lengths, *_length(first), *shape)
    return CgUniform(name, first.type, shape, fitting, first.semantic or semantic, default)


def _length(variable: CgVariable) -> tuple[int, ...]:
    """The length of an array that one line describes by its number of registers."""
    shape = variable.shape or ()
    each = shape[1 if variable.by_columns else 0] if variable.is_matrix else 1
    count = variable.registers.count if variable.registers else 1
    return (count // each,) if count > each and count % each == 0 else ()
