"""The statements of an instruction that computes in 64 bits (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from nvrender.glsl.declared.bit_operations import ODD
from nvrender.glsl.declared.operands import Protection
from nvrender.glsl.declared.variables import DOUBLE, Code
from nvrender.glsl.declared.word_types import KINDS
from nvrender.glsl.declared.writer import Writer
from nvrender.glsl.expressions import vector_type
from nvrender.glsl.printer.expressions import letters
from nvrender.glsl.registers import condition_tests
from nvrender.glsl.wide import word_operations as word_ops
from nvrender.glsl.wide.doubles import expression, literal, negative
from nvrender.glsl.wide.operations import CONSTANTS, TEXTS, TYPES
from nvrender.glsl.wide.requirements import converts
from nvrender.glsl.wide.sum_flags import NUMBERS, WORDS, sum_flags
from nvrender.glsl.wide.words import Call, caller, conversion_words, operand_words, truth
from nvrender.ops.rows import Addition
from nvrender.ops.types import DataType
from nvrender.program import COMPONENTS, Clamp, Operand

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED
_PACK = {_F: "packDouble2x32", _S: "packInt2x32", _U: "packUint2x32"}
#: Names of the statements here.
LOCAL_NAMES = frozenset(
    f"{word}_{letter}" for word in ("number", "wide", "passed", "sum") for letter in COMPONENTS
)
#: Integers as floats.
_TO_FLOAT = ("i2f", "u2f")
_UNPACK = {_F: "unpackDouble2x32", _S: "unpackInt2x32", _U: "unpackUint2x32"}


class WideWriter(Writer):
    """The statements of one instruction of 64 bits, component by component."""

    @property
    def call(self) -> Call:
        return caller(self.context)

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
        if self.context.exact or self.condition is not None or self.code is not None or not self.stored:
            return None
        if instruction.bits != 64 or instruction.clamp is not None or self.variable.kind not in ("", DOUBLE):
            return None
        if self.destination.register.relative is not None:
            return None
        text = expression(self.context, instruction, self.components)
        if text is None:
            return None
        if self.variable.kind != DOUBLE:
            text = f"{vector_type(len(self.components))}({text})"
        return f"{self._target()}{letters(self.components)} = {text};"

    # What is computed

    def _number(self, operand: Operand, component: int, type: DataType) -> str:
        """An operand's component as a number of 64 bits, with its bars and sign."""
        chosen, register = operand.swizzle[component], operand.register
        if self.context.storage.is_literal(register):
            binding = self.context.storage.program.parameters[register.index]
            word = binding.words[chosen]
            if binding.bits == 64:
                known = literal(word) if type is _F and not self.context.exact else None
                normal = 0 < word >> 52 & 0x7FF < 0x7FF
                words = f"uvec2(0x{word & 0xFFFFFFFF:x}u, 0x{word >> 32:x}u)"
                text = known or self._packed(type, words, opaque=not normal)
                return self._signed(text, operand, type)
        if register.long and self.context.storage.of(register).kind == DOUBLE:
            text = f"{self.context.storage.of(register).at(register.index)}.{COMPONENTS[chosen]}"
        elif register.long:
            text = self._packed(type, self.context.long_words(register, chosen))
        else:
            plain = Operand(register, operand.swizzle, type=type)
            protection = Protection(opaque=self.context.exact)
            value = self.context.operand(plain, (component,), KINDS[type], protection=protection)
            if type is _F:
                value = value._replace(text=self.call("nv_flush", value.text))
            text = f"{TYPES[type]}({value.text})"
            if type is _S:
                # quirks.LONG_SIGNS
                text = self.call("nv_long", value.text)
        return self._signed(text, operand, type)

    def _packed(self, type: DataType, words: str, *, opaque: bool = True) -> str:
        """A number of two words; ``opaque`` doubles no compiler knows (quirks.FOLDING)."""
        if type is _F and opaque and self.context.exact:
            self.context.zero()
            return self.call("nv_opaque_double", words)
        if type is _F:
            return self.call("nv_double", words)
        return f"{_PACK[type]}({f'ivec2({words})' if type is _S else words})"

    @staticmethod
    def _signed(text: str, operand: Operand, type: DataType) -> str:
        if operand.absolute and type is not _U:
            text = f"abs({text})"
        return negative(text) if operand.negate else text

    def _computed(self, component: int) -> list[str]:
        """``wide_x``, the low and the high word of the number; of a 32-bit destination its word in x."""
        letter, instruction = COMPONENTS[component], self.instruction
        operation, destination = instruction.operation, self.destination
        if operation == "pack64":
            words = ", ".join(self._word(place) for place in (component % 2 * 2, component % 2 * 2 + 1))
            return [f"uvec2 wide_{letter} = uvec2({words});"]
        if operation == "unpack64":
            words = operand_words(self.context, _unread(instruction.operands[0]), component // 2)
            word = self._of_word(f"{words}.{'xy'[component % 2]}")
            return [f"uvec2 wide_{letter} = {word};"]
        if converts(instruction):
            words = conversion_words(self.context, instruction, component)
            return [f"uvec2 wide_{letter} = {self._converted(words)};"]
        if self.context.integer_words and instruction.type is not _F:
            return [f"uvec2 wide_{letter} = {self._of_words(component)};"]
        type = destination.type
        if operation in _TO_FLOAT:
            number = self._number(instruction.operands[0], component, instruction.operands[0].type)
            text = f"double({number})" if destination.register.long else f"double(float({number}))"
        elif operation in CONSTANTS:
            text = CONSTANTS[operation]
        else:
            operands = instruction.operands
            numbers = [self._number(operand, component, operand.type) for operand in operands]
            text = TEXTS[operation](self.call, *numbers)
        if instruction.clamp is not None:
            low = "-1.0lf" if instruction.clamp is Clamp.SIGNED else "0.0lf"
            text = self.call("nv_double_clamp", text, low)
        precise = "precise " if self.context.exact and type is _F else ""
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
            return self.call("nv_double_of_float", f"{words}.x")
        return f"uvec2({self.call('nv_float_of_double', words, '0')}, 0u)"

    def _of_words(self, component: int) -> str:
        """A result of integers that are pairs of words, as the destination keeps it."""
        instruction = self.instruction
        if instruction.operation in word_ops.CONSTANTS:
            return word_ops.CONSTANTS[instruction.operation]
        words = [operand_words(self.context, operand, component) for operand in instruction.operands]
        if instruction.operation not in _TO_FLOAT:
            return word_ops.TEXTS[instruction.operation](self.call, *words)
        long, signed = self.destination.register.long, instruction.operands[0].type is _S
        text = self.call("nv_double_of_words", words[0], truth(signed), "0" if long else f"{ODD}")
        if not long:
            # Rounded once.
            text = self.call("nv_double_of_float", self.call("nv_float_of_double", text, "0"))
        if instruction.clamp is not None:
            text = self.call("nv_double_limited", text, truth(instruction.clamp is Clamp.SIGNED))
        return text if long else f"uvec2({self.call('nv_float_of_double', text, '0')}, 0u)"

    def _stored_words(self, number: str, type: DataType) -> str:
        """The words a destination keeps of a 64-bit number."""
        if self.destination.register.long or type is not _F:
            words = f"{_UNPACK[type]}({number})"
            if type is _F:
                words = self.call("nv_double_words", number)
            return f"uvec2({words})" if type is _S else words
        return f"uvec2(floatBitsToUint({self.call('nv_flush', f'float({number})')}), 0u)"

    def _word(self, component: int) -> str:
        """The operand's component in 32 bits."""
        operand = self.instruction.operands[0]
        kind = KINDS[operand.type]
        value = self.context.operand(operand, (component,), kind)
        return value.text if kind == "u" else f"{'uint' if kind else 'floatBitsToUint'}({value.text})"

    def _of_word(self, word: str) -> str:
        """A word of 32 bits, clamped if it is a float, as the destination keeps it."""
        instruction = self.instruction
        type, clamp = self.destination.type, instruction.clamp
        if clamp is not None:
            name = self.context.use("nv_saturate_signed" if clamp is Clamp.SIGNED else "nv_saturate", 1)
            word = f"floatBitsToUint({name}(uintBitsToFloat({word})))"
        if not self.destination.register.long:
            return f"uvec2({word}, 0u)"
        if type is _F:
            return self.call("nv_double_of_float", word)
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
                test = f"if ({self.context.unsigned_index(relative)} < {self.destination.register.count}u) "
            lines = [f"{test}{self._target()}.{letter} = {text};"]
        if code is not None:
            plain = not self.context.exact and self.destination.type is _F and letter in self._numbers
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
            text = self.call("nv_from_half", f"{words}.x")
        elif self.destination.register.long:
            text = self.call("nv_double_code" if float_type else "nv_long_code", words)
        else:
            text = f"uintBitsToFloat({words}.x)" if float_type else f"int({words}.x)"
        return text if float_type or code.kind else f"float({text})"

    @property
    def _addition(self) -> Addition | None:
        """What sets the flags that tests read; None where none is read or set."""
        code, addition = self.code, self.instruction.row.addition
        return addition if code is not None and (code.overflow or code.carry) else None

    def _flag(self, flag: str, letter: str) -> str:
        if self._addition is None:
            return "0"
        return f"sum_{letter}.{'x' if flag == 'overflow' else 'y'}"

    def _sums(self) -> list[str]:
        """``sum_x``: OF and CF of the last addition (NV_gpu_program4 2.X.4.3)."""
        addition, operands = self._addition, self.instruction.operands
        if addition is None:
            return []
        negated = [operand.negate for operand in operands]
        lines = []
        for component in self.components:
            if self.context.integer_words:
                values = [operand_words(self.context, operand, component) for operand in operands]
                prefix = "nv_words" if self.instruction.type is _S else "nv_uwords"
                distance = partial(self.call, f"{prefix}_distance", *values[:2])
                text = sum_flags(self.call, WORDS, addition, values, negated, distance)
            else:
                numbers = [self._number(operand, component, operand.type) for operand in operands]
                values = [f"uint64_t({number})" for number in numbers]
                distance = partial(TEXTS["isad"], self.call, *numbers[:2], "uint64_t(0)")
                text = sum_flags(self.call, NUMBERS, addition, values, negated, distance)
            lines.append(f"ivec2 sum_{COMPONENTS[component]} = {text};")
        return lines


def _unread(operand: Operand) -> Operand:
    """UP64's: words that are no number go on as they are, where no sign or bars make one of them."""
    if operand.absolute or operand.negate:
        return operand
    return replace(operand, type=_U)
