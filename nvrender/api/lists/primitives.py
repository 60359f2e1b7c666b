"""Primitives of display lists: what Begin, attributes and End draw is made once, when the list is ended."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any

from nvrender.api import enums
from nvrender.api.command import COMMANDS, plain, taken_parts
from nvrender.api.draw.commands import ORIGIN, columns, draw
from nvrender.api.draw.replay import remember, repeated
from nvrender.api.draw.stages import MODES, check_drawable
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.lists import Primitive, Step, Steps
from nvrender.api.objects.vertices import ImmediateState
from nvrender.oracle.frame.draw import Primitives
from nvrender.source import GLError, InputError

_BEGINNINGS = ("Vertex", "Normal", "Color", "SecondaryColor", "TexCoord", "MultiTexCoord", "FogCoord")
#: The value of an attribute that a list has not set.
_UNKNOWN: Any = object()
_numbers = count()


def joined(steps: Iterable[Step]) -> Steps:
    """The steps of a list, a Primitive in place of those that make one."""
    found: list[Step | Primitive] = []
    begun: list[Step] = []
    for step in steps:
        found.append(step)
        if step.name == "Begin":
            begun = [step]
        elif begun and (step.name == "End" or _sets_attribute(step)):
            begun.append(step)
            if step.name == "End":
                if (made := _primitive(tuple(begun))) is not None:
                    found[-len(begun) :] = [made]
                begun = []
        else:
            begun = []
    return tuple(found)


def _sets_attribute(step: Step) -> bool:
    named = step.name.startswith(_BEGINNINGS) and not step.client
    return named and taken_parts(COMMANDS[step.name].function) == ("immediate",)


def _primitive(steps: tuple[Step, ...]) -> Primitive | None:
    """What steps from Begin to End draw; None where only the call can say, or finds an error."""
    (mode,) = steps[0].arguments
    if type(mode) is not int or mode not in MODES or mode == enums.PATCHES:
        return None
    trial = ImmediateState()
    trial.current = [_UNKNOWN] * len(trial.current)
    trial.begin(mode)
    try:
        for step in steps[1:-1]:
            COMMANDS[step.name].function(trial, *map(plain, step.arguments))
    except (GLError, InputError, TypeError, ValueError, OverflowError):
        return None
    if not trial.vertices:
        return None
    first = dict(enumerate((trial.vertices[0], *trial.others[0])))
    known = {number: value for number, value in first.items() if value is not _UNKNOWN}
    last = {number: value for number, value in enumerate(trial.current) if value is not _UNKNOWN}
    if known.keys() != last.keys():  # the call says what one is before it is set
        return None
    return Primitive(steps, mode, columns(trial.vertices, trial.others), known, last, next(_numbers))


def draw_primitive(gl: ContextState, primitive: Primitive) -> bool:
    """Draw it; False, and nothing is done, where its steps have to be taken, which say what is wrong."""
    immediate = gl.immediate
    if immediate.begun is not None:
        return False
    try:
        check_drawable(gl, primitive.mode)
    except GLError:
        return False
    first = tuple(
        ORIGIN if number in primitive.attributes else primitive.first.get(number, value)
        for number, value in enumerate(immediate.current)
    )
    for number, value in primitive.last.items():
        immediate.current[number], immediate.rest = value, None
    key = "list", primitive.number
    if repeated(gl, key):
        return True
    given = Primitives(MODES[primitive.mode], primitive.attributes, patch=gl.fixed.patch)
    try:
        remember(gl, key, draw(gl, primitive.mode, given, first, key), ())
    except GLError as error:
        error.call = error.call or "End"
        raise
    return True
