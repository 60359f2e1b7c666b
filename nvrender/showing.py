"""How objects show themselves in notebooks and tracebacks."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def shown_by(maker: str) -> Callable[[Any], str]:
    """A ``_repr_html_`` made by the function ``module.function`` of ``nvrender.notebook``.

    It is named, not imported: what it shows lies in rooms below the one that makes the page of it.
    """
    module, function = maker.split(".")

    def page(self: Any) -> str:
        html: str = getattr(import_module(f"nvrender.notebook.{module}"), function)(self)
        return html

    return page
