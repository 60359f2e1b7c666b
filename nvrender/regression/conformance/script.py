"""Conformance scripts: TOML files of programs with the results, or the load error, they must have.

A script has a ``section`` (what it tests) and ``[[case]]`` tables. Every case has a ``name`` and a
``program``; it may narrow the ``section``. What cases share: see
nvrender.regression.conformance.templates. ``<OP>`` in the program is replaced by each word of ``each``,
``<<128*text>>`` stands for 128 repetitions of ``text``.

A load case has no expectation of results: with ``‸`` in the program, or ``position`` (a byte offset,
``"length"``, or ``{base = 21, plus_length_of_op = true}``), the program must not load and the error must be
there; without it the program must load.

An execution case gives inputs and expected results in one of two ways::

    attributes = { 0 = [1, 2, 3, 4] }         columns = ["v[0]", "v[1]", "HPOS"]
    expect = { HPOS = ["nan", 2, "any", 4] }  rows = [[1, "nan", "nan"], [1, 2, [3, 3, 3, 3]]]

Each row is one vertex, or one fragment, of which rows 4k…4k+3 are a 2×2 quad, x fastest; a cell is a vector
of four components or one word for all four. Columns ``v[...]`` are attributes (``v[0]``, ``v[OPOS]``,
``v[texcoord[1]]``, ``v[primitive.id]``), ``executed`` the number of instructions executed (compared where the
back end counts), ``killed`` whether a fragment is, all others results (``c[n]`` in vertex state programs).
``parameters`` maps register numbers, or the names nvrender.run takes, to vectors; matrices and ranges to
lists of vectors, ``program.buffer[n]`` to a list of words. ``state`` holds fields of nvrender.State;
``backends`` names the only ones that promise what the case tests; ``note`` is a remark. ``limits`` holds
fields of nvrender.program.limits.Limits that differ from nvrender's own. ``subroutines`` maps subroutine
variables to labels.

``textures`` maps image units to names in the script's ``[textures]``, whose tables hold fields of
nvrender.Texture: ``levels`` are lists of numbers nested as its images are, of ``dtype`` float32, int32 or
uint32 by the texture's kind where none is given.

A case of a geometry program has ``vertices``, a list of vectors, one a vertex, for each attribute, and may
have the primitive ``mode``; each row is a vertex that must be emitted, in columns of results, ``source`` (the
number of the input primitive it is of), ``strip`` (of the strip), ``invocation`` and ``stream``; vertices of
stream 0 come first::

    vertices = { position = [[0, 0, 0, 1], [1, 0, 0, 1]] }   columns = ["position", "strip"]
    mode = "LINE_STRIP"                                      rows = [[[0, 0, 0, 1], 0], [[1, 0, 0, 1], 1]]

Memory: see nvrender.regression.conformance.memory.

Numbers are float32 and every other word is its 32 bits, whatever type the program reads it as. With ``:int``
behind a column or key (``"v[0]:int"``, ``"attrib[2]:int"``, ``"program.env[0]:int"``) whole numbers there are
integers in two's complement. Words: see nvrender.regression.conformance.words.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from nvrender.regression.conformance import memory as script_memory
from nvrender.regression.conformance.memory import CaseMemory, case_memory
from nvrender.regression.conformance.templates import filled, tables
from nvrender.regression.conformance.textures import case_textures, named_textures
from nvrender.regression.conformance.words import Expectation, WordError, expectation, from_bits, input_bits
from nvrender.source import InputError, named

if TYPE_CHECKING:
    from nvrender.gl.state.state import State
    from nvrender.gl.textures.texture import Texture

_SCRIPT_KEYS = frozenset("section textures template templates words columns rows".split())
_CASE_KEYS = frozenset(
    "name section program each position attributes parameters state expect columns rows note backends "
    "limits textures vertices mode subroutines".split()
) | set(script_memory.KEYS)
#: What tells of an emitted vertex where it is emitted.
PLACES = ("source", "strip", "invocation", "stream")
#: What executes a case: the oracle, the GPU by the best, the compute or the feedback path, or compiled code.
BACKENDS = ("oracle", "gpu", "compute", "feedback", "llvm")

_REPEAT = re.compile(r"<<(\d+)\*(.*?)>>", re.DOTALL)
_ATTRIBUTE = re.compile(r"v\[\s*(\w+(?:[.\w]|\[\w+\])*)\s*\]")
_BUFFER = re.compile(r"program\.buffer\[\d+\]")
_INTEGERS = ":int"
#: What stands in a program before the byte that its error must be at.
MARK = "‸"
_LONGEST = 1 << 24

Vector = tuple[int, int, int, int]
#: A vector, the vectors of a matrix or range, or the words of a buffer.
Parameter = tuple[int, ...] | tuple[Vector, ...]
Expected = tuple[Expectation, Expectation, Expectation, Expectation]


@dataclass(frozen=True)
class Case:
    """One program and what it must do.

    ``position`` is the byte offset its load must fail at, None if it must load. An execution case has
    ``count`` vertices: ``attributes`` and ``expected`` hold one vector for each (inputs as 32-bit
    words), ``executed`` the instruction counts, ``killed`` which fragments are killed (None: not tested).
    ``backends`` are the ones that promise what the case tests, () for all. ``limits`` are the limits that
    differ from nvrender's own, ``textures`` those of image units, ``memory`` its buffers, ``subroutines``
    what CALI calls.

    A case of a geometry program has ``vertices``, one vector an input vertex, which ``mode`` makes primitives
    of; its ``count`` rows are the vertices it must emit, ``places`` which input primitives and strips
    ("source", "strip"; "invocation", "stream") they are of.
    """

    path: str
    name: str
    section: str
    program: bytes
    position: int | None = None
    count: int = 0
    attributes: Mapping[int | str, tuple[Vector, ...]] = field(default_factory=dict)
    parameters: Mapping[int | str, Parameter] = field(default_factory=dict)
    state: State | None = None
    expected: Mapping[str, tuple[Expected, ...]] = field(default_factory=dict)
    executed: tuple[int, ...] | None = None
    killed: tuple[bool, ...] | None = None
    backends: tuple[str, ...] = ()
    limits: Mapping[str, int] = field(default_factory=dict)
    textures: Mapping[int, Texture] = field(default_factory=dict)
    vertices: Mapping[str, tuple[Vector, ...]] | None = None
    mode: str | None = None
    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    memory: CaseMemory = field(default_factory=CaseMemory)
    subroutines: Mapping[str, str] = field(default_factory=dict)

    @property
    def runs(self) -> bool:
        """True for an execution case, False for one that only loads, or must not."""
        return self.count > 0 or self.vertices is not None


def read(path: str | os.PathLike[str]) -> tuple[Case, ...]:
    """The cases of one script, ``each`` expanded. InputError names file, case and key."""
    place = os.fspath(path)
    table = tables(place)
    if unknown := sorted(set(table) - _SCRIPT_KEYS - {"case"}):
        keys = ", ".join(sorted(_SCRIPT_KEYS))
        raise InputError(f"{named(place)}: unknown key {unknown[0]!r}; a script has {keys} and [[case]]")
    section = table.get("section", "")
    entries = table.get("case", [])
    if not isinstance(section, str):
        raise InputError(f"{named(place)}: section must be a string")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise InputError(f"{named(place)}: case must be [[case]] tables")
    if not entries and "template" not in table:
        raise InputError(f"{named(place)}: there is no [[case]]")
    textures = named_textures(place, table.get("textures", {}))
    cases: list[Case] = []
    for number, entry in enumerate(filled(place, table, entries), start=1):
        cases += _Reader(place, section, number, entry, textures).cases()
    return tuple(cases)


class _Reader:
    """Reads one [[case]] table."""

    def __init__(
        self,
        place: str,
        section: str,
        number: int,
        entry: Mapping[str, Any],
        textures: Mapping[str, Texture],
    ) -> None:
        self.place, self.entry, self.textures = place, entry, textures
        self.name = str(entry.get("name", f"case {number}"))
        self.section = self._string("section", section)
        if unknown := sorted(set(entry) - _CASE_KEYS):
            raise self.error(unknown[0], f"unknown key; a case has {', '.join(sorted(_CASE_KEYS))}")
        if "name" not in entry:
            raise self.error("name", "is missing")

    def error(self, key: str, message: str) -> InputError:
        return InputError(f"{self.place}: case {self.name!r}: {key}: {message}")

    def _string(self, key: str, default: str) -> str:
        value = self.entry.get(key, default)
        if not isinstance(value, str):
            raise self.error(key, "must be a string")
        return value

    def cases(self) -> Iterator[Case]:
        if "program" not in self.entry:
            raise self.error("program", "is missing")
        text = self._string("program", "")
        words = self.entry.get("each", [])
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise self.error("each", "must be a list of words")
        if bool(words) != ("<OP>" in text):
            raise self.error("each", "goes with <OP> in the program")
        for word in words or [None]:
            yield self._case(text, word)

    def _case(self, text: str, word: str | None) -> Case:
        try:
            before, mark, after = _expand(text.replace("<OP>", word) if word else text).partition(MARK)
            program = (before + after).encode("latin-1")
        except (UnicodeEncodeError, ValueError) as error:
            raise self.error("program", str(error)) from None
        name = f"{self.name} [{word}]" if word else self.name
        case = Case(self.place, name, self.section, program, limits=self._limits())
        if not {"expect", "rows", "columns", *script_memory.TESTS}.isdisjoint(self.entry):
            if "position" in self.entry or mark:
                raise self.error("position", "goes with programs that must not load, without expect and rows")
            return self._execution(case, word)
        for key in ("attributes", "parameters", "state", "textures"):
            if key in self.entry:
                raise self.error(key, "without expect or rows tests nothing")
        return replace(case, position=len(before) if mark else self._position(len(program), word))

    def _position(self, length: int, word: str | None) -> int | None:
        match self.entry.get("position"):
            case None:
                return None
            case "length":
                return length
            case bool():
                pass
            case int() as offset if offset >= 0:
                return offset
            case {"base": int() as base, "plus_length_of_op": True, **rest} if not rest and word is not None:
                return base + len(word)
        raise self.error(
            "position", 'must be a byte offset, "length", or {base = N, plus_length_of_op = true} with each'
        )

    def _execution(self, case: Case, word: str | None) -> Case:
        attributes: dict[int | str, list[Vector]] = {}
        expected: dict[str, list[Expected]] = {}
        counts: dict[str, list[Any]] = {"executed": [], "killed": [], **{name: [] for name in PLACES}}
        count = 1
        if "rows" in self.entry or "columns" in self.entry:
            if "expect" in self.entry or "attributes" in self.entry:
                raise self.error("rows", "either rows with columns, or attributes with expect")
            count = self._table(attributes, expected, counts)
        else:
            for key, value in self._mapping("attributes").items():
                name, integers = _typed(key)
                attributes[_register(name)] = [self._vector("attributes", value, integers)]
            for key, value in self._mapping("expect").items():
                self._expect("expect", key, value, expected, counts)
        return Case(
            case.path,
            case.name,
            case.section,
            case.program,
            count=count,
            attributes={key: tuple(vectors) for key, vectors in attributes.items()},
            parameters=self._parameters(),
            state=self._state(),
            expected={key: tuple(vectors) for key, vectors in expected.items()},
            executed=tuple(counts["executed"]) or None,
            killed=tuple(counts["killed"]) or None,
            backends=self._backends(),
            limits=case.limits,
            textures=self._textures(),
            subroutines=self._mapping("subroutines"),
            vertices=self._vertices(),
            mode=self._string("mode", "") or None,
            places={name: tuple(counts[name]) for name in PLACES if counts[name]},
            memory=self._memory(),
        )

    def _vertices(self) -> Mapping[str, tuple[Vector, ...]] | None:
        """The attributes of a geometry program's input vertices; a number is how many there are."""
        if "vertices" not in self.entry:
            if "mode" in self.entry:
                raise self.error("mode", "goes with vertices")
            return None
        found = {}
        for key, rows in self._mapping("vertices").items():
            name, integers = _typed(key)
            if not isinstance(rows, list) or not rows:
                raise self.error(f"vertices, {key}", "must be a list of vectors, one a vertex")
            found[name] = tuple(self._vector(f"vertices, {key}", row, integers) for row in rows)
        if not found or len({len(rows) for rows in found.values()}) != 1:
            raise self.error("vertices", "must have as many vectors for each attribute, at least one")
        return found

    def _table(
        self,
        attributes: dict[int | str, list[Vector]],
        expected: dict[str, list[Expected]],
        counts: Mapping[str, list[Any]],
    ) -> int:
        columns, rows = self.entry.get("columns"), self.entry.get("rows")
        if not isinstance(columns, list) or not all(isinstance(column, str) for column in columns):
            raise self.error("columns", "must be a list of column names")
        if len(set(columns)) != len(columns):
            raise self.error("columns", "a column is named twice")
        if not isinstance(rows, list) or not (rows or "vertices" in self.entry):
            raise self.error("rows", "must be a list of rows")
        for number, row in enumerate(rows):
            if not isinstance(row, list) or len(row) != len(columns):
                raise self.error("rows", f"row {number} must have {len(columns)} cells")
            for column, cell in zip(columns, row, strict=True):
                where = f"row {number}, {column}"
                name, integers = _typed(column)
                if match := _ATTRIBUTE.fullmatch(name):
                    vector = self._vector(where, cell, integers)
                    attributes.setdefault(_register(match[1]), []).append(vector)
                else:
                    self._expect(where, column, cell, expected, counts)
        tests = any(counts.values()) or not set(script_memory.TESTS).isdisjoint(self.entry)
        if rows and not expected and not tests:
            raise self.error("columns", "name no result")
        return len(rows)

    def _expect(
        self,
        where: str,
        name: str,
        cell: object,
        expected: dict[str, list[Expected]],
        counts: Mapping[str, list[Any]],
    ) -> None:
        if name == "executed":
            if not isinstance(cell, int) or isinstance(cell, bool) or cell < 0:
                raise self.error(where, "executed is a number of instructions")
            counts[name].append(cell)
            return
        if name == "killed":
            if not isinstance(cell, bool):
                raise self.error(where, "killed is true or false")
            counts[name].append(cell)
            return
        if name in PLACES and "vertices" in self.entry:
            if not isinstance(cell, int) or isinstance(cell, bool):
                raise self.error(where, f"{name} is a number")
            counts[name].append(cell)
            return
        name, integers = _typed(name)
        try:
            x, y, z, w = map(expectation, self._cells(where, cell, integers))
        except WordError as error:
            raise self.error(where, str(error)) from None
        expected.setdefault(name, []).append((x, y, z, w))

    def _cells(self, where: str, cell: object, integers: bool) -> list[object]:
        if not isinstance(cell, list):
            cell = [cell] * 4
        if len(cell) != 4:
            raise self.error(where, "a vector has four components")
        return list(map(_integer, cell)) if integers else cell

    def _vector(self, where: str, cell: object, integers: bool = False) -> Vector:
        x, y, z, w = self._bits(where, self._cells(where, cell, integers))
        return x, y, z, w

    def _bits(self, where: str, words: list[object]) -> tuple[int, ...]:
        try:
            return tuple(map(input_bits, words))
        except WordError as error:
            raise self.error(where, str(error)) from None

    def _parameters(self) -> Mapping[int | str, Parameter]:
        found: dict[int | str, Parameter] = {}
        for key, value in self._mapping("parameters").items():
            name, integers = _typed(key)
            where = f"parameters, {name}"
            if _BUFFER.fullmatch(name):
                if not isinstance(value, list):
                    raise self.error(where, "a buffer is a list of words")
                found[name] = self._bits(where, list(map(_integer, value)) if integers else value)
            elif isinstance(value, list) and value and all(isinstance(row, list) for row in value):
                found[name] = tuple(self._vector(where, row, integers) for row in value)
            else:
                found[_register(name)] = self._vector(where, value, integers)
        return found

    def _mapping(self, key: str) -> Mapping[str, Any]:
        value = self.entry.get(key, {})
        if not isinstance(value, dict):
            raise self.error(key, "must be a table")
        return value

    def _textures(self) -> Mapping[int, Texture]:
        try:
            return case_textures(self._mapping("textures"), self.textures)
        except ValueError as error:
            raise self.error("textures", str(error)) from None

    def _memory(self) -> CaseMemory:
        def bits(where: str, words: list[object], integers: bool) -> tuple[int, ...]:
            return self._bits(where, list(map(_integer, words)) if integers else words)

        try:
            return case_memory(self.entry, bits)
        except ValueError as error:
            raise self.error("memory", str(error)) from None

    def _backends(self) -> tuple[str, ...]:
        names = self.entry.get("backends", [])
        if not isinstance(names, list) or not set(map(str, names)) <= set(BACKENDS):
            raise self.error("backends", f"a list of {', '.join(BACKENDS)}")
        return tuple(names)

    def _limits(self) -> Mapping[str, int]:
        limits = self._mapping("limits")
        if not all(isinstance(value, int) for value in limits.values()):
            raise self.error("limits", "are numbers")
        return limits

    def _state(self) -> State | None:
        if "state" not in self.entry:
            return None
        from nvrender.gl.state.state import State

        table = dict(self._mapping("state"))
        fields = State.__dataclass_fields__
        if unknown := sorted(set(table) - set(fields)):
            raise self.error("state", f"unknown key {unknown[0]!r}; a state has {', '.join(fields)}")
        if isinstance(current := table.get("current_attributes"), dict):
            values = list(State().current_attributes)
            for key, value in current.items():
                if not key.isdigit() or int(key) >= len(values):
                    raise self.error("state", f"current_attributes: {key!r} is not an attribute number")
                x, y, z, w = map(from_bits, self._vector("state", value))
                values[int(key)] = (x, y, z, w)
            table["current_attributes"] = values
        try:
            return msgspec.convert(table, State)
        except msgspec.ValidationError as error:
            raise self.error("state", str(error)) from None


def _register(key: str) -> int | str:
    return int(key) if key.isdigit() else key


def _typed(name: str) -> tuple[str, bool]:
    """A column or key without blanks and ``:int``, and whether its whole numbers are integers."""
    name = name.replace(" ", "")
    return name.removesuffix(_INTEGERS), name.endswith(_INTEGERS)


def _integer(cell: object) -> object:
    """A whole number as the word for its bits."""
    return f"int {cell}" if isinstance(cell, int) and not isinstance(cell, bool) else cell


def _expand(text: str) -> str:
    """``<<128*text>>`` written out; ValueError past 16 MiB."""

    def repeated(match: re.Match[str]) -> str:
        if int(match[1]) * len(match[2]) > _LONGEST:
            raise ValueError(f"{match[0][:20]!r}… is longer than {_LONGEST} bytes")
        return match[2] * int(match[1])

    return _REPEAT.sub(repeated, text)
