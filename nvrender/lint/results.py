"""Results that a program leaves undefined although something behind it takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nvrender.ops.rows import Form
from nvrender.program import COMPONENTS, Program, RegisterFile, covered
from nvrender.program.profile import Stage
from nvrender.source import ProgramWarning

#: The stages whose last one places vertices.
_PLACING = (Stage.VERTEX, Stage.TESSELLATION_EVALUATION, Stage.GEOMETRY)
_DEPTH = "depth"


def unwritten_results(program: Program) -> Iterator[ProgramWarning]:
    """No position, neither colour nor depth, or not all components of one.

    Where the language gives results a first value nothing is undefined (NV_vertex_program 2.14.1.5).
    """
    profile = program.profile
    if "OUTPUT" not in profile.language.declarations:
        return
    written, forms = _written(program), _effects(program)
    if profile.stage in _PLACING and not program.position_invariant:
        if profile.position not in written and Form.MEMORY in forms:
            return
        if profile.position not in written:
            message = f"no instruction writes result.{profile.position}"
            hint = "where the vertex lies is undefined, unless a later program says it"
            yield _warning(program, 0, message, hint)
        else:
            yield from _incomplete(program, written, [profile.position])
    elif profile.stage is Stage.FRAGMENT:
        colors = [name for name in written if name.startswith("color")]
        if not colors and _DEPTH not in written and not forms:
            message = "no instruction writes result.color or result.depth"
            yield _warning(program, 0, message, "what the fragment looks like is undefined")
        yield from _incomplete(program, written, colors)
        if _DEPTH in written and not written[_DEPTH][2]:
            message, hint = "result.depth.z is never written", "the depth is component z; it is undefined"
            yield _warning(program, _first(program, _DEPTH), message, hint)


def _incomplete(
    program: Program, written: dict[str, list[bool]], names: Sequence[str]
) -> Iterator[ProgramWarning]:
    for name in names:
        missing = "".join(COMPONENTS[place] for place in range(4) if not written[name][place])
        if missing:
            message = f"result.{name.removesuffix('[0]')}.{missing} is never written"
            yield _warning(program, _first(program, name), message, "it is undefined")


def _written(program: Program) -> dict[str, list[bool]]:
    """The components of each result that some instruction names."""
    found: dict[str, list[bool]] = {}
    for row in program.instructions:
        target = row.destination
        if target is not None and target.register.file is RegisterFile.RESULT:
            for index in covered(target.register):
                known = found.setdefault(program.profile.results[index], [False] * 4)
                known[:] = map(max, known, target.mask)
    return found


def _first(program: Program, name: str) -> int:
    """Where a result is written first."""
    index = program.profile.results.index(name)
    return next(
        row.destination.span.start
        for row in program.instructions
        if row.destination is not None
        and row.destination.register.file is RegisterFile.RESULT
        and index in covered(row.destination.register)
    )


def _effects(program: Program) -> set[Form]:
    """What else a program is run for: to discard fragments, to write memory."""
    return {
        row.row.form
        for row in program.instructions
        if row.row.form is Form.KILL
        or (row.row.form is Form.MEMORY and (row.destination is None or row.atomic is not None))
    }


def _warning(program: Program, position: int, message: str, hint: str) -> ProgramWarning:
    section = program.profile.language.sections.results
    return ProgramWarning(program.source, position, message, hint, section, "unwritten-result")
