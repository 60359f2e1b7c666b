"""The register-named grammar of !!VP1.0, !!VP1.1, !!VP2.0 and !!VSP1.0 (NV_vertex_program2 2.14.1.8).

One statement at a time, so that what precedes a syntax error can be checked first: only the error at
the lowest offset counts. What the header allows comes from the profile's columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from nvrender.isa.conditions import PASSES
from nvrender.isa.opcodes import Opcode, OperandClass, ResultClass
from nvrender.isa.profiles import Profile
from nvrender.program import (
    COMPONENTS,
    FULL_MASK,
    IDENTITY_SWIZZLE,
    Condition,
    Destination,
    Mask,
    Operand,
    Register,
    RegisterFile,
    RelativeAddress,
    Swizzle,
)
from nvrender.source import ProgramError, Source, Span
from nvrender.syntax import advice
from nvrender.syntax.lexer import Lexer
from nvrender.syntax.nodes import InstructionStatement, LabelStatement, OptionStatement, Statement
from nvrender.syntax.tables import (
    END,
    MASKS,
    OPTION,
    SCALAR_SUFFIXES,
    VECTOR_SUFFIXES,
    Tables,
    tables_of,
)

GRAMMAR = "NV_vertex_program2 2.14.1.8"
_OPTIONS = "NV_vertex_program2 2.14.6"
_OPERANDS = "NV_vertex_program2 2.14.2.1"
_RESULTS = "NV_vertex_program2 2.14.2.2"
_ADDRESSES = "NV_vertex_program2 2.14.1.3"

_SIGNS = frozenset("+-")
_MODIFIERS = frozenset("+-|")
_AFTER_OPERAND = frozenset(",;|")
_AFTER_MASK = frozenset(",(")
_REGISTER_FILES = {
    RegisterFile.PARAMETER: "program parameter",
    RegisterFile.ATTRIBUTE: "vertex attribute",
}


def _is_number(token: str) -> bool:
    return "0" <= token < ":"


def _is_word(token: str) -> bool:
    return "A" <= token < "[" or "_" <= token < "{" and token[0] != "`"


def _value(digits: str) -> int:
    """The value of decimal digits of any length; more than six significant ones count as 999999."""
    significant = digits.lstrip("0")
    return int(significant or "0") if len(significant) < 7 else 999999


class Parser:
    """Tokens → statements. ``named`` gathers the register words the program names."""

    __slots__ = (
        "_destination",
        "_index",
        "_operands",
        "_pending",
        "_source",
        "_starts",
        "_tables",
        "_texts",
        "lexer",
        "named",
    )

    def __init__(self, source: Source, profile: Profile) -> None:
        self._source = source
        self.lexer = Lexer(source, len(profile.header))
        self._texts = self.lexer.texts
        self._starts = self.lexer.starts
        self._index = 0
        self._tables = tables_of(profile, False)
        self.named: set[str] = set()
        self._destination: Destination | None = None
        self._operands: list[Operand] = []
        self._pending: Operand | None = None

    def statements(self) -> Iterator[Statement]:
        """Yields every statement; raises ProgramError at the first syntax error.

        Of an instruction that holds the error, the part before it is yielded first.
        """
        yield from self._options()
        texts, opcodes, lexer = self._texts, self._tables.opcodes, self.lexer
        while True:
            if self._index >= lexer.limit:
                self._index = lexer.refill(self._index)
            word = texts[self._index]
            if word in opcodes:
                yield from self._instruction(*opcodes[word])
            elif word == END:
                break
            else:
                yield self._label(word)
        self._index += 1
        if texts[self._index]:
            self._fail(
                f"{advice.shown(texts[self._index])} after END",
                "only white space and comments may follow END",
            )

    def _fail(
        self, message: str, hint: str = "", section: str = GRAMMAR, index: int | None = None, offset: int = 0
    ) -> NoReturn:
        """Raises at the current token, or at token ``index`` plus ``offset`` bytes."""
        position = self._starts[self._index if index is None else index] + offset
        raise ProgramError(self._source, position, message, hint, section)

    def _expect(self, token: str, after: str) -> None:
        if self._texts[self._index] != token:
            self._fail(f"expected `{token}` {after}, found {advice.shown(self._texts[self._index])}")
        self._index += 1

    # Options and labels

    def _options(self) -> Iterator[Statement]:
        profile = self._tables.profile
        while profile.options and self._texts[self._index] == OPTION:
            begin = self._starts[self._index]
            self._index += 1
            name = self._texts[self._index]
            if name not in profile.options:
                names = sorted(profile.options)
                what = f"unknown option {advice.shown(name)}" if _is_word(name) else "expected an option name"
                self._fail(what, f"{profile.header} has {', '.join(names)}", "NV_vertex_program2 2.14.6.1")
            self._index += 1
            self._expect(";", f"after OPTION {name}")
            self._tables = tables_of(profile, True)
            yield OptionStatement(name, Span(begin, self._starts[self._index - 1] + 1))
            if self._index >= self.lexer.limit:
                self._index = self.lexer.refill(self._index)

    def _label(self, word: str) -> LabelStatement:
        texts, index, profile = self._texts, self._index, self._tables.profile
        if not word:
            self._fail("the program ends without END", "every program ends with the word END")
        if word == ";":
            self._fail("there is no empty statement", "one `;` ends an instruction, none follows a label")
        if not _is_word(word):
            self._fail(f"expected an instruction or END, found {advice.shown(word)}")
        if texts[index + 1] != ":" or word in self._tables.reserved:
            self._fail(*advice.opcode(word, self._tables))
        if not profile.labels:
            self._fail(advice.needs(f"label {advice.shown(word)}", profile, lambda row: row.labels))
        self._index += 2
        begin = self._starts[index]
        return LabelStatement(word, Span(begin, begin + len(word)))

    # Instructions

    def _instruction(self, opcode: Opcode, sets_condition_code: bool) -> Iterator[Statement]:
        begin = self._starts[self._index]
        self._index += 1
        self._destination = None
        self._operands = []
        self._pending = None
        target = ""
        condition: Condition | None = None
        try:
            if opcode.result is ResultClass.NONE:
                if opcode.operands:
                    target = self._target(opcode)
                condition = self._condition() if self._texts[self._index] == "(" else None
            else:
                self._destination = self._destination_of(opcode)
                self._operand_list(opcode)
            if self._texts[self._index] != ";":
                self._fail_after_instruction(opcode, target, condition)
        except ProgramError:
            if self._pending is not None:
                self._operands.append(self._pending)
            yield self._statement(opcode, sets_condition_code, condition, target, begin, begin)
            raise
        end = self._starts[self._index] + 1
        self._index += 1
        yield self._statement(opcode, sets_condition_code, condition, target, begin, end)

    def _statement(
        self, opcode: Opcode, updates: bool, condition: Condition | None, target: str, begin: int, end: int
    ) -> InstructionStatement:
        return InstructionStatement(
            opcode, updates, self._destination, tuple(self._operands), condition, target, Span(begin, end)
        )

    def _fail_after_instruction(self, opcode: Opcode, target: str, condition: Condition | None) -> NoReturn:
        token = self._texts[self._index]
        if token == "," and opcode.operands and opcode.result is not ResultClass.NONE:
            count = len(opcode.operands)
            self._fail(f"{opcode.name} takes {count} operand{'s' if count > 1 else ''}, not more")
        if opcode.result is ResultClass.NONE and condition is None and token in PASSES:
            self._fail("a condition stands in parentheses", f"write ({token})")
        self._fail(f"expected `;` after {opcode.name}, found {advice.shown(token)}")

    def _operand_list(self, opcode: Opcode) -> None:
        texts = self._texts
        count = len(opcode.operands)
        for number, operand_class in enumerate(opcode.operands):
            if texts[self._index] != ",":
                self._fail_missing_operand(opcode, number, count)
            self._index += 1
            if operand_class is OperandClass.ADDRESS:
                operand = self._address_operand()
            else:
                operand = self._operand(operand_class is OperandClass.SCALAR)
            self._operands.append(operand)
            self._pending = None

    def _fail_missing_operand(self, opcode: Opcode, number: int, count: int) -> NoReturn:
        token = self._texts[self._index]
        if token == ";":
            operands = f"{count} operand{'s' if count > 1 else ''}"
            self._fail(f"{opcode.name} takes a destination and {operands}, {number} given")
        if number == 0 and token == ".":
            self._fail("one write mask at most may follow a destination")
        if number == 0 and token == "(":
            profile = self._tables.profile
            if profile.condition_codes:
                self._fail("one condition mask at most may follow a destination")
            what = "a condition mask"
            self._fail(advice.needs(what, profile, lambda row: row.condition_codes), section=_RESULTS)
        self._fail(f"expected `,` before operand {number + 1} of {opcode.name}, found {advice.shown(token)}")

    # Flow control (NV_vertex_program2 2.14.2.3)

    def _target(self, opcode: Opcode) -> str:
        word = self._texts[self._index]
        if not _is_word(word):
            self._fail(f"expected a label after {opcode.name}, found {advice.shown(word)}")
        if word in self._tables.reserved:
            self._fail(f"{word} is a reserved word, no label")
        self._index += 1
        return word

    def _condition(self) -> Condition:
        texts = self._texts
        first = self._index
        test = texts[first + 1]
        self._index = first + 1
        if test not in PASSES:
            self._fail(
                f"expected a condition, found {advice.shown(test)}", f"one of {' '.join(PASSES)}", _RESULTS
            )
        self._index = first + 2
        swizzle = IDENTITY_SWIZZLE
        if texts[first + 2] == ".":
            found = VECTOR_SUFFIXES.get(texts[first + 3])
            if found is not None and texts[first + 4] == ")":
                swizzle = found
                self._index = first + 4
            else:
                self._index = first + 3
                swizzle = self._vector_suffix()
        self._expect(")", "to close the condition")
        return Condition(test, swizzle, 0, Span(self._starts[first], self._starts[self._index - 1] + 1))

    # Destinations

    def _destination_of(self, opcode: Opcode) -> Destination:
        texts = self._texts
        first = self._index
        required_mask = False
        if opcode.result is ResultClass.ADDRESS:
            register = self._tables.addresses.get(texts[first])
            if register is None:
                self._fail_address_destination(opcode)
            self.named.add(texts[first])
            self._index = first + 1
            required_mask = self._tables.profile.address_components == 1
        else:
            register = self._destination_register(first)
        mask = FULL_MASK
        if texts[self._index] == "." or required_mask:
            mask = self._required_x() if required_mask else self._mask()
        condition = None
        if texts[self._index] == "(" and self._tables.profile.condition_codes:
            condition = self._condition()
        last = self._index - 1
        return Destination(
            register, mask, condition, Span(self._starts[first], self._starts[last] + len(texts[last]))
        )

    def _destination_register(self, first: int) -> Register:
        texts, tables = self._texts, self._tables
        word = texts[first]
        register = tables.temporaries.get(word)
        if register is not None:
            self.named.add(word)
            self._index = first + 1
            return register
        if word == "o" and tables.results:
            self._index = first + 1
            self._expect("[", "after o")
            register = tables.results.get(texts[first + 2])
            if register is None:
                self._fail(*advice.result(texts[first + 2], tables), "NV_vertex_program2 2.14.1.5")
            self._index = first + 3
            self._expect("]", "after the result's name")
            return register
        if word == "c" and tables.profile.writable_parameters:
            return self._written_parameter(first)
        if word == "CC" and tables.profile.condition_codes:
            self._index = first + 1
            return _CONDITION_CODE
        self._fail_destination(word)

    def _written_parameter(self, first: int) -> Register:
        """``c[n]`` as destination of a vertex state program (NV_vertex_program2 2.14.5)."""
        self._index = first + 1
        self._expect("[", "after c")
        if self._texts[first + 2] in self._tables.addresses:
            message = "a vertex state program writes parameters by number only"
            self._fail(message, section="NV_vertex_program2 2.14.5")
        register = self._numbered(RegisterFile.PARAMETER, self._tables.parameters)
        self._expect("]", "after the parameter's number")
        return register

    def _fail_destination(self, word: str) -> NoReturn:
        profile = self._tables.profile
        if message := advice.temporary_register(word, profile):
            self._fail(message, section="NV_vertex_program2 2.14.1.4")
        if word == "CC":
            self._fail(advice.needs("destination CC", profile, lambda row: row.condition_codes))
        if word in ("v", "c", "o"):
            what = {"v": "vertex attributes", "c": "program parameters", "o": "results"}[word]
            self._fail(f"{profile.header} cannot write {what}", self._writable())
        if word in self._tables.addresses:
            self._fail(
                f"address register {word} is written by ARL only"
                if not profile.labels
                else f"address register {word} is written by ARL, ARR and ARA only",
                section=_ADDRESSES,
            )
        if word in _MODIFIERS:
            self._fail("a destination has no sign and no bars", section=_RESULTS)
        self._fail(f"expected a destination, found {advice.shown(word)}", self._writable())

    def _writable(self) -> str:
        profile = self._tables.profile
        places = [f"R0 to R{profile.temporaries - 1}"]
        if profile.results:
            places.append("o[…]")
        if profile.writable_parameters:
            places.append("c[…]")
        if profile.condition_codes:
            places.append("CC")
        return f"destinations are {', '.join(places[:-1])} and {places[-1]}"

    def _fail_address_destination(self, opcode: Opcode) -> NoReturn:
        word, profile = self._texts[self._index], self._tables.profile
        if message := advice.address_register(word, profile):
            self._fail(message, section=_ADDRESSES)
        self._fail(
            f"{opcode.name} writes an address register, not {advice.shown(word)}", section=opcode.section
        )

    def _required_x(self) -> Mask:
        """The ``.x`` that an address register with one component always carries."""
        self._expect(".", "and x after the address register")
        word = self._texts[self._index]
        if word[:1] != "x":
            self._fail_address_component(word)
        if word != "x":
            self._fail(f"expected `,` after A0.x, found {advice.shown(word[1:])}", offset=1)
        self._index += 1
        return MASKS["x"]

    def _mask(self) -> Mask:
        texts, first = self._texts, self._index + 1
        mask = MASKS.get(texts[first])
        if mask is not None and texts[first + 1] in _AFTER_MASK:
            self._index = first + 1
            return mask
        self._index = first
        letters, offset = self._letters(4, ordered=True)
        if letters and not offset:
            return MASKS[letters]
        rest = texts[self._index][offset:]
        if letters and rest[:1] and rest[0] in COMPONENTS:
            message = (
                f"`{rest[0]}` after `{letters}`: a write mask names components in order x y z w, once each"
            )
        else:
            message = f"expected a component x, y, z or w, found {advice.shown(rest)}"
        self._fail(message, section=_RESULTS, offset=offset)

    # Operands

    def _operand(self, scalar: bool) -> Operand:
        texts = self._texts
        first = index = self._index
        negate = absolute = False
        token = texts[index]
        if token in _MODIFIERS:
            negate, absolute = self._modifiers()
            index = self._index
            token = texts[index]
        register = self._tables.temporaries.get(token)
        if register is not None:
            self.named.add(token)
            self._index = index = index + 1
        else:
            register = self._source_register(token, index)
            index = self._index
        self._pending = Operand(register, span=Span(self._starts[first], self._starts[index]))
        swizzle = IDENTITY_SWIZZLE
        if texts[index] == ".":
            found = (SCALAR_SUFFIXES if scalar else VECTOR_SUFFIXES).get(texts[index + 1])
            if found is not None and texts[index + 2] in _AFTER_OPERAND:
                swizzle = found
                self._index = index + 2
            else:
                self._index = index + 1
                swizzle = self._scalar_suffix() if scalar else self._vector_suffix()
        elif scalar:
            self._fail(
                f"a scalar operand needs one component, found {advice.shown(texts[index])}",
                "write a suffix .x, .y, .z or .w",
                _OPERANDS,
            )
        if absolute:
            self._expect("|", "to close the absolute value")
        last = self._index - 1
        return Operand(
            register,
            swizzle,
            absolute,
            negate,
            Span(self._starts[first], self._starts[last] + len(texts[last])),
        )

    def _modifiers(self) -> tuple[bool, bool]:
        """Sign, bars and inner sign, which bars make void; (negate, absolute)."""
        texts, profile = self._texts, self._tables.profile
        negate = self._sign()
        if texts[self._index] != "|":
            return negate, False
        if not profile.operand_bars:
            shape = self._bars()
            self._fail(advice.needs(shape, profile, lambda row: row.operand_bars), section=_OPERANDS)
        self._index += 1
        self._sign()
        return negate, True

    def _bars(self) -> str:
        begin = self._starts[self._index]
        text = self._source.text[begin : begin + 40]
        end = text.find("|", 1)
        return f"`{text[: end + 1]}`" if end > 0 and text.isprintable() else "`|…|`"

    def _sign(self) -> bool:
        """An optional sign; True for minus."""
        token = self._texts[self._index]
        if token not in _SIGNS:
            return False
        profile = self._tables.profile
        if token == "+" and not profile.unary_plus:
            self._fail(
                advice.needs("unary `+`", profile, lambda row: row.unary_plus),
                section="NV_vertex_program1_1 2.14.A",
            )
        self._index += 1
        return token == "-"

    def _source_register(self, token: str, index: int) -> Register:
        """``v[…]`` or ``c[…]``."""
        texts, tables = self._texts, self._tables
        if token == "c":
            registers, file = tables.parameters, RegisterFile.PARAMETER
        elif token == "v":
            registers, file = tables.attributes, RegisterFile.ATTRIBUTE
        else:
            self._fail_operand(token)
        if texts[index + 1] == "[" and texts[index + 3] == "]":
            register = registers.get(texts[index + 2])
            if register is not None:
                self._index = index + 4
                return register
        self._index = index + 1
        self._expect("[", f"after {token}")
        inside = texts[self._index]
        if file is RegisterFile.PARAMETER and inside in tables.addresses:
            register = self._relative()
        else:
            register = registers.get(inside) if _is_word(inside) else None
            if register is None:
                register = self._numbered(file, registers)
            else:
                self._index += 1
        self._expect("]", f"after {token}[…")
        return register

    def _numbered(self, file: RegisterFile, registers: dict[str, Register]) -> Register:
        """The decimal number inside brackets; leading zeros are allowed."""
        token, profile = self._texts[self._index], self._tables.profile
        name = _REGISTER_FILES[file]
        letter = name[name.index(" ") + 1] if file is RegisterFile.PARAMETER else "v"
        letter = "c" if file is RegisterFile.PARAMETER else letter
        count = profile.parameters if file is RegisterFile.PARAMETER else profile.attributes
        if not _is_number(token):
            self._fail_register_name(token, name, letter, count)
        register = registers.get(str(_value(token)))
        if register is None:
            allowed = f"{letter}[0] to {letter}[{count - 1}]" if count > 1 else f"{letter}[0] only"
            self._fail(
                f"{letter}[{advice.shown(token)[1:-1]}] does not exist: {profile.header} has {allowed}"
            )
        self._index += 1
        return register

    def _fail_register_name(self, token: str, name: str, letter: str, count: int) -> NoReturn:
        profile = self._tables.profile
        if letter == "c" and (message := advice.address_register(token, profile)):
            self._fail(message, section=_ADDRESSES)
        if letter == "v" and not profile.attribute_mnemonics and _is_word(token):
            self._fail(f"{profile.header} reads only v[0], by number", section="NV_vertex_program2 2.14.5")
        if letter == "v" and token in ("A0", "A1"):
            self._fail("vertex attributes cannot be addressed relatively")
        words = [word for word in self._tables.attributes if _is_word(word)] if letter == "v" else []
        what = f"expected a {name} number 0 to {count - 1}" + (" or name" if words else "")
        self._fail(
            f"{what}, found {advice.shown(token)}", advice.guess(token, words) if _is_word(token) else ""
        )

    def _relative(self) -> Register:
        """``A0.x+n`` up to the closing bracket (relProgParamReg)."""
        texts, tables = self._texts, self._tables
        profile = tables.profile
        word = texts[self._index]
        if not tables.relative:
            self._fail(
                f"a position-invariant {profile.header} program has no relative addressing",
                "address the parameter by number, or drop NV_position_invariant",
                "NV_vertex_program2 2.14.6.1",
            )
        self.named.add(word)
        self._index += 1
        self._expect(".", f"and a component after {word}")
        letters = texts[self._index]
        component = COMPONENTS.find(letters[:1]) if letters else -1
        if not 0 <= component < profile.address_components:
            self._fail_address_component(letters)
        if len(letters) > 1:
            self._fail(
                f"expected `+`, `-` or `]` after {word}.{letters[0]}, found {advice.shown(letters[1:])}",
                offset=1,
            )
        self._index += 1
        offset = self._offset() if texts[self._index] in _SIGNS else 0
        address = RelativeAddress(tables.addresses[word].index, component, offset)
        return Register(RegisterFile.PARAMETER, 0, address)

    def _fail_address_component(self, letters: str) -> NoReturn:
        profile = self._tables.profile
        place = COMPONENTS.find(letters[:1]) if letters else -1
        if place > 0:
            what = f"address register component {letters[0]}"
            self._fail(
                advice.needs(what, profile, lambda row: place < row.address_components), section=_ADDRESSES
            )
        names = ", ".join(COMPONENTS[: profile.address_components])
        self._fail(
            f"expected address register component {names}, found {advice.shown(letters)}", section=_ADDRESSES
        )

    def _offset(self) -> int:
        sign = self._texts[self._index]
        self._index += 1
        digits = self._texts[self._index]
        if not _is_number(digits):
            self._fail(f"expected a number after `{sign}`, found {advice.shown(digits)}")
        value = -_value(digits) if sign == "-" else _value(digits)
        low, high = self._tables.profile.relative_offset
        if not low <= value <= high:
            header = self._tables.profile.header
            self._fail(
                f"offset {sign}{advice.shown(digits)[1:-1]} is out of range: {header} has {low} to +{high}"
            )
        self._index += 1
        return value

    def _address_operand(self) -> Operand:
        """A bare address register (NV_vertex_program2 2.14.3.3)."""
        word = self._texts[self._index]
        register = self._tables.addresses.get(word)
        if register is None:
            self._fail(
                f"expected an address register without sign, bars or suffix, found {advice.shown(word)}",
                section="NV_vertex_program2 2.14.3.3",
            )
        self.named.add(word)
        begin = self._starts[self._index]
        self._index += 1
        return Operand(register, span=Span(begin, begin + len(word)))

    def _fail_operand(self, token: str) -> NoReturn:
        profile = self._tables.profile
        if message := advice.temporary_register(token, profile):
            self._fail(message, section="NV_vertex_program2 2.14.1.4")
        if token == "o" and profile.results:
            self._fail("result registers cannot be read", section="NV_vertex_program2 2.14.1.5")
        if token in self._tables.addresses:
            self._fail(f"address register {token} is no operand; it only indexes c[]", section=_ADDRESSES)
        if token == "CC" and profile.condition_codes:
            self._fail("CC is write-only", section="NV_vertex_program2 2.14.1.4")
        if token in _SIGNS:
            self._fail("one sign at most", section=_OPERANDS)
        if token == "|":
            self._fail("bars do not nest", section=_OPERANDS)
        readable = f"operands are R0 to R{profile.temporaries - 1}, v[…] and c[…]"
        if _is_number(token) or token == "{":
            self._fail("there are no constants in this language; load one into c[]", readable)
        self._fail(f"expected an operand, found {advice.shown(token)}", readable)

    # Suffixes

    def _letters(self, most: int, ordered: bool = False) -> tuple[str, int]:
        """Component letters, each a token of its own that white space may precede.

        Returns them and the byte within the current token where they end; 0 if before it.
        """
        found = ""
        while True:
            word = self._texts[self._index]
            for offset, letter in enumerate(word):
                fits = letter in COMPONENTS and len(found) < most
                if not fits or (ordered and found and letter <= found[-1] and letter != "w"):
                    return found, offset
                if ordered and found and COMPONENTS.index(letter) <= COMPONENTS.index(found[-1]):
                    return found, offset
                found += letter
            if not word:
                return found, 0
            self._index += 1

    def _vector_suffix(self) -> Swizzle:
        letters, offset = self._letters(4)
        if len(letters) in (1, 4) and not offset:
            return VECTOR_SUFFIXES[letters]
        rest = advice.shown(self._texts[self._index][offset:])
        if letters and len(letters) < 4:
            message = f"a swizzle has one component or four, `.{letters}` has {len(letters)}; found {rest}"
        elif letters:
            message = f"a swizzle has at most four components; found {rest}"
        else:
            message = f"expected a component x, y, z or w, found {rest}"
        self._fail(message, section=_OPERANDS, offset=offset)

    def _scalar_suffix(self) -> Swizzle:
        letters, offset = self._letters(1)
        if letters and not offset:
            return VECTOR_SUFFIXES[letters]
        rest = advice.shown(self._texts[self._index][offset:])
        if letters:
            self._fail(
                f"a scalar operand has exactly one component; found {rest}", section=_OPERANDS, offset=offset
            )
        self._fail(f"expected a component x, y, z or w, found {rest}", section=_OPERANDS, offset=offset)


_CONDITION_CODE = Register(RegisterFile.CONDITION_CODE, 0)
