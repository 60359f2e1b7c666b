"""Pictures made ready to stand in a page: each once, of bounded size, alpha beside the colours."""

from __future__ import annotations

import base64
import hashlib
import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nvrender.gl.pictures import FILE_BYTES, PIXELS, existing, reason
from nvrender.regression.report_model import Picture
from nvrender.source import InputError

if TYPE_CHECKING:
    from PIL.Image import Image

#: Larger sides are reduced to this.
LARGEST_SIDE = 4096
#: When the pictures of a page have this many bytes, the following are reduced to SMALL_SIDE.
ROOM = 192 * 2**20
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
        the size it had. ``thumbnail`` is a data URL.
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
        image = _opened(data)
        facts: dict[str, Any] = {"width": image.width, "height": image.height}
        side = LARGEST_SIDE if self._used < ROOM else SMALL_SIDE
        plain = image.mode in ("L", "RGB")
        if max(image.size) > side:
            facts["reduced"] = image.size
            image.thumbnail((side, side))
            facts |= {"width": image.width, "height": image.height}
            data = _png(image)
        if not plain:
            image = image.convert("RGBA")
            alpha = image.getchannel("A")
            image = image.convert("RGB")  # as it is, not over a background
            data = _png(image)
            if alpha.getextrema() != (255, 255):
                facts["alpha"] = self._kept(_png(alpha))
        facts["id"] = self._kept(data)
        image.thumbnail(_THUMBNAIL)
        stream = io.BytesIO()
        image.convert("RGB").save(stream, format="JPEG", quality=82)
        facts["thumbnail"] = "data:image/jpeg;base64," + base64.b64encode(stream.getvalue()).decode()
        return facts

    def _kept(self, data: bytes) -> str:
        name = f"picture-{len(self.texts)}"
        self.texts[name] = base64.b64encode(data).decode()
        self._used += len(self.texts[name])
        return name


def _opened(data: bytes) -> Image:
    """The picture a PNG holds; InputError."""
    from PIL import Image

    try:
        image = Image.open(io.BytesIO(data), formats=["PNG"])
        if image.width * image.height > PIXELS:
            raise InputError(
                f"a picture unpacks to {image.width} × {image.height} pixels; at most {PIXELS} are shown"
            )
        image.load()
    except InputError:
        raise
    except Exception as error:  # Pillow raises many kinds on damaged files
        raise InputError(f"a picture is no PNG that can be read: {reason(error)}") from None
    return image


def _png(image: Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, format="PNG", compress_level=4)
    return stream.getvalue()
