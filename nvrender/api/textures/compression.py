"""CompressedTexImage and its kin: there are no compressed formats (OpenGL 1.5, 3.8.3 and 6.1.4).

Generic compressed formats are taken by TexImage, and stored as their base formats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nvrender.api.arguments import whole
from nvrender.api.command import command, family
from nvrender.api.errors import invalid_enum, invalid_operation
from nvrender.api.textures.image_checks import checked_level
from nvrender.api.textures.targets import IMAGES, image_target

_SECTION = "OpenGL 1.5, 3.8.3"
_NONE = "a specific compressed format, of which NUM_COMPRESSED_TEXTURE_FORMATS tells that there are none"


def _image(dimensions: int) -> Callable[..., None]:
    def compressed(target: int, level: int, internalformat: int, *rest: Any) -> None:
        image_target(target, dimensions, _SECTION, proxies=True)
        raise invalid_enum("internalformat", internalformat, _NONE, _SECTION)

    return compressed


def _part(dimensions: int) -> Callable[..., None]:
    def compressed(target: int, level: int, *rest: Any) -> None:
        image_target(target, dimensions, _SECTION)
        raise invalid_operation("no image is compressed", _SECTION)

    return compressed


for _count in (1, 2, 3):
    family(f"CompressedTexImage{_count}D", _image(_count), "INVALID_ENUM: there are no compressed formats.")
    family(f"CompressedTexSubImage{_count}D", _part(_count), "INVALID_OPERATION: no image is compressed.")


@command()
def GetCompressedTexImage(target: int, lod: int) -> None:
    """INVALID_OPERATION: no image is compressed."""
    where = IMAGES.get(whole(target, "target"))
    if where is None or where.proxy:
        raise invalid_enum(
            "target", target, "TEXTURE_2D, faces of cube maps and their kin", "OpenGL 1.5, 6.1.4"
        )
    checked_level(where, lod, "OpenGL 1.5, 6.1.4")
    raise invalid_operation("the image is not compressed", "OpenGL 1.5, 6.1.4")
