"""``nvrender diff``: GPU against oracle, in pictures or in numbers; or picture against picture."""

from __future__ import annotations

import math
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nvrender.cli.diff.output import Output, Pair
from nvrender.cli.farm.diffs import compare_all
from nvrender.cli.farm.options import part_options
from nvrender.cli.farm.work import ALL, Parts
from nvrender.cli.inputs.inputs import INPUTS, Inputs, input_options
from nvrender.cli.inputs.memory import Reached
from nvrender.cli.inputs.numerics import checked_size, numerics_option
from nvrender.cli.inputs.reading import Reading, reading_options
from nvrender.cli.messages.terminal import progress
from nvrender.files import check_folder, check_output
from nvrender.gl.patches import takes_patches
from nvrender.program.memory import reaching_outside
from nvrender.regression.comparison.tolerance import SHARE, THRESHOLD
from nvrender.source import InputError, named

if TYPE_CHECKING:
    from nvrender.program import Program
    from nvrender.regression.report.model import Entry

_MOST_VERTICES = 1 << 24
#: Names of scenes and programs.
_ALONE = (".toml", ".vp", ".tcp", ".tep", ".gp", ".fp", ".cp")
#: Which options say something about each kind of comparison.
_OPTIONS = {
    "a scene's frame": {"size", "frame", "threshold", "share", "numerics"},
    "a scene's programs": {"frame", "programs", "backend", "numerics"},
    "a program": {
        *INPUTS,
        "count",
        "seed",
        "backend",
        "numerics",
        "lenient",
        "preprocess",
        "defines",
        "includes",
    },
    "two pictures": {"threshold", "share"},
}


def _number(context: click.Context, parameter: click.Parameter, value: float) -> float:
    """NaN passes the comparisons of FloatRange."""
    if math.isnan(value):
        raise click.BadParameter("nan is not in the range; a number is needed")
    return value


@click.command()
@click.argument("sources", metavar="SCENE|FILE|DIR|A.png B.png", nargs=-1, required=True)
@click.option("--programs", is_flag=True, help="Compare what a scene's programs compute, not its frames.")
@click.option("--size", metavar="WxH", help="Of a scene's frame, 256x256 if absent.")
@click.option(
    "--frame", type=click.IntRange(min=0), help="Which frame of a scene; its poster frame if absent."
)
@click.option(
    "--threshold",
    default=THRESHOLD,
    show_default=True,
    type=click.FloatRange(0, 255),
    callback=_number,
    help="Steps of 255 by which a channel may differ before its pixel counts.",
)
@click.option(
    "--share",
    default=SHARE,
    show_default=True,
    type=click.FloatRange(0, 100),
    callback=_number,
    help="Pixels that may count, in percent.",
)
@input_options
@click.option(
    "--count",
    default=1024,
    show_default=True,
    type=click.IntRange(1, _MOST_VERTICES),
    help="Vertices, where no attributes are given.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    type=click.IntRange(min=0),
    help="Seed of the inputs, where none are given.",
)
@click.option(
    "--backend",
    default="gpu",
    show_default=True,
    type=click.Choice(["gpu", "native"]),
    help="The other side of programs.",
)
@numerics_option
@click.option(
    "-o", "--output", metavar="PNG", help="Write a picture: both sides and a heat map, or programs' errors."
)
@click.option("--report", metavar="DIR", help="Write report.html, to look at, and report.json into a folder.")
@reading_options
@part_options
@click.option("--json", "as_json", is_flag=True, help="Write JSON to standard output.")
@click.pass_context
def command(
    context: click.Context,
    /,
    sources: tuple[str, ...],
    programs: bool,
    size: str | None,
    frame: int | None,
    threshold: float,
    share: float,
    output: str | None,
    report: str | None,
    as_json: bool,
    reading: Reading,
    parts: Parts,
    **asked: Any,
) -> None:
    """Compare GPU and oracle: the frames of a scene (.toml), or every result of a program.

    Of a folder every program and every scene is compared.

    Two pictures are compared with each other; the second is the reference. Exit status 1 if more than the
    share of pixels differ by more than the threshold, or if any value of a program differs by more than the
    specification's precision allows.

    Backend native lets the driver run the program text itself, where it knows the language. Without
    attributes, ordinary and special values are made up.
    """
    if parts != ALL or any(map(os.path.isdir, sources)):
        compare_all(context, sources, parts, as_json)
        return
    kind = _kind(sources, programs)
    _check_options(context, kind)
    pixels = checked_size(size) or (256, 256)
    if output is not None:
        check_output(Path(output))
    if report is not None:
        check_folder(Path(report))
    to, run = Output(sources, output, report, as_json), _Run(**asked)
    if kind == "a program":
        program = run.inputs.load(sources[0], reading)
        if reaching_outside(program) is not None:
            _memory(program, run, to)
        else:
            _numbers([_program_case(program, run, run.inputs.reached)], run, to)
    elif kind == "a scene's programs":
        _numbers(_scene_cases(sources[0], frame), run, to)
    elif kind == "two pictures":
        _pictures(_pair(sources), threshold, share, to)
    else:
        _pictures(_frames(sources[0], pixels, frame, run.numerics), threshold, share, to)


