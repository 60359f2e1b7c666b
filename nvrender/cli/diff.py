"""``nvrender diff``: GPU against oracle, in pictures or in numbers; or picture against picture."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nvrender.cli.arrays import attributes_from, input_options, numerics_option, parameters_from
from nvrender.cli.check import load_file
from nvrender.cli.sizes import checked_size
from nvrender.cli.terminal import echo_json, progress
from nvrender.cli.textures import texture_option, textures_from
from nvrender.files import check_output, write_whole
from nvrender.regression.limits import SHARE, THRESHOLD
from nvrender.source import InputError

if TYPE_CHECKING:
    from PIL.Image import Image

_MOST_VERTICES = 1 << 24
_INPUTS = ("attributes", "parameters", "parameter", "texture", "count", "seed")
#: Names of scenes and programs.
_ALONE = (".toml", ".vp", ".fp", ".gp")
#: Which options say something about each kind of comparison.
_OPTIONS = {
    "a scene's frame": {"size", "frame", "threshold", "share", "numerics"},
    "a scene's programs": {"frame", "programs", "backend", "numerics"},
    "a program": {*_INPUTS, "backend", "numerics"},
    "two pictures": {"threshold", "share"},
}


def _number(context: click.Context, parameter: click.Parameter, value: float) -> float:
    """NaN passes the comparisons of FloatRange."""
    if math.isnan(value):
        raise click.BadParameter("nan is not in the range; a number is needed")
    return value


@click.command()
@click.argument("sources", metavar="SCENE|FILE|A.png B.png", nargs=-1, required=True)
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
@texture_option
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
    as_json: bool,
    **inputs: Any,
) -> None:
    """Compare GPU and oracle: the frames of a scene (.toml), or every result of a program.

    Two pictures are compared with each other; the second is the reference. Exit status 1 if more than the
    share of pixels differ by more than the threshold, or if any value of a program differs by more than the
    specification's precision allows.

    Backend native lets the driver run the program text itself, where it knows the language. Without
    attributes, ordinary and special values are made up.
    """
    kind = _kind(sources, programs)
    _check_options(context, kind)
    pixels = checked_size(size) or (256, 256)
    if output is not None:
        check_output(Path(output))
    if kind == "a program":
        _numbers(sources[0], _program_cases(sources[0], inputs), inputs, output, as_json)
    elif kind == "a scene's programs":
        _numbers(sources[0], _scene_cases(sources[0], frame), inputs, output, as_json)
    else:
        if kind == "two pictures":
            facts, pair = _pair(sources)
        else:
            facts, pair = _frames(sources[0], pixels, frame, inputs["numerics"])
        _pictures(facts, pair, threshold, share, output, as_json)


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
        if given and name not in {"sources", "output", "as_json", *_OPTIONS[kind]}:
            raise click.UsageError(f"{parameter.opts[-1]} does not apply to {kind}")


#: What pictures are called, and the two with their labels.
_Pair = tuple[dict[str, Any], tuple[tuple[Any, str], tuple[Any, str]]]


def _pair(sources: tuple[str, ...]) -> _Pair:
    from nvrender.gl.pictures import picture

    images = [(picture(Path(source)), Path(source).name) for source in sources]
    return {"pictures": list(sources)}, (images[0], images[1])


def _frames(source: str, size: tuple[int, int], frame: int | None, numerics: str) -> _Pair:
    from nvrender.render import render
    from nvrender.scene.load import load_scene

    scene = load_scene(Path(source))
    number = scene.animation.poster if frame is None else frame
    with progress(f"Drawing {source}") as update:
        gpu = render(scene, size, frame=number, numerics=numerics)
        update(1, 2)
        oracle = render(scene, size, frame=number, backend="oracle")
        update(2, 2)
    return {"scene": source, "frame": number}, ((gpu, "GPU"), (oracle, "oracle"))


def _pictures(
    facts: dict[str, Any],
    pair: tuple[tuple[Any, str], tuple[Any, str]],
    threshold: float,
    share: float,
    output: str | None,
    as_json: bool,
) -> None:
    from nvrender.regression.picture_sheet import side_by_side
    from nvrender.regression.pictures import FLIP_ADVICE, compare_pictures

    (first, first_label), (second, second_label) = pair
    comparison = compare_pictures(first, second, threshold=threshold, flip=True)
    passed = comparison.share <= share
    if output is not None:
        _save(output, side_by_side(first, second, comparison, (first_label, second_label)))
    if as_json:
        echo_json({**facts, "ok": passed, "allowed": share, **comparison.as_data()})
    else:
        name = (
            f"{facts['scene']}, frame {facts['frame']}"
            if "scene" in facts
            else " and ".join(facts["pictures"])
        )
        click.echo(f"{name}: {comparison.text()}")
        if comparison.flip is None:
            click.echo(f"  FLIP not measured: {FLIP_ADVICE}")
        if not passed:
            click.echo(f"  more than the {share:g} % that may differ")
        if output is not None:
            click.echo(output)
    if not passed:
        sys.exit(1)


def _numbers(
    source: str, cases: list[tuple[Any, ...]], inputs: dict[str, Any], output: str | None, as_json: bool
) -> None:
    from nvrender.regression.numbers import ProgramComparison, compare_program, picture

    comparisons: list[ProgramComparison] = []
    with progress(f"Comparing {source}") as update:
        for number, case in enumerate(cases):
            update(number, len(cases))
            textures = textures_from(case[1], inputs["texture"])
            options = {"backend": inputs["backend"], "numerics": inputs["numerics"], "textures": textures}
            comparisons.append(compare_program(*case, **options))
    if output is not None:
        _save(output, picture(comparisons))
    if as_json:
        echo_json([row.as_data() for row in comparisons])
    else:
        for comparison in comparisons:
            click.echo(comparison.text())
        if output is not None:
            click.echo(output)
    if any(comparison.mismatches for comparison in comparisons):
        sys.exit(1)


def _save(output: str, image: Image) -> None:
    write_whole(Path(output), lambda stream: image.save(stream, format="PNG"))


def _scene_cases(source: str, frame: int | None) -> list[tuple[Any, ...]]:
    """(name, program, attributes, parameters, state) of each program of a scene."""
    from nvrender.render import inputs
    from nvrender.scene.load import load_scene

    scene = load_scene(Path(source))
    number = scene.animation.poster if frame is None else frame
    rows = inputs(scene, number)
    if not rows:
        raise InputError(f"{source}: no draw has a vertex program; leave out --programs to compare frames")
    return [(row[0].source.name, *row) for row in rows]


def _program_cases(source: str, inputs: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The same of a program in a file, with inputs given or made up."""
    from nvrender.gl.state import State
    from nvrender.regression.samples import samples

    program = load_file(source)
    # What INF and NaN become is the driver's affair where the language does not say (OpenGL 1.5, 2.1.1).
    special = inputs["backend"] != "native" or program.profile.language is None
    made_attributes, made_parameters = samples(program, inputs["count"], seed=inputs["seed"], special=special)
    attributes, parameters, settings = (inputs[name] for name in ("attributes", "parameters", "parameter"))
    given = attributes_from(attributes) if attributes else made_attributes
    values = parameters_from(parameters, settings) if parameters or settings else made_parameters
    return [(program.source.name, program, given, values, State())]
