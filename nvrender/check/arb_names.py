"""Declared names and the registers behind them (ARB_vertex_program 2.14.3, NV_gpu_program4 2.X.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nvrender.program import RegisterFile, Variable
from nvrender.source import ProgramError, Source, Span
from nvrender.syntax.advice import guess, shown

_SUGGESTED = 256
_WHAT = {
    RegisterFile.TEMPORARY: "a temporary",
    RegisterFile.ATTRIBUTE: "an attribute",
    RegisterFile.PARAMETER: "a program parameter",
    RegisterFile.RESULT: "a result",
    RegisterFile.ADDRESS: "an address register",
    RegisterFile.BUFFER: "a parameter buffer",
}


@dataclass(slots=True)
class Symbol:
    """What a name stands for; aliases share it. ``relative``: some instruction indexes it by a variable."""

    variable: Variable
    relative: bool = False

    @property
    def what(self) -> str:
        return _WHAT[self.variable.file]


class Names:
    """The names declared so far, in order, and their variables."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._symbols: dict[str, Symbol] = {}
        self.variables: list[Variable] = []

    def add(self, variable: Variable, section: str) -> Symbol:
        """Declares a variable, or raises if its name is taken."""
        self._check_new(variable.name, variable.span, section)
        symbol = Symbol(variable)
        self._symbols[variable.name] = symbol
        self.variables.append(variable)
        return symbol

    def check_new(self, name: str, span: Span, section: str) -> None:
        """Raises if ``name`` is declared already."""
        self._check_new(name, span, section)

    def _check_new(self, name: str, span: Span, section: str) -> None:
        known = self._symbols.get(name)
        if known is None:
            return
        line, column = self._source.line_and_column(known.variable.span.start)
        message = f"{shown(name)} is declared twice"
        hint = f"first declared at line {line}, column {column}"
        raise ProgramError(self._source, span.start, message, hint, section)

    def add_alias(self, name: str, span: Span, old: str, old_span: Span, section: str) -> None:
        """Makes ``name`` another name of ``old`` (ALIAS)."""
        self._check_new(name, span, section)
        symbol = self.find(old, old_span, section)
        self._symbols[name] = symbol
        self.variables.append(replace(symbol.variable, name=name, alias=old, span=span))

    def find(self, name: str, span: Span, section: str) -> Symbol:
        """The symbol of a declared name, or raises."""
        symbol = self._symbols.get(name)
        if symbol is not None:
            return symbol
        known = list(self._symbols)
        hint = guess(name, known) if 0 < len(known) <= _SUGGESTED else ""
        raise ProgramError(self._source, span.start, f"{shown(name)} is not declared", hint, section)