@dataclass(frozen=True, slots=True)
class _Run:
    """What both sides of a program are given, and which they are."""

    inputs: Inputs
    count: int
    seed: int
    backend: str
    numerics: str


def _kind(sources: tuple[str, ...], programs: bool) -> str:
    if len(sources) > 2:
        raise click.UsageError("give a scene, a program, or two pictures")
    if len(sources) == 2:
        if any(Path(source).suffix in _ALONE for source in sources):
            raise click.UsageError("two pictures are compared with each other; a scene or a program alone")
        return "two pictures"
    if sources[0].endswith(".toml"):
        return "a scene's programs" if programs else "a scene's frame"
    return "a program"


def _check_options(context: click.Context, kind: str) -> None:
    for parameter in context.command.params:
        name = parameter.name or ""
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and name not in {"sources", "output", "report", "as_json", *_OPTIONS[kind]}:
            raise click.UsageError(f"{parameter.opts[-1]} does not apply to {kind}")


def _pair(sources: tuple[str, ...]) -> Pair:
    from nvrender.gl.textures.pictures import picture

    first, second = (picture(Path(source)) for source in sources)
    labels = Path(sources[0]).name, Path(sources[1]).name
    return Pair({"pictures": list(sources)}, " and ".join(map(named, sources)), (first, second), labels)


def _frames(source: str, size: tuple[int, int], frame: int | None, numerics: str) -> Pair:
    from nvrender.regression.comparison.frame_pairs import frame_pair
    from nvrender.render import programs_of
    from nvrender.scene.load import load_scene

    scene = load_scene(Path(source))
    number = scene.animation.poster if frame is None else frame
    with progress(f"Drawing {named(source)}") as update:
        update(0, 1)
        pair = frame_pair(scene, size, number, numerics)
        update(1, 1)
    info = pair.info
    more = {
        "programs": programs_of(scene),
        "notes": pair.notes,
        "numerics": numerics,
        "renderer": info["GL_RENDERER"],
        "version": info["GL_VERSION"],
        "baseline_renderer": "nvrender's oracle",
    }
    facts = {"scene": source, "frame": number}
    title, sides = f"{named(source)}, frame {number}", (pair.gpu, pair.oracle)
    return Pair(facts, title, sides, ("GPU", "oracle"), more, pair.notes)


def _pictures(pair: Pair, threshold: float, share: float, to: Output) -> None:
    from nvrender.regression.comparison.pictures import FLIP_ADVICE, compare_pictures
    from nvrender.regression.report.picture_sheet import side_by_side

    comparison = compare_pictures(*pair.pictures, threshold=threshold, flip=True)
    passed = comparison.share <= share

    def entries() -> list[Entry]:
        from nvrender.regression.report.diff import picture_entry

        return [picture_entry(pair.name, pair.pictures, pair.labels, comparison, share, **pair.more)]

    to.save(lambda: side_by_side(*pair.pictures, comparison, pair.labels), entries)
    text = [f"{pair.name}: {comparison.text()}"]
    if comparison.flip is None:
        text.append(f"  FLIP not measured: {FLIP_ADVICE}")
    text += [f"  {note}" for note in pair.notes]
    if not passed:
        text.append(f"  more than the {share:g} % that may differ; --threshold and --share say what may")
    notes = {"notes": list(pair.notes)} if pair.notes else {}
    to.say({**pair.facts, **notes, "ok": passed, "allowed": share, **comparison.as_data()}, text)
    if not passed:
        sys.exit(1)


