"""The report as one HTML file: everything in it, nothing loaded from elsewhere."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from nvrender.regression.report_model import Picture, Report

if TYPE_CHECKING:
    from jinja2 import Environment


def environment() -> Environment:
    """Templates of nvrender/regression/pages, with everything put into them escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("nvrender.regression", "pages"), autoescape=True, undefined=StrictUndefined
    )
    made.filters["data_url"] = _data_url
    return made


def page(report: Report) -> bytes:
    """The HTML of a report."""
    text = environment().get_template("report.html").render(report=report)
    return text.encode("utf-8", "replace")


def _data_url(picture: Picture) -> str:
    return "data:image/png;base64," + base64.b64encode(picture.png).decode()
