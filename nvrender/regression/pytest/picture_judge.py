"""A drawn picture beside one stored picture, or the digest of one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from nvrender.regression.baselines import digests, images
from nvrender.regression.comparison.pictures import (
    FLIP_ADVICE,
    BoolArray,
    PictureComparison,
    UInt8Array,
    compare_pictures,
    has_flip,
)
from nvrender.regression.comparison.tolerance import Tolerance
from nvrender.regression.pytest.subjects import Drawn
from nvrender.regression.pytest.verdict import Candidate, Details
from nvrender.regression.report.parts import figures_of, heat_map_of, mask_of, picture_of
from nvrender.source import InputError


@dataclass(frozen=True)
class PictureJudge:
    """What ``drawn`` is held to: ``tolerance``, where ``compared`` is true, everywhere if it is None.

    ``pictures`` says that a report will show them.
    """

    drawn: Drawn
    tolerance: Tolerance
    compared: BoolArray | None
    pictures: bool

    def __post_init__(self) -> None:
        if self.tolerance.flip is not None and not has_flip():
            raise InputError(f"flip= needs FLIP, which is not installed: {FLIP_ADVICE}")

    def candidate(self, path: Path, shown: str) -> Candidate:
        """The result beside the picture in ``path``, which messages call ``shown``. InputError."""
        stored, origin = images.read(path)
        if stored.shape[:2] != self.drawn.pixels.shape[:2]:
            sizes = ["{1} × {0}".format(*pixels.shape) for pixels in (stored, self.drawn.pixels)]
            told = f"the baseline is {sizes[0]} pixels, the result {sizes[1]}"
            return Candidate(
                path, origin, passes=False, identical=False, distance=(1.0,),
                details=lambda: Details((told,), self._baseline(stored, shown)),
            )  # fmt: skip
        found = self.against(stored)
        passes = self.passes(found)
        return Candidate(
            path, origin, passes, identical=not any(found.maximum),
            distance=(0.0, not passes, found.differing, sum(found.mean)),
            details=lambda: self.details(stored, shown, found),
        )  # fmt: skip

    def digest_candidate(self, path: Path) -> Candidate:
        """The result beside the digest in ``path``. InputError."""
        stored, origin = digests.read(path)
        same = stored == self._digest
        sizes = ["{} × {} pixels".format(*one.size) for one in (stored, self._digest)]
        what = f"is of {sizes[0]}, the result's of {sizes[1]}" if sizes[0] != sizes[1] else "is another"
        told = f"the digest {what}; no picture is stored, so how far it is from the result cannot be said"
        return Candidate(path, origin, same, same, (not same,), lambda: Details((told,), {}))

    def digest(self) -> bytes:
        """The bytes of a digest of the result."""
        return digests.encoded(self._digest, self.drawn.origin)

    def against(self, stored: UInt8Array) -> PictureComparison:
        """The comparison with a picture of the result's size, by what the tolerance asks for."""
        return self._compared(stored, flip=self.tolerance.flip is not None)

    def passes(self, found: PictureComparison) -> bool:
        """Whether the result keeps to its tolerance."""
        return self.tolerance.passes(found.share, found.flip, found.ssim)

    def details(self, stored: UInt8Array, shown: str, found: PictureComparison) -> Details:
        """FLIP too, which of equal pictures is 0."""
        if found.flip is None and any(found.maximum):
            found = self._compared(stored, flip=True)
        elif found.flip is None and has_flip():
            found = replace(found, flip=0.0)
        facts = {"figures": figures_of(found, self.tolerance), **self._baseline(stored, shown)}
        if self.pictures:
            facts["heat_map"] = heat_map_of(found)
            facts["mask"] = mask_of(self.compared)
        return Details((_told(found, self.tolerance),), facts)

    @cached_property
    def _digest(self) -> digests.Digest:
        return digests.digest_of(self.drawn.pixels, self.compared)

    def _compared(self, stored: UInt8Array, *, flip: bool) -> PictureComparison:
        return compare_pictures(
            self.drawn.pixels,
            stored,
            threshold=self.tolerance.threshold,
            flip=flip,
            ssim=self.tolerance.ssim is not None,
            compared=self.compared,
        )

    def _baseline(self, pixels: UInt8Array, path: str) -> dict[str, Any]:
        return {"baseline": picture_of(np.asarray(pixels), path)} if self.pictures else {}


def _told(found: PictureComparison, tolerance: Tolerance) -> str:
    """The figures in words, with the limits of those that are judged by."""
    some = "compared pixels" if found.pixels < found.size[0] * found.size[1] else "pixels"
    share = f"{found.share:.3g} % of the {some} differ by more than {found.threshold:g}/255"
    if tolerance.share is not None:
        share += f", where {tolerance.share:g} % may"
    flip = f"FLIP not measured ({FLIP_ADVICE})" if found.flip is None else f"FLIP {found.flip:.4f}"
    if tolerance.flip is not None:
        flip += f" of at most {tolerance.flip:g}"
    parts = [f"the largest difference is {max(found.maximum)}/255", flip]
    if found.ssim is not None:
        parts.append(f"SSIM {found.ssim:.4f} of at least {tolerance.ssim:g}")
    return f"{share}; {', '.join(parts)}"
