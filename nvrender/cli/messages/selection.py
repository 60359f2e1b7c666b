"""Which warnings are wanted, and the options that say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import click

from nvrender.program.rules import RULES
from nvrender.source import ProgramWarning

_WARNINGS = [rule.name for rule in RULES.values() if rule.warning]


@dataclass(frozen=True)
class Selection:
    """The rules whose warnings are wanted, all without ``select``, but those of ``ignore``."""

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()

    def of(self, warned: Iterable[ProgramWarning]) -> tuple[ProgramWarning, ...]:
        """Those of ``warned`` that are wanted."""
        return tuple(row for row in warned if row.rule not in self.ignore and self._selects(row.rule))

    def _selects(self, rule: str) -> bool:
        return not self.select or rule in self.select


def selection_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--select`` and ``--ignore``, handed on as sets of rules."""
    for name, what in (("--ignore", "Leave out warnings of a rule"), ("--select", "Warn of a rule alone")):
        command = click.option(
            name,
            multiple=True,
            metavar="RULE[,RULE…]",
            callback=_rules,
            help=f"{what}; may be repeated.",
        )(command)
    return command


def _rules(context: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> frozenset[str]:
    names = [name.strip() for each in value for name in each.split(",") if name.strip()]
    for name in names:
        if name not in _WARNINGS:
            raise click.BadParameter(f"{name!r} is none of {', '.join(_WARNINGS)}", context, parameter)
    return frozenset(names)
