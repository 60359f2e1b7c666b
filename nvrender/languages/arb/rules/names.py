"""Declared names and the registers behind them (ARB_vertex_program 2.14.3, NV_gpu_program4 2.X.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nvrender.languages.arb.rules.rules import Context, Rules
from nvrender.languages.common.advice import shown
from nvrender.program import Register, RegisterFile, Variable
from nvrender.source import Span

_WHAT = {
    RegisterFile.TEMPORARY: "a temporary",
    RegisterFile.ATTRIBUTE: "an attribute",
    RegisterFile.PARAMETER: "a program parameter",
    RegisterFile.RESULT: "a result",
    RegisterFile.ADDRESS: "an address register",
    RegisterFile.BUFFER: "a parameter buffer",
    RegisterFile.TEXTURE: "a texture",
    RegisterFile.IMAGE: "an image",
    RegisterFile.STORAGE: "a storage buffer",
    RegisterFile.SHARED: "shared memory",
    RegisterFile.SUBROUTINE: "a subroutine",
}


@dataclass(slots=True)
class Symbol:
    """What a name stands for; aliases share it.

    ``register`` is the variable's, or an array's first. ``relative``: some instruction indexes it by a
    variable.
    """

    variable: Variable
    register: Register
    relative: bool = False

    @property
    def what(self) -> str:
        return _WHAT[self.variable.file]


class Names(Rules):
    """The names declared so far, in order, and their variables."""

    cited = "variables"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._symbols: dict[str, Symbol] = {}
        self._types: dict[str, Span] = {}
        self.variables: list[Variable] = []

    def add(self, variable: Variable, section: str) -> Symbol:
        """Declares a variable, or raises if its name is taken."""
        self.check_new(variable.name, variable.span, section)
        # Only generation 5 has components of more than 32 bits (docs/semantics.md).
        long = self.language.sized and variable.size == "LONG"
        register = Register(
            variable.file,
            variable.index,
            bank=variable.bank,
            banks=variable.banks,
            bytes=variable.bytes,
            long=long,
        )
        symbol = Symbol(variable, register)
        self._symbols[variable.name] = symbol
        self.variables.append(variable)
        return symbol

    def check_new(self, name: str, span: Span, section: str) -> None:
        """Raises if ``name`` is declared already."""
        symbol = self._symbols.get(name)
        first = self._types.get(name) if symbol is None else symbol.variable.span
        if first is None:
            return
        line, column = self.source.line_and_column(first.start)
        message, hint = f"{shown(name)} is declared twice", f"first declared at line {line}, column {column}"
        raise self.fail(span, message, hint, section, "declared-twice")

    def add_alias(self, name: str, span: Span, old: str, section: str) -> None:
        """Makes ``name`` another name of ``old`` (ALIAS)."""
        self.check_new(name, span, section)
        symbol = self.find(old)
        self._symbols[name] = symbol
        self.variables.append(replace(symbol.variable, name=name, alias=old, span=span))

    def add_type(self, name: str, span: Span, section: str) -> None:
        """Declares the name of a subroutine type, which may stand again."""
        if name not in self._types:
            self.check_new(name, span, section)
            self._types[name] = span

    def is_type(self, name: str) -> bool:
        """True for the name of a subroutine type."""
        return name in self._types

    def find(self, name: str) -> Symbol:
        """The symbol of a name, which the grammar has found declared."""
        return self._symbols[name]
