"""The fixture ``nvrender_numbers``: results of programs held still against stored ones."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from nvrender.gl.inputs.results import STREAM, Results
from nvrender.oracle.tolerance.tolerance import integer_components
from nvrender.program import Program
from nvrender.regression.baselines import numbers as number_baselines
from nvrender.regression.baselines.files import BaselineFile
from nvrender.regression.baselines.names import NUMBERS, renderer_folder
from nvrender.regression.baselines.numbers import Numbers
from nvrender.regression.baselines.processors import drawn_here
from nvrender.regression.comparison.samples import samples
from nvrender.regression.pytest import subjects
from nvrender.regression.pytest.recorder import Recorder
from nvrender.regression.pytest.verdict import Candidate, Details, Result, settle
from nvrender.regression.report.model import Entry
from nvrender.render import inputs
from nvrender.run import run
from nvrender.scene.model import Scene
from nvrender.source import ContextError, InputError, NvrenderError, named

#: Arguments of nvrender.run that a check of a program takes as well.
_OPTIONS = ("state", "count", "numerics", "mode", "watchdog", "textures", "results")


class NumberCheck:
    """Checks of numbers in one test."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def check(
        self,
        subject: Any,
        attributes: Mapping[Any, Any] | None = None,
        parameters: Any = None,
        *,
        name: str | None = None,
        ulps: float = 0,
        backend: str = "gpu",
        frame: int | None = None,
        renderer: str | None = None,
        **options: Any,
    ) -> None:
        """Fail the test unless the numbers are those of the baseline, ``ulps`` units in the last place aside.

        ``subject`` is a program (path, text or Program) run as nvrender.run does, with its other arguments
        in ``options``, textures as paths too; made-up values without attributes and parameters; or a scene,
        whose vertex programs run on what its ``frame`` hands them; or a mapping of names to arrays, with who
        computed them as ``renderer``. ``name`` and paths as nvrender_image's. Where no OpenGL can be had,
        ``backend`` "gpu" is skipped.
        """
        recorder = self._recorder
        entry = Entry(name=recorder.name(name), status="error")
        try:
            place = recorder.place(name, NUMBERS)
            allowed = _checked_ulps(ulps)
            loaded = subjects.loaded(subject, recorder.folders())
            if isinstance(loaded, Scene):
                _refuse("a scene", attributes=attributes, parameters=parameters, renderer=renderer, **options)
                numbers = _of_scene(loaded, frame, backend, recorder.policy.root)
            elif isinstance(loaded, Program):
                _refuse("a program", frame=frame, renderer=renderer)
                if options.get("textures") is not None:
                    options["textures"] = subjects.textures_of(options["textures"], recorder.folders())
                numbers = _of_program(loaded, attributes, parameters, backend, options, recorder.policy.root)
            else:
                _refuse("arrays", attributes=attributes, parameters=parameters, frame=frame, **options)
                numbers = _of_arrays(loaded, renderer)
            programs = _programs(loaded)
            origin = numbers.origin
            own = renderer_folder(origin.renderer) if origin.renderer else ""
            place = replace(place, renderer=own, processor=origin.processor)
            self._settle(entry, place, numbers, allowed, programs)
        except ContextError as error:
            recorder.skip(error)
        except NvrenderError as error:
            recorder.fail(entry, str(error))

    def _settle(
        self, entry: Entry, place: BaselineFile, numbers: Numbers, ulps: float, programs: tuple[Program, ...]
    ) -> None:
        def candidate(path: Path) -> Candidate:
            stored, origin = number_baselines.read(path)
            rows = tuple(number_baselines.compared(numbers, stored, ulps))
            told = [row for row in rows if row.outside]
            return Candidate(
                path=path,
                origin=origin,
                passes=not told,
                identical=not any(row.outside or row.worst for row in rows),
                distance=(sum(row.outside for row in rows),),
                details=lambda: Details(tuple(_told(row) for row in told), {"numbers": rows}),
            )

        result = Result(numbers.origin, lambda: number_baselines.encoded(numbers), programs)
        settle(self._recorder, entry, place, result, candidate)


