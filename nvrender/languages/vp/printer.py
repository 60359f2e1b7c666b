"""How programs of the vertex program family are written."""

from __future__ import annotations

from nvrender.languages.common.printer import Printer
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.ops.types import DataType
from nvrender.program import COMPONENTS, Register, RegisterFile
from nvrender.program.profile import Profile
from nvrender.source import InternalError


class VertexPrinter(Printer):
    """Prints one program, whose registers have fixed names."""

    def register(self, register: Register, type: DataType, unchecked: bool) -> str:
        return register_text(register, self._program.profile)


def register_text(register: Register, profile: Profile) -> str:
    """``R0``, ``v[OPOS]``, ``c[A0.x+3]``, ``o[HPOS]``, ``A0`` or ``CC``."""
    index = register.index
    match register.file:
        case RegisterFile.TEMPORARY:
            return f"R{index}"
        case RegisterFile.ADDRESS:
            return f"A{index}"
        case RegisterFile.CONDITION_CODE:
            return "CC"
        case RegisterFile.RESULT:
            return f"o[{profile.results[index]}]"
        case RegisterFile.ATTRIBUTE:
            mnemonic = ATTRIBUTES[index].mnemonic if profile.attribute_mnemonics else ""
            return f"v[{mnemonic or index}]"
        case RegisterFile.PARAMETER:
            relative = register.relative
            if relative is None:
                return f"c[{index}]"
            offset = f"{relative.offset:+d}" if relative.offset else ""
            return f"c[A{relative.register}.{COMPONENTS[relative.component]}{offset}]"
        case _:
            raise InternalError(f"the vertex program family has no {register.file.value}")
