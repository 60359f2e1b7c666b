"""The report as one HTML file: everything in it, nothing loaded from elsewhere."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from importlib.resources import files
from typing import Any

import msgspec

from nvrender import __version__
from nvrender.regression.report.model import STATUSES, Entry, Picture, Report
from nvrender.regression.report.picture_sheet import RAMP
from nvrender.regression.report.pictures import Album
from nvrender.source import InputError, printable

_FOLDER = "pages"
_STYLES = ("base.css", "report.css", "compare.css", "programs.css")
_SCRIPTS = ("elements.js", "report.js", "compare.js", "programs.js", "start.js")
#: What a page holds.
_DATA = re.compile('<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
_PICTURE = re.compile('<script type="text/plain" id="(picture-[0-9]+)">([A-Za-z0-9+/=]*)</script>')
#: What single keys do, for the page's own help.
SHORTCUTS = (
    ("j k", "next and previous comparison"),
    ("1 2 3 4 5", "slider, blink, side by side, difference, FLIP map"),
    ("b", "blink: the other of the two pictures"),
    ("+ -", "amplify the difference more or less"),
    ("z", "zoom"),
    ("/", "filter by name"),
    ("c", "copy the command that accepts the change"),
    ("?", "these keys"),
    ("↑ ↓", "in a program: through the linked lines"),
)


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


def policy(style: str, script: str, *, images: str, connect: str = "") -> str:
    """The Content-Security-Policy that allows this style, this script and such images, and nothing else.

    ``connect`` is what the script may send requests to.
    """
    connections = f"connect-src {connect}; " if connect else ""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        f"img-src {images}; {connections}base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def page(report: Report) -> bytes:
    """The HTML of a report; entries that ask for attention come first."""
    album = Album()
    # Where room grows scarce, the pictures of what passed are the ones that are reduced.
    entries = sorted(report.entries, key=lambda entry: STATUSES.index(entry.status))
    data = plain(msgspec.structs.replace(report, entries=()))
    data["entries"] = [_entry(entry, album) for entry in entries]
    data["made_text"] = _date(report.made)
    data["ramp"] = ", ".join(f"rgb({red} {green} {blue})" for red, green, blue in RAMP.astype(int).tolist())
    data["approved"] = None
    return _page(shown(data), list(album.texts.items()))


def served_page(html: bytes, approved: Mapping[str, str]) -> bytes:
    """The page of a report that was written, for a server that approves results.

    ``approved`` are the files that were written, by the names of entries. What the page holds is put into a
    new one: no script of it runs. InputError for what is no report.
    """
    text = html.decode("utf-8", "replace")
    if (match := _DATA.search(text)) is None:
        raise InputError("this is no report.html")
    try:
        data = json.loads(match[1])
        msgspec.convert(data, Report)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise InputError(f"this is no report.html: {error}") from None
    return _page(data | {"approved": dict(approved)}, _PICTURE.findall(text), connect="'self'")


def _page(data: dict[str, Any], pictures: list[tuple[str, str]], connect: str = "") -> bytes:
    style, script = texts(_STYLES), texts(_SCRIPTS)
    return rendered(
        "report.html",
        data=data,
        policy=policy(style, script, images="data:", connect=connect),
        style=style,
        script=script,
        pictures=pictures,
        shortcuts=[(keys.split(), meaning) for keys, meaning in SHORTCUTS],
        version=__version__,
    )


def shown(value: Any) -> Any:
    """``value``, which is plain, with strings that can be shown: no page has control characters."""
    if isinstance(value, dict):
        return {key: shown(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shown(item) for item in value]
    return printable(value) if isinstance(value, str) else value


def plain(value: Any) -> Any:
    """Dictionaries, lists, numbers and strings that are UTF-8, for JSON; bytes are left out."""
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return {name: plain(item) for name, item in fields.items() if not isinstance(item, bytes)}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, str):  # names of files may hold bytes that are no UTF-8
        return value.encode("utf-8", "replace").decode()
    return value


def _entry(entry: Entry, album: Album) -> dict[str, Any]:
    shown = {name: getattr(entry, name) for name in ("baseline", "result", "heat_map", "mask")}
    data: dict[str, Any] = plain(entry)
    for name, picture in shown.items():
        data[name] = plain(album.add(picture)) if isinstance(picture, Picture) else None
    first = next((data[name] for name in ("result", "baseline") if data[name]), None) or {}
    data["thumbnail"] = first.get("thumbnail", "")
    for name in shown:
        (data[name] or {}).pop("thumbnail", None)
    return data


def _date(made: str) -> str:
    """``2026-01-02 03:04 UTC``, or the words there are instead of a date."""
    try:
        return datetime.fromisoformat(made).strftime("%Y-%m-%d %H:%M %Z").strip()
    except ValueError:
        return made
