"""The statements of an instruction that computes in 64 bits (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from dataclasses import replace

from nvrender.glsl.comments import sanitised
from nvrender.glsl.declared.bit_helpers import ODD
from nvrender.glsl.declared.variables import Code
from nvrender.glsl.declared.word_types import KINDS
from nvrender.glsl.declared.writer import Writer
from nvrender.glsl.expressions import vector_type
from nvrender.glsl.registers import condition_tests
from nvrender.glsl.registers.statements import letters
from nvrender.glsl.targets import Target
from nvrender.glsl.wide import word_operations as word_ops
from nvrender.glsl.wide.doubles import DOUBLE, expression, literal, negative
from nvrender.glsl.wide.operations import TEXTS, TYPES
from nvrender.glsl.wide.words import called, conversion_words, operand_words
from nvrender.ops.rows import Addition
from nvrender.ops.table import OPERATIONS
from nvrender.ops.types import DataType
from nvrender.program import COMPONENTS, Clamp, Instruction, Operand, Program
from nvrender.source import TargetError

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED
_PACK = {_F: "packDouble2x32", _S: "packInt2x32", _U: "packUint2x32"}
#: Names of the statements here.
LOCAL_NAMES = frozenset(
    f"{word}_{letter}" for word in ("number", "wide", "passed", "sum") for letter in COMPONENTS
)
_UNPACK = {_F: "unpackDouble2x32", _S: "unpackInt2x32", _U: "unpackUint2x32"}
#: What only arranges words, and so needs neither doubles nor integers of 64 bits.
_PACKING = ("PK64", "UP64")


def is_wide(instruction: Instruction) -> bool:
    """True for what is written here; other instructions narrow and widen LONG variables."""
    return instruction.bits == 64 or instruction.opcode.name in _PACKING or converts(instruction)


def converts(instruction: Instruction) -> bool:
    """True for CVT from or to a type of 64 bits."""
    return instruction.opcode.rounded and any(row.bits == 64 for row in instruction.storages)


def check_wide(program: Program, target: Target) -> None:
    """TargetError for the first instruction whose doubles the target has not."""
    if target.version >= 400:
        return
    for instruction in program.instructions:
        if _computes_doubles(instruction):
            what = f"needs doubles, which {target.name} has not; glsl430 has"
            raise _refused(program, instruction, what)


def uses_doubles(program: Program) -> bool:
    """True if some instruction computes with doubles, or narrows or widens them."""
    return any(map(_computes_doubles, program.instructions))


def _computes_doubles(instruction: Instruction) -> bool:
    if instruction.opcode.space is not None or instruction.opcode.is_flow:
        return False
    if instruction.opcode.name == "UP64" or converts(instruction):
        return False
    if instruction.opcode.name == "PK64":
        return any(operand.register.long and operand.type is _F for operand in instruction.operands)
    if instruction.bits == 64:
        return instruction.type is _F
    operands = [(operand.register, operand.type) for operand in instruction.sources]
    if (destination := instruction.destination) is not None:
        operands.append((destination.register, destination.type))
    return any(register.long and type is _F for register, type in operands)


def uses_integers(program: Program) -> bool:
    """True if some instruction computes with 64-bit integers."""
    return any(_computes_integers(instruction) for instruction in program.instructions)


def _computes_integers(instruction: Instruction) -> bool:
    opcode = instruction.opcode
    if opcode.space is not None or opcode.is_flow or opcode.name in _PACKING or opcode.rounded:
        return False
    return instruction.bits == 64 and instruction.type is not _F


def _refused(program: Program, instruction: Instruction, what: str) -> TargetError:
    span = instruction.span
    text = program.source.data[span.start : span.end].decode("latin-1").strip(" ;\n")
    line, column = program.source.line_and_column(span.start)
    return TargetError(f"{program.source.name}:{line}:{column}: {sanitised(text)} {what}")


def _sum_flags(prefix: str, negative: str, one: tuple[str, bool], two: tuple[str, bool]) -> str:
    """OF and CF of two terms, each with whether it is subtracted; ``negative`` says how a sign changes.

    With both negated neither flag is set (docs/semantics.md).
    """
    (first, minus_first), (second, minus_second) = one, two
    if minus_first and minus_second:
        return "ivec2(0)"
    if not (minus_first or minus_second):
        return f"{prefix}_sum_flags({first}, {second})"
    a, b = (first, second) if minus_second else (second, first)
    return f"{prefix}_difference_flags({a}, {negative.format(b)})"


class WideWriter(Writer):
    """The statements of one instruction of 64 bits, component by component."""

    def lines(self) -> list[str]:
        #: Components of a double variable that are numbers, not words.
        self._numbers: set[str] = set()
        if (plain := self._plain()) is not None:
            return self._guarded([self.guard] if self.guard else [], [plain])
        lines = []
        for component in self.components:
            lines += self._computed(component)
        lines += self._sums()
        conditional = self.condition is not None and self.tested is not None
        if conditional:
            assert self.condition is not None and self.tested is not None
            for component in self.components:
                place = self.condition.swizzle[component]
                test = condition_tests.test(self.tested, self.condition, place)
                lines.append(f"bool passed_{COMPONENTS[component]} = {test};")
        for component in self.components:
            stores = self._stores(component)
            letter = COMPONENTS[component]
            if conditional:
                stores = [f"if (passed_{letter}) {{", *(f"    {line}" for line in stores), "}"]
            lines += stores
        return self._guarded([self.guard] if self.guard else [], lines, block=True)

    def _plain(self) -> str | None:
        """Doubles in one statement; None where that does not do."""
        instruction = self.instruction
        if self.speech.exact or self.condition is not None or self.code is not None or not self.stored:
            return None
        if instruction.bits != 64 or instruction.clamp is not None or self.variable.kind not in ("", DOUBLE):
            return None
        if self.destination.register.relative is not None:
            return None
        text = expression(self.speech, instruction, self.components)
        if text is None:
            return None
        if self.variable.kind != DOUBLE:
            text = f"{vector_type(len(self.components))}({text})"
        return f"{self._target()}{letters(self.components)} = {text};"

    # What is computed

    def _number(self, operand: Operand, component: int, type: DataType) -> str:
        """An operand's component as a number of 64 bits, with its bars and sign."""
        chosen, register = operand.swizzle[component], operand.register
        if self.speech.storage.is_literal(register):
            binding = self.speech.storage.program.parameters[register.index]
            word = binding.words[chosen]
            if binding.bits == 64:
                known = literal(word) if type is _F and not self.speech.exact else None
                normal = 0 < word >> 52 & 0x7FF < 0x7FF
                text = self._packed(
                    type, f"uvec2(0x{word & 0xFFFFFFFF:x}u, 0x{word >> 32:x}u)", opaque=not normal
                )
                return self._signed(known or text, operand, type)
        if register.long and self.speech.storage.of(register).kind == DOUBLE:
            text = f"{self.speech.storage.of(register).at(register.index)}.{COMPONENTS[chosen]}"
        elif register.long:
            text = self._packed(type, self.speech.long_words(register, chosen))
        else:
            plain = Operand(register, operand.swizzle, type=type)
            value = self.speech.operand(plain, (component,), KINDS[type], opaque=self.speech.exact)
            if type is _F:
                value = value._replace(text=f"{self.speech.use('nv_flush', 1)}({value.text})")
            text = f"{TYPES[type]}({value.text})"
            if type is _S:
                # Mesa takes int64_t(a) < 0 of an int for false.
                text = f"nv_long({value.text})"
        return self._signed(text, operand, type)

    def _packed(self, type: DataType, words: str, *, opaque: bool = True) -> str:
        """A number of two words; ``opaque`` doubles no compiler knows, or Mesa folds x * 0 and x / 0 to 0."""
        if type is _F and opaque and self.speech.exact:
            self.speech.zero()
            return f"nv_opaque_double({words})"
        if type is _F:
            return f"nv_double({words})"
        return f"{_PACK[type]}({f'ivec2({words})' if type is _S else words})"

    @staticmethod
    def _signed(text: str, operand: Operand, type: DataType) -> str:
        if operand.absolute and type is not _U:
            text = f"abs({text})"
        return negative(text) if operand.negate else text

    def _computed(self, component: int) -> list[str]:
        """``wide_x``, the low and the high word of the number; of a 32-bit destination its word in x."""
        letter, instruction = COMPONENTS[component], self.instruction
        name, destination = instruction.opcode.name, self.destination
        if name == "PK64":
            words = ", ".join(self._word(place) for place in (component % 2 * 2, component % 2 * 2 + 1))
            return [f"uvec2 wide_{letter} = uvec2({words});"]
        if name == "UP64":
            words = operand_words(self.speech, _unread(instruction.operands[0]), component // 2)
            word = self._of_word(f"{words}.{'xy'[component % 2]}")
            return [f"uvec2 wide_{letter} = {word};"]
        if converts(instruction):
            words = conversion_words(self.speech, instruction, component)
            return [f"uvec2 wide_{letter} = {self._converted(words)};"]
        if self.speech.integer_words and instruction.type is not _F:
            return [f"uvec2 wide_{letter} = {self._of_words(component)};"]
        type = destination.type
        if name == "I2F":
            number = self._number(instruction.operands[0], component, instruction.operands[0].type)
            text = f"double({number})" if destination.register.long else f"double(float({number}))"
        else:
            operands = instruction.operands
            numbers = [self._number(operand, component, operand.type) for operand in operands]
            text = TEXTS[instruction.type][name](*numbers)
        if instruction.clamp is not None:
            low = "-1.0lf" if instruction.clamp is Clamp.SIGNED else "0.0lf"
            text = f"nv_double_clamp({text}, {low})"
        called(self.speech, text)
        precise = "precise " if self.speech.exact and type is _F else ""
        lines = [f"{precise}{TYPES[type]} number_{letter} = {text};"]
        if self.variable.kind == DOUBLE and type is _F:
            self._numbers.add(letter)
            return lines
        return [*lines, f"uvec2 wide_{letter} = {self._stored_words(f'number_{letter}', type)};"]

    def _converted(self, words: str) -> str:
        """What CVT gives as the destination keeps it."""
        result, long = self.instruction.storages[0], self.destination.register.long
        if result.type is not _F or result.bits == 16 or (result.bits == 64) is long:
            return words
        if long:
            return called(self.speech, f"nv_double_of_float({words}.x)")
        return called(self.speech, f"uvec2(nv_float_of_double({words}, 0), 0u)")

    def _of_words(self, component: int) -> str:
        """A result of integers that are pairs of words, as the destination keeps it."""
        instruction, name = self.instruction, self.instruction.opcode.name
        words = [operand_words(self.speech, operand, component) for operand in instruction.operands]
        if name != "I2F":
            return called(self.speech, word_ops.TEXTS[instruction.type][name](*words))
        long, signed = self.destination.register.long, instruction.operands[0].type is _S
        text = f"nv_double_of_words({words[0]}, {str(signed).lower()}, {0 if long else ODD})"
        if not long:
            # Rounded once.
            text = f"nv_double_of_float(nv_float_of_double({text}, 0))"
        if instruction.clamp is not None:
            text = f"nv_double_limited({text}, {str(instruction.clamp is Clamp.SIGNED).lower()})"
        return called(self.speech, text if long else f"uvec2(nv_float_of_double({text}, 0), 0u)")

    def _stored_words(self, number: str, type: DataType) -> str:
        """The words a destination keeps of a 64-bit number."""
        if self.destination.register.long or type is not _F:
            words = f"{_UNPACK[type]}({number})"
            if type is _F:
                words = f"{self.speech.use('nv_double_words', 1)}({number})"
            return f"uvec2({words})" if type is _S else words
        return f"uvec2(floatBitsToUint({self.speech.use('nv_flush', 1)}(float({number}))), 0u)"

    def _word(self, component: int) -> str:
        """The operand's component in 32 bits."""
        operand = self.instruction.operands[0]
        kind = KINDS[operand.type]
        value = self.speech.operand(operand, (component,), kind)
        return value.text if kind == "u" else f"{'uint' if kind else 'floatBitsToUint'}({value.text})"

    def _of_word(self, word: str) -> str:
        """A word of 32 bits, clamped if it is a float, as the destination keeps it."""
        instruction = self.instruction
        type, clamp = self.destination.type, instruction.clamp
        if clamp is not None:
            name = self.speech.use("nv_saturate_signed" if clamp is Clamp.SIGNED else "nv_saturate", 1)
            word = f"floatBitsToUint({name}(uintBitsToFloat({word})))"
        if not self.destination.register.long:
            return f"uvec2({word}, 0u)"
        if type is _F:
            return called(self.speech, f"nv_double_of_float({word})")
        return f"uvec2({word}, {f'uint(int({word}) >> 31)' if type is _S else '0u'})"

    # What is stored

    def _stores(self, component: int) -> list[str]:
        letter, code = COMPONENTS[component], self.code
        words, number = f"wide_{letter}", f"number_{letter}"
        lines = []
        if letter in self._numbers:
            words = f"unpackDouble2x32({number})"
            lines = [f"{self._target()}.{letter} = {number};"] if self.stored else []
        elif self.stored and self.destination.register.long:
            lines = self.stored_long([(f"{words}.x", f"{words}.y")], (component,))
        elif self.stored:
            text = {"u": f"{words}.x", "i": f"int({words}.x)"}.get(
                self.variable.kind, f"uintBitsToFloat({words}.x)"
            )
            relative = self.destination.register.relative
            test = ""
            if relative is not None:
                test = f"if ({self.speech.unsigned_index(relative)} < {self.destination.register.count}u) "
            lines = [f"{test}{self._target()}.{letter} = {text};"]
        if code is not None:
            plain = not self.speech.exact and self.destination.type is _F and letter in self._numbers
            kept = f"float(sign({number}))" if plain else self._coded(code, words)
            lines.append(f"{code.name}.{letter} = {kept};")
            for flag in ("overflow", "carry"):
                if getattr(code, flag):
                    lines.append(f"{code.flag(flag)}.{letter} = {self._flag(flag, letter)};")
        return lines

    def _coded(self, code: Code, words: str) -> str:
        """What the condition code keeps of the words written."""
        float_type = self.destination.type is _F
        if self.instruction.opcode.rounded and self.instruction.storages[0].name == "F16":
            text = f"{self.speech.use('nv_from_half', 1)}({words}.x)"
        elif self.destination.register.long:
            text = f"{self.speech.use('nv_double_code' if float_type else 'nv_long_code', 1)}({words})"
        else:
            text = f"uintBitsToFloat({words}.x)" if float_type else f"int({words}.x)"
        return text if float_type or code.kind else f"float({text})"

    @property
    def _adds(self) -> bool:
        addition = OPERATIONS[self.instruction.operation].addition
        return self.code is not None and addition is not None and (self.code.overflow or self.code.carry)

    def _flag(self, flag: str, letter: str) -> str:
        return f"sum_{letter}.{'x' if flag == 'overflow' else 'y'}" if self._adds else "0"

    def _sums(self) -> list[str]:
        """``sum_x``: OF and CF of the last addition (NV_gpu_program4 2.X.4.3)."""
        if not self._adds:
            return []
        instruction, addition = self.instruction, OPERATIONS[self.instruction.operation].addition
        signs = [operand.negate for operand in instruction.operands]
        if self.speech.integer_words:
            return self._word_sums()
        lines = []
        for component in self.components:
            raw = [self._number(operand, component, operand.type) for operand in instruction.operands]
            numbers = [f"uint64_t({number})" for number in raw]
            if addition is Addition.OF_PRODUCT:
                terms = (f"({numbers[0]} * {numbers[1]})", signs[0] != signs[1]), (numbers[2], signs[2])
            elif addition is Addition.OF_DISTANCE:
                distance = TEXTS[instruction.type]["SAD"](*raw[:2], "uint64_t(0)")
                terms = (f"({distance})", False), (numbers[2], signs[2])
            else:
                terms = (numbers[0], signs[0]), (numbers[1], signs[1])
            (one, minus_one), (two, minus_two) = terms
            if addition is Addition.NEGATED:
                two, minus_two = f"(~{two} + uint64_t(1))", not minus_two
            text = _sum_flags("nv_long", "~{} + uint64_t(1)", (one, minus_one), (two, minus_two))
            lines.append(f"ivec2 sum_{COMPONENTS[component]} = {called(self.speech, text)};")
        return lines

    def _word_sums(self) -> list[str]:
        """The same of pairs of words."""
        instruction, addition = self.instruction, OPERATIONS[self.instruction.operation].addition
        signs = [operand.negate for operand in instruction.operands]
        prefix = "nv_words" if instruction.type is _S else "nv_uwords"
        lines = []
        for component in self.components:
            words = [operand_words(self.speech, operand, component) for operand in instruction.operands]
            one, minus_one, two, minus_two = words[0], signs[0], words[-1], signs[-1]
            if addition is Addition.OF_PRODUCT:
                one, minus_one = f"nv_words_mul({words[0]}, {words[1]})", signs[0] != signs[1]
            elif addition is Addition.OF_DISTANCE:
                one, minus_one = f"{prefix}_distance({words[0]}, {words[1]})", False
            elif addition is Addition.NEGATED:
                two, minus_two = f"nv_negative({two})", not minus_two
            text = _sum_flags("nv_words", "nv_negative({})", (one, minus_one), (two, minus_two))
            lines.append(f"ivec2 sum_{COMPONENTS[component]} = {called(self.speech, text)};")
        return lines


def _unread(operand: Operand) -> Operand:
    """UP64's: words that are no number go on as they are, where no sign or bars make one of them."""
    if operand.absolute or operand.negate:
        return operand
    return replace(operand, type=_U)
