"""The page of the demo scenes: their pictures, what they say of themselves, their files."""

from __future__ import annotations

import html
from typing import Any

from documentation.links import REPOSITORY, source_url
from nvrender.demos import demo_scenes
from nvrender.scene.load import parsed

_HEAD = """# Demo scenes

They come with the package: `nvrender demo` lists them, `nvrender demo lake` renders one, `nvrender demo
lake --path` says where its files are. Each shows something of a language with programs of its own.
"""


def page() -> str:
    """Markdown, with cards in HTML."""
    cards = [_card(name, parsed(path)) for name, path in demo_scenes().items()]
    return f'{_HEAD}\n<div class="demos">\n{"".join(cards)}</div>\n'


def _card(name: str, scene: dict[str, Any]) -> str:
    programs = [
        f'<a href="{source_url(f"shaders/{file}")}">{file}</a>'
        for file in sorted({path for path in _strings(scene) if (REPOSITORY / "shaders" / path).is_file()})
    ]
    title, description = (html.escape(scene.get(key, "")) for key in ("title", "description"))
    return (
        f'<figure id="{name}"><a href="images/{name}.jpg">'
        f'<img src="images/{name}.jpg" width="640" height="360" loading="lazy" alt="{title}"></a>'
        f"<figcaption><strong>{title}</strong> {description}<br>"
        f'<a href="{source_url(f"scenes/{name}.toml")}">{name}.toml</a>: {", ".join(programs)}'
        "</figcaption></figure>\n"
    )


def _strings(value: Any) -> list[str]:
    """The names of all files that a scene names."""
    if isinstance(value, str):
        return [value.rpartition("/")[2]] if value.startswith("../shaders/") else []
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [name for item in values for name in _strings(item)]