def _of_program(
    program: Program, attributes: Any, parameters: Any, backend: str, options: dict[str, Any], root: Path
) -> Numbers:
    if attributes is None and parameters is None:
        attributes, parameters = samples(program)
    origin = subjects.here(backend)
    if unknown := sorted(set(options) - set(_OPTIONS)):
        raise InputError(f"a check of numbers takes no {unknown[0]}=; there are {', '.join(_OPTIONS)}")
    results = run(program, attributes, parameters, backend=backend, **options)
    path = Path(program.source.name)
    texts = {subjects.below(root, path, path.name): program.source.text}
    return Numbers(*_arrays(results, program, ""), replace(origin, texts=texts))


def _of_scene(scene: Scene, frame: int | None, backend: str, root: Path) -> Numbers:
    origin = subjects.here(backend)
    arrays: dict[str, Any] = {}
    integers: dict[str, Any] = {}
    rows = inputs(scene, scene.animation.poster if frame is None else frame)
    if not rows:
        raise InputError(f"{named(scene.name)}: no draw has a vertex program, so there are no numbers")
    for number, (program, attributes, parameters, state) in enumerate(rows):
        results = run(program, attributes, parameters, state=state, backend=backend)
        found = _arrays(results, program, f"{number}.{Path(program.source.name).name}.")
        arrays |= found[0]
        integers |= found[1]
    return Numbers(arrays, integers, replace(origin, texts=subjects.scene_texts(scene, root)))


def _of_arrays(given: Any, renderer: str | None) -> Numbers:
    if not isinstance(given, Mapping) or not given:
        what = "an empty mapping" if isinstance(given, Mapping) else f"a {type(given).__name__}"
        raise InputError(
            f"a check of numbers takes a program, a scene or a mapping of arrays; this is {what}"
        )
    arrays = {}
    for name, value in given.items():
        try:
            array = np.asarray(value)
        except (TypeError, ValueError) as error:  # rows of different lengths
            raise InputError(f"array {name!r} is none: {error}") from None
        if array.dtype.kind not in "fiub" or array.dtype.itemsize > 8:
            raise InputError(f"array {name!r} is {array.dtype}; numbers of at most 64 bits are needed")
        if not isinstance(name, str) or not name or name == number_baselines.ORIGIN:
            raise InputError(f"{name!r} is no name for an array; a word other than nvrender is needed")
        arrays[name] = array.astype(array.dtype.newbyteorder("="), copy=False)
    return Numbers(arrays, {}, drawn_here(renderer or ""))


def _arrays(results: Results, program: Program, prefix: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Results by name, those that tell primitives among them, and which hold integers."""
    arrays = results.listed
    masks = integer_components(program)
    integers = {prefix + name: masks[plain] for name in arrays if (plain := STREAM.sub("", name)) in masks}
    return {prefix + name: array for name, array in arrays.items()}, integers


def _programs(subject: Any) -> tuple[Program, ...]:
    if isinstance(subject, Scene):
        return tuple(subject.programs.values())
    return (subject,) if isinstance(subject, Program) else ()


def _refuse(what: str, **given: Any) -> None:
    for name, value in given.items():
        if value is not None:
            raise InputError(f"{name}= does not belong to a check of {what}")


def _checked_ulps(ulps: Any) -> float:
    if isinstance(ulps, bool) or not isinstance(ulps, (int, float)) or not 0 <= ulps < math.inf:
        raise InputError(f"ulps is {ulps!r}; it must be a number from 0")
    return float(ulps)


def _told(row: Any) -> str:
    if row.worst is None and not row.expected:
        return f"{row.name} is {row.place}"
    if not row.place:
        return f"{row.name}: the baseline is {row.expected}, the result {row.actual}"
    worst = "infinitely far" if row.worst is None else f"{row.worst:.0f} ulp"
    return (
        f"{row.name}: {row.outside} of {row.values} values are further than {row.allowed} from the baseline; "
        f"worst {worst} at {row.place}, {row.expected} became {row.actual}"
    )
