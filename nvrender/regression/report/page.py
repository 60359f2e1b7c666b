"""What HTML pages are made of: templates, styles and scripts of nvrender/regression/pages."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from nvrender.source import printable

_FOLDER = "pages"


def texts(names: Sequence[str]) -> str:
    """Several files of styles or scripts, one behind the other."""
    folder = files("nvrender.regression") / _FOLDER
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def rendered(template: str, *, style: str, script: str, **values: Any) -> bytes:
    """A page in UTF-8. Whatever is put into it is escaped, ``style`` and ``script`` alone are not."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        loader=PackageLoader("nvrender.regression", _FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        finalize=lambda value: printable(value) if type(value) is str else value,
    )
    made.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "allow_nan": False}
    text = made.get_template(template).render(style=Markup(style), script=Markup(script), **values)
    return text.encode("utf-8", "replace")


def policy(style: str, script: str, *, images: str) -> str:
    """The Content-Security-Policy that allows this style, this script and such images, and nothing else."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        f"img-src {images}; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