def _numbers(cases: list[tuple[Any, ...]], run: _Run, to: Output) -> None:
    from nvrender.regression.comparison.programs import ProgramComparison, compare_program, picture

    comparisons: list[ProgramComparison] = []
    with progress(f"Comparing {named(to.sources[0])}") as update:
        for number, case in enumerate(cases):
            update(number, len(cases))
            comparisons.append(
                compare_program(
                    *case,
                    backend=run.backend,
                    numerics=run.numerics,
                    textures=run.inputs.textures(case[1]),
                    **_assembled(case[1], run.inputs),
                )
            )

    def entries() -> list[Entry]:
        from nvrender.regression.report.diff import program_entry

        return [
            program_entry(found, case[1], numerics=run.numerics)
            for found, case in zip(comparisons, cases, strict=True)
        ]

    to.save(lambda: picture(comparisons), entries)
    to.say([row.as_data() for row in comparisons], [row.text() for row in comparisons])
    if any(comparison.mismatches for comparison in comparisons):
        sys.exit(1)


def _scene_cases(source: str, frame: int | None) -> list[tuple[Any, ...]]:
    """(name, program, attributes, parameters, state) of each program of a scene."""
    from nvrender.render import inputs
    from nvrender.scene.load import load_scene

    scene = load_scene(Path(source))
    number = scene.animation.poster if frame is None else frame
    rows = inputs(scene, number)
    if not rows:
        raise InputError(
            f"{named(source)}: no draw has a vertex program; leave out --programs to compare frames"
        )
    return [(row[0].source.name, *row) for row in rows]


def _memory(program: Program, run: _Run, to: Output) -> None:
    """What a program that reaches memory leaves there."""
    from nvrender.regression.comparison.memory import compare_memory

    if run.backend == "native" or to.picture is not None or to.report is not None:
        raise click.UsageError(
            "--backend native, -o and --report do not apply to a program that reaches memory"
        )
    reached = run.inputs.reached
    name, _, attributes, parameters, state = _program_case(program, run, reached)
    compute = program.compute is not None
    found = compare_memory(
        name,
        program,
        None if compute else attributes,
        parameters,
        state,
        numerics=run.numerics,
        textures=run.inputs.textures(program),
        **_assembled(program, run.inputs),
        **reached.of_run,
    )
    to.say([found.as_data()], [found.text()])
    if found.mismatches:
        sys.exit(1)


def _assembled(program: Program, inputs: Inputs) -> dict[str, Any]:
    """How vertices make what a program takes; UsageError where it takes neither primitives nor patches."""
    if inputs.mode is not None and program.geometry is None:
        raise click.UsageError("--mode is for geometry programs")
    if inputs.patch is not None and not takes_patches(program):
        raise click.UsageError("--patch is for tessellation programs and geometry programs of PATCHES")
    return {"mode": inputs.mode, "patch": inputs.patches}


def _program_case(program: Program, run: _Run, reached: Reached) -> tuple[Any, ...]:
    """The same of a program in a file, with inputs given or made up.

    Addresses and sizes are not made up: of a program that reaches memory all parameters are as given.
    """
    from nvrender.regression.comparison.sample_states import sample_state
    from nvrender.regression.comparison.samples import samples

    inputs = run.inputs
    # What INF and NaN become is the driver's affair where the language does not say (OpenGL 1.5, 2.1.1).
    special = run.backend != "native" or not program.profile.declares_names
    count = max(run.count, inputs.patch or 0)
    attributes, values = samples(program, count, seed=run.seed, special=special)
    if inputs.attributes:
        attributes = inputs.arrays
    if inputs.parameters or inputs.parameter or reaching_outside(program) is not None:
        values = inputs.values(reached)
    state = sample_state(program, seed=run.seed).with_(window_height=inputs.window_height)
    return (program.source.name, program, attributes, values, state)
