"""The instruction modifiers of generation 5: sizes, storage, memory, rounding (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from nvrender.languages.arb.grammar.declarations import DeclarationReader
from nvrender.languages.common.spellings import Spelling
from nvrender.ops.memory_access import PRECISIONS, STORAGES, Atomic, Rounding
from nvrender.ops.types import DataType
from nvrender.program import Clamp, Multiply

_ATOMICS = {kind.value: kind for kind in Atomic}
_ROUNDINGS = {kind.value: kind for kind in Rounding}
#: Word → what it sets, which column of an opcode allows it, and what a refusal adds.
_FLAGS = {
    "COH": ("coherent", "cached", "", ""),
    "VOL": ("volatile", "cached", "", ""),
    "PREC": ("precise", "precise", ", which is for arithmetic", ""),
    "CTA": ("group", "group", "", "MEMBAR of compute programs does"),
}
SIZED_WORDS = tuple(dict.fromkeys((*STORAGES, *_ATOMICS, *_ROUNDINGS, *_FLAGS)))
_KINDS = {DataType.FLOAT: "floats", DataType.SIGNED: "integers", DataType.UNSIGNED: "integers"}


class SizedModifierReader(DeclarationReader):
    """Reads what NV_gpu_program5 adds to the modifiers."""

    __slots__ = ()

    def refuse(self, given: Spelling, message: str, hint: str = "") -> Spelling:
        """A modifier the grammar has and the opcode, or another modifier, does not bear."""
        self.restrict(self.error(message, hint, self.sections.suffixes))
        return given

    def twice(self, given: Spelling, what: str) -> Spelling:
        return self.refuse(given, f"{given.opcode.name} takes one {what} at most")

    def sized_modifier(self, given: Spelling, word: str) -> Spelling | None:
        """``given`` with the modifier, or None if ``word`` is none of these."""
        if word in STORAGES:
            return self._size_modifier(given, word)
        # ADD, MIN, … say what an atomic operation does; CEIL, FLR, … how CVT rounds.
        if word in _ATOMICS:
            return self._atomic(given, _ATOMICS[word])
        if word in _ROUNDINGS:
            return self._rounding(given, _ROUNDINGS[word])
        if word not in _FLAGS:
            return None
        field, allowed, what, hint = _FLAGS[word]
        if getattr(given, field):
            return self.twice(given, word)
        if not getattr(given.opcode, allowed):
            return self.refuse(given, f"{given.opcode.name} takes no {word}{what}", hint)
        return given._replace(**{field: True})  # type: ignore[arg-type]

    def _size_modifier(self, given: Spelling, word: str) -> Spelling:
        opcode = given.opcode
        if not opcode.storages:
            return self._precision(given, word)
        if given.typed:
            return self.refuse(given, f"{opcode.name} has a data type already")
        if len(given.storages) == opcode.storage_counts[1]:
            count = "one storage modifier" if opcode.storage_counts[1] == 1 else "two storage modifiers"
            return self.refuse(given, f"{opcode.name} takes {count}, no more")
        storage = STORAGES[word]
        if word not in opcode.storages:
            hint = ""
            option = "NV_gpu_program5_mem_extended"
            if storage.extended and not opcode.atomics and not opcode.rounded:
                hint = f"OPTION {option}; allows it"
            elif opcode.atomics and word == "F32" and opcode.name in ("ATOM", "ATOMIM"):
                hint = "OPTION NV_shader_atomic_float; allows it for ADD and EXCH"
            return self.refuse(given, f"{opcode.name} takes no {word}", hint)
        if storage.type is DataType.FLOAT and storage.bits == 64 and not self.limits.double_floats:
            return self._no_doubles(given, word)
        type = given.type if given.storages else storage.type
        return given._replace(storages=(*given.storages, storage), type=type)

    def _no_doubles(self, given: Spelling, word: str) -> Spelling:
        return self.refuse(given, f"{word} needs GL_NV_gpu_program_fp64, which is not there")

    def _precision(self, given: Spelling, word: str) -> Spelling:
        """The data type and width of an arithmetic operation."""
        opcode, storage = given.opcode, STORAGES[word]
        if opcode.unmodified:
            return self.refuse(given, f"{opcode.name} takes no data type")
        if word not in PRECISIONS:
            message = (
                f"{word} says how memory is accessed; {opcode.name} takes {', '.join(sorted(PRECISIONS))}"
            )
            return self.refuse(given, message)
        if given.typed:
            return self.twice(given, "data type")
        if storage.type not in opcode.types:
            return self.refuse(given, f"{opcode.name} has no form for {_KINDS[storage.type]}")
        if storage.bits == 64:
            if storage.type not in opcode.wide:
                return self.refuse(given, f"{opcode.name} has no 64-bit form for {_KINDS[storage.type]}")
            if storage.type is DataType.FLOAT and not self.limits.double_floats:
                return self._no_doubles(given, word)
            if given.multiply is not None:
                return self.refuse(given, f"{given.multiply.value} multiplies 32 bits")
        if given.multiply in (Multiply.SIGNED_24, Multiply.UNSIGNED_24):
            return self.refuse(given, f"{given.multiply.value} is a data type already")
        return given._replace(type=storage.type, typed=True, bits=storage.bits)

    def _atomic(self, given: Spelling, atomic: Atomic) -> Spelling:
        opcode = given.opcode
        if not opcode.atomics:
            return self.refuse(given, f"{opcode.name} is no atomic operation, which {atomic.value} is for")
        if given.atomic is not None:
            return self.twice(given, "atomic operation")
        return given._replace(atomic=atomic)

    def _rounding(self, given: Spelling, rounding: Rounding) -> Spelling:
        opcode = given.opcode
        if not opcode.rounded:
            return self.refuse(given, f"{opcode.name} takes no {rounding.value}, which is CVT's")
        if given.rounding is not None:
            return self.twice(given, "rounding")
        return given._replace(rounding=rounding)

    def completed_access(self, spelling: Spelling, start: int) -> None:
        """What an opcode with storage modifiers must have, once all are read."""
        opcode = spelling.opcode
        least, _ = opcode.storage_counts
        section = self.sections.suffixes
        if len(spelling.storages) < least:
            message = f"{opcode.name} needs a storage modifier"
            if least == 2:
                message = f"{opcode.name} needs two storage modifiers, the result's and the operand's"
            hint = f"one of {', '.join(sorted(opcode.storages))}"
            self.restrict(self.error_at(start, message, hint, section))
            return
        if opcode.atomics:
            self._completed_atomic(spelling, start)
        if opcode.rounded and spelling.clamp is Clamp.SIGNED and spelling.type is not DataType.FLOAT:
            self.restrict(self.error_at(start, "SSAT clamps float results", section=section))

    def _completed_atomic(self, spelling: Spelling, start: int) -> None:
        opcode, section = spelling.opcode, self.sections.suffixes
        if spelling.atomic is None:
            hint = f"one of {', '.join(kind.value for kind, _ in opcode.atomics)}"
            self.restrict(self.error_at(start, f"{opcode.name} needs an atomic operation", hint, section))
            return
        allowed = dict(opcode.atomics)[spelling.atomic]
        name = spelling.storages[0].name
        if name not in allowed:
            message = f"{opcode.name}.{spelling.atomic.value} has no form for {name}"
            hint = f"it has {', '.join(sorted(allowed))}"
            self.restrict(self.error_at(start, message, hint, opcode.section))
