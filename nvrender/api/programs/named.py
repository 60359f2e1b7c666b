"""Program objects by their names, without binding them (EXT_direct_state_access 2.14.1 and 6.1.12)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from nvrender.api.arguments import name_of
from nvrender.api.command import COMMANDS, family, signature
from nvrender.api.objects.context import ContextState
from nvrender.api.programs import parameters_arb  # noqa: F401  (whose commands these are)
from nvrender.api.programs.arb import object_made
from nvrender.api.programs.targets import NV_BINDINGS, check_program_target

_SECTION = "EXT_direct_state_access 2.14.1"


def _named(base: str) -> Callable[..., Any]:
    """The command ``base`` of the program object with a name, of the target's own object for 0."""
    one = COMMANDS[base]

    def named(gl: ContextState, program: int, target: int, *arguments: Any, **further: Any) -> Any:
        binding = NV_BINDINGS.get(target, target)
        check_program_target(binding, _SECTION)
        number = name_of(program)
        object_made(gl.programs, number, binding, _SECTION)
        bound = gl.programs.bindings[binding]
        gl.programs.bindings[binding] = number
        try:
            return one.function(*one.parts(gl), target, *arguments, **further)
        finally:
            gl.programs.bindings[binding] = bound

    taken = inspect.Parameter("program", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation="int")
    context, *_ = inspect.signature(named).parameters.values()
    others = signature(one.function).parameters.values()
    named.__signature__ = inspect.Signature([context, taken, *others])  # type: ignore[attr-defined]
    return named


def _register() -> None:
    stem = "ProgramLocalParameter"
    bases = {
        "NamedProgramStringEXT": "ProgramStringARB",
        **{f"Named{stem}4{kind}EXT": f"{stem}4{kind}ARB" for kind in ("f", "fv", "d", "dv")},
        f"Named{stem}s4fvEXT": f"{stem}s4fvEXT",
        **{f"Named{stem}I4{kind}EXT": f"{stem}I4{kind}NV" for kind in ("i", "iv", "ui", "uiv")},
        **{f"Named{stem}sI4{kind}EXT": f"{stem}sI4{kind}NV" for kind in ("iv", "uiv")},
        **{f"GetNamed{stem}{kind}EXT": f"Get{stem}{kind}ARB" for kind in ("fv", "dv")},
        **{f"GetNamed{stem}I{kind}EXT": f"Get{stem}I{kind}NV" for kind in ("iv", "uiv")},
        "GetNamedProgramivEXT": "GetProgramivARB",
        "GetNamedProgramStringEXT": "GetProgramStringARB",
    }
    for name, base in bases.items():
        family(name, _named(base), f"{base} of the program with a name, which need not be current.")


_register()
