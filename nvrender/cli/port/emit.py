"""What ``nvrender port --emit`` shows: a program's intermediate representation."""

from __future__ import annotations

import click

from nvrender.ir.text.writer import write
from nvrender.lower.program import lowered
from nvrender.passes.pipeline import LOWERED, after_each, names
from nvrender.program import Program

_ALL = "all"
_PREFIX = "ir:"


def asked(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """``ir``, what the last pass leaves, ``ir:NAME``, what one does, or ``all``."""
    known = ("ir", *(_PREFIX + name for name in names()), _ALL)
    if value is not None and value not in known:
        raise click.BadParameter(f"{value!r} is none of {', '.join(known)}", context, parameter)
    return value


def emitted(program: Program, what: str) -> str:
    """The text of what is asked for, the program's lines beside it.

    Raises TargetError for what has no intermediate representation.
    """
    shaders = dict(after_each(lowered(program)))
    if what != _ALL:
        name = list(shaders)[-1] if what == "ir" else what.removeprefix(_PREFIX)
        return write(shaders[name], program.source)
    texts, before = [], None
    for name, shader in shaders.items():
        head = f"// {name}" if name == LOWERED else f"// after {name}"
        same = shader == before
        texts.append(f"{head}: no change\n" if same else f"{head}\n{write(shader, program.source)}")
        before = shader
    return "\n".join(texts)
