"""A row of directives: what a program declares before all else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Directive:
    """``keyword``, then one of ``words`` (word → vertices), or as many numbers as there are ``limits``.

    Each limit is that of program.limits a number may reach; an element of one is given as ``name.2``. Only
    the first number must be there. Numbers begin at ``least``. ``mandatory`` ones stand once, others at most
    once.
    """

    keyword: str
    words: Mapping[str, int] | None = None
    limits: tuple[str, ...] = ()
    least: int = 1
    mandatory: bool = True
