"""What is asked of a group, a pixel or an image: the value, where it is stored, condition codes, masks."""

from __future__ import annotations

from nvrender.glsl.declared.builders import BUILDERS
from nvrender.glsl.declared.instruction import InstructionView
from nvrender.glsl.declared.operands import TypedOperands
from nvrender.glsl.declared.variables import DOUBLE, Code, Variable
from nvrender.glsl.declared.word_types import (
    KINDS,
    cast,
    passes_words,
    written_type,
)
from nvrender.glsl.expressions import PRIMARY, Expression, call, splat, vector_type
from nvrender.glsl.operations.table import builder_of
from nvrender.glsl.printer.expressions import letters
from nvrender.glsl.registers import condition_tests
from nvrender.glsl.wide.values import double_type as vector_of_doubles
from nvrender.ops.formulas import answers, copies
from nvrender.ops.rows import GROUPED
from nvrender.ops.types import DataType
from nvrender.program import COMPONENTS, Clamp, Condition, Destination, Instruction, RegisterFile


def _flag(name: str) -> str:
    """``CC0_carry`` → ``carry``."""
    return name.partition("[")[0].rsplit("_", 1)[1]


class Writer:
    """The statements of one instruction."""

    def __init__(
        self,
        context: TypedOperands,
        instruction: Instruction,
        destination: Destination,
        condition: Condition | None,
        guard: str,
        found: Expression | None = None,
    ) -> None:
        self.context = context
        self.instruction = instruction
        self.destination = destination
        self.condition = condition
        self.guard = guard
        self.components = tuple(c for c in range(4) if destination.mask[c])
        self.variable = context.storage.of(destination.register)
        self.stored = destination.register.file is not RegisterFile.CONDITION_CODE
        #: What the words are handled as.
        self.kind = KINDS[written_type(instruction, destination)]
        codes, number = context.storage.codes, instruction.condition_code
        #: The condition code it sets, and the one it is under.
        self.code = None if number is None else codes[number]
        self.tested = None if condition is None else codes[condition.register]
        self.view = InstructionView(context, instruction, self.components, found)

    def lines(self) -> list[str]:
        """The statements of the instruction."""
        if self.instruction.row.form in GROUPED and (self.condition is not None or self.guard):
            return self._asked()
        return self._written(self._value())

    def _asked(self) -> list[str]:
        """What asks a group does so outside of the test that guards what it writes."""
        value = self._value()
        first = f"{vector_type(value.width, self.kind)} asked = {value.text};"
        lines = self._written(Expression("asked", PRIMARY, value.width))
        return ["{", *(f"    {line}" for line in (first, *lines)), "}"]

    def _written(self, value: Expression) -> list[str]:
        code = self.code
        if code is None and not self.stored:
            return []
        tests: list[int] = []
        if self.condition is not None:
            tests = sorted({self.condition.swizzle[c] for c in self.components})
        guards = [self.guard] if self.guard else []
        if self.condition is not None and self.tested is not None and len(tests) == 1:
            test = condition_tests.test(self.tested, self.condition, tests[0])
            if test == "false":
                return []
            guards += [] if test == "true" else [test]
        mixed = len(tests) > 1
        relative = self.destination.register.relative
        long = self.variable.high is not None
        if code is None and not mixed and not long and not self._needs_precise():
            return self._guarded(guards, self._store(value, self.components))
        floats = not (self.kind or self.variable.kind)
        plain = code is not None and not (code.kind or code.overflow or code.carry)
        if code is not None and plain and floats and not mixed and relative is None:
            place = letters(self.components)
            target = f"{self._target()}{place} = " if self.stored else ""
            text = self._flushed(f"{target}{self._spread(value).text}", len(self.components))
            return self._guarded(guards, [f"{code.name}{place} = {text};"])
        if code is not None and not mixed and (lines := self._in_turn(code, value)):
            return self._guarded(guards, lines)
        return self._guarded(guards, self._block(value, mixed), block=True)

    def _in_turn(self, code: Code, value: Expression) -> list[str]:
        """The destination, then the code by what is in it now; nothing where the value needs a name."""
        relative = self.destination.register.relative
        named = self.context.exact and not self.kind
        if named or code.overflow or code.carry or relative is not None or self.variable.high is not None:
            return []
        place, whole = letters(self.components), self._spread(value)
        if not self.stored:
            return [f"{code.name}{place} = {self._code_value(code, whole)};"]
        # Threads of a patch share results.
        if self.variable.kind == DOUBLE or self.destination.register.file is not RegisterFile.TEMPORARY:
            return []
        target = f"{self._target()}{place}"
        read = cast(Expression(target, PRIMARY, whole.width), self.variable.kind, self.kind)
        kept = self._code_value(code, read)
        stored = cast(whole, self.kind, self.variable.kind).text
        if kept == target:
            return [f"{code.name}{place} = {target} = {stored};"]
        return [f"{target} = {stored};", f"{code.name}{place} = {kept};"]

    def _value(self) -> Expression:
        instruction = self.instruction
        value = builder_of(BUILDERS, instruction.row)(self.view)
        if self.context.exact and hides_result(instruction):
            self.context.zero()
            value = call(self.view.helper("nv_opaque", value.width), value, width=value.width)
        # What was read from memory is bits as they were, until a clamp takes them as a float.
        clamped_load = instruction.opcode.space is not None and instruction.clamp is not None
        if clamped_load and self.context.flush and not self.view.result_kind:
            value = Expression(
                f"{self.view.helper('nv_flush', value.width)}({value.text})", PRIMARY, value.width
            )
        if instruction.precision == "X" and not instruction.opcode.family.fixed_point_operands:
            if self.context.exact:
                value = call(self.view.helper("nv_fixed_point", value.width), value, width=value.width)
            else:
                value = Expression(f"clamp({value.text}, -2.0, 1.9990234375)", PRIMARY, value.width)
        if instruction.clamp is not None:
            signed = instruction.clamp is Clamp.SIGNED
            if self.context.exact:
                name = "nv_saturate_signed" if signed else "nv_saturate"
                value = call(self.view.helper(name, value.width), value, width=value.width)
            else:
                low = "-1.0" if signed else "0.0"
                value = Expression(f"clamp({value.text}, {low}, 1.0)", PRIMARY, value.width)
        return value

    def _needs_precise(self) -> bool:
        """True for float arithmetic into a variable of words, which cannot be precise itself."""
        instruction = self.instruction
        return (
            self.context.exact
            and not self.kind
            and bool(self.variable.kind)
            and not (instruction.opcode.packs or copies(instruction.operation))
            and (instruction.opcode.space is None or instruction.clamp is not None)
        )

    def _spread(self, value: Expression) -> Expression:
        return splat(value, len(self.components), self.kind)

    def _target(self, variable: Variable | None = None) -> str:
        """The destination; of an array at a run-time index the element, which ``_store`` guards."""
        variable = variable or self.variable
        relative = self.destination.register.relative
        if relative is None:
            return variable.at(self.destination.register.index)
        start = self.destination.register.index - variable.start
        index = self.context.index(relative)
        return f"{variable.name}[{f'{start} + {index}' if start else index}]"

    def _store(self, value: Expression, components: tuple[int, ...]) -> list[str]:
        """Writes ``components``; outside an array the write vanishes."""
        if not self.stored:
            return []
        width = len(components)
        if self.variable.kind == DOUBLE:
            words = cast(splat(value, width, self.kind), self.kind, "")
            return [f"{self._target()}{letters(components)} = {vector_of_doubles(width)}({words.text});"]
        if self.variable.high is not None:
            return self.stored_long(self._widened(value, components), components)
        stored = cast(splat(value, width, self.kind), self.kind, self.variable.kind)
        line = f"{self._target()}{letters(components)} = {stored.text};"
        relative = self.destination.register.relative
        if relative is None:
            return [line]
        return [f"if ({self.context.unsigned_index(relative)} < {self.destination.register.count}u) {line}"]

    def _widened(self, value: Expression, components: tuple[int, ...]) -> list[tuple[str, str]]:
        """Low and high word of each component of a 32-bit result (NV_gpu_program4 2.X.4.3)."""
        found = []
        for number, _ in enumerate(components):
            text = f"{value.text}.{COMPONENTS[number]}" if value.width > 1 else value.text
            if not self.kind:
                flushed = f"{self.context.use('nv_flush', 1)}({text})"
                words = f"unpackDouble2x32(double({flushed}))"
                found.append((f"{words}.x", f"{words}.y"))
            elif self.kind == "i":
                found.append((f"uint({text})", f"uint({text} >> 31)"))
            else:
                found.append((text, "0u"))
        return found

    def stored_long(self, words: list[tuple[str, str]], components: tuple[int, ...]) -> list[str]:
        """Writes both words of each component; outside an array the write vanishes."""
        lines = []
        if self.variable.kind == DOUBLE:
            return [
                f"{self._target()}.{COMPONENTS[component]} = packDouble2x32(uvec2({low}, {high}));"
                for component, (low, high) in zip(components, words, strict=True)
            ]
        assert self.variable.high is not None
        relative = self.destination.register.relative
        test = ""
        if relative is not None:
            test = f"if ({self.context.unsigned_index(relative)} < {self.destination.register.count}u) "
        for component, parts in zip(components, words, strict=True):
            for variable, text in zip((self.variable, self.variable.high), parts, strict=True):
                lines.append(f"{test}{self._target(variable)}.{COMPONENTS[component]} = {text};")
        return lines

    def _block(self, value: Expression, mixed: bool) -> list[str]:
        """The value under a name, then its uses: the code is still the old one for every test."""
        width, code = len(self.components), self.code
        precise = "precise " if self.context.exact and not self.kind else ""
        lines = [f"{precise}{vector_type(width, self.kind)} value = {self._spread(value).text};"]
        named = Expression("value", PRIMARY, width)
        flags = [] if code is None else self._flags(code)
        if not mixed:
            place = letters(self.components)
            lines += [f"{name}{place} = {text};" for name, text in flags]  # of operands not yet overwritten
            if code is not None:
                lines.append(f"{code.name}{place} = {self._code_value(code, named)};")
            return lines + self._store(named, self.components)
        assert self.condition is not None and self.tested is not None
        tested = tuple(self.condition.swizzle[component] for component in self.components)
        relation = condition_tests.relation(self.tested, self.condition, tested)
        if relation is None:
            parts = ", ".join(condition_tests.test(self.tested, self.condition, place) for place in tested)
            relation = f"bvec{width}({parts})"
        # quirks.OPPOSITES
        exact = "precise " if self.context.exact else ""
        lines.append(f"{exact}bvec{width} passed = {relation};")
        for name, text in flags:
            lines.append(f"{vector_type(width, 'b')} {_flag(name)} = {text};")
        for number, component in enumerate(self.components):
            element = Expression(f"value.{COMPONENTS[number]}")
            stores = self._store(element, (component,))
            if code is not None:
                letter = COMPONENTS[component]
                stores.append(f"{code.name}.{letter} = {self._code_value(code, element)};")
                for name, _ in flags:
                    stores.append(f"{name}.{letter} = {_flag(name)}.{COMPONENTS[number]};")
            test = f"if (passed.{COMPONENTS[number]})"
            if len(stores) == 1:
                lines.append(f"{test} {stores[0]}")
            else:
                lines += [f"{test} {{", *(f"    {line}" for line in stores), "}"]
        return lines

    def _code_value(self, code: Code, value: Expression) -> str:
        """The value as the condition code keeps it: its sign, its zeros, its NaNs."""
        kind = code.kind
        if self.variable.high is not None and KINDS[written_type(self.instruction, self.destination)] == "u":
            # The most significant bit of a LONG variable is 0 before an unsigned word.
            name = f"uvec{value.width}" if value.width > 1 else "uint"
            words = f"{name}({value.text})"
            text = f"{vector_type(value.width, 'i')}(({words} >> 1u) | ({words} & 1u))"
            return text if kind == "i" else f"{vector_type(value.width)}({text})"
        if kind == self.kind:
            return value.text if kind else self._flushed(value.text, value.width)
        text = value.text
        if self.kind == "u":
            text = f"{vector_type(value.width, 'i')}({text})"
        return text if kind == "i" else f"{vector_type(value.width)}({text})"

    def _flushed(self, text: str, width: int) -> str:
        """Floats for a condition code: what was only passed on may be denormal, and counts as zero."""
        if not (self.context.flush and passes_words(self.instruction)):
            return text
        return f"{self.view.helper('nv_flush', width)}({text})"

    def _flags(self, code: Code) -> list[tuple[str, str]]:
        """Overflow and carry, which tests read and nothing here sets (NV_gpu_program4 2.X.4.3)."""
        width = len(self.components)
        text = f"bvec{width}(false)" if width > 1 else "false"
        return [(code.flag(kind), text) for kind in ("overflow", "carry") if getattr(code, kind)]

    def _guarded(self, guards: list[str], lines: list[str], block: bool = False) -> list[str]:
        if not guards:
            return ["{", *(f"    {line}" for line in lines), "}"] if block else lines
        test = guards[0] if len(guards) == 1 else " && ".join(f"({guard})" for guard in guards)
        if len(lines) == 1 and not block:
            return [f"if ({test}) {lines[0]}"]
        return [f"if ({test}) {{", *(f"    {line}" for line in lines), "}"]


def hides_result(instruction: Instruction) -> bool:
    """True for a float that answers a comparison or is made of words: compilers may know that it is 0.

    Of 1.0, 0.0 and converted integers they know the sign too, and that they are numbers, and fold the
    comparisons of what is computed of them.
    """
    destination, opcode = instruction.destination, instruction.opcode
    if destination is None or destination.register.file is not RegisterFile.TEMPORARY:
        return False
    if KINDS[written_type(instruction, destination)] or instruction.bits == 64:
        return False
    if opcode.space is not None or opcode.texture is not None:
        return False
    components = tuple(component for component in range(4) if destination.mask[component])
    chosen = opcode.selectors and instruction.clamp is not None  # -1.0 clamped is 0.0
    return chosen or instruction.type is not DataType.FLOAT or answers(instruction.operation, components)
