"""What NV_fragment_program says in prose of the registers a program and an instruction may use.

!!FP2.0 keeps to it as well, but for how much one instruction may read (docs/semantics.md).
"""

from __future__ import annotations

from nvrender.languages.common.advice import distinct, too_long
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.nodes import ValueNode
from nvrender.languages.common.recovery import Errors
from nvrender.languages.common.textures import TextureChecker
from nvrender.languages.fp1.bindings import NAMES, RESULTS, registers_of
from nvrender.languages.fp1.printer import register_text, source_text
from nvrender.program import Binding, BindingKind, Mask, Register, RegisterFile
from nvrender.program.opcodes import Opcode
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source

#: Scalars of the one vector constant an instruction's constants are merged into.
_MERGED = 4
_HALF_COLOR = RESULTS.index("COLH")
_COLORS = frozenset({RESULTS.index("COLR"), _HALF_COLOR})


def is_half(register: Register) -> bool:
    """True for registers of 16-bit floats: H0 to H63, o[COLH] and HC."""
    match register.file:
        case RegisterFile.TEMPORARY:
            return NAMES[register.index][0] == "H"
        case RegisterFile.RESULT:
            return register.index == _HALF_COLOR
        case RegisterFile.CONDITION_CODE:
            return register.index == 1
        case _:
            return False


class Rules:
    """What the statements so far use; raises ProgramError at what they may not use."""

    def __init__(self, source: Source, profile: Profile, leniency: Leniency) -> None:
        self._source = source
        self._leniency = leniency
        self._profile = profile
        self._sections = sections = profile.language.sections
        self.textures = TextureChecker(
            source, profile.declared_limits, sections.limits, profile.header, "TEX{}"
        )
        #: What all temporary and output registers may cost together (NV_fragment_program 3.11.3).
        self._most = sum(map(is_half, registers_of(profile.language).values()))
        #: Whether an instruction reads one attribute and one parameter at most.
        self._distinct = not profile.labels
        #: The registers that hold something.
        self.used: set[Register] = set()
        self._count = 0
        self._cost = 0
        self._colors: set[int] = set()
        self._opcode: Opcode
        self._attribute: Register | None = None
        self._parameters: list[Binding] = []

    def _fail(self, start: int, message: str, hint: str, section: str, rule: str = "") -> ProgramError:
        return ProgramError(self._source, start, message, hint, section, rule)

    def instruction(self, opcode: Opcode, start: int) -> None:
        """One instruction more, of which the other methods tell."""
        self._count += 1
        if self._count > self._profile.instruction_limit:
            section = self._sections.limits
            raise self._fail(start, too_long(self._profile), "", section, "too-many-instructions")
        self._opcode = opcode
        self._attribute = None
        self._parameters = []

    def destination(self, register: Register, start: int) -> None:
        """A register that is written (3.11.1.2, 3.11.1.3)."""
        opcode = self._opcode
        if register.file is RegisterFile.RESULT and register.index in _COLORS:
            self._colors.add(register.index)
            if self._colors == _COLORS:
                message = "a program writes o[COLR] or o[COLH], not both"
                raise self._fail(start, message, "write one of them throughout", self._sections.results)
        if opcode.packs and (is_half(register) or register.file is RegisterFile.CONDITION_CODE):
            message = f"{opcode.name} writes a 32-bit register, not {register_text(register)}"
            raise self._fail(start, message, "write an R register, o[COLR] or o[DEPR]", opcode.section)
        self._use(register, start)

    def mask(self, mask: Mask, start: int) -> Mask:
        """The write mask of an instruction that writes three components."""
        if mask[3]:
            message = f"{self._opcode.name} writes x, y and z only"
            hint, section = "write .xyz after the destination", self._opcode.section
            return self._leniency.without_w(mask, self._fail(start, message, hint, section))
        return mask

    def _use(self, register: Register, start: int) -> None:
        """Counts a register that holds something: two for 32 bits a component, one for 16."""
        if register in self.used or register.file is RegisterFile.CONDITION_CODE:
            return
        self.used.add(register)
        self._cost += 1 if is_half(register) else 2
        if self._cost > self._most:
            message = f"{register_text(register)} is one register too many: {self._cost} of {self._most}"
            hint = "each R register, o[COLR] and o[DEPR] counts 2, each H register and o[COLH] 1"
            raise self._fail(start, message, hint, self._sections.limits, "too-many-registers")

    def source(self, source: Register | ValueNode, start: int) -> None:
        """What an operand reads (3.11.1.1, 3.11.2)."""
        opcode = self._opcode
        if opcode.flow is not None and not isinstance(source, ValueNode):
            message = f"the operand of {opcode.name} is a parameter or a constant"
            raise self._fail(start, message, "loops run as often as a parameter says", opcode.section)
        if isinstance(source, ValueNode):
            self._parameters.append(source.binding)
            if self._distinct:
                self._check_parameters(start)
            return
        if opcode.unpacks and is_half(source):
            message = f"{opcode.name} reads a 32-bit register or a parameter, not {register_text(source)}"
            raise self._fail(start, message, "copy it to an R register", opcode.section)
        if source.file is RegisterFile.TEMPORARY:
            self._use(source, start)
        elif self._attribute is None:
            self._attribute = source
        elif self._distinct and source != self._attribute:
            one, other = register_text(self._attribute), register_text(source)
            section = self._sections.attributes
            raise self._fail(start, *distinct(one, other, "attribute"), section, "distinct-registers")

    def _check_parameters(self, start: int) -> None:
        """One parameter, or constants that have at most four scalars in all, signs and all."""
        parameters = self._parameters
        first, last = parameters[0], parameters[-1]
        if all(parameter == first for parameter in parameters):
            return
        message, hint = distinct(source_text(first), source_text(last), "parameter")
        if all(parameter.kind is BindingKind.CONSTANT for parameter in parameters):
            count = len({word for parameter in parameters for word in parameter.words})
            if count <= _MERGED:
                return
            message = f"the constants of this instruction are {count} different numbers, {_MERGED} at most"
        raise self._fail(start, message, hint, self._sections.parameters, "distinct-registers")

    def check_results(self, errors: Errors) -> None:
        """A program writes a result."""
        written = any(register.file is RegisterFile.RESULT for register in self.used)
        if not written and not errors.lost:
            message = "no instruction writes a result"
            hint = "a fragment program must write o[COLR], o[COLH] or o[DEPR]"
            end, section = len(self._source.data), self._sections.results
            errors.report(self._fail(end, message, hint, section, "missing-result"))
