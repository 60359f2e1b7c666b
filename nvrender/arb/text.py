"""Instructions → the text of a plain ARB program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nvrender.arb.interface import attribute_binding, result_binding
from nvrender.arb.names import Names, attribute_name
from nvrender.arb.parameters import Parameters
from nvrender.arb.rows import Address, Attribute, Literal, Operand, Parameter, Place, Result, Row, Temporary
from nvrender.languages.common.numbers import component, vector
from nvrender.languages.common.printer import suffix_text
from nvrender.ops.types import DataType
from nvrender.program import COMPONENTS, Program, RegisterFile
from nvrender.program.opcodes import Opcode, OperandClass
from nvrender.program.profile import Profile

_WIDTH = 100


class Writer:
    """Writes the rows of one program; ``opcodes`` are the target's by operation.

    ``attributes`` are the bindings of those registers that are no generic attributes.
    """

    def __init__(
        self,
        program: Program,
        target: Profile,
        opcodes: dict[str, Opcode],
        names: Names,
        rows: list[Row],
        attributes: Mapping[int, str],
    ) -> None:
        self._program, self._target, self._opcodes, self._names = program, target, opcodes, names
        self._rows, self._bindings = rows, attributes
        places = (operand.place for row in rows for operand in row.operands)
        self.parameters = Parameters(program, names, [one for one in places if isinstance(one, Parameter)])
        self._attributes: dict[str, str] = {}
        self._temporaries: dict[str, None] = {}
        self._results: dict[str, str] = {}
        self._address = ""

    def instructions(self) -> list[str]:
        """Every row as a statement; what these name is declared by ``declarations``."""
        return [self._instruction(row) for row in self._rows]

    def declarations(self) -> Iterator[str]:
        """What the instructions name."""
        for name, binding in self._attributes.items():
            yield f"ATTRIB {name} = {binding};"
        for name, binding in self._results.items():
            yield f"OUTPUT {name} = {binding};"
        yield from self.parameters.declarations()
        if self._temporaries:
            yield from _wrapped("TEMP ", list(self._temporaries))
        if self._address:
            yield f"ADDRESS {self._address};"

    def _instruction(self, row: Row) -> str:
        opcode = self._opcodes[row.operation]
        words = [] if row.target is None else [self._destination(row)]
        classes = (*opcode.operands, OperandClass.VECTOR)
        for operand, kind in zip(row.operands, classes, strict=False):
            words.append(self._operand(operand, kind))
        if row.texture:
            words += [f"texture[{row.unit}]", row.texture]
        return f"{opcode.name}{'_SAT' * row.saturate} {', '.join(words)};"

    def _destination(self, row: Row) -> str:
        assert row.target is not None
        mask = "".join(COMPONENTS[place] for place in row.components)
        return self._place(row.target) + (f".{mask}" if mask != COMPONENTS else "")

    def _operand(self, operand: Operand, kind: OperandClass) -> str:
        if isinstance(operand.place, Literal):
            return _number(operand.place.words, operand.swizzle[0] if kind is OperandClass.SCALAR else None)
        suffix = "" if kind is OperandClass.WHOLE else suffix_text(operand.swizzle)
        return f"{'-' * operand.negate}{self._place(operand.place)}{suffix}"

    def _place(self, place: Place) -> str:
        match place:
            case Temporary(name):
                self._temporaries[name] = None
                return name
            case Parameter():
                return self.parameters.text(place, f"{self._address}.x")
            case Attribute(number):
                return self._attribute(number)
            case Result(number):
                return self._result(number)
            case Address():
                if not self._address:
                    self._address = self._names.declared(RegisterFile.ADDRESS, 0, "A0")
                return self._address
            case Literal(words):
                return vector(words, DataType.FLOAT)

    def _attribute(self, number: int) -> str:
        if not self._program.profile.declares_names:
            name = self._names.declared(RegisterFile.ATTRIBUTE, number, attribute_name(number))
            self._attributes[name] = self._bindings.get(number, f"vertex.attrib[{number}]")
            return name
        binding = attribute_binding(self._program, self._target, number)
        return self._named(self._attributes, RegisterFile.ATTRIBUTE, number, binding)

    def _result(self, number: int) -> str:
        binding = result_binding(self._program, self._target, number)
        if not self._program.profile.declares_names:
            return binding
        return self._named(self._results, RegisterFile.RESULT, number, binding)

    def _named(self, rows: dict[str, str], file: RegisterFile, number: int, binding: str) -> str:
        """The program's name for a binding, which is declared then; else the binding."""
        if not self._names.has(file, number):
            return binding
        name = self._names.declared(file, number, "")
        rows[name] = binding
        return name


def _number(words: tuple[int, int, int, int], scalar: int | None) -> str:
    if scalar is not None:
        return f"{{{component(words[scalar], DataType.FLOAT)}}}.x"
    if len(set(words)) == 1:
        return component(words[0], DataType.FLOAT)
    return vector(words, DataType.FLOAT)


def _wrapped(head: str, names: list[str]) -> Iterator[str]:
    """One statement of several names, in lines that fit a screen."""
    line = head + names[0]
    for name in names[1:]:
        if len(line) + len(name) > _WIDTH:
            yield f"{line},"
            line = " " * len(head) + name
        else:
            line += f", {name}"
    yield f"{line};"
