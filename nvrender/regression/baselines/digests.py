"""Baselines without a picture: the digest of its pixels, with its size and origin, as JSON."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.pictures import existing, reason
from nvrender.regression.baselines.origin import Origin, decoded
from nvrender.regression.comparison.pictures import channels
from nvrender.source import InputError, named

#: The texts of an origin are some hundred KiB at most.
_LARGEST = 4 * 2**20


@dataclass(frozen=True)
class Digest:
    """``sha256`` of a picture of ``size`` (width, height), in hexadecimal digits."""

    sha256: str
    size: tuple[int, int]


def digest_of(pixels: npt.NDArray[np.uint8], compared: npt.NDArray[np.bool_] | None = None) -> Digest:
    """The digest of red, green, blue and alpha, row by row from the top; 0 where nothing is ``compared``."""
    colors = np.stack(channels(pixels, "a"), axis=2)
    if compared is not None:
        colors[~compared] = 0
    height, width = colors.shape[:2]
    data = f"{width} x {height} RGBA\n".encode() + colors.tobytes()
    return Digest(hashlib.sha256(data).hexdigest(), (width, height))


def encoded(digest: Digest, origin: Origin) -> bytes:
    """The bytes of a baseline."""
    facts = {"sha256": digest.sha256, "size": digest.size, **json.loads(origin.encoded())}
    return (json.dumps(facts, indent=1) + "\n").encode()


def read(path: Path) -> tuple[Digest, Origin]:
    """A baseline and its origin. InputError if it is damaged."""
    existing(path, "baseline", _LARGEST)
    try:
        text = path.read_bytes().decode()
        data = json.loads(text)
        width, height = map(int, data["size"])
        found = Digest(str(data["sha256"]), (width, height))
        if len(bytes.fromhex(found.sha256)) != hashlib.sha256().digest_size:
            raise ValueError("its digest is cut")
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"baseline: {named(path)} is no digest: {reason(error)}") from None
    return found, decoded(text)
