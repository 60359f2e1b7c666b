"""Dotted instruction modifiers, and what is wrong with an opcode word (NV_gpu_program4 2.X.4.1)."""

from __future__ import annotations

from nvrender.languages.arb.grammar.sized_modifiers import SIZED_WORDS, SizedModifierReader
from nvrender.languages.arb.options import headers_with
from nvrender.languages.common.advice import UNKNOWN, guess, shown
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.spellings import Spelling, spellings, suffix_advice
from nvrender.languages.common.tokens import is_word
from nvrender.languages.profiles import OPCODES
from nvrender.ops.types import DataType
from nvrender.program import Clamp, Multiply
from nvrender.program.opcodes import ResultClass
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source

_TYPES = {kind.value: kind for kind in DataType}
_CODES = {"CC": 0, "CC0": 0, "CC1": 1}
_CLAMPS = {kind.value: kind for kind in Clamp}
_MULTIPLIES = {kind.value: kind for kind in Multiply}
_OPERATION = {Multiply.SIGNED_24: DataType.SIGNED, Multiply.UNSIGNED_24: DataType.UNSIGNED}
_LONGEST = 24
_WORDS = (*_TYPES, *_CODES, *_CLAMPS, *_MULTIPLIES, "NTC")


class ModifierReader(SizedModifierReader):
    """Reads opcode words and their modifiers."""

    __slots__ = ("_modified",)

    def __init__(self, source: Source, profile: Profile, leniency: Leniency) -> None:
        super().__init__(source, profile, leniency)
        #: Opcode word and modifiers, as read before.
        self._modified: dict[tuple[str, ...], Spelling] = {}

    def modified(self, spelling: Spelling) -> Spelling:
        """The opcode with the ``.NAME`` modifiers that follow it (opModifiers)."""
        if not self.language.dotted:
            raise self.error(f"{self.profile.header} has no `.` modifiers", section=self.sections.suffixes)
        first = end = self.index
        while self.texts[end] == "." and end - first < _LONGEST:
            end += 2
        words = tuple(self.texts[first - 1 : end])
        known = self._modified.get(words)
        if known is not None:
            self.index = end
            return known
        while self.take("."):
            spelling = self._modifier(spelling)
            self.index += 1
            self.window()
        self._modified[words] = spelling
        return spelling

    def _modifier(self, given: Spelling) -> Spelling:
        word, opcode = self.token, given.opcode
        if word == "NTC":
            if given.unchecked:
                return self.twice(given, "NTC")
            if opcode.result is ResultClass.NONE and not opcode.types and not opcode.storages:
                return self.refuse(given, f"{opcode.name} takes no modifiers")
            return given._replace(unchecked=True)
        if self.language.sized:
            found = self.sized_modifier(given, word)
            if found is not None:
                return found
        if word not in _WORDS:
            words = (*_WORDS, *SIZED_WORDS) if self.language.sized else _WORDS
            hint = guess(word, words) if is_word(word) else ""
            hint = hint or f"modifiers are {', '.join(words)}"
            raise self.error(f"expected a modifier, found {shown(word)}", hint, self.sections.suffixes)
        if opcode.unmodified:
            takes = "only NTC" if opcode.result is not ResultClass.NONE else "no modifiers"
            return self.refuse(given, f"{opcode.name} takes {takes}")
        if word in _TYPES:
            return self._data_type(given, _TYPES[word])
        if word in _CODES:
            if given.condition_code is not None:
                return self.twice(given, "condition code modifier")
            if not opcode.condition_code:
                return self.refuse(given, f"{opcode.name} updates no condition code")
            return given._replace(condition_code=_CODES[word])
        if word in _CLAMPS:
            if given.clamp is not None:
                return self.twice(given, "clamp")
            if not opcode.clamp:
                return self.refuse(given, f"{opcode.name} takes no clamp")
            return given._replace(clamp=_CLAMPS[word])
        return self._multiply(given, _MULTIPLIES[word])

    def _data_type(self, given: Spelling, type: DataType) -> Spelling:
        opcode = given.opcode
        if given.typed:
            return self.twice(given, "data type")
        if opcode.storages and (not opcode.types or given.storages):
            return self.refuse(given, f"{opcode.name} takes a storage modifier and no data type")
        if given.multiply is not None and given.multiply in _OPERATION:
            return self.refuse(given, f"{given.multiply.value} is a data type already")
        if type not in opcode.types:
            kind = {DataType.FLOAT: "float"}.get(type, "integer")
            return self.refuse(given, f"{opcode.name} has no {kind} form")
        return given._replace(type=type, typed=True)

    def _multiply(self, given: Spelling, multiply: Multiply) -> Spelling:
        opcode = given.opcode
        if not opcode.multiply:
            return self.refuse(given, f"{multiply.value} is a modifier of MUL only")
        if given.multiply is not None:
            return self.twice(given, "of HI, S24 and U24")
        if given.bits == 64:
            return self.refuse(given, f"{multiply.value} multiplies 32 bits")
        if multiply in _OPERATION and given.typed:
            return self.refuse(given, f"{multiply.value} takes no data type")
        return given._replace(multiply=multiply, type=_OPERATION.get(multiply, given.type))

    def completed(self, spelling: Spelling, start: int) -> None:
        """What an opcode with all its modifiers must keep to."""
        opcode = spelling.opcode
        if self.language.sized and self.restriction is not None:
            return  # What is refused already is not missing too.
        if spelling.multiply is Multiply.HIGH and spelling.type is DataType.FLOAT:
            message = f"{opcode.name}.HI multiplies integers"
            self.restrict(self.error_at(start, message, "add .S or .U", opcode.section))
        if opcode.storages:
            self.completed_access(spelling, start)
        if opcode.rounded:
            return
        if spelling.clamp is not None and opcode.written_type(spelling.type) is not DataType.FLOAT:
            message = f"{spelling.clamp.value} clamps float results; that of {opcode.name} is an integer"
            self.restrict(self.error_at(start, message, section=self.sections.suffixes))

    def bad_word(self, word: str) -> ProgramError:
        """What is wrong with a word that begins no statement."""
        if not word:
            hint = "the word END ends every program"
            return self.error("the program ends without END", hint, rule="missing-end")
        if word == ";":
            return self.error("there is no empty statement", "one `;` ends a statement, none follows a label")
        if not is_word(word):
            hint = "comments begin with #" if word == "/" else ""
            return self.error(f"expected a statement or END, found {shown(word)}", hint)
        if word == "OPTION":
            hint = "options come before everything else"
            return self.error("OPTION after a statement", hint, self.sections.options)
        here, elsewhere = headers_with(
            self.profile.stage,
            lambda profile, language: (
                word in spellings(profile)
                or word in language.declarations
                or any(row.keyword == word for row in language.directives)
            ),
        )
        if any(row.keyword == word for row in self.language.directives):
            hint = "directives come before every statement"
            return self.error(f"{word} after a statement", hint, self.sections.directives)
        if advice := suffix_advice(self.profile, word):
            message, hint, section = advice
            return self.error(message, f"{hint}, or use {here}" if here else hint, section)
        if not here and (self.profile.family.name, word) in OPCODES:
            message = f"{word} is no instruction of a {self.profile.stage.value} program"
            return self.error(message, rule=UNKNOWN)
        if here or elsewhere:
            message = f"{word} is no instruction or declaration of {self.profile.name}"
            hint = f"{here or elsewhere} has it"
            if word == "ADDRESS":
                hint = "integer TEMP variables index arrays here" if self.language.typed else hint
            return self.error(message, hint, rule=UNKNOWN)
        words = [*spellings(self.profile), *self.language.declarations, *self.language.modifiers, "END"]
        message = f"unknown instruction or declaration {shown(word)}"
        return self.error(message, guess(word, words), rule=UNKNOWN)
