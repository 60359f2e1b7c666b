"""``nvrender gallery``: a page of thumbnails of every scene of a folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from nvrender.cli.farm.options import part_options
from nvrender.cli.farm.work import Parts, Work
from nvrender.cli.inputs.numerics import checked_size
from nvrender.cli.messages.terminal import echo_json, progress
from nvrender.cli.render import usable_backend
from nvrender.regression.comparison.tolerance import TIME_LIMIT
from nvrender.source import named

_MOST_PROCESSES = 64
_LONGEST = 86400


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("-o", "--output", required=True, metavar="SITE", help="A new folder, or an older gallery.")
@click.option("--size", metavar="WxH", help="Pixels of the pictures; each scene's own size if absent.")
@click.option("--title", help="What the page is called; the folder's name if absent.")
@click.option(
    "--jobs",
    type=click.IntRange(1, _MOST_PROCESSES),
    help="Scenes drawn at a time; the number of processors if absent.",
)
@click.option(
    "--time-limit",
    default=TIME_LIMIT,
    show_default=True,
    metavar="SECONDS",
    type=click.IntRange(1, _LONGEST),
    help="A scene that takes longer is given up.",
)
@click.option(
    "--backend",
    type=click.Choice(["gpu", "oracle"]),
    help="What draws; the GPU, or the oracle on the CPU where there is no OpenGL, if absent.",
)
@click.option("--still", is_flag=True, help="Leave out animations, of which each card has 24 frames.")
@part_options
@click.option("--json", "as_json", is_flag=True, help="Write what was found as JSON to standard output.")
def command(
    folder: str,
    output: str,
    size: str | None,
    title: str | None,
    jobs: int | None,
    time_limit: int,
    backend: str | None,
    still: bool,
    as_json: bool,
    parts: Parts,
) -> None:
    """Draw every scene (.toml) of DIR and write a page that shows them.

    Each is also compared with the oracle, as nvrender diff does. Scenes that cannot be drawn have cards that
    say why, and the exit status is 1.
    """
    from nvrender.regression.report.gallery import Card, Job, draw_all, draw_isolated, scenes_of
    from nvrender.regression.report.gallery_site import card_facts, check_site, stems_of, write_site

    pixels = checked_size(size)
    site = Path(output)
    scenes = scenes_of(Path(folder))
    check_site(site)
    backend = backend or usable_backend()
    with progress(f"Drawing {named(folder)}") as update:
        drawn = [Job(path, pixels, backend, time_limit, still) for path in scenes]
        names = [*map(str, scenes), str(pixels), backend, str(still)]
        work = Work("gallery", drawn, names, draw_isolated, Card)
        processes = jobs or os.cpu_count() or 1
        cards = parts.rows(work, update, lambda some: iter(draw_all(some, processes, update)))
    if cards is None:
        return
    index = write_site(site, title or Path(folder).resolve().name or folder, cards)
    facts = [card_facts(card, stem) for card, stem in zip(cards, stems_of(cards), strict=True)]
    broken = [card for card in cards if card.error]
    if as_json:
        echo_json({"index": str(index), "scenes": facts})
    else:
        for card in broken:
            click.echo(f"{named(Path(folder) / card.file)}: not drawn: {card.error}", err=True)
        click.echo(f"{named(index)}: {len(cards) - len(broken)} of {len(cards)} scenes drawn")
    if broken:
        sys.exit(1)
