"""Pictures made ready to stand in a page: each once, of bounded size, alpha beside the colours."""

from __future__ import annotations

import base64
import hashlib
import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nvrender.gl.textures.pictures import FILE_BYTES, PIXELS, existing, reason
from nvrender.regression.report.model import Picture
from nvrender.source import InputError

if TYPE_CHECKING:
    from PIL import Image

#: Larger sides are reduced to this.
LARGEST_SIDE = 4096
#: When the pictures of a page have this many bytes, the following are reduced to SMALL_SIDE.
ROOM = 96 * 2**20
SMALL_SIDE = 640
_THUMBNAIL = (172, 108)


@dataclass
class Album:
    """The pictures of one page by name, base64 of a PNG each."""

    texts: dict[str, str] = field(default_factory=dict)
    _known: dict[bytes, dict[str, Any]] = field(default_factory=dict)
    _used: int = 0

    def add(self, picture: Picture) -> dict[str, Any]:
        """What the page needs to know of a picture: size, path, and ``id``, or ``problem``.

        ``id`` names its text, ``alpha`` that of its alpha where that is not 255 everywhere, ``reduced`` is
        the size it is reduced to, or None. ``thumbnail`` is a data URL.
        """
        facts: dict[str, Any] = {"width": picture.width, "height": picture.height, "path": picture.path}
        try:
            data = picture.png or existing(Path(picture.path), "picture", FILE_BYTES).read_bytes()
            return facts | self._shown(data)
        except InputError as error:
            return facts | {"problem": str(error)}
        except OSError as error:
            return facts | {"problem": f"{picture.path}: {reason(error)}"}

    def _shown(self, data: bytes) -> dict[str, Any]:
        key = hashlib.sha256(data).digest()
        if key not in self._known:
            self._known[key] = self._added(data)
        return self._known[key]

    def _added(self, data: bytes) -> dict[str, Any]:
        colors, alpha, as_is = _opened(data)
        facts: dict[str, Any] = {"width": colors.width, "height": colors.height, "reduced": None}
        side = LARGEST_SIDE if self._used < ROOM else SMALL_SIDE
        if max(colors.size) > side:
            for image in filter(None, (colors, alpha)):
                image.thumbnail((side, side))
            facts["reduced"] = colors.size
            as_is = False
        facts["id"] = self._kept(data if as_is else _png(colors))
        if alpha is not None:
            facts["alpha"] = self._kept(_png(alpha))
        colors.thumbnail(_THUMBNAIL)
        stream = io.BytesIO()
        colors.convert("RGB").save(stream, format="JPEG", quality=82)
        facts["thumbnail"] = "data:image/jpeg;base64," + base64.b64encode(stream.getvalue()).decode()
        return facts

    def _kept(self, data: bytes) -> str:
        name = f"picture-{len(self.texts)}"
        self.texts[name] = base64.b64encode(data).decode()
        self._used += len(self.texts[name])
        return name


def _opened(data: bytes) -> tuple[Image.Image, Image.Image | None, bool]:
    """The colours a PNG holds, not over any background, and its alpha unless that is 255 everywhere.

    The third is true if the file itself shows these colours. InputError.
    """
    from PIL import Image

    try:
        image: Image.Image = Image.open(io.BytesIO(data), formats=["PNG"])
        if image.width * image.height > PIXELS:
            raise InputError(
                f"a picture unpacks to {image.width} × {image.height} pixels; at most {PIXELS} are shown"
            )
        image.load()
        if image.mode in ("L", "RGB") and "transparency" not in image.info:
            return image, None, True
        image = image.convert("RGBA")
        alpha = image.getchannel("A")
        opaque = alpha.getextrema() == (255, 255)
        return image.convert("RGB"), None if opaque else alpha, opaque
    except InputError:
        raise
    except Exception as error:  # Pillow raises many kinds on damaged files
        raise InputError(f"a picture is no PNG that can be read: {reason(error)}") from None


def _png(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, format="PNG", compress_level=4)
    return stream.getvalue()
